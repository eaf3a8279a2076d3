//! `xqdb search`: games by position, moves, players, events, dates.

use super::render::{Align, Table};
use super::{Context, Status, notation_named, print, question};
use crate::cli::{ListFormat, SearchArgs};
use crate::export::{Entry, pgn};
use crate::notation::Notation;
use crate::replay::Tree;
use crate::search::{Archive, GameRow, load, search as find};
use std::io::Write;

/// Finds and prints games.
///
/// # Errors
/// When an argument cannot be understood or the database cannot be read.
pub fn search(context: &Context, args: &SearchArgs) -> anyhow::Result<Status> {
    let notation = notation_named(&args.notation)?;
    let (archive, query) = question::query(context, &args.selection)?;
    let found = find(&archive, &query)?;
    let count = found.games.len();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if args.count {
        print(&mut out, format!("{count}\n").as_bytes())?;
    } else {
        let limit = if args.limit == 0 { usize::MAX } else { args.limit };
        let shown: Vec<u32> = found.games.iter().copied().skip(args.offset).take(limit).collect();
        list(&archive, &shown, args.format, notation, &mut out)?;
        if !context.quiet {
            let mut err = std::io::stderr().lock();
            let from = if found.games.is_empty() { 0 } else { (args.offset + 1).min(count) };
            write!(err, "{count} games")?;
            if shown.len() < count {
                write!(err, ", {from} to {} shown", args.offset + shown.len())?;
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
    let tree = Tree::line(game.moves.iter().copied());
    let start = game.start.as_ref().map(|_| game.start_position());
    pgn::text(&Entry::of_game(game, start.as_ref(), &tree), notation)
}
