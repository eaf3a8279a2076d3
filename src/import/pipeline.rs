//! Units from one reader through many workers to one consumer, in order.
//!
//! All that computes is done by the threads of one pool, as many as [`Options::threads`] says. The
//! consumer is one of them: while no result is there for him he takes a unit himself. What he lets
//! others compute, such as segments of the index, goes before units. The reader is a thread beside
//! the pool, which mostly waits for the disk or for room; large files are hashed by the pool.

use super::content::Feed;
use super::cut::Buffers;
use super::decide::decide;
use super::gate::Gate;
use super::input::{Disk, Input, Local};
use super::job::Job;
use super::options::Options;
use super::unit::{Given, Unit};
use super::walk::read_inputs;
use crate::store::KnownSources;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::time::Duration;

/// How long the consumer waits for a result before he looks for work again.
const PAUSE: Duration = Duration::from_millis(1);

/// Reads all inputs, runs `work` on every unit on the workers, and gives the results to `consume`
/// in order. Stops early when `consume` fails.
///
/// # Errors
/// What `consume` fails with.
///
/// # Panics
/// When the threads cannot be started, or one of them panics.
pub fn pipeline<T: Send, E: Send>(
    inputs: Vec<Input>,
    options: &Options,
    work: impl Fn(&Unit) -> T + Sync,
    consume: impl FnMut(Unit, T) -> Result<(), E> + Send,
) -> Result<(), E> {
    pipeline_until(inputs, options, &AtomicBool::new(false), work, consume)
}

/// A [`pipeline`] that ends early, too, when `stop` is set.
///
/// # Errors
/// What `consume` fails with.
pub(super) fn pipeline_until<T: Send, E: Send>(
    inputs: Vec<Input>,
    options: &Options,
    stop: &AtomicBool,
    work: impl Fn(&Unit) -> T + Sync,
    consume: impl FnMut(Unit, T) -> Result<(), E> + Send,
) -> Result<(), E> {
    let (known, window) = (KnownSources::default(), AtomicU64::new(options.window));
    let pool = pool(options);
    let job = Job { options, known: &known, window: &window, stop, pool: &pool };
    // Results are about as large as what they were made of.
    let work = |unit: &Unit| (work(unit), unit.bytes.len() as u64);
    pool.install(|| run(inputs, job, &Workshop { disk: &Local, growth: 1, work }, consume))
}

/// The threads of a run.
pub(super) fn pool(options: &Options) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.max(1))
        .build()
        .expect("threads can be started")
}

/// Where units come from, and what is made of them.
pub(super) struct Workshop<'a, W> {
    pub(super) disk: &'a dyn Disk,
    /// A result is expected to be so many times as large as its unit.
    pub(super) growth: u64,
    /// Makes a result, and tells how many bytes it occupies.
    pub(super) work: W,
}

/// A [`pipeline`] in whose pool the caller already is.
pub(super) fn run<T: Send, E>(
    inputs: Vec<Input>,
    job: Job<'_>,
    workshop: &Workshop<'_, impl Fn(&Unit) -> (T, u64) + Sync>,
    consume: impl FnMut(Unit, T) -> Result<(), E>,
) -> Result<(), E> {
    let shared = Shared { job, gate: Gate::new(job), buffers: Buffers::default(), workshop };
    let shared = &shared;
    let (send, results) = channel();
    rayon::in_place_scope_fifo(|scope| {
        std::thread::scope(|threads| {
            threads.spawn(move || {
                let mut number = 0;
                let mut give = |given: Given| {
                    if !shared.gate.enter(shared.expected(&given.unit)) {
                        return false;
                    }
                    let send = send.clone();
                    scope.spawn_fifo(move |_| shared.make(number, given, &send));
                    number += 1;
                    true
                };
                let feed = Feed::new(shared.job, &shared.buffers, &mut give);
                read_inputs(inputs, workshop.disk, feed);
            });
            shared.consume(&results, consume)
        })
    })
}

/// What the threads of a run have in common.
struct Shared<'a, W> {
    job: Job<'a>,
    gate: Gate<'a>,
    buffers: Buffers,
    workshop: &'a Workshop<'a, W>,
}

/// A result on its way to the consumer.
struct Made<T> {
    number: u64,
    unit: Unit,
    result: T,
    weight: u64,
}

impl<W> Shared<'_, W> {
    /// How many bytes the result of a unit is expected to occupy.
    fn expected(&self, unit: &Unit) -> u64 {
        unit.bytes.len() as u64 * self.workshop.growth
    }

    /// What a worker does with a unit.
    fn make<T>(&self, number: u64, given: Given, send: &Sender<Made<T>>)
    where
        W: Fn(&Unit) -> (T, u64),
    {
        let _stopping = StopOnPanic(self.job.stop);
        let Given { mut unit, is_decided } = given;
        let expected = self.expected(&unit);
        if !is_decided {
            decide(&mut unit, &self.job);
        }
        let (result, weight) = (self.workshop.work)(&unit);
        self.gate.exchange(expected, weight);
        self.buffers.put(std::mem::take(&mut unit.bytes));
        // The consumer goes only after the last worker.
        let _ = send.send(Made { number, unit, result, weight });
    }

    /// Gives the results to `consume`, in the order of their units.
    fn consume<T, E>(
        &self,
        results: &Receiver<Made<T>>,
        mut consume: impl FnMut(Unit, T) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        let mut outcome = Ok(());
        while let Some(made) = next_made(results) {
            waiting.insert(made.number, made);
            while let Some(Made { unit, result, weight, .. }) = waiting.remove(&next) {
                next += 1;
                if outcome.is_ok() {
                    outcome = consume(unit, result);
                    if outcome.is_err() {
                        self.job.stop.store(true, Ordering::Relaxed);
                    }
                }
                self.gate.leave(weight);
            }
        }
        outcome
    }
}

/// The next result, in whatever order. While none is there, this thread does the work of others.
fn next_made<T>(results: &Receiver<Made<T>>) -> Option<Made<T>> {
    loop {
        match results.try_recv() {
            Ok(made) => return Some(made),
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) => {}
        }
        if rayon::yield_now() == Some(rayon::Yield::Executed) {
            continue;
        }
        match results.recv_timeout(PAUSE) {
            Ok(made) => return Some(made),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Ends a run of which a worker panics: its result would be waited for without end.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}
