//! Reading with several connections in parallel, and the progress of long work.

use super::Archive;
use super::ids::by_id;
use crate::store::{self, Fact, Facts, Result, Snapshot};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
#[cfg(feature = "parquet")]
use std::sync::mpsc::sync_channel;

/// Watches the progress of long work, and can stop it.
pub trait Watch: Sync {
    /// Announces the number of games, or other units, of the work.
    fn expect(&self, games: u64);

    /// Reports the number of units done since the last report.
    fn advance(&self, games: u64);

    /// Whether the work must stop.
    fn is_stopped(&self) -> bool;

    /// Returns [`Stopped`](crate::store::Error::Stopped) if the work must stop.
    fn go_on(&self) -> Result<()> {
        if self.is_stopped() { Err(store::Error::Stopped) } else { Ok(()) }
    }
}

/// A watch that ignores progress and never stops the work.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn expect(&self, _: u64) {}

    fn advance(&self, _: u64) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

/// Number of games from which each core counts a share of them.
const MANY_GAMES: usize = if cfg!(test) { 2 } else { 1 << 14 };

/// Adds the facts of games to one of several values, in parallel if the games are many. Each value
/// has the games of a share; the values are in the order of the games, many of which are by id.
pub(crate) fn fold_games<T: Default + Send>(
    facts: &Facts,
    games: &[u32],
    add: impl Fn(&mut T, u32, &Fact) + Sync,
) -> Vec<T> {
    let games = by_id(games);
    let of_share = |games: &[u32]| {
        let mut value = T::default();
        facts.each_of(games, |id, fact| add(&mut value, id, fact));
        value
    };
    if games.len() < MANY_GAMES {
        return vec![of_share(&games)];
    }
    let share = games.len().div_ceil(rayon::current_num_threads());
    games.par_chunks(share).map(of_share).collect()
}

/// Runs `tasks` tasks, numbered from 0, in parallel, each with a connection to the archive's state;
/// results are in order. The first error stops all tasks.
pub fn in_parallel<T: Send>(
    archive: &Archive,
    tasks: usize,
    task: impl Fn(&Snapshot, usize) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let work = |conn: &Snapshot| -> Result<Vec<(usize, T)>> {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= tasks {
                return Ok(done);
            }
            let result = task(conn, number).inspect_err(|_| next.store(tasks, Ordering::Relaxed));
            done.push((number, result?));
        }
    };
    let most = if tasks > 1 { rayon::current_num_threads().min(tasks) } else { 0 };
    // Empty if the database changed since the archive was opened: then the archive's own connection
    // does everything.
    let others = archive.snapshot().others(most)?;
    let mut done = if others.is_empty() { work(archive.snapshot())? } else { Vec::new() };
    let work = &work;
    std::thread::scope(|scope| -> Result<()> {
        let spawn = |conn: Snapshot| scope.spawn(move || work(&conn));
        for worker in others.into_iter().map(spawn).collect::<Vec<_>>() {
            let found = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            done.extend(found?);
        }
        Ok(())
    })?;
    done.sort_by_key(|(number, _)| *number);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// Makes `parts` parts, numbered from 0, on all cores, each thread with an archive of its own that
/// shows the same state, and calls `take` with them in order. The first error stops all.
#[cfg(feature = "parquet")]
pub(crate) fn in_order<T: Send, E: From<store::Error> + Send>(
    archive: &Archive,
    parts: usize,
    make: impl Fn(&Archive, usize) -> std::result::Result<T, E> + Sync,
    mut take: impl FnMut(T) -> std::result::Result<(), E>,
) -> std::result::Result<(), E> {
    let most = if parts > 1 { rayon::current_num_threads().min(parts) } else { 0 };
    let others = archive.others(most)?;
    let count = others.len();
    if count == 0 {
        return (0..parts).try_for_each(|part| take(make(archive, part)?));
    }
    let make = &make;
    std::thread::scope(|scope| {
        let begin = |(first, other): (usize, Archive)| {
            let (send, made) = sync_channel(1);
            scope.spawn(move || {
                let mut own = (first..parts).step_by(count);
                own.all(|part| send.send(make(&other, part)).is_ok());
            });
            made
        };
        let made: Vec<_> = others.into_iter().enumerate().map(begin).collect();
        for part in 0..parts {
            // A thread that sends nothing has panicked, and so does the scope at its end.
            let Ok(made) = made[part % count].recv() else { break };
            take(made?)?;
        }
        Ok(())
    })
}
