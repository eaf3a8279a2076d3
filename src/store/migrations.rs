//! Opening a database for writing, and bringing older ones up to date.
//!
//! An older file is brought up to date by whoever writes: in one transaction, so that it is either
//! as it was or new. Questions never do so; see [`Snapshot`](super::Snapshot).

use super::database::Database;
use super::derive::add_overlay;
use super::error::Result;
use super::facts::{WITH_OPENINGS, add_openings};
use super::header::{APPLICATION_ID, look};
use super::headings::add_headings;
use super::overlay::WITH_OVERLAY;
use super::schema::{MIGRATIONS, NEWEST};
use super::tables::{SUMMED, add_words};
use super::transaction::Transaction;
use crate::opening::Code;
use std::path::Path;

/// The migration that begins to sum up rows.
const CHECKSUM: u32 = 8;
/// The migration that begins to search titles.
const HEADINGS: u32 = 10;
/// The migration that makes the table of words anew.
const WORDS: u32 = 11;
/// The migration that sums up the rows of more tables.
const MORE_CHECKSUMS: u32 = 12;

impl Database {
    /// Opens a database, makes it if need be, and brings it to the newest version.
    ///
    /// # Errors
    /// When the file cannot be opened or written, is not ours, or is newer than this program.
    pub fn open(path: &Path) -> Result<Database> {
        look(path)?;
        let mut database = Database::connect(path)?;
        migrate(&mut database)?;
        database.reclaim();
        Ok(database)
    }

    /// A new database in memory.
    #[cfg(test)]
    pub(super) fn for_test() -> Database {
        let mut database = Database::in_memory();
        migrate(&mut database).unwrap();
        database
    }
}

fn migrate(database: &mut Database) -> Result<()> {
    const APPLIED: &str = "select user_version from pragma_user_version";
    if database.value::<u32>(APPLIED)? == NEWEST {
        return Ok(());
    }
    let tx = database.transaction()?;
    // Read again inside the transaction: two programs may open the file at once.
    let applied: u32 = tx.value(APPLIED)?;
    for (version, sql) in (1..).zip(MIGRATIONS).skip(applied as usize) {
        tx.run(sql)?;
        match version {
            CHECKSUM | MORE_CHECKSUMS => sum_up(&tx, version)?,
            WITH_OPENINGS => add_openings(&tx, |game| {
                let opening = tx.line_of(game)?.and_then(|line| line.opening());
                Ok(opening.map_or(0, Code::number))
            })?,
            HEADINGS => add_headings(&tx)?,
            WORDS => add_words(&tx)?,
            WITH_OVERLAY => add_overlay(&tx)?,
            _ => {}
        }
    }
    tx.run(&format!("pragma application_id = {APPLICATION_ID}; pragma user_version = {NEWEST}"))?;
    tx.commit()
}

/// Sums up the rows of the tables whose sums begin with this version.
fn sum_up(tx: &Transaction<'_>, version: u32) -> Result<()> {
    let mut insert = tx.write("insert into checksum (name, part, sum) values (?1, ?2, ?3)")?;
    for table in SUMMED.into_iter().filter(|table| table.since == version) {
        for part in table.parts(tx)? {
            insert.execute((table.name, part, table.sum(tx, part)?))?;
        }
    }
    Ok(())
}
