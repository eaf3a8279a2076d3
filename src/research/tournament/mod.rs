//! A tournament as its games show it: pairings, system, standings and missing games.
//!
//! | file | subject |
//! | --- | --- |
//! | `reading.rs` | reads the games of an edition from an archive |
//! | `system.rs` | recognises the system of one field of players |
//! | `stages.rs` | recognises groups and play-offs |
//! | `table.rs` | standings and cross table |
//! | `stated.rs` | places and scores that records state |
//! | `published.rs` | a published table beside the one of the games |
//!
//! `reading.rs` reads a database; the rest is pure. Copies of one game count once. A win counts 2
//! points, a draw 1.

mod published;
mod reading;
mod stages;
mod stated;
mod system;
mod table;

pub use published::{
    DifferenceCause, Published, PublishedError, StandingDifference, compare, read_published,
};
pub use reading::{tournament, tournaments};
pub use stages::TournamentGroup;
pub use stated::ContradictedStanding;
pub use system::PlayingSystem;
pub use table::{MissingGame, TournamentPlayer, cross_cell};

use crate::metadata::{GameResult, PackedDate, name_key};
use crate::search::Archive;
use crate::store::{PLAYERS, Result};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A game of a tournament.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TournamentGame {
    /// `game.id`
    pub id: u32,
    /// Key of the game.
    pub key: String,
    /// Red and Black, as places in [`Tournament::players`].
    pub players: [usize; 2],
    /// Teams of Red and Black, if the record names them.
    pub teams: [Option<String>; 2],
    /// Result of the game.
    pub result: GameResult,
    /// Round of the game, if known.
    pub round: Option<u32>,
    /// Date of the game, as far as known.
    pub date: PackedDate,
    /// Other results that its records, headings and copies state.
    pub disputed: Vec<GameResult>,
    /// Whether the game is of a play-off, or beyond the games that all play; no table counts it.
    pub is_play_off: bool,
}

impl TournamentGame {
    /// Points of Red and Black; `None` without a result.
    #[must_use]
    pub fn points(&self) -> Option<[u32; 2]> {
        points(self.result)
    }

    /// The two players, the lower place first.
    fn pair(&self) -> [usize; 2] {
        let [red, black] = self.players;
        [red.min(black), red.max(black)]
    }
}

fn points(result: GameResult) -> Option<[u32; 2]> {
    match result {
        GameResult::RedWins => Some([2, 0]),
        GameResult::Draw => Some([1, 1]),
        GameResult::BlackWins => Some([0, 2]),
        GameResult::Unknown => None,
    }
}

/// A tournament with its players, games and standings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tournament {
    /// Name of the edition.
    pub name: String,
    /// Year of the edition.
    pub year: Option<u32>,
    /// Groups, that with the most games first.
    pub groups: Vec<TournamentGroup>,
    /// Place of the player to whom nearly all known games belong; the games of the others are not
    /// known.
    pub alone: Option<usize>,
    /// Players in the order of the standings, group by group.
    pub players: Vec<TournamentPlayer>,
    /// Games, by round and day.
    pub games: Vec<TournamentGame>,
    /// Number of games with an unnamed player, which no table counts.
    pub unnamed: u64,
    /// Number of manuals, studies, compositions and handicap games, which no table counts.
    pub others: u64,
    /// Games known to be missing.
    pub missing: Vec<MissingGame>,
    /// Places and scores that records state and games contradict.
    pub contradicted: Vec<ContradictedStanding>,
    /// First and last day, as far as known.
    pub dates: Option<(PackedDate, PackedDate)>,
}

impl Tournament {
    /// System of the group with the most games.
    #[must_use]
    pub fn system(&self) -> PlayingSystem {
        self.groups.first().map_or(PlayingSystem::Unknown, |group| group.system)
    }

    /// Number of games that were played, if the systems of all groups determine it.
    #[must_use]
    pub fn expected(&self) -> Option<u32> {
        self.groups.iter().map(|group| group.expected).sum::<Option<u32>>().filter(|all| *all > 0)
    }

    /// Percentage of the expected games that are found.
    #[must_use]
    pub fn found_percent(&self) -> Option<f64> {
        Some(stages::found_percent(self.expected()?, self.missing_games()))
    }

    /// Number of expected games that are missing.
    #[must_use]
    pub fn missing_games(&self) -> u32 {
        self.groups.iter().map(|group| group.missing).sum()
    }

    /// Places in the standings of players with these names, including other spellings in the
    /// archive.
    pub fn places_of<'n>(
        &self,
        archive: &Archive,
        names: impl Iterator<Item = &'n str>,
    ) -> Result<FxHashMap<String, usize>> {
        let folded = archive.folded_names()?;
        let mut places = FxHashMap::default();
        for name in names {
            PLAYERS.alike(archive.snapshot(), &name_key(name), &mut |row| {
                let head = folded.player(row.id()?);
                let place = self.players.iter().position(|player| Some(player.head) == head);
                places.extend(place.map(|place| (name.to_owned(), place)));
                Ok(())
            })?;
        }
        Ok(places)
    }

    /// Rounds, each with its number of games, its first and its last day.
    #[must_use]
    pub fn rounds(&self) -> BTreeMap<u32, (u32, Option<(PackedDate, PackedDate)>)> {
        let mut rounds: BTreeMap<u32, (u32, Option<(PackedDate, PackedDate)>)> = BTreeMap::new();
        for game in &self.games {
            let Some(round) = game.round else { continue };
            let known = rounds.entry(round).or_default();
            known.0 += 1;
            widen_days(&mut known.1, game.date);
        }
        rounds
    }
}

/// Widens a span of days to a date. A date that contains the first or the last day, as `1990` does
/// 1990-01-06, says less than that day and does not replace it.
fn widen_days(days: &mut Option<(PackedDate, PackedDate)>, date: PackedDate) {
    if date.is_unknown() {
        return;
    }
    let contains = |outer: PackedDate, inner: PackedDate| {
        outer.earliest() <= inner.earliest() && inner.latest() <= outer.latest()
    };
    let moved = |end: PackedDate, is_beyond: bool| {
        let is_better = contains(end, date) || is_beyond && !contains(date, end);
        if is_better { date } else { end }
    };
    let (first, last) = days.unwrap_or((date, date));
    *days = Some((moved(first, date < first), moved(last, date > last)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::DateSpan;

    #[test]
    fn a_year_replaces_no_day_of_it() {
        let date = |text: &str| PackedDate::of(DateSpan::from_text(text));
        let span = |texts: &[&str]| {
            let mut days = None;
            texts.iter().for_each(|text| widen_days(&mut days, date(text)));
            days.unwrap()
        };
        let days = ["1990", "1990-01-13", "1990-01-06", "1990-01"];
        for shift in 0..days.len() {
            let mut days = days;
            days.rotate_left(shift);
            assert_eq!(span(&days), (date("1990-01-06"), date("1990-01-13")), "{days:?}");
            days.reverse();
            assert_eq!(span(&days), (date("1990-01-06"), date("1990-01-13")), "{days:?}");
        }
        for days in [["1990-01-06", "1991", "1990"], ["1990", "1991", "1990-01-06"]] {
            assert_eq!(span(&days), (date("1990-01-06"), date("1991")), "{days:?}");
        }
        assert_eq!(span(&["1990"]), (date("1990"), date("1990")));
    }
}
