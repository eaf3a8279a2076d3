//! The moves of a position as a chart: games and Red's score, a row a move.

use super::walk::{Asking, Step};
use crate::commands::figure::{
    Drawing, Interval, behind_columns, column, games_panel, red_columns, score_cells, score_panel,
};
use crate::messages::Lang;
use serde_json::{Value, json};
use xqdb::figure::{Chart, Shape, Table};
use xqdb::search::Explored;
use xqdb::xiangqi::Position;

/// The chart of the answer.
pub(super) fn drawing(
    lang: Lang,
    asking: &Asking<'_>,
    (position, explored): (&Position, &Explored),
    games: Vec<u32>,
) -> anyhow::Result<Drawing> {
    let mut columns = vec![
        column("line", lang.head_line()),
        column("depth", lang.head_depth()),
        column("move", lang.head_move()),
        column("uci", "UCI".to_owned()),
        column("games", lang.head_games()),
    ];
    columns.extend(red_columns(lang));
    columns.extend(behind_columns(lang));
    columns.push(column("firstYear", lang.head_from_year()));
    columns.push(column("lastYear", lang.head_to_year()));
    columns.push(column("others", lang.head_in_no_score()));
    let mut rows: Vec<Vec<Value>> = Vec::new();
    let mut line: Vec<String> = Vec::new();
    asking.walk(position, explored, &mut |step| {
        let Step::Row { row, depth, position, .. } = step else { return Ok(()) };
        line.truncate(depth);
        line.push(asking.name(row.mv, position));
        let mut cells = vec![json!(line.join(" ")), json!(depth), json!(line.last())];
        cells.extend([json!(row.mv.to_string()), json!(row.score.all())]);
        cells.extend(score_cells(&row.score));
        cells.extend(row.behind.values());
        cells.push(json!(row.years.map(|(first, _)| first)));
        cells.push(json!(row.years.map(|(_, last)| last)));
        cells.push(json!(row.score.others));
        rows.push(cells);
        Ok(())
    })?;
    Ok(Drawing {
        title: lang.figure_of_moves(),
        table: Table { names: 1, columns, rows },
        chart: Chart {
            shape: Shape::Rows { label: "move", depth: Some("depth") },
            panels: vec![games_panel(lang), score_panel(lang.axis_red_score())],
        },
        games,
        is_of_one: false,
        interval: Interval::Wilson,
        notes: Vec::new(),
    })
}
