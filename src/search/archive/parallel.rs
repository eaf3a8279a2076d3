//! Reading with several connections at once, and whoever follows a long scan.

use super::Archive;
use crate::store::{Fact, Facts, Result, Snapshot};
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Follows a long scan.
pub trait Watch: Sync {
    /// Announces the number of games that will be looked at.
    fn expect(&self, games: u64);

    /// Reports the number of games that have been looked at since the last report.
    fn advance(&self, games: u64);

    /// Whether it is to end at once.
    fn is_stopped(&self) -> bool;
}

/// Nobody follows it, and nobody ends it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn expect(&self, _: u64) {}

    fn advance(&self, _: u64) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

/// Two lists of games, ids ascending, sorted out by facts on all cores: those of which `list` says
/// true, and those of which it says false.
pub(crate) fn two_lists(
    facts: &Facts,
    list: impl Fn(u32, &Fact) -> Option<bool> + Sync,
) -> [Vec<u32>; 2] {
    let parts = facts.map_chunks(|chunk, facts| {
        let mut lists = [Vec::new(), Vec::new()];
        for (id, fact) in ((chunk * Facts::CHUNK) as u32 + 1..).zip(facts) {
            list(id, fact).into_iter().for_each(|is_first| lists[usize::from(!is_first)].push(id));
        }
        lists
    });
    let (first, second): (Vec<_>, Vec<_>) = parts.into_iter().map(|[a, b]| (a, b)).unzip();
    [first.concat(), second.concat()]
}

/// Does `tasks` tasks, numbered from 0, on all cores, each with a connection of its own that sees
/// what the archive sees; the results are in order. The first error stops all.
pub fn in_parallel<T: Send>(
    archive: &Archive,
    tasks: usize,
    task: impl Fn(&Snapshot, usize) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let others = if tasks > 1 { others(archive, tasks)? } else { Vec::new() };
    let numbers = (0..tasks).collect();
    let mut done =
        run(archive, others, numbers, |conn, number, _| Ok((number, task(conn, number)?)))?;
    done.sort_by_key(|(number, _)| *number);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// Like [`in_parallel`], for tasks that find further tasks; the results are in any order.
pub(crate) fn in_parallel_from<Q: Send, T: Send>(
    archive: &Archive,
    first: Q,
    task: impl Fn(&Snapshot, Q, &mut VecDeque<Q>) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    run(archive, others(archive, usize::MAX)?, VecDeque::from([first]), task)
}

/// Tasks that wait, and results.
struct Work<Q, T> {
    waiting: VecDeque<Q>,
    /// How many tasks are being done; each may find others.
    under_way: usize,
    done: Vec<T>,
    is_stopped: bool,
}

fn run<Q: Send, T: Send>(
    archive: &Archive,
    others: Vec<Snapshot>,
    waiting: VecDeque<Q>,
    task: impl Fn(&Snapshot, Q, &mut VecDeque<Q>) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let work = Work { waiting, under_way: 0, done: Vec::new(), is_stopped: false };
    let (work, changed) = (Mutex::new(work), Condvar::new());
    let labour = |conn: &Snapshot| -> Result<()> {
        let mut found = VecDeque::new();
        let mut now = lock(&work);
        loop {
            if now.is_stopped {
                return Ok(());
            }
            let Some(next) = now.waiting.pop_front() else {
                if now.under_way == 0 {
                    return Ok(());
                }
                now = changed.wait(now).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            now.under_way += 1;
            drop(now);
            let panic = OnPanic(|| {
                lock(&work).is_stopped = true;
                changed.notify_all();
            });
            let result = task(conn, next, &mut found);
            drop(panic);
            now = lock(&work);
            now.under_way -= 1;
            now.waiting.append(&mut found);
            now.is_stopped |= result.is_err();
            changed.notify_all();
            now.done.push(result?);
        }
    };
    let is_alone = others.is_empty();
    std::thread::scope(|scope| {
        let labour = &labour;
        let workers: Vec<_> =
            others.into_iter().map(|conn| scope.spawn(move || labour(&conn))).collect();
        let mut outcome = if is_alone { labour(archive.snapshot()) } else { Ok(()) };
        for worker in workers {
            let other = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            outcome = outcome.and(other);
        }
        outcome
    })?;
    Ok(work.into_inner().unwrap_or_else(PoisonError::into_inner).done)
}

/// Does something if the task it stands beside panics: the others would wait for it for ever.
struct OnPanic<F: Fn()>(F);

impl<F: Fn()> Drop for OnPanic<F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            (self.0)();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A connection for every core that may be used. None when the database has moved on since the
/// archive was opened: the archive's own then does everything.
fn others(archive: &Archive, most: usize) -> Result<Vec<Snapshot>> {
    archive.snapshot().others(rayon::current_num_threads().min(most))
}
