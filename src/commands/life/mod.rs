//! `xqdb life`: how often a line or a position was played from year to year, by how many, and with
//! what success; with the doubt of every number.

mod drawn;

use super::figure::{self, Drawing};
use super::samples::{Line, Samples};
use super::sheet::Form;
use super::{Context, Status, question, samples};
use crate::cli::{LifeArgs, Per};
use crate::messages::Lang;
use xqdb::research::{Life, Span};
use xqdb::search::{Archive, Query, search};

/// An answer.
struct Answer {
    archive: Archive,
    query: Query,
    games: Vec<u32>,
    life: Life,
}

/// Prints the life of a line or a position.
///
/// # Errors
/// When an argument cannot be understood or the database cannot be read.
pub(crate) fn life(context: &Context, args: &LifeArgs) -> anyhow::Result<Status> {
    figure::prepare(context, &args.figure)?;
    let lang = context.lang;
    let Answer { archive, query, games, life } = find(context, args)?;
    let form: Form = args.answer.format().into();
    let samples = Samples {
        field: "period",
        head: lang.head_years(),
        scores: ["red", "draws", "black"],
        score_heads: [lang.head_red_wins(), lang.head_draws(), lang.head_black_wins()],
        lines: lines(&life, lang),
    };
    let is_nothing = games.is_empty();
    match form {
        Form::Table => {
            if !is_nothing {
                let table = samples.for_people(context);
                context.print_all(&table.text)?;
                table.tell(context);
            }
            samples::tell(context, &life.all);
        }
        _ => context.print_all(&samples.for_programs().formed(form, context))?,
    }
    question::tell_names(context, &query.matcher);
    let drawing = || Ok(drawn::drawing(lang, &life, games));
    figure::write(context, (&args.figure, &args.filter), &archive, drawing)?;
    Ok(Status::found(!is_nothing))
}

/// The same as a chart.
///
/// # Errors
/// As [`life`].
pub(super) fn drawn(context: &Context, args: &LifeArgs) -> anyhow::Result<(Archive, Drawing)> {
    let Answer { archive, games, life, .. } = find(context, args)?;
    Ok((archive, drawn::drawing(context.lang, &life, games)))
}

fn find(context: &Context, args: &LifeArgs) -> anyhow::Result<Answer> {
    let notation = context.system(&args.answer.notation)?;
    let (archive, query) = question::through(context, &args.position, &args.filter, &notation)?;
    let games = search(&archive, &query)?.games;
    let span = match args.per {
        Per::Year => Span::Year,
        Per::Decade => Span::Decade,
    };
    let life = xqdb::research::life(&archive, &games, span)?;
    Ok(Answer { archive, query, games, life })
}

/// The periods, the games without a year if there are any, and all together.
fn lines(life: &Life, lang: Lang) -> Vec<Line<'_>> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    for period in &life.periods {
        let name = match period.first == period.last {
            true => period.first.to_string(),
            false => format!("{}-{}", period.first, period.last),
        };
        lines.push(Line { head: name.clone(), name, sample: &period.sample });
    }
    let undated = &life.undated;
    if undated.score.all() > 0 {
        lines.push(Line { name: String::new(), head: lang.no_year(), sample: undated });
    }
    lines.push(Line { name: "all".to_owned(), head: "Σ".to_owned(), sample: &life.all });
    lines
}
