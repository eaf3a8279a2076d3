//! Lines of games and the position index, as people decided that records are read. Where nothing is
//! decided, these are the stored ones.

use super::archive::Archive;
use super::readings::Readings;
use crate::store::index::{Payload, Posting, Reader};
use crate::store::{Connection, GameLine, Result};
use std::ops::RangeInclusive;

/// What threads share to look at lines and at the index.
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
        conn.game_line(id, &mut |line| look(self.readings.line(line)))
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

    /// The same, each with its key.
    ///
    /// # Errors
    /// As [`Effective::game_lines`].
    pub fn keyed_lines(
        &self,
        conn: &Connection,
        ids: RangeInclusive<u32>,
        look: &mut dyn FnMut(GameLine<'_>, &str) -> Result<()>,
    ) -> Result<()> {
        conn.keyed_lines(ids, &mut |line, key| look(self.readings.line(line), key))
    }

    /// Visits what the index holds of a key.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(crate) fn lookup(
        &self,
        conn: &Connection,
        key: u64,
        mut visit: impl FnMut(u32, Payload),
    ) -> Result<()> {
        let readings = self.readings;
        self.index.lookup(conn, key, |game, payload| {
            if readings.leaves(game, payload) {
                visit(game, payload);
            }
        })?;
        readings.of_keys(key..=key, |posting| visit(posting.game, posting.payload));
        Ok(())
    }

    /// Whether the index holds anything of a key that `is_it`.
    ///
    /// # Errors
    /// When the database cannot be read.
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
    ///
    /// # Errors
    /// When the database cannot be read.
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
    ///
    /// # Errors
    /// When the database cannot be read.
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
