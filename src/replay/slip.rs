//! Broken lines, and the slips that happen when moves are written, copied or printed.

use super::game::Children;
use crate::format::{RawMove, RawTree};
use crate::xiangqi::{Move, Position, Side};

/// A main line that ends early.
#[derive(Debug, Clone, Copy)]
pub struct BrokenLine<'a> {
    /// Position before the first move.
    pub start: &'a Position,
    /// The moves that play.
    pub played: &'a [Move],
    /// All tokens of the main line: first those of `played`, then the one that cannot be played.
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

/// A slip of the writer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slip {
    /// Another move was meant: of those that play furthest, all nearest to the written one.
    Misprint(Vec<Move>),
    /// The move is exchanged with the one this number of plies later (1 to 3).
    Exchanged(u32),
    /// This move and the next are swapped between the sides: each side has the other's move.
    Crossed,
    /// This number of moves (1 or 2), from this one on, are too many.
    Extra(u32),
    /// A move of this side is missing before this ply: of those that play furthest, all likeliest.
    Missing(Side, Vec<Move>),
    /// A move of each side is missing before this ply.
    MissingPair([Move; 2]),
    /// The given side plays this move out of turn; from here on the sides alternate.
    Turn(Side),
}

impl Slip {
    /// Rank of the kind of slip, likelier kinds lower.
    pub(super) fn rank(&self) -> u8 {
        self.kind().0
    }

    /// Name of the kind of slip in JSON.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.kind().1
    }

    /// Rank and name of the kind of slip.
    fn kind(&self) -> (u8, &'static str) {
        match self {
            Slip::Misprint(_) => (0, "misprint"),
            Slip::Exchanged(_) => (1, "exchanged"),
            Slip::Crossed => (2, "crossed"),
            Slip::Extra(_) => (3, "extra"),
            Slip::Missing(..) => (4, "missing"),
            Slip::MissingPair(_) => (5, "missing-pair"),
            Slip::Turn(_) => (6, "turn"),
        }
    }
}
