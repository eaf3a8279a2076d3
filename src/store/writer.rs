//! Writes batches: sources, records, games and facts of some batches, and the postings of all of
//! them, in one transaction. A [`Batch`] waits to be written; [`KnownGames`] decides which games
//! records witness and keeps facts and postings.

use crate::metadata::Status;
use crate::store::database::Database;
use crate::store::error::{Error, Result};
use crate::store::index;
use crate::store::prepared::{Postings, Prepared};
use crate::store::rows::derived::insert_derived;
use crate::store::rows::evaluation::insert_evaluations;
use crate::store::rows::game::insert_games;
use crate::store::rows::heading::{heading_row, insert_headings};
use crate::store::rows::location::{self, remove_homeless};
use crate::store::rows::name::{NameIds, SHAPES};
use crate::store::rows::record::{NewRecord, insert_records};
use crate::store::rows::source::{
    ReadTo, SourceInfo, SourceRow, begin_anew, delete_source, insert_source, note_read, set_unread,
};
use crate::store::rows::tree::{delete_unused_trees, insert_tree, insert_words};
use crate::store::rows::unread::{
    Unread, delete_unread, delete_unread_below, insert_passed_over, insert_unread,
};
use crate::store::settling::apply::{KnownGames, Witnessed, postings_of};
use crate::store::transaction::{Transaction, Transactions};
use rustc_hash::FxHashSet;
use std::collections::HashMap;
use std::ops::AddAssign;

/// Number of deleted records after which a transaction ends.
const FORGOTTEN: u64 = 100_000;

/// Writes records. Added records are permanent from [`Writer::finish`] on; before, whenever
/// [`Writer::next_batch`] ends a transaction. Dropping a writer undoes all changes that are not
/// permanent.
pub struct Writer<'d> {
    transactions: Transactions<'d>,
    batch: Batch,
    games: KnownGames,
    /// Ids of shapes, titles and chapters.
    names: NameIds,
    /// Whether some place could not be read: only then is a place looked up.
    has_unread: bool,
    /// Id of the next record.
    next_record: i64,
    written: Written,
}

