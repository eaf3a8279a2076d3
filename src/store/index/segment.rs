//! Segments: sorted runs of postings as rows of SQLite (tables: `migrations/002_index.sql`).

use crate::store::error::{Error, Result};
use crate::store::index::encode::{EncodedBlock, encode};
use crate::store::index::posting::Posting;
use crate::store::sql::{Connection, Statement, from_row};
use crate::store::transaction::Transaction;
use crate::xiangqi::PositionKey;
use rayon::iter::ParallelIterator as _;
use rayon::slice::ParallelSlice as _;
use rusqlite::params;
use std::ops::ControlFlow;

/// Number of postings that one worker encodes at a time. Only the last block of such a part is not
/// full; the number is fixed, so that the bytes do not depend on the number of threads.
pub(crate) const PART_POSTINGS: usize = 1 << 17;

/// A row of `index_segment`, without its fences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SegmentInfo {
    /// Row id; later segments have higher ids.
    pub id: i64,
    /// Row id of the first block.
    pub first_block: i64,
    /// Number of blocks, in consecutive rows.
    pub block_count: u32,
    /// Number of postings in the blocks.
    pub posting_count: u64,
}

from_row!(SegmentInfo { id, first_block, block_count, posting_count });

impl SegmentInfo {
    /// Row id after the last block.
    pub(crate) fn end_block(&self) -> i64 {
        self.first_block + i64::from(self.block_count)
    }
}

/// All segments, oldest first.
pub fn segments(conn: &Connection) -> Result<Vec<SegmentInfo>> {
    let sql = "select id, first_block, block_count, posting_count from index_segment order by id";
    conn.rows(sql, [])
}

/// Postings encoded as the blocks of one segment, not yet written.
#[derive(Debug)]
pub struct Blocks(pub(crate) Vec<EncodedBlock>);

impl Blocks {
    /// Encodes postings on all cores. They must be sorted and distinct
    /// ([`sort`](crate::store::index::sort)).
    pub fn encode(sorted: &[Posting]) -> Blocks {
        Blocks(sorted.par_chunks(PART_POSTINGS).flat_map_iter(encode).collect())
    }
}

/// Writes blocks as one new segment.
///
/// # Errors
/// SQLite fails; the caller should then roll the transaction back.
pub fn write_segment(tx: &Transaction<'_>, blocks: &Blocks) -> Result<SegmentInfo> {
    let mut writer = SegmentWriter::new(tx)?;
    writer.push(&blocks.0)?;
    writer.finish()
}

/// Computes on the workers while this thread, which holds the connection, writes.
pub fn write_while<W, C: Send>(
    write: impl FnOnce() -> W,
    compute: impl FnOnce() -> C + Send,
) -> (W, C) {
    let mut computed = None;
    let written = rayon::in_place_scope(|scope| {
        scope.spawn(|_| computed = Some(compute()));
        write()
    });
    (written, computed.expect("the scope waits for what it spawned"))
}

/// Appends blocks to a segment that does not exist before it is finished.
pub(crate) struct SegmentWriter<'a> {
    tx: &'a Transaction<'a>,
    insert: Statement<'a>,
    first_block: i64,
    next_block: i64,
    posting_count: u64,
    fences: Vec<u8>,
}

impl<'a> SegmentWriter<'a> {
    /// Starts above every block id in use.
    pub(crate) fn new(tx: &'a Transaction<'a>) -> Result<SegmentWriter<'a>> {
        // The newest segment has the highest blocks, even if it has none: see the migration.
        let sql = "select first_block + block_count from index_segment order by id desc limit 1";
        let first_block = tx.find(sql, [])?.unwrap_or(1);
        Ok(SegmentWriter {
            tx,
            insert: tx.write("insert into index_block (id, data) values (?1, ?2)")?,
            first_block,
            next_block: first_block,
            posting_count: 0,
            fences: Vec::new(),
        })
    }

    pub(crate) fn push(&mut self, blocks: &[EncodedBlock]) -> Result<()> {
        for block in blocks {
            self.insert.execute(params![self.next_block, block.data])?;
            self.next_block += 1;
            self.posting_count += u64::from(block.posting_count);
            self.fences.extend_from_slice(&fence(block.first_key).to_le_bytes());
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<SegmentInfo> {
        let block_count = (self.fences.len() / 4) as u32;
        let sql = "insert into index_segment (first_block, block_count, posting_count, fences)
                   values (?1, ?2, ?3, ?4)";
        let postings = self.posting_count as i64;
        let params = params![self.first_block, block_count, postings, self.fences];
        Ok(SegmentInfo {
            id: self.tx.write(sql)?.insert(params)?,
            first_block: self.first_block,
            block_count,
            posting_count: self.posting_count,
        })
    }
}

/// Upper 32 bits of a block's first key, which are kept in memory.
pub(crate) fn fence(key: u64) -> u32 {
    (key >> (PositionKey::BITS - 32)) as u32
}

/// Fences of a segment, one for each block.
pub(crate) fn read_fences(conn: &Connection, segment: &SegmentInfo) -> Result<Vec<u32>> {
    let sql = "select fences from index_segment where id = ?1";
    let bytes: Vec<u8> = conn.find(sql, [segment.id])?.ok_or(Error::NoSegment(segment.id))?;
    let (fences, rest) = bytes.as_chunks::<4>();
    if fences.len() != segment.block_count as usize || !rest.is_empty() {
        return Err(Error::Segment { segment: segment.id, what: "not one fence for every block" });
    }
    Ok(fences.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect())
}

/// Statement that reads consecutive blocks.
pub(crate) const BLOCKS: &str =
    "select id, data from index_block where id >= ?1 and id < ?2 order by id";

/// Passes the bytes of consecutive blocks to `visit`, in order, until `visit` breaks.
pub(crate) fn read_blocks(
    conn: &Connection,
    ids: std::ops::Range<i64>,
    mut visit: impl FnMut(i64, &[u8]) -> Result<ControlFlow<()>>,
) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let mut expected = ids.clone();
    let flow = conn.select(BLOCKS)?.until([ids.start, ids.end], |row| {
        let block = row.get(0)?;
        match expected.next() {
            Some(next) if next == block => visit(block, row.blob(1)?),
            Some(block) => Err(Error::MissingBlock { block }),
            None => Ok(ControlFlow::Break(())),
        }
    })?;
    match (flow, expected.next()) {
        (ControlFlow::Continue(()), Some(block)) => Err(Error::MissingBlock { block }),
        _ => Ok(()),
    }
}

/// Deletes the rows of these blocks.
pub(crate) fn delete_blocks(tx: &Transaction<'_>, ids: std::ops::Range<i64>) -> Result<()> {
    tx.write("delete from index_block where id >= ?1 and id < ?2")?
        .execute([ids.start, ids.end])?;
    Ok(())
}

/// Deletes the row of a segment, not its blocks.
pub(crate) fn delete_segment(tx: &Transaction<'_>, id: i64) -> Result<()> {
    tx.write("delete from index_segment where id = ?1")?.execute([id])?;
    Ok(())
}
