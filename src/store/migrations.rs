//! Opens a database for writing, and updates older files.
//!
//! A writer updates an older file in one transaction: the file is unchanged or new. Questions never
//! update a file; see [`Snapshot`](crate::store::snapshot::Snapshot).

use crate::format::Warning;
use crate::metadata::{Metadata, RecordFindings, WitnessSays, named_otherwise};
use crate::opening::Code;
use crate::store::checksum::WATCHED;
use crate::store::database::Database;
use crate::store::error::{Error, Result};
use crate::store::facts::WITH_OPENINGS;
use crate::store::facts::writer::{FactsWriter, add_openings};
use crate::store::file::{APPLICATION_ID, MIGRATIONS, NEWEST, look};
use crate::store::index::MOST_SEGMENTS;
use crate::store::prepared::identity::{LONG_LINE, MIDDLE_LINE};
use crate::store::rows::SUMMED;
use crate::store::rows::decision::begin_journal;
use crate::store::rows::derived::insert_derived;
use crate::store::rows::evaluation::{EVALUATIONS, add_evaluations};
use crate::store::rows::heading::add_headings;
use crate::store::rows::name::NameIds;
use crate::store::rows::person::insert_named_otherwise;
use crate::store::rows::record::{RecordParts, RecordSet};
use crate::store::rows::statistics::next_generation;
use crate::store::rows::tree::{add_words, move_comments};
use crate::store::settling::apply::KnownGames;
use crate::store::transaction::Transaction;
use crate::system::names_of;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use std::path::Path;

/// The migration that adds the search of titles.
const HEADINGS: u32 = 10;
/// The migration that rebuilds the table of words.
const WORDS: u32 = 11;
/// The migration that begins to lay derived values over facts.
const WITH_OVERLAY: u32 = 13;
/// The migration that compares the players of lines of middle length.
const MIDDLE_LINES: u32 = 14;
/// The migration that moves comments to their own table.
const COMMENTS: u32 = 17;
/// The migration that records which records name the players of a game differently.
const PERSONS: u32 = 22;
/// Bytes, roughly, of the postings that are gathered for the games of a migration.
const SEGMENT: usize = 16 << 20;

impl Database {
    /// Opens a database, makes it if it does not exist, and updates it to the newest version.
    ///
    /// # Errors
    /// The file cannot be opened or written, is no database of xqdb, is newer than this program, or
    /// has several names.
    pub fn open(path: &Path) -> Result<Database> {
        look(path)?;
        match path.metadata().map(|file| names_of(&file)) {
            Ok(names) if names > 1 => return Err(Error::SeveralNames(names)),
            _ => {}
        }
        let mut database = Database::connect(path)?;
        migrate(&mut database)?;
        database.reclaim();
        Ok(database)
    }

    /// Makes a database in memory with the newest schema.
    #[cfg(test)]
    pub(crate) fn for_test() -> Database {
        let mut database = Database::in_memory();
        migrate(&mut database).unwrap();
        database
    }
}

fn migrate(database: &mut Database) -> Result<()> {
    const APPLIED: &str = "select user_version from pragma_user_version";
    if database.value::<u32>(APPLIED)? == NEWEST {
        return database.watch_rows(SUMMED);
    }
    let tx = database.transaction()?;
    // The version is read again inside the transaction: two programs may open the file at once.
    let applied: u32 = tx.value(APPLIED)?;
    MIGRATIONS.iter().skip(applied as usize).try_for_each(|sql| tx.run(sql))?;
    tx.watch_rows(SUMMED)?;
    // Values in rows are changed when all tables are those of the newest version.
    for version in applied + 1..=NEWEST {
        match version {
            WITH_OPENINGS => add_openings(&tx, |game| {
                let opening = tx.line_of(game)?.and_then(|line| line.opening());
                Ok(opening.map_or(0, Code::number))
            })?,
            HEADINGS => add_headings(&tx)?,
            WORDS => add_words(&tx)?,
            WITH_OVERLAY => add_overlay(&tx)?,
            COMMENTS => move_comments(&tx)?,
            PERSONS => add_named_otherwise(&tx)?,
            WATCHED => begin_journal(&tx)?,
            EVALUATIONS => add_evaluations(&tx)?,
            _ => {}
        }
    }
    tx.run(&format!("pragma application_id = {APPLICATION_ID}; pragma user_version = {NEWEST}"))?;
    // The code of the import decides, and takes the file for one of the newest version.
    if (1..MIDDLE_LINES).contains(&applied) {
        settle_middle_lines(&tx)?;
    }
    // Migrations change rows of `meta` without its triggers.
    for table in SUMMED.iter().filter(|table| table.since > applied || table.name == "meta") {
        tx.sum_up(table)?;
    }
    tx.commit()
}

