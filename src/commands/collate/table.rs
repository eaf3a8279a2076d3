//! Texts side by side, for a screen.

use crate::commands::Context;
use crate::commands::headline::headline;
use crate::commands::render::{Align, Table, grid};
use crate::messages::Lang;
use xqdb::diagram::Letters;
use xqdb::notation::System;
use xqdb::people::{Entry, Gathered, Reading};
use xqdb::text::visible;

/// So many moves of a stretch are shown.
const MOVES: usize = 8;

/// So many plies are named one by one.
const FEW: usize = 6;

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
        let mut told = vec![lang.so_many_plies(game.plies.into())];
        if let Some(laid) = at.checked_sub(1).map(|at| &gathered.collation.laid[at]) {
            told.extend(laid.mirrored.then(|| lang.is_mirror()));
            match laid.joint {
                None => told.push(lang.meets_nowhere()),
                Some((0, 0)) => {}
                Some((lead, own)) => told.push(lang.joins_after(own as u64, lead as u64)),
            }
        }
        let told = told.join("; ");
        let siglum = Gathered::siglum(at);
        text += &format!("{siglum}  {}  {}  {told}\n", game.key, visible(&headline(game)));
        for (number, witness) in gathered.witnesses[at].iter().enumerate() {
            let sign = gathered.sign(at, number);
            let place = witness.places.first().map_or("", String::as_str);
            text += &format!("   {sign}  {} #{}\n", visible(place), witness.record);
        }
    }
    text
}

fn entry(lang: Lang, gathered: &Gathered, entry: &Entry, notation: &System) -> String {
    let plies = entry.plies.clone();
    let moves = &gathered.games[0].moves[plies.clone()];
    let own = cut(&gathered.spelled((0, plies.start), moves, notation));
    let head = match plies.len() {
        0 => lang.after_ply(plies.start as u64),
        1 => lang.at_ply(plies.start as u64 + 1),
        _ => lang.at_plies(plies.start as u64 + 1, plies.end as u64),
    };
    let mut text = format!("{head}\n  A: {own}\n");
    for reading in &entry.readings {
        let Reading { texts, at, moves, relation, meets } = reading;
        let sigla: Vec<String> = texts.iter().map(|&text| Gathered::siglum(text)).collect();
        let read = cut(&gathered.spelled((texts[0], *at), moves, notation));
        let mut told = vec![match (moves.is_empty(), plies.is_empty()) {
            (true, false) if !meets => lang.stops_here(),
            (false, true) if !meets => lang.goes_on(),
            _ => lang.relation(Some(*relation)),
        }];
        let differing = entry.differing(&gathered.games[0].moves, reading);
        if (1..=FEW).contains(&differing.len()) && plies.len() > differing.len() {
            let plies: Vec<String> = differing.iter().map(|ply| (ply + 1).to_string()).collect();
            told.push(lang.differs_at(&plies.join(", ")));
        }
        told.extend(meets.then(|| lang.returns_after(plies.end as u64)));
        text += &format!("  {}: {read} ({})\n", sigla.join(" "), told.join("; "));
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
    let sigla: Vec<String> = (0..gathered.games.len()).map(Gathered::siglum).collect();
    let mut heads = vec![(context.lang.head_agreement(), Align::Left)];
    heads.extend(sigla.iter().map(|siglum| (siglum.clone(), Align::Right)));
    let mut table = Table::new(heads).within(context.width);
    for (siglum, shares) in sigla.iter().zip(&gathered.collation.agreement) {
        let mut row = vec![siglum.clone()];
        row.extend(shares.iter().map(|share| format!("{:.0}%", 100.0 * share)));
        table.row(row);
    }
    table.render()
}
