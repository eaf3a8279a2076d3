//! Parses dates: text to tokens, tokens to year, month and day; and doubts dates by the calendar.

use super::{DateSpan, LaxDate};
use crate::text::{fold, hanzi_digit, hanzi_number, is_hanzi_ten};

/// A token of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DateToken {
    /// A number, and its number of digits (2 for 十 and similar).
    Number(u32, usize),
    /// Any other character.
    Char(char),
}

/// Eras: name, the year before the first, number of years, and whether months are those of the
/// common calendar (in the Republic) or lunar (under emperors).
const ERAS: &[(&str, u32, u32, bool)] = &[
    ("民国", 1911, 200, true),
    ("宣统", 1908, 3, false),
    ("光绪", 1874, 34, false),
    ("同治", 1861, 13, false),
    ("咸丰", 1850, 11, false),
    ("道光", 1820, 30, false),
    ("嘉庆", 1795, 25, false),
    ("乾隆", 1735, 60, false),
    ("干隆", 1735, 60, false),
    ("雍正", 1722, 13, false),
    ("康熙", 1661, 61, false),
    ("顺治", 1643, 18, false),
    ("崇祯", 1627, 17, false),
    ("天启", 1620, 7, false),
    ("万历", 1572, 48, false),
    ("嘉靖", 1521, 45, false),
];

const ENGLISH_MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Words in front of a year that name the calendar.
const BEFORE: &[&str] = &["公元", "西元", "公历", "中华", "清朝", "清"];

/// Words that make a date vague: decades, centuries, about, before and after.
const VAGUE: &[&str] = &["年代", "世纪", "约", "左右", "前后", "以前", "之前", "末年", "初年"];

/// Largest number of bytes of a text that is parsed.
const LONGEST: usize = 256;

/// Parses a date in any form of records; `None` if no year is certain.
///
/// Of a range the beginning counts. Nothing is guessed: years of two digits, decades and damaged
/// years are no dates, and in `3/4/1990` only the year is certain. Years of the Republic (民国)
/// count from 1912; years of Qing emperors give only a year, since their months are lunar.
///
/// ```
/// use xqdb::metadata::parse_date;
/// let date = |text| parse_date(text).map(|d| d.to_string());
/// assert_eq!(date("1956年10月2日").as_deref(), Some("1956-10-02"));
/// assert_eq!(date("1956.10.??").as_deref(), Some("1956-10"));
/// assert_eq!(date("民国廿三年").as_deref(), Some("1934"));
/// assert_eq!(date("56.10.2"), None);
/// ```
#[must_use]
pub fn parse_date(text: &str) -> Option<LaxDate> {
    if let Some((year, month, day)) = whole_date(text.as_bytes()) {
        return LaxDate::new(year, month, day);
    }
    scan_tokens(text)
}

/// Parses a date by tokens; the text may be folded or not.
pub(super) fn scan_tokens(text: &str) -> Option<LaxDate> {
    if text.len() > LONGEST {
        return None;
    }
    let text = fold(text);
    if VAGUE.iter().any(|word| text.contains(word)) {
        return None;
    }
    let text = BEFORE.iter().find_map(|word| text.strip_prefix(word)).unwrap_or(&text);
    for &(era, before, years, common_calendar) in ERAS {
        if let Some(rest) = text.strip_prefix(era) {
            return era_date(&tokens(rest), before, years, common_calendar);
        }
    }
    let tokens = tokens(text);
    let tokens = &tokens[tokens.iter().take_while(|t| **t == DateToken::Char('(')).count()..];
    year_first(tokens).or_else(|| year_last(tokens)).or_else(|| english(text, tokens))
}

