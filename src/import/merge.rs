//! Merges another archive into this one, and writes a part of an archive into a new one.
//!
//! The records of a source are prepared again from their rows and given to the writer that also
//! takes those of files. The same code therefore decides which games they witness, and the archive
//! is as if all files had been imported into it. If both archives have read one content, the better
//! reading stays, whichever was there first (see `rank`). Decisions are added unless they
//! contradict one of this archive.

use crate::decision::{Decision, contradiction};
use crate::import::input::NamedInput;
use crate::import::options::Import;
use crate::import::report::{Progress, Report};
use crate::import::unit::printable;
use crate::store::{
    self, Connection, Database, EXCERPT, Other, Prepared, ReadTo, RecordParts, RecordRow,
    RecordSet, SourceInfo, SourceRow, Writer, is_archive,
};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of bytes of rows that are prepared together.
const TOGETHER: usize = 4 << 20;

/// All columns of a record that are copied.
const COLUMNS: RecordParts = RecordParts::TAGS
    .and(RecordParts::NOTES)
    .and(RecordParts::RAW)
    .and(RecordParts::LINE)
    .and(RecordParts::TREE)
    .and(RecordParts::DERIVED);

/// Message about an archive that is to be merged into itself.
const ITSELF: &str = "it is the database itself";

/// Whether an input is an archive of this program.
pub(crate) fn is_other(input: &NamedInput) -> bool {
    matches!(input, NamedInput::Path(path) if is_archive(path))
}

/// Merges another archive. If it is damaged, nothing of it is merged, and the report says why.
pub(crate) fn merge(
    database: &mut Database,
    input: &NamedInput,
    settings: &Import,
    stop: &AtomicBool,
    report: &mut Report,
    on_progress: &mut (dyn FnMut(Progress) + Send),
) -> store::Result<()> {
    let NamedInput::Path(path) = input else { return Ok(()) };
    if stop.load(Ordering::Relaxed) {
        return Ok(());
    }
    let other = match open(path, settings, stop) {
        Ok(other) => other,
        Err(_) if stop.load(Ordering::Relaxed) => return Ok(()),
        Err(why) => {
            report.unreadable.push((printable(path), why));
            return Ok(());
        }
    };
    copy(database, &other, None, settings, stop, report, on_progress)?;
    if !stop.load(Ordering::Relaxed) {
        decide(database, other.decisions()?, report)?;
        report.archives += 1;
    }
    Ok(())
}

/// Writes a part of an archive, or all of it, into a new database: sources with their records,
/// without decisions. A source whose games are all selected comes with all of its records, other
/// sources with those of selected games. An archive of an older version is an error.
pub fn excerpt(
    database: &mut Database,
    archive: &Connection,
    selection: Option<&Selection>,
    settings: &Import,
    stop: &AtomicBool,
    on_progress: &mut (dyn FnMut(Progress) + Send),
) -> store::Result<Report> {
    archive.must_be_newest()?;
    let mut report = Report::default();
    copy(database, archive, selection, settings, stop, &mut report, on_progress)?;
    report.was_stopped = stop.load(Ordering::Relaxed);
    Ok(report)
}

/// Opens and checks another archive; the error says why it cannot be merged.
fn open(path: &Path, settings: &Import, stop: &AtomicBool) -> Result<Other, String> {
    let own = settings.options.own.as_ref().and_then(|own| own.canonicalize().ok());
    if own.is_some() && own == path.canonicalize().ok() {
        return Err(ITSELF.to_owned());
    }
    let go_on = || match stop.load(Ordering::Relaxed) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let other = Other::open(path).map_err(|error| error.to_string())?;
    other.check(&go_on).map_err(|error| error.to_string())?;
    Ok(other)
}

fn copy(
    database: &mut Database,
    from: &Connection,
    selection: Option<&Selection>,
    settings: &Import,
    stop: &AtomicBool,
    report: &mut Report,
    on_progress: &mut (dyn FnMut(Progress) + Send),
) -> store::Result<()> {
    let mut writer = Writer::new(database, settings.segment)?;
    let mut unread = FxHashSet::default();
    for row in from.unread()?.into_iter().filter(|_| selection.is_none()) {
        unread.insert((row.path.clone(), row.member.clone()));
        writer.receive_unread(row)?;
    }
    let before = report.tally.records;
    let mut copying =
        Copying { writer, from, selection, unread, settings, stop, report, on_progress, before };
    // In the order of reading, which reports keep.
    for (source, _) in from.source_sizes()? {
        copying.source(&from.source(source.into())?)?;
    }
    let Copying { writer, report, .. } = copying;
    report.add(writer.finish()?);
    Ok(())
}

