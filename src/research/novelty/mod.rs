//! Novelties: the ply at which a game left all earlier games.
//!
//! A game leaves earlier games with its first position that is in the main line of no earlier game,
//! in either orientation. *Earlier* means surely earlier by date: not the same day, nor the same
//! year if no more is known. Games without a date are compared with nothing. Of linked copies only
//! the game that represents them is compared.
//!
//! This file looks up the positions of one game, `few` those of some games, and `all` compares all
//! games in one pass through the index.

mod all;
mod few;
mod left;

pub use left::{Leaver, Left};

use crate::metadata::PackedDate;
use crate::notation::System;
use crate::search::{Archive, DuplicateGroups, Effective, GameRow, Watch};
use crate::store::{Connection, Fact, Facts, Result};
use crate::xiangqi::{Move, Position};
use all::novelties;
use few::novelties_of_few;
use std::collections::HashMap;

/// Share of the archive, as a divisor, below which the positions of the games are looked up.
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
        let Some(date) = self.date(game) else { return Ok(None) };
        let (mut ply, mut last) = (None, None);
        each_position(self.lines, conn, game, |number, position| {
            let key = position.key().key;
            let is_known = self.lines.has_any(conn, key, |other, payload| {
                !payload.is_variation() && self.is_before(other, date)
            })?;
            if is_known {
                last = Some(key);
            } else {
                ply = Some(number);
            }
            Ok(is_known)
        })?;
        let left = last.map_or_else(|| Ok(Vec::new()), |last| self.before(conn, last, date))?;
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

    /// The games that reached the position with this key before a date, by date and key.
    fn before(&self, conn: &Connection, key: u64, date: PackedDate) -> Result<Vec<u32>> {
        let mut games: Vec<(PackedDate, u32, u32)> = Vec::new();
        self.lines.lookup(conn, key, |other, payload| {
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
