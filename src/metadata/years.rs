//! Lone years in a heading (`Champion 1976`, `82年全国赛`, `1978/79`), and words that name a
//! tournament.
//!
//! Lone years show which dates cannot be right. Numbers that count games, pages or people are no
//! years; the beginning of a whole date is read elsewhere.

use super::words::WordSet;
use super::{DateSpan, LaxDate};
use crate::text::{fold_char, hanzi_digit};
use std::ops::Range;
use std::sync::LazyLock;

/// Years at one place of a heading: a year, a season, or all years that two digits may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidYears {
    /// The years as found: `1976`, `1978/79`, `82年`.
    pub text: String,
    /// First and last year of each reading.
    readings: Vec<(u32, u32)>,
}

impl SaidYears {
    /// Whether a game of this year can stand below the heading. An edition may begin in the
    /// December before its year and end in the next spring.
    #[must_use]
    pub fn may_be(&self, year: u16) -> bool {
        let year = u32::from(year);
        self.readings.iter().any(|(first, last)| (first - 1..=last + 1).contains(&year))
    }

    /// Span of the years meant; `of_two_digits` decides the century of two digits.
    pub(super) fn span(&self, of_two_digits: fn(u32) -> u32) -> Option<DateSpan> {
        let meant = |(first, _): &&(u32, u32)| of_two_digits(first % 100) == *first;
        let one = if self.readings.len() == 1 { self.readings.first() } else { None };
        let &(first, last) = one.or_else(|| self.readings.iter().find(meant))?;
        DateSpan::between(LaxDate::new(first, 0, 0)?, LaxDate::new(last, 0, 0)?)
    }

    /// The year, if the text means exactly one.
    #[must_use]
    pub fn only(&self) -> Option<LaxDate> {
        match self.readings[..] {
            [(first, last)] if first == last => LaxDate::new(first, 0, 0),
            _ => None,
        }
    }
}

/// Years believed in front of 年.
const YEARS: Range<u32> = 1000..2100;
/// Years believed elsewhere in a heading.
const YEARS_OF_EVENTS: Range<u32> = 1800..2100;

/// Finds all lone years in a heading, in order.
///
/// ```
/// use xqdb::metadata::said_years;
/// let said = said_years("Champion 1976");
/// assert!(said[0].may_be(1975) && !said[0].may_be(1876));
/// assert!(said_years("第1976局").is_empty());
/// ```
#[must_use]
pub fn said_years(heading: &str) -> Vec<SaidYears> {
    let text: Vec<char> = heading.chars().map(fold_char).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let length = text[at..].iter().take_while(|c| digit(**c).is_some()).count();
        let (years, end) = years_at(&text, at..at + length).unzip();
        found.extend(years);
        at = end.unwrap_or(at + length).max(at + 1);
    }
    found
}

/// Years of the number at `place`, and the index behind them.
fn years_at(text: &[char], place: Range<usize>) -> Option<(SaidYears, usize)> {
    let before = place.start.checked_sub(1).map(|at| text[at]);
    let behind = text.get(place.end).copied();
    let is_joined = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let is_number = before.is_some_and(|c| "第十百千.#/".contains(c));
    if is_number || is_joined(before) || is_joined(behind) {
        return None;
    }
    let is_arabic = text[place.clone()].iter().all(char::is_ascii_digit);
    let number = value(&text[place.clone()]);
    match (place.len(), behind) {
        (_, Some('年')) if counts_years(text.get(place.end + 1)) => None,
        (2, Some('年')) if may_begin(before) => {
            let stated: String = text[place.start..=place.end].iter().collect();
            let readings = [1900, 2000].map(|century| (century + number, century + number));
            Some((SaidYears { text: stated, readings: readings.to_vec() }, place.end + 1))
        }
        (4, Some('年')) if YEARS.contains(&number) => {
            season(text, number, place.start, place.end + 1)
        }
        (4, _) if is_arabic && YEARS_OF_EVENTS.contains(&number) && !is_count(text, &place) => {
            season(text, number, place.start, place.end)
        }
        _ => None,
    }
}

