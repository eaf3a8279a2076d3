//! `xqdb audit --repetition`: what comes back in records, and what the rule books say.

use super::place::RecordPlace;
use super::{csv, files, json, text};
use crate::book::Judged;
use crate::cli::{AuditArgs, AuditFormat};
use crate::commands::units::Coverage;
use crate::commands::{Context, Status, question};
use anyhow::Context as _;
use rayon::prelude::*;
use std::io::{BufWriter, Write};
use xqdb::export::jsonl;
use xqdb::store::RecordLine;

/// Records of the database that are judged together.
const BATCH: usize = 4096;

/// Judges every record of the files that the user named, or of the database.
///
/// # Errors
/// When an argument cannot be understood, the database cannot be read, or the output cannot be
/// written.
pub(super) fn audit(context: &Context, args: &AuditArgs) -> anyhow::Result<Status> {
    let mut output = Output {
        out: Box::new(BufWriter::with_capacity(1 << 16, std::io::stdout())),
        context,
        format: args.answer.format(),
        records: 0,
        found: 0,
        differing: 0,
    };
    if output.format == AuditFormat::Csv {
        context.print(&mut output.out, context.csv_line(&csv::CYCLES).as_bytes())?;
    }
    let coverage = if args.paths.is_empty() {
        of_database(context, args, &mut output)?;
        Coverage::default()
    } else {
        of_files(context, args, &mut output)?
    };
    output.out.flush().with_context(|| context.lang.cannot_write_output())?;
    let Output { records, found, differing, .. } = output;
    context.tell(&context.lang.audit_summary(records, found, differing));
    Ok(coverage.status(Status::found(found > 0)))
}

/// Reads files without a database.
fn of_files(
    context: &Context,
    args: &AuditArgs,
    output: &mut Output<'_>,
) -> anyhow::Result<Coverage> {
    files::each_record(
        context,
        args,
        |_, record| Judged::of_record(record),
        |unit, number, judged| {
            let (path, member) = (&*unit.path, unit.member.as_deref());
            output.write(RecordPlace { path, member, record: number, game: None }, judged)
        },
    )
}

fn of_database(context: &Context, args: &AuditArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    let archive = question::open(context)?;
    let threads = args.reading.threads.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let mut batch = Vec::with_capacity(BATCH);
    archive.snapshot().record_lines(&mut |line| {
        batch.push(line);
        match batch.len() < BATCH {
            true => Ok(()),
            false => write_batch(&pool, &mut batch, output),
        }
    })?;
    write_batch(&pool, &mut batch, output)
}

/// Judges these records side by side, writes them in their order, and leaves none.
fn write_batch(
    pool: &rayon::ThreadPool,
    batch: &mut Vec<RecordLine>,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    let judge = |line: &mut RecordLine| {
        Judged::new(&line.start, std::mem::take(&mut line.moves), line.result)
    };
    let judged: Vec<Judged> = pool.install(|| batch.par_iter_mut().map(judge).collect());
    for (line, judged) in batch.drain(..).zip(judged) {
        let place = RecordPlace {
            path: &line.path,
            member: line.member.as_deref(),
            record: line.record,
            game: line.game.as_deref(),
        };
        output.write(place, &judged)?;
    }
    Ok(())
}

/// Where findings go.
struct Output<'c> {
    out: Box<dyn Write + Send>,
    context: &'c Context,
    format: AuditFormat,
    /// Records so far.
    records: u64,
    /// Those in which something comes back.
    found: u64,
    /// Those whose result is not what the Asian rules say.
    differing: u64,
}

impl Output<'_> {
    fn write(&mut self, place: RecordPlace<'_>, judged: &Judged) -> anyhow::Result<()> {
        let cycles = &judged.study.cycles;
        let differs = cycles.iter().any(|cycle| judged.result_differs(cycle));
        self.records += 1;
        self.found += u64::from(!cycles.is_empty());
        self.differing += u64::from(differs);
        let text = match self.format {
            AuditFormat::Jsonl => jsonl::line(&json::record(place, judged)),
            AuditFormat::Table => text::record(self.context, place, judged).into_bytes(),
            AuditFormat::Csv => {
                csv::lines(self.context, &csv::cycles(&json::record(place, judged)))
            }
        };
        self.context.print(&mut self.out, &text)
    }
}
