//! Transactions: the only way to write.
//!
//! Every function that writes takes a [`Transaction`]. A transaction that is not committed changes
//! nothing.
//!
//! There is one writer at a time. SQLite lets one connection write at once, but an import keeps ids
//! and names in memory from one transaction to the next, so another program must not write in
//! between. A program that writes games or the index therefore holds a lock on a file beside the
//! database as long as it works. The operating system releases the lock of a process that ends; the
//! file itself means nothing.

use crate::store::checksum::{Summed, Sums};
use crate::store::database::Database;
use crate::store::error::{Error, Result};
use crate::store::sql::{Connection, Statement};
use crate::system::is_at;
use rusqlite::Params;
use std::fs::{File, TryLockError};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::MutexGuard;
use std::time::Duration;

/// The right to change a database until [`Transaction::commit`].
pub struct Transaction<'d> {
    database: &'d Database,
    is_open: bool,
}

impl Database {
    /// Begins a transaction.
    ///
    /// # Errors
    /// Another program has been writing for a minute, or a reader has held the log for too long.
    pub fn transaction(&mut self) -> Result<Transaction<'_>> {
        Transaction::begin(self)
    }
}

impl<'d> Transaction<'d> {
    fn begin(database: &'d Database) -> Result<Transaction<'d>> {
        database.limit_log()?;
        database.raw().execute_batch("begin immediate")?;
        *database.sums() = Sums::default();
        Ok(Transaction { database, is_open: true })
    }

    /// A statement that changes something. It is compiled once for every connection.
    ///
    /// Those that an import runs for each file or name say `or rollback`: a violated constraint
    /// ends the transaction. Otherwise SQLite copies every page that the statement and the triggers
    /// of its table change, to take back the statement alone: 4 % of an import of small files.
    pub(crate) fn write(&self, sql: &str) -> Result<Statement<'_>> {
        Ok(Statement::of(self.database.raw().prepare_cached(sql)?))
    }

    /// Runs several statements without parameters.
    pub(crate) fn run(&self, sql: &str) -> Result<()> {
        Ok(self.database.raw().execute_batch(sql)?)
    }

    /// Changes of the sums over rows.
    pub(crate) fn sums(&self) -> MutexGuard<'_, Sums> {
        self.database.sums()
    }

    /// Inserts a row and returns its id; `None` if the row exists.
    pub(crate) fn insert_row(&self, sql: &str, params: impl Params) -> Result<Option<i64>> {
        let is_new = self.write(sql)?.execute(params)? > 0;
        Ok(is_new.then(|| self.raw().last_insert_rowid()))
    }

    /// Changes one row; its absence means damage.
    pub(crate) fn change_one(&self, sql: &str, params: impl Params) -> Result<()> {
        match self.write(sql)?.execute(params)? {
            0 => Err(rusqlite::Error::QueryReturnedNoRows.into()),
            _ => Ok(()),
        }
    }

    /// As [`Database::watch_rows`].
    pub(crate) fn watch_rows(&self, tables: &'static [&'static Summed]) -> Result<()> {
        self.database.watch_rows(tables)
    }

    /// Computes the sums of a table from its present rows.
    pub(crate) fn sum_up(&self, table: &'static Summed) -> Result<()> {
        self.sums().forget(table);
        self.write("delete from checksum where name = ?1")?.execute([table.name])?;
        let mut insert =
            self.write("insert into checksum (name, part, sum) values (?1, ?2, ?3)")?;
        for part in table.parts(self)? {
            insert.execute((table.name, part, table.sum(self, part)?))?;
        }
        Ok(())
    }

    /// Makes all changes permanent.
    ///
    /// # Errors
    /// SQLite fails or the disk is full; nothing is changed then. The file was removed or replaced.
    pub fn commit(mut self) -> Result<()> {
        let sums = std::mem::take(&mut *self.sums());
        for ((name, part), change) in sums.changes() {
            let sql = "select sum from checksum where name = ?1 and part = ?2";
            let sum: Option<i64> = self.find(sql, (name, part))?;
            let sum = sum.unwrap_or(0).wrapping_add(change);
            self.write("insert or replace into checksum (name, part, sum) values (?1, ?2, ?3)")?
                .execute((name, part, sum))?;
        }
        self.database.raw().execute_batch("commit")?;
        self.is_open = false;
        self.database.must_be_there()?;
        self.database.committed();
        Ok(())
    }
}

