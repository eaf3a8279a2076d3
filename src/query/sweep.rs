//! Numbers that a move changes in two points only, packed in words: a move is three table entries,
//! and one addition tests up to eight numbers against their ranges.

use super::board::{EMPTY, PartialBoard};
use super::line::{PlayedLine, PlayedMove, Squares};
use super::plies::PlySet;
use super::points::{self, Points};

/// A sum over all points of the weight of the piece there, with the range of the sum.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct SweepTally {
    /// Points where each piece has weight +1, by piece; 14 is an empty point.
    plus: [Points; 15],
    /// Points where each piece has weight -1.
    minus: [Points; 15],
    pub(super) least: i32,
    pub(super) most: i32,
}

/// Points on which each piece counts, by piece index.
pub(super) type Places = [Points; 14];

impl SweepTally {
    /// Number of men on these places.
    pub(super) fn count(places: &Places, least: u32, most: u32) -> SweepTally {
        let mut plus = [0; 15];
        plus[..14].copy_from_slice(places);
        SweepTally { plus, minus: [0; 15], least: clamp(least), most: clamp(most) }
    }

    /// Number of men on the first places minus those on the second.
    pub(super) fn difference(one: &Places, other: &Places, least: i32, most: i32) -> SweepTally {
        let mut tally = SweepTally::count(one, 0, 0);
        tally.minus[..14].copy_from_slice(other);
        // With no second places it is a count, which uses fewer bits.
        match tally.is_difference() {
            true => SweepTally { least, most, ..tally },
            false => SweepTally { least: least.max(0), most: most.min(clamp(u32::MAX)), ..tally },
        }
    }

    /// Whether the sum can be negative.
    pub(super) fn is_difference(&self) -> bool {
        self.minus != [0; 15]
    }

    /// Number of points that differ from a partial board: 0.
    pub(super) fn board(board: &PartialBoard) -> SweepTally {
        let mut plus = [0; 15];
        for (piece, points) in plus.iter_mut().enumerate() {
            let misses = (0..90).filter(|&square| !board.allows(square, piece));
            *points = misses.fold(0, |set, square| set | points::BIT[square]);
        }
        SweepTally { plus, minus: [0; 15], least: 0, most: 0 }
    }

    /// Weight of a piece (by index, 14 for none) on a point.
    pub(super) fn weight(&self, square: usize, piece: usize) -> i32 {
        i32::from(self.plus[piece] & points::BIT[square] != 0)
            - i32::from(self.minus[piece] & points::BIT[square] != 0)
    }
}

/// Limits a number to one more than any count on the board.
fn clamp(number: u32) -> i32 {
    number.min(91) as i32
}

/// Place of a number: its word, and the highest of its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) bank: usize,
    pub(super) lane: usize,
}

/// Numbers that fit in one word. A count takes 8 bits (no board has more than 90 men), a difference
/// 16.
#[derive(Debug)]
pub(super) struct Bank {
    /// Weight of each piece on each point minus that of the empty point: a move reads three
    /// entries, and empty points none.
    weights: SquareTable,
    /// Numbers on an empty board, and at the standard start. They have an offset: the highest bit
    /// of a number is set if the number is not below its range.
    empty: u64,
    standard: u64,
    /// Added to the numbers, it clears that bit unless a number is above its range.
    above: u64,
    /// Whether each piece has the same weight everywhere: then only captures change the numbers.
    is_of_men: bool,
}

impl Bank {
    /// Packs numbers into words, in order; returns the words and the place of each number.
    pub(super) fn of(tallies: &[SweepTally]) -> (Vec<Bank>, Vec<Place>) {
        let (mut banks, mut places): (Vec<Bank>, Vec<Place>) = (Vec::new(), Vec::new());
        let mut used = LANES;
        for tally in tallies {
            let width = if tally.is_difference() { 2 } else { 1 };
            if used + width > LANES {
                banks.push(Bank::new());
                used = 0;
            }
            if let Some(bank) = banks.last_mut() {
                bank.add(tally, 8 * used, 8 * width);
            }
            used += width;
            places.push(Place { bank: banks.len() - 1, lane: used - 1 });
        }
        let standard = PlayedLine::new();
        for bank in &mut banks {
            bank.standard = bank.on(&standard.board);
            let (first, others) = bank.weights.split_at(16);
            bank.is_of_men = others.chunks(16).take(89).all(|point| point == first);
        }
        (banks, places)
    }

    fn new() -> Bank {
        Bank { weights: Box::new([0; CELLS]), empty: 0, standard: 0, above: 0, is_of_men: false }
    }

    /// Adds a number at the bits from `shift` on.
    fn add(&mut self, tally: &SweepTally, shift: usize, bits: usize) {
        let at = |number: i32| (i64::from(number) << shift) as u64;
        let lift = (1 << (bits - 1)) - tally.least;
        self.empty = self.empty.wrapping_add(at(lift));
        self.above = self.above.wrapping_add(at(tally.least - tally.most - 1));
        for square in 0..90 {
            let empty = tally.weight(square, usize::from(EMPTY));
            self.empty = self.empty.wrapping_add(at(empty));
            for piece in 0..usize::from(EMPTY) {
                let entry = &mut self.weights[square * 16 + piece];
                *entry = entry.wrapping_add(at(tally.weight(square, piece) - empty));
            }
        }
    }

