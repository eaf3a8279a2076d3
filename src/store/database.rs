//! A database opened for writing, and its write-ahead log: a second thread moves the log into the
//! database while the next batch is written, and the log is bounded.
//!
//! SQLite would move the log inside a commit, on the writer's thread, which took a fifth of the
//! writer's time. Here a second connection on its own thread moves it. The log can begin anew only
//! when all of it has been moved and no reader uses it. Hence two limits:
//!
//! - Beyond [`LogLimits::wait`] the writer waits before its next transaction until the log is
//!   moved, and up to a second for readers to end. New readers meanwhile read from the database
//!   itself, so any number of short reads cannot hold the log.
//! - A reader that holds an old state keeps everything written since in the log: SQLite cannot move
//!   it. The log then grows, up to [`LogLimits::stop`]. There the writer waits for the reader,
//!   reports the wait, and gives up after [`LogLimits::patience`] with [`Error::LogHeld`].
//!
//! So the log is never larger than the second limit and one transaction; while no reader stays for
//! more than a second, never larger than the first limit and one transaction.

use crate::store::checksum::{SharedSums, Summed, Sums, watch};
use crate::store::error::{Error, Result};
use crate::store::file::{PATIENCE, tune, version};
use crate::store::snapshot::Snapshot;
use crate::store::sql::Connection;
use crate::system::identity;
use rusqlite::OpenFlags;
use rusqlite::hooks::Wal;
use std::cell::RefCell;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Bytes of a page of a new database. Four blocks of the index fill a page; a page of four times
/// the usual size needs a quarter of the system calls of writing.
const PAGE_BYTES: u32 = 16384;
/// Longest wait for readers before the write-ahead log is emptied.
const RECLAIM: Duration = Duration::from_secs(1);

/// A database opened for writing. A caller that writes games or the index also holds a
/// [`WriteLock`](crate::store::transaction::WriteLock).
pub struct Database {
    conn: Connection,
    path: PathBuf,
    /// Identity of the file at `path` when it was opened; `None` for a database in memory.
    identity: Option<(u64, u64)>,
    /// Changes of the sums over rows in the open transaction.
    sums: SharedSums,
    pub(super) log: RefCell<Log>,
    on_held: RefCell<Box<OnHeld>>,
}

impl Database {
    /// Opens the file without migrating it, or makes an empty one.
    pub(crate) fn connect(path: &Path) -> Result<Database> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let conn = Connection::new(rusqlite::Connection::open_with_flags(path, flags)?);
        version(&conn)?;
        // Sets the page size of a new file only.
        conn.raw().pragma_update(None, "page_size", PAGE_BYTES)?;
        conn.raw().pragma_update(None, "journal_mode", "wal")?;
        tune(&conn)?;
        Database::of(conn, Some(path))
    }

    fn of(mut conn: Connection, path: Option<&Path>) -> Result<Database> {
        let log = RefCell::new(Log::new(&mut conn, path)?);
        let identity = path.and_then(|path| path.metadata().ok()).as_ref().map(identity);
        let path = path.unwrap_or(Path::new("")).to_owned();
        let (sums, on_held) = (SharedSums::default(), RefCell::new(Box::new(|_| true) as _));
        Ok(Database { conn, path, identity, sums, log, on_held })
    }

    /// Changes of the sums over rows in the open transaction.
    pub(crate) fn sums(&self) -> MutexGuard<'_, Sums> {
        self.sums.lock()
    }

    /// Refuses to go on when the opened file was removed or replaced: written data would be lost
    /// with it. Costs one look at the folder.
    pub(crate) fn must_be_there(&self) -> Result<()> {
        let is_here = |data: std::fs::Metadata| Some(identity(&data)) == self.identity;
        if self.identity.is_none() || self.path.metadata().is_ok_and(is_here) {
            return Ok(());
        }
        Err(Error::Gone)
    }

    /// Makes the sums over the rows of these existing tables follow every later change.
    pub(crate) fn watch_rows(&self, tables: &'static [&'static Summed]) -> Result<()> {
        watch(&self.conn, tables, &self.sums)
    }

    /// Limits the page cache to this many bytes.
    pub fn set_cache(&mut self, bytes: u64) -> Result<()> {
        Ok(self.conn.raw().pragma_update(None, "cache_size", -((bytes >> 10) as i64))?)
    }

    /// Sets the callback that runs about once a second while the writer waits for a reader that
    /// holds an old state, because the log would become too large otherwise. The callback gets the
    /// size of the log in bytes, and returns whether to go on waiting.
    pub fn on_held(&mut self, notify: impl FnMut(u64) -> bool + Send + 'static) {
        *self.on_held.borrow_mut() = Box::new(notify);
    }

    /// Moves committed pages from the write-ahead log into the file and empties the log, if there
    /// is no reader. After a transaction that failed on a full disk this call frees space.
    pub fn reclaim(&mut self) {
        self.log.borrow_mut().finish();
        // If a reader stays, maybe for hours, the next program that opens the file empties the log.
        let conn = self.conn.raw();
        let _ = conn.busy_timeout(RECLAIM);
        let _ = conn.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()));
        let _ = conn.busy_timeout(PATIENCE);
    }

    /// Opens the present state of the database for reading.
    pub fn snapshot(&self) -> Result<Snapshot> {
        Snapshot::open(&self.path)
    }

    /// Waits until the log is small enough for another transaction.
    pub(crate) fn limit_log(&self) -> Result<()> {
        self.log.borrow_mut().limit(&self.conn, &mut **self.on_held.borrow_mut())
    }

    /// Callers call this after each commit.
    pub(crate) fn committed(&self) {
        self.log.borrow_mut().committed();
    }

    /// Makes a database in memory, without tables.
    #[cfg(test)]
    pub(crate) fn in_memory() -> Database {
        let conn = Connection::new(rusqlite::Connection::open_in_memory().unwrap());
        tune(&conn).unwrap();
        Database::of(conn, None).unwrap()
    }
}