impl<'d> Writer<'d> {
    /// Begins to write. Postings of about `segment_bytes` are gathered in memory before they become
    /// a segment.
    ///
    /// # Errors
    /// SQLite fails or another program is writing.
    pub fn new(database: &'d mut Database, segment_bytes: usize) -> Result<Writer<'d>> {
        let mut transactions = Transactions::new(database);
        let tx = transactions.current()?;
        let games = KnownGames::load(tx, segment_bytes)?;
        let has_unread = tx.has_unread()?;
        let next_record = tx.last_record()? + 1;
        Ok(Writer {
            transactions,
            batch: Batch::default(),
            games,
            names: NameIds::default(),
            has_unread,
            next_record,
            written: Written::default(),
        })
    }

    /// Returns the id of the source of this content, and whether all of it was read. Inserts the
    /// row, or resets it if the content was read with other options or another reader before.
    pub fn source(&mut self, info: &SourceInfo, options: &str, reader: u32) -> Result<(i64, bool)> {
        let (id, is_complete) = self.content(info, options, reader)?;
        location::locate(self.transactions.current()?, id, info)?;
        Ok((id, is_complete))
    }

    /// As [`Writer::source`], without its location.
    fn content(&mut self, info: &SourceInfo, options: &str, reader: u32) -> Result<(i64, bool)> {
        let tx = self.transactions.current()?;
        if let Some(id) = insert_source(tx, info, options, reader)? {
            return Ok((id, false));
        }
        let known = tx.source_with(&info.hash)?;
        let SourceRow { id, complete, .. } = match known {
            Some(known) if (&*known.options, known.reader) == (options, reader) => known,
            Some(known) => {
                self.begin_anew(known.id, options, reader)?;
                return Ok((known.id, false));
            }
            None => return Err(Error::Damaged("a source is missing".to_owned())),
        };
        Ok((id, complete || self.batch.completes(id)))
    }

    /// Returns the id of the source of a content from another archive, inserted or reset.
    pub fn receive(&mut self, info: &SourceInfo, options: &str, reader: u32) -> Result<i64> {
        self.reread(&info.hash, options, reader)?;
        Ok(self.content(info, options, reader)?.0)
    }

    /// Stores the location of a source in another archive. Returns the name under which it is
    /// stored if another content lies at that place here; `None` otherwise.
    pub fn receive_place(&mut self, source: i64, info: &SourceInfo) -> Result<Option<String>> {
        location::locate_beside(self.transactions.current()?, source, info)
    }

    /// The stored source with this content.
    pub fn held(&mut self, hash: &[u8; 32]) -> Result<Option<SourceRow>> {
        self.transactions.current()?.source_with(hash)
    }

    /// Ordinals of the stored records of a source.
    pub fn ordinals(&mut self, source: i64) -> Result<FxHashSet<u64>> {
        self.transactions.current()?.ordinals(source)
    }

    /// Stores a place that another archive could not read, unless a content lies there here.
    pub fn receive_unread(&mut self, unread: Unread) -> Result<()> {
        let tx = self.transactions.current()?;
        if tx.is_taken(&unread.path, &unread.member)?
            || tx.is_unread(&unread.path, &unread.member)?
        {
            return Ok(());
        }
        self.has_unread = true;
        insert_unread(tx, &unread)
    }

    /// Deletes the records of a source, to be read again with these options by this reader.
    pub fn reread(&mut self, hash: &[u8; 32], options: &str, reader: u32) -> Result<()> {
        match self.held(hash)? {
            Some(source) => self.begin_anew(source.id, options, reader),
            None => Ok(()),
        }
    }

    fn begin_anew(&mut self, source: i64, options: &str, reader: u32) -> Result<()> {
        self.forget_records(source)?;
        begin_anew(self.transactions.current()?, source, options, reader)
    }

    /// Deletes the records of a source, those of the batch included; returns their number.
    fn forget_records(&mut self, source: i64) -> Result<u64> {
        if self.batch.has(source) {
            self.write_batch(usize::MAX)?;
        }
        self.games.forget_records(self.transactions.current()?, source)
    }

    /// Adds records. `ordinal` is the ordinal of the first, 1-based within the source.
    pub fn add(&mut self, source: i64, ordinal: u64, records: Vec<Box<Prepared>>) {
        self.written.tally.records += records.len() as u64;
        self.batch.add(Group { source, ordinal, records });
    }

    /// Stores, together with its records, how far a source has been read.
    pub fn read_to(&mut self, read_to: ReadTo) {
        self.batch.read_to(read_to);
    }

    /// Deletes the locations of the members of an archive (or of the plain file, `""`) at `path`
    /// that were not `seen`: only an earlier version of the file had them.
    pub fn forget_unseen(&mut self, path: &str, seen: &dyn Fn(&str) -> bool) -> Result<()> {
        let tx = self.transactions.current()?;
        if self.has_unread {
            let is_gone = |member: &String| !member.is_empty() && !seen(member);
            let gone = tx.unread_at(path)?.into_iter().filter(is_gone);
            gone.into_iter().try_for_each(|member| delete_unread(tx, path, &member))?;
        }
        self.written.forgotten.locations += location::leave_unseen(tx, path, seen)?;
        Ok(())
    }

    /// Undoes an import: deletes all locations at this absolute path, and below it if it is a
    /// folder.
    pub fn forget(&mut self, path: &str) -> Result<()> {
        let tx = self.transactions.current()?;
        delete_unread_below(tx, path)?;
        self.written.forgotten.locations += location::leave_all(tx, path)?;
        Ok(())
    }

    /// Stores that the content at a place could not be read, or not to its end.
    pub fn note_unread(&mut self, path: &str, member: &str, reason: &str) -> Result<()> {
        let (path, member, reason) = (path.to_owned(), member.to_owned(), reason.to_owned());
        self.has_unread = true;
        insert_unread(self.transactions.current()?, &Unread { path, member, reason })
    }

    /// Stores why the content of a source holds no games.
    pub fn note_passed_over(&mut self, source: i64, reason: &str) -> Result<()> {
        insert_passed_over(self.transactions.current()?, source, reason)
    }

    /// Stores that the content at a place was read.
    pub fn note_read(&mut self, path: &str, member: &str) -> Result<()> {
        if self.has_unread {
            delete_unread(self.transactions.current()?, path, member)?;
        }
        Ok(())
    }

    /// Stores that the content of this source also lies at another place. A content that is unread
    /// for a reason with this beginning stays unread there, too; returns whether it does.
    pub fn note_known(
        &mut self,
        source: i64,
        path: &str,
        member: &str,
        begin: &str,
    ) -> Result<bool> {
        if !self.has_unread {
            return Ok(false);
        }
        let tx = self.transactions.current()?;
        let reason = tx.why_unread(source, begin)?;
        match &reason {
            Some(_) if tx.is_unread(path, member)? => {}
            Some(reason) => self.note_unread(path, member, reason)?,
            None => self.note_read(path, member)?,
        }
        Ok(reason.is_some())
    }

    /// Whether a content longer than `size` was read at a place. The beginning of a damaged file
    /// does not replace such a content.
    pub fn holds_more(&mut self, path: &str, member: &str, size: u64) -> Result<bool> {
        self.transactions.current()?.holds_more(path, member, size)
    }

    /// Undoes a content that turned out to differ from the hashed one: its records, and its
    /// location.
    pub fn take_back(&mut self, source: i64, path: &str, member: &str) -> Result<()> {
        self.written.forgotten.records += self.forget_records(source)?;
        let tx = self.transactions.current()?;
        set_unread(tx, source)?;
        self.written.forgotten.locations += location::leave_place(tx, path, member)?;
        Ok(())
    }

    /// Rough size of the batch in memory, in bytes.
    pub fn weight(&self) -> usize {
        self.batch.weight()
    }

    /// Counts of the records so far.
    pub fn tally(&self) -> Tally {
        self.written.tally
    }

    /// Rough size in memory, in bytes, of all that waits: records, postings, segments, lines of
    /// games.
    pub fn memory(&self) -> usize {
        self.batch.weight() + self.games.memory()
    }

    /// Writes the rows of the batch. If the postings so far are enough for a segment, writes the
    /// segment and commits.
    ///
    /// # Errors
    /// SQLite fails or the disk is full; the database is then as after the last commit.
    pub fn next_batch(&mut self) -> Result<()> {
        let wanted = self.games.postings().wanted();
        if self.write_batch(wanted)? { self.commit(index::MOST_DURING_IMPORT) } else { Ok(()) }
    }

    /// Writes the rest, deletes the sources without a location, commits and ends.
    ///
    /// # Errors
    /// As [`Writer::next_batch`].
    pub fn finish(mut self) -> Result<Written> {
        self.forget_homeless()?;
        self.end()
    }

    /// As [`Writer::finish`]; also deletes the trees that no record has any more, and their words.
    ///
    /// # Errors
    /// As [`Writer::next_batch`].
    pub fn finish_and_tidy(mut self) -> Result<Written> {
        self.forget_homeless()?;
        delete_unused_trees(self.transactions.current()?)?;
        self.end()
    }

    fn end(mut self) -> Result<Written> {
        // Deletions have changed facts, too.
        self.write_batch(0)?;
        self.commit(index::MOST_SEGMENTS)?;
        Ok(self.written)
    }

    /// Writes the batch, and deletes the sources without a location.
    fn forget_homeless(&mut self) -> Result<()> {
        self.write_batch(usize::MAX)?;
        let mut records = 0;
        while let Some(source) = self.transactions.current()?.next_homeless()? {
            if !self.transactions.current()?.is_located(source)? {
                let forgotten = self.forget_records(source)?;
                delete_source(self.transactions.current()?, source)?;
                self.written.forgotten.sources += 1;
                self.written.forgotten.records += forgotten;
                records += forgotten;
            }
            remove_homeless(self.transactions.current()?, source)?;
            if records >= FORGOTTEN {
                records = 0;
                self.write_batch(0)?;
                self.commit(index::MOST_DURING_IMPORT)?;
            }
        }
        Ok(())
    }

    /// Writes the segment of the rows written so far, merges down to `most_segments`, and commits:
    /// rows and their postings become permanent together.
    fn commit(&mut self, most_segments: usize) -> Result<()> {
        self.games.write_segment(self.transactions.current()?, most_segments)?;
        self.transactions.commit()
    }

    /// Writes rows and facts of the batch. If at least `wanted` postings then wait, other threads
    /// make a segment of them meanwhile; returns whether they do.
    fn write_batch(&mut self, wanted: usize) -> Result<bool> {
        let tx = self.transactions.current()?;
        let (mut groups, read_to) = self.batch.take();
        let postings = take_postings(&mut groups);
        let records: Vec<&Prepared> =
            groups.iter().flat_map(|group| &group.records).map(Box::as_ref).collect();
        let (settled, new) = self.games.settle_batch(tx, &records)?;
        let gatherer = self.games.postings();
        gatherer.add(postings_of(postings, &settled));
        let is_due = gatherer.waiting() >= wanted;
        if is_due {
            gatherer.start();
        }
        insert_games(tx, &new)?;
        drop((new, records));
        let rows = record_rows(tx, &mut self.names, self.next_record, &groups, &settled)?;
        insert_records(tx, &rows)?;
        let mut headings = Vec::new();
        for row in &rows {
            headings.extend(heading_row(tx, &mut self.names, row.id, &row.record.heading)?);
        }
        insert_headings(tx, &headings)?;
        insert_derived(tx, rows.iter().map(|row| (row.id, &row.record.derived)))?;
        let evaluated =
            rows.iter().filter_map(|row| Some((row.id, row.record.evaluations.as_deref()?)));
        insert_evaluations(tx, &evaluated.collect::<Vec<_>>())?;
        self.next_record += rows.len() as i64;
        for (row, settled) in rows.iter().zip(&settled) {
            self.written.tally.count(row.record, settled.as_ref());
        }
        drop(rows);
        // A hundred thousand records have a million strings: another thread frees them.
        rayon::spawn(move || drop(groups));
        read_to.iter().try_for_each(|read_to| note_read(tx, read_to))?;
        self.games.flush(tx)?;
        Ok(is_due)
    }
}

impl std::fmt::Debug for Writer<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Writer").field("written", &self.written).finish_non_exhaustive()
    }
}

