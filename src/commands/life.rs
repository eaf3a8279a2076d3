//! `xqdb life`: how often a line or a position was played from year to year, by how many, and with
//! what success; with the doubt of every number.

use super::figure::{self, Drawing, Interval, column, games_panel, score_panel};
use super::printed::{Form, chart_cells, chart_columns};
use super::{Context, Status, question, samples};
use crate::cli::{LifeArgs, Per};
use crate::messages::Lang;
use serde_json::{Value, json};
use xqdb::answers::{SampleLine, View, timeline};
use xqdb::figure::{Chart, Shape, Table};
use xqdb::research::{Period, Span, Timeline};
use xqdb::search::{Archive, Query, Sample, search};

/// The columns of the chart, beside the years.
const CHART: &str = "games red draws black unknown percent low high players events";

/// An answer.
struct Answer {
    archive: Archive,
    query: Query,
    games: Vec<u32>,
    life: Timeline,
}

/// Prints the life of a line or a position.
pub(crate) fn life(context: &Context, args: &LifeArgs) -> anyhow::Result<Status> {
    figure::prepare(context, &args.figure)?;
    let lang = context.lang;
    let Answer { archive, query, games, life } = find(context, args)?;
    let form: Form = args.answer.format().into();
    let is_nothing = games.is_empty();
    if form != Form::Table || !is_nothing {
        let head = |name: &str| match name {
            "" => lang.no_year(),
            "all" => "Σ".to_owned(),
            years => years.to_owned(),
        };
        samples::print(context, timeline, &head, &lines(&life), form)?;
    }
    if form == Form::Table {
        samples::tell(context, &life.all);
    }
    question::tell_names(context, &query.matcher);
    let drawing = || Ok(drawing(lang, &life, games));
    figure::write(context, (&args.figure, &args.filter), &archive, drawing)?;
    Ok(Status::found(!is_nothing))
}

/// The answer as a chart.
pub(super) fn drawn(context: &Context, args: &LifeArgs) -> anyhow::Result<(Archive, Drawing)> {
    let Answer { archive, games, life, .. } = find(context, args)?;
    Ok((archive, drawing(context.lang, &life, games)))
}

fn find(context: &Context, args: &LifeArgs) -> anyhow::Result<Answer> {
    let notation = context.system(&args.answer.notation)?;
    let (archive, query) = question::through(context, &args.position, &args.filter, &notation)?;
    let games = search(&archive, &query)?.games;
    let span = match args.per {
        Per::Year => Span::Year,
        Per::Decade => Span::Decade,
    };
    let life = xqdb::research::timeline(&archive, &games, span)?;
    Ok(Answer { archive, query, games, life })
}

/// The periods, the games without a year if there are any, and all together.
fn lines(life: &Timeline) -> Vec<SampleLine> {
    let name = |period: &Period| match period.first == period.last {
        true => period.first.to_string(),
        false => format!("{}-{}", period.first, period.last),
    };
    let line = |name: String, sample: &Sample| SampleLine { name, sample: sample.clone() };
    let mut lines: Vec<SampleLine> =
        life.periods.iter().map(|period| line(name(period), &period.sample)).collect();
    if life.undated.score.all() > 0 {
        lines.push(line(String::new(), &life.undated));
    }
    lines.push(line("all".to_owned(), &life.all));
    lines
}

/// Games above, Red's score with its interval below; games without a year are a row that is not
/// drawn.
fn drawing(lang: Lang, life: &Timeline, games: Vec<u32>) -> Drawing {
    let answer = xqdb::answers::samples(View::Sides);
    let mut columns =
        vec![column("first", lang.head_from_year()), column("last", lang.head_to_year())];
    columns.extend(chart_columns(lang, &answer, CHART));
    let row = |first: Value, last: Value, sample: &Sample| {
        let mut row = vec![first, last];
        row.extend(chart_cells(&answer, CHART, sample));
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
