//! How the choices changed from period to period.

use super::{Half, indented, lines};
use crate::commands::Context;
use crate::commands::render::{Align, Table};
use crate::commands::samples::{cells, fields, is_led};
use crate::commands::sheet::{Cell, Column, Sheet};
use std::collections::BTreeSet;
use xqdb::notation::System;
use xqdb::research::{Choice, ChosenIn, Span};

/// A column a period: how often each move was chosen, where that lies by its interval, and of how
/// many games it is. A star marks games of which one opponent or one event has more than a third.
pub(super) fn for_people(
    context: &Context,
    (halves, span): (&[Half], Span),
    notation: &System,
) -> String {
    let lang = context.lang;
    let mut text = String::new();
    for half in halves.iter().filter(|half| !half.choices.is_empty()) {
        let periods: BTreeSet<u16> = half.choices.iter().flat_map(firsts).collect();
        let mut heads =
            vec![(lang.side(half.side), Align::Left), (lang.head_games(), Align::Right)];
        heads.extend(periods.iter().map(|&first| (span.name(first), Align::Right)));
        // The latest periods are those that matter to somebody who will meet him.
        let oldest: Vec<usize> = (2..heads.len()).collect();
        let mut table = Table::new(heads).within(context.width).keeping(&[0]).sparing(&oldest);
        for (line, choice) in lines(half, notation) {
            let mut row = vec![indented(&line), choice.his.sample.score.games().to_string()];
            row.extend(periods.iter().map(|&first| {
                let period = choice.his.periods.iter().find(|period| period.first == first);
                period.and_then(told).unwrap_or_else(|| "-".to_owned())
            }));
            table.row(row);
        }
        text += &table.render();
    }
    text
}

/// `67% 21–94 (2/3)*`
fn told(period: &ChosenIn) -> Option<String> {
    let share = period.share()?;
    let mark = if is_led(&period.sample) { "*" } else { "" };
    let games = period.sample.score.games();
    Some(format!(
        "{:.0}% {} ({games}/{}){mark}",
        share.percent.round(),
        share.between(),
        period.chances
    ))
}

/// The first years of the periods in which there was the choice.
fn firsts(choice: &Choice) -> impl Iterator<Item = u16> + '_ {
    choice.his.periods.iter().map(|period| period.first)
}

/// The same for programs: a row for each move and period.
pub(super) fn for_programs(halves: &[Half], notation: &System) -> Sheet {
    let names = ["side", "line", "ply", "move", "uci", "period"];
    let chosen = ["chances", "chosen", "chosenLow", "chosenHigh"];
    let own = fields(["won", "draws", "lost"]);
    let column = |field| Column { field, head: String::new(), align: Align::Left };
    let columns = names.into_iter().chain(chosen).chain(own).map(column).collect();
    let mut rows = Vec::new();
    for half in halves {
        for (line, choice) in lines(half, notation) {
            let line: Vec<&str> = line.iter().map(String::as_str).collect();
            for period in &choice.his.periods {
                let mut row = vec![
                    Cell::text(half.side.as_str()),
                    Cell::list(&line),
                    Cell::number(choice.ply.into()),
                    Cell::text(line.last().copied().unwrap_or_default()),
                    Cell::text(&choice.mv.to_string()),
                    Cell::number(period.first.into()),
                    Cell::number(period.chances),
                ];
                row.extend(Cell::share(period.share()));
                row.extend(cells(&period.sample));
                rows.push(row);
            }
        }
    }
    Sheet { columns, rows }
}
