//! Games whose records somebody decided to read otherwise.
//!
//! The bytes of such a record are read again, with the decided moves in the place of those that
//! stand there. The outcome is laid over the game that the record witnesses: its moves, and its
//! postings in the position index. A game that other records witness, which are not read so, stays
//! as it is.

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

/// A game as it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReadGame {
    pub(crate) moves: Vec<Move>,
    /// The moves as they are stored.
    stored: Vec<u8>,
    /// All of the main line can be played so.
    pub(crate) is_whole: bool,
    /// The number of its opening's code, 0 for none.
    pub(crate) opening: u16,
    /// Places among the decisions.
    pub(crate) places: Vec<usize>,
}

/// All games that are read otherwise than stored.
#[derive(Debug, Clone, Default)]
pub(crate) struct Readings {
    games: FxHashMap<u32, ReadGame>,
    postings: BTreeMap<u64, Vec<(u32, Payload)>>,
    /// The records that are there.
    there: FxHashSet<Testimony>,
}

/// For each ply of a record what is read there.
type Reads = BTreeMap<u32, Vec<Move>>;

impl Readings {
    /// Reads the records that decisions are about.
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

    /// Lays what all records of a game are read as over it, if that is one line.
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

    /// Whether nothing is read otherwise.
    pub(crate) fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The games that are read otherwise.
    pub(crate) fn games(&self) -> impl Iterator<Item = (u32, &ReadGame)> {
        self.games.iter().map(|(&id, game)| (id, game))
    }

    /// A game, if it is read otherwise.
    pub(crate) fn game(&self, id: u32) -> Option<&ReadGame> {
        self.games.get(&id)
    }

    /// Whether a record that is decided about is there.
    pub(crate) fn is_there(&self, at: &RecordPly) -> bool {
        self.there.contains(&testimony(at))
    }

    /// Whether what the index holds of a game stays: it is read as it is stored, or it is a
    /// variation.
    pub(crate) fn leaves(&self, game: u32, payload: Payload) -> bool {
        self.is_empty() || payload.is_variation() || !self.games.contains_key(&game)
    }

    /// Visits what these games have in positions with these keys.
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

/// Longer records are no slips of a hand.
const LONGEST: usize = 1 << 20;

/// Hands the record that these bytes are, and what is played of it, to `take`; the next one if
/// that takes nothing.
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