/// Rows of the records of a batch, with ids from `first` on.
fn record_rows<'r>(
    tx: &Transaction<'_>,
    names: &mut NameIds,
    first: i64,
    groups: &'r [Group],
    settled: &[Option<Witnessed>],
) -> Result<Vec<NewRecord<'r>>> {
    let mut trees: HashMap<[u8; 16], i64> = HashMap::new();
    let mut words: Vec<(i64, &str)> = Vec::new();
    let mut rows = Vec::with_capacity(settled.len());
    let records = groups.iter().flat_map(|group| {
        let ordinals = group.ordinal..;
        ordinals.zip(&group.records).map(|(ordinal, record)| (group.source, ordinal, record))
    });
    for (id, ((source, ordinal, record), settled)) in (first..).zip(records.zip(settled)) {
        let tree = match &record.tree {
            None => None,
            Some(tree) => Some(match trees.get(&tree.hash) {
                Some(&id) => id,
                None => {
                    let (id, is_new) = insert_tree(tx, tree)?;
                    words.extend((is_new && !tree.words.is_empty()).then_some((id, &*tree.words)));
                    *trees.entry(tree.hash).or_insert(id)
                }
            }),
        };
        let shape = names.id_of_some(tx, SHAPES, record.tags.shape())?;
        let game = settled.map(|settled| settled.game);
        rows.push(NewRecord { id, source, ordinal, record, game, shape, tree });
    }
    insert_words(tx, &words)?;
    Ok(rows)
}

