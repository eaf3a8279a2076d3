//! Reading with several connections at once.

use super::Archive;
use crate::store::{Error, Result, open_read_only};
use rusqlite::Connection;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Enough for the inner pages of the trees.
const CACHE_PAGES: i64 = 256;

/// Does `tasks` tasks, numbered from 0, on all cores, each with a connection of its own that sees what the archive sees; the
/// results are in order. The first error stops all.
///
/// # Errors
/// The first error of a task.
pub(super) fn in_parallel<T: Send>(
    archive: &Archive,
    tasks: usize,
    task: impl Fn(&Connection, usize) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(tasks));
    let work = |conn: &Connection| -> Result<()> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= tasks {
                return Ok(());
            }
            match task(conn, number) {
                Ok(result) => lock(&done).push((number, result)),
                Err(error) => {
                    next.store(tasks, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
    };
    let others = if tasks > 1 { others(archive, tasks)? } else { Vec::new() };
    let is_alone = others.is_empty();
    std::thread::scope(|scope| {
        let work = &work;
        let workers: Vec<_> =
            others.into_iter().map(|conn| scope.spawn(move || work(&conn))).collect();
        let mut outcome = if is_alone { work(&archive.conn) } else { Ok(()) };
        for worker in workers {
            let other = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            outcome = outcome.and(other);
        }
        outcome
    })?;
    let mut done = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    done.sort_by_key(|(number, _)| *number);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// A connection for every core, each to read much and nothing twice. None when the database has moved on since the archive
/// was opened: the archive's own then does everything.
fn others(archive: &Archive, most: usize) -> Result<Vec<Connection>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let Some(path) = archive.conn.path().filter(|path| !path.is_empty()) else {
        return Ok(Vec::new());
    };
    let wanted = stamp(&archive.conn)?;
    let mut others = Vec::new();
    for _ in 0..cores.min(most) {
        let conn = open_read_only(Path::new(path))?;
        // A small cache gives its pages out again. One that grows asks for memory page by page, and all connections
        // wait for each other at SQLite's one lock for memory.
        conn.pragma_update(None, "cache_size", CACHE_PAGES)?;
        conn.execute_batch("begin")?;
        if stamp(&conn)? != wanted {
            return Ok(Vec::new());
        }
        others.push(conn);
    }
    Ok(others)
}

/// What changes with every change to the file: the generation with the games, the ids of segments with the index.
fn stamp(conn: &Connection) -> Result<(i64, Option<i64>)> {
    conn.query_row(
        "select (select value from meta where name = 'generation'), (select max(id) from index_segment)",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
    .map_err(Error::from)
}
