//! An import from beginning to end.

use super::READER_VERSION;
use super::parse::{Parsed, parse_each};
use super::pipeline::{Options, Skip, Unit, weighed_pipeline};
use super::walk::Input;
use crate::notation::System;
use crate::store::{
    self, Checkpointer, Forgotten, KnownSources, Prepared, ReadTo, SourceInfo, Tally, Writer,
    known_sources,
};
use crate::text::Encoding;
use rusqlite::Connection;
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What an import needs whatever its batches: the page cache of SQLite, a merge of segments, and the known lines.
const FIXED: u64 = 280 << 20;
/// A record ready to be written is so many times as large as its text, roughly.
const GROWTH: u64 = 5;
/// Less room than this would stop an import.
const LEAST: usize = 4 << 20;

/// How to import.
#[derive(Clone)]
pub struct Import {
    /// How to read.
    pub options: Options,
    /// The page cache of the database.
    pub cache: u64,
    /// All that waits together takes about this many bytes: results of workers, rows, postings.
    pub budget: u64,
    /// The rows of a batch are written when it has grown to about this many bytes.
    pub batch: usize,
    /// A segment of the index is written, and everything committed, when the postings have grown to this many bytes.
    pub segment: usize,
}

impl Import {
    /// Settings that keep the import within `memory` bytes, if these are 256 MiB or more.
    pub fn within(memory: u64, options: Options) -> Import {
        let rest = memory.saturating_sub(FIXED).max(memory / 8);
        let share = |part: u64| usize::try_from(rest / part).unwrap_or(usize::MAX).max(LEAST);
        Import {
            options,
            cache: (memory / 8).min(512 << 20),
            budget: rest,
            batch: share(8),
            segment: share(5),
        }
    }
}

/// What is told while an import runs.
#[derive(Debug, Clone, Copy, Default)]
pub struct Progress {
    /// Files and archive members done.
    pub files: u64,
    /// Records found.
    pub records: u64,
    /// Bytes read.
    pub bytes: u64,
}

/// What an import did.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Files and archive members that were read.
    pub files: u64,
    /// Bytes in them.
    pub bytes: u64,
    /// Of the files: contents that were in the database already.
    pub known: u64,
    /// Of the files: no format fits.
    pub unrecognised: u64,
    /// Files that could not be read, and why.
    pub unreadable: Vec<(String, String)>,
    /// Entries that files mark as deleted.
    pub deleted: u64,
    /// What became of the records.
    pub tally: Tally,
    /// What was taken away because files changed.
    pub forgotten: Forgotten,
    /// The import was stopped before its end; what is committed stays.
    pub was_stopped: bool,
}

/// A unit after the workers are done with it.
struct Ready {
    parsed: Parsed<Box<Prepared>>,
    /// How many bytes it was made of.
    len: u64,
}

/// Imports everything the user named into the database. At the end the write-ahead log is still being moved into the
/// file, until the [`Checkpointer`] is dropped.
///
/// # Errors
/// When the database cannot be written. Everything up to the last commit is kept.
pub fn import(
    conn: &Connection,
    inputs: Vec<Input>,
    import: &Import,
    on_progress: &mut dyn FnMut(Progress),
) -> store::Result<(Report, Checkpointer)> {
    store::set_cache(conn, import.cache)?;
    let said = said(&import.options);
    let mut options = import.options.clone();
    options.hash = true;
    if !options.reread {
        options.known = Arc::new(known_sources(conn, &said, READER_VERSION)?);
    }
    let mut importer = Importer {
        writer: Writer::new(conn, import.segment)?,
        options: said,
        reread: options.reread.then(FxHashSet::default),
        known: options.known.clone(),
        report: Report::default(),
        open: None,
        budget: import.budget,
        batch: import.batch,
        window: options.window.clone(),
    };
    importer.share_memory();
    weighed_pipeline(
        inputs,
        &options,
        GROWTH,
        |unit| work(unit, &options.notation),
        |unit, ready| {
            importer.take(&unit, ready)?;
            let Report { files, bytes, .. } = importer.report;
            on_progress(Progress { files, bytes, records: importer.writer.tally().records });
            Ok::<(), store::Error>(())
        },
    )?;
    let Importer { writer, mut report, .. } = importer;
    let (tally, checkpointer) = writer.finish()?;
    report.tally = tally;
    report.was_stopped = options.stop.load(Ordering::Relaxed);
    Ok((report, checkpointer))
}

/// The options that change what is read, as the database remembers them; empty when nothing was said.
fn said(options: &Options) -> String {
    let encoding = options.encoding.map(|encoding| format!("encoding={}", encoding.label()));
    let notation = (!matches!(options.notation, System::Auto))
        .then(|| format!("notation={}", options.notation.name()));
    encoding.into_iter().chain(notation).collect::<Vec<_>>().join(" ")
}

