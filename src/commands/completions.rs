//! `xqdb completions`: a completion script.

use super::{Context, Status};
use crate::cli::{Cli, CompletionsArgs};

/// Prints the script.
///
/// # Errors
/// When the output cannot be written.
pub(crate) fn completions(context: &Context, args: &CompletionsArgs) -> anyhow::Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(
        args.shell,
        &mut Cli::spoken(context.lang, context.width),
        "xqdb",
        &mut script,
    );
    context.print(&mut std::io::stdout().lock(), &script)?;
    Ok(Status::Success)
}
