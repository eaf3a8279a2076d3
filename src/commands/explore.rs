//! `xqdb explore`: every move played in a position, with its score.

use super::render::{Align, Table, bar};
use super::{Context, Status, print, question};
use crate::cli::ExploreArgs;
use serde_json::{Value, json};
use std::io::Write;
use xqdb::metadata::Kind;
use xqdb::notation::System;
use xqdb::search::{Archive, Explored, Matcher, Mirroring, Row, Score, explore as look, load};
use xqdb::xiangqi::{Move, Position};

/// How questions are asked all the way down the tree.
struct Asking<'a> {
    archive: &'a Archive,
    matcher: &'a Matcher,
    mirroring: Mirroring,
    variations: bool,
    latest: usize,
    notation: &'a System,
}

impl Asking<'_> {
    fn at(&self, position: &Position) -> anyhow::Result<Explored> {
        Ok(look(
            self.archive,
            position,
            self.matcher,
            self.mirroring,
            self.variations,
            self.latest,
        )?)
    }

    fn name(&self, mv: Move, position: &Position) -> String {
        self.notation.write(mv, position)
    }
}

/// Explores a position.
///
/// # Errors
/// When an argument cannot be understood or the database cannot be read.
pub(crate) fn explore(context: &Context, args: &ExploreArgs) -> anyhow::Result<Status> {
    let notation = context.system(&args.notation)?;
    let asked = question::position(&args.position, &notation)?;
    let filter = question::filter(&args.filter, &[Kind::Game])?;
    let is_default_kind = args.filter.kind.is_empty();
    let archive = question::open(context)?;
    let matcher = filter.resolve(&archive)?;
    let asking = Asking {
        archive: &archive,
        matcher: &matcher,
        mirroring: question::mirroring(args.position.mirror),
        variations: args.filter.variations,
        latest: args.latest,
        notation: &notation,
    };
    let explored = asking.at(&asked.position)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if args.json {
        let value = as_json(&asking, &asked.position, &explored, args.depth)?;
        print(&mut out, format!("{value}\n").as_bytes())?;
    } else {
        print(&mut out, table(&asking, &asked.position, &explored, args.depth)?.as_bytes())?;
        out.flush()?;
        if !context.quiet {
            notes(&explored, is_default_kind, &mut std::io::stderr().lock())?;
        }
    }
    out.flush()?;
    Ok(if explored.score.games() == 0 { Status::NothingFound } else { Status::Success })
}

fn notes(explored: &Explored, is_default_kind: bool, err: &mut impl Write) -> anyhow::Result<()> {
    write!(err, "{} games come here", explored.score.games())?;
    if is_default_kind {
        write!(err, " (played from the standard start; --kind all counts the rest)")?;
    }
    if explored.mirrored > 0 {
        write!(err, "; {} of them with the mirror image", explored.mirrored)?;
    }
    if explored.ended > 0 {
        write!(err, "; {} end here", explored.ended)?;
    }
    if explored.undated > 0 {
        write!(err, "; {} more fit but have no date", explored.undated)?;
    }
    let rows: u64 = explored.rows.iter().map(|row| row.score.games()).sum();
    if rows + explored.ended > explored.score.games() {
        write!(err, "; rows sum to more: some games come here twice and go on differently")?;
    }
    writeln!(err)?;
    Ok(())
}

fn table(
    asking: &Asking<'_>,
    position: &Position,
    explored: &Explored,
    depth: u32,
) -> anyhow::Result<String> {
    let mut table = Table::new(&[
        ("Move", Align::Left),
        ("Games", Align::Right),
        ("Reached", Align::Right),
        ("Red", Align::Right),
        ("Draw", Align::Right),
        ("Black", Align::Right),
        ("?", Align::Right),
        ("Score", Align::Right),
        ("", Align::Left),
        ("Years", Align::Left),
        ("Earliest", Align::Left),
        ("Latest", Align::Left),
    ]);
    rows(asking, position, explored, depth, 0, &mut table)?;
    let mut total = vec!["Σ".to_owned(), explored.score.games().to_string(), String::new()];
    total.extend(score_cells(&explored.score));
    table.row(total);
    Ok(table.render())
}

