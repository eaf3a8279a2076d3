//! `xqdb repertoire`: the tree of what a player plays, with what success, beside another player or
//! everybody, and how it changed.

mod screen;

use super::figure::{self, Drawing};
use super::printed::{Form, Printed};
use super::progress::Scanning;
use super::{Context, Status, question};
use crate::cli::{Per, PlayerSide, RepertoireArgs};
use xqdb::answers::{self, RepertoireMove, RepertoirePeriod, repertoire_periods};
use xqdb::metadata::Kind;
use xqdb::research::{Scope, Span, repertoire as find_choices};
use xqdb::search::{Archive, Filter, Matcher, Query, search};
use xqdb::xiangqi::Side;

/// What a player plays with a side.
struct Half {
    side: Side,
    games: Vec<u32>,
    moves: Vec<RepertoireMove>,
}

/// Prints what a player plays.
pub(crate) fn repertoire(context: &Context, args: &RepertoireArgs) -> anyhow::Result<Status> {
    figure::prepare(context, &args.figure)?;
    let lang = context.lang;
    let (archive, halves) = find(context, args)?;
    let form: Form = args.answer.format().into();
    print(context, args, &halves, form)?;
    let games: u64 = halves.iter().map(|half| half.games.len() as u64).sum();
    context.tell(&lang.games_found(games));
    if args.per.is_some() && form == Form::Table && games > 0 {
        context.tell(&lang.changes_are());
    }
    let drawing = || Ok(screen::drawing(lang, args, &halves));
    figure::write(context, (&args.figure, &args.filter), &archive, drawing)?;
    Ok(Status::found(games > 0))
}

/// The answer as a chart.
pub(super) fn drawn(
    context: &Context,
    args: &RepertoireArgs,
) -> anyhow::Result<(Archive, Drawing)> {
    let (archive, halves) = find(context, args)?;
    Ok((archive, screen::drawing(context.lang, args, &halves)))
}

/// How long the periods are, where changes are asked for.
fn span(args: &RepertoireArgs) -> Option<Span> {
    args.per.map(|per| match per {
        Per::Year => Span::Year,
        Per::Decade => Span::Decade,
    })
}

fn find(context: &Context, args: &RepertoireArgs) -> anyhow::Result<(Archive, Vec<Half>)> {
    let notation = context.system(&args.answer.notation)?;
    let filter = question::filter(context, &args.filter, &[Kind::Game])?;
    let archive = question::open_with(context, args.filter.openings.as_deref())?;
    let scanning = Scanning::new(context);
    let field = match args.versus {
        Some(_) => None,
        None => Some(filter.clone().resolve_watched(&archive, &scanning)?),
    };
    let sides = match args.side {
        Some(PlayerSide::Red) => &[Side::Red][..],
        Some(PlayerSide::Black) => &[Side::Black],
        None => &Side::ALL,
    };
    let mut halves = Vec::new();
    for &side in sides {
        let of = |name: &str| of_player(&archive, &filter, (name, side), &scanning);
        let (games, matcher) = of(&args.who)?;
        let others = args.versus.as_deref().map(of).transpose()?;
        let scope =
            Scope { side, depth: args.depth, least: args.min_games.max(1), span: span(args) };
        let others = others.as_ref().map(|(games, _)| &**games);
        let choices = find_choices(&archive, &games, &scope, others, field.as_ref())?;
        // The same names are found for either side.
        if halves.is_empty() {
            question::tell_names(context, &matcher);
        }
        halves.push(Half { side, games, moves: RepertoireMove::all(side, choices, &notation) });
    }
    scanning.finish();
    Ok((archive, halves))
}

fn print(
    context: &Context,
    args: &RepertoireArgs,
    halves: &[Half],
    form: Form,
) -> anyhow::Result<()> {
    match (span(args), form) {
        (Some(span), Form::Table) => screen::print_changes(context, halves, span),
        (Some(_), _) => {
            let moves = halves.iter().flat_map(|half| &half.moves);
            let periods = moves.flat_map(|of| {
                let periods = of.choice.his.periods.iter();
                periods.map(|chosen| RepertoirePeriod { of: of.clone(), chosen: chosen.clone() })
            });
            Printed::new(context, repertoire_periods()).print(form, &periods.collect::<Vec<_>>())
        }
        (None, Form::Table) => screen::print_tree(context, args, halves),
        (None, _) => {
            let moves: Vec<_> = halves.iter().flat_map(|half| half.moves.iter().cloned()).collect();
            Printed::new(context, answers::repertoire()).print(form, &moves)
        }
    }
}

/// The games of a player with a side, and what let them through.
fn of_player(
    archive: &Archive,
    filter: &Filter,
    (name, side): (&str, Side),
    scanning: &Scanning<'_>,
) -> anyhow::Result<(Vec<u32>, Matcher)> {
    let mut filter = filter.clone();
    let slot = if side == Side::Red { &mut filter.red } else { &mut filter.black };
    *slot = Some(name.to_owned());
    let query = Query::new(filter.resolve_watched(archive, scanning)?);
    Ok((search(archive, &query)?.games, query.matcher))
}

/// A move as it stands in a table: deeper ones further in.
fn indented(line: &[String]) -> String {
    let mv = line.last().map_or("", String::as_str);
    format!("{}{}. {mv}", "  ".repeat(line.len().saturating_sub(1)), line.len())
}
