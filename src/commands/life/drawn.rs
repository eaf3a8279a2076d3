//! The life of a line as a chart: games above, Red's score with its interval below.

use crate::commands::figure::{
    Drawing, Interval, column, games_panel, red_columns, score_cells, score_panel,
};
use crate::messages::Lang;
use serde_json::{Value, json};
use xqdb::figure::{Chart, Shape, Table};
use xqdb::research::Life;
use xqdb::search::Sample;

/// The chart; games without a year are a row that is not drawn.
pub(super) fn drawing(lang: Lang, life: &Life, games: Vec<u32>) -> Drawing {
    let mut columns = vec![
        column("first", lang.head_from_year()),
        column("last", lang.head_to_year()),
        column("games", lang.head_games()),
    ];
    columns.extend(red_columns(lang));
    columns.push(column("players", lang.head_players()));
    columns.push(column("events", lang.head_events()));
    let row = |first: Value, last: Value, sample: &Sample| {
        let mut row = vec![first, last, json!(sample.score.games())];
        row.extend(score_cells(&sample.score));
        row.extend([json!(sample.behind.players), json!(sample.behind.events)]);
        row
    };
    let periods = life.periods.iter();
    let mut rows: Vec<Vec<Value>> = periods
        .map(|period| row(json!(period.first), json!(period.last), &period.sample))
        .collect();
    let undated = life.undated.score.games();
    if undated > 0 {
        rows.push(row(Value::Null, Value::Null, &life.undated));
    }
    let shape = Shape::Years { first: "first", last: "last", series: None, head: lang.axis_year() };
    let panels = vec![games_panel(lang), score_panel(lang.axis_red_score())];
    Drawing {
        title: lang.figure_of_life(),
        table: Table { names: 2, columns, rows },
        chart: Chart { shape, panels },
        games,
        is_of_one: false,
        interval: Interval::Wilson,
        notes: (undated > 0).then(|| lang.figure_without_year(undated)).into_iter().collect(),
    }
}
