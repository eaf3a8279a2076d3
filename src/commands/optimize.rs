//! `xqdb optimize`: merges the segments of the position index into one.

use super::{Context, Status, writing};
use xqdb::store::{self, Facts, index};

/// Merges the segments.
///
/// # Errors
/// When the database cannot be written.
pub(crate) fn optimize(context: &Context) -> anyhow::Result<Status> {
    let (_lock, mut conn) = writing::open(context)?;
    let facts = Facts::load(&conn)?;
    let before = index::segments(&conn)?.len();
    let tx = conn.transaction()?;
    index::optimize(&tx, &|game| !facts.is_alive(game))?;
    tx.commit()?;
    writing::remember(&mut conn);
    store::reclaim(&conn);
    let after = index::segments(&conn)?.len();
    context.tell(&context.lang.optimized(before as u64, after as u64));
    Ok(Status::Success)
}
