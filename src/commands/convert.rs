//! `xqdb convert`: any input to any format that is written, without a database.

use super::output::Output;
use super::{Context, Status, reading_options};
use crate::cli::ConvertArgs;
use std::io::Write;
use xqdb::export::{Entry, RecordPlace};
use xqdb::import::{Input, Skip, Unit, parse, pipeline};
use xqdb::replay::{Outcome, Record};

/// Converts everything the user named.
///
/// # Errors
/// When the output cannot be written.
pub(crate) fn convert(context: &Context, args: &ConvertArgs) -> anyhow::Result<Status> {
    let options = reading_options(context, &args.reading)?;
    let inputs = args.paths.iter().map(|path| Input::from_argument(path)).collect();
    let mut output = Output::new(&args.output, context)?;
    let mut status = Status::Success;
    let mut number = 0;
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
            for record in &parsed.records {
                number += 1;
                let place = RecordPlace {
                    path: &unit.path,
                    member: unit.member.as_deref(),
                    record: number,
                    format: parsed.format.map(|format| format.name),
                };
                write(&mut output, place, record)?;
            }
            if unit.is_last {
                number = 0;
            }
            anyhow::Ok(())
        },
    )?;
    if output.refused > 0 && status == Status::Success {
        status = Status::SetAside;
    }
    output.finish()?;
    Ok(status)
}

/// Writes a record, and tells what of it could not be read. JSON Lines say that themselves, and have every record.
fn write(output: &mut Output, place: RecordPlace<'_>, record: &Record) -> anyhow::Result<()> {
    let member = place.member.map(|member| format!("!{member}")).unwrap_or_default();
    let label = format!("{}{member}#{}", place.path, place.record);
    let entry = Entry::of_record(place, record);
    if output.format.name != "jsonl" {
        let game = &record.game;
        match &game.outcome {
            Outcome::Rejected(failure) => {
                output.refused += 1;
                output.note(&label, &format!("not written: {}", failure.reason));
                return Ok(());
            }
            Outcome::Partial(failure) => {
                let (ply, token, reason) = (failure.ply, &failure.token, &failure.reason);
                let what = format!("the main line ends before ply {ply}: `{token}`: {reason}");
                output.note(&label, &what);
            }
            Outcome::Empty if is_blank(&entry) => return Ok(()),
            Outcome::Ok | Outcome::Empty => {}
        }
        if !game.damaged.is_empty() {
            let count = game.damaged.len();
            output.note(&label, &format!("{count} variations end early: they cannot be played on"));
        }
    }
    output.write(&label, &entry)
}

/// Whether a record holds nothing at all.
fn is_blank(entry: &Entry<'_>) -> bool {
    entry.start.is_none() && entry.tags.is_empty() && entry.tree.comments.is_empty()
}

fn note(context: &Context, unit: &Unit, what: &str) {
    if !context.quiet {
        let member = unit.member.as_deref().map(|member| format!("!{member}")).unwrap_or_default();
        let _ = writeln!(std::io::stderr(), "{}{member}: {what}", unit.path);
    }
}
