//! Imports that the page starts: one at a time, on a thread of its own, with progress for every
//! page that watches.

use super::kept::SettledUpload;
use crate::messages::{self, Lang};
use crate::serve::pool::Changed;
use crate::serve::refusal::Refusal;
use axum::body::Body;
use axum::response::IntoResponse as _;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream;
use serde::Serialize;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::watch;
use xqdb::duplicates::refresh;
use xqdb::import::{Import, NamedInput, Options, Progress, Report, bytes_on_disk, import};
use xqdb::store::{Database, WriteLock};

/// Memory of an import in bytes, as on the command line.
const MEMORY: u64 = 1 << 30;
/// Shortest time between two events.
const PAUSE: Duration = Duration::from_millis(150);
/// Time without an event after which the connection is kept alive.
const QUIET: Duration = Duration::from_secs(15);

/// Stage of an import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ImportStage {
    /// No import was started.
    #[default]
    Idle,
    /// Another program writes into the database.
    Waiting,
    /// Files are read.
    Reading,
    /// Everything is read; what follows from all games is computed.
    Closing,
    /// The import is over; there is a report.
    Done,
    /// The import failed.
    Failed,
}

/// Stage, progress and result of an import.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct ImportState {
    /// 1-based number of the import since the server started; 0 before the first.
    pub(super) import: u64,
    pub(super) stage: ImportStage,
    pub(super) files: u64,
    pub(super) records: u64,
    pub(super) bytes: u64,
    /// Bytes on disk; archives unpack to more.
    pub(super) total: u64,
    /// Part that the paths of all files have in common.
    pub(super) path: String,
    pub(super) report: Option<Value>,
    pub(super) error: Option<String>,
}

impl ImportState {
    /// Whether no import goes on.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.stage, ImportStage::Idle | ImportStage::Done | ImportStage::Failed)
    }
}

/// Files to import: part that their paths have in common, and the work of finding the files.
pub(super) struct ImportSource {
    pub(super) path: String,
    pub(super) settle: Box<dyn FnOnce() -> std::io::Result<SettledUpload> + Send>,
}

/// The imports of a server.
#[derive(Debug)]
pub(super) struct Imports {
    db: PathBuf,
    changed: Changed,
    state: Arc<watch::Sender<ImportState>>,
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
        let state = Arc::new(watch::Sender::new(ImportState::default()));
        Imports { db: db.to_owned(), changed, state, running: Mutex::new(None) }
    }

    /// State of the last import, now and whenever it changes.
    pub(super) fn watch(&self) -> watch::Receiver<ImportState> {
        self.state.subscribe()
    }

    /// Begins an import of the files of `wanted`; refused while another import goes on.
    pub(super) fn begin(
        &self,
        lang: Lang,
        wanted: impl FnOnce() -> Result<ImportSource, Refusal>,
    ) -> Result<ImportState, Refusal> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.state.borrow().is_over() {
            return Err(Refusal::new(409, "busy", Lang::import_goes_on));
        }
        let wanted = wanted()?;
        let import = self.state.borrow().import + 1;
        let next = ImportState {
            import,
            stage: ImportStage::Waiting,
            path: wanted.path.clone(),
            ..ImportState::default()
        };
        self.state.send_replace(next.clone());
        let stop = Arc::new(AtomicBool::new(false));
        let (db, state, stopped) = (self.db.clone(), self.state.clone(), stop.clone());
        let changed = self.changed.clone();
        let thread = std::thread::spawn(move || {
            // After a panic, too, the pages that watch must get an end.
            let run = std::panic::AssertUnwindSafe(|| run(&db, wanted, &state, &stopped));
            let ended = std::panic::catch_unwind(run);
            let outcome = match ended {
                Ok(Ok(report)) => Ok(report),
                Ok(Err(error)) => Err(messages::describe(lang, &error)),
                Err(_) => Err(lang.import_broke_off()),
            };
            changed.note();
            state.send_modify(|state| {
                (state.stage, state.report, state.error) = match outcome {
                    Ok(report) => (ImportStage::Done, Some(report), None),
                    Err(error) => (ImportStage::Failed, None, Some(error)),
                };
            });
        });
        *running = Some(Running { stop, thread });
        Ok(next)
    }

    /// Stops the import early; committed records stay.
    pub(super) fn stop(&self) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = &*running {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Stops the import early, and waits for its end.
    pub(super) fn end(&self) {
        self.stop();
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(running) = running {
            // The state says how the import ended.
            let _ = running.thread.join();
        }
    }
}

/// Server-sent events with the states of an import, until it is over.
pub(super) fn events(states: watch::Receiver<ImportState>) -> Body {
    let events = stream::unfold((states, true, false), async |(mut states, is_first, is_over)| {
        if is_over {
            return None;
        }
        if !is_first {
            tokio::time::sleep(PAUSE).await;
            // Fails when the server ends.
            states.changed().await.ok()?;
        }
        let state = states.borrow_and_update().clone();
        let event = Event::default().event("state").data(serde_json::to_string(&state).ok()?);
        Some((Ok::<_, Infallible>(event), (states, false, state.is_over())))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(QUIET)).into_response().into_body()
}

fn run(
    db: &Path,
    wanted: ImportSource,
    state: &watch::Sender<ImportState>,
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<Value> {
    let is_stopped = || stop.load(Ordering::Relaxed);
    let SettledUpload { paths, path } = (wanted.settle)()?;
    let total = bytes_on_disk(&paths);
    state.send_modify(|state| (state.total, state.path) = (total, path.clone()));
    let Some(_lock) = WriteLock::acquire(db, || (), is_stopped)? else {
        return Ok(to_json(&Report { was_stopped: true, ..Report::default() }, &path));
    };
    state.send_modify(|state| state.stage = ImportStage::Reading);
    let default = Options::default();
    // One core is left for answers to readers.
    let threads = default.threads.saturating_sub(1).max(1);
    let options = Options { threads, own: Options::own_database(db), ..default };
    let mut database = Database::open(db)?;
    let stopped = stop.clone();
    database.on_held(move |_| !stopped.load(Ordering::Relaxed));
    let inputs = paths.into_iter().map(NamedInput::Path).collect();
    let settings = Import::within(MEMORY, options);
    let mut show = |Progress { files, records, bytes }: Progress| {
        state.send_modify(|state| {
            (state.files, state.records, state.bytes) = (files, records, bytes);
            state.total = state.total.max(bytes);
        });
    };
    let report = import(&mut database, inputs, &settings, stop, &mut show)?;
    state.send_modify(|state| state.stage = ImportStage::Closing);
    refresh(&mut database)?;
    database.reclaim();
    Ok(to_json(&report, &path))
}

/// Report as JSON, with the first files that may hold games and were not read.
fn to_json(report: &Report, path: &str) -> Value {
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
