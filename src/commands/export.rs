//! `xqdb export`: games of the database as files of games, tables, an opening book or a new
//! database.

use super::files::NewDatabase;
use super::output::Output;
use super::progress::Scanning;
use super::question::{SaidQuestion, tell_names};
use super::{Context, Status, progress};
use crate::cli::{BOOKS, DATABASE, DATASET, ExportArgs, OutputArgs, PARQUET, RecipeArgs};
use anyhow::{Context as _, anyhow, bail};
use rustc_hash::FxHashSet;
use std::path::Path;
use xqdb::answers::with_entry;
use xqdb::duplicates::refresh;
use xqdb::engine_book::{BookRecipe, make_book};
use xqdb::export::Loss;
use xqdb::import::{Import, Options, Selection, excerpt};
use xqdb::search::{
    Archive, CountUnit, Found, Purpose, SearchQuery, Watch, search_watched as find,
};
use xqdb::store::{BookLayout, Database, Evidence};

/// Writes the selected games, with their chosen metadata and the largest tree of their witnesses.
pub(crate) fn export(context: &Context, args: &ExportArgs) -> anyhow::Result<Status> {
    let is_dataset = args.output.to == DATASET;
    if !is_dataset {
        let said = [("--sources", args.sources.is_some()), ("--split", args.split.is_some())];
        refuse(context, &said, &context.lang.for_datasets_alone())?;
    }
    if is_dataset {
        refuse_recipe(context, &args.recipe, 1)?;
        return tables(context, args);
    }
    if args.output.to == PARQUET {
        refuse_recipe(context, &args.recipe, 0)?;
        return tables(context, args);
    }
    #[cfg(feature = "serve")]
    if args.output.to == crate::cli::SITE {
        refuse_text_options(context, &args.output, &context.lang.not_for_sites())?;
        refuse_recipe(context, &args.recipe, 1)?;
        return super::site::export_site(context, args);
    }
    if args.output.to == DATABASE {
        return export_database(context, args);
    }
    if let Some((_, layout)) = BOOKS.iter().find(|(name, _)| *name == args.output.to) {
        return export_book(context, args, *layout);
    }
    refuse_recipe(context, &args.recipe, 0)?;
    let scanning = Scanning::new(context);
    let (archive, query, found) = wanted(context, args, &scanning)?;
    scanning.finish();
    let mut output = Output::new(&args.output, context)?;
    output.expect(found.games.len() as u64);
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
    tell_names(context, &archive, &query.matcher)?;
    let is_empty = found.games.is_empty();
    Ok(Status::worst(&[(!is_whole, Status::SetAside), (is_empty, Status::NothingFound)]))
}

/// Refuses options of opening books, except the first `taken` of them.
fn refuse_recipe(context: &Context, recipe: &RecipeArgs, taken: usize) -> anyhow::Result<()> {
    let RecipeArgs { min_games, plies, min_score } = recipe;
    let said = [
        ("--min-games", min_games.is_some()),
        ("--plies", plies.is_some()),
        ("--min-score", min_score.is_some()),
    ];
    refuse(context, &said[taken..], &context.lang.for_books_alone())
}

/// Refuses the first option of these that the user gave.
fn refuse(context: &Context, options: &[(&str, bool)], why: &str) -> anyhow::Result<()> {
    match options.iter().find(|(_, is_said)| *is_said) {
        Some((option, _)) => bail!(context.lang.argument_wrong(option, why)),
        None => Ok(()),
    }
}

/// Finds the selected games, copies included unless the user chose a unit.
fn wanted(
    context: &Context,
    args: &ExportArgs,
    scanning: &Scanning<'_>,
) -> anyhow::Result<(Archive, SearchQuery, Found)> {
    let question = SaidQuestion::new(context, &args.output.notation, &[&args.selection.0])?;
    let (archive, mut query) = question.query(0..args.most(), Some(scanning))?;
    if !args.selection.0.has("unit") {
        query.matcher = query.matcher.counting(CountUnit::Lines);
    }
    let found = find(&archive, &query, scanning)?;
    Ok((archive, query, found))
}

/// Refuses: this program was built without tables.
#[cfg(not(feature = "parquet"))]
fn tables(context: &Context, _: &ExportArgs) -> anyhow::Result<Status> {
    anyhow::bail!(context.lang.without_tables())
}

