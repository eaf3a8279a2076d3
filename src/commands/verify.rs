//! `xqdb verify`: checks the whole database.

use super::{Context, Status, question};
use std::io::Write;
use xqdb::search::verify as check;

/// Checks and tells.
///
/// # Errors
/// When the database cannot be read at all.
pub(crate) fn verify(context: &Context) -> anyhow::Result<Status> {
    let archive = question::open(context)?;
    let verdict = check(&archive)?;
    let mut err = std::io::stderr().lock();
    for fault in &verdict.faults {
        writeln!(err, "xqdb: {fault}")?;
    }
    if !context.quiet {
        let what =
            if verdict.faults.is_empty() { "all is well" } else { "the database is damaged" };
        let (games, postings) = (verdict.games, verdict.postings);
        writeln!(err, "{games} games replayed, {postings} index entries compared: {what}")?;
    }
    Ok(if verdict.faults.is_empty() { Status::Success } else { Status::Error })
}
