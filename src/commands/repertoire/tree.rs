//! The tree of the moves, a row each.

use super::{Half, indented, lines};
use crate::cli::RepertoireArgs;
use crate::commands::Context;
use crate::commands::render::{Align, Table};
use crate::commands::samples::{cells, fields, interval, leads};
use crate::commands::sheet::{Cell, Column, Sheet};
use serde_json::json;
use xqdb::notation::System;
use xqdb::search::Score;
use xqdb::study::{Chosen, Field};

/// The table that people see.
pub(super) fn for_people(
    context: &Context,
    args: &RepertoireArgs,
    halves: &[Half],
    notation: &System,
) -> String {
    let lang = context.lang;
    let beside = match &args.versus {
        Some(name) => name.clone(),
        None => lang.everybody(),
    };
    let mut text = String::new();
    for half in halves.iter().filter(|half| !half.choices.is_empty()) {
        let heads = vec![
            (lang.player_with(&args.who, &lang.side(half.side)), Align::Left),
            (lang.head_games(), Align::Right),
            (lang.head_share_chosen(), Align::Right),
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
            (lang.head_score(), Align::Right),
            (lang.head_more_than_a_third(), Align::Left),
        ];
        let mut table = Table::new(heads)
            .within(context.width)
            .keeping(&[0, 11])
            .sparing(&[10, 9, 11, 14, 6, 13, 4, 3, 5, 8]);
        for (line, choice) in lines(half, notation) {
            let his = &choice.his;
            let Score { red, draw, black, unknown } = his.sample.score;
            let share = his.sample.share();
            let (chosen, score) = match (&choice.others, &choice.field) {
                (Some(others), _) => (others.percent(), others.sample.score.percent()),
                (None, Some(field)) => (field.percent(), field.score.percent()),
                (None, None) => (None, None),
            };
            table.row(vec![
                indented(&line),
                his.sample.score.games().to_string(),
                percent(his.percent()),
                red.to_string(),
                draw.to_string(),
                black.to_string(),
                unknown.to_string(),
                percent(share.map(|share| share.percent)),
                share.map(interval).unwrap_or_default(),
                his.sample.players.to_string(),
                his.sample.events.to_string(),
                years(his),
                percent(chosen),
                percent(score),
                leads(&his.sample),
            ]);
        }
        text += &table.render();
    }
    text
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{share:.1}%"))
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
    let names = ["side", "line", "ply", "move", "uci", "own", "chances", "chosen"];
    let more = ["firstYear", "lastYear"];
    let beside = [
        "otherGames",
        "otherChances",
        "otherChosen",
        "otherWon",
        "otherDraws",
        "otherLost",
        "otherUnknown",
        "otherPercent",
    ];
    let column = |field| Column { field, head: String::new(), align: Align::Left };
    let columns = names.into_iter().chain(own).chain(more).chain(beside).map(column).collect();
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
                Cell::decimal(his.percent()),
            ];
            row.extend(cells(&his.sample));
            let year = |year: Option<u16>| {
                Cell::valued(json!(year), year.map(|year| year.to_string()).unwrap_or_default())
            };
            row.push(year(his.years.map(|(first, _)| first)));
            row.push(year(his.years.map(|(_, last)| last)));
            let other = match (&choice.others, &choice.field) {
                (Some(others), _) => Field { score: others.sample.score, chances: others.chances },
                (None, field) => field.unwrap_or_default(),
            };
            let Score { red, draw, black, unknown } = other.score;
            row.extend([other.score.games(), other.chances].map(Cell::number));
            row.push(Cell::decimal(other.percent()));
            row.extend([red, draw, black, unknown].map(Cell::number));
            row.push(Cell::decimal(other.score.percent()));
            rows.push(row);
        }
    }
    Sheet { columns, rows }
}
