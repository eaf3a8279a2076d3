//! Writing batches: sources, records, games, facts and index in one transaction.

use super::checkpoint::Checkpointer;
use super::facts::{Alive, FactsWriter};
use super::index::{self, Posting};
use super::known::KnownLines;
use super::names::Names;
use super::settle::Settled;
use super::tags::Shapes;
use super::{Postings, Prepared, Result, SourceInfo};
use rusqlite::{Connection, OptionalExtension, params};
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

/// The one who writes. Nothing is kept until [`Writer::commit`].
pub struct Writer<'c> {
    pub(super) conn: &'c Connection,
    pub(super) names: Names,
    shapes: Shapes,
    pub(super) facts: FactsWriter,
    /// Postings that the batch adds to games stored before.
    pub(super) postings: Vec<Posting>,
    pub(super) tally: Tally,
    pending: Vec<Pending>,
    pub(super) known: KnownLines,
    weight: usize,
    checkpointer: Option<Checkpointer>,
    is_open: bool,
}

/// Records that wait for the end of their batch.
struct Pending {
    source: i64,
    /// Of the first record, 1-based within the source.
    ordinal: u64,
    records: Vec<Prepared>,
}

impl<'c> Writer<'c> {
    /// Begins to write into `conn`.
    ///
    /// # Errors
    /// When SQLite fails or another program is writing.
    pub fn new(conn: &'c Connection) -> Result<Writer<'c>> {
        let mut writer = Writer {
            conn,
            names: Names::default(),
            shapes: Shapes::default(),
            facts: FactsWriter::open(conn)?,
            postings: Vec::new(),
            tally: Tally::default(),
            pending: Vec::new(),
            known: KnownLines::load(conn)?,
            weight: 0,
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
        Ok((id, is_complete))
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

    /// Notes how far a source has been read.
    ///
    /// # Errors
    /// When SQLite fails.
    #[allow(clippy::too_many_arguments, reason = "the columns of one row")]
    pub fn progress(
        &mut self,
        source: i64,
        format: Option<&str>,
        encoding: Option<&str>,
        records: u64,
        deleted: u64,
        done_to: u64,
        is_complete: bool,
        damage: Option<&str>,
    ) -> Result<()> {
        self.conn
            .prepare_cached(
                "update source set format = ?2, encoding = ?3, records = ?4, deleted = deleted + ?5, done_to = ?6,
                 complete = ?7, damage = coalesce(?8, damage) where id = ?1",
            )?
            .execute(params![
                source,
                format,
                encoding,
                records as i64,
                deleted as i64,
                done_to as i64,
                is_complete,
                damage
            ])?;
        Ok(())
    }

    /// Roughly how many bytes the batch occupies in memory.
    pub fn weight(&self) -> usize {
        self.weight
    }

    /// What became of all committed records so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Writes the batch and makes it permanent, then begins the next.
    ///
    /// # Errors
    /// When SQLite fails or the disk is full; the database is then as it was after the last commit.
    pub fn commit(&mut self) -> Result<()> {
        self.flush()?;
        self.conn.execute_batch("commit")?;
        self.is_open = false;
        if let Some(checkpointer) = &mut self.checkpointer {
            checkpointer.committed();
        }
        self.begin()
    }

    /// Writes the batch, makes it permanent and ends.
    ///
    /// # Errors
    /// As [`Writer::commit`].
    pub fn finish(mut self) -> Result<Tally> {
        self.flush()?;
        self.conn.execute_batch("commit")?;
        self.is_open = false;
        if let Some(checkpointer) = self.checkpointer.take() {
            checkpointer.finish(self.conn)?;
        }
        Ok(self.tally)
    }

    /// Everything up to the commit itself. While this thread writes rows, the others sort and encode the index.
    fn flush(&mut self) -> Result<()> {
        let mut pending = std::mem::take(&mut self.pending);
        self.weight = 0;
        let records: Vec<&Prepared> = pending.iter().flat_map(|group| &group.records).collect();
        let settled = self.settle_batch(&records)?;
        drop(records);
        let fresh = take_postings(&mut pending, &settled);
        let more = std::mem::take(&mut self.postings);
        let (written, blocks) =
            index::write_while(|| self.write_records(&pending, &settled), || encode(more, fresh));
        written?;
        // A hundred thousand records have a million texts: others can give them back.
        rayon::spawn(move || drop(pending));
        self.facts.flush(self.conn)?;
        self.write_segment(blocks)?;
        self.conn.execute("update meta set value = value + 1 where name = 'generation'", [])?;
        Ok(())
    }

    fn write_segment(&mut self, blocks: Option<index::Blocks>) -> Result<()> {
        let Some(blocks) = blocks else { return Ok(()) };
        index::write_segment(self.conn, &blocks)?;
        drop(blocks);
        if index::segments(self.conn)?.len() > index::MOST_SEGMENTS {
            let alive = Alive::load(self.conn)?;
            index::compact(self.conn, &|game| !alive.contains(game))?;
        }
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

    /// Adds postings of a game to the batch.
    pub(super) fn post(&mut self, game: u32, postings: &[(u64, index::Payload)]) {
        self.postings.extend(postings.iter().map(|&(key, payload)| Posting { key, game, payload }));
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
fn take_postings(
    pending: &mut [Pending],
    settled: &[Option<Settled>],
) -> Vec<(u32, Vec<(u64, index::Payload)>)> {
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

/// Sorts and encodes the postings of a batch; `None` when there are none.
fn encode(
    mut postings: Vec<Posting>,
    fresh: Vec<(u32, Vec<(u64, index::Payload)>)>,
) -> Option<index::Blocks> {
    postings.reserve_exact(fresh.iter().map(|(_, list)| list.len()).sum());
    for (game, list) in fresh {
        postings.extend(list.into_iter().map(|(key, payload)| Posting { key, game, payload }));
    }
    index::sort(&mut postings);
    (!postings.is_empty()).then(|| index::Blocks::encode(&postings))
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
