//! `xqdb patterns`: the named patterns of the query language, each with a board and the number of
//! games that show it.

use super::printed::Printed;
use super::progress::Scanning;
use super::render::board;
use super::{Context, Status, question, words};
use crate::cli::PatternsArgs;
use crate::messages::Lang;
use anyhow::bail;
use std::sync::Arc;
use xqdb::answers::{self, PatternFound};
use xqdb::query::{self, Library, Pattern};
use xqdb::search::{Archive, Filter, GameRow, SearchQuery, load, search};

/// Lists patterns.
pub(crate) fn patterns(context: &Context, args: &PatternsArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let library = question::library(&args.define, lang)?;
    let wanted = wanted(&library, &args.names, lang)?;
    let is_counted = !args.no_count && context.db.exists();
    let archive = is_counted.then(|| question::open(context)).transpose()?;
    let scanning = Scanning::new(context);
    let (mut rows, mut pages) = (Vec::with_capacity(wanted.len()), Vec::new());
    for pattern in wanted {
        let found =
            archive.as_ref().map(|archive| found(archive, &library, &pattern, &scanning, lang));
        let (games, first) = found.transpose()?.unzip();
        let first = first.flatten();
        let key = first.as_ref().map(|game| game.key.clone());
        let row = PatternFound { pattern, games, first: key };
        pages.push(page(&row, first.as_ref(), context, args));
        rows.push(row);
    }
    scanning.finish();
    let layout = args.answer.layout();
    match layout.is_page() {
        true => context.print_all(&pages.join("\n"))?,
        false => Printed::new(context, answers::patterns(), layout)?
            .hide(&["definition", "fen", "moves"])
            .keeping(&["games", "firstGame"])
            .show("names", |it| Ok(names(&it.pattern, lang)))
            .show("meaning", |it| Ok(lang.meaning(it.pattern.meaning).to_owned()))
            .print(&rows)?,
    }
    if archive.is_none() && !args.no_count {
        context.tell_below(lang.patterns_not_counted());
    }
    Ok(Status::Success)
}

/// Patterns with these names; all if `names` is empty.
fn wanted(library: &Library, names: &[String], lang: Lang) -> anyhow::Result<Vec<Arc<Pattern>>> {
    if names.is_empty() {
        return Ok(library.patterns().to_vec());
    }
    let mut wanted = Vec::with_capacity(names.len());
    for name in names {
        match library.named(name) {
            Some(pattern) => wanted.push(pattern.clone()),
            None => bail!(lang.no_pattern(name)),
        }
    }
    Ok(wanted)
}

/// Number of games that show a pattern for either side, and the oldest of them.
fn found(
    archive: &Archive,
    library: &Library,
    pattern: &Pattern,
    scanning: &Scanning<'_>,
    lang: Lang,
) -> anyhow::Result<(u64, Option<GameRow>)> {
    let name = pattern.names.first().map_or("", String::as_str);
    let asked = query::Query::read(name, library)
        .map_err(|error| words::refused("--define", name, &error, lang))?;
    let matcher = Filter { asked: Some(asked), ..Filter::default() };
    let matcher = matcher.resolve_watched(archive, scanning)?;
    let found = search(archive, &SearchQuery { places: 0..1, ..SearchQuery::new(matcher) })?;
    let first = found.games.first().map(|&id| load(archive, id)).transpose()?;
    Ok((found.count, first))
}

/// Names of a pattern in the script of the language.
fn names(pattern: &Pattern, lang: Lang) -> String {
    lang.title_in_script(&pattern.names.join(" "))
}

fn page(
    PatternFound { pattern, games, .. }: &PatternFound,
    first: Option<&GameRow>,
    context: &Context,
    args: &PatternsArgs,
) -> String {
    let lang = context.lang;
    let mut text = names(pattern, lang) + "\n";
    if !pattern.meaning.is_empty() {
        text += &format!("  {}\n", lang.meaning(pattern.meaning));
    }
    text += &format!("  = {}\n", pattern.definition);
    if let Some(games) = games {
        text += &format!("  {}", lang.in_games(*games));
        if let Some(game) = first {
            text += &lang.first_in(game.date.as_deref().unwrap_or("?"), &game.key);
        }
        text += "\n";
    }
    if let Some((position, moves)) = pattern.example() {
        let letters = args.letters.into();
        text += &format!("{}\n", board(&position, letters, moves.first().copied(), context.colour));
    }
    text
}
