//! What a check looks at, and what it finds.

use super::sums::Sums;
use crate::search::archive::Archive;
use crate::search::ids::IdSet;
use crate::store::index::{Part, Reader, Scanned};
use crate::store::{Facts, Result, StoredSum};
use rustc_hash::FxHashMap;

/// The most faults that are listed.
pub(super) const LISTED: usize = 100;

/// What a check of the whole file found.
#[derive(Debug, Clone, Default)]
pub struct Verified {
    /// Games replayed.
    pub games: u64,
    /// Positions compared with the index.
    pub postings: u64,
    /// What is wrong; at most a hundred faults are listed.
    pub faults: Vec<String>,
}

/// What all tasks look at.
pub(super) struct Known<'a> {
    pub(super) facts: &'a Facts,
    pub(super) index: &'a Reader,
    pub(super) players: IdSet,
    pub(super) events: IdSet,
    pub(super) sources: IdSet,
    pub(super) trees: IdSet,
    pub(super) shapes: IdSet,
    /// The sums over rows, as they are stored.
    pub(super) sums: Vec<StoredSum>,
}

impl<'a> Known<'a> {
    /// Reads the ids of everything.
    pub(super) fn of(archive: &'a Archive) -> Result<Known<'a>> {
        let snapshot = archive.snapshot();
        Ok(Known {
            facts: &archive.facts,
            index: &archive.index,
            players: snapshot.player_ids()?,
            events: snapshot.event_ids()?,
            sources: snapshot.source_sizes()?.into_iter().map(|(id, _)| id).collect(),
            trees: snapshot.tree_ids()?,
            shapes: snapshot.shape_ids()?,
            sums: snapshot.stored_sums()?,
        })
    }
}

/// What tasks found.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) faults: Vec<String>,
    pub(super) games: u64,
    /// Postings of main lines: as the games demand, and as the index has them.
    pub(super) demanded: Sums,
    pub(super) stored: Sums,
    /// Postings of variations in the index.
    pub(super) variations: u64,
    pub(super) scanned: Vec<(Part, Scanned)>,
    pub(super) records: Records,
}

impl Outcome {
    /// Adds what another task found.
    pub(super) fn add(&mut self, other: Outcome) {
        self.faults.extend(other.faults);
        self.games += other.games;
        self.demanded.add(&other.demanded);
        self.stored.add(&other.stored);
        self.variations += other.variations;
        self.scanned.extend(other.scanned);
        self.records.add(other.records);
    }
}

/// What records say about games and sources.
#[derive(Default)]
pub(super) struct Records {
    /// How many each source has.
    pub(super) of_source: FxHashMap<u32, u64>,
    /// The games that have a witness.
    pub(super) witnessed: Vec<u32>,
    /// Games and the trees of their records.
    pub(super) trees: Vec<(u32, u32)>,
}

impl Records {
    fn add(&mut self, other: Records) {
        for (source, count) in other.of_source {
            *self.of_source.entry(source).or_default() += count;
        }
        self.witnessed.extend(other.witnessed);
        self.trees.extend(other.trees);
    }
}
