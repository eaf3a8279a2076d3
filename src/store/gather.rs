//! From the postings of games to segments of the index: gathered over several batches, which other
//! threads deal out by key as they come; then sorted and encoded by them while the rows of the last
//! batch are written.

use super::error::Result;
use super::facts::Alive;
use super::index::{self, Batch, Draft, Payload, Posting};
use super::transaction::Transaction;
use std::sync::mpsc::{Receiver, channel};

/// What a posting takes in memory.
const POSTING_BYTES: usize = size_of::<Posting>();

/// A part of a batch has no fewer games.
const LEAST_GAMES: usize = 1000;

/// Keys and payloads of a game's positions.
pub(super) type GamePostings = (u32, Vec<(u64, Payload)>);

/// Gathers postings and writes segments, one after the other.
pub(super) struct Gatherer {
    /// Of games stored before, since the last batch.
    more: Vec<GamePostings>,
    /// Of batches, dealt out by other threads.
    batches: Vec<Receiver<Batch>>,
    /// Memory of batches that are written, for those to come: new memory has to be cleared by the
    /// system first.
    memory: Vec<Vec<Posting>>,
    /// How many postings wait, and how many are worth a segment.
    waiting: usize,
    wanted: usize,
    /// What other threads encode.
    draft: Option<Draft>,
}

impl Gatherer {
    /// Postings of about `bytes` are worth a segment.
    pub(super) fn new(bytes: usize) -> Gatherer {
        Gatherer {
            more: Vec::new(),
            batches: Vec::new(),
            memory: Vec::new(),
            waiting: 0,
            wanted: (bytes / POSTING_BYTES).max(1),
            draft: None,
        }
    }

    /// Roughly how many bytes everything here occupies. What waits will be blocks, too, half as
    /// large.
    pub(super) fn weight(&self) -> usize {
        let idle: usize = self.memory.iter().map(Vec::capacity).sum();
        (self.waiting + self.waiting / 2 + idle) * POSTING_BYTES
    }

    /// How many postings wait.
    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    /// How many are worth a segment.
    pub(super) fn wanted(&self) -> usize {
        self.wanted
    }

    /// Adds postings to a game stored before.
    pub(super) fn post(&mut self, game: u32, postings: &[(u64, Payload)]) {
        self.waiting += postings.len();
        self.more.push((game, postings.to_vec()));
    }

    /// Adds the postings of the new games of a batch. They are dealt out in several parts, so that
    /// nobody waits long for the last.
    pub(super) fn add(&mut self, mut batch: Vec<GamePostings>) {
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
                // A writer that failed does not wait for it.
                let _ = send.send(Batch::new(&games, memory));
            });
        }
    }

    /// Lets other threads encode what waits.
    pub(super) fn start(&mut self) {
        debug_assert!(self.draft.is_none(), "one segment after the other");
        self.add(Vec::new());
        if std::mem::take(&mut self.waiting) == 0 {
            return;
        }
        // Waited for here: a worker that waits for others could be the only one.
        let dealt = self.batches.drain(..).map(|batch| index::wait_for(&batch));
        self.draft = Some(Draft::start(dealt.collect()));
    }

    /// Writes the segment that is encoded. Merges if there are then more than `most` segments.
    pub(super) fn write(&mut self, tx: &Transaction<'_>, most: usize) -> Result<()> {
        if let Some(draft) = self.draft.take() {
            let (_, batches) = draft.write(tx)?;
            self.memory.extend(batches.into_iter().map(Batch::into_memory));
        }
        if index::segments(tx)?.len() > most {
            // Merging takes memory, too.
            self.memory.clear();
            let alive = Alive::load(tx)?;
            index::compact(tx, most, &|game| !alive.contains(game))?;
        }
        Ok(())
    }
}
