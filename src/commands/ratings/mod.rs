//! `xqdb ratings`: how strong everybody was, from results alone.

mod drawn;

use super::figure::{self, Drawing};
use super::render::Align;
use super::scanning::Scanning;
use super::sheet::{Cell, Column, Sheet};
use super::{Context, Status, question};
use crate::cli::RatingsArgs;
use crate::messages::Lang;
use serde_json::json;
use xqdb::metadata::{Kind, split_team};
use xqdb::research::{Assumptions, Player, Strength, Strengths, strengths};
use xqdb::search::{Archive, Query, search};
use xqdb::text::{fold, latin_key, latin_keys};

/// 95 of 100 lie within so many deviations.
const MOST: f64 = 1.96;

/// Lists the players by their strength, or the years of some.
///
/// # Errors
/// When an argument cannot be understood or the database cannot be read.
pub(crate) fn ratings(context: &Context, args: &RatingsArgs) -> anyhow::Result<Status> {
    figure::prepare(context, &args.figure)?;
    let (archive, games, strengths) = find(context, args)?;
    let sheet = match args.who.as_slice() {
        [] => list(context, args, &strengths),
        names => careers(context, names, &strengths),
    };
    let is_empty = sheet.rows.is_empty();
    context.print_all(&sheet.formed(args.answer.format().into(), context))?;
    context.tell(&summary(context.lang, args, &strengths));
    let drawing = || Ok(drawn::drawing(context.lang, args, &strengths, games));
    figure::write(context, (&args.figure, &args.filter), &archive, drawing)?;
    Ok(Status::found(!is_empty))
}

/// The same as a chart.
///
/// # Errors
/// As [`ratings`].
pub(super) fn drawn(context: &Context, args: &RatingsArgs) -> anyhow::Result<(Archive, Drawing)> {
    let (archive, games, strengths) = find(context, args)?;
    Ok((archive, drawn::drawing(context.lang, args, &strengths, games)))
}

fn find(context: &Context, args: &RatingsArgs) -> anyhow::Result<(Archive, Vec<u32>, Strengths)> {
    let filter = question::filter(context, &args.filter, &[Kind::Game])?;
    let archive = question::open_with(context, args.filter.openings.as_deref())?;
    let scanning = Scanning::new(context);
    let matcher = filter.resolve_watched(&archive, &scanning)?;
    let games = search(&archive, &Query { ..Query::new(matcher) })?.games;
    let assumed = Assumptions { drift: args.drift, ..Assumptions::default() };
    let strengths = strengths(&archive, &games, &assumed, &scanning)?;
    scanning.finish();
    Ok((archive, games, strengths))
}

/// A line a player, the strongest first.
fn list(context: &Context, args: &RatingsArgs, strengths: &Strengths) -> Sheet {
    let lang = context.lang;
    let columns = vec![
        Column::new("rank", "#".to_owned(), Align::Right),
        Column::new("name", lang.head_rated(), Align::Left),
        Column::new("elo", "Elo".to_owned(), Align::Right),
        Column::new("deviation", "±".to_owned(), Align::Right),
        Column::new("peak", lang.head_peak(), Align::Right),
        Column::new("peak_year", lang.head_peak_year(), Align::Right),
        Column::new("games", lang.head_games(), Align::Right),
        Column::new("first_year", lang.head_from_year(), Align::Right),
        Column::new("last_year", lang.head_to_year(), Align::Right),
        Column::new("group", lang.head_rated_group(), Align::Right),
    ];
    let mut rows = Vec::new();
    for (rank, player) in listed(args, strengths) {
        let (Some((last_year, last)), Some((peak_year, peak))) = (player.last(), player.peak())
        else {
            continue;
        };
        let first_year = player.years.first().map_or(last_year, |(year, _)| *year);
        rows.push(vec![
            Cell::number(rank),
            Cell::text(&player.name),
            elo(last),
            deviation(last),
            elo(peak),
            Cell::number(peak_year.into()),
            Cell::number(player.games.into()),
            Cell::number(first_year.into()),
            Cell::number(last_year.into()),
            Cell::number(player.group.into()),
        ]);
    }
    Sheet { columns, rows }
}

/// Those with enough games, of the groups that are wanted, each with its place in its group.
fn listed<'s>(args: &RatingsArgs, strengths: &'s Strengths) -> Vec<(u64, &'s Player)> {
    let is_shown =
        |player: &&Player| player.games >= args.min_games && (args.all_groups || player.group == 1);
    let (mut group, mut rank) = (0, 0);
    let mut listed = Vec::new();
    for player in strengths.players.iter().filter(is_shown) {
        rank = if player.group == group { rank + 1 } else { 1 };
        group = player.group;
        if rank <= args.limit as u64 {
            listed.push((rank, player));
        }
    }
    listed
}

/// A line a year of each of these players.
fn careers(context: &Context, names: &[String], strengths: &Strengths) -> Sheet {
    let lang = context.lang;
    let columns = vec![
        Column::new("name", lang.head_rated(), Align::Left),
        Column::new("year", lang.head_rated_year(), Align::Right),
        Column::new("elo", "Elo".to_owned(), Align::Right),
        Column::new("deviation", "±".to_owned(), Align::Right),
        Column::new("group", lang.head_rated_group(), Align::Right),
    ];
    let mut rows = Vec::new();
    for name in names {
        for player in strengths.players.iter().filter(|player| is_named(player, name)) {
            rows.extend(player.years.iter().map(|(year, strength)| {
                vec![
                    Cell::text(&player.name),
                    Cell::number(u64::from(*year)),
                    elo(*strength),
                    deviation(*strength),
                    Cell::number(player.group.into()),
                ]
            }));
        }
    }
    Sheet { columns, rows }
}

/// Whether a player has this name, in any script, or in Latin letters.
fn is_named(player: &Player, name: &str) -> bool {
    let key = fold(&split_team(name).name);
    player.key == key || (name.is_ascii() && latin_keys(&player.name).contains(&latin_key(name)))
}

fn elo(strength: Strength) -> Cell {
    rounded(strength.elo, strength.elo)
}

/// People see how far it may be off in 95 of 100 cases.
fn deviation(strength: Strength) -> Cell {
    rounded(strength.deviation, strength.deviation * MOST)
}

fn rounded(value: f64, shown: f64) -> Cell {
    Cell::valued(json!((value * 10.0).round() / 10.0), format!("{shown:.0}"))
}

/// What the numbers rest on.
fn summary(lang: Lang, args: &RatingsArgs, strengths: &Strengths) -> String {
    let advantage = format!("{:.0}", strengths.advantage);
    let mut lines = vec![lang.ratings_rest_on(strengths.games, &advantage)];
    let left_out = strengths.left_out;
    if left_out.all() > 0 {
        let (unfinished, undated) = (left_out.unfinished, left_out.undated);
        lines.push(lang.ratings_left_out(unfinished, undated, left_out.unnamed));
    }
    if left_out.others > 0 {
        lines.push(lang.ratings_of_other_kinds(left_out.others));
    }
    let apart = strengths.players.iter().filter(|player| player.group > 1).count() as u64;
    if apart > 0 && !args.all_groups && args.who.is_empty() {
        lines.push(lang.ratings_apart(apart));
    }
    if !strengths.is_precise {
        lines.push(lang.ratings_imprecise());
    }
    lines.join("\n")
}
