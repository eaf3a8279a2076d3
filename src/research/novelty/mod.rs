//! Novelties: the ply at which a game left all earlier games.
//!
//! A game leaves earlier games with its first position that is in the main line of no earlier game,
//! in either orientation. *Earlier* means surely earlier by date: not the same day, nor the same
//! year if no more is known. Games without a date are compared with nothing. Of linked copies only
//! the game that represents them is compared.
//!
//! This file looks up the positions of one game or of a few; `all` compares all games in one pass
//! through the index.

mod all;

pub use all::Leaver;

use crate::metadata::PackedDate;
use crate::notation::System;
use crate::search::{Archive, DuplicateGroups, Effective, GameRow, Watch, in_parallel};
use crate::store::{Connection, Fact, Facts, Result};
use crate::xiangqi::{Move, Position};
use all::novelties;
use rustc_hash::FxHashSet;
use std::collections::HashMap;

/// Share of the archive, as a divisor, below which games are looked up one by one.
const FEW: usize = 16;

/// The novelty of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Novelty {
    /// `game.id`
    pub game: u32,
    /// Number of plies before the first position that no earlier game has; 0 for a new start,
    /// `None` if earlier games have every position.
    pub ply: Option<u32>,
    /// Ids of the earlier games that reached the last known position, by date and key.
    pub left: Vec<u32>,
}

/// Summary of the games that a game left, of which there can be millions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Left {
    /// Number of games.
    pub games: u64,
    /// Id of the earliest of these games; `None` without games.
    pub first: Option<u32>,
    /// Id of the latest of these games; `None` without games.
    pub last: Option<u32>,
}

impl Left {
    /// Summarizes games, given by date and key.
    pub fn of(games: &[u32]) -> Left {
        let (first, last) = (games.first().copied(), games.last().copied());
        Left { games: games.len() as u64, first, last }
    }
}

/// Finder of novelties, shared by threads.
#[derive(Debug, Clone, Copy)]
pub struct Past<'a> {
    facts: &'a Facts,
    lines: Effective<'a>,
    kin: &'a DuplicateGroups,
}

