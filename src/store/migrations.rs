//! Opening a database for writing, and bringing older ones up to date.
//!
//! An older file is brought up to date by whoever writes: in one transaction, so that it is either
//! as it was or new. Questions never do so; see [`Snapshot`](super::Snapshot).

use super::apply::Games;
use super::database::Database;
use super::derive::add_overlay;
use super::error::Result;
use super::facts::{WITH_OPENINGS, add_openings};
use super::header::{APPLICATION_ID, look};
use super::headings::add_headings;
use super::identity::{LONG_LINE, MIDDLE_LINE};
use super::index::MOST_SEGMENTS;
use super::overlay::WITH_OVERLAY;
use super::schema::{MIGRATIONS, NEWEST};
use super::tables::{SUMMED, add_words, move_comments};
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
/// The migration that asks who played a line of middle length.
const MIDDLE_LINES: u32 = 14;
/// The migration that sets comments apart.
const COMMENTS: u32 = 17;
/// Postings of about so many bytes are gathered for the games that a migration makes.
const SEGMENT: usize = 16 << 20;

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
            COMMENTS => move_comments(&tx)?,
            _ => {}
        }
    }
    tx.run(&format!("pragma application_id = {APPLICATION_ID}; pragma user_version = {NEWEST}"))?;
    // By the code that imports, which takes the file for one of the newest version.
    if (1..MIDDLE_LINES).contains(&applied) {
        settle_middle_lines(&tx)?;
    }
    tx.commit()
}

/// Decides again which records of lines of middle length are one game.
fn settle_middle_lines(tx: &Transaction<'_>) -> Result<()> {
    let shared = tx.shared_games(MIDDLE_LINE, LONG_LINE - 1)?;
    if shared.is_empty() {
        return Ok(());
    }
    let mut games = Games::load(tx, SEGMENT)?;
    games.settle_again(tx, &shared)?;
    games.flush(tx)?;
    games.postings().start();
    games.postings().write(tx, MOST_SEGMENTS)
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
