//! `xqdb collate`: the records of a game and its duplicates side by side, with their readings where
//! they differ.

use super::one_game::game_called;
use super::render::{Align, TextTable, grid};
use super::values::print_parts;
use super::{Context, Status, question};
use crate::book::{collation, headline};
use crate::cli::{CollateArgs, CollationFormat};
use crate::messages::Lang;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use xqdb::answers::apparatus_readings;
use xqdb::diagram::Letters;
use xqdb::duplicates::{ApparatusEntry, GatheredTexts, with_duplicates};
use xqdb::notation::System;
use xqdb::text::visible;

/// Prints games side by side.
pub(crate) fn collate(context: &Context, args: &CollateArgs) -> anyhow::Result<Status> {
    let notation = context.system(&args.notation)?;
    let archive = question::open(context)?;
    let mut asked = BTreeMap::new();
    for key in &args.keys {
        let Some(game) = game_called(context, &archive, key)? else {
            return Ok(Status::NothingFound);
        };
        asked.insert(archive.snapshot().game_key(game)?, game);
    }
    let mut games: Vec<u32> = asked.into_values().collect();
    // A single game is compared with its duplicate group.
    if args.group || games.len() == 1 {
        games = with_duplicates(&archive, &games)?;
    }
    let gathered = GatheredTexts::of(&archive, &games)?;
    let layout = args.answer.layout();
    match args.answer.format() {
        CollationFormat::Html => {
            context.print_all(&collation::html(context.lang, &gathered, &notation))?;
        }
        CollationFormat::Tei => context.print_all(&collation::tei(&gathered, &notation))?,
        _ if layout.is_page() => {
            context.print_all(&page(context, &gathered, &notation, args.boards))?;
        }
        _ => {
            let whole = gathered.to_json(&notation);
            let parts = whole["apparatus"].as_array().map_or(&[][..], Vec::as_slice);
            print_parts(context, layout, apparatus_readings(), &whole, (parts, readings))?;
        }
    }
    let (texts, entries) = (gathered.collation.texts.len(), gathered.collation.entries.len());
    context.tell(&context.lang.texts_collated(texts as u64, entries as u64));
    if gathered.left_out > 0 {
        context.tell_always(&context.lang.texts_left_out(gathered.left_out as u64));
    }
    Ok(Status::Success)
}

/// Rows of a place where texts differ: the place with each of its readings.
fn readings(entry: &Value) -> Vec<Value> {
    let readings = entry["readings"].as_array().into_iter().flatten();
    readings.map(|reading| json!([entry, reading])).collect()
}

/// Largest number of moves shown of a stretch.
const MOVES: usize = 8;

/// Page for people: texts and records, their differences, differing tags, and the agreement of
/// every two texts.
fn page(context: &Context, gathered: &GatheredTexts, notation: &System, boards: bool) -> String {
    let lang = context.lang;
    let mut text = texts(lang, gathered);
    for entry in &gathered.collation.entries {
        text += &format!("\n{}", self::entry(lang, gathered, entry, notation));
        if boards {
            let position = gathered.position(0, entry.plies.start);
            text += &format!("{}\n", grid(&position, Letters::Traditional, None, context.colour));
        }
    }
    let tags = tags(context, gathered);
    if !tags.is_empty() {
        text += &format!("\n{tags}");
    }
    if gathered.collation.texts.len() > 1 {
        text += &format!("\n{}", agreement(context, gathered));
    }
    text
}

fn texts(lang: Lang, gathered: &GatheredTexts) -> String {
    let mut text = String::new();
    for (at, game) in gathered.games.iter().enumerate() {
        let (siglum, described) =
            (GatheredTexts::siglum(at), collation::describe_text(lang, gathered, at));
        text += &format!("{siglum}  {}  {}  {described}\n", game.key, visible(&headline(game)));
        for (sign, place) in collation::records(gathered, at) {
            text += &format!("   {sign}  {place}\n");
        }
    }
    text
}

fn entry(
    lang: Lang,
    gathered: &GatheredTexts,
    entry: &ApparatusEntry,
    notation: &System,
) -> String {
    let plies = entry.plies.clone();
    let moves = &gathered.games[0].moves[plies.clone()];
    let own = cut(&gathered.spelled((0, plies.start), moves, notation));
    let mut text = format!("{}\n  A: {own}\n", collation::head(lang, entry));
    for reading in &entry.readings {
        let (sigla, first) = (collation::sigla(&reading.texts), (reading.texts[0], reading.at));
        let read = cut(&gathered.spelled(first, &reading.moves, notation));
        let described = collation::describe_reading(lang, gathered, entry, reading);
        text += &format!("  {sigla}: {read} ({described})\n");
    }
    text
}

/// The first [`MOVES`] moves of a stretch, as text.
fn cut(moves: &[String]) -> String {
    match moves.len() {
        0 => "—".to_owned(),
        len if len <= MOVES => moves.join(" "),
        _ => format!("{} …", moves[..MOVES].join(" ")),
    }
}

fn tags(context: &Context, gathered: &GatheredTexts) -> String {
    let mut table = context.table("tag value sigla");
    let tags = gathered.tags();
    for (name, values) in &tags {
        for (value, sigla) in values {
            table.row(vec![name.clone(), value.clone(), sigla.join(" ")]);
        }
    }
    if tags.is_empty() { String::new() } else { table.render() }
}

fn agreement(context: &Context, gathered: &GatheredTexts) -> String {
    let shares = collation::shares(gathered);
    let mut heads = vec![(context.lang.head_agreement(), Align::Left)];
    heads.extend(shares.iter().map(|(siglum, _)| (siglum.clone(), Align::Right)));
    let mut table = TextTable::new(heads).within(context.width);
    for (siglum, shares) in shares {
        table.row([vec![siglum], shares].concat());
    }
    table.render()
}
