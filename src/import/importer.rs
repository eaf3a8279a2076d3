//! An import from beginning to end: gives the results of the workers to the writer.

use crate::format::Nature;
use crate::import::READER_VERSION;
use crate::import::input::{Disk, Local, NamedInput};
use crate::import::merge::{is_other, merge};
use crate::import::options::{Import, Job, LEAST, Options};
use crate::import::parse::{Parsed, parse_each};
use crate::import::pipeline::{Workshop, pool, run};
use crate::import::report::{Progress, Report};
use crate::import::unit::{Skip, Unit, path_below};
use crate::metadata::chapter_of_folders;
use crate::notation::System;
use crate::store::{self, Database, KnownSources, Prepared, ReadTo, SourceInfo, Writer, Written};
use rustc_hash::FxHashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Result of a worker for a unit.
pub(crate) struct Ready {
    pub(crate) parsed: Parsed<Box<Prepared>>,
    /// Number of bytes of the unit.
    pub(crate) len: u64,
}

/// Takes units in their order, and writes their records.
pub(crate) struct Importer<'a> {
    writer: Writer<'a>,
    settings: &'a Import,
    job: Job<'a>,
    /// Paths that the user named.
    named: Vec<PathBuf>,
    /// Options, in the form that the database stores.
    options: String,
    /// Hashes of contents that this run read again; `None` unless known contents are to be read
    /// again.
    reread: Option<FxHashSet<[u8; 32]>>,
    report: Report,
    /// Content whose units are coming.
    open: Option<Open>,
}

/// Content of which not all units have come.
struct Open {
    hash: [u8; 32],
    /// Id of the content's source; `None` if the content's units are passed over.
    source: Option<i64>,
    /// Number of the content's records so far.
    records: u64,
}

