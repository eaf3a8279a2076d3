//! Which games are on a line? The first half of every game's key says it but for a chance in a
//! thousand million; the facts have it, and here it stands in memory.
//!
//! An index in the database would be dear: keys are spread evenly, so that in a large archive
//! nearly every new game changes a page of its own. Looking through all of them for a whole batch
//! at once costs little: a millisecond for a million games, four bytes each.

use super::error::Result;
use super::facts;
use super::sql::Connection;
use rustc_hash::{FxHashMap, FxHashSet};

/// Bits of the quick look for every prefix that is looked for; about one other in so many passes
/// it.
const BITS_EACH: usize = 32;

/// No line has this prefix, which is longer than 30 bits.
const NO_LINE: u32 = u32::MAX;

/// The prefixes of the lines of all games, in the order of their ids.
pub(super) struct Lines(Vec<u32>);

/// Ids of games, ascending, by the prefix of their line; see
/// [`MainLine::prefix_bits`](super::MainLine::prefix_bits).
pub(super) type GamesByLine = FxHashMap<u32, Vec<u32>>;

impl Lines {
    /// The lines of all games.
    pub(super) fn load(conn: &Connection) -> Result<Lines> {
        let mut prefixes = Vec::new();
        facts::for_each(conn, |_, fact| {
            prefixes.push(if fact.is_alive() { fact.key } else { NO_LINE });
        })?;
        Ok(Lines(prefixes))
    }

    /// Adds the line of the game that got the next id.
    pub(super) fn push(&mut self, prefix: u32) {
        self.0.push(prefix);
    }

    /// Forgets the line of a game that is gone.
    pub(super) fn forget(&mut self, game: u32) {
        if let Some(prefix) = self.0.get_mut(game as usize - 1) {
            *prefix = NO_LINE;
        }
    }

    /// How many games were ever stored.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// The games on lines with these prefixes.
    pub(super) fn games(&self, prefixes: impl ExactSizeIterator<Item = u32>) -> GamesByLine {
        let bits = (prefixes.len() * BITS_EACH).next_power_of_two().max(64);
        // Prefixes are uniform, so their last bits are as good as a hash.
        let place = |prefix: u32| {
            let bit = prefix as usize & (bits - 1);
            (bit / 64, 1u64 << (bit % 64))
        };
        let mut quick = vec![0u64; bits / 64];
        let wanted: FxHashSet<u32> = prefixes
            .inspect(|&prefix| {
                let (word, mask) = place(prefix);
                quick[word] |= mask;
            })
            .collect();
        let mut games = GamesByLine::default();
        for (id, &prefix) in (1..).zip(&self.0) {
            let (word, mask) = place(prefix);
            if quick[word] & mask != 0 && wanted.contains(&prefix) {
                games.entry(prefix).or_default().push(id);
            }
        }
        games
    }

    /// How many bytes they occupy in memory.
    pub(super) fn memory(&self) -> usize {
        self.0.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_line() {
        let mut lines = Lines((0..5000).map(|id| id << 15).collect());
        lines.push(7 << 15);
        let games = lines.games([0, 7 << 15, (7 << 15) + 1, 4999 << 15, 5000 << 15].into_iter());
        let mut found: Vec<(u32, Vec<u32>)> = games.into_iter().collect();
        found.sort_unstable();
        assert_eq!(found, [(0, vec![1]), (7 << 15, vec![8, 5001]), (4999 << 15, vec![5000])]);
        lines.forget(8);
        assert_eq!(lines.games([7 << 15].into_iter())[&(7 << 15)], [5001]);
        assert!(lines.games([].into_iter()).is_empty());
    }
}
