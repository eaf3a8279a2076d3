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
//! So the log is never larger than the second limit and one transaction, whatever readers do.

use super::error::{Error, Result};
use super::sql::{Connection, checked};
use std::path::{Path, PathBuf};
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
    /// Started by the first commit.
    thread: Option<Thread>,
    is_under_way: bool,
    /// In the log, after the last run that is known to have ended.
    pages: u64,
    limits: Limits,
}

#[derive(Debug)]
struct Thread {
    asked: Sender<()>,
    /// Pages in the log after each of its runs.
    done: Receiver<u64>,
    handle: JoinHandle<()>,
}

impl Log {
    /// Begins to look after the log of `conn`, which stops doing so itself.
    pub(super) fn new(conn: &Connection, path: Option<&Path>) -> Result<Log> {
        checked(conn.raw().pragma_update(None, "wal_autocheckpoint", 0))?;
        let page_bytes = conn.value("select page_size from pragma_page_size")?;
        let path = path.map(Path::to_owned);
        Ok(Log { path, page_bytes, thread: None, is_under_way: false, pages: 0, limits: LIMITS })
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
        let Some(Thread { asked, done, .. }) = &self.thread else {
            self.pages = self.limits.wait + 1;
            return;
        };
        let pages = if self.is_under_way { done.try_recv().ok() } else { Some(self.pages) };
        let Some(pages) = pages else { return };
        self.pages = pages;
        self.is_under_way = asked.send(()).is_ok();
    }

    /// To be called before each transaction: waits when the log is too large. `conn` is in no
    /// transaction.
    ///
    /// # Errors
    /// When a reader holds the log for too long.
    pub(super) fn limit(&mut self, conn: &Connection, on_held: &mut OnHeld) -> Result<()> {
        if self.pages <= self.limits.wait {
            return Ok(());
        }
        self.wait();
        let begun = Instant::now();
        while self.pages > self.limits.wait {
            if restart(conn, self.limits.pause)? {
                self.pages = 0;
                break;
            }
            if self.pages <= self.limits.stop {
                break;
            }
            let bytes = self.pages * self.page_bytes;
            if !on_held(bytes) {
                break;
            }
            if begun.elapsed() > self.limits.patience {
                return Err(Error::LogHeld { bytes });
            }
        }
        Ok(())
    }

    /// Waits until what is under way is done.
    fn wait(&mut self) {
        if let Some(Thread { done, .. }) = &self.thread
            && std::mem::take(&mut self.is_under_way)
        {
            self.pages = done.recv().unwrap_or(self.pages);
        }
    }

    /// Waits until everything under way is done, and ends the thread. The next commit starts it
    /// again.
    pub(super) fn finish(&mut self) {
        self.is_under_way = false;
        if let Some(Thread { asked, done, handle }) = self.thread.take() {
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
                let pages = other.query_row("pragma wal_checkpoint(passive)", [], |row| row.get(1));
                if tell.send(pages.unwrap_or(0)).is_err() {
                    break;
                }
            }
        });
        Ok(Thread { asked, done, handle })
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
