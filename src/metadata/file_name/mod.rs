//! Reads the name of a file about its game: `030-黄松轩先胜冯敬如.XQF`.
//!
//! Collectors with one game per file write players and result into its name and leave the fields
//! inside blank. Only certain names are read: two names that look like names, with a result for the
//! first, who has Red, between them. Names of compositions (七星聚会), endings
//! (马炮胜单车) and openings (中炮 vs 屏风马) have no players; ambiguous names are
//! ignored.
//!
//! Numbers in the name are dates, or the number of games in the file.

mod marks;
mod player;

use crate::metadata::title::without_extension;
use crate::metadata::{GameResult, LaxDate, Metadata, PlaceSays, names_agree, parse_date};
use crate::text::fold_char;
use marks::{MarkStrength, NameMark, is_close, is_open};

/// Largest number of bytes of a name that is read.
const LONGEST: usize = 400;

/// Reads the name of a file, without folders, with or without extension.
///
/// ```
/// use xqdb::metadata::{GameResult, read_file_name};
/// let said = read_file_name("030-黄松轩先胜冯敬如.XQF");
/// let pairing = said.pairing.expect("two names and a result");
/// assert_eq!((&*pairing.red, &*pairing.black), ("黄松轩", "冯敬如"));
/// assert_eq!(pairing.result, Some(GameResult::RedWins));
/// assert_eq!(read_file_name("马炮胜单车.XQF").pairing, None);
/// assert_eq!(read_file_name("1956年全国象棋锦标赛93局.CBL").games, Some(93));
/// ```
#[must_use]
pub fn read_file_name(name: &str) -> FileName {
    if name.len() > LONGEST {
        return FileName::default();
    }
    let stem = Stem::of(name);
    let pairing = pairing(&stem, &MarkStrength::ALL);
    let date = pairing.as_ref().and_then(|_| only_date(&stem));
    FileName { pairing, date, games: promised_games(&stem), ..FileName::default() }
}

/// Reads players, result and all dates in a heading (an event or a title).
pub(super) fn read_text(text: &str) -> (Option<Pairing>, Vec<(String, LaxDate)>) {
    if text.len() > LONGEST {
        return Default::default();
    }
    let stem = Stem::whole(text);
    let strengths = [&MarkStrength::ALL[..], &MarkStrength::OF_HEADINGS].concat();
    let mut pairing = pairing(&stem, &strengths);
    // 柳大华快4 means the fourth fast game of the day.
    if let Some(Pairing { black, .. }) = &mut pairing
        && let Some((name, number)) = text.trim().rsplit_once('快')
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && name.ends_with(black.trim_end_matches('快'))
    {
        black.truncate(black.trim_end_matches('快').len());
    }
    (pairing, all_dates(&stem))
}

/// Pairing by the surest type of mark; None if two marks of that type fit.
fn pairing(stem: &Stem, strengths: &[MarkStrength]) -> Option<Pairing> {
    if !marks::may_stand(stem) {
        return None;
    }
    for &strength in strengths {
        let marks = marks::find(stem, strength);
        let mut readings = marks.iter().filter_map(|mark| between(stem, mark));
        if let Some(reading) = readings.next() {
            return readings.next().is_none().then_some(reading);
        }
    }
    None
}

/// Names on both sides of a mark.
fn between(stem: &Stem, mark: &NameMark) -> Option<Pairing> {
    let red = player::before(stem, mark)?;
    let (black, end) = player::after(stem, mark)?;
    let behind = marks::bracketed(stem, end).map(|(_, word)| word).unwrap_or_default();
    if behind.starts_with(['先', '红']) {
        return None;
    }
    let of_black = marks::turned(&behind);
    let gap = stem.folded[end..].iter().take_while(|c| c.is_whitespace()).count();
    let result = match (mark.result, of_black) {
        (Some(of_red), Some(of_black)) if of_red != of_black => return None,
        (None, None) => marks::figures(stem, end + gap).map(|(_, result)| result),
        (of_red, of_black) => of_red.or(of_black),
    };
    if mark.wants_full_names && !player::are_full(&red, &black, result.is_some()) {
        return None;
    }
    // 先 alone names Red, and is a mark only with a result.
    (result.is_some() || !mark.needs_result).then_some(Pairing { red, black, result })
}

