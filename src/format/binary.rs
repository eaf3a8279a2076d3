//! Parts shared by the readers of binary formats: a cursor over bytes, points and boards, the moves
//! of a file, and a record under construction.

use super::fields::FormatField;
use super::reason::{FilePart, Reason};
use super::text::unknown_result;
use super::{Input, Offsets, RawMove, RawNode, RawRecord, RawStart, RawTree, Sink, Warning};
use crate::metadata::{GameResult, Kind};
use crate::text::{DecodedField, Encoding, decode_field, detect_fields, is_one_text};
use crate::xiangqi::{Board, Move, Piece, Side, Square};
use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

/// Reads little-endian numbers and runs of bytes from front to back.
///
/// A step returns `None` when too few bytes are left: no length field of a hostile file makes a
/// reader panic, loop or reserve more memory than the file has.
#[derive(Debug, Clone)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Cursor<'a> {
        Cursor { bytes, at: 0 }
    }

    /// Starts at `offset`, at most at the end of the bytes.
    pub(super) fn from(bytes: &'a [u8], offset: usize) -> Cursor<'a> {
        Cursor { bytes, at: offset.min(bytes.len()) }
    }

    /// Offset of the next byte.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// Number of unread bytes.
    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The unread bytes, without consuming them.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// The next `len` bytes. None, with nothing consumed, when fewer are left.
    pub(super) fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let taken = self.rest().get(..len)?;
        self.at += len;
        Some(taken)
    }

    /// The next `N` bytes. None, with nothing consumed, when fewer are left.
    pub(super) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let taken = *self.rest().first_chunk::<N>()?;
        self.at += N;
        Some(taken)
    }

    pub(super) fn skip(&mut self, len: usize) -> Option<()> {
        self.take(len).map(|_| ())
    }

    pub(super) fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub(super) fn u16_le(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn u32_le(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// Reads a length of one byte, and as many bytes.
    pub(super) fn short_text(&mut self) -> Option<&'a [u8]> {
        let len = self.u8()?;
        self.take(len.into())
    }

    /// Reads a length of four bytes, and as many bytes.
    pub(super) fn long_text(&mut self) -> Option<&'a [u8]> {
        let len = self.u32_le()?;
        self.take(len as usize)
    }
}

impl Input<'_> {
    /// Encoding of a file's text fields: the one that the caller forces, otherwise the one
    /// detected.
    pub(super) fn encoding_of(&self, fields: &[&[u8]]) -> Encoding {
        self.encoding.unwrap_or_else(|| detect_fields(fields))
    }
}

/// `at` counts bytes from the start of the input.
impl Offsets for Input<'_> {
    fn source(&self, at: u32) -> u64 {
        self.base + u64::from(at)
    }
}

/// Record under construction: tags, start, moves, and the repairs that the reader made.
pub(super) struct RecordDraft<'a> {
    pub(super) record: RawRecord<'a>,
    malformed: u32,
    /// Damage outside the record: offset in the source, and reason.
    damage: Vec<(u64, Reason)>,
}

