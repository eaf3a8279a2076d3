//! Workers: each has a database connection of its own and answers one question at a time.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use xqdb::search::{Archive, Shared};
use xqdb::store::{Error, Evidence, Result, Snapshot};

/// Number of questions that may wait; more are refused at once.
const WAITING: usize = 64;
/// Time after which a worker checks whether the database has changed.
const FRESH: Duration = Duration::from_millis(500);
/// Time without a question after which a worker drops old archives and prepares for the next
/// question.
const IDLE: Duration = Duration::from_millis(500);
/// Number of games from which an archive is large. During an import, workers ask a large archive as
/// it was before the import, for at most [`BEFORE`]: the import computes the answers about common
/// positions last, and without them every question would count them again.
const LARGE: u32 = 200_000;
const BEFORE: Duration = Duration::from_secs(60);

/// Work on a question.
type Job = Box<dyn FnOnce(Result<&Archive>) + Send>;
/// Job, and the evidence that it uses.
type Order = (Evidence, Job);

/// Counts the changes by this server: after a change no worker uses an earlier archive.
#[derive(Debug, Clone, Default)]
pub(super) struct Changed(Arc<AtomicU64>);

impl Changed {
    /// Counts a change.
    pub(super) fn note(&self) {
        self.0.fetch_add(1, Ordering::Release);
    }

    fn count(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }
}

/// The workers.
#[derive(Debug, Clone)]
pub(super) struct Pool {
    jobs: SyncSender<Order>,
}

/// All workers are busy, and the largest number of questions waits.
pub(super) struct Busy;

impl Pool {
    /// Starts workers on a database; they open the archive with the evidence `lay` at once.
    pub(super) fn new(db: &Path, lay: Evidence, workers: usize, changed: &Changed) -> Pool {
        let (jobs, waiting) = sync_channel(WAITING);
        let waiting = Arc::new(Mutex::new(waiting));
        let shared = Arc::<[Mutex<Shared>; 2]>::default();
        for _ in 0..workers {
            let mut keeper = Keeper::new(db.to_owned(), changed.clone(), shared.clone());
            keeper.expected = Some(lay);
            let waiting = waiting.clone();
            std::thread::spawn(move || work(keeper, &waiting));
        }
        Pool { jobs }
    }

    /// Lets a worker do a job with the archive.
    pub(super) fn ask(
        &self,
        lay: Evidence,
        job: impl FnOnce(Result<&Archive>) + Send + 'static,
    ) -> std::result::Result<(), Busy> {
        let sent = self.jobs.try_send((lay, Box::new(job)));
        sent.map_err(|_| Busy)
    }
}

fn work(mut keeper: Keeper, waiting: &Mutex<Receiver<Order>>) {
    loop {
        // The worker that waits for a job holds the lock; the others wait for the lock.
        let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(IDLE);
        if let Err(RecvTimeoutError::Disconnected) = job {
            return;
        }
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| match job {
            Ok((lay, job)) => job(keeper.fresh(lay)),
            Err(_) => keeper.rest(),
        }));
        if outcome.is_err() {
            // The state of the connection is unknown now.
            keeper = Keeper::new(keeper.db, keeper.changed, keeper.shared);
        }
    }
}

/// Keeps archives open, with and without derived values. Opens them anew when the database has
/// changed; large ones when the import that changes them is over.
struct Keeper {
    db: PathBuf,
    changed: Changed,
    /// Caches shared by the archives of all workers: with derived values, and as stated.
    shared: Arc<[Mutex<Shared>; 2]>,
    /// Evidence of the archive to open before the first question.
    expected: Option<Evidence>,
    /// Archives with derived values, and as stated.
    open: [Option<OpenArchive>; 2],
}

/// An open archive.
struct OpenArchive {
    archive: Archive,
    is_warm: bool,
    /// Time of the last check whether the archive is current, and the count of changes then.
    looked: Instant,
    changes: u64,
    /// Since when an import goes on whose games the archive does not show.
    behind: Option<Instant>,
}

impl OpenArchive {
    /// Whether the archive must be opened anew.
    fn is_old(&mut self) -> bool {
        let own = self.archive.snapshot();
        let Ok(newest) = own.newest() else { return true };
        if newest.is_as(own).unwrap_or(false) {
            return false;
        }
        let is_large = self.archive.facts().last_id() >= LARGE;
        let is_under_way = is_settled(own) && !is_settled(&newest);
        let behind = *self.behind.get_or_insert_with(Instant::now);
        !(is_large && is_under_way && behind.elapsed() < BEFORE)
    }
}

/// Whether no import goes on.
fn is_settled(snapshot: &Snapshot) -> bool {
    snapshot.is_settled().unwrap_or(false)
}

impl Keeper {
    fn new(db: PathBuf, changed: Changed, shared: Arc<[Mutex<Shared>; 2]>) -> Keeper {
        Keeper { db, changed, shared, expected: None, open: [None, None] }
    }

    /// Drops archives that have changed: while an old state is open, pages that an import writes
    /// stay in the log beside the database. Opens the expected archive, and prepares the kept ones
    /// for questions about many games. Errors are left to the next question.
    fn rest(&mut self) {
        if let Some(lay) = self.expected.take() {
            let _ = self.fresh(lay);
        }
        for kept in &mut self.open {
            if kept.as_mut().is_some_and(OpenArchive::is_old) {
                *kept = None;
            }
            if let Some(kept) = kept.as_mut().filter(|kept| !kept.is_warm) {
                let _ = kept.archive.warm();
                kept.is_warm = true;
            }
        }
    }

    fn fresh(&mut self, lay: Evidence) -> Result<&Archive> {
        let place = usize::from(lay != Evidence::Derived);
        let kept = &mut self.open[place];
        let changes = self.changed.count();
        if let Some(known) = kept
            && (known.looked.elapsed() >= FRESH || known.changes != changes)
        {
            // A change by this server shows at once.
            let is_changed = known.changes != changes;
            (known.looked, known.changes) = (Instant::now(), changes);
            if is_changed || known.is_old() {
                *kept = None;
            }
        }
        if kept.is_none() {
            let snapshot = Snapshot::open(&self.db)?;
            let mut shared = self.shared[place].lock().unwrap_or_else(PoisonError::into_inner);
            let archive = Archive::beside(snapshot, lay, &mut shared)?;
            let (is_warm, looked, behind) = (false, Instant::now(), None);
            *kept = Some(OpenArchive { archive, is_warm, looked, changes, behind });
        }
        kept.as_ref().map(|kept| &kept.archive).ok_or(Error::Stopped)
    }
}
