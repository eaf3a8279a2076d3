//! How often a position was played from year to year, by how many, and with what success.

use super::super::answer::{Answer, SVG};
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use super::lists::games;
use serde_json::{Value, json};
use xqdb::figure::{Chart, Column, Figure, Mark, Panel, Scale, Shape, Table};
use xqdb::research::{Life, Span};
use xqdb::search::Share;

/// What results are called.
const WON: [&str; 3] = ["red", "draws", "black"];

fn lived(asking: &Asking<'_>) -> Result<Life, Refusal> {
    let span = asking.params.choice("per", &[("year", Span::Year), ("decade", Span::Decade)])?;
    let games = games(asking)?;
    xqdb::research::life(asking.archive, &games, span).map_err(|error| asking.failed(error))
}

/// The numbers.
pub(super) fn life(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let life = lived(asking)?;
    let periods = life.periods.iter().map(|period| {
        let mut value = period.sample.to_json(WON);
        value["first"] = json!(period.first);
        value["last"] = json!(period.last);
        value
    });
    Ok(Answer::Json(json!({
        "periods": periods.collect::<Vec<Value>>(),
        "undated": life.undated.to_json(WON),
        "all": life.all.to_json(WON),
    })))
}

/// The same as a chart: games above, Red's score with its interval below.
pub(super) fn picture(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let lang = asking.lang();
    let life = lived(asking)?;
    let column = |field, head| Column { field, head };
    let columns = vec![
        column("first", lang.head_from_year()),
        column("last", lang.head_to_year()),
        column("games", lang.head_games()),
        column("percent", lang.head_score()),
        column("low", lang.head_low()),
        column("high", lang.head_high()),
    ];
    let rows = life.periods.iter().map(|period| {
        let share = Share::of(&period.sample.score);
        vec![
            json!(period.first),
            json!(period.last),
            json!(period.sample.score.games()),
            json!(share.map(|share| share.percent)),
            json!(share.map(|share| share.low)),
            json!(share.map(|share| share.high)),
        ]
    });
    let panel = |field, head, interval, mark, scale| Panel { field, head, interval, mark, scale };
    let undated = life.undated.score.games();
    let figure = Figure {
        title: lang.figure_of_life(),
        notes: (undated > 0).then(|| lang.figure_without_year(undated)).into_iter().collect(),
        empty: lang.figure_is_empty(),
        table: Table { names: 2, columns, rows: rows.collect() },
        chart: Chart {
            shape: Shape::Years {
                first: "first",
                last: "last",
                series: None,
                head: lang.axis_year(),
            },
            panels: vec![
                panel("games", lang.axis_games(), None, Mark::Bar, Scale::FromZero),
                panel(
                    "percent",
                    lang.axis_red_score(),
                    Some(["low", "high"]),
                    Mark::Point,
                    Scale::Shared,
                ),
            ],
        },
    };
    Ok(Answer::Document { kind: SVG, text: figure.to_svg().into_bytes(), name: None })
}
