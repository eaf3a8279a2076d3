//! Settings that all connections share.

use super::error::{Error, Result};
use super::header::APPLICATION_ID;
use super::schema::NEWEST;
use super::sql::{Connection, checked};
use rusqlite::config::DbConfig;
use std::time::Duration;

/// How long to wait for another program's transaction to end.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);
/// The page cache of a connection that asks.
const CACHE_KIB: i64 = 64 * 1024;

/// Refuses the files of other programs and of newer versions of this one; the number of migrations
/// that were applied.
pub(super) fn version(conn: &Connection) -> Result<u32> {
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
pub(super) fn tune(conn: &Connection) -> Result<()> {
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
