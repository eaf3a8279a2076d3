//! Sentences in which readers report on a file: unreadable starts, damage outside records, oddities
//! in a record. `Display` gives the English sentence, which the database stores.

use super::{RawStart, Warning};
use crate::text::Encoding;
use thiserror::Error;

/// A reader's report.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum Reason {
    // Unreadable starts.
    #[error("the file ends inside the board")]
    FileEndsInBoard,
    #[error("the game ends inside its board")]
    GameEndsInBoard,
    #[error("the file ends before the squares of the pieces")]
    FileEndsBeforeSquares,
    #[error("the file is no XGF up to the squares of the pieces")]
    NoXgf,
    #[error("the layout of CWP set-ups is not known")]
    CwpSetUp,
    #[error("the file has no start position")]
    NoStart,
    #[error("the FEN is no text")]
    FenNoText,
    #[error("the board does not have 90 squares")]
    BoardNot90,
    #[error("binit is not 32 pairs of digits")]
    BinitNoPairs,
    #[error("binit has a piece at {x}{y}, off the board")]
    BinitOffBoard { x: u8, y: u8 },
    #[error("the mark `{0}` is not known, and a position stands there")]
    PositionInUnknownMark(String),
    #[error("the JSON is damaged: {0}")]
    JsonDamaged(String),
    #[error("it was set aside before")]
    SetAsideBefore,
    #[error("a quote is opened and never closed")]
    QuoteNotClosed,
    #[error("the file ends inside the row")]
    FileEndsInRow,
    #[error("the file ends before the end that its beginning announces")]
    FileLacksEnd,

    // Damage outside records.
    #[error("the library ends inside its header")]
    LibraryEndsInHeader,
    #[error("the library ends inside its index of {0} entries")]
    LibraryEndsInIndex(u32),
    #[error("entry {0} of the index leads to no record")]
    EntryLeadsNowhere(usize),
    #[error("the record of entry {0} of the index stands elsewhere")]
    RecordElsewhere(usize),
    #[error("entry {0} of the index contradicts what stands there")]
    EntryContradicts(usize),
    #[error("{found} entries of the index are deleted, {announced} by the header")]
    DeletedCounted { found: usize, announced: u32 },
    #[error("no entry of the index leads to the record here")]
    RecordWithoutEntry,
    #[error("the records end at byte {due} by the index, the file at byte {end}")]
    LibraryEnd { due: u64, end: u64 },
    #[error("{found} moves stand where {announced} are announced")]
    MovesCounted { found: usize, announced: u32 },
    #[error("the record breaks off here: {0}")]
    BreaksOff(FilePart),
    #[error("the content has {found} of {declared} bytes")]
    ContentCut { found: usize, declared: u32 },
    #[error("the content has {found} instead of {declared} bytes")]
    ContentSize { found: usize, declared: usize },
    #[error("the compressed content is damaged: {0}")]
    ContentDamaged(String),
    #[error("{0} bytes behind the last game belong to none")]
    BytesBehindGames(usize),
    #[error("the content ends inside its header")]
    ContentEndsInHeader,
    #[error("the content ends after {read} of {count} games")]
    ContentEndsAfter { read: u32, count: u32 },
    #[error("the name of the library is cut")]
    LibraryNameCut,
    #[error("no header row names a position or moves")]
    NoHeaderRow,
    #[error(
        "each row is a move ({columns}), and none says which of its game: the table is not read"
    )]
    MoveRowsWithoutOrder { columns: String },
    #[error("each row is a move ({columns}), and none says of which game: the table is not read")]
    MoveRowsWithoutGame { columns: String },
    #[error(
        "each row is a move ({columns}), and {broken} of {games} games lack some: the table is not read"
    )]
    MoveRowsApart { broken: usize, games: usize, columns: String },
    #[error("{games} games of one or two moves have no players and no date: they are left out")]
    MoveRowsShort { games: usize },
    #[error("{positions} positions that an engine was sent make no game: they are left out")]
    PositionsOfNoGame { positions: usize },
    #[error("a line without moves")]
    LineWithoutMoves,
    #[error("the moves end without the result that the tags name")]
    NoResultAtEnd,
    #[error("the page is cut: its last mark is missing")]
    PageNotClosed,
    #[error("the line at the end that counts the moves is missing")]
    NoCounts,
    #[error("the tag `{0}` is not closed")]
    TagNotClosed(String),
    #[error("an archive stands in this text, and was not read")]
    ArchiveInText,
    #[error("bytes of no text stand here: {0} of them are NUL")]
    NoText(usize),
    #[error("the text in UTF-16 has half a character")]
    HalfCharacter,
    #[error("the field `{0}` is not known, and what stands there is not read")]
    FieldNotKnown(String),
    #[error(
        "the name `{0}` is nearly that of a known tag: what stands there is kept, and not interpreted"
    )]
    NameNearlyKnown(String),
    #[error("the field `{name}` has a value that is not known: `{value}`")]
    ValueNotKnown { name: String, value: String },
    #[error("the main line of the tree is not the line of moves")]
    TreeContradicts,
    #[error("a second variation is marked as the main line")]
    SecondMainLine,
    #[error("the mark `{0}` closes what no mark opens")]
    MarkClosesNothing(String),
    #[error("no reader claims what stands here: `{0}`")]
    Unclaimed(String),
    #[error("not an object")]
    NotAnObject,
    #[error("an object that is damaged or not closed")]
    ObjectDamaged,
    #[error("an object without position and moves")]
    ObjectWithoutGame,

    // Oddities in a record.
    #[error("edition {0} of the record is not known and read like edition 2")]
    UnknownEdition(u8),
    #[error("moves after the last line was finished are left out")]
    MovesBehindEnd,
    #[error("{0} bytes after the last move are left out")]
    BytesBehindEnd(usize),
    #[error("{0} pieces are left out: their points are taken")]
    PointsTaken(u32),
    #[error("the board is turned: it was saved from above")]
    BoardTurned,
    #[error("the checksum does not fit")]
    Checksum,
    #[error("text that is no move was passed over")]
    PassedOver,
    #[error("{0} more places are passed over")]
    MorePassedOver(usize),
    #[error("the record is in {record}, its file in {file}")]
    OtherEncoding { record: Encoding, file: Encoding },
    #[error("the text is in {text}, the mark before it at byte {at} says {marked}")]
    MarkBelied { at: u64, marked: Encoding, text: Encoding },
    #[error("the row has {found} cells, the header {wanted}")]
    RowCells { found: usize, wanted: usize },
    #[error("{left_out} tags beyond the first {kept} are left out")]
    TooManyTags { left_out: usize, kept: usize },
    #[error("it was read only in part: {0}")]
    ReadInPart(String),
    #[error("{place} belongs to no move: {comment}")]
    CommentWithoutMove { place: String, comment: String },
    #[error("line {line} leaves line {parent} where that has no move")]
    LineLeavesNoMove { line: u32, parent: u32 },
    #[error("{0} lines hang on lines that do not exist")]
    LinesWithoutParent(usize),
    #[error("the mark `{0}` is not closed")]
    MarkNotClosed(String),
    #[error("the mark `{0}` has no mark at its end")]
    MarkWithoutEnd(String),
    #[error("the mark `{0}` is none of a variation: its moves are not read")]
    MarkOfNoVariation(String),
    #[error("the mark `{0}` is not known: the digits there are no moves")]
    DigitsInUnknownMark(String),

    // Oddities in movetext.
    #[error("the tags speak of a set-up and have no FEN: the standard start is taken")]
    SetUpWithoutFen,
    #[error("a variation is not closed")]
    VariationNotClosed,
    #[error("a comment is not closed")]
    CommentNotClosed,
    #[error("a comment begins inside a comment")]
    CommentInComment,
    #[error("a comment to the end of its line holds moves")]
    CommentHoldsMoves,
    #[error("a ruler stands between the moves")]
    RulerBetweenMoves,
    #[error("a result stands between the moves")]
    ResultBetweenMoves,
    #[error("two dots behind the first number are read as one")]
    TwoDotsAreOne,
    #[error("two dots behind the first number are read as three")]
    TwoDotsAreThree,
    #[error("move number {found} stands where {due} is due")]
    OddNumber { found: i64, due: i64 },
    #[error("{0} more move numbers do not fit")]
    MoreOddNumbers(u32),
}

impl From<Reason> for Warning {
    fn from(reason: Reason) -> Warning {
        Warning::Other { text: reason.to_string() }
    }
}

impl From<Reason> for RawStart<'_> {
    fn from(reason: Reason) -> Self {
        RawStart::Unreadable(reason.to_string())
    }
}

/// Part of a file inside which a record breaks off: the detail of [`Warning::Truncated`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum FilePart {
    #[error("moves")]
    Moves,
    #[error("{read} of {announced} moves")]
    MovesOf { read: u32, announced: u32 },
    #[error("the number of moves")]
    MoveCount,
    #[error("a comment")]
    Comment,
    #[error("a game")]
    Game,
    #[error("a field")]
    Field,
    #[error("a field of unknown type")]
    UnknownField,
    #[error("fields, of which the checksum is the last")]
    Checksum,
    #[error("the texts before the moves")]
    Texts,
    #[error("the XML document")]
    Xml,
    #[error("variations that were announced")]
    Variations,
}

impl FilePart {
    /// Moves of a file that announces their number; `None` if the file ends before the number.
    pub(crate) fn moves_of(read: u32, announced: Option<u32>) -> FilePart {
        announced.map_or(FilePart::MoveCount, |announced| FilePart::MovesOf { read, announced })
    }
}