impl<'a> Importer<'a> {
    pub(crate) fn new(
        database: &'a mut Database,
        settings: &'a Import,
        job: Job<'a>,
        named: Vec<PathBuf>,
    ) -> store::Result<Importer<'a>> {
        let importer = Importer {
            writer: Writer::new(database, settings.segment)?,
            settings,
            job,
            named,
            options: settings.options.remembered(),
            reread: settings.reread.then(FxHashSet::default),
            report: Report::default(),
            open: None,
        };
        importer.share_memory();
        Ok(importer)
    }

    /// Gives the pipeline the memory that waiting rows leave, at most as much as all threads fill
    /// while one writes a batch. More would cost time, since the system clears it.
    fn share_memory(&self) {
        let room = self.settings.budget.saturating_sub(self.writer.memory() as u64);
        let most = self.settings.batch as u64 * self.settings.options.threads.max(1) as u64;
        self.job.window.store(room.min(most).max(LEAST as u64), Ordering::Relaxed);
    }

    pub(crate) fn progress(&self) -> Progress {
        let Report { files, bytes, .. } = self.report;
        Progress { files, bytes, records: self.writer.tally().records }
    }

    /// Writes the waiting rows, and returns the report.
    pub(crate) fn finish(self) -> store::Result<Report> {
        let Written { tally, forgotten } = self.writer.finish()?;
        Ok(Report { tally, forgotten, ..self.report })
    }

    /// Takes the next unit and its result.
    pub(crate) fn take(&mut self, unit: &Unit, ready: Ready) -> store::Result<()> {
        match &unit.skip {
            None => self.read(unit, ready)?,
            Some(Skip::Known) => {
                let (source, _) =
                    self.writer.source(&self.info(unit), &self.options, READER_VERSION)?;
                self.count_known(unit, source)?;
            }
            Some(Skip::Unreadable(why)) => self.unreadable(unit, why)?,
            Some(Skip::Refused(why)) => {
                self.report.was_refused = true;
                self.unreadable(unit, why)?;
            }
            Some(Skip::Changed) => self.take_back(unit)?,
            Some(Skip::EndOfArchive(seen)) => {
                // The one content of a compressed file has the path of the file itself.
                if !seen.contains("") {
                    self.writer.note_read(&unit.absolute, "")?;
                }
                self.writer.forget_unseen(&unit.absolute, &|member| seen.contains(member))?;
            }
        }
        if self.writer.weight() >= self.settings.batch {
            self.writer.next_batch()?;
        }
        self.share_memory();
        Ok(())
    }

    fn unreadable(&mut self, unit: &Unit, why: &str) -> store::Result<()> {
        self.writer.note_unread(&unit.absolute, member_of(unit), why)?;
        self.report.unreadable.push((unit.shown_path(), why.to_owned()));
        Ok(())
    }

    /// Reports a content that no format fits and that may hold games.
    fn unrecognised(&mut self, unit: &Unit, why: &str) -> store::Result<()> {
        self.writer.note_unread(&unit.absolute, member_of(unit), why)?;
        self.name_unrecognised(unit);
        Ok(())
    }

    fn name_unrecognised(&mut self, unit: &Unit) {
        self.report.unrecognised += 1;
        if self.report.some_unrecognised.len() < Report::UNRECOGNISED {
            self.report.some_unrecognised.push(unit.shown_path());
        }
    }

    /// Removes the records of a content that changed after hashing.
    fn take_back(&mut self, unit: &Unit) -> store::Result<()> {
        if let Some(Open { source: Some(source), .. }) = self.open.take() {
            self.writer.take_back(source, &unit.absolute, member_of(unit))?;
        }
        Ok(())
    }

    /// Counts a content that is in the database. One that breaks off counts as known only when read
    /// to its end; one that no format fits is reported again.
    fn count_known(&mut self, unit: &Unit, source: i64) -> store::Result<()> {
        self.report.files += 1;
        if self.writer.note_known(source, &unit.absolute, member_of(unit), Nature::UNKNOWN)? {
            self.name_unrecognised(unit);
        } else if !unit.is_cut_off {
            let was_there = self.job.known.is_complete(&unit.hash);
            *if was_there { &mut self.report.known } else { &mut self.report.copies } += 1;
        }
        Ok(())
    }

    fn info(&self, unit: &Unit) -> SourceInfo {
        let below = path_below(&unit.path, unit.member.as_deref(), &self.named);
        SourceInfo {
            path: unit.absolute.to_string(),
            member: member_of(unit).to_owned(),
            chapter: chapter_of_folders(&below),
            hash: unit.hash,
            size: unit.size,
        }
    }

    /// Begins a content.
    fn begin(&mut self, unit: &Unit) -> store::Result<Open> {
        let passed_over = Open { hash: unit.hash, source: None, records: 0 };
        if unit.is_cut_off && self.writer.holds_more(&unit.absolute, member_of(unit), unit.size)? {
            return Ok(passed_over);
        }
        let is_copy = match &mut self.reread {
            None => false,
            Some(read) => !read.insert(unit.hash),
        };
        if self.reread.is_some() && !is_copy {
            self.writer.reread(&unit.hash, &self.options, READER_VERSION)?;
        }
        let (source, is_complete) =
            self.writer.source(&self.info(unit), &self.options, READER_VERSION)?;
        if is_copy || is_complete {
            self.count_known(unit, source)?;
            return Ok(passed_over);
        }
        let records = self.job.known.partly(&unit.hash).map_or(0, |known| known.records);
        Ok(Open { hash: unit.hash, source: Some(source), records })
    }

    fn read(&mut self, unit: &Unit, ready: Ready) -> store::Result<()> {
        let mut open = match self.open.take().filter(|open| open.hash == unit.hash) {
            Some(open) => open,
            None => self.begin(unit)?,
        };
        if let Some(source) = open.source {
            self.add(unit, ready, source, &mut open.records)?;
        }
        if !unit.is_last {
            self.open = Some(open);
        }
        Ok(())
    }

    /// Adds the records of a unit to its source, which already has `records` records.
    fn add(
        &mut self,
        unit: &Unit,
        ready: Ready,
        source: i64,
        records: &mut u64,
    ) -> store::Result<()> {
        let Ready { parsed, len } = ready;
        let first = *records + 1;
        *records += parsed.records.len() as u64;
        self.report.bytes += len;
        self.report.deleted += parsed.deleted;
        self.report.damage += parsed.damage.len() as u64;
        if unit.is_last {
            self.report.files += 1;
            if let (None, Some(Nature::Unread(why))) = (parsed.format, unit.nature) {
                self.unrecognised(unit, why)?;
            } else {
                self.writer.note_read(&unit.absolute, member_of(unit))?;
            }
            if let (None, Some(Nature::NoGames(why))) = (parsed.format, unit.nature) {
                if why == Nature::ENGINE_BOOK {
                    self.report.engine_books += 1;
                    if self.report.some_engine_books.len() < Report::UNRECOGNISED {
                        self.report.some_engine_books.push(unit.shown_path());
                    }
                } else {
                    self.report.passed_over += 1;
                }
                self.writer.note_passed_over(source, why)?;
            }
        }
        self.writer.add(source, first, parsed.records);
        let damage = (!parsed.damage.is_empty())
            .then(|| serde_json::to_string(&parsed.damage).expect("plain data always serialises"));
        self.writer.read_to(ReadTo {
            source,
            format: parsed.format.map(|format| format.name.into()),
            encoding: parsed.encoding.map(|encoding| encoding.label().into()),
            records: *records,
            deleted: parsed.deleted,
            // The bytes of a content that no format fits are not given.
            done_to: if unit.is_last { unit.size } else { unit.base + len + unit.lost },
            is_complete: unit.is_last,
            damage,
            options: None,
        });
        Ok(())
    }
}

