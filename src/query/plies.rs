//! Sets of moments of a game as bits: moment m is bit m % 64 of word m / 64. Bits beyond the game
//! are 0.

use super::syntax::Link;
use smallvec::{SmallVec, smallvec};

/// A set of moments of a game with `len` moments.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct PlySet {
    words: SmallVec<[u64; 4]>,
    len: usize,
}

impl Clone for PlySet {
    /// Copies all words at once; smallvec's own clone copies them one by one.
    fn clone(&self) -> PlySet {
        PlySet { words: SmallVec::from_slice(&self.words), len: self.len }
    }
}

impl PlySet {
    /// The empty set.
    pub(super) fn none(len: usize) -> PlySet {
        PlySet { words: smallvec![0; len.div_ceil(64)], len }
    }

    /// The set of all moments.
    pub(super) fn all(len: usize) -> PlySet {
        PlySet::repeated(!0, len)
    }

    /// All moments if `holds`, else none.
    pub(super) fn when(holds: bool, len: usize) -> PlySet {
        PlySet::repeated(if holds { !0 } else { 0 }, len)
    }

    /// Every second moment, beginning with 0 or 1.
    pub(super) fn alternate(first: usize, len: usize) -> PlySet {
        PlySet::repeated(0x5555_5555_5555_5555 << first, len)
    }

    fn repeated(word: u64, len: usize) -> PlySet {
        PlySet::of_words(smallvec![word; len.div_ceil(64)], len)
    }

    /// The moments whose bits are set.
    pub(super) fn of_words(mut words: SmallVec<[u64; 4]>, len: usize) -> PlySet {
        if let Some(last) = words.last_mut()
            && !len.is_multiple_of(64)
        {
            *last &= below(len % 64);
        }
        PlySet { words, len }
    }

    /// The moments from `first` to before `end`.
    pub(super) fn range(first: usize, end: usize, len: usize) -> PlySet {
        let mut moments = PlySet::none(len);
        moments.add_range(first, end);
        moments
    }

    /// Adds the moments from `first` to before `end`.
    pub(super) fn add_range(&mut self, first: usize, end: usize) {
        let end = end.min(self.len);
        for (number, word) in self.words.iter_mut().enumerate() {
            let low = first.saturating_sub(64 * number).min(64);
            let high = end.saturating_sub(64 * number).min(64);
            *word |= below(high) & !below(low);
        }
    }

