//! Games whose records people decided to read otherwise.
//!
//! The bytes of such a record are read again with the decided moves. The result replaces the moves
//! of the game that the record witnesses, and its postings. A game with other witnesses that are
//! not read so stays as it is.

use crate::decision::{DecidedStatement, Decision, RecordPly};
use crate::format::{Input, RawRecord, Sink, by_name, read};
use crate::notation::System;
use crate::opening::{Code, OpeningTable};
use crate::replay::{ReplayedGame, Tree, read_as, replay};
use crate::store::index::{Payload, Posting};
use crate::store::{Connection, GameLine, RawBytes, Result, Testimony, postings};
use crate::text::Encoding;
use crate::xiangqi::{Move, Position};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};

/// A game as decided to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReadGame {
    pub(crate) moves: Vec<Move>,
    /// The moves in stored form.
    stored: Vec<u8>,
    /// Whether the whole main line can be played.
    pub(crate) is_whole: bool,
    /// Number of the opening's code; 0 for none.
    pub(crate) opening: u16,
    /// Indexes of the decisions that read records of the game.
    pub(crate) places: Vec<usize>,
}

/// All games that decisions read otherwise.
#[derive(Debug, Clone, Default)]
pub(crate) struct Readings {
    games: FxHashMap<u32, ReadGame>,
    postings: BTreeMap<u64, Vec<(u32, Payload)>>,
    /// Records of decisions that exist.
    there: FxHashSet<Testimony>,
}

/// Decided moves by ply of a record.
type Reads = BTreeMap<u32, Vec<Move>>;

impl Readings {
    /// Reads the records that decisions concern.
    pub(crate) fn load(conn: &Connection, decisions: &[Decision]) -> Result<Readings> {
        let mut records: BTreeMap<Testimony, (Reads, Vec<usize>)> = BTreeMap::new();
        for (place, decision) in decisions.iter().enumerate() {
            if let DecidedStatement::Read(at, moves) = &decision.what {
                let (reads, places) = records.entry(testimony(at)).or_default();
                reads.insert(at.ply, moves.clone());
                places.push(place);
            }
        }
        let mut readings = Readings::default();
        let mut read: BTreeMap<u32, Vec<(Position, ReadGame)>> = BTreeMap::new();
        for (record, (reads, places)) in records {
            let Some((source, game)) = conn.record_of(&record)? else { continue };
            let raw = conn.raw_record(source, record.record)?;
            readings.there.insert(record);
            let (Some(game), Some(raw)) = (game, raw) else { continue };
            let found = reread(&raw, |record, game| {
                let start = game.start.as_deref().cloned().unwrap_or_else(Position::start);
                let (moves, is_whole) = read_as(&start, &record.tree.main_line(), &reads);
                let code =
                    OpeningTable::ecco().code(moves.iter().copied()).filter(|_| start.is_start());
                let opening = code.map_or(0, Code::number);
                let stored = moves.iter().flat_map(|mv| mv.bytes()).collect();
                let places = places.clone();
                Some((start, ReadGame { moves, stored, is_whole, opening, places }))
            });
            read.entry(game).or_default().extend(found);
        }
        for (game, read) in read {
            if read.len() == conn.testimonies(game)?.len() {
                readings.lay(game, read);
            }
        }
        Ok(readings)
    }

    /// Replaces a game by the reading of its records, if all records give one line.
    fn lay(&mut self, game: u32, read: Vec<(Position, ReadGame)>) {
        let mut read = read.into_iter();
        let Some((start, mut first)) = read.next() else { return };
        for (_, other) in read {
            if other.moves != first.moves {
                return;
            }
            first.places.extend(other.places);
        }
        let tree = Tree::line(first.moves.iter().copied());
        for (key, payload) in postings(Some(&start), &tree).main {
            self.postings.entry(key).or_default().push((game, payload));
        }
        self.games.insert(game, first);
    }

    /// Whether no game is read otherwise.
    pub(crate) fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The games that are read otherwise.
    pub(crate) fn games(&self) -> impl Iterator<Item = (u32, &ReadGame)> {
        self.games.iter().map(|(&id, game)| (id, game))
    }

    /// The reading of a game, if it is read otherwise.
    pub(crate) fn game(&self, id: u32) -> Option<&ReadGame> {
        self.games.get(&id)
    }

    /// Whether the record of a decision exists.
    pub(crate) fn is_there(&self, at: &RecordPly) -> bool {
        self.there.contains(&testimony(at))
    }

    /// Whether a stored posting stays valid: the game is read as stored, or the posting is a
    /// variation's.
    pub(crate) fn leaves(&self, game: u32, payload: Payload) -> bool {
        self.is_empty() || payload.is_variation() || !self.games.contains_key(&game)
    }

    /// Calls `visit` with the postings of these games with keys in the range.
    pub(crate) fn of_keys(&self, keys: RangeInclusive<u64>, mut visit: impl FnMut(Posting)) {
        for (&key, found) in self.postings.range(keys) {
            for &(game, payload) in found {
                visit(Posting { key, game, payload });
            }
        }
    }

    /// The line of a game as it is read.
    pub(crate) fn line<'l>(&'l self, line: GameLine<'l>) -> GameLine<'l> {
        match self.games.get(&line.id) {
            Some(read) => GameLine { moves: &read.stored, ..line },
            None => line,
        }
    }
}

fn testimony(at: &RecordPly) -> Testimony {
    Testimony { hash: at.content, record: at.record }
}

/// Largest number of bytes of a record that is read again.
const LONGEST: usize = 1 << 20;

/// Reads stored bytes again and calls `take` with each record and its replayed game, until it
/// returns a value.
pub(crate) fn reread<T>(
    stored: &RawBytes,
    take: impl FnMut(&RawRecord<'_>, &ReplayedGame) -> Option<T>,
) -> Option<T> {
    let format = stored.format.as_deref().and_then(by_name)?;
    let encoding = stored.encoding.as_deref().and_then(Encoding::from_label);
    if stored.bytes.len() > LONGEST {
        return None;
    }
    let input = Input {
        bytes: &stored.bytes,
        base: stored.start,
        name: "",
        encoding: encoding.filter(|_| format.is_text),
        any_word: false,
        beside: None,
    };
    let mut taker = Taker { take, taken: None };
    let _ = read(format, &input, &mut taker);
    taker.taken
}

struct Taker<T, F> {
    take: F,
    taken: Option<T>,
}

impl<T, F: FnMut(&RawRecord<'_>, &ReplayedGame) -> Option<T>> Sink for Taker<T, F> {
    fn record(&mut self, record: RawRecord<'_>) -> ControlFlow<()> {
        let game = replay(&record, &System::Auto);
        self.taken = (self.take)(&record, &game);
        if self.taken.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
