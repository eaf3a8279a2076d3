//! A database opened for questions.

use crate::store::error::{Error, Result};
use crate::store::file::{
    ASKED_FROM, FileFound, NEWEST, add_missing_tables, has_log, look, tune, version,
};
use crate::store::sql::{Connection, FromRow, from_row};
use crate::system::SQLITE_WITHOUT_LOCKS;
use rusqlite::OpenFlags;
use std::fmt::Write as _;
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// Enough for the inner pages of the trees.
const FEW_PAGES: i64 = 256;

/// The state of a database at the moment when it was opened, whatever is written meanwhile.
///
/// Nothing is ever written through it: the file is neither made nor changed nor brought up to date.
/// A file that is still of an older version is asked as it is, if that version has all that
/// questions need.
///
/// A file or folder that cannot be written is opened all the same. SQLite's locks do not work
/// there, so none are taken: whoever else could write to such a place has to leave it alone
/// meanwhile. A log that lies beside the file is read into memory; without one the file is taken as
/// it is.
pub struct Snapshot {
    conn: Connection,
    path: PathBuf,
    access: Access,
}

/// One state of a file: what changes with every change to it.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct Stamp {
    /// Changes with the games.
    generation: i64,
    /// Changes with what is remembered of common positions.
    remembered: Option<i64>,
    /// Changes with the index: the highest id of a segment.
    segment: Option<i64>,
}

from_row!(Stamp { generation, remembered, segment });

/// How the file is opened.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
enum Access {
    /// Side by side with others, who may write.
    Shared,
    /// Without locks, where nothing can be written.
    Unshared,
}

impl Snapshot {
    /// Opens an existing database.
    ///
    /// # Errors
    /// When the file is missing or cannot be read, is not ours, or has a version that cannot be
    /// asked.
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
                // SQLite needs to write beside the file what several readers share.
                let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
                Ok(rusqlite::Connection::open_with_flags(path, flags)?)
            }
            Access::Unshared => open_without_locks(path),
        };
        let conn = Connection::new(conn?);
        tune(&conn)?;
        // From the first look on, it stays the same.
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

    /// The connection itself, for its hooks.
    pub(crate) fn raw_mut(&mut self) -> &mut rusqlite::Connection {
        self.conn.raw_mut()
    }

    /// Opens `count` further connections that see the same state, each to read much and nothing
    /// twice. The list is empty when the database has moved on meanwhile.
    pub fn others(&self, count: usize) -> Result<Vec<Snapshot>> {
        let wanted = self.stamp()?;
        let mut others = Vec::with_capacity(count);
        for _ in 0..count {
            let other = Snapshot::through(&self.path, self.access)?;
            // A small cache gives its pages out again. One that grows asks for memory page by page,
            // and all connections wait for each other at SQLite's one lock for memory.
            other.raw().pragma_update(None, "cache_size", FEW_PAGES)?;
            if other.stamp()? != wanted {
                return Ok(Vec::new());
            }
            others.push(other);
        }
        Ok(others)
    }

    /// Whether the file still holds what this shows.
    pub fn is_current(&self) -> Result<bool> {
        self.newest()?.is_as(self)
    }

    /// Opens the present state of the file.
    pub fn newest(&self) -> Result<Snapshot> {
        Snapshot::through(&self.path, self.access)
    }

    /// Whether another one of the same file shows the same.
    pub fn is_as(&self, other: &Snapshot) -> Result<bool> {
        Ok(self.stamp()? == other.stamp()?)
    }

    /// Stamp of the state that this connection shows.
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

/// Opens a file that nothing can be written beside: no locks are taken, and a log that lies beside
/// the file is read into memory.
pub(crate) fn open_without_locks(path: &Path) -> Result<rusqlite::Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let (how, is_exclusive) = match has_log(path) {
        // With one user the index of the log is kept in memory and not in a file.
        true => (format!("mode=ro&vfs={}", SQLITE_WITHOUT_LOCKS), true),
        false => ("immutable=1".to_owned(), false),
    };
    let conn = rusqlite::Connection::open_with_flags(uri(path, &how)?, flags)?;
    if is_exclusive {
        conn.pragma_update(None, "locking_mode", "exclusive")?;
    }
    Ok(conn)
}

/// A path as SQLite's URI, with parameters.
fn uri(path: &Path, parameters: &str) -> Result<String> {
    let unreadable = |error| Error::Unreadable { path: path.display().to_string(), error };
    let path = std::path::absolute(path).map_err(unreadable)?;
    let mut uri = "file://".to_owned();
    let bytes = path.as_os_str().as_encoded_bytes();
    if !bytes.starts_with(b"/") {
        uri.push('/');
    }
    for &byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b':' | b'.' | b'_' | b'-' => {
                uri.push(char::from(byte));
            }
            _ if std::path::is_separator(char::from(byte)) => uri.push('/'),
            _ => write!(uri, "%{byte:02x}").unwrap_or_default(),
        }
    }
    Ok(format!("{uri}?{parameters}"))
}
