//! The line of a game as the tables `game` and `record` keep it: a start and its moves.

use crate::store::error::{Error, Result};
use crate::xiangqi::{Move, Position};

/// A game as it is replayed, nothing of it copied or understood yet.
#[derive(Debug, Clone, Copy)]
pub struct GameLine<'r> {
    /// `game.id`
    pub id: u32,
    /// FEN; `None` is the standard start.
    pub start: Option<&'r str>,
    /// Two bytes a ply.
    pub moves: &'r [u8],
    /// `game.key`
    pub key: &'r str,
}

impl GameLine<'_> {
    /// The position from which the line begins.
    pub fn start_position(&self) -> Result<Position> {
        start_position(self.start)
    }

    /// The moves of the line.
    pub fn played(&self) -> Result<Vec<Move>> {
        moves_of(self.moves)
    }
}

/// The position that a stored start stands for.
pub(crate) fn start_position(start: Option<&str>) -> Result<Position> {
    let Some(fen) = start else { return Ok(Position::start()) };
    Position::from_fen(fen)
        .map_err(|error| Error::Damaged(format!("a game begins from `{fen}`: {error}")))
}

/// Stored moves.
pub(crate) fn moves_of(bytes: &[u8]) -> Result<Vec<Move>> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let moves: Option<Vec<Move>> = pairs.iter().map(|&pair| Move::from_bytes(pair)).collect();
    moves
        .filter(|_| rest.is_empty())
        .ok_or_else(|| Error::Damaged("a game has moves that are none".to_owned()))
}
