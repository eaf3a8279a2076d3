//! Sets of moments of a game as bits: moment m is bit m % 64 of word m / 64.

use smallvec::{SmallVec, smallvec};

/// A set of moments of a game with so many moments; those beyond it are never in the set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Moments {
    words: SmallVec<[u64; 4]>,
    len: usize,
}

impl Moments {
    /// No moment of a game that has `len` of them.
    pub(super) fn none(len: usize) -> Moments {
        Moments { words: smallvec![0; len.div_ceil(64)], len }
    }

    /// All of them.
    pub(super) fn all(len: usize) -> Moments {
        Moments::of_words(smallvec![!0; len.div_ceil(64)], len)
    }

    /// Every moment whose bit is set.
    pub(super) fn of_words(words: SmallVec<[u64; 4]>, len: usize) -> Moments {
        let mut moments = Moments { words, len };
        moments.trim();
        moments
    }

    /// The moments from `first` up to and without `end`.
    pub(super) fn range(first: usize, end: usize, len: usize) -> Moments {
        let mut moments = Moments::none(len);
        let end = end.min(len);
        for (number, word) in moments.words.iter_mut().enumerate() {
            let low = first.saturating_sub(64 * number).min(64);
            let high = end.saturating_sub(64 * number).min(64);
            *word = below(high) & !below(low);
        }
        moments
    }

    /// Every second moment, from the first or from the second on.
    pub(super) fn alternate(first: usize, len: usize) -> Moments {
        let word = if first == 0 { 0x5555_5555_5555_5555 } else { 0xAAAA_AAAA_AAAA_AAAA };
        Moments::of_words(smallvec![word; len.div_ceil(64)], len)
    }

    /// All or none.
    pub(super) fn when(holds: bool, len: usize) -> Moments {
        if holds { Moments::all(len) } else { Moments::none(len) }
    }

    fn trim(&mut self) {
        if let Some(last) = self.words.last_mut()
            && !self.len.is_multiple_of(64)
        {
            *last &= below(self.len % 64);
        }
    }

    pub(super) fn insert(&mut self, moment: usize) {
        self.words[moment / 64] |= 1 << (moment % 64);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    pub(super) fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The moments, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(number, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(64 * number + bit)
            })
        })
    }

    pub(super) fn keep(&mut self, other: &Moments) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
    }

    pub(super) fn add(&mut self, other: &Moments) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    pub(super) fn remove(&mut self, other: &Moments) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= !other);
    }

    /// This set without the other.
    #[must_use]
    pub(super) fn without(&self, other: &Moments) -> Moments {
        let mut rest = self.clone();
        rest.remove(other);
        rest
    }

    /// Every moment `by` plies later; what falls off the game is gone.
    #[must_use]
    pub(super) fn later(&self, by: usize) -> Moments {
        let mut shifted = Moments::none(self.len);
        let (words, bits) = (by / 64, by % 64);
        for number in words..self.words.len() {
            let from = number - words;
            shifted.words[number] = self.words[from] << bits;
            if bits > 0 && from > 0 {
                shifted.words[number] |= self.words[from - 1] >> (64 - bits);
            }
        }
        shifted.trim();
        shifted
    }

    /// Every moment `by` plies earlier.
    #[must_use]
    pub(super) fn earlier(&self, by: usize) -> Moments {
        let mut shifted = Moments::none(self.len);
        let (words, bits) = (by / 64, by % 64);
        for number in 0..self.words.len().saturating_sub(words) {
            let from = number + words;
            shifted.words[number] = self.words[from] >> bits;
            if bits > 0 && from + 1 < self.words.len() {
                shifted.words[number] |= self.words[from + 1] << (64 - bits);
            }
        }
        shifted
    }

    /// The moments that have one of this set at most `plies` before them, or are one.
    #[must_use]
    pub(super) fn spread_later(&self, plies: usize) -> Moments {
        self.doubled(plies, Moments::later, Moments::add)
    }

    /// The moments that have one of this set at most `plies` behind them, or are one.
    #[must_use]
    pub(super) fn spread_earlier(&self, plies: usize) -> Moments {
        self.doubled(plies, Moments::earlier, Moments::add)
    }

    /// The moments from which on this set holds for `plies` more.
    #[must_use]
    pub(super) fn lasting(&self, plies: usize) -> Moments {
        if plies >= self.len {
            return Moments::none(self.len);
        }
        self.doubled(plies, Moments::earlier, Moments::keep)
    }

    /// Joins the set with itself shifted by 0 to `plies`, doubling the reach each time.
    fn doubled(
        &self,
        plies: usize,
        shift: fn(&Moments, usize) -> Moments,
        join: fn(&mut Moments, &Moments),
    ) -> Moments {
        let mut joined = self.clone();
        let plies = plies.min(self.len);
        let mut reach = 0;
        while reach < plies {
            let by = (reach + 1).min(plies - reach);
            let shifted = shift(&joined, by);
            join(&mut joined, &shifted);
            reach += by;
        }
        joined
    }
}

/// The lowest `bits` bits (0..=64).
fn below(bits: usize) -> u64 {
    if bits >= 64 { !0 } else { (1 << bits) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_and_spreads_are_what_they_are_moment_by_moment() {
        for len in [1, 5, 63, 64, 65, 128, 200] {
            let mut set = Moments::none(len);
            (0..len).filter(|m| m * m % 7 < 3).for_each(|m| set.insert(m));
            let has = |moment: usize| moment < len && set.iter().any(|m| m == moment);
            for by in [0, 1, 2, 5, 63, 64, 70, 300] {
                let of = |holds: &dyn Fn(usize) -> bool| {
                    let mut expected = Moments::none(len);
                    (0..len).filter(|&m| holds(m)).for_each(|m| expected.insert(m));
                    expected
                };
                assert_eq!(set.later(by), of(&|m| m >= by && has(m - by)), "{len} {by}");
                assert_eq!(set.earlier(by), of(&|m| has(m + by)));
                assert_eq!(set.spread_later(by), of(&|m| (0..=by.min(m)).any(|d| has(m - d))));
                assert_eq!(set.spread_earlier(by), of(&|m| (0..=by).any(|d| has(m + d))));
                assert_eq!(set.lasting(by), of(&|m| (0..=by).all(|d| has(m + d))));
                assert_eq!(Moments::range(by / 2, by, len), of(&|m| by / 2 <= m && m < by));
            }
            assert_eq!(set.count(), set.iter().count());
            assert_eq!(Moments::all(len).without(&set).count(), len - set.count());
        }
    }
}
