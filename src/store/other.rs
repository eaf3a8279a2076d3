//! Another archive, from which records come.

use super::backup::backup;
use super::connect::version;
use super::database::Database;
use super::error::{Error, Result};
use super::header::{Found, look};
use super::schema::NEWEST;
use super::snapshot::Snapshot;
use super::sql::Connection;
use std::ops::{ControlFlow, Deref};
use std::path::Path;
use tempfile::TempDir;

/// Whether a file is a database of ours, as far as its first bytes tell.
pub fn is_archive(path: &Path) -> bool {
    matches!(look(path), Ok(Found::Database))
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
