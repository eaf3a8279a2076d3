//! Writing batches: sources, records, games and facts of some batches, and the index of them all, in one transaction.

use super::checkpoint::Checkpointer;
use super::facts::FactsWriter;
use super::gather::{GamePostings, Gatherer};
use super::index;
use super::lines::Lines;
use super::names::Names;
use super::rows::insert_rows;
use super::settle::{Settled, insert_games};
use super::tags::Shapes;
use super::unread::Places;
use super::{Postings, Prepared, Result, SourceInfo};
use crate::metadata::Status;
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
    pub(super) lines: Lines,
    weight: usize,
    /// How far sources were read, to be noted with the records of the batch; and which of them to their ends.
    read_to: Vec<ReadTo>,
    completed: FxHashSet<i64>,
    checkpointer: Checkpointer,
    pub(super) unread: Places,
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
    /// Damage outside of records that was found since the last time, as JSON.
    pub damage: Option<String>,
}

/// Records that wait for the end of their batch.
struct Pending {
    source: i64,
    /// Of the first record, 1-based within the source.
    ordinal: u64,
    #[expect(
        clippy::vec_box,
        reason = "moved as they are, from the workers to where they are dropped"
    )]
    records: Vec<Box<Prepared>>,
}

impl<'c> Writer<'c> {
    /// Begins to write into `conn`. Postings of about `segment_bytes` are gathered in memory before a segment is made of them.
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
            lines: Lines::load(conn)?,
            weight: 0,
            read_to: Vec::new(),
            completed: FxHashSet::default(),
            checkpointer: Checkpointer::start(conn)?,
            unread: Places::load(conn)?,
            is_open: false,
        };
        writer.begin()?;
        Ok(writer)
    }

    /// Begins a transaction if none is open. As late as can be: meanwhile the log is emptied, and begins anew.
    pub(super) fn begin(&mut self) -> Result<()> {
        if !self.is_open {
            self.checkpointer.limit_log();
            self.conn.execute_batch("begin immediate")?;
            self.is_open = true;
        }
        Ok(())
    }

    /// The source of this content, and whether all of it was read: its row is made, or begun anew when it was read in
    /// another way before.
    ///
    /// # Errors
    /// When SQLite fails.
    pub fn source(&mut self, info: &SourceInfo, options: &str, reader: u32) -> Result<(i64, bool)> {
        self.begin()?;
        // Most are new, so that looking first would be one statement more.
        let is_new = self
            .conn
            .prepare_cached(
                "insert into source (hash, size, options, reader, imported_at)
                 values (?1, ?2, ?3, ?4, datetime('now')) on conflict (hash) do nothing",
            )?
            .execute(params![info.hash, info.size as i64, options, reader])?
            == 1;
        let (id, is_complete) = if is_new {
            (self.conn.last_insert_rowid(), false)
        } else {
            self.stored_source(&info.hash, options, reader)?
        };
        self.locate(id, &info.path, &info.member)?;
        Ok((id, is_complete || self.completed.contains(&id)))
    }

    /// A source that is there already, begun anew when it was read in another way before; and whether all of it was read.
    fn stored_source(
        &mut self,
        hash: &[u8; 32],
        options: &str,
        reader: u32,
    ) -> Result<(i64, bool)> {
        let (id, is_same, is_complete): (i64, bool, bool) = self
            .conn
            .prepare_cached(
                "select id, options = ?2 and reader = ?3, complete from source where hash = ?1",
            )?
            .query_row(params![hash, options, reader], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })?;
        if !is_same {
            self.forget_records(id)?;
            self.conn
                .prepare_cached(
                    "update source set options = ?2, reader = ?3, records = 0, deleted = 0, done_to = 0,
                     complete = 0, damage = null, imported_at = datetime('now') where id = ?1",
                )?
                .execute(params![id, options, reader])?;
        }
        Ok((id, is_same && is_complete))
    }

    /// Forgets what a source held so that it can be read again from its beginning.
    ///
    /// # Errors
    /// When SQLite fails.
    pub fn reread(&mut self, hash: &[u8; 32]) -> Result<()> {
        self.begin()?;
        let id: Option<i64> = self
            .conn
            .prepare_cached("select id from source where hash = ?1")?
            .query_row([hash], |row| row.get(0))
            .optional()?;
        if let Some(id) = id {
            self.forget_records(id)?;
            self.conn
                .prepare_cached("update source set records = 0, deleted = 0, done_to = 0, complete = 0, damage = null where id = ?1")?
                .execute([id])?;
        }
        Ok(())
    }

    /// Adds records. `ordinal` is that of the first, 1-based within the source.
    pub fn add(&mut self, source: i64, ordinal: u64, records: Vec<Box<Prepared>>) {
        self.weight += records.iter().map(|record| record.weight()).sum::<usize>();
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

    /// Roughly how many bytes everything that waits here occupies in memory: records, postings, segments, lines of games.
    pub fn memory(&self) -> usize {
        self.weight + self.postings.weight() + self.lines.memory()
    }

    /// Writes the rows of the batch. When the postings of the batches so far are worth a segment, that is written, too, and
    /// all of it becomes permanent.
    ///
    /// # Errors
    /// When SQLite fails or the disk is full; the database is then as it was after the last commit.
    pub fn next_batch(&mut self) -> Result<()> {
        if self.write_batch(self.postings.wanted())? {
            self.commit(index::MOST_DURING_IMPORT)?;
            self.checkpointer.committed();
        }
        Ok(())
    }

    /// Writes what is left, makes it permanent and ends. The log is still being moved into the database then.
    ///
    /// # Errors
    /// As [`Writer::next_batch`].
    pub fn finish(mut self) -> Result<(Tally, Checkpointer)> {
        self.write_batch(0)?;
        self.commit(index::MOST_SEGMENTS)?;
        self.checkpointer.release(self.conn)?;
        Ok((self.tally, std::mem::take(&mut self.checkpointer)))
    }

    /// Writes the segment of the rows written so far, leaves no more than so many segments, and ends the transaction: rows
    /// and their postings become permanent together.
    fn commit(&mut self, most_segments: usize) -> Result<()> {
        self.postings.write(self.conn, most_segments)?;
        self.conn.execute_batch("commit")?;
        self.is_open = false;
        Ok(())
    }

    /// Rows and facts of the batch. If `wanted` postings wait then, other threads make a segment of them meanwhile; whether they do.
    fn write_batch(&mut self, wanted: usize) -> Result<bool> {
        self.begin()?;
        let mut pending = std::mem::take(&mut self.pending);
        self.weight = 0;
        let postings = take_postings(&mut pending);
        let records: Vec<&Prepared> =
            pending.iter().flat_map(|group| &group.records).map(Box::as_ref).collect();
        let (settled, new) = self.settle_batch(&records)?;
        self.postings.add(of_games(postings, &settled));
        let is_due = self.postings.waiting() >= wanted;
        if is_due {
            self.postings.start();
        }
        insert_games(self.conn, &new)?;
        drop((new, records));
        self.write_records(&pending, &settled)?;
        // A hundred thousand records have a million texts: others can give them back.
        rayon::spawn(move || drop(pending));
        self.write_read_to()?;
        self.facts.flush(self.conn)?;
        self.conn.execute("update meta set value = value + 1 where name = 'generation'", [])?;
        Ok(is_due)
    }

    fn write_read_to(&mut self) -> Result<()> {
        let mut update = self.conn.prepare_cached(
            "update source set format = ?2, encoding = ?3, records = ?4, deleted = deleted + ?5, done_to = ?6,
             complete = ?7,
             damage = case when damage is null then ?8 when ?8 is null then damage
                           else substr(damage, 1, length(damage) - 1) || ',' || substr(?8, 2) end
             where id = ?1",
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
        let mut rows = Vec::with_capacity(settled.len());
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
            let shape = self.shapes.id(self.conn, &record.tags)?;
            let game = settled.map(|settled| settled.game);
            rows.push(RecordRow { source, ordinal, record, game, shape, tree });
        }
        insert_records(self.conn, &rows)?;
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
                self.tally.partial += u64::from(record.status == Status::Partial);
            }
            None if record.is_set_aside() => self.tally.set_aside += 1,
            None => self.tally.headings += 1,
        }
    }
}

