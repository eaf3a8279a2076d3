//! CBR and CBL of CCBridge 3, and the library of CCBridge 1 and 2.

use super::Fixture;
use super::bytes::{gbk, push_u32, put, utf16};
use super::study::{self, HEAD, Study};
use super::xqstudio::ORDER;
use std::io::Write as _;
use xqdb::xiangqi::{PieceKind, Side, Square};

/// The compressed library.
pub(crate) const PACKED: &str = "cbl-old/packed.cbl";
/// Where the content of an old library begins.
pub(crate) const CONTENT: usize = 20;

pub(crate) fn fixtures() -> Vec<Fixture> {
    let games = [old_game(&study::opening()), old_game(&study::black_first())];
    vec![
        ("cbr/edition1.cbr", record(1, HEAD.title, &study::opening())),
        ("cbr/edition2.cbr", record(2, HEAD.title, &study::opening())),
        ("cbr/endgame.cbr", record(3, "单车例胜", &study::endgame())),
        ("cbl/library.cbl.gz", packed_library()),
        ("cbl-old/plain.cbl", old_library(&games, 0)),
        (PACKED, old_library(&games, 3)),
    ]
}

/// Two games, a deleted one between them, a heading, a free entry; the first is longer than a slot.
fn packed_library() -> Vec<u8> {
    let mut long = study::opening();
    long.comment = "车马炮".repeat(400);
    let heading = Study::new("", "");
    let library = library(&[
        (7, record(2, HEAD.title, &long)),
        (5, record(2, "已删除", &study::endgame())),
        (7, record(2, "第一章 中炮", &heading)),
        (0, Vec::new()),
        (7, record(2, "单车例胜", &study::endgame())),
    ]);
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(&library).unwrap();
    encoder.finish().unwrap()
}

/// Flag and record of every entry.
fn library(entries: &[(usize, Vec<u8>)]) -> Vec<u8> {
    const INDEX: usize = 66_624;
    const ENTRY: usize = 276;
    const SLOT: usize = 4096;
    let mut bytes = vec![0; INDEX + ENTRY * entries.len()];
    put(&mut bytes, 0, b"CCBridgeLibrary\0");
    // One entry is deleted.
    bytes[56] = 1;
    bytes[60] = entries.len() as u8;
    put(&mut bytes, 64, &utf16("长风杯对局集"));
    for (i, (flag, record)) in entries.iter().enumerate() {
        let slots = record.len().div_ceil(SLOT);
        for (offset, number) in [(0, *flag), (4, i + 1), (8, slots), (12, record.len())] {
            put(&mut bytes, INDEX + ENTRY * i + offset, &(number as u32).to_le_bytes());
        }
        let begin = bytes.len();
        bytes.extend(record);
        if *flag != 0 {
            // The GUID of the record, and as text in the index.
            let id = i as u8 + 1;
            bytes[begin + 20..begin + 36].fill(id);
            let groups = [4, 2, 2, 2, 6].map(|len| format!("{id:02X}").repeat(len));
            let text = utf16(&format!("{{{}}}", groups.join("-")));
            put(&mut bytes, INDEX + ENTRY * i + 20, &text);
        }
        // The rest of a slot is leftover memory.
        bytes.resize(bytes.len() + slots * SLOT - record.len(), 0xCC);
    }
    bytes
}

