//! `xqdb openings`: games by the codes of their openings, each with its score. `search` and
//! `explore` print the same with `--by opening`.

use super::progress::Scanning;
use super::question::Question;
use super::{Context, Status, figure, grouped};
use crate::cli::{By, OpeningsArgs};
use crate::messages::Lang;
use crate::questions::chart::{Drawing, cells, column, columns, rows_of_games};
use serde_json::json;
use xqdb::answers::{self, OpeningGames};
use xqdb::figure::Table;
use xqdb::search::{Archive, Found, Params, Purpose, Query, by_opening, search};

/// The columns of the chart, beside code and name.
const CHART: &str = "games red draws black unknown percent low high players events player playerGames event \
     eventGames others";

/// Lists openings.
pub(crate) fn openings(context: &Context, args: &OpeningsArgs) -> anyhow::Result<Status> {
    figure::prepare(context, &args.figure)?;
    let (archive, query, found) = find(context, args)?;
    let form = args.answer.format().into();
    grouped::print(context, &archive, (&query, &found.games), By::Opening, form)?;
    let drawing = || drawing(context.lang, &archive, &found.games);
    figure::write(context, (&args.figure, &args.filter.0), &archive, drawing)?;
    grouped::tell(context, &archive, (&query, &found), !args.filter.0.has("kind"))
}

/// The answer as a chart.
pub(super) fn drawn(context: &Context, args: &OpeningsArgs) -> anyhow::Result<(Archive, Drawing)> {
    let (archive, _, found) = find(context, args)?;
    let drawing = drawing(context.lang, &archive, &found.games)?;
    Ok((archive, drawing))
}

fn find(context: &Context, args: &OpeningsArgs) -> anyhow::Result<(Archive, Query, Found)> {
    let question = Question::new(context, "", &[&args.filter.0])?;
    let scanning = Scanning::new(context);
    let (archive, matcher) = question.matched(Purpose::Statistics, &scanning)?;
    scanning.finish();
    let query = question.read(|params: &Params| params.query_of(matcher, 0..usize::MAX))?;
    let found = search(&archive, &query)?;
    Ok((archive, query, found))
}

fn drawing(lang: Lang, archive: &Archive, games: &[u32]) -> anyhow::Result<Drawing> {
    let answer = answers::openings();
    let mut heads = vec![column("code", lang.head_code()), column("opening", lang.head_opening())];
    heads.extend(columns(lang, &answer, CHART));
    let mut rows = Vec::new();
    for row in by_opening(archive, games)? {
        let row = OpeningGames::new(archive, row)?;
        let code = row.row.code.map(|code| code.to_string());
        let label = match (&code, &row.opening) {
            (None, _) => lang.no_opening(),
            (Some(code), None) => code.clone(),
            (Some(code), Some(opening)) => format!("{code} {}", lang.opening_name(opening)),
        };
        let mut values = vec![json!(code), json!(label)];
        values.extend(cells(&answer, CHART, &row));
        rows.push(values);
    }
    let table = Table { names: 1, columns: heads, rows };
    let chart = rows_of_games(lang, "opening", None);
    Ok(Drawing::new(lang.figure_of_openings(), table, chart, games.to_vec()))
}
