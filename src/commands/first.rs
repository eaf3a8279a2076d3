//! `xqdb first`: who first played a move or came to a position, how certain the dates are, who came
//! next, and what would change the answer.

use super::printed::{Printed, played};
use super::question::{SaidQuestion, tell_names};
use super::{Context, Status};
use crate::cli::FirstArgs;
use crate::messages::{CountSentence, Lang};
use crate::questions::first::{self, FirstAnswer};
use xqdb::answers::first_played;
use xqdb::research::{First, Standing};

/// Prints the first games.
pub(crate) fn first(context: &Context, args: &FirstArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let question = SaidQuestion::new(context, &args.answer.notation, &[&args.asked.0])?;
    let layout = args.answer.layout();
    let (archive, FirstAnswer { matcher, found, games }) = question
        .ask(|archive, params, watch| first::ask(archive, params, layout.needed(), watch))?;
    played(context, &archive, Printed::new(context, first_played(), layout.in_groups())?, |it| {
        &it.game
    })
    .sparing(&["kind", "event", "mirrored", "result", "doubt", "ply"])
    .show("standing", |it| Ok(lang.standing(it.found.standing)))
    .show("kind", |it| Ok(lang.kind(it.game.kind)))
    .dash(&["ply"])
    .show("mirrored", |it| Ok(if it.found.is_mirrored { lang.yes() } else { String::new() }))
    .say("doubt", |it| Ok(first::doubts(&it.found, lang).join("; ")))
    .print(&games)?;
    tell(context, &found, args.asked.0.has("kind"));
    tell_names(context, &archive, &matcher)?;
    Ok(Status::found(found.count > 0))
}

/// Prints the number of games below the table, and what would change the answer.
fn tell(context: &Context, found: &First, is_kind_said: bool) {
    let lang = context.lang;
    let mut line = lang.games_found(found.count);
    if !is_kind_said {
        line += &lang.games_of_every_kind();
    }
    line += &lang.counts([(found.copies, Lang::games_copied)]);
    let count = |standing| found.count_of(standing);
    if count(Standing::Undated) > 0 {
        line += &(lang.between_clauses() + &lang.first_if_undated(count(Standing::Undated)));
    }
    if found.games.is_empty() && found.count > 0 {
        line += &(lang.between_clauses() + &lang.first_if_none_is_dated());
    }
    context.tell_games(&line, false, found.programs);
    if !is_kind_said {
        context.tell_more(&lang.games_of_every_kind_count());
    }
    let doubtful = (count(Standing::Doubtful), found.doubtful_later);
    let changes: [(u64, CountSentence); 4] = [
        (count(Standing::MayBeFirst), Lang::first_may_be_several),
        (doubtful.0, Lang::first_if_doubtful),
        (doubtful.1, Lang::first_doubtful_later),
        (count(Standing::OtherKind), Lang::first_other_kinds),
    ];
    for (games, sentence) in changes.into_iter().filter(|(games, _)| *games > 0) {
        context.tell_more(&sentence(lang, games));
    }
}