/// Consecutive records of one source.
pub(crate) struct Group {
    /// `source.id`
    pub(crate) source: i64,
    /// Ordinal of the first record, 1-based within the source.
    pub(crate) ordinal: u64,
    #[expect(
        clippy::vec_box,
        reason = "moved as they are, from the workers to where they are dropped"
    )]
    pub(crate) records: Vec<Box<Prepared>>,
}

/// Records that wait for the end of their batch.
#[derive(Default)]
pub(crate) struct Batch {
    groups: Vec<Group>,
    read_to: Vec<ReadTo>,
    /// Ids of the sources of these records, and of the sources that are complete with them.
    sources: FxHashSet<i64>,
    completed: FxHashSet<i64>,
    weight: usize,
}

impl Batch {
    /// Adds records.
    pub(crate) fn add(&mut self, group: Group) {
        self.weight += group.records.iter().map(|record| record.weight()).sum::<usize>();
        self.sources.insert(group.source);
        self.groups.push(group);
    }

    /// Adds how far a source has been read.
    pub(crate) fn read_to(&mut self, read_to: ReadTo) {
        self.weight += size_of::<ReadTo>();
        self.sources.insert(read_to.source);
        if read_to.is_complete {
            self.completed.insert(read_to.source);
        }
        self.read_to.push(read_to);
    }

