//! `xqdb life`: how often a line or a position was played from year to year, by how many, and with
//! what success; with the doubt of every number.

use super::samples::{Line, Samples};
use super::scanning::Scanning;
use super::sheet::Form;
use super::{Context, Status, line, question, samples};
use crate::cli::{LifeArgs, Per};
use crate::messages::Lang;
use xqdb::search::{Query, search};
use xqdb::study::{Life, Span};

/// Prints the life of a line or a position.
///
/// # Errors
/// When an argument cannot be understood or the database cannot be read.
pub(crate) fn life(context: &Context, args: &LifeArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let notation = context.system(&args.notation)?;
    let asked = line::position(&args.position, &notation, lang)?;
    let mirroring = question::mirroring(args.position.mirror);
    let mut filter = question::filter(context, &args.filter, &[])?;
    filter.through = asked.is_said.then(|| (vec![asked.position.clone()], mirroring));
    let archive = question::open_with(context, args.filter.openings.as_deref())?;
    let scanning = Scanning::new(context);
    let matcher = filter.resolve_watched(&archive, &scanning)?;
    scanning.finish();
    let query = Query {
        position: asked.is_said.then_some(asked.position),
        mirroring,
        variations: args.filter.variations,
        ..Query::new(matcher)
    };
    let found = search(&archive, &query)?;
    let span = match args.per {
        Per::Year => Span::Year,
        Per::Decade => Span::Decade,
    };
    let life = xqdb::study::life(&archive, &found.games, span)?;
    let form: Form = args.answer.format().into();
    let samples = Samples {
        field: "period",
        head: lang.head_years(),
        scores: ["red", "draws", "black"],
        score_heads: [lang.head_red_wins(), lang.head_draws(), lang.head_black_wins()],
        lines: lines(&life, lang),
    };
    let is_nothing = found.count == 0;
    match form {
        Form::Table => {
            if !is_nothing {
                context.print_all(&samples.for_people(context))?;
            }
            samples::tell(context, &life.all);
        }
        _ => context.print_all(&samples.for_programs().formed(form, context))?,
    }
    question::tell_names(context, &query.matcher);
    Ok(Status::found(!is_nothing))
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
    if undated.score.games() + undated.others > 0 {
        lines.push(Line { name: String::new(), head: lang.no_year(), sample: undated });
    }
    lines.push(Line { name: "all".to_owned(), head: "Σ".to_owned(), sample: &life.all });
    lines
}
