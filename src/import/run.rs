//! An import from beginning to end.

use super::READER_VERSION;
use super::importer::{Importer, Ready};
use super::input::{Disk, Input, Local};
use super::job::Job;
use super::merge::{is_other, merge};
use super::options::Options;
use super::parse::parse_each;
use super::pipeline::{Workshop, pool, run};
use super::report::{Progress, Report};
use super::settings::Import;
use super::unit::Unit;
use crate::notation::System;
use crate::store::{self, Database, KnownSources, Prepared};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A record ready to be written is so many times as large as its text, roughly.
const GROWTH: u64 = 5;

/// Imports everything the user named into the database, until the end or until `stop` is set. Other
/// archives that are named come last. At the end the write-ahead log is still being moved into the file.
///
/// # Errors
/// When the database cannot be written. Everything up to the last commit is kept.
pub fn import(
    database: &mut Database,
    inputs: Vec<Input>,
    settings: &Import,
    stop: &AtomicBool,
    on_progress: &mut (dyn FnMut(Progress) + Send),
) -> store::Result<Report> {
    let source = Source { inputs, disk: &Local };
    import_from(database, source, settings, stop, on_progress)
}

/// What to import, and from where.
pub(super) struct Source<'a> {
    pub(super) inputs: Vec<Input>,
    pub(super) disk: &'a dyn Disk,
}

/// An [`import`] from any disk.
pub(super) fn import_from(
    database: &mut Database,
    source: Source<'_>,
    settings: &Import,
    stop: &AtomicBool,
    on_progress: &mut (dyn FnMut(Progress) + Send),
) -> store::Result<Report> {
    let pool = pool(&settings.options);
    let pool = &pool;
    // The thread that writes is one of the pool, so that it can lend the others a hand.
    pool.install(move || {
        let named = source.inputs.iter().filter(|input| !is_other(input)).filter_map(Input::path);
        let named: Vec<PathBuf> = named.collect();
        let options = &Options { named: named.clone(), ..settings.options.clone() };
        database.set_cache(settings.cache)?;
        let known = match settings.reread {
            true => KnownSources::default(),
            false => database.known_sources(&options.remembered(), READER_VERSION)?,
        };
        let window = AtomicU64::new(options.window);
        let job = Job { options, known: &known, window: &window, stop, pool };
        let (archives, inputs) = source.inputs.into_iter().partition(is_other);
        let source = Source { inputs, ..source };
        let mut importer = Importer::new(database, settings, job, named)?;
        let work = |unit: &Unit| work(unit, &options.notation);
        let workshop = Workshop { disk: source.disk, growth: GROWTH, work };
        run(source.inputs, job, &workshop, |unit, ready| {
            importer.take(&unit, ready)?;
            on_progress(importer.progress());
            Ok::<(), store::Error>(())
        })?;
        let mut report = importer.finish()?;
        for archive in archives {
            merge(database, &archive, (settings, stop), &mut report, on_progress)?;
        }
        report.was_stopped = stop.load(Ordering::Relaxed);
        Ok(report)
    })
}

/// What a worker does with a unit.
fn work(unit: &Unit, system: &System) -> (Ready, u64) {
    let parsed = parse_each(unit, system, |record| {
        let raw = unit.slice(&record.span);
        // In boxes, so that memory comes and goes by the record and not by the megabyte.
        Box::new(Prepared::new(&record, raw))
    });
    let weight = parsed.records.iter().map(|record| record.weight()).sum::<usize>() as u64;
    (Ready { parsed, len: unit.bytes.len() as u64 }, weight)
}
