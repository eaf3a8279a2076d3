//! CBR: one game of CCBridge 3 (象棋桥). The same record stands in every slot of a
//! [`cbl`](super::cbl) library.
//!
//! Numbers are little-endian, texts UTF-16LE up to a NUL unit; what follows the NUL is leftover
//! memory. The byte at offset 19 is the edition: 2 and 3 have the layout below, 1 the older one on
//! the right (`-`: not there).
//!
//! | offset | size | meaning | edition 1 |
//! |---|---|---|---|
//! | 0 | 16 | `CCBridge Record` and NUL | 0 |
//! | 16 | 4 | 0, 0, 0, edition | 16 |
//! | 20 | 16 | GUID | 20 |
//! | 52 | 128 | script | - |
//! | 180 | 128 | title | 52 |
//! | 308 | 256 | source | - |
//! | 564 | 64 | source file | - |
//! | 628 | 64 | kind of event | - |
//! | 692 | 64 | event | 564 |
//! | 756 | 64 | round | 628 |
//! | 820 | 32 | group | 692 |
//! | 852 | 32 | table | 724 |
//! | 884 | 64 | date | 756 |
//! | 948 | 64 | place | 820 |
//! | 1012 | 64 | time rule | - |
//! | 1076 | 64 | red, then team (64), time (64), rating (32) | 948, team 1012 |
//! | 1300 | 64 | black, then team (64), time (64), rating (32) | 1172, team 1236 |
//! | 1524 | 64 | referee, recorder, commentator, his mail, creator, his mail: 64 each | remark 1396, creator 1524 |
//! | 1908 | 40 | created | - |
//! | 1972 | 40 | modified | - |
//! | 2040 | 4 | type: 1 game, 2 opening, 3 endgame, 4 composed | 1784 |
//! | 2044 | 32 | property | - |
//! | 2076 | 4 | result: 0 unknown, 1 red, 2 black, 3 draw, 4 several | 1820 |
//! | 2080 | 32 | how it ended | - |
//! | 2112 | 4 | first mover: 1 red, 2 black | 1856 |
//! | 2116 | 2 | number of the first round | 1860 |
//! | 2120 | 90 | board from Black's back rank, Red's left first | 1864 |
//! | 2210 | 4 | not used | 1954 |
//! | 2214 | | moves | 1958 |
//!
//! Pieces are `0x10` (red) or `0x20` (black) + 1 rook, 2 horse, 3 elephant, 4 advisor, 5 king, 6
//! cannon, 7 pawn.
//!
//! A move is four bytes: flags, a hint to be ignored, from, to. Flags: 1 the line ends here, 2
//! another move instead of this one follows after this line, 4 a comment follows (byte length as
//! u32, UTF-16LE). Squares count like the board, in edition 1 they are `x << 4 | y`. The first
//! entry is the start.
//!
//! Sources: public readers for the names; offsets, codes and flags checked on 421 records. For
//! edition 1 there is one sample of 15,352 moves, which its CBF twin confirms.

use super::cursor::Cursor;
use super::dump::{Dump, Follow};
use super::fields::{Fields, Placing, from_top, raw_move, result_tag};
use super::{BytesFrom, Fit, Format, Input, RawRecord, RawStart, RawTree, Sample, Sink, Warning};
use crate::metadata::KindHint;
use crate::text::Encoding;
use crate::xiangqi::{Piece, PieceKind, Side, Square};
use std::ops::ControlFlow;

/// The row of the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "cbr",
    about: "CCBridge game (象棋桥)",
    extensions: &["cbr"],
    is_text: false,
    sniff,
    read,
    boundary: None,
};

/// What a record begins with.
pub(super) const MAGIC: &[u8; 16] = b"CCBridge Record\0";

fn sniff(sample: &Sample<'_>) -> Fit {
    if sample.head.starts_with(MAGIC) { Fit::Certain } else { Fit::No }
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    read_record(input.bytes, input.base, None, sink)
}

