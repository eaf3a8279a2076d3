//! `xqdb novelty`: the ply at which a game left all earlier games, and the games that it left.

use super::one_game::game_called;
use super::printed::{Printed, played};
use super::progress::Scanning;
use super::question::{SaidQuestion, open, others_left_out, tell_names};
use super::{Context, Status};
use crate::cli::{Form, NoveltyArgs, RowLayout};
use crate::questions::novelty::{NoveltyAnswer, ask};
use xqdb::answers::{self, novelty_games};
use xqdb::notation::System;
use xqdb::research::{Leaver, NoveltyFound, leavers};
use xqdb::search::{Archive, Purpose, SearchQuery, load, search};

/// Number of games that are loaded together, if the form allows it.
const PART: usize = 4096;

/// Prints the novelty of one game, or of many.
pub(crate) fn novelty(context: &Context, args: &NoveltyArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let notation = context.system(&args.answer.notation)?;
    if !args.words.is_empty() {
        let archive = open(context)?;
        let Some(id) = game_called(context, &archive, &args.words.join(" "))? else {
            return Ok(Status::NothingFound);
        };
        return print_one(context, args, &archive, (id, &notation));
    }
    let question = SaidQuestion::new(context, &args.answer.notation, &[&args.filter.0])?;
    let scanning = Scanning::new(context);
    let (archive, matcher) = question.matched(Purpose::Statistics, &scanning)?;
    let layout = args.answer.layout();
    tell_names(context, &archive, &matcher)?;
    let places = 0..layout.needed();
    let query = SearchQuery { places, ..SearchQuery::new(matcher) };
    let found = search(&archive, &query)?;
    let leavers = leavers(&archive, &found.games, &scanning)?;
    scanning.finish();
    print_many(context, layout, &archive, (&leavers, &notation))?;
    let mut line = lang.games_found(found.count);
    line += &others_left_out(lang, &archive, &query, found.count)?;
    let listed = found.games.len() as u64;
    if listed < found.count {
        line += &lang.games_listed(1, listed);
    }
    context.tell_games(&line, !args.filter.0.has("kind"), found.programs);
    let left_out = listed - leavers.len() as u64;
    if left_out > 0 {
        context.tell_more(&lang.novelty_undated(left_out));
    }
    Ok(Status::found(!leavers.is_empty()))
}

/// Prints games with their novelties.
fn print_many(
    context: &Context,
    layout: RowLayout<'_>,
    archive: &Archive,
    (leavers, notation): (&[Leaver], &System),
) -> anyhow::Result<()> {
    let printed = Printed::new(context, answers::novelties(), layout)?;
    let printed = played(context, archive, printed, |it| &it.game)
        .sparing(&["leftLast", "plies", "result", "leftFirst", "left", "date"])
        .dash(&["novelty", "move", "leftFirst", "leftLast"]);
    if layout.sort.is_some() || !matches!(layout.form, Form::Csv | Form::Tsv) {
        return printed.print(&NoveltyFound::all(archive, leavers, notation)?);
    }
    // An archive may have millions of games.
    context.print_all(&printed.head_line())?;
    for part in leavers.chunks(PART) {
        let rows = NoveltyFound::all(archive, part, notation)?;
        let lines: anyhow::Result<String> = rows.iter().map(|row| printed.line(row)).collect();
        context.print_all(&lines?)?;
    }
    Ok(())
}

/// Prints the novelty of a game, and the games that it left with their moves.
fn print_one(
    context: &Context,
    args: &NoveltyArgs,
    archive: &Archive,
    (id, notation): (u32, &System),
) -> anyhow::Result<Status> {
    let lang = context.lang;
    let game = load(archive, id)?;
    let key = game.key.clone();
    let layout = args.answer.layout();
    let answer = ask(archive, game, notation, 0..layout.needed())?;
    let Some(NoveltyAnswer { novelty, rows, .. }) = answer else {
        context.tell_always(&lang.novelty_of_undated(&key));
        return Ok(Status::NothingFound);
    };
    let printed = Printed::new(context, novelty_games(), layout)?;
    played(context, archive, printed, |it| &it.game)
        .sparing(&["result", "standing"])
        .show("standing", move |it| {
            Ok(if it.standing == "left" { lang.standing_left() } else { lang.standing_novelty() })
        })
        .dash(&["ply", "move"])
        .print(&rows)?;
    context.tell(&lang.novelty(novelty.ply, novelty.left.len() as u64));
    Ok(Status::Success)
}
