//! The table `misdated`: games whose date cannot be right; `people` knows which are.

use super::insert::insert_rows;
use super::next_generation;
use crate::metadata::{LaxDate, parse_date};
use crate::store::error::Result;
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;

impl Connection {
    /// The games whose date cannot be right, by id, and why. An older file has none.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn misdated(&self) -> Result<Vec<(u32, String)>> {
        if !self.has_table("misdated")? {
            return Ok(Vec::new());
        }
        let sql = "select game, says from misdated order by game";
        Ok(self.select(sql)?.all([], |row| Ok((row.get(0)?, row.get(1)?)))?)
    }

    /// The latest day that it is anywhere on earth.
    ///
    /// # Errors
    /// When SQLite does not know the time.
    pub fn today(&self) -> Result<Option<LaxDate>> {
        let day: String = self.value("select date('now', '+14 hours')")?;
        Ok(parse_date(&day))
    }
}

impl Transaction<'_> {
    /// Forgets which dates cannot be right.
    ///
    /// # Errors
    /// When SQLite fails.
    pub fn delete_misdated(&self) -> Result<()> {
        self.run("delete from misdated")
    }

    /// Adds games whose date cannot be right, and why: what was counted with it is stale.
    ///
    /// # Errors
    /// When SQLite fails.
    pub fn insert_misdated(&self, games: &[(u32, String)]) -> Result<()> {
        insert_rows(self, "misdated (game, says)", games, |(game, says), values| {
            values.put(game)?.put(says)?;
            Ok(())
        })?;
        next_generation(self)
    }
}
