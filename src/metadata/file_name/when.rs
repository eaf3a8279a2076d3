//! Numbers in a file name: dates, and how many games there are to be.

use super::marks::{is_close, is_open};
use super::stem::Stem;
use crate::metadata::{LaxDate, parse_date};

/// The only date in the name, as it stands there.
pub(super) fn date(stem: &Stem) -> Option<String> {
    match &found(stem)[..] {
        [date] if read(date).is_some() => Some(date.clone()),
        _ => None,
    }
}

/// All dates in a text, as they stand there and as they are read.
pub(super) fn dates(stem: &Stem) -> Vec<(String, LaxDate)> {
    let read = |text: String| read(&text).map(|date| (text, date));
    found(stem).into_iter().filter_map(read).collect()
}

/// Everything that has the form of a date.
fn found(stem: &Stem) -> Vec<String> {
    let chars = &stem.folded;
    let mut dates = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let digits = run(chars, at);
        let end = match digits {
            8 => Some(at + 8),
            4 => beyond_year(chars, at + 4),
            _ => None,
        };
        dates.extend(end.map(|end| stem.text(at..end)));
        at = end.unwrap_or(at + digits).max(at + 1);
    }
    dates
}

/// Eight digits are a date when they are a whole one.
fn read(text: &str) -> Option<LaxDate> {
    let whole = text.chars().count() == 8 && text.chars().all(|c| c.is_numeric());
    parse_date(text).filter(|date| !whole || date.day > 0)
}

/// Where the date ends whose year ends at `at`: 年, 年5月, 年5月19日, .1.15, -05-28.
fn beyond_year(chars: &[char], at: usize) -> Option<usize> {
    let separator = *chars.get(at).filter(|c| matches!(c, '年' | '.' | '-' | '/'))?;
    let Some(month) = part(chars, at + 1) else {
        return (separator == '年').then_some(at + 1);
    };
    match (separator, chars.get(month)) {
        ('年', Some('月')) => {
            let day = part(chars, month + 1).filter(|day| chars.get(*day) == Some(&'日'));
            Some(day.map_or(month + 1, |day| day + 1))
        }
        ('年', _) => Some(at + 1),
        (_, Some(again)) if *again == separator => part(chars, month + 1),
        _ => None,
    }
}

/// The end of the one or two digits at `at`.
fn part(chars: &[char], at: usize) -> Option<usize> {
    let digits = run(chars, at);
    (1..=2).contains(&digits).then_some(at + digits)
}

fn run(chars: &[char], at: usize) -> usize {
    chars.get(at..).map_or(0, |rest| rest.iter().take_while(|c| c.is_ascii_digit()).count())
}

/// How many games the name promises: `93局` at its end, alone in brackets, or behind 共.
pub(super) fn games(stem: &Stem) -> Option<u32> {
    let chars = &stem.folded;
    let promises = (0..chars.len()).filter_map(|at| {
        let digits = run(chars, at);
        let before = at.checked_sub(1).map(|i| chars[i]);
        if digits == 0 || chars.get(at + digits) != Some(&'局') {
            return None;
        }
        let next = chars.get(at + digits + 1);
        let is_told = match before {
            Some('共') => true,
            Some(c) if is_open(c) => next.is_some_and(|c| is_close(*c)),
            Some(c) => next.is_none() && (c.is_whitespace() || c.is_alphabetic()) && c != '第',
            None => false,
        };
        let count = chars[at..at + digits].iter().collect::<String>().parse().ok()?;
        (is_told && count > 1).then_some(count)
    });
    let promises: Vec<u32> = promises.collect();
    match promises[..] {
        [count] => Some(count),
        _ => None,
    }
}
