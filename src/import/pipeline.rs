//! Units from one reader through many workers to one consumer, in order.

use super::content::{Given, decide_unit};
use super::cut::Buffers;
use super::priority::step_back;
use super::walk::{Input, read_inputs};
use crate::archive::Names;
use crate::notation::System;
use crate::store::KnownSources;
use crate::text::Encoding;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, mpsc};

/// How to read.
#[derive(Clone)]
pub struct Options {
    /// Worker threads, at least one.
    pub threads: usize,
    /// Decode every text in this way instead of finding out.
    pub encoding: Option<Encoding>,
    /// How moves in text are written.
    pub notation: System,
    /// How many bytes may be under way at once, which can change meanwhile: of input that waits for a worker, and of results that wait for their turn.
    pub window: Arc<AtomicU64>,
    /// Contents that need not be read again.
    pub known: Arc<KnownSources>,
    /// Read contents again even when they are known.
    pub reread: bool,
    /// Hash contents; needed by an import only.
    pub hash: bool,
    /// Set from elsewhere to stop early.
    pub stop: Arc<AtomicBool>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            encoding: None,
            notation: System::Auto,
            window: Arc::new(AtomicU64::new(64 << 20)),
            known: Arc::default(),
            reread: false,
            hash: false,
            stop: Arc::new(AtomicBool::new(false)),
        }
    }
}

/// A piece of work: a file, an archive member, or one cut of a giant file.
pub struct Unit {
    /// The path as the user gave it, joined with the path below it.
    pub path: Arc<str>,
    /// The same, absolute; see [`absolute`](super::absolute).
    pub absolute: Arc<str>,
    /// The path inside the archive.
    pub member: Option<Arc<str>>,
    /// The bytes; none when the unit comes back with its result.
    pub bytes: Vec<u8>,
    /// Where they begin in the file.
    pub base: u64,
    /// Size of the whole file or member.
    pub size: u64,
    /// BLAKE3 of the whole file or member, if it was asked for; where its name says something, of that, too.
    pub hash: [u8; 32],
    /// Name of the format that fits.
    pub format: Option<&'static str>,
    /// How its texts are to be decoded; `None` lets a binary reader find out.
    pub encoding: Option<Encoding>,
    /// Whether the file or member ends here.
    pub is_last: bool,
    /// Why nothing is in `bytes`.
    pub skip: Option<Skip>,
}

/// Why a unit has no bytes.
#[derive(Debug, Clone)]
pub enum Skip {
    /// The content is in the database, or came earlier in this run.
    Known,
    /// It could not be read.
    Unreadable(String),
    /// Not a file: the end of an archive, with the members that were seen. What the path held besides is gone.
    EndOfArchive(Arc<Names>),
}

impl Unit {
    /// The name of the file (or member) without folders.
    pub fn file_name(&self) -> &str {
        file_name(&self.path, self.member.as_deref())
    }
}

/// The last part of a path (or of one inside an archive), without the extension of a compression.
pub(super) fn file_name<'a>(path: &'a str, member: Option<&'a str>) -> &'a str {
    let path = member.unwrap_or(path);
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let is_packed = |extension: &str| matches!(extension, "gz" | "bz2" | "zst" | "xz");
    match name.rsplit_once('.') {
        Some((inner, extension)) if is_packed(extension) && !inner.is_empty() => inner,
        _ => name,
    }
}

/// Reads all inputs, runs `work` on every unit on the workers, and gives the results to `consume` in order, on
/// the calling thread. Stops early when `consume` fails or [`Options::stop`] is set.
///
/// # Errors
/// What `consume` fails with.
pub fn pipeline<T: Send, E>(
    inputs: Vec<Input>,
    options: &Options,
    work: impl Fn(&Unit) -> T + Sync,
    consume: impl FnMut(Unit, T) -> Result<(), E>,
) -> Result<(), E> {
    // Results are about as large as what they were made of.
    let work = |unit: &Unit| (work(unit), unit.bytes.len() as u64);
    weighed_pipeline(inputs, options, 1, work, consume)
}