/// Parses the standard form 1956.10.02 only.
fn whole_date(text: &[u8]) -> Option<(u32, u32, u32)> {
    let [year @ .., first @ (b'.' | b'-' | b'/'), m1, m2, second, d1, d2] = text else {
        return None;
    };
    if year.len() != 4 || first != second {
        return None;
    }
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0, |number, digit| {
            digit.is_ascii_digit().then(|| number * 10 + u32::from(digit - b'0'))
        })
    };
    Some((number(year)?, number(&[*m1, *m2])?, number(&[*d1, *d2])?))
}

fn era_date(
    tokens: &[DateToken],
    before: u32,
    years: u32,
    common_calendar: bool,
) -> Option<LaxDate> {
    let (number, rest) = match tokens {
        [DateToken::Char(' '), rest @ ..] => (rest.first()?, rest.get(1..)?),
        _ => (tokens.first()?, &tokens[1..]),
    };
    let year = match number {
        DateToken::Number(year, _) if (1..=years).contains(year) => before + year,
        DateToken::Char('元') => before + 1,
        _ => return None,
    };
    if rest.first() != Some(&DateToken::Char('年')) {
        return None;
    }
    let (month, day) = month_and_day(rest);
    if common_calendar {
        return LaxDate::new(year, month, day);
    }
    // The last lunar months reach into the next year.
    (month < 11).then(|| LaxDate::new(year, 0, 0)).flatten()
}

/// Years of a dynasty or an era, or the two years that the last months of a lunar year touch.
///
/// ```
/// use xqdb::metadata::{DatePlace, read_date};
/// let span = |text| read_date(text, DatePlace::Field, "").map(|span| span.to_string());
/// assert_eq!(span("乾隆年间").as_deref(), Some("1736..1795"));
/// assert_eq!(span("光緒三十年十二月").as_deref(), Some("1904..1905"));
/// assert_eq!(span("一九五六年腊月").as_deref(), Some("1956..1957"));
/// ```
pub(super) fn era_span(folded: &str) -> Option<DateSpan> {
    let years = |first: u32, last: u32| {
        DateSpan::between(LaxDate::new(first, 0, 0)?, LaxDate::new(last, 0, 0)?)
    };
    let name = folded.trim_end_matches(['代', '朝', '初', '末', '年', '间']);
    if let Some(&(.., first, last)) = DYNASTIES.iter().find(|(dynasty, ..)| *dynasty == name) {
        return years(first, last);
    }
    let text = BEFORE.iter().find_map(|word| folded.strip_prefix(word)).unwrap_or(folded);
    let text = text.strip_prefix('明').unwrap_or(text);
    for &(era, before, length, common_calendar) in ERAS.iter().filter(|era| !era.3) {
        let Some(rest) = text.strip_prefix(era) else { continue };
        if rest.is_empty() || rest.starts_with("年间") {
            return years(before + 1, before + length);
        }
        let (year, of_months) = rest.split_once('年')?;
        let first = era_date(&tokens(&format!("{year}年")), before, length, common_calendar)?;
        let late = matches!(
            tokens(of_months)[..],
            [DateToken::Number(11 | 12, _), DateToken::Char('月'), ..]
        ) || LATE_MONTHS.iter().any(|month| of_months.contains(month));
        return years(first.year.into(), u32::from(first.year) + u32::from(late));
    }
    if LATE_MONTHS.iter().any(|month| folded.contains(month)) {
        let year = u32::from(scan_tokens(folded)?.year);
        return years(year, year + 1);
    }
    None
}

/// Dynasties with first and last years.
const DYNASTIES: &[(&str, u32, u32)] =
    &[("明", 1368, 1644), ("清", 1644, 1911), ("民国", 1912, 1949), ("民国时期", 1912, 1949)];

/// Lunar months that reach into the next year.
const LATE_MONTHS: &[&str] = &["冬月", "腊月", "除夕"];

