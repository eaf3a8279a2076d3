//! Contents and sizes of a database.

use rusqlite::{Connection, OpenFlags};
use std::path::Path;

/// Contents and bytes of a database.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    /// Number of distinct games.
    pub(crate) games: u64,
    /// Number of plies of all main lines.
    pub(crate) plies: u64,
    /// Number of postings: every position of every game, once for each move played there.
    pub(crate) positions: u64,
    /// Bytes of the file, including unused pages.
    pub(crate) database: u64,
    /// Bytes of the tables of index and facts: their pages, or their blobs if SQLite cannot count
    /// pages.
    pub(crate) index: u64,
}

/// Measures a database.
pub(crate) fn of(path: &Path) -> anyhow::Result<Size> {
    let conn = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let number = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, u64>(0));
    let index = number(
        "select sum(pgsize) from dbstat where aggregate = true
         and name in ('index_block', 'index_segment', 'facts')",
    )
    .or_else(|_| {
        number(
            "select (select coalesce(sum(length(data)), 0) from index_block)
             + (select coalesce(sum(length(fences)), 0) from index_segment)
             + (select coalesce(sum(length(data)), 0) from facts)",
        )
    })?;
    Ok(Size {
        games: number("select count(*) from game")?,
        plies: number("select coalesce(sum(plies), 0) from game")?,
        positions: number("select coalesce(sum(posting_count), 0) from index_segment")?,
        database: std::fs::metadata(path)?.len(),
        index,
    })
}
