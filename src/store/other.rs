//! Another archive, from which records are taken, and copies of a database in use.

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

/// Whether a file is a database of xqdb, by its first bytes.
pub fn is_archive(path: &Path) -> bool {
    matches!(look(path), Ok(FileFound::Database))
}

/// Another archive, opened for reading and never written: an older version is copied to a temporary
/// file, and the copy is updated.
#[derive(Debug)]
pub struct Other {
    // Before `_copy`: the snapshot is closed before the folder is removed.
    snapshot: Snapshot,
    _copy: Option<TempDir>,
}

impl Other {
    /// Opens another archive.
    ///
    /// # Errors
    /// Those of [`Snapshot::open`]; an older archive cannot be copied or updated.
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

    /// Looks for damage before records are taken: SQLite's structures, the sums over rows, trees
    /// and decisions. `Break` from `go_on` ends the search early.
    ///
    /// # Errors
    /// Something is damaged, or `go_on` broke.
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

/// Number of pages copied between two reports of progress, 16 MiB.
const PAGES: i32 = 4096;

/// Copies the present state of the database at `source` to a new file, and checks the copy. Commits
/// of an import that goes on meanwhile are not in the copy. `on_progress` gets copied bytes and all
/// bytes; if it breaks, copying stops, the copy is of no use, and `backup` returns `false`.
///
/// The copy is a single file, with nothing beside it, and can be read from a medium that cannot be
/// written.
///
/// # Errors
/// The source cannot be read, the copy cannot be written, or the copy fails SQLite's check.
pub fn backup(
    source: &Path,
    target: &Path,
    on_progress: impl FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<bool> {
    // One snapshot for all steps. Without it, every commit of an import would restart the copying.
    let source = Snapshot::open(source)?;
    let Some(verdict) = copy(source.raw(), target, on_progress)? else {
        return Ok(false);
    };
    match verdict.as_str() {
        "ok" => Ok(true),
        fault => Err(Error::Damaged(format!("the copy does not pass SQLite's check: {fault}"))),
    }
}

/// Copies and returns SQLite's verdict on the copy; `None` if `on_progress` broke.
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
