//! `xqdb serve`: the archive on a board, in a browser.

use super::{Context, Status, writing};
use crate::cli::ServeArgs;
use crate::serve;

/// Serves until Ctrl-C.
///
/// # Errors
/// When the database cannot be opened, or nothing can be listened to.
pub(crate) fn serve(context: &Context, args: &ServeArgs) -> anyhow::Result<Status> {
    serve_and(context, args, |_| ())
}

/// The same; `then` gets the address when it can be opened.
///
/// # Errors
/// As [`serve`].
pub(super) fn serve_and(
    context: &Context,
    args: &ServeArgs,
    then: impl FnOnce(&str),
) -> anyhow::Result<Status> {
    writing::must_exist(context, &context.db)?;
    let settings = serve::ServeSettings {
        db: context.db.clone(),
        lang: context.lang,
        listen: args.listen,
        port: args.port,
        as_stated: context.as_stated,
        upload_limit: args.upload_limit,
    };
    serve::check(&settings)?;
    serve::serve(settings, |url| {
        context.tell_always(&context.lang.serving_at(url));
        then(url);
    })?;
    Ok(Status::Success)
}
