//! A segment in the making: the postings of several batches, sorted and encoded by other threads,
//! and written as it comes.

use std::ops::Range;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex};

use super::encode::{EncodedBlock, encode};
use super::error::Result;
use super::segment::{Blocks, PART_POSTINGS, SegmentInfo, SegmentWriter};
use super::sort::{Batch, RANGES, Sorter};
use crate::store::transaction::Transaction;

/// A segment that other threads encode, part by part.
#[derive(Debug)]
pub struct Draft {
    batches: Arc<Vec<Batch>>,
    parts: Vec<Receiver<Vec<EncodedBlock>>>,
    len: usize,
}

impl Draft {
    /// Lets other threads begin.
    pub fn start(batches: Vec<Batch>) -> Draft {
        let len = batches.iter().map(Batch::len).sum();
        let batches = Arc::new(batches);
        let sorters: Arc<Mutex<Vec<Sorter>>> = Arc::default();
        let parts = parts(&batches, len).map(|ranges| {
            let (send, part) = channel();
            let (batches, sorters) = (Arc::clone(&batches), Arc::clone(&sorters));
            // In their order: the first are written while the others are encoded.
            rayon::spawn_fifo(move || {
                let kept = sorters.lock().ok().and_then(|mut sorters| sorters.pop());
                let mut sorter = kept.unwrap_or_default();
                let blocks = encode_part(&batches, ranges, &mut sorter);
                if let Ok(mut sorters) = sorters.lock() {
                    sorters.push(sorter);
                }
                // Who has all parts has the batches to himself.
                drop(batches);
                // A writer that failed does not wait for it.
                let _ = send.send(blocks);
            });
            part
        });
        Draft { parts: parts.collect(), batches, len }
    }

    /// How many postings these are.
    pub fn posting_count(&self) -> usize {
        self.len
    }

    /// Waits for all blocks, without writing them.
    pub fn blocks(self) -> Blocks {
        Blocks(self.parts.iter().flat_map(wait_for).collect())
    }

    /// Writes the segment. Gives back the batches, whose memory can be used again.
    ///
    /// # Errors
    /// When SQLite fails; the transaction should then be rolled back.
    pub fn write(self, tx: &Transaction<'_>) -> Result<(SegmentInfo, Vec<Batch>)> {
        let mut writer = SegmentWriter::new(tx)?;
        for part in self.parts {
            writer.push(&wait_for(&part))?;
        }
        Ok((writer.finish()?, Arc::into_inner(self.batches).unwrap_or_default()))
    }
}

/// Waits for what other threads of rayon make. One of them, which could be the only one, lends a
/// hand meanwhile.
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

/// The ranges of keys of each part. How they are cut depends on the postings alone, not on the
/// batches in which they came.
fn parts(batches: &[Batch], len: usize) -> impl Iterator<Item = Range<usize>> {
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

fn encode_part(batches: &[Batch], ranges: Range<usize>, sorter: &mut Sorter) -> Vec<EncodedBlock> {
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
