//! What the position index holds of a position, and how it is looked at.

use super::archive::Archive;
use crate::store::{Result, index::Payload};
use crate::xiangqi::{Orientation, PositionKey};

/// Whether left-right mirror images count.
#[derive(Debug, Copy, Clone, PartialEq, Eq, Hash)]
pub enum Mirroring {
    /// Only the position as it is.
    Exact,
    /// The position or its mirror image.
    Any,
}

/// What the index holds of a key: sorted by game, without duplicates, games that are gone among
/// them.
pub(super) fn postings(
    archive: &Archive,
    key: u64,
    variations: bool,
) -> Result<Vec<(u32, Payload)>> {
    let mut found: Vec<(u32, Payload)> = Vec::new();
    postings_into(archive, key, variations, &mut found)?;
    Ok(found)
}

/// The same, into the room of what was looked up before: for a common position it is megabytes,
/// and getting them anew takes longer than reading it.
pub(super) fn postings_into(
    archive: &Archive,
    key: u64,
    variations: bool,
    found: &mut Vec<(u32, Payload)>,
) -> Result<()> {
    found.clear();
    found.reserve(archive.index.expected(key));
    archive.index.lookup(archive.snapshot(), key, |game, payload| {
        if variations || !payload.is_variation() {
            found.push((game, payload));
        }
    })?;
    archive.decided().readings().lay_over(key, found);
    tidy(found);
    Ok(())
}

/// Each segment gives its postings in order; only several of them need sorting.
pub(super) fn tidy(found: &mut Vec<(u32, Payload)>) {
    if !found.is_sorted() {
        found.sort_unstable();
    }
    found.dedup();
}

/// How the postings of a key are looked at.
#[derive(Debug, Copy, Clone)]
pub(super) struct View {
    /// The position that was asked for.
    pub(super) asked: PositionKey,
    /// Whether its mirror image counts.
    pub(super) mirroring: Mirroring,
}

impl View {
    /// Whether the game has the mirror image of what was asked for.
    #[inline]
    pub(super) fn is_mirrored(self, payload: Payload) -> bool {
        self.asked.orientation != Orientation::Symmetric
            && payload.is_mirrored() != (self.asked.orientation == Orientation::Mirrored)
    }

    /// Whether a posting counts.
    #[inline]
    pub(super) fn takes(self, payload: Payload) -> bool {
        self.mirroring == Mirroring::Any || !self.is_mirrored(payload)
    }
}
