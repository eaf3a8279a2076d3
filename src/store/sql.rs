//! Statements: the one way from the rest of the room to SQLite.
//!
//! A [`Connection`] only hands out statements that ask. Statements that change something come from
//! a [`Transaction`](crate::store::transaction::Transaction). What a row holds is checked here: a value that is not
//! what its column should hold means that the file is damaged, and the error says so.
//!
//! How status, result and kind stand in a column: by the names that
//! [`metadata`](crate::metadata) gives them. Another text there is damage, and is not read.

use crate::metadata::{GameResult, Kind, Status};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, OptionalExtension, Params, ToSql};
use std::cell::RefCell;
use std::ops::ControlFlow;

/// Why a statement gave no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SqlError {
    /// SQLite said no.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// A stored value is not what its column should hold.
    #[error("the database is damaged: {0}")]
    Damaged(String),
}

/// What SQLite said when it refused a statement.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Refused(rusqlite::Error);

impl Refused {
    /// The file or its folder cannot be written, or not be opened in the way that was asked for.
    #[must_use]
    pub fn is_unwritable(&self) -> bool {
        use rusqlite::ErrorCode::{CannotOpen, PermissionDenied, ReadOnly};
        let code = self.0.sqlite_error_code();
        matches!(code, Some(CannotOpen | PermissionDenied | ReadOnly))
    }
}

impl Refused {
    /// The statement would have changed something where only questions are allowed.
    #[must_use]
    pub fn is_forbidden(&self) -> bool {
        use rusqlite::ErrorCode::AuthorizationForStatementDenied;
        self.0.sqlite_error_code() == Some(AuthorizationForStatementDenied)
    }
}

/// The result of a statement.
pub(crate) type Result<T> = std::result::Result<T, SqlError>;

/// What SQLite answered, with its error as ours.
pub(crate) fn checked<T>(result: rusqlite::Result<T>) -> Result<T> {
    use rusqlite::Error::{
        FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, QueryReturnedNoRows,
        Utf8Error,
    };
    result.map_err(|error| match error {
        FromSqlConversionFailure(..)
        | IntegralValueOutOfRange(..)
        | InvalidColumnType(..)
        | Utf8Error(..) => SqlError::Damaged(error.to_string()),
        QueryReturnedNoRows => SqlError::Damaged("a row is missing".to_owned()),
        error => SqlError::Refused(Refused(error)),
    })
}

/// A connection to a database, for questions.
#[derive(Debug)]
pub struct Connection {
    raw: rusqlite::Connection,
    /// Tables that were found. None of them ever goes away.
    tables: RefCell<Vec<&'static str>>,
}

impl Connection {
    /// Wraps a connection that is open.
    pub(crate) fn new(raw: rusqlite::Connection) -> Connection {
        Connection { raw, tables: RefCell::default() }
    }

    /// The connection itself, for settings, copies and transactions.
    pub(crate) fn raw(&self) -> &rusqlite::Connection {
        &self.raw
    }

    /// The connection itself, for its hooks.
    pub(crate) fn raw_mut(&mut self) -> &mut rusqlite::Connection {
        &mut self.raw
    }

    /// A statement that asks. It is compiled once for every connection.
    pub(crate) fn select(&self, sql: &str) -> Result<Statement<'_>> {
        let statement = checked(self.raw.prepare_cached(sql))?;
        debug_assert!(statement.readonly(), "this needs a transaction: {sql}");
        Ok(Statement(statement))
    }

    /// The one value that a statement without parameters gives.
    pub(crate) fn value<T: FromSql>(&self, sql: &str) -> Result<T> {
        self.select(sql)?.one([], |row| row.get(0))
    }

    /// The first column of all rows that a statement gives.
    pub(crate) fn column<T: FromSql, C: FromIterator<T>, E: From<SqlError>>(
        &self,
        sql: &str,
        params: impl Params,
    ) -> std::result::Result<C, E> {
        Ok(self.select(sql)?.all(params, |row| row.get(0))?)
    }

    /// The first column of the first row that a statement gives, if it gives any.
    pub(crate) fn find<T: FromSql, E: From<SqlError>>(
        &self,
        sql: &str,
        params: impl Params,
    ) -> std::result::Result<Option<T>, E> {
        Ok(self.select(sql)?.optional(params, |row| row.get(0))?)
    }
}

impl Connection {
    /// Whether the file has this table. An older file that is only asked may lack some.
    pub(crate) fn has_table(&self, name: &'static str) -> Result<bool> {
        if self.tables.borrow().contains(&name) {
            return Ok(true);
        }
        let sql = "select exists (select 1 from sqlite_schema where name = ?1)";
        let is_there = self.select(sql)?.one([name], |row| row.get(0))?;
        if is_there {
            self.tables.borrow_mut().push(name);
        }
        Ok(is_there)
    }
}

/// A compiled statement.
pub(crate) struct Statement<'c>(CachedStatement<'c>);

