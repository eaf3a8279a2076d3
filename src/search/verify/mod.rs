//! Does the database hold what it says?
//!
//! Everything is checked: SQLite's own structures, every reference between rows, every game and variation by replay, and
//! every posting of the index in both directions. The work is cut into tasks that all cores share; the one long task,
//! SQLite's own check, goes first. How millions of postings are compared without sorting them is told in `postings.rs`.

mod postings;
mod rows;

use super::parallel::in_parallel;
use super::{Archive, IdSet};
use crate::store::index::{Part, Reader, Scanned};
use crate::store::{Facts, Result};
use postings::Sums;
use rusqlite::Connection;

/// Blocks a task scans.
const BLOCKS: u32 = 4096;
/// Records a task looks at.
const RECORDS: i64 = 50_000;
/// The most faults that are listed.
const LISTED: usize = 100;

/// What a check of the whole file found.
#[derive(Debug, Clone, Default)]
pub struct Verdict {
    /// Games replayed.
    pub games: u64,
    /// Positions compared with the index.
    pub postings: u64,
    /// What is wrong; at most a hundred faults are listed.
    pub faults: Vec<String>,
}

/// A part of the work that needs no other.
enum Task {
    /// SQLite's structures.
    Integrity,
    /// The sources and where they lie.
    Sources,
    /// The games of a chunk of facts.
    Games(usize),
    /// Records from this id on.
    Records(i64),
    /// Blocks of the index.
    Index(Part),
}

/// What a task found.
#[derive(Default)]
struct Outcome {
    faults: Vec<String>,
    games: u64,
    /// Postings of main lines: as the games demand, and as the index has them.
    demanded: Sums,
    stored: Sums,
    /// Postings of variations in the index.
    variations: u64,
    scanned: Option<(Part, Scanned)>,
    records: rows::Records,
}

/// What all tasks look at.
struct Known<'a> {
    facts: &'a Facts,
    index: &'a Reader,
    players: IdSet,
    events: IdSet,
    sources: IdSet,
    trees: IdSet,
    shapes: IdSet,
}

/// Checks SQLite's own structures, replays every game and every variation, and compares every posting.
///
/// # Errors
/// When the database cannot be read at all.
pub fn verify(archive: &Archive) -> Result<Verdict> {
    let ids = |sql| rows::ids(&archive.conn, sql);
    let known = Known {
        facts: &archive.facts,
        index: &archive.index,
        players: ids("select id from player")?,
        events: ids("select id from event")?,
        sources: ids("select id from source")?,
        trees: ids("select id from tree")?,
        shapes: ids("select id from tag_shape")?,
    };
    let tasks = tasks(archive)?;
    let outcomes = in_parallel(archive, tasks.len(), |conn, number| {
        let mut outcome = Outcome::default();
        if let Err(error) = run(&known, conn, &tasks[number], &mut outcome) {
            outcome.faults.push(error.to_string());
        }
        Ok(outcome)
    })?;
    let mut all = Outcome::default();
    let mut scanned = Vec::new();
    for outcome in outcomes {
        all.faults.extend(outcome.faults);
        all.games += outcome.games;
        all.demanded.add(&outcome.demanded);
        all.stored.add(&outcome.stored);
        all.variations += outcome.variations;
        all.records.add(outcome.records);
        scanned.extend(outcome.scanned);
    }
    rows::witnesses(archive, &all.records, &mut all.faults)?;
    let mut verdict =
        Verdict { games: all.games, postings: all.demanded.count(), faults: all.faults };
    match known.index.check_parts(&scanned) {
        Err(error) => verdict.faults.push(error.to_string()),
        Ok(()) => {
            postings::main_lines(archive, &all.demanded, &all.stored, &mut verdict)?;
            postings::variations(archive, &all.records.trees, all.variations, &mut verdict)?;
        }
    }
    verdict.faults.truncate(LISTED);
    Ok(verdict)
}

fn tasks(archive: &Archive) -> Result<Vec<Task>> {
    let last_record = "select coalesce(max(id), 0) from record";
    let last_record: i64 = archive.conn.query_row(last_record, [], |row| row.get(0))?;
    let mut tasks = vec![Task::Integrity, Task::Sources];
    tasks.extend((0..archive.facts.chunk_count()).map(Task::Games));
    tasks.extend((0..=last_record / RECORDS).map(|part| Task::Records(part * RECORDS)));
    tasks.extend(archive.index.parts(BLOCKS).into_iter().map(Task::Index));
    Ok(tasks)
}

fn run(known: &Known<'_>, conn: &Connection, task: &Task, outcome: &mut Outcome) -> Result<()> {
    match task {
        Task::Integrity => rows::integrity(conn, &mut outcome.faults),
        Task::Sources => rows::sources(conn, known, &mut outcome.faults),
        Task::Games(chunk) => rows::games(conn, known, *chunk, outcome),
        Task::Records(first) => rows::records(conn, known, *first..*first + RECORDS, outcome),
        Task::Index(part) => postings::stored(conn, known, part, outcome),
    }
}
