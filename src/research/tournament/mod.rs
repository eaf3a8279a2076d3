//! A tournament as its games show it: who played whom, how, and what is missing.
//!
//! | file | subject |
//! | --- | --- |
//! | `reading.rs` | the games of an edition, read from an archive |
//! | `system.rs` | how one field of players played, recognised from its games |
//! | `stages.rs` | groups and play-offs |
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
pub use reading::{editions_asked, tournament, tournaments};
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
    /// The id of the game.
    pub id: u32,
    /// The key of the game.
    pub key: String,
    /// Red and Black, by their places in the list of players.
    pub players: [usize; 2],
    /// Their teams, as far as the record names them.
    pub teams: [Option<String>; 2],
    /// The result.
    pub result: GameResult,
    /// The round.
    pub round: Option<u32>,
    /// The day, as far as it is known.
    pub date: PackedDate,
    /// Results of its records, headings and copies that are not the result of the game.
    pub disputed: Vec<GameResult>,
    /// The game is of a play-off, or one more than all play, and counts in no table.
    pub is_play_off: bool,
}

impl TournamentGame {
    /// The points of Red and Black.
    #[must_use]
    pub fn points(&self) -> Option<[u32; 2]> {
        points(self.result)
    }

    /// The players, the lesser place first.
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

/// A tournament.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tournament {
    /// The name of the edition.
    pub name: String,
    /// Its year.
    pub year: Option<u32>,
    /// Its groups, that of the most games first.
    pub groups: Vec<TournamentGroup>,
    /// The player whose games alone are there, by place in the standings: how the others played
    /// cannot be seen.
    pub alone: Option<usize>,
    /// The players in the order of the standings, group by group.
    pub players: Vec<TournamentPlayer>,
    /// The games, by round and day.
    pub games: Vec<TournamentGame>,
    /// Games in which a player is not named; they are in no table.
    pub unnamed: u64,
    /// Manuals, studies, compositions and handicaps of the edition; they are in no table.
    pub others: u64,
    /// Games that are known to be missing.
    pub missing: Vec<MissingGame>,
    /// Places and scores that records state, and that games contradict.
    pub contradicted: Vec<ContradictedStanding>,
    /// First and last day, as far as they are known.
    pub dates: Option<(PackedDate, PackedDate)>,
}

impl Tournament {
    /// How it was played: as the group of the most games was.
    #[must_use]
    pub fn system(&self) -> PlayingSystem {
        self.groups.first().map_or(PlayingSystem::Unknown, |group| group.system)
    }

    /// Number of games that it must have had, where the systems of all groups tell it.
    #[must_use]
    pub fn expected(&self) -> Option<u32> {
        self.groups.iter().map(|group| group.expected).sum::<Option<u32>>().filter(|all| *all > 0)
    }

    /// The share of these that are there, in percent.
    #[must_use]
    pub fn found_percent(&self) -> Option<f64> {
        Some(stages::found_percent(self.expected()?, self.missing_games()))
    }

    /// Number of the games that it must have had and that are not there.
    #[must_use]
    pub fn missing_games(&self) -> u32 {
        self.groups.iter().map(|group| group.missing).sum()
    }

    /// The places in the standings of players under these names, as archives and people spell them.
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

    /// The rounds with the number of their games, first and last day.
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

fn widen_days(days: &mut Option<(PackedDate, PackedDate)>, day: PackedDate) {
    if !day.is_unknown() {
        let known = days.unwrap_or((day, day));
        *days = Some((known.0.min(day), known.1.max(day)));
    }
}
