//! Games whose records somebody decided to read otherwise.
//!
//! The bytes of such a record are read again, with what is decided in the place of what stands
//! there. What comes of it is laid over the game that the record witnesses: its moves, and what the
//! position index holds of it. A game that other records witness, which are not read so, stays as
//! it is.

use super::reread::reread;
use crate::decision::{Decision, RecordPly, What};
use crate::opening::{Code, Table};
use crate::replay::{Node, Tree, read_as};
use crate::store::index::{Payload, Posting};
use crate::store::{Connection, GameLine, Result, Testimony, postings};
use crate::xiangqi::{Move, Position};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// A game as it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ReadGame {
    pub(super) moves: Vec<Move>,
    /// The same, as they are stored.
    stored: Vec<u8>,
    /// All of the main line can be played so.
    pub(super) is_whole: bool,
    /// The number of its opening's code, 0 for none.
    pub(super) opening: u16,
    /// Places among the decisions.
    pub(super) places: Vec<usize>,
}

/// All of them.
#[derive(Debug, Clone, Default)]
pub(super) struct Readings {
    games: FxHashMap<u32, ReadGame>,
    postings: BTreeMap<u64, Vec<(u32, Payload)>>,
    /// The records that are there.
    there: FxHashSet<Testimony>,
}

/// For each ply of a record what is read there.
type Reads = BTreeMap<u32, Vec<Move>>;

impl Readings {
    /// Reads the records that decisions are about.
    pub(super) fn load(conn: &Connection, decisions: &[Decision]) -> Result<Readings> {
        let mut records: BTreeMap<Testimony, (Reads, Vec<usize>)> = BTreeMap::new();
        for (place, decision) in decisions.iter().enumerate() {
            if let What::Read(at, moves) = &decision.what {
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
                let code = Table::ecco().code(moves.iter().copied()).filter(|_| start.is_start());
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
        let nodes = first.moves.iter().zip(std::iter::once(Tree::ROOT).chain(0..));
        let tree = Tree {
            nodes: nodes.map(|(&mv, parent)| Node { parent, mv }).collect(),
            plies: first.moves.len() as u32,
            comments: Vec::new(),
        };
        for (key, payload) in postings(Some(&start), &tree).main {
            self.postings.entry(key).or_default().push((game, payload));
        }
        self.games.insert(game, first);
    }

    /// Whether nothing is read otherwise.
    pub(super) fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The games that are read otherwise.
    pub(super) fn games(&self) -> impl Iterator<Item = (u32, &ReadGame)> {
        self.games.iter().map(|(&id, game)| (id, game))
    }

    /// A game, if it is read otherwise.
    pub(super) fn game(&self, id: u32) -> Option<&ReadGame> {
        self.games.get(&id)
    }

    /// Whether a record that is decided about is there.
    pub(super) fn is_there(&self, at: &RecordPly) -> bool {
        self.there.contains(&testimony(at))
    }

    /// Puts what these games have in a position in the place of what the index holds of them.
    pub(super) fn lay_over(&self, key: u64, found: &mut Vec<(u32, Payload)>) {
        if self.is_empty() {
            return;
        }
        found.retain(|&(game, payload)| self.leaves(game, payload));
        found.extend(self.postings.get(&key).into_iter().flatten());
    }

    /// Whether what the index holds of a game stays: it is read as it is stored, or it is a
    /// variation.
    pub(super) fn leaves(&self, game: u32, payload: Payload) -> bool {
        self.is_empty() || payload.is_variation() || !self.games.contains_key(&game)
    }

    /// Visits what these games have in positions with these keys.
    pub(super) fn of_keys(&self, keys: RangeInclusive<u64>, mut visit: impl FnMut(Posting)) {
        for (&key, found) in self.postings.range(keys) {
            for &(game, payload) in found {
                visit(Posting { key, game, payload });
            }
        }
    }

    /// The line of a game as it is read.
    pub(super) fn line<'l>(&'l self, line: GameLine<'l>) -> GameLine<'l> {
        match self.games.get(&line.id) {
            Some(read) => GameLine { moves: &read.stored, ..line },
            None => line,
        }
    }
}

fn testimony(at: &RecordPly) -> Testimony {
    Testimony { hash: at.content, record: at.record }
}
