//! `xqdb player`: a page about a player, about two players against each other, or about preparing
//! for a game.

use super::people::describe_notable;
use super::printed::{Printed, played};
use super::question::{SaidQuestion, tell_names, tell_others};
use super::render::wrapped;
use super::repertoire::indented;
use super::{Context, Status};
use crate::cli::{Form, PlayerArgs, PlayerPart, RowLayout};
use crate::questions::repertoire::prepare;
use crate::questions::typed::may_name_several;
use crate::questions::{event_in_script, in_script};
use anyhow::anyhow;
use clap::ValueEnum as _;
use xqdb::answers::{
    self, RatedYear, games_of_player, own_novelties, placed_editions, player_games, player_page,
    prepared_moves,
};
use xqdb::names::{Notable, NotableKind};
use xqdb::research::{DEVIATIONS, PlayerGames, PlayerPage, Strength, WantedPlayer, ask_player};
use xqdb::search::Archive;
use xqdb::text::{truncate, visible};
use xqdb::xiangqi::Side;

/// Prints the page of a player, a part of it, or a preparation.
pub(crate) fn player(context: &Context, args: &PlayerArgs) -> anyhow::Result<Status> {
    let mut question = SaidQuestion::new(context, &args.notation, &[&args.filter.0])?;
    let (who, against) = players(context, args, &mut question)?;
    let plain = args.answer.layout();
    if let Some(side) = args.prepare {
        let layout = plain.limited(args.limit.unwrap_or(0));
        return prepared(context, args, &question, (&who, side, layout));
    }
    let is_whole = plain.is_everything() && matches!(plain.form, Form::Table | Form::Json);
    if args.part.is_none() && !is_whole {
        return Err(anyhow!(context.lang.csv_of_one_part()));
    }
    let limit = plain.limited(args.limit.unwrap_or(ROWS)).needed();
    let layout = match args.part {
        Some(part) if part.is_whole() => plain.limited(args.limit.unwrap_or(0)),
        // The other parts are limited when they are computed.
        _ => plain.limited(args.limit.unwrap_or(ROWS)).in_groups(),
    };
    let wanted = WantedPlayer {
        who: &who,
        against: against.as_deref(),
        limit,
        has_novelties: args.part.is_none_or(|part| part == PlayerPart::Novelties),
        has_editions: args.part.is_none_or(|part| part == PlayerPart::Events),
        has_strengths: args
            .part
            .is_none_or(|part| matches!(part, PlayerPart::Strength | PlayerPart::Games)),
    };
    let (archive, (page, matcher)) =
        question.ask(|archive, params, watch| ask_player(archive, params, &wanted, watch))?;
    let games = page.sides.first().map_or(0, |all| all.sample.score.games());
    // Programs get a valid answer even if the player has no games.
    if games > 0 || !layout.is_table() {
        match (args.part, layout.form) {
            (Some(part), _) => {
                context.print_all(&part_text(context, &archive, &page, (part, layout))?)?
            }
            (None, Form::Json) => {
                let text = serde_json::Value::Object(player_page().object(&page));
                context.print_all(&format!("{text}\n"))?;
            }
            (None, _) => context.print_all(&page_text(context, &archive, &page)?)?,
        }
    }
    let lang = context.lang;
    context.tell_games(&lang.games_found(games), false, page.programs);
    tell_others(context, &archive, &who, (&page.name, &page.others))?;
    tell_names(context, &archive, &matcher)?;
    Ok(Status::found(games > 0))
}

/// Player of the page, and the opponent. Further words may name the opponent, an opening or a year;
/// if a word names nothing, all words are one name.
fn players(
    context: &Context,
    args: &PlayerArgs,
    question: &mut SaidQuestion<'_>,
) -> anyhow::Result<(String, Option<String>)> {
    let whole = (args.who.join(" "), args.against.clone());
    if args.who.len() == 1 && (!may_name_several(&whole.0) || question.is_player(&whole.0)?) {
        return Ok(whole);
    }
    let mut named = question.take(&args.who, "player")?.unwrap_or_default().into_iter();
    match (named.next(), named.next(), named.next()) {
        (None, ..) => Ok(whole),
        (Some(who), None, _) => Ok((who, whole.1)),
        (Some(_), Some(_), None) if args.prepare.is_some() => {
            Err(anyhow!(context.lang.usage_conflict(&whole.0, "--prepare")))
        }
        (Some(who), against, None) if args.against.is_none() => Ok((who, against)),
        _ => Err(anyhow!(context.lang.words_say_again(&whole.0, "--against"))),
    }
}

