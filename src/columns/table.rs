//! The tables: which columns each has, of which type, and what they say. `docs/parquet.md` has the
//! same for readers, and a test compares the two.

use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::sync::Arc;

/// A column.
#[derive(Debug)]
pub struct Column {
    /// Its name; once published, it stays.
    pub name: &'static str,
    /// The type of its values in Arrow.
    pub data_type: DataType,
    /// Whether a value may be missing.
    pub is_optional: bool,
    /// What a value says: a sentence or two of English, with units.
    pub about: &'static str,
}

/// A table.
#[derive(Debug)]
pub struct Table {
    /// Its name, and that of its Parquet file without the extension.
    pub name: &'static str,
    /// What a row is.
    pub about: &'static str,
    /// Its columns, in order.
    pub columns: &'static [Column],
}

impl Table {
    /// The schema of its batches.
    pub fn schema(&self) -> SchemaRef {
        let field =
            |column: &Column| Field::new(column.name, column.data_type.clone(), column.is_optional);
        Arc::new(Schema::new(self.columns.iter().map(field).collect::<Vec<_>>()))
    }
}

const fn column(name: &'static str, data_type: DataType, about: &'static str) -> Column {
    Column { name, data_type, is_optional: false, about }
}

const fn optional(name: &'static str, data_type: DataType, about: &'static str) -> Column {
    Column { name, data_type, is_optional: true, about }
}

/// The games of an archive, one a row.
pub static GAMES: Table = Table {
    name: "games",
    about: "One row for every distinct game. In a file they are sorted by `key`.",
    columns: &[
        column("key", DataType::Utf8, "The public id of the game, 12 characters."),
        column(
            "kind",
            DataType::Utf8,
            "`game`, `handicap`, `opening`, `endgame`, `composed` or `position`. \
             Statistics of xqdb count `game` unless asked otherwise.",
        ),
        column(
            "counts_as",
            DataType::Utf8,
            "The key of the game that stands for this one and its certain copies; the own `key` \
             where there is no copy. `count(distinct counts_as)` counts as xqdb does.",
        ),
        optional("red", DataType::Utf8, "The name of Red, without the team."),
        optional("black", DataType::Utf8, "The name of Black, without the team."),
        optional("red_team", DataType::Utf8, "The team of Red."),
        optional("black_team", DataType::Utf8, "The team of Black."),
        optional("event", DataType::Utf8, "Tournament, book or collection."),
        optional("site", DataType::Utf8, "The place."),
        optional("round", DataType::Utf8, "The round, as found."),
        optional(
            "date",
            DataType::Utf8,
            "The stated date as far as it is known: `1956-10-02`, `1956-10` or `1956`.",
        ),
        optional(
            "year",
            DataType::Int16,
            "The year that questions compare: of the stated date, or else of a derived one. Null \
             where the date is doubted.",
        ),
        optional(
            "derived",
            DataType::Utf8,
            "What headings and file names say and no record states, a JSON object: \
             `{\"Red\":{\"value\":\"胡荣华\",\"from\":\"event\"}}`.",
        ),
        optional(
            "doubt",
            DataType::Utf8,
            "What contradicts the stated fields, a JSON object: `{\"Date\":\"event says 1982\"}`.",
        ),
        column(
            "result",
            DataType::Utf8,
            "The result that questions compare: `1-0`, `0-1`, `1/2-1/2`, or `*` where none is \
             known.",
        ),
        optional("termination", DataType::Utf8, "How the game ended, in words."),
        optional(
            "opening",
            DataType::Utf8,
            "The ECCO code by moves, such as `C55`. Null where the game does not begin from the \
             standard start.",
        ),
        optional("opening_found", DataType::Utf8, "The opening as the records name it."),
        optional(
            "start",
            DataType::Utf8,
            "The position it begins from, as FEN. Null is the standard start.",
        ),
        column("plies", DataType::Int32, "The length of the main line in plies."),
        column(
            "moves",
            DataType::Binary,
            "The main line, two bytes a ply: from-square and to-square, each rank × 9 + file, 0 \
             for a0 at Red's left.",
        ),
    ],
};