impl<'a> RecordDraft<'a> {
    /// A record that spans the whole input; its texts are in `encoding`.
    pub(super) fn new(input: &'a Input<'_>, encoding: Encoding) -> RecordDraft<'a> {
        RecordDraft::at(input.span(), encoding, input)
    }

    pub(super) fn at(
        span: Range<u64>,
        encoding: Encoding,
        offsets: &'a dyn Offsets,
    ) -> RecordDraft<'a> {
        let record = RawRecord::new(span, encoding, offsets);
        RecordDraft { record, malformed: 0, damage: Vec::new() }
    }

    /// Adds a tag from the bytes of a field up to a NUL; blank fields add none. Warns of a cut text
    /// if `cut`, or if half a character ends the field.
    pub(super) fn text(&mut self, name: &'static str, bytes: &[u8], cut: bool) {
        let DecodedField { text, is_cut, .. } = self.decoded(bytes);
        if (cut || is_cut) && !text.trim().is_empty() {
            self.record.warnings.push(Warning::FieldCut { field: name.to_owned() });
        }
        self.value(name, text);
    }

    /// Adds a tag for each of `fields` that `bytes` reach.
    pub(super) fn texts(&mut self, bytes: &[u8], fields: &[FormatField]) {
        for field in fields {
            self.text(field.tag, field.of(bytes), false);
        }
    }

    /// Adds a tag without the blanks around its value; none if the value is blank.
    pub(super) fn value(&mut self, name: &'static str, value: impl Into<Cow<'static, str>>) {
        self.record.tags.extend(trimmed(value.into()).map(|value| (Cow::Borrowed(name), value)));
    }

    /// Adds a tag of a name that only the file knows, as [`Self::value`] does.
    pub(super) fn other_value(&mut self, name: String, value: String) {
        self.record.tags.extend(trimmed(value.into()).map(|value| (Cow::Owned(name), value)));
    }

    /// Adds the result of a code of [`RESULTS`] at this offset; a code of 4 says that lines end in
    /// several ways.
    pub(super) fn result(&mut self, at: usize, code: u32) {
        match RESULTS.get(code as usize) {
            Some(GameResult::Unknown) => {}
            Some(result) => self.value("Result", result.as_str()),
            None if code == 4 => {}
            None => {
                let (name, value) = ("Result".to_owned(), code.to_string());
                self.damaged(at, Reason::ValueNotKnown { name, value });
            }
        }
    }

    /// Decodes a comment up to a NUL; `None` when it is blank.
    pub(super) fn comment(&mut self, bytes: &[u8]) -> Option<Cow<'static, str>> {
        trimmed(self.decode(bytes).into())
    }

    /// Decodes a text up to a NUL and keeps the blanks around it.
    pub(super) fn decode(&mut self, bytes: &[u8]) -> String {
        self.decoded(bytes).text
    }

    fn decoded(&mut self, bytes: &[u8]) -> DecodedField {
        let field = decode_field(bytes, self.record.encoding);
        if field.is_damaged {
            self.malformed(field.text.matches(char::REPLACEMENT_CHARACTER).count());
        }
        field
    }

    /// Counts byte sequences that are no characters.
    pub(super) fn malformed(&mut self, count: usize) {
        self.malformed += count as u32;
    }

    pub(super) fn warn(&mut self, reason: Reason) {
        self.record.warnings.push(reason.into());
    }

    /// Reports damage at offset `at`: the file announces something other than it holds.
    pub(super) fn damaged(&mut self, at: usize, reason: Reason) {
        self.damage.push((self.record.offsets.source(at as u32), reason));
    }

    /// Warns that the record breaks off at offset `at`, inside `part`. Reports damage as well,
    /// unless the main line ends there in a missing move.
    pub(super) fn broken(&mut self, at: usize, part: FilePart, is_move_missing: bool) {
        let offset = self.record.offsets.source(at as u32);
        self.record.warnings.push(Warning::Truncated { offset, detail: part.to_string() });
        if !is_move_missing {
            self.damaged(at, Reason::BreaksOff(part));
        }
    }

    /// Sets the start to the board, or to the reason `otherwise` when `placed` is None.
    pub(super) fn start(
        &mut self,
        placed: Option<PlacedBoard>,
        side: Option<Side>,
        otherwise: Reason,
    ) {
        self.record.start = match placed {
            None => otherwise.into(),
            Some(PlacedBoard { board, clashes }) => {
                if clashes > 0 {
                    self.warn(Reason::PointsTaken(clashes));
                }
                RawStart::Board(Box::new(board), side)
            }
        };
    }

    /// Adds moves and comments, and reports how the moves break off and which bytes are left over.
    pub(super) fn moves(&mut self, moves: RawMoves<'_>) {
        if let Some((at, part)) = moves.broken {
            let last = moves.nodes.last().map(|node| node.mv);
            self.broken(at, part, matches!(last, Some(RawMove::Missing(_))));
        }
        if moves.surplus > 0 {
            let Range { start, end } = self.record.span;
            let at = end.saturating_sub(moves.surplus as u64).max(start);
            self.damage.push((at, Reason::BytesBehindEnd(moves.surplus)));
        }
        for (node, text) in moves.comments {
            let comment = self.comment(text);
            self.record.tree.comments.extend(comment.map(|comment| (node, comment)));
        }
        self.record.tree.nodes = moves.nodes;
    }

    /// Passes the record to the sink, then its damage.
    pub(super) fn give(mut self, sink: &mut dyn Sink) -> ControlFlow<()> {
        if self.malformed > 0 {
            let encoding = self.record.encoding.label().to_owned();
            self.record.warnings.push(Warning::Malformed { count: self.malformed, encoding });
        }
        let unknown = unknown_result(&self.record);
        self.damage.extend(unknown.map(|reason| (self.record.span.start, reason)));
        sink.record(self.record)?;
        for (offset, reason) in self.damage {
            sink.damage(offset, reason.to_string());
        }
        ControlFlow::Continue(())
    }
}

