//! What an answer about the board rests on: until a move touches that, the answer stands.

use super::points::{ALL, Points};

/// What was looked at to find an answer.
#[derive(Debug, Clone, Default)]
pub(super) struct Basis {
    /// The points of which everything counts.
    points: Points,
    /// Pieces (bits by index) of which every place counts.
    pieces: u16,
    /// Pieces that count on some points: they may leave them, or arrive.
    men: Placed,
    /// Points on which nobody stands now who counts, but somebody may arrive: those who shoot along
    /// lines, and those who take beside them.
    lines: Placed,
    near: Placed,
}

/// Pieces (bits by index), and the points at which they count.
#[derive(Debug, Clone, Default)]
struct Placed {
    pieces: u16,
    points: Points,
}

impl Basis {
    /// Whatever stands on these points was looked at.
    #[inline]
    pub(super) fn add(&mut self, points: Points) {
        self.points |= points;
    }

    /// It was looked at where these pieces (bits by index) stand on these points.
    #[inline]
    pub(super) fn add_men(&mut self, pieces: u16, points: Points) {
        match points {
            ALL => self.pieces |= pieces,
            _ => self.men.add(pieces, points),
        }
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

    /// The pieces (bits by index) of which every place counts.
    #[inline]
    pub(super) fn pieces(&self) -> u16 {
        self.pieces
    }

    /// The points that count, for whatever piece.
    #[inline]
    pub(super) fn span(&self) -> Points {
        self.points | self.men.points | self.lines.points | self.near.points
    }

    /// Whether it is touched by a move between these points, of one piece that takes another or
    /// nothing (bits by index).
    #[inline]
    pub(super) fn is_touched(&self, [moved, taken]: [u16; 2], from: Points, to: Points) -> bool {
        self.points & (from | to) != 0
            || self.men.has(moved | taken, from | to)
            || self.lines.has(moved, to)
            || self.near.has(moved, to)
    }
}

impl Placed {
    #[inline]
    fn add(&mut self, pieces: u16, points: Points) {
        self.pieces |= pieces;
        self.points |= points;
    }

    #[inline]
    fn has(&self, pieces: u16, points: Points) -> bool {
        self.points & points != 0 && self.pieces & pieces != 0
    }
}
