//! What waits to be written: records, and how far their sources were read.

use super::prepared::{Postings, Prepared};
use super::tables::ReadTo;
use rustc_hash::FxHashSet;

/// Records of one source that follow each other.
pub(super) struct Group {
    /// `source.id`
    pub(super) source: i64,
    /// Of the first record, 1-based within the source.
    pub(super) ordinal: u64,
    #[expect(
        clippy::vec_box,
        reason = "moved as they are, from the workers to where they are dropped"
    )]
    pub(super) records: Vec<Box<Prepared>>,
}

/// Records that wait for the end of their batch.
#[derive(Default)]
pub(super) struct Batch {
    groups: Vec<Group>,
    read_to: Vec<ReadTo>,
    /// The sources that something waits of, and those that are then read to their ends.
    sources: FxHashSet<i64>,
    completed: FxHashSet<i64>,
    weight: usize,
}

impl Batch {
    /// Adds records.
    pub(super) fn add(&mut self, group: Group) {
        self.weight += group.records.iter().map(|record| record.weight()).sum::<usize>();
        self.sources.insert(group.source);
        self.groups.push(group);
    }

    /// Notes how far a source has been read.
    pub(super) fn read_to(&mut self, read_to: ReadTo) {
        self.weight += size_of::<ReadTo>();
        self.sources.insert(read_to.source);
        if read_to.is_complete {
            self.completed.insert(read_to.source);
        }
        self.read_to.push(read_to);
    }

    /// Whether anything of a source waits here.
    pub(super) fn has(&self, source: i64) -> bool {
        self.sources.contains(&source)
    }

    /// Whether a source is read to its end when this is written.
    pub(super) fn completes(&self, source: i64) -> bool {
        self.completed.contains(&source)
    }

    /// Roughly how many bytes it occupies in memory.
    pub(super) fn weight(&self) -> usize {
        self.weight
    }

    /// All that waits; nothing waits afterwards.
    pub(super) fn take(&mut self) -> (Vec<Group>, Vec<ReadTo>) {
        let Batch { groups, read_to, .. } = std::mem::take(self);
        (groups, read_to)
    }
}

/// Takes the postings out of records.
pub(super) fn take_postings(groups: &mut [Group]) -> Vec<Postings> {
    let records = groups.iter_mut().flat_map(|group| &mut group.records);
    records.map(|record| std::mem::take(&mut record.postings)).collect()
}
