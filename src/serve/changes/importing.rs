//! An import that the page asked for: one at a time, on a thread of its own. What it has come to
//! is told to everybody who watches.

use super::kept::{Settled, settle};
use crate::messages::{self, Lang};
use crate::serve::pool::Changed;
use crate::serve::refusal::Refusal;
use serde::Serialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use tokio::sync::watch;
use xqdb::import::{Import, Input, Options, Progress, Report, bytes_on_disk, import};
use xqdb::people::refresh;
use xqdb::store::{Database, WriteLock};

/// Memory for an import, as on the command line.
const MEMORY: u64 = 1 << 30;

/// How far an import is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Stage {
    /// There was none.
    Idle,
    /// Another program writes into the database.
    Waiting,
    /// It reads.
    Reading,
    /// It has read everything, and works out what follows.
    Closing,
    /// It is over; there is a report.
    Done,
    /// It could not go on.
    Failed,
}

/// What an import has come to.
#[derive(Debug, Clone, Serialize)]
pub(super) struct State {
    /// Counts imports since the server was started.
    pub(super) import: u64,
    pub(super) stage: Stage,
    pub(super) files: u64,
    pub(super) records: u64,
    pub(super) bytes: u64,
    /// Bytes on disk; archives unpack to more.
    pub(super) total: u64,
    /// Part of the path of everything that it read.
    pub(super) path: String,
    pub(super) report: Option<Value>,
    pub(super) error: Option<String>,
}

impl State {
    /// Whether nothing goes on.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Idle | Stage::Done | Stage::Failed)
    }
}

/// What is to be read.
#[derive(Debug)]
pub(super) enum Wanted {
    /// A file or folder of the machine.
    Path(PathBuf),
    /// An upload that has ended, and where all of them lie.
    Upload { folder: PathBuf, batch: String },
}

impl Wanted {
    /// Part of the path of everything that is to be read.
    fn path(&self) -> String {
        match self {
            Wanted::Path(path) => path.to_string_lossy().into_owned(),
            Wanted::Upload { batch, .. } => batch.clone(),
        }
    }

    /// What is to be read of it.
    fn settled(&self) -> std::io::Result<Settled> {
        match self {
            Wanted::Path(path) => Ok(Settled { paths: vec![path.clone()], path: self.path() }),
            Wanted::Upload { folder, batch } => settle(folder, batch),
        }
    }
}

/// The imports of a server.
#[derive(Debug)]
pub(super) struct Imports {
    db: PathBuf,
    changed: Changed,
    state: Arc<watch::Sender<State>>,
    running: Mutex<Option<Running>>,
}

#[derive(Debug)]
struct Running {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Imports {
    /// No import yet.
    pub(super) fn new(db: &Path, changed: Changed) -> Imports {
        let idle = State {
            import: 0,
            stage: Stage::Idle,
            files: 0,
            records: 0,
            bytes: 0,
            total: 0,
            path: String::new(),
            report: None,
            error: None,
        };
        let state = Arc::new(watch::Sender::new(idle));
        Imports { db: db.to_owned(), changed, state, running: Mutex::new(None) }
    }

    /// What the last one has come to, now and whenever that changes.
    pub(super) fn watch(&self) -> watch::Receiver<State> {
        self.state.subscribe()
    }

    /// Begins an import of what `wanted` gives if no other goes on.
    ///
    /// # Errors
    /// When another goes on, or there is nothing to import.
    pub(super) fn begin(
        &self,
        lang: Lang,
        wanted: impl FnOnce() -> Result<Wanted, Refusal>,
    ) -> Result<State, Refusal> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.state.borrow().is_over() {
            return Err(Refusal::new(409, "busy", lang.import_goes_on()));
        }
        let wanted = wanted()?;
        let next = State {
            import: self.state.borrow().import + 1,
            stage: Stage::Waiting,
            path: wanted.path(),
            report: None,
            error: None,
            ..State { files: 0, records: 0, bytes: 0, total: 0, ..self.state.borrow().clone() }
        };
        self.state.send_replace(next.clone());
        let stop = Arc::new(AtomicBool::new(false));
        let (db, state, stopped) = (self.db.clone(), self.state.clone(), stop.clone());
        let changed = self.changed.clone();
        let thread = std::thread::spawn(move || {
            // Whoever watches must not wait for ever.
            let run = std::panic::AssertUnwindSafe(|| run(&db, &wanted, &state, &stopped));
            let ended = std::panic::catch_unwind(run);
            let told = match ended {
                Ok(Ok(report)) => Ok(report),
                Ok(Err(error)) => Err(messages::describe(lang, &error)),
                Err(_) => Err(lang.import_broke_off()),
            };
            changed.note();
            state.send_modify(|state| {
                (state.stage, state.report, state.error) = match told {
                    Ok(report) => (Stage::Done, Some(report), None),
                    Err(error) => (Stage::Failed, None, Some(error)),
                };
            });
        });
        *running = Some(Running { stop, thread });
        Ok(next)
    }

    /// Has the import end early; what is committed stays.
    pub(super) fn stop(&self) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = &*running {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The same, and waits for its end.
    pub(super) fn end(&self) {
        self.stop();
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(running) = running {
            // What it had to tell, it told.
            let _ = running.thread.join();
        }
    }
}

fn run(
    db: &Path,
    wanted: &Wanted,
    state: &watch::Sender<State>,
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<Value> {
    let is_stopped = || stop.load(Ordering::Relaxed);
    let Settled { paths, path } = wanted.settled()?;
    let total = bytes_on_disk(&paths);
    state.send_modify(|state| (state.total, state.path) = (total, path.clone()));
    let Some(_lock) = WriteLock::acquire(db, || (), is_stopped)? else {
        return Ok(told(&Report { was_stopped: true, ..Report::default() }, &path));
    };
    state.send_modify(|state| state.stage = Stage::Reading);
    let default = Options::default();
    // One core is left for those who go on reading.
    let threads = default.threads.saturating_sub(1).max(1);
    let options = Options { threads, own: Options::own_database(db), ..default };
    let mut database = Database::open(db)?;
    let stopped = stop.clone();
    database.on_held(move |_| !stopped.load(Ordering::Relaxed));
    let inputs = paths.into_iter().map(Input::Path).collect();
    let settings = Import::within(MEMORY, options);
    let mut show = |Progress { files, records, bytes }: Progress| {
        state.send_modify(|state| {
            (state.files, state.records, state.bytes) = (files, records, bytes);
            state.total = state.total.max(bytes);
        });
    };
    let report = import(&mut database, inputs, &settings, stop, &mut show)?;
    state.send_modify(|state| state.stage = Stage::Closing);
    refresh(&mut database);
    database.reclaim();
    Ok(told(&report, &path))
}

/// The report, with the first files that may hold games and were not read.
fn told(report: &Report, path: &str) -> Value {
    let short = |place: &str| match place.split_once(path) {
        Some((_, rest)) if !path.is_empty() => rest.trim_start_matches(['/', '\\']).to_owned(),
        _ => place.to_owned(),
    };
    let mut value = report.to_json();
    value["stopped"] = json!(report.was_stopped);
    let unread = report.some_unrecognised.iter().map(|place| short(place));
    value["first_unrecognised"] = unread.collect();
    let unreadable = report.unreadable.iter();
    value["unreadable"] =
        unreadable.map(|(path, why)| json!({ "path": short(path), "unread": why })).collect();
    value
}