/// Parses 1956.10.02, 1956年10月2日, 19561002 and 195610月2日.
fn year_first(tokens: &[DateToken]) -> Option<LaxDate> {
    let (DateToken::Number(number, digits), rest) = tokens.split_first()? else {
        return None;
    };
    match digits {
        4 if !matches!(rest, [DateToken::Char('a'..='z'), ..]) => {
            let (month, day) = month_and_day(rest);
            LaxDate::new(*number, month, day)
        }
        6 => {
            let rest = rest.strip_prefix(&[DateToken::Char('月')])?;
            LaxDate::new(number / 100, number % 100, part(rest).map_or(0, |(day, _)| day))
        }
        7 => LaxDate::new(number / 1000, 0, 0),
        8 => LaxDate::new(number / 10_000, number / 100 % 100, number % 100),
        _ => None,
    }
}

/// Month and day behind a year; 0 if uncertain.
fn month_and_day(rest: &[DateToken]) -> (u32, u32) {
    let (separator, rest) = separator(rest);
    let Some((month, rest)) = part(rest).filter(|_| separator.is_some()) else {
        return (0, 0);
    };
    if let [DateToken::Char(' '), DateToken::Char('月'), rest @ ..]
    | [DateToken::Char('月'), rest @ ..] = rest
    {
        let rest = rest.strip_prefix(&[DateToken::Char(' ')]).unwrap_or(rest);
        return (month, part(rest).map_or(0, |(day, _)| day));
    }
    let (second, rest) = self::separator(rest);
    // Two different separators make a range: 2002.6-7.
    let day = part(rest).filter(|_| second.is_some() && second == separator);
    match (separator, day) {
        // A year, a blank and one number may mean anything.
        (Some(' '), None) => (0, 0),
        (_, day) => (month, day.map_or(0, |(day, _)| day)),
    }
}

/// Separator between two numbers, with blanks around it and repetitions skipped.
fn separator(rest: &[DateToken]) -> (Option<char>, &[DateToken]) {
    let mut found = None;
    for (i, token) in rest.iter().enumerate() {
        match token {
            DateToken::Char(' ') => found = found.or(Some(' ')),
            DateToken::Char(c @ ('年' | '.' | '-' | '/' | '、' | '。' | ',' | '·' | '\\'))
                if matches!(found, None | Some(' ')) || found == Some(*c) =>
            {
                found = Some(*c);
            }
            _ => return (found, &rest[i..]),
        }
    }
    (found, &[])
}

/// A number of one or two digits; None if a letter is joined to it, which would be a misread digit.
fn part(rest: &[DateToken]) -> Option<(u32, &[DateToken])> {
    match rest {
        [DateToken::Number(_, 1 | 2), DateToken::Char('a'..='z' | '?' | '*'), ..] => None,
        [DateToken::Number(number, 1 | 2), rest @ ..] => Some((*number, rest)),
        [DateToken::Char('元'), rest @ ..] if matches!(rest, [DateToken::Char('月'), ..]) => {
            Some((1, rest))
        }
        _ => None,
    }
}

/// Parses 16-5-2009 and 5/16/2009: the month is known if the other number cannot be one.
fn year_last(tokens: &[DateToken]) -> Option<LaxDate> {
    let [
        DateToken::Number(a, 1 | 2),
        DateToken::Char(first @ ('.' | '-' | '/')),
        DateToken::Number(b, 1 | 2),
        DateToken::Char(second),
        DateToken::Number(year, 4),
        ..,
    ] = *tokens
    else {
        return None;
    };
    if first != second {
        return None;
    }
    match (a, b) {
        _ if a == b || (a > 12 && b <= 12) => LaxDate::new(year, b, a),
        _ if b > 12 && a <= 12 => LaxDate::new(year, a, b),
        _ => LaxDate::new(year, 0, 0),
    }
}

