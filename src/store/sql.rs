//! Statements: the one way from the rest of the room to SQLite.
//!
//! A [`Connection`] only hands out statements that ask. Statements that change something come from
//! a [`Transaction`](crate::store::transaction::Transaction). A value that is not what its column
//! should hold means that the file is damaged, and the error says so.
//!
//! Status, result and kind stand in a column by the names that [`metadata`](crate::metadata) gives
//! them. Another text there is damage, and is not read.

use crate::metadata::{GameResult, Kind, Status};
use crate::store::error::{Error, Result};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, OptionalExtension, Params, ToSql};
use std::ops::ControlFlow;

/// A connection to a database, for questions.
#[derive(Debug)]
pub struct Connection {
    raw: rusqlite::Connection,
}

impl Connection {
    /// Wraps a connection that is open.
    pub(crate) fn new(raw: rusqlite::Connection) -> Connection {
        Connection { raw }
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
        let statement = self.raw.prepare_cached(sql)?;
        debug_assert!(statement.readonly(), "this needs a transaction: {sql}");
        Ok(Statement(statement))
    }

    /// The one value that a statement without parameters gives.
    pub(crate) fn value<T: FromSql>(&self, sql: &str) -> Result<T> {
        self.select(sql)?.one([], |row| row.get(0))
    }

    /// The first column of all rows that a statement gives.
    pub(crate) fn column<T: FromSql, C: FromIterator<T>>(
        &self,
        sql: &str,
        params: impl Params,
    ) -> Result<C> {
        self.select(sql)?.all(params, |row| row.get(0))
    }

    /// The first column of the first row that a statement gives, if it gives any.
    pub(crate) fn find<T: FromSql>(&self, sql: &str, params: impl Params) -> Result<Option<T>> {
        self.select(sql)?.optional(params, |row| row.get(0))
    }

    /// All rows that a statement gives.
    pub(crate) fn rows<T: FromRow, C: FromIterator<T>>(
        &self,
        sql: &str,
        params: impl Params,
    ) -> Result<C> {
        self.select(sql)?.all(params, |row| T::read(&mut row.cells()))
    }

    /// The first row that a statement gives, if it gives any.
    pub(crate) fn row<T: FromRow>(&self, sql: &str, params: impl Params) -> Result<Option<T>> {
        self.select(sql)?.optional(params, |row| T::read(&mut row.cells()))
    }

