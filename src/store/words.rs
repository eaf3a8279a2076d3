//! How status, result and kind stand in a column: by the names that
//! [`metadata`](crate::metadata) gives them. Another text there is damage, and is not read.

use crate::metadata::{GameResult, Kind, Status};
use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};

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
