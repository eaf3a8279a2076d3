//! The records of files, read without a database and looked at one by one.

use crate::cli::AuditArgs;
use crate::commands::Context;
use crate::commands::units::Coverage;
use xqdb::import::{Input, Unit, parse, pipeline};
use xqdb::replay::Record;

/// Reads the files that the user named. `look` sees every record, on any thread; what it gives is
/// taken in order, with the number of the record in its file, from 1.
///
/// # Errors
/// When an argument cannot be understood, and what `take` fails with.
pub(super) fn each_record<T: Send>(
    context: &Context,
    args: &AuditArgs,
    look: impl Fn(&Unit, &mut Record) -> T + Sync,
    mut take: impl FnMut(&Unit, u64, &T) -> anyhow::Result<()> + Send,
) -> anyhow::Result<Coverage> {
    let options = context.reading(&args.reading)?;
    let inputs = args.paths.iter().map(|path| Input::from_argument(path)).collect();
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
