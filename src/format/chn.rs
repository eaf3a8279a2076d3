//! CHN and XQI: games saved by two editions of the Ourgame hall (联众). They differ in nothing but
//! the name and the caption.
//!
//! | offset | size | meaning |
//! |---|---|---|
//! | 0 | 2 | `GL` |
//! | 2 | 6 | three numbers: 2000, 2004 and 1 in the files seen |
//! | 8 | 28 | date and time, as C's `ctime` writes it |
//! | 36 | 64 | caption |
//! | 100 | 20 | Red's account |
//! | 120 | 20 | Red's name |
//! | 140 | 20 | Black's account |
//! | 160 | 20 | Black's name |
//! | 180 | 90 | board at the start, file by file from Red's left, each from the top |
//! | 270 | 90 | board at the end |
//! | 364 | 4 | number of moves |
//! | 508 | 36 each | moves: 14 bytes of leftover memory, from, to, piece, then the piece taken and leftover memory |
//!
//! Texts are GBK up to a NUL. Squares are `y << 4 | x` with y from the top. The low nibble of a
//! piece is 1 rook, 2 horse, 3 cannon, 4 king, 5 advisor, 6 elephant, 7 pawn; 8 more is Black's;
//! the high nibble tells equal pieces apart.
//!
//! Two letters are a short magic, so a file is recognised by its boards: at the start only pieces,
//! at most as many of a kind as a side has, and both kings; at the end nothing but pieces.
//!
//! Sources: public readers for an older layout; one file of each kind, two copies of one game.

use super::cursor::Cursor;
use super::fields::{Fields, LineBuilder, Placing, from_top, raw_move};
use super::{BytesFrom, Fit, Format, Input, RawRecord, RawStart, Sample, Sink};
use crate::text::detect_fields;
use crate::xiangqi::{Piece, PieceKind, Side, Square};
use std::ops::ControlFlow;

/// The row of CHN in the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "chn",
    about: "Ourgame game (联众)",
    extensions: &["chn"],
    is_text: false,
    sniff: |sample| if is_xqi(sample) { Fit::No } else { fit(sample, FORMAT.extensions) },
    read,
    boundary: None,
};

/// The row of XQI in the table of formats.
pub(super) const XQI: Format = Format {
    name: "xqi",
    about: "Ourgame game, second edition (联众)",
    extensions: &["xqi"],
    is_text: false,
    sniff: |sample| if is_xqi(sample) { fit(sample, XQI.extensions) } else { Fit::No },
    read,
    boundary: None,
};

const BOARD: usize = 180;
const COUNT: usize = 364;
const MOVES: usize = 508;
const PER_MOVE: usize = 36;
const TEXTS: [(&str, usize, usize); 6] = [
    ("Date", 8, 28),
    ("Title", 36, 64),
    ("RedAccount", 100, 20),
    ("Red", 120, 20),
    ("BlackAccount", 140, 20),
    ("Black", 160, 20),
];

/// The boards prove the format; without them the name may still give a hint.
fn fit(sample: &Sample<'_>, extensions: &[&str]) -> Fit {
    let boards = sample.head.get(BOARD..BOARD + 2 * Square::COUNT);
    match boards.map(|boards| boards.split_at(Square::COUNT)) {
        _ if !sample.head.starts_with(b"GL") => Fit::No,
        Some((start, end)) if is_start(start) && holds_only_pieces(end) => Fit::Certain,
        _ if sample.has_extension(extensions) => Fit::Weak,
        _ => Fit::No,
    }
}

/// Whether the bytes are a board on which a game can begin.
fn is_start(codes: &[u8]) -> bool {
    let pieces = board(codes).board;
    let count = |piece: Piece| pieces.pieces().filter(|(_, found)| *found == piece).count();
    holds_only_pieces(codes)
        && Piece::all().into_iter().all(|piece| match piece.kind() {
            PieceKind::King => count(piece) == 1,
            PieceKind::Pawn => count(piece) <= 5,
            _ => count(piece) <= 2,
        })
}

fn holds_only_pieces(codes: &[u8]) -> bool {
    codes.iter().all(|&code| code == 0 || piece(code).is_some())
}

fn is_xqi(sample: &Sample<'_>) -> bool {
    sample.has_extension(XQI.extensions)
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let bytes = input.bytes;
    let texts = TEXTS.map(|(name, offset, size)| (name, bytes.get(offset..offset + size)));
    let encoding = input.encoding.unwrap_or_else(|| {
        let texts: Vec<&[u8]> = texts.iter().filter_map(|(_, text)| *text).collect();
        detect_fields(&texts)
    });
    let mut fields = Fields::new(encoding);
    for (name, text) in texts {
        fields.text(name, text.unwrap_or_default(), false);
    }
    let start = match bytes.get(BOARD..BOARD + Square::COUNT) {
        Some(codes) => RawStart::Board(Box::new(board(codes).board), None),
        None => RawStart::Unreadable("the file ends inside the board".to_owned()),
    };
    let mut line = LineBuilder::new();
    let mut cursor = Cursor::from(bytes, MOVES);
    let count = Cursor::from(bytes, COUNT).u32_le().unwrap_or(0);
    let is_cut = bytes.len() < MOVES;
    while is_cut || cursor.left() > 0 || line.tree.nodes.len() < count as usize {
        let at = cursor.offset();
        let Some(entry) = cursor.array::<PER_MOVE>() else {
            fields.broken(input.base + at as u64, "moves");
            line.miss(at);
            break;
        };
        let (from, to) = (entry[14], entry[15]);
        line.push(at, raw_move(square(from), square(to), (from, to)));
    }
    let (tags, warnings) = fields.finish();
    sink.record(RawRecord {
        tags,
        start,
        tree: line.tree,
        warnings,
        ..RawRecord::new(input.span(), encoding, &BytesFrom(input.base))
    })
}

