//! Reads records from bytes in one batch and returns rows of a table in another, the form in which
//! Spark, Ray, DuckDB and Polars run a function over their data. No file is opened, and every row
//! is read by itself.
//!
//! A record that is a game gets the key that the store gives a game with this one witness, and
//! counts as itself. From [`LONG_LINE`](crate::store::LONG_LINE) plies on, other witnesses do not
//! change the key.

use super::error::ColumnsResult;
use super::games::{GAMES, GameCells};
use super::input::{ColumnValues, InputColumn, list, object, text};
use super::positions::{LineStop, OfGame, POSITIONS, PositionCells, RepeatedFacts};
use super::records::{RECORDS, RecordCells};
use super::table::{ArrowTable, GrowingBatch};
use crate::import::{ContentPiece, Options};
use crate::metadata::{Kind, UniqueTags};
use crate::replay::LineEvaluations;
use crate::store::{Identity, MainLine, key_alone};
use crate::text::{Encoding, hex};
use crate::xiangqi::{Position, Side};
use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// Reads every row of a batch and returns rows of the wanted table.
///
/// Columns of the batch, by name: `path` (text) and `bytes` (binary) are required. Optional are
/// `member` (text), `offset` (64-bit integer: place of the first byte in the file), `before`
/// (64-bit integer: number of earlier records of the file), `whole` (Boolean: the bytes are the
/// whole file; default: `offset` is 0), `format` and `encoding` (text: for pieces that do not show
/// them) and `content` (text: hash of the file, for pieces). A row whose bytes are null has no
/// records. Texts and binaries can have any of Arrow's layouts. Names of folders below
/// [`Options::named`] are read as data of games.
///
/// # Errors
/// When a column is missing or has another type, or an encoding is unknown.
pub fn replay(
    contents: &RecordBatch,
    wanted: WantedTable,
    options: &Options,
) -> ColumnsResult<RecordBatch> {
    let of = |name: &str, values: ColumnValues| InputColumn::of(contents, name, values);
    let paths = InputColumn::must(contents, "path", ColumnValues::Text)?;
    let bytes = InputColumn::must(contents, "bytes", ColumnValues::Bytes)?;
    let (members, hashes) = (of("member", ColumnValues::Text)?, of("content", ColumnValues::Text)?);
    let (formats, encodings) =
        (of("format", ColumnValues::Text)?, of("encoding", ColumnValues::Text)?);
    let (offsets, before) =
        (of("offset", ColumnValues::Number)?, of("before", ColumnValues::Number)?);
    let wholes = of("whole", ColumnValues::Truth)?;
    let mut batch = GrowingBatch::of(wanted.table());
    for row in 0..contents.num_rows() {
        let Some(bytes) = bytes.bytes(row) else { continue };
        let number = |numbers: InputColumn<'_>| {
            numbers.number(row).map_or(0, |number| u64::try_from(number).unwrap_or(0))
        };
        let encoding = match encodings.text(row) {
            Some(label) => Some(Encoding::from_label(label).ok_or_else(|| {
                ArrowError::InvalidArgumentError(format!("`{label}` is no encoding"))
            })?),
            None => None,
        };
        let offset = number(offsets);
        let piece = ContentPiece {
            path: paths.text(row).unwrap_or_default(),
            member: members.text(row),
            offset,
            bytes,
            is_whole: wholes.truth(row).unwrap_or(offset == 0),
            format: formats.text(row),
            encoding,
        };
        let file = (number(before), hashes.text(row));
        read(&mut batch, &piece, file, (wanted, options));
    }
    batch.finish()
}

/// Table that [`replay`] returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WantedTable {
    /// [`RECORDS`]: all records.
    Records,
    /// [`GAMES`]: one game for each record that is a game.
    Games,
    /// [`POSITIONS`] of these games.
    Positions {
        /// Whether the positions of variations are included.
        variations: bool,
    },
}

impl WantedTable {
    fn table(self) -> &'static ArrowTable {
        match self {
            WantedTable::Records => &RECORDS,
            WantedTable::Games => &GAMES,
            WantedTable::Positions { .. } => &POSITIONS,
        }
    }
}

/// Adds the rows of all records of a piece. `before` is the number of earlier records of the file,
/// `content` the hash of the file if known.
fn read(
    batch: &mut GrowingBatch,
    piece: &ContentPiece<'_>,
    (before, content): (u64, Option<&str>),
    (wanted, options): (WantedTable, &Options),
) {
    let parsed = piece.parse(options);
    let content = match wanted {
        WantedTable::Records => content.map(str::to_owned).or_else(|| hash_of(piece, options)),
        _ => None,
    };
    for (number, record) in (before + 1..).zip(&parsed.records) {
        let (data, derived) = record.derive();
        let line = MainLine::of(&record.game);
        let key = line.as_ref().map(|line| key_alone(line, &Identity::of(&data)));
        match (wanted, line.as_ref().zip(key.as_deref())) {
            (WantedTable::Records, game) => {
                let outcome = &record.game.outcome;
                RecordCells {
                    path: piece.path,
                    member: piece.member,
                    record: number,
                    byte_offset: record.span.start,
                    format: parsed.format.map(|format| format.name),
                    // A record can have an encoding of its own, which this does not show.
                    encoding: parsed.encoding.map(Encoding::label),
                    status: outcome.status(),
                    error: outcome.failure().map(text).as_deref(),
                    damaged: list(&record.game.damaged).as_deref(),
                    warnings: list(&record.game.warnings).as_deref(),
                    game: game.map(|(_, key)| key),
                    start: game.and_then(|(line, _)| line.start.as_deref()),
                    moves: game.map(|(line, _)| line.moves.as_slice()),
                    result: data.result,
                    kind: data.kind.unwrap_or(Kind::Game),
                    tags: &text(&UniqueTags::of(&record.all_tags())),
                    derived: object(by_field(derived.values_json())).as_deref(),
                    doubt: object(derived.doubts_json()).as_deref(),
                    content: content.as_deref(),
                }
                .push_to(batch);
            }
            (WantedTable::Games, Some((line, key))) => {
                let cells = GameCells {
                    derived: Cow::Borrowed(&derived),
                    ..GameCells::of(line, key, &data)
                };
                cells.push_to(batch);
            }
            (WantedTable::Positions { variations }, Some((_, key))) => {
                let facts = RepeatedFacts {
                    kind: data.compared_kind().unwrap_or(Kind::Game),
                    result: data.compared_result(),
                    year: data.compared_date().year(),
                };
                let game = OfGame { key, facts };
                let start = record.game.start.as_deref().cloned();
                let first = start.as_ref().map_or(Side::Red, Position::side);
                let said = record.game.tree.evaluations(first);
                let said = LineEvaluations::of_main_line(&said);
                record.game.tree.visit(&start.unwrap_or_else(Position::start), |visited| {
                    if variations || !visited.is_variation {
                        let stop = LineStop::of(&visited, &said);
                        PositionCells { stop: &stop, game: &game }.push_to(batch);
                    }
                });
            }
            _ => {}
        }
    }
}

/// An object with sorted fields, as a database stores it.
fn by_field(mut object: Map<String, Value>) -> Map<String, Value> {
    object.sort_keys();
    object
}

fn hash_of(piece: &ContentPiece<'_>, options: &Options) -> Option<String> {
    piece.content_hash(options).map(|hash| hex(&hash))
}