type Text = (&'static str, usize, usize);

/// Where things stand in one edition.
struct Layout {
    texts: &'static [Text],
    kind: usize,
    result: usize,
    first_mover: usize,
    board: usize,
    packed_squares: bool,
}

impl Layout {
    /// The moves follow the board and four bytes that say nothing.
    fn moves(&self) -> usize {
        self.board + Square::COUNT + 4
    }
}

const EDITION_1: Layout = Layout {
    texts: &[
        ("Title", 52, 128),
        ("Event", 564, 64),
        ("Round", 628, 64),
        ("Group", 692, 32),
        ("Table", 724, 32),
        ("Date", 756, 64),
        ("Site", 820, 64),
        ("Red", 948, 64),
        ("RedTeam", 1012, 64),
        ("Black", 1172, 64),
        ("BlackTeam", 1236, 64),
        ("Remark", 1396, 64),
        ("Author", 1524, 64),
    ],
    kind: 1784,
    result: 1820,
    first_mover: 1856,
    board: 1864,
    packed_squares: true,
};

const EDITION_2: Layout = Layout {
    texts: &[
        ("Script", 52, 128),
        ("Title", 180, 128),
        ("Source", 308, 256),
        ("SourceFile", 564, 64),
        ("EventType", 628, 64),
        ("Event", 692, 64),
        ("Round", 756, 64),
        ("Group", 820, 32),
        ("Table", 852, 32),
        ("Date", 884, 64),
        ("Site", 948, 64),
        ("TimeControl", 1012, 64),
        ("Red", 1076, 64),
        ("RedTeam", 1140, 64),
        ("RedTime", 1204, 64),
        ("RedElo", 1268, 32),
        ("Black", 1300, 64),
        ("BlackTeam", 1364, 64),
        ("BlackTime", 1428, 64),
        ("BlackElo", 1492, 32),
        ("Referee", 1524, 64),
        ("Recorder", 1588, 64),
        ("Annotator", 1652, 64),
        ("AnnotatorMail", 1716, 64),
        ("Author", 1780, 64),
        ("AuthorMail", 1844, 64),
        ("Created", 1908, 40),
        ("Modified", 1972, 40),
        ("RecordKind", 2044, 32),
        ("Termination", 2080, 32),
    ],
    kind: 2040,
    result: 2076,
    first_mover: 2112,
    board: 2120,
    packed_squares: false,
};

/// Gives the record in `bytes`, which stand at offset `base` of the file, to the sink. `collection`
/// is the name of the library it belongs to.
pub(super) fn read_record(
    bytes: &[u8],
    base: u64,
    collection: Option<&str>,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let layout = if bytes.get(19) == Some(&1) { &EDITION_1 } else { &EDITION_2 };
    let mut fields = Fields::new(Encoding::Utf16Le);
    if let Some(edition @ (0 | 4..)) = bytes.get(19) {
        let text = format!("edition {edition} of the record is not known and read like edition 2");
        fields.warn(Warning::Other { text });
    }
    for &(name, offset, size) in layout.texts {
        if let Some(text) = bytes.get(offset..offset + size) {
            fields.text(name, text, false);
        }
    }
    if let Some(collection) = collection {
        fields.value("Collection", collection.to_owned());
    }
    let number = |offset| Cursor::from(bytes, offset).u32_le();
    fields.value("Result", result_tag(number(layout.result).unwrap_or(0)));
    let start = match bytes.get(layout.board..layout.board + Square::COUNT) {
        Some(codes) => {
            let placing = board(codes);
            RawStart::Board(Box::new(placing.board), number(layout.first_mover).and_then(side))
        }
        None => RawStart::Unreadable("the file ends inside the board".to_owned()),
    };
    let dump = moves(bytes, layout);
    if let Some((offset, what)) = dump.broken {
        fields.broken(base + offset.min(bytes.len()) as u64, what);
    }
    fields.surplus(dump.surplus);
    let comments = fields.comments(&dump.comments);
    let (tags, warnings) = fields.finish();
    sink.record(RawRecord {
        tags,
        start,
        tree: RawTree { nodes: dump.nodes, comments },
        hint: number(layout.kind).and_then(kind_hint),
        warnings,
        ..RawRecord::new(base..base + bytes.len() as u64, Encoding::Utf16Le, &BytesFrom(base))
    })
}

/// The kind that CCBridge means by these numbers, in all its formats.
pub(super) fn kind_hint(kind: u32) -> Option<KindHint> {
    match kind {
        1 => Some(KindHint::Game),
        2 => Some(KindHint::Opening),
        3 => Some(KindHint::Endgame),
        4 => Some(KindHint::Composed),
        _ => None,
    }
}

fn side(code: u32) -> Option<Side> {
    match code {
        1 => Some(Side::Red),
        2 => Some(Side::Black),
        _ => None,
    }
}

/// The board of 90 piece codes; a code that means nothing leaves its point empty.
fn board(codes: &[u8]) -> Placing {
    let mut placing = Placing::new();
    for (index, &code) in codes.iter().enumerate() {
        if let (Some(square), Some(piece)) = (square(index as u8), piece(code)) {
            placing.put(square, piece);
        }
    }
    placing
}

fn piece(code: u8) -> Option<Piece> {
    const KINDS: [PieceKind; 7] = [
        PieceKind::Rook,
        PieceKind::Horse,
        PieceKind::Elephant,
        PieceKind::Advisor,
        PieceKind::King,
        PieceKind::Cannon,
        PieceKind::Pawn,
    ];
    let side = side(u32::from(code >> 4))?;
    let kind = KINDS.get(usize::from(code & 0x0F).checked_sub(1)?)?;
    Some(Piece::new(side, *kind))
}

/// The point with this index in the order of the board.
fn square(index: u8) -> Option<Square> {
    from_top(index % 9, index / 9)
}

fn moves<'a>(bytes: &'a [u8], layout: &Layout) -> Dump<'a> {
    let mut dump = Dump::default();
    let mut cursor = Cursor::from(bytes, layout.moves());
    let read_square = |byte: u8| {
        if layout.packed_squares { from_top(byte >> 4, byte & 0x0F) } else { square(byte) }
    };
    while !dump.is_complete() {
        let at = cursor.offset();
        // Other flags have never been seen: what has them is no move.
        let Some([flags @ 0..=7, _, from, to]) = cursor.array() else {
            return dump.break_off(at, "moves");
        };
        let mv = raw_move(read_square(from), read_square(to), (from, to));
        let node = dump.add(at, mv, Follow { child: flags & 1 == 0, sibling: flags & 2 != 0 });
        if flags & 4 != 0 {
            let Some(text) = cursor.u32_le().and_then(|len| cursor.take(len as usize)) else {
                return dump.break_off(at, "a comment");
            };
            dump.comment(node, text);
        }
    }
    dump.surplus = cursor.left();
    dump
}

#[cfg(test)]
pub(super) mod tests;
