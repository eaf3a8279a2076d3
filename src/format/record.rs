//! What a reader gives out: one record as it stands in the file, decoded but not yet judged.

use super::Warning;
use crate::metadata::KindHint;
use crate::text::Encoding;
use crate::xiangqi::{Board, Move, Side};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// One record of a file: tags, start and moves as found. Nothing in it has been played yet.
///
/// It borrows from the decoded text (or the bytes) of its file and lives only while the
/// [`Sink`](super::Sink) looks at it.
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
    /// What kind of record the file itself says this is.
    pub hint: Option<KindHint>,
    /// What the reader repaired, interpreted or lost.
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
    /// was to be the move of this ply (1-based): a damaged game does not become a whole one on its
    /// way through a file.
    pub(super) fn break_off(&mut self, ply: u32, at: u32, token: &'a str) {
        let (mut last, mut plies) = (RawTree::ROOT, 0);
        for (index, node) in (0..).zip(&self.nodes) {
            if node.parent == last {
                (last, plies) = (index, plies + 1);
            }
        }
        if ply == plies + 1 {
            self.push(last, at, RawMove::Text(token));
        }
    }
}

/// The ply and the token of `ply 5: 车九进九`, as our own writers mark a game that breaks off.
pub(super) fn breaking_off(mark: &str) -> Option<(u32, &str)> {
    let (ply, token) = mark.strip_prefix("ply ")?.split_once(": ")?;
    Some((ply.parse().ok()?, token))
}

impl fmt::Debug for RawRecord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawRecord")
            .field("span", &self.span)
            .field("encoding", &self.encoding)
            .field("tags", &self.tags)
            .field("start", &self.start)
            .field("black_first", &self.black_first)
            .field("tree", &self.tree)
            .field("terminator", &self.terminator)
            .field("hint", &self.hint)
            .field("warnings", &self.warnings)
            .finish_non_exhaustive()
    }
}

/// Turns a node's `at` into a byte offset of the file the user has.
pub trait Offsets {
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