/// Rows of a position and, indented, of the positions after it. As deep as the user asks, and no deeper.
fn rows(
    asking: &Asking<'_>,
    position: &Position,
    explored: &Explored,
    depth: u32,
    indent: usize,
    table: &mut Table,
) -> anyhow::Result<()> {
    for row in &explored.rows {
        let mut cells = vec![
            "  ".repeat(indent) + &asking.name(row.mv, position),
            row.score.games().to_string(),
            row.reached.to_string(),
        ];
        cells.extend(score_cells(&row.score));
        cells.push(match row.years {
            None => String::new(),
            Some((first, last)) if first == last => first.to_string(),
            Some((first, last)) => format!("{first}-{last}"),
        });
        cells
            .push(row.earliest.map(|id| game(asking.archive, id)).transpose()?.unwrap_or_default());
        let latest: Vec<String> =
            row.latest.iter().map(|&id| key(asking.archive, id)).collect::<anyhow::Result<_>>()?;
        cells.push(latest.join(" "));
        table.row(cells);
        if depth > 1 {
            let mut after = position.clone();
            after.play_unchecked(row.mv);
            let below = asking.at(&after)?;
            rows(asking, &after, &below, depth - 1, indent + 1, table)?;
        }
    }
    Ok(())
}

fn score_cells(score: &Score) -> Vec<String> {
    vec![
        score.red.to_string(),
        score.draw.to_string(),
        score.black.to_string(),
        score.unknown.to_string(),
        score.percent().map(|percent| format!("{percent:.1}%")).unwrap_or_default(),
        bar(score.red, score.draw, score.black, 12),
    ]
}

/// A game in a few words: date, players, key.
fn game(archive: &Archive, id: u32) -> anyhow::Result<String> {
    let game = load(archive, id)?;
    let name = |name: Option<String>| name.unwrap_or_else(|| "?".to_owned());
    Ok(format!("{} {}-{}", game.key, name(game.red), name(game.black)))
}

fn key(archive: &Archive, id: u32) -> anyhow::Result<String> {
    Ok(load(archive, id)?.key)
}

fn as_json(
    asking: &Asking<'_>,
    position: &Position,
    explored: &Explored,
    depth: u32,
) -> anyhow::Result<Value> {
    let mut moves = Vec::new();
    for row in &explored.rows {
        moves.push(row_json(asking, position, row, depth)?);
    }
    Ok(json!({
        "fen": position.to_fen(),
        "games": explored.score.games(),
        "red": explored.score.red,
        "draws": explored.score.draw,
        "black": explored.score.black,
        "unknown": explored.score.unknown,
        "mirrored": explored.mirrored,
        "ended": explored.ended,
        "undated": explored.undated,
        "moves": moves,
    }))
}

fn row_json(
    asking: &Asking<'_>,
    position: &Position,
    row: &Row,
    depth: u32,
) -> anyhow::Result<Value> {
    let latest: Vec<String> =
        row.latest.iter().map(|&id| key(asking.archive, id)).collect::<anyhow::Result<_>>()?;
    let mut value = json!({
        "uci": row.mv.to_string(),
        "san": asking.name(row.mv, position),
        "games": row.score.games(),
        "reached": row.reached,
        "red": row.score.red,
        "draws": row.score.draw,
        "black": row.score.black,
        "unknown": row.score.unknown,
        "mirrored": row.mirrored,
        "firstYear": row.years.map(|(first, _)| first),
        "lastYear": row.years.map(|(_, last)| last),
        "earliestGame": row.earliest.map(|id| key(asking.archive, id)).transpose()?,
        "recentGames": latest,
    });
    if depth > 1 {
        let mut after = position.clone();
        after.play_unchecked(row.mv);
        let below = asking.at(&after)?;
        value["after"] = as_json(asking, &after, &below, depth - 1)?;
    }
    Ok(value)
}
