//! Does the database hold what it says?
//!
//! Everything is checked: SQLite's own structures, every reference between rows, every game and
//! variation by replay, every posting of the index in both directions, and the sums over rows,
//! which notice a changed name or date. The work is cut into tasks that all cores share; the one
//! long task, SQLite's own check, goes first. How millions of postings are compared without sorting
//! them is told in `postings.rs`.

mod outcome;
mod postings;
mod rows;
mod sums;

pub use outcome::Verified;

use super::archive::Archive;
use super::parallel::in_parallel;
use crate::store::index::Part;
use crate::store::{Connection, Result};
use outcome::{Known, LISTED, Outcome};

/// Blocks a task scans.
const BLOCKS: u32 = 4096;
/// Records a task looks at.
const RECORDS: i64 = 50_000;

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
    /// A sum over rows, by its place in the list of all.
    Sum(usize),
}

/// Checks SQLite's own structures, replays every game and every variation, and compares every
/// posting and every sum.
///
/// # Errors
/// When the database cannot be read at all.
pub fn verify(archive: &Archive) -> Result<Verified> {
    let known = Known::of(archive)?;
    let tasks = tasks(archive, &known)?;
    let outcomes = in_parallel(archive, tasks.len(), |conn, number| {
        let mut outcome = Outcome::default();
        if let Err(error) = run(&known, conn, &tasks[number], &mut outcome) {
            outcome.faults.push(error.to_string());
        }
        Ok(outcome)
    })?;
    let mut all = Outcome::default();
    outcomes.into_iter().for_each(|outcome| all.add(outcome));
    rows::witnesses(archive, &all.records, &mut all.faults)?;
    let mut verdict =
        Verified { games: all.games, postings: all.demanded.count(), faults: all.faults };
    match archive.index.check_parts(&all.scanned) {
        Err(error) => verdict.faults.push(error.to_string()),
        Ok(()) => {
            let (demanded, stored) = (&all.demanded, &all.stored);
            postings::main_lines(archive, demanded, stored, &mut verdict)?;
            postings::variations(archive, &all.records.trees, all.variations, &mut verdict)?;
        }
    }
    verdict.faults.truncate(LISTED);
    Ok(verdict)
}

fn tasks(archive: &Archive, known: &Known<'_>) -> Result<Vec<Task>> {
    let last_record = archive.snapshot().last_record()?;
    let mut tasks = vec![Task::Integrity, Task::Sources];
    tasks.extend((0..archive.facts.chunk_count()).map(Task::Games));
    tasks.extend((0..=last_record / RECORDS).map(|part| Task::Records(part * RECORDS)));
    tasks.extend(archive.index.parts(BLOCKS).into_iter().map(Task::Index));
    tasks.extend((0..known.sums.len()).map(Task::Sum));
    Ok(tasks)
}

fn run(known: &Known<'_>, conn: &Connection, task: &Task, outcome: &mut Outcome) -> Result<()> {
    match task {
        Task::Integrity => {
            outcome.faults.extend(conn.check_structures()?);
            outcome.faults.extend(conn.check_columns()?);
            Ok(())
        }
        Task::Sources => rows::sources(conn, known, &mut outcome.faults),
        Task::Games(chunk) => rows::games(conn, known, *chunk, outcome),
        Task::Records(first) => rows::records(conn, known, *first, outcome),
        Task::Index(part) => postings::stored(conn, known, part, outcome),
        Task::Sum(place) => {
            outcome.faults.extend(conn.check_sum(&known.sums[*place])?);
            Ok(())
        }
    }
}
