//! `xqdb critical`: moves after which the score of their side fell sharply, by the scores that
//! programs wrote into comments.

use super::printed::{Printed, played};
use super::question::{SaidQuestion, tell_names};
use super::{Context, Status};
use crate::cli::CriticalArgs;
use crate::questions::critical::{CriticalAnswer, ask, rows};
use xqdb::answers;
use xqdb::metadata::EngineScore;

/// Prints critical moves.
pub(crate) fn critical(context: &Context, args: &CriticalArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let notation = context.system(&args.answer.notation)?;
    let layout = args.answer.layout();
    let question = SaidQuestion::new(context, &args.answer.notation, &[&args.asked.0])?;
    let (archive, answer) = question.ask(ask)?;
    let CriticalAnswer { matcher, moves, games } = &answer;
    let found = rows(&archive, moves, 0..layout.needed(), &notation)?;
    let score = |score: i32| Ok(EngineScore::of_centipawns(score).to_string());
    let printed = Printed::new(context, answers::critical_moves(), layout)?;
    played(context, &archive, printed, |it| &it.game)
        .sparing(&["event", "side", "result", "date"])
        .show("side", move |it| Ok(lang.side(it.critical.side)))
        .show("before", move |it| score(it.critical.before))
        .show("after", move |it| score(it.critical.after))
        .show("fall", |it| Ok(format!("{}.{:02}", it.critical.fall / 100, it.critical.fall % 100)))
        .dash(&["move"])
        .print(&found)?;
    context.tell_below(lang.critical_found(moves.len() as u64, *games));
    if archive.evaluated_games()?.is_empty() {
        context.tell_below(lang.critical_without_scores());
    }
    tell_names(context, &archive, matcher)?;
    Ok(Status::found(!moves.is_empty()))
}
