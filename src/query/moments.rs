//! Sets of moments of a game as bits: moment m is bit m % 64 of word m / 64.

use super::bits;
use smallvec::{SmallVec, smallvec};

/// A set of moments of a game with so many moments; those beyond it are never in the set.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Moments {
    words: SmallVec<[u64; 4]>,
    len: usize,
}

impl Clone for Moments {
    /// Copies the words at once; smallvec's own clone takes them one by one.
    fn clone(&self) -> Moments {
        Moments { words: SmallVec::from_slice(&self.words), len: self.len }
    }
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

    /// All or none.
    pub(super) fn when(holds: bool, len: usize) -> Moments {
        if holds { Moments::all(len) } else { Moments::none(len) }
    }

    /// Every moment whose bit is set.
    pub(super) fn of_words(words: SmallVec<[u64; 4]>, len: usize) -> Moments {
        let mut moments = Moments { words, len };
        bits::trim(&mut moments.words, len);
        moments
    }

    /// The moments from `first` up to and without `end`.
    pub(super) fn range(first: usize, end: usize, len: usize) -> Moments {
        let mut moments = Moments::none(len);
        bits::set_range(&mut moments.words, first, end, len);
        moments
    }

    /// Adds the moments from `first` up to and without `end`.
    pub(super) fn add_range(&mut self, first: usize, end: usize) {
        bits::add_range(&mut self.words, first, end.min(self.len));
    }

    /// Takes everything out, whatever game it was about.
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.len = 0;
    }

    /// Adds a moment of the game.
    #[inline]
    pub(super) fn insert(&mut self, moment: usize) {
        self.words[moment / 64] |= 1 << (moment % 64);
    }

    /// The first moment of the set that is not before this one.
    pub(super) fn next(&self, moment: usize) -> Option<usize> {
        bits::next(&self.words, moment)
    }

    /// The last moment of the set.
    pub(super) fn last(&self) -> Option<usize> {
        let (at, word) = self.words.iter().enumerate().rfind(|(_, word)| **word != 0)?;
        Some(64 * at + word.ilog2() as usize)
    }

    pub(super) fn has(&self, moment: usize) -> bool {
        self.words.get(moment / 64).is_some_and(|word| word >> (moment % 64) & 1 != 0)
    }

    /// How many moments the game has.
    pub(super) fn len(&self) -> usize {
        self.len
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
        bits::keep(&mut self.words, &other.words);
    }

    /// Keeps what is in both; whether that takes anything out.
    pub(super) fn narrow(&mut self, other: &Moments) -> bool {
        self.words.iter_mut().zip(&other.words).fold(false, |is_narrower, (word, other)| {
            let before = std::mem::replace(word, *word & other);
            is_narrower | (before != *word)
        })
    }

    pub(super) fn add(&mut self, other: &Moments) {
        bits::add(&mut self.words, &other.words);
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
        bits::trim(&mut shifted.words, self.len);
        shifted
    }

    /// Every moment `by` plies earlier.
    #[must_use]
    pub(super) fn earlier(&self, by: usize) -> Moments {
        let mut shifted = self.clone();
        bits::earlier(&mut shifted.words, by);
        shifted
    }

    /// The moments that have one of this set before them.
    #[must_use]
    pub(super) fn after_the_first(&self) -> Moments {
        Moments::range(self.next(0).map_or(self.len, |first| first + 1), self.len, self.len)
    }

    /// The moments that have one of this set behind them.
    #[must_use]
    pub(super) fn before_the_last(&self) -> Moments {
        Moments::range(0, self.last().unwrap_or(0), self.len)
    }

    /// The moments that have one of this set at most `plies` before them, or are one.
    #[must_use]
    pub(super) fn spread_later(&self, plies: usize) -> Moments {
        if plies >= self.len {
            return Moments::range(self.next(0).unwrap_or(self.len), self.len, self.len);
        }
        let mut joined = self.clone();
        for by in bits::doubling(plies) {
            let shifted = joined.later(by);
            joined.add(&shifted);
        }
        joined
    }

    /// The moments that have one of this set at most `plies` behind them, or are one.
    #[must_use]
    pub(super) fn spread_earlier(&self, plies: usize) -> Moments {
        if plies >= self.len {
            return Moments::range(0, self.last().map_or(0, |last| last + 1), self.len);
        }
        let mut joined = self.clone();
        bits::spread_earlier(&mut joined.words, plies);
        joined
    }

    /// The moments from which on this set holds for `plies` more.
    #[must_use]
    pub(super) fn lasting(&self, plies: usize) -> Moments {
        let mut joined = self.clone();
        bits::lasting(&mut joined.words, plies, self.len);
        joined
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_and_spreads_are_what_they_are_moment_by_moment() {
        for len in [1, 5, 63, 64, 65, 128, 200] {
            let mut set = Moments::none(len);
            (0..len).filter(|m| m * m % 7 < 3).for_each(|m| set.add_range(m, m + 1));
            let has = |moment: usize| moment < len && set.iter().any(|m| m == moment);
            for by in [0, 1, 2, 5, 63, 64, 70, 300] {
                let of = |holds: &dyn Fn(usize) -> bool| {
                    let mut expected = Moments::none(len);
                    (0..len).filter(|&m| holds(m)).for_each(|m| expected.add_range(m, m + 1));
                    expected
                };
                assert_eq!(set.later(by), of(&|m| m >= by && has(m - by)), "{len} {by}");
                assert_eq!(set.earlier(by), of(&|m| has(m + by)));
                assert_eq!(set.spread_later(by), of(&|m| (0..=by.min(m)).any(|d| has(m - d))));
                assert_eq!(set.after_the_first(), of(&|m| (0..m).any(has)));
                assert_eq!(set.before_the_last(), of(&|m| (m + 1..len).any(has)));
                assert_eq!(set.spread_earlier(by), of(&|m| (0..=by).any(|d| has(m + d))));
                assert_eq!(set.lasting(by), of(&|m| (0..=by).all(|d| has(m + d))));
                assert_eq!(Moments::range(by / 2, by, len), of(&|m| by / 2 <= m && m < by));
            }
            for from in [0, 1, 62, 63, 64, 65, 199, 300] {
                assert_eq!(set.next(from), (from..len).find(|&m| has(m)), "{len} {from}");
                assert_eq!(from < len && set.has(from.min(len - 1)), has(from));
            }
            assert_eq!(set.last(), set.iter().last());
            assert_eq!(set.count(), set.iter().count());
            assert_eq!(Moments::all(len).without(&set).count(), len - set.count());
        }
    }
}
