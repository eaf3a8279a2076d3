//! `xqdb endings`: games that reach given material, their results, and how they reached it.

use super::printed::{Printed, played};
use super::question::{SaidQuestion, tell_names};
use super::words::refused;
use super::{Context, Status, samples};
use crate::cli::{EndingsArgs, RowLayout};
use crate::messages::Lang;
use crate::questions::endings::{EndingsAnswer, ask};
use anyhow::bail;
use xqdb::answers::{self, EndingFound, SampleLine, ending_games};
use xqdb::research::{Armies, Endings};
use xqdb::search::{Archive, load};
use xqdb::xiangqi::Side;

/// Prints scores or games of given material.
pub(crate) fn endings(context: &Context, args: &EndingsArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let what = lang.argument_material();
    let material = args.material.join(" ");
    let armies = match Armies::read(&material) {
        Ok(Some(armies)) => armies,
        Ok(None) => bail!(lang.argument_wrong(&what, &lang.two_armies_wanted())),
        Err(error) => {
            let text = Armies::question(&material);
            return Err(refused(&what, &text, &error, lang));
        }
    };
    let question = SaidQuestion::new(context, "", &[&args.at.0, &args.filter.0])?;
    let (archive, answer) =
        question.ask(|archive, params, watch| ask(archive, params, armies, watch))?;
    let EndingsAnswer { matcher, found, programs, .. } = &answer;
    let layout = args.answer.layout();
    if args.games {
        let games = found.games[..layout.needed().min(found.games.len())].iter();
        let games = games
            .map(|ending| Ok(EndingFound { ending: *ending, game: load(&archive, ending.game)? }));
        let games = games.collect::<xqdb::store::Result<Vec<EndingFound>>>()?;
        printed_games(context, &archive, layout)?.print(&games)?;
        let mut line = lang.games_found(found.games.len() as u64);
        if !args.filter.0.has("kind") {
            line += &lang.games_of_every_kind();
        }
        line += &guards(lang, &answer, |found| found.games.len() as u64);
        context.tell_games(&line, false, *programs);
        if !args.filter.0.has("kind") {
            context.tell_more(&lang.games_of_every_kind_count());
        }
    } else {
        print((context, &archive), &answer, layout.limited(0))?;
    }
    tell_names(context, &archive, matcher)?;
    Ok(Status::found(!found.games.is_empty()))
}

/// Remark after the number of games: armies whose advisors and elephants are free, and the number
/// of games if those of both armies were free.
fn guards(lang: Lang, answer: &EndingsAnswer, number: fn(&Endings) -> u64) -> String {
    let mut text = match answer.armies.have_free_guards() {
        [false, false] => String::new(),
        [true, true] => lang.endings_guards_are_free(),
        [true, false] => lang.endings_guards_of_first_are_free(),
        [false, true] => lang.endings_guards_of_second_are_free(),
    };
    let found = number(&answer.found);
    if let Some(all) = answer.with_any_guards.as_ref().map(number).filter(|all| *all > found) {
        text += &lang.endings_with_any_guards(all);
    }
    text
}

/// The scores of the first army.
fn print(
    (context, archive): (&Context, &Archive),
    answer: &EndingsAnswer,
    layout: RowLayout<'_>,
) -> anyhow::Result<()> {
    let lang = context.lang;
    let EndingsAnswer { armies, found, programs, .. } = answer;
    let mut lines = vec![("red", &found.red), ("black", &found.black), ("all", &found.all)];
    if armies.are_equal() {
        lines.drain(..2);
    }
    let lines: Vec<SampleLine> = lines
        .into_iter()
        .map(|(name, sample)| SampleLine {
            name: name.to_owned(),
            sample: sample.clone(),
            of: None,
        })
        .collect();
    if !layout.is_table() || !found.games.is_empty() {
        let head = |name: &str| match name {
            "red" => lang.side(Side::Red),
            "black" => lang.side(Side::Black),
            _ => "Σ".to_owned(),
        };
        samples::print((context, archive), answers::endings, &head, &lines, layout)?;
    }
    if layout.is_page() {
        let guards = guards(lang, answer, |found| found.all.score.games());
        samples::tell(context, archive, (&found.all, &guards), *programs)?;
    }
    Ok(())
}

/// Columns and layout of the games.
fn printed_games<'a>(
    context: &'a Context,
    archive: &'a Archive,
    layout: RowLayout<'a>,
) -> anyhow::Result<Printed<'a, EndingFound>> {
    let lang = context.lang;
    let printed = Printed::new(context, ending_games(), layout)?;
    let printed = played(context, archive, printed, |it| &it.game)
        .sparing(&["lastTaken", "plies", "kind", "length", "captures", "side"])
        .show("kind", move |it| Ok(lang.kind(it.game.kind)))
        .show("side", move |it| Ok(lang.side(it.ending.side)))
        .dash(&["lastTaken"]);
    Ok(printed)
}
