//! Merges segments: a streaming merge in rounds, parallel within a round, inside the caller's
//! transaction.
//!
//! A round reads the next blocks of every segment, in proportion to their lengths, and decodes
//! them. The lowest of the last postings is the *bound*: no segment has an unread posting up to it.
//! All postings up to the bound are cut into parts by value, and the parts are merged and encoded
//! on all cores; postings beyond wait for the next round. Meanwhile this thread writes the blocks
//! of the round before.
//!
//! Memory: a round reads at most [`ROUND_BLOCKS`] blocks and stops earlier where runs of very
//! common positions make them hold more than [`MOST_PER_BLOCK`] postings each. So at most 50 MB of
//! postings wait in a merge of eight segments; every thread sorts parts of some megabytes, the
//! blocks of two rounds take 16 MB.
//!
//! Blocks are deleted as soon as they are read, and SQLite gives their pages to the blocks written
//! next. So the file grows by some rounds during a merge, not by the length of the result, and a
//! rollback restores all blocks.
//!
//! # When segments are merged
//!
//! Every segment costs every lookup one page, so there are never more than [`MOST_SEGMENTS`] and
//! [`MOST_TINY`] after [`compact`](crate::store::index::compact). Up to [`MOST_SEGMENTS`] nothing is
//! merged. Beyond that number the two smallest are merged, with each next larger one that is no
//! larger than those before it together. Only a tiny segment waits for others of its size, so that
//! ten games a day do not rewrite the last segment of a large archive every day.
//!
//! The cost: from the third on, a segment is merged only into one at least twice its size, so big
//! segments are rewritten rarely, whatever the sizes of the imports; and eight idle segments let a
//! posting wait until much can be merged at once. A hundred equal batches are written 2.8 times
//! each on the average, a thousand 4.8 times, three thousand 6.3 times, the first writing included;
//! a test checks this.

use crate::store::error::{Error, Result};
use crate::store::index::block::Block;
use crate::store::index::encode::{EncodedBlock, encode};
use crate::store::index::posting::Posting;
use crate::store::index::segment::{
    PART_POSTINGS, SegmentInfo, SegmentWriter, delete_blocks, delete_segment, read_blocks,
    segments, write_while,
};
use crate::store::index::sort::Sorter;
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;
use rayon::iter::{
    IndexedParallelIterator as _, IntoParallelIterator as _, IntoParallelRefIterator as _,
    ParallelIterator as _,
};
use std::ops::ControlFlow;

/// Number of blocks that a round reads.
const ROUND_BLOCKS: usize = 2048;
/// Number of postings for every block of its share; a segment reads on if fewer were left from the
/// last round.
const LEFT_OVER_PER_BLOCK: usize = 256;
/// Number of postings for every block of the share after which reading stops. A common block holds
/// half of that.
const MOST_PER_BLOCK: usize = 1024;

/// Least number of blocks that a thread decodes at a time.
const MIN_BLOCKS: usize = 8;
/// Number of postings that are sorted in the cache of a core.
const STEP_POSTINGS: usize = 1 << 13;

/// Result of a merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MergeReport {
    /// Number of merged segments.
    pub segments_read: usize,
    /// Number of postings of these segments.
    pub postings_read: u64,
    /// Number of dropped copies of postings that were in several segments.
    pub duplicates: u64,
    /// Number of dropped postings of dead games.
    pub dead: u64,
    /// The segment with the merged postings.
    pub segment: SegmentInfo,
}

/// Merges small segments if there are more than `most` (see
/// [`MOST_SEGMENTS`](crate::store::index::MOST_SEGMENTS)). Callers call this after writing an
/// import batch, in the same transaction. Returns a report for every merge.
///
/// # Errors
/// As [`merge`].
pub fn compact(
    tx: &Transaction<'_>,
    most: usize,
    is_dead: &(dyn Fn(u32) -> bool + Sync),
) -> Result<Vec<MergeReport>> {
    let mut reports = Vec::new();
    loop {
        let all = segments(tx)?;
        let counts: Vec<u64> = all.iter().map(|segment| segment.posting_count).collect();
        let due: Vec<i64> = due(&counts, most).into_iter().map(|place| all[place].id).collect();
        if due.is_empty() {
            return Ok(reports);
        }
        reports.push(merge(tx, &due, is_dead)?);
    }
}

/// Merges all segments into one. A single segment is rewritten too, to drop the postings of dead
/// games. Returns `None` without any segment.
///
/// # Errors
/// As [`merge`].
pub fn optimize(
    tx: &Transaction<'_>,
    is_dead: &(dyn Fn(u32) -> bool + Sync),
) -> Result<Option<MergeReport>> {
    let all: Vec<i64> = segments(tx)?.iter().map(|segment| segment.id).collect();
    if all.is_empty() { Ok(None) } else { merge(tx, &all, is_dead).map(Some) }
}

