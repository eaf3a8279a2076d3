//! A repertoire as a chart: the tree with how often each move was chosen and with what score, or
//! the first choices through the years.

use super::{Half, indented, lines, span};
use crate::cli::RepertoireArgs;
use crate::commands::figure::{
    Drawing, Interval, column, decimal, score_cells, score_columns, score_panel,
};
use crate::messages::Lang;
use serde_json::{Value, json};
use std::cmp::Reverse;
use xqdb::figure::{Chart, Column, Mark, Panel, Scale, Shape, Table};
use xqdb::notation::System;
use xqdb::research::{Choice, Span};
use xqdb::search::Share;

/// The chart of the answer.
pub(super) fn drawing(
    lang: Lang,
    args: &RepertoireArgs,
    halves: &[Half],
    notation: &System,
) -> Drawing {
    let games = halves.iter().flat_map(|half| half.games.iter().copied()).collect();
    let chosen = Panel {
        field: "chosen",
        head: lang.axis_chosen(),
        interval: Some(["chosenLow", "chosenHigh"]),
        mark: if args.per.is_some() { Mark::Line } else { Mark::Bar },
        scale: Scale::Percent,
    };
    let (title, table, chart) = match span(args) {
        None => (
            lang.figure_of_repertoire(&args.who),
            tree(lang, halves, notation),
            Chart {
                shape: Shape::Rows { label: "label", depth: Some("depth") },
                panels: vec![chosen, score_panel(lang.axis_his_score())],
            },
        ),
        Some(span) => (
            lang.figure_of_changes(&args.who),
            changes(lang, halves, notation, span),
            Chart {
                shape: Shape::Years {
                    first: "first",
                    last: "last",
                    series: Some("line"),
                    head: lang.axis_year(),
                },
                panels: vec![chosen],
            },
        ),
    };
    Drawing {
        title,
        table,
        chart,
        games,
        is_of_one: true,
        interval: Interval::Wilson,
        notes: Vec::new(),
    }
}

/// How often a move was chosen, with its interval.
fn chosen(share: Option<Share>) -> [Value; 3] {
    [
        decimal(share.map(|share| share.percent)),
        decimal(share.map(|share| share.low)),
        decimal(share.map(|share| share.high)),
    ]
}

fn chosen_columns(lang: Lang) -> [Column; 5] {
    [
        column("games", lang.head_games()),
        column("chances", lang.head_chances()),
        column("chosen", lang.head_share_chosen()),
        column("chosenLow", lang.head_low()),
        column("chosenHigh", lang.head_high()),
    ]
}

/// A row for each side, and below it one for each move.
fn tree(lang: Lang, halves: &[Half], notation: &System) -> Table {
    let mut columns = vec![
        column("side", lang.head_side()),
        column("line", lang.head_line()),
        column("depth", lang.head_depth()),
        column("label", lang.head_move()),
    ];
    columns.extend(chosen_columns(lang));
    let heads = [lang.head_won(), lang.head_draws(), lang.head_lost()];
    columns.extend(score_columns(lang, ["won", "draws", "lost"], heads));
    columns.push(column("opponents", lang.head_opponents()));
    columns.push(column("events", lang.head_events()));
    let mut rows: Vec<Vec<Value>> = Vec::new();
    for half in halves.iter().filter(|half| !half.choices.is_empty()) {
        let mut head = vec![json!(half.side.as_str()), json!(""), json!(0)];
        head.extend([json!(lang.side(half.side)), json!(half.games.len())]);
        head.resize(columns.len(), Value::Null);
        rows.push(head);
        for (line, choice) in lines(half, notation) {
            let his = &choice.his;
            let games = his.sample.score.games();
            let mut row = vec![json!(half.side.as_str()), json!(line.join(" ")), json!(choice.ply)];
            row.extend([json!(indented(&line).trim_start()), json!(games), json!(his.chances)]);
            row.extend(chosen(his.share()));
            row.extend(score_cells(&his.sample.score));
            row.extend([json!(his.sample.behind.players), json!(his.sample.behind.events)]);
            rows.push(row);
        }
    }
    Table { names: 2, columns, rows }
}

/// A row for each first choice of his own and each period, the commonest choices first.
fn changes(lang: Lang, halves: &[Half], notation: &System, span: Span) -> Table {
    let mut columns = vec![
        column("line", lang.head_line()),
        column("first", lang.head_from_year()),
        column("last", lang.head_to_year()),
    ];
    columns.extend(chosen_columns(lang));
    let mut first: Vec<(String, &Choice)> = Vec::new();
    for half in halves {
        let all = lines(half, notation);
        // With Black the first choice of his own is the reply.
        let own = all.into_iter().filter(|(_, choice)| choice.is_his && choice.ply <= 2);
        first.extend(own.map(|(line, choice)| {
            (format!("{}: {}", lang.side(half.side), line.join(" ")), choice)
        }));
    }
    first.sort_by_key(|(_, choice)| Reverse(choice.his.sample.score.games()));
    let mut rows: Vec<Vec<Value>> = Vec::new();
    for (name, choice) in first {
        for period in &choice.his.periods {
            let mut row =
                vec![json!(name), json!(period.first), json!(period.first + (span.years() - 1))];
            row.extend([json!(period.sample.score.games()), json!(period.chances)]);
            row.extend(chosen(period.share()));
            rows.push(row);
        }
    }
    Table { names: 2, columns, rows }
}