/// A row of the table `record`.
struct RecordRow<'r> {
    source: i64,
    ordinal: u64,
    record: &'r Prepared,
    game: Option<u32>,
    shape: Option<i64>,
    tree: Option<i64>,
}

fn insert_records(conn: &Connection, rows: &[RecordRow<'_>]) -> rusqlite::Result<()> {
    let columns = "record (source, ordinal, start_byte, end_byte, status, game, shape, tags, result, kind, tree, error,
                   damaged, warnings, raw)";
    insert_rows(conn, columns, rows, |row, values| {
        let RecordRow { source, ordinal, record, game, shape, tree } = row;
        let data = &record.metadata;
        values
            .put(source)?
            .put(*ordinal as i64)?
            .put(record.span.start as i64)?
            .put(record.span.end as i64)?
            .put(record.status)?
            .put(game)?
            .put(shape)?
            .put(record.tags.values())?
            .put(data.result)?
            .put(data.kind)?
            .put(tree)?
            .put(&record.error)?
            .put(&record.damaged)?
            .put(&record.warnings)?
            .put(&record.raw)?;
        Ok(())
    })
}

/// Takes the postings of a batch out of its records.
fn take_postings(pending: &mut [Pending]) -> Vec<Postings> {
    let records = pending.iter_mut().flat_map(|group| &mut group.records);
    records.map(|record| std::mem::take(&mut record.postings)).collect()
}

/// What is to be posted, with the games they belong to.
fn of_games(postings: Vec<Postings>, settled: &[Option<Settled>]) -> Vec<GamePostings> {
    let mut of_games = Vec::with_capacity(settled.len());
    for (Postings { main, variations }, settled) in postings.into_iter().zip(settled) {
        let Some(settled) = settled else { continue };
        if settled.is_new {
            of_games.push((settled.game, main));
        }
        if !variations.is_empty() {
            of_games.push((settled.game, variations));
        }
    }
    of_games
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
