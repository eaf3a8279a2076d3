//! `xqdb backup`: a copy of a database, in use or not.

use super::{Context, Status};
use crate::cli::BackupArgs;
use anyhow::{Context as _, bail};
use indicatif::{HumanBytes, ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use xqdb::store;

/// Copies the database to a new file.
///
/// # Errors
/// When the target exists and is not to be replaced, or the copy cannot be made.
pub(crate) fn backup(context: &Context, args: &BackupArgs) -> anyhow::Result<Status> {
    let (db, target) = (context.db.display(), args.target.display());
    if !context.db.exists() {
        bail!("there is no database `{db}`; name one with --db");
    }
    if args.target.exists() {
        if !args.force {
            bail!("`{target}` is there already; --force replaces it");
        }
        if is_same(&context.db, &args.target) {
            bail!("`{target}` is the database itself");
        }
        // SQLite would apply this log to whatever file has the name.
        if beside(&args.target, "-wal").exists() {
            bail!("`{target}` is a database in use, or was not closed properly");
        }
    }
    // The name is taken only by a whole copy.
    let partial = beside(&args.target, "-partial");
    remove(&partial)?;
    let bar = progress_bar(context);
    let mut size = 0;
    let copied = store::backup(&context.db, &partial, |done, all| {
        size = all;
        bar.set_length(all);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    let finished = copied
        .with_context(|| format!("cannot copy `{db}` to `{}`", partial.display()))
        .and_then(|()| {
            std::fs::rename(&partial, &args.target)
                .with_context(|| format!("cannot write `{target}`"))
        });
    if finished.is_err() {
        let _ = remove(&partial);
    }
    finished?;
    if !context.quiet {
        writeln!(std::io::stderr(), "{} copied to {target} and checked", HumanBytes(size))?;
    }
    Ok(Status::Success)
}

fn remove(path: &Path) -> anyhow::Result<()> {
    for path in
        [path.to_owned(), beside(path, "-journal"), beside(path, "-wal"), beside(path, "-shm")]
    {
        if path.exists() {
            std::fs::remove_file(&path)
                .with_context(|| format!("cannot remove `{}`", path.display()))?;
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

fn progress_bar(context: &Context) -> ProgressBar {
    if context.quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {bytes}/{total_bytes} eta {eta}") {
        bar.set_style(style);
    }
    bar
}
