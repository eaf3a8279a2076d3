//! `xqdb openings`: games by the codes of their openings, each with its score. `search` and
//! `explore` print the same with `--by opening`.

use super::figure::{
    self, Drawing, Interval, behind_columns, column, games_panel, red_columns, score_cells,
    score_panel,
};
use super::scanning::Scanning;
use super::{Context, Status, grouped, question};
use crate::cli::{By, OpeningsArgs};
use crate::messages::Lang;
use serde_json::{Value, json};
use xqdb::figure::{Chart, Shape, Table};
use xqdb::metadata::Kind;
use xqdb::search::{Archive, Found, OpeningRow, Query, by_opening, search};

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

/// The same as a chart.
///
/// # Errors
/// As [`openings`].
pub(super) fn drawn(context: &Context, args: &OpeningsArgs) -> anyhow::Result<(Archive, Drawing)> {
    let (archive, _, found) = find(context, args)?;
    let drawing = drawing(context.lang, &archive, &found.games)?;
    Ok((archive, drawing))
}

fn find(context: &Context, args: &OpeningsArgs) -> anyhow::Result<(Archive, Query, Found)> {
    let filter = question::filter(context, &args.filter, &[Kind::Game])?;
    let archive = question::open_with(context, args.filter.openings.as_deref())?;
    let scanning = Scanning::new(context);
    let matcher = filter.resolve_watched(&archive, &scanning)?;
    scanning.finish();
    let query = Query { variations: args.filter.variations, ..Query::new(matcher) };
    let found = search(&archive, &query)?;
    Ok((archive, query, found))
}

fn drawing(lang: Lang, archive: &Archive, games: &[u32]) -> anyhow::Result<Drawing> {
    let mut columns = vec![
        column("code", lang.head_code()),
        column("opening", lang.head_opening()),
        column("games", lang.head_games()),
    ];
    columns.extend(red_columns(lang));
    columns.extend(behind_columns(lang));
    columns.push(column("others", lang.head_in_no_score()));
    let row = |row: &OpeningRow| {
        let opening = row.code.and_then(|code| archive.openings().opening(code));
        let label = match (row.code, opening) {
            (None, _) => lang.no_opening(),
            (Some(code), None) => code.to_string(),
            (Some(code), Some(opening)) => format!("{code} {}", lang.opening_name(opening)),
        };
        let code = row.code.map(|code| code.to_string());
        let mut cells = vec![json!(code), json!(label), json!(row.score.all())];
        cells.extend(score_cells(&row.score));
        cells.extend(row.behind.values());
        cells.push(json!(row.score.others));
        cells
    };
    let rows: Vec<Vec<Value>> = by_opening(archive, games)?.iter().map(row).collect();
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
