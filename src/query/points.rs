//! Sets of points as bits: bit n is the square with index n.

use super::turn::Turn;
use crate::xiangqi::Square;

/// A set of points of the board.
pub(super) type Points = u128;

/// Every point.
pub(super) const ALL: Points = (1 << 90) - 1;

/// Rank 0 and file a, to be shifted.
const RANK: Points = 0x1FF;
const FILE: Points = {
    let mut points = 0;
    let mut rank = 0;
    while rank < 10 {
        points |= 1 << (9 * rank);
        rank += 1;
    }
    points
};

/// The set of one point.
#[inline]
pub(super) fn point(square: Square) -> Points {
    BIT[square.index()]
}

/// The set of the point with this index (0..90); shifting 128 bits takes longer than looking up.
pub(super) static BIT: [Points; 128] = {
    let mut bits = [0; 128];
    let mut index = 0;
    while index < 90 {
        bits[index] = 1 << index;
        index += 1;
    }
    bits
};

/// The file and the rank of a point.
#[inline]
pub(super) fn coordinates(square: usize) -> (usize, usize) {
    let [file, rank] = COORDINATES[square % 128];
    (usize::from(file), usize::from(rank))
}

/// The file and the rank of the point with each index.
static COORDINATES: [[u8; 2]; 128] = {
    let mut coordinates = [[0; 2]; 128];
    let mut index = 0;
    while index < 90 {
        coordinates[index] = [index as u8 % 9, index as u8 / 9];
        index += 1;
    }
    coordinates
};

/// The points of the rectangle with these files and ranks, ends included.
pub(super) const fn rectangle(files: (u8, u8), ranks: (u8, u8)) -> Points {
    let mut points = 0;
    let mut rank = ranks.0;
    while rank <= ranks.1 {
        let mut file = files.0;
        while file <= files.1 {
            points |= 1 << (9 * rank + file);
            file += 1;
        }
        rank += 1;
    }
    points
}

/// The points of a file (0..9).
pub(super) const fn file(number: u8) -> Points {
    FILE << number
}

/// The points of a rank (0..10).
pub(super) const fn rank(number: u8) -> Points {
    RANK << (9 * number)
}

/// The indices of a set, ascending.
pub(super) fn each(mut points: Points) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let index = lowest(points)?;
        points &= points - 1;
        Some(index)
    })
}

/// The lowest index of a set.
#[inline]
pub(super) fn lowest(points: Points) -> Option<usize> {
    (points != 0).then(|| points.trailing_zeros() as usize)
}

/// The index of a set of one point. A side with several kings is in check as little as one without
/// any: which of them is meant would change in a mirror.
#[inline]
pub(super) fn only(points: Points) -> Option<usize> {
    points.is_power_of_two().then(|| points.trailing_zeros() as usize)
}

/// The highest index of a set.
#[inline]
pub(super) fn highest(points: Points) -> Option<usize> {
    points.checked_ilog2().map(|index| index as usize)
}

/// The set on the turned board.
pub(super) fn turned(points: Points, turn: Turn) -> Points {
    let squares = Square::all().filter(|&square| points & point(square) != 0);
    squares.fold(0, |set, square| set | point(turn.square(square)))
}
