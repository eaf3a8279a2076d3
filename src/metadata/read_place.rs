//! Reads date and round that folders, and the name of a file of many games, state about their
//! games: `1982年全国赛/第5轮/…`, `2003/第5轮/…`.
//!
//! Statements about all games of a place say nothing about a single one: no players and no results
//! are read here, and only dates that hold for every game of an event (see `heading`).

use super::file_name::read_file_name;
use super::heading::{known_heading, one_date, round};
use super::place::ValueSource;
use super::title::{parts, title_of_file};
use super::years::names_tournament;
use super::{LaxDate, PlaceSays};
use crate::text::fold_char;

/// Reads date and round in the folders of a path and in the name of its file. Two contradictory
/// ones are both ignored.
///
/// ```
/// use xqdb::metadata::{ValueSource, place_says};
/// let said = place_says("2003/第5轮/a.pgn");
/// assert_eq!(said.date, Some(("2003".to_owned(), ValueSource::Folder)));
/// assert_eq!(said.round, Some(("5".to_owned(), ValueSource::Folder)));
/// assert_eq!(place_says("qipu/2003年出版/a.pgn"), Default::default());
/// ```
#[must_use]
pub fn place_says(path: &str) -> PlaceSays {
    let parts: Vec<&str> = parts(path).collect();
    let Some((file, folders)) = parts.split_last() else { return PlaceSays::default() };
    // The name of a file with a single game is read elsewhere.
    let file = title_of_file(file).filter(|_| read_file_name(file).pairing.is_none());
    let folders = folders.iter().map(|folder| (*folder, ValueSource::Folder));
    let names: Vec<(&str, ValueSource)> =
        folders.chain(file.map(|file| (file, ValueSource::File))).collect();
    let mut dates = Vec::new();
    let mut rounds: Vec<(String, ValueSource)> = Vec::new();
    let mut is_of_event = false;
    for &(name, source) in &names {
        let heading = known_heading(name);
        if heading.pairing.is_some() {
            continue;
        }
        let folded: String = name.chars().map(fold_char).collect();
        rounds.extend(round(&folded).map(|round| (round, source)));
        is_of_event |= names_tournament(name);
        let found = heading.date.clone().or_else(|| plain_year(&folded));
        dates.extend(found.map(|(text, date)| (text, date, source)));
    }
    rounds.dedup_by(|a, b| a.0 == b.0);
    let is_year_alone = !is_of_event && rounds.is_empty();
    let one = one_date(dates.iter().map(|(text, date, _)| (text.clone(), *date)).collect());
    let date = one.and_then(|(text, _)| {
        let (.., source) = dates.iter().find(|(known, ..)| *known == text)?;
        Some((text, *source))
    });
    let round = if rounds.len() == 1 { rounds.pop() } else { None };
    PlaceSays { is_year_alone: is_year_alone && date.is_some(), date, round }
}

/// Years that a folder may be named after, without other words.
const YEARS: std::ops::Range<u32> = 1900..2100;

/// Year of a name that is only a year: `2003`, `2003年`.
fn plain_year(folded: &str) -> Option<(String, LaxDate)> {
    let name = folded.trim();
    let digits = name.strip_suffix('年').unwrap_or(name);
    let is_year = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let year = digits.parse().ok().filter(|year| is_year && YEARS.contains(year))?;
    Some((digits.to_owned(), LaxDate::new(year, 0, 0)?))
}

#[cfg(test)]
mod tests {
    use super::super::words::truths;
    use super::*;

    fn shown(path: &str) -> String {
        let PlaceSays { date, round, is_year_alone } = place_says(path);
        let show = |said: Option<(String, ValueSource)>| {
            said.map_or("-".to_owned(), |(value, from)| format!("{value} ({from})"))
        };
        format!("{} {}{}", show(date), show(round), if is_year_alone { " alone" } else { "" })
    }

    #[test]
    fn folders_and_files_of_many_games() {
        for [path, expected] in truths("places").into_iter().chain([["", "- -"]]) {
            assert_eq!(shown(path), expected, "{path}");
        }
        // The name of a file about its only game.
        assert_eq!(shown("19790917胡荣华先胜蔡福如.xqf"), "- -");
    }
}
