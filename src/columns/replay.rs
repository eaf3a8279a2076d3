//! Bytes in one batch, rows of a table in another: the form in which Spark, Ray, DuckDB and Polars
//! run a function over their data. Nothing is opened, and every row is read by itself.
//!
//! Rows of records that were read from bytes, without a database.
//!
//! A record that is a game has the key that the store would give it as long as nobody else
//! witnesses it, and stands for itself. On lines from [`LONG_LINE`](crate::store::LONG_LINE) plies
//! on that is the key whoever else witnesses it.

use super::error::Result;
use super::games::{GAMES, GameCells};
use super::input::{Bytes, Texts, booleans, list, numbers, object, text};
use super::positions::{OfGame, POSITIONS, PositionCells, Stop};
use super::records::{RECORDS, RecordCells};
use super::table::{ArrowTable, GrowingBatch};
use crate::import::{Options, Piece};
use crate::metadata::{Derived, Kind, Metadata, UniqueTags};
use crate::replay::Record;
use crate::store::{Identity, MainLine, key_alone};
use crate::text::Encoding;
use crate::xiangqi::Position;
use arrow_array::{Array, RecordBatch};
use arrow_schema::ArrowError;
use serde_json::{Map, Value};

/// Reads every row of a batch and gives the rows of a table.
///
/// Columns of the batch, by name: `path` (text) and `bytes` (binary) must be there; `member`
/// (text), `offset` (64-bit integer: where the bytes begin in the file), `before` (64-bit integer:
/// how many records of the file come before), `whole` (Boolean: the bytes are all of the file;
/// by default where `offset` is 0), `format` and `encoding` (text: where a piece alone may not tell
/// them), `content` (text: the hash of the file, where the bytes are a piece of it) may be. A row
/// whose bytes are null has no records. Texts and binaries can be of any of Arrow's layouts. Folders
/// say something of games below what was named ([`Options::named`]).
///
/// # Errors
/// When a column is missing or of another type, or an encoding is not known.
pub fn replay<'batch>(
    contents: &'batch RecordBatch,
    wanted: WantedTable,
    options: &Options,
) -> Result<RecordBatch> {
    let paths = Texts::must(contents, "path")?;
    let bytes = Bytes::must(contents, "bytes")?;
    let members = Texts::of(contents, "member")?;
    let formats = Texts::of(contents, "format")?;
    let encodings = Texts::of(contents, "encoding")?;
    let hashes = Texts::of(contents, "content")?;
    let (offsets, before) = (numbers(contents, "offset")?, numbers(contents, "before")?);
    let wholes = booleans(contents, "whole")?;
    let mut batch = GrowingBatch::of(wanted.table());
    for row in 0..contents.num_rows() {
        let Some(bytes) = bytes.at(row) else { continue };
        let number = |numbers: Option<&arrow_array::Int64Array>| {
            let given = numbers.filter(|numbers| numbers.is_valid(row));
            given.map_or(0, |numbers| u64::try_from(numbers.value(row)).unwrap_or(0))
        };
        let offset = number(offsets);
        let whole = wholes.filter(|wholes| wholes.is_valid(row));
        let text = |texts: Option<Texts<'batch>>| texts.and_then(|texts| texts.at(row));
        let encoding = match text(encodings) {
            Some(label) => Some(Encoding::from_label(label).ok_or_else(|| {
                ArrowError::InvalidArgumentError(format!("`{label}` is no encoding"))
            })?),
            None => None,
        };
        let piece = Piece {
            path: paths.at(row).unwrap_or_default(),
            member: text(members),
            offset,
            bytes,
            is_whole: whole.map_or(offset == 0, |whole| whole.value(row)),
            format: text(formats),
            encoding,
        };
        let file = (number(before), text(hashes));
        read(&mut batch, &piece, file, (wanted, options));
    }
    batch.finish()
}

