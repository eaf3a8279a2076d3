//! `xqdb reconcile`: names in a table matched against the archive.

use super::{Context, Status, writing};
use crate::cli::ReconcileArgs;
use crate::serve::reconcile::{ReconcileSettings, serve};

/// Serves until Ctrl-C.
///
/// # Errors
/// When the database cannot be read, or nothing can be listened to.
pub(crate) fn reconcile(context: &Context, args: &ReconcileArgs) -> anyhow::Result<Status> {
    writing::must_exist(context, &context.db)?;
    let settings = ReconcileSettings {
        db: context.db.clone(),
        lang: context.lang,
        port: args.port,
        as_stated: context.as_stated,
    };
    serve(settings, |url| context.tell_always(&context.lang.reconciling_at(url)))?;
    Ok(Status::Success)
}
