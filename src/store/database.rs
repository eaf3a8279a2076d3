//! A database opened for writing.

use super::connect::{PATIENCE, tune, version};
use super::error::Result;
use super::log::{Log, OnHeld};
use super::snapshot::Snapshot;
use super::sql::{Connection, checked};
use rusqlite::OpenFlags;
use std::cell::RefCell;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Pages of a new database. Four blocks of the index fill one; four times the usual size means a
/// quarter of the calls of the system that writing takes.
const PAGE_BYTES: u32 = 16384;
/// How long to wait for readers before the write-ahead log is emptied.
const RECLAIM: Duration = Duration::from_secs(1);

/// A database opened for writing. Whoever writes games or the index holds a
/// [`WriteLock`](super::WriteLock) as well.
pub struct Database {
    conn: Connection,
    path: PathBuf,
    log: RefCell<Log>,
    on_held: RefCell<Box<OnHeld>>,
}

impl Database {
    /// Opens the file as it is, or makes an empty one.
    pub(super) fn connect(path: &Path) -> Result<Database> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let conn = Connection::new(checked(rusqlite::Connection::open_with_flags(path, flags))?);
        version(&conn)?;
        // Of a new file only; others keep theirs.
        checked(conn.raw().pragma_update(None, "page_size", PAGE_BYTES))?;
        checked(conn.raw().pragma_update(None, "journal_mode", "wal"))?;
        tune(&conn)?;
        Database::of(conn, Some(path))
    }

    fn of(mut conn: Connection, path: Option<&Path>) -> Result<Database> {
        let log = RefCell::new(Log::new(&mut conn, path)?);
        let path = path.unwrap_or(Path::new("")).to_owned();
        Ok(Database { conn, path, log, on_held: RefCell::new(Box::new(|_| true)) })
    }

    /// Lets the page cache take this many bytes.
    ///
    /// # Errors
    /// When SQLite fails.
    pub fn set_cache(&mut self, bytes: u64) -> Result<()> {
        Ok(checked(self.conn.raw().pragma_update(None, "cache_size", -((bytes >> 10) as i64)))?)
    }

    /// Sets what is called about once a second while the writer has to wait for a reader that holds
    /// an old state, because the log would become too large otherwise. It is told the size of the
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

    /// What the database holds at this moment, for questions.
    ///
    /// # Errors
    /// When the file cannot be opened once more.
    pub fn snapshot(&self) -> Result<Snapshot> {
        Snapshot::open(&self.path)
    }

    /// Waits until the log is small enough for another transaction.
    pub(super) fn limit_log(&self) -> Result<()> {
        self.log.borrow_mut().limit(&self.conn, &mut **self.on_held.borrow_mut())
    }

    /// To be called after each commit.
    pub(super) fn committed(&self) {
        self.log.borrow_mut().committed();
    }

    /// Sets other limits for the log.
    #[cfg(test)]
    pub(super) fn set_log_limits(&mut self, limits: super::log::Limits) {
        self.log.borrow_mut().set_limits(limits);
    }

    /// A new database in memory, without tables.
    #[cfg(test)]
    pub(super) fn in_memory() -> Database {
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