/// Usual number of rows of a part.
const ROWS: usize = 10;

/// Smallest width of a screen, in columns, that has room for whole names of openings.
const WIDE: usize = 100;
/// Width of the numbers beside the names of openings, in columns. A narrow screen cuts the names to
/// the rest.
const NUMBERS: usize = 38;

/// Whole page: a head, then a table for each part, with blank lines between.
fn page_text(context: &Context, archive: &Archive, page: &PlayerPage) -> anyhow::Result<String> {
    let lang = context.lang;
    let noted = Notable::of_project(NotableKind::Players).find(&page.name);
    let name = in_script(lang, archive, &page.name)?;
    let head = match (noted, &page.against) {
        (_, Some(other)) => format!("{name} – {}", in_script(lang, archive, other)?),
        (Some(noted), None) => describe_notable(noted, NotableKind::Players, lang),
        (None, None) => name,
    };
    let mut parts = vec![wrapped(&visible(&head), context.width) + "\n"];
    for &part in PlayerPart::value_variants() {
        let is_shown = match part {
            PlayerPart::Opponents => page.against.is_none(),
            // For one player, a line with the strength of each year replaces the many years.
            PlayerPart::Years => page.against.is_some(),
            PlayerPart::Strength => false,
            _ => true,
        };
        if is_shown {
            parts.push(part_text(context, archive, page, (part, RowLayout::SCREEN))?);
        }
        if part == PlayerPart::Strength {
            parts.extend(career(context, &page.strength));
        }
    }
    parts.retain(|part| !part.is_empty());
    Ok(parts.join("\n"))
}

