//! The workers: each has a database connection of its own and answers one question at a time.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use xqdb::search::{Archive, Shared};
use xqdb::store::{Error, Lay, Result, Snapshot};

/// So many questions may wait; more are refused at once.
const WAITING: usize = 64;
/// After so long a worker looks whether the database has moved on.
const FRESH: Duration = Duration::from_millis(500);
/// After so long without a question one of the workers lets go of what is old, and gets ready for
/// the next question.
const IDLE: Duration = Duration::from_millis(500);
/// While an import goes on, an archive of so many games is asked as it was before for so long: what
/// is remembered of common positions comes last, and counting it anew takes a hundred times as long.
const LARGE: u32 = 200_000;
const BEFORE: Duration = Duration::from_secs(60);

/// What a worker is to do.
type Job = Box<dyn FnOnce(Result<&Archive>) + Send>;
/// The same, with what the archive is to be laid over with.
type Order = (Lay, Job);

/// Counts what this server has changed: after that nobody is answered from what was before.
#[derive(Debug, Clone, Default)]
pub(super) struct Changed(Arc<AtomicU64>);

impl Changed {
    /// Something has been changed.
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

/// All workers are busy, and as many questions wait as may.
pub(super) struct Busy;

impl Pool {
    /// Starts workers on a database, which get ready for questions about it with this laid over.
    pub(super) fn new(db: &Path, lay: Lay, workers: usize, changed: &Changed) -> Pool {
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

    /// Has a worker do something with the archive, this laid over what is stated.
    ///
    /// # Errors
    /// When too many questions wait.
    pub(super) fn ask(
        &self,
        lay: Lay,
        job: impl FnOnce(Result<&Archive>) + Send + 'static,
    ) -> std::result::Result<(), Busy> {
        let sent = self.jobs.try_send((lay, Box::new(job)));
        sent.map_err(|_| Busy)
    }
}

fn work(mut keeper: Keeper, waiting: &Mutex<Receiver<Order>>) {
    loop {
        // Whoever waits for a job holds the lock; the others wait for the lock, each in its turn.
        let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(IDLE);
        if let Err(RecvTimeoutError::Disconnected) = job {
            return;
        }
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| match job {
            Ok((lay, job)) => job(keeper.fresh(lay)),
            Err(_) => keeper.rest(),
        }));
        if outcome.is_err() {
            // Nobody knows what state the connection is in.
            keeper = Keeper::new(keeper.db, keeper.changed, keeper.shared);
        }
    }
}

/// Keeps an archive open, with what is derived and as stated, and opens it anew when it has
/// changed, or of a large one when the import that changes it is over.
struct Keeper {
    db: PathBuf,
    changed: Changed,
    /// What all workers' archives have in common, with what is derived and as stated.
    shared: Arc<[Mutex<Shared>; 2]>,
    /// What to open before anybody asks.
    expected: Option<Lay>,
    derived: Option<Kept>,
    stated: Option<Kept>,
}

/// An open archive.
struct Kept {
    archive: Archive,
    is_warm: bool,
    /// When it was looked whether it is current, and what this server had changed before.
    looked: Instant,
    changes: u64,
    /// Since when an import is known to go on that this does not show.
    behind: Option<Instant>,
}

impl Kept {
    /// Whether it has to be opened anew.
    fn is_old(&mut self) -> bool {
        let own = self.archive.snapshot();
        let Ok(newest) = own.newest() else { return true };
        if newest.is_as(own).unwrap_or(false) {
            return false;
        }
        let is_large = self.archive.facts.last_id() >= LARGE;
        let is_under_way = remembers(own) && !remembers(&newest);
        let behind = *self.behind.get_or_insert_with(Instant::now);
        !(is_large && is_under_way && behind.elapsed() < BEFORE)
    }
}

/// Whether what is remembered of common positions is about all games.
fn remembers(snapshot: &Snapshot) -> bool {
    let generations = (snapshot.generation(), snapshot.remembered_generation());
    matches!(generations, (Ok(all), Ok(known)) if all == known)
}

impl Keeper {
    fn new(db: PathBuf, changed: Changed, shared: Arc<[Mutex<Shared>; 2]>) -> Keeper {
        Keeper { db, changed, shared, expected: None, derived: None, stated: None }
    }

    /// Lets go of an archive that has changed: as long as an old state is open, what an import
    /// writes stays in the log beside the database.
    ///
    /// What is expected is opened, and what is kept is made ready for questions about many games.
    /// What cannot be read is told to whoever asks.
    fn rest(&mut self) {
        if let Some(lay) = self.expected.take() {
            let _ = self.fresh(lay);
        }
        for kept in [&mut self.derived, &mut self.stated] {
            if kept.as_mut().is_some_and(Kept::is_old) {
                *kept = None;
            }
            if let Some(kept) = kept.as_mut().filter(|kept| !kept.is_warm) {
                let _ = kept.archive.warm();
                kept.is_warm = true;
            }
        }
    }

    fn fresh(&mut self, lay: Lay) -> Result<&Archive> {
        let kept = if lay == Lay::Derived { &mut self.derived } else { &mut self.stated };
        let changes = self.changed.count();
        if let Some(known) = kept
            && (known.looked.elapsed() >= FRESH || known.changes != changes)
        {
            // What this server changes is seen at once.
            let is_changed = known.changes != changes;
            (known.looked, known.changes) = (Instant::now(), changes);
            if is_changed || known.is_old() {
                *kept = None;
            }
        }
        if kept.is_none() {
            let snapshot = Snapshot::open(&self.db)?;
            let shared = &self.shared[usize::from(lay != Lay::Derived)];
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let archive = Archive::beside(snapshot, lay, &mut shared)?;
            let (is_warm, looked, behind) = (false, Instant::now(), None);
            *kept = Some(Kept { archive, is_warm, looked, changes, behind });
        }
        kept.as_ref().map(|kept| &kept.archive).ok_or(Error::Stopped)
    }
}
