//! `xqdb audit`: records that contradict the rules of the game, or each other.

mod findings;
mod repetition;

use super::units::Coverage;
use super::values::ValueList;
use super::{Context, Status};
use crate::cli::AuditArgs;
use xqdb::import::{NamedInput, Unit, parse, pipeline};
use xqdb::replay::Record;

/// Examines every record of the files that the user named, or of the database.
pub(crate) fn audit(context: &Context, args: &AuditArgs) -> anyhow::Result<Status> {
    if args.repetition { repetition::audit(context, args) } else { findings::audit(context, args) }
}

/// Prints the remaining rows and the summary, and returns the exit status.
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

/// Reads the files that the user named, without a database. `look` examines each record, on any
/// thread; `take` gets the results in order, with the 1-based number of the record in its file.
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