    /// Makes this the empty set of no game.
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.len = 0;
    }

    /// Adds a moment.
    #[inline]
    pub(super) fn insert(&mut self, moment: usize) {
        self.words[moment / 64] |= 1 << (moment % 64);
    }

    /// First moment of the set that is not before `moment`.
    pub(super) fn next(&self, moment: usize) -> Option<usize> {
        let (first, bit) = (moment / 64, moment % 64);
        let left = self.words.get(first)? & !below(bit);
        if left != 0 {
            return Some(64 * first + left.trailing_zeros() as usize);
        }
        let mut later = (first + 1..).zip(&self.words[first + 1..]);
        let (at, word) = later.find(|(_, word)| **word != 0)?;
        Some(64 * at + word.trailing_zeros() as usize)
    }

    /// The last moment of the set.
    pub(super) fn last(&self) -> Option<usize> {
        let (at, word) = self.words.iter().enumerate().rfind(|(_, word)| **word != 0)?;
        Some(64 * at + word.ilog2() as usize)
    }

    pub(super) fn has(&self, moment: usize) -> bool {
        self.words.get(moment / 64).is_some_and(|word| word >> (moment % 64) & 1 != 0)
    }

    /// Number of moments of the game.
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

    /// Removes the moments that `other` lacks.
    pub(super) fn keep(&mut self, other: &PlySet) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
    }

    /// Removes the moments that `other` lacks; whether there were any.
    pub(super) fn narrow(&mut self, other: &PlySet) -> bool {
        self.words.iter_mut().zip(&other.words).fold(false, |is_narrower, (word, other)| {
            let before = std::mem::replace(word, *word & other);
            is_narrower | (before != *word)
        })
    }

    pub(super) fn add(&mut self, other: &PlySet) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    /// This set without the moments of `other`.
    #[must_use]
    pub(super) fn without(&self, other: &PlySet) -> PlySet {
        let mut rest = self.clone();
        rest.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= !other);
        rest
    }

    /// The moments that are not in the set.
    #[must_use]
    pub(super) fn inverted(&self) -> PlySet {
        PlySet::of_words(self.words.iter().map(|word| !word).collect(), self.len)
    }

    /// Shifts every moment by `by` plies later; moments beyond the game are dropped.
    #[must_use]
    pub(super) fn later(&self, by: usize) -> PlySet {
        let (words, bits) = (by / 64, by % 64);
        let word = |at: Option<usize>| at.and_then(|at| self.words.get(at)).copied().unwrap_or(0);
        let shifted = (0..self.words.len()).map(|number| {
            let from = number.checked_sub(words);
            let before = from.and_then(|from| from.checked_sub(1));
            let carried = if bits == 0 { 0 } else { word(before) >> (64 - bits) };
            word(from) << bits | carried
        });
        PlySet::of_words(shifted.collect(), self.len)
    }

    /// Shifts every moment by `by` plies earlier.
    #[must_use]
    pub(super) fn earlier(&self, by: usize) -> PlySet {
        let mut shifted = self.clone();
        shifted.with_earlier(by, |_, earlier| earlier);
        shifted
    }

    /// Combines each word with that of the set shifted `by` plies earlier. A word depends on itself
    /// and later ones only, so words are replaced in ascending order.
    fn with_earlier(&mut self, by: usize, join: impl Fn(u64, u64) -> u64) {
        let (words, bits) = (by / 64, by % 64);
        for number in 0..self.words.len() {
            let word = |at: usize| self.words.get(at).copied().unwrap_or(0);
            let from = number + words;
            let carried = if bits == 0 { 0 } else { word(from + 1) << (64 - bits) };
            self.words[number] = join(self.words[number], word(from) >> bits | carried);
        }
    }

    /// Moments at which the next part of a sequence may hold, after this set's moments.
    #[must_use]
    pub(super) fn following(&self, link: Link) -> PlySet {
        match link {
            Link::Later => {
                let first = self.next(0).map_or(self.len, |first| first + 1);
                PlySet::range(first, self.len, self.len)
            }
            Link::Within(plies) => self.later(1).spread_later((plies as usize).saturating_sub(1)),
        }
    }

    /// Moments at which the previous part of a sequence may hold, before this set's moments.
    #[must_use]
    pub(super) fn leading(&self, link: Link) -> PlySet {
        match link {
            Link::Later => PlySet::range(0, self.last().unwrap_or(0), self.len),
            Link::Within(plies) => {
                let mut joined = self.earlier(1);
                for by in doubling((plies as usize).min(self.len).saturating_sub(1)) {
                    joined.with_earlier(by, |word, earlier| word | earlier);
                }
                joined
            }
        }
    }

    /// Moments of the set, and those at most `plies` later.
    #[must_use]
    pub(super) fn spread_later(&self, plies: usize) -> PlySet {
        let mut joined = self.clone();
        for by in doubling(plies.min(self.len)) {
            let shifted = joined.later(by);
            joined.add(&shifted);
        }
        joined
    }

    /// Moments from which the set holds for `plies` more moments.
    #[must_use]
    pub(super) fn lasting(&self, plies: usize) -> PlySet {
        if plies >= self.len {
            return PlySet::none(self.len);
        }
        let mut joined = self.clone();
        for by in doubling(plies) {
            joined.with_earlier(by, |word, earlier| word & earlier);
        }
        joined
    }
}

/// Shifts that together reach every shift from 0 to `plies`, when a set is joined with itself
/// shifted by each in turn.
fn doubling(plies: usize) -> impl Iterator<Item = usize> {
    let mut reach = 0;
    std::iter::from_fn(move || {
        let by = (reach + 1).min(plies - reach);
        reach += by;
        (by > 0).then_some(by)
    })
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
                assert_eq!(set.following(Link::Later), of(&|m| (0..m).any(has)));
                assert_eq!(set.leading(Link::Later), of(&|m| (m + 1..len).any(has)));
                let near = Link::Within(by.max(1) as u32);
                let is_near = |d: usize| (1..=by.max(1)).contains(&d);
                assert_eq!(set.following(near), of(&|m| (0..m).any(|o| has(o) && is_near(m - o))));
                assert_eq!(set.leading(near), of(&|m| (m..len).any(|o| has(o) && is_near(o - m))));
                assert_eq!(set.inverted(), of(&|m| !has(m)));
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
