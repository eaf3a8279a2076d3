//! Another archive, from which records come, and copies of a database in use.

use crate::store::database::Database;
use crate::store::error::{Error, Result};
use crate::store::file::{FileFound, NEWEST, look, version};
use crate::store::snapshot::Snapshot;
use crate::store::sql::Connection;
use rusqlite::backup::{Backup, StepResult};
use std::ops::{ControlFlow, Deref};
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// Whether a file is a database of ours, as far as its first bytes tell.
pub fn is_archive(path: &Path) -> bool {
    matches!(look(path), Ok(FileFound::Database))
}

/// Another archive, opened for questions. Nothing is ever written to it: one of an older version is
/// copied to a temporary file, and the copy brought up to date.
#[derive(Debug)]
pub struct Other {
    // Before the folder, so that it is closed when that is removed.
    snapshot: Snapshot,
    _copy: Option<TempDir>,
}

impl Other {
    /// Opens another archive.
    ///
    /// # Errors
    /// Those of [`Snapshot::open`], and when an older one cannot be copied or brought up to date.
    pub fn open(path: &Path) -> Result<Other> {
        let snapshot = Snapshot::open(path)?;
        if version(&snapshot)? == NEWEST {
            return Ok(Other { snapshot, _copy: None });
        }
        drop(snapshot);
        let folder = tempfile::tempdir().map_err(|error| Error::Unreadable {
            path: std::env::temp_dir().display().to_string(),
            error,
        })?;
        let copy = folder.path().join("copy.db");
        backup(path, &copy, |_, _| ControlFlow::Continue(()))?;
        drop(Database::open(&copy)?);
        Ok(Other { snapshot: Snapshot::open(&copy)?, _copy: Some(folder) })
    }

    /// Looks for damage before anything is taken from it: SQLite's structures, the sums over rows,
    /// trees and decisions. `Break` from `go_on` ends the search early.
    ///
    /// # Errors
    /// When something is damaged, or it was stopped.
    pub fn check(&self, go_on: &dyn Fn() -> ControlFlow<()>) -> Result<()> {
        let step = || if go_on().is_break() { Err(Error::Stopped) } else { Ok(()) };
        step()?;
        let mut faults = self.check_structures()?;
        for sum in self.stored_sums()? {
            step()?;
            faults.extend(self.check_sum(&sum)?);
        }
        if let Some(fault) = faults.into_iter().next() {
            return Err(Error::Damaged(fault));
        }
        for tree in self.tree_ids::<Vec<u32>>()? {
            step()?;
            self.checked_tree(tree.into())?;
        }
        self.decisions().map(drop)
    }
}

impl Connection {
    /// Refuses a file of an older version.
    ///
    /// # Errors
    /// [`Error::Older`].
    pub fn must_be_newest(&self) -> Result<()> {
        match version(self)? {
            NEWEST => Ok(()),
            found => Err(Error::Older { found, needed: NEWEST }),
        }
    }
}

impl Deref for Other {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.snapshot
    }
}

/// Pages copied between two reports of progress, 16 MiB.
const PAGES: i32 = 4096;

/// Copies the database at `source` as it is at this moment to a new file, and checks the copy. An
/// import may go on meanwhile: what it commits later is not in the copy. `on_progress` gets
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
    let Some(verdict) = copy(source.raw(), target, on_progress)? else {
        return Ok(false);
    };
    match verdict.as_str() {
        "ok" => Ok(true),
        fault => Err(Error::Damaged(format!("the copy does not pass SQLite's check: {fault}"))),
    }
}

/// Copies and returns what SQLite says of the copy; `None` when it was stopped.
fn copy(
    source: &rusqlite::Connection,
    target: &Path,
    mut on_progress: impl FnMut(u64, u64) -> ControlFlow<()>,
) -> rusqlite::Result<Option<String>> {
    let page: u64 = source.pragma_query_value(None, "page_size", |row| row.get(0))?;
    let mut copy = rusqlite::Connection::open(target)?;
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
