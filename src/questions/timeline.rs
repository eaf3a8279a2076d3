//! Games of a line or a position by period, with players and results.

use super::chart::{Drawing, along_years, cells, column, columns, games_panel, score_panel};
use crate::messages::Lang;
use serde_json::{Value, json};
use xqdb::answers::{ScoreView, samples};
use xqdb::figure::Table;
use xqdb::research::{Timeline, TimelineAnswer};
use xqdb::search::Sample;

/// Columns of the chart, besides the years.
const CHART: &str = "games red draws black unknown percent low high players events";

/// Chart with a panel of games and one of Red's score; the table also has a row of games
/// without a year.
pub(crate) fn drawing(answer: &TimelineAnswer, lang: Lang) -> Drawing {
    let Timeline { periods, undated, .. } = &answer.timeline;
    let fields = samples(ScoreView::Sides);
    let row = |first: Value, last: Value, sample: &Sample| {
        let mut row = vec![first, last];
        row.extend(cells(&fields, CHART, sample));
        row
    };
    let mut all = vec![column("first", lang.head_from_year()), column("last", lang.head_to_year())];
    all.extend(columns(lang, &fields, CHART));
    let mut rows: Vec<Vec<Value>> = periods
        .iter()
        .map(|period| row(json!(period.first), json!(period.last), &period.sample))
        .collect();
    let without_year = undated.score.games();
    if without_year > 0 {
        rows.push(row(Value::Null, Value::Null, undated));
    }
    let panels = vec![games_panel(lang), score_panel(lang.axis_red_score())];
    let table = Table { names: 2, columns: all, rows };
    let chart = along_years(lang, None, panels);
    let notes = (without_year > 0).then(|| lang.figure_without_year(without_year));
    let drawing = Drawing::new(lang.figure_of_life(), table, chart, answer.games.clone());
    Drawing { notes: notes.into_iter().collect(), ..drawing }
}
