//! Parts of the board, absolute or as a piece's owner sees them.

use super::points::{self, Points, file, rank, rectangle};
use super::turn::Turn;
use crate::xiangqi::{Side, Square};

/// The points that count for a red piece, and for a black one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Region {
    red: Points,
    black: Points,
}

impl Region {
    /// The whole board.
    pub(super) const BOARD: Region = Region::absolute(points::ALL);
    /// Both palaces.
    pub(super) const PALACE: Region =
        Region::absolute(rectangle((3, 5), (0, 2)) | rectangle((3, 5), (7, 9)));
    /// The two banks of the river.
    pub(super) const RIVER: Region = Region::absolute(rank(4) | rank(5));
    /// The middle file.
    pub(super) const CENTRE: Region = Region::absolute(file(4));
    /// The files beside it.
    pub(super) const RIBS: Region = Region::absolute(file(3) | file(5));
    /// The outermost files.
    pub(super) const EDGE: Region = Region::absolute(file(0) | file(8));
    /// The own side of the river.
    pub(super) const HOME: Region = Region::seen(rectangle((0, 8), (0, 4)));
    /// The other side of the river.
    pub(super) const CROSSED: Region = Region::seen(rectangle((0, 8), (5, 9)));
    /// The own back rank.
    pub(super) const BASE: Region = Region::seen(rank(0));
    /// The enemy's back rank.
    pub(super) const BOTTOM: Region = Region::seen(rank(9));
    /// The four files to the left.
    pub(super) const LEFT: Region = Region::seen(rectangle((0, 3), (0, 9)));
    /// The four files to the right.
    pub(super) const RIGHT: Region = Region::seen(rectangle((5, 8), (0, 9)));

    const fn absolute(points: Points) -> Region {
        Region { red: points, black: points }
    }

    /// What Red sees there; Black sees the same from the other chair.
    const fn seen(red: Points) -> Region {
        // Turning the board by 180 degrees reverses the order of its 90 points.
        Region { red, black: red.reverse_bits() >> (128 - 90) }
    }

    /// The rectangle with these opposite corners.
    pub(super) fn between(one: Square, other: Square) -> Region {
        let sorted = |a: u8, b: u8| (a.min(b), a.max(b));
        Region::absolute(rectangle(
            sorted(one.file(), other.file()),
            sorted(one.rank(), other.rank()),
        ))
    }

    /// Either of two.
    #[must_use]
    pub(super) fn or(self, other: Region) -> Region {
        Region { red: self.red | other.red, black: self.black | other.black }
    }

    /// Whether a piece of `side` stands in it on `square`.
    pub fn contains(self, side: Side, square: Square) -> bool {
        self.points(side) & points::point(square) != 0
    }

    /// The points that count for a piece of `side`.
    pub(super) fn points(self, side: Side) -> Points {
        match side {
            Side::Red => self.red,
            Side::Black => self.black,
        }
    }

    /// The region on the turned board.
    pub(super) fn turned(self, turn: Turn) -> Region {
        let points = |side| points::turned(self.points(turn.side(side)), turn);
        Region { red: points(Side::Red), black: points(Side::Black) }
    }
}
