//! Rows of records that were read from bytes, without a database.
//!
//! A record that is a game has the key that the store would give it as long as nobody else
//! witnesses it, and stands for itself. On lines from [`LONG_LINE`](crate::store::LONG_LINE) plies
//! on that is the key whoever else witnesses it.

use super::error::Result;
use super::games::{GameCells, GameColumns};
use super::json::{list, object, text};
use super::lines::OfGame;
use super::positions::{PositionColumns, Stop};
use super::records::{RecordCells, RecordColumns};
use crate::import::{Options, Piece};
use crate::metadata::{Derived, Kind, Metadata, UniqueTags};
use crate::replay::Record;
use crate::store::{Identity, MainLine, key_alone};
use crate::text::Encoding;
use crate::xiangqi::Position;
use arrow_array::RecordBatch;
use serde_json::{Map, Value};

/// Which table is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// [`RECORDS`](super::RECORDS): everything that was found.
    Records,
    /// [`GAMES`](super::GAMES): each record that is a game as a game of its own.
    Games,
    /// [`POSITIONS`](super::POSITIONS) of these games; those of variations, too, if they are asked
    /// for.
    Positions {
        /// With the positions of variations.
        variations: bool,
    },
}

/// A table while records come.
pub(super) enum Growing {
    Records(Box<RecordColumns>),
    Games(Box<GameColumns>),
    Positions(Box<PositionColumns>, bool),
}

impl Growing {
    pub(super) fn new(wanted: Wanted) -> Growing {
        match wanted {
            Wanted::Records => Growing::Records(Box::default()),
            Wanted::Games => Growing::Games(Box::default()),
            Wanted::Positions { variations } => Growing::Positions(Box::default(), variations),
        }
    }

    /// Adds all records of a piece, of whose file so many records come before it. `content` is the
    /// hash of the file, where it is known.
    pub(super) fn read(
        &mut self,
        piece: &Piece<'_>,
        (before, content): (u64, Option<&str>),
        options: &Options,
    ) {
        let parsed = piece.parse(options);
        let format = parsed.format.map(|format| format.name);
        let encoding = parsed.encoding.map(Encoding::label);
        let content = match self {
            Growing::Records(_) => content.map(str::to_owned).or_else(|| hash_of(piece, options)),
            _ => None,
        };
        for (number, record) in (before + 1..).zip(&parsed.records) {
            let (data, derived) = record.derive();
            let line = MainLine::of(&record.game);
            let key = line.as_ref().map(|line| key_alone(line, &Identity::of(&data)));
            let told = Told { record, data: &data, derived: &derived };
            match (&mut *self, &line, &key) {
                (Growing::Records(columns), ..) => {
                    let line = line.as_ref().zip(key.as_deref());
                    let place =
                        InFile { piece, number, format, encoding, content: content.as_deref() };
                    told.record(columns, &place, line);
                }
                (Growing::Games(columns), Some(line), Some(key)) => told.game(columns, line, key),
                (Growing::Positions(columns, variations), Some(_), Some(key)) => {
                    told.positions(columns, key, *variations);
                }
                _ => {}
            }
        }
    }

    /// The batch; one without rows where nothing was found.
    pub(super) fn finish(self) -> Result<RecordBatch> {
        match self {
            Growing::Records(columns) => columns.finish(),
            Growing::Games(columns) => columns.finish(),
            Growing::Positions(columns, _) => columns.finish(),
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
struct Told<'r> {
    record: &'r Record,
    data: &'r Metadata,
    derived: &'r Derived,
}

impl Told<'_> {
    fn record(
        &self,
        columns: &mut RecordColumns,
        place: &InFile<'_>,
        line: Option<(&MainLine, &str)>,
    ) {
        let Record { span, game, .. } = self.record;
        let &InFile { piece, number, format, encoding, content } = place;
        let tags = self.record.all_tags();
        columns.push(&RecordCells {
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
        });
    }

    fn game(&self, columns: &mut GameColumns, line: &MainLine, key: &str) {
        columns.push(&GameCells {
            derived: object(self.derived.values_json()),
            doubt: object(self.derived.doubts_json()),
            ..GameCells::of(line, key, self.data)
        });
    }

    fn positions(&self, columns: &mut PositionColumns, key: &str, variations: bool) {
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
                columns.push(&Stop::of(&visited), &game);
            }
        });
    }
}