/// Reads the rest of a season behind its first year: `1978/79`, `2000-2001`, `1997年－1998年`.
/// None if a month follows, which makes a date.
fn season(text: &[char], first: u32, start: usize, end: usize) -> Option<(SaidYears, usize)> {
    let one = SaidYears { text: first.to_string(), readings: vec![(first, first)] };
    let is_dash = |c: &char| matches!(c, '-' | '–' | '—' | '~' | '/' | '至');
    if text.get(end) == Some(&'.') && text.get(end + 1).is_some_and(char::is_ascii_digit) {
        return None;
    }
    if !text.get(end).is_some_and(is_dash) {
        return Some((one, end));
    }
    let rest = &text[end + 1..];
    let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
    let second = value(&rest[..digits]);
    let last = match digits {
        0 => return Some((one, end)),
        2 if second == (first + 1) % 100 => first + 1,
        4 if second >= first && YEARS.contains(&second) => second,
        _ => return None,
    };
    let end = end + 1 + digits;
    let stated = text[start..end].iter().collect();
    Some((SaidYears { text: stated, readings: vec![(first, last)] }, end))
}

/// Whether a number without 年 counts something: `1500局`, `1956. 胡荣华先胜柳大华`.
fn is_count(text: &[char], place: &Range<usize>) -> bool {
    const COUNTED: &str = "局题页手步回合着型式号分人元关则例篇章卷期届轮台场名个万余多种盘条集";
    const WORDS: &[&str] = &["games", "moves", "puzzles", "elo", "pts", "points"];
    let rest = &text[place.end..];
    let word: String = rest.iter().skip_while(|c| **c == ' ').take(7).collect();
    let is_list = place.start == 0 && matches!(rest.first(), Some(' ' | '.' | '、' | ')' | '_'));
    let is_of_event = || {
        let heading: String = text.iter().collect();
        is_of_tournament(&heading)
    };
    word.starts_with(|c| COUNTED.contains(c))
        || WORDS.iter().any(|counted| word.starts_with(counted))
        || (is_list && !is_of_event())
}

/// Whether 年 counts years, or states when a book was printed: `1980年代`, `50年来`,
/// `1956年版`.
fn counts_years(behind: Option<&char>) -> bool {
    behind.is_some_and(|c| "代来间版出印级龄前后内庆".contains(*c))
}

/// Whether two digits can begin a year behind a character: 82年 alone, but not 建国35年.
fn may_begin(before: Option<char>) -> bool {
    before.is_none_or(|c| c.is_whitespace() || "([（【《“\"'‘’`,;:，；：、".contains(c))
}

fn value(digits: &[char]) -> u32 {
    digits.iter().fold(0, |n, c| n.saturating_mul(10).saturating_add(digit(*c).unwrap_or(0)))
}

fn digit(c: char) -> Option<u32> {
    c.to_digit(10).or_else(|| hanzi_digit(c))
}

/// Whether a heading names a tournament.
pub(super) fn names_tournament(text: &str) -> bool {
    is_of_tournament(&text.chars().map(fold_char).collect::<String>())
}

/// Whether a folded heading names a tournament.
pub(super) fn is_of_tournament(folded: &str) -> bool {
    static TOURNAMENTS: LazyLock<WordSet> = LazyLock::new(|| WordSet::of("tournaments"));
    TOURNAMENTS.is_in(folded)
}

#[cfg(test)]
mod tests {
    use super::super::words::truths;
    use super::*;

    #[test]
    fn years_of_every_shape() {
        for [heading, stated, fits, fails] in truths("years in headings") {
            let said = said_years(heading);
            let [years] = &said[..] else { panic!("{heading}: {said:?}") };
            let digits: String = years
                .text
                .chars()
                .map(|c| digit(c).map_or(c, |d| (b'0' + d as u8) as char))
                .collect();
            assert_eq!(digits, stated, "{heading}");
            let may_be = |year: &str| years.may_be(year.parse().unwrap());
            assert!(may_be(fits) && !may_be(fails), "{heading}: {years:?}");
        }
        let two = said_years("2004年五羊杯 第3轮 1004年1月1日");
        assert!(two.iter().any(|years| years.may_be(2004)), "{two:?}");
    }

    #[test]
    fn numbers_that_are_no_years() {
        for [heading] in truths("headings without years").into_iter().chain([[""]]) {
            assert_eq!(said_years(heading), [], "{heading}");
        }
    }
}