/// Players, result, date and number of games in a file name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileName {
    /// Players and result.
    pub pairing: Option<Pairing>,
    /// Date as found; only with a [`pairing`](FileName::pairing), because other dates may be the
    /// file's.
    pub date: Option<String>,
    /// Number of games that the name promises: `1956年全国象棋锦标赛93局.CBL`.
    pub games: Option<u32>,
    /// Date and round from the folders, and from the name itself if the file has many games.
    pub place: PlaceSays,
}

/// Two players as found, teams included.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pairing {
    /// Name of Red.
    pub red: String,
    /// Name of Black.
    pub black: String,
    /// Result for Red; `None` if only the players are named.
    pub result: Option<GameResult>,
}

impl FileName {
    /// Players and date that a record lacks, as tags. `None` if the name has no players, or the
    /// record names others: then nothing in the name is believed.
    ///
    /// ```
    /// use xqdb::metadata::{Metadata, read_file_name};
    /// let own = Metadata::from_tags([("Red", "胡榮華")].into_iter());
    /// let said = read_file_name("19790917 胡荣华（先胜）蔡福如.xqf");
    /// let lacking = said.lacking(&own).expect("the names agree");
    /// assert_eq!(lacking, [("Black", "蔡福如"), ("Date", "19790917")]);
    /// ```
    pub fn lacking(&self, own: &Metadata) -> Option<Vec<(&'static str, &str)>> {
        let pairing = self.pairing.as_ref()?;
        let contradicts = |own: &Option<String>, said: &str| {
            own.as_ref().is_some_and(|own| !names_agree(own, said))
        };
        if contradicts(&own.red, &pairing.red) || contradicts(&own.black, &pairing.black) {
            return None;
        }
        let mut lacking = Vec::new();
        if own.red.is_none() {
            lacking.push(("Red", &*pairing.red));
        }
        if own.black.is_none() {
            lacking.push(("Black", &*pairing.black));
        }
        if let (None, Some(date)) = (&own.date_found, &self.date) {
            lacking.push(("Date", date));
        }
        Some(lacking)
    }

    /// Sentence that the file breaks its name's promise: it holds `records` records, `games` of
    /// them with moves, but the name promises another number. `None` if the promise is kept, and
    /// for a single record. Records without moves may have been counted or not.
    pub fn broken_promise(&self, records: usize, games: usize) -> Option<String> {
        let promised = self.games? as usize;
        let is_kept = records == 1 || (games..=records).contains(&promised);
        (!is_kept).then(|| format!("the name promises {promised} games, {games} were found"))
    }
}

/// A name without extension and without ids of programs; each character also folded.
pub(super) struct Stem {
    /// Characters as found.
    found: Vec<char>,
    /// Folded characters, one for each in `found`.
    pub(super) folded: Vec<char>,
}

impl Stem {
    /// Takes the name of a file.
    pub(super) fn of(name: &str) -> Stem {
        let stem = without_extension(name);
        // Cuts an id such as {F677D12C-B4F9-4657-8A20-50A743EBAFDE}.
        let stem = match (stem.find('{'), stem.rfind('}')) {
            (Some(open), Some(close)) if open < close => {
                format!("{} {}", &stem[..open], &stem[close + 1..])
            }
            _ => stem.to_owned(),
        };
        Stem::whole(&stem)
    }

    /// Takes a text that is no file name: people wrote all of it.
    pub(super) fn whole(text: &str) -> Stem {
        let found: Vec<char> = text.trim().chars().collect();
        let folded = found.iter().copied().map(fold_char).collect();
        Stem { found, folded }
    }

    /// Characters of a range as found.
    pub(super) fn text(&self, range: std::ops::Range<usize>) -> String {
        self.found[range].iter().collect()
    }
}

/// The only date in the name, as found; None if there are several.
pub(super) fn only_date(stem: &Stem) -> Option<String> {
    match &date_texts(stem)[..] {
        [date] if read_date(date).is_some() => Some(date.clone()),
        _ => None,
    }
}

