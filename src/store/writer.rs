//! Writing batches: sources, records, games and facts of some batches, and the index of them all, in one transaction.

use super::checkpoint::Checkpointer;
use super::facts::FactsWriter;
use super::gather::{GamePostings, Gatherer};
use super::index;
use super::known::KnownLines;
use super::names::Names;
use super::settle::Settled;
use super::tags::Shapes;
use super::{Postings, Prepared, Result, SourceInfo};
use rusqlite::{Connection, OptionalExtension, params};
use rustc_hash::FxHashSet;
use std::collections::HashMap;

/// What became of the records that were written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Records found.
    pub records: u64,
    /// Games that were not there before.
    pub games: u64,
    /// Records of games already known.
    pub witnesses: u64,
    /// Bare positions that were not there before.
    pub positions: u64,
    /// Records without moves and without a position of their own.
    pub headings: u64,
    /// Records of which nothing could be kept as a game.
    pub set_aside: u64,
    /// Of games and witnesses: records whose main line ends early.
    pub partial: u64,
}

/// The one who writes. What is added is kept for certain from [`Writer::finish`] on; before, whenever [`Writer::next_batch`]
/// ends a transaction.
pub struct Writer<'c> {
    pub(super) conn: &'c Connection,
    pub(super) names: Names,
    shapes: Shapes,
    pub(super) facts: FactsWriter,
    pub(super) postings: Gatherer,
    pub(super) tally: Tally,
    pending: Vec<Pending>,
    pub(super) known: KnownLines,
    weight: usize,
    /// How far sources were read, to be noted with the records of the batch; and which of them to their ends.
    read_to: Vec<ReadTo>,
    completed: FxHashSet<i64>,
    checkpointer: Option<Checkpointer>,
    is_open: bool,
}

/// How far a source has been read.
#[derive(Debug, Clone)]
pub struct ReadTo {
    /// `source.id`.
    pub source: i64,
    /// Name of the format.
    pub format: Option<&'static str>,
    /// How its texts were decoded.
    pub encoding: Option<&'static str>,
    /// Records found so far.
    pub records: u64,
    /// Entries marked deleted that were found since the last time.
    pub deleted: u64,
    /// Read up to this byte.
    pub done_to: u64,
    /// To its end.
    pub is_complete: bool,
    /// Damage outside of records, as JSON.
    pub damage: Option<String>,
}

/// Records that wait for the end of their batch.
struct Pending {
    source: i64,
    /// Of the first record, 1-based within the source.
    ordinal: u64,
    records: Vec<Prepared>,
}