fn member_of(unit: &Unit) -> &str {
    unit.member.as_deref().unwrap_or_default()
}

/// Approximate size of a prepared record, in sizes of its text.
const GROWTH: u64 = 5;

/// Imports `inputs` into the database, until the end or until `stop` is true; records committed
/// before stay. Inputs that are archives of this program come last. When it returns, the
/// write-ahead log is still being moved into the file.
pub fn import(
    database: &mut Database,
    inputs: Vec<NamedInput>,
    settings: &Import,
    stop: &AtomicBool,
    on_progress: &mut (dyn FnMut(Progress) + Send),
) -> store::Result<Report> {
    let source = Source { inputs, disk: &Local };
    import_from(database, source, settings, stop, on_progress)
}

/// Inputs, and the disk with their files.
pub(crate) struct Source<'a> {
    pub(crate) inputs: Vec<NamedInput>,
    pub(crate) disk: &'a dyn Disk,
}

/// Like [`import`], from any disk.
pub(crate) fn import_from(
    database: &mut Database,
    source: Source<'_>,
    settings: &Import,
    stop: &AtomicBool,
    on_progress: &mut (dyn FnMut(Progress) + Send),
) -> store::Result<Report> {
    let pool = pool(&settings.options);
    let pool = &pool;
    // The writing thread is one of the pool, so that it can work for the others.
    pool.install(move || {
        let named =
            source.inputs.iter().filter(|input| !is_other(input)).filter_map(NamedInput::path);
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
            merge(database, &archive, settings, stop, &mut report, on_progress)?;
        }
        report.was_stopped = stop.load(Ordering::Relaxed);
        Ok(report)
    })
}

/// Prepares the records of a unit for the database.
fn work(unit: &Unit, system: &System) -> (Ready, u64) {
    let parsed = parse_each(unit, system, |record| {
        let raw = unit.slice(&record.span);
        // One box for each record, so that memory is taken and freed in small parts.
        Box::new(Prepared::new(&record, raw))
    });
    let weight = parsed.records.iter().map(|record| record.weight()).sum::<usize>() as u64;
    (Ready { parsed, len: unit.bytes.len() as u64 }, weight)
}