/// Memory of the import into the new database, in bytes.
const ROOM: u64 = 1 << 30;

/// Writes the selected games with all their records, and the decisions about them, into a new
/// database.
fn export_database(context: &Context, args: &ExportArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let target = target(context, &args.output)?;
    let new = NewDatabase::begin(context, target, args.output.force)?;
    let scanning = Scanning::new(context);
    let (archive, query, found) = wanted(context, args, &scanning)?;
    let is_all = args.is_of_all(&query);
    scanning.finish();
    let games: FxHashSet<u32> = found.games.into_iter().collect();
    let count = games.len() as u64;
    let snapshot = archive.snapshot();
    let selection = match is_all {
        true => None,
        false => Some(Selection::of(snapshot, games)?),
    };
    let settings = Import::within(ROOM, Options::default());
    let cannot_write = || lang.cannot_write_database(new.path());
    let mut database = Database::open(new.path()).with_context(cannot_write)?;
    let bar = progress::items(context, count);
    let written = excerpt(
        &mut database,
        snapshot,
        selection.as_ref(),
        &settings,
        scanning.stop(),
        &mut |done| bar.set_position(done.records),
    );
    bar.finish_and_clear();
    let report = written.with_context(cannot_write)?;
    if report.was_stopped {
        return Ok(Status::Interrupted);
    }
    decide(&mut database, &archive, is_all).with_context(cannot_write)?;
    refresh(&mut database).with_context(cannot_write)?;
    drop(database);
    new.finish()?;
    context.tell(&lang.part_written(count, report.tally.records, report.files));
    tell_names(context, &archive, &query.matcher)?;
    Ok(if count == 0 { Status::NothingFound } else { Status::Success })
}

/// Usual smallest number of games of a move in a book.
const LEAST: u64 = 2;
/// Usual number of plies of each game that count for a book.
const PLIES: u16 = 40;

/// Writes an opening book made of the selected games.
fn export_book(context: &Context, args: &ExportArgs, layout: BookLayout) -> anyhow::Result<Status> {
    let lang = context.lang;
    refuse_text_options(context, &args.output, &lang.not_for_books())?;
    let file = args.output.output.as_deref().filter(|file| *file != Path::new("-"));
    let target = file.filter(|file| !file.is_dir());
    let target = target.ok_or_else(|| anyhow!(lang.book_needs_file(&args.output.to)))?;
    let new = NewDatabase::begin(context, target, args.output.force)?;
    let scanning = Scanning::new(context);
    let question = SaidQuestion::new(context, &args.output.notation, &[&args.selection.0])?;
    let (archive, matcher) = question.matched(Purpose::Statistics, &scanning)?;
    // All copies are listed; in each position, one of them counts.
    let lines = matcher.clone().counting(CountUnit::Lines);
    let query = question.read(|params| params.query_of(lines, 0..args.most()))?;
    let mut games = find(&archive, &query, &scanning)?.games;
    games.sort_unstable();
    let recipe = BookRecipe {
        layout,
        least: args.recipe.min_games.unwrap_or(LEAST),
        plies: args.recipe.plies.unwrap_or(PLIES),
        least_score: args.recipe.min_score,
    };
    let made = make_book(&archive, (&games, &matcher), (&recipe, new.path()), &scanning);
    scanning.finish();
    let made = made.with_context(|| lang.cannot_write(target))?;
    new.finish()?;
    context.tell(&lang.book_written(made.positions, made.moves, made.games));
    if made.whole > 0 {
        context.tell(&lang.book_keys_whole(made.whole));
    }
    if made.lost > 0 {
        context.tell_always(&lang.book_keys_lost(made.lost));
    }
    tell_names(context, &archive, &matcher)?;
    Ok(if made.moves == 0 { Status::NothingFound } else { Status::Success })
}

/// Copies decisions into a database; a part gets those about something that it contains.
fn decide(database: &mut Database, archive: &Archive, is_all: bool) -> anyhow::Result<()> {
    let all = archive.snapshot().decisions()?;
    if all.is_empty() {
        return Ok(());
    }
    database.decide(&[], &all)?;
    if !is_all {
        let part = Archive::of(database.snapshot()?, Evidence::Derived)?;
        let concerned = part.decided().about_something(part.snapshot(), part.facts())?;
        let others: Vec<_> =
            all.into_iter().filter(|decision| !concerned.contains(&decision)).collect();
        drop(part);
        database.decide(&others, &[])?;
    }
    Ok(())
}

