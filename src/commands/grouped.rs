//! `--by` of `search` and `explore`: the scores of games by year, player, opening …

use super::printed::Printed;
use super::samples::{first_named, tell_growth, tell_sample};
use super::{Context, Status, question};
use crate::cli::{By, Form, RowLayout};
use crate::messages::Lang;
use crate::questions::event_in_script;
use std::sync::Arc;
use xqdb::answers::{OpeningGames, chapters, groups, openings};
use xqdb::metadata::GameResult;
use xqdb::opening::Family;
use xqdb::search::{
    AllGames, Archive, ChapterCount, Found, GroupBy, OpeningBranch, OpeningRow, SearchQuery,
    by_chapter, by_group, by_opening, chapter_tree, games_of_events, sample,
};
use xqdb::text::display_width;

/// Smallest width in columns with room for the first game of an opening.
const WIDE: usize = 100;

/// Smallest width in columns of words that a name leaves out because the family's name has them.
const SHORTEST: usize = 4;

/// Prints how many games the rows count, which are left out, and who has most of them.
pub(super) fn tell(
    context: &Context,
    archive: &Archive,
    (query, found): (&SearchQuery, &Found),
    is_default_kind: bool,
) -> anyhow::Result<Status> {
    let lang = context.lang;
    let mut line = lang.games_found(found.count);
    line += &question::others_left_out(lang, archive, query, found.count)?;
    line +=
        &lang.counts([(found.copies, Lang::games_copied), (found.undated, Lang::games_undated)]);
    context.tell_games(&line, is_default_kind, found.programs);
    tell_sample(context, archive, &sample(archive, &found.games)?)?;
    question::tell_names(context, archive, &query.matcher)?;
    Ok(Status::found(found.count > 0))
}

/// Prints games by a property, and explains the columns.
pub(super) fn print(
    context: &Context,
    archive: &Archive,
    (query, games): (&SearchQuery, &[u32]),
    by: By,
    layout: RowLayout<'_>,
) -> anyhow::Result<()> {
    let lang = context.lang;
    let group = match by {
        By::Opening => {
            return print_openings(context, archive, by_opening(archive, games)?, layout);
        }
        By::Chapter => return print_chapters(context, archive, games, layout),
        By::Year => GroupBy::Year,
        By::Decade => GroupBy::Decade,
        By::Player => GroupBy::Player,
        By::Event => GroupBy::Event,
        By::Result => GroupBy::Result,
    };
    let is_by_period = matches!(group, GroupBy::Year | GroupBy::Decade);
    let all = match is_by_period {
        true => AllGames::beside(archive, &query.matcher)?,
        false => Arc::default(),
    };
    let rows = match group {
        GroupBy::Event => {
            by_group(archive, &games_of_events(archive, games, &query.matcher)?, group, &all)?
        }
        _ => by_group(archive, games, group, &all)?,
    };
    let printed = Printed::new(context, groups(group), layout)?
        .without_empty()
        .order(&[
            "year",
            "decade",
            "player",
            "event",
            "result",
            "games",
            "share",
            "share_between",
            "red",
            "won",
            "draws",
            "black",
            "lost",
            "unknown",
            "others",
        ])
        .show("others", |row| Ok(unless_none(row.score.others)))
        .sparing(&["years", "between", "players_and_events", "share_between", "others"])
        .with_room(&[("event", 24)]);
    let none = || "-".to_owned();
    let printed = match group {
        GroupBy::Player => printed.persons(archive, &["player"]),
        GroupBy::Event => printed.show("event", |row| {
            let name = row.name.as_deref().map(|name| event_in_script(lang, archive, name));
            Ok(name.transpose()?.unwrap_or_else(none))
        }),
        GroupBy::Result => printed.show("result", |row| {
            let known =
                row.name.as_deref().map(|name| GameResult::from_name(name).unwrap_or_default());
            Ok(known.map_or_else(none, |result| lang.result(result)))
        }),
        GroupBy::Year | GroupBy::Decade => printed,
    };
    printed.print(&rows)?;
    let people = match group {
        GroupBy::Player => lang.opponents_and_events(),
        GroupBy::Event => lang.starred(),
        _ => lang.players_and_events(),
    };
    explain(context, layout.is_page() && !rows.is_empty(), &lang.scores_lie(), &people);
    if is_by_period && layout.is_page() {
        tell_growth(context, all.growth(archive, games));
    }
    Ok(())
}

/// A number; empty for 0, so that a column without any other number is left out.
fn unless_none(number: u64) -> String {
    if number > 0 { number.to_string() } else { String::new() }
}

