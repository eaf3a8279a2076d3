//! Sets of the plies of a game as bits: ply m is bit m % 64 of word m / 64. Bits beyond the game
//! are 0.

use smallvec::{SmallVec, smallvec};
use std::cmp::Ordering;

/// A set of moments of a game with so many moments; those beyond it are never in the set.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct PlySet {
    words: SmallVec<[u64; 4]>,
    len: usize,
}

impl Clone for PlySet {
    /// Copies the words at once; smallvec's own clone takes them one by one.
    fn clone(&self) -> PlySet {
        PlySet { words: SmallVec::from_slice(&self.words), len: self.len }
    }
}

impl PlySet {
    /// No moment of a game that has `len` of them.
    pub(super) fn none(len: usize) -> PlySet {
        PlySet { words: smallvec![0; len.div_ceil(64)], len }
    }

    /// All of them.
    pub(super) fn all(len: usize) -> PlySet {
        PlySet::of_words(smallvec![!0; len.div_ceil(64)], len)
    }

    /// All or none.
    pub(super) fn when(holds: bool, len: usize) -> PlySet {
        if holds { PlySet::all(len) } else { PlySet::none(len) }
    }

    /// Every moment whose bit is set.
    pub(super) fn of_words(words: SmallVec<[u64; 4]>, len: usize) -> PlySet {
        let mut moments = PlySet { words, len };
        trim(&mut moments.words, len);
        moments
    }

    /// The moments from `first` up to and without `end`.
    pub(super) fn range(first: usize, end: usize, len: usize) -> PlySet {
        let mut moments = PlySet::none(len);
        set_range(&mut moments.words, first, end, len);
        moments
    }

    /// Adds the moments from `first` up to and without `end`.
    pub(super) fn add_range(&mut self, first: usize, end: usize) {
        add_range(&mut self.words, first, end.min(self.len));
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
        next(&self.words, moment)
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

    pub(super) fn keep(&mut self, other: &PlySet) {
        keep(&mut self.words, &other.words);
    }

    /// Keeps what is in both; whether that takes anything out.
    pub(super) fn narrow(&mut self, other: &PlySet) -> bool {
        self.words.iter_mut().zip(&other.words).fold(false, |is_narrower, (word, other)| {
            let before = std::mem::replace(word, *word & other);
            is_narrower | (before != *word)
        })
    }

    pub(super) fn add(&mut self, other: &PlySet) {
        add(&mut self.words, &other.words);
    }

    pub(super) fn remove(&mut self, other: &PlySet) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= !other);
    }

    /// This set without the other.
    #[must_use]
    pub(super) fn without(&self, other: &PlySet) -> PlySet {
        let mut rest = self.clone();
        rest.remove(other);
        rest
    }

    /// Every moment `by` plies later; what falls off the game is gone.
    #[must_use]
    pub(super) fn later(&self, by: usize) -> PlySet {
        let mut shifted = PlySet::none(self.len);
        let (words, bits) = (by / 64, by % 64);
        for number in words..self.words.len() {
            let from = number - words;
            shifted.words[number] = self.words[from] << bits;
            if bits > 0 && from > 0 {
                shifted.words[number] |= self.words[from - 1] >> (64 - bits);
            }
        }
        trim(&mut shifted.words, self.len);
        shifted
    }

    /// Every moment `by` plies earlier.
    #[must_use]
    pub(super) fn earlier(&self, by: usize) -> PlySet {
        let mut shifted = self.clone();
        earlier(&mut shifted.words, by);
        shifted
    }

    /// The moments that have one of this set before them.
    #[must_use]
    pub(super) fn after_the_first(&self) -> PlySet {
        PlySet::range(self.next(0).map_or(self.len, |first| first + 1), self.len, self.len)
    }

    /// The moments that have one of this set behind them.
    #[must_use]
    pub(super) fn before_the_last(&self) -> PlySet {
        PlySet::range(0, self.last().unwrap_or(0), self.len)
    }

    /// The moments that have one of this set at most `plies` before them, or are one.
    #[must_use]
    pub(super) fn spread_later(&self, plies: usize) -> PlySet {
        if plies >= self.len {
            return PlySet::range(self.next(0).unwrap_or(self.len), self.len, self.len);
        }
        let mut joined = self.clone();
        for by in doubling(plies) {
            let shifted = joined.later(by);
            joined.add(&shifted);
        }
        joined
    }

    /// The moments that have one of this set at most `plies` behind them, or are one.
    #[must_use]
    pub(super) fn spread_earlier(&self, plies: usize) -> PlySet {
        if plies >= self.len {
            return PlySet::range(0, self.last().map_or(0, |last| last + 1), self.len);
        }
        let mut joined = self.clone();
        spread_earlier(&mut joined.words, plies);
        joined
    }

    /// The moments from which on this set holds for `plies` more.
    #[must_use]
    pub(super) fn lasting(&self, plies: usize) -> PlySet {
        let mut joined = self.clone();
        lasting(&mut joined.words, plies, self.len);
        joined
    }
}

/// All moments, or none.
pub(super) fn fill(words: &mut [u64], holds: bool, len: usize) {
    words.fill(if holds { !0 } else { 0 });
    trim(words, len);
}

/// The moments from `first` up to and without `end`.
pub(super) fn set_range(words: &mut [u64], first: usize, end: usize, len: usize) {
    words.fill(0);
    add_range(words, first, end.min(len));
}

