//! What the commands that write into the database share.

use super::Context;
use anyhow::{Context as _, anyhow};
use xqdb::people::{doubt_dates, link_new};
use xqdb::search::{COMMON, remember_common};
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
    must_exist(context)?;
    let lock = lock(context, || false)?;
    let database = Database::open(&context.db)
        .with_context(|| context.lang.cannot_open_database(&context.db))?;
    Ok((lock, database))
}

/// Says how to make a database where there is none.
pub(super) fn must_exist(context: &Context) -> anyhow::Result<()> {
    match context.db.exists() {
        true => Ok(()),
        false => Err(anyhow!(context.lang.no_database(&context.db))),
    }
}

/// Doubts dates, links the games that came or changed, and works out the answers about common positions again.
pub(super) fn remember(database: &mut Database) {
    // A date that is not doubted yet is shown as it is stated.
    let _ = doubt_dates(database);
    // Without links copies count as games of their own; the next import tries again.
    let _ = link_new(database);
    // Without them questions take longer and are answered all the same.
    let _ = remember_common(database, COMMON);
}
