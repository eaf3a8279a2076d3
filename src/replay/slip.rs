//! A main line that ends early, and what goes wrong when a line of moves is written, copied or
//! printed.

use super::game::Children;
use crate::format::{RawMove, RawTree};
use crate::xiangqi::{Move, Position, Side};

/// A main line that ends early.
#[derive(Debug, Clone, Copy)]
pub struct BrokenLine<'a> {
    /// The position from which the line is played.
    pub start: &'a Position,
    /// The moves that could be played.
    pub played: &'a [Move],
    /// The whole main line as found. The moves that could be played come first; the next one cannot
    /// be played.
    pub tokens: &'a [RawMove<'a>],
}

impl<'a> RawTree<'a> {
    /// The moves of the main line as found.
    #[must_use]
    pub fn main_line(&self) -> Vec<RawMove<'a>> {
        let children = Children::of_raw(self);
        let nodes = std::iter::successors(children.main(Self::ROOT), |&node| children.main(node));
        nodes.map(|node| self.nodes[node as usize].mv).collect()
    }
}

/// The slip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slip {
    /// Another move was meant: the nearest of those that carry on equally far.
    Misprint(Vec<Move>),
    /// This move is exchanged with the one that many plies later (1 to 3).
    Exchanged(u32),
    /// In this move and the next, each side has been given what the other side played.
    Crossed,
    /// This number of moves (1 or 2) from this one on are too many.
    Extra(u32),
    /// Before this move, one of this side is missing: the moves that carry on equally far.
    Missing(Side, Vec<Move>),
    /// Before this move, a move of each side is missing.
    MissingPair([Move; 2]),
    /// The given side makes this move out of turn; from there on the sides alternate.
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

    /// The name of the slip in JSON.
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
