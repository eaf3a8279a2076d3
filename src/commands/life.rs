//! `xqdb life`: how often a line or a position was played from year to year, by how many, and with
//! what success; with the doubt of every number.

use super::render::{Align, Table};
use super::scanning::Scanning;
use super::sheet::{Cell, Column, Form, Sheet};
use super::{Context, Status, line, question};
use crate::cli::{LifeArgs, Per};
use crate::messages::Lang;
use xqdb::search::{Query, Score, search};
use xqdb::study::{Lead, Life, Sample, Share, Span};

/// Columns of the chart.
const CHART: usize = 12;

/// A period and its games.
struct Line<'a> {
    /// For programs.
    name: String,
    /// For people.
    head: String,
    sample: &'a Sample,
}

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
    let lines = lines(&life, lang);
    let is_nothing = found.count == 0;
    match form {
        Form::Table => {
            if !is_nothing {
                context.print_all(&for_people(&lines, context))?;
            }
            tell(context, &life);
        }
        _ => context.print_all(&for_programs(&lines).formed(form, context))?,
    }
    question::tell_names(context, &query.matcher);
    Ok(if is_nothing { Status::NothingFound } else { Status::Success })
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

fn for_people(lines: &[Line<'_>], context: &Context) -> String {
    let lang = context.lang;
    let heads = vec![
        (lang.head_years(), Align::Left),
        (lang.head_games(), Align::Right),
        (String::new(), Align::Left),
        (lang.head_red_wins(), Align::Right),
        (lang.head_draws(), Align::Right),
        (lang.head_black_wins(), Align::Right),
        ("?".to_owned(), Align::Right),
        (lang.head_score(), Align::Right),
        (lang.head_interval(), Align::Right),
        (lang.head_players(), Align::Right),
        (lang.head_events(), Align::Right),
        (lang.head_more_than_a_third(), Align::Left),
    ];
    let mut table = Table::new(heads).within(context.width).keeping(&[0, 8]).sparing(&[2]);
    // The last line is all together, which no bar is to be measured against.
    let periods = lines.len() - 1;
    let games = lines[..periods].iter().map(|line| line.sample.score.games());
    let most = games.max().unwrap_or(0);
    for (number, line) in lines.iter().enumerate() {
        let Sample { score, players, events, .. } = line.sample;
        let Score { red, draw, black, unknown } = *score;
        let bar = if number < periods { chart(score.games(), most) } else { String::new() };
        let share = line.sample.share();
        let (player, event) = line.sample.dominant();
        let leads = [player, event].into_iter().flatten();
        let leads: Vec<String> =
            leads.map(|Lead { name, games }| format!("{name} ({games})")).collect();
        table.row(vec![
            line.head.clone(),
            score.games().to_string(),
            bar,
            red.to_string(),
            draw.to_string(),
            black.to_string(),
            unknown.to_string(),
            share.map(|share| format!("{:.1}%", share.percent)).unwrap_or_default(),
            share.map(interval).unwrap_or_default(),
            players.to_string(),
            events.to_string(),
            leads.join("; "),
        ]);
    }
    table.render()
}

fn interval(Share { low, high, .. }: Share) -> String {
    format!("{low:.1}–{high:.1}")
}

/// So many games of the most there are, as a bar; a single game is seen, too.
fn chart(games: u64, most: u64) -> String {
    let columns = (games as f64 * CHART as f64 / most.max(1) as f64).round() as usize;
    "█".repeat(columns.max(usize::from(games > 0)))
}

fn for_programs(lines: &[Line<'_>]) -> Sheet {
    const FIELDS: [&str; 16] = [
        "period",
        "games",
        "red",
        "draws",
        "black",
        "unknown",
        "percent",
        "low",
        "high",
        "players",
        "events",
        "player",
        "playerGames",
        "event",
        "eventGames",
        "others",
    ];
    let columns = FIELDS.map(|field| Column { field, head: String::new(), align: Align::Left });
    let rows = lines.iter().map(|line| {
        let Sample { score, others, players, events, leading_player, leading_event } = line.sample;
        let Score { red, draw, black, unknown } = *score;
        let share = line.sample.share();
        let mut cells = vec![Cell::text(&line.name)];
        cells.extend([score.games(), red, draw, black, unknown].map(Cell::number));
        let share = |part: fn(Share) -> f64| Cell::decimal(share.map(part));
        cells.extend([share(|s| s.percent), share(|s| s.low), share(|s| s.high)]);
        cells.extend([*players, *events].map(Cell::number));
        for lead in [leading_player, leading_event] {
            let (name, games) = lead.as_ref().map_or(("", 0), |lead| (&lead.name, lead.games));
            cells.extend([Cell::text(name), Cell::number(games)]);
        }
        cells.push(Cell::number(*others));
        cells
    });
    Sheet { rows: rows.collect(), columns: columns.into() }
}

/// What stands below the table.
fn tell(context: &Context, life: &Life) {
    let (lang, all) = (context.lang, &life.all);
    let mut line = lang.games_found(all.score.games());
    if all.others > 0 {
        line += &lang.games_of_other_kinds(all.others);
    }
    context.tell(&line);
    let (player, event) = all.dominant();
    for Lead { name, games } in [player, event].into_iter().flatten() {
        context.tell(&lang.one_has_more_than_a_third(name, *games));
    }
}
