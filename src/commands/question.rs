//! What `search`, `explore` and `export` share: the arguments of a question, typed.

use super::progress::Scanning;
use super::{Context, files, line};
use crate::cli::{Count, FilterArgs, Mirror, NamesBy, PositionArgs, QuestionArgs, Selection, Sort};
use crate::messages::Lang;
use anyhow::{Context as _, anyhow, bail};
use std::fs::File;
use std::io::{self, Read as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use xqdb::metadata::{Kind, asked_date, parse_result};
use xqdb::notation::System;
use xqdb::opening::Table;
use xqdb::query::{self, Library, PartialBoard, QueryError};
use xqdb::search::{
    Archive, Filter, FoundBy, FoundNames, Matcher, Mirroring, NameMatch, Order, Query, Unit,
};
use xqdb::store::Evidence;
use xqdb::text::visible;

/// What is counted.
pub(super) fn unit(context: &Context, said: Option<Count>) -> Unit {
    said.map_or(Unit::usual(context.as_stated), Unit::from)
}

/// Opens the database of the context for questions.
pub(super) fn open(context: &Context) -> anyhow::Result<Archive> {
    open_as(context, lay(context))
}

/// What is laid over what is stated, for questions.
pub(super) fn lay(context: &Context) -> Evidence {
    if context.as_stated { Evidence::Stated } else { Evidence::Derived }
}

/// Opens the database of the context, with this laid over what is stated.
pub(super) fn open_as(context: &Context, lay: Evidence) -> anyhow::Result<Archive> {
    open_file(context, &context.db, lay)
}

/// Opens the database in a file.
pub(super) fn open_file(context: &Context, path: &Path, lay: Evidence) -> anyhow::Result<Archive> {
    files::must_exist(context, path)?;
    Archive::open_as(path, lay).with_context(|| context.lang.cannot_open_database(path))
}

/// Opens the database of the context, with the user's own table of openings if there is one.
pub(super) fn open_with(context: &Context, openings: Option<&Path>) -> anyhow::Result<Archive> {
    let lang = context.lang;
    let Some(path) = openings else { return open(context) };
    let table = Table::read(&read_text(path, lang)?).map_err(|error| {
        anyhow!(lang.argument_wrong("--openings", &lang.stored(&error.to_string())))
    })?;
    Ok(open(context)?.with_openings(table)?)
}

/// Opens the database, and reads which of its games are wanted: those that come through the position,
/// if one is said, and fit the conditions.
pub(super) fn through(
    context: &Context,
    position: &PositionArgs,
    conditions: &FilterArgs,
    notation: &System,
) -> anyhow::Result<(Archive, Query)> {
    let asked = line::position(position, notation, context.lang)?;
    let mirroring = mirroring(position.mirror);
    let mut filter = filter(context, conditions, &[])?;
    filter.through = asked.is_said.then(|| (vec![asked.position.clone()], mirroring));
    let archive = open_with(context, conditions.openings.as_deref())?;
    let scanning = Scanning::new(context);
    let matcher = filter.resolve_watched(&archive, &scanning)?;
    scanning.finish();
    let query = Query {
        position: asked.is_said.then_some(asked.position),
        mirroring,
        variations: conditions.variations,
        ..Query::new(matcher)
    };
    Ok((archive, query))
}

/// Opens the database, and reads which games the conditions let through.
pub(super) fn matched(
    context: &Context,
    args: &FilterArgs,
    default_kinds: &[Kind],
    scanning: &Scanning<'_>,
) -> anyhow::Result<(Archive, Matcher)> {
    let filter = filter(context, args, default_kinds)?;
    let archive = open_with(context, args.openings.as_deref())?;
    let matcher = filter.resolve_watched(&archive, scanning)?;
    Ok((archive, matcher))
}

/// Opens the database, and reads which games are wanted of it. `places` are those of the list
/// that are shown. Without `scanning`, what is asked by `--where` is left for later.
pub(super) fn query(
    context: &Context,
    args: &Selection,
    notation: &System,
    places: Range<usize>,
    scanning: Option<&Scanning<'_>>,
) -> anyhow::Result<(Archive, Query)> {
    let lang = context.lang;
    let asked = line::position(&args.position, notation, lang)?;
    let filter = scope(context, args, &asked)?;
    let contains = args.contains.iter().map(|board| pattern(board, lang));
    let contains = contains.collect::<anyhow::Result<_>>()?;
    let archive = open_with(context, args.filter.openings.as_deref())?;
    let query = Query {
        line: args.in_order.then(|| (asked.start.clone(), asked.moves.clone())),
        position: asked.is_said.then(|| asked.position.clone()),
        contains,
        mirroring: mirroring(args.position.mirror),
        variations: args.filter.variations,
        matcher: match scanning {
            Some(scanning) => filter.resolve_watched(&archive, scanning)?,
            None => filter.resolve_but_asked(&archive)?,
        },
        order: match args.sort {
            Sort::Date => Order::Date,
            Sort::Newest => Order::Newest,
            Sort::Key => Order::Key,
            Sort::Plies => Order::Plies,
            Sort::Red => Order::Red,
            Sort::Black => Order::Black,
            Sort::Result => Order::Result,
            Sort::Opening => Order::Opening,
            Sort::Event => Order::Event,
            Sort::Title => Order::Title,
        },
        places,
    };
    Ok((archive, query))
}

/// Tells which names were found by their sound, and which because somebody decided it.
pub(super) fn tell_names(context: &Context, matcher: &Matcher) {
    // Decisions, which stand last, are told first.
    let (by_sound, decided): (Vec<_>, Vec<_>) =
        matcher.found_names().iter().partition(|names| names.by != FoundBy::Decision);
    for FoundNames { asked, names, by } in decided.into_iter().chain(by_sound) {
        let list = some(names);
        context.tell(&match by {
            FoundBy::Decision => context.lang.names_by_decision(asked, &list),
            FoundBy::SoundAlone => context.lang.names_by_sound_only(asked, &list),
            FoundBy::Sound => context.lang.names_by_sound_too(asked, &list),
        });
    }
}

/// Some names, and that there are more.
fn some(names: &[String]) -> String {
    /// More names are not told.
    const MOST: usize = 5;
    let mut list = names.iter().take(MOST).map(|name| visible(name)).collect::<Vec<_>>().join(", ");
    if names.len() > MOST {
        list += ", …";
    }
    list
}

/// Reads the filter arguments; what they ask is looked for in games only that come to the position
/// that is said, if one is.
pub(super) fn scope(
    context: &Context,
    args: &Selection,
    asked: &line::Asked,
) -> anyhow::Result<Filter> {
    let place = (vec![asked.position.clone()], mirroring(args.position.mirror));
    let through = asked.is_said.then_some(place);
    Ok(Filter { through, ..filter(context, &args.filter, &[])? })
}

/// Whether mirror images count.
pub(super) fn mirroring(mirror: Mirror) -> Mirroring {
    match mirror {
        Mirror::Exact => Mirroring::Exact,
        Mirror::Any => Mirroring::Any,
    }
}

/// Reads `--contains`.
fn pattern(board: &str, lang: Lang) -> anyhow::Result<PartialBoard> {
    match board.parse::<PartialBoard>() {
        Ok(pattern) => Ok(pattern),
        Err(error) => bail!(lang.argument_wrong("--contains", &lang.stored(&error.to_string()))),
    }
}

/// Reads the filter arguments. `default_kinds` are meant when no kind is named.
pub(super) fn filter(
    context: &Context,
    args: &FilterArgs,
    default_kinds: &[Kind],
) -> anyhow::Result<Filter> {
    let lang = context.lang;
    let date = |name: &str, text: &Option<String>| {
        let read = |text: &str| {
            asked_date(text).ok_or_else(|| anyhow!(lang.argument_wrong(name, &lang.no_date(text))))
        };
        text.as_deref().map(read).transpose()
    };
    let none_of = |name: &str, text: &str, known: &str| {
        anyhow!(lang.argument_wrong(name, &lang.none_of(text, known)))
    };
    let result = args.result.as_deref().map(|text| {
        parse_result(text).ok_or_else(|| none_of("--result", text, "1-0, 0-1, 1/2-1/2, *"))
    });
    let mut kinds = Vec::new();
    for name in args.kind.iter().flat_map(|names| names.split(',')) {
        match Kind::from_name(name) {
            _ if name == "all" => kinds.extend(Kind::ALL),
            Some(kind) => kinds.push(kind),
            None => {
                let known = Kind::ALL.map(Kind::as_str).join(", ") + ", all";
                return Err(none_of("--kind", name, &known));
            }
        }
    }
    Ok(Filter {
        players: args.player.clone(),
        red: args.red.clone(),
        black: args.black.clone(),
        names: match args.names {
            None => NameMatch::Auto,
            Some(NamesBy::Exact) => NameMatch::Exact,
            Some(NamesBy::Script) => NameMatch::Script,
            Some(NamesBy::Pinyin) => NameMatch::Pinyin,
        },
        event: args.event.clone(),
        openings: args.opening.clone(),
        since: date("--since", &args.since)?,
        until: date("--until", &args.until)?,
        result: result.transpose()?,
        kinds: if kinds.is_empty() { default_kinds.to_vec() } else { kinds },
        source: args.source.clone(),
        min_plies: args.min_plies,
        max_plies: args.max_plies,
        site: args.site.clone(),
        title: args.title.clone(),
        chapter: args.chapter.clone(),
        text: args.text.clone(),
        as_stated: context.as_stated,
        asked: asked(&args.asked, lang)?,
        through: None,
        variations: args.variations,
        unit: unit(context, args.unit),
    })
}

/// The patterns of the prelude, and those that the files of `--define` add.
pub(super) fn library(definitions: &[PathBuf], lang: Lang) -> anyhow::Result<Library> {
    let mut library = Library::prelude().clone();
    for path in definitions {
        let text = read_text(path, lang)?;
        library.define(&text).map_err(|error| refused("--define", &text, &error, lang))?;
    }
    Ok(library)
}

/// Reads `--where`, and the definitions of `--define` before it.
pub(super) fn asked(args: &QuestionArgs, lang: Lang) -> anyhow::Result<Option<query::Query>> {
    let Some(text) = args.question.as_deref() else { return Ok(None) };
    let library = library(&args.define, lang)?;
    let text = match text.strip_prefix('@') {
        Some(path) => read_text(Path::new(path), lang)?,
        None => text.to_owned(),
    };
    let read = query::Query::read(&text, &library);
    read.map(Some).map_err(|error| refused("--where", &text, &error, lang))
}

pub(super) fn read_text(path: &Path, lang: Lang) -> anyhow::Result<String> {
    /// People write questions, definitions and rules by hand. The name of a file may come from a
    /// figure that somebody else made, and it may have no end.
    const LARGEST: u64 = 16 << 20;
    let mut text = String::new();
    let read = File::open(path)
        .and_then(|file| file.take(LARGEST + 1).read_to_string(&mut text))
        .and_then(|bytes| match bytes as u64 > LARGEST {
            true => Err(io::ErrorKind::FileTooLarge.into()),
            false => Ok(()),
        });
    read.with_context(|| lang.cannot_read(path))?;
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

/// What is wrong with a query, the line it is in, and where in the line.
pub(super) fn refused(argument: &str, text: &str, error: &QueryError, lang: Lang) -> anyhow::Error {
    let (line, carets) = error.marked(text);
    let why = lang.query_refused(error);
    anyhow!("{}\n  {line}\n  {carets}", lang.argument_wrong(argument, &why))
}
