//! The parameters of questions and changes, in the groups in which they are used: name, shape and
//! a few words for the OpenAPI document. Whoever reads one takes its bounds and words from here.

/// A parameter.
#[derive(Debug)]
pub(super) struct Parameter {
    /// Its name: that of the argument on the command line, with `_` for `-`.
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) shape: Shape,
}

/// The values that a parameter takes.
#[derive(Debug, Copy, Clone)]
pub(super) enum Shape {
    Text,
    /// A text; may be given several times.
    Texts,
    /// A whole number up to `most`; `usual` if nothing is said.
    Number {
        usual: Option<usize>,
        most: usize,
    },
    /// `true` or `false`; false if nothing is said.
    Flag,
    /// One of these words; the first if nothing is said.
    OneOf(&'static [&'static str]),
}

use Shape::{Flag, OneOf, Text, Texts};

const fn of(name: &'static str, shape: Shape, about: &'static str) -> Parameter {
    Parameter { name, about, shape }
}

const fn number(
    name: &'static str,
    usual: Option<usize>,
    most: usize,
    about: &'static str,
) -> Parameter {
    of(name, Shape::Number { usual, most }, about)
}

/// Where no other bound is.
const ANY: usize = u32::MAX as usize;

const FEN: Parameter =
    of("fen", Text, "The position from which `moves` are played; the standard start without");
const MOVES: Parameter = of("moves", Text, "Moves in any notation");

/// Where on the board.
pub(super) const PLACE: &[Parameter] = &[FEN, MOVES];

/// Where on the board, and whether mirror images count.
pub(super) const POSITION: &[Parameter] =
    &[FEN, MOVES, of("mirror", OneOf(&["any", "exact"]), "Whether mirror images count")];

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
    number("min_plies", None, u16::MAX as usize, "At least this long"),
    number("max_plies", None, u16::MAX as usize, "At most this long"),
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

/// More conditions on games, and their order.
pub(super) const SEARCH: &[Parameter] =
    &[BOARD, IN_ORDER, of("sort", OneOf(ORDERS), "The order of games; names by their sound")];

pub(super) const OFFSET: Parameter =
    number("offset", Some(0), ANY, "Number of rows that are passed over");
pub(super) const LIMIT: Parameter =
    number("limit", Some(50), 1000, "Number of rows that are listed at most");
/// Which part of a list.
pub(super) const PLACES: &[Parameter] = &[OFFSET, LIMIT];

pub(super) const LATEST: Parameter =
    number("latest", Some(3), 20, "How many of its latest games a move names");
/// How much is listed of a move.
pub(super) const EXPLORE: &[Parameter] = &[LATEST];

/// How moves are written.
pub(super) const NOTATION: &[Parameter] =
    &[of("notation", Text, "Notation of the moves in the answer; `chinese` without")];

/// The language of messages: a parameter of every route.
pub(super) const LANGUAGE: &[Parameter] =
    &[of("lang", OneOf(&["en", "zh-Hans", "zh-Hant"]), "Language of messages")];

/// Whose name.
pub(super) const NAMED: &[Parameter] =
    &[of("name", Text, "Part of the name, in either script or in Latin letters")];

/// A typed text.
pub(super) const TYPED: &[Parameter] = &[of("text", Text, "What was typed")];

pub(super) const SPAN: Parameter = of("per", OneOf(&["year", "decade"]), "What is counted");
/// Over which spans years are counted.
pub(super) const PER: &[Parameter] = &[SPAN];

pub(super) const FIRST_LIMIT: Parameter =
    number("limit", Some(5), 100, "Number of games of each standing that are listed at most");
/// Who was first.
pub(super) const FIRST: &[Parameter] = &[
    of("move", Text, "A move that is played in the position; who came there without"),
    FIRST_LIMIT,
];

pub(super) const MOMENT: Parameter =
    of("at", OneOf(&["any", "end"]), "At any moment, or at the end of the game");
/// Which endgames.
pub(super) const ENDINGS: &[Parameter] =
    &[of("material", Text, "Two armies without kings, such as `RP-HEE` or `车兵对马双象`"), MOMENT];

pub(super) const SIDE: Parameter =
    of("side", OneOf(&["red", "black"]), "The side that the player has");
pub(super) const DEPTH: Parameter = number("depth", Some(4), 40, "Depth of the tree, in plies");
pub(super) const MOVE_GAMES: Parameter =
    number("min_games", Some(2), ANY, "A move of fewer games has no row");
pub(super) const CHOSEN_PER: Parameter =
    of("per", OneOf(&["", "year", "decade"]), "What the player chose in each, too");
/// Whose repertoire, and how much of it.
pub(super) const REPERTOIRE: &[Parameter] = &[
    of("who", Text, "The player"),
    SIDE,
    of("versus", Text, "Another player, beside whom the player is put; everybody without"),
    DEPTH,
    MOVE_GAMES,
    CHOSEN_PER,
];

