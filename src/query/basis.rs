//! What an answer about the board rests on: until a move touches that, the answer stands.

use super::points::Points;

/// What was looked at to find an answer.
#[derive(Debug, Clone, Default)]
pub(super) struct Basis {
    /// The points of which everything counts.
    points: Points,
    /// Points on which nobody stands now who counts, but somebody may arrive: those who shoot along
    /// lines, and those who take beside them.
    lines: Arrivals,
    near: Arrivals,
}

/// Pieces (bits by index), and points at which one of them would count.
#[derive(Debug, Clone, Default)]
struct Arrivals {
    pieces: u16,
    points: Points,
}

impl Basis {
    /// Whatever stands on these points was looked at.
    #[inline]
    pub(super) fn add(&mut self, points: Points) {
        self.points |= points;
    }

    /// It was looked at whether one of these pieces (bits by index) could shoot from these points.
    #[inline]
    pub(super) fn add_on_lines(&mut self, pieces: u16, points: Points) {
        self.lines.add(pieces, points);
    }

    /// It was looked at whether one of these pieces (bits by index) stands on these points.
    #[inline]
    pub(super) fn add_near(&mut self, pieces: u16, points: Points) {
        self.near.add(pieces, points);
    }

    /// All points that have to do with it.
    #[inline]
    pub(super) fn span(&self) -> Points {
        self.points | self.lines.points | self.near.points
    }

    /// Whether a piece touches it by a move between these points.
    #[inline]
    pub(super) fn is_touched(&self, piece: usize, from: Points, to: Points) -> bool {
        self.points & (from | to) != 0 || self.lines.has(piece, to) || self.near.has(piece, to)
    }
}

impl Arrivals {
    #[inline]
    fn add(&mut self, pieces: u16, points: Points) {
        self.pieces |= pieces;
        self.points |= points;
    }

    #[inline]
    fn has(&self, piece: usize, to: Points) -> bool {
        self.points & to != 0 && self.pieces >> piece & 1 != 0
    }
}
