//! One account of a game, as far as it is compared with others, and how well the claims of two
//! accounts agree. Pure.

use crate::metadata::{GameResult, Kind, LaxDate, SlipLimits, is_near_name, name_key, names_agree};
use crate::text::{fold, is_hanzi, latin_key};
use crate::xiangqi::{Move, Position, PositionKey, Trail};
use serde::{Deserialize, Serialize};

/// Number of plies up to which lines are compared. Whole games have a few hundred; a file can claim
/// any number.
pub const LONGEST: usize = 1_000;

/// Players, date, result, event and title as a record claims them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims {
    /// Folded name, empty when not known.
    pub red: String,
    /// Folded name, empty when not known.
    pub black: String,
    /// The date that the record states.
    pub date: Option<LaxDate>,
    /// The claimed result.
    pub result: GameResult,
    /// Folded, empty when not known.
    pub event: String,
    /// Folded, empty when not known.
    pub title: String,
}

impl Claims {
    /// Takes the claims from headers as they stand in the record.
    pub fn new(
        (red, black): (Option<&str>, Option<&str>),
        date: Option<LaxDate>,
        result: GameResult,
        (event, title): (Option<&str>, Option<&str>),
    ) -> Claims {
        let key = |name: Option<&str>| name.map(name_key).unwrap_or_default();
        Claims {
            red: key(red),
            black: key(black),
            date,
            result,
            event: event.map(fold).unwrap_or_default(),
            title: title.map(fold).unwrap_or_default(),
        }
    }
}

/// A main line, replayed, with the claims of its record.
#[derive(Debug, Clone)]
pub struct Account {
    /// The claims.
    pub claims: Claims,
    /// The main line, at most [`LONGEST`] plies.
    pub moves: Vec<Move>,
    /// Whether the game is there from its beginning: from the standard start, or from one less some
    /// pieces.
    pub is_whole: bool,
    /// For every position, from the start to the last.
    pub(super) positions: Vec<LinePosition>,
}

/// A position of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LinePosition {
    /// The hash of the position, and that of its mirror image.
    pub(super) hashes: [u64; 2],
    /// How many pieces stand.
    pub(super) pieces: u8,
}

impl LinePosition {
    /// The key in the position index: mirror images have the same.
    pub(super) fn key(self) -> u64 {
        PositionKey::of(self.hashes[0], self.hashes[1]).key
    }
}

impl Account {
    /// The account of a line. `start` is `None` for the standard start; a handicap is a start of
    /// its own and [a whole game](Account::is_whole) all the same.
    pub fn new(start: Option<&Position>, moves: &[Move], claims: Claims) -> Account {
        let position = start.cloned().unwrap_or_else(Position::start);
        let moves = moves[..moves.len().min(LONGEST)].to_vec();
        let mut pieces = u8::try_from(position.board().count()).unwrap_or(u8::MAX);
        let mut trail = Trail::of(&position);
        let mut positions = Vec::with_capacity(moves.len() + 1);
        positions.push(LinePosition { hashes: trail.hashes(), pieces });
        for &mv in &moves {
            pieces -= u8::from(trail.play(mv));
            positions.push(LinePosition { hashes: trail.hashes(), pieces });
        }
        Account { claims, moves, is_whole: start.is_none(), positions }
    }

    /// Marks the account as that of a handicap game or not.
    #[must_use]
    pub fn of_kind(self, kind: Kind) -> Account {
        Account { is_whole: self.is_whole || kind == Kind::Handicap, ..self }
    }

    /// The moves of the line, or those of its mirror image.
    pub(super) fn moves_turned(&self, is_mirrored: bool) -> Vec<Move> {
        let moves = self.moves.iter();
        moves.map(|mv| if is_mirrored { mv.mirror() } else { *mv }).collect()
    }

    /// Number of plies of the line, as far as it is compared.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }
}

/// How the players of two accounts compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerLikeness {
    /// Both are the same, as they are written or as they sound.
    Agree,
    /// Both may be the same: a name is cut, misprinted or stands behind a team.
    Near,
    /// One of the two players is the same, and the other is not.
    One,
    /// The two players with colours changed.
    Swapped,
    /// None is the same.
    Differ,
    /// A name is missing, and those that are there agree.
    Missing,
}

/// How the dates of two accounts compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DateLikeness {
    /// One day.
    SameDay,
    /// No more than ten days lie between.
    NearDay,
    /// The year is the same, and no two days contradict: one of them is not known.
    SameYear,
    /// Two days of one year.
    OtherDay,
    /// The years of the two dates follow each other.
    NextYear,
    /// Years that lie further apart.
    OtherYear,
    /// A date is missing.
    Missing,
}

