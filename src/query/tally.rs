//! Numbers that a move changes in two points only: counts of pieces in regions, points of a partial
//! board that do not fit.
//!
//! Four of them lie side by side in a word, 16 bits each. A move is four table entries whatever the
//! numbers are about, and one addition tests all four against their ranges.

use super::board::{EMPTY, PartialBoard};
use super::line::Played;
use super::moments::Moments;
use super::points::{self, Points};
use smallvec::{SmallVec, smallvec};

/// How many numbers lie in a word.
const LANES: usize = 4;
/// Bits of a lane.
const BITS: usize = 16;
/// The highest bit of every lane.
const HIGH: u64 = 0x8000_8000_8000_8000;
/// Added to every number, so that differences are never below 0.
const ZERO: i32 = 1024;
/// Points of a board, as a power of two: no index has to be checked.
const POINTS: usize = 128;

/// What every piece counts on every point, and the range in which the sum must lie.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Tally {
    /// By piece, and 14 for an empty point: where it counts.
    plus: [Points; 15],
    /// Where it counts once less.
    minus: [Points; 15],
    least: i32,
    most: i32,
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
        Tally { least, most, ..tally }
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

    fn weight(&self, square: usize, piece: usize) -> i32 {
        i32::from(self.plus[piece] & points::BIT[square] != 0)
            - i32::from(self.minus[piece] & points::BIT[square] != 0)
    }
}

/// A count can be no larger than the board.
fn clamp(number: u32) -> i32 {
    number.min(200) as i32
}

/// Up to four numbers in a word.
#[derive(Debug)]
pub(super) struct Bank {
    /// What each piece counts on each point more than an empty point does: a move then changes
    /// three entries, and an empty point none.
    weights: Box<[u64; POINTS * 16]>,
    /// What the numbers are on an empty board.
    empty: u64,
    /// Lifts a number to the highest bit of its lane when it is not below its range, and when it is
    /// above it.
    low: u64,
    high: u64,
    used: usize,
}

impl Bank {
    /// Puts numbers into words, in order.
    pub(super) fn of(tallies: &[Tally]) -> Vec<Bank> {
        tallies.chunks(LANES).map(Bank::new).collect()
    }

    /// The word and the lane of a number.
    pub(super) const fn place(tally: usize) -> (usize, usize) {
        (tally / LANES, tally % LANES)
    }

    fn new(tallies: &[Tally]) -> Bank {
        let mut bank = Bank {
            weights: Box::new([0; POINTS * 16]),
            empty: 0,
            low: 0,
            high: 0,
            used: tallies.len(),
        };
        for (lane, tally) in tallies.iter().enumerate() {
            for square in 0..90 {
                let empty = tally.weight(square, usize::from(EMPTY));
                let empty_here = i64::from(empty) << (lane * BITS);
                bank.empty = bank.empty.wrapping_add(empty_here as u64);
                for piece in 0..usize::from(EMPTY) {
                    let more = tally.weight(square, piece) - empty;
                    let weight = i64::from(more) << (lane * BITS);
                    let entry = &mut bank.weights[square * 16 + piece];
                    *entry = entry.wrapping_add(weight as u64);
                }
            }
            let lift = |limit: i32| u64::from((0x8000 - ZERO - limit) as u16) << (lane * BITS);
            bank.low |= lift(tally.least);
            bank.high |= lift(tally.most + 1);
        }
        bank
    }

    /// At which moments each number lies in its range.
    pub(super) fn sweep(&self, board: &[u8; 90], steps: &[Played]) -> [Moments; LANES] {
        match self.used {
            1 => self.sweep_lanes::<1>(board, steps),
            2 => self.sweep_lanes::<2>(board, steps),
            3 => self.sweep_lanes::<3>(board, steps),
            _ => self.sweep_lanes::<4>(board, steps),
        }
    }

    fn sweep_lanes<const USED: usize>(
        &self,
        board: &[u8; 90],
        steps: &[Played],
    ) -> [Moments; LANES] {
        let len = steps.len() + 1;
        let zero = (0..LANES).fold(0, |sum, lane| sum | (ZERO as u64) << (lane * BITS));
        let mut sum = self.empty.wrapping_add(zero);
        for (square, &piece) in board.iter().enumerate() {
            sum = sum.wrapping_add(self.weight(square as u8, piece));
        }
        let mut words: [SmallVec<[u64; 4]>; LANES] =
            std::array::from_fn(|_| smallvec![0; len.div_ceil(64)]);
        // The first word begins with the start; after it every bit is a move.
        let mut bits = self.fits::<USED>(sum);
        let mut bit = 1;
        let mut number = 0;
        for step in steps {
            if bit == 64 {
                (0..USED).for_each(|lane| words[lane][number] = bits[lane]);
                (bits, bit) = ([0; USED], 0);
                number += 1;
            }
            let gone =
                self.weight(step.to, step.taken).wrapping_add(self.weight(step.from, step.moved));
            sum = sum.wrapping_add(self.weight(step.to, step.moved)).wrapping_sub(gone);
            let fits = self.fits::<USED>(sum);
            (0..USED).for_each(|lane| bits[lane] |= fits[lane] << bit);
            bit += 1;
        }
        (0..USED).for_each(|lane| words[lane][number] = bits[lane]);
        words.map(|words| Moments::of_words(words, len))
    }

    #[inline(always)]
    fn weight(&self, square: u8, piece: u8) -> u64 {
        self.weights[usize::from(square) % POINTS * 16 + usize::from(piece) % 16]
    }

    /// 1 for every lane whose number lies in its range.
    #[inline(always)]
    fn fits<const USED: usize>(&self, sum: u64) -> [u64; USED] {
        let inside = sum.wrapping_add(self.low) & !sum.wrapping_add(self.high) & HIGH;
        std::array::from_fn(|lane| inside >> (lane * BITS + BITS - 1) & 1)
    }
}
