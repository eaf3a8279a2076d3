//! What the readers of binary and XML formats share: text fields become tags, square numbers become
//! moves.

use super::{RawMove, RawTree, Warning};
use crate::text::{Encoding, decode_field, until_nul};
use crate::xiangqi::{Board, Move, Piece, Side, Square};
use std::borrow::Cow;

/// Tags and comments of one record in the making, with what had to be repaired on the way.
pub(super) struct Fields {
    encoding: Encoding,
    tags: Vec<(Cow<'static, str>, Cow<'static, str>)>,
    warnings: Vec<Warning>,
    malformed: u32,
}

impl Fields {
    /// Nothing yet; all texts will be decoded as `encoding`.
    pub(super) fn new(encoding: Encoding) -> Fields {
        Fields { encoding, tags: Vec::new(), warnings: Vec::new(), malformed: 0 }
    }

    /// Adds a tag from the bytes of its field, up to a NUL. `cut` says that the field was known to
    /// be shorter than its text; half a character at the end shows it too. Blank fields become no
    /// tag.
    pub(super) fn text(&mut self, name: &'static str, bytes: &[u8], cut: bool) {
        let text = self.decode(bytes);
        let cut = cut || ends_inside_character(until_nul(bytes, self.encoding), self.encoding);
        if cut && !text.trim().is_empty() {
            self.warn(Warning::FieldCut { field: name.to_owned() });
        }
        self.value(name, text);
    }

    /// Adds a tag unless its value is blank. Blanks around a value are the padding of its field.
    pub(super) fn value(&mut self, name: &'static str, value: impl Into<Cow<'static, str>>) {
        let value = value.into();
        let trimmed = value.trim_matches(is_padding);
        if trimmed.is_empty() {
            return;
        }
        let value = if trimmed.len() == value.len() { value } else { trimmed.to_owned().into() };
        self.tags.push((Cow::Borrowed(name), value));
    }

    /// Decodes a comment up to a NUL; `None` when it is blank.
    pub(super) fn comment(&mut self, bytes: &[u8]) -> Option<Cow<'static, str>> {
        let text = self.decode(bytes);
        let trimmed = text.trim_matches(is_padding);
        match trimmed.len() {
            0 => None,
            len if len == text.len() => Some(text.into()),
            _ => Some(trimmed.to_owned().into()),
        }
    }

    /// Decodes the comments of a tree; blank ones are left out.
    pub(super) fn comments(&mut self, found: &[(u32, &[u8])]) -> Vec<(u32, Cow<'static, str>)> {
        found.iter().filter_map(|(node, text)| Some((*node, self.comment(text)?))).collect()
    }

    /// Counts bytes that were no characters.
    pub(super) fn malformed(&mut self, count: usize) {
        self.malformed += count as u32;
    }

    /// Remembers a warning.
    pub(super) fn warn(&mut self, warning: Warning) {
        self.warnings.push(warning);
    }

    /// Warns of bytes after the last move: either they are rubbish or the moves end too early.
    pub(super) fn surplus(&mut self, count: usize) {
        if count > 0 {
            let text = format!("{count} bytes after the last move are left out");
            self.warn(Warning::Other { text });
        }
    }

    /// Warns that the record breaks off at this offset of the file, while reading `what`.
    pub(super) fn broken(&mut self, offset: u64, what: &str) {
        self.warn(Warning::Truncated { offset, detail: what.to_owned() });
    }

    /// Warns that the moves break off at this offset, of which the file announces so many; `None`
    /// when it ends before their number.
    pub(super) fn broken_moves(&mut self, offset: u64, read: u32, announced: Option<u32>) {
        match announced {
            Some(announced) => self.broken(offset, &format!("{read} of {announced} moves")),
            None => self.broken(offset, "the number of moves"),
        }
    }

    /// Warns of pieces that found their point taken.
    pub(super) fn clashes(&mut self, placing: &Placing) {
        if placing.clashes > 0 {
            let text = format!("{} pieces are left out: their points are taken", placing.clashes);
            self.warn(Warning::Other { text });
        }
    }

    /// The tags and warnings.
    #[allow(clippy::type_complexity, reason = "the shape of the fields of a raw record")]
    pub(super) fn finish<'a>(mut self) -> (Vec<(Cow<'a, str>, Cow<'a, str>)>, Vec<Warning>) {
        if self.malformed > 0 {
            self.warnings.push(Warning::Malformed {
                count: self.malformed,
                encoding: self.encoding.label().to_owned(),
            });
        }
        (self.tags, self.warnings)
    }

    /// Decodes a text up to a NUL, blanks and all.
    pub(super) fn decode(&mut self, bytes: &[u8]) -> String {
        let (text, damaged) = decode_field(bytes, self.encoding);
        if damaged {
            self.malformed(text.matches(char::REPLACEMENT_CHARACTER).count());
        }
        text
    }
}