/// Merges the segments of these ids into a new one and deletes them. `is_dead` decides by the id of
/// a game whether its postings are dropped.
///
/// Blocks are deleted before the blocks that replace them are complete.
///
/// # Errors
/// SQLite fails, a segment does not exist or one is damaged; the caller must then roll the
/// transaction back.
pub fn merge(
    tx: &Transaction<'_>,
    ids: &[i64],
    is_dead: &(dyn Fn(u32) -> bool + Sync),
) -> Result<MergeReport> {
    let mut inputs = inputs(tx, ids)?;
    let mut counts = Counts::default();
    let mut writer = SegmentWriter::new(tx)?;
    let mut ready: Vec<EncodedBlock> = Vec::new();
    loop {
        for input in &mut inputs {
            input.read(tx)?;
        }
        if inputs.iter().all(Input::is_done) {
            break;
        }
        let (written, round) =
            write_while(|| writer.push(&ready), || merge_round(&mut inputs, is_dead));
        written?;
        let (blocks, of_round) = round?;
        ready = blocks;
        add(&mut counts, of_round);
    }
    writer.push(&ready)?;
    let segment = writer.finish()?;
    for input in &inputs {
        if input.decoded != input.segment.posting_count {
            return Err(Error::Segment {
                segment: input.segment.id,
                what: "its number of postings is wrong",
            });
        }
        delete_segment(tx, input.segment.id)?;
    }
    let [postings_read, duplicates, dead] = counts;
    Ok(MergeReport { segments_read: inputs.len(), postings_read, duplicates, dead, segment })
}

fn inputs(conn: &Connection, ids: &[i64]) -> Result<Vec<Input>> {
    let all = segments(conn)?;
    let mut chosen = Vec::with_capacity(ids.len());
    for &id in ids {
        chosen.push(*all.iter().find(|segment| segment.id == id).ok_or(Error::NoSegment(id))?);
    }
    chosen.sort_by_key(|segment| segment.id);
    chosen.dedup();
    let total: usize = chosen.iter().map(|segment| segment.block_count as usize).sum();
    let share =
        |segment: &SegmentInfo| (ROUND_BLOCKS * segment.block_count as usize / total.max(1)).max(1);
    Ok(chosen.into_iter().map(|segment| Input::new(segment, share(&segment))).collect())
}

/// A segment being merged.
struct Input {
    segment: SegmentInfo,
    /// Number of blocks that this input reads in a round.
    share: usize,
    next_block: i64,
    /// The bytes of the blocks read and not yet decoded, one after the other.
    raw: Vec<u8>,
    read: Vec<Read>,
    /// Postings decoded and not yet merged.
    waiting: Vec<Posting>,
    decoded: u64,
}

/// A block that was read.
struct Read {
    block: i64,
    bytes: usize,
    postings: usize,
}

/// A block to be decoded, and the place of its postings.
struct Decoding<'a> {
    segment: SegmentInfo,
    block: i64,
    data: &'a [u8],
    postings: &'a mut [Posting],
}

impl Input {
    fn new(segment: SegmentInfo, share: usize) -> Input {
        Input {
            segment,
            share,
            next_block: segment.first_block,
            raw: Vec::new(),
            read: Vec::new(),
            waiting: Vec::new(),
            decoded: 0,
        }
    }

    /// Reads and deletes the next blocks, unless enough postings are waiting.
    fn read(&mut self, tx: &Transaction<'_>) -> Result<()> {
        if self.waiting.len() >= (self.share * LEFT_OVER_PER_BLOCK).max(1) {
            return Ok(());
        }
        let start = self.next_block;
        let end = self.segment.end_block().min(start + self.share as i64);
        if start == end {
            return Ok(());
        }
        let mut postings = 0;
        read_blocks(tx, start..end, |block, data| {
            let parsed = Block::parse(data).map_err(|error| Error::Block { block, error })?;
            postings += parsed.len();
            self.raw.extend_from_slice(data);
            self.read.push(Read { block, bytes: data.len(), postings: parsed.len() });
            self.next_block = block + 1;
            Ok(if postings < self.share * MOST_PER_BLOCK {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            })
        })?;
        delete_blocks(tx, start..self.next_block)
    }

