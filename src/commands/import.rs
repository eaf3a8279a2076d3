//! `xqdb import`: read files, folders and archives into the database.

use super::render::counted;
use super::{Context, Status, files, progress};
use crate::cli::ImportArgs;
use crate::messages::{Lang, decision_line as line};
use anyhow::Context as _;
use indicatif::{HumanBytes, ProgressBar};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use xqdb::duplicates::refresh;
use xqdb::import::{Import, NamedInput, Progress, Report, bytes_on_disk, import as run};
use xqdb::store::Database;

/// Imports the files, folders and archives that the user named.
pub(crate) fn import(context: &Context, args: &ImportArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let options = context.reading(&args.reading)?;
    let stop = progress::stop_on_interrupt();
    let Some(_lock) = files::lock(context, || stop.load(Ordering::Relaxed))? else {
        return Ok(Status::Interrupted);
    };
    share_cores(options.threads);
    let settings = Import { reread: args.reread, ..Import::within(args.memory, options) };
    let mut database =
        Database::open(&context.db).with_context(|| lang.cannot_open_database(&context.db))?;
    database.on_held(tell_held(context, stop.clone()));
    let inputs = args.paths.iter().map(|path| NamedInput::from_argument(path)).collect();
    let bar = progress::bytes(context, bytes_on_disk(&args.paths));
    let begun = Instant::now();
    let report = run(&mut database, inputs, &settings, &stop, &mut |done| show(&bar, done, lang))
        .with_context(|| lang.cannot_write_database(&context.db));
    bar.finish_and_clear();
    let refreshed = if report.is_ok() { refresh(&mut database) } else { Ok(()) };
    database.reclaim();
    let report = report?;
    summary(context, &report, begun.elapsed());
    refreshed.with_context(|| lang.cannot_write_database(&context.db))?;
    Ok(Status::worst(&[
        (report.was_stopped, Status::Interrupted),
        (report.was_refused, Status::Error),
        (!report.is_whole(), Status::SetAside),
    ]))
}

/// Makes a function that prints once that the import waits for a reader, and that is true until the
/// import is stopped.
fn tell_held(context: &Context, stop: Arc<AtomicBool>) -> impl FnMut(u64) -> bool + Send + 'static {
    let (lang, mut has_said_so) = (context.lang, context.quiet);
    move |bytes| {
        if !std::mem::replace(&mut has_said_so, true) {
            let line = lang.waiting_for_reader(&HumanBytes(bytes).to_string());
            // A closed stderr is no reason to stop.
            let _ = writeln!(std::io::stderr(), "{line}");
        }
        !stop.load(Ordering::Relaxed)
    }
}

/// Lets as many threads sort and encode as there are workers.
fn share_cores(threads: usize) {
    // Fails if something ran in parallel before; the pool made then serves as well.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
}

fn show(bar: &ProgressBar, progress: Progress, lang: Lang) {
    if bar.length().is_some_and(|length| progress.bytes > length) {
        bar.set_length(progress.bytes);
    }
    bar.set_position(progress.bytes);
    bar.set_message(lang.import_progress(progress.files, progress.records));
}

/// Prints the summary: every record is counted in one line, the lines add up, and lines of none are
/// left out.
fn summary(context: &Context, report: &Report, took: Duration) {
    let lang = context.lang;
    for (path, why) in &report.unreadable {
        context.tell_always(&lang.error_line(&lang.about_record(path, &lang.stored(why))));
    }
    let seconds = took.as_secs_f64();
    let bytes = HumanBytes(report.bytes).to_string();
    context.tell(&lang.import_files(report.files, &bytes, &format!("{seconds:.1}")));
    let rows = rows(report, seconds, lang);
    if !rows.is_empty() {
        context.tell(rows.trim_end().trim_start_matches('\n'));
    }
    if !report.some_unrecognised.is_empty() {
        let more = report.unrecognised > report.some_unrecognised.len() as u64;
        let names = report.some_unrecognised.join(", ") + if more { ", …" } else { "" };
        context.tell(&lang.import_first_unrecognised(&names));
    }
    if !report.some_engine_books.is_empty() {
        let more = report.engine_books > report.some_engine_books.len() as u64;
        let names = report.some_engine_books.join(", ") + if more { ", …" } else { "" };
        context.tell(&lang.import_first_engine_books(&names));
    }
    for [there, here] in &report.some_beside {
        context.tell(&lang.import_kept_as(there, here));
    }
    for [theirs, ours] in &report.contradictions {
        context.tell_always(&lang.import_contradiction(&line(theirs), &line(ours)));
    }
    context.tell_more(&lang.import_leaves_log());
    if report.was_stopped {
        context.tell(&lang.import_interrupted());
    }
}

/// Lines with a number and its noun: all records, their parts, and other things if there are any.
fn rows(report: &Report, seconds: f64, lang: Lang) -> String {
    let tally = &report.tally;
    let rate = if seconds > 0.0 { (tally.records as f64 / seconds) as u64 } else { 0 };
    let some =
        |count: u64, what: fn(Lang, u64) -> String| (count > 0).then(|| (count, what(lang, count)));
    let part = |count: u64, what: fn(Lang, u64) -> String| {
        some(count, what).map(|(count, what)| (count, format!("  {what}")))
    };
    let rows = [
        some(report.archives, Lang::import_archives),
        some(report.decisions, Lang::import_decisions),
        some(report.beside, Lang::import_beside),
        some(report.known, Lang::import_known),
        some(report.copies, Lang::import_copies),
        some(report.unrecognised, Lang::import_unrecognised),
        some(report.passed_over, Lang::import_passed_over),
        some(report.engine_books, Lang::import_engine_books),
        (tally.records > 0).then(|| (tally.records, lang.import_records(tally.records, rate))),
        part(tally.games, Lang::import_games),
        part(tally.witnesses, Lang::import_witnesses),
        part(tally.positions, Lang::import_positions),
        part(tally.headings, Lang::import_headings),
        part(tally.set_aside, |lang, _| lang.import_set_aside()),
        some(tally.partial, Lang::import_partial),
        some(tally.damaged, Lang::import_variations),
        some(report.damage, Lang::import_damage),
        some(report.deleted, Lang::import_deleted),
        some(report.forgotten.records, Lang::import_replaced),
    ];
    counted(rows.into_iter().flatten())
}
