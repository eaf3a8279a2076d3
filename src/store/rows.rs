//! Inserting many rows with one statement.
//!
//! SQLite begins and ends every statement anew, which for a row of an import costs about as much as storing it. So rows go
//! together, [`TOGETHER`] a statement; what is left over goes one by one.

use rusqlite::{Connection, Result, Statement, ToSql};

/// Rows of a statement. Four times as many gain nothing.
const TOGETHER: usize = 32;

/// Inserts `rows`, each of which `bind` turns into values, `into` a table and columns of it: `game (id, key)`.
///
/// # Errors
/// When SQLite fails.
pub(super) fn insert_rows<R>(
    conn: &Connection,
    into: &str,
    rows: &[R],
    bind: impl Fn(&R, &mut Values<'_, '_>) -> Result<()>,
) -> Result<()> {
    let whole = rows.chunks_exact(TOGETHER);
    let rest = whole.remainder();
    run(conn, into, TOGETHER, whole, &bind)?;
    run(conn, into, 1, rest.chunks(1), &bind)
}

/// Inserts chunks of `together` rows each.
fn run<'r, R: 'r>(
    conn: &Connection,
    into: &str,
    together: usize,
    chunks: impl ExactSizeIterator<Item = &'r [R]>,
    bind: &impl Fn(&R, &mut Values<'_, '_>) -> Result<()>,
) -> Result<()> {
    if chunks.len() == 0 {
        return Ok(());
    }
    let columns = into.matches(',').count() + 1;
    let row = format!("({})", vec!["?"; columns].join(", "));
    let sql = format!("insert into {into} values {}", vec![&*row; together].join(", "));
    let mut statement = conn.prepare_cached(&sql)?;
    for chunk in chunks {
        let mut values = Values { statement: &mut statement, next: 1 };
        for row in chunk {
            bind(row, &mut values)?;
        }
        debug_assert_eq!(values.next, together * columns + 1, "a value for every column");
        statement.raw_execute()?;
    }
    Ok(())
}

/// Takes the values of a statement one after the other.
pub(super) struct Values<'s, 'c> {
    statement: &'s mut Statement<'c>,
    next: usize,
}

impl Values<'_, '_> {
    /// The next value.
    ///
    /// # Errors
    /// When SQLite fails.
    pub(super) fn put(&mut self, value: impl ToSql) -> Result<&mut Self> {
        self.statement.raw_bind_parameter(self.next, value)?;
        self.next += 1;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_arrives_once_and_in_order() {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch("create table t (a integer primary key, b text)").unwrap();
        let mut first = 0;
        for len in [0, 1, TOGETHER - 1, TOGETHER, TOGETHER + 1, 3 * TOGETHER + 5] {
            let rows: Vec<usize> = (first..first + len).collect();
            insert_rows(&conn, "t (a, b)", &rows, |&row, values| {
                values.put(row as i64)?.put((row % 3 > 0).then(|| row.to_string()))?;
                Ok(())
            })
            .unwrap();
            first += len;
        }
        let rows: Vec<(usize, Option<String>)> = conn
            .prepare("select a, b from t order by a")
            .unwrap()
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap()
            .collect::<Result<_>>()
            .unwrap();
        let expected: Vec<_> =
            (0..first).map(|row| (row, (row % 3 > 0).then(|| row.to_string()))).collect();
        assert_eq!(rows, expected);
    }
}