/// A [`pipeline`] whose `work` tells how many bytes its result occupies, which is expected to be `growth` times its input.
pub(super) fn weighed_pipeline<T: Send, E>(
    inputs: Vec<Input>,
    options: &Options,
    growth: u64,
    work: impl Fn(&Unit) -> (T, u64) + Sync,
    mut consume: impl FnMut(Unit, T) -> Result<(), E>,
) -> Result<(), E> {
    let gate = Gate::new(&options.window);
    let buffers = Buffers::default();
    let (unit_sender, unit_receiver) = mpsc::channel::<(u64, Given)>();
    let unit_receiver = Mutex::new(unit_receiver);
    let (result_sender, results) = mpsc::channel::<(u64, Unit, T, u64)>();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let unit_sender = unit_sender;
            let mut number = 0;
            read_inputs(inputs, options, &buffers, &mut |given| {
                if !gate.enter(given.unit.bytes.len() as u64 * growth, &options.stop) {
                    return false;
                }
                let is_taken = unit_sender.send((number, given)).is_ok();
                number += 1;
                is_taken
            });
        });
        for _ in 0..options.threads.max(1) {
            let result_sender = result_sender.clone();
            let (units, work, gate, buffers) = (&unit_receiver, &work, &gate, &buffers);
            scope.spawn(move || {
                step_back();
                loop {
                    // The lock is held while waiting: whoever comes next takes the next unit.
                    let next = units.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((number, Given { mut unit, is_decided })) = next else { break };
                    let expected = unit.bytes.len() as u64 * growth;
                    if !is_decided {
                        decide_unit(&mut unit, options);
                    }
                    let (result, weight) = work(&unit);
                    gate.exchange(expected, weight);
                    buffers.put(std::mem::take(&mut unit.bytes));
                    if result_sender.send((number, unit, result, weight)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(result_sender);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        let mut outcome = Ok(());
        for (number, unit, result, weight) in &results {
            waiting.insert(number, (unit, result, weight));
            while let Some((unit, result, weight)) = waiting.remove(&next) {
                next += 1;
                if outcome.is_ok() {
                    outcome = consume(unit, result);
                    if outcome.is_err() {
                        options.stop.store(true, Ordering::Relaxed);
                    }
                }
                gate.leave(weight);
            }
        }
        outcome
    })
}

/// Bounds the bytes under way. A unit larger than the bound passes alone.
struct Gate<'a> {
    bound: &'a AtomicU64,
    inside: Mutex<(u64, u64)>,
    left: Condvar,
}

/// Units without bytes must be bounded, too. So many small files keep the workers busy while a batch is written.
const MOST_UNITS: u64 = 32_768;

impl<'a> Gate<'a> {
    fn new(bound: &'a AtomicU64) -> Gate<'a> {
        Gate { bound, inside: Mutex::new((0, 0)), left: Condvar::new() }
    }

    /// Waits for room; `false` when it is time to stop.
    fn enter(&self, bytes: u64, stop: &AtomicBool) -> bool {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        while (inside.0 > 0 && inside.0 + bytes > self.bound.load(Ordering::Relaxed))
            || inside.1 >= MOST_UNITS
        {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            let wait = std::time::Duration::from_millis(100);
            inside = self.left.wait_timeout(inside, wait).unwrap_or_else(PoisonError::into_inner).0;
        }
        inside.0 += bytes;
        inside.1 += 1;
        !stop.load(Ordering::Relaxed)
    }

    /// Puts a result in the place of what was expected, whether there is room or not: it is there already.
    fn exchange(&self, expected: u64, result: u64) {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        inside.0 = inside.0 - expected + result;
        self.left.notify_all();
    }

    fn leave(&self, bytes: u64) {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        inside.0 -= bytes;
        inside.1 -= 1;
        self.left.notify_all();
    }
}
