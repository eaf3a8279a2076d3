//! `xqdb convert`: any readable files into any written format, without a database.

use super::output::Output;
use super::units::Coverage;
use super::{Context, Status, progress};
use crate::cli::{BOOKS, ConvertArgs, DATABASE, DATASET, PARQUET};
use anyhow::bail;
use std::sync::atomic::{AtomicBool, Ordering};
use xqdb::export::{Entry, RecordPlace};
use xqdb::import::{FileReading, Parsed, read_files};
use xqdb::replay::{Outcome, Record};
use xqdb::store::Error;

/// Converts the files that the user named.
pub(crate) fn convert(context: &Context, args: &ConvertArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    if [PARQUET, DATASET].contains(&args.output.to.as_str()) {
        bail!(lang.tables_of_databases());
    }
    if args.output.to == DATABASE {
        bail!(lang.databases_are_imported());
    }
    if BOOKS.iter().any(|(name, _)| *name == args.output.to) {
        bail!(lang.books_of_databases());
    }
    let options = context.reading(&args.reading)?;
    // Ctrl-C stops between two records, so that an unfinished file is removed.
    let stop = progress::stop_on_interrupt();
    let mut output = Output::new(&args.output, context)?;
    let mut coverage = Coverage::default();
    read_files(&args.paths, &options, !context.as_stated, &stop, |reading| {
        is_stopped(&stop)?;
        match reading {
            FileReading::Unit(unit, parsed) => coverage.take(context, unit, parsed),
            FileReading::Record(place, record) => write(&mut output, place, record)?,
            FileReading::End(unit, parsed, records) if context.verbose => {
                context.tell(&lang.file_read(&unit.shown_path(), &contents(parsed), records));
            }
            FileReading::End(..) => {}
        }
        anyhow::Ok(())
    })?;
    is_stopped(&stop)?;
    let status = if output.is_whole() { Status::Success } else { Status::SetAside };
    output.finish()?;
    Ok(coverage.status(status))
}

/// Error after Ctrl-C.
fn is_stopped(stop: &AtomicBool) -> Result<(), Error> {
    if stop.load(Ordering::Relaxed) { Err(Error::Stopped) } else { Ok(()) }
}

/// Names of the format and encoding of a file.
fn contents(parsed: &Parsed) -> String {
    let encoding = parsed.encoding.map(|encoding| encoding.label());
    let format = parsed.format.map(|format| format.name);
    format.into_iter().chain(encoding).collect::<Vec<_>>().join(", ")
}

/// Writes a record, and notes which parts could not be read. JSON Lines gets every record without
/// notes, since its lines say so themselves.
fn write(output: &mut Output<'_>, place: RecordPlace<'_>, record: &Record) -> anyhow::Result<()> {
    let lang = output.context.lang;
    let member = place.member.map(|member| format!("!{member}")).unwrap_or_default();
    let label = format!("{}{member}#{}", place.path, place.record);
    let entry = Entry::of_record(place, record);
    if output.format.name != "jsonl" {
        let game = &record.game;
        match &game.outcome {
            Outcome::Rejected(failure) => {
                output.refused += 1;
                output.note(&label, &lang.not_written(&lang.stored(&failure.reason)));
                return Ok(());
            }
            Outcome::Partial(failure) => {
                let reason = lang.stored(&failure.reason);
                let what = lang.main_line_ends(failure.ply.into(), &failure.token, &reason);
                output.note(&label, &what);
            }
            Outcome::Empty if is_blank(&entry) => return Ok(()),
            Outcome::Ok | Outcome::Empty => {}
        }
        if !game.damaged.is_empty() {
            output.note(&label, &lang.variations_end(game.damaged.len() as u64));
        }
    }
    output.write(&label, &entry)
}

/// Whether a record has no position, no tags and no comments.
fn is_blank(entry: &Entry<'_>) -> bool {
    entry.start.is_none() && entry.tags.is_empty() && entry.tree.comments.is_empty()
}
