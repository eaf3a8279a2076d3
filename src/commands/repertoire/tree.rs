//! The tree of the moves, a row each.

use super::{Half, indented, lines};
use crate::cli::RepertoireArgs;
use crate::commands::Context;
use crate::commands::render::{Align, Table};
use crate::commands::samples::{
    Starred, behind_cells, cells, fields, games_of, leads, players_and_events,
};
use crate::commands::sheet::{Cell, Column, Sheet};
use serde_json::json;
use xqdb::notation::System;
use xqdb::search::{Behind, Score, Share};

/// The tables that people see, one a side: below each move a row of those beside whom he is put.
pub(super) fn for_people(
    context: &Context,
    args: &RepertoireArgs,
    halves: &[Half],
    notation: &System,
) -> Vec<Starred> {
    let halves = halves.iter().filter(|half| !half.choices.is_empty());
    let table = |half: &Half| {
        let wide = table(context, args, (half, notation), Form::Wide);
        if wide.shows_all() {
            return Starred { text: wide.render(), has_stars: false };
        }
        let narrow = table(context, args, (half, notation), Form::Narrow);
        Starred { text: narrow.render(), has_stars: true }
    };
    halves.map(table).collect()
}

/// How much is told of each row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Everything.
    Wide,
    /// Without decimals of intervals, years and names.
    Narrow,
}

fn table(
    context: &Context,
    args: &RepertoireArgs,
    (half, notation): (&Half, &System),
    form: Form,
) -> Table {
    let lang = context.lang;
    let is_wide = form == Form::Wide;
    let name = (lang.player_with(&args.who, &lang.side(half.side)), Align::Left);
    let head_interval = || if is_wide { lang.head_interval() } else { lang.head_between() };
    let [won, drawn, lost] = match form {
        Form::Wide => [lang.head_won(), lang.head_draws(), lang.head_lost()],
        Form::Narrow => lang.heads_won_drawn_lost(),
    };
    let mut heads = vec![
        lang.head_games(),
        lang.head_share_chosen(),
        head_interval(),
        won,
        drawn,
        lost,
        "?".to_owned(),
        lang.head_score(),
        head_interval(),
    ];
    match form {
        Form::Wide => heads.extend([lang.head_players(), lang.head_events()]),
        Form::Narrow => heads.push(lang.head_players_and_events()),
    }
    let heads = heads.into_iter().map(|head| (head, Align::Right));
    let mut heads: Vec<(String, Align)> = std::iter::once(name).chain(heads).collect();
    if is_wide {
        heads.push((lang.head_years(), Align::Left));
        heads.push((lang.head_more_than_a_third(), Align::Left));
    }
    let table = Table::new(heads).within(context.width).keeping(&[0]);
    let mut table = if is_wide { table } else { table.sparing(&[3, 5, 4, 6, 7, 10, 9]) };
    let beside = match &args.versus {
        Some(name) => name.clone(),
        None => lang.everybody(),
    };
    for (line, choice) in lines(half, notation) {
        let his = Row {
            score: &choice.his.sample.score,
            behind: &choice.his.sample.behind,
            share: choice.his.share(),
            years: choice.his.years,
        };
        table.row(his.cells(indented(&line), form));
        let others = choice.beside_him();
        let years = choice.others.as_ref().and_then(|others| others.years);
        let others =
            Row { score: &others.score, behind: &others.behind, share: others.share(), years };
        let below = "  ".repeat(line.len()) + " ";
        table.row(others.cells(below + &beside, form));
    }
    table
}

/// A row of the table.
struct Row<'a> {
    score: &'a Score,
    behind: &'a Behind,
    /// How often the move was chosen.
    share: Option<Share>,
    years: Option<(u16, u16)>,
}

impl Row<'_> {
    fn cells(&self, name: String, form: Form) -> Vec<String> {
        let &Row { score, behind, share: chosen, years } = self;
        let Score { red, draw, black, unknown, .. } = *score;
        let is_wide = form == Form::Wide;
        let range = |share: Share| if is_wide { share.interval() } else { share.between() };
        let games = if is_wide { score.games().to_string() } else { games_of(behind, score) };
        let share = score.share();
        let mut cells = vec![name, games, percent(chosen), chosen.map(range).unwrap_or_default()];
        cells.extend([red, draw, black, unknown].map(|count| count.to_string()));
        cells.extend([percent(share), share.map(range).unwrap_or_default()]);
        match form {
            Form::Wide => {
                cells.extend([behind.players.to_string(), behind.events.to_string()]);
                cells.extend([told(years), leads(behind, score.games())]);
            }
            Form::Narrow => cells.push(players_and_events(behind)),
        }
        cells
    }
}

fn percent(share: Option<Share>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| share.told())
}

/// The first and the last year.
fn told(years: Option<(u16, u16)>) -> String {
    match years {
        None => String::new(),
        Some((first, last)) if first == last => first.to_string(),
        Some((first, last)) => format!("{first}-{last}"),
    }
}

/// The same for programs.
pub(super) fn for_programs(halves: &[Half], notation: &System) -> Sheet {
    let own = fields(["won", "draws", "lost"]);
    let names = ["side", "line", "ply", "move", "uci", "own", "chances"];
    let chosen = ["chosen", "chosenLow", "chosenHigh"];
    let more = ["firstYear", "lastYear"];
    let beside = [
        "otherGames",
        "otherChances",
        "otherChosen",
        "otherChosenLow",
        "otherChosenHigh",
        "otherWon",
        "otherDraws",
        "otherLost",
        "otherUnknown",
        "otherPercent",
        "otherLow",
        "otherHigh",
    ];
    let column = |field| Column { field, head: String::new(), align: Align::Left };
    let columns = names.into_iter().chain(chosen).chain(own).chain(more).chain(beside);
    let columns = columns.chain(Behind::FIELDS_BESIDE);
    let columns = columns.map(column).collect();
    let mut rows = Vec::new();
    for half in halves {
        for (line, choice) in lines(half, notation) {
            let his = &choice.his;
            let line: Vec<&str> = line.iter().map(String::as_str).collect();
            let mut row = vec![
                Cell::text(half.side.as_str()),
                Cell::list(&line),
                Cell::number(choice.ply.into()),
                Cell::text(line.last().copied().unwrap_or_default()),
                Cell::text(&choice.mv.to_string()),
                Cell::valued(json!(choice.is_his), choice.is_his.to_string()),
                Cell::number(his.chances),
            ];
            row.extend(Cell::share(his.share()));
            row.extend(cells(&his.sample));
            let year = |year: Option<u16>| {
                Cell::valued(json!(year), year.map(|year| year.to_string()).unwrap_or_default())
            };
            row.push(year(his.years.map(|(first, _)| first)));
            row.push(year(his.years.map(|(_, last)| last)));
            let other = choice.beside_him();
            let Score { red, draw, black, unknown, .. } = other.score;
            row.extend([other.score.games(), other.chances].map(Cell::number));
            row.extend(Cell::share(other.share()));
            row.extend([red, draw, black, unknown].map(Cell::number));
            row.extend(Cell::share(Share::of(&other.score)));
            row.extend(behind_cells(&other.behind));
            rows.push(row);
        }
    }
    Sheet { columns, rows }
}
