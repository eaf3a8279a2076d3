//! Reads an event or a title about the game below it: `20061124胡榮華負卜鳳波`,
//! `1982年全国赛 第3轮 胡荣华先胜柳大华`.
//!
//! Players and results are found as in file names (see `file_name`). A date is believed beside
//! players, or in the obvious name of a tournament: other numbers count puzzles and pages or are
//! years of publication.

use super::file_name::{Pairing, read_text};
use super::time_field::{time_of_game, time_of_years};
use super::years::{SaidYears, is_of_tournament, said_years};
use super::{DateSpan, LaxDate, parse_date};
use crate::text::{fold_char, hanzi_number};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// Players, date, round and years in a heading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Heading {
    /// Players and result.
    pub pairing: Option<Pairing>,
    /// Date, as found and as read.
    pub date: Option<(String, LaxDate)>,
    /// Number of the round, in digits.
    pub round: Option<String>,
    /// All years in the heading.
    pub years: Vec<SaidYears>,
    /// Span derived from date and years: of the game, or else of its event.
    pub time: Option<DateSpan>,
    /// Whether the span comes from a date beside players or of a tournament, not from a lone year.
    pub is_dated: bool,
}

/// Reads a heading.
///
/// ```
/// use xqdb::metadata::{GameResult, read_heading};
/// let said = read_heading("1982年全国赛第3轮 胡荣华先胜柳大华");
/// let pairing = said.pairing.expect("two names and a result");
/// assert_eq!((&*pairing.red, &*pairing.black), ("胡荣华", "柳大华"));
/// assert_eq!(pairing.result, Some(GameResult::RedWins));
/// assert_eq!(said.date.expect("a year").0, "1982年");
/// assert_eq!(said.round.as_deref(), Some("3"));
/// assert_eq!(read_heading("第1193局 马炮胜单车"), Default::default());
/// ```
#[must_use]
pub fn read_heading(text: &str) -> Heading {
    let (pairing, dates) = read_text(text);
    let folded: String = text.chars().map(fold_char).collect();
    let years = said_years(text);
    let surest = time_of_game(&folded, pairing.is_some()).or_else(|| span_of_days(text, &dates));
    if pairing.is_none() && !is_of_tournament(&folded) {
        let time = surest.or_else(|| time_of_years(&years));
        return Heading { years, time, is_dated: surest.is_some(), ..Heading::default() };
    }
    let dates = [dates, dates_of_eras(text)].concat();
    let date = match (dates.is_empty(), &years[..]) {
        (true, [year]) => year.only().map(|date| (year.text.clone(), date)),
        _ => shared_by_days(text, &dates)
            .or_else(|| one_date(dates).filter(|(date, _)| !ends_a_span(text, date))),
    };
    let round = round(&folded);
    // A lone day may be the first of an event, not the day of each game: only the year is sure.
    let is_of_game = pairing.is_some() || round.is_some();
    let date = date.and_then(|(text, date)| match date.day {
        0 => Some((text, date)),
        _ if is_of_game || goes_on_with_game(&folded, &text) => Some((text, date)),
        _ => LaxDate::new(date.year.into(), 0, 0).map(|year| (year.to_string(), year)),
    });
    let surest = surest.or_else(|| date.as_ref().map(|(_, date)| DateSpan::of(*date)));
    let time = surest.or_else(|| time_of_years(&years));
    Heading { pairing, date, round, is_dated: surest.is_some(), years, time }
}

/// Whether a game follows a whole date without a blank, between names that are not recognised:
/// `20050731Guberti负吕钦`.
fn goes_on_with_game(folded: &str, date: &str) -> bool {
    let is_number = date.len() == 8 && date.bytes().all(|byte| byte.is_ascii_digit());
    let behind = folded.split_once(date).map_or("", |(_, behind)| behind);
    is_number
        && behind.starts_with(char::is_alphabetic)
        && behind.contains(['胜', '负', '和'])
        && !is_of_tournament(behind)
}

