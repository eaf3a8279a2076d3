//! Which lines may be in the database already? Nearly all records of a large import are new, and asking the table
//! of games for each would take a tenth of the writer's time.

use super::{Result, facts};
use rusqlite::Connection;

/// Bits of a line's prefix that count. The set takes 16 MB however many games there are; with ten million of them one
/// new line in fourteen is looked up in vain.
const BITS: u32 = 27;

/// A set of prefixes of lines that errs on the side of knowing too much.
pub(super) struct KnownLines(Vec<u64>);

impl KnownLines {
    /// The lines of all games that were ever stored.
    pub(super) fn load(conn: &Connection) -> Result<KnownLines> {
        let mut known = KnownLines(vec![0; 1 << (BITS - 6)]);
        facts::for_each(conn, |_, fact| {
            known.insert(fact.key);
        })?;
        Ok(known)
    }

    /// Adds the line with this [`prefix`](super::Line::prefix_bits); whether it may have been there before.
    pub(super) fn insert(&mut self, prefix: u32) -> bool {
        let bit = prefix >> (30 - BITS);
        let word = &mut self.0[(bit >> 6) as usize];
        let mask = 1 << (bit & 63);
        let was_there = *word & mask != 0;
        *word |= mask;
        was_there
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_are_known_once_inserted() {
        let mut known = KnownLines(vec![0; 1 << (BITS - 6)]);
        for prefix in [0, 1 << 3, (1 << 30) - 1] {
            assert!(!known.insert(prefix));
            assert!(known.insert(prefix));
        }
        assert!(known.insert(7), "the lowest three bits do not count");
    }
}
