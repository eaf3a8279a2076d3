//! The tree of the moves, a row each.

use super::{Half, indented, lines};
use crate::cli::RepertoireArgs;
use crate::commands::Context;
use crate::commands::render::{Align, Table};
use crate::commands::samples::{Starred, cells, fields, interval, is_led, leads, starred};
use crate::commands::sheet::{Cell, Column, Sheet};
use serde_json::json;
use xqdb::notation::System;
use xqdb::search::{Score, Share};
use xqdb::study::Chosen;

/// The tables that people see, one a side.
pub(super) fn for_people(
    context: &Context,
    args: &RepertoireArgs,
    halves: &[Half],
    notation: &System,
) -> Vec<Starred> {
    let halves = halves.iter().filter(|half| !half.choices.is_empty());
    let table = |half: &Half| {
        let has_leads = half.choices.iter().any(|choice| is_led(&choice.his.sample));
        let draw = |is_starred| table(context, args, (half, notation), is_starred);
        Starred::of(LEADS, has_leads, draw)
    };
    halves.map(table).collect()
}

/// The column that names who has more than a third of the games.
const LEADS: usize = 18;

fn table(
    context: &Context,
    args: &RepertoireArgs,
    (half, notation): (&Half, &System),
    is_starred: bool,
) -> Table {
    let lang = context.lang;
    let beside = match &args.versus {
        Some(name) => name.clone(),
        None => lang.everybody(),
    };
    let heads = vec![
        (lang.player_with(&args.who, &lang.side(half.side)), Align::Left),
        (lang.head_games(), Align::Right),
        (lang.head_share_chosen(), Align::Right),
        (lang.head_interval(), Align::Right),
        (lang.head_won(), Align::Right),
        (lang.head_draws(), Align::Right),
        (lang.head_lost(), Align::Right),
        ("?".to_owned(), Align::Right),
        (lang.head_score(), Align::Right),
        (lang.head_interval(), Align::Right),
        (lang.head_opponents(), Align::Right),
        (lang.head_events(), Align::Right),
        (lang.head_years(), Align::Left),
        (beside.clone(), Align::Right),
        (lang.head_interval(), Align::Right),
        (lang.head_games(), Align::Right),
        (lang.head_score(), Align::Right),
        (lang.head_interval(), Align::Right),
        (lang.head_more_than_a_third(), Align::Left),
    ];
    let mut table = Table::new(heads)
        .within(context.width)
        .keeping(&[0, 12])
        .sparing(&[17, 14, 15, 11, 10, 12, 18, 3, 16, 7, 5, 4, 6, 9]);
    for (line, choice) in lines(half, notation) {
        let his = &choice.his;
        let Score { red, draw, black, unknown } = his.sample.score;
        let share = his.sample.share();
        let chosen = his.share();
        let beside = choice.beside_him();
        let (others, other) = (beside.share(), Share::of(&beside.score));
        table.row(vec![
            indented(&line),
            starred(&his.sample, is_starred),
            percent(chosen),
            chosen.map(interval).unwrap_or_default(),
            red.to_string(),
            draw.to_string(),
            black.to_string(),
            unknown.to_string(),
            percent(share),
            share.map(interval).unwrap_or_default(),
            his.sample.behind.players.to_string(),
            his.sample.behind.events.to_string(),
            years(his),
            percent(others),
            others.map(interval).unwrap_or_default(),
            beside.score.games().to_string(),
            percent(other),
            other.map(interval).unwrap_or_default(),
            leads(&his.sample),
        ]);
    }
    table
}

fn percent(share: Option<Share>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}%", share.percent))
}

fn years(chosen: &Chosen) -> String {
    match chosen.years {
        None => String::new(),
        Some((first, last)) if first == last => first.to_string(),
        Some((first, last)) => format!("{first}-{last}"),
    }
}

/// The same for programs.
pub(super) fn for_programs(halves: &[Half], notation: &System) -> Sheet {
    let own = fields(["won", "draws", "lost"]);
    let names = ["side", "line", "ply", "move", "uci", "own", "chances"];
    let chosen = ["chosen", "chosenLow", "chosenHigh"];
    let more = ["firstYear", "lastYear"];
    let beside = [
        "otherGames",
        "otherChances",
        "otherChosen",
        "otherChosenLow",
        "otherChosenHigh",
        "otherWon",
        "otherDraws",
        "otherLost",
        "otherUnknown",
        "otherPercent",
        "otherLow",
        "otherHigh",
    ];
    let column = |field| Column { field, head: String::new(), align: Align::Left };
    let columns = names.into_iter().chain(chosen).chain(own).chain(more).chain(beside);
    let columns = columns.map(column).collect();
    let mut rows = Vec::new();
    for half in halves {
        for (line, choice) in lines(half, notation) {
            let his = &choice.his;
            let line: Vec<&str> = line.iter().map(String::as_str).collect();
            let mut row = vec![
                Cell::text(half.side.as_str()),
                Cell::list(&line),
                Cell::number(choice.ply.into()),
                Cell::text(line.last().copied().unwrap_or_default()),
                Cell::text(&choice.mv.to_string()),
                Cell::valued(json!(choice.is_his), choice.is_his.to_string()),
                Cell::number(his.chances),
            ];
            row.extend(Cell::share(his.share()));
            row.extend(cells(&his.sample));
            let year = |year: Option<u16>| {
                Cell::valued(json!(year), year.map(|year| year.to_string()).unwrap_or_default())
            };
            row.push(year(his.years.map(|(first, _)| first)));
            row.push(year(his.years.map(|(_, last)| last)));
            let other = choice.beside_him();
            let Score { red, draw, black, unknown } = other.score;
            row.extend([other.score.games(), other.chances].map(Cell::number));
            row.extend(Cell::share(other.share()));
            row.extend([red, draw, black, unknown].map(Cell::number));
            row.extend(Cell::share(Share::of(&other.score)));
            rows.push(row);
        }
    }
    Sheet { columns, rows }
}