impl Deref for Transaction<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.database
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if self.is_open {
            // If even the rollback fails, the database rolls back when it is next opened.
            let _ = self.database.raw().execute_batch("rollback");
        }
    }
}

impl std::fmt::Debug for Transaction<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Transaction").finish_non_exhaustive()
    }
}

/// A series of transactions, each begun as late as possible: in between, the log is moved and
/// begins anew.
#[derive(Debug)]
pub(crate) struct Transactions<'d> {
    database: &'d Database,
    open: Option<Transaction<'d>>,
}

impl<'d> Transactions<'d> {
    /// Takes the connection, so that no other code begins a transaction on it.
    pub(crate) fn new(database: &'d mut Database) -> Transactions<'d> {
        Transactions { database, open: None }
    }

    /// The open transaction; begins one if none is open.
    pub(crate) fn current(&mut self) -> Result<&Transaction<'d>> {
        if self.open.is_none() {
            self.open = Some(Transaction::begin(self.database)?);
        }
        Ok(self.open.as_ref().expect("it was just begun"))
    }

    /// Commits the open transaction, if there is one.
    pub(crate) fn commit(&mut self) -> Result<()> {
        self.open.take().map_or(Ok(()), Transaction::commit)
    }
}

/// Time between two attempts of a waiting program.
const PAUSE: Duration = Duration::from_millis(100);

/// The right to write; given up when dropped.
#[derive(Debug)]
pub struct WriteLock {
    path: PathBuf,
    /// `None` if the file system has no locks.
    file: Option<File>,
}

impl WriteLock {
    /// Waits for the right to write into the database at this path, which need not exist yet. Calls
    /// `on_wait` once if another program holds the right; returns `None` if `is_stopped` becomes
    /// true meanwhile.
    ///
    /// # Errors
    /// The file beside the database cannot be made.
    pub fn acquire(
        database: &Path,
        on_wait: impl FnOnce(),
        is_stopped: impl Fn() -> bool,
    ) -> Result<Option<WriteLock>> {
        let mut name = database.as_os_str().to_owned();
        name.push("-lock");
        let path = PathBuf::from(name);
        let failed = |error| Error::Lock { path: path.display().to_string(), error };
        let mut on_wait = Some(on_wait);
        while !is_stopped() {
            let file = File::options().create(true).append(true).open(&path).map_err(failed)?;
            match file.try_lock() {
                Ok(()) if is_at(&file, &path) => {
                    return Ok(Some(WriteLock { path, file: Some(file) }));
                }
                // The earlier holder removed the file between its opening and its locking.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    if let Some(on_wait) = on_wait.take() {
                        on_wait();
                    }
                    std::thread::sleep(PAUSE);
                }
                Err(TryLockError::Error(error))
                    if error.kind() == std::io::ErrorKind::Unsupported =>
                {
                    return Ok(Some(WriteLock { path, file: None }));
                }
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
        Ok(None)
    }
}

impl Drop for WriteLock {
    fn drop(&mut self) {
        // The file is still locked: a program that locks the removed file notices, and makes a new
        // one.
        if self.file.is_some() {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn nothing_is_written_into_a_file_that_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let db = folder.path().join("test.db");
        for replace in [false, true] {
            let mut database = Database::open(&db).unwrap();
            database.transaction().unwrap().commit().unwrap();
            std::fs::remove_file(&db).unwrap();
            if replace {
                std::fs::write(&db, "").unwrap();
            }
            let outcome = database.transaction().and_then(Transaction::commit);
            assert!(matches!(outcome, Err(Error::Gone)), "{outcome:?}");
            drop(database);
            let _ = std::fs::remove_file(&db);
            let _ = std::fs::remove_file(folder.path().join("test.db-wal"));
            let _ = std::fs::remove_file(folder.path().join("test.db-shm"));
        }
    }

    #[test]
    fn writers_take_turns() {
        let folder = tempfile::tempdir().unwrap();
        let db = folder.path().join("test.db");
        let (inside, waited) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..3 {
                        let lock = WriteLock::acquire(&db, || (), || false).unwrap().unwrap();
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        std::thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                        drop(lock);
                    }
                });
            }
        });
        let first = WriteLock::acquire(&db, || (), || false).unwrap();
        let mut has_waited = false;
        let is_stopped = || waited.fetch_add(1, Ordering::SeqCst) % 3 == 2;
        assert!(
            WriteLock::acquire(&db, || has_waited = true, is_stopped).unwrap().is_none()
                && has_waited
        );
        drop(first);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
    }
}