impl Deref for Database {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.conn
    }
}

impl std::fmt::Debug for Database {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Database").field("path", &self.path).finish_non_exhaustive()
    }
}

/// Takes the size of the log in bytes and decides whether a writer goes on waiting for a reader
/// that holds the log.
pub(crate) type OnHeld = dyn FnMut(u64) -> bool + Send;

/// Limits of the log, in pages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LogLimits {
    /// Number of pages beyond which the writer waits up to `pause`.
    pub(crate) wait: u64,
    /// Number of pages beyond which the writer waits up to `patience` for readers to end.
    pub(crate) stop: u64,
    /// Longest wait for readers.
    pub(crate) patience: Duration,
    /// Length of one wait.
    pub(crate) pause: Duration,
}

/// 250 MB and 2 GB in a new database.
const LIMITS: LogLimits = LogLimits {
    wait: 15_000,
    stop: 120_000,
    patience: Duration::from_secs(600),
    pause: Duration::from_secs(1),
};

/// Moves and bounds the log of one database.
#[derive(Debug)]
pub(crate) struct Log {
    /// `None` for a database in memory.
    path: Option<PathBuf>,
    page_bytes: u64,
    /// Number of pages in the log after the last commit, as SQLite counts.
    pages: Arc<AtomicU64>,
    /// Thread that moves the log; `None` before the first commit.
    thread: Option<Thread>,
    /// Limits from which the log is emptied.
    pub(super) limits: LogLimits,
}

#[derive(Debug)]
struct Thread {
    asked: Sender<()>,
    /// Receives one message after each run of the thread.
    done: Receiver<()>,
    is_under_way: bool,
    handle: JoinHandle<()>,
}

impl Log {
    /// Takes over the log of `conn` from SQLite.
    pub(crate) fn new(conn: &mut Connection, path: Option<&Path>) -> Result<Log> {
        let page_bytes = conn.value("select page_size from pragma_page_size")?;
        let pages = Arc::new(AtomicU64::new(0));
        let shared = Arc::clone(&pages);
        // This hook replaces the work that SQLite does after a commit.
        conn.raw_mut().wal_hook(Some(move |_: &mut Wal, pages: i32| {
            shared.store(pages.unsigned_abs().into(), Ordering::Relaxed);
            Ok(())
        }))?;
        Ok(Log { path: path.map(Path::to_owned), page_bytes, pages, thread: None, limits: LIMITS })
    }

    /// Lets the other thread move the committed pages. Callers call this after each commit.
    pub(crate) fn committed(&mut self) {
        let Some(path) = &self.path else { return };
        if self.thread.is_none() {
            // Without the thread, the log is moved when it is too large.
            self.thread = Thread::start(path).ok();
        }
        if let Some(thread) = &mut self.thread {
            thread.ask();
        }
    }

    /// Waits when the log is too large. Callers call this before each transaction; `conn` is in no
    /// transaction.
    ///
    /// # Errors
    /// A reader holds the log for too long.
    pub(crate) fn limit(&mut self, conn: &Connection, on_held: &mut OnHeld) -> Result<()> {
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

    /// Waits until all work under way is done, and ends the thread. The next commit starts it
    /// again.
    pub(crate) fn finish(&mut self) {
        if let Some(Thread { asked, done, handle, .. }) = self.thread.take() {
            // Without a sender the thread ends.
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
        let other = rusqlite::Connection::open(path)?;
        let (asked, asks) = channel();
        let (tell, done) = channel();
        let handle = std::thread::spawn(move || {
            while asks.recv().is_ok() {
                // Pages that a reader holds or that the full disk cannot take are moved later.
                let _ = other.query_row("pragma wal_checkpoint(passive)", [], |_| Ok(()));
                if tell.send(()).is_err() {
                    break;
                }
            }
        });
        Ok(Thread { asked, done, is_under_way: false, handle })
    }

    /// Lets the thread move the log, unless it is still busy.
    fn ask(&mut self) {
        if !self.is_under_way || self.done.try_recv().is_ok() {
            self.is_under_way = self.asked.send(()).is_ok();
        }
    }

    /// Waits until the thread has nothing to do.
    fn wait(&mut self) {
        if std::mem::take(&mut self.is_under_way) {
            let _ = self.done.recv();
        }
    }
}

/// Moves all of the log and waits up to `pause` until no reader uses the log: the next transaction
/// then begins it anew. Returns whether there is no reader.
fn restart(conn: &Connection, pause: Duration) -> Result<bool> {
    let conn = conn.raw();
    let patience = conn.pragma_query_value(None, "busy_timeout", |row| row.get(0))?;
    conn.busy_timeout(pause)?;
    let is_busy: rusqlite::Result<bool> =
        conn.query_row("pragma wal_checkpoint(restart)", [], |row| row.get(0));
    conn.busy_timeout(Duration::from_millis(patience))?;
    Ok(!is_busy?)
}