    /// The blocks to decode next, each with room for its postings among those that wait.
    fn decodings(&mut self) -> Vec<Decoding<'_>> {
        let (segment, waiting) = (self.segment, self.waiting.len());
        let new: usize = self.read.iter().map(|read| read.postings).sum();
        self.waiting.resize(waiting + new, Posting::default());
        let (mut raw, mut room) = (&self.raw[..], &mut self.waiting[waiting..]);
        let decoding = |read: &Read| {
            let (data, rest) = raw.split_at(read.bytes);
            raw = rest;
            let (postings, rest) = std::mem::take(&mut room).split_at_mut(read.postings);
            room = rest;
            Decoding { segment, block: read.block, data, postings }
        };
        self.read.iter().map(decoding).collect()
    }

    /// Checks that the decoded blocks follow each other in order, as the postings in each do.
    /// Called when all blocks are decoded.
    fn decoded(&mut self) -> Result<()> {
        let new: usize = self.read.iter().map(|read| read.postings).sum();
        self.decoded += new as u64;
        let mut start = self.waiting.len() - new;
        for read in &self.read {
            if start > 0 && self.waiting[start - 1] >= self.waiting[start] {
                return Err(out_of_order(&self.segment));
            }
            start += read.postings;
        }
        self.raw.clear();
        self.read.clear();
        Ok(())
    }

    fn has_unread(&self) -> bool {
        self.next_block < self.segment.end_block()
    }

    fn is_done(&self) -> bool {
        !self.has_unread() && self.read.is_empty() && self.waiting.is_empty()
    }
}

fn out_of_order(segment: &SegmentInfo) -> Error {
    Error::Segment { segment: segment.id, what: "postings are out of order" }
}

/// Decodes all blocks of all segments in parallel.
fn decode(inputs: &mut [Input]) -> Result<()> {
    let all: Vec<Decoding<'_>> = inputs.iter_mut().flat_map(Input::decodings).collect();
    all.into_par_iter().with_min_len(MIN_BLOCKS).try_for_each(Decoding::run)?;
    inputs.iter_mut().try_for_each(Input::decoded)
}

impl Decoding<'_> {
    fn run(self) -> Result<()> {
        let Decoding { segment, block, data, postings } = self;
        let at = |error| Error::Block { block, error };
        let mut places = postings.iter_mut();
        // The header gives the number of postings.
        let put = |posting| {
            if let Some(place) = places.next() {
                *place = posting;
            }
        };
        Block::parse(data).and_then(|block| block.for_each(put)).map_err(at)?;
        if postings.is_sorted_by(|a, b| a < b) { Ok(()) } else { Err(out_of_order(&segment)) }
    }
}

/// Numbers of postings read, dropped as copies, and dropped with dead games, in one round or many.
type Counts = [u64; 3];

fn add(counts: &mut Counts, more: Counts) {
    counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
}

/// Merges and encodes the postings that no unread posting can precede.
fn merge_round(
    inputs: &mut [Input],
    is_dead: &(dyn Fn(u32) -> bool + Sync),
) -> Result<(Vec<EncodedBlock>, Counts)> {
    decode(inputs)?;
    let bound = inputs
        .iter()
        .filter(|input| input.has_unread())
        .filter_map(|input| input.waiting.last())
        .min()
        .copied();
    let sure: Vec<&[Posting]> = inputs
        .iter()
        .map(|input| match bound {
            Some(bound) => {
                &input.waiting[..input.waiting.partition_point(|posting| *posting <= bound)]
            }
            None => &input.waiting[..],
        })
        .collect();
    let merged: Vec<(Vec<EncodedBlock>, Counts)> = cut(&sure, PART_POSTINGS)
        .par_iter()
        .map_init(Sorter::default, |sorter, runs| merge_part(runs, sorter, is_dead))
        .collect();
    let lens: Vec<usize> = sure.iter().map(|run| run.len()).collect();
    for (input, len) in inputs.iter_mut().zip(lens) {
        input.waiting.drain(..len);
    }
    let (mut blocks, mut counts) = (Vec::new(), Counts::default());
    for (part, of_part) in merged {
        blocks.extend(part);
        add(&mut counts, of_part);
    }
    Ok((blocks, counts))
}

/// Cuts sorted runs at common values into parts of about this number of postings; each part has a
/// piece of every run.
fn cut<'a>(runs: &[&'a [Posting]], part_len: usize) -> Vec<Vec<&'a [Posting]>> {
    let total: usize = runs.iter().map(|run| run.len()).sum();
    let longest = runs.iter().copied().max_by_key(|run| run.len()).unwrap_or_default();
    let part_count = total.div_ceil(part_len);
    let mut rest = runs.to_vec();
    let mut parts = Vec::with_capacity(part_count);
    for part in 1..part_count {
        let pivot = longest[longest.len() * part / part_count];
        let pieces = rest
            .iter_mut()
            .map(|run| {
                let (piece, after) = run.split_at(run.partition_point(|posting| *posting < pivot));
                *run = after;
                piece
            })
            .collect();
        parts.push(pieces);
    }
    parts.push(rest);
    parts
}

