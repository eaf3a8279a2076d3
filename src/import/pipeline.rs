//! Passes units from one reader through many workers to one consumer, in order; and reads files
//! record by record, without a database.
//!
//! The threads of one pool, [`Options::threads`] of them, do all the work. The consumer is one of
//! them: while no result is ready, it works on a unit itself. Work that it gives to others, such as
//! segments of the index, comes before units. The reader is a thread beside the pool, which mostly
//! waits for the disk or for room; the pool hashes large files. A [`Gate`] bounds the bytes in
//! progress.

use crate::export::RecordPlace;
use crate::import::content::Feed;
use crate::import::cut::Buffers;
use crate::import::decide::decide;
use crate::import::input::{Disk, Local, NamedInput};
use crate::import::options::{Job, Options};
use crate::import::parse::{Parsed, parse};
use crate::import::unit::{Unit, path_below};
use crate::import::walk::read_inputs;
use crate::replay::Record;
use crate::store::KnownSources;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Time for which the consumer waits for a result before it looks for work again.
const PAUSE: Duration = Duration::from_millis(1);

/// Reads all inputs, runs `work` on every unit in the pool, and gives the results to `consume` in
/// order. Stops at the first error of `consume`, and returns it.
///
/// # Panics
/// If threads cannot be started, or one of them panics.
pub fn pipeline<T: Send, E: Send>(
    inputs: Vec<NamedInput>,
    options: &Options,
    work: impl Fn(&Unit) -> T + Sync,
    consume: impl FnMut(Unit, T) -> Result<(), E> + Send,
) -> Result<(), E> {
    pipeline_until(inputs, options, &AtomicBool::new(false), work, consume)
}

/// Like [`pipeline`], and ends early when `stop` is true.
pub(crate) fn pipeline_until<T: Send, E: Send>(
    inputs: Vec<NamedInput>,
    options: &Options,
    stop: &AtomicBool,
    work: impl Fn(&Unit) -> T + Sync,
    consume: impl FnMut(Unit, T) -> Result<(), E> + Send,
) -> Result<(), E> {
    let (known, window) = (KnownSources::default(), AtomicU64::new(options.window));
    let pool = pool(options);
    let job = Job { options, known: &known, window: &window, stop, pool: &pool };
    // Results are about as large as their units.
    let work = |unit: &Unit| (work(unit), unit.bytes.len() as u64);
    pool.install(|| run(inputs, job, &Workshop { disk: &Local, growth: 1, work }, consume))
}

/// Pool of threads for a run.
pub(crate) fn pool(options: &Options) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.max(1))
        .build()
        .expect("threads can be started")
}

/// Disk with the units, and the work on them.
pub(crate) struct Workshop<'a, W> {
    pub(crate) disk: &'a dyn Disk,
    /// Expected size of a result, in sizes of its unit.
    pub(crate) growth: u64,
    /// Makes a result, and returns its size in bytes, too.
    pub(crate) work: W,
}