/// The positions of games, one for every ply.
pub static POSITIONS: Table = Table {
    name: "positions",
    about: "One row for every position of every game: before each move, and after the last. \
            In a file they are sorted by `key`, `game` and `ply`.",
    columns: &[
        column(
            "key",
            DataType::Int64,
            "The key of the position: 56 bits, never negative, equal for a position and its \
             left-right mirror image. `xq_key` of xqdb's SQL gives the same.",
        ),
        column(
            "mirrored",
            DataType::Boolean,
            "Whether the board is the mirror image of the one that the key was made from.",
        ),
        column(
            "own_mirror",
            DataType::Boolean,
            "Whether the board is its own mirror image. A move and its mirror image are then one.",
        ),
        column("game", DataType::Utf8, "The `key` of the game."),
        column("ply", DataType::Int32, "How many moves were made before, 0 for the start."),
        optional(
            "move",
            DataType::Utf8,
            "The move that follows, as it was played: `h2e2`, files a to i from Red's left, ranks \
             0 to 9 from Red's side. Null where the line ends.",
        ),
        column("side", DataType::Utf8, "The side to move: `w` is Red, `b` is Black."),
        column("kind", DataType::Utf8, "The kind of the game, as in `games`."),
        column("result", DataType::Utf8, "The result of the game, as in `games`."),
        optional("year", DataType::Int16, "The year of the game, as in `games`."),
        column(
            "variation",
            DataType::Boolean,
            "Whether the position stands in a variation or leads to one, and not in the main line.",
        ),
    ],
};

/// The records of files, with what each says.
pub static RECORDS: Table = Table {
    name: "records",
    about: "One row for every record at each of its places. Most are witnesses of a game. In a file \
            they are sorted by `path`, `member` and `record`.",
    columns: &[
        column("path", DataType::Utf8, "The file; bytes that are not UTF-8 as `\\xNN`."),
        optional("member", DataType::Utf8, "The path inside an archive. Null for a plain file."),
        column("record", DataType::Int64, "The number of the record in its file, from 1."),
        column("byte_offset", DataType::Int64, "Its first byte in the file or member, from 0."),
        optional("format", DataType::Utf8, "The format of the file, as `xqdb formats` names it."),
        optional("encoding", DataType::Utf8, "How its texts were decoded."),
        column("status", DataType::Utf8, "`ok`, `partial`, `empty` or `rejected`."),
        optional(
            "error",
            DataType::Utf8,
            "Why it could not be read to its end, a JSON object with `ply`, `token`, `reason` and \
             `byte_offset`.",
        ),
        optional(
            "damaged",
            DataType::Utf8,
            "Variations that end before the record does, a JSON array.",
        ),
        optional(
            "warnings",
            DataType::Utf8,
            "What was repaired, interpreted or found odd, a JSON array.",
        ),
        optional(
            "game",
            DataType::Utf8,
            "The key of the game it witnesses; of a file that is no database, the key it has as \
             long as nobody else witnesses it. Null for headings and what was set aside.",
        ),
        optional(
            "start",
            DataType::Utf8,
            "The position its moves begin from, as FEN. Null is the standard start.",
        ),
        optional(
            "moves",
            DataType::Binary,
            "Its main line, two bytes a ply as in `games`. Null where it is no game.",
        ),
        column("result", DataType::Utf8, "The result it claims, as in `games`."),
        column("kind", DataType::Utf8, "Its kind, as in `games`."),
        column("tags", DataType::Utf8, "All of its tags as found, a JSON object."),
        optional(
            "derived",
            DataType::Utf8,
            "What its headings, its file and its folders add to its tags, a JSON object as in \
             `games`. What the name of its file alone says stands among the tags, too.",
        ),
        optional(
            "doubt",
            DataType::Utf8,
            "What contradicts its fields, a JSON object: `{\"Date\":\"event says 1982\"}`.",
        ),
        optional(
            "content",
            DataType::Utf8,
            "The hash of the file's content, BLAKE3 in hexadecimal; where its name or its folders \
             say something of the games, of that, too. Copies of a file have the same, and their \
             records are one witness. Null where only a piece of the file was at hand.",
        ),
    ],
};

/// Files in pieces, for [`replay`](super::replay).
pub static PIECES: Table = Table {
    name: "pieces",
    about: "One row for every file, member of an archive, or piece of a large file that begins \
            with a record.",
    columns: &[
        column("path", DataType::Utf8, "The file; bytes that are not UTF-8 as `\\xNN`."),
        optional("member", DataType::Utf8, "The path inside an archive. Null for a plain file."),
        column("offset", DataType::Int64, "Where the bytes begin in the file or member."),
        column("before", DataType::Int64, "How many records of the file or member come before."),
        optional("bytes", DataType::Binary, "The bytes. Null where nothing could be read."),
        column("whole", DataType::Boolean, "Whether they are all of the file or member."),
        optional("format", DataType::Utf8, "The format, as `xqdb formats` names it."),
        optional("encoding", DataType::Utf8, "How its texts are to be decoded."),
        column("content", DataType::Utf8, "The hash of the file's content, as in `records`."),
        optional("unread", DataType::Utf8, "Why nothing could be read, in English."),
    ],
};

/// The tables of an archive.
pub static TABLES: [&Table; 3] = [&GAMES, &POSITIONS, &RECORDS];
