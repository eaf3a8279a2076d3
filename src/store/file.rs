//! What the first bytes of a file say, read without SQLite: looking at a file that is not ours must
//! not write a byte to it or beside it.
//!
//! Settings that all connections share.
//!
//! The migrations, each of which brings the schema one version on.

use crate::store::error::{Error, Result};
use crate::store::sql::{Connection, checked};
use rusqlite::config::DbConfig;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// `XQDB` as a number: how `file` and others can tell our databases.
pub(crate) const APPLICATION_ID: u32 = u32::from_be_bytes(*b"XQDB");

/// What every SQLite database begins with.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// A file as far as its first bytes tell.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    /// There is no file.
    Nothing,
    /// Nothing was ever stored in it.
    Empty,
    /// A database of ours; or one whose header still stands in the log beside it.
    Database,
}

/// Looks at the file at this path.
///
/// # Errors
/// When the path names no file, the file cannot be read, or it belongs to another program.
pub(crate) fn look(path: &Path) -> Result<Found> {
    if path.as_os_str() == ":memory:" || path.as_os_str().is_empty() {
        return Err(Error::InMemory);
    }
    let unreadable = |error| Error::Unreadable { path: path.display().to_string(), error };
    match path.metadata() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Found::Nothing),
        Err(error) => return Err(unreadable(error)),
        Ok(data) if !data.is_file() => return Err(Error::Foreign),
        Ok(_) => {}
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(112).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.is_empty() {
        return Ok(Found::Empty);
    }
    if !bytes.starts_with(MAGIC) || bytes.len() < 112 {
        return Err(Error::Foreign);
    }
    let application = bytes[68..72].try_into().map_or(0, u32::from_be_bytes);
    // A leaf page without cells: the table of tables is empty.
    let has_tables = bytes[100] != 13 || bytes[103..105] != [0, 0];
    match application {
        APPLICATION_ID => Ok(Found::Database),
        0 if has_log(path) => Ok(Found::Database),
        0 if !has_tables => Ok(Found::Empty),
        _ => Err(Error::Foreign),
    }
}

/// Whether a write-ahead log with something in it lies beside the file.
pub(crate) fn has_log(path: &Path) -> bool {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    PathBuf::from(name).metadata().is_ok_and(|data| data.len() > 0)
}

/// How long to wait for another program's transaction to end.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// The page cache of a connection that asks.
const CACHE_KIB: i64 = 64 * 1024;

/// Refuses the files of other programs and of newer versions of this one; the number of migrations
/// that were applied.
pub(crate) fn version(conn: &Connection) -> Result<u32> {
    let application: u32 = conn.value("select application_id from pragma_application_id")?;
    let version: u32 = conn.value("select user_version from pragma_user_version")?;
    let tables: u64 = conn.value("select count(*) from sqlite_schema")?;
    if application != APPLICATION_ID && (application != 0 || tables > 0) {
        return Err(Error::Foreign);
    }
    if version > NEWEST {
        return Err(Error::Newer { found: version, known: NEWEST });
    }
    Ok(version)
}

/// Sets what both writers and readers want.
pub(crate) fn tune(conn: &Connection) -> Result<()> {
    let raw = conn.raw();
    let set = |name: &str, value: &dyn rusqlite::ToSql| raw.pragma_update(None, name, value);
    checked(raw.busy_timeout(PATIENCE))?;
    checked(set("synchronous", &"normal"))?;
    // References are right by construction and checked by `verify`; checking each row would cost
    // the import a tenth.
    checked(set("foreign_keys", &false))?;
    checked(set("cache_size", &-CACHE_KIB))?;
    checked(set("temp_store", &"memory"))?;
    // Plans must not depend on the values of a question: SQLite would compile a statement anew for
    // each.
    checked(raw.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true))?;
    raw.set_prepared_statement_cache_capacity(128);
    Ok(())
}

/// Append-only; `user_version` counts how many were applied. A change to what stands in rows is
/// made by `migrations.rs`.
pub(crate) const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/001_archive.sql"),
    include_str!("../../migrations/002_index.sql"),
    include_str!("../../migrations/003_comments.sql"),
    include_str!("../../migrations/004_common.sql"),
    include_str!("../../migrations/005_tags.sql"),
    include_str!("../../migrations/006_lines.sql"),
    include_str!("../../migrations/007_unread.sql"),
    include_str!("../../migrations/008_checksum.sql"),
    include_str!("../../migrations/009_opening.sql"),
    include_str!("../../migrations/010_titles.sql"),
    include_str!("../../migrations/011_portable.sql"),
    include_str!("../../migrations/012_sums.sql"),
    include_str!("../../migrations/013_derived.sql"),
    include_str!("../../migrations/014_middle_lines.sql"),
    include_str!("../../migrations/015_links.sql"),
    include_str!("../../migrations/016_misdated.sql"),
    include_str!("../../migrations/017_comments.sql"),
    include_str!("../../migrations/018_decision.sql"),
    include_str!("../../migrations/019_views_by_id.sql"),
    include_str!("../../migrations/020_players_behind.sql"),
    include_str!("../../migrations/021_nobody.sql"),
];

/// The version of the newest schema.
pub(crate) const NEWEST: u32 = MIGRATIONS.len() as u32;

/// The oldest version that has all that questions need. Whoever writes a migration that a question
/// relies on raises this to its number.
pub(crate) const ASKED_FROM: u32 = 6;