    fn on(&self, board: &[u8; 90]) -> u64 {
        let indices = (0..).zip(board).map(|(square, &piece)| square << 4 | u16::from(piece));
        indices.fold(self.empty, |sum, index| sum.wrapping_add(cell(&self.weights, index)))
    }

    /// Moments at which each number is in its range; the moves of `line` must have been played.
    pub(super) fn sweep(&self, line: &PlayedLine, swept: &mut Swept) {
        if self.is_of_men {
            return self.sweep_men(line, swept);
        }
        let before = |sum: &mut u64, step: &PlayedMove| {
            let answer = self.fits(*sum);
            *sum = self.after(*sum, *step);
            answer
        };
        swept.fill(&line.steps, self.at_start(line), before, |&sum| self.fits(sum));
    }

    fn sweep_men(&self, line: &PlayedLine, swept: &mut Swept) {
        let before = |sum: &mut u64, step: &PlayedMove| {
            let answer = self.fits(*sum);
            // All points have equal entries; those of the first point stay in the cache.
            *sum = sum.wrapping_sub(cell(&self.weights, step.takes % 16));
            answer
        };
        swept.fill(&line.steps, self.at_start(line), before, |&sum| self.fits(sum));
    }

    /// Plays the moves and sweeps in one pass, if nothing else needs the played moves.
    pub(super) fn play_and_sweep(&self, line: &PlayedLine, swept: &mut Swept) {
        let mut squares = line.squares();
        let before = |(sum, squares): &mut (u64, &mut Squares), mv: &[u8; 2]| {
            let answer = self.fits(*sum);
            *sum = self.after(*sum, squares.play(*mv));
            answer
        };
        let start = (self.at_start(line), &mut squares);
        swept.fill(&line.moves, start, before, |(sum, _)| self.fits(*sum));
    }

    fn at_start(&self, line: &PlayedLine) -> u64 {
        if line.is_standard { self.standard } else { self.on(&line.board) }
    }

    #[inline(always)]
    fn fits(&self, sum: u64) -> u64 {
        sum & !sum.wrapping_add(self.above) & ANSWERS
    }

    #[inline(always)]
    fn after(&self, sum: u64, step: PlayedMove) -> u64 {
        let weight = |index: u16| cell(&self.weights, index);
        let gone = weight(step.takes).wrapping_add(weight(step.leaves));
        sum.wrapping_add(weight(step.arrives)).wrapping_sub(gone)
    }
}

/// Number of conditions per word.
pub(super) const LANES: usize = 8;

/// The bit of each condition's answer.
pub(super) const ANSWERS: u64 = 0x8080_8080_8080_8080;

/// Number of entries by square and piece; both are bytes, so that no index is out of bounds.
pub(super) const CELLS: usize = 256 * 16;

/// A table with an entry for each square and piece.
pub(super) type SquareTable = Box<[u64; CELLS]>;

/// Entry of a square and a piece.
#[inline(always)]
pub(super) fn cell(cells: &SquareTable, index: u16) -> u64 {
    cells[usize::from(index) % CELLS]
}

/// Answers of a sweep: byte `l` of word `w` is about condition `l` at moments `8 w` to `8 w + 7`,
/// lowest bit first.
#[derive(Debug, Clone, Default)]
pub(super) struct Swept(Vec<u64>);

impl Swept {
    /// Sweeps a game: `before` answers for the moment before a move and advances the state, `last`
    /// answers for the last moment.
    #[inline(always)]
    pub(super) fn fill<S, M>(
        &mut self,
        moves: &[M],
        mut state: S,
        before: impl Fn(&mut S, &M) -> u64,
        last: impl Fn(&S) -> u64,
    ) {
        self.0.clear();
        let (eights, rest) = moves.as_chunks::<8>();
        self.0.reserve(eights.len() + 1);
        for eight in eights {
            let word = eight.iter().fold(0, |word, mv| word >> 1 | before(&mut state, mv));
            self.0.push(word);
        }
        let word = rest.iter().fold(0, |word, mv| word >> 1 | before(&mut state, mv));
        let word = word >> 1 | last(&state);
        self.0.push(word >> (LANES - 1 - rest.len()));
    }

    /// Moments, of `len`, at which one condition holds.
    pub(super) fn lane(&self, lane: usize, len: usize) -> PlySet {
        let byte = |eight: u64| eight >> (8 * lane) & 0xFF;
        let word = |eights: &[u64]| eights.iter().rev().fold(0, |word, it| word << 8 | byte(*it));
        PlySet::of_words(self.0.chunks(LANES).map(word).collect(), len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_from_nothing_is_a_count() {
        let (all, nothing) = ([points::ALL; 14], [0; 14]);
        let range = |least, most| {
            let tally = SweepTally::difference(&all, &nothing, least, most);
            (tally.is_difference(), tally.least, tally.most)
        };
        assert_eq!(range(-200, 0), (false, 0, 0));
        assert_eq!(range(-200, -1), (false, 0, -1));
        assert_eq!(range(1, 200), (false, 1, 91));
    }
}
