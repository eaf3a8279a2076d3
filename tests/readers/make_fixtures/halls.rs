//! Games saved by halls on the net and by small programs: XQR, CHN, XQI, MXQ, XGF, CCM, CHE.

use super::Fixture;
use super::bytes::{gbk, push_u32, put};
use super::study::{self, HEAD, Study};
use std::fmt::Write as _;
use xqdb::xiangqi::{PieceKind, Side, Square};

pub(crate) fn fixtures() -> Vec<Fixture> {
    vec![
        ("xqr/opening.xqr", xqr(&study::opening(), "")),
        ("xqr/endgame.xqr", xqr(&study::endgame(), "4k4/9/9/9/9/9/9/9/4R4/3K5 w")),
        ("chn/game.chn", chn(&study::line())),
        ("xqi/game.xqi", chn(&study::line())),
        ("mxq/game.mxq", mxq(&study::line())),
        ("xgf/game.xgf", xgf(&study::line())),
        ("xgf/endgame.xgf", xgf(&study::endgame())),
        ("ccm/game.ccm", ccm(&study::line(), false)),
        ("ccm/turned.ccm", ccm(&study::line(), true)),
        ("che/game.che", che(&study::line())),
    ]
}

/// The rank counted from Black's back rank.
fn y(square: Square) -> u8 {
    9 - square.rank()
}

fn xqr(study: &Study, fen: &str) -> Vec<u8> {
    let mut bytes = b"\x00\x02\x20\x17\x01\x01\x00".to_vec();
    let texts =
        [(2, HEAD.event), (3, HEAD.site), (4, HEAD.date), (5, HEAD.red), (6, HEAD.black), (8, fen)];
    for (kind, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
        bytes.extend([kind, text.len() as u8]);
        bytes.extend(text.as_bytes());
    }
    bytes.extend([7, 1, HEAD.result, 9, 0]);
    let square = |square: Square| y(square) << 4 | square.file();
    let mut entry = |from, to, child: bool, sibling: bool, comment: &str| {
        let commented = !comment.is_empty();
        let flags = u8::from(child) | u8::from(sibling) << 1 | u8::from(commented) << 2;
        bytes.extend([from, to, flags, 0]);
        if commented {
            push_u32(&mut bytes, comment.len());
            bytes.extend(comment.as_bytes());
        }
    };
    entry(0, 0, true, false, &study.comment);
    for e in &study.entries {
        entry(square(e.mv.from), square(e.mv.to), e.child, e.sibling, &e.comment);
    }
    let mut crc = flate2::Crc::new();
    crc.update(&bytes);
    bytes.extend([10, 4]);
    bytes.extend(crc.sum().to_le_bytes());
    bytes
}

/// XQI is the same under another name.
fn chn(study: &Study) -> Vec<u8> {
    let mut bytes = vec![0; 508];
    put(&mut bytes, 0, b"GL\xD0\x07\xD4\x07");
    for (offset, text) in [
        (8, "Thu Oct 05 20:57:56 1989\n"),
        (36, HEAD.title),
        (100, "linyizhou"),
        (120, HEAD.red),
        (140, "zhouxugong"),
        (160, HEAD.black),
    ] {
        put(&mut bytes, offset, &gbk(text));
    }
    for (square, piece) in study.start.board().pieces() {
        use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
        let kinds = [Rook, Horse, Cannon, King, Advisor, Elephant, Pawn];
        let kind = kinds.iter().position(|kind| *kind == piece.kind()).unwrap() as u8 + 1;
        let side = if piece.side() == Side::Red { 0 } else { 8 };
        bytes[180 + usize::from(square.file() * 10 + y(square))] = 0x10 | side | kind;
    }
    bytes[364] = study.main_line().len() as u8;
    for mv in study.main_line() {
        let mut entry = [0xCC; 36];
        entry[14] = y(mv.from) << 4 | mv.from.file();
        entry[15] = y(mv.to) << 4 | mv.to.file();
        bytes.extend(entry);
    }
    bytes
}

fn mxq(study: &Study) -> Vec<u8> {
    let event = format!("{}-和-{}", HEAD.red, HEAD.black);
    let mut texts: Vec<String> =
        [HEAD.site, "1989年10月", &event, "1500", "1348", "25", "3", "60", "1", "2", "双方议和"]
            .map(str::to_owned)
            .to_vec();
    texts.push("Moves".to_owned());
    for mv in study.main_line() {
        let rank = |square: Square| char::from(b'A' + square.rank());
        let (from, to) = (mv.from, mv.to);
        texts.push(format!("{}{}-{}{}", from.file(), rank(from), to.file(), rank(to)));
    }
    texts.extend(["Ends", "好棋", "CommentsEnd"].map(str::to_owned));
    let texts = texts.iter().map(|text| gbk(text));
    texts.flat_map(|text| [vec![text.len() as u8], text].concat()).collect()
}

fn xgf(study: &Study) -> Vec<u8> {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    const ORDER: [PieceKind; 16] = [
        King, Advisor, Advisor, Elephant, Elephant, Horse, Horse, Rook, Rook, Cannon, Cannon, Pawn,
        Pawn, Pawn, Pawn, Pawn,
    ];
    let mut bytes = vec![6, 11];
    let texts = [HEAD.event, HEAD.site, HEAD.date, "27", HEAD.red, "2500", HEAD.black, "2490"];
    for (i, text) in texts.into_iter().map(gbk).enumerate() {
        bytes.extend([i as u8 + 1, text.len() as u8]);
        bytes.extend(text);
    }
    let remark = gbk("双方熟套");
    bytes.push(9);
    push_u32(&mut bytes, remark.len());
    bytes.extend(remark);
    bytes.extend([10, 1, 11]);
    bytes.resize(bytes.len() + 215, 0);
    let square = |square: Square| (square.file() + 2) << 4 | (11 - square.rank());
    for slot in study.slots(&ORDER) {
        push_u32(&mut bytes, slot.map_or(0, |s| square(s).into()));
    }
    let moves = study.main_line();
    for number in [0, moves.len(), moves.len()] {
        push_u32(&mut bytes, number);
    }
    for mv in moves {
        let mut entry = [0; 20];
        (entry[0], entry[2]) = (square(mv.from), square(mv.to));
        bytes.extend(entry);
    }
    bytes
}

/// `turned` is the board as Black saved it.
fn ccm(study: &Study, turned: bool) -> Vec<u8> {
    let moves = study.main_line();
    let mut bytes = vec![1, 0, 18, 0, 0, 0, 0, 0];
    push_u32(&mut bytes, moves.len());
    for (ply, mv) in moves.into_iter().enumerate() {
        let [from, to] = [mv.from, mv.to].map(|s| if turned { s.rotate() } else { s });
        let squares = [from.file(), y(from), to.file(), y(to)];
        bytes.extend([15, 1 + ply as u8 % 2, 6]);
        bytes.extend(squares);
        bytes.extend([0, 0]);
    }
    bytes
}

fn che(study: &Study) -> Vec<u8> {
    let moves = study.main_line();
    let mut text = format!("1 {} ", moves.len());
    for (ply, (mv, piece)) in moves.iter().zip(study.pieces()).enumerate() {
        let (from, to) = (mv.from, mv.to);
        let side = 1 - ply % 2;
        let squares = format!("{} {} {} {}", from.rank(), from.file(), to.rank(), to.file());
        let _ = write!(text, "{} 32 {side} {squares} 0 {ply} 0 ", 16 + piece.index());
    }
    text.into_bytes()
}
