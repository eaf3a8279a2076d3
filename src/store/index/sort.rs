//! Sorts postings: keys are uniform, so the upper bits of a key show its rough place.
//!
//! Postings are sorted once, in two steps. A new batch is dealt out by the upper bits of its keys
//! ([`PostingBatch`]). When several batches become a segment, the pieces of each range of keys are
//! dealt out once more, in the cache, to bins of one or two ([`Sorter`]); within a bin, a
//! comparison or none is left.
//!
//! Only the speed relies on uniform keys. The commonest positions fill their own bins, with games
//! in the order of their arrival, which is mostly sorted.

use crate::store::index::posting::{Payload, Posting};
use crate::xiangqi::PositionKey;

/// Number of ranges of keys into which batches are dealt out.
pub(crate) const RANGES: usize = 1 << 10;
/// Number of postings of a bin beyond which it is sorted by itself.
const LARGE_BIN: usize = 16;

/// The postings of a batch, dealt out by ranges of keys.
#[derive(Debug)]
pub struct PostingBatch {
    /// May be longer than the batch, because an earlier batch used this memory.
    postings: Vec<Posting>,
    /// Start of every range, and end of the last.
    starts: Vec<usize>,
}

impl PostingBatch {
    /// Deals out the postings of games, in memory of an earlier batch if it is large enough.
    pub fn new(games: &[(u32, Vec<(u64, Payload)>)], memory: Vec<Posting>) -> PostingBatch {
        let mut starts = vec![0; RANGES + 1];
        for (key, _) in games.iter().flat_map(|(_, list)| list) {
            starts[range_of(*key) + 1] += 1;
        }
        for range in 0..RANGES {
            starts[range + 1] += starts[range];
        }
        let count = starts[RANGES];
        let mut postings = memory;
        if postings.capacity() < count {
            // Batches are of about one size: with a little more room, this memory is enough for the
            // others, too.
            postings = Vec::with_capacity(count + count / 16);
        }
        if postings.len() < count {
            postings.resize(count, Posting::default());
        }
        let mut next = starts.clone();
        for (game, list) in games {
            for &(key, payload) in list {
                let place = &mut next[range_of(key)];
                postings[*place] = Posting { key, game: *game, payload };
                *place += 1;
            }
        }
        PostingBatch { postings, starts }
    }

    /// The memory, to be used again.
    pub fn into_memory(self) -> Vec<Posting> {
        self.postings
    }

    /// Number of postings of the batch.
    pub(crate) fn len(&self) -> usize {
        self.starts[RANGES]
    }

    /// The postings of a range.
    pub(crate) fn range(&self, range: usize) -> &[Posting] {
        &self.postings[self.starts[range]..self.starts[range + 1]]
    }

    /// Number of postings in the ranges before this one.
    pub(crate) fn before(&self, range: usize) -> usize {
        self.starts[range]
    }
}

fn range_of(key: u64) -> usize {
    let range = key >> (PositionKey::BITS - RANGES.ilog2());
    (range as usize).min(RANGES - 1)
}

/// Sorts postings of small ranges of keys, one after the other.
#[derive(Default)]
pub(crate) struct Sorter {
    sorted: Vec<Posting>,
    bins: Vec<u32>,
}

impl Sorter {
    /// Makes room for a number of postings.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.sorted.reserve_exact(count);
    }

    /// Appends the postings of these pieces in order. No posting may precede an appended one.
    pub(crate) fn append<'a>(&mut self, pieces: impl Iterator<Item = &'a [Posting]> + Clone) {
        let (mut count, mut lowest, mut highest) = (0, u64::MAX, 0);
        for piece in pieces.clone() {
            count += piece.len();
            for posting in piece {
                lowest = lowest.min(posting.key);
                highest = highest.max(posting.key);
            }
        }
        if count == 0 {
            return;
        }
        let bins = count.next_power_of_two();
        let used = u64::BITS - (highest - lowest).leading_zeros();
        let shift = used.saturating_sub(bins.ilog2());
        let bin_of = |posting: &Posting| ((posting.key - lowest) >> shift) as usize;
        self.bins.clear();
        self.bins.resize(bins, 0);
        for posting in pieces.clone().flatten() {
            self.bins[bin_of(posting)] += 1;
        }
        let mut end = 0;
        for bin in &mut self.bins {
            end += std::mem::replace(bin, end);
        }
        let start = self.sorted.len();
        self.sorted.resize(start + count, Posting::default());
        let sorted = &mut self.sorted[start..];
        for posting in pieces.flatten() {
            let place = &mut self.bins[bin_of(posting)];
            sorted[*place as usize] = *posting;
            *place += 1;
        }
        // Each bin now ends where it was to begin.
        let mut start = 0;
        for &end in &self.bins {
            if (end - start) as usize > LARGE_BIN {
                sorted[start as usize..end as usize].sort_unstable();
            }
            start = end;
        }
        insertion_sort(sorted);
    }

    /// Passes all appended postings to `take`, and begins anew.
    pub(crate) fn finish<T>(&mut self, take: impl FnOnce(&mut Vec<Posting>) -> T) -> T {
        let taken = take(&mut self.sorted);
        self.sorted.clear();
        taken
    }
}

/// Sorts nearly sorted postings.
fn insertion_sort(postings: &mut [Posting]) {
    for end in 1..postings.len() {
        let posting = postings[end];
        let mut place = end;
        while place > 0 && posting < postings[place - 1] {
            postings[place] = postings[place - 1];
            place -= 1;
        }
        if place < end {
            postings[place] = posting;
        }
    }
}
