//! Finds the postings of a key, and walks through all postings.

use crate::store::error::{BlockError, Error, Result};
use crate::store::index::block::Block;
use crate::store::index::posting::{Payload, Posting};
use crate::store::index::segment::{SegmentInfo, fence, read_blocks, read_fences, segments};
use crate::store::sql::Connection;
use std::ops::{ControlFlow, Range, RangeInclusive};

/// The segments of an index with their fences, for any number of lookups.
///
/// A reader keeps four bytes for every block (about 0.6 MB for a million games) and no connection.
/// Between [`Reader::refresh`] and the lookups that rely on it the index must not change: open a
/// read transaction around both while an import may be running, or a lookup fails with
/// [`Error::MissingBlock`]. A reader that looked at a transaction later rolled back must be opened
/// again, because the ids that it saw are given again.
#[derive(Debug, Clone)]
pub struct Reader {
    segments: Vec<Segment>,
}

/// Most postings of one common key in a full block: a dense move has 12 bits of 4 KiB, a game next
/// to the one before it one bit.
const POSTINGS_OF_A_BLOCK: usize = 4096 * 8 / 13;
/// Most expected postings, even of a damaged index.
const MOST_EXPECTED: u64 = 1 << 24;

#[derive(Debug, Clone)]
struct Segment {
    info: SegmentInfo,
    fences: Vec<u32>,
}

impl Reader {
    /// Reads the fences of all segments.
    pub fn open(conn: &Connection) -> Result<Reader> {
        let mut reader = Reader { segments: Vec::new() };
        reader.refresh(conn)?;
        Ok(reader)
    }

    /// Reads the changes of the index; returns whether there were any. Only the fences of new
    /// segments are read.
    ///
    /// # Errors
    /// SQLite fails or a segment is damaged; the reader is then unchanged.
    pub fn refresh(&mut self, conn: &Connection) -> Result<bool> {
        let infos = segments(conn)?;
        if infos.iter().eq(self.segments.iter().map(|segment| &segment.info)) {
            return Ok(false);
        }
        let mut fresh = Vec::with_capacity(infos.len());
        for info in infos {
            let fences = match self.segments.iter().find(|segment| segment.info == info) {
                Some(known) => known.fences.clone(),
                None => read_fences(conn, &info)?,
            };
            fresh.push(Segment { info, fences });
        }
        self.segments = fresh;
        Ok(true)
    }

    /// Number of postings of the index, including postings of deleted games.
    pub fn posting_count(&self) -> u64 {
        self.segments.iter().map(|segment| segment.info.posting_count).sum()
    }

    /// Rough number of postings of a key, by the number of blocks that they fill. Reads no block.
    pub fn expected(&self, key: u64) -> usize {
        let blocks = self.segments.iter().map(|segment| segment.candidates(key).count());
        let blocks: usize = blocks.filter(|&blocks| blocks > 2).sum();
        (blocks * POSTINGS_OF_A_BLOCK).min(self.posting_count().min(MOST_EXPECTED) as usize)
    }

    /// Visits all postings of a key as (game, payload).
    ///
    /// Within a segment they are in the order of games; a posting may be in several segments.
    ///
    /// # Errors
    /// SQLite fails or a block is damaged or missing. Some postings may have been visited by then.
    pub fn lookup(
        &self,
        conn: &Connection,
        key: u64,
        visit: impl FnMut(u32, Payload),
    ) -> Result<()> {
        self.lookup_in(conn, key, |_| true, visit)
    }

    /// Like [`Reader::lookup`], of wanted games alone.
    pub fn lookup_in(
        &self,
        conn: &Connection,
        key: u64,
        is_wanted: impl Fn(u32) -> bool,
        mut visit: impl FnMut(u32, Payload),
    ) -> Result<()> {
        self.find(conn, key, is_wanted, |game, payload| {
            visit(game, payload);
            ControlFlow::Continue(())
        })
    }