/// The value without blanks around it; `None` when nothing is left.
fn trimmed(value: Cow<'static, str>) -> Option<Cow<'static, str>> {
    let trimmed = value.trim_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
    match trimmed.len() {
        0 => None,
        len if len == value.len() => Some(value),
        _ => Some(trimmed.to_owned().into()),
    }
}

/// Results by their codes in XQF, CBF and others.
pub(crate) const RESULTS: [GameResult; 4] =
    [GameResult::Unknown, GameResult::RedWins, GameResult::BlackWins, GameResult::Draw];

/// Kinds of records: numbered from 1 by CCBridge, named by DhtmlXQ.
pub(crate) const KINDS: [(Kind, &str); 4] = [
    (Kind::Game, "全局"),
    (Kind::Opening, "布局"),
    (Kind::Endgame, "中残局"),
    (Kind::Composed, "排局"),
];

/// Kind that CCBridge numbers so, in all its formats; None outside 1 to 4.
pub(super) fn kind_hint(number: u32) -> Option<Kind> {
    let index = (number as usize).checked_sub(1)?;
    KINDS.get(index).map(|(kind, _)| *kind)
}

/// Point at file `x` from Red's left and row `y` from the top, Black's back rank; both 0-based.
pub(super) fn from_top(x: u8, y: u8) -> Option<Square> {
    Square::at(x, 9u8.checked_sub(y)?)
}

/// Point of a byte: `x` in the high half, `y` from the top in the low half.
pub(super) fn high_x(byte: u8) -> Option<Square> {
    from_top(byte >> 4, byte & 0x0F)
}

/// Point of a byte: `y` from the top in the high half, `x` in the low half.
pub(super) fn high_y(byte: u8) -> Option<Square> {
    from_top(byte & 0x0F, byte >> 4)
}

/// Point by its index 0 to 89: rows from the top, Red's left first.
pub(super) fn by_rows(index: u8) -> Option<Square> {
    from_top(index % 9, index / 9)
}

/// Move between the points of two bytes.
pub(super) fn raw_move(point: impl Fn(u8) -> Option<Square>, from: u8, to: u8) -> RawMove<'static> {
    match (point(from), point(to)) {
        (Some(from), Some(to)) => RawMove::Squares(Move::new(from, to)),
        _ => RawMove::OffBoard(from, to),
    }
}

/// Move between two points, each of two numbers.
pub(super) fn raw_move_of_pairs(
    point: impl Fn(u8, u8) -> Option<Square>,
    [a, b, c, d]: [u8; 4],
) -> RawMove<'static> {
    match (point(a, b), point(c, d)) {
        (Some(from), Some(to)) => RawMove::Squares(Move::new(from, to)),
        _ => RawMove::OffBoard(a << 4 | b & 0x0F, c << 4 | d & 0x0F),
    }
}

/// A board, and the number of pieces left out because another stood on their point.
pub(super) struct PlacedBoard {
    pub(super) board: Board,
    clashes: u32,
}

/// Puts pieces on their points. The first piece keeps a point; pairs without a point or a piece are
/// left out.
pub(super) fn placed(pieces: impl Iterator<Item = (Option<Square>, Option<Piece>)>) -> PlacedBoard {
    let mut placed = PlacedBoard { board: Board::EMPTY, clashes: 0 };
    for (square, piece) in pieces {
        let (Some(square), Some(piece)) = (square, piece) else { continue };
        if placed.board.get(square).is_some() {
            placed.clashes += 1;
        } else {
            placed.board.set(square, Some(piece));
        }
    }
    placed
}

