//! A database file that has its name only when it is whole.

use super::Context;
use crate::messages::Lang;
use anyhow::{Context as _, bail};
use std::path::{Path, PathBuf};

/// A database that is written beside its name and gets it at the end. Dropped before that, it
/// leaves nothing, and a file that was to be replaced is as it was.
pub(super) struct NewDatabase<'c> {
    lang: Lang,
    target: &'c Path,
    partial: PathBuf,
}

impl<'c> NewDatabase<'c> {
    /// Begins one; with `force`, in the place of a file that may be there, unless that is the
    /// database of the context or one in use.
    ///
    /// # Errors
    /// When the name is taken, or something left by an earlier run cannot be removed.
    pub(super) fn begin(
        context: &Context,
        target: &'c Path,
        force: bool,
    ) -> anyhow::Result<NewDatabase<'c>> {
        let lang = context.lang;
        if target.exists() {
            if !force {
                bail!(lang.backup_exists(target));
            }
            if is_same(&context.db, target) {
                bail!(lang.backup_of_itself(target));
            }
            // SQLite would apply this log to whatever file has the name.
            if beside(target, "-wal").exists() {
                bail!(lang.backup_in_use(target));
            }
        }
        let partial = beside(target, "-partial");
        remove(&partial, lang)?;
        Ok(NewDatabase { lang, target, partial })
    }

    /// Where it is written.
    pub(super) fn path(&self) -> &Path {
        &self.partial
    }

    /// Gives it its name. It has to be closed.
    ///
    /// # Errors
    /// When the name cannot be given.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        std::fs::rename(&self.partial, self.target)
            .with_context(|| self.lang.cannot_write(self.target))
    }
}

impl Drop for NewDatabase<'_> {
    fn drop(&mut self) {
        // Nobody can be told any more.
        let _ = remove(&self.partial, self.lang);
    }
}

fn remove(path: &Path, lang: Lang) -> anyhow::Result<()> {
    for path in
        [path.to_owned(), beside(path, "-journal"), beside(path, "-wal"), beside(path, "-shm")]
    {
        if path.exists() {
            std::fs::remove_file(&path).with_context(|| lang.cannot_remove(&path))?;
        }
    }
    Ok(())
}

/// The path with something after it.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
