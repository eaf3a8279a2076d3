//! Games of a line or a position by period, with players and results.

use super::chart::{Drawing, along_years, cells, column, columns, games_panel, score_panel};
use crate::messages::Lang;
use serde_json::{Value, json};
use xqdb::answers::{ScoreView, samples};
use xqdb::figure::Table;
use xqdb::research::{Span, Timeline, timeline};
use xqdb::search::{
    AllGames, Archive, AskError, Filter, Params, Purpose, Sample, SearchQuery, Watch,
    search_watched,
};

/// Columns of the chart, besides the years.
const CHART: &str = "games red draws black unknown percent low high players events";

/// Games by period, with their query.
pub(crate) struct TimelineAnswer {
    pub(crate) query: SearchQuery,
    pub(crate) games: Vec<u32>,
    /// Number of games of programs, which are left out.
    pub(crate) programs: u64,
    pub(crate) timeline: Timeline,
}

/// Counts the games of the query by period.
pub(crate) fn ask(
    archive: &Archive,
    params: &Params,
    watch: &dyn Watch,
) -> Result<TimelineAnswer, AskError> {
    let span = params.choice("per", [Span::Year, Span::Decade])?;
    let filter = Filter { purpose: Purpose::Statistics, ..params.scope()? }.of_every_kind();
    let query = params.query_of(filter.resolve_watched(archive, watch)?, 0..usize::MAX)?;
    let found = search_watched(archive, &query, watch)?;
    let beside = AllGames::beside(archive, &query.matcher)?;
    let timeline = timeline(archive, &found.games, span, beside)?;
    Ok(TimelineAnswer { query, games: found.games, programs: found.programs, timeline })
}

impl TimelineAnswer {
    /// Chart with a panel of games and one of Red's score; the table also has a row of games
    /// without a year.
    pub(crate) fn drawing(&self, lang: Lang) -> Drawing {
        let Timeline { periods, undated, .. } = &self.timeline;
        let answer = samples(ScoreView::Sides);
        let row = |first: Value, last: Value, sample: &Sample| {
            let mut row = vec![first, last];
            row.extend(cells(&answer, CHART, sample));
            row
        };
        let mut all =
            vec![column("first", lang.head_from_year()), column("last", lang.head_to_year())];
        all.extend(columns(lang, &answer, CHART));
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
        let drawing = Drawing::new(lang.figure_of_life(), table, chart, self.games.clone());
        Drawing { notes: notes.into_iter().collect(), ..drawing }
    }
}
