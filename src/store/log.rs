//! The write-ahead log: moved into the database while the next batch is written, and bounded.
//!
//! SQLite would move it inside a commit, on the writer's thread, which took a fifth of the writer's
//! time. Here a second connection does it on a thread of its own. The log can begin anew only when
//! all of it has been moved and nobody reads from it. Hence two limits:
//!
//! - Beyond [`Limits::wait`] the writer waits before its next transaction until the log is moved,
//!   and up to a second for readers to end. New readers meanwhile read from the database itself, so
//!   any number of short questions cannot hold the log.
//! - A reader that holds an old state for long keeps what was written since in the log: SQLite
//!   cannot move it. The log then grows, up to [`Limits::stop`]. There the writer waits for the
//!   reader, tells so, and gives up after [`Limits::patience`] with [`Error::LogHeld`].
//!
//! So the log is never larger than the second limit and one transaction, whatever readers do; and
//! never larger than the first and one transaction while nobody reads for more than a second.

use super::error::{Error, Result};
use super::sql::{Connection, checked};
use rusqlite::hooks::Wal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What a writer is asked while a reader holds the log, with the size of the log in bytes: whether
/// to go on waiting.
pub(super) type OnHeld = dyn FnMut(u64) -> bool + Send;

/// How large the log may become, in pages.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// From here on the writer waits a little.
    pub(super) wait: u64,
    /// From here on it waits for readers to end.
    pub(super) stop: u64,
    /// For so long.
    pub(super) patience: Duration,
    /// How long it waits at once.
    pub(super) pause: Duration,
}

/// 250 MB and 2 GB of a new database.
const LIMITS: Limits = Limits {
    wait: 15_000,
    stop: 120_000,
    patience: Duration::from_secs(600),
    pause: Duration::from_secs(1),
};

/// Looks after the log of one database.
#[derive(Debug)]
pub(super) struct Log {
    /// `None` for a database in memory.
    path: Option<PathBuf>,
    page_bytes: u64,
    /// In the log after the last commit; SQLite tells it.
    pages: Arc<AtomicU64>,
    /// Started by the first commit.
    thread: Option<Thread>,
    limits: Limits,
}

#[derive(Debug)]
struct Thread {
    asked: Sender<()>,
    /// After each of its runs.
    done: Receiver<()>,
    is_under_way: bool,
    handle: JoinHandle<()>,
}

impl Log {
    /// Begins to look after the log of `conn`, which stops doing so itself.
    pub(super) fn new(conn: &mut Connection, path: Option<&Path>) -> Result<Log> {
        let page_bytes = conn.value("select page_size from pragma_page_size")?;
        let pages = Arc::new(AtomicU64::new(0));
        let told = Arc::clone(&pages);
        // This takes the place of what SQLite does by itself after a commit.
        checked(conn.raw_mut().wal_hook(Some(move |_: &mut Wal, pages: i32| {
            told.store(pages.unsigned_abs().into(), Ordering::Relaxed);
            Ok(())
        })))?;
        Ok(Log { path: path.map(Path::to_owned), page_bytes, pages, thread: None, limits: LIMITS })
    }

    /// Sets other limits.
    #[cfg(test)]
    pub(super) fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// To be called after each commit: lets the other thread move what was committed.
    pub(super) fn committed(&mut self) {
        let Some(path) = &self.path else { return };
        if self.thread.is_none() {
            // Without the thread the log is moved when it is too large.
            self.thread = Thread::start(path).ok();
        }
        if let Some(thread) = &mut self.thread {
            thread.ask();
        }
    }

    /// To be called before each transaction: waits when the log is too large. `conn` is in no
    /// transaction.
    ///
    /// # Errors
    /// When a reader holds the log for too long.
    pub(super) fn limit(&mut self, conn: &Connection, on_held: &mut OnHeld) -> Result<()> {
        let pages = self.pages.load(Ordering::Relaxed);
        if pages <= self.limits.wait {
            return Ok(());
        }
        if let Some(thread) = &mut self.thread {
            thread.wait();
        }
        let begun = Instant::now();
        loop {
            if restart(conn, self.limits.pause)? {
                self.pages.store(0, Ordering::Relaxed);
                return Ok(());
            }
            let bytes = pages * self.page_bytes;
            if pages <= self.limits.stop || !on_held(bytes) {
                return Ok(());
            }
            if begun.elapsed() > self.limits.patience {
                return Err(Error::LogHeld { bytes });
            }
        }
    }

    /// Waits until everything under way is done, and ends the thread. The next commit starts it
    /// again.
    pub(super) fn finish(&mut self) {
        if let Some(Thread { asked, done, handle, .. }) = self.thread.take() {
            // Nobody asks any more, and the thread ends.
            drop((asked, done));
            let _ = handle.join();
        }
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Thread {
    fn start(path: &Path) -> Result<Thread> {
        let other = checked(rusqlite::Connection::open(path))?;
        let (asked, asks) = channel();
        let (tell, done) = channel();
        let handle = std::thread::spawn(move || {
            while asks.recv().is_ok() {
                // What cannot be moved now, because somebody reads it or the disk is full, is moved
                // later.
                let _ = other.query_row("pragma wal_checkpoint(passive)", [], |_| Ok(()));
                if tell.send(()).is_err() {
                    break;
                }
            }
        });
        Ok(Thread { asked, done, is_under_way: false, handle })
    }

    /// Lets it move what is in the log, unless it is still about something.
    fn ask(&mut self) {
        if !self.is_under_way || self.done.try_recv().is_ok() {
            self.is_under_way = self.asked.send(()).is_ok();
        }
    }

    /// Waits until it is idle.
    fn wait(&mut self) {
        if std::mem::take(&mut self.is_under_way) {
            let _ = self.done.recv();
        }
    }
}

/// Moves all of the log and waits up to `pause` until nobody reads from it any more: the next
/// transaction then begins it anew. Whether that is so.
fn restart(conn: &Connection, pause: Duration) -> Result<bool> {
    let conn = conn.raw();
    let patience = checked(conn.pragma_query_value(None, "busy_timeout", |row| row.get(0)))?;
    checked(conn.busy_timeout(pause))?;
    let is_busy: rusqlite::Result<bool> =
        conn.query_row("pragma wal_checkpoint(restart)", [], |row| row.get(0));
    checked(conn.busy_timeout(Duration::from_millis(patience)))?;
    Ok(!checked(is_busy)?)
}