/// Refuses options for games written as text.
fn refuse_text_options(context: &Context, args: &OutputArgs, why: &str) -> anyhow::Result<()> {
    let said = [
        ("--full", args.full),
        ("--strict", args.strict),
        ("--encoding-out", args.encoding_out.is_some()),
    ];
    refuse(context, &said, why)
}

/// Path of the database to write.
fn target<'a>(context: &Context, args: &'a OutputArgs) -> anyhow::Result<&'a Path> {
    let lang = context.lang;
    refuse_text_options(context, args, &lang.not_for_parts())?;
    let file = args.output.as_deref().filter(|file| *file != Path::new("-") && !file.is_dir());
    file.ok_or_else(|| anyhow!(lang.part_needs_file()))
}

/// Writes tables of the selected games into a folder.
#[cfg(feature = "parquet")]
fn tables(context: &Context, args: &ExportArgs) -> anyhow::Result<Status> {
    use xqdb::columns::{
        ColumnsError, DatasetRecipe, Extract, SplitShares, write_dataset, write_folder,
    };
    let lang = context.lang;
    let is_dataset = args.output.to == DATASET;
    let rights = rights(args.sources.as_deref(), lang)?;
    let split = args.split.as_deref().map(|split| {
        let why = || lang.argument_wrong("--split", &lang.no_shares(split));
        SplitShares::read(split).ok_or_else(|| anyhow!(why()))
    });
    let split = split.transpose()?;
    let scanning = Scanning::new(context);
    let (archive, query, found) = wanted(context, args, &scanning)?;
    let is_all = args.is_of_all(&query);
    if is_dataset && !is_all {
        bail!(lang.dataset_of_all());
    }
    let folder = folder(context, &args.output)?;
    let is_empty = found.games.is_empty();
    let extract = Extract {
        games: found.games,
        is_all,
        variations: query.variations,
        beneath: String::new(),
    };
    let place = (folder, args.output.force);
    let written = match is_dataset {
        true => {
            let name = context.db.file_stem().unwrap_or_default().to_string_lossy();
            let usual = DatasetRecipe::of_today(&archive, &name)?;
            let least = args.recipe.min_games.unwrap_or(usual.least);
            let recipe = DatasetRecipe { rights, least, split, ..usual };
            write_dataset(&archive, extract, place, &recipe, &scanning)
        }
        false => write_folder(&archive, extract, place, &scanning),
    };
    scanning.finish();
    let counts = written.map_err(|error| match error {
        ColumnsError::Occupied(name) => anyhow!(lang.folder_holds(folder, &name)),
        // A stop is no failure to write.
        ColumnsError::Store(error) => error.into(),
        other => anyhow::Error::new(other).context(lang.cannot_write(folder)),
    })?;
    context.tell(&lang.tables_written(counts.games, counts.positions, counts.records));
    tell_names(context, &archive, &query.matcher)?;
    Ok(if is_empty { Status::NothingFound } else { Status::Success })
}

/// Reads licences and origins of collections from a file.
#[cfg(feature = "parquet")]
fn rights(
    file: Option<&Path>,
    lang: crate::messages::Lang,
) -> anyhow::Result<xqdb::columns::Rights> {
    let Some(file) = file else { return Ok(Default::default()) };
    let text = super::question::read_text(file, lang)?;
    xqdb::columns::Rights::read(&text).map_err(|line| anyhow!(lang.sources_line(file, line as u64)))
}

/// Makes the folder to write into, and returns its path.
#[cfg(feature = "parquet")]
fn folder<'a>(context: &Context, args: &'a OutputArgs) -> anyhow::Result<&'a Path> {
    let lang = context.lang;
    refuse_text_options(context, args, &lang.not_for_tables())?;
    let folder = args.output.as_deref().filter(|folder| *folder != Path::new("-"));
    let folder = folder.ok_or_else(|| anyhow!(lang.tables_need_folder()))?;
    if folder.exists() && !folder.is_dir() {
        bail!(lang.file_exists(folder));
    }
    std::fs::create_dir_all(folder).with_context(|| lang.cannot_make_folder(folder))?;
    Ok(folder)
}