/// A record; the first edition has other offsets and squares than the later ones.
fn record(edition: u8, title: &str, study: &Study) -> Vec<u8> {
    let is_first = edition == 1;
    let place = |first: usize, later: usize| if is_first { first } else { later };
    let mut bytes = vec![0; place(1958, 2214)];
    put(&mut bytes, 0, b"CCBridge Record\0");
    bytes[19] = edition;
    for (offset, text) in [
        (place(52, 180), title),
        (place(564, 692), HEAD.event),
        (place(756, 884), HEAD.date),
        (place(820, 948), HEAD.site),
        (place(948, 1076), HEAD.red),
        (place(1172, 1300), HEAD.black),
    ] {
        // What follows the NUL is leftover memory.
        put(&mut bytes, offset, &[utf16(text), vec![0, 0, 0x41, 0x42]].concat());
    }
    bytes[place(1784, 2040)] = if study.start.is_start() { 2 } else { 3 };
    bytes[place(1820, 2076)] = HEAD.result;
    bytes[place(1856, 2112)] = if study.start.side() == Side::Red { 1 } else { 2 };
    for (square, piece) in study.start.board().pieces() {
        use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
        let kinds = [Rook, Horse, Elephant, Advisor, King, Cannon, Pawn];
        let kind = kinds.iter().position(|kind| *kind == piece.kind()).unwrap() as u8 + 1;
        let side = if piece.side() == Side::Red { 0x10 } else { 0x20 };
        bytes[place(1864, 2120) + usize::from(from_top(square))] = side | kind;
    }
    let squares = |square: Square| match is_first {
        true => square.file() << 4 | (9 - square.rank()),
        false => from_top(square),
    };
    let mut entry = |child: bool, sibling: bool, from, to, comment: &str| {
        let flag = |on: bool, bit: u8| if on { bit } else { 0 };
        let flags = flag(!child, 1) | flag(sibling, 2) | flag(!comment.is_empty(), 4);
        bytes.extend([flags, 0, from, to]);
        if !comment.is_empty() {
            let comment = utf16(comment);
            push_u32(&mut bytes, comment.len());
            bytes.extend(comment);
        }
    };
    entry(!study.entries.is_empty(), false, 0, 0, &study.comment);
    for e in &study.entries {
        entry(e.child, e.sibling, squares(e.mv.from), squares(e.mv.to), &e.comment);
    }
    bytes
}

/// Points counted from Black's back rank, Red's left first.
fn from_top(square: Square) -> u8 {
    (9 - square.rank()) * 9 + square.file()
}

fn old_library(games: &[Vec<u8>], compression: usize) -> Vec<u8> {
    let mut content = Vec::new();
    for text in ["长风杯对局集", "", "", "编者", ""] {
        push_text(&mut content, text);
    }
    content.extend(b"2001-2-18 12:30:16 2001-2-18 12:30:16 ");
    push_u32(&mut content, games.len());
    push_text(&mut content, "");
    content.extend(games.concat());
    let mut bytes = b"CCBridge\x15\0\0\0".to_vec();
    push_u32(&mut bytes, compression);
    push_u32(&mut bytes, content.len());
    if compression == 0 {
        bytes.extend(content);
        return bytes;
    }
    let mut encoder = flate2::write::ZlibEncoder::new(bytes, flate2::Compression::best());
    encoder.write_all(&content).unwrap();
    encoder.finish().unwrap()
}

fn push_text(bytes: &mut Vec<u8>, text: &str) {
    let text = gbk(text);
    push_u32(bytes, text.len());
    bytes.extend(text);
}

/// A game with its size before it.
fn old_game(study: &Study) -> Vec<u8> {
    let mut body: Vec<u8> = study
        .slots(&ORDER)
        .map(|square| square.map_or(0, |s| (s.file() + 1) << 4 | (10 - s.rank())))
        .to_vec();
    push_u32(&mut body, if study.start.is_start() { 2 } else { 3 });
    push_text(&mut body, HEAD.event);
    push_u32(&mut body, 1);
    for text in [HEAD.title, "", "", HEAD.site, HEAD.date, HEAD.red, HEAD.black] {
        push_text(&mut body, text);
    }
    push_u32(&mut body, HEAD.result.into());
    for text in ["", "", "录者", "", "||局后说明"] {
        push_text(&mut body, text);
    }
    body.push(u8::from(study.start.side() == Side::Red));
    body.extend(b"2001-2-18 12:30:16 2001-2-18 12:30:16 ");
    push_u32(&mut body, study.entries.len());
    let square = |square: Square| square.file() << 4 | (9 - square.rank());
    for entry in &study.entries {
        body.extend((entry.ply as u16).to_le_bytes());
        body.extend([square(entry.mv.from), square(entry.mv.to), 0x51, 0x24]);
    }
    for entry in &study.entries {
        body.extend(gbk(&entry.comment));
        body.extend(b"\r\n");
    }
    let mut game = Vec::new();
    push_u32(&mut game, body.len() + 4);
    game.extend(body);
    game
}
