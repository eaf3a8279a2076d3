//! `xqdb audit`: what records say against the rules of the game, and against each other.

mod findings;
mod repetition;

use super::units::Coverage;
use super::{Context, Status};
use crate::cli::{AuditArgs, AuditFormat};
use serde_json::Value;
use std::io::{BufWriter, Stdout, Write as _};
use xqdb::answers::Answer;
use xqdb::export::jsonl;
use xqdb::import::{Input, Unit, parse, pipeline};
use xqdb::replay::Record;

/// Judges every record of the files that the user named, or of the database.
pub(crate) fn audit(context: &Context, args: &AuditArgs) -> anyhow::Result<Status> {
    if args.repetition { repetition::audit(context, args) } else { findings::audit(context, args) }
}

/// Prints what is found: lines of JSON, text for people, or rows of CSV.
struct Printer<'c> {
    context: &'c Context,
    format: AuditFormat,
    out: BufWriter<Stdout>,
    answer: Answer<Value>,
    /// The rows that a line of JSON holds.
    rows: fn(&Value) -> Vec<Value>,
}

impl<'c> Printer<'c> {
    fn new(
        context: &'c Context,
        args: &AuditArgs,
        answer: Answer<Value>,
        rows: fn(&Value) -> Vec<Value>,
    ) -> anyhow::Result<Printer<'c>> {
        let out = BufWriter::with_capacity(1 << 16, std::io::stdout());
        let mut printer = Printer { context, format: args.answer.format(), out, answer, rows };
        if printer.format == AuditFormat::Csv {
            let head = context.csv_line(&printer.answer.csv_head());
            context.print(&mut printer.out, head.as_bytes())?;
        }
        Ok(printer)
    }

    fn print(
        &mut self,
        value: impl FnOnce() -> Value,
        text: impl FnOnce() -> String,
    ) -> anyhow::Result<()> {
        let bytes = match self.format {
            AuditFormat::Jsonl => jsonl::line(&value()),
            AuditFormat::Table => text().into_bytes(),
            AuditFormat::Csv => {
                let rows = (self.rows)(&value()).into_iter();
                let lines = rows.map(|row| self.context.csv_line(&self.answer.csv_cells(&row)));
                lines.collect::<String>().into_bytes()
            }
        };
        self.context.print(&mut self.out, &bytes)
    }

    /// Prints what is left, tells `summary`, and ends the command.
    fn end(
        &mut self,
        coverage: &Coverage,
        is_found: bool,
        summary: &str,
    ) -> anyhow::Result<Status> {
        self.out.flush()?;
        self.context.tell(summary);
        Ok(coverage.status(Status::found(is_found)))
    }
}

/// Reads the files that the user named, without a database. `look` sees every record, on any thread;
/// `take` gets what it gives in order, with the number of the record in its file, from 1.
fn each_record<T: Send>(
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
