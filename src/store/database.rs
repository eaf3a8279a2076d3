//! A database opened for writing.
//!
//! The write-ahead log: moved into the database while the next batch is written, and bounded.
//!
//! SQLite would move it inside a commit, on the writer's thread, which took a fifth of the writer's
//! time. Here a second connection does it on a thread of its own. The log can begin anew only when
//! all of it has been moved and nobody reads from it. Hence two limits:
//!
//! - Beyond [`LogLimits::wait`] the writer waits before its next transaction until the log is
//!   moved, and up to a second for readers to end. New readers meanwhile read from the database
//!   itself, so any number of short questions cannot hold the log.
//! - A reader that holds an old state for long keeps what was written since in the log: SQLite
//!   cannot move it. The log then grows, up to [`LogLimits::stop`]. There the writer waits for the
//!   reader, reports that, and gives up after [`LogLimits::patience`] with [`Error::LogHeld`].
//!
//! So the log is never larger than the second limit and one transaction, whatever readers do; and
//! never larger than the first and one transaction while nobody reads for more than a second.

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

/// Pages of a new database. Four blocks of the index fill one; four times the usual size means a
/// quarter of the calls of the system that writing takes.
const PAGE_BYTES: u32 = 16384;
/// How long to wait for readers before the write-ahead log is emptied.
const RECLAIM: Duration = Duration::from_secs(1);

/// A database opened for writing. Whoever writes games or the index holds a
/// [`WriteLock`](crate::store::transaction::WriteLock) as well.
pub struct Database {
    conn: Connection,
    path: PathBuf,
    /// The file at `path` when it was opened; `None` for a database in memory.
    identity: Option<(u64, u64)>,
    /// How the sums over rows change in the transaction that is open.
    sums: SharedSums,
    log: RefCell<Log>,
    on_held: RefCell<Box<OnHeld>>,
}

impl Database {
    /// Opens the file as it is, or makes an empty one.
    pub(crate) fn connect(path: &Path) -> Result<Database> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let conn = Connection::new(rusqlite::Connection::open_with_flags(path, flags)?);
        version(&conn)?;
        // Of a new file only; others keep theirs.
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

    /// How the sums over rows change in the transaction that is open.
    pub(crate) fn sums(&self) -> MutexGuard<'_, Sums> {
        self.sums.lock()
    }

    /// Refuses to go on when the file that was opened has been removed, or another is in its place:
    /// what is written into it would be gone with it. One look at the folder.
    pub(crate) fn must_be_there(&self) -> Result<()> {
        let is_here = |data: std::fs::Metadata| Some(identity(&data)) == self.identity;
        if self.identity.is_none() || self.path.metadata().is_ok_and(is_here) {
            return Ok(());
        }
        Err(Error::Gone)
    }

    /// Lets the sums over the rows of these tables, which are there, follow every change from now
    /// on.
    pub(crate) fn watch_rows(&self, tables: &'static [&'static Summed]) -> Result<()> {
        watch(&self.conn, tables, &self.sums)
    }

    /// Lets the page cache take this many bytes.
    pub fn set_cache(&mut self, bytes: u64) -> Result<()> {
        Ok(self.conn.raw().pragma_update(None, "cache_size", -((bytes >> 10) as i64))?)
    }

    /// Sets what is called about once a second while the writer has to wait for a reader that holds
    /// an old state, because the log would become too large otherwise. It gets the size of the
    /// log in bytes, and says whether to go on waiting.
    pub fn on_held(&mut self, told: impl FnMut(u64) -> bool + Send + 'static) {
        *self.on_held.borrow_mut() = Box::new(told);
    }

    /// Moves what is committed from the write-ahead log into the file and empties the log, if
    /// nobody is reading. After a transaction that failed for want of room, this is what makes room
    /// again.
    pub fn reclaim(&mut self) {
        self.log.borrow_mut().finish();
        // When it cannot be done soon, the next one to open the file does it: a reader may stay for
        // hours.
        let conn = self.conn.raw();
        let _ = conn.busy_timeout(RECLAIM);
        let _ = conn.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()));
        let _ = conn.busy_timeout(PATIENCE);
    }

    /// Opens the present state of the database for questions.
    pub fn snapshot(&self) -> Result<Snapshot> {
        Snapshot::open(&self.path)
    }

    /// Waits until the log is small enough for another transaction.
    pub(crate) fn limit_log(&self) -> Result<()> {
        self.log.borrow_mut().limit(&self.conn, &mut **self.on_held.borrow_mut())
    }

    /// To be called after each commit.
    pub(crate) fn committed(&self) {
        self.log.borrow_mut().committed();
    }

    /// Sets other limits for the log.
    #[cfg(test)]
    pub(crate) fn set_log_limits(&mut self, limits: LogLimits) {
        self.log.borrow_mut().set_limits(limits);
    }

    /// A new database in memory, without tables.
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

/// Decides, given the size of the log in bytes, whether a writer goes on waiting for a reader that
/// holds the log.
pub(crate) type OnHeld = dyn FnMut(u64) -> bool + Send;

/// How large the log may become, in pages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LogLimits {
    /// From here on the writer waits a little.
    pub(crate) wait: u64,
    /// From here on it waits for readers to end.
    pub(crate) stop: u64,
    /// How long the writer waits for readers.
    pub(crate) patience: Duration,
    /// How long one wait takes.
    pub(crate) pause: Duration,
}

/// 250 MB and 2 GB of a new database.
const LIMITS: LogLimits = LogLimits {
    wait: 15_000,
    stop: 120_000,
    patience: Duration::from_secs(600),
    pause: Duration::from_secs(1),
};

/// Looks after the log of one database.
#[derive(Debug)]
pub(crate) struct Log {
    /// `None` for a database in memory.
    path: Option<PathBuf>,
    page_bytes: u64,
    /// Pages in the log after the last commit, as SQLite counts them.
    pages: Arc<AtomicU64>,
    /// Started by the first commit.
    thread: Option<Thread>,
    limits: LogLimits,
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
    /// Begins to look after the log of `conn`, which stops doing so itself.
    pub(crate) fn new(conn: &mut Connection, path: Option<&Path>) -> Result<Log> {
        let page_bytes = conn.value("select page_size from pragma_page_size")?;
        let pages = Arc::new(AtomicU64::new(0));
        let told = Arc::clone(&pages);
        // This takes the place of what SQLite does by itself after a commit.
        conn.raw_mut().wal_hook(Some(move |_: &mut Wal, pages: i32| {
            told.store(pages.unsigned_abs().into(), Ordering::Relaxed);
            Ok(())
        }))?;
        Ok(Log { path: path.map(Path::to_owned), page_bytes, pages, thread: None, limits: LIMITS })
    }

    /// Sets the limits from which the log is emptied.
    #[cfg(test)]
    pub(crate) fn set_limits(&mut self, limits: LogLimits) {
        self.limits = limits;
    }

    /// To be called after each commit: lets the other thread move what was committed.
    pub(crate) fn committed(&mut self) {
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

    /// Waits until everything under way is done, and ends the thread. The next commit starts it
    /// again.
    pub(crate) fn finish(&mut self) {
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
        let other = rusqlite::Connection::open(path)?;
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

    /// Waits until the thread has nothing to do.
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
    let patience = conn.pragma_query_value(None, "busy_timeout", |row| row.get(0))?;
    conn.busy_timeout(pause)?;
    let is_busy: rusqlite::Result<bool> =
        conn.query_row("pragma wal_checkpoint(restart)", [], |row| row.get(0));
    conn.busy_timeout(Duration::from_millis(patience))?;
    Ok(!is_busy?)
}
