//! The table `records`.

use super::error::ColumnsResult;
use super::table::{ArrowColumn, ArrowTable, Cell, GrowingBatch, table};
use crate::metadata::{GameResult, Kind, Status};
use crate::search::{Archive, IdSet};
use crate::store::{self, PlaceRow, RecordParts, RecordRow, RecordSet, SourceRow};
use crate::text::hex;
use arrow_array::RecordBatch;
use arrow_schema::DataType;
use std::borrow::Borrow;
use std::ops::ControlFlow;

/// Columns that are read from the database.
const COLUMNS: RecordParts = RecordParts::TAGS
    .and(RecordParts::NOTES)
    .and(RecordParts::KEY)
    .and(RecordParts::LINE)
    .and(RecordParts::DERIVED);

table! {
    /// Description of the table `records`: one row per record at each of its places.
    RECORDS: "records",
    "One row for every record at each of its places. Most are witnesses of a game. In a file \
            they are sorted by `path`, `member` and `record`.";
    RECORD_CELLS of RecordCells;
    "path": Utf8 = |record| record.path.into(),
        "The file; bytes that are not UTF-8 as `\\xNN`.";
    "member": Utf8 optional = |record| record.member.into(),
        "The path inside an archive. Null for a plain file.";
    "record": Int64 = |record| (record.record as i64).into(),
        "The number of the record in its file, from 1.";
    "byte_offset": Int64 = |record| (record.byte_offset as i64).into(),
        "Its first byte in the file or member, from 0.";
    "format": Utf8 optional = |record| record.format.into(),
        "The format of the file, as `xqdb formats` names it.";
    "encoding": Utf8 optional = |record| record.encoding.into(),
        "How its texts were decoded.";
    "status": Utf8 = |record| record.status.as_str().into(),
        "`ok`, `partial`, `empty` or `rejected`.";
    "error": Utf8 optional = |record| record.error.into(),
        "Why it could not be read to its end, a JSON object with `ply`, `token`, `reason` and \
         `byte_offset`.";
    "damaged": Utf8 optional = |record| record.damaged.into(),
        "Variations that end before the record does, a JSON array.";
    "warnings": Utf8 optional = |record| record.warnings.into(),
        "What was repaired, interpreted or found odd, a JSON array.";
    "game": Utf8 optional = |record| record.game.into(),
        "The key of the game it witnesses; of a file that is no database, the key it has as \
         long as nobody else witnesses it. Null for headings and what was set aside.";
    "start": Utf8 optional = |record| record.start.into(),
        "The position its moves begin from, as FEN. Null is the standard start.";
    "moves": Binary optional = |record| record.moves.into(),
        "Its main line, two bytes a ply as in `games`. Null where it is no game.";
    "result": Utf8 = |record| record.result.as_str().into(),
        "The result it claims, as in `games`.";
    "kind": Utf8 = |record| record.kind.as_str().into(),
        "Its kind, as in `games`.";
    "tags": Utf8 = |record| record.tags.into(),
        "All of its tags as found, a JSON object.";
    "derived": Utf8 optional = |record| record.derived.into(),
        "What its headings, its file and its folders add to its tags, a JSON object as in \
         `games`. What the name of its file alone says stands among the tags, too.";
    "doubt": Utf8 optional = |record| record.doubt.into(),
        "What contradicts its fields, a JSON object: `{\"Date\":\"event says 1982\"}`.";
    "content": Utf8 optional = |record| record.content.into(),
        "The hash of the file's content, BLAKE3 in hexadecimal; where its name or its folders \
         say something of the games, of that, too. Copies of a file have the same, and their \
         records are one witness. Null where only a piece of the file was at hand.";
}

/// Values of a row of [`RECORDS`].
#[derive(Debug)]
pub(super) struct RecordCells<'r> {
    pub(super) path: &'r str,
    pub(super) member: Option<&'r str>,
    /// Number of the record in its file, from 1.
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

impl RecordCells<'_> {
    /// Adds the row to a batch of [`RECORDS`].
    pub(super) fn push_to(&self, batch: &mut GrowingBatch) {
        batch.push(RECORD_CELLS.iter().map(|cell| cell(self)));
    }
}

/// Iterator over the rows of [`RECORDS`] for an archive, by place, in batches.
#[derive(Debug)]
pub struct Records<A> {
    archive: A,
    wanted: Option<IdSet>,
    rows: usize,
    /// Place and source that are being read, and the ordinal of the last record read.
    place: Option<(PlaceRow, SourceRow, u64)>,
    is_over: bool,
    /// Prefix that is removed from paths.
    beneath: String,
}

impl<A: Borrow<Archive>> Records<A> {
    /// The witnesses of the games with these ids, `rows` of them a batch; if `games` is `None`, all
    /// records, also those without a game.
    pub fn new(archive: A, games: Option<IdSet>, rows: usize) -> Records<A> {
        let (place, beneath) = Default::default();
        Records { archive, wanted: games, rows: rows.max(1), place, is_over: false, beneath }
    }

    /// Removes this prefix from paths.
    #[must_use]
    pub fn beneath(self, beneath: String) -> Records<A> {
        Records { beneath, ..self }
    }

    fn batch(&mut self) -> ColumnsResult<Option<RecordBatch>> {
        let archive: &Archive = self.archive.borrow();
        let mut batch = GrowingBatch::of(&RECORDS);
        while batch.rows < self.rows && !self.is_over {
            let most = self.rows - batch.rows;
            let mut records: Vec<RecordRow> = Vec::new();
            if let Some((place, _, last)) = &self.place {
                let set = RecordSet::Source { source: place.source, after: *last };
                archive.snapshot().records(set, COLUMNS, &mut |record| -> store::Result<_> {
                    records.push(record);
                    Ok(match records.len() < most {
                        true => ControlFlow::Continue(()),
                        false => ControlFlow::Break(()),
                    })
                })?;
            }
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
            let is_wanted = |record: &RecordRow| match &self.wanted {
                Some(games) => record.game.is_some_and(|game| games.contains(game)),
                None => true,
            };
            let content = hex(&source.hash);
            for record in records.iter().filter(|record| is_wanted(record)) {
                let tags = record.tags()?.to_json();
                let mut cells = cells(place, source, &content, record, &tags);
                cells.path = cells.path.strip_prefix(&*self.beneath).unwrap_or(cells.path);
                cells.push_to(&mut batch);
            }
        }
        batch.some()
    }
}

impl<A: Borrow<Archive>> Iterator for Records<A> {
    type Item = ColumnsResult<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        self.batch().transpose()
    }
}

fn cells<'r>(
    place: &'r PlaceRow,
    source: &'r SourceRow,
    content: &'r str,
    record: &'r RecordRow,
    tags: &'r str,
) -> RecordCells<'r> {
    RecordCells {
        path: &place.path,
        member: Some(place.member.as_str()).filter(|member| !member.is_empty()),
        record: record.ordinal,
        byte_offset: record.span.start,
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
        tags,
        derived: record.derived.as_deref(),
        doubt: record.doubts.as_deref(),
        content: Some(content),
    }
}
