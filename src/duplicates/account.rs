//! One account of a game: its line, cut to the plies that are compared, and its claims. Pure.

use crate::metadata::{GameResult, Kind, LaxDate, SlipLimits, is_near_name, name_key, names_agree};
use crate::text::{fold, is_hanzi, latin_key};
use crate::xiangqi::{Move, Position, PositionKey, Trail};
use serde::{Deserialize, Serialize};

/// Number of plies up to which lines are compared; a file can contain a line of any length.
pub const LONGEST: usize = 1_000;

/// Players, date, result, event and title as a record states them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims {
    /// Folded name of Red; empty if unknown.
    pub red: String,
    /// Folded name of Black; empty if unknown.
    pub black: String,
    /// Stated date.
    pub date: Option<LaxDate>,
    /// Stated result.
    pub result: GameResult,
    /// Folded event; empty if unknown.
    pub event: String,
    /// Folded title; empty if unknown.
    pub title: String,
}

impl Claims {
    /// Folds the values of a record's headers into claims.
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

/// A replayed main line with the claims of its record.
#[derive(Debug, Clone)]
pub struct Account {
    /// Claims of the record.
    pub claims: Claims,
    /// Main line, cut to [`LONGEST`] plies.
    pub moves: Vec<Move>,
    /// Whether the line begins at the standard start or is a handicap game.
    pub is_whole: bool,
    /// Every position of the line, from the start to the last.
    pub(super) positions: Vec<LinePosition>,
}

/// A position of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LinePosition {
    /// Hash of the position, and hash of its mirror image.
    pub(super) hashes: [u64; 2],
    /// Number of pieces on the board.
    pub(super) pieces: u8,
}

impl LinePosition {
    /// Key in the position index, equal for mirror images.
    pub(super) fn key(self) -> u64 {
        PositionKey::of(self.hashes[0], self.hashes[1]).key
    }
}

impl Account {
    /// Replays a line. `start` is `None` for the standard start; use [`Account::of_kind`] to mark a
    /// handicap game as [whole](Account::is_whole).
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

    /// Also marks the account as whole if `kind` is a handicap game.
    #[must_use]
    pub fn of_kind(self, kind: Kind) -> Account {
        Account { is_whole: self.is_whole || kind == Kind::Handicap, ..self }
    }

    /// The moves of the line or, if `is_mirrored`, of its mirror image.
    pub(super) fn moves_turned(&self, is_mirrored: bool) -> Vec<Move> {
        let moves = self.moves.iter();
        moves.map(|mv| if is_mirrored { mv.mirror() } else { *mv }).collect()
    }

    /// Number of plies of the line, at most [`LONGEST`].
    pub fn plies(&self) -> usize {
        self.moves.len()
    }
}

/// Result of comparing the players of two accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerLikeness {
    /// Both names agree in writing or in sound.
    Agree,
    /// Both names may agree: one is cut, misprinted or written behind a team.
    Near,
    /// One player agrees, the other differs.
    One,
    /// The players agree with colours swapped.
    Swapped,
    /// No player agrees.
    Differ,
    /// A name is missing, and the given names agree.
    Missing,
}

/// Result of comparing the dates of two accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DateLikeness {
    /// One day.
    SameDay,
    /// Two days at most ten days apart.
    NearDay,
    /// One year; the day or month of one date is unknown.
    SameYear,
    /// Two days of one year, more than ten days apart.
    OtherDay,
    /// Two consecutive years.
    NextYear,
    /// Years further apart.
    OtherYear,
    /// A date is missing.
    Missing,
}

impl DateLikeness {
    /// Whether the two dates cannot both be true.
    pub fn contradict(self) -> bool {
        matches!(self, DateLikeness::OtherDay | DateLikeness::NextYear | DateLikeness::OtherYear)
    }
}

/// Result of comparing the claims of two accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Likeness {
    /// Comparison of the players.
    pub players: PlayerLikeness,
    /// Comparison of the dates.
    pub dates: DateLikeness,
    /// Whether both state the same winner.
    pub same_win: bool,
    /// Whether the accounts state different winners.
    pub other_win: bool,
    /// Whether both name the same event.
    pub same_event: bool,
    /// Whether a run of at least three hanzi of one title is part of the other.
    pub same_title: bool,
    /// Whether a player's name contains digits, as names of programs do; programs repeat games.
    pub programs: bool,
}

impl Likeness {
    /// Compares the claims of two accounts.
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

/// Whether two titles share a run of hanzi: `第三局 气吞关右`, `适情雅趣36气吞关右`.
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

/// Result of comparing two names.
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

/// Whether two names may be one: by one slip in writing, or by their sound.
fn is_near(a: &str, b: &str) -> bool {
    const LIMITS: SlipLimits = SlipLimits { hanzi: 3, letters: 6 };
    let are_hanzi = !a.is_ascii() && !b.is_ascii();
    is_near_name(a, b, LIMITS) || (are_hanzi && latin_key(a) == latin_key(b))
}

/// Days between two dates that may be a slip, or two days of one match.
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

/// Approximate number of days since year 0, with months of 31 days.
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
