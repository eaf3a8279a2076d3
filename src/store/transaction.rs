//! Transactions: the one way to write.
//!
//! Everything that writes takes a [`Transaction`], so it cannot be done without one. A transaction
//! that is not committed leaves no trace.

use super::checksum::{Summed, Sums};
use super::database::Database;
use super::error::Result;
use super::sql::{self, Connection, Statement, checked};
use rusqlite::Params;
use std::cell::RefCell;
use std::ops::Deref;

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
        checked(database.raw().execute_batch("begin immediate"))?;
        Ok(Transaction { database, sums: RefCell::default(), is_open: true })
    }

    /// A statement that changes something. It is compiled once for every connection.
    pub(super) fn write(&self, sql: &str) -> sql::Result<Statement<'_>> {
        checked(self.database.raw().prepare_cached(sql)).map(Statement::of)
    }

    /// Runs several statements without parameters.
    pub(super) fn run(&self, sql: &str) -> Result<()> {
        Ok(checked(self.database.raw().execute_batch(sql))?)
    }

    /// The sums over rows, which whoever changes a row has to change as well.
    pub(super) fn sums(&self) -> std::cell::RefMut<'_, Sums> {
        self.sums.borrow_mut()
    }

    /// Changes a row whose table is summed up. `set` are assignments, in which `?1` is the id.
    pub(super) fn change_row(
        &self,
        table: &'static Summed,
        id: i64,
        set: &str,
        params: impl Params,
    ) -> Result<()> {
        let before = table.hash_of(self, id)?;
        let sql =
            format!("update {} set {set} where id = ?1 returning {}", table.name, table.columns());
        let after = self.write(&sql)?.one(params, |row| table.hash(row))?;
        self.sums().remove(table, id, before);
        self.sums().add(table, id, after);
        Ok(())
    }

    /// Makes everything permanent.
    ///
    /// # Errors
    /// When SQLite fails or the disk is full; nothing is changed then.
    pub fn commit(mut self) -> Result<()> {
        let sums = std::mem::take(&mut *self.sums());
        for ((name, part), change) in sums.changes() {
            let sum = self
                .select("select sum from checksum where name = ?1 and part = ?2")?
                .optional((name, part), |row| row.get::<i64>(0))?;
            let sum = sum.unwrap_or(0).wrapping_add(change);
            self.write("insert or replace into checksum (name, part, sum) values (?1, ?2, ?3)")?
                .execute((name, part, sum))?;
        }
        checked(self.database.raw().execute_batch("commit"))?;
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
pub(super) struct Transactions<'d> {
    database: &'d Database,
    open: Option<Transaction<'d>>,
}

impl<'d> Transactions<'d> {
    /// Nobody else begins a transaction on this connection meanwhile.
    pub(super) fn new(database: &'d mut Database) -> Transactions<'d> {
        Transactions { database, open: None }
    }

    /// The transaction that is open; begins one if there is none.
    pub(super) fn current(&mut self) -> Result<&Transaction<'d>> {
        if self.open.is_none() {
            self.open = Some(Transaction::begin(self.database)?);
        }
        Ok(self.open.as_ref().expect("it was just begun"))
    }

    /// Commits the transaction that is open, if there is one.
    pub(super) fn commit(&mut self) -> Result<()> {
        self.open.take().map_or(Ok(()), Transaction::commit)
    }
}
