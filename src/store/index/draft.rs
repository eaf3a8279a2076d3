//! A segment in the making: other threads sort and encode the postings of several batches; this
//! thread writes the blocks as they are ready.
//!
//! The postings of games are gathered over several batches, and other threads deal each batch out
//! by key; for a segment they sort and encode the postings while the rows of the last batch are
//! written.

use crate::store::error::Result;
use crate::store::index::encode::{EncodedBlock, encode};
use crate::store::index::merge::compact;
use crate::store::index::posting::{Payload, Posting};
use crate::store::index::segment::{Blocks, PART_POSTINGS, SegmentInfo, SegmentWriter, segments};
use crate::store::index::sort::{PostingBatch, RANGES, Sorter};
use crate::store::transaction::Transaction;
use std::ops::Range;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex};

/// A segment that other threads encode, part by part.
#[derive(Debug)]
pub struct Draft {
    batches: Arc<Vec<PostingBatch>>,
    parts: Vec<Receiver<Vec<EncodedBlock>>>,
    len: usize,
}

impl Draft {
    /// Starts the encoding on other threads.
    pub fn start(batches: Vec<PostingBatch>) -> Draft {
        let len = batches.iter().map(PostingBatch::len).sum();
        let batches = Arc::new(batches);
        let sorters: Arc<Mutex<Vec<Sorter>>> = Arc::default();
        let parts = parts(&batches, len).map(|ranges| {
            let (send, part) = channel();
            let (batches, sorters) = (Arc::clone(&batches), Arc::clone(&sorters));
            // In order: the first parts are written while the others are encoded.
            rayon::spawn_fifo(move || {
                let kept = sorters.lock().ok().and_then(|mut sorters| sorters.pop());
                let mut sorter = kept.unwrap_or_default();
                let blocks = encode_part(&batches, ranges, &mut sorter);
                if let Ok(mut sorters) = sorters.lock() {
                    sorters.push(sorter);
                }
                // The receiver of all parts is then the only owner of the batches.
                drop(batches);
                // A writer that failed does not receive the blocks.
                let _ = send.send(blocks);
            });
            part
        });
        Draft { parts: parts.collect(), batches, len }
    }

    /// Number of postings of the draft.
    pub fn posting_count(&self) -> usize {
        self.len
    }

    /// Waits for all blocks, without writing them.
    pub fn blocks(self) -> Blocks {
        Blocks(self.parts.iter().flat_map(wait_for).collect())
    }

    /// Writes the segment. Returns the batches, whose memory can be used again.
    ///
    /// # Errors
    /// SQLite fails; the caller should then roll the transaction back.
    pub fn write(self, tx: &Transaction<'_>) -> Result<(SegmentInfo, Vec<PostingBatch>)> {
        let mut writer = SegmentWriter::new(tx)?;
        for part in self.parts {
            writer.push(&wait_for(&part))?;
        }
        Ok((writer.finish()?, Arc::into_inner(self.batches).unwrap_or_default()))
    }
}

/// Waits for a result of other threads of rayon. A thread of rayon, which could be the only one,
/// works on other tasks meanwhile.
pub fn wait_for<T>(made: &Receiver<T>) -> T {
    loop {
        match made.try_recv() {
            Ok(made) => break made,
            Err(TryRecvError::Disconnected) => panic!("other threads answer or end the program"),
            Err(TryRecvError::Empty) => match rayon::yield_now() {
                Some(rayon::Yield::Executed) => {}
                Some(rayon::Yield::Idle) => std::thread::yield_now(),
                None => break made.recv().expect("other threads answer or end the program"),
            },
        }
    }
}

/// Ranges of keys of each part. The cuts depend on the postings alone, not on their batches.
fn parts(batches: &[PostingBatch], len: usize) -> impl Iterator<Item = Range<usize>> {
    let count = len.div_ceil(PART_POSTINGS);
    let mut ends: Vec<usize> = Vec::with_capacity(count);
    for range in 1..RANGES {
        let before: usize = batches.iter().map(|batch| batch.before(range)).sum();
        if before * count >= (ends.len() + 1) * len {
            ends.push(range);
        }
    }
    ends.push(RANGES);
    let mut start = 0;
    ends.into_iter().map(move |end| std::mem::replace(&mut start, end)..end)
}

