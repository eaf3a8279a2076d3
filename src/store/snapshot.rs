//! A database opened for reading.

use crate::store::error::{Error, Result};
use crate::store::file::{
    ASKED_FROM, FileFound, NEWEST, add_missing_tables, has_log, look, tune, version,
};
use crate::store::sql::{Connection, FromRow, from_row};
use crate::system::SQLITE_WITHOUT_LOCKS;
use crate::text::percent_escaped;
use rusqlite::OpenFlags;
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// Size of a small cache in pages: enough for the inner pages of the trees.
const FEW_PAGES: i64 = 256;

/// The state of a database at the moment when it was opened, whatever is written meanwhile.
///
/// A snapshot never writes: it does not make, change or update the file. A file of an older version
/// is read without an update, if that version has all tables that questions need.
///
/// A file or folder that cannot be written is opened all the same. SQLite's locks do not work
/// there, so none are taken: other programs must not write to such a place meanwhile. A log beside
/// the file is read into memory; without a log the file alone is read.
pub struct Snapshot {
    conn: Connection,
    path: PathBuf,
    access: Access,
}

/// The state of a file in three numbers, one of which changes with every change of the file.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct Stamp {
    /// Changes with the games.
    generation: i64,
    /// Changes with the remembered results of common positions.
    remembered: Option<i64>,
    /// Changes with the index: the highest id of a segment.
    segment: Option<i64>,
}

from_row!(Stamp { generation, remembered, segment });

/// Ways to open the file.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
enum Access {
    /// With locks, beside programs that may write.
    Shared,
    /// Without locks, where nothing can be written.
    Unshared,
}

impl Snapshot {
    /// Opens an existing database.
    ///
    /// # Errors
    /// The file is missing or cannot be read, is no database of xqdb, or has a version that cannot
    /// be read.
    pub fn open(path: &Path) -> Result<Snapshot> {
        if look(path)? == FileFound::Empty {
            return Err(Error::Empty);
        }
        match Snapshot::through(path, Access::Shared) {
            Err(Error::Sqlite(refused)) if refused.is_unwritable() => {
                Snapshot::through(path, Access::Unshared)
            }
            opened => opened,
        }
    }

    fn through(path: &Path, access: Access) -> Result<Snapshot> {
        let conn = match access {
            Access::Shared => {
                // SQLite writes beside the file the memory that readers share.
                let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
                Ok(rusqlite::Connection::open_with_flags(path, flags)?)
            }
            Access::Unshared => open_without_locks(path),
        };
        let conn = Connection::new(conn?);
        tune(&conn)?;
        // The state stays as it is at the first look.
        conn.raw().execute_batch("begin")?;
        match version(&conn)? {
            0 => return Err(Error::Empty),
            NEWEST => {}
            found if found < ASKED_FROM => {
                return Err(Error::Older { found, needed: ASKED_FROM });
            }
            _ => add_missing_tables(&conn)?,
        }
        conn.raw().execute_batch("pragma query_only = on")?;
        Ok(Snapshot { conn, path: path.to_owned(), access })
    }

    /// The connection for hooks.
    pub(crate) fn raw_mut(&mut self) -> &mut rusqlite::Connection {
        self.conn.raw_mut()
    }

    /// Opens `count` further connections that see the same state, each to read much and nothing
    /// twice. The list is empty if the database has changed meanwhile.
    pub fn others(&self, count: usize) -> Result<Vec<Snapshot>> {
        let wanted = self.stamp()?;
        let mut others = Vec::with_capacity(count);
        for _ in 0..count {
            let other = Snapshot::through(&self.path, self.access)?;
            // A small cache reuses its pages. A growing cache asks for memory page by page, and all
            // connections wait for each other at SQLite's one lock for memory.
            other.raw().pragma_update(None, "cache_size", FEW_PAGES)?;
            if other.stamp()? != wanted {
                return Ok(Vec::new());
            }
            others.push(other);
        }
        Ok(others)
    }

    /// Whether the file still has the state of this snapshot.
    pub fn is_current(&self) -> Result<bool> {
        self.newest()?.is_as(self)
    }

    /// Opens the present state of the file.
    pub fn newest(&self) -> Result<Snapshot> {
        Snapshot::through(&self.path, self.access)
    }

    /// Whether another snapshot of the file shows the same state.
    pub fn is_as(&self, other: &Snapshot) -> Result<bool> {
        Ok(self.stamp()? == other.stamp()?)
    }

    /// Stamp of the state of this snapshot.
    pub fn stamp(&self) -> Result<Stamp> {
        let sql = "select (select value from meta where name = 'generation'),
                          (select value from meta where name = 'common_generation'),
                          (select max(id) from index_segment)";
        self.select(sql)?.one([], |row| Stamp::read(&mut row.cells()))
    }
}

impl Deref for Snapshot {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.conn
    }
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = formatter.debug_struct("Snapshot");
        text.field("path", &self.path).field("access", &self.access).finish_non_exhaustive()
    }
}

/// Opens a file beside which nothing can be written: takes no locks, and reads a log beside the
/// file into memory.
pub(crate) fn open_without_locks(path: &Path) -> Result<rusqlite::Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let (how, is_exclusive) = match has_log(path) {
        // With one user SQLite keeps the index of the log in memory and not in a file.
        true => (format!("mode=ro&vfs={}", SQLITE_WITHOUT_LOCKS), true),
        false => ("immutable=1".to_owned(), false),
    };
    let conn = rusqlite::Connection::open_with_flags(uri(path, &how)?, flags)?;
    if is_exclusive {
        conn.pragma_update(None, "locking_mode", "exclusive")?;
    }
    Ok(conn)
}

/// SQLite's URI of a path, with parameters.
fn uri(path: &Path, parameters: &str) -> Result<String> {
    let unreadable = |error| Error::Unreadable { path: path.display().to_string(), error };
    let path = std::path::absolute(path).map_err(unreadable)?;
    let bytes = path.as_os_str().as_encoded_bytes();
    let begin = if bytes.starts_with(b"/") { "" } else { "/" };
    let is_separator = |byte| std::path::is_separator(char::from(byte));
    let parts: Vec<u8> =
        bytes.iter().map(|&byte| if is_separator(byte) { b'/' } else { byte }).collect();
    Ok(format!("file://{begin}{}?{parameters}", percent_escaped(&parts, b"/:._-")))
}
