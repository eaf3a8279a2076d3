//! `xqdb repertoire`: the moves that a player chooses, with their scores, beside another player or
//! everybody, and through time.

mod screen;

use super::printed::Printed;
use super::question::{SaidQuestion, tell_names, tell_others};
use super::{Context, Status, figure};
use crate::cli::{RepertoireArgs, RowLayout};
use crate::questions::chart::Drawing;
use crate::questions::repertoire::{Half, WantedRepertoire, ask as find_halves};
use xqdb::answers::{self, RepertoirePeriod, repertoire_periods};
use xqdb::research::Span;
use xqdb::search::Archive;
use xqdb::xiangqi::Side;

/// Prints the repertoire of a player.
pub(crate) fn repertoire(context: &Context, args: &RepertoireArgs) -> anyhow::Result<Status> {
    figure::prepare(context, &args.figure)?;
    let lang = context.lang;
    let (archive, answer) = ask(context, args)?;
    let layout = args.answer.layout();
    print((context, &archive), args, &answer, layout)?;
    let games = answer.halves.iter().map(|half| half.games.len() as u64).sum();
    let programs = answer.halves.iter().map(|half| half.programs).sum();
    context.tell_games(&lang.games_found(games), !args.filter.0.has("kind"), programs);
    if answer.span.is_some() && layout.is_page() && games > 0 {
        context.tell_more(&lang.changes_are());
    }
    let drawing = || Ok(screen::drawing(lang, args, &answer));
    figure::write(context, (&args.figure, &args.filter.0), &archive, drawing)?;
    Ok(Status::found(games > 0))
}

/// Archive and chart of the answer.
pub(super) fn drawn(
    context: &Context,
    args: &RepertoireArgs,
) -> anyhow::Result<(Archive, Drawing)> {
    let (archive, answer) = ask(context, args)?;
    Ok((archive, screen::drawing(context.lang, args, &answer)))
}

/// Repertoire of a player with one side or both.
struct Answer {
    halves: Vec<Half>,
    /// Length of the periods; `None` unless the user asks for changes.
    span: Option<Span>,
}

fn ask(context: &Context, args: &RepertoireArgs) -> anyhow::Result<(Archive, Answer)> {
    let said = [&args.per.0, &args.filter.0];
    let question = SaidQuestion::new(context, &args.answer.notation, &said)?;
    let sides = args.side.as_ref().map_or(&Side::ALL[..], std::slice::from_ref);
    let (archive, answer) = question.ask(|archive, params, watch| {
        let span = params.choice("per", [Some(Span::Year), Some(Span::Decade), None])?;
        let (who, versus) = (&*args.who, args.compare.as_deref());
        let wanted =
            WantedRepertoire { who, versus, sides, span, depth: args.depth, least: args.min_games };
        Ok(Answer { halves: find_halves(archive, params, &wanted, watch)?, span })
    })?;
    // Both sides find equal names.
    if let Some(half) = answer.halves.first() {
        tell_others(context, &archive, &args.who, (&half.name, &half.others))?;
        tell_names(context, &archive, &half.matcher)?;
    }
    Ok((archive, answer))
}

fn print(
    (context, archive): (&Context, &Archive),
    args: &RepertoireArgs,
    Answer { halves, span }: &Answer,
    layout: RowLayout<'_>,
) -> anyhow::Result<()> {
    match (*span, layout.is_page()) {
        (Some(span), true) => screen::print_changes(context, halves, span),
        (Some(_), _) => {
            let moves = halves.iter().flat_map(|half| &half.moves);
            let periods = moves.flat_map(|of| {
                let periods = of.choice.his.periods.iter();
                periods.map(|chosen| RepertoirePeriod { of: of.clone(), chosen: chosen.clone() })
            });
            let periods: Vec<RepertoirePeriod> = periods.collect();
            Printed::new(context, repertoire_periods(), layout)?.print(&periods)
        }
        (None, true) => screen::print_tree((context, archive), args, halves),
        (None, _) => {
            let moves: Vec<_> = halves.iter().flat_map(|half| half.moves.iter().cloned()).collect();
            Printed::new(context, answers::repertoire(), layout)?.print(&moves)
        }
    }
}

/// Move of a table, indented by its depth.
pub(super) fn indented(line: &[String]) -> String {
    let mv = line.last().map_or("", String::as_str);
    format!("{}{}. {mv}", "  ".repeat(line.len().saturating_sub(1)), line.len())
}
