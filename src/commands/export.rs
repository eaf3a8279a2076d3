//! `xqdb export`: games of the database to files.

use super::output::Output;
use super::scanning::Scanning;
use super::{Context, Status, part, question};
use crate::cli::{DATABASE, ExportArgs, PARQUET};
use xqdb::export::Loss;
use xqdb::search::{Unit, search_watched as find, with_entry};

/// Writes the games that are asked for, with their chosen metadata and the largest tree of their
/// witnesses.
///
/// # Errors
/// When an argument cannot be understood, the database cannot be read, or the output not be
/// written.
pub(crate) fn export(context: &Context, args: &ExportArgs) -> anyhow::Result<Status> {
    if args.output.to == PARQUET {
        return tables(context, args);
    }
    if args.output.to == DATABASE {
        return part::export(context, args);
    }
    let selection = &args.selection;
    let scanning = Scanning::new(context);
    let (archive, mut query) = question::query(
        context,
        selection,
        &context.system(&args.output.notation)?,
        0..usize::MAX,
        Some(&scanning),
    )?;
    // Nothing is left out unless that is asked for.
    if selection.filter.unit.is_none() {
        query.matcher = query.matcher.counting(Unit::Lines);
    }
    let found = find(&archive, &query, &scanning)?;
    scanning.finish();
    let mut output = Output::new(&args.output, context)?;
    output.expect(found.count);
    for &id in &found.games {
        scanning.go_on()?;
        with_entry(&archive, id, |entry, others| {
            let key = entry.key().unwrap_or_default();
            if others > 0 {
                output.lose(key, Loss::Trees(others));
            }
            output.write(key, entry)
        })??;
    }
    let (written, is_whole) = (output.written(), output.is_whole());
    output.finish()?;
    context.tell(&context.lang.games_written(written));
    question::tell_names(context, &query.matcher);
    let is_empty = found.games.is_empty();
    Ok(Status::worst(&[(!is_whole, Status::SetAside), (is_empty, Status::NothingFound)]))
}

/// Writes tables instead of games.
#[cfg(feature = "parquet")]
fn tables(context: &Context, args: &ExportArgs) -> anyhow::Result<Status> {
    super::tables::export(context, args)
}

/// Says where there is a program that writes tables.
#[cfg(not(feature = "parquet"))]
fn tables(context: &Context, _: &ExportArgs) -> anyhow::Result<Status> {
    anyhow::bail!(context.lang.without_tables())
}