/// Order in which most programs list a side's 16 pieces, as FEN letters: back rank, cannons, pawns.
pub(super) const SLOTS: &[u8; 16] = b"RNBAKABNRCCPPPPP";

/// Piece of a slot, 0 to 31: Red's sixteen come first, each side in the order of `kinds`.
pub(super) fn piece_of_slot(kinds: &[u8; 16], slot: usize) -> Option<Piece> {
    piece_of_kind(kinds, slot % 16, if slot < 16 { Side::Red } else { Side::Black })
}

/// Piece of the kind at `index` in a list of FEN letters.
pub(super) fn piece_of_kind(kinds: &[u8], index: usize, side: Side) -> Option<Piece> {
    let letter = char::from(*kinds.get(index)?);
    Piece::from_fen_letter(letter).map(|piece| Piece::new(side, piece.kind()))
}

/// Piece of a slot, 0 to 31, in the order of [`SLOTS`]; for writers.
pub(crate) fn slot_piece(slot: usize) -> Piece {
    piece_of_slot(SLOTS, slot).expect("the letters are those of FEN")
}

/// Moves of a file: a line, or a tree stored as a pre-order dump. Comments stay bytes until their
/// encoding is known.
///
/// The first entry of a dump is the start, without a move. Each entry states whether a child
/// follows, and whether a sibling (a move instead of this one) follows after all descendants. An
/// explicit stack holds lines that wait for siblings, so depth costs no recursion.
#[derive(Default)]
pub(super) struct RawMoves<'a> {
    pub(super) nodes: Vec<RawNode<'static>>,
    /// Comments, each with its node.
    pub(super) comments: Vec<(u32, &'a [u8])>,
    /// Offset at which the moves break off, and the part of the file broken there.
    pub(super) broken: Option<(usize, FilePart)>,
    /// Number of bytes behind the last move that belong to nothing.
    pub(super) surplus: usize,
    next: NextEntry,
    pending: Vec<u32>,
}

/// Place of a dump's next entry.
#[derive(Default, Copy, Clone)]
enum NextEntry {
    #[default]
    Start,
    After(u32),
    Complete,
}

/// One entry of a dump.
pub(super) struct BinaryEntry {
    /// Move of the entry; ignored for the start.
    pub(super) mv: RawMove<'static>,
    /// A child follows directly.
    pub(super) child: bool,
    /// A sibling follows after all descendants; ignored for the start.
    pub(super) sibling: bool,
    /// A comment follows the entry.
    pub(super) comment: bool,
}

impl<'a> RawMoves<'a> {
    /// Reads a dump; `entry` reads the fixed part of one entry. Four bytes before a comment hold
    /// its length plus `key`. A NUL as wide as a unit of `encoding` may stand only at a comment's
    /// end; earlier, the length is damaged, as moves follow a NUL.
    pub(super) fn dump(
        cursor: &mut Cursor<'a>,
        key: u32,
        encoding: Encoding,
        entry: impl Fn(&mut Cursor<'a>) -> Option<BinaryEntry>,
    ) -> RawMoves<'a> {
        let mut moves = RawMoves::default();
        while !moves.is_complete() {
            let at = cursor.offset();
            let Some(entry) = entry(cursor) else {
                moves.break_off(at, FilePart::Moves);
                return moves;
            };
            let has_comment = entry.comment;
            let node = moves.add(at, entry);
            if has_comment {
                let len = cursor.u32_le().and_then(|len| len.checked_sub(key));
                let comment = len.and_then(|len| cursor.take(len as usize));
                let Some(comment) = comment.filter(|text| is_one_text(text, encoding)) else {
                    moves.break_off(at, FilePart::Comment);
                    return moves;
                };
                moves.comment(node, comment);
            }
        }
        moves.surplus = cursor.left();
        moves
    }

    /// Adds the next entry of a dump, read at offset `at`; returns its node.
    pub(super) fn add(&mut self, at: usize, entry: BinaryEntry) -> u32 {
        let node = match self.next {
            NextEntry::Start => RawTree::ROOT,
            NextEntry::After(parent) => {
                if entry.sibling {
                    self.pending.push(parent);
                }
                self.push_after(parent, at, entry.mv)
            }
            NextEntry::Complete => return RawTree::ROOT,
        };
        self.next = match entry.child {
            true => NextEntry::After(node),
            false => self.pending.pop().map_or(NextEntry::Complete, NextEntry::After),
        };
        node
    }

