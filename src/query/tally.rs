//! Numbers that a move changes in two points only: counts of pieces in regions, points of a partial
//! board that do not fit.

use super::board::PartialBoard;
use super::points::{self, Points};

/// What every piece counts on every point, and the range in which the sum must lie.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Tally {
    /// By piece, and 14 for an empty point: where it counts.
    plus: [Points; 15],
    /// Where it counts once less.
    minus: [Points; 15],
    pub(super) least: i32,
    pub(super) most: i32,
}

/// Where each piece counts, by index.
pub(super) type Places = [Points; 14];

impl Tally {
    /// The number of men on these places.
    pub(super) fn count(places: &Places, least: u32, most: u32) -> Tally {
        let mut plus = [0; 15];
        plus[..14].copy_from_slice(places);
        Tally { plus, minus: [0; 15], least: clamp(least), most: clamp(most) }
    }

    /// How many more men are on the first places than on the second.
    pub(super) fn difference(one: &Places, other: &Places, least: i32, most: i32) -> Tally {
        let mut tally = Tally::count(one, 0, 0);
        tally.minus[..14].copy_from_slice(other);
        // Beside nothing it is a mere count, and a count has less room.
        match tally.is_difference() {
            true => Tally { least, most, ..tally },
            false => Tally { least: least.max(0), most: most.min(clamp(u32::MAX)), ..tally },
        }
    }

    /// Whether it can be below 0.
    pub(super) fn is_difference(&self) -> bool {
        self.minus != [0; 15]
    }

    /// No point differs from a partial board.
    pub(super) fn board(board: &PartialBoard) -> Tally {
        let mut plus = [0; 15];
        for (piece, points) in plus.iter_mut().enumerate() {
            let misses = (0..90).filter(|&square| !board.allows(square, piece));
            *points = misses.fold(0, |set, square| set | points::BIT[square]);
        }
        Tally { plus, minus: [0; 15], least: 0, most: 0 }
    }

    /// What a piece (by index, 14 for none) counts on a point.
    pub(super) fn weight(&self, square: usize, piece: usize) -> i32 {
        i32::from(self.plus[piece] & points::BIT[square] != 0)
            - i32::from(self.minus[piece] & points::BIT[square] != 0)
    }
}

/// No count is larger than the board; one more than that is out of reach.
fn clamp(number: u32) -> i32 {
    number.min(91) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_from_nothing_is_a_count() {
        let (all, nothing) = ([points::ALL; 14], [0; 14]);
        let range = |least, most| {
            let tally = Tally::difference(&all, &nothing, least, most);
            (tally.is_difference(), tally.least, tally.most)
        };
        assert_eq!(range(-200, 0), (false, 0, 0));
        assert_eq!(range(-200, -1), (false, 0, -1));
        assert_eq!(range(1, 200), (false, 1, 91));
    }
}