fn board(codes: &[u8]) -> Placing {
    let mut placing = Placing::new();
    for (index, &code) in codes.iter().enumerate() {
        let (x, y) = (index as u8 / 10, index as u8 % 10);
        if let (Some(square), Some(piece)) = (from_top(x, y), piece(code)) {
            placing.put(square, piece);
        }
    }
    placing
}

fn piece(code: u8) -> Option<Piece> {
    const KINDS: [PieceKind; 7] = [
        PieceKind::Rook,
        PieceKind::Horse,
        PieceKind::Cannon,
        PieceKind::King,
        PieceKind::Advisor,
        PieceKind::Elephant,
        PieceKind::Pawn,
    ];
    let side = if code & 8 == 0 { Side::Red } else { Side::Black };
    let kind = KINDS.get(usize::from(code & 7).checked_sub(1)?)?;
    Some(Piece::new(side, *kind))
}

fn square(byte: u8) -> Option<Square> {
    from_top(byte & 0x0F, byte >> 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{attack, gbk, keep};

    fn game() -> Vec<u8> {
        let mut bytes = vec![0; MOVES];
        bytes[..6].copy_from_slice(b"GL\xD0\x07\xD4\x07");
        bytes[8..33].copy_from_slice(b"Tue Dec 27 20:57:56 2016\n");
        bytes[COUNT] = 3;
        for (offset, text) in [(120, "木易"), (160, "温柔")] {
            bytes[offset..offset + 4].copy_from_slice(&gbk(text));
        }
        // Kings on e0 and e9, a red cannon on h2, a black horse on h9.
        for (x, y, code) in [(4, 9, 0x14), (4, 0, 0x1C), (7, 7, 0x23), (7, 0, 0x2A)] {
            bytes[BOARD + x * 10 + y] = code;
        }
        for (from, to) in [(0x77, 0x74), (0x07, 0x26), (0x74, 0xB4)] {
            let mut entry = [0xCC; PER_MOVE];
            (entry[14], entry[15]) = (from, to);
            bytes.extend(entry);
        }
        bytes
    }

    #[test]
    fn a_game_reads_back() {
        let found = keep(&FORMAT, &game()).records.remove(0);
        assert_eq!(found.tags, ["Date=Tue Dec 27 20:57:56 2016", "Red=木易", "Black=温柔"]);
        assert_eq!(found.start, "4k2n1/9/9/9/9/9/9/7C1/9/4K4 ?");
        assert_eq!(found.moves(), "-1:h2e2 0:h9g7 1:74-b4");
    }

    type Change<'c> = &'c dyn Fn(&mut Vec<u8>);

    #[test]
    fn the_boards_tell_the_format() {
        let fit = |change: &dyn Fn(&mut Vec<u8>), name| {
            let mut bytes = game();
            change(&mut bytes);
            (FORMAT.sniff)(&Sample { head: &bytes, text: "", name, len: bytes.len() as u64 })
        };
        // Whatever the numbers behind the magic say.
        assert_eq!(fit(&|bytes| bytes[2..8].fill(0), "a"), Fit::Certain);
        assert_eq!(fit(&|bytes| bytes[0] = b'A', "a.chn"), Fit::No);
        let changes: [Change<'_>; 4] = [
            &|bytes| bytes[BOARD + 49] = 0,
            &|bytes| bytes[BOARD + 2] = 0x20,
            &|bytes| bytes[BOARD + Square::COUNT] = 0x30,
            &|bytes| bytes.truncate(BOARD + 100),
        ];
        for change in changes {
            assert_eq!((fit(change, "a"), fit(change, "a.chn")), (Fit::No, Fit::Weak));
        }
        assert_eq!(fit(&|bytes| bytes[BOARD..][..3].fill(0x21), "a"), Fit::No, "three rooks");
    }

    #[test]
    fn the_name_tells_the_edition() {
        for (name, chn, xqi) in [
            ("a.chn", Fit::Certain, Fit::No),
            ("a.XQI", Fit::No, Fit::Certain),
            ("a", Fit::Certain, Fit::No),
        ] {
            let sample = Sample { head: &game(), text: "", name, len: 600 };
            assert_eq!(((FORMAT.sniff)(&sample), (XQI.sniff)(&sample)), (chn, xqi), "{name}");
        }
    }

    #[test]
    fn damage_is_survived() {
        attack(&FORMAT, &game(), true);
    }
}