/// Text of one part of the page.
fn part_text(
    context: &Context,
    archive: &Archive,
    page: &PlayerPage,
    (part, layout): (PlayerPart, RowLayout<'_>),
) -> anyhow::Result<String> {
    let lang = context.lang;
    // The row of a year needs no column of years.
    let hidden: &[&str] =
        if part == PlayerPart::Years && layout.is_table() { &["years"] } else { &[] };
    let counted = |rows: &[PlayerGames], head: String| {
        Printed::new(context, player_games(), layout)?
            .without_empty()
            .hide(hidden)
            .keeping(&["name"])
            .sparing(&["years", "between"])
            .head("name", head)
            .show("name", |row| match (row.family, row.side) {
                (Some(family), _) => {
                    let name = format!("{} {}", family.codes(), lang.family_name(family));
                    let narrow = context.width.filter(|width| layout.is_page() && *width < WIDE);
                    Ok(match narrow {
                        Some(width) => truncate(&name, width.saturating_sub(NUMBERS)).into_owned(),
                        None => name,
                    })
                }
                (None, side) if row.name.is_empty() => {
                    Ok(side.map_or_else(|| lang.all_games(), |side| lang.side(side)))
                }
                (None, _) => Ok(in_script(lang, archive, &row.name)?),
            })
            .text(rows)
    };
    match part {
        PlayerPart::Sides => counted(&page.sides, String::new()),
        PlayerPart::Openings if layout.is_page() => {
            let mut tables = Vec::new();
            for side in Side::ALL {
                let rows = page.openings.iter().filter(|row| row.side == Some(side));
                let rows: Vec<PlayerGames> = rows.cloned().collect();
                let head = lang.player_with(&lang.head_opening(), &lang.side(side));
                tables.push(counted(&rows, head)?);
            }
            tables.retain(|table| !table.is_empty());
            Ok(tables.join("\n"))
        }
        PlayerPart::Openings => counted(&page.openings, lang.head_opening()),
        PlayerPart::Opponents => counted(&page.opponents, lang.head_opponents()),
        PlayerPart::Years => counted(&page.years, lang.head_year()),
        PlayerPart::Strength => {
            let years = page.strength.iter().map(|&(year, strength)| RatedYear {
                name: page.name.clone(),
                year,
                strength,
                group: 1,
            });
            Printed::new(context, answers::careers(), layout)?
                .persons(archive, &["name"])
                .text(&years.collect::<Vec<_>>())
        }
        PlayerPart::Events => Printed::new(context, placed_editions(), layout)?
            .without_empty()
            .keeping(&["place", "name"])
            .sparing(&["year", "unknown", "lost", "draws", "won", "games", "found"])
            .show("name", |it| Ok(event_in_script(lang, archive, &it.name)?))
            .show("found", |it| Ok(format!("{:.0}%", it.found)))
            .text(&page.editions),
        PlayerPart::Novelties => {
            played(context, archive, Printed::new(context, own_novelties(), layout)?, |it| {
                &it.found.game
            })
            .sparing(&["leftLast", "leftFirst", "plies", "result", "left"])
            .text(&page.novelties)
        }
        PlayerPart::Games => {
            played(context, archive, Printed::new(context, games_of_player(), layout)?, |it| {
                &it.game
            })
            .keeping(&["worth", "key", "date", "result"])
            .sparing(&["event", "plies"])
            .show("worth", |it| {
                Ok(it
                    .worth
                    .map(|worth| lang.word("worth", worth.as_str(), &[]))
                    .unwrap_or_default())
            })
            .text(&page.games)
        }
    }
}

/// Line with the strength of each year as a bar, and the highest strength.
fn career(context: &Context, years: &[(u16, Strength)]) -> Option<String> {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    /// Largest number of bars.
    const MOST: usize = 40;
    let (&(first, _), &(last, _)) = (years.first()?, years.last()?);
    let elo = |it: &&(u16, Strength)| it.1.elo;
    let highest = years.iter().max_by(|a, b| elo(a).total_cmp(&elo(b)))?;
    let lowest = years.iter().map(|it| it.1.elo).fold(f64::INFINITY, f64::min);
    let range = (highest.1.elo - lowest).max(1.0);
    let step = years.len().div_ceil(MOST);
    let bar = |it: &(u16, Strength)| BARS[((it.1.elo - lowest) / range * 7.0).round() as usize];
    let bars: String = years.iter().step_by(step).map(bar).collect();
    let [peak, off] = [highest.1.elo, highest.1.deviation * DEVIATIONS];
    let lang = context.lang;
    let [first, last, year] = [first, last, highest.0].map(|year| year.to_string());
    let peak = format!("{peak:.0} ± {off:.0}");
    Some(lang.strength_over_years(&first, &bars, &last, &peak, &year) + "\n")
}

/// Prints the moves that the player chooses with a side, and the replies that scored best.
fn prepared(
    context: &Context,
    args: &PlayerArgs,
    question: &SaidQuestion<'_>,
    (who, side, layout): (&str, Side, RowLayout<'_>),
) -> anyhow::Result<Status> {
    let lang = context.lang;
    let tree = (args.depth, args.min_games);
    let (archive, (moves, half)) = question
        .ask(|archive, params, watch| prepare(archive, params, (who, side), tree, watch))?;
    let name = half.as_ref().map_or(who, |half| &half.name);
    Printed::new(context, prepared_moves(), layout)?
        .hide(&["side", "line", "ply", "uci", "own", "chances", "won", "draws", "lost", "unknown"])
        .order(&["move", "games", "chosen", "percent", "lastYear", "recent", "reply"])
        .without_empty()
        .keeping(&["move"])
        .sparing(&["chosen_between", "replyGames", "lastYear", "recent"])
        .head("move", lang.player_with(&in_script(lang, &archive, name)?, &lang.side(side)))
        .head("lastYear", lang.head_to_year())
        .show("lastYear", |it| {
            Ok(it.of.choice.his.years.map(|(_, last)| last.to_string()).unwrap_or_default())
        })
        .show("move", |it| match layout.sort {
            // In another order a move does not stand below those before it, so the whole line is
            // shown.
            Some(_) => Ok(it.of.line.join(" ")),
            None => Ok(indented(&it.of.line)),
        })
        .print(&moves)?;
    let Some(half) = half else { return Ok(Status::NothingFound) };
    context.tell_games(&lang.games_found(half.games.len() as u64), false, half.programs);
    tell_others(context, &archive, who, (&half.name, &half.others))?;
    tell_names(context, &archive, &half.matcher)?;
    Ok(Status::found(!moves.is_empty()))
}
