//! The database: one open SQLite file with its schema, its writer and its position index.
//!
//! The schema is in `migrations/`, a comment on every table and index. Beside the relational part there are three
//! binary layouts, each described byte by byte in its file: trees of variations (`tree.rs`), the facts of games
//! in columns (`facts.rs`) and the blocks of the position index ([`index`]).
//!
//! How it hangs together: a *source* is a content that was read (at one or more *locations*); it has *records*; a
//! record witnesses a *game*. What makes records one game is decided in `identity.rs`, what a game is called in
//! `metadata.rs`. The index and the facts know games by `game.id`, which is never given twice; whoever cites a
//! game uses `game.key`.
//!
//! One [`Writer`] owns the connection during an import; some batches and the segment of their postings are
//! one transaction. Readers go on meanwhile (WAL); a second
//! import waits for its turn ([`WriteLock`]).

mod backup;
mod checkpoint;
mod facts;
mod facts_reader;
mod gather;
mod identity;
pub mod index;
mod ledger;
mod lines;
mod lock;
mod names;
mod packing;
mod prepared;
mod rows;
mod settle;
mod tags;
mod tree;
mod unread;
mod words;
mod writer;

pub use backup::backup;
pub use checkpoint::Checkpointer;
pub use facts::Fact;
pub use facts_reader::Facts;
pub use identity::{Cluster, Identity, LONG_LINE, Line, cluster, keys_with};
pub use ledger::{Forgotten, Known, KnownSources, SourceInfo, known_sources};
pub use lock::WriteLock;
pub use prepared::{Postings, Prepared, postings};
pub use tags::{StoredTags, tags_of};
pub use tree::{StoredTree, pack, unpack};
pub use unread::{Unread, unread};
pub use writer::{ReadTo, Tally, Writer};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::path::Path;
use std::time::Duration;

/// `XQDB` as a number: how `file` and others can tell our databases.
const APPLICATION_ID: i32 = i32::from_be_bytes(*b"XQDB");

/// Append-only; `user_version` counts how many were applied.
const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/001_archive.sql"),
    include_str!("../../migrations/002_index.sql"),
    include_str!("../../migrations/003_comments.sql"),
    include_str!("../../migrations/004_common.sql"),
    include_str!("../../migrations/005_tags.sql"),
    include_str!("../../migrations/006_lines.sql"),
    include_str!("../../migrations/007_unread.sql"),
];

/// Pages of a new database. Four blocks of the index fill one; four times the usual size means a quarter of the calls of
/// the system that writing takes.
const PAGE_BYTES: u32 = 16384;
/// How long to wait for another program's transaction to end.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long to wait for readers before the write-ahead log is emptied.
const RECLAIM: Duration = Duration::from_secs(1);

const NEWEST: u32 = MIGRATIONS.len() as u32;

/// Why the database could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// SQLite said no.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// The position index is damaged.
    #[error(transparent)]
    Index(#[from] index::Error),
    /// Something stored makes no sense.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// The file that keeps writers apart cannot be made.
    #[error("cannot lock `{path}`: {error}")]
    Lock {
        /// The file.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// The file belongs to another program.
    #[error("the file is an SQLite database, but not one of xqdb")]
    Foreign,
    /// The file was written by a newer xqdb.
    #[error(
        "the database has version {found}, this program knows versions up to {known}; use a newer xqdb"
    )]
    Newer {
        /// The file's.
        found: u32,
        /// Ours.
        known: u32,
    },
}

/// The result of everything in this room.
pub type Result<T> = std::result::Result<T, Error>;

/// Opens a database for writing, makes it if need be, and brings it to the newest version.
///
/// # Errors
/// When the file cannot be opened, is not ours, or is newer than this program.
pub fn open(path: &Path) -> Result<Connection> {
    let mut conn = Connection::open(path)?;
    conn.busy_timeout(PATIENCE)?;
    check(&conn)?;
    // Of a new file only; others keep theirs.
    conn.pragma_update(None, "page_size", PAGE_BYTES)?;
    conn.pragma_update(None, "journal_mode", "wal")?;
    migrate(&mut conn)?;
    tune(&conn)?;
    reclaim(&conn);
    Ok(conn)
}

/// Moves what is committed from the write-ahead log into the file and empties the log, if nobody is reading. After a
/// transaction that failed for want of room, this is what makes room again.
pub fn reclaim(conn: &Connection) {
    // When it cannot be done soon, the next one to open the file does it: a reader may stay for hours.
    let _ = conn.busy_timeout(RECLAIM);
    let _ = conn.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()));
    let _ = conn.busy_timeout(PATIENCE);
}

/// Opens an existing database for reading.
///
/// # Errors
/// When the file is missing or cannot be opened, is not ours, or is not of this program's version.
pub fn open_read_only(path: &Path) -> Result<Connection> {
    let conn = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    conn.busy_timeout(PATIENCE)?;
    let version = check(&conn)?;
    if version < NEWEST {
        drop(conn);
        let conn = open(path)?;
        conn.pragma_update(None, "query_only", true)?;
        return Ok(conn);
    }
    tune(&conn)?;
    conn.pragma_update(None, "query_only", true)?;
    Ok(conn)
}

/// Refuses foreign and newer files; returns the number of migrations applied.
fn check(conn: &Connection) -> Result<u32> {
    let application: i32 = conn.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let version: u32 = conn.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let tables: i64 = conn.query_row("select count(*) from sqlite_schema", [], |row| row.get(0))?;
    if application != APPLICATION_ID && (application != 0 || tables > 0) {
        return Err(Error::Foreign);
    }
    if version > NEWEST {
        return Err(Error::Newer { found: version, known: NEWEST });
    }
    Ok(version)
}

fn migrate(conn: &mut Connection) -> Result<()> {
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Read inside the transaction: two programs may open the file at once.
    let applied: u32 = tx.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if applied < NEWEST {
        for sql in MIGRATIONS.iter().skip(applied as usize) {
            tx.execute_batch(sql)?;
        }
        tx.pragma_update(None, "application_id", APPLICATION_ID)?;
        tx.pragma_update(None, "user_version", NEWEST)?;
    }
    tx.commit()?;
    Ok(())
}

/// Lets the page cache of a connection take this many bytes.
///
/// # Errors
/// When SQLite fails.
pub fn set_cache(conn: &Connection, bytes: u64) -> Result<()> {
    conn.pragma_update(None, "cache_size", -((bytes >> 10) as i64))?;
    Ok(())
}

/// The page cache of a connection that asks.
const CACHE_KIB: i64 = 64 * 1024;

fn tune(conn: &Connection) -> Result<()> {
    conn.pragma_update(None, "synchronous", "normal")?;
    // References are right by construction and checked by `verify`; checking each row would cost the import a tenth.
    conn.pragma_update(None, "foreign_keys", false)?;
    conn.pragma_update(None, "cache_size", -CACHE_KIB)?;
    conn.pragma_update(None, "temp_store", "memory")?;
    // Plans must not depend on the values of a question: SQLite would compile a statement anew for each.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    conn.set_prepared_statement_cache_capacity(128);
    Ok(())
}
