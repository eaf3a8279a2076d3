//! What an answer about the board rests on, beside where the pieces stand that it speaks of: until a
//! move touches that, the answer stands.

use super::line::Played;
use super::points::{BIT, Points};

/// What was looked at to find an answer.
#[derive(Debug, Clone, Default)]
pub(super) struct Basis {
    /// The points of which everything counts.
    points: Points,
    /// The points on which nobody stands now who counts, but somebody may arrive.
    arrivals: Points,
    /// Who may arrive there: pieces as bits by index.
    arriving: u16,
}

impl Basis {
    /// Whatever stands on these points was looked at.
    #[inline]
    pub(super) fn add(&mut self, points: Points) {
        self.points |= points;
    }

    /// It was looked at whether one of these pieces (bits by index) stands on these points.
    #[inline]
    pub(super) fn add_arrivals(&mut self, pieces: u16, points: Points) {
        self.arriving |= pieces;
        self.arrivals |= points;
    }

    /// The last moment until which no move touches it; at most `end`.
    pub(super) fn last_untouched(&self, steps: &[Played], moment: usize, end: usize) -> usize {
        if self.points | self.arrivals == 0 {
            return end;
        }
        let touches = |step: &Played| {
            let (from, to) = (BIT[step.from() % 128], BIT[step.to() % 128]);
            self.points & (from | to) != 0
                || self.arrivals & to != 0 && self.arriving >> step.moved() & 1 != 0
        };
        steps[moment..end].iter().position(touches).map_or(end, |plies| moment + plies)
    }
}