/// All dates in a text, as found and as read.
pub(super) fn all_dates(stem: &Stem) -> Vec<(String, LaxDate)> {
    let read = |text: String| read_date(&text).map(|date| (text, date));
    date_texts(stem).into_iter().filter_map(read).collect()
}

/// All parts in the form of a date.
fn date_texts(stem: &Stem) -> Vec<String> {
    let chars = &stem.folded;
    let mut dates = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let digits = digit_count(chars, at);
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

/// Reads a date; eight digits must be a whole one.
fn read_date(text: &str) -> Option<LaxDate> {
    let whole = text.chars().count() == 8 && text.chars().all(|c| c.is_numeric());
    parse_date(text).filter(|date| !whole || date.day > 0)
}

/// End of the date whose year ends at `at`: 年, 年5月, 年5月19日, .1.15, -05-28.
fn beyond_year(chars: &[char], at: usize) -> Option<usize> {
    let separator = *chars.get(at).filter(|c| matches!(c, '年' | '.' | '-' | '/'))?;
    let Some(month) = digits_end(chars, at + 1) else {
        return (separator == '年').then_some(at + 1);
    };
    match (separator, chars.get(month)) {
        ('年', Some('月')) => {
            let day = digits_end(chars, month + 1).filter(|day| chars.get(*day) == Some(&'日'));
            Some(day.map_or(month + 1, |day| day + 1))
        }
        ('年', _) => Some(at + 1),
        (_, Some(again)) if *again == separator => digits_end(chars, month + 1),
        _ => None,
    }
}

/// End of the one or two digits at `at`.
fn digits_end(chars: &[char], at: usize) -> Option<usize> {
    let digits = digit_count(chars, at);
    (1..=2).contains(&digits).then_some(at + digits)
}

fn digit_count(chars: &[char], at: usize) -> usize {
    chars.get(at..).map_or(0, |rest| rest.iter().take_while(|c| c.is_ascii_digit()).count())
}

/// Number of games that the name promises: `93局` at its end, alone in brackets, or behind 共.
pub(super) fn promised_games(stem: &Stem) -> Option<u32> {
    let chars = &stem.folded;
    let promises = (0..chars.len()).filter_map(|at| {
        let digits = digit_count(chars, at);
        let before = at.checked_sub(1).map(|i| chars[i]);
        if digits == 0 || chars.get(at + digits) != Some(&'局') {
            return None;
        }
        let next = chars.get(at + digits + 1);
        let is_stated = match before {
            Some('共') => true,
            Some(c) if is_open(c) => next.is_some_and(|c| is_close(*c)),
            Some(c) => next.is_none() && (c.is_whitespace() || c.is_alphabetic()) && c != '第',
            None => false,
        };
        let count = chars[at..at + digits].iter().collect::<String>().parse().ok()?;
        (is_stated && count > 1).then_some(count)
    });
    let promises: Vec<u32> = promises.collect();
    match promises[..] {
        [count] => Some(count),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::GameResult;
    use crate::metadata::words::truths;

    fn read(name: &str) -> [String; 3] {
        let pairing = read_file_name(name).pairing;
        pairing.map_or_else(Default::default, |Pairing { red, black, result }| {
            [red, black, result.map_or("-", GameResult::as_str).to_owned()]
        })
    }

    #[test]
    fn players_and_result() {
        for [name, red, black, result] in truths("names of files") {
            assert_eq!(read(name), [red, black, result], "{name}");
        }
    }

    #[test]
    fn what_is_not_certain_says_nothing() {
        for [name] in truths("names of files without players").into_iter().chain([[""]]) {
            assert_eq!(read(name), [""; 3], "{name}");
        }
    }

    #[test]
    fn a_date_stands_beside_players() {
        for [name, date] in truths("dates in names of files") {
            assert_eq!(read_file_name(name).date.unwrap_or_default(), date, "{name}");
        }
    }

    #[test]
    fn a_promised_count() {
        for [name, games] in truths("promised games") {
            assert_eq!(read_file_name(name).games, games.parse().ok(), "{name}");
        }
    }
}
