//! `xqdb life`: how often a line or a position was played in each period, by how many, with which
//! score, and how certain every number is.

use super::question::{SaidQuestion, tell_names};
use super::{Context, Status, figure, samples};
use crate::cli::LifeArgs;
use crate::questions::chart::Drawing;
use crate::questions::timeline;
use xqdb::answers;
use xqdb::answers::SampleLine;
use xqdb::research::{Period, Timeline, TimelineAnswer, ask_timeline};
use xqdb::search::{Archive, Sample, Score};

/// Prints the timeline of a line or a position.
pub(crate) fn life(context: &Context, args: &LifeArgs) -> anyhow::Result<Status> {
    figure::prepare(context, &args.figure)?;
    let lang = context.lang;
    let (archive, answer) = ask(context, args)?;
    let layout = args.answer.layout();
    let is_nothing = answer.games.is_empty();
    if !layout.is_table() || !is_nothing {
        let head = |name: &str| match name {
            "" => lang.no_year(),
            "all" => "Σ".to_owned(),
            years => years.to_owned(),
        };
        let lines = lines(&answer.timeline);
        samples::print((context, &archive), answers::timeline, &head, &lines, layout)?;
    }
    if layout.is_page() {
        samples::tell_growth(context, answer.timeline.growth);
        samples::tell(context, &archive, (&answer.timeline.all, ""), answer.programs)?;
    }
    tell_names(context, &archive, &answer.query.matcher)?;
    let drawing = || Ok(timeline::drawing(&answer, lang));
    figure::write(context, (&args.figure, &args.asked.0), &archive, drawing)?;
    Ok(Status::found(!is_nothing))
}

/// Archive and chart of the answer.
pub(super) fn drawn(context: &Context, args: &LifeArgs) -> anyhow::Result<(Archive, Drawing)> {
    let (archive, answer) = ask(context, args)?;
    let drawing = timeline::drawing(&answer, context.lang);
    Ok((archive, drawing))
}

fn ask(context: &Context, args: &LifeArgs) -> anyhow::Result<(Archive, TimelineAnswer)> {
    SaidQuestion::new(context, &args.answer.notation, &[&args.asked.0])?.ask(ask_timeline)
}

/// Rows: the periods, games without a year if there are any, and all games.
fn lines(timeline: &Timeline) -> Vec<SampleLine> {
    let name = |period: &Period| match period.first == period.last {
        true => period.first.to_string(),
        false => format!("{}-{}", period.first, period.last),
    };
    let line = |name: String, sample: &Sample, of: Score| {
        let sample = sample.clone();
        SampleLine { name, sample, of: Some(of) }
    };
    let Timeline { periods, undated, all, beside, .. } = timeline;
    let mut lines: Vec<SampleLine> =
        periods.iter().map(|period| line(name(period), &period.sample, period.of)).collect();
    if undated.score.all() > 0 {
        lines.push(line(String::new(), undated, beside.undated()));
    }
    lines.push(line("all".to_owned(), all, beside.together()));
    lines
}
