//! Tables of samples of games: their numbers, scores, intervals, players and events; and the
//! remarks below such tables.

use super::Context;
use super::printed::Printed;
use crate::book::{marked, named};
use crate::cli::RowLayout;
use crate::messages::Lang;
use crate::questions::{event_in_script, in_script, players_named};
use xqdb::answers::{Answer, SampleLine, has_lead, interval_text, percent_text, starred};
use xqdb::search::{Archive, GameRow, Growth, Lead, Participants, Sample, Score, load};

/// Width of the chart in columns.
const CHART: usize = 12;

/// Prints a line for each sample, the last one for all games. If a table has no room to say who has
/// more than a third of the games, a star marks such samples.
pub(super) fn print(
    (context, archive): (&Context, &Archive),
    answer: fn() -> Answer<SampleLine>,
    head: &dyn Fn(&str) -> String,
    lines: &[SampleLine],
    layout: RowLayout<'_>,
) -> anyhow::Result<()> {
    // No bar is measured against the last line, which is for all games.
    let parts = &lines[..lines.len().saturating_sub(1)];
    let most = parts.iter().map(|line| line.sample.score.games()).max().unwrap_or(0);
    let printed = |is_starred: bool| -> anyhow::Result<Printed<'_, SampleLine>> {
        let printed = Printed::new(context, answer(), layout)?
            .keeping(&["period", "side", "interval", "share_between"])
            .sparing(&[
                "chart",
                "leads",
                "events",
                "players",
                "unknown",
                "interval",
                "share_between",
            ])
            .show("period", |line| Ok(head(&line.name)))
            .show("side", |line| Ok(head(&line.name)))
            .show("games", move |line| {
                let Sample { score, behind, .. } = &line.sample;
                let games = score.games();
                Ok(if is_starred { starred(games, behind, score) } else { games.to_string() })
            })
            .show("chart", move |line| {
                let is_all = line.name == "all";
                Ok(if is_all { String::new() } else { chart(line.sample.score.games(), most) })
            })
            .show("leads", move |line| {
                let Sample { score, behind, .. } = &line.sample;
                leads(context, archive, behind, score.games())
            });
        Ok(printed)
    };
    let plain = printed(false)?;
    if !layout.is_page() {
        return plain.print(lines);
    }
    let table = plain.table_of(lines)?;
    let has_leads = lines.iter().any(|line| has_lead(&line.sample.behind, &line.sample.score));
    let has_stars = has_leads && !table.shows(plain.place("leads"));
    let table = if has_stars { printed(true)?.table_of(lines)? } else { table };
    context.print_all(&table.render())?;
    if has_stars {
        context.tell_more(&context.lang.starred());
    }
    Ok(())
}

/// Bar for `games` as a part of `most`; that of a single game is not empty.
fn chart(games: u64, most: u64) -> String {
    let columns = (games as f64 * CHART as f64 / most.max(1) as f64).round() as usize;
    "█".repeat(columns.max(usize::from(games > 0)))
}

/// Short text about the first game of a row; empty without a game.
pub(super) fn first_named(
    context: &Context,
    archive: &Archive,
    game: Option<u32>,
) -> anyhow::Result<String> {
    let game = game.map(|id| load(archive, id)).transpose()?;
    game.map_or_else(|| Ok(String::new()), |game| named_in_script(context, archive, game))
}

/// Short text about a game, with its players under the names of their persons.
pub(super) fn named_in_script(
    context: &Context,
    archive: &Archive,
    mut game: GameRow,
) -> anyhow::Result<String> {
    [game.red, game.black] = players_named(context.lang, archive, &game)?;
    Ok(named(&game, context.as_stated, context.lang))
}

/// A game as people know it: its players, its date if it has one, and its key.
pub(super) fn known_as(
    context: &Context,
    archive: &Archive,
    game: GameRow,
) -> anyhow::Result<String> {
    let lang = context.lang;
    let date = marked(&game, "Date", game.date.as_deref()).text;
    let key = game.key.clone();
    let players = named_in_script(context, archive, game)?;
    Ok(match &*date {
        "-" => lang.with_note(&players, &key),
        _ => lang.game_in_names(&players, &date, &key),
    })
}

/// Prints below a table how many games there are, `which` they are, how many are of other kinds or
/// by `programs`, and who has more than a third of them.
pub(super) fn tell(
    context: &Context,
    archive: &Archive,
    (all, which): (&Sample, &str),
    programs: u64,
) -> anyhow::Result<()> {
    let lang = context.lang;
    let others = lang.counts([(all.score.others, Lang::games_of_other_kinds)]);
    let line = lang.games_found(all.score.games()) + which + &others;
    context.tell_games(&line, false, programs);
    tell_leads(context, archive, &all.behind, all.score.games())
}

/// Prints below a table of periods that games are more only because the archive grows, if so.
pub(super) fn tell_growth(context: &Context, growth: Option<Growth>) {
    let Some(growth) = growth.filter(Growth::is_of_the_archive_alone) else { return };
    let share = |share| format!("{} ({})", percent_text(share), interval_text(share));
    let [before, since] = growth.shares.map(share);
    context.tell_below(context.lang.growth_of_the_archive(
        &growth.since.to_string(),
        &before,
        &since,
    ));
}

/// Prints how many games of a sample are in no score, and warns like [`tell_leads`].
pub(super) fn tell_sample(
    context: &Context,
    archive: &Archive,
    sample: &Sample,
) -> anyhow::Result<()> {
    tell_others(context, &sample.score);
    tell_leads(context, archive, &sample.behind, sample.score.games())
}

/// Prints how many games are in no score.
pub(super) fn tell_others(context: &Context, score: &Score) {
    if score.others > 0 {
        context.tell_more(&context.lang.games_in_no_score(score.others));
    }
}

/// Player and event with more than a third of the games of a row, and their numbers of games.
pub(super) fn leads(
    context: &Context,
    archive: &Archive,
    behind: &Participants,
    games: u64,
) -> anyhow::Result<String> {
    let (player, event) = behind.dominant(games);
    let said = |name: &str, lead: &Lead| format!("{name} ({})", lead.games);
    let player = player
        .map(|lead| in_script(context.lang, archive, &lead.name).map(|name| said(&name, lead)));
    let event = event.map(|lead| {
        event_in_script(context.lang, archive, &lead.name).map(|name| said(&name, lead))
    });
    let both = player.into_iter().chain(event);
    Ok(both.collect::<xqdb::store::Result<Vec<_>>>()?.join("; "))
}

/// Warns if one player or one event has more than a third of the games.
pub(super) fn tell_leads(
    context: &Context,
    archive: &Archive,
    behind: &Participants,
    games: u64,
) -> anyhow::Result<()> {
    let (player, event) = behind.dominant(games);
    let lang = context.lang;
    if let Some(Lead { name, games }) = player {
        let name = in_script(lang, archive, name)?;
        context.tell_more(&lang.one_has_more_than_a_third(&name, *games));
    }
    if let Some(Lead { name, games }) = event {
        let name = event_in_script(lang, archive, name)?;
        context.tell_more(&lang.one_has_more_than_a_third(&name, *games));
    }
    Ok(())
}
