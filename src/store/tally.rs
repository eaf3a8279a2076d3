//! What a writer did, in numbers.

use super::apply::Witnessed;
use super::prepared::Prepared;
use crate::metadata::Status;
use std::ops::AddAssign;

/// What became of the records that were written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Records found.
    pub records: u64,
    /// Games that were not there before.
    pub games: u64,
    /// Records of games already known.
    pub witnesses: u64,
    /// Bare positions that were not there before.
    pub positions: u64,
    /// Records without moves and without a position of their own.
    pub headings: u64,
    /// Records of which nothing could be kept as a game.
    pub set_aside: u64,
    /// Of games and witnesses: records whose main line ends early.
    pub partial: u64,
    /// Of games and witnesses: records with a whole main line and a variation that ends early.
    pub damaged: u64,
}

/// What forgetting took away.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Locations.
    pub locations: u64,
    /// Sources that lay nowhere else.
    pub sources: u64,
    /// Records of those.
    pub records: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, more: Tally) {
        self.records += more.records;
        self.games += more.games;
        self.witnesses += more.witnesses;
        self.positions += more.positions;
        self.headings += more.headings;
        self.set_aside += more.set_aside;
        self.partial += more.partial;
        self.damaged += more.damaged;
    }
}

impl AddAssign for Forgotten {
    fn add_assign(&mut self, more: Forgotten) {
        self.locations += more.locations;
        self.sources += more.sources;
        self.records += more.records;
    }
}

/// What a writer did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Written {
    /// What it added.
    pub tally: Tally,
    /// What it took away.
    pub forgotten: Forgotten,
}

impl Tally {
    /// Counts a record, and what it was settled to be.
    pub(super) fn count(&mut self, record: &Prepared, settled: Option<&Witnessed>) {
        match settled {
            Some(settled) => {
                let is_position = record.line.as_ref().is_some_and(|line| line.moves.is_empty());
                match (settled.is_new, is_position) {
                    (true, true) => self.positions += 1,
                    (true, false) => self.games += 1,
                    (false, _) => self.witnesses += 1,
                }
                let is_partial = record.status == Status::Partial;
                self.partial += u64::from(is_partial);
                self.damaged += u64::from(!is_partial && record.damaged.is_some());
            }
            None if record.is_set_aside() => self.set_aside += 1,
            None => self.headings += 1,
        }
    }
}
