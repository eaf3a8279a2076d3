//! `xqdb ratings`: the strength of players, computed from results alone.

use super::printed::Printed;
use super::question::SaidQuestion;
use super::{Context, Status, figure, question};
use crate::cli::{RatingsArgs, RowLayout};
use crate::messages::Lang;
use crate::questions::chart::{Drawing, Interval, column};
use crate::questions::ratings;
use anyhow::anyhow;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use xqdb::answers::{self, RatedPlayer, RatedYear, strength_interval};
use xqdb::figure::{Chart, ChartShape, Panel, PanelMark, Scale, Table};
use xqdb::metadata::split_team;
use xqdb::research::{
    Assumptions, PlayerStrengths, RankedField, RatedGames, Strengths, ask_strengths,
    compare_listed, read_published,
};
use xqdb::search::{Archive, NameClass, near_names};
use xqdb::text::{fold, latin_key, latin_keys};

/// Lists players by strength, or the years of some players.
pub(crate) fn ratings(context: &Context, args: &RatingsArgs) -> anyhow::Result<Status> {
    figure::prepare(context, &args.figure)?;
    let (archive, rated) = ask(context, args)?;
    let strengths = &rated.strengths;
    let layout = match args.answer.layout() {
        layout if args.who.is_empty() && args.compare.is_none() => layout.in_groups(),
        layout => layout,
    };
    if let Some(path) = &args.compare {
        return compared(context, args, (path, &archive), (&rated, layout));
    }
    let is_empty = match args.who.as_slice() {
        [] => print((context, &archive), answers::ratings(), &listed(args, strengths), layout)?,
        names => {
            let careers = careers(names, strengths);
            let is_rated = |name: &&String| strengths.players.iter().any(|it| is_named(it, name));
            for name in names.iter().filter(|name| !is_rated(name)) {
                let near = near_names(&archive, name)?;
                question::ask_back(context, &archive, (NameClass::Player, name), &near)?;
            }
            print((context, &archive), answers::careers(), &careers, layout)?
        }
    };
    tell(context, &remarks(context.lang, args, &rated));
    question::tell_names(context, &archive, &rated.matcher)?;
    let drawing = || Ok(drawing(context.lang, args, &rated));
    figure::write(context, (&args.figure, &args.filter.0), &archive, drawing)?;
    Ok(Status::found(!is_empty))
}

