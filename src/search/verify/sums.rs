//! Sums over postings: equal sums, equal postings, but for one chance in 2^64.

use crate::store::index::{Payload, Posting};
use crate::xiangqi::{Move, Orientation, Position, PositionKey, mix};

/// A sum is kept for each first byte of the key.
pub(super) const PARTS: usize = 256;

/// A posting as the index should have it.
#[inline]
pub(super) fn posting(
    game: u32,
    position: &Position,
    mv: Option<Move>,
    variation: bool,
) -> Posting {
    let key = position.key();
    let code = mv.map_or(Payload::NO_MOVE, Move::code);
    let payload = Payload::new(code, key.orientation == Orientation::Mirrored, variation);
    Posting { key: key.key, game, payload }
}

/// Sums over postings, by the first byte of the key.
pub(super) struct Sums {
    sums: Box<[u64; PARTS]>,
    counts: Box<[u64; PARTS]>,
}

impl Default for Sums {
    fn default() -> Sums {
        Sums { sums: Box::new([0; PARTS]), counts: Box::new([0; PARTS]) }
    }
}

impl Sums {
    #[inline]
    pub(super) fn put(&mut self, part: usize, mixed: u64) {
        self.sums[part] = self.sums[part].wrapping_add(mixed);
        self.counts[part] += 1;
    }

    pub(super) fn add(&mut self, other: &Sums) {
        for part in 0..PARTS {
            self.sums[part] = self.sums[part].wrapping_add(other.sums[part]);
            self.counts[part] += other.counts[part];
        }
    }

    /// How many postings were put in.
    pub(super) fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How many postings of a part were put in.
    pub(super) fn count_of(&self, part: usize) -> u64 {
        self.counts[part]
    }

    /// The parts in which two differ.
    pub(super) fn differing(&self, other: &Sums) -> [bool; PARTS] {
        std::array::from_fn(|part| {
            (self.sums[part], self.counts[part]) != (other.sums[part], other.counts[part])
        })
    }
}

/// The part of a key.
pub(super) fn part_of(key: u64) -> usize {
    (key >> (PositionKey::BITS - 8)) as usize % PARTS
}

/// Sixty-four bits that tell a posting from others.
#[inline]
pub(super) fn mixed(posting: Posting) -> u64 {
    let rest = u64::from(posting.game) << 16 | u64::from(posting.payload.0);
    mix(posting.key ^ mix(rest.wrapping_add(1)))
}

/// Lets each posting of one game through once: a game may come to a position twice and go on the
/// same way.
#[derive(Default)]
pub(super) struct Once {
    /// A table with open addressing; what was put in for an earlier game has an older stamp.
    table: Vec<(u64, u32)>,
    stamp: u32,
}

impl Once {
    /// Gets ready for the next game, of so many postings.
    pub(super) fn clear(&mut self, postings: usize) {
        let size = (postings * 2).next_power_of_two().max(256);
        if self.table.len() < size || self.stamp == u32::MAX {
            self.table = vec![(0, 0); size.max(self.table.len())];
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    #[inline]
    pub(super) fn put(&mut self, posting: Posting, sums: &mut Sums) {
        let mixed = mixed(posting);
        let mask = self.table.len() - 1;
        let mut place = mixed as usize & mask;
        while self.table[place].1 == self.stamp {
            if self.table[place].0 == mixed {
                return;
            }
            place = (place + 1) & mask;
        }
        self.table[place] = (mixed, self.stamp);
        sums.put(part_of(posting.key), mixed);
    }
}