/// Month, or else year, that all days of a span share: `1982年12月5日-12日`,
/// `2019.4.28-2019.5.3`.
fn shared_by_days(text: &str, dates: &[(String, LaxDate)]) -> Option<(String, LaxDate)> {
    let span = span_of_days(text, dates)?;
    let shared = span.date().map(|date| LaxDate { day: 0, ..date })?;
    Some((shared.to_string(), shared))
}

/// Span of days in a heading.
fn span_of_days(text: &str, dates: &[(String, LaxDate)]) -> Option<DateSpan> {
    let (first, rest) = dates.split_first()?;
    let last = match rest {
        [] => end_of_span(text.split_once(&first.0)?.1, first.1)?,
        [(stated, last)] => {
            let between = text.split_once(&first.0)?.1.split_once(stated)?.0.trim();
            is_span(between).then_some(*last)?
        }
        _ => return None,
    };
    DateSpan::between(first.1, last).filter(|_| first.1.day > 0)
}

/// Signs between the ends of a span.
const DASHES: [char; 9] = ['-', '－', '–', '—', '~', '～', '/', '至', '到'];

fn is_span(between: &str) -> bool {
    !between.is_empty() && between.chars().all(|c| DASHES.contains(&c))
}

/// Last day of a span that goes on behind its first date: `-15日`, `至12月15日`, `-5.3`.
fn end_of_span(behind: &str, first: LaxDate) -> Option<LaxDate> {
    let behind = behind.trim_start();
    let rest = behind.trim_start_matches(DASHES);
    if rest.len() == behind.len() {
        return None;
    }
    let number = |text: &str| -> Option<(u32, usize)> {
        let len = text.bytes().take_while(u8::is_ascii_digit).count();
        (1..=2).contains(&len).then(|| Some((text[..len].parse().ok()?, len)))?
    };
    let folded: String = rest.trim_start().chars().take(12).map(fold_char).collect();
    let (one, len) = number(&folded)?;
    let behind = &folded[len..];
    let (month, day) = match behind.strip_prefix(['月', '.', '/', '-']).and_then(number) {
        Some((day, _)) => (one, day),
        None => (first.month.into(), one),
    };
    LaxDate::new(first.year.into(), month, day).filter(|date| date.day > 0)
}

thread_local! {
    /// Headings read before, by thread.
    static KNOWN: RefCell<FxHashMap<Box<str>, Rc<Heading>>> = RefCell::default();
}

/// Largest number of headings remembered.
const MOST_KNOWN: usize = 1 << 15;

/// Reads a heading like [`read_heading`] and remembers the answer: hundreds of games share an
/// event.
pub(super) fn known_heading(text: &str) -> Rc<Heading> {
    if let Some(heading) = KNOWN.with_borrow(|known| known.get(text).map(Rc::clone)) {
        return heading;
    }
    let heading = Rc::new(read_heading(text));
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(text.into(), Rc::clone(&heading));
    });
    heading
}

/// Readings of event and title of one record.
pub(super) struct RecordHeadings {
    pub(super) event: Option<Rc<Heading>>,
    pub(super) title: Option<Rc<Heading>>,
}

impl RecordHeadings {
    pub(super) fn of(event: Option<&str>, title: Option<&str>) -> RecordHeadings {
        RecordHeadings { event: event.map(known_heading), title: title.map(known_heading) }
    }
}

/// The most precise date, if no other contradicts it.
pub(super) fn one_date(mut dates: Vec<(String, LaxDate)>) -> Option<(String, LaxDate)> {
    let read = dates.iter().map(|(_, date)| *date);
    let fullest = read.clone().max_by_key(|date| (date.month > 0, date.day > 0))?;
    let is_one = read.clone().all(|date| date.agrees_with(fullest));
    let at = dates.iter().position(|(_, date)| *date == fullest).filter(|_| is_one)?;
    Some(dates.swap_remove(at))
}

