//! Games saved by halls on the net: CHN and XQI (Ourgame, 联众), CCM (China Game Center,
//! 中国游戏中心), CHE (QQ 游戏), MXQ (Movesky, 弈天); one game a file, without
//! variations.
//!
//! # CHN and XQI
//!
//! Two editions of the hall; only extension and caption differ.
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
//! piece is 1 rook, 2 horse, 3 cannon, 4 king, 5 advisor, 6 elephant, 7 pawn, plus 8 for Black; the
//! high nibble tells equal pieces apart.
//!
//! The magic has only two letters, so the boards decide: at the start only pieces, at most as many
//! of a kind as a side has, and both kings; at the end only pieces.
//!
//! Sources: public readers for an older layout; one file of each kind, two copies of one game.
//!
//! # CCM
//!
//! | offset | size | meaning |
//! |---|---|---|
//! | 0 | 1 | 1 |
//! | 8 | 4 | number of moves, low byte first |
//! | 12 | 9 each | moves |
//!
//! A move: piece, side (1 moves first), kind, from x, from y, to x, to y, two bytes on the captured
//! piece. Here y counts from the top. If the first move starts in the upper half, the board was
//! saved from Black's side and is turned.
//!
//! Sources: public readers for an older layout with records of seven bytes; one file of 100 moves
//! for this one, which does not prove left and right.
//!
//! # CHE
//!
//! A line of decimal numbers.
//!
//! | number | meaning |
//! |---|---|
//! | 1 | 1 |
//! | 2 | number of moves |
//! | 10 a move | piece, 32, side (1 moves first), from row, from column, to row, to column, 0, ply from 0, 0 |
//!
//! Rows count from Red's back rank. Column 0 is read as file a; some readers take it for file i.
//! Both readings play legally and the one known file does not decide, so a game may be mirrored.
//!
//! Sources: public readers; one file of 62 moves.
//!
//! # MXQ
//!
//! A row of texts, each behind a length of one byte, in GBK or Big5.
//!
//! | text | meaning |
//! |---|---|
//! | 1 to 3 | place, date, event, which reads `RED-胜-BLACK` |
//! | 4, 5 | ratings of red and black |
//! | 6 to 10 | not known |
//! | 11 | how the game ended |
//! | 12 | `Moves` |
//! | then | one text a move, `7C-4C` |
//! | then | `Ends`, comments, `CommentsEnd` |
//!
//! In a move, digit 0 to 8 is file a to i, letter A to J rank 0 to 9. Between the names stands 胜,
//! 和 or 负 as Red's result. Programs that mixed up encodings left 衊, ㎝ and 璽: Big5 胜,
//! 和 and 負 read as GBK.
//!
//! Sources: public readers; one file of 68 moves.

use super::binary::{
    Cursor, PlacedBoard, RawMoves, RecordDraft, from_top, high_y, piece_of_kind, placed, raw_move,
    raw_move_of_pairs,
};
use super::fields::fields_of;
use super::reason::{FilePart, Reason};
use super::text::beginning;
use super::{FileSample, Fit, Format, Input, RawMove, Sink};
use crate::text::Encoding;
use crate::xiangqi::{Move, Piece, PieceKind, Side, Square};
use std::ops::ControlFlow;

pub(super) const CHN: Format = Format {
    name: "chn",
    about: "Ourgame game (联众)",
    extensions: &["chn"],
    sniff: |sample| fit_of_chn(sample, CHN.extensions).when(!is_xqi(sample)),
    read: read_chn,
    ..Format::BINARY
};

pub(super) const XQI: Format = Format {
    name: "xqi",
    about: "Ourgame game, second edition (联众)",
    extensions: &["xqi"],
    sniff: |sample| fit_of_chn(sample, XQI.extensions).when(is_xqi(sample)),
    read: read_chn,
    ..Format::BINARY
};

pub(super) const CCM: Format = Format {
    name: "ccm",
    about: "China Game Center game (中国游戏中心)",
    extensions: &["ccm"],
    sniff: sniff_ccm,
    read: read_ccm,
    ..Format::BINARY
};

pub(super) const CHE: Format = Format {
    name: "che",
    about: "QQ game hall game (QQ 象棋)",
    extensions: &["che"],
    sniff: sniff_che,
    read: read_che,
    ..Format::BINARY
};

