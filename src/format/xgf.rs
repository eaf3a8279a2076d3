//! XGF: a game of XieXie Xiangqi (谢谢象棋).
//!
//! | size | meaning |
//! |---|---|
//! | 2 | 6, 11 |
//! | 2 + n, nine times | number 1 to 8, length, text: event, place, date, round, red, his rating, black, his rating |
//! | 5 + n | 9, u32 length, text |
//! | 2 | 10, a code of unknown meaning |
//! | 1 | 11 |
//! | 215 | a board with a rim |
//! | 4 * 32 | squares of the pieces: king, advisors, elephants, horses, rooks, cannons, pawns; Red's sixteen first |
//! | 4 | 0 |
//! | 4 | moves played |
//! | 4 | moves stored |
//! | 20 each | moves: from (u16), to (u16), piece taken, 15 bytes |
//!
//! A square is `(file + 2) << 4 | 11 - rank`; 0 is no square. Texts are GBK.
//!
//! Source: one file of 53 moves; both counts, the squares of the start and the length of the file
//! agree with it.

use super::cursor::Cursor;
use super::fields::{Fields, LineBuilder, Placing, raw_move};
use super::{BytesFrom, Fit, Format, Input, RawRecord, RawStart, Sample, Sink};
use crate::text::detect_fields;
use crate::xiangqi::{Piece, PieceKind, Side, Square};
use std::ops::ControlFlow;

/// The row of the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "xgf",
    about: "XieXie game (谢谢象棋)",
    extensions: &["xgf"],
    is_text: false,
    sniff,
    read,
    boundary: None,
};

const MAGIC: &[u8; 3] = b"\x06\x0B\x01";
const TAGS: [&str; 8] = ["Event", "Site", "Date", "Round", "Red", "RedElo", "Black", "BlackElo"];
const RIMMED_BOARD: usize = 215;
const PER_MOVE: usize = 20;

fn sniff(sample: &Sample<'_>) -> Fit {
    if !sample.head.starts_with(MAGIC) {
        Fit::No
    } else if sample.has_extension(FORMAT.extensions) {
        Fit::Certain
    } else if texts(&mut Cursor::from(sample.head, 2)).is_some() {
        Fit::Likely
    } else {
        Fit::No
    }
}

/// The texts in the order of [`TAGS`], and the remark.
fn texts<'a>(cursor: &mut Cursor<'a>) -> Option<[&'a [u8]; 9]> {
    let mut texts = [&[][..]; 9];
    for (i, text) in texts.iter_mut().enumerate() {
        if usize::from(cursor.u8()?) != i + 1 {
            return None;
        }
        let len = if i < 8 { u32::from(cursor.u8()?) } else { cursor.u32_le()? };
        *text = cursor.take(len as usize)?;
    }
    Some(texts)
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let mut cursor = Cursor::from(input.bytes, 2);
    let texts = texts(&mut cursor).unwrap_or_default();
    let encoding = input.encoding.unwrap_or_else(|| detect_fields(&texts));
    let mut fields = Fields::new(encoding);
    for (name, text) in TAGS.into_iter().chain(["Remark"]).zip(texts) {
        fields.text(name, text, false);
    }
    let mut line = LineBuilder::new();
    let start = match board(&mut cursor) {
        Some(placing) => {
            fields.clashes(&placing);
            if let Err((at, what)) = moves(&mut cursor, &mut line) {
                fields.broken(input.base + at as u64, what);
            }
            RawStart::Board(Box::new(placing.board), None)
        }
        None => {
            RawStart::Unreadable("the file is no XGF up to the squares of the pieces".to_owned())
        }
    };
    let (tags, warnings) = fields.finish();
    sink.record(RawRecord {
        tags,
        start,
        tree: line.tree,
        warnings,
        ..RawRecord::new(input.span(), encoding, &BytesFrom(input.base))
    })
}

/// Reads from behind the texts to the squares of the pieces.
fn board(cursor: &mut Cursor<'_>) -> Option<Placing> {
    use PieceKind::*;
    const ORDER: [PieceKind; 16] = [
        King, Advisor, Advisor, Elephant, Elephant, Horse, Horse, Rook, Rook, Cannon, Cannon, Pawn,
        Pawn, Pawn, Pawn, Pawn,
    ];
    let [10, _, 11] = cursor.array()? else { return None };
    cursor.skip(RIMMED_BOARD)?;
    let mut placing = Placing::new();
    for slot in 0..32 {
        let side = if slot < 16 { Side::Red } else { Side::Black };
        if let Some(square) = u8::try_from(cursor.u32_le()?).ok().and_then(square) {
            placing.put(square, Piece::new(side, ORDER[slot % 16]));
        }
    }
    Some(placing)
}

fn moves(cursor: &mut Cursor<'_>, line: &mut LineBuilder) -> Result<(), (usize, &'static str)> {
    let head = (cursor.offset(), "the number of moves");
    cursor.skip(8).ok_or(head)?;
    let count = cursor.u32_le().ok_or(head)?;
    for _ in 0..count {
        let at = cursor.offset();
        let Some(entry) = cursor.array::<PER_MOVE>() else {
            line.miss(at);
            return Err((at, "moves"));
        };
        let (from, to) = (entry[0], entry[2]);
        line.push(at, raw_move(square(from), square(to), (from, to)));
    }
    Ok(())
}

fn square(byte: u8) -> Option<Square> {
    Square::at((byte >> 4).checked_sub(2)?, 11u8.checked_sub(byte & 0x0F)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{attack, gbk, keep};

    fn game() -> Vec<u8> {
        let mut bytes = vec![6, 11];
        let texts = ["五羊杯", "广州", "2005-01-18", "27", "洪智", "1500", "于幼华", ""];
        for (i, text) in texts.into_iter().map(gbk).enumerate() {
            bytes.extend([i as u8 + 1, text.len() as u8]);
            bytes.extend(text);
        }
        bytes.extend([9, 0, 0, 0, 0, 10, 1, 11]);
        bytes.resize(bytes.len() + RIMMED_BOARD, 0);
        // Kings on e0 and e9; red's first cannon on h2.
        for slot in 0..32 {
            let square: u32 = match slot {
                0 => 0x6B,
                9 => 0x99,
                16 => 0x62,
                _ => 0,
            };
            bytes.extend(square.to_le_bytes());
        }
        for number in [0u32, 3, 3] {
            bytes.extend(number.to_le_bytes());
        }
        for (from, to) in [(0x99, 0x69), (0x62, 0x63), (0x69, 0x13)] {
            let mut entry = [0; PER_MOVE];
            (entry[0], entry[2]) = (from, to);
            bytes.extend(entry);
        }
        bytes
    }

    #[test]
    fn a_game_reads_back() {
        let found = keep(&FORMAT, &game()).records.remove(0);
        assert_eq!(found.start, "4k4/9/9/9/9/9/9/7C1/9/4K4 ?");
        assert_eq!(found.moves(), "-1:h2e2 0:e9e8 1:69-13");
        assert_eq!(found.tags.len(), 7);
        assert_eq!(found.tags[4], "Red=洪智");
    }

    #[test]
    fn damage_is_survived_and_told() {
        attack(&FORMAT, &game(), true);
    }
}