impl<'a> Past<'a> {
    /// Compares with all games of the archive.
    pub fn of(archive: &'a Archive) -> Result<Past<'a>> {
        Ok(Past { facts: archive.facts(), lines: archive.effective(), kin: archive.duplicates()? })
    }

    /// The novelty of a game; `None` if the game has no date or is a copy of another.
    pub fn novelty(&self, conn: &Connection, game: u32) -> Result<Option<Novelty>> {
        self.novelty_beyond(&mut FxHashSet::default(), conn, game)
    }

    /// Like [`Past::novelty`]; `known` holds keys of positions that stand in games before this one,
    /// and receives those that are found.
    fn novelty_beyond(
        &self,
        known: &mut FxHashSet<u64>,
        conn: &Connection,
        game: u32,
    ) -> Result<Option<Novelty>> {
        let Some(date) = self.date(game) else { return Ok(None) };
        let (mut ply, mut last) = (None, None);
        each_position(self.lines, conn, game, |number, position| {
            let key = position.key().key;
            let is_known = known.contains(&key)
                || self.lines.has_any(conn, key, |other, payload| {
                    !payload.is_variation() && self.is_before(other, date)
                })?;
            if is_known {
                known.insert(key);
                last = Some(position.clone());
            } else {
                ply = Some(number);
            }
            Ok(is_known)
        })?;
        let left = last.map_or_else(|| Ok(Vec::new()), |last| self.before(conn, &last, date))?;
        Ok(Some(Novelty { game, ply, left }))
    }

    /// Date of a game that is compared; `None` for an undated game or a copy.
    fn date(&self, game: u32) -> Option<PackedDate> {
        let fact = self.facts.get(game).filter(|fact| counts(self.kin, game, fact));
        fact.map(|fact| fact.date)
    }

    fn is_before(&self, other: u32, date: PackedDate) -> bool {
        self.date(other).is_some_and(|other| other.latest() < date.earliest())
    }

    /// The games that reached a position before a date, by date and key.
    fn before(&self, conn: &Connection, position: &Position, date: PackedDate) -> Result<Vec<u32>> {
        let mut games: Vec<(PackedDate, u32, u32)> = Vec::new();
        self.lines.lookup(conn, position.key().key, |other, payload| {
            if !payload.is_variation()
                && self.is_before(other, date)
                && let Some(fact) = self.facts.get(other)
            {
                games.push((fact.date, fact.key, other));
            }
        })?;
        games.sort_unstable();
        games.dedup();
        Ok(games.into_iter().map(|(.., game)| game).collect())
    }
}

/// A game with the ply at which it left all earlier games.
#[derive(Debug, Clone)]
pub struct NoveltyFound {
    /// Ply at which the game left all earlier games.
    pub leaver: Leaver,
    /// The game itself.
    pub game: GameRow,
    /// Move by which the game left the earlier games, in the notation of the answer.
    pub san: Option<String>,
    /// Keys of the earliest and the latest game that it left at that ply.
    pub left: [Option<String>; 2],
}

impl NoveltyFound {
    /// Rows of novelties: their games, and their new moves in a notation.
    pub fn all(
        archive: &Archive,
        leavers: &[Leaver],
        notation: &System,
    ) -> Result<Vec<NoveltyFound>> {
        // Many games left one game: its key is read once.
        let mut keys: HashMap<u32, String> = HashMap::new();
        let mut key = |id: Option<u32>| -> Result<Option<String>> {
            let Some(id) = id else { return Ok(None) };
            if let Some(key) = keys.get(&id) {
                return Ok(Some(key.clone()));
            }
            let key = archive.snapshot().game_key(id)?;
            Ok(Some(keys.entry(id).or_insert(key).clone()))
        };
        let row = |&leaver: &Leaver| {
            let game = archive.game(leaver.game)?;
            let san = leaving(&game, leaver.ply).map(|(mv, before)| notation.write(mv, &before));
            let left = [key(leaver.left.first)?, key(leaver.left.last)?];
            Ok(NoveltyFound { leaver, game, san, left })
        };
        leavers.iter().map(row).collect()
    }
}

/// Novelties of games, in their order; games that left no other game are missing.
pub fn leavers(archive: &Archive, games: &[u32], watch: &dyn Watch) -> Result<Vec<Leaver>> {
    let leavers = match games.len() * FEW < archive.facts().last_id() as usize {
        true => novelties_of_few(archive, games, watch)?,
        false => novelties(archive, &games.iter().copied().collect(), watch)?,
    };
    let leaver = |&game: &u32| {
        let place = leavers.binary_search_by_key(&game, |leaver| leaver.game).ok()?;
        Some(leavers[place])
    };
    Ok(games.iter().filter_map(leaver).collect())
}

/// Novelties of a few games by id, equal to those of [`novelties`]. Looks up positions one by one,
/// and those that earlier games are known to have only once.
///
/// # Errors
/// [`Stopped`](crate::store::Error::Stopped) when `watch` ends the search.
fn novelties_of_few(archive: &Archive, games: &[u32], watch: &dyn Watch) -> Result<Vec<Leaver>> {
    let past = Past::of(archive)?;
    let mut dated: Vec<(PackedDate, u32)> =
        games.iter().filter_map(|&game| Some((past.date(game)?.earliest(), game))).collect();
    dated.sort_unstable();
    let parts = dated.len().div_ceil(rayon::current_num_threads()).max(1);
    let parts: Vec<&[(PackedDate, u32)]> = dated.chunks(parts).collect();
    let found = in_parallel(archive, parts.len(), |conn, number| {
        // The games are in order of date: a game before one of them is before all later ones.
        let mut known = FxHashSet::default();
        let one = |&(_, game): &(PackedDate, u32)| {
            watch.go_on()?;
            let novelty = past.novelty_beyond(&mut known, conn, game)?;
            Ok(novelty.map(|Novelty { game, ply, left }| Leaver {
                game,
                ply,
                left: Left::of(&left),
            }))
        };
        parts[number].iter().map(one).filter_map(Result::transpose).collect::<Result<Vec<_>>>()
    })?;
    let mut leavers: Vec<Leaver> = found.into_iter().flatten().collect();
    leavers.sort_unstable_by_key(|leaver| leaver.game);
    Ok(leavers)
}

/// Calls `look` with each position of a main line and the number of plies before it, until `look`
/// returns false.
fn each_position(
    lines: Effective<'_>,
    conn: &Connection,
    game: u32,
    mut look: impl FnMut(u32, &Position) -> Result<bool>,
) -> Result<()> {
    lines.game_line(conn, game, &mut |line| {
        let mut position = line.start_position()?;
        let moves = line.played()?;
        for ply in 0.. {
            if !look(ply, &position)? {
                break;
            }
            let Some(&mv) = moves.get(ply as usize) else { break };
            position.play_unchecked(mv);
        }
        Ok(())
    })
}

/// Whether a game is compared with others: it has a date and is no copy.
pub(super) fn counts(kin: &DuplicateGroups, game: u32, fact: &Fact) -> bool {
    fact.is_alive() && !fact.date.earliest().is_unknown() && kin.first(game) == game
}

/// The position of a game after `plies` plies, at most its last.
pub fn position_before(game: &GameRow, plies: usize) -> Position {
    game.start_position().after(&game.moves[..plies.min(game.moves.len())])
}

/// The move with which a game left earlier games, and the position before it; `ply` is that of
/// [`Novelty`]. `None` if there is no such move.
pub fn leaving(game: &GameRow, ply: Option<u32>) -> Option<(Move, Position)> {
    let place = (ply? as usize).checked_sub(1)?;
    Some((*game.moves.get(place)?, position_before(game, place)))
}

/// Ply, 1-based, of the game's move in a position or its mirror image, and the move as it looks in
/// the given position.
pub fn next_move(game: &GameRow, wanted: &Position) -> Option<(u32, Move)> {
    let mut position = game.start_position();
    for (ply, &mv) in (1..).zip(&game.moves) {
        if position.key().key == wanted.key().key {
            return Some((ply, if position == *wanted { mv } else { mv.mirror() }));
        }
        position.play_unchecked(mv);
    }
    None
}