/// Prints a published list beside the computed strengths.
fn compared(
    context: &Context,
    args: &RatingsArgs,
    (path, archive): (&Path, &Archive),
    (rated, layout): (&RatedGames, RowLayout<'_>),
) -> anyhow::Result<Status> {
    let lang = context.lang;
    let list = read_published(&question::read_text(path, lang)?).map_err(|error| {
        anyhow!(lang.argument_wrong("--compare", &lang.stored(&error.to_string())))
    })?;
    let rows = compare_listed(archive, &rated.strengths, &list, field(args))?;
    Printed::new(context, answers::listed_players(), layout)?
        .without_empty()
        .keeping(&["cause"])
        .sparing(&["year", "games", "publishedRating", "deviation", "elo"])
        .show("cause", |it| Ok(lang.word("listed", it.cause.as_str(), &[])))
        .print(&rows)?;
    tell(context, &remarks(lang, args, rated));
    Ok(Status::found(rows.iter().any(|row| row.place.is_some())))
}

/// Prints the first remark, and the others with `--verbose`.
fn tell(context: &Context, remarks: &[String]) {
    if let [first, others @ ..] = remarks {
        context.tell_below(first.clone());
        others.iter().for_each(|remark| context.tell_more(remark));
    }
}

/// Archive and chart of the answer.
pub(super) fn drawn(context: &Context, args: &RatingsArgs) -> anyhow::Result<(Archive, Drawing)> {
    let (archive, rated) = ask(context, args)?;
    Ok((archive, drawing(context.lang, args, &rated)))
}

fn ask(context: &Context, args: &RatingsArgs) -> anyhow::Result<(Archive, Arc<RatedGames>)> {
    let assumed = Assumptions { drift: args.drift, ..Assumptions::default() };
    let question = SaidQuestion::new(context, "", &[&args.filter.0])?;
    question.ask(|archive, params, watch| ask_strengths(archive, params, &assumed, watch))
}

/// Prints rows, and returns whether there are none.
fn print<R>(
    (context, archive): (&Context, &Archive),
    answer: answers::Answer<R>,
    rows: &[R],
    layout: RowLayout<'_>,
) -> anyhow::Result<bool> {
    Printed::new(context, answer, layout)?.persons(archive, &["name"]).print(rows)?;
    Ok(rows.is_empty())
}

/// Players who are ranked: only active ones, unless the user wants all or names a time or players.
fn field(args: &RatingsArgs) -> RankedField {
    let all = args.all || !args.who.is_empty();
    RankedField::of(|name| args.filter.0.has(name), args.min_games, args.year, all)
}

/// Ranked players of the wanted groups, up to the limit.
fn listed(args: &RatingsArgs, strengths: &Strengths) -> Vec<RatedPlayer> {
    let ranked = strengths.ranked(field(args)).into_iter();
    let most = args.answer.layout().needed() as u64;
    let is_shown =
        |rank, player: &PlayerStrengths| rank <= most && (args.all_groups || player.group == 1);
    let shown = ranked.filter(|(rank, player, _)| is_shown(*rank, player));
    shown.map(RatedPlayer::new).collect()
}

/// Yearly strengths of the players with these names.
fn careers(names: &[String], strengths: &Strengths) -> Vec<RatedYear> {
    let players = names
        .iter()
        .flat_map(|name| strengths.players.iter().filter(move |player| is_named(player, name)));
    let years = players.flat_map(|player| {
        player.years.iter().map(|&(year, strength)| RatedYear {
            name: player.name.clone(),
            year,
            strength,
            group: player.group,
        })
    });
    years.collect()
}

/// Whether a player has this name, in any script or in Latin letters.
fn is_named(player: &PlayerStrengths, name: &str) -> bool {
    let key = fold(&split_team(name).name);
    player.key == key || (name.is_ascii() && latin_keys(&player.name).contains(&latin_key(name)))
}

/// Remarks about the games on which the numbers rest.
fn remarks(lang: Lang, args: &RatingsArgs, rated: &RatedGames) -> Vec<String> {
    ratings::remarks(lang, rated, field(args), !args.all_groups && args.who.is_empty())
}

/// Chart of strengths: a row for each player, or a line through the years.
fn drawing(lang: Lang, args: &RatingsArgs, rated: &RatedGames) -> Drawing {
    let strengths = &rated.strengths;
    let elo = [
        column("elo", "Elo".to_owned()),
        column("low", lang.head_low()),
        column("high", lang.head_high()),
    ];
    let (group, name) =
        (column("group", lang.head_rated_group()), column("name", lang.head_rated()));
    let year = column("year", lang.head_rated_year());
    let interval = |strength| strength_interval(strength).map(Value::from);
    let row = |first: [Value; 2], elo: [Value; 3], rest: Vec<Value>| {
        first.into_iter().chain(elo).chain(rest).collect::<Vec<Value>>()
    };
    let (title, first, rest, rows, shape) = match args.who.as_slice() {
        [] => (
            lang.figure_of_ratings(),
            [group, name],
            vec![year, column("games", lang.head_games())],
            listed(args, strengths)
                .iter()
                .map(|it| {
                    let rest = vec![json!(it.last.0), json!(it.player.games)];
                    let names = [json!(it.player.group), json!(it.player.name)];
                    row(names, interval(it.last.1), rest)
                })
                .collect(),
            ChartShape::Rows { label: "name", depth: None },
        ),
        names => (
            lang.figure_of_careers(),
            [name, year],
            vec![group],
            careers(names, strengths)
                .iter()
                .map(|it| {
                    row(
                        [json!(it.name), json!(it.year)],
                        interval(it.strength),
                        vec![json!(it.group)],
                    )
                })
                .collect(),
            ChartShape::Years {
                first: "year",
                last: "year",
                series: Some("name"),
                head: lang.axis_year(),
            },
        ),
    };
    let panel = Panel {
        field: "elo",
        head: lang.axis_elo(),
        interval: Some(["low", "high"]),
        mark: PanelMark::Line,
        scale: Scale::Close,
    };
    let columns = first.into_iter().chain(elo).chain(rest).collect();
    Drawing {
        title,
        table: Table { names: 2, columns, rows },
        chart: Chart { shape, panels: vec![panel] },
        games: rated.games.clone(),
        is_of_one: false,
        interval: Interval::WholeHistory,
        notes: remarks(lang, args, rated),
    }
}
