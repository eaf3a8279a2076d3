//! `xqdb convert`: any input to JSON Lines or PGN, without a database.

use super::{Context, Status, notation_named, print, reading_options};
use crate::cli::{ConvertArgs, ConvertTo};
use crate::export::{jsonl, pgn};
use crate::import::{Input, Skip, Unit, parse, pipeline};
use crate::notation::Notation;
use crate::replay::Record;
use std::io::Write;

/// Converts everything the user named.
///
/// # Errors
/// When the output cannot be written.
pub fn convert(context: &Context, args: &ConvertArgs) -> anyhow::Result<Status> {
    let options = reading_options(&args.reading)?;
    let notation = notation_named(&args.notation)?;
    let inputs = args.paths.iter().map(|path| Input::from_argument(path)).collect();
    let mut out = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let mut status = Status::Success;
    let mut number = 0;
    let mut buffer = Vec::new();
    pipeline(
        inputs,
        &options,
        |unit| parse(unit, &options.notation),
        |unit, parsed| {
            match &unit.skip {
                Some(Skip::Unreadable(why)) => {
                    status = Status::Error;
                    note(context, &unit, why);
                }
                None if parsed.format.is_none() => note(context, &unit, "no known format"),
                _ => {}
            }
            buffer.clear();
            for record in &parsed.records {
                number += 1;
                let place = jsonl::Place {
                    path: &unit.path,
                    member: unit.member.as_deref(),
                    record: number,
                    format: parsed.format,
                };
                match args.to {
                    ConvertTo::Jsonl => jsonl::write(&mut buffer, &place, record, args.full),
                    ConvertTo::Pgn => pgn_of(&mut buffer, record, notation),
                }
            }
            if unit.is_last {
                number = 0;
            }
            print(&mut out, &buffer)
        },
    )?;
    out.flush()?;
    Ok(status)
}

/// Appends a record that holds something to play or to look at.
fn pgn_of(buffer: &mut Vec<u8>, record: &Record, notation: &Notation) {
    let game = &record.game;
    if game.tree.nodes.is_empty() && game.start.is_none() && record.tags.is_empty() {
        return;
    }
    let tags: Vec<(&str, &str)> =
        record.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let mut text = String::new();
    pgn::write(&mut text, &tags, game.start.as_deref(), &game.tree, game.result, notation);
    buffer.extend_from_slice(text.as_bytes());
}

fn note(context: &Context, unit: &Unit, what: &str) {
    if !context.quiet {
        let member = unit.member.as_deref().map(|member| format!("!{member}")).unwrap_or_default();
        let _ = writeln!(std::io::stderr(), "{}{member}: {what}", unit.path);
    }
}
