//! `xqdb search`: games by position, moves, players, events, dates.

use super::render::{Align, Table};
use super::{Context, Status, notation_named, print, question};
use crate::cli::{ListFormat, SearchArgs, Sort};
use crate::export::pgn;
use crate::notation::Notation;
use crate::replay::{GameResult, Tree, parse_result};
use crate::search::{Archive, GameRow, Order, Query, load, search as find};
use std::io::Write;

/// Finds and prints games.
///
/// # Errors
/// When an argument cannot be understood or the database cannot be read.
pub fn search(context: &Context, args: &SearchArgs) -> anyhow::Result<Status> {
    let asked = question::position(&args.position)?;
    let notation = notation_named(&args.notation)?;
    let filter = question::filter(&args.filter, &[])?;
    let archive = question::open(context)?;
    let limit = match (args.count, args.limit) {
        (true, _) => 0,
        (false, 0) => usize::MAX,
        (false, limit) => limit,
    };
    let query = Query {
        line: args.in_order.then(|| (asked.start.clone(), asked.moves.clone())),
        position: asked.is_said.then(|| asked.position.clone()),
        mirroring: question::mirroring(args.position.mirror),
        variations: args.filter.variations,
        matcher: filter.resolve(&archive)?,
        order: match args.sort {
            Sort::Date => Order::Date,
            Sort::Newest => Order::Newest,
            Sort::Key => Order::Key,
            Sort::Plies => Order::Plies,
        },
        places: args.offset..args.offset.saturating_add(limit),
    };
    let found = find(&archive, &query)?;
    let count = found.count;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if args.count {
        print(&mut out, format!("{count}\n").as_bytes())?;
    } else {
        list(&archive, &found.games, args.format, notation, &mut out)?;
        if !context.quiet {
            let mut err = std::io::stderr().lock();
            let shown = found.games.len() as u64;
            let from = if count == 0 { 0 } else { (args.offset as u64 + 1).min(count) };
            write!(err, "{count} games")?;
            if shown < count {
                write!(err, ", {from} to {} shown", args.offset as u64 + shown)?;
            }
            if found.mirrored > 0 {
                write!(err, "; {} of them have the mirror image", found.mirrored)?;
            }
            if found.undated > 0 {
                write!(err, "; {} more fit but have no date", found.undated)?;
            }
            writeln!(err)?;
        }
    }
    out.flush()?;
    Ok(if count == 0 { Status::NothingFound } else { Status::Success })
}

fn list(
    archive: &Archive,
    ids: &[u32],
    format: ListFormat,
    notation: &Notation,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    match format {
        ListFormat::Table => {
            let mut table = table();
            for &id in ids {
                table.row(cells(&load(archive, id)?));
            }
            if !ids.is_empty() {
                print(out, table.render().as_bytes())?;
            }
        }
        ListFormat::Jsonl => {
            for &id in ids {
                serde_json::to_writer(&mut *out, &load(archive, id)?)?;
                print(out, b"\n")?;
            }
        }
        ListFormat::Csv => csv(archive, ids, out)?,
        ListFormat::Pgn => {
            for &id in ids {
                print(out, pgn_of(&load(archive, id)?, notation).as_bytes())?;
            }
        }
    }
    Ok(())
}

/// The columns of a list of games.
fn table() -> Table {
    Table::new(&[
        ("Key", Align::Left),
        ("Date", Align::Left),
        ("Red", Align::Left),
        ("Black", Align::Left),
        ("Result", Align::Left),
        ("Plies", Align::Right),
        ("Kind", Align::Left),
        ("Event", Align::Left),
    ])
}

fn cells(game: &GameRow) -> Vec<String> {
    let said = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    vec![
        game.key.clone(),
        said(&game.date),
        said(&game.red),
        said(&game.black),
        game.result.clone(),
        game.plies.to_string(),
        game.kind.clone(),
        said(&game.event),
    ]
}

fn csv(archive: &Archive, ids: &[u32], out: &mut impl Write) -> anyhow::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record([
        "key",
        "kind",
        "date",
        "red",
        "red_team",
        "black",
        "black_team",
        "result",
        "event",
        "round",
        "site",
        "opening",
        "start",
        "plies",
        "moves",
    ])?;
    for &id in ids {
        let game = load(archive, id)?;
        let moves: Vec<String> = game.moves.iter().map(ToString::to_string).collect();
        let text = |field: &Option<String>| field.clone().unwrap_or_default();
        writer.write_record([
            game.key,
            game.kind,
            text(&game.date),
            text(&game.red),
            text(&game.red_team),
            text(&game.black),
            text(&game.black_team),
            game.result,
            text(&game.event),
            text(&game.round),
            text(&game.site),
            text(&game.opening),
            text(&game.start),
            game.plies.to_string(),
            moves.join(" "),
        ])?;
    }
    writer.flush()?;
    Ok(())
}

/// The main line of a stored game as PGN.
fn pgn_of(game: &GameRow, notation: &Notation) -> String {
    let named = [
        ("Event", &game.event),
        ("Site", &game.site),
        ("Date", &game.date_found),
        ("Round", &game.round),
        ("RedTeam", &game.red_team),
        ("Red", &game.red),
        ("BlackTeam", &game.black_team),
        ("Black", &game.black),
        ("Opening", &game.opening),
        ("Termination", &game.termination),
    ];
    let tags: Vec<(&str, &str)> =
        named.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?))).collect();
    let tree = Tree::line(game.moves.iter().copied());
    let start = game.start.as_ref().map(|_| game.start_position());
    let result = parse_result(&game.result).unwrap_or(GameResult::Unknown);
    let mut text = String::new();
    pgn::write(&mut text, &tags, start.as_ref(), &tree, result, notation);
    text
}