fn merge_part(
    runs: &[&[Posting]],
    sorter: &mut Sorter,
    is_dead: &(dyn Fn(u32) -> bool + Sync),
) -> (Vec<EncodedBlock>, Counts) {
    sorter.reserve(runs.iter().map(|run| run.len()).sum());
    for pieces in cut(runs, STEP_POSTINGS) {
        sorter.append(pieces.iter().copied());
    }
    sorter.finish(|postings| {
        let read = postings.len();
        postings.dedup();
        let distinct = postings.len();
        postings.retain(|posting| !is_dead(posting.game));
        let counts = [read, read - distinct, distinct - postings.len()];
        (encode(postings), counts.map(|count| count as u64))
    })
}

/// Most segments of an index between imports, without tiny ones.
pub const MOST_SEGMENTS: usize = 8;
/// Most tiny segments beside them.
pub(crate) const MOST_TINY: usize = 2;
/// A segment is tiny if the next larger one has more than this number of times its postings.
const TINY: u64 = 64;
/// Most segments during an import. Segments written by the dozen are merged once instead of twice.
pub const MOST_DURING_IMPORT: usize = 24;

/// Indexes in `posting_counts` of the segments to merge; empty if there are no more than `most`, or
/// tiny ones beside them.
pub(crate) fn due(posting_counts: &[u64], most: usize) -> Vec<usize> {
    if posting_counts.len() <= most {
        return Vec::new();
    }
    let mut by_size: Vec<usize> = (0..posting_counts.len()).collect();
    by_size.sort_by_key(|&place| posting_counts[place]);
    let (least, second) = (posting_counts[by_size[0]], posting_counts[by_size[1]]);
    if posting_counts.len() <= most + MOST_TINY && second > least.saturating_mul(TINY) {
        return Vec::new();
    }
    let mut len = 2;
    let mut together = least + second;
    while let Some(&next) = by_size.get(len).filter(|&&next| posting_counts[next] <= together) {
        together += posting_counts[next];
        len += 1;
    }
    by_size.truncate(len);
    by_size
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of postings written per imported posting, and the final sizes, for a series of
    /// imports.
    fn simulate(batches: impl Iterator<Item = u64>) -> (f64, Vec<u64>) {
        let mut sizes = Vec::new();
        let (mut imported, mut written) = (0, 0);
        for batch in batches {
            sizes.push(batch);
            imported += batch;
            written += batch;
            loop {
                let places = due(&sizes, MOST_SEGMENTS);
                if places.is_empty() {
                    break;
                }
                let merged: u64 = places.iter().map(|&place| sizes[place]).sum();
                written += merged;
                let mut place = 0;
                sizes.retain(|_| {
                    place += 1;
                    !places.contains(&(place - 1))
                });
                sizes.push(merged);
            }
            assert!(sizes.len() <= MOST_SEGMENTS + MOST_TINY);
        }
        (written as f64 / imported as f64, sizes)
    }

    #[test]
    fn a_posting_is_rewritten_a_few_times_only() {
        let cases: [(&str, f64, Vec<u64>); 6] = [
            ("eight batches", 1.0, vec![100; 8]),
            ("a hundred equal batches", 3.5, vec![100; 100]),
            ("a thousand equal batches", 5.0, vec![100; 1000]),
            ("mixed sizes", 5.0, (0..1000u64).map(|at| 1 + at * 7919 % 1000).collect()),
            (
                "small ones after a big one",
                1.1,
                [1_000_000].into_iter().chain([10; 1000]).collect(),
            ),
            (
                "small ones after eight big ones",
                1.1,
                [1_000_000; 8].into_iter().chain([10; 1000]).collect(),
            ),
        ];
        for (name, most, batches) in cases {
            let (amplification, _) = simulate(batches.into_iter());
            assert!(amplification <= most, "{name}: {amplification:.2}");
        }
    }

    #[test]
    fn what_is_due() {
        let cases: [(&[u64], &[usize]); 7] = [
            (&[1, 1, 1, 1, 1, 1, 1, 1], &[]),
            (&[1, 2, 4, 8, 16, 32, 64, 128, 256], &[0, 1]),
            (&[256, 128, 64, 32, 16, 8, 4, 3, 2], &[8, 7, 6, 5, 4, 3, 2, 1, 0]),
            (&[0, 0, 5, 50, 500, 500, 500, 500, 500], &[0, 1]),
            (&[9999, 9999, 9999, 9999, 9999, 9999, 9999, 9999, 6], &[]),
            (&[9999, 9999, 9999, 9999, 9999, 9999, 9999, 99_999, 2999, 6], &[]),
            (&[999, 999, 999, 999, 999, 999, 999, 999, 9, 9], &[8, 9]),
        ];
        for (sizes, expected) in cases {
            assert_eq!(due(sizes, MOST_SEGMENTS), expected, "{sizes:?}");
        }
    }
}
