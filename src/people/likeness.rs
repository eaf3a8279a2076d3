//! How well do the claims of two accounts agree? Pure.

use super::account::Claims;
use crate::metadata::{GameResult, LaxDate, names_agree};
use crate::text::{latin_key, pinyin};
use serde::{Deserialize, Serialize};

/// How the players of two accounts compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Players {
    /// Both are the same, as they are written or as they sound.
    Agree,
    /// Both may be the same: a name is cut, misprinted or stands behind a team.
    Near,
    /// One is the same, and the other is not.
    One,
    /// The same two with colours changed.
    Swapped,
    /// None is the same.
    Differ,
    /// A name is missing, and those that are there agree.
    Missing,
}

/// How the dates of two accounts compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dates {
    /// The same day.
    SameDay,
    /// No more than ten days lie between.
    NearDay,
    /// The year is the same, and no two days contradict: one of them is not known.
    SameYear,
    /// Two days of one year.
    OtherDay,
    /// Two years, one after the other.
    NextYear,
    /// Years that lie further apart.
    OtherYear,
    /// A date is missing.
    Missing,
}

impl Dates {
    /// Whether both can be true.
    pub fn contradict(self) -> bool {
        matches!(self, Dates::OtherDay | Dates::NextYear | Dates::OtherYear)
    }
}

/// How two accounts compare, their moves aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Likeness {
    /// Who played.
    pub players: Players,
    /// When.
    pub dates: Dates,
    /// Both claim the same result, and somebody won.
    pub same_win: bool,
    /// Each claims that another won.
    pub other_win: bool,
    /// Both name the same event.
    pub same_event: bool,
    /// Their titles have three hanzi in a row in common.
    pub same_title: bool,
    /// Players with numbers in their names: versions of programs, which play a game again.
    pub programs: bool,
}

impl Likeness {
    /// Compares two accounts.
    pub fn of(a: &Claims, b: &Claims) -> Likeness {
        let is_win = |result| matches!(result, GameResult::RedWins | GameResult::BlackWins);
        let same = |a: &str, b: &str| !a.is_empty() && a == b;
        Likeness {
            players: players(a, b),
            dates: dates(a.date, b.date),
            same_win: a.result == b.result && is_win(a.result),
            other_win: a.result != b.result && is_win(a.result) && is_win(b.result),
            same_event: same(&a.event, &b.event),
            same_title: share_words(&a.title, &b.title),
            programs: [&a.red, &a.black, &b.red, &b.black]
                .iter()
                .any(|name| name.contains(|c: char| c.is_ascii_digit())),
        }
    }
}

/// Whether two titles have a run of hanzi in common: `第三局 气吞关右` and `适情雅趣36气吞关右`.
fn share_words(a: &str, b: &str) -> bool {
    const LEAST: usize = 3;
    let is_hanzi = |c: char| c >= '\u{3400}';
    let runs = |text: &str| -> Vec<String> {
        text.split(|c: char| !is_hanzi(c))
            .map(|run| run.trim_start_matches(['第', '局', '则']).to_owned())
            .filter(|run| run.chars().count() >= LEAST)
            .collect()
    };
    let (a, b) = (runs(a), runs(b));
    a.iter().any(|run| b.iter().any(|other| run.contains(other) || other.contains(run)))
}

/// How one name compares with another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Differs,
    Missing,
    Near,
    Same,
}

fn players(a: &Claims, b: &Claims) -> Players {
    match (name(&a.red, &b.red), name(&a.black, &b.black)) {
        (Name::Same, Name::Same) => Players::Agree,
        (Name::Near | Name::Same, Name::Near | Name::Same) => Players::Near,
        (Name::Missing, Name::Missing | Name::Near | Name::Same)
        | (Name::Near | Name::Same, Name::Missing) => Players::Missing,
        _ if name(&a.red, &b.black) >= Name::Near && name(&a.black, &b.red) >= Name::Near => {
            Players::Swapped
        }
        (Name::Near | Name::Same, Name::Differs) | (Name::Differs, Name::Near | Name::Same) => {
            Players::One
        }
        _ => Players::Differ,
    }
}

/// Compares two folded names.
fn name(a: &str, b: &str) -> Name {
    if a.is_empty() || b.is_empty() {
        Name::Missing
    } else if a == b || names_agree(a, b) {
        Name::Same
    } else if is_near(a, b) {
        Name::Near
    } else {
        Name::Differs
    }
}