/// Adds the moments from `first` up to and without `end`.
pub(super) fn add_range(words: &mut [u64], first: usize, end: usize) {
    for (number, word) in words.iter_mut().enumerate() {
        let low = first.saturating_sub(64 * number).min(64);
        let high = end.saturating_sub(64 * number).min(64);
        *word |= below(high) & !below(low);
    }
}

/// The first moment of the set that is not before this one.
pub(super) fn next(words: &[u64], moment: usize) -> Option<usize> {
    let (first, bit) = (moment / 64, moment % 64);
    let left = words.get(first)? & !below(bit);
    if left != 0 {
        return Some(64 * first + left.trailing_zeros() as usize);
    }
    let mut later = (first + 1..).zip(&words[first + 1..]);
    later.find(|(_, word)| **word != 0).map(|(at, word)| 64 * at + word.trailing_zeros() as usize)
}

/// Every second moment, from the first (0) or from the second (1) on.
pub(super) fn alternate(words: &mut [u64], first: usize, len: usize) {
    words.fill(0x5555_5555_5555_5555 << first);
    trim(words, len);
}

/// The moments that are not in the set.
pub(super) fn invert(words: &mut [u64], len: usize) {
    words.iter_mut().for_each(|word| *word = !*word);
    trim(words, len);
}

/// Keeps the plies that are in both sets.
pub(super) fn keep(words: &mut [u64], others: &[u64]) {
    words.iter_mut().zip(others).for_each(|(word, other)| *word &= other);
}

/// Adds the plies of another set.
pub(super) fn add(words: &mut [u64], others: &[u64]) {
    words.iter_mut().zip(others).for_each(|(word, other)| *word |= other);
}

/// The moments that have one of the set behind them.
pub(super) fn before_the_last(words: &mut [u64]) {
    let last = words.iter().rposition(|&word| word != 0).unwrap_or(0);
    for (number, word) in words.iter_mut().enumerate() {
        *word = match number.cmp(&last) {
            Ordering::Less => !0,
            Ordering::Equal => word.checked_ilog2().map_or(0, |bit| below(bit as usize)),
            Ordering::Greater => 0,
        };
    }
}

/// The moments that have one of the set one to `plies` plies behind them.
pub(super) fn shortly_before(words: &mut [u64], plies: usize) {
    earlier(words, 1);
    spread_earlier(words, plies.saturating_sub(1));
}

/// The moments from which on the set of a game with `len` moments holds for `plies` more.
pub(super) fn lasting(words: &mut [u64], plies: usize, len: usize) {
    if plies >= len {
        return words.fill(0);
    }
    for by in doubling(plies) {
        for number in 0..words.len() {
            words[number] &= earlier_word(words, number, by);
        }
    }
}

/// The moments that have one of the set at most `plies` behind them, or are one.
pub(super) fn spread_earlier(words: &mut [u64], plies: usize) {
    for by in doubling(plies.min(64 * words.len())) {
        for number in 0..words.len() {
            words[number] |= earlier_word(words, number, by);
        }
    }
}

/// Every moment `by` plies earlier.
pub(super) fn earlier(words: &mut [u64], by: usize) {
    for number in 0..words.len() {
        words[number] = earlier_word(words, number, by);
    }
}

/// A word of the set `by` plies earlier. It takes from this word and those after it, so words may
/// be replaced in ascending order.
fn earlier_word(words: &[u64], number: usize, by: usize) -> u64 {
    let word = |number: usize| words.get(number).copied().unwrap_or(0);
    let from = number + by / 64;
    match by % 64 {
        0 => word(from),
        bits => word(from) >> bits | word(from + 1) << (64 - bits),
    }
}

/// Shifts after which a set that was joined with itself, shifted by each in turn, has been joined
/// with every shift from 0 to `plies`.
pub(super) fn doubling(plies: usize) -> impl Iterator<Item = usize> {
    let mut reach = 0;
    std::iter::from_fn(move || {
        let by = (reach + 1).min(plies - reach);
        reach += by;
        (by > 0).then_some(by)
    })
}

/// Takes the moments out that the game does not have.
pub(super) fn trim(words: &mut [u64], len: usize) {
    if let Some(last) = words.last_mut()
        && !len.is_multiple_of(64)
    {
        *last &= below(len % 64);
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
            let mut set = PlySet::none(len);
            (0..len).filter(|m| m * m % 7 < 3).for_each(|m| set.add_range(m, m + 1));
            let has = |moment: usize| moment < len && set.iter().any(|m| m == moment);
            for by in [0, 1, 2, 5, 63, 64, 70, 300] {
                let of = |holds: &dyn Fn(usize) -> bool| {
                    let mut expected = PlySet::none(len);
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
                assert_eq!(PlySet::range(by / 2, by, len), of(&|m| by / 2 <= m && m < by));
            }
            for from in [0, 1, 62, 63, 64, 65, 199, 300] {
                assert_eq!(set.next(from), (from..len).find(|&m| has(m)), "{len} {from}");
                assert_eq!(from < len && set.has(from.min(len - 1)), has(from));
            }
            assert_eq!(set.last(), set.iter().last());
            assert_eq!(set.count(), set.iter().count());
            assert_eq!(PlySet::all(len).without(&set).count(), len - set.count());
        }
    }
}
