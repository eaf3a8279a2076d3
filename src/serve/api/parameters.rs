//! The parameters of questions, in the groups in which they are used. Each is told in a few words
//! for the OpenAPI document.

/// A parameter.
#[derive(Debug)]
pub(in crate::serve) struct Parameter {
    /// Its name: that of the argument on the command line, with `_` for `-`.
    pub(in crate::serve) name: &'static str,
    /// What it means.
    pub(in crate::serve) about: &'static str,
    /// What it may be.
    pub(in crate::serve) shape: Shape,
}

/// What a parameter may be.
#[derive(Debug, Copy, Clone)]
pub(in crate::serve) enum Shape {
    /// Any text.
    Text,
    /// May be given several times.
    Texts,
    /// A number from 0.
    Number,
    /// `true` or `false`.
    Flag,
    /// One of these words; the first without.
    OneOf(&'static [&'static str]),
}

use Shape::{Flag, Number, OneOf, Text, Texts};

const fn of(name: &'static str, shape: Shape, about: &'static str) -> Parameter {
    Parameter { name, about, shape }
}

/// Where on the board.
pub(super) const PLACE: &[Parameter] = &[
    of("fen", Text, "The position from which `moves` are played; the standard start without"),
    of("moves", Text, "Moves in any notation"),
];

/// Where on the board, and whether mirror images count.
pub(super) const POSITION: &[Parameter] = &[
    of("fen", Text, "The position from which `moves` are played; the standard start without"),
    of("moves", Text, "Moves in any notation"),
    of("mirror", OneOf(&["any", "exact"]), "Whether mirror images count"),
];

/// Conditions on games; all must hold.
pub(super) const FILTER: &[Parameter] = &[
    of("player", Texts, "A player on either side; each that is named plays"),
    of("red", Text, "The player who has Red"),
    of("black", Text, "The player who has Black"),
    of("names", OneOf(&["auto", "exact", "script", "pinyin"]), "How names are compared"),
    of("event", Text, "Part of the name of the event"),
    of("site", Text, "Part of the name of the place"),
    of("opening", Texts, "Beginning of a code, range of codes or part of a name; any of them"),
    of("since", Text, "Not before this date"),
    of("until", Text, "Not after this date"),
    of("result", Text, "1-0, 0-1, 1/2-1/2 or *"),
    of("kind", Texts, "Kinds of records, or `all`"),
    of("source", Text, "Part of the path of a file"),
    of("min_plies", Number, "At least this long"),
    of("max_plies", Number, "At most this long"),
    of("title", Text, "Part of the title"),
    of("chapter", Text, "Part of book and chapter"),
    of("text", Text, "Words in comments or titles"),
    of("variations", Flag, "Variations count, too"),
    of(
        "unit",
        OneOf(&["games", "lines", "witnesses"]),
        "What counts: games, not their copies; as stated, lines",
    ),
    of("as_stated", Flag, "Nothing derived counts"),
    of("where", Text, "A question in the query language"),
];

/// Orders of games.
const ORDERS: &[&str] =
    &["date", "newest", "key", "plies", "red", "black", "result", "opening", "event", "title"];

const BOARD: Parameter =
    of("contains", Text, "A partial board: rows of a FEN in which `?` is anything");
const IN_ORDER: Parameter = of("in_order", Flag, "The games begin with `moves`, literally");

/// More conditions on games.
pub(super) const CONTAINS: &[Parameter] = &[BOARD, IN_ORDER];

/// The same, and their order.
pub(super) const SEARCH: &[Parameter] =
    &[BOARD, IN_ORDER, of("sort", OneOf(ORDERS), "The order of games; names by their sound")];

/// Which part of a list.
pub(super) const PLACES: &[Parameter] = &[
    of("offset", Number, "So many are passed over"),
    of("limit", Number, "At most so many are listed; 50 without, 1000 at most"),
];

/// How much is told of a move.
pub(super) const EXPLORE: &[Parameter] =
    &[of("latest", Number, "How many of its latest games a move names; 3 without, 20 at most")];

/// How moves are written.
pub(super) const NOTATION: &[Parameter] =
    &[of("notation", Text, "Notation of the moves in the answer; `chinese` without")];

/// How people are spoken to.
pub(in crate::serve) const LANGUAGE: &[Parameter] =
    &[of("lang", OneOf(&["en", "zh-Hans", "zh-Hant"]), "Language of messages")];

/// Whose name.
pub(super) const NAMED: &[Parameter] =
    &[of("name", Text, "Part of the name, in either script or in Latin letters")];

/// What was typed.
pub(super) const TYPED: &[Parameter] = &[of("text", Text, "What was typed")];

/// Over which spans years are counted.
pub(super) const PER: &[Parameter] = &[of("per", OneOf(&["year", "decade"]), "What is counted")];

/// Who was first.
pub(super) const FIRST: &[Parameter] = &[
    of("move", Text, "A move that is played in the position; who came there without"),
    of("limit", Number, "At most so many games of each standing; 5 without, 100 at most"),
];

