//! What only a check of the whole file asks: SQLite's own structures, and the sums over rows.

use super::SUMMED;
use crate::store::checksum::Summed;
use crate::store::connect::version;
use crate::store::error::Result;
use crate::store::schema::{MIGRATIONS, NEWEST};
use crate::store::sql::{Connection, checked};
use std::collections::{BTreeMap, BTreeSet};

/// A sum over rows, as it should be.
#[derive(Debug)]
pub struct StoredSum {
    table: &'static Summed,
    part: i64,
    sum: i64,
}

impl Connection {
    /// What SQLite finds wrong with its own structures.
    ///
    /// # Errors
    /// When the database cannot be read at all.
    pub fn check_structures(&self) -> Result<Vec<String>> {
        let said: Vec<String> =
            self.select("pragma integrity_check(20)")?.all([], |row| row.get(0))?;
        let faults = said.into_iter().filter(|said| said != "ok");
        Ok(faults.map(|said| format!("SQLite: {said}")).collect())
    }

    /// Tables and views that lack a column of the newest version, or have it in another manner.
    /// What others added is theirs.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn check_columns(&self) -> Result<Vec<String>> {
        if version(self)? != NEWEST {
            return Ok(Vec::new());
        }
        let made = Connection::new(checked(rusqlite::Connection::open_in_memory())?);
        for sql in MIGRATIONS {
            checked(made.raw().execute_batch(sql))?;
        }
        let here = columns(self)?;
        let mut faults: Vec<String> = columns(&made)?
            .into_iter()
            .filter(|column| !here.contains(column))
            .map(|(table, _)| {
                format!("the columns of `{table}` are not those that it was made with")
            })
            .collect();
        faults.dedup();
        Ok(faults)
    }

    /// All sums over rows, as they should be. None in an older file.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn stored_sums(&self) -> Result<Vec<StoredSum>> {
        if !self.has_table("checksum")? {
            return Ok(Vec::new());
        }
        let mut sums = Vec::new();
        let version = version(self)?;
        for table in SUMMED.into_iter().filter(|table| table.since <= version) {
            let stored: Vec<(i64, i64)> = self
                .select("select part, sum from checksum where name = ?1")?
                .all([table.name], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let mut all: BTreeMap<i64, i64> = stored.into_iter().collect();
            // Where there are rows and no sum, it should be 0 and cannot be.
            for part in table.parts(self)? {
                all.entry(part).or_default();
            }
            sums.extend(all.into_iter().map(|(part, sum)| StoredSum { table, part, sum }));
        }
        Ok(sums)
    }

    /// What is wrong with the rows of a sum, if anything is.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn check_sum(&self, stored: &StoredSum) -> Result<Option<String>> {
        let StoredSum { table, part, sum } = *stored;
        if table.sum(self, part)? == sum {
            return Ok(None);
        }
        let ids = table.ids(part);
        let what = format!("a row of `{}` has changed by itself, its id is in", table.name);
        Ok(Some(format!("{what} {} to {}", ids[0], ids[1])))
    }
}

/// The columns of all tables and views: where, and what is said of each.
fn columns(conn: &Connection) -> Result<BTreeSet<(String, String)>> {
    let sql = "select made.name,
                      format('%s %s %d %d', column.name, column.type, column.\"notnull\", column.pk)
               from sqlite_schema as made, pragma_table_xinfo(made.name) as column
               where made.type in ('table', 'view')";
    let all: Vec<(String, String)> =
        conn.select(sql)?.all([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(all.into_iter().collect())
}
