//! `xqdb novelty`: the ply at which a game left everything that was played before it, and what it
//! left.

use super::printed::{Form, Printed, played};
use super::progress::Scanning;
use super::question::{Question, open};
use super::show::game_of_key;
use super::{Context, Status};
use crate::cli::NoveltyArgs;
use crate::questions::novelty::{NoveltyAnswer, ask};
use std::collections::HashMap;
use std::ops::Range;
use xqdb::answers::{self, NoveltyFound, novelty_games};
use xqdb::notation::System;
use xqdb::research::{Leaver, Left, Novelty, Past, leaving, novelties};
use xqdb::search::{Archive, IdSet, Purpose, Query, load, search};

/// Number of games that are printed at once, where that is possible.
const PART: usize = 4096;

/// With fewer games than this share of the archive, each is looked up by itself.
const FEW: usize = 64;

/// Prints the novelty of a game, or of many.
pub(crate) fn novelty(context: &Context, args: &NoveltyArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let notation = context.system(&args.answer.notation)?;
    if let Some(key) = &args.key {
        let archive = open(context)?;
        let Some(id) = game_of_key(&archive, key, lang)? else {
            context.tell_always(&lang.no_such_key(key));
            return Ok(Status::NothingFound);
        };
        return print_one(context, args, &archive, (id, &notation));
    }
    let question = Question::new(context, &args.answer.notation, &[&args.filter.0])?;
    let scanning = Scanning::new(context);
    let (archive, matcher) = question.matched(Purpose::Statistics, &scanning)?;
    let found = search(&archive, &Query { places: places(args.limit), ..Query::new(matcher) })?;
    let leavers = all(&archive, &found.games, &scanning)?;
    scanning.finish();
    print_many(context, args.answer.format().into(), &archive, (&leavers, &notation))?;
    let mut line = lang.games_found(found.count);
    let listed = found.games.len() as u64;
    if listed < found.count {
        line += &lang.games_listed(1, listed);
    }
    line += &lang.programs_left_out(found.programs);
    context.tell(&line);
    let left_out = listed - leavers.len() as u64;
    if left_out > 0 {
        context.tell(&lang.novelty_undated(left_out));
    }
    Ok(Status::found(!leavers.is_empty()))
}

/// The places of the first `limit` games; 0 is all.
fn places(limit: usize) -> Range<usize> {
    0..if limit == 0 { usize::MAX } else { limit }
}

/// The novelties of games, in their order. Those that leave nothing are left out.
fn all(archive: &Archive, games: &[u32], scanning: &Scanning<'_>) -> anyhow::Result<Vec<Leaver>> {
    if games.len() * FEW < archive.facts().last_id() as usize {
        let past = Past::of(archive)?;
        let one = |&game: &u32| past.novelty(archive.snapshot(), game).transpose();
        let short = |Novelty { game, ply, left }| Leaver { game, ply, left: Left::of(&left) };
        let found = games.iter().filter_map(one).map(|found| found.map(short));
        return Ok(found.collect::<xqdb::store::Result<_>>()?);
    }
    let wanted: IdSet = games.iter().copied().collect();
    let leavers = novelties(archive, &wanted, scanning)?;
    let leaver = |&game: &u32| {
        let place = leavers.binary_search_by_key(&game, |leaver| leaver.game).ok()?;
        Some(leavers[place])
    };
    Ok(games.iter().filter_map(leaver).collect())
}

/// Prints games with their novelties.
fn print_many(
    context: &Context,
    form: Form,
    archive: &Archive,
    (leavers, notation): (&[Leaver], &System),
) -> anyhow::Result<()> {
    let printed =
        played(context, archive, Printed::new(context, answers::novelties()), |it| &it.game)
            .sparing(&["leftLast", "plies", "result", "leftFirst", "left", "date"])
            .dash(&["novelty", "move", "leftFirst", "leftLast"]);
    if form != Form::Csv {
        return printed.print(form, &found(archive, leavers, notation)?);
    }
    // An archive can have millions of games.
    context.print_all(&printed.csv_head())?;
    for part in leavers.chunks(PART) {
        let lines =
            found(archive, part, notation)?.iter().map(|row| printed.csv_line(row)).collect();
        let lines: anyhow::Result<String> = lines;
        context.print_all(&lines?)?;
    }
    Ok(())
}

fn found(
    archive: &Archive,
    leavers: &[Leaver],
    notation: &System,
) -> anyhow::Result<Vec<NoveltyFound>> {
    // Many games left the same ones.
    let mut keys: HashMap<u32, String> = HashMap::new();
    let mut key = |id: Option<u32>| -> anyhow::Result<Option<String>> {
        let Some(id) = id else { return Ok(None) };
        if let Some(key) = keys.get(&id) {
            return Ok(Some(key.clone()));
        }
        let key = archive.snapshot().game_key(id)?;
        Ok(Some(keys.entry(id).or_insert(key).clone()))
    };
    let row = |&leaver: &Leaver| {
        let game = archive.game(leaver.game)?;
        let san = leaving(&game, leaver.ply).map(|(mv, before)| notation.write(mv, &before));
        let left = [key(leaver.left.first)?, key(leaver.left.last)?];
        Ok(NoveltyFound { leaver, game, san, left })
    };
    leavers.iter().map(row).collect()
}

/// Prints the novelty of a game, and the games that it left with what they played.
fn print_one(
    context: &Context,
    args: &NoveltyArgs,
    archive: &Archive,
    (id, notation): (u32, &System),
) -> anyhow::Result<Status> {
    let lang = context.lang;
    let game = load(archive, id)?;
    let key = game.key.clone();
    let answer = ask(archive, game, notation, places(args.limit))?;
    let Some(NoveltyAnswer { novelty, rows, .. }) = answer else {
        context.tell_always(&lang.novelty_of_undated(&key));
        return Ok(Status::NothingFound);
    };
    played(context, archive, Printed::new(context, novelty_games()), |it| &it.game)
        .sparing(&["result", "standing"])
        .show("standing", move |it| {
            Ok(if it.standing == "left" { lang.standing_left() } else { lang.standing_novelty() })
        })
        .dash(&["ply", "move"])
        .print(args.answer.format().into(), &rows)?;
    context.tell(&lang.novelty(novelty.ply, novelty.left.len() as u64));
    Ok(Status::Success)
}
