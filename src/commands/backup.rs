//! `xqdb backup`: a copy of a database, in use or not.

use super::{Context, Status, progress, writing};
use crate::cli::BackupArgs;
use crate::messages::Lang;
use anyhow::{Context as _, bail};
use indicatif::HumanBytes;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use xqdb::store;

/// Copies the database to a new file.
///
/// # Errors
/// When the target exists and is not to be replaced, or the copy cannot be made.
pub(crate) fn backup(context: &Context, args: &BackupArgs) -> anyhow::Result<Status> {
    let (lang, target) = (context.lang, &args.target);
    writing::must_exist(context, &context.db)?;
    if target.exists() {
        if !args.force {
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
    // The name is taken only by a whole copy.
    let partial = beside(target, "-partial");
    remove(&partial, lang)?;
    let bar = progress::bytes(context, 0);
    let mut size = 0;
    let stop = progress::stop_on_interrupt();
    let copied = store::backup(&context.db, &partial, |done, all| {
        size = all;
        bar.set_length(all);
        bar.set_position(done);
        match stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    bar.finish_and_clear();
    let copied = copied.with_context(|| lang.cannot_copy(&context.db, &partial));
    let is_whole = !stop.load(Ordering::Relaxed);
    let finished = copied.and_then(|_| match is_whole {
        true => std::fs::rename(&partial, target).with_context(|| lang.cannot_write(target)),
        false => Ok(()),
    });
    if finished.is_err() || !is_whole {
        let _ = remove(&partial, lang);
    }
    finished?;
    if !is_whole {
        return Ok(Status::Interrupted);
    }
    context.tell(&lang.backed_up(&HumanBytes(size).to_string(), target));
    Ok(Status::Success)
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