/// Copies sources from one archive into another.
struct Copying<'a> {
    writer: Writer<'a>,
    from: &'a Connection,
    selection: Option<&'a Selection>,
    /// Paths and members of the other archive that were not completely read.
    unread: FxHashSet<(String, String)>,
    settings: &'a Import,
    stop: &'a AtomicBool,
    report: &'a mut Report,
    on_progress: &'a mut (dyn FnMut(Progress) + Send),
    /// Number of records in the report before.
    before: u64,
}

impl Copying<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn source(&mut self, theirs: &SourceRow) -> store::Result<()> {
        let has_all = match self.selection {
            None => Some(true),
            Some(selection) => selection.has_all_of(theirs.id),
        };
        let Some(has_all) = has_all.filter(|_| !self.is_stopped()) else { return Ok(()) };
        let is_whole = has_all && !theirs.is_excerpt();
        let places = self.from.locations(theirs)?;
        let Some(first) = places.first() else { return Ok(()) };
        self.report.files += 1;
        let ours = self.writer.held(&first.hash)?;
        // If both have parts of one content, the parts are joined.
        let (id, there) = match ours {
            Some(ours) if !is_whole && ours.is_excerpt() => {
                (ours.id, self.writer.ordinals(ours.id)?)
            }
            Some(ours) if rank(&ours, !ours.is_excerpt()) >= rank(theirs, is_whole) => {
                self.report.known += 1;
                return self.places(ours.id, &places);
            }
            _ => {
                let options = excerpt_of(&theirs.options);
                let id = self.writer.receive(first, &options, theirs.reader)?;
                (id, FxHashSet::default())
            }
        };
        self.places(id, &places)?;
        self.records(theirs, id, is_whole, has_all, &there)
    }

    /// Stores the places of a content.
    fn places(&mut self, source: i64, places: &[SourceInfo]) -> store::Result<()> {
        for info in places {
            let beside = self.writer.receive_place(source, info)?;
            let is_read = !self.unread.contains(&(info.path.clone(), info.member.clone()));
            match beside {
                Some(own) => {
                    self.report.beside += 1;
                    if self.report.some_beside.len() < Report::UNRECOGNISED {
                        self.report.some_beside.push([info.path.clone(), own]);
                    }
                }
                None if is_read && self.selection.is_none() => {
                    self.writer.note_read(&info.path, &info.member)?;
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Gives the records of a source to the writer, without those that are `there`. The source
    /// counts as an excerpt until its last record has come.
    fn records(
        &mut self,
        theirs: &SourceRow,
        id: i64,
        is_whole: bool,
        has_all: bool,
        there: &FxHashSet<u64>,
    ) -> store::Result<()> {
        let mut read_to = ReadTo {
            source: id,
            format: theirs.format.clone().map(Into::into),
            encoding: theirs.encoding.clone().map(Into::into),
            records: there.len() as u64,
            deleted: 0,
            done_to: 0,
            is_complete: false,
            damage: None,
            options: None,
        };
        let (mut after, mut kept, mut weight) = (0, Vec::new(), 0);
        loop {
            let from = after;
            let set = RecordSet::Source { source: theirs.id, after: from };
            self.from.records(set, COLUMNS, &mut |record| -> store::Result<_> {
                (after, weight) = (record.ordinal, weight + record.weight());
                if !there.contains(&record.ordinal)
                    && (has_all || self.selection.is_none_or(|all| all.has(record.game)))
                {
                    kept.push(record);
                }
                Ok(match weight < TOGETHER {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                })
            })?;
            weight = 0;
            if after == from {
                break;
            }
            read_to.records += kept.len() as u64;
            self.add(id, std::mem::take(&mut kept))?;
            self.writer.read_to(read_to.clone());
            if self.writer.weight() >= self.settings.batch {
                self.writer.next_batch()?;
            }
            if self.is_stopped() {
                return Ok(());
            }
        }
        if is_whole {
            read_to.deleted = theirs.deleted;
            read_to.done_to = theirs.done_to;
            read_to.is_complete = theirs.complete;
            read_to.damage.clone_from(&theirs.damage);
            read_to.options = Some(theirs.options.clone());
        }
        self.writer.read_to(read_to);
        self.report.bytes += theirs.size;
        if is_whole {
            self.report.deleted += theirs.deleted;
            self.report.damage += places_of_damage(theirs.damage.as_deref());
        }
        (self.on_progress)(Progress {
            files: self.report.files,
            records: self.before + self.writer.tally().records,
            bytes: self.report.bytes,
        });
        Ok(())
    }

    /// Adds records in runs of consecutive ordinals.
    fn add(&mut self, source: i64, kept: Vec<RecordRow>) -> store::Result<()> {
        let ready = kept.into_par_iter().map(|record| {
            let ordinal = record.ordinal;
            Ok((ordinal, Box::new(Prepared::again(record)?)))
        });
        let ready: Vec<(u64, Box<Prepared>)> = ready.collect::<store::Result<_>>()?;
        let (mut first, mut run) = (0, Vec::new());
        for (ordinal, record) in ready {
            if ordinal != first + run.len() as u64 {
                self.writer.add(source, first, std::mem::take(&mut run));
                first = ordinal;
            }
            run.push(record);
        }
        self.writer.add(source, first, run);
        Ok(())
    }
}

/// Rank of a reading of a content, to compare two of them: the whole one is better, then the
/// completed one, the one by the later reader, the longer one, and the one with options. The order
/// of archives makes no difference.
fn rank(row: &SourceRow, is_whole: bool) -> (bool, bool, u32, u64, &str) {
    (is_whole, row.complete, row.reader, row.done_to, &row.options)
}

/// Options of a source without some of its records.
fn excerpt_of(options: &str) -> String {
    match options.split(' ').next() {
        Some(EXCERPT) => options.to_owned(),
        _ => format!("{EXCERPT} {options}").trim_end().to_owned(),
    }
}

/// Number of damaged places in a source.
fn places_of_damage(damage: Option<&str>) -> u64 {
    let places: Option<Vec<serde_json::Value>> =
        damage.and_then(|json| serde_json::from_str(json).ok());
    places.map_or(0, |places| places.len() as u64)
}

/// Adds decisions of another archive, without those that contradict one here.
fn decide(
    database: &mut Database,
    mut theirs: Vec<Decision>,
    report: &mut Report,
) -> store::Result<()> {
    let ours = database.decisions()?;
    theirs.retain(|decision| ours.binary_search(decision).is_err());
    let mut all = ours.clone();
    all.append(&mut theirs.clone());
    if contradiction(&all).is_some() {
        all.truncate(ours.len());
        theirs.retain(|decision| {
            all.push(decision.clone());
            let Some((one, other)) = contradiction(&all) else { return true };
            let held = if one == decision { other } else { one };
            report.contradictions.push([decision.clone(), held.clone()]);
            all.pop();
            false
        });
    }
    if !theirs.is_empty() {
        database.decide(&[], &theirs)?;
        report.decisions += theirs.len() as u64;
    }
    Ok(())
}

/// Games of an archive, and the sources with records of these games.
#[derive(Debug)]
pub struct Selection {
    games: FxHashSet<u32>,
    /// Ids of sources with records of the games, and whether all games of the source are selected.
    sources: FxHashMap<u32, bool>,
}

impl Selection {
    /// Selects games of an archive by their ids.
    pub fn of(archive: &Connection, games: FxHashSet<u32>) -> store::Result<Selection> {
        let (mut concerned, mut others) = (FxHashSet::default(), FxHashSet::default());
        archive.records(RecordSet::ALL, RecordParts::NONE, &mut |record| -> store::Result<_> {
            if let Some(game) = record.game {
                let sources = if games.contains(&game) { &mut concerned } else { &mut others };
                sources.insert(record.source as u32);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        let sources = concerned.into_iter().map(|source| (source, !others.contains(&source)));
        Ok(Selection { games, sources: sources.collect() })
    }

    /// Whether a game is selected; `false` for `None`.
    pub(crate) fn has(&self, game: Option<u32>) -> bool {
        game.is_some_and(|game| self.games.contains(&game))
    }

    /// Whether all games of a source are selected; `None` if none is.
    pub(crate) fn has_all_of(&self, source: i64) -> Option<bool> {
        self.sources.get(&u32::try_from(source).ok()?).copied()
    }
}
