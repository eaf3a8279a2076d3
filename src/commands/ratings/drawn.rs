//! Strengths as a chart: a row each, or through the years.

use super::{MOST, is_named, listed};
use crate::cli::RatingsArgs;
use crate::commands::figure::{Drawing, Interval, column, decimal};
use crate::messages::Lang;
use serde_json::{Value, json};
use xqdb::figure::{Chart, Mark, Panel, Scale, Shape, Table};
use xqdb::research::{Strength, Strengths};

/// The chart of the answer.
pub(super) fn drawing(
    lang: Lang,
    args: &RatingsArgs,
    strengths: &Strengths,
    games: Vec<u32>,
) -> Drawing {
    let (title, table, shape) = match args.who.as_slice() {
        [] => (lang.figure_of_ratings(), list(lang, args, strengths), rows()),
        names => (lang.figure_of_careers(), careers(lang, names, strengths), years(lang)),
    };
    let panel = Panel {
        field: "elo",
        head: lang.axis_elo(),
        interval: Some(["low", "high"]),
        mark: Mark::Line,
        scale: Scale::Close,
    };
    Drawing {
        title,
        table,
        chart: Chart { shape, panels: vec![panel] },
        games,
        is_of_one: false,
        interval: Interval::WholeHistory,
        notes: super::summary(lang, args, strengths).lines().map(str::to_owned).collect(),
    }
}

fn rows() -> Shape {
    Shape::Rows { label: "name", depth: None }
}

fn years(lang: Lang) -> Shape {
    Shape::Years { first: "year", last: "year", series: Some("name"), head: lang.axis_year() }
}

/// A row a player, the strongest first.
fn list(lang: Lang, args: &RatingsArgs, strengths: &Strengths) -> Table {
    let columns = vec![
        column("group", lang.head_rated_group()),
        column("name", lang.head_rated()),
        column("elo", "Elo".to_owned()),
        column("low", lang.head_low()),
        column("high", lang.head_high()),
        column("year", lang.head_rated_year()),
        column("games", lang.head_games()),
    ];
    let row = |(_, player): (u64, &xqdb::research::Player)| {
        let (year, strength) = player.last()?;
        let mut row = vec![json!(player.group), json!(player.name)];
        row.extend(interval(strength));
        row.extend([json!(year), json!(player.games)]);
        Some(row)
    };
    let rows = listed(args, strengths).into_iter().filter_map(row).collect();
    Table { names: 2, columns, rows }
}

/// A row a year of each of these players.
fn careers(lang: Lang, names: &[String], strengths: &Strengths) -> Table {
    let columns = vec![
        column("name", lang.head_rated()),
        column("year", lang.head_rated_year()),
        column("elo", "Elo".to_owned()),
        column("low", lang.head_low()),
        column("high", lang.head_high()),
        column("group", lang.head_rated_group()),
    ];
    let mut rows: Vec<Vec<Value>> = Vec::new();
    for name in names {
        for player in strengths.players.iter().filter(|player| is_named(player, name)) {
            rows.extend(player.years.iter().map(|(year, strength)| {
                let mut row = vec![json!(player.name), json!(year)];
                row.extend(interval(*strength));
                row.push(json!(player.group));
                row
            }));
        }
    }
    Table { names: 2, columns, rows }
}

/// A strength and the ends of its interval.
fn interval(Strength { elo, deviation, .. }: Strength) -> [Value; 3] {
    let far = deviation * MOST;
    [elo, elo - far, elo + far].map(|value| decimal(Some(value)))
}
