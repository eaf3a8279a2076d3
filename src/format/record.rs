//! The output of a reader: one record as it stands in the file, decoded but not yet judged, with
//! warnings of what was repaired, interpreted or found odd.

use crate::metadata::{GameResult, Kind};
use crate::text::Encoding;
use crate::xiangqi::{Board, Move, Side};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// One record of a file: tags, start and moves as found. Nothing in it has been played yet.
///
/// It borrows from the decoded text (or the bytes) of its file and lives only while the
/// [`Sink`](super::Sink) looks at it.
#[derive(Debug)]
pub struct RawRecord<'a> {
    /// Where the record's bytes lie in the file or archive member, end excluded.
    pub span: Range<u64>,
    /// How its texts were decoded.
    pub encoding: Encoding,
    /// Names and values in file order. Formats with fixed fields use the PGN names (`Event`,
    /// `Site`, `Date`, `Round`, `Red`, `RedTeam`, `Black`, `BlackTeam`, `Result`, `Title`,
    /// `Annotator`, `Opening`, `ECCO`, `TimeControl`, `Termination`, `Remark` ...); text formats
    /// keep the names they found.
    pub tags: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// The position the moves begin from.
    pub start: RawStart<'a>,
    /// A filler stands in Red's first half-move, so Black moves first.
    pub black_first: bool,
    /// The moves, comments and variations.
    pub tree: RawTree<'a>,
    /// The result sign that ends the moves, as found.
    pub terminator: Option<Cow<'a, str>>,
    /// The kind of record that the file itself names.
    pub hint: Option<Kind>,
    /// The places the reader repaired, interpreted or lost.
    pub warnings: Vec<Warning>,
    /// Maps the `at` of a node to a byte offset in the file.
    pub offsets: &'a dyn Offsets,
}

impl<'a> RawRecord<'a> {
    /// A record of which nothing is known but its place: no tags, the standard start, no moves.
    ///
    /// ```
    /// use xqdb::format::{BytesFrom, RawRecord, RawTree};
    /// use xqdb::text::Encoding;
    /// let tree = RawTree::default();
    /// let record =
    ///     RawRecord { tree, ..RawRecord::new(0..512, Encoding::Gb18030, &BytesFrom(0)) };
    /// assert!(record.tags.is_empty());
    /// ```
    pub fn new(span: Range<u64>, encoding: Encoding, offsets: &'a dyn Offsets) -> RawRecord<'a> {
        RawRecord {
            span,
            encoding,
            tags: Vec::new(),
            start: RawStart::Standard,
            black_first: false,
            tree: RawTree::default(),
            terminator: None,
            hint: None,
            warnings: Vec::new(),
            offsets,
        }
    }
}

/// Names and values of tags.
pub(super) type Tags<'a> = Vec<(Cow<'a, str>, Cow<'a, str>)>;

/// Where a record begins.
#[derive(Debug)]
pub enum RawStart<'a> {
    /// Nothing is said: the standard start.
    Standard,
    /// A FEN of any dialect, as found.
    Fen(Cow<'a, str>),
    /// A board decoded from a binary or digit layout, with the side its header names.
    Board(Box<Board>, Option<Side>),
    /// A start is given but cannot be understood; the text says why. The record is rejected.
    Unreadable(String),
}

/// One move as found.
#[derive(Debug, Copy, Clone, Eq, PartialEq)]
pub enum RawMove<'a> {
    /// A token in some notation, to be read in the position where it stands.
    Text(&'a str),
    /// Two squares, from formats that store squares.
    Squares(Move),
    /// Two square bytes that are not both on the board, as found.
    OffBoard(u8, u8),
    /// No move where one has to be: a marked gap, a number that comes too early, the end of the
    /// file inside a line. What stands there instead, as found.
    Missing(&'a str),
}

/// A move in the tree.
#[derive(Debug, Copy, Clone, Eq, PartialEq)]
pub struct RawNode<'a> {
    /// Index of the node this move follows; [`RawTree::ROOT`] for a first move.
    pub parent: u32,
    /// Where the move's token stands, for [`Offsets::source`].
    pub at: u32,
    /// The move.
    pub mv: RawMove<'a>,
}

/// A tree of moves as a flat array. A parent stands before its children; among the children of one
/// node the first is the main line. Otherwise the order is free.
#[derive(Debug, Default)]
pub struct RawTree<'a> {
    /// The moves.
    pub nodes: Vec<RawNode<'a>>,
    /// Comments with the node they follow ([`RawTree::ROOT`]: before the first move). A node may
    /// have several; they are joined by a line break.
    pub comments: Vec<(u32, Cow<'a, str>)>,
}

impl<'a> RawTree<'a> {
    /// The parent of first moves.
    pub const ROOT: u32 = u32::MAX;

