//! Inserting many rows with one statement.
//!
//! SQLite begins and ends every statement anew, which for a row of an import costs about as much as
//! storing it. So rows go together, [`TOGETHER`] a statement; what is left over goes one by one.

use crate::store::sql::{Result, Statement};
use crate::store::transaction::Transaction;
use rusqlite::ToSql;

/// Rows of a statement. Four times as many gain nothing.
const TOGETHER: usize = 32;

/// Inserts `rows`, each of which `bind` turns into values, `into` a table and columns of it: `game
/// (id, key)`.
///
/// # Errors
/// When SQLite fails.
pub(super) fn insert_rows<R>(
    tx: &Transaction<'_>,
    into: &str,
    rows: &[R],
    bind: impl Fn(&R, &mut Values<'_, '_>) -> Result<()>,
) -> Result<()> {
    let whole = rows.chunks_exact(TOGETHER);
    let rest = whole.remainder();
    if whole.len() > 0 {
        let mut statement = tx.write(&sql(into, TOGETHER))?;
        whole.into_iter().try_for_each(|rows| run(&mut statement, rows, &bind))?;
    }
    if !rest.is_empty() {
        let mut statement = tx.write(&sql(into, 1))?;
        rest.chunks(1).try_for_each(|rows| run(&mut statement, rows, &bind))?;
    }
    Ok(())
}

/// The statement that inserts so many rows.
fn sql(into: &str, together: usize) -> String {
    let columns = into.matches(',').count() + 1;
    let row = format!("({})", vec!["?"; columns].join(", "));
    format!("insert into {into} values {}", vec![&*row; together].join(", "))
}

fn run<R>(
    statement: &mut Statement<'_>,
    rows: &[R],
    bind: impl Fn(&R, &mut Values<'_, '_>) -> Result<()>,
) -> Result<()> {
    let mut values = Values { statement, next: 1 };
    rows.iter().try_for_each(|row| bind(row, &mut values))?;
    statement.execute_bound()
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
        self.statement.bind(self.next, value)?;
        self.next += 1;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::database::Database;

    #[test]
    fn every_row_arrives_once_and_in_order() {
        let mut database = Database::for_test();
        let tx = database.transaction().unwrap();
        tx.run("create table t (a integer primary key, b text)").unwrap();
        let mut first = 0;
        for len in [0, 1, TOGETHER - 1, TOGETHER, TOGETHER + 1, 3 * TOGETHER + 5] {
            let rows: Vec<usize> = (first..first + len).collect();
            insert_rows(&tx, "t (a, b)", &rows, |&row, values| {
                values.put(row as i64)?.put((row % 3 > 0).then(|| row.to_string()))?;
                Ok(())
            })
            .unwrap();
            first += len;
        }
        let rows: Vec<(usize, Option<String>)> = tx
            .select("select a, b from t order by a")
            .unwrap()
            .all([], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap();
        let expected: Vec<_> =
            (0..first).map(|row| (row, (row % 3 > 0).then(|| row.to_string()))).collect();
        assert_eq!(rows, expected);
    }
}