/// What a worker does with a unit.
fn work(unit: &Unit, system: &System) -> (Ready, u64) {
    let parsed = parse_each(unit, system, |record| {
        let raw = slice(unit, &record.span);
        // In boxes, so that memory comes and goes by the record and not by the megabyte.
        Box::new(Prepared::new(&record, raw))
    });
    let weight = parsed.records.iter().map(|record| record.weight()).sum::<usize>() as u64;
    (Ready { parsed, len: unit.bytes.len() as u64 }, weight)
}

/// The raw bytes of a record.
fn slice<'u>(unit: &'u Unit, span: &Range<u64>) -> &'u [u8] {
    let at = |offset: u64| {
        usize::try_from(offset.saturating_sub(unit.base))
            .unwrap_or(usize::MAX)
            .min(unit.bytes.len())
    };
    unit.bytes.get(at(span.start)..at(span.end)).unwrap_or_default()
}

struct Importer<'c> {
    writer: Writer<'c>,
    options: String,
    /// What was read again so far, if that was asked for.
    reread: Option<FxHashSet<[u8; 32]>>,
    known: Arc<KnownSources>,
    report: Report,
    /// The content whose units are coming in, its source, and how many records it has so far.
    open: Option<([u8; 32], i64, u64)>,
    budget: u64,
    batch: usize,
    window: Arc<AtomicU64>,
}

impl Importer<'_> {
    /// What does not wait here can wait in the pipeline.
    fn share_memory(&self) {
        let room = self.budget.saturating_sub(self.writer.memory() as u64).max(LEAST as u64);
        self.window.store(room, Ordering::Relaxed);
    }

    fn take(&mut self, unit: &Unit, ready: Ready) -> store::Result<()> {
        match &unit.skip {
            None => self.read(unit, ready)?,
            Some(Skip::Known) => {
                self.writer.source(&info(unit), &self.options, READER_VERSION)?;
                self.count_known();
            }
            Some(Skip::Unreadable(why)) => {
                let member = unit.member.as_deref().map(|member| format!("!{member}"));
                let path = format!("{}{}", unit.path, member.unwrap_or_default());
                self.report.unreadable.push((path, why.clone()));
            }
            Some(Skip::EndOfArchive(seen)) => {
                let forgotten =
                    self.writer.forget_unseen(&unit.absolute, &|member| seen.contains(member))?;
                self.report.forgotten.locations += forgotten.locations;
                self.report.forgotten.sources += forgotten.sources;
                self.report.forgotten.records += forgotten.records;
            }
        }
        if self.writer.weight() >= self.batch {
            self.writer.next_batch()?;
        }
        self.share_memory();
        Ok(())
    }

    fn count_known(&mut self) {
        self.report.files += 1;
        self.report.known += 1;
    }

    /// The source of a content that begins, and how many records it has; `None` for a copy of what came earlier in this run.
    fn begin(&mut self, unit: &Unit) -> store::Result<Option<(i64, u64)>> {
        let is_copy = match &mut self.reread {
            None => false,
            Some(read) => !read.insert(unit.hash),
        };
        if self.reread.is_some() && !is_copy {
            self.writer.reread(&unit.hash)?;
        }
        let (source, is_complete) =
            self.writer.source(&info(unit), &self.options, READER_VERSION)?;
        if is_copy || is_complete {
            self.count_known();
            return Ok(None);
        }
        Ok(Some((source, self.known.partly(&unit.hash).map_or(0, |known| known.records))))
    }

    fn read(&mut self, unit: &Unit, ready: Ready) -> store::Result<()> {
        let (source, before) = match self.open.take() {
            Some((hash, source, before)) if hash == unit.hash => (source, before),
            _ => match self.begin(unit)? {
                Some(begun) => begun,
                None => return Ok(()),
            },
        };
        let Ready { parsed, len } = ready;
        let ordinal = before + parsed.records.len() as u64;
        self.writer.add(source, before + 1, parsed.records);
        let damage = (!parsed.damage.is_empty())
            .then(|| serde_json::to_string(&parsed.damage).expect("plain data always serialises"));
        self.writer.read_to(ReadTo {
            source,
            format: parsed.format,
            encoding: parsed.encoding.map(Encoding::label),
            records: ordinal,
            deleted: parsed.deleted,
            done_to: unit.base + len,
            is_complete: unit.is_last,
            damage,
        });
        self.report.bytes += len;
        self.report.deleted += parsed.deleted;
        if unit.is_last {
            self.report.files += 1;
            self.report.unrecognised += u64::from(parsed.format.is_none());
        } else {
            self.open = Some((unit.hash, source, ordinal));
        }
        Ok(())
    }
}

fn info(unit: &Unit) -> SourceInfo {
    SourceInfo {
        path: unit.absolute.to_string(),
        member: unit.member.as_deref().unwrap_or_default().to_owned(),
        hash: unit.hash,
        size: unit.size,
    }
}