    /// Adds a move after `parent` and returns its index.
    pub fn push(&mut self, parent: u32, at: u32, mv: RawMove<'a>) -> u32 {
        self.nodes.push(RawNode { parent, at, mv });
        (self.nodes.len() - 1) as u32
    }

    /// A game without variations, each move with where it stands.
    pub(super) fn line(moves: impl Iterator<Item = (usize, RawMove<'a>)>) -> RawTree<'a> {
        let parents = std::iter::once(Self::ROOT).chain(0..);
        let node = |(parent, (at, mv))| RawNode { parent, at: at as u32, mv };
        RawTree { nodes: parents.zip(moves).map(node).collect(), comments: Vec::new() }
    }

    /// Puts gaps into the tree: each before the node of this index, with where it stands and what
    /// stands there. What could be played instead of that node hangs behind the gap, too.
    pub(super) fn put_gaps(&mut self, mut gaps: Vec<(u32, u32, &'a str)>) {
        gaps.sort_by_key(|&(before, ..)| before);
        gaps.dedup_by_key(|&mut (before, ..)| before);
        // The gaps before a node move it on by their number.
        let moved = |node: u32| match node {
            Self::ROOT => node,
            _ => node + gaps.partition_point(|&(before, ..)| before <= node) as u32,
        };
        let mut nodes = Vec::with_capacity(self.nodes.len() + gaps.len());
        // Of each parent, the root first: the gap before its first child, once that has come.
        let mut first = vec![None; self.nodes.len() + 1];
        let mut waiting = gaps.iter().peekable();
        for (index, node) in (0..).zip(&self.nodes) {
            let first = &mut first[node.parent.wrapping_add(1) as usize];
            let parent = moved(node.parent);
            let behind = if let Some(&(_, at, text)) = waiting.next_if(|gap| gap.0 == index) {
                nodes.push(RawNode { parent, at, mv: RawMove::Missing(text) });
                Some(nodes.len() as u32 - 1)
            } else {
                *first.get_or_insert(None)
            };
            first.get_or_insert(behind);
            nodes.push(RawNode { parent: behind.unwrap_or(parent), ..*node });
        }
        for (node, _) in &mut self.comments {
            *node = moved(*node);
        }
        self.nodes = nodes;
    }

    /// Puts what could not be read of a game before it was written behind its main line, where it
    /// was to be the move of this ply (1-based; of the next one where that is not known): a damaged
    /// game does not become a whole one on its way through a file.
    pub(super) fn break_off(&mut self, ply: Option<u32>, at: u32, found: RawMove<'a>) {
        let (mut last, mut plies) = (RawTree::ROOT, 0);
        for (index, node) in (0..).zip(&self.nodes) {
            if node.parent == last {
                (last, plies) = (index, plies + 1);
            }
        }
        if ply.is_none_or(|ply| ply == plies + 1) {
            self.push(last, at, found);
        }
    }
}

/// The ply and the token of `ply 5: 车九进九`, as our own writers mark a game that breaks off.
pub(super) fn breaking_off(mark: &str) -> Option<(u32, &str)> {
    let (ply, token) = mark.strip_prefix("ply ")?.split_once(": ")?;
    Some((ply.parse().ok()?, token))
}

/// Turns a node's `at` into a byte offset of the file the user has.
pub trait Offsets: fmt::Debug {
    /// The byte offset (0-based, in the file or archive member) of what stands at `at`.
    fn source(&self, at: u32) -> u64;
}

/// For formats whose readers work on the bytes themselves: `at` counts from this offset.
#[derive(Debug, Copy, Clone, Default)]
pub struct BytesFrom(pub u64);

impl Offsets for BytesFrom {
    fn source(&self, at: u32) -> u64 {
        self.0 + u64::from(at)
    }
}

/// Something worth knowing about a record. Stored as JSON with the record, so variants are renamed
/// only together with a migration; new ones may be added.
///
/// Plies are 1-based: ply 1 is the first move. `Display` gives the English sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Warning {
    /// The header names one side, the first move is possible only for the other.
    #[error("the header says {header} moves first, but only {played} can play the first move")]
    SideFlipped {
        /// Side in the header.
        header: Side,
        /// Side that moves.
        played: Side,
    },
    /// A move leaves the mover's own king attacked or facing the other king.
    #[error("ply {ply} leaves the mover's own king in check")]
    KingExposed {
        /// 1-based ply on the main line.
        ply: u32,
    },
    /// A move takes a king.
    #[error("ply {ply} takes a king")]
    KingTaken {
        /// 1-based ply on the main line.
        ply: u32,
    },
    /// A token had several readings and the moves that follow decided.
    #[error(
        "ply {ply}: `{token}` can mean {readings}; {chosen} is the one with which the line goes on"
    )]
    Interpreted {
        /// 1-based ply.
        ply: u32,
        /// The text in the file.
        token: String,
        /// The move taken, canonical.
        chosen: String,
        /// All readings, canonical, separated by blanks.
        readings: String,
    },
    /// The moves were read in a notation other than the usual ones, decided by replay.
    #[error("the moves are read as {notation}")]
    Notation {
        /// Its name in the table of notations.
        notation: String,
    },
    /// Tag and terminator (or final position) name different results.
    #[error("result {tag} in the tag, {other} {source_of_other}")]
    ResultConflict {
        /// The result kept.
        tag: GameResult,
        /// The other one.
        other: GameResult,
        /// `at the end of the moves` or `on the board`.
        source_of_other: String,
    },
    /// Bytes that do not belong to the encoding became U+FFFD.
    #[error("{count} malformed byte sequences for {encoding}")]
    Malformed {
        /// How many.
        count: u32,
        /// Label of the encoding.
        encoding: String,
    },
    /// A text field was cut inside a character or its length exceeds the field.
    #[error("the field {field} is cut or longer than its room")]
    FieldCut {
        /// Name of the tag that the field became.
        field: String,
    },
    /// The file ends, or stops making sense, inside the record.
    #[error("the record breaks off at byte {offset}: {detail}")]
    Truncated {
        /// Byte offset in the file.
        offset: u64,
        /// The part that was being read.
        detail: String,
    },
    /// Something in the moves was not understood and passed over because it is no move (an advert,
    /// a stray bracket).
    #[error("passed over at byte {offset}: `{text}`")]
    PassedOver {
        /// Byte offset in the file.
        offset: u64,
        /// The text, shortened.
        text: String,
    },
    /// A value was taken from the file's name because the record lacks it.
    #[error("{field} is taken from the file name")]
    FromFileName {
        /// Name of the tag.
        field: String,
    },
    /// Anything a single format has to say, as a sentence.
    #[error("{text}")]
    Other {
        /// The sentence, English.
        text: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_stays_readable() {
        for (warning, json) in [
            (
                Warning::SideFlipped { header: Side::Red, played: Side::Black },
                r#"{"code":"side-flipped","header":"red","played":"black"}"#,
            ),
            (
                Warning::ResultConflict {
                    tag: GameResult::RedWins,
                    other: GameResult::Draw,
                    source_of_other: "on the board".to_owned(),
                },
                r#"{"code":"result-conflict","tag":"1-0","other":"1/2-1/2","source_of_other":"on the board"}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&warning).unwrap(), json);
            assert_eq!(serde_json::from_str::<Warning>(json).unwrap(), warning);
        }
    }
}
