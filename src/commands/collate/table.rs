//! Texts side by side, for a screen.

use crate::book::{collation as told, headline};
use crate::commands::Context;
use crate::commands::render::{Align, Table, grid};
use crate::messages::Lang;
use xqdb::diagram::Letters;
use xqdb::notation::System;
use xqdb::people::{Entry, Gathered};
use xqdb::text::visible;

/// So many moves of a stretch are shown.
const MOVES: usize = 8;

/// Texts and records, where they differ, tags that differ, and how much every two agree.
pub(super) fn text(
    context: &Context,
    gathered: &Gathered,
    notation: &System,
    boards: bool,
) -> String {
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

fn texts(lang: Lang, gathered: &Gathered) -> String {
    let mut text = String::new();
    for (at, game) in gathered.games.iter().enumerate() {
        let (siglum, told) = (Gathered::siglum(at), told::text(lang, gathered, at));
        text += &format!("{siglum}  {}  {}  {told}\n", game.key, visible(&headline(game)));
        for (sign, place) in told::records(gathered, at) {
            text += &format!("   {sign}  {place}\n");
        }
    }
    text
}

fn entry(lang: Lang, gathered: &Gathered, entry: &Entry, notation: &System) -> String {
    let plies = entry.plies.clone();
    let moves = &gathered.games[0].moves[plies.clone()];
    let own = cut(&gathered.spelled((0, plies.start), moves, notation));
    let mut text = format!("{}\n  A: {own}\n", told::head(lang, entry));
    for reading in &entry.readings {
        let (sigla, first) = (told::sigla(&reading.texts), (reading.texts[0], reading.at));
        let read = cut(&gathered.spelled(first, &reading.moves, notation));
        let told = told::reading(lang, gathered, entry, reading);
        text += &format!("  {sigla}: {read} ({told})\n");
    }
    text
}

/// The first moves of a stretch.
fn cut(moves: &[String]) -> String {
    match moves.len() {
        0 => "—".to_owned(),
        len if len <= MOVES => moves.join(" "),
        _ => format!("{} …", moves[..MOVES].join(" ")),
    }
}

fn tags(context: &Context, gathered: &Gathered) -> String {
    let lang = context.lang;
    let heads = vec![
        (lang.head_tag(), Align::Left),
        (lang.head_value(), Align::Left),
        (lang.head_sigla(), Align::Left),
    ];
    let mut table = Table::new(heads).within(context.width);
    let tags = gathered.tags();
    for (name, values) in &tags {
        for (value, sigla) in values {
            table.row(vec![name.clone(), value.clone(), sigla.join(" ")]);
        }
    }
    if tags.is_empty() { String::new() } else { table.render() }
}

fn agreement(context: &Context, gathered: &Gathered) -> String {
    let shares = told::shares(gathered);
    let mut heads = vec![(context.lang.head_agreement(), Align::Left)];
    heads.extend(shares.iter().map(|(siglum, _)| (siglum.clone(), Align::Right)));
    let mut table = Table::new(heads).within(context.width);
    for (siglum, shares) in shares {
        table.row([vec![siglum], shares].concat());
    }
    table.render()
}
