//! How the choices changed from period to period.

use super::{Half, indented, lines};
use crate::commands::Context;
use crate::commands::render::{Align, Table};
use crate::commands::sheet::{Cell, Column, Sheet};
use std::collections::BTreeSet;
use xqdb::notation::System;
use xqdb::study::Choice;

/// A column a period: how often each move was chosen, and how many games that are.
pub(super) fn for_people(context: &Context, halves: &[Half], notation: &System) -> String {
    let lang = context.lang;
    let mut text = String::new();
    for half in halves.iter().filter(|half| !half.choices.is_empty()) {
        let periods: BTreeSet<u16> = half.choices.iter().flat_map(firsts).collect();
        let mut heads =
            vec![(lang.side(half.side), Align::Left), (lang.head_games(), Align::Right)];
        heads.extend(periods.iter().map(|first| (first.to_string(), Align::Right)));
        // The latest periods are those that matter to somebody who will meet him.
        let oldest: Vec<usize> = (2..heads.len()).collect();
        let mut table = Table::new(heads).within(context.width).keeping(&[0]).sparing(&oldest);
        for (line, choice) in lines(half, notation) {
            let mut row = vec![indented(&line), choice.his.sample.score.games().to_string()];
            row.extend(periods.iter().map(|&first| {
                let period = choice.his.periods.iter().find(|period| period.0 == first);
                match period {
                    Some(&(_, games, chances)) if chances > 0 => {
                        format!("{:.0}% ({games})", games as f64 * 100.0 / chances as f64)
                    }
                    _ => "-".to_owned(),
                }
            }));
            table.row(row);
        }
        text += &table.render();
    }
    text
}

/// The first years of the periods in which there was the choice.
fn firsts(choice: &Choice) -> impl Iterator<Item = u16> + '_ {
    choice.his.periods.iter().map(|&(first, ..)| first)
}

/// The same for programs: a row for each move and period.
pub(super) fn for_programs(halves: &[Half], notation: &System) -> Sheet {
    let fields = ["side", "line", "ply", "move", "uci", "period", "games", "chances", "chosen"];
    let columns = fields.map(|field| Column { field, head: String::new(), align: Align::Left });
    let mut rows = Vec::new();
    for half in halves {
        for (line, choice) in lines(half, notation) {
            let line: Vec<&str> = line.iter().map(String::as_str).collect();
            for &(first, games, chances) in &choice.his.periods {
                let percent = (chances > 0).then(|| games as f64 * 100.0 / chances as f64);
                rows.push(vec![
                    Cell::text(half.side.as_str()),
                    Cell::list(&line),
                    Cell::number(choice.ply.into()),
                    Cell::text(line.last().copied().unwrap_or_default()),
                    Cell::text(&choice.mv.to_string()),
                    Cell::number(first.into()),
                    Cell::number(games),
                    Cell::number(chances),
                    Cell::decimal(percent),
                ]);
            }
        }
    }
    Sheet { columns: columns.into(), rows }
}
