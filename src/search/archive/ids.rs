//! Ids of rows: sets of ids as bits (ids of games, players and events are small and dense), numbers
//! by id, and the ids of the names of a game.

use super::editions::Editions;
use crate::decision::{JoinedSubjects, Subject};
use crate::store::{EVENTS, Fact, NameTable, PLAYERS};
use crate::xiangqi::Side;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// A set of ids.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IdSet(Vec<u64>);

impl IdSet {
    /// Adds an id.
    pub fn insert(&mut self, id: u32) {
        let word = id as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (id % 64);
    }

    /// Adds the id `first + n` for every bit n that is set.
    pub(crate) fn insert_bits(&mut self, first: u32, bits: u64) {
        let (word, shift) = (first as usize / 64, first % 64);
        let halves = [bits << shift, bits.checked_shr(64 - shift).unwrap_or(0)];
        for (word, half) in (word..).zip(halves).filter(|(_, half)| *half != 0) {
            if word >= self.0.len() {
                self.0.resize(word + 1, 0);
            }
            self.0[word] |= half;
        }
    }

    /// The ids from `first` to `first + 63` of the set, each as the bit of its distance to `first`.
    pub(crate) fn bits(&self, first: u32) -> u64 {
        let (at, shift) = (first as usize / 64, first % 64);
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        word(at) >> shift | word(at + 1).checked_shl(64 - shift).unwrap_or(0)
    }

    /// Removes an id.
    pub fn remove(&mut self, id: u32) {
        if let Some(word) = self.0.get_mut(id as usize / 64) {
            *word &= !(1 << (id % 64));
        }
    }

    /// Adds all ids of another set.
    pub fn add(&mut self, other: &IdSet) {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    /// Whether the set has the id.
    #[inline]
    pub fn contains(&self, id: u32) -> bool {
        self.0.get(id as usize / 64).is_some_and(|word| word >> (id % 64) & 1 == 1)
    }

    /// The ids, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let ids = |(at, &word): (usize, &u64)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| at as u32 * 64 + bit)
        };
        self.0.iter().enumerate().flat_map(ids)
    }

    /// Number of ids.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
}

impl FromIterator<u32> for IdSet {
    fn from_iter<I: IntoIterator<Item = u32>>(ids: I) -> IdSet {
        let mut set = IdSet::default();
        ids.into_iter().for_each(|id| set.insert(id));
        set
    }
}

/// A number, such as a place in a list, for each of some ids.
#[derive(Debug, Default)]
pub(crate) struct NumbersById {
    /// Numbers plus one by low id, 0 for none: questions read two for each game.
    low: Vec<u32>,
    /// Numbers by other ids.
    high: FxHashMap<u32, u32>,
}

/// Lowest id that is not low.
const LOW: usize = 1 << 22;

impl NumbersById {
    /// The number of an id; `None` without one.
    #[inline]
    pub(crate) fn get(&self, id: u32) -> Option<u32> {
        match self.low.get(id as usize) {
            Some(place) => place.checked_sub(1),
            None if (id as usize) < LOW => None,
            None => self.high.get(&id).copied(),
        }
    }

    /// Sets the number of an id.
    pub(crate) fn set(&mut self, id: u32, place: u32) {
        let at = id as usize;
        if at >= LOW {
            self.high.insert(id, place);
            return;
        }
        if self.low.len() <= at {
            self.low.resize(at + 1, 0);
        }
        self.low[at] = place + 1;
    }
}

/// Number of games from which they are put in order before their facts are read.
const MANY: usize = 4_096;

/// Distinct games, many of them by id: facts lie in this order, in which they are read five times
/// as fast.
pub(crate) fn by_id(games: &[u32]) -> Cow<'_, [u32]> {
    match games.len() < MANY || games.is_sorted_by(|a, b| a < b) {
        true => games.into(),
        false => games.iter().copied().collect::<IdSet>().iter().collect(),
    }
}

/// Names of games; spellings that are equal after folding are one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamesOf {
    /// Each of the two players.
    Players,
    /// The event.
    Events,
}

impl NamesOf {
    /// Both sorts of names.
    pub(crate) const ALL: [NamesOf; 2] = [NamesOf::Players, NamesOf::Events];

    /// Name of the sort in the table `joined`.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            NamesOf::Players => "player",
            NamesOf::Events => "event",
        }
    }

    /// Table of the spellings.
    pub(crate) fn table(self) -> &'static NameTable {
        match self {
            NamesOf::Players => PLAYERS,
            NamesOf::Events => EVENTS,
        }
    }

    /// Subject of decisions with this folded name.
    pub(crate) fn subject(self, key: &str) -> Subject {
        match self {
            NamesOf::Players => Subject::Player(key.to_owned()),
            NamesOf::Events => Subject::Event(key.to_owned()),
        }
    }

    /// Whether a subject of decisions is such a name.
    pub(crate) fn has(self, subject: &Subject) -> bool {
        match self {
            NamesOf::Players => matches!(subject, Subject::Player(_)),
            NamesOf::Events => matches!(subject, Subject::Event(_)),
        }
    }

    /// The folded name that represents another, as people decided.
    pub(crate) fn first<'k>(self, alike: &'k JoinedSubjects, key: &'k str) -> &'k str {
        match self {
            NamesOf::Players => alike.player(key),
            NamesOf::Events => alike.event(key),
        }
    }

    /// Ids of the names of a game, with the side of a player; 0 for a missing name.
    pub(crate) fn ids(self, fact: &Fact) -> impl Iterator<Item = (u32, Option<Side>)> {
        let (ids, count) = match self {
            NamesOf::Players => ([(fact.red, Some(Side::Red)), (fact.black, Some(Side::Black))], 2),
            NamesOf::Events => ([(fact.event, None); 2], 1),
        };
        ids.into_iter().take(count)
    }

    /// Like `ids`, with [numbers](Editions::number) instead of ids of events.
    pub(crate) fn numbers(
        self,
        editions: &Editions,
        fact: &Fact,
    ) -> impl Iterator<Item = (u32, Option<Side>)> {
        self.ids(fact).map(move |(id, side)| match self {
            NamesOf::Players => (id, side),
            NamesOf::Events => (editions.number_of(fact), side),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_is_in() {
        let ids = [0, 1, 63, 64, 65, 8191, 1_000_000];
        let set: IdSet = ids.into_iter().collect();
        assert!(ids.iter().all(|&id| set.contains(id)));
        assert!([2, 62, 66, 999_999, u32::MAX].iter().all(|&id| !set.contains(id)));
        assert!(IdSet::default().is_empty() && !set.is_empty());
        for first in [0, 1, 2, 63, 64, 8129, 1_000_000] {
            let bits = set.bits(first);
            let ids = (0..64).filter(|bit| bits >> bit & 1 == 1).map(|bit| first + bit);
            assert!(ids.eq(set.iter().filter(|id| (first..first + 64).contains(id))));
            let mut copied = IdSet::default();
            copied.insert_bits(first, bits);
            assert!(copied.iter().eq(set.iter().filter(|id| (first..first + 64).contains(id))));
        }
    }
}