/// Years in hanzi, also of eras: 民国二十年.
fn dates_of_eras(text: &str) -> Vec<(String, LaxDate)> {
    let words = text.split(|c: char| c.is_whitespace() || "()（）[]【】".contains(c));
    let is_year = |word: &&str| word.ends_with('年') && !word.chars().any(|c| c.is_ascii_digit());
    let dated = |word: &str| Some((word.to_owned(), parse_date(word)?));
    words.filter(is_year).filter_map(dated).collect()
}

/// Whether a date is the second of two years, as in `2001-2002年`: the game may be of either.
fn ends_a_span(text: &str, date: &str) -> bool {
    text.split_once(date)
        .and_then(|(before, _)| before.trim_end().strip_suffix(DASHES))
        .is_some_and(|before| {
            before.trim_end().ends_with(|c: char| c.is_ascii_digit() || c == '年')
        })
}

/// Number of the round, in digits: `第3轮`, `第 十一 轮`; None if there are several.
pub(super) fn round(folded: &str) -> Option<String> {
    let mut found = folded.match_indices('轮').filter_map(|(at, _)| {
        let (_, number) = folded[..at].rsplit_once('第')?;
        let number = number.trim();
        let is_digit = |c: char| c.is_ascii_digit();
        let is_numeral = |c: char| "一二三四五六七八九十".contains(c);
        let is_short = (1..=3).contains(&number.chars().count());
        match is_short {
            true if number.chars().all(is_digit) => Some(number.to_owned()),
            true if number.chars().all(is_numeral) => {
                let number: Vec<char> = number.chars().collect();
                let is_spoken = number.len() == 1 || number.contains(&'十');
                hanzi_number(&number).filter(|_| is_spoken).map(|(number, _)| number.to_string())
            }
            _ => None,
        }
    });
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

impl LaxDate {
    /// Whether two dates may be the same day, as far as both are known.
    ///
    /// ```
    /// use xqdb::metadata::parse_date;
    /// let date = |text| parse_date(text).unwrap();
    /// assert!(date("1982").agrees_with(date("1982-12-05")));
    /// assert!(!date("1982-11").agrees_with(date("1982-12-05")));
    /// ```
    #[must_use]
    pub fn agrees_with(self, other: LaxDate) -> bool {
        let fits = |a: u8, b: u8| a == 0 || b == 0 || a == b;
        self.year == other.year && fits(self.month, other.month) && fits(self.day, other.day)
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::truths;
    use super::*;
    use crate::metadata::GameResult;

    #[test]
    fn headings_with_everything_in_them() {
        for [text, red, black, result, date, round] in truths("headings") {
            let said = read_heading(text);
            let pairing = said.pairing.unwrap_or_default();
            assert_eq!((&*pairing.red, &*pairing.black), (red, black), "{text}");
            let result_found = pairing.result.map_or("-", GameResult::as_str);
            assert_eq!(result_found, result, "{text}");
            let date_found = said.date.as_ref().map_or("", |(text, _)| text);
            assert_eq!(date_found, date, "{text}");
            assert_eq!(said.round.as_deref().unwrap_or(""), round, "{text}");
        }
    }

    #[test]
    fn the_days_of_an_event_are_not_those_of_each_game() {
        for [text, date] in truths("days of events") {
            let said = read_heading(text).date;
            assert_eq!(said.as_ref().map_or("", |(stated, _)| stated), date, "{text}");
            let read = said.map(|(stated, date)| (parse_date(&stated), Some(date)));
            assert!(read.is_none_or(|(stated, date)| stated == date), "{text}");
        }
    }

    #[test]
    fn what_is_not_certain_says_nothing() {
        for [text] in truths("headings that say nothing").into_iter().chain([[""]]) {
            assert_eq!(read_heading(text), Heading::default(), "{text}");
        }
        assert_eq!(read_heading("第5轮").pairing, None);
        for years in ["1982年全国赛 1983年个人赛", "2001-2002年排位赛", "2003年—2004年联赛"]
        {
            assert_eq!(read_heading(years).date, None, "{years}");
        }
    }
}
