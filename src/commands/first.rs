//! `xqdb first`: who first played a move here, or came to this position; with the doubt of the
//! dates, the next after it, and what would change the answer.

use super::printed::{Printed, played};
use super::progress::Scanning;
use super::{Context, Status, line, question};
use crate::book::marked;
use crate::cli::FirstArgs;
use crate::messages::Lang;
use xqdb::answers::{FirstFound, first_played};
use xqdb::metadata::Kind;
use xqdb::research::{First, Sought, Standing, first as find};
use xqdb::search::load;

/// Prints who was first.
pub(crate) fn first(context: &Context, args: &FirstArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let notation = context.system(&args.answer.notation)?;
    let asked = line::position(&args.position, &notation, lang)?;
    let wanted = args.mv.as_deref();
    let mv = wanted
        .map(|text| line::one_move("--move", text, &notation, &asked.position, lang))
        .transpose()?;
    let mirroring = question::mirroring(args.position.mirror);
    let position = (asked.is_said || mv.is_some()).then_some(asked.position);
    let mut filter = question::filter(context, &args.filter, &[])?;
    let kinds = if filter.kinds.is_empty() { vec![Kind::Game] } else { filter.kinds.clone() };
    filter.through = position.clone().map(|position| (vec![position], mirroring));
    let archive = question::open_with(context, args.filter.openings.as_deref())?;
    let scanning = Scanning::new(context);
    let matcher = filter.resolve_watched(&archive, &scanning)?;
    scanning.finish();
    let variations = args.filter.variations;
    let sought = Sought { position, mv, mirroring, variations, kinds };
    let most = if args.limit == 0 { usize::MAX } else { args.limit };
    let found = find(&archive, &matcher, &sought, most)?;
    let games = found.games.iter().cloned().map(|found| {
        let game = load(&archive, found.game)?;
        Ok(FirstFound { found, game })
    });
    let games = games.collect::<xqdb::store::Result<Vec<FirstFound>>>()?;
    played(context, Printed::new(context, first_played()), |it| &it.game)
        .sparing(&["kind", "event", "mirrored", "result", "doubt", "ply"])
        .show("standing", |it| Ok(lang.standing(it.found.standing)))
        .say("date", |it| {
            let date = it.found.date.date().map(|date| date.to_string());
            Ok(marked(&it.game, "Date", date.as_deref()).text)
        })
        .show("kind", |it| Ok(lang.kind(it.game.kind)))
        .dash(&["ply"])
        .show("mirrored", |it| Ok(if it.found.is_mirrored { lang.yes() } else { String::new() }))
        .say("doubt", |FirstFound { found, .. }| {
            let dates = found.other_dates.iter().map(|date| lang.a_witness_says(date));
            let doubts = found.doubts.iter().map(|doubt| lang.doubt(doubt));
            Ok(dates.chain(doubts).collect::<Vec<_>>().join("; "))
        })
        .print(args.answer.format().into(), &games)?;
    tell(context, &found);
    question::tell_names(context, &matcher);
    Ok(Status::found(found.count > 0))
}

/// A sentence about a number of games.
type Sentence = fn(Lang, u64) -> String;

/// What stands below the table: how many games there are, and what would change the answer.
fn tell(context: &Context, found: &First) {
    let lang = context.lang;
    let mut line = lang.games_found(found.count);
    if found.copies > 0 {
        line += &lang.games_copied(found.copies);
    }
    context.tell(&line);
    let count = |standing| found.count_of(standing);
    let doubtful = (count(Standing::Doubtful), found.doubtful_later);
    let changes: [(u64, Sentence); 5] = [
        (count(Standing::MayBeFirst), Lang::first_may_be_several),
        (doubtful.0, Lang::first_if_doubtful),
        (doubtful.1, Lang::first_doubtful_later),
        (count(Standing::OtherKind), Lang::first_other_kinds),
        (count(Standing::Undated), Lang::first_if_undated),
    ];
    for (games, sentence) in changes.into_iter().filter(|(games, _)| *games > 0) {
        context.tell(&sentence(lang, games));
    }
}