pub(super) const RATED_GAMES: Parameter =
    number("min_games", Some(10), ANY, "Players of fewer games are not listed");
pub(super) const RATED: Parameter =
    number("limit", Some(50), 1000, "Number of players that are listed at most");
/// Whose strength.
pub(super) const RATINGS: &[Parameter] =
    &[of("who", Text, "One player, with every year; the strongest without"), RATED_GAMES, RATED];

/// Games that are laid beside a game.
pub(super) const BESIDE: &[Parameter] = &[of(
    "with",
    Texts,
    "Beginning of the key of another game, laid beside it in place of its kin",
)];

/// Whether paths are shown.
pub(super) const PLACED: &[Parameter] =
    &[of("places", Flag, "Whole paths of the files, not only their names")];

pub(super) const ORDINAL: Parameter =
    number("record", Some(1), ANY, "Number of the record in its file, 1-based");
/// Which record, or the records of which game.
pub(super) const RECORD: &[Parameter] = &[
    of("content", Text, "BLAKE3 of the content of its file, as `report` gives it"),
    ORDINAL,
    of("game", Text, "Beginning of the key of a game"),
];

pub(super) const PLY: Parameter = number(
    "ply",
    None,
    u16::MAX as usize,
    "For .svg: the position after this number of plies; the last without",
);
/// How much is shown of a game.
pub(super) const GAME: &[Parameter] = &[
    of("places", Flag, "Whole paths of the files it stands in, not only their names"),
    of("as_stated", Flag, "Nothing derived is shown"),
    of("where", Text, "A question whose moments are marked"),
    PLY,
];

/// What counts.
pub(super) const STATED: &[Parameter] = &[of("as_stated", Flag, "Nothing derived counts")];

pub(super) const LETTERS: Parameter = of(
    "letters",
    OneOf(&["chinese", "simplified", "latin", "figures"]),
    "What is written on the pieces",
);
pub(super) const COORDINATES: Parameter =
    of("coordinates", OneOf(&["chinese", "figures", "iccs", "none"]), "What stands at the edges");
pub(super) const THEME: Parameter =
    of("theme", OneOf(&["auto", "light", "dark", "print"]), "Colours");
/// How a board is drawn.
pub(super) const PICTURE: &[Parameter] = &[
    LETTERS,
    COORDINATES,
    THEME,
    of("flipped", Flag, "Black sits below"),
    of("mirrored", Flag, "Left and right are exchanged"),
    of("last", Text, "A move whose two points are marked, such as h2e2"),
    of("from", Text, "A point whose targets are marked, such as h2"),
    of("arrows", Text, "Moves drawn as arrows, with commas between"),
];

pub(super) const PART: Parameter = of(
    "part",
    OneOf(&["records", "unread", "doubts", "conflicts", "impossible"]),
    "Records; files that were not read; values that are doubted; witnesses that disagree; what \
     cannot be of players",
);
/// Which part of the report.
pub(super) const REPORT: &[Parameter] = &[
    PART,
    of("path", Text, "Part of the path of a file"),
    of("places", Flag, "Whole paths of files, not only their names"),
    of("warnings", Flag, "What was repaired or interpreted, too"),
];

pub(super) const LICHESS_MOVES: Parameter =
    number("moves", Some(12), 200, "Number of moves at most");
pub(super) const TOP_GAMES: Parameter =
    number("topGames", Some(0), 15, "Taken and not used: games have no ratings");
pub(super) const RECENT_GAMES: Parameter =
    number("recentGames", Some(4), 15, "Number of the latest games at most");
/// Parameters of lichess's explorer.
pub(super) const LICHESS: &[Parameter] = &[
    of("fen", Text, "The position from which `play` begins"),
    of("play", Text, "Moves such as h2e2, with commas between"),
    of("since", Text, "Earliest year or month"),
    of("until", Text, "Latest year or month"),
    of("player", Texts, "A player on either side"),
    LICHESS_MOVES,
    TOP_GAMES,
    RECENT_GAMES,
];

/// A file that is uploaded.
pub(super) const UPLOAD: &[Parameter] = &[
    of("name", Text, "The name of the file, with folders below the one that is uploaded"),
    of("upload", Text, "The upload that it belongs to; a new one without"),
];

/// An upload that is given up.
pub(super) const GIVEN_UP: &[Parameter] = &[of("upload", Text, "The upload")];

/// What is imported: one of both.
pub(super) const IMPORT: &[Parameter] = &[
    of("upload", Text, "An upload"),
    of("folder", Text, "A folder or file of the machine, by its whole path; `~` is the user's own"),
];

/// What is forgotten.
pub(super) const SAVED: &[Parameter] = &[
    of("kind", OneOf(&["filter", "question", "board", "position"]), "Its kind"),
    of("name", Text, "Its name"),
];
