//! Which games are before which, for all games at once.

use super::one::counts;
use crate::metadata::PackedDate;
use crate::search::Archive;
use crate::store::Result;

/// Of no game: it has no date, or is a copy.
const NONE: u32 = u32::MAX;

/// For each game its place among all by the last day it can mean, and how many of the places are
/// before its first day. A game is before another when its place is.
pub(super) struct Order {
    places: Vec<u32>,
    before: Vec<u32>,
}

impl Order {
    /// Looks at all games.
    pub(super) fn of(archive: &Archive) -> Result<Order> {
        let kin = archive.kin()?;
        let facts = &archive.facts;
        let mut dated: Vec<(PackedDate, u32)> = facts
            .alive()
            .filter(|&(game, fact)| counts(kin, game, fact))
            .map(|(game, fact)| (fact.date.latest(), game))
            .collect();
        dated.sort_unstable();
        let mut places = vec![NONE; facts.last_id() as usize + 1];
        let mut before = vec![0; places.len()];
        for (place, &(_, game)) in (0..).zip(&dated) {
            places[game as usize] = place;
            let first = facts.get(game).map_or(PackedDate::UNKNOWN, |fact| fact.date);
            before[game as usize] = dated.partition_point(|&(last, _)| last < first) as u32;
        }
        Ok(Order { places, before })
    }

    /// Whether a game is compared with others.
    pub(super) fn has(&self, game: u32) -> bool {
        self.place(game) != NONE
    }

    /// Its place; the highest for a game that is not compared.
    #[inline]
    pub(super) fn place(&self, game: u32) -> u32 {
        self.places.get(game as usize).copied().unwrap_or(NONE)
    }

    /// All places below are before it.
    #[inline]
    pub(super) fn before(&self, game: u32) -> u32 {
        self.before.get(game as usize).copied().unwrap_or(0)
    }
}
