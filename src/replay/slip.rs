//! What goes wrong when a line of moves is written, copied or printed.

use crate::xiangqi::{Move, Side};

/// What may have gone wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slip {
    /// Another move was meant: the nearest of those that carry on equally far.
    Misprint(Vec<Move>),
    /// This move and the one so many plies later (1 to 3) are exchanged.
    Exchanged(u32),
    /// In this move and the next, each side has been given what the other side played.
    Crossed,
    /// So many moves (1 or 2) from this one on are too many.
    Extra(u32),
    /// Before this move, one of this side is missing: the moves that carry on equally far.
    Missing(Side, Vec<Move>),
    /// Before this move, a move of each side is missing.
    MissingPair([Move; 2]),
    /// From this move on the other side moves: it is this one's turn.
    Turn(Side),
}

impl Slip {
    /// The likelier, the lower.
    pub(super) fn rank(&self) -> u8 {
        match self {
            Slip::Misprint(_) => 0,
            Slip::Exchanged(_) => 1,
            Slip::Crossed => 2,
            Slip::Extra(_) => 3,
            Slip::Missing(..) => 4,
            Slip::MissingPair(_) => 5,
            Slip::Turn(_) => 6,
        }
    }

    /// Its name in JSON.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Slip::Misprint(_) => "misprint",
            Slip::Exchanged(_) => "exchanged",
            Slip::Crossed => "crossed",
            Slip::Extra(_) => "extra",
            Slip::Missing(..) => "missing",
            Slip::MissingPair(_) => "missing-pair",
            Slip::Turn(_) => "turn",
        }
    }
}
