//! `xqdb convert`: any input to any format that is written, without a database.

use super::output::Output;
use super::{Context, Status};
use crate::cli::ConvertArgs;
use xqdb::export::{Entry, RecordPlace};
use xqdb::import::{Input, Parsed, Skip, Unit, parse, path_below, pipeline};
use xqdb::metadata::{self, Derived};
use xqdb::replay::{Outcome, Record};

/// Converts everything the user named.
///
/// # Errors
/// When the output cannot be written.
pub(crate) fn convert(context: &Context, args: &ConvertArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let options = context.reading(&args.reading)?;
    let inputs = args.paths.iter().map(|path| Input::from_argument(path)).collect();
    let mut output = Output::new(&args.output, context)?;
    let (mut is_unreadable, mut is_damaged) = (false, false);
    let mut number = 0;
    pipeline(
        inputs,
        &options,
        |unit| {
            let mut parsed = parse(unit, &options.notation);
            if !context.as_stated {
                let path = path_below(&unit.path, unit.member.as_deref(), &args.paths);
                derive(&mut parsed.records, &path);
            }
            parsed
        },
        |unit, parsed| {
            match &unit.skip {
                Some(Skip::Unreadable(why)) => {
                    is_unreadable = true;
                    context.tell(&lang.about_record(&place(&unit), &lang.stored(why)));
                }
                None if parsed.format.is_none() && unit.may_hold_games => {
                    is_damaged = true;
                    context.tell(&lang.about_record(&place(&unit), &lang.no_known_format()));
                }
                _ => {}
            }
            is_damaged |= !parsed.damage.is_empty();
            for (offset, what) in &parsed.damage {
                let what = lang.report_at(*offset, &lang.stored(what));
                context.tell(&lang.about_record(&place(&unit), &what));
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
                if args.verbose {
                    context.tell(&lang.file_read(&place(&unit), &contents(&parsed), number));
                }
                number = 0;
            }
            anyhow::Ok(())
        },
    )?;
    let is_whole = !is_damaged && output.is_whole();
    output.finish()?;
    Ok(Status::worst(&[(is_unreadable, Status::Error), (!is_whole, Status::SetAside)]))
}

/// Format and encoding of a file.
fn contents(parsed: &Parsed) -> String {
    let encoding = parsed.encoding.map(|encoding| encoding.label());
    let format = parsed.format.map(|format| format.name);
    format.into_iter().chain(encoding).collect::<Vec<_>>().join(", ")
}

/// The path of a file, with the path inside an archive.
fn place(unit: &Unit) -> String {
    let member = unit.member.as_deref().map(|member| format!("!{member}")).unwrap_or_default();
    format!("{}{member}", unit.path)
}

/// Finds out what the place of the records and their headings say of them.
fn derive(records: &mut [Record], path: &str) {
    for record in records {
        let from = metadata::Surroundings {
            path,
            from_file_name: &record.from_file_name,
            against: &record.against,
        };
        record.derived = Derived::of(&record.tags, record.game.result, from);
    }
}

/// Writes a record, and tells what of it could not be read. JSON Lines say that themselves, and
/// have every record.
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

/// Whether a record holds nothing at all.
fn is_blank(entry: &Entry<'_>) -> bool {
    entry.start.is_none() && entry.tags.is_empty() && entry.tree.comments.is_empty()
}
