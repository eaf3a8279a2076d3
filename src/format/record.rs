//! Output of a reader: one record as the file has it, decoded but not yet judged, with warnings
//! about repairs, interpretations and oddities.

use crate::metadata::{GameResult, Kind};
use crate::text::Encoding;
use crate::xiangqi::{Board, Move, Side};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// One record of a file: tags, start and moves as found. None of its moves has been played.
///
/// It borrows from the decoded text (or the bytes) of its file and lives only during the call to
/// the [`Sink`](super::Sink).
#[derive(Debug)]
pub struct RawRecord<'a> {
    /// Byte range of the record in the file or archive member.
    pub span: Range<u64>,
    /// Encoding of its texts.
    pub encoding: Encoding,
    /// Names and values in file order. Formats with fixed fields use PGN names (`Event`, `Site`,
    /// `Date`, `Round`, `Red`, `RedTeam`, `Black`, `BlackTeam`, `Result`, `Title`, `Annotator`,
    /// `Opening`, `ECCO`, `TimeControl`, `Termination`, `Remark` ...); text formats keep the names
    /// found.
    pub tags: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// Position from which the moves begin.
    pub start: RawStart<'a>,
    /// A filler stands for Red's first half-move, so Black moves first.
    pub black_first: bool,
    /// Moves, comments and variations.
    pub tree: RawTree<'a>,
    /// Result sign behind the moves, as found.
    pub terminator: Option<Cow<'a, str>>,
    /// Kind of record stated by the file itself.
    pub hint: Option<Kind>,
    /// Repairs, interpretations and losses.
    pub warnings: Vec<Warning>,
    /// Maps the `at` of a node to a byte offset in the file.
    pub offsets: &'a dyn Offsets,
}

impl<'a> RawRecord<'a> {
    /// An empty record at `span`: no tags, the standard start, no moves.
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

/// Start of a record.
#[derive(Debug)]
pub enum RawStart<'a> {
    /// Not stated: the standard start.
    Standard,
    /// FEN of any dialect, as found.
    Fen(Cow<'a, str>),
    /// Board decoded from a binary or digit layout, and the side stated in its header.
    Board(Box<Board>, Option<Side>),
    /// A start that cannot be understood, and the reason. The record is rejected.
    Unreadable(String),
}

/// One move as found.
#[derive(Debug, Copy, Clone, Eq, PartialEq)]
pub enum RawMove<'a> {
    /// Token in some notation, to be read in the position before it.
    Text(&'a str),
    /// Two squares, from formats that store squares.
    Squares(Move),
    /// Two square bytes as found, at least one of them off the board.
    OffBoard(u8, u8),
    /// No move where one is due: a marked gap, an early number, the end of the file inside a line.
    /// Holds the text found there.
    Missing(&'a str),
}

/// A move in the tree.
#[derive(Debug, Copy, Clone, Eq, PartialEq)]
pub struct RawNode<'a> {
    /// Index of the preceding node; [`RawTree::ROOT`] for a first move.
    pub parent: u32,
    /// Place of the token, for [`Offsets::source`].
    pub at: u32,
    /// The move.
    pub mv: RawMove<'a>,
}

/// Tree of moves as a flat array. A parent precedes its children; the first child of a node
/// continues the main line. Otherwise the order is free.
#[derive(Debug, Default)]
pub struct RawTree<'a> {
    /// The moves.
    pub nodes: Vec<RawNode<'a>>,
    /// Comments, each with the node before it ([`RawTree::ROOT`]: before the first move). A node's
    /// comments are joined by line breaks.
    pub comments: Vec<(u32, Cow<'a, str>)>,
}

impl<'a> RawTree<'a> {
    /// Parent of first moves.
    pub const ROOT: u32 = u32::MAX;

    /// Adds a move after `parent`; returns its index.
    pub fn push(&mut self, parent: u32, at: u32, mv: RawMove<'a>) -> u32 {
        self.nodes.push(RawNode { parent, at, mv });
        (self.nodes.len() - 1) as u32
    }

