//! `xqdb convert`: any input to JSON Lines or PGN, without a database.

use super::{Context, Status, print, reading_options};
use crate::cli::{ConvertArgs, ConvertTo};
use crate::export::jsonl;
use crate::import::{Input, Parsed, Skip, Unit, parse, pipeline};
use std::io::Write;

/// What a worker makes of a unit.
struct Converted {
    /// The text of each record, without what depends on its number; see `lines`.
    parsed: Parsed,
}

/// Converts everything the user named.
///
/// # Errors
/// When the output cannot be written.
pub fn convert(context: &Context, args: &ConvertArgs) -> anyhow::Result<Status> {
    let options = reading_options(&args.reading)?;
    let inputs = args.paths.iter().map(|path| Input::from_argument(path)).collect();
    let mut out = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let mut status = Status::Success;
    let mut number = 0;
    let mut buffer = Vec::new();
    let work = |unit: &Unit| Converted { parsed: parse(unit) };
    pipeline(inputs, &options, work, |unit, Converted { parsed }| {
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
                ConvertTo::Pgn => {}
            }
        }
        if unit.is_last {
            number = 0;
        }
        print(&mut out, &buffer)
    })?;
    out.flush()?;
    Ok(status)
}

fn note(context: &Context, unit: &Unit, what: &str) {
    if !context.quiet {
        let member = unit.member.as_deref().map(|member| format!("!{member}")).unwrap_or_default();
        let _ = writeln!(std::io::stderr(), "{}{member}: {what}", unit.path);
    }
}