pub(super) const MXQ: Format = Format {
    name: "mxq",
    about: "Movesky game (弈天)",
    extensions: &["mxq"],
    sniff: |sample| {
        let texts = mxq_texts(&mut Cursor::new(sample.head));
        Fit::Certain.when(texts.is_some_and(|texts| texts.len() == fields_of(MXQ.name).len()))
    },
    read: read_mxq,
    ..Format::BINARY
};

const CHN_BOARD: usize = 180;
const CHN_COUNT: usize = 364;
const CHN_MOVES: usize = 508;

fn is_xqi(sample: &FileSample<'_>) -> bool {
    sample.has_extension(XQI.extensions)
}

/// The boards prove the format; without them the extension gives a hint.
fn fit_of_chn(sample: &FileSample<'_>, extensions: &[&str]) -> Fit {
    let boards = sample.head.get(CHN_BOARD..CHN_BOARD + 2 * Square::COUNT);
    match boards.map(|boards| boards.split_at(Square::COUNT)) {
        _ if !sample.head.starts_with(b"GL") => Fit::No,
        Some((start, end)) if is_chn_start(start) && holds_only_pieces(end) => Fit::Certain,
        _ => Fit::Weak.when(sample.has_extension(extensions)),
    }
}

/// Whether the bytes are a board on which a game can begin.
fn is_chn_start(codes: &[u8]) -> bool {
    let pieces = chn_board(codes).board;
    let count = |piece: Piece| pieces.pieces().filter(|(_, found)| *found == piece).count();
    holds_only_pieces(codes)
        && Piece::all().into_iter().all(|piece| match piece.kind() {
            PieceKind::King => count(piece) == 1,
            PieceKind::Pawn => count(piece) <= 5,
            _ => count(piece) <= 2,
        })
}

fn holds_only_pieces(codes: &[u8]) -> bool {
    codes.iter().all(|&code| code == 0 || chn_piece(code).is_some())
}

fn chn_board(codes: &[u8]) -> PlacedBoard {
    let point = |index: u8| from_top(index / 10, index % 10);
    placed((0..).zip(codes).map(|(index, code)| (point(index), chn_piece(*code))))
}

fn chn_piece(code: u8) -> Option<Piece> {
    let side = if code & 8 == 0 { Side::Red } else { Side::Black };
    piece_of_kind(b"RNCKABP", usize::from(code & 7).checked_sub(1)?, side)
}

fn read_chn(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let bytes = input.bytes;
    let fields = fields_of(CHN.name);
    let texts: Vec<&[u8]> = fields.iter().map(|field| field.of(bytes)).collect();
    let mut draft = RecordDraft::new(input, input.encoding_of(&texts));
    draft.texts(bytes, fields);
    let board = bytes.get(CHN_BOARD..CHN_BOARD + Square::COUNT).map(chn_board);
    draft.start(board, None, Reason::FileEndsInBoard);
    let mut moves = RawMoves::default();
    let mut cursor = Cursor::from(bytes, CHN_MOVES);
    let announced = Cursor::from(bytes, CHN_COUNT).u32_le().unwrap_or(0);
    let is_cut = bytes.len() < CHN_MOVES;
    while is_cut || cursor.left() > 0 || moves.nodes.len() < announced as usize {
        let at = cursor.offset();
        let Some(entry) = cursor.array::<36>() else {
            moves.miss(at, FilePart::Moves);
            break;
        };
        moves.push(at, raw_move(high_y, entry[14], entry[15]));
    }
    let found = moves.nodes.len();
    if !is_cut && found > announced as usize {
        draft.damaged(CHN_COUNT, Reason::MovesCounted { found, announced });
    }
    draft.moves(moves);
    draft.give(sink)
}

const CCM_COUNT: usize = 8;
const CCM_MOVES: usize = 12;
const CCM_MOVE: usize = 9;