/// Which table is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WantedTable {
    /// [`RECORDS`]: everything that was found.
    Records,
    /// [`GAMES`]: each record that is a game as a game of its own.
    Games,
    /// [`POSITIONS`] of these games; those of variations, too, if they are asked
    /// for.
    Positions {
        /// With the positions of variations.
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

/// Adds the rows of all records of a piece. `before` is the number of records of its file that come
/// before, `content` the hash of the file, where it is known.
fn read(
    batch: &mut GrowingBatch,
    piece: &Piece<'_>,
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
        let game = line.as_ref().zip(key.as_deref());
        let place = InFile {
            piece,
            number,
            format: parsed.format.map(|format| format.name),
            encoding: parsed.encoding.map(Encoding::label),
            content: content.as_deref(),
        };
        let read = ReadRecord { record, data: &data, derived: &derived };
        match (wanted, game) {
            (WantedTable::Records, _) => read.push_record(batch, &place, game),
            (WantedTable::Games, Some((line, key))) => read.push_game(batch, line, key),
            (WantedTable::Positions { variations }, Some((_, key))) => {
                read.push_positions(batch, key, variations);
            }
            _ => {}
        }
    }
}

/// An object in the order of its fields, in which a database keeps them.
fn by_field(mut object: Map<String, Value>) -> Map<String, Value> {
    object.sort_keys();
    object
}

fn hash_of(piece: &Piece<'_>, options: &Options) -> Option<String> {
    piece.content_hash(options).map(|hash| blake3::Hash::from_bytes(hash).to_hex().to_string())
}

/// Where a record stands.
struct InFile<'p> {
    piece: &'p Piece<'p>,
    /// 1-based in the file.
    number: u64,
    format: Option<&'static str>,
    /// How the texts of the file were decoded; single records can have one of their own.
    encoding: Option<&'static str>,
    /// The hash of the file.
    content: Option<&'p str>,
}

/// A record and what follows from what it says.
struct ReadRecord<'r> {
    record: &'r Record,
    data: &'r Metadata,
    derived: &'r Derived,
}

impl ReadRecord<'_> {
    fn push_record(
        &self,
        batch: &mut GrowingBatch,
        place: &InFile<'_>,
        line: Option<(&MainLine, &str)>,
    ) {
        let Record { span, game, .. } = self.record;
        let &InFile { piece, number, format, encoding, content } = place;
        let tags = self.record.all_tags();
        RecordCells {
            path: piece.path,
            member: piece.member,
            record: number,
            byte_offset: span.start,
            format,
            encoding,
            status: game.outcome.status(),
            error: game.outcome.failure().map(text).as_deref(),
            damaged: list(&game.damaged).as_deref(),
            warnings: list(&game.warnings).as_deref(),
            game: line.map(|(_, key)| key),
            start: line.and_then(|(line, _)| line.start.as_deref()),
            moves: line.map(|(line, _)| line.moves.as_slice()),
            result: self.data.result,
            kind: self.data.kind.unwrap_or(Kind::Game),
            tags: &text(&UniqueTags::of(&tags)),
            derived: object(by_field(self.derived.values_json())).as_deref(),
            doubt: object(self.derived.doubts_json()).as_deref(),
            content,
        }
        .push_to(batch);
    }

    fn push_game(&self, batch: &mut GrowingBatch, line: &MainLine, key: &str) {
        let cells = GameCells {
            derived: object(self.derived.values_json()),
            doubt: object(self.derived.doubts_json()),
            ..GameCells::of(line, key, self.data)
        };
        cells.push_to(batch);
    }

    fn push_positions(&self, batch: &mut GrowingBatch, key: &str, variations: bool) {
        let data = self.data;
        let game = OfGame {
            key,
            kind: data.compared_kind().unwrap_or(Kind::Game),
            result: data.compared_result(),
            year: data.compared_date().map(|date| date.year),
        };
        let start = self.record.game.start.as_deref().cloned().unwrap_or_else(Position::start);
        self.record.game.tree.visit(&start, |visited| {
            if variations || !visited.is_variation {
                PositionCells { stop: &Stop::of(&visited), game: &game }.push_to(batch);
            }
        });
    }
}