    /// Adds the next move of a game without variations, read at offset `at`.
    pub(super) fn push(&mut self, at: usize, mv: RawMove<'static>) -> u32 {
        let parent = self.nodes.len().checked_sub(1).map_or(RawTree::ROOT, |last| last as u32);
        self.push_after(parent, at, mv)
    }

    pub(super) fn push_after(&mut self, parent: u32, at: usize, mv: RawMove<'static>) -> u32 {
        self.nodes.push(RawNode { parent, at: at as u32, mv });
        (self.nodes.len() - 1) as u32
    }

    /// Adds a node's comment unless it is empty.
    pub(super) fn comment(&mut self, node: u32, text: &'a [u8]) {
        if !text.is_empty() {
            self.comments.push((node, text));
        }
    }

    /// Whether all announced children and siblings were read.
    pub(super) fn is_complete(&self) -> bool {
        matches!(self.next, NextEntry::Complete)
    }

    /// Whether announced siblings are still missing.
    pub(super) fn waits_for_siblings(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Records that a dump is unreadable from offset `at`, inside `part`. Adds a missing move if
    /// one was announced behind a move.
    pub(super) fn break_off(&mut self, at: usize, part: FilePart) {
        self.broken = Some((at, part));
        if let NextEntry::After(parent) = self.next
            && parent != RawTree::ROOT
        {
            self.push_after(parent, at, RawMove::Missing(""));
            self.next = NextEntry::Complete;
        }
    }

    /// Reads a game without variations: `count` moves, or all moves up to the end of a file that
    /// breaks off before its count (None). `entry` reads one move.
    pub(super) fn counted(
        count: Option<u32>,
        cursor: &mut Cursor<'a>,
        entry: impl Fn(&mut Cursor<'a>) -> Option<RawMove<'static>>,
    ) -> RawMoves<'a> {
        let mut moves = RawMoves::default();
        for read in 0..count.unwrap_or(u32::MAX) {
            let at = cursor.offset();
            let Some(mv) = entry(cursor) else {
                moves.miss(at, FilePart::moves_of(read, count));
                break;
            };
            moves.push(at, mv);
        }
        moves.surplus = cursor.left();
        moves
    }

    /// Records that the next move of a game without variations is unreadable at offset `at`.
    pub(super) fn miss(&mut self, at: usize, part: FilePart) {
        self.broken = Some((at, part));
        self.push(at, RawMove::Missing(""));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_in_order_and_stops_at_the_end() {
        let mut cursor = Cursor::new(&[1, 2, 0, 3, 0, 0, 0, 9, 8]);
        assert_eq!(cursor.u8(), Some(1));
        assert_eq!(cursor.u16_le(), Some(2));
        assert_eq!(cursor.u32_le(), Some(3));
        assert_eq!((cursor.offset(), cursor.left()), (7, 2));
        assert_eq!(cursor.u32_le(), None);
        assert_eq!(cursor.take(usize::MAX), None);
        assert_eq!(cursor.offset(), 7, "a step that fails takes nothing");
        assert_eq!(cursor.take(2), Some(&[9, 8][..]));
        assert_eq!((cursor.u8(), cursor.take(0)), (None, Some(&[][..])));
        assert_eq!(cursor.skip(1), None);
        assert_eq!(Cursor::from(b"abc", 1).rest(), b"bc");
        assert_eq!(Cursor::from(b"abc", 9).rest(), b"");
    }

    #[test]
    fn siblings_wait_for_the_descendants() {
        let mut moves = RawMoves::default();
        // start, 1 (2 (3, or 3') or 2'), or 1'
        for (child, sibling) in [
            (true, true),
            (true, true),
            (true, true),
            (false, true),
            (false, false),
            (false, false),
            (false, false),
        ] {
            assert!(!moves.is_complete());
            let mv = RawMove::OffBoard(0, 0);
            moves.add(0, BinaryEntry { mv, child, sibling, comment: false });
        }
        assert!(moves.is_complete());
        let parents: Vec<u32> = moves.nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [RawTree::ROOT, 0, 1, 1, 0, RawTree::ROOT]);
    }
}
