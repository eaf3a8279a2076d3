//! Does the database hold what it says?
//!
//! Everything is checked: SQLite's own structures, every reference between rows, every game and
//! variation by replay, every posting of the index in both directions, the words of comments and
//! the evaluations in them, and the sums over rows, which notice a changed name or date. The work is cut into tasks that all
//! cores share; the one long task, SQLite's own check, goes first. How millions of postings are
//! compared without sorting them is told in `postings.rs`.

mod postings;
mod rows;

use crate::search::archive::Archive;
use crate::search::archive::ids::IdSet;
use crate::search::archive::parallel::in_parallel;
use crate::store::index::{Part, Reader, Scanned};
use crate::store::{Connection, EVENTS, Facts, PLAYERS, Result, SHAPES, StoredSum};
use postings::PostingSums;
use rustc_hash::FxHashMap;

/// Blocks a task scans.
const BLOCKS: u32 = 4096;
/// Records a task looks at.
const RECORDS: i64 = 50_000;

/// A part of the work that needs no other.
enum Task {
    /// SQLite's structures.
    Integrity,
    /// The words by which comments are found.
    Words,
    /// The evaluations in comments.
    Evaluations,
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

/// The most faults that are listed.
const LISTED: usize = 100;

/// The result of a check of the whole file.
#[derive(Debug, Clone, Default)]
pub struct Verified {
    /// Games replayed.
    pub games: u64,
    /// Positions compared with the index.
    pub postings: u64,
    /// The faults; at most a hundred are listed.
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
    /// The sums over rows, as they are stored.
    sums: Vec<StoredSum>,
}

impl<'a> Known<'a> {
    /// Reads the ids of everything.
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

/// The findings of tasks.
#[derive(Default)]
struct Outcome {
    faults: Vec<String>,
    games: u64,
    /// Postings of main lines: as the games demand, and as the index has them.
    demanded: PostingSums,
    stored: PostingSums,
    /// Postings of variations in the index.
    variations: u64,
    scanned: Vec<(Part, Scanned)>,
    records: Records,
}

impl Outcome {
    /// Adds what another task found.
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

/// The games and sources that records belong to.
#[derive(Default)]
struct Records {
    /// Number of records by source.
    of_source: FxHashMap<u32, u64>,
    /// The games that have a witness.
    witnessed: Vec<u32>,
    /// Games and the trees of their records.
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
