//! `xqdb export --to parquet`: tables for other programs.

use super::scanning::Scanning;
use super::{Context, Status, question};
use crate::cli::{ExportArgs, OutputArgs};
use anyhow::{Context as _, anyhow, bail};
use std::path::Path;
use xqdb::columns::{Error, Extract, write_folder};
use xqdb::search::{Unit, search_watched as find};

/// Writes the tables of the games that are asked for into a folder.
///
/// # Errors
/// When an argument makes no sense, the database cannot be read, or the folder not be written.
pub(super) fn export(context: &Context, args: &ExportArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let folder = folder(context, &args.output)?;
    let selection = &args.selection;
    let scanning = Scanning::new(context);
    let system = context.system(&args.output.notation)?;
    let places = 0..usize::MAX;
    let (archive, mut query) =
        question::query(context, selection, &system, places, Some(&scanning))?;
    // Nothing is left out unless that is asked for.
    if selection.filter.unit.is_none() {
        query.matcher = query.matcher.counting(Unit::Lines);
    }
    let found = find(&archive, &query, &scanning)?;
    let is_empty = found.games.is_empty();
    let extract = Extract {
        games: found.games,
        is_all: selection.filter.unit.is_none() && query.asks_for_nothing(),
        variations: selection.filter.variations,
    };
    let written = write_folder(&archive, extract, (folder, args.output.force), &scanning);
    scanning.finish();
    let counts = written.map_err(|error| match error {
        Error::Occupied(name) => anyhow!(lang.folder_holds(folder, &name)),
        // A stop is no failure to write.
        Error::Store(error) => error.into(),
        other => anyhow::Error::new(other).context(lang.cannot_write(folder)),
    })?;
    context.tell(&lang.tables_written(counts.games, counts.positions, counts.records));
    question::tell_names(context, &query.matcher);
    Ok(if is_empty { Status::NothingFound } else { Status::Success })
}

/// Where to write.
fn folder<'a>(context: &Context, args: &'a OutputArgs) -> anyhow::Result<&'a Path> {
    let lang = context.lang;
    let others = [
        ("--full", args.full),
        ("--strict", args.strict),
        ("--encoding-out", args.encoding_out.is_some()),
    ];
    if let Some((option, _)) = others.iter().find(|(_, is_said)| *is_said) {
        bail!(lang.argument_wrong(option, &lang.not_for_tables()));
    }
    let folder = args.output.as_deref().filter(|folder| *folder != Path::new("-"));
    let folder = folder.ok_or_else(|| anyhow!(lang.tables_need_folder()))?;
    if folder.exists() && !folder.is_dir() {
        bail!(lang.file_exists(folder));
    }
    std::fs::create_dir_all(folder).with_context(|| lang.cannot_make_folder(folder))?;
    Ok(folder)
}
