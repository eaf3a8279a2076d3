//! `xqdb search`: games by position, moves, players, events, dates.

use super::render::{Align, Table};
use super::{Context, Status, print, question};
use crate::cli::{ListFormat, SearchArgs};
use std::io::Write;
use xqdb::export::{Entry, pgn};
use xqdb::notation::System;
use xqdb::replay::Tree;
use xqdb::search::{Archive, GameRow, Place, Query, load, search as find};

/// Finds and prints games.
///
/// # Errors
/// When an argument cannot be understood or the database cannot be read.
pub(crate) fn search(context: &Context, args: &SearchArgs) -> anyhow::Result<Status> {
    let notation = context.system(&args.notation)?;
    let limit = match (args.count, args.limit) {
        (true, _) => 0,
        (false, 0) => usize::MAX,
        (false, limit) => limit,
    };
    let places = args.offset..args.offset.saturating_add(limit);
    let (archive, query) = question::query(context, &args.selection, &notation, places)?;
    let found = find(&archive, &query)?;
    let count = found.count;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if args.count {
        print(&mut out, format!("{count}\n").as_bytes())?;
    } else {
        let list = List { archive: &archive, query: &query, notation: &notation };
        list.print(&found.games, args.format, &mut out)?;
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

/// How games are listed.
struct List<'a> {
    archive: &'a Archive,
    query: &'a Query,
    notation: &'a System,
}

/// A game of a list.
#[derive(serde::Serialize)]
struct Listed {
    #[serde(flatten)]
    game: GameRow,
    /// Where it shows the partial board that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    contains: Option<Place>,
}

impl List<'_> {
    fn print(&self, ids: &[u32], format: ListFormat, out: &mut impl Write) -> anyhow::Result<()> {
        match format {
            ListFormat::Table => {
                let mut table = table(self.query.contains.is_some());
                for &id in ids {
                    table.row(cells(&self.listed(id)?));
                }
                if !ids.is_empty() {
                    print(out, table.render().as_bytes())?;
                }
            }
            ListFormat::Jsonl => {
                for &id in ids {
                    serde_json::to_writer(&mut *out, &self.listed(id)?)?;
                    print(out, b"\n")?;
                }
            }
            ListFormat::Csv => self.csv(ids, out)?,
            ListFormat::Pgn => {
                for &id in ids {
                    print(out, pgn_of(&load(self.archive, id)?, self.notation).as_bytes())?;
                }
            }
        }
        Ok(())
    }

    fn listed(&self, id: u32) -> anyhow::Result<Listed> {
        let Query { contains, mirroring, variations, .. } = self.query;
        let place = |pattern| self.archive.first_place(id, pattern, *mirroring, *variations);
        let contains = contains.as_ref().map(place).transpose()?.flatten();
        Ok(Listed { game: load(self.archive, id)?, contains })
    }
}

/// The columns of a list of games.
fn table(has_place: bool) -> Table {
    let mut columns = vec![
        ("Key", Align::Left),
        ("Date", Align::Left),
        ("Red", Align::Left),
        ("Black", Align::Left),
        ("Result", Align::Left),
        ("Plies", Align::Right),
        ("Kind", Align::Left),
        ("Event", Align::Left),
    ];
    if has_place {
        columns.insert(5, ("Ply", Align::Right));
    }
    Table::new(&columns)
}

fn cells(listed: &Listed) -> Vec<String> {
    let Listed { game, contains } = listed;
    let said = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    let mut cells = vec![
        game.key.clone(),
        said(&game.date),
        said(&game.red),
        said(&game.black),
        game.result.to_string(),
        game.plies.to_string(),
        game.kind.to_string(),
        said(&game.event),
    ];
    if let Some(place) = contains {
        cells.insert(5, place_text(place));
    }
    cells
}

/// The ply, and what is special about it.
fn place_text(place: &Place) -> String {
    let variation = if place.variation { " var" } else { "" };
    let mirrored = if place.mirrored { " mirror" } else { "" };
    format!("{}{variation}{mirrored}", place.ply)
}

impl List<'_> {
    fn csv(&self, ids: &[u32], out: &mut impl Write) -> anyhow::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        let mut head = vec![
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
        ];
        head.extend(self.query.contains.as_ref().map(|_| "ply"));
        writer.write_record(head)?;
        for &id in ids {
            let Listed { game, contains } = self.listed(id)?;
            let moves: Vec<String> = game.moves.iter().map(ToString::to_string).collect();
            let text = |field: &Option<String>| field.clone().unwrap_or_default();
            let mut record = vec![
                game.key,
                game.kind.to_string(),
                text(&game.date),
                text(&game.red),
                text(&game.red_team),
                text(&game.black),
                text(&game.black_team),
                game.result.to_string(),
                text(&game.event),
                text(&game.round),
                text(&game.site),
                text(&game.opening),
                text(&game.start),
                game.plies.to_string(),
                moves.join(" "),
            ];
            record.extend(contains.map(|place| place.ply.to_string()));
            writer.write_record(record)?;
        }
        writer.flush()?;
        Ok(())
    }
}

/// The main line of a stored game as PGN.
fn pgn_of(game: &GameRow, notation: &System) -> String {
    let tree = Tree::line(game.moves.iter().copied());
    let start = game.start.as_ref().map(|_| game.start_position());
    pgn::text(&game.entry(start.as_ref(), &tree), notation)
}
