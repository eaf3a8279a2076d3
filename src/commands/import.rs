//! `xqdb import`: read files, folders and archives into the database.

use super::{Context, Status, reading_options, remember, write_lock};
use crate::cli::ImportArgs;
use anyhow::Context as _;
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use xqdb::import::{Import, Input, Progress, Report, import as run};
use xqdb::store;

/// Imports everything the user named.
///
/// # Errors
/// When the database cannot be opened or written.
pub(crate) fn import(context: &Context, args: &ImportArgs) -> anyhow::Result<Status> {
    let options = reading_options(context, &args.reading)?;
    let stop = stop_on_interrupt();
    let Some(_lock) = write_lock(context, || stop.load(Ordering::Relaxed))? else {
        return Ok(Status::Interrupted);
    };
    share_cores(options.threads);
    let settings = Import { reread: args.reread, ..Import::within(args.memory, options) };
    let db = context.db.display();
    let mut conn =
        store::open(&context.db).with_context(|| format!("cannot open the database `{db}`"))?;
    let inputs = args.paths.iter().map(|path| Input::from_argument(path)).collect();
    let bar = progress_bar(context, &args.paths);
    let begun = Instant::now();
    let report = run(&mut conn, inputs, &settings, &stop, &mut |progress| show(&bar, progress))
        .with_context(|| format!("cannot write to the database `{db}`"));
    bar.finish_and_clear();
    let report = report.map(|(report, checkpointer)| {
        remember(&mut conn);
        drop(checkpointer);
        report
    });
    store::reclaim(&conn);
    let report = report?;
    summary(context, &report, begun.elapsed())?;
    Ok(if report.was_stopped {
        Status::Interrupted
    } else if !report.unreadable.is_empty() {
        Status::Error
    } else if report.tally.set_aside > 0 {
        Status::SetAside
    } else {
        Status::Success
    })
}

/// As many threads as there are workers sort and encode.
fn share_cores(threads: usize) {
    // There is a pool already only when something was done in parallel before; it serves as well.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
}

/// A flag that Ctrl-C sets: the batch under way is finished and committed.
fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    // A second handler cannot be set; then Ctrl-C simply ends the program, which loses only the open batch.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(Status::Interrupted as i32);
        }
    });
    stop
}

fn progress_bar(context: &Context, paths: &[std::path::PathBuf]) -> ProgressBar {
    if context.quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(total_bytes(paths));
    let style = "{bar:24} {bytes}/{total_bytes} {binary_bytes_per_sec} {msg} eta {eta}";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar
}

/// The bytes on disk, for the progress bar only; archives unpack to more.
fn total_bytes(paths: &[std::path::PathBuf]) -> u64 {
    paths
        .iter()
        .flat_map(|path| walkdir::WalkDir::new(path).follow_links(true))
        .filter_map(|entry| entry.ok()?.metadata().ok())
        .filter(std::fs::Metadata::is_file)
        .map(|metadata| metadata.len())
        .sum()
}

fn show(bar: &ProgressBar, progress: Progress) {
    if bar.length().is_some_and(|length| progress.bytes > length) {
        bar.set_length(progress.bytes);
    }
    bar.set_position(progress.bytes);
    bar.set_message(format!(
        "{} files, {} records",
        HumanCount(progress.files),
        HumanCount(progress.records)
    ));
}

/// Every record is counted in one line of it, and the lines add up.
fn summary(context: &Context, report: &Report, took: Duration) -> anyhow::Result<()> {
    let mut err = std::io::stderr().lock();
    for (path, why) in &report.unreadable {
        writeln!(err, "xqdb: {path}: {why}")?;
    }
    if context.quiet {
        return Ok(());
    }
    let tally = &report.tally;
    let seconds = took.as_secs_f64();
    writeln!(
        err,
        "{} files, {} in {seconds:.1} s ({} known before, {} of no known format)",
        HumanCount(report.files),
        HumanBytes(report.bytes),
        HumanCount(report.known),
        HumanCount(report.unrecognised),
    )?;
    let rate = if seconds > 0.0 { (tally.records as f64 / seconds) as u64 } else { 0 };
    writeln!(err, "{:>12} records found ({} a second)", grouped(tally.records), HumanCount(rate))?;
    let mut row = |count: u64, what: &str| writeln!(err, "{:>14} {what}", grouped(count));
    row(tally.games, "games new")?;
    row(tally.witnesses, "further witnesses of known games")?;
    row(tally.positions, "positions without moves, new")?;
    row(tally.headings, "headings without moves")?;
    row(tally.set_aside, "set aside (see `xqdb report`)")?;
    if tally.partial > 0 {
        writeln!(
            err,
            "{:>12} of the games and witnesses end early (see `xqdb report`)",
            grouped(tally.partial)
        )?;
    }
    if report.deleted > 0 {
        writeln!(
            err,
            "{:>12} entries marked deleted in their files, left out",
            grouped(report.deleted)
        )?;
    }
    if report.forgotten.records > 0 {
        writeln!(
            err,
            "{:>12} records taken away because their files changed",
            grouped(report.forgotten.records)
        )?;
    }
    if report.was_stopped {
        writeln!(err, "interrupted; the same command goes on from here")?;
    }
    Ok(())
}

/// 1,234,567
fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}
