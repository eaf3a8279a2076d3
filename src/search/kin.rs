//! Groups of certain copies, of which one counts.
//!
//! `people` finds them. Where people ask how many games there are, a group is one game: the copy
//! that stands for it if that is among the games in question, else the first of those that are. So
//! a copy that was cut off does not bring its result where the whole game is there, too.

use super::decided::Decided;
use super::ids::IdSet;
use super::kin_decided::{decide, take_out};
use crate::store::{Connection, Facts, Result};
use rustc_hash::FxHashMap;

/// Groups of certain copies.
#[derive(Debug, Clone, Default)]
pub struct Kin {
    /// For each game of a group the one that stands for it.
    firsts: FxHashMap<u32, u32>,
    members: IdSet,
}

impl Kin {
    /// The groups of an archive, as people decided, without some games.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn load(
        (conn, facts): (&Connection, &Facts),
        decided: &Decided,
        without: &IdSet,
    ) -> Result<Kin> {
        let mut firsts: FxHashMap<u32, u32> = conn.kin()?.into_iter().collect();
        take_out((conn, facts), without, &mut firsts)?;
        decide((conn, facts), decided, &mut firsts)?;
        let members = firsts.keys().copied().collect();
        Ok(Kin { firsts, members })
    }

    /// Whether a game is one of a group.
    #[inline]
    pub fn contains(&self, id: u32) -> bool {
        self.members.contains(id)
    }

    /// The game that stands for the group of a game; the game itself when it is in none.
    pub fn first(&self, id: u32) -> u32 {
        self.firsts.get(&id).copied().unwrap_or(id)
    }

    /// How many games do not count by themselves.
    pub fn copies(&self) -> u64 {
        self.firsts.iter().filter(|(game, first)| game != first).count() as u64
    }
}

/// Games in question that are in groups, each with something to be known of it.
#[derive(Debug)]
pub struct Once<'k, T> {
    kin: Option<&'k Kin>,
    waiting: Vec<(u32, bool, u32, T)>,
}

impl<'k, T> Once<'k, T> {
    /// Nothing yet. Without groups every game counts.
    pub fn new(kin: Option<&'k Kin>) -> Once<'k, T> {
        Once { kin, waiting: Vec::new() }
    }

    /// Keeps a game that is in a group until all are known; gives back what is told of any other.
    #[inline]
    pub fn hold(&mut self, id: u32, told: T) -> Option<T> {
        match self.kin {
            Some(kin) if kin.contains(id) => {
                let first = kin.first(id);
                self.waiting.push((first, first != id, id, told));
                None
            }
            _ => Some(told),
        }
    }

    /// Takes what another keeps.
    pub(super) fn append(&mut self, mut other: Once<'_, T>) {
        self.waiting.append(&mut other.waiting);
    }

    /// Hands out one game of each group; how many do not count.
    pub fn release(mut self, mut take: impl FnMut(u32, T)) -> u64 {
        self.waiting.sort_by_key(|&(first, is_copy, id, _)| (first, is_copy, id));
        let (mut copies, mut last) = (0, None);
        for (first, _, id, told) in self.waiting {
            if last.replace(first) == Some(first) {
                copies += 1;
            } else {
                take(id, told);
            }
        }
        copies
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_counts_once() {
        let firsts: FxHashMap<u32, u32> =
            [(2, 7), (5, 7), (7, 7), (3, 9), (9, 9)].into_iter().collect();
        let kin = Kin { members: firsts.keys().copied().collect(), firsts };
        assert_eq!((kin.copies(), kin.first(2), kin.first(4)), (3, 7, 4));
        let chosen = |games: &[u32]| {
            let mut once = Once::new(Some(&kin));
            let mut chosen: Vec<u32> = games.iter().filter_map(|&id| once.hold(id, id)).collect();
            let copies = once.release(|id, _| chosen.push(id));
            (chosen, copies)
        };
        assert_eq!(chosen(&[1, 2, 3, 5, 7, 8]), (vec![1, 8, 7, 3], 2));
        assert_eq!(chosen(&[2, 5]), (vec![2], 1), "the one that stands for them is not here");
        let mut all = Once::new(None);
        assert_eq!(all.hold(2, 2), Some(2));
    }
}