    /// Hands all rows that a statement gives to `visit`, one after the other.
    pub(crate) fn each(
        &self,
        sql: &str,
        params: impl Params,
        visit: impl FnMut(&SqlRow<'_>) -> Result<()>,
    ) -> Result<()> {
        self.select(sql)?.each(params, visit)
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
        read: impl FnOnce(&SqlRow<'_>) -> Result<T>,
    ) -> Result<T> {
        self.optional(params, read)?.ok_or_else(|| rusqlite::Error::QueryReturnedNoRows.into())
    }

    /// The first row, if there is one.
    pub(crate) fn optional<T>(
        &mut self,
        params: impl Params,
        read: impl FnOnce(&SqlRow<'_>) -> Result<T>,
    ) -> Result<Option<T>> {
        self.0.query_row(params, |row| Ok(read(&SqlRow(row)))).optional()?.transpose()
    }

    /// Reads all rows of the statement.
    pub(crate) fn all<T, C: FromIterator<T>>(
        &mut self,
        params: impl Params,
        mut read: impl FnMut(&SqlRow<'_>) -> Result<T>,
    ) -> Result<C> {
        let rows = self.0.query_map(params, |row| Ok(read(&SqlRow(row))))?;
        rows.map(|row| row?).collect()
    }

    /// Hands all rows to `visit`, one after the other.
    pub(crate) fn each(
        &mut self,
        params: impl Params,
        mut visit: impl FnMut(&SqlRow<'_>) -> Result<()>,
    ) -> Result<()> {
        self.until(params, |row| visit(row).map(ControlFlow::Continue)).map(drop)
    }

    /// Hands rows to `visit` until it has seen enough.
    pub(crate) fn until(
        &mut self,
        params: impl Params,
        mut visit: impl FnMut(&SqlRow<'_>) -> Result<ControlFlow<()>>,
    ) -> Result<ControlFlow<()>> {
        let mut rows = self.0.query(params)?;
        while let Some(row) = rows.next()? {
            if visit(&SqlRow(row))?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Runs the statement and returns the number of changed rows.
    pub(crate) fn execute(&mut self, params: impl Params) -> Result<usize> {
        Ok(self.0.execute(params)?)
    }

    /// Inserts one row and returns its id.
    pub(crate) fn insert(&mut self, params: impl Params) -> Result<i64> {
        Ok(self.0.insert(params)?)
    }

    /// Sets the parameter with this number, 1-based.
    pub(crate) fn bind(&mut self, number: usize, value: impl ToSql) -> Result<()> {
        Ok(self.0.raw_bind_parameter(number, value)?)
    }

    /// Runs the statement with the values that were bound.
    pub(crate) fn execute_bound(&mut self) -> Result<()> {
        self.0.raw_execute()?;
        Ok(())
    }
}

/// A row of an answer; columns are numbered from 0.
pub(crate) struct SqlRow<'r>(&'r rusqlite::Row<'r>);

impl<'r> SqlRow<'r> {
    /// A value.
    #[inline]
    pub(crate) fn get<T: FromSql>(&self, column: usize) -> Result<T> {
        Ok(self.0.get(column)?)
    }

    /// The values of the row, one after the other.
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
        self.value(column)?.as_str_or_null().map_err(|_| self.wrong(column))
    }

    /// Bytes, not copied.
    #[inline]
    pub(crate) fn blob(&self, column: usize) -> Result<&'r [u8]> {
        self.value(column)?.as_blob().map_err(|_| self.wrong(column))
    }

    /// A value of any kind, not copied.
    #[inline]
    pub(crate) fn value(&self, column: usize) -> Result<ValueRef<'r>> {
        Ok(self.0.get_ref(column)?)
    }

    fn wrong(&self, column: usize) -> Error {
        let name = self.0.as_ref().column_name(column).unwrap_or("?");
        Error::Damaged(format!("the column `{name}` holds what it never should"))
    }
}

/// The values of a row from left to right.
pub(crate) struct Cells<'c, 'r> {
    row: &'c SqlRow<'r>,
    next: usize,
}

impl Cells<'_, '_> {
    /// The next value.
    #[inline]
    pub(crate) fn next<T: FromSql>(&mut self) -> Result<T> {
        self.next += 1;
        self.row.get(self.next - 1)
    }

    /// The next value of a column that is there only if it is wanted.
    #[inline]
    pub(crate) fn next_if<T: FromSql + Default>(&mut self, is_wanted: bool) -> Result<T> {
        if is_wanted { self.next() } else { Ok(T::default()) }
    }
}

/// A type that takes the columns of a row, from left to right.
pub(crate) trait FromRow: Sized {
    /// Takes the next columns.
    fn read(cells: &mut Cells<'_, '_>) -> Result<Self>;
}

macro_rules! tuple_of_columns {
    ($($column:ident)+) => {
        impl<$($column: FromSql),+> FromRow for ($($column,)+) {
            fn read(cells: &mut Cells<'_, '_>) -> Result<Self> {
                Ok(($(cells.next::<$column>()?,)+))
            }
        }
    };
}

tuple_of_columns!(A B);
tuple_of_columns!(A B C);

/// Reads a struct from a row: its fields in the order of the columns, and where those that stand in
/// no column come from.
macro_rules! from_row {
    ($type:ident { $($field:ident),+ $(; $($other:ident: $value:expr),+)? $(,)? }) => {
        impl $crate::store::sql::FromRow for $type {
            fn read(
                cells: &mut $crate::store::sql::Cells<'_, '_>,
            ) -> $crate::store::error::Result<$type> {
                Ok($type { $($field: cells.next()?,)+ $($($other: $value,)+)? })
            }
        }
    };
}
pub(crate) use from_row;

macro_rules! stored_by_name {
    ($type:ty, $what:literal) => {
        impl FromSql for $type {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                let name = value.as_str()?;
                <$type>::from_name(name).ok_or_else(|| {
                    FromSqlError::Other(format!("`{name}` is no {} of a game", $what).into())
                })
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
