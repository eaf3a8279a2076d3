//! Numbers side by side in a word: a move is three table entries whatever they are about, and one
//! addition tests all of them against their ranges.

use super::board::EMPTY;
use super::lanes::{ANSWERS, CELLS, Cells, LANES, Swept, cell};
use super::line::{Played, PlayedLine, Squares};
use super::tally::Tally;

/// Where a number lies: its word, and the byte that is its highest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) bank: usize,
    pub(super) lane: usize,
}

/// As many numbers as fit in a word. A count takes 8 bits, as no board has more than 90 men, and a
/// difference 16.
#[derive(Debug)]
pub(super) struct Bank {
    /// What each piece counts on each point more than an empty point does: a move then changes
    /// three entries, and an empty point none.
    weights: Cells,
    /// What the numbers are on an empty board, and at the standard start. They are lifted: the
    /// highest bit of a lane is set when the number is not below its range.
    empty: u64,
    standard: u64,
    /// Added to them, clears that bit unless the number is above its range.
    above: u64,
    /// Every piece counts the same wherever it stands: only what a move takes changes the numbers.
    is_of_men: bool,
}

impl Bank {
    /// Puts numbers into words, in order; tells where each lies.
    pub(super) fn of(tallies: &[Tally]) -> (Vec<Bank>, Vec<Place>) {
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

    /// Puts a number into the bits from `shift` on.
    fn add(&mut self, tally: &Tally, shift: usize, bits: usize) {
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

    /// At which moments each number lies in its range, in a game whose moves have been played.
    pub(super) fn sweep(&self, line: &PlayedLine, swept: &mut Swept) {
        if self.is_of_men {
            return self.sweep_men(line, swept);
        }
        let before = |sum: &mut u64, step: &Played| {
            let answer = self.fits(*sum);
            *sum = self.after(*sum, *step);
            answer
        };
        swept.fill(&line.steps, self.at_start(line), before, |&sum| self.fits(sum));
    }

    fn sweep_men(&self, line: &PlayedLine, swept: &mut Swept) {
        let before = |sum: &mut u64, step: &Played| {
            let answer = self.fits(*sum);
            // The first point stands for all: its entries stay in the nearest memory.
            *sum = sum.wrapping_sub(cell(&self.weights, step.takes % 16));
            answer
        };
        swept.fill(&line.steps, self.at_start(line), before, |&sum| self.fits(sum));
    }

    /// The same while the moves are played, for those who need them for nothing else.
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
    fn after(&self, sum: u64, step: Played) -> u64 {
        let weight = |index: u16| cell(&self.weights, index);
        let gone = weight(step.takes).wrapping_add(weight(step.leaves));
        sum.wrapping_add(weight(step.arrives)).wrapping_sub(gone)
    }
}