fn is_near(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    // Cut at its end, or with a team or another word glued to it.
    if short.chars().count() >= 2 && (long.starts_with(short) || long.ends_with(short)) {
        return true;
    }
    match (a.is_ascii(), b.is_ascii()) {
        // One hanzi of three is wrong; or the sound is right.
        (false, false) => {
            let hanzi = a.chars().count().min(b.chars().count());
            (hanzi >= 3 && strsim::generic_levenshtein(&chars(a), &chars(b)) <= 1)
                || latin_key(&pinyin(a)) == latin_key(&pinyin(b))
        }
        // A slip in pinyin: `QIU`, `GUO` for `QUI`, `QUO`.
        _ => {
            let (a, b) = (latin_key(&pinyin(a)), latin_key(&pinyin(b)));
            a.len().min(b.len()) >= 6 && strsim::osa_distance(&a, &b) <= 2
        }
    }
}

fn chars(text: &str) -> Vec<char> {
    text.chars().collect()
}

/// So many days apart are a slip, or the days of one match.
const FEW_DAYS: u32 = 10;

fn dates(a: Option<LaxDate>, b: Option<LaxDate>) -> Dates {
    let (Some(a), Some(b)) = (a, b) else { return Dates::Missing };
    let whole = |date: LaxDate| date.day > 0;
    match (days(a).abs_diff(days(b)), a.year.abs_diff(b.year)) {
        (0, _) if whole(a) && whole(b) => Dates::SameDay,
        (1..=FEW_DAYS, _) if whole(a) && whole(b) => Dates::NearDay,
        (_, 0) if whole(a) && whole(b) => Dates::OtherDay,
        (_, 0) if a.month > 0 && b.month > 0 && a.month != b.month => Dates::OtherDay,
        (_, 0) => Dates::SameYear,
        (_, 1) => Dates::NextYear,
        _ => Dates::OtherYear,
    }
}

/// Days since some day, months taken for 31 days: right enough for few days.
fn days(date: LaxDate) -> u32 {
    (u32::from(date.year) * 12 + u32::from(date.month)) * 31 + u32::from(date.day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(red: &str, black: &str) -> Claims {
        Claims::new((Some(red), Some(black)), None, GameResult::Unknown, (None, None))
    }

    #[test]
    fn players_compare_as_people_would() {
        let of = |a: (&str, &str), b: (&str, &str)| {
            let (a, b) = (claims(a.0, a.1), claims(b.0, b.1));
            assert_eq!(players(&a, &b), players(&b, &a));
            players(&a, &b)
        };
        assert_eq!(of(("上海胡榮華", "呂欽"), ("胡荣华", "Lv Qin")), Players::Agree);
        assert_eq!(of(("杨官璘", "呂欽"), ("杨官麟", "呂欽")), Players::Near);
        assert_eq!(of(("", "呂欽"), ("杨官麟", "呂欽")), Players::Missing);
        assert_eq!(of(("徐天红", "呂欽"), ("李来群", "呂欽")), Players::One);
        assert_eq!(of(("呂欽", "李来群"), ("李来群", "呂欽")), Players::Swapped);
        assert_eq!(of(("呂欽", "李来群"), ("柳大华", "胡荣华")), Players::Differ);
    }

    #[test]
    fn titles_compare_by_their_words() {
        assert!(share_words("第336局 气吞关右", "适情雅趣336气吞关右(红先胜)"));
        assert!(!share_words("第1局 气吞关右", "第1局 子胥过关"));
        assert!(!share_words("", ""));
    }

    #[test]
    fn dates_compare_by_what_is_known() {
        let date = |year, month, day| LaxDate::new(year, month, day);
        let day = date(1982, 12, 5);
        for (other, wanted) in [
            (day, Dates::SameDay),
            (date(1982, 12, 9), Dates::NearDay),
            (date(1983, 1, 2), Dates::NextYear),
            (date(1982, 12, 0), Dates::SameYear),
            (date(1982, 0, 0), Dates::SameYear),
            (date(1982, 3, 5), Dates::OtherDay),
            (date(1990, 12, 5), Dates::OtherYear),
            (None, Dates::Missing),
        ] {
            assert_eq!(dates(day, other), wanted, "{other:?}");
        }
        assert_eq!(dates(date(1982, 12, 30), date(1983, 1, 2)), Dates::NearDay);
    }
}
