//! Times the stage *write*: SQLite inserting all rows of an import, and nothing else.
//!
//! The rows come from a database that an import made, and go through prepared statements into a
//! database with equal schema and settings. Inserting, committing and emptying the log are timed,
//! reading is not.

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use std::path::Path;
use std::time::{Duration, Instant};
use xqdb::store::Database;

/// Number of rows that are read, then inserted.
const ROWS: usize = 4096;
/// Number of rows of a transaction, about as many as in a batch of an import.
const TRANSACTION: usize = 32 * ROWS;

/// Copies every row of the database `from` into a new one below `home`; returns the time.
pub(crate) fn copy(from: &Path, home: &Path) -> anyhow::Result<Duration> {
    let folder = tempfile::tempdir_in(home)?;
    let source = Connection::open(from)?;
    let path = folder.path().join("rows.db");
    drop(Database::open(&path)?);
    let target = Connection::open(&path)?;
    // Tables come in the order of their creation, so a row may precede one to which it refers.
    target.execute_batch(
        "pragma synchronous = normal; pragma cache_size = -65536; pragma foreign_keys = off",
    )?;
    let mut copier = Copier { target: &target, took: Duration::ZERO, rows: 0 };
    // Invented games have no comments, so the tables of the full-text search are empty.
    let tables: Vec<String> = source
        .prepare(
            "select name from sqlite_schema
             where type = 'table' and name not like 'sqlite_%' and name not like 'comment_text%'",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    target.execute_batch("begin immediate")?;
    for table in &tables {
        copier.table(&source, table)?;
    }
    let begun = Instant::now();
    target.execute_batch("commit")?;
    target.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))?;
    Ok(copier.took + begun.elapsed())
}

struct Copier<'c> {
    target: &'c Connection,
    took: Duration,
    rows: usize,
}

impl Copier<'_> {
    fn table(&mut self, source: &Connection, table: &str) -> rusqlite::Result<()> {
        // A new database already has rows: settings and checksums.
        self.target.execute_batch(&format!("delete from {table}"))?;
        let mut select = source.prepare(&format!("select * from {table}"))?;
        let columns = select.column_count();
        let places = vec!["?"; columns].join(", ");
        let insert = format!("insert into {table} values ({places})");
        let mut found = select.query([])?;
        let mut rows: Vec<Vec<Value>> = Vec::with_capacity(ROWS);
        while let Some(row) = found.next()? {
            rows.push((0..columns).map(|column| row.get(column)).collect::<Result<_, _>>()?);
            if rows.len() == ROWS {
                self.insert(&insert, &rows)?;
                rows.clear();
            }
        }
        self.insert(&insert, &rows)
    }

    fn insert(&mut self, sql: &str, rows: &[Vec<Value>]) -> rusqlite::Result<()> {
        let begun = Instant::now();
        let mut insert = self.target.prepare_cached(sql)?;
        for row in rows {
            insert.execute(params_from_iter(row))?;
        }
        self.rows += rows.len();
        if self.rows >= TRANSACTION {
            self.rows = 0;
            self.target.execute_batch("commit; begin immediate")?;
        }
        self.took += begun.elapsed();
        Ok(())
    }
}