impl DateLikeness {
    /// Whether the two statements cannot both be true.
    pub fn contradict(self) -> bool {
        matches!(self, DateLikeness::OtherDay | DateLikeness::NextYear | DateLikeness::OtherYear)
    }
}

/// How two accounts compare, their moves aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Likeness {
    /// Who played.
    pub players: PlayerLikeness,
    /// When.
    pub dates: DateLikeness,
    /// Both claim the same result, and somebody won.
    pub same_win: bool,
    /// Each claims that another won.
    pub other_win: bool,
    /// Both records name one event.
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

fn players(a: &Claims, b: &Claims) -> PlayerLikeness {
    match (name(&a.red, &b.red), name(&a.black, &b.black)) {
        (Name::Same, Name::Same) => PlayerLikeness::Agree,
        (Name::Near | Name::Same, Name::Near | Name::Same) => PlayerLikeness::Near,
        (Name::Missing, Name::Missing | Name::Near | Name::Same)
        | (Name::Near | Name::Same, Name::Missing) => PlayerLikeness::Missing,
        _ if name(&a.red, &b.black) >= Name::Near && name(&a.black, &b.red) >= Name::Near => {
            PlayerLikeness::Swapped
        }
        (Name::Near | Name::Same, Name::Differs) | (Name::Differs, Name::Near | Name::Same) => {
            PlayerLikeness::One
        }
        _ => PlayerLikeness::Differ,
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

/// Names that sound alike stand for one another where all else of a game agrees.
fn is_near(a: &str, b: &str) -> bool {
    const LIMITS: SlipLimits = SlipLimits { hanzi: 3, letters: 6 };
    let are_hanzi = !a.is_ascii() && !b.is_ascii();
    is_near_name(a, b, LIMITS) || (are_hanzi && latin_key(a) == latin_key(b))
}

/// Two days this far apart, in days, are a slip or the days of one match.
const FEW_DAYS: u32 = 10;

fn dates(a: Option<LaxDate>, b: Option<LaxDate>) -> DateLikeness {
    let (Some(a), Some(b)) = (a, b) else { return DateLikeness::Missing };
    let whole = |date: LaxDate| date.day > 0;
    match (days(a).abs_diff(days(b)), a.year.abs_diff(b.year)) {
        (0, _) if whole(a) && whole(b) => DateLikeness::SameDay,
        (1..=FEW_DAYS, _) if whole(a) && whole(b) => DateLikeness::NearDay,
        (_, 0) if whole(a) && whole(b) => DateLikeness::OtherDay,
        (_, 0) if a.month > 0 && b.month > 0 && a.month != b.month => DateLikeness::OtherDay,
        (_, 0) => DateLikeness::SameYear,
        (_, 1) => DateLikeness::NextYear,
        _ => DateLikeness::OtherYear,
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
        assert_eq!(of(("上海胡榮華", "呂欽"), ("胡荣华", "Lv Qin")), PlayerLikeness::Agree);
        assert_eq!(of(("杨官璘", "呂欽"), ("杨官麟", "呂欽")), PlayerLikeness::Near);
        assert_eq!(of(("", "呂欽"), ("杨官麟", "呂欽")), PlayerLikeness::Missing);
        assert_eq!(of(("徐天红", "呂欽"), ("李来群", "呂欽")), PlayerLikeness::One);
        assert_eq!(of(("呂欽", "李来群"), ("李来群", "呂欽")), PlayerLikeness::Swapped);
        assert_eq!(of(("呂欽", "李来群"), ("柳大华", "胡荣华")), PlayerLikeness::Differ);
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
            (day, DateLikeness::SameDay),
            (date(1982, 12, 9), DateLikeness::NearDay),
            (date(1983, 1, 2), DateLikeness::NextYear),
            (date(1982, 12, 0), DateLikeness::SameYear),
            (date(1982, 0, 0), DateLikeness::SameYear),
            (date(1982, 3, 5), DateLikeness::OtherDay),
            (date(1990, 12, 5), DateLikeness::OtherYear),
            (None, DateLikeness::Missing),
        ] {
            assert_eq!(dates(day, other), wanted, "{other:?}");
        }
        assert_eq!(dates(date(1982, 12, 30), date(1983, 1, 2)), DateLikeness::NearDay);
    }
}
