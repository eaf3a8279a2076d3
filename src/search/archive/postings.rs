//! Lines of games and the position index, as people decided that records are read; where nothing is
//! decided, these are the stored ones. And how the postings of a position are looked at.

use super::Archive;
use super::readings::Readings;
use crate::store::index::{Payload, Posting, Reader};
use crate::store::{Connection, Facts, GameLine, Result};
use crate::xiangqi::{Orientation, PositionKey};
use std::ops::RangeInclusive;

/// Lines and index with the readings that people decided; threads share it.
#[derive(Debug, Clone, Copy)]
pub struct Effective<'a> {
    index: &'a Reader,
    readings: &'a Readings,
}

impl Archive {
    /// Its lines and its index, as they are read.
    pub fn effective(&self) -> Effective<'_> {
        Effective { index: &self.index, readings: self.decided().readings() }
    }
}

impl Effective<'_> {
    /// Hands the line of a game to `look`, if it is there.
    ///
    /// # Errors
    /// When the database cannot be read, and what `look` fails with.
    pub fn game_line(
        &self,
        conn: &Connection,
        id: u32,
        look: &mut dyn FnMut(GameLine<'_>) -> Result<()>,
    ) -> Result<()> {
        self.game_lines(conn, id..=id, look)
    }

    /// Hands the lines of the games with these ids to `look`, by id.
    ///
    /// # Errors
    /// When the database cannot be read, and what `look` fails with.
    pub fn game_lines(
        &self,
        conn: &Connection,
        ids: RangeInclusive<u32>,
        look: &mut dyn FnMut(GameLine<'_>) -> Result<()>,
    ) -> Result<()> {
        let readings = self.readings;
        match readings.is_empty() {
            true => conn.game_lines(ids, look),
            false => conn.game_lines(ids, &mut |line| look(readings.line(line))),
        }
    }

    /// Hands the lines of these games of one chunk (ids ascending) to `look`. Few of them are read
    /// one by one.
    pub(crate) fn lines_of(
        &self,
        conn: &Connection,
        ids: &[u32],
        look: &mut dyn FnMut(GameLine<'_>) -> Result<()>,
    ) -> Result<()> {
        if ids.len() * SPARSE < Facts::CHUNK {
            return ids.iter().try_for_each(|&id| self.game_line(conn, id, look));
        }
        let mut left = ids.iter().peekable();
        self.game_lines(conn, ids[0]..=ids[ids.len() - 1], &mut |line| {
            // Both are in the order of ids.
            if left.next_if(|id| **id == line.id).is_some() { look(line) } else { Ok(()) }
        })
    }

    /// Visits what the index holds of a key.
    pub(crate) fn lookup(
        &self,
        conn: &Connection,
        key: u64,
        mut visit: impl FnMut(u32, Payload),
    ) -> Result<()> {
        let readings = self.readings;
        if readings.is_empty() {
            self.index.lookup(conn, key, visit)?;
            return Ok(());
        }
        self.index.lookup(conn, key, |game, payload| {
            if readings.leaves(game, payload) {
                visit(game, payload);
            }
        })?;
        readings.of_keys(key..=key, |posting| visit(posting.game, posting.payload));
        Ok(())
    }

    /// Whether the index holds anything of a key that `is_it`.
    pub(crate) fn has_any(
        &self,
        conn: &Connection,
        key: u64,
        mut is_it: impl FnMut(u32, Payload) -> bool,
    ) -> Result<bool> {
        let readings = self.readings;
        let mut is_read = false;
        readings.of_keys(key..=key, |posting| {
            is_read = is_read || is_it(posting.game, posting.payload);
        });
        let is_it = |game, payload| readings.leaves(game, payload) && is_it(game, payload);
        Ok(is_read || self.index.any(conn, key, is_it)?)
    }

    /// Visits what the index holds of a range of keys; in order as far as it is stored.
    pub(crate) fn scan_keys(
        &self,
        conn: &Connection,
        keys: RangeInclusive<u64>,
        mut visit: impl FnMut(Posting),
    ) -> Result<()> {
        let readings = self.readings;
        self.index.scan_keys(conn, keys.clone(), |posting| {
            if readings.leaves(posting.game, posting.payload) {
                visit(posting);
            }
        })?;
        readings.of_keys(keys, visit);
        Ok(())
    }

    /// Visits what the index holds of several keys.
    pub(crate) fn lookup_many(
        &self,
        conn: &Connection,
        keys: &[u64],
        mut visit: impl FnMut(Posting),
    ) -> Result<()> {
        let readings = self.readings;
        self.index.lookup_many(conn, keys, |posting| {
            if readings.leaves(posting.game, posting.payload) {
                visit(posting);
            }
        })?;
        for &key in keys.iter().filter(|_| !readings.is_empty()) {
            readings.of_keys(key..=key, &mut visit);
        }
        Ok(())
    }
}

/// With fewer games than this share of a chunk wanted, they are read one by one.
const SPARSE: usize = 16;

/// Games (ids ascending) by the chunks of facts in which they lie.
pub(crate) fn in_chunks(ids: &[u32]) -> impl Iterator<Item = &[u32]> {
    let chunk_of = |id: &u32| (*id as usize - 1) / Facts::CHUNK;
    ids.chunk_by(move |a, b| chunk_of(a) == chunk_of(b))
}

/// Whether left-right mirror images count.
#[derive(Debug, Copy, Clone, PartialEq, Eq, Hash)]
pub enum Mirroring {
    /// Only the position as it is.
    Exact,
    /// The position or its mirror image.
    Any,
}

/// The postings of a key, sorted by game, without duplicates; games that are gone are among them.
pub(crate) fn postings(
    archive: &Archive,
    key: u64,
    variations: bool,
) -> Result<Vec<(u32, Payload)>> {
    let mut found: Vec<(u32, Payload)> = Vec::new();
    postings_into(archive, key, variations, &mut found)?;
    Ok(found)
}

/// Like [`postings`], into the memory of an earlier result: for a common position it is megabytes,
/// and getting them anew takes longer than reading it.
pub(crate) fn postings_into(
    archive: &Archive,
    key: u64,
    variations: bool,
    found: &mut Vec<(u32, Payload)>,
) -> Result<()> {
    found.clear();
    found.reserve(archive.index().expected(key));
    archive.effective().lookup(archive.snapshot(), key, |game, payload| {
        if variations || !payload.is_variation() {
            found.push((game, payload));
        }
    })?;
    tidy(found);
    Ok(())
}

/// Each segment gives its postings in order; only several of them need sorting.
pub(crate) fn tidy(found: &mut Vec<(u32, Payload)>) {
    if !found.is_sorted() {
        found.sort_unstable();
    }
    found.dedup();
}

/// How the postings of a key are looked at.
#[derive(Debug, Copy, Clone)]
pub(crate) struct View {
    /// The position that was asked for.
    pub(crate) asked: PositionKey,
    /// Whether the mirror image of the position counts.
    pub(crate) mirroring: Mirroring,
}

impl View {
    /// Whether the game has the mirror image of what was asked for.
    #[inline]
    pub(crate) fn is_mirrored(self, payload: Payload) -> bool {
        self.asked.orientation != Orientation::Symmetric
            && payload.is_mirrored() != (self.asked.orientation == Orientation::Mirrored)
    }

    /// Whether a posting counts.
    #[inline]
    pub(crate) fn takes(self, payload: Payload) -> bool {
        self.mirroring == Mirroring::Any || !self.is_mirrored(payload)
    }
}