/// Prints openings; in a tree, each branch is indented by its depth.
pub(super) fn print_openings(
    context: &Context,
    archive: &Archive,
    rows: Vec<OpeningRow>,
    layout: RowLayout<'_>,
) -> anyhow::Result<()> {
    let lang = context.lang;
    let rows = rows.into_iter().map(|row| OpeningGames::new(archive, row));
    let rows = rows.collect::<xqdb::store::Result<Vec<OpeningGames>>>()?;
    let is_wide = context.width.is_none_or(|width| width >= WIDE);
    let mut printed = Printed::new(context, openings(), layout)?
        .order(&[
            "code",
            "opening",
            "games",
            "share",
            "red",
            "draws",
            "black",
            "unknown",
            "others",
            "percent",
            "between",
            "players_and_events",
            "bar",
            "firstYear",
            "earliest",
            "named",
        ])
        .keeping(&["code", "bar", "earliest"])
        .sparing(&["bar", "firstYear", "earliest", "players_and_events", "share", "between"])
        .with_room(&[("opening", 26)])
        .without_empty()
        .show("others", |it| Ok(unless_none(it.row.score.others)))
        .show("code", |it| Ok(" ".repeat(it.row.depth) + &codes(&it.row)))
        .show("opening", move |it| {
            let name = name_of_branch(lang, it);
            Ok(if is_wide { name } else { below_family(lang, &it.row, name) })
        });
    // The name of an opening is worth more than a bar and its first game.
    printed = match is_wide {
        true => printed
            .head("firstYear", lang.head_first_year())
            .show("firstYear", |it| {
                Ok(it.row.years.map(|(first, _)| first.to_string()).unwrap_or_default())
            })
            .show("named", |it| first_named(context, archive, it.row.earliest.or(it.row.undated))),
        false => printed.hide(&["bar", "earliest", "named", "players_and_events"]),
    };
    printed.hide(&["share_between"]).print(&rows)?;
    let is_told = layout.is_page() && !rows.is_empty();
    let people = if is_wide { lang.players_and_events() } else { lang.starred() };
    explain(context, is_told, &lang.scores_lie(), &people);
    Ok(())
}

/// Code of a row, or codes of its branch.
fn codes(row: &OpeningRow) -> String {
    match row.branch {
        OpeningBranch::Code => row.code.map_or_else(|| "-".to_owned(), |code| code.to_string()),
        OpeningBranch::Family(family) => family.codes(),
        OpeningBranch::Letter(letter) => letter.to_string(),
        OpeningBranch::All => "Σ".to_owned(),
    }
}

/// Name of an opening, a family or a letter; empty if nobody named it.
fn name_of_branch(lang: Lang, it: &OpeningGames) -> String {
    let family = match it.row.branch {
        OpeningBranch::Code => {
            let name = it.opening.as_ref().map(|opening| lang.opening_name(opening).to_owned());
            return name.unwrap_or_else(|| lang.no_opening());
        }
        OpeningBranch::All => return lang.all_games(),
        OpeningBranch::Family(family) => Some(family),
        OpeningBranch::Letter(letter) => Family::of_letter(letter),
    };
    family.map(|family| lang.family_name(family).to_owned()).unwrap_or_default()
}

/// Name of an opening below its family, without the words with which both names begin: on a narrow
/// screen the openings of a family would look alike.
fn below_family(lang: Lang, row: &OpeningRow, name: String) -> String {
    let family = row.code.filter(|_| row.depth > 0).and_then(Family::of);
    let family = family.map_or("", |family| lang.family_name(family)).chars();
    let is_equal = |(own, of): &(char, char)| own == of;
    let shared = name.chars().zip(family).take_while(is_equal).map(|(c, _)| c.len_utf8()).sum();
    let (begins, rest) = name.split_at(shared);
    let is_within_word = rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    let words = if is_within_word { begins.rfind(' ').unwrap_or(0) } else { shared };
    let rest = name[words..].trim_start_matches([',', ' ']);
    let is_kept = rest.is_empty() || display_width(&name[..words]) < SHORTEST;
    if is_kept { name } else { format!("…{rest}") }
}

/// Prints the chapters of books, the number of games in each, and the score of its games between
/// two players.
fn print_chapters(
    context: &Context,
    archive: &Archive,
    games: &[u32],
    layout: RowLayout<'_>,
) -> anyhow::Result<()> {
    let lang = context.lang;
    let rows = match layout.form {
        Form::Table => chapter_tree(archive, games)?,
        _ => by_chapter(archive, games)?,
    };
    let is_played = |it: &ChapterCount| it.sample.score.games() > 0;
    let number = |part: fn(&ChapterCount) -> String| {
        move |it: &ChapterCount| Ok(if is_played(it) { part(it) } else { String::new() })
    };
    Printed::new(context, chapters(), layout)?
        .without_empty()
        .order(&["chapter", "games", "red", "draws", "black", "unknown", "others"])
        .sparing(&["between"])
        .show("others", number(|it| unless_none(it.sample.score.others)))
        .show("chapter", |it| match it.path {
            Some(_) => Ok("  ".repeat(it.depth) + &lang.title_in_script(&it.name)),
            None => Ok(lang.none_named()),
        })
        .show("red", number(|it| it.sample.score.red.to_string()))
        .show("draws", number(|it| it.sample.score.draw.to_string()))
        .show("black", number(|it| it.sample.score.black.to_string()))
        .show("unknown", number(|it| it.sample.score.unknown.to_string()))
        .show(
            "players_and_events",
            number(|it| format!("{}/{}", it.sample.behind.players, it.sample.behind.events)),
        )
        .print(&rows)?;
    let is_told = layout.is_page() && rows.iter().any(is_played);
    explain(context, is_told, &lang.scores_of_games_alone(), &lang.players_and_events());
    Ok(())
}

/// Prints what the columns of a table mean, with `--verbose`.
fn explain(context: &Context, is_told: bool, scores: &str, people: &str) {
    if is_told {
        context.tell_more(scores);
        context.tell_more(people);
    }
}