/// Which endgames.
pub(super) const ENDINGS: &[Parameter] = &[
    of("material", Text, "Two armies without kings, such as `RP-HEE` or `车兵对马双象`"),
    of("at", OneOf(&["any", "end"]), "At any moment, or at the end of the game"),
];

/// Whose repertoire, and how much of it.
pub(super) const REPERTOIRE: &[Parameter] = &[
    of("who", Text, "The player"),
    of("side", OneOf(&["red", "black"]), "The side that he has"),
    of("versus", Text, "Another player, beside whom he is put; everybody without"),
    of("depth", Number, "So many plies; 4 without, 40 at most"),
    of("min_games", Number, "A move of fewer games has no row; 2 without"),
    of("per", OneOf(&["", "year", "decade"]), "What he chose in each, too"),
];

/// Whose strength.
pub(super) const RATINGS: &[Parameter] = &[
    of("who", Text, "One player, with every year; the strongest without"),
    of("min_games", Number, "Players of fewer games are not listed; 10 without"),
    of("limit", Number, "At most so many players; 50 without, 1000 at most"),
];

/// What else is laid beside a game.
pub(super) const BESIDE: &[Parameter] = &[of(
    "with",
    Texts,
    "Beginning of the key of another game, laid beside it in place of its kin",
)];

/// Whether paths are told.
pub(super) const PLACED: &[Parameter] =
    &[of("places", Flag, "Whole paths of the files, not only their names")];

/// Which record, or the records of which game.
pub(super) const RECORD: &[Parameter] = &[
    of("content", Text, "BLAKE3 of the content of its file, as `report` tells it"),
    of("record", Number, "Its number in the file; 1 without"),
    of("game", Text, "Beginning of the key of a game"),
];

/// What is told of a game.
pub(super) const GAME: &[Parameter] = &[
    of("places", Flag, "Whole paths of the files it stands in, not only their names"),
    of("as_stated", Flag, "Nothing derived is told"),
    of("where", Text, "A question whose moments are marked"),
    of("ply", Number, "For .svg: the position after so many plies; the last without"),
];

/// What counts.
pub(super) const STATED: &[Parameter] = &[of("as_stated", Flag, "Nothing derived counts")];

/// How a board is drawn.
pub(super) const PICTURE: &[Parameter] = &[
    of(
        "letters",
        OneOf(&["chinese", "simplified", "latin", "figures"]),
        "What is written on the pieces",
    ),
    of("coordinates", OneOf(&["chinese", "figures", "iccs", "none"]), "What stands at the edges"),
    of("theme", OneOf(&["auto", "light", "dark", "print"]), "Colours"),
    of("flipped", Flag, "Black sits below"),
    of("mirrored", Flag, "Left and right are exchanged"),
    of("last", Text, "A move whose two points are marked, such as h2e2"),
    of("from", Text, "A point whose targets are marked, such as h2"),
    of("arrows", Text, "Moves drawn as arrows, with commas between"),
];

/// Which part of the report.
pub(super) const REPORT: &[Parameter] = &[
    of(
        "part",
        OneOf(&["records", "unread", "doubts", "conflicts", "impossible"]),
        "Records; files that were not read; values that are doubted; witnesses that disagree; what \
         cannot be of players",
    ),
    of("path", Text, "Part of the path of a file"),
    of("places", Flag, "Whole paths of files, not only their names"),
    of("warnings", Flag, "What was repaired or interpreted, too"),
];

/// Parameters of lichess's explorer.
pub(super) const LICHESS: &[Parameter] = &[
    of("fen", Text, "The position from which `play` begins"),
    of("play", Text, "Moves such as h2e2, with commas between"),
    of("since", Text, "Earliest year or month"),
    of("until", Text, "Latest year or month"),
    of("player", Texts, "A player on either side"),
    of("moves", Number, "At most so many moves; 12 without"),
    of("topGames", Number, "Taken and not used: games have no ratings"),
    of("recentGames", Number, "At most so many of the latest games; 4 without, 15 at most"),
];

/// A file that is uploaded.
pub(in crate::serve) const UPLOAD: &[Parameter] = &[
    of("name", Text, "The name of the file, with folders below the one that is uploaded"),
    of("upload", Text, "The upload that it belongs to; a new one without"),
];

/// An upload that nobody wants any more.
pub(in crate::serve) const GIVEN_UP: &[Parameter] = &[of("upload", Text, "The upload")];

/// What is imported: one of both.
pub(in crate::serve) const IMPORT: &[Parameter] = &[
    of("upload", Text, "An upload"),
    of("folder", Text, "A folder or file of the machine, by its whole path; `~` is the user's own"),
];

/// What is forgotten.
pub(in crate::serve) const SAVED: &[Parameter] = &[
    of("kind", OneOf(&["filter", "question", "board", "position"]), "What sort of thing it is"),
    of("name", Text, "Its name"),
];