fn sniff_ccm(sample: &FileSample<'_>) -> Fit {
    let head = sample.head;
    let count = Cursor::from(head, CCM_COUNT).u32_le().unwrap_or(0);
    let len = u64::from(count) * CCM_MOVE as u64 + CCM_MOVES as u64;
    let first = Cursor::from(head, CCM_MOVES).array::<CCM_MOVE>();
    match (head.first(), first) {
        (Some(1), Some([_, 1..=2, _, 0..=8, 0..=9, 0..=8, 0..=9, ..])) if count > 0 => {
            match (len == sample.len, sample.has_extension(CCM.extensions)) {
                (true, true) => Fit::Certain,
                (true, false) | (false, true) => Fit::Likely,
                (false, false) => Fit::No,
            }
        }
        _ => Fit::No,
    }
}

fn read_ccm(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let mut draft = RecordDraft::new(input, Encoding::Ascii);
    let count = Cursor::from(input.bytes, CCM_COUNT).u32_le();
    let mut cursor = Cursor::from(input.bytes, CCM_MOVES);
    let turned = cursor.rest().get(4).is_some_and(|y| *y < 5);
    if turned {
        draft.warn(Reason::BoardTurned);
    }
    let point = |x, y| from_top(x, y).map(|square| if turned { square.rotate() } else { square });
    let moves = RawMoves::counted(count, &mut cursor, |cursor| {
        let [_, _, _, squares @ .., _, _] = cursor.array::<CCM_MOVE>()?;
        Some(raw_move_of_pairs(point, squares))
    });
    draft.moves(moves);
    draft.give(sink)
}

const CHE_MOVE: usize = 10;

fn sniff_che(sample: &FileSample<'_>) -> Fit {
    let head: Vec<u32> = numbers(sample.head).take(2 + CHE_MOVE).map(|(_, it)| it).collect();
    match head.as_slice() {
        [1, 1..=u32::MAX, _, 32, 0..=1, 0..=9, 0..=8, 0..=9, 0..=8, 0, 0..=1, 0] => Fit::Certain,
        [1, 0] if sample.has_extension(CHE.extensions) => Fit::Weak,
        _ => Fit::No,
    }
}

fn read_che(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let mut draft = RecordDraft::new(input, Encoding::Ascii);
    let mut numbers = numbers(input.bytes).skip(1);
    let (mut last, count) = numbers.next().map_or((0, None), |(at, count)| (at, Some(count)));
    let mut moves = RawMoves::default();
    for ply in 0..count.unwrap_or(u32::MAX) {
        let entry: Vec<(usize, u32)> = numbers.by_ref().take(CHE_MOVE).collect();
        let [(at, _), (_, 32), _, from_row, from_column, to_row, to_column, _, _, (end, _)] =
            entry[..]
        else {
            last = input.bytes.len();
            moves.miss(last, FilePart::moves_of(ply, count));
            break;
        };
        last = end;
        let squares = [from_row, from_column, to_row, to_column];
        let squares = squares.map(|(_, number)| u8::try_from(number).unwrap_or(u8::MAX));
        moves.push(at, raw_move_of_pairs(|row, column| Square::at(column, row), squares));
    }
    draft.moves(moves);
    let number = input.bytes[last..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let behind = input.bytes[last + number..].trim_ascii();
    if behind.iter().any(|byte| *byte != 0) {
        let at = behind.as_ptr() as usize - input.bytes.as_ptr() as usize;
        draft.damaged(at, Reason::BytesBehindEnd(behind.len()));
    }
    draft.give(sink)
}

/// Numbers in a text of digits and blanks, with their offsets; ends at any other character.
fn numbers(bytes: &[u8]) -> impl Iterator<Item = (usize, u32)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + bytes[at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        let rest = &bytes[start..];
        let len = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        at = start + len;
        let number = std::str::from_utf8(&rest[..len]).ok()?.parse().ok()?;
        Some((start, number))
    })
}

/// Texts before `Moves`; `None` if more texts precede it than the format has.
fn mxq_texts<'a>(cursor: &mut Cursor<'a>) -> Option<Vec<&'a [u8]>> {
    let mut texts = Vec::new();
    while texts.len() <= fields_of(MXQ.name).len() {
        match cursor.short_text()? {
            b"Moves" => return Some(texts),
            text => texts.push(text),
        }
    }
    None
}

