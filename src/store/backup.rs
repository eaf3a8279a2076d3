//! Copies of a database in use.

use super::{Error, Result, open_read_only};
use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};
use std::path::Path;
use std::time::Duration;

/// Pages copied at once, 16 MiB: progress is told as often.
const PAGES: i32 = 4096;

/// Copies the database at `source` as it is at this moment to a new file, and checks the copy. An import may go on
/// meanwhile: what it commits later is not in the copy. `on_progress` is told bytes done and bytes in all.
///
/// The copy is a single file, with nothing beside it, and can be read from a medium that cannot be written.
///
/// # Errors
/// When the source cannot be read, the copy cannot be written, or it does not pass SQLite's check.
pub fn backup(source: &Path, target: &Path, mut on_progress: impl FnMut(u64, u64)) -> Result<()> {
    let source = open_read_only(source)?;
    // One snapshot for all steps. Without it, every commit of an import would make the copying begin anew.
    source.execute_batch("begin; select count(*) from sqlite_schema")?;
    let page: u64 = source.pragma_query_value(None, "page_size", |row| row.get(0))?;
    let mut copy = Connection::open(target)?;
    {
        let steps = Backup::new(&source, &mut copy)?;
        loop {
            let step = steps.step(PAGES)?;
            let progress = steps.progress();
            let (all, rest) = (progress.pagecount as u64, progress.remaining as u64);
            on_progress(all.saturating_sub(rest) * page, all * page);
            match step {
                StepResult::Done => break,
                StepResult::More => {}
                _ => std::thread::sleep(Duration::from_millis(50)),
            }
        }
    }
    copy.pragma_update(None, "journal_mode", "delete")?;
    let verdict: String = copy.query_row("pragma quick_check(1)", [], |row| row.get(0))?;
    if verdict != "ok" {
        return Err(Error::Damaged(format!("the copy does not pass SQLite's check: {verdict}")));
    }
    copy.close().map_err(|(_, error)| error)?;
    Ok(())
}
