//! `xqdb openings`: games by the codes of their openings, each with its score. `search` and
//! `explore` print the same with `--by opening`.

use super::scanning::Scanning;
use super::{Context, Status, grouped, question};
use crate::cli::{By, OpeningsArgs};
use xqdb::metadata::Kind;
use xqdb::search::{Query, search};

/// Lists openings.
///
/// # Errors
/// When an argument cannot be understood or the database cannot be read.
pub(crate) fn openings(context: &Context, args: &OpeningsArgs) -> anyhow::Result<Status> {
    let filter = question::filter(context, &args.filter, &[Kind::Game])?;
    let archive = question::open_with(context, args.filter.openings.as_deref())?;
    let scanning = Scanning::new(context);
    let matcher = filter.resolve_watched(&archive, &scanning)?;
    scanning.finish();
    let query = Query { variations: args.filter.variations, ..Query::new(matcher) };
    let found = search(&archive, &query)?;
    let form = args.answer.format().into();
    grouped::print(context, &archive, &found.games, By::Opening, form)?;
    Ok(grouped::tell(context, &query, &found, args.filter.kind.is_empty()))
}
