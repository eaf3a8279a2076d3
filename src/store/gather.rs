//! From the postings of games to segments of the index: gathered over several batches, which other threads deal out by key as they
//! come; then sorted, encoded and written while the next records come in.

use super::Result;
use super::facts::Alive;
use super::index::{self, Batch, Encoding, Payload, Posting};
use rusqlite::Connection;
use std::sync::mpsc::{Receiver, channel};

/// What a posting takes in memory.
const POSTING_BYTES: usize = size_of::<Posting>();

/// Keys and payloads of a game's positions.
pub(super) type GamePostings = (u32, Vec<(u64, Payload)>);

/// Gathers postings and writes segments, one after the other.
pub(super) struct Gatherer {
    /// Of games stored before, since the last batch.
    more: Vec<GamePostings>,
    /// Of batches, dealt out by other threads.
    batches: Vec<Receiver<Batch>>,
    /// Memory of batches that are written, for those to come: new memory has to be cleared by the system first.
    memory: Vec<Vec<Posting>>,
    /// How many postings wait, and how many are worth a segment.
    waiting: usize,
    wanted: usize,
    /// What other threads encode.
    encoding: Option<Encoding>,
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
            encoding: None,
        }
    }

    /// Roughly how many bytes everything here occupies: what is encoded is half as large again.
    pub(super) fn weight(&self) -> usize {
        let encoding = self.encoding.as_ref().map_or(0, Encoding::posting_count);
        let idle: usize = self.memory.iter().map(Vec::len).sum();
        (self.waiting + encoding + encoding / 2 + idle) * POSTING_BYTES
    }

    /// Adds postings to a game stored before.
    pub(super) fn post(&mut self, game: u32, postings: &[(u64, Payload)]) {
        self.waiting += postings.len();
        self.more.push((game, postings.to_vec()));
    }

    /// Adds the postings of the new games of a batch.
    pub(super) fn add(&mut self, fresh: Vec<GamePostings>) {
        self.waiting += fresh.iter().map(|(_, list)| list.len()).sum::<usize>();
        let mut batch = fresh;
        batch.append(&mut self.more);
        if !batch.is_empty() {
            let memory = self.memory.pop().unwrap_or_default();
            let (send, dealt) = channel();
            self.batches.push(dealt);
            rayon::spawn(move || {
                // A writer that failed does not wait for it.
                let _ = send.send(Batch::new(&batch, memory));
            });
        }
    }

    /// Whether enough is waiting for a segment.
    pub(super) fn is_due(&self) -> bool {
        self.waiting >= self.wanted
    }

    /// Whether other threads are encoding a segment that is not written.
    pub(super) fn is_encoding(&self) -> bool {
        self.encoding.is_some()
    }

    /// Lets other threads encode what waits.
    pub(super) fn start(&mut self) {
        debug_assert!(!self.is_encoding(), "one segment after the other");
        self.add(Vec::new());
        if std::mem::take(&mut self.waiting) == 0 {
            return;
        }
        // Waited for here: a worker that waits for others could be the only one.
        let batches = self.batches.drain(..);
        let dealt =
            batches.map(|batch| batch.recv().expect("other threads answer or end the program"));
        self.encoding = Some(Encoding::start(dealt.collect()));
    }

    /// Writes the segment that is encoded. Merges if there are then more than `most` segments.
    pub(super) fn write(&mut self, conn: &Connection, most: usize) -> Result<()> {
        if let Some(encoding) = self.encoding.take() {
            let (_, batches) = encoding.write(conn)?;
            self.memory.extend(batches.into_iter().map(Batch::into_memory));
        }
        if index::segments(conn)?.len() > most {
            // Merging takes memory, too.
            self.memory.clear();
            let alive = Alive::load(conn)?;
            index::compact(conn, most, &|game| !alive.contains(game))?;
        }
        Ok(())
    }
}
