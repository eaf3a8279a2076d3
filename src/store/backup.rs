//! Copies of a database in use.

use super::error::{Error, Result};
use super::snapshot::Snapshot;
use super::sql::checked;
use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

/// Pages copied at once, 16 MiB: progress is told as often.
const PAGES: i32 = 4096;

/// Copies the database at `source` as it is at this moment to a new file, and checks the copy. An
/// import may go on meanwhile: what it commits later is not in the copy. `on_progress` is told
/// bytes done and bytes in all, and `Break` stops the copying: then the copy is of no use, and
/// `false` comes back.
///
/// The copy is a single file, with nothing beside it, and can be read from a medium that cannot be
/// written.
///
/// # Errors
/// When the source cannot be read, the copy cannot be written, or it does not pass SQLite's check.
pub fn backup(
    source: &Path,
    target: &Path,
    on_progress: impl FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<bool> {
    // One snapshot for all steps. Without it, every commit of an import would make the copying
    // begin anew.
    let source = Snapshot::open(source)?;
    let Some(verdict) = checked(copy(source.raw(), target, on_progress))? else {
        return Ok(false);
    };
    match verdict.as_str() {
        "ok" => Ok(true),
        fault => Err(Error::Damaged(format!("the copy does not pass SQLite's check: {fault}"))),
    }
}

/// Copies and returns what SQLite says of the copy; `None` when it was stopped.
fn copy(
    source: &Connection,
    target: &Path,
    mut on_progress: impl FnMut(u64, u64) -> ControlFlow<()>,
) -> rusqlite::Result<Option<String>> {
    let page: u64 = source.pragma_query_value(None, "page_size", |row| row.get(0))?;
    let mut copy = Connection::open(target)?;
    {
        let steps = Backup::new(source, &mut copy)?;
        loop {
            let step = steps.step(PAGES)?;
            let progress = steps.progress();
            let (all, rest) = (progress.pagecount as u64, progress.remaining as u64);
            if on_progress(all.saturating_sub(rest) * page, all * page).is_break() {
                return Ok(None);
            }
            match step {
                StepResult::Done => break,
                StepResult::More => {}
                _ => std::thread::sleep(Duration::from_millis(50)),
            }
        }
    }
    copy.pragma_update(None, "journal_mode", "delete")?;
    let verdict = copy.query_row("pragma quick_check(1)", [], |row| row.get(0))?;
    copy.close().map_err(|(_, error)| error)?;
    Ok(Some(verdict))
}
