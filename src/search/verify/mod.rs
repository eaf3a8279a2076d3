//! Verifies that a database is consistent.
//!
//! Checks SQLite's structures, all references between rows, all games and variations by replay, all
//! postings in both directions, the words and evaluations of comments, and sums over rows, which
//! reveal a changed name or date. Tasks run in parallel; the longest, SQLite's own check, comes
//! first. `postings.rs` explains how millions of postings are compared without sorting.

mod postings;
mod rows;

use crate::search::archive::Archive;
use crate::search::archive::ids::IdSet;
use crate::search::archive::parallel::in_parallel;
use crate::store::index::{Part, Reader, Scanned};
use crate::store::{Connection, EVENTS, Facts, PLAYERS, Result, SHAPES, StoredSum};
use postings::PostingSums;
use rustc_hash::FxHashMap;

/// Number of blocks that a task scans.
const BLOCKS: u32 = 4096;
/// Number of records that a task reads.
const RECORDS: i64 = 50_000;

/// An independent part of the work.
enum Task {
    /// SQLite's structures.
    Integrity,
    /// The word index of comments.
    Words,
    /// The evaluations in comments.
    Evaluations,
    /// The sources and their places.
    Sources,
    /// The games of a chunk of facts.
    Games(usize),
    /// The records from this id on.
    Records(i64),
    /// A part of the index.
    Index(Part),
    /// A sum over rows, by its place in the list.
    Sum(usize),
}

/// Verifies a database completely. Faults are in the result; an error means that the database
/// cannot be read at all.
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
    match archive.index().check_parts(&all.scanned) {
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
    let mut tasks = vec![Task::Integrity, Task::Words, Task::Evaluations, Task::Sources];
    tasks.extend((0..archive.facts().chunk_count()).map(Task::Games));
    tasks.extend((0..=last_record / RECORDS).map(|part| Task::Records(part * RECORDS)));
    tasks.extend(archive.index().parts(BLOCKS).into_iter().map(Task::Index));
    tasks.extend((0..known.sums.len()).map(Task::Sum));
    Ok(tasks)
}

fn run(known: &Known<'_>, conn: &Connection, task: &Task, outcome: &mut Outcome) -> Result<()> {
    match task {
        Task::Integrity => {
            outcome.faults.extend(conn.check_structures()?);
            outcome.faults.extend(conn.check_columns()?);
            outcome.faults.extend(conn.check_surplus()?);
            Ok(())
        }
        Task::Words => {
            outcome.faults.extend(conn.check_words()?);
            Ok(())
        }
        Task::Evaluations => {
            outcome.faults.extend(conn.check_evaluations()?);
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

/// Largest number of listed faults.
const LISTED: usize = 100;

/// Result of verifying a database.
#[derive(Debug, Clone, Default)]
pub struct Verified {
    /// Number of replayed games.
    pub games: u64,
    /// Number of postings compared with the index.
    pub postings: u64,
    /// Faults, at most a hundred.
    pub faults: Vec<String>,
}

/// Data that all tasks read.
struct Known<'a> {
    facts: &'a Facts,
    index: &'a Reader,
    players: IdSet,
    events: IdSet,
    sources: IdSet,
    trees: IdSet,
    shapes: IdSet,
    /// Stored sums over rows.
    sums: Vec<StoredSum>,
}

impl<'a> Known<'a> {
    /// Reads the ids of all rows that other rows refer to.
    fn of(archive: &'a Archive) -> Result<Known<'a>> {
        let snapshot = archive.snapshot();
        Ok(Known {
            facts: archive.facts(),
            index: archive.index(),
            players: PLAYERS.ids(snapshot)?,
            events: EVENTS.ids(snapshot)?,
            sources: snapshot.source_sizes()?.into_iter().map(|(id, _)| id).collect(),
            trees: snapshot.tree_ids()?,
            shapes: SHAPES.ids(snapshot)?,
            sums: snapshot.stored_sums()?,
        })
    }
}

/// Findings of tasks.
#[derive(Default)]
struct Outcome {
    faults: Vec<String>,
    games: u64,
    /// Postings of main lines that games demand, and those of the index.
    demanded: PostingSums,
    stored: PostingSums,
    /// Number of postings of variations in the index.
    variations: u64,
    scanned: Vec<(Part, Scanned)>,
    records: Records,
}

impl Outcome {
    /// Adds the findings of another task.
    fn add(&mut self, other: Outcome) {
        self.faults.extend(other.faults);
        self.games += other.games;
        self.demanded.add(&other.demanded);
        self.stored.add(&other.stored);
        self.variations += other.variations;
        self.scanned.extend(other.scanned);
        self.records.add(other.records);
    }
}

/// Games and sources to which records belong.
#[derive(Default)]
struct Records {
    /// Number of records by source.
    of_source: FxHashMap<u32, u64>,
    /// Games with a witness.
    witnessed: Vec<u32>,
    /// Games with the trees of their records.
    trees: Vec<(u32, u32)>,
}

impl Records {
    fn add(&mut self, other: Records) {
        for (source, count) in other.of_source {
            *self.of_source.entry(source).or_default() += count;
        }
        self.witnessed.extend(other.witnessed);
        self.trees.extend(other.trees);
    }
}