/// Parses 2 October 1956; Oct 2, 1956; Tue Dec 27 20:57:56 2016.
fn english(folded: &str, tokens: &[DateToken]) -> Option<LaxDate> {
    let words = folded.split(|c: char| !c.is_ascii_alphabetic());
    let month = words
        .filter(|w| w.len() >= 3)
        .find_map(|w| ENGLISH_MONTHS.iter().position(|m| w.starts_with(m)))?;
    let mut years = tokens.iter().filter_map(|t| match t {
        DateToken::Number(year, 4) => Some(*year),
        _ => None,
    });
    let (Some(year), None) = (years.next(), years.next()) else {
        return None;
    };
    // The day is the only short number outside a time of day.
    let days: Vec<u32> = (0..tokens.len())
        .filter(|&i| {
            let colon =
                |j: Option<usize>| j.and_then(|j| tokens.get(j)) == Some(&DateToken::Char(':'));
            !colon(i.checked_sub(1)) && !colon(Some(i + 1))
        })
        .filter_map(|i| match tokens[i] {
            DateToken::Number(day, 1 | 2) => Some(day),
            _ => None,
        })
        .collect();
    let day = if let [day] = days[..] { day } else { 0 };
    LaxDate::new(year, month as u32 + 1, day)
}

/// Splits folded text into numbers (of either script) and other characters.
pub(super) fn tokens(text: &str) -> Vec<DateToken> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::with_capacity(chars.len());
    let mut at = 0;
    while at < chars.len() {
        let run = |of: fn(char) -> bool| chars[at..].iter().take_while(|c| of(**c)).count();
        let arabic = run(|c| c.is_ascii_digit());
        let chinese = run(|c| hanzi_digit(c).is_some() || is_hanzi_ten(c));
        let (length, number) = if arabic > 0 {
            let number = chars[at..at + arabic].iter().fold(0u32, |n, c| {
                n.saturating_mul(10).saturating_add(c.to_digit(10).unwrap_or(0))
            });
            (arabic, Some((number, arabic)))
        } else {
            (chinese, hanzi_number(&chars[at..at + chinese]))
        };
        tokens.push(match number {
            Some((number, digits)) => DateToken::Number(number, digits),
            None => DateToken::Char(chars[at]),
        });
        at += if number.is_some() { length } else { 1 };
    }
    tokens
}

/// Doubt about a stated date by the calendar; None without one.
///
/// ```
/// use xqdb::metadata::calendar_doubt;
/// assert_eq!(calendar_doubt("1960-02-31").as_deref(), Some("the calendar has no such day"));
/// assert_eq!(
///     calendar_doubt("1905-06-13").as_deref(),
///     Some("a spreadsheet writes the number 1991 so")
/// );
/// assert_eq!(calendar_doubt("1960-02-29"), None);
/// ```
#[must_use]
pub fn calendar_doubt(text: &str) -> Option<String> {
    let date = parse_date(text)?;
    if is_off_calendar(text) {
        return Some("the calendar has no such day".to_owned());
    }
    year_made_a_day(date).map(|year| format!("a spreadsheet writes the number {year} so"))
}

/// Whether a date in figures has a month or a day that no calendar has.
fn is_off_calendar(text: &str) -> bool {
    figures(text).is_some_and(|[year, month, day]| {
        LaxDate::new(year, month, day)
            .is_some_and(|read| (u32::from(read.month), u32::from(read.day)) != (month, day))
    })
}

/// Year, month and day of a date in figures, year first; missing parts are 0.
fn figures(text: &str) -> Option<[u32; 3]> {
    let text = text.trim();
    if text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let part = |place: std::ops::Range<usize>| text[place].parse().ok();
        return Some([part(0..4)?, part(4..6)?, part(6..8)?]);
    }
    let is_between = |c: char| matches!(c, '-' | '.' | '/' | '年' | '月' | '日');
    let mut parts = text.trim_end_matches(is_between).split(is_between);
    let year = parts.next().filter(|part| part.len() == 4)?.parse().ok()?;
    let mut part = || parts.next().map_or(Some(0), |part| part.parse().ok());
    let found = [year, part()?, part()?];
    parts.next().is_none().then_some(found)
}

