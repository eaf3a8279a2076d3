//! In which years each move of a position was played.

use super::archive::Archive;
use super::archive::postings::{Mirroring, View, postings};
use super::conditions::filter::Matcher;
use super::conditions::filter::Sieve;
use super::conditions::filter::Sifted;
use super::count::{Counting, Folded};
use crate::store::Result;
use crate::xiangqi::{Move, Position};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A move of a position, and when it was played there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveYears {
    /// The move, as [`Row::mv`](super::Row::mv).
    pub mv: Move,
    /// Games in which it was played, by year; those without a year are left out.
    pub years: BTreeMap<u16, u64>,
}

#[derive(Default)]
struct Tally {
    /// The game counted last: a game counts once.
    last_game: Option<u32>,
    games: u64,
    as_other: u64,
    years: BTreeMap<u16, u64>,
}

/// The years of every move that the explorer lists, in the order of the moves.
///
/// # Errors
/// When the database cannot be read.
pub fn moves_by_year(
    archive: &Archive,
    position: &Position,
    matcher: &Matcher,
    mirroring: Mirroring,
    variations: bool,
) -> Result<Vec<MoveYears>> {
    let view = View { asked: position.key(), mirroring };
    let folded = Folded::new(view);
    let sieve = Sieve::new(archive, matcher)?;
    let found = postings(archive, view.asked.key, variations)?;
    let mut tallies: FxHashMap<u16, Tally> = FxHashMap::default();
    view.for_each_game(&found, &sieve, |id, game, sifted| {
        let (Sifted::Fits, Some(fact)) = (sifted, archive.facts.get(id)) else { return };
        let weight = sieve.weight(id);
        for payload in game.payloads() {
            let Some(Counting { row, is_other, .. }) = folded.counting(payload) else { continue };
            let tally = tallies.entry(row).or_default();
            if tally.last_game.replace(id) == Some(id) {
                continue;
            }
            tally.games += weight;
            tally.as_other += if is_other { weight } else { 0 };
            if let Some(year) = fact.year() {
                *tally.years.entry(year).or_default() += weight;
            }
        }
    });
    let row = |(row, tally): (u16, Tally)| {
        let Tally { games, as_other, years, .. } = tally;
        MoveYears { mv: folded.mv(row, games, as_other), years }
    };
    let mut moves: Vec<MoveYears> = tallies.into_iter().map(row).collect();
    moves.sort_unstable_by_key(|row| row.mv);
    Ok(moves)
}
