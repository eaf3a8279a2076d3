//! The file of a database: what its first bytes say, read without SQLite, for looking at a file
//! that is not ours must not write a byte to it or beside it; its version and the migrations, each
//! of which brings the schema one version on; and the settings that all connections share.

use crate::store::error::{Error, Result};
use crate::store::sql::Connection;
use rusqlite::config::DbConfig;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// `XQDB` as a number: how `file` and others can tell our databases.
pub(crate) const APPLICATION_ID: u32 = u32::from_be_bytes(*b"XQDB");

/// First bytes of every SQLite database.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// A file as far as its first bytes tell.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub(crate) enum FileFound {
    /// There is no file.
    Nothing,
    /// The file has no tables yet.
    Empty,
    /// A database of ours; or one whose header still stands in the log beside it.
    Database,
}

/// Looks at the file at this path.
///
/// # Errors
/// When the path names no file, the file cannot be read, or it belongs to another program.
pub(crate) fn look(path: &Path) -> Result<FileFound> {
    if path.as_os_str() == ":memory:" || path.as_os_str().is_empty() {
        return Err(Error::InMemory);
    }
    let unreadable = |error| Error::Unreadable { path: path.display().to_string(), error };
    match path.metadata() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(FileFound::Nothing);
        }
        Err(error) => return Err(unreadable(error)),
        Ok(data) if !data.is_file() => return Err(Error::Foreign),
        // Reading could wait for ever (`/proc/kmsg`).
        Ok(data) if data.len() == 0 => return Ok(FileFound::Empty),
        Ok(_) => {}
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(112).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.is_empty() {
        return Ok(FileFound::Empty);
    }
    if !bytes.starts_with(MAGIC) || bytes.len() < 112 {
        return Err(Error::Foreign);
    }
    let application = bytes[68..72].try_into().map_or(0, u32::from_be_bytes);
    // A leaf page without cells: the table of tables is empty.
    let has_tables = bytes[100] != 13 || bytes[103..105] != [0, 0];
    match application {
        APPLICATION_ID => Ok(FileFound::Database),
        0 if has_log(path) => Ok(FileFound::Database),
        0 if !has_tables => Ok(FileFound::Empty),
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
    raw.busy_timeout(PATIENCE)?;
    set("synchronous", &"normal")?;
    // References are right by construction and checked by `verify`; checking each row would cost
    // the import a tenth.
    set("foreign_keys", &false)?;
    set("cache_size", &-CACHE_KIB)?;
    set("temp_store", &"memory")?;
    // Plans must not depend on the values of a question: SQLite would compile a statement anew for
    // each.
    raw.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
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
    include_str!("../../migrations/022_persons.sql"),
    include_str!("../../migrations/023_editions.sql"),
    include_str!("../../migrations/024_dated.sql"),
    include_str!("../../migrations/025_sums.sql"),
    include_str!("../../migrations/026_held_games.sql"),
    include_str!("../../migrations/027_programs.sql"),
    include_str!("../../migrations/028_undecided.sql"),
    include_str!("../../migrations/029_newest.sql"),
    include_str!("../../migrations/030_namesakes.sql"),
    include_str!("../../migrations/031_evaluations.sql"),
    include_str!("../../migrations/032_counted.sql"),
];

/// The version of the newest schema.
pub(crate) const NEWEST: u32 = MIGRATIONS.len() as u32;

/// The oldest version that has all that questions need. Whoever writes a migration that a question
/// relies on raises this to its number.
pub(crate) const ASKED_FROM: u32 = 6;

/// A database in memory with the newest schema.
pub(crate) fn newest_schema() -> Result<Connection> {
    let conn = Connection::new(rusqlite::Connection::open_in_memory()?);
    MIGRATIONS.iter().try_for_each(|sql| conn.raw().execute_batch(sql))?;
    Ok(conn)
}

/// Gives a connection to an older file, which is only asked, empty tables of its own for those that
/// the file lacks, so that questions are the same whatever the version.
pub(crate) fn add_missing_tables(conn: &Connection) -> Result<()> {
    let here: BTreeSet<String> = conn.column("select name from sqlite_schema", [])?;
    let sql =
        "select name, sql from sqlite_schema where type = 'table' and sql like 'CREATE TABLE %'";
    let newest: Vec<(String, String)> = newest_schema()?.rows(sql, [])?;
    for (_, sql) in newest.into_iter().filter(|(name, _)| !here.contains(name)) {
        conn.raw().execute_batch(&sql.replacen("CREATE TABLE", "create temp table", 1))?;
    }
    // The only column that is younger than the oldest version that can be asked.
    let sql = "select 1 from pragma_table_info('location') where name = 'chapter'";
    if conn.find::<i64>(sql, [])?.is_none() {
        let sql = "create temp view location as select *, null as chapter from main.location";
        conn.raw().execute_batch(sql)?;
    }
    Ok(())
}
