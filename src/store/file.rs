//! The file of a database: a look at its first bytes without SQLite, which must not write a byte to
//! a foreign file or beside it; its version and the migrations, each of which raises the version of
//! the schema by one; and the settings of all connections.

use crate::store::error::{Error, Result};
use crate::store::sql::Connection;
use rusqlite::config::DbConfig;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// `XQDB` as a number, by which `file` and other programs recognise a database of xqdb.
pub(crate) const APPLICATION_ID: u32 = u32::from_be_bytes(*b"XQDB");

/// First bytes of every SQLite database.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// Kinds of files, by their first bytes.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub(crate) enum FileFound {
    /// There is no file.
    Nothing,
    /// The file has no tables yet.
    Empty,
    /// A database of xqdb, or one whose header is still in the log beside it.
    Database,
}

/// Looks at the file at this path.
///
/// # Errors
/// The path names no file, the file cannot be read, or it belongs to another program.
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
        // A read of such a file could wait for ever (`/proc/kmsg`).
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

/// Whether a write-ahead log that is not empty lies beside the file.
pub(crate) fn has_log(path: &Path) -> bool {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    PathBuf::from(name).metadata().is_ok_and(|data| data.len() > 0)
}

/// Longest wait for another program's transaction to end.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// Size in KiB of the page cache of a connection that reads.
const CACHE_KIB: i64 = 64 * 1024;

/// Refuses the files of other programs and of newer versions of xqdb; returns the number of applied
/// migrations.
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

/// Sets the options that writers and readers share.
pub(crate) fn tune(conn: &Connection) -> Result<()> {
    let raw = conn.raw();
    let set = |name: &str, value: &dyn rusqlite::ToSql| raw.pragma_update(None, name, value);
    raw.busy_timeout(PATIENCE)?;
    set("synchronous", &"normal")?;
    // References are right by construction, and `verify` checks them; a check of each row would
    // cost the import a tenth of its time.
    set("foreign_keys", &false)?;
    set("cache_size", &-CACHE_KIB)?;
    set("temp_store", &"memory")?;
    // Plans must not depend on bound values: otherwise SQLite would compile a statement anew for
    // each.
    raw.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    raw.set_prepared_statement_cache_capacity(128);
    Ok(())
}

/// Migrations in order, append-only; `user_version` counts the applied ones. `migrations.rs`
/// changes the values in rows.
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
    include_str!("../../migrations/033_years.sql"),
    include_str!("../../migrations/034_playing.sql"),
    include_str!("../../migrations/035_online.sql"),
    include_str!("../../migrations/036_status.sql"),
];

/// Version of the newest schema.
pub(crate) const NEWEST: u32 = MIGRATIONS.len() as u32;

/// Oldest version that has all tables that questions need. A migration that a question relies on
/// raises this constant to its number.
pub(crate) const ASKED_FROM: u32 = 6;

/// Makes a database in memory with the newest schema.
pub(crate) fn newest_schema() -> Result<Connection> {
    let conn = Connection::new(rusqlite::Connection::open_in_memory()?);
    MIGRATIONS.iter().try_for_each(|sql| conn.raw().execute_batch(sql))?;
    Ok(conn)
}

/// Adds temporary empty tables to the connection of an older file for the tables that the file
/// lacks, so that questions are equal in all versions.
pub(crate) fn add_missing_tables(conn: &Connection) -> Result<()> {
    let here: BTreeSet<String> = conn.column("select name from sqlite_schema", [])?;
    let sql =
        "select name, sql from sqlite_schema where type = 'table' and sql like 'CREATE TABLE %'";
    let newest: Vec<(String, String)> = newest_schema()?.rows(sql, [])?;
    for (_, sql) in newest.into_iter().filter(|(name, _)| !here.contains(name)) {
        conn.raw().execute_batch(&sql.replacen("CREATE TABLE", "create temp table", 1))?;
    }
    // No other column is younger than the oldest version that can be read.
    let sql = "select 1 from pragma_table_info('location') where name = 'chapter'";
    if conn.find::<i64>(sql, [])?.is_none() {
        let sql = "create temp view location as select *, null as chapter from main.location";
        conn.raw().execute_batch(sql)?;
    }
    Ok(())
}
