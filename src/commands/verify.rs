//! `xqdb verify`: checks the whole database.

use super::{Context, Status, question};
use crate::cli::{VerdictFormat, VerifyArgs};
use serde_json::json;
use xqdb::search::verify as check;
use xqdb::store::Lay;

/// Checks and tells.
///
/// # Errors
/// When the database cannot be read at all.
pub(crate) fn verify(context: &Context, args: &VerifyArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let archive = question::open_as(context, Lay::Nothing)?;
    let verdict = check(&archive)?;
    let is_well = verdict.faults.is_empty();
    match args.answer.format() {
        VerdictFormat::Json => {
            let (games, postings) = (verdict.games, verdict.postings);
            let value = json!({ "games": games, "postings": postings, "faults": verdict.faults });
            context.print_all(&format!("{value}\n"))?;
        }
        VerdictFormat::Table => {
            for fault in &verdict.faults {
                context.tell_always(&lang.error_line(&lang.stored(fault)));
            }
            let what = if is_well { lang.verified_well() } else { lang.verified_damaged() };
            context.tell(&lang.verified(verdict.games, verdict.postings, &what));
        }
    }
    Ok(if is_well { Status::Success } else { Status::Error })
}