fn read_mxq(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let mut cursor = Cursor::new(input.bytes);
    let head = mxq_texts(&mut cursor);
    let texts = head.clone().unwrap_or_default();
    let mut moves = RawMoves::default();
    let mut remarks: Vec<&[u8]> = Vec::new();
    match head {
        None => moves.broken = Some((cursor.offset(), FilePart::Texts)),
        Some(_) => read_mxq_moves(&mut cursor, &mut moves, &mut remarks),
    }
    let mut draft = RecordDraft::new(input, input.encoding_of(&texts));
    for (field, text) in fields_of(MXQ.name).iter().zip(&texts) {
        draft.text(field.tag, text, false);
    }
    let event = texts.get(2).and_then(|text| draft.comment(text)).unwrap_or_default();
    if let Some((red, result, black)) = mxq_players(&event) {
        draft.value("Red", red.to_owned());
        draft.value("Black", black.to_owned());
        draft.value("Result", result);
    } else if !event.is_empty() {
        draft.damaged(
            0,
            Reason::ValueNotKnown { name: "Event".to_owned(), value: beginning(&event) },
        );
    }
    for text in remarks {
        draft.text("Remark", text, false);
    }
    draft.moves(moves);
    draft.give(sink)
}

fn read_mxq_moves<'a>(
    cursor: &mut Cursor<'a>,
    moves: &mut RawMoves<'a>,
    remarks: &mut Vec<&'a [u8]>,
) {
    loop {
        let at = cursor.offset();
        match cursor.short_text() {
            Some(b"Ends") => break,
            Some(mv) => _ = moves.push(at + 1, mxq_move(mv)),
            None => return moves.miss(at, FilePart::Moves),
        }
    }
    loop {
        let at = cursor.offset();
        match cursor.short_text() {
            Some(b"CommentsEnd") => return moves.surplus = cursor.left(),
            Some(remark) => remarks.push(remark),
            None => return moves.broken = Some((at, FilePart::Comment)),
        }
    }
}

fn mxq_move(text: &[u8]) -> RawMove<'static> {
    let &[x, y, b'-', to_x, to_y] = text else {
        return RawMove::OffBoard(0xFF, 0xFF);
    };
    let square = |x: u8, y: u8| Square::at(x.wrapping_sub(b'0'), y.wrapping_sub(b'A'));
    match (square(x, y), square(to_x, to_y)) {
        (Some(from), Some(to)) => RawMove::Squares(Move::new(from, to)),
        _ => RawMove::OffBoard(x, y),
    }
}