    /// Game without variations from moves with their offsets.
    pub(super) fn line(moves: impl Iterator<Item = (usize, RawMove<'a>)>) -> RawTree<'a> {
        let parents = std::iter::once(Self::ROOT).chain(0..);
        let node = |(parent, (at, mv))| RawNode { parent, at: at as u32, mv };
        RawTree { nodes: parents.zip(moves).map(node).collect(), comments: Vec::new() }
    }

    /// Inserts missing moves, each before a node (index, offset, text found). Alternatives to that
    /// node hang behind the gap, too.
    pub(super) fn put_gaps(&mut self, mut gaps: Vec<(u32, u32, &'a str)>) {
        gaps.sort_by_key(|&(before, ..)| before);
        gaps.dedup_by_key(|&mut (before, ..)| before);
        // Each gap shifts the nodes behind it by one.
        let moved = |node: u32| match node {
            Self::ROOT => node,
            _ => node + gaps.partition_point(|&(before, ..)| before <= node) as u32,
        };
        let mut nodes = Vec::with_capacity(self.nodes.len() + gaps.len());
        // For each parent, the root first: the gap before its first child, once that child was
        // read.
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

    /// Appends to the main line the token that was unreadable before the game was written, if `ply`
    /// (1-based; None for unknown) is the next one. A damaged game thus stays damaged on its way
    /// through a file.
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

/// Splits `ply 5: 车九进九`, xqdb's mark of a game that breaks off, into ply and token.
pub(super) fn breaking_off(mark: &str) -> Option<(u32, &str)> {
    let (ply, token) = mark.strip_prefix("ply ")?.split_once(": ")?;
    Some((ply.parse().ok()?, token))
}

/// Maps the `at` of a node to a byte offset in the user's file.
pub trait Offsets: fmt::Debug {
    /// Byte offset (0-based, in the file or archive member) for `at`.
    fn source(&self, at: u32) -> u64;
}

/// Adds this offset to `at`, for readers that work on the bytes themselves.
#[derive(Debug, Copy, Clone, Default)]
pub struct BytesFrom(pub u64);

impl Offsets for BytesFrom {
    fn source(&self, at: u32) -> u64 {
        self.0 + u64::from(at)
    }
}

/// Remark about a record. It is stored as JSON with the record: renaming a variant needs a
/// migration, adding one does not.
///
/// Plies are 1-based: ply 1 is the first move. `Display` gives the English sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Warning {
    /// The header names one side; only the other can play the first move.
    #[error("the header says {header} moves first, but only {played} can play the first move")]
    SideFlipped {
        /// Side in the header.
        header: Side,
        /// Side that moves.
        played: Side,
    },
    /// A move leaves the mover's king attacked or facing the other king.
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
    /// A token had several readings; later moves decided.
    #[error(
        "ply {ply}: `{token}` can mean {readings}; {chosen} is the one with which the line goes on"
    )]
    Interpreted {
        /// 1-based ply.
        ply: u32,
        /// Text in the file.
        token: String,
        /// Move chosen, in canonical form.
        chosen: String,
        /// All readings in canonical form, separated by blanks.
        readings: String,
    },
    /// Replay decided that the moves are in an unusual notation.
    #[error("the moves are read as {notation}")]
    Notation {
        /// Name in the table of notations.
        notation: String,
    },
    /// Tag and terminator (or final position) state different results.
    #[error("result {tag} in the tag, {other} {source_of_other}")]
    ResultConflict {
        /// Result kept.
        tag: GameResult,
        /// Result dropped.
        other: GameResult,
        /// `at the end of the moves` or `on the board`.
        source_of_other: String,
    },
    /// Malformed bytes became U+FFFD.
    #[error("{count} malformed byte sequences for {encoding}")]
    Malformed {
        /// Number of malformed sequences.
        count: u32,
        /// Label of the encoding.
        encoding: String,
    },
    /// A text field is cut inside a character, or its stated length exceeds the field.
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
        /// Part that was being read.
        detail: String,
    },
    /// Text among the moves that is no move was skipped (an advert, a stray bracket).
    #[error("passed over at byte {offset}: `{text}`")]
    PassedOver {
        /// Byte offset in the file.
        offset: u64,
        /// The text, shortened.
        text: String,
    },
    /// A value comes from the file's name because the record lacks it.
    #[error("{field} is taken from the file name")]
    FromFileName {
        /// Name of the tag.
        field: String,
    },
    /// Report of a single format.
    #[error("{text}")]
    Other {
        /// English sentence.
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
