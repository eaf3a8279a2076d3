//! Transactions: the one way to write.
//!
//! Everything that writes takes a [`Transaction`], so it cannot be done without one. A transaction
//! that is not committed leaves no trace.
//!
//! There is one writer at a time. SQLite lets one connection write at once, but an import keeps what it knows (ids given, names
//! seen) from one transaction to the next, so another must not write in between. Whoever writes
//! games or the index therefore holds a lock on a file beside the database for as long as it works.
//! The operating system releases the lock of a process that dies; the file means nothing by itself.

use crate::store::checksum::{Summed, Sums};
use crate::store::database::Database;
use crate::store::error::{Error, Result};
use crate::store::sql::{Connection, Statement};
use crate::system::is_at;
use rusqlite::Params;
use std::cell::RefCell;
use std::fs::{File, TryLockError};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The right to change a database until [`Transaction::commit`].
pub struct Transaction<'d> {
    database: &'d Database,
    /// How the sums over rows change.
    sums: RefCell<Sums>,
    is_open: bool,
}

impl Database {
    /// Begins a transaction.
    ///
    /// # Errors
    /// When another program is writing for a minute, or a reader has held the log for too long.
    pub fn transaction(&mut self) -> Result<Transaction<'_>> {
        Transaction::begin(self)
    }
}

impl<'d> Transaction<'d> {
    fn begin(database: &'d Database) -> Result<Transaction<'d>> {
        database.limit_log()?;
        database.raw().execute_batch("begin immediate")?;
        Ok(Transaction { database, sums: RefCell::default(), is_open: true })
    }

    /// A statement that changes something. It is compiled once for every connection.
    pub(crate) fn write(&self, sql: &str) -> Result<Statement<'_>> {
        Ok(Statement::of(self.database.raw().prepare_cached(sql)?))
    }

    /// Runs several statements without parameters.
    pub(crate) fn run(&self, sql: &str) -> Result<()> {
        Ok(self.database.raw().execute_batch(sql)?)
    }

    /// The sums over rows, which whoever changes a row has to change as well.
    pub(crate) fn sums(&self) -> std::cell::RefMut<'_, Sums> {
        self.sums.borrow_mut()
    }

    /// Inserts a row into a table that is summed up, by a statement without `returning`. Its id;
    /// `None` when it was there.
    pub(crate) fn insert_row(
        &self,
        table: &'static Summed,
        sql: &str,
        params: impl Params,
    ) -> Result<Option<i64>> {
        let sql = format!("{sql} returning {}", table.columns());
        let made = self.write(&sql)?.optional(params, |row| table.hash(row))?;
        made.into_iter().for_each(|row| self.sums().add(table, row));
        Ok(made.map(|(id, _)| id))
    }

    /// Changes a row whose table is summed up. `set` are assignments, in which `?1` is the id.
    pub(crate) fn change_row(
        &self,
        table: &'static Summed,
        id: i64,
        set: &str,
        params: impl Params,
    ) -> Result<()> {
        let (name, columns) = (table.name, table.columns());
        let sql = format!("select {columns} from {name} where id = ?1");
        let before = self.select(&sql)?.one([id], |row| table.hash(row))?;
        let sql = format!("update {name} set {set} where id = ?1 returning {columns}");
        let after = self.write(&sql)?.one(params, |row| table.hash(row))?;
        self.sums().remove(table, before);
        self.sums().add(table, after);
        Ok(())
    }

    /// Deletes rows from a table that is summed up; how many there were.
    pub(crate) fn delete_rows(
        &self,
        table: &'static Summed,
        condition: &str,
        params: impl Params,
    ) -> Result<u64> {
        let (name, columns) = (table.name, table.columns());
        let sql = format!("delete from {name} where {condition} returning {columns}");
        let mut count = 0;
        self.write(&sql)?.each(params, |row| {
            self.sums().remove(table, table.hash(row)?);
            count += 1;
            Ok(())
        })?;
        Ok(count)
    }

    /// Makes everything permanent.
    ///
    /// # Errors
    /// When SQLite fails or the disk is full; nothing is changed then.
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
            // Nothing can be done when even this fails; the database then rolls back when it is
            // next opened.
            let _ = self.database.raw().execute_batch("rollback");
        }
    }
}

impl std::fmt::Debug for Transaction<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Transaction").finish_non_exhaustive()
    }
}

/// One transaction after the other, each begun as late as can be: meanwhile the log is moved, and
/// begins anew.
#[derive(Debug)]
pub(crate) struct Transactions<'d> {
    database: &'d Database,
    open: Option<Transaction<'d>>,
}

impl<'d> Transactions<'d> {
    /// Nobody else begins a transaction on this connection meanwhile.
    pub(crate) fn new(database: &'d mut Database) -> Transactions<'d> {
        Transactions { database, open: None }
    }

    /// The transaction that is open; begins one if there is none.
    pub(crate) fn current(&mut self) -> Result<&Transaction<'d>> {
        if self.open.is_none() {
            self.open = Some(Transaction::begin(self.database)?);
        }
        Ok(self.open.as_ref().expect("it was just begun"))
    }

    /// Commits the transaction that is open, if there is one.
    pub(crate) fn commit(&mut self) -> Result<()> {
        self.open.take().map_or(Ok(()), Transaction::commit)
    }
}

/// How often a waiting program looks again.
const PAUSE: Duration = Duration::from_millis(100);

/// The right to write; given up when dropped.
#[derive(Debug)]
pub struct WriteLock {
    path: PathBuf,
    /// None where the file system knows no locks.
    file: Option<File>,
}

impl WriteLock {
    /// Waits for the right to write into the database at this path, which need not exist yet.
    /// `on_wait` is called once when another program has it; `None` when `is_stopped` says so
    /// meanwhile.
    ///
    /// # Errors
    /// When the file beside the database cannot be made.
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
                // The one before removed it between our opening and our locking it.
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
        // Still locked: whoever locks the removed file notices, and makes a new one.
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
        let mut told = false;
        let is_stopped = || waited.fetch_add(1, Ordering::SeqCst) % 3 == 2;
        assert!(WriteLock::acquire(&db, || told = true, is_stopped).unwrap().is_none() && told);
        drop(first);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
    }
}
