//! `xqdb patterns`: the named patterns of the query language, each with a board and how many games
//! show it.

use super::render::board;
use super::scanning::Scanning;
use super::{Context, Status, question};
use crate::cli::{AnswerFormat, PatternsArgs};
use crate::messages::Lang;
use anyhow::bail;
use serde_json::{Value, json};
use std::sync::Arc;
use xqdb::query::{self, Library, Pattern};
use xqdb::search::{Archive, Filter, GameRow, Query, load, search};
use xqdb::xiangqi::{Move, Position};

/// A pattern and what is known of it.
struct Told {
    pattern: Arc<Pattern>,
    /// How many games show it, and the first of them; none when nobody counted.
    found: Option<(u64, Option<GameRow>)>,
}

/// Lists patterns.
///
/// # Errors
/// When a definition or a name is not understood, or the database cannot be read.
pub(crate) fn patterns(context: &Context, args: &PatternsArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let library = question::library(&args.define, lang)?;
    let wanted = wanted(&library, &args.names, lang)?;
    let is_counted = !args.no_count && context.db.exists();
    let archive = is_counted.then(|| question::open(context)).transpose()?;
    let scanning = Scanning::new(context);
    let mut told = Vec::with_capacity(wanted.len());
    for pattern in wanted {
        let found =
            archive.as_ref().map(|archive| found(archive, &library, &pattern, &scanning, lang));
        told.push(Told { pattern, found: found.transpose()? });
    }
    scanning.finish();
    context.print_all(&match args.answer.format() {
        AnswerFormat::Table => {
            let pages = told.iter().map(|told| page(told, context, args));
            pages.collect::<Vec<_>>().join("\n")
        }
        AnswerFormat::Json => {
            format!("{}\n", told.iter().map(value).collect::<Value>())
        }
        AnswerFormat::Csv => as_csv(context, &told),
    })?;
    if archive.is_none() && !args.no_count {
        context.tell(&lang.patterns_not_counted());
    }
    Ok(Status::Success)
}

/// The patterns with these names; all when none is named.
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

/// How many games show a pattern on either side, and the oldest of them.
fn found(
    archive: &Archive,
    library: &Library,
    pattern: &Pattern,
    scanning: &Scanning<'_>,
    lang: Lang,
) -> anyhow::Result<(u64, Option<GameRow>)> {
    let name = pattern.names.first().map_or("", String::as_str);
    let asked = query::Query::read(name, library)
        .map_err(|error| question::refused("--define", name, &error, lang))?;
    let matcher = Filter { asked: Some(asked), ..Filter::default() };
    let matcher = matcher.resolve_watched(archive, scanning)?;
    let found = search(archive, &Query { places: 0..1, ..Query::new(matcher) })?;
    let first = found.games.first().map(|&id| load(archive, id)).transpose()?;
    Ok((found.count, first))
}

fn page(told: &Told, context: &Context, args: &PatternsArgs) -> String {
    let lang = context.lang;
    let Told { pattern, found } = told;
    let mut text = format!("{}\n", pattern.names.join(" "));
    if !pattern.meaning.is_empty() {
        text += &format!("  {}\n", lang.meaning(pattern.meaning));
    }
    text += &format!("  = {}\n", pattern.definition);
    if let Some((games, first)) = found {
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

fn value(told: &Told) -> Value {
    let Told { pattern, found } = told;
    let example = pattern.example().map(|(position, moves)| example(&position, &moves));
    json!({
        "names": pattern.names,
        "meaning": pattern.meaning,
        "definition": pattern.definition,
        "games": found.as_ref().map(|(games, _)| games),
        "firstGame": found.as_ref().and_then(|(_, first)| Some(&first.as_ref()?.key)),
        "fen": example.as_ref().map(|(fen, _)| fen),
        "moves": example.as_ref().map(|(_, moves)| moves),
    })
}

fn example(position: &Position, moves: &[Move]) -> (String, String) {
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    (position.to_fen(), moves.join(" "))
}

fn as_csv(context: &Context, told: &[Told]) -> String {
    let mut text = context.csv_line(&[
        "names",
        "meaning",
        "definition",
        "games",
        "first_game",
        "fen",
        "moves",
    ]);
    for Told { pattern, found } in told {
        let (fen, moves) = pattern
            .example()
            .map(|(position, moves)| example(&position, &moves))
            .unwrap_or_default();
        let first = found.as_ref().and_then(|(_, first)| Some(first.as_ref()?.key.clone()));
        text += &context.csv_line(&[
            pattern.names.join(" "),
            pattern.meaning.to_owned(),
            pattern.definition.clone(),
            found.as_ref().map(|(games, _)| games.to_string()).unwrap_or_default(),
            first.unwrap_or_default(),
            fen,
            moves,
        ]);
    }
    text
}
