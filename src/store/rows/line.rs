//! The line of a game in the tables `game` and `record`: a start and its moves.

use crate::store::error::{Error, Result};
use crate::xiangqi::{Move, Position};

/// A game for replay, neither copied nor parsed.
#[derive(Debug, Clone, Copy)]
pub struct GameLine<'r> {
    /// `game.id`
    pub id: u32,
    /// FEN; `None` for the standard start.
    pub start: Option<&'r str>,
    /// Two bytes a ply.
    pub moves: &'r [u8],
    /// `game.key`
    pub key: &'r str,
}

impl GameLine<'_> {
    /// Position from which the line begins.
    pub fn start_position(&self) -> Result<Position> {
        start_position(self.start)
    }

    /// Moves of the line up to the first damaged one.
    pub fn playable(&self) -> impl Iterator<Item = Move> {
        self.moves.as_chunks::<2>().0.iter().map_while(|&pair| Move::from_bytes(pair))
    }

    /// Moves of the line; an error if one of them is damaged.
    pub fn played(&self) -> Result<Vec<Move>> {
        moves_of(self.moves)
    }
}

/// Parses a stored start.
pub(crate) fn start_position(start: Option<&str>) -> Result<Position> {
    let Some(fen) = start else { return Ok(Position::start()) };
    Position::from_fen(fen)
        .map_err(|error| Error::Damaged(format!("a game begins from `{fen}`: {error}")))
}

/// Parses stored moves.
pub(crate) fn moves_of(bytes: &[u8]) -> Result<Vec<Move>> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let moves: Option<Vec<Move>> = pairs.iter().map(|&pair| Move::from_bytes(pair)).collect();
    moves
        .filter(|_| rest.is_empty())
        .ok_or_else(|| Error::Damaged("a game has moves that are none".to_owned()))
}