impl<'c> Statement<'c> {
    /// Wraps a statement that may change something. Only a transaction may do so.
    pub(crate) fn of(statement: CachedStatement<'c>) -> Statement<'c> {
        Statement(statement)
    }

    /// The only row. That there is none means damage.
    pub(crate) fn one<T>(
        &mut self,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> Result<T>,
    ) -> Result<T> {
        let row = self.optional(params, read)?;
        row.ok_or_else(|| SqlError::Damaged("a row is missing".to_owned()))
    }

    /// The first row, if there is one.
    pub(crate) fn optional<T>(
        &mut self,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> Result<T>,
    ) -> Result<Option<T>> {
        let found = self.0.query_row(params, |row| Ok(read(&Row(row))));
        checked(found.optional())?.transpose()
    }

    /// All rows.
    pub(crate) fn all<T, C: FromIterator<T>>(
        &mut self,
        params: impl Params,
        mut read: impl FnMut(&Row<'_>) -> Result<T>,
    ) -> Result<C> {
        let rows = checked(self.0.query_map(params, |row| Ok(read(&Row(row)))))?;
        rows.map(|row| checked(row)?).collect()
    }

    /// Hands all rows to `visit`, one after the other.
    pub(crate) fn each<E: From<SqlError>>(
        &mut self,
        params: impl Params,
        mut visit: impl FnMut(&Row<'_>) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let flow = self.until(params, |row| visit(row).map(ControlFlow::Continue))?;
        debug_assert!(flow.is_continue());
        Ok(())
    }

    /// Hands rows to `visit` until it has seen enough.
    pub(crate) fn until<E: From<SqlError>>(
        &mut self,
        params: impl Params,
        mut visit: impl FnMut(&Row<'_>) -> std::result::Result<ControlFlow<()>, E>,
    ) -> std::result::Result<ControlFlow<()>, E> {
        let mut rows = checked(self.0.query(params))?;
        while let Some(row) = checked(rows.next())? {
            if visit(&Row(row))?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Runs it; how many rows it changed.
    pub(crate) fn execute(&mut self, params: impl Params) -> Result<usize> {
        checked(self.0.execute(params))
    }

    /// Inserts one row and gives its id.
    pub(crate) fn insert(&mut self, params: impl Params) -> Result<i64> {
        checked(self.0.insert(params))
    }

    /// Sets the parameter with this number, 1-based.
    pub(crate) fn bind(&mut self, number: usize, value: impl ToSql) -> Result<()> {
        checked(self.0.raw_bind_parameter(number, value))
    }

    /// Runs it with what was bound.
    pub(crate) fn execute_bound(&mut self) -> Result<()> {
        checked(self.0.raw_execute())?;
        Ok(())
    }
}

/// A row of an answer; columns are numbered from 0.
pub(crate) struct Row<'r>(&'r rusqlite::Row<'r>);

impl<'r> Row<'r> {
    /// A value.
    #[inline]
    pub(crate) fn get<T: FromSql>(&self, column: usize) -> Result<T> {
        checked(self.0.get(column))
    }

    /// Its values, one after the other.
    pub(crate) fn cells(&self) -> Cells<'_, 'r> {
        Cells { row: self, next: 0 }
    }

    /// A text, not copied.
    #[inline]
    pub(crate) fn text(&self, column: usize) -> Result<&'r str> {
        self.text_or_null(column)?.ok_or_else(|| self.wrong(column))
    }

    /// A text or nothing, not copied.
    #[inline]
    pub(crate) fn text_or_null(&self, column: usize) -> Result<Option<&'r str>> {
        let value = checked(self.0.get_ref(column))?;
        value.as_str_or_null().map_err(|_| self.wrong(column))
    }

    /// Bytes, not copied.
    #[inline]
    pub(crate) fn blob(&self, column: usize) -> Result<&'r [u8]> {
        let value = checked(self.0.get_ref(column))?;
        value.as_blob().map_err(|_| self.wrong(column))
    }

    /// A value of any kind, not copied.
    #[inline]
    pub(crate) fn value(&self, column: usize) -> Result<ValueRef<'r>> {
        checked(self.0.get_ref(column))
    }

    fn wrong(&self, column: usize) -> SqlError {
        let name = self.0.as_ref().column_name(column).unwrap_or("?");
        SqlError::Damaged(format!("the column `{name}` holds what it never should"))
    }
}

/// The values of a row from left to right.
pub(crate) struct Cells<'c, 'r> {
    row: &'c Row<'r>,
    next: usize,
}

impl Cells<'_, '_> {
    /// The next value.
    #[inline]
    pub(crate) fn next<T: FromSql>(&mut self) -> Result<T> {
        self.next += 1;
        self.row.get(self.next - 1)
    }
}

/// Reads a column whose texts `from_name` knows.
fn named<T>(
    value: ValueRef<'_>,
    what: &str,
    from_name: impl Fn(&str) -> Option<T>,
) -> FromSqlResult<T> {
    let name = value.as_str()?;
    from_name(name)
        .ok_or_else(|| FromSqlError::Other(format!("`{name}` is no {what} of a game").into()))
}

macro_rules! stored_by_name {
    ($type:ty, $what:literal) => {
        impl FromSql for $type {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                named(value, $what, <$type>::from_name)
            }
        }

        impl ToSql for $type {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.as_str().into())
            }
        }
    };
}

stored_by_name!(Status, "status");
stored_by_name!(GameResult, "result");
stored_by_name!(Kind, "kind");

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::Connection;

    #[test]
    fn names_read_back_and_others_are_refused() {
        let conn = Connection::open_in_memory().unwrap();
        let stored = (Status::Partial, GameResult::Draw, Kind::Composed);
        let read = conn
            .query_row("select ?1, ?2, ?3", stored, |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .unwrap();
        assert_eq!(stored, read);
        let other = conn.query_row("select 'won'", [], |row| row.get::<_, GameResult>(0));
        assert!(other.unwrap_err().to_string().contains("`won` is no result of a game"));
    }
}
