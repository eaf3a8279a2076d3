//! What the charts of several commands have in common: columns and panels of scores.

use crate::messages::Lang;
use serde_json::{Value, json};
use xqdb::figure::{Column, Mark, Panel, Scale};
use xqdb::search::{Behind, Score, Share};

/// A column.
pub(in crate::commands) fn column(field: &'static str, head: String) -> Column {
    Column { field, head }
}

/// A number with one decimal, or nothing.
pub(in crate::commands) fn decimal(number: Option<f64>) -> Value {
    number.map(|number| (10.0 * number).round() / 10.0).into()
}

/// The columns of [`score_cells`]; won, drawn and lost are Red's or a player's.
pub(in crate::commands) fn score_columns(
    lang: Lang,
    fields: [&'static str; 3],
    heads: [String; 3],
) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    columns.extend(fields.into_iter().zip(heads).map(|(field, head)| column(field, head)));
    columns.push(column("unknown", "?".to_owned()));
    columns.push(column("percent", lang.head_score()));
    columns.push(column("low", lang.head_low()));
    columns.push(column("high", lang.head_high()));
    columns
}

/// The same, where won and lost are Red's.
pub(in crate::commands) fn red_columns(lang: Lang) -> Vec<Column> {
    let heads = [lang.head_red_wins(), lang.head_draws(), lang.head_black_wins()];
    score_columns(lang, ["red", "draws", "black"], heads)
}

/// A score with its interval.
pub(in crate::commands) fn score_cells(score: &Score) -> Vec<Value> {
    let Score { red, draw, black, unknown, .. } = *score;
    let share = Share::of(score);
    let mut cells: Vec<Value> = [red, draw, black, unknown].map(|count| json!(count)).into();
    cells.push(decimal(share.map(|share| share.percent)));
    cells.push(decimal(share.map(|share| share.low)));
    cells.push(decimal(share.map(|share| share.high)));
    cells
}

/// The columns of players and events, as [`Behind::values`] gives them.
pub(in crate::commands) fn behind_columns(lang: Lang) -> impl Iterator<Item = Column> {
    let heads = [
        lang.head_players(),
        lang.head_events(),
        lang.head_leading_player(),
        lang.head_games(),
        lang.head_leading_event(),
        lang.head_games(),
    ];
    Behind::FIELDS.into_iter().zip(heads).map(|(field, head)| column(field, head))
}

/// How many games.
pub(in crate::commands) fn games_panel(lang: Lang) -> Panel {
    Panel {
        field: "games",
        head: lang.axis_games(),
        interval: None,
        mark: Mark::Bar,
        scale: Scale::FromZero,
    }
}

/// The score with its interval.
pub(in crate::commands) fn score_panel(head: String) -> Panel {
    Panel {
        field: "percent",
        head,
        interval: Some(["low", "high"]),
        mark: Mark::Point,
        scale: Scale::Shared,
    }
}