    /// Whether `is_it` holds for a posting of the key. Later blocks are not read.
    pub fn any(
        &self,
        conn: &Connection,
        key: u64,
        mut is_it: impl FnMut(u32, Payload) -> bool,
    ) -> Result<bool> {
        let mut is_found = false;
        self.find(
            conn,
            key,
            |_| true,
            |game, payload| {
                is_found = is_it(game, payload);
                if is_found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        )?;
        Ok(is_found)
    }

    /// Visits the postings of a key in wanted games until `visit` breaks.
    fn find(
        &self,
        conn: &Connection,
        key: u64,
        is_wanted: impl Fn(u32) -> bool,
        mut visit: impl FnMut(u32, Payload) -> ControlFlow<()>,
    ) -> Result<()> {
        let mut stop = false;
        for segment in &self.segments {
            read_blocks(conn, segment.candidates(key), |block, data| {
                let visit = |game, payload| stop = stop || visit(game, payload).is_break();
                let found = Block::parse(data).and_then(|block| block.find(key, &is_wanted, visit));
                Ok(go_on(found.map_err(at(block))? && !stop))
            })?;
            if stop {
                break;
            }
        }
        Ok(())
    }

    /// Visits every posting with a key in a range, segment after segment, each in order.
    pub fn scan_keys(
        &self,
        conn: &Connection,
        keys: RangeInclusive<u64>,
        mut visit: impl FnMut(Posting),
    ) -> Result<()> {
        for segment in &self.segments {
            let first = segment.candidates(*keys.start()).start;
            let end = segment.candidates(*keys.end()).end;
            read_blocks(conn, first..end, |block, data| {
                let parsed = Block::parse(data).map_err(at(block))?;
                parsed
                    .for_each(|posting| {
                        if keys.contains(&posting.key) {
                            visit(posting);
                        }
                    })
                    .map_err(at(block))?;
                Ok(ControlFlow::Continue(()))
            })?;
        }
        Ok(())
    }

    /// Visits all postings of many keys. Sorted keys are found faster: a block that holds several
    /// is read once.
    pub fn lookup_many(
        &self,
        conn: &Connection,
        keys: &[u64],
        mut visit: impl FnMut(Posting),
    ) -> Result<()> {
        // The last read block, kept for the next key.
        let mut last: Option<(i64, Vec<u8>)> = None;
        for segment in &self.segments {
            for &key in keys {
                let mut candidates = segment.candidates(key);
                let mut visit = |game, payload| visit(Posting { key, game, payload });
                if let Some((block, data)) = &last
                    && *block == candidates.start
                    && !candidates.is_empty()
                {
                    let found = Block::parse(data)
                        .and_then(|parsed| parsed.find(key, |_| true, &mut visit));
                    if !found.map_err(at(*block))? {
                        continue;
                    }
                    candidates.start += 1;
                }
                read_blocks(conn, candidates, |block, data| {
                    let found = Block::parse(data)
                        .and_then(|parsed| parsed.find(key, |_| true, &mut visit));
                    let (id, bytes) = last.get_or_insert_default();
                    *id = block;
                    bytes.clear();
                    bytes.extend_from_slice(data);
                    Ok(go_on(found.map_err(at(block))?))
                })?;
            }
        }
        Ok(())
    }

    /// Visits every posting as (segment id, posting), segment after segment, each in order, and
    /// checks order, fences and counts. One block is in memory at a time.
    pub fn scan_all(
        &self,
        conn: &Connection,
        mut visit: impl FnMut(i64, Posting) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>> {
        for (place, segment) in self.segments.iter().enumerate() {
            let part =
                Part { segment: place, blocks: segment.info.first_block..segment.info.end_block() };
            let id = segment.info.id;
            match self.scan_part(conn, &part, |posting| visit(id, posting))? {
                ControlFlow::Continue(scanned) => self.check_parts(&[(part, scanned)])?,
                ControlFlow::Break(()) => return Ok(ControlFlow::Break(())),
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Divides the index into parts of at most `most_blocks` blocks, in order, for
    /// [`Reader::scan_part`].
    pub fn parts(&self, most_blocks: u32) -> Vec<Part> {
        let step = i64::from(most_blocks.max(1));
        let of_segment = |(place, segment): (usize, &Segment)| {
            let (first, end) = (segment.info.first_block, segment.info.end_block());
            // A segment without blocks is one part, too: its count is checked.
            let starts = std::iter::once(first).chain((first + step..end).step_by(step as usize));
            let part = move |start| Part { segment: place, blocks: start..end.min(start + step) };
            starts.map(part).collect::<Vec<_>>()
        };
        self.segments.iter().enumerate().flat_map(of_segment).collect()
    }

    /// Visits every posting of a part, in order, and checks order and fences.
    pub fn scan_part(
        &self,
        conn: &Connection,
        part: &Part,
        mut visit: impl FnMut(Posting) -> ControlFlow<()>,
    ) -> Result<ControlFlow<(), Scanned>> {
        let Some(segment) = self.segments.get(part.segment) else {
            return Ok(ControlFlow::Continue(Scanned::default()));
        };
        let damaged = |what| Error::Segment { segment: segment.info.id, what };
        let (mut scanned, mut stop) = (Scanned::default(), false);
        read_blocks(conn, part.blocks.clone(), |block, data| {
            let parsed = Block::parse(data).map_err(at(block))?;
            let place = (block - segment.info.first_block) as usize;
            if segment.fences.get(place) != Some(&fence(parsed.first_key())) {
                return Err(damaged("a fence is not its block's"));
            }
            scanned.postings += parsed.len() as u64;
            let mut ordered = true;
            parsed
                .for_each(|posting| {
                    ordered &= scanned.last.replace(posting) < Some(posting);
                    scanned.first.get_or_insert(posting);
                    stop = stop || visit(posting).is_break();
                })
                .map_err(at(block))?;
            if ordered { Ok(go_on(!stop)) } else { Err(damaged(OUT_OF_ORDER)) }
        })?;
        Ok(if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(scanned) })
    }

    /// Checks the borders of all [`parts`](Reader::parts) of the index, given in order: each begins
    /// after the one before it, and the number of postings is that of the segments.
    pub fn check_parts(&self, parts: &[(Part, Scanned)]) -> Result<()> {
        for parts in parts.chunk_by(|a, b| a.0.segment == b.0.segment) {
            let Some(segment) = self.segments.get(parts[0].0.segment) else { continue };
            let damaged = |what| Error::Segment { segment: segment.info.id, what };
            if parts.windows(2).any(|pair| pair[0].1.last >= pair[1].1.first) {
                return Err(damaged(OUT_OF_ORDER));
            }
            if parts.iter().map(|(_, scanned)| scanned.postings).sum::<u64>()
                != segment.info.posting_count
            {
                return Err(damaged("its number of postings is wrong"));
            }
        }
        Ok(())
    }
}

const OUT_OF_ORDER: &str = "postings are out of order";

/// Consecutive blocks of one segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Index among the segments of the reader.
    segment: usize,
    blocks: Range<i64>,
}

/// Result of a scan of a [`Part`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Scanned {
    /// Number of postings, including postings of deleted games.
    pub postings: u64,
    first: Option<Posting>,
    last: Option<Posting>,
}

impl Segment {
    /// The blocks that may hold a key.
    ///
    /// They begin with the last block before the fences reach that of the key, whose end may hold
    /// the key, and end with the last block whose first key has equal upper 32 bits.
    fn candidates(&self, key: u64) -> Range<i64> {
        let start = self.fences.partition_point(|&first| first < fence(key)).saturating_sub(1);
        let len = self.fences[start..].partition_point(|&first| first <= fence(key));
        let first = self.info.first_block + start as i64;
        first..first + len as i64
    }
}

fn go_on(wanted: bool) -> ControlFlow<()> {
    if wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// Adds the number of the block to an error.
fn at(block: i64) -> impl Fn(BlockError) -> Error {
    move |error| Error::Block { block, error }
}
