//! The workers: each has a database connection of its own and answers one question at a time.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use xqdb::search::Archive;
use xqdb::store::{Error, Result};

/// So many questions may wait; more are refused at once.
const WAITING: usize = 64;
/// After so long a worker looks whether the database has moved on.
const FRESH: Duration = Duration::from_millis(500);

/// What a worker is to do.
type Job = Box<dyn FnOnce(Result<&Archive>) + Send>;

/// The workers.
#[derive(Debug, Clone)]
pub(super) struct Pool {
    jobs: SyncSender<Job>,
}

/// All workers are busy, and as many questions wait as may.
pub(super) struct Busy;

impl Pool {
    /// Starts workers on a database.
    pub(super) fn new(db: &Path, workers: usize) -> Pool {
        let (jobs, waiting) = sync_channel(WAITING);
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..workers {
            let (db, waiting) = (db.to_owned(), waiting.clone());
            std::thread::spawn(move || work(Keeper { db, archive: None }, &waiting));
        }
        Pool { jobs }
    }

    /// Has a worker do something.
    ///
    /// # Errors
    /// When too many questions wait.
    pub(super) fn ask(
        &self,
        job: impl FnOnce(Result<&Archive>) + Send + 'static,
    ) -> std::result::Result<(), Busy> {
        let sent = self.jobs.try_send(Box::new(job));
        sent.map_err(|_| Busy)
    }
}

fn work(mut keeper: Keeper, waiting: &Mutex<Receiver<Job>>) {
    loop {
        // Whoever waits for a job holds the lock; the others wait for the lock.
        let job = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        let outcome =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(keeper.fresh())));
        if outcome.is_err() {
            // Nobody knows what state the connection is in.
            keeper.archive = None;
        }
    }
}

/// Keeps an archive open, and opens it anew when it has changed.
struct Keeper {
    db: PathBuf,
    archive: Option<(Archive, Instant)>,
}

impl Keeper {
    fn fresh(&mut self) -> Result<&Archive> {
        if let Some((archive, looked)) = &mut self.archive
            && looked.elapsed() >= FRESH
        {
            *looked = Instant::now();
            if !archive.snapshot().is_current().unwrap_or(false) {
                self.archive = None;
            }
        }
        if self.archive.is_none() {
            self.archive = Some((Archive::open(&self.db)?, Instant::now()));
        }
        self.archive.as_ref().map(|(archive, _)| archive).ok_or(Error::Stopped)
    }
}
