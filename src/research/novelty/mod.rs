//! Novelties: the ply at which a game left everything that was played before it.
//!
//! A game leaves what was before it with the first of its positions that stands in the main line of
//! no earlier game, its mirror image not either. *Earlier* is a game whose date is surely before:
//! games of one day, and of one year when no more is known, are not before each other. Games
//! without a date are before none and leave nothing. Of linked copies the one that stands for them
//! is compared, and the others leave nothing.
//!
//! Here one game is compared by looking up its positions; `all` compares all games at once by going
//! through the index.

mod all;

pub use all::{Leaver, novelties};

use crate::metadata::PackedDate;
use crate::search::{Archive, DuplicateGroups, Effective, GameRow};
use crate::store::{Connection, Fact, Facts, Result};
use crate::xiangqi::{Move, Position};

/// The ply at which a game left everything before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Novelty {
    /// `game.id`
    pub game: u32,
    /// How many plies it had played when it stood where no earlier game had; 0 when it began there.
    /// None when every position of it had been before.
    pub ply: Option<u32>,
    /// The earlier games that came to the position from which it left, by date and key.
    pub left: Vec<u32>,
}

/// The games that a game left, in short: an archive can have millions of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Left {
    /// How many there are.
    pub games: u64,
    /// The earliest.
    pub first: Option<u32>,
    /// The latest.
    pub last: Option<u32>,
}

impl Left {
    /// Summarizes games, which are in the order of date and key.
    pub fn of(games: &[u32]) -> Left {
        let (first, last) = (games.first().copied(), games.last().copied());
        Left { games: games.len() as u64, first, last }
    }
}

/// Everything that is needed to find novelties; threads share it.
#[derive(Debug, Clone, Copy)]
pub struct Past<'a> {
    facts: &'a Facts,
    lines: Effective<'a>,
    kin: &'a DuplicateGroups,
}

impl<'a> Past<'a> {
    /// The past of every game of an archive.
    pub fn of(archive: &'a Archive) -> Result<Past<'a>> {
        Ok(Past { facts: archive.facts(), lines: archive.effective(), kin: archive.duplicates()? })
    }

    /// Finds out when a game left everything before it; none when it has no date or is the copy of
    /// another.
    pub fn novelty(&self, conn: &Connection, game: u32) -> Result<Option<Novelty>> {
        let Some(date) = self.date(game) else { return Ok(None) };
        let (mut ply, mut last) = (None, None);
        each_position(self.lines, conn, game, |number, position| {
            let is_known = self.lines.has_any(conn, position.key().key, |other, payload| {
                !payload.is_variation() && self.is_before(other, date)
            })?;
            if is_known {
                last = Some(position.clone());
            } else {
                ply = Some(number);
            }
            Ok(is_known)
        })?;
        let left = last.map_or_else(|| Ok(Vec::new()), |last| self.before(conn, &last, date))?;
        Ok(Some(Novelty { game, ply, left }))
    }

    /// The date of a game that is compared with others.
    fn date(&self, game: u32) -> Option<PackedDate> {
        let fact = self.facts.get(game).filter(|fact| counts(self.kin, game, fact));
        fact.map(|fact| fact.date)
    }

    fn is_before(&self, other: u32, date: PackedDate) -> bool {
        self.date(other).is_some_and(|other| other.latest() < date.earliest())
    }

    /// The games that came to a position before a date, by date and key.
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

/// Hands the positions of a main line to `look`, with the plies before each, until it says no.
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

/// Whether a game is compared with others: it has a first date, and is no copy.
pub(super) fn counts(kin: &DuplicateGroups, game: u32, fact: &Fact) -> bool {
    fact.is_alive() && !fact.date.earliest().is_unknown() && kin.first(game) == game
}

/// The position of a game after a number of plies.
pub fn position_before(game: &GameRow, plies: usize) -> Position {
    game.start_position().after(&game.moves[..plies.min(game.moves.len())])
}

/// The move by which a game left what was before it, and the position in which it was played; none
/// for a game that left nothing, or began where nothing was.
pub fn leaving(game: &GameRow, ply: Option<u32>) -> Option<(Move, Position)> {
    let place = (ply? as usize).checked_sub(1)?;
    Some((*game.moves.get(place)?, position_before(game, place)))
}

/// The ply that a game played in a position or in its mirror image, and the move as it looks on
/// this board.
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