impl<'c> Writer<'c> {
    /// Begins to write into `conn`. Postings of about `segment_bytes` are gathered in memory before a segment is made of them;
    /// while that is done, as much again can be waiting.
    ///
    /// # Errors
    /// When SQLite fails or another program is writing.
    pub fn new(conn: &'c Connection, segment_bytes: usize) -> Result<Writer<'c>> {
        let mut writer = Writer {
            conn,
            names: Names::default(),
            shapes: Shapes::default(),
            facts: FactsWriter::open(conn)?,
            postings: Gatherer::new(segment_bytes),
            tally: Tally::default(),
            pending: Vec::new(),
            known: KnownLines::load(conn)?,
            weight: 0,
            read_to: Vec::new(),
            completed: FxHashSet::default(),
            checkpointer: Some(Checkpointer::start(conn)?),
            is_open: false,
        };
        writer.begin()?;
        Ok(writer)
    }

    fn begin(&mut self) -> Result<()> {
        self.conn.execute_batch("begin immediate")?;
        self.is_open = true;
        Ok(())
    }

    /// The source of this content, and whether all of it was read: its row is made, or begun anew when it was read in
    /// another way before.
    ///
    /// # Errors
    /// When SQLite fails.
    pub fn source(&mut self, info: &SourceInfo, options: &str, reader: u32) -> Result<(i64, bool)> {
        let stored: Option<(i64, bool, bool)> = self
            .conn
            .prepare_cached(
                "select id, options = ?2 and reader = ?3, complete from source where hash = ?1",
            )?
            .query_row(params![info.hash, options, reader], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .optional()?;
        let is_complete = matches!(stored, Some((_, true, true)));
        let id = match stored {
            Some((id, true, _)) => id,
            Some((id, false, _)) => {
                self.forget_records(id)?;
                self.conn
                    .prepare_cached(
                        "update source set options = ?2, reader = ?3, records = 0, deleted = 0, done_to = 0,
                         complete = 0, damage = null, imported_at = datetime('now') where id = ?1",
                    )?
                    .execute(params![id, options, reader])?;
                id
            }
            None => self
                .conn
                .prepare_cached(
                    "insert into source (hash, size, options, reader, imported_at)
                     values (?1, ?2, ?3, ?4, datetime('now'))",
                )?
                .insert(params![info.hash, info.size as i64, options, reader])?,
        };
        self.locate(id, &info.path, &info.member)?;
        Ok((id, is_complete || self.completed.contains(&id)))
    }

    /// Forgets what a source held so that it can be read again from its beginning.
    ///
    /// # Errors
    /// When SQLite fails.
    pub fn reread(&mut self, hash: &[u8; 32]) -> Result<()> {
        let id: Option<i64> = self
            .conn
            .prepare_cached("select id from source where hash = ?1")?
            .query_row([hash], |row| row.get(0))
            .optional()?;
        if let Some(id) = id {
            self.forget_records(id)?;
            self.conn
                .prepare_cached("update source set records = 0, deleted = 0, done_to = 0, complete = 0 where id = ?1")?
                .execute([id])?;
        }
        Ok(())
    }

    /// Adds records. `ordinal` is that of the first, 1-based within the source.
    pub fn add(&mut self, source: i64, ordinal: u64, records: Vec<Prepared>) {
        self.weight += records.iter().map(Prepared::weight).sum::<usize>();
        self.tally.records += records.len() as u64;
        self.pending.push(Pending { source, ordinal, records });
    }

    /// Notes how far a source has been read, which is stored together with its records.
    pub fn read_to(&mut self, read_to: ReadTo) {
        self.weight += size_of::<ReadTo>();
        if read_to.is_complete {
            self.completed.insert(read_to.source);
        }
        self.read_to.push(read_to);
    }

    /// Roughly how many bytes the batch occupies in memory.
    pub fn weight(&self) -> usize {
        self.weight
    }

    /// What became of all committed records so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Roughly how many bytes everything that waits here occupies in memory: records, postings, segments.
    pub fn memory(&self) -> usize {
        self.weight + self.postings.weight()
    }

    /// Writes the rows of the batch. When the postings of the batches so far are worth a segment, they are sorted and encoded
    /// while the next records are read; with the call after that all of it becomes permanent.
    ///
    /// # Errors
    /// When SQLite fails or the disk is full; the database is then as it was after the last commit.
    pub fn next_batch(&mut self) -> Result<()> {
        // Rows and their postings become permanent together: no more rows before the segment is there.
        if self.postings.is_encoding() {
            self.commit(index::MOST_DURING_IMPORT)?;
            self.begin()?;
        }
        self.write_batch()?;
        if self.postings.is_due() {
            self.postings.start();
        }
        Ok(())
    }

    /// Writes what is left, makes it permanent and ends.
    ///
    /// # Errors
    /// As [`Writer::next_batch`].
    pub fn finish(mut self) -> Result<Tally> {
        self.next_batch()?;
        if !self.postings.is_encoding() {
            self.postings.start();
        }
        self.commit(index::MOST_SEGMENTS)?;
        if let Some(checkpointer) = self.checkpointer.take() {
            checkpointer.finish(self.conn)?;
        }
        Ok(self.tally)
    }

    /// Writes the segment of the rows written so far, leaves no more than so many segments, and ends the transaction.
    fn commit(&mut self, most_segments: usize) -> Result<()> {
        self.postings.write(self.conn, most_segments)?;
        self.conn.execute_batch("commit")?;
        self.is_open = false;
        if let Some(checkpointer) = &mut self.checkpointer {
            checkpointer.committed();
        }
        Ok(())
    }

    /// Rows and facts of the batch.
    fn write_batch(&mut self) -> Result<()> {
        let mut pending = std::mem::take(&mut self.pending);
        self.weight = 0;
        let records: Vec<&Prepared> = pending.iter().flat_map(|group| &group.records).collect();
        let settled = self.settle_batch(&records)?;
        drop(records);
        self.postings.add(take_postings(&mut pending, &settled));
        self.write_records(&pending, &settled)?;
        // A hundred thousand records have a million texts: others can give them back.
        rayon::spawn(move || drop(pending));
        self.write_read_to()?;
        self.facts.flush(self.conn)?;
        self.conn.execute("update meta set value = value + 1 where name = 'generation'", [])?;
        Ok(())
    }

    fn write_read_to(&mut self) -> Result<()> {
        let mut update = self.conn.prepare_cached(
            "update source set format = ?2, encoding = ?3, records = ?4, deleted = deleted + ?5, done_to = ?6,
             complete = ?7, damage = coalesce(?8, damage) where id = ?1",
        )?;
        for read_to in self.read_to.drain(..) {
            update.execute(params![
                read_to.source,
                read_to.format,
                read_to.encoding,
                read_to.records as i64,
                read_to.deleted as i64,
                read_to.done_to as i64,
                read_to.is_complete,
                read_to.damage
            ])?;
        }
        self.completed.clear();
        Ok(())
    }

    fn write_records(&mut self, pending: &[Pending], settled: &[Option<Settled>]) -> Result<()> {
        let mut trees: HashMap<[u8; 16], i64> = HashMap::new();
        let conn = self.conn;
        let mut insert = conn.prepare_cached(
            "insert into record (source, ordinal, start_byte, end_byte, status, game, shape, tags, result, kind, tree,
             error, damaged, warnings, raw) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
        )?;
        let records = pending.iter().flat_map(|group| {
            let ordinals = group.ordinal..;
            ordinals.zip(&group.records).map(|(ordinal, record)| (group.source, ordinal, record))
        });
        for ((source, ordinal, record), settled) in records.zip(settled) {
            self.count(record, settled.as_ref());
            let tree = match &record.tree {
                None => None,
                Some(tree) => Some(match trees.get(&tree.hash) {
                    Some(&id) => id,
                    None => *trees.entry(tree.hash).or_insert(self.tree(tree)?),
                }),
            };
            let data = &record.metadata;
            insert.execute(params![
                source,
                ordinal as i64,
                record.span.start as i64,
                record.span.end as i64,
                record.status,
                settled.map(|settled| settled.game),
                self.shapes.id(conn, &record.tags)?,
                record.tags.values(),
                data.result.as_str(),
                data.kind.map(crate::replay::Kind::as_str),
                tree,
                record.error,
                record.damaged,
                record.warnings,
                record.raw,
            ])?;
        }
        Ok(())
    }

    fn tree(&self, tree: &super::StoredTree) -> Result<i64> {
        let stored: Option<i64> = self
            .conn
            .prepare_cached("select id from tree where hash = ?1")?
            .query_row([tree.hash], |row| row.get(0))
            .optional()?;
        match stored {
            Some(id) => Ok(id),
            None => {
                let id = self
                    .conn
                    .prepare_cached("insert into tree (hash, data) values (?1, ?2)")?
                    .insert(params![tree.hash, tree.data])?;
                if !tree.words.is_empty() {
                    self.conn
                        .prepare_cached("insert into comment_text (rowid, words) values (?1, ?2)")?
                        .execute(params![id, tree.words])?;
                }
                Ok(id)
            }
        }
    }

    fn count(&mut self, record: &Prepared, settled: Option<&Settled>) {
        match settled {
            Some(settled) => {
                let is_position = record.line.as_ref().is_some_and(|line| line.moves.is_empty());
                match (settled.is_new, is_position) {
                    (true, true) => self.tally.positions += 1,
                    (true, false) => self.tally.games += 1,
                    (false, _) => self.tally.witnesses += 1,
                }
                self.tally.partial += u64::from(record.status == "partial");
            }
            None if record.is_set_aside() => self.tally.set_aside += 1,
            None => self.tally.headings += 1,
        }
    }
}

/// Takes the postings of a batch out of its records, with the games they belong to.
fn take_postings(pending: &mut [Pending], settled: &[Option<Settled>]) -> Vec<GamePostings> {
    let mut taken = Vec::with_capacity(settled.len());
    let records = pending.iter_mut().flat_map(|group| &mut group.records);
    for (record, settled) in records.zip(settled) {
        let Postings { main, variations } = std::mem::take(&mut record.postings);
        let Some(settled) = settled else { continue };
        if settled.is_new {
            taken.push((settled.game, main));
        }
        if !variations.is_empty() {
            taken.push((settled.game, variations));
        }
    }
    taken
}

impl Drop for Writer<'_> {
    fn drop(&mut self) {
        if self.is_open {
            // Nothing can be done when even this fails; the database then rolls back when it is next opened.
            let _ = self.conn.execute_batch("rollback");
            self.names.clear();
            self.shapes.clear();
        }
    }
}
