//! `xqdb backup`: a copy of a database, in use or not.

use super::new_database::NewDatabase;
use super::{Context, Status, progress, writing};
use crate::cli::BackupArgs;
use anyhow::Context as _;
use indicatif::HumanBytes;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use xqdb::store;

/// Copies the database to a new file.
///
/// # Errors
/// When the target exists and is not to be replaced, or the copy cannot be made.
pub(crate) fn backup(context: &Context, args: &BackupArgs) -> anyhow::Result<Status> {
    let (lang, target) = (context.lang, &args.target);
    writing::must_exist(context, &context.db)?;
    let new = NewDatabase::begin(context, target, args.force)?;
    let bar = progress::bytes(context, 0);
    let mut size = 0;
    let stop = progress::stop_on_interrupt();
    let copied = store::backup(&context.db, new.path(), |done, all| {
        size = all;
        bar.set_length(all);
        bar.set_position(done);
        match stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    bar.finish_and_clear();
    copied.with_context(|| lang.cannot_copy(&context.db, new.path()))?;
    if stop.load(Ordering::Relaxed) {
        return Ok(Status::Interrupted);
    }
    new.finish()?;
    context.tell(&lang.backed_up(&HumanBytes(size).to_string(), target));
    Ok(Status::Success)
}
