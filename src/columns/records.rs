//! The table `records`.

use super::error::Result;
use super::table::RECORDS;
use crate::metadata::{GameResult, Kind, Status};
use crate::search::{Archive, IdSet};
use crate::store::{PlaceRow, PlacedRecord, SourceRow};
use arrow_array::RecordBatch;
use arrow_array::builder::{BinaryBuilder, Int64Builder, StringBuilder};
use std::borrow::Borrow;
use std::sync::Arc;

/// What a row says.
#[derive(Debug)]
pub(super) struct RecordCells<'r> {
    pub(super) path: &'r str,
    pub(super) member: Option<&'r str>,
    /// 1-based in the file.
    pub(super) record: u64,
    pub(super) byte_offset: u64,
    pub(super) format: Option<&'r str>,
    pub(super) encoding: Option<&'r str>,
    pub(super) status: Status,
    pub(super) error: Option<&'r str>,
    pub(super) damaged: Option<&'r str>,
    pub(super) warnings: Option<&'r str>,
    pub(super) game: Option<&'r str>,
    pub(super) start: Option<&'r str>,
    pub(super) moves: Option<&'r [u8]>,
    pub(super) result: GameResult,
    pub(super) kind: Kind,
    pub(super) tags: &'r str,
    pub(super) derived: Option<&'r str>,
    pub(super) doubt: Option<&'r str>,
    pub(super) content: Option<&'r str>,
}

/// The rows of [`RECORDS`] for an archive, by place.
#[derive(Debug)]
pub struct Records<A> {
    archive: A,
    wanted: Option<IdSet>,
    rows: usize,
    /// The source whose records come next, and the last ordinal that came.
    place: Option<(PlaceRow, SourceRow, u64)>,
    is_over: bool,
}

impl<A: Borrow<Archive>> Records<A> {
    /// The witnesses of the games with these ids, so many rows a batch; all records, whether they
    /// witness a game or not, where none are named.
    pub fn new(archive: A, games: Option<IdSet>, rows: usize) -> Records<A> {
        Records { archive, wanted: games, rows: rows.max(1), place: None, is_over: false }
    }

    fn batch(&mut self) -> Result<Option<RecordBatch>> {
        let archive: &Archive = self.archive.borrow();
        let mut columns = RecordColumns::default();
        while columns.rows < self.rows && !self.is_over {
            let most = self.rows - columns.rows;
            let records = match &self.place {
                Some((place, _, last)) => {
                    archive.snapshot().placed_records(place.source, *last, most)?
                }
                None => Vec::new(),
            };
            let (Some((place, source, last)), Some(end)) = (&mut self.place, records.last()) else {
                let behind = self.place.as_ref().map(|(place, ..)| place);
                let next = archive.snapshot().next_place(behind)?;
                self.is_over = next.is_none();
                self.place = match next {
                    Some(place) => {
                        let source = archive.snapshot().source(place.source)?;
                        Some((place, source, 0))
                    }
                    None => None,
                };
                continue;
            };
            *last = end.ordinal;
            let is_wanted = |record: &PlacedRecord| match &self.wanted {
                Some(games) => record.game.is_some_and(|game| games.contains(game)),
                None => true,
            };
            for record in records.iter().filter(|record| is_wanted(record)) {
                columns.push(&cells(place, source, record));
            }
        }
        if columns.rows == 0 { Ok(None) } else { columns.finish().map(Some) }
    }
}

impl<A: Borrow<Archive>> Iterator for Records<A> {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        self.batch().transpose()
    }
}

fn cells<'r>(
    place: &'r PlaceRow,
    source: &'r SourceRow,
    record: &'r PlacedRecord,
) -> RecordCells<'r> {
    RecordCells {
        path: &place.path,
        member: Some(place.member.as_str()).filter(|member| !member.is_empty()),
        record: record.ordinal,
        byte_offset: record.start_byte,
        format: source.format.as_deref(),
        encoding: source.encoding.as_deref(),
        status: record.status,
        error: record.error.as_deref(),
        damaged: record.damaged.as_deref(),
        warnings: record.warnings.as_deref(),
        game: record.key.as_deref(),
        start: record.start.as_deref(),
        moves: record.moves.as_deref(),
        result: record.result,
        kind: record.kind,
        tags: &record.tags,
        derived: record.derived.as_deref(),
        doubt: record.doubt.as_deref(),
        content: Some(&source.hash),
    }
}

/// A batch of [`RECORDS`] while it grows.
#[derive(Default)]
pub(super) struct RecordColumns {
    path: StringBuilder,
    member: StringBuilder,
    record: Int64Builder,
    byte_offset: Int64Builder,
    format: StringBuilder,
    encoding: StringBuilder,
    status: StringBuilder,
    error: StringBuilder,
    damaged: StringBuilder,
    warnings: StringBuilder,
    game: StringBuilder,
    start: StringBuilder,
    moves: BinaryBuilder,
    result: StringBuilder,
    kind: StringBuilder,
    tags: StringBuilder,
    derived: StringBuilder,
    doubt: StringBuilder,
    content: StringBuilder,
    pub(super) rows: usize,
}

impl RecordColumns {
    pub(super) fn push(&mut self, cells: &RecordCells<'_>) {
        self.path.append_value(cells.path);
        self.member.append_option(cells.member);
        self.record.append_value(cells.record as i64);
        self.byte_offset.append_value(cells.byte_offset as i64);
        self.format.append_option(cells.format);
        self.encoding.append_option(cells.encoding);
        self.status.append_value(cells.status.as_str());
        self.error.append_option(cells.error);
        self.damaged.append_option(cells.damaged);
        self.warnings.append_option(cells.warnings);
        self.game.append_option(cells.game);
        self.start.append_option(cells.start);
        self.moves.append_option(cells.moves);
        self.result.append_value(cells.result.as_str());
        self.kind.append_value(cells.kind.as_str());
        self.tags.append_value(cells.tags);
        self.derived.append_option(cells.derived);
        self.doubt.append_option(cells.doubt);
        self.content.append_option(cells.content);
        self.rows += 1;
    }

    /// The batch.
    pub(super) fn finish(mut self) -> Result<RecordBatch> {
        let batch = RecordBatch::try_new(
            RECORDS.schema(),
            vec![
                Arc::new(self.path.finish()),
                Arc::new(self.member.finish()),
                Arc::new(self.record.finish()),
                Arc::new(self.byte_offset.finish()),
                Arc::new(self.format.finish()),
                Arc::new(self.encoding.finish()),
                Arc::new(self.status.finish()),
                Arc::new(self.error.finish()),
                Arc::new(self.damaged.finish()),
                Arc::new(self.warnings.finish()),
                Arc::new(self.game.finish()),
                Arc::new(self.start.finish()),
                Arc::new(self.moves.finish()),
                Arc::new(self.result.finish()),
                Arc::new(self.kind.finish()),
                Arc::new(self.tags.finish()),
                Arc::new(self.derived.finish()),
                Arc::new(self.doubt.finish()),
                Arc::new(self.content.finish()),
            ],
        )?;
        Ok(batch)
    }
}