/// Like [`pipeline`]; the caller is in the pool of `job` already.
pub(crate) fn run<T: Send, E>(
    inputs: Vec<NamedInput>,
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
                let mut give = |unit: Unit| {
                    if !shared.gate.enter(shared.expected(&unit)) {
                        return false;
                    }
                    let send = send.clone();
                    scope.spawn_fifo(move |_| shared.make(number, unit, &send));
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

/// Values that the threads of a run share.
struct Shared<'a, W> {
    job: Job<'a>,
    gate: Gate<'a>,
    buffers: Buffers,
    workshop: &'a Workshop<'a, W>,
}

/// Result on its way to the consumer.
struct Made<T> {
    number: u64,
    unit: Unit,
    result: T,
    weight: u64,
}

impl<W> Shared<'_, W> {
    /// Expected size in bytes of the result of a unit.
    fn expected(&self, unit: &Unit) -> u64 {
        unit.bytes.len() as u64 * self.workshop.growth
    }

    /// Works on a unit, and sends the result.
    fn make<T>(&self, number: u64, mut unit: Unit, send: &Sender<Made<T>>)
    where
        W: Fn(&Unit) -> (T, u64),
    {
        let _stopping = StopOnPanic(self.job.stop);
        let expected = self.expected(&unit);
        if !unit.is_decided {
            decide(&mut unit, &self.job);
        }
        let (result, weight) = (self.workshop.work)(&unit);
        self.gate.exchange(expected, weight);
        self.buffers.put(std::mem::take(&mut unit.bytes));
        // The consumer leaves after the last worker.
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

/// Next result, in any order. While none is ready, this thread works for others.
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

/// Stops a run when a worker panics, since its result would be waited for without end.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Largest number of units in progress, since units without bytes must be bounded, too. With this
/// number of small files the workers stay busy while a batch is written.
const MOST_UNITS: u64 = 32_768;
/// Pause after which a waiting thread checks whether to stop.
const PATIENCE: Duration = Duration::from_millis(100);

/// Lets units in while there is room. A unit larger than all the room passes alone.
pub(crate) struct Gate<'a> {
    job: Job<'a>,
    inside: Mutex<Inside>,
    left: Condvar,
}

#[derive(Default)]
struct Inside {
    bytes: u64,
    units: u64,
}

impl<'a> Gate<'a> {
    pub(crate) fn new(job: Job<'a>) -> Gate<'a> {
        Gate { job, inside: Mutex::default(), left: Condvar::new() }
    }

    /// Waits for room; `false` if the run is stopped.
    pub(crate) fn enter(&self, bytes: u64) -> bool {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        while (inside.bytes > 0 && inside.bytes + bytes > self.job.window.load(Ordering::Relaxed))
            || inside.units >= MOST_UNITS
        {
            if self.job.is_stopped() {
                return false;
            }
            let waited = self.left.wait_timeout(inside, PATIENCE);
            inside = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        inside.bytes += bytes;
        inside.units += 1;
        !self.job.is_stopped()
    }

    /// Replaces the expected size of a result by its real size, whether there is room or not.
    pub(crate) fn exchange(&self, expected: u64, result: u64) {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        inside.bytes = inside.bytes - expected + result;
        self.left.notify_all();
    }

    /// Frees the room of a result.
    pub(crate) fn leave(&self, bytes: u64) {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        inside.bytes -= bytes;
        inside.units -= 1;
        self.left.notify_all();
    }
}

/// Parts of the files that are read, in their order.
#[derive(Debug)]
pub enum FileReading<'a> {
    /// Beginning of a file, of a member of an archive, or of a piece of one.
    Unit(&'a Unit, &'a Parsed),
    /// Next record of the file or member.
    Record(RecordPlace<'a>, &'a Record),
    /// End of the file or member, with the number of records in it.
    End(&'a Unit, &'a Parsed, u64),
}

/// Reads all named files on all cores, and gives their parts to `tell` in the order of the files;
/// `-` is standard input. With `derive`, records get values derived from folders and headings.
/// Stops when `stop` is true, and at the first error of `tell`, which is returned.
///
/// ```
/// use xqdb::import::{FileReading, Options, read_files};
///
/// # let folder = std::env::temp_dir().join(format!("xqdb-reading-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let path = folder.join("a.pgn");
/// std::fs::write(&path, "[Red \"胡荣华\"]\n\n1. 炮二平五 马8进7 *\n")?;
/// let mut lines = Vec::new();
/// let stop = std::sync::atomic::AtomicBool::new(false);
/// read_files(&[path], &Options::default(), true, &stop, |reading| {
///     if let FileReading::Record(place, record) = reading {
///         lines.push((place.record, record.game.tree.plies));
///     }
///     Ok::<(), std::io::Error>(())
/// })?;
/// assert_eq!(lines, [(1, 2)]);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_files<E: Send>(
    paths: &[PathBuf],
    options: &Options,
    derive: bool,
    stop: &AtomicBool,
    mut tell: impl FnMut(FileReading<'_>) -> Result<(), E> + Send,
) -> Result<(), E> {
    let inputs = paths.iter().map(|path| NamedInput::from_argument(path)).collect();
    let named = if derive { paths.to_vec() } else { Vec::new() };
    let options = &Options { named, ..options.clone() };
    let mut number = 0;
    pipeline_until(
        inputs,
        options,
        stop,
        |unit| {
            let mut parsed = parse(unit, &options.notation);
            if derive {
                parsed.records.iter_mut().for_each(|record| unit.derive(paths, record));
            }
            parsed
        },
        |unit, parsed| {
            tell(FileReading::Unit(&unit, &parsed))?;
            for record in &parsed.records {
                number += 1;
                let place = RecordPlace {
                    path: &unit.path,
                    member: unit.member.as_deref(),
                    record: number,
                    format: parsed.format.map(|format| format.name),
                };
                tell(FileReading::Record(place, record))?;
            }
            if unit.is_last {
                tell(FileReading::End(&unit, &parsed, number))?;
                number = 0;
            }
            Ok(())
        },
    )
}

impl Unit {
    /// Derives values of a record from its headings and from the folders below `named`, the paths
    /// that the user named.
    pub fn derive(&self, named: &[PathBuf], record: &mut Record) {
        let path = path_below(&self.path, self.member.as_deref(), named);
        record.derived = record.derive().1;
        record.derived.add_headings_of_path(&record.tags, &path);
    }
}
