//! Lines of games and the position index as people decided to read records (as stored where nothing
//! is decided), and how postings of a position are matched.

use super::Archive;
use super::ids::IdSet;
use super::readings::Readings;
use crate::store::index::{Payload, Posting, Reader};
use crate::store::{Connection, Facts, GameLine, Result};
use crate::xiangqi::{Orientation, PositionKey};
use std::ops::RangeInclusive;

/// Lines and index with decided readings, shared by threads.
#[derive(Debug, Clone, Copy)]
pub struct Effective<'a> {
    index: &'a Reader,
    readings: &'a Readings,
}

impl Archive {
    /// Lines and index with decided readings.
    pub fn effective(&self) -> Effective<'_> {
        Effective { index: &self.index, readings: self.decided().readings() }
    }
}

impl Effective<'_> {
    /// Calls `look` with the line of a game, if the game exists.
    pub fn game_line(
        &self,
        conn: &Connection,
        id: u32,
        look: &mut dyn FnMut(GameLine<'_>) -> Result<()>,
    ) -> Result<()> {
        self.game_lines(conn, id..=id, look)
    }

    /// Calls `look` with the lines of the games with these ids, by id.
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

    /// Calls `look` with the lines of some games of one chunk, ids ascending; few games are read
    /// one by one.
    pub(crate) fn lines_of(
        &self,
        conn: &Connection,
        ids: &[u32],
        look: &mut dyn FnMut(GameLine<'_>) -> Result<()>,
    ) -> Result<()> {
        if are_sparse(ids) {
            return ids.iter().try_for_each(|&id| self.game_line(conn, id, look));
        }
        let mut left = ids.iter().peekable();
        self.game_lines(conn, ids[0]..=ids[ids.len() - 1], &mut |line| {
            // Both are ordered by id.
            if left.next_if(|id| **id == line.id).is_some() { look(line) } else { Ok(()) }
        })
    }

    /// Calls `visit` with the postings of a key.
    pub(crate) fn lookup(
        &self,
        conn: &Connection,
        key: u64,
        visit: impl FnMut(u32, Payload),
    ) -> Result<()> {
        self.lookup_in(conn, key, |_| true, visit)
    }

    /// Calls `visit` with the postings that a key has in wanted games.
    fn lookup_in(
        &self,
        conn: &Connection,
        key: u64,
        is_wanted: impl Fn(u32) -> bool,
        mut visit: impl FnMut(u32, Payload),
    ) -> Result<()> {
        let readings = self.readings;
        if readings.is_empty() {
            return self.index.lookup_in(conn, key, is_wanted, visit);
        }
        self.index.lookup_in(conn, key, &is_wanted, |game, payload| {
            if readings.leaves(game, payload) {
                visit(game, payload);
            }
        })?;
        readings.of_keys(key..=key, |posting| {
            if is_wanted(posting.game) {
                visit(posting.game, posting.payload);
            }
        });
        Ok(())
    }

    /// Reads the postings that a key has in all games, or in `games` alone, into `found`: sorted by
    /// game, without duplicates; may include removed games. The memory of earlier postings, which
    /// can be megabytes, is used again.
    pub(crate) fn postings(
        &self,
        conn: &Connection,
        key: u64,
        variations: bool,
        games: Option<&IdSet>,
        found: &mut Vec<(u32, Payload)>,
    ) -> Result<()> {
        found.clear();
        if games.is_none() {
            found.reserve(self.index.expected(key));
        }
        let mut take = |game, payload: Payload| {
            if variations || !payload.is_variation() {
                found.push((game, payload));
            }
        };
        match games {
            Some(games) => self.lookup_in(conn, key, |game| games.contains(game), take)?,
            None => self.lookup(conn, key, &mut take)?,
        }
        tidy(found);
        Ok(())
    }

    /// Whether the index has a posting of a key that `is_it` accepts.
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

    /// Calls `visit` with the postings of a range of keys; ordered within each segment only.
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

    /// Calls `visit` with the postings of several keys.
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

/// Share of a chunk, as a divisor, below which games are read one by one.
const SPARSE: usize = 16;

/// Whether some games of one chunk are so few that they are read one by one.
pub(crate) fn are_sparse(ids: &[u32]) -> bool {
    ids.len() * SPARSE < Facts::CHUNK
}

/// Divides games (ids ascending) by their chunks of facts.
pub(crate) fn in_chunks(ids: &[u32]) -> impl Iterator<Item = &[u32]> {
    let chunk_of = |id: &u32| (*id as usize - 1) / Facts::CHUNK;
    ids.chunk_by(move |a, b| chunk_of(a) == chunk_of(b))
}

/// Whether left-right mirror images count.
#[derive(Debug, Copy, Clone, PartialEq, Eq, Hash)]
pub enum Mirroring {
    /// Only the position itself.
    Exact,
    /// The position or its mirror image.
    Any,
}

/// The postings of a key, sorted by game, without duplicates; may include removed games.
pub(crate) fn postings(
    archive: &Archive,
    key: u64,
    variations: bool,
) -> Result<Vec<(u32, Payload)>> {
    let mut found = Vec::new();
    archive.effective().postings(archive.snapshot(), key, variations, None, &mut found)?;
    Ok(found)
}

/// Sorts and deduplicates; each segment's postings are sorted already.
fn tidy(found: &mut Vec<(u32, Payload)>) {
    if !found.is_sorted() {
        found.sort_unstable();
    }
    found.dedup();
}

/// A position with the mirroring by which its postings are matched.
#[derive(Debug, Copy, Clone)]
pub(crate) struct View {
    /// Key of the requested position.
    pub(crate) asked: PositionKey,
    /// Whether the mirror image counts.
    pub(crate) mirroring: Mirroring,
}

impl View {
    /// Whether the game has the mirror image of the requested position.
    #[inline]
    pub(crate) fn is_mirrored(self, payload: Payload) -> bool {
        self.asked.orientation != Orientation::Symmetric
            && payload.is_mirrored() != (self.asked.orientation == Orientation::Mirrored)
    }

    /// Whether a posting matches.
    #[inline]
    pub(crate) fn takes(self, payload: Payload) -> bool {
        self.mirroring == Mirroring::Any || !self.is_mirrored(payload)
    }
}
