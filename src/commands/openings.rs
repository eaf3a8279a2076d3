//! `xqdb openings`: games by the codes of their openings, each with its score. `search` and
//! `explore` print the same with `--by opening`.

use super::figure::{self, Drawing, Interval, column, games_panel, score_panel};
use super::printed::{chart_cells, chart_columns};
use super::progress::Scanning;
use super::{Context, Status, grouped, question};
use crate::cli::{By, OpeningsArgs};
use crate::messages::Lang;
use serde_json::json;
use xqdb::answers::{self, OpeningGames};
use xqdb::figure::{Chart, Shape, Table};
use xqdb::metadata::Kind;
use xqdb::search::{Archive, Found, Query, by_opening, search};

/// The columns of the chart, beside code and name.
const CHART: &str = "games red draws black unknown percent low high players events player playerGames event \
     eventGames others";

/// Lists openings.
///
/// # Errors
/// When an argument cannot be understood or the database cannot be read.
pub(crate) fn openings(context: &Context, args: &OpeningsArgs) -> anyhow::Result<Status> {
    figure::prepare(context, &args.figure)?;
    let (archive, query, found) = find(context, args)?;
    let form = args.answer.format().into();
    grouped::print(context, &archive, &found.games, By::Opening, form)?;
    let drawing = || drawing(context.lang, &archive, &found.games);
    figure::write(context, (&args.figure, &args.filter), &archive, drawing)?;
    grouped::tell(context, &archive, (&query, &found), args.filter.kind.is_empty())
}

/// The answer as a chart.
pub(super) fn drawn(context: &Context, args: &OpeningsArgs) -> anyhow::Result<(Archive, Drawing)> {
    let (archive, _, found) = find(context, args)?;
    let drawing = drawing(context.lang, &archive, &found.games)?;
    Ok((archive, drawing))
}

fn find(context: &Context, args: &OpeningsArgs) -> anyhow::Result<(Archive, Query, Found)> {
    let scanning = Scanning::new(context);
    let (archive, matcher) = question::matched(context, &args.filter, &[Kind::Game], &scanning)?;
    scanning.finish();
    let query = Query { variations: args.filter.variations, ..Query::new(matcher) };
    let found = search(&archive, &query)?;
    Ok((archive, query, found))
}

fn drawing(lang: Lang, archive: &Archive, games: &[u32]) -> anyhow::Result<Drawing> {
    let answer = answers::openings();
    let mut columns =
        vec![column("code", lang.head_code()), column("opening", lang.head_opening())];
    columns.extend(chart_columns(lang, &answer, CHART));
    let mut rows = Vec::new();
    for row in by_opening(archive, games)? {
        let row = OpeningGames::new(archive, row)?;
        let code = row.row.code.map(|code| code.to_string());
        let label = match (&code, &row.opening) {
            (None, _) => lang.no_opening(),
            (Some(code), None) => code.clone(),
            (Some(code), Some(opening)) => format!("{code} {}", lang.opening_name(opening)),
        };
        let mut cells = vec![json!(code), json!(label)];
        cells.extend(chart_cells(&answer, CHART, &row));
        rows.push(cells);
    }
    Ok(Drawing {
        title: lang.figure_of_openings(),
        table: Table { names: 1, columns, rows },
        chart: Chart {
            shape: Shape::Rows { label: "opening", depth: None },
            panels: vec![games_panel(lang), score_panel(lang.axis_red_score())],
        },
        games: games.to_vec(),
        is_of_one: false,
        interval: Interval::Wilson,
        notes: Vec::new(),
    })
}
