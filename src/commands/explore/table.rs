//! The explorer's rows as a table and as CSV.

use super::walk::{Asking, Step};
use crate::book::marked;
use crate::commands::context::Context;
use crate::commands::render::{Align, Table, bar};
use crate::commands::samples::{all_of, behind_csv, parts, players_and_events};
use crate::messages::Lang;
use anyhow::Context as _;
use std::io::Write;
use xqdb::search::{Archive, Behind, Explored, Row, Score, Share, load, title};
use xqdb::xiangqi::Position;

/// Columns of a bar.
const BAR: usize = 12;
/// So many rows are set together: whoever asks for very many sees the first at once.
const TOGETHER: usize = 100;

/// Prints the tree, one line a move, the moves after a move indented below it.
pub(super) fn print(
    context: &Context,
    asking: &Asking<'_>,
    position: &Position,
    explored: &Explored,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let mut table = empty(context);
    let is_whole = asking.walk(position, explored, &mut |step| {
        if let Step::Row { row, depth, position, opening } = step {
            let mut name = "  ".repeat(depth) + &asking.name(row.mv, position);
            if row.mirrored > 0 {
                name = context.lang.row_mirrored(&name, row.mirrored);
            }
            let opening = opening.map_or_else(String::new, |code| code.to_string());
            table.row(cells(context, asking, row, [name, opening])?);
        }
        if table.waiting() >= TOGETHER {
            context.print(out, table.render_waiting().as_bytes())?;
            out.flush().with_context(|| context.lang.cannot_write_output())?;
        }
        Ok(())
    })?;
    let Explored { behind, score, .. } = explored;
    let mut total = vec!["Σ".to_owned(), String::new(), all_of(behind, score), String::new()];
    total.extend(score_cells(behind, score));
    table.row(total);
    context.print(out, table.render().as_bytes())?;
    Ok(is_whole)
}

fn empty(context: &Context) -> Table {
    let lang: Lang = context.lang;
    let heads = vec![
        (lang.head_move(), Align::Left),
        (lang.head_opening(), Align::Left),
        (lang.head_games(), Align::Right),
        (lang.head_reached(), Align::Right),
        (lang.head_red_wins(), Align::Right),
        (lang.head_draws(), Align::Right),
        (lang.head_black_wins(), Align::Right),
        ("?".to_owned(), Align::Right),
        (lang.head_score(), Align::Right),
        (lang.head_between(), Align::Right),
        (lang.head_players_and_events(), Align::Right),
        (String::new(), Align::Left),
        (lang.head_years(), Align::Left),
        (lang.head_earliest(), Align::Left),
        (String::new(), Align::Left),
        (lang.head_latest(), Align::Left),
    ];
    // The key of a game opens it: whatever else is told gives way to it, but not the doubt of a
    // score.
    let table = Table::new(heads).within(context.width).keeping(&[0, 1, 11, 12, 13]);
    table.sparing(&[15, 11, 14, 3, 1, 12, 13, 10, 9])
}

fn cells(
    context: &Context,
    asking: &Asking<'_>,
    row: &Row,
    [name, opening]: [String; 2],
) -> anyhow::Result<Vec<String>> {
    let mut cells = vec![name, opening];
    cells.extend([all_of(&row.behind, &row.score), row.reached.to_string()]);
    cells.extend(score_cells(&row.behind, &row.score));
    cells.push(match row.years {
        None => String::new(),
        Some((first, last)) if first == last => first.to_string(),
        Some((first, last)) => format!("{first}-{last}"),
    });
    cells.extend(match row.earliest.or(row.undated) {
        Some(id) => [asking.key(id)?, named(context, asking.archive, id)?],
        None => Default::default(),
    });
    cells.push(asking.keys(&row.latest)?.join(" "));
    Ok(cells)
}

fn score_cells(behind: &Behind, score: &Score) -> Vec<String> {
    vec![
        score.red.to_string(),
        score.draw.to_string(),
        score.black.to_string(),
        score.unknown.to_string(),
        score.share().map(Share::told).unwrap_or_default(),
        score.share().map(Share::between).unwrap_or_default(),
        players_and_events(behind),
        bar(score.red, score.draw, score.black, BAR),
    ]
}

/// A game in a few words: its players, or the title of one that names none; and that it has no
/// date.
pub(in crate::commands) fn named(
    context: &Context,
    archive: &Archive,
    id: u32,
) -> anyhow::Result<String> {
    let game = load(archive, id)?;
    let name = |field: &str, stated: &Option<String>| {
        let marked = marked(&game, field, stated.as_deref());
        if marked.text == "-" { "?".to_owned() } else { marked.text }
    };
    let players = [name("Red", &game.red), name("Black", &game.black)];
    // A study has no players.
    let told = match title(&game.headings, context.as_stated) {
        Some(title) if players == ["?", "?"] => title.to_owned(),
        _ => players.join("-"),
    };
    let is_dated = game.date.is_some() || game.derived.get("Date").is_some();
    Ok(if is_dated {
        told
    } else {
        context.lang.with_note(&told, &context.lang.standing_no_date())
    })
}

/// Prints the same as CSV; `depth` is the ply below the position that was asked for, 1-based.
pub(super) fn print_csv(
    context: &Context,
    asking: &Asking<'_>,
    position: &Position,
    explored: &Explored,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let mut head = vec![
        "depth",
        "fen",
        "uci",
        "san",
        "games",
        "reached",
        "red",
        "draws",
        "black",
        "unknown",
        "percent",
        "low",
        "high",
        "mirrored",
        "first_year",
        "last_year",
        "earliest_game",
        "recent_games",
        "opening",
        "undated_game",
    ];
    head.extend(Behind::FIELDS);
    head.push("others");
    context.print(out, context.csv_line(&head).as_bytes())?;
    asking.walk(position, explored, &mut |step| {
        let Step::Row { row, depth, position, opening } = step else { return Ok(()) };
        let year = |year: Option<u16>| year.map(|year| year.to_string()).unwrap_or_default();
        let Score { red, draw, black, unknown, others } = row.score;
        let [percent, low, high] = parts(row.score.share());
        let mut cells = vec![
            (depth + 1).to_string(),
            position.to_fen(),
            row.mv.to_string(),
            asking.name(row.mv, position),
            row.score.all().to_string(),
            row.reached.to_string(),
            red.to_string(),
            draw.to_string(),
            black.to_string(),
            unknown.to_string(),
            percent,
            low,
            high,
            row.mirrored.to_string(),
            year(row.years.map(|(first, _)| first)),
            year(row.years.map(|(_, last)| last)),
            row.earliest.map(|id| asking.key(id)).transpose()?.unwrap_or_default(),
            asking.keys(&row.latest)?.join(" "),
            opening.map_or_else(String::new, |code| code.to_string()),
            row.undated.map(|id| asking.key(id)).transpose()?.unwrap_or_default(),
        ];
        cells.extend(behind_csv(&row.behind));
        cells.push(others.to_string());
        context.print(out, context.csv_line(&cells).as_bytes())
    })
}