/// Decides again which records of lines of middle length are one game.
fn settle_middle_lines(tx: &Transaction<'_>) -> Result<()> {
    let shared = tx.shared_games(MIDDLE_LINE, LONG_LINE - 1)?;
    if shared.is_empty() {
        return Ok(());
    }
    let mut games = KnownGames::load(tx, SEGMENT)?;
    games.settle_again(tx, &shared, &FxHashMap::default())?;
    games.flush(tx)?;
    games.postings().start();
    games.write_segment(tx, MOST_SEGMENTS)
}

/// Stores for each game how its records name the players.
pub(crate) fn add_named_otherwise(tx: &Transaction<'_>) -> Result<()> {
    let games = tx.shared_games(0, u32::MAX)?;
    each_said(tx, games, |game, said| insert_named_otherwise(tx, game, &named_otherwise(said)))
}

/// Calls `see` with each game and the values that its records state.
fn each_said(
    tx: &Transaction<'_>,
    games: Vec<u32>,
    mut see: impl FnMut(u32, &[WitnessSays<'_>]) -> Result<()>,
) -> Result<()> {
    games.into_iter().try_for_each(|game| {
        let records = tx.stored_witnesses(game)?;
        let said = records.iter().map(|(_, said)| WitnessSays::ByOne(said));
        see(game, &said.collect::<Vec<_>>())
    })
}

/// Number of records whose rows are inserted together.
const TOGETHER: usize = 4096;

/// Makes the derived rows of all stored records, and the overlay of their games.
pub(crate) fn add_overlay(tx: &Transaction<'_>) -> Result<()> {
    let (mut rows, mut games) = (Vec::new(), Vec::new());
    let columns = RecordParts::TAGS.and(RecordParts::NOTES);
    tx.records(RecordSet::ALL, columns, &mut |record| -> Result<_> {
        let tags = record.tags()?;
        let by_file = from_file_name(record.warnings.as_deref())?;
        let tags = tags.iter().map(|(name, tag)| (name.to_owned(), tag.to_owned()));
        let (by_file, tags): (Vec<_>, Vec<_>) =
            tags.partition(|(name, _)| by_file.iter().any(|field| field == name));
        let findings = RecordFindings::of_tags(&tags, record.result);
        let (_, derived) = RecordFindings { from_file_name: &by_file, ..findings }.derive();
        if !derived.is_empty() {
            rows.push((record.id, derived));
            games.extend(record.game);
        }
        if rows.len() >= TOGETHER {
            insert_derived(tx, rows.iter().map(|(id, derived)| (*id, derived)))?;
            rows.clear();
        }
        Ok(ControlFlow::Continue(()))
    })?;
    insert_derived(tx, rows.iter().map(|(id, derived)| (*id, derived)))?;
    games.sort_unstable();
    games.dedup();
    let (mut names, mut facts) = (NameIds::default(), FactsWriter::new(0));
    each_said(tx, games, |game, said| {
        let laid = names.overlay(tx, &Metadata::best_of(said))?;
        facts.lay_over(tx, game, laid)
    })?;
    facts.flush(tx)?;
    next_generation(tx)
}

/// Names of the tags that a record has from the name of its file: files of that age state them in a
/// warning only.
fn from_file_name(warnings: Option<&str>) -> Result<Vec<String>> {
    // Few records have warnings, and most warnings are about other things.
    let Some(json) = warnings.filter(|json| json.contains("from-file-name")) else {
        return Ok(Vec::new());
    };
    let warnings: Vec<Warning> = serde_json::from_str(json)
        .map_err(|error| Error::Damaged(format!("the warnings of a record: {error}")))?;
    let field = |warning| match warning {
        Warning::FromFileName { field } => Some(field),
        _ => None,
    };
    Ok(warnings.into_iter().filter_map(field).collect())
}
