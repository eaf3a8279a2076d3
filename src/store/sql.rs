//! Statements: the only way from the rest of the folder to SQLite.
//!
//! A [`Connection`] makes statements that read. Statements that change something are made by a
//! [`Transaction`](crate::store::transaction::Transaction). A value of a wrong type in a column
//! means that the file is damaged, and the error says so.
//!
//! Columns store status, result and kind by the names that [`metadata`](crate::metadata) gives
//! them. Another text there is damage, and is refused.

use crate::metadata::{GameResult, Kind, Status};
use crate::store::error::{Error, Result};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, OptionalExtension, Params, ToSql};
use std::ops::ControlFlow;

/// A connection to a database, for reading.
#[derive(Debug)]
pub struct Connection {
    raw: rusqlite::Connection,
}

impl Connection {
    /// Wraps an open connection.
    pub(crate) fn new(raw: rusqlite::Connection) -> Connection {
        Connection { raw }
    }

    /// The connection of `rusqlite`, for settings, copies and transactions.
    pub(crate) fn raw(&self) -> &rusqlite::Connection {
        &self.raw
    }

    /// The connection of `rusqlite`, for its hooks.
    pub(crate) fn raw_mut(&mut self) -> &mut rusqlite::Connection {
        &mut self.raw
    }

    /// A statement that reads. It is compiled once for every connection.
    pub(crate) fn select(&self, sql: &str) -> Result<Statement<'_>> {
        let statement = self.raw.prepare_cached(sql)?;
        debug_assert!(statement.readonly(), "this needs a transaction: {sql}");
        Ok(Statement(statement))
    }

    /// The one value that a statement without parameters returns.
    pub(crate) fn value<T: FromSql>(&self, sql: &str) -> Result<T> {
        self.select(sql)?.one([], |row| row.get(0))
    }

    /// First column of all rows that a statement returns.
    pub(crate) fn column<T: FromSql, C: FromIterator<T>>(
        &self,
        sql: &str,
        params: impl Params,
    ) -> Result<C> {
        self.select(sql)?.all(params, |row| row.get(0))
    }

    /// First column of the first row that a statement returns; `None` without rows.
    pub(crate) fn find<T: FromSql>(&self, sql: &str, params: impl Params) -> Result<Option<T>> {
        self.select(sql)?.optional(params, |row| row.get(0))
    }

    /// All rows that a statement returns.
    pub(crate) fn rows<T: FromRow, C: FromIterator<T>>(
        &self,
        sql: &str,
        params: impl Params,
    ) -> Result<C> {
        self.select(sql)?.all(params, |row| T::read(&mut row.cells()))
    }

    /// First row that a statement returns; `None` without rows.
    pub(crate) fn row<T: FromRow>(&self, sql: &str, params: impl Params) -> Result<Option<T>> {
        self.select(sql)?.optional(params, |row| T::read(&mut row.cells()))
    }

    /// Passes all rows that a statement returns to `visit`, one after the other.
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
    /// Wraps a statement that may change something; only a transaction calls this function.
    pub(crate) fn of(statement: CachedStatement<'c>) -> Statement<'c> {
        Statement(statement)
    }

    /// The only row; its absence means damage.
    pub(crate) fn one<T>(
        &mut self,
        params: impl Params,
        read: impl FnOnce(&SqlRow<'_>) -> Result<T>,
    ) -> Result<T> {
        self.optional(params, read)?.ok_or_else(|| rusqlite::Error::QueryReturnedNoRows.into())
    }

    /// First row; `None` without rows.
    pub(crate) fn optional<T>(
        &mut self,
        params: impl Params,
        read: impl FnOnce(&SqlRow<'_>) -> Result<T>,
    ) -> Result<Option<T>> {
        self.0.query_row(params, |row| Ok(read(&SqlRow(row)))).optional()?.transpose()
    }

    /// All rows of the statement.
    pub(crate) fn all<T, C: FromIterator<T>>(
        &mut self,
        params: impl Params,
        mut read: impl FnMut(&SqlRow<'_>) -> Result<T>,
    ) -> Result<C> {
        let rows = self.0.query_map(params, |row| Ok(read(&SqlRow(row))))?;
        rows.map(|row| row?).collect()
    }

    /// Passes all rows to `visit`, one after the other.
    pub(crate) fn each(
        &mut self,
        params: impl Params,
        mut visit: impl FnMut(&SqlRow<'_>) -> Result<()>,
    ) -> Result<()> {
        self.until(params, |row| visit(row).map(ControlFlow::Continue)).map(drop)
    }

    /// Passes rows to `visit` until `visit` breaks.
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

    /// Binds the parameter with this number, 1-based.
    pub(crate) fn bind(&mut self, number: usize, value: impl ToSql) -> Result<()> {
        Ok(self.0.raw_bind_parameter(number, value)?)
    }

    /// Runs the statement with the bound values.
    pub(crate) fn execute_bound(&mut self) -> Result<()> {
        self.0.raw_execute()?;
        Ok(())
    }
}

/// A row of an answer; columns are numbered from 0.
pub(crate) struct SqlRow<'r>(&'r rusqlite::Row<'r>);

impl<'r> SqlRow<'r> {
    /// Value of a column.
    #[inline]
    pub(crate) fn get<T: FromSql>(&self, column: usize) -> Result<T> {
        Ok(self.0.get(column)?)
    }

    /// Values of the row, one after the other.
    pub(crate) fn cells(&self) -> Cells<'_, 'r> {
        Cells { row: self, next: 0 }
    }

    /// Text of a column, not copied.
    #[inline]
    pub(crate) fn text(&self, column: usize) -> Result<&'r str> {
        self.text_or_null(column)?.ok_or_else(|| self.wrong(column))
    }

    /// Text of a column, not copied; `None` for null.
    #[inline]
    pub(crate) fn text_or_null(&self, column: usize) -> Result<Option<&'r str>> {
        self.value(column)?.as_str_or_null().map_err(|_| self.wrong(column))
    }

    /// Bytes of a column, not copied.
    #[inline]
    pub(crate) fn blob(&self, column: usize) -> Result<&'r [u8]> {
        self.value(column)?.as_blob().map_err(|_| self.wrong(column))
    }

    /// Value of any type, not copied.
    #[inline]
    pub(crate) fn value(&self, column: usize) -> Result<ValueRef<'r>> {
        Ok(self.0.get_ref(column)?)
    }

    fn wrong(&self, column: usize) -> Error {
        let name = self.0.as_ref().column_name(column).unwrap_or("?");
        Error::Damaged(format!("the column `{name}` holds what it never should"))
    }
}

/// Values of a row from left to right.
pub(crate) struct Cells<'c, 'r> {
    row: &'c SqlRow<'r>,
    next: usize,
}

impl Cells<'_, '_> {
    /// Next value.
    #[inline]
    pub(crate) fn next<T: FromSql>(&mut self) -> Result<T> {
        self.next += 1;
        self.row.get(self.next - 1)
    }

    /// Next value, of a column that is in the row only if it is wanted; the default value
    /// otherwise.
    #[inline]
    pub(crate) fn next_if<T: FromSql + Default>(&mut self, is_wanted: bool) -> Result<T> {
        if is_wanted { self.next() } else { Ok(T::default()) }
    }
}

/// A type that reads the columns of a row, from left to right.
pub(crate) trait FromRow: Sized {
    /// Reads the next columns.
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

/// Implements reading a struct from a row: its fields in the order of the columns, then expressions
/// for fields without a column.
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
