//! `xqdb optimize`: merges the segments of the position index into one.

use super::{Context, Status, writing};
use xqdb::people::refresh;
use xqdb::store::{Facts, Lay, index};

/// Merges the segments.
///
/// # Errors
/// When the database cannot be written.
pub(crate) fn optimize(context: &Context) -> anyhow::Result<Status> {
    let (_lock, mut database) = writing::open(context)?;
    let facts = Facts::load(&database, Lay::Nothing)?;
    let before = index::segments(&database)?.len();
    let tx = database.transaction()?;
    index::optimize(&tx, &|game| !facts.is_alive(game))?;
    tx.commit()?;
    refresh(&mut database);
    database.reclaim();
    let after = index::segments(&database)?.len();
    context.tell(&context.lang.optimized(before as u64, after as u64));
    Ok(Status::Success)
}
