//! XQF, plain and encrypted.

use super::Fixture;
use super::bytes::{gbk, put};
use super::study::{self, Entry, HEAD, Study};
use xqdb::xiangqi::{PieceKind, Side, Square};

pub(crate) fn fixtures() -> Vec<Fixture> {
    vec![
        ("xqf/version10.xqf", Writer { version: 10, key: [0; 13] }.file(&study::opening())),
        ("xqf/version18.xqf", Writer { version: 18, key: KEY }.file(&study::opening())),
        ("xqf/endgame11.xqf", Writer { version: 11, key: KEY }.file(&study::black_first())),
    ]
}

/// Mask, four unused bytes, four or-masks, and the bytes for sum, pieces, from and to, which add up
/// to 0.
const KEY: [u8; 13] = [0xFE, 0, 0, 0, 0, 0x66, 0xF9, 0x7D, 0x24, 0x2D, 0x75, 0x66, 0xF8];

struct Writer {
    version: u8,
    key: [u8; 13],
}

impl Writer {
    fn file(&self, study: &Study) -> Vec<u8> {
        let mut bytes = vec![0; 0x400];
        put(&mut bytes, 0, &[b'X', b'Q', self.version]);
        put(&mut bytes, 0x03, &self.key);
        let slots = study.slots(&ORDER).map(|square| square.map_or(0xFF, packed));
        for (i, byte) in bytes[0x10..0x30].iter_mut().enumerate() {
            let slot = if self.version >= 12 { usize::from(self.piece_key()) + 1 + i } else { i };
            *byte = slots[slot % 32].wrapping_add(self.piece_key());
        }
        bytes[0x32] = u8::from(study.start.side() == Side::Black);
        bytes[0x33] = HEAD.result;
        bytes[0x40] = if study.start.is_start() { 1 } else { 3 };
        for (offset, text) in [
            (0x50, HEAD.title),
            (0xD0, HEAD.event),
            (0x110, HEAD.date),
            (0x120, HEAD.site),
            (0x130, HEAD.red),
            (0x140, HEAD.black),
        ] {
            let text = gbk(text);
            bytes[offset] = text.len() as u8;
            put(&mut bytes, offset + 1, &text);
        }
        let mut body = Vec::new();
        self.entry(&mut body, [24, 32], (true, false), &study.comment);
        for Entry { mv, comment, child, sibling, .. } in &study.entries {
            let from = packed(mv.from).wrapping_add(24).wrapping_add(self.key_of_from());
            let to = packed(mv.to).wrapping_add(32).wrapping_add(self.key_of_to());
            self.entry(&mut body, [from, to], (*child, *sibling), comment);
        }
        self.encrypt(&mut body);
        bytes.extend(body);
        bytes
    }

    fn entry(&self, body: &mut Vec<u8>, squares: [u8; 2], follow: (bool, bool), comment: &str) {
        let comment = gbk(comment);
        let flag = |on: bool, bits: u8| if on { bits } else { 0 };
        let (child, sibling, commented) =
            if self.version <= 10 { (0xF0, 0x0F, 0) } else { (0x80, 0x40, 0x20) };
        body.extend(squares);
        let flags = flag(follow.0, child) | flag(follow.1, sibling);
        body.extend([flags | flag(!comment.is_empty(), commented), 0xFF]);
        if self.version <= 10 || !comment.is_empty() {
            body.extend((comment.len() as u32 + self.comment_key()).to_le_bytes());
            body.extend(comment);
        }
    }

    fn is_plain(&self) -> bool {
        self.version <= 10
    }

    fn piece_key(&self) -> u8 {
        if self.is_plain() { 0 } else { scramble(self.key[10]).wrapping_mul(self.key[10]) }
    }

    fn key_of_from(&self) -> u8 {
        if self.is_plain() { 0 } else { scramble(self.key[11]).wrapping_mul(self.piece_key()) }
    }

    fn key_of_to(&self) -> u8 {
        if self.is_plain() { 0 } else { scramble(self.key[12]).wrapping_mul(self.key_of_from()) }
    }

    fn comment_key(&self) -> u32 {
        let sum = u32::from(self.key[9]) * 256 + u32::from(self.key[10]);
        if self.is_plain() { 0 } else { sum % 32_000 + 767 }
    }

    fn encrypt(&self, body: &mut [u8]) {
        let stream = b"[(C) Copyright Mr. Dong Shiwei.]";
        for (i, byte) in body.iter_mut().enumerate().filter(|_| !self.is_plain()) {
            let mask = (self.key[9 + i % 4] & self.key[0]) | self.key[5 + i % 4];
            *byte = byte.wrapping_add(stream[i % 32] & mask);
        }
    }
}

fn scramble(byte: u8) -> u8 {
    byte.wrapping_mul(byte).wrapping_mul(54).wrapping_add(221)
}

fn packed(square: Square) -> u8 {
    square.file() * 10 + square.rank()
}

/// The pieces in the order of their slots.
pub(crate) const ORDER: [PieceKind; 16] = {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    [
        Rook, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Rook, Cannon, Cannon, Pawn,
        Pawn, Pawn, Pawn, Pawn,
    ]
};
