//! `xqdb audit`: what records say against the rules of the game, and against each other.

mod csv;
mod files;
mod findings;
mod json;
mod place;
mod repetition;
mod text;
mod told;

use super::{Context, Status};
use crate::cli::AuditArgs;

/// Judges every record of the files that the user named, or of the database.
///
/// # Errors
/// When an argument cannot be understood, the database cannot be read, or the output cannot be
/// written.
pub(crate) fn audit(context: &Context, args: &AuditArgs) -> anyhow::Result<Status> {
    if args.repetition { repetition::audit(context, args) } else { findings::audit(context, args) }
}