/// Day 0 of spreadsheets.
const BEFORE_SPREADSHEETS: LaxDate = LaxDate { year: 1899, month: 12, day: 30 };

/// Year that a spreadsheet turned into a day of 1905, because it stood in a column of dates.
pub(super) fn year_made_a_day(date: LaxDate) -> Option<u32> {
    let number = date.first_day() - BEFORE_SPREADSHEETS.first_day();
    let year = u32::try_from(number).ok().filter(|year| (1950..2100).contains(year))?;
    (date.day > 0).then_some(year)
}

/// Day that a spreadsheet stores as a number: `37135` is 2001-09-01. Numbers that begin like a year
/// are excluded as misprints of other dates.
pub(super) fn days_of_spreadsheet(text: &str) -> Option<LaxDate> {
    let number = text.strip_suffix(".0").unwrap_or(text);
    let is_number = number.len() == 5 && number.bytes().all(|byte| byte.is_ascii_digit());
    let number: i32 =
        number.parse().ok().filter(|number| is_number && (21..55).contains(&(number / 1000)))?;
    LaxDate::of_day(BEFORE_SPREADSHEETS.first_day() + number)
}

/// Parses a date that a user typed, in any form of records. Figures must name a day of the
/// calendar, and `1980/81` is no date, since it means two years.
///
/// ```
/// use xqdb::metadata::asked_date;
///
/// assert_eq!(asked_date("1982").unwrap().to_string(), "1982");
/// assert_eq!(asked_date("1982年5月").unwrap().to_string(), "1982-05");
/// for text in ["1982-13", "1982 13", "1982 02 31", "19820231", "1980/01"] {
///     assert_eq!(asked_date(text), None, "{text}");
/// }
/// ```
pub fn asked_date(text: &str) -> Option<LaxDate> {
    if text.matches(['/', '／']).count() == 1 {
        return None;
    }
    let joined = text.split_whitespace().collect::<Vec<_>>().join("-");
    let date = match figures(&joined) {
        Some([year, month, day]) => LaxDate::new(year, month, day),
        None => parse_date(text),
    };
    date.filter(|_| !is_off_calendar(&joined))
}

#[cfg(test)]
mod tests {
    use super::super::words::truths;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shapes_of_dates() {
        for [text, date] in truths("dates").into_iter().chain([[""; 2], ["          ", ""]]) {
            let got = parse_date(text).map(|d| d.to_string()).unwrap_or_default();
            assert_eq!(got, date, "{text}");
        }
    }

    #[test]
    fn dates_sort_by_what_is_known() {
        let dates = ["1956", "1956-10", "1956-10-02", "1957"].map(|d| parse_date(d).unwrap());
        assert!(dates.is_sorted());
    }

    proptest! {
        #[test]
        fn whole_dates_are_read_alike(text in "[0-2][0-9]{3}[./-][0-3][0-9][./-][0-3][0-9]") {
            prop_assert_eq!(parse_date(&text), scan_tokens(&text));
        }
    }

    #[test]
    fn days_that_no_calendar_has() {
        for text in
            ["1960-02-31", "1960.13.01", "1960年2月30日", "1962年11月190日", "1960-13", "19600231"]
        {
            assert!(calendar_doubt(text).is_some(), "{text}");
        }
        for text in
            ["1960-02-29", "1960", "1960-05", "1960.??.??", "19600229", "1960年10月2日", "x"]
        {
            assert_eq!(calendar_doubt(text), None, "{text}");
        }
    }

    #[test]
    fn years_that_became_days() {
        // Every spreadsheet shows 1991 as 1905-06-13.
        assert!(calendar_doubt("1905-06-13").is_some_and(|doubt| doubt.contains("1991")));
        assert_eq!(calendar_doubt("1905-12-13"), None);
        assert_eq!(calendar_doubt("1905"), None);
    }
}