fn is_padding(c: char) -> bool {
    c.is_whitespace() || c == '\u{FEFF}'
}

/// The `Result` tag of a code that counts 1 red, 2 black, 3 draw; other codes say nothing.
pub(super) fn result_tag(code: u32) -> &'static str {
    match code {
        1 => "1-0",
        2 => "0-1",
        3 => "1/2-1/2",
        _ => "",
    }
}

/// The move between two points that may not exist; `found` are the bytes of the file.
pub(super) fn raw_move(
    from: Option<Square>,
    to: Option<Square>,
    found: (u8, u8),
) -> RawMove<'static> {
    match (from, to) {
        (Some(from), Some(to)) => RawMove::Squares(Move::new(from, to)),
        _ => RawMove::OffBoard(found.0, found.1),
    }
}

/// The point at `x` from Red's left and `y` from the top, which is Black's back rank.
pub(super) fn from_top(x: u8, y: u8) -> Option<Square> {
    Square::at(x, 9u8.checked_sub(y)?)
}

/// Adds the moves of a game without variations to a tree, one after the other.
pub(super) struct LineBuilder {
    /// The tree so far.
    pub(super) tree: RawTree<'static>,
}

impl LineBuilder {
    /// No moves.
    pub(super) fn new() -> LineBuilder {
        LineBuilder { tree: RawTree::default() }
    }

    /// Notes that the next move was announced and is not there; the file ends or makes no sense at
    /// this offset.
    pub(super) fn miss(&mut self, at: usize) {
        self.push(at, RawMove::Missing(""));
    }

    /// Adds the next move, which stands at this offset.
    pub(super) fn push(&mut self, at: usize, mv: RawMove<'static>) -> u32 {
        let parent = self.tree.nodes.len().checked_sub(1).map_or(RawTree::ROOT, |last| last as u32);
        self.tree.push(parent, at as u32, mv)
    }
}

/// Builds a board and notices when two pieces claim one point; the first keeps it.
pub(super) struct Placing {
    /// The board so far.
    pub(super) board: Board,
    clashes: u32,
}

impl Placing {
    /// An empty board.
    pub(super) fn new() -> Placing {
        Placing { board: Board::EMPTY, clashes: 0 }
    }

    /// Puts a piece on a point.
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        if self.board.get(square).is_some() {
            self.clashes += 1;
        } else {
            self.board.set(square, Some(piece));
        }
    }
}

/// The order in which many programs list the 32 pieces of a start array: the back rank from one
/// side to the other, the cannons, the pawns; Red's sixteen first.
pub(crate) fn slot_piece(slot: usize) -> Piece {
    use crate::xiangqi::PieceKind::*;
    const ORDER: [crate::xiangqi::PieceKind; 16] = [
        Rook, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Rook, Cannon, Cannon, Pawn,
        Pawn, Pawn, Pawn, Pawn,
    ];
    let side = if slot < 16 { Side::Red } else { Side::Black };
    Piece::new(side, ORDER[slot % 16])
}

/// Whether the text was cut inside its last character. Only the encodings in which that is common
/// are looked at.
fn ends_inside_character(bytes: &[u8], encoding: Encoding) -> bool {
    let mut at = 0;
    while at < bytes.len() {
        let width = match (encoding, bytes[at], bytes.get(at + 1)) {
            (Encoding::Gb18030 | Encoding::Big5, 0x81..=0xFE, None) => 2,
            (Encoding::Gb18030, 0x81..=0xFE, Some(0x30..=0x39)) => 4,
            (Encoding::Gb18030 | Encoding::Big5, 0x81..=0xFE, Some(0x40..)) => 2,
            (Encoding::Utf16Le | Encoding::Utf16Be, _, _) => 2,
            _ => 1,
        };
        at += width;
    }
    at > bytes.len()
}
