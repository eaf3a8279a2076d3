//! What the commands that write into the database share.

use super::Context;
use anyhow::{Context as _, anyhow};
use std::path::Path;
use xqdb::store::{Database, WriteLock};

/// Waits until no other program writes into the database. `None` when it was stopped meanwhile.
pub(super) fn lock(
    context: &Context,
    is_stopped: impl Fn() -> bool,
) -> anyhow::Result<Option<WriteLock>> {
    let lang = context.lang;
    let tell = || context.tell(&lang.waiting_for_writer());
    WriteLock::acquire(&context.db, tell, is_stopped)
        .with_context(|| lang.cannot_write_database(&context.db))
}

/// Opens a database that is there for writing.
pub(super) fn open(context: &Context) -> anyhow::Result<(Option<WriteLock>, Database)> {
    must_exist(context, &context.db)?;
    let lock = lock(context, || false)?;
    let database = Database::open(&context.db)
        .with_context(|| context.lang.cannot_open_database(&context.db))?;
    Ok((lock, database))
}

/// Says how to make a database where there is none.
///
/// # Errors
/// When there is no such database.
pub(super) fn must_exist(context: &Context, path: &Path) -> anyhow::Result<()> {
    match path.exists() {
        true => Ok(()),
        false => Err(anyhow!(context.lang.no_database(path))),
    }
}
