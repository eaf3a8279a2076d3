//! From the postings of games to segments of the index: gathered over several batches, then sorted and encoded by other threads
//! while the next records come in.

use super::Result;
use super::facts::Alive;
use super::index::{self, Blocks, Payload, Posting};
use rusqlite::Connection;
use std::sync::mpsc::{Receiver, channel};

/// What a posting takes in memory.
const POSTING_BYTES: usize = 16;

/// Keys and payloads of a game's positions.
pub(super) type GamePostings = (u32, Vec<(u64, Payload)>);

/// Gathers postings and writes segments, one after the other.
pub(super) struct Gatherer {
    /// Of games stored before.
    more: Vec<Posting>,
    /// Of the new games of the last batch.
    fresh: Vec<GamePostings>,
    /// Of those of the batches before, sorted by other threads.
    runs: Vec<Receiver<Vec<Posting>>>,
    /// How many postings wait, and how many are worth a segment.
    waiting: usize,
    wanted: usize,
    /// What other threads encode, and how many postings that are.
    encoding: Option<(Receiver<Blocks>, usize)>,
}

impl Gatherer {
    /// Postings of about `bytes` are worth a segment.
    pub(super) fn new(bytes: usize) -> Gatherer {
        Gatherer {
            more: Vec::new(),
            fresh: Vec::new(),
            runs: Vec::new(),
            waiting: 0,
            wanted: (bytes / POSTING_BYTES).max(1),
            encoding: None,
        }
    }

    /// Roughly how many bytes everything here occupies: what is encoded is half as large again.
    pub(super) fn weight(&self) -> usize {
        let encoding = self.encoding.as_ref().map_or(0, |(_, count)| count + count / 2);
        (self.waiting + encoding) * POSTING_BYTES
    }

    /// Adds postings to a game stored before.
    pub(super) fn post(&mut self, game: u32, postings: &[(u64, Payload)]) {
        self.waiting += postings.len();
        self.more.extend(postings.iter().map(|&(key, payload)| Posting { key, game, payload }));
    }

    /// Adds the postings of the new games of a batch. Other threads sort those of the batch before.
    pub(super) fn add(&mut self, fresh: Vec<GamePostings>) {
        self.waiting += fresh.iter().map(|(_, list)| list.len()).sum::<usize>();
        let before = std::mem::replace(&mut self.fresh, fresh);
        if !before.is_empty() {
            let (send, run) = channel();
            self.runs.push(run);
            rayon::spawn(move || {
                // A writer that failed does not wait for it.
                let _ = send.send(sorted(before, Vec::new()));
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
        let count = std::mem::take(&mut self.waiting);
        if count == 0 {
            return;
        }
        let (fresh, more) = (std::mem::take(&mut self.fresh), std::mem::take(&mut self.more));
        // Waited for here: a worker that waits for others could be the only one.
        let runs = self.runs.drain(..).map(|run| run.recv().expect(THEY_ANSWER));
        let mut runs: Vec<Vec<Posting>> = runs.collect();
        let (send, encoded) = channel();
        self.encoding = Some((encoded, count));
        rayon::spawn(move || {
            runs.push(sorted(fresh, more));
            let _ = send.send(Blocks::merge(runs));
        });
    }

    /// Waits for the segment that is encoded and writes it. Merges if there are then more than `most` segments.
    pub(super) fn write(&mut self, conn: &Connection, most: usize) -> Result<()> {
        if let Some((encoded, _)) = self.encoding.take() {
            let blocks = encoded.recv().expect(THEY_ANSWER);
            index::write_segment(conn, &blocks)?;
        }
        if index::segments(conn)?.len() > most {
            let alive = Alive::load(conn)?;
            index::compact(conn, most, &|game| !alive.contains(game))?;
        }
        Ok(())
    }
}

const THEY_ANSWER: &str = "other threads answer or end the program";

/// The postings of games in order.
fn sorted(fresh: Vec<GamePostings>, mut postings: Vec<Posting>) -> Vec<Posting> {
    postings.reserve_exact(fresh.iter().map(|(_, list)| list.len()).sum());
    for (game, list) in fresh {
        postings.extend(list.into_iter().map(|(key, payload)| Posting { key, game, payload }));
    }
    index::sort(&mut postings);
    postings
}