    /// Whether the batch has records of a source.
    pub(crate) fn has(&self, source: i64) -> bool {
        self.sources.contains(&source)
    }

    /// Whether a source is complete when this batch is written.
    pub(crate) fn completes(&self, source: i64) -> bool {
        self.completed.contains(&source)
    }

    /// Rough size in memory, in bytes.
    pub(crate) fn weight(&self) -> usize {
        self.weight
    }

    /// Takes all groups and sources, and leaves the batch empty.
    pub(crate) fn take(&mut self) -> (Vec<Group>, Vec<ReadTo>) {
        let Batch { groups, read_to, .. } = std::mem::take(self);
        (groups, read_to)
    }
}

/// Takes the postings out of records.
pub(crate) fn take_postings(groups: &mut [Group]) -> Vec<Postings> {
    let records = groups.iter_mut().flat_map(|group| &mut group.records);
    records.map(|record| std::mem::take(&mut record.postings)).collect()
}

/// Counts of the written records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of records.
    pub records: u64,
    /// Number of games that were new.
    pub games: u64,
    /// Number of records of games that were known.
    pub witnesses: u64,
    /// Number of bare positions that were new.
    pub positions: u64,
    /// Number of records without moves and without a position of their own.
    pub headings: u64,
    /// Number of records from which no game could be kept.
    pub set_aside: u64,
    /// Number of records of games with a main line that ends early.
    pub partial: u64,
    /// Number of records of games with a whole main line and a variation that ends early.
    pub damaged: u64,
}

/// Counts of the deleted rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Number of locations.
    pub locations: u64,
    /// Number of sources without another location.
    pub sources: u64,
    /// Number of records of these sources.
    pub records: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, more: Tally) {
        self.records += more.records;
        self.games += more.games;
        self.witnesses += more.witnesses;
        self.positions += more.positions;
        self.headings += more.headings;
        self.set_aside += more.set_aside;
        self.partial += more.partial;
        self.damaged += more.damaged;
    }
}

impl AddAssign for Forgotten {
    fn add_assign(&mut self, more: Forgotten) {
        self.locations += more.locations;
        self.sources += more.sources;
        self.records += more.records;
    }
}

/// Counts of the rows that a writer added and deleted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Written {
    /// Counts of the added records.
    pub tally: Tally,
    /// Counts of the deleted rows.
    pub forgotten: Forgotten,
}

impl Tally {
    /// Counts a record: as a new game or position, a further witness, a heading, or set aside.
    pub(crate) fn count(&mut self, record: &Prepared, settled: Option<&Witnessed>) {
        match settled {
            Some(settled) => {
                let is_position = record.line.as_ref().is_some_and(|line| line.moves.is_empty());
                match (settled.is_new, is_position) {
                    (true, true) => self.positions += 1,
                    (true, false) => self.games += 1,
                    (false, _) => self.witnesses += 1,
                }
                let is_partial = record.status == Status::Partial;
                self.partial += u64::from(is_partial);
                self.damaged += u64::from(!is_partial && record.damaged.is_some());
            }
            None if record.is_set_aside() => self.set_aside += 1,
            None => self.headings += 1,
        }
    }
}
