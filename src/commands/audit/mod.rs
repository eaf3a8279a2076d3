//! `xqdb audit`: what records say against the rules of the game, and against each other.

mod findings;
mod repetition;

use super::units::Coverage;
use super::values::ValueList;
use super::{Context, Status};
use crate::cli::AuditArgs;
use xqdb::import::{NamedInput, Unit, parse, pipeline};
use xqdb::replay::Record;

/// Judges every record of the files that the user named, or of the database.
pub(crate) fn audit(context: &Context, args: &AuditArgs) -> anyhow::Result<Status> {
    if args.repetition { repetition::audit(context, args) } else { findings::audit(context, args) }
}

/// Prints what is left, tells a summary, and ends the command.
fn end(
    values: &mut ValueList<'_>,
    coverage: &Coverage,
    is_found: bool,
    summary: &str,
) -> anyhow::Result<Status> {
    values.end()?;
    values.context.tell(summary);
    Ok(coverage.status(Status::found(is_found)))
}

/// Reads the files that the user named, without a database. `look` sees every record, on any
/// thread; `take` gets what it gives in order, with the number of the record in its file, from 1.
fn each_record<T: Send>(
    context: &Context,
    args: &AuditArgs,
    look: impl Fn(&Unit, &mut Record) -> T + Sync,
    mut take: impl FnMut(&Unit, u64, &T) -> anyhow::Result<()> + Send,
) -> anyhow::Result<Coverage> {
    let options = context.reading(&args.reading)?;
    let inputs = args.paths.iter().map(|path| NamedInput::from_argument(path)).collect();
    let (mut coverage, mut number) = (Coverage::default(), 0);
    pipeline(
        inputs,
        &options,
        |unit| {
            let mut parsed = parse(unit, &options.notation);
            let mut records = std::mem::take(&mut parsed.records);
            let seen: Vec<T> = records.iter_mut().map(|record| look(unit, record)).collect();
            (parsed, seen)
        },
        |unit, (parsed, seen)| {
            coverage.take(context, &unit, &parsed);
            for seen in &seen {
                number += 1;
                take(&unit, number, seen)?;
            }
            if unit.is_last {
                number = 0;
            }
            anyhow::Ok(())
        },
    )?;
    Ok(coverage)
}