/// Splits `RED-胜-BLACK` into Red, result and Black.
fn mxq_players(event: &str) -> Option<(&str, &'static str, &str)> {
    const SIGNS: [(&str, &str); 8] = [
        ("-胜-", "1-0"),
        ("-勝-", "1-0"),
        ("-衊-", "1-0"),
        ("-和-", "1/2-1/2"),
        ("-㎝-", "1/2-1/2"),
        ("-负-", "0-1"),
        ("-負-", "0-1"),
        ("-璽-", "0-1"),
    ];
    SIGNS.iter().find_map(|(sign, result)| {
        let (red, black) = event.split_once(sign)?;
        Some((red, *result, black))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{fixture, gbk, keep};

    fn fit(format: &Format, head: &[u8], name: &str, len: usize) -> Fit {
        (format.sniff)(&FileSample { head, text: "", name, len: len as u64 })
    }

    type Change<'c> = &'c dyn Fn(&mut Vec<u8>);

    #[test]
    fn the_boards_and_the_name_tell_chn_from_xqi() {
        let game = fixture("chn/game.chn");
        let fit_of = |change: Change<'_>, name| {
            let mut bytes = game.clone();
            change(&mut bytes);
            fit(&CHN, &bytes, name, bytes.len())
        };
        // The numbers behind the magic do not matter.
        assert_eq!(fit_of(&|bytes| bytes[2..8].fill(0), "a"), Fit::Certain);
        assert_eq!(fit_of(&|bytes| bytes[0] = b'A', "a.chn"), Fit::No);
        let changes: [Change<'_>; 4] = [
            &|bytes| bytes[CHN_BOARD + 49] = 0,
            &|bytes| bytes[CHN_BOARD + 2] = 0x20,
            &|bytes| bytes[CHN_BOARD + Square::COUNT] = 0x30,
            &|bytes| bytes.truncate(CHN_BOARD + 100),
        ];
        for change in changes {
            assert_eq!((fit_of(change, "a"), fit_of(change, "a.chn")), (Fit::No, Fit::Weak));
        }
        let three_rooks = |bytes: &mut Vec<u8>| bytes[CHN_BOARD..][..3].fill(0x21);
        assert_eq!(fit_of(&three_rooks, "a"), Fit::No);
        for (name, chn, xqi) in [
            ("a.chn", Fit::Certain, Fit::No),
            ("a.XQI", Fit::No, Fit::Certain),
            ("a", Fit::Certain, Fit::No),
        ] {
            assert_eq!((fit(&CHN, &game, name, 600), fit(&XQI, &game, name, 600)), (chn, xqi));
        }
    }

    /// Format, fixture, bytes of its second move, their replacement, and the expected reading.
    type Case<'c> = (&'c Format, &'c str, &'c [u8], &'c [u8], &'c str);

    #[test]
    fn a_move_off_the_board_is_given_as_found() {
        let cases: [Case<'_>; 4] = [
            (&CHN, "chn/game.chn", b"\x07\x26", b"\x07\xb4", "0:07-b4"),
            (&CCM, "ccm/game.ccm", b"\x07\x00\x06\x02", b"\x09\x00\x06\x02", "0:90-62"),
            (&CHE, "che/game.che", b"32 0 9 7 7 6", b"32 0 9 9 7 6", "0:99-76"),
            (&MXQ, "mxq/game.mxq", b"7J-6H", b"9J-6H", "0:39-4a"),
        ];
        for (format, file, sound, damaged, expected) in cases {
            let mut bytes = fixture(file);
            let at = memchr::memmem::find(&bytes, sound).expect("the second move");
            bytes[at..at + damaged.len()].copy_from_slice(damaged);
            let (parent, mv) = &keep(format, &bytes).records[0].nodes[1];
            assert_eq!(format!("{parent}:{mv}"), expected, "{file}");
        }
        assert_eq!(fit(&CHE, b"1 3 21 33 1", "a.txt", 11), Fit::No);
        for (behind, reports) in [("\n \0", 0), (" 32", 1), ("\n[Event \"a\"]", 1)] {
            let bytes = [&fixture("che/game.che"), behind.as_bytes()].concat();
            assert_eq!(keep(&CHE, &bytes).damage.len(), reports, "{behind:?}");
        }
    }

    #[test]
    fn a_board_saved_from_the_other_side_is_turned() {
        let found = keep(&CCM, &fixture("ccm/turned.ccm")).records.remove(0);
        assert_eq!(found.nodes[0].1, "h2e2");
        assert_eq!(found.sentences(), [Reason::BoardTurned.to_string()]);
        let game = fixture("ccm/game.ccm");
        assert_eq!(fit(&CCM, &game, "a.CCM", game.len()), Fit::Certain);
        assert_eq!(fit(&CCM, &game, "a.CCM", 5), Fit::Likely);
    }

    #[test]
    fn the_sign_between_the_names_tells_the_result() {
        for (event, parts) in [
            ("a-胜-b", Some(("a", "1-0", "b"))),
            ("甲-1-负-乙", Some(("甲-1", "0-1", "乙"))),
            ("a-㎝-b", Some(("a", "1/2-1/2", "b"))),
            ("a-璽-b", Some(("a", "0-1", "b"))),
            ("a-b", None),
        ] {
            assert_eq!(mxq_players(event), parts, "{event}");
        }
        let mut bytes = fixture("mxq/game.mxq");
        assert!(keep(&MXQ, &bytes).records[0].tags.contains(&"Remark=好棋".to_owned()));
        let at = memchr::memmem::find(&bytes, &gbk("-和-")).unwrap();
        bytes[at] = b'=';
        let value = "林一舟=和-周许功".to_owned();
        let unknown = Reason::ValueNotKnown { name: "Event".to_owned(), value };
        assert_eq!(keep(&MXQ, &bytes).damage, [unknown.to_string()]);
        bytes.splice(..0, [200]);
        assert_eq!(keep(&MXQ, &bytes).records[0].nodes.len(), 0);
    }
}