fn encode_part(
    batches: &[PostingBatch],
    ranges: Range<usize>,
    sorter: &mut Sorter,
) -> Vec<EncodedBlock> {
    let before = |range| batches.iter().map(|batch| batch.before(range)).sum::<usize>();
    sorter.reserve(before(ranges.end) - before(ranges.start));
    for range in ranges {
        sorter.append(batches.iter().map(|batch| batch.range(range)));
    }
    sorter.finish(|postings| {
        postings.dedup();
        encode(postings)
    })
}

/// Bytes of a posting in memory.
const POSTING_BYTES: usize = size_of::<Posting>();

/// Least number of games of a part of a batch.
const LEAST_GAMES: usize = 1000;

/// Id of a game, and key and payload of each of its positions.
pub(crate) type GamePostings = (u32, Vec<(u64, Payload)>);

/// Gathers postings and writes segments, one after the other.
pub(crate) struct Gatherer {
    /// Postings of games stored before, since the last batch.
    more: Vec<GamePostings>,
    /// Receivers of batches of postings from other threads.
    batches: Vec<Receiver<PostingBatch>>,
    /// Memory of written batches, for later batches: the system would have to clear new memory
    /// first.
    memory: Vec<Vec<Posting>>,
    /// Number of waiting postings, and number from which on a segment is written.
    waiting: usize,
    wanted: usize,
    /// The segment that other threads encode.
    draft: Option<Draft>,
}

impl Gatherer {
    /// Begins; a segment is written from about `bytes` of postings on.
    pub(crate) fn new(bytes: usize) -> Gatherer {
        Gatherer {
            more: Vec::new(),
            batches: Vec::new(),
            memory: Vec::new(),
            waiting: 0,
            wanted: (bytes / POSTING_BYTES).max(1),
            draft: None,
        }
    }

    /// Rough size in memory, in bytes. Waiting postings will become blocks, too, half as large.
    pub(crate) fn weight(&self) -> usize {
        let idle: usize = self.memory.iter().map(Vec::capacity).sum();
        (self.waiting + self.waiting / 2 + idle) * POSTING_BYTES
    }

    /// Number of postings that wait to be encoded.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting
    }

    /// Number of postings from which on a segment is written.
    pub(crate) fn wanted(&self) -> usize {
        self.wanted
    }

    /// Adds postings of a game stored before.
    pub(crate) fn post(&mut self, game: u32, postings: &[(u64, Payload)]) {
        self.waiting += postings.len();
        self.more.push((game, postings.to_vec()));
    }

    /// Adds the postings of the new games of a batch. The batch is dealt out in several parts, so
    /// that the wait for the last is short.
    pub(crate) fn add(&mut self, mut batch: Vec<GamePostings>) {
        self.waiting += batch.iter().map(|(_, list)| list.len()).sum::<usize>();
        batch.append(&mut self.more);
        let part = batch.len().div_ceil(rayon::current_num_threads()).max(LEAST_GAMES);
        while !batch.is_empty() {
            let rest = batch.split_off(part.min(batch.len()));
            let games = std::mem::replace(&mut batch, rest);
            let memory = self.memory.pop().unwrap_or_default();
            let (send, dealt) = channel();
            self.batches.push(dealt);
            rayon::spawn_fifo(move || {
                // A writer that failed does not receive the batch.
                let _ = send.send(PostingBatch::new(&games, memory));
            });
        }
    }

    /// Starts the encoding of the waiting postings on other threads.
    pub(crate) fn start(&mut self) {
        debug_assert!(self.draft.is_none(), "one segment after the other");
        self.add(Vec::new());
        if std::mem::take(&mut self.waiting) == 0 {
            return;
        }
        // The wait is here: a worker that waits for others could be the only one.
        let dealt = self.batches.drain(..).map(|batch| wait_for(&batch));
        self.draft = Some(Draft::start(dealt.collect()));
    }

    /// Writes the encoded segment, and merges if there are then more than `most` segments.
    pub(crate) fn write(
        &mut self,
        tx: &Transaction<'_>,
        most: usize,
        is_dead: &(dyn Fn(u32) -> bool + Sync),
    ) -> Result<()> {
        if let Some(draft) = self.draft.take() {
            let (_, batches) = draft.write(tx)?;
            self.memory.extend(batches.into_iter().map(PostingBatch::into_memory));
        }
        if segments(tx)?.len() > most {
            // Merging takes memory, too.
            self.memory.clear();
            compact(tx, most, is_dead)?;
        }
        Ok(())
    }
}
