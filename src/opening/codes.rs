//! The codes of one game.

use super::code::Code;
use super::positions::Positions;
use super::table::Table;
use crate::xiangqi::{Move, Position};

/// The codes of a game from the standard start: by its moves, and by its positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Codes {
    /// What the moves are called, as every published program does.
    pub code: Code,
    /// What the last known position within twenty plies is called.
    pub position: Option<Code>,
}

impl Codes {
    /// The ECCO codes of a game; none when it has no move or does not begin from the standard
    /// start.
    pub fn of(start: &Position, moves: &[Move]) -> Option<Codes> {
        let code = Table::ecco().code(moves.iter().copied()).filter(|_| start.is_start())?;
        Some(Codes { code, position: Positions::ecco().code(moves) })
    }
}
