//! Games of smaller programs: XGF (XieXie Xiangqi, 谢谢象棋), XQR, and CWP (Taiwan).
//!
//! # XGF
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
//! Source: one file of 53 moves, which agrees with both counts, the start squares and the file's
//! length.
//!
//! # XQR
//!
//! A sequence of fields of type, length and value.
//!
//! | type | value |
//! |---|---|
//! | 0 | magic `20 17` |
//! | 1 | version |
//! | 2 to 6 | event, place, date, red, black, UTF-8 |
//! | 7 | result: 1 red, 2 black, 3 draw |
//! | 8 | start as FEN |
//! | 9 | length 0; the tree follows |
//! | 10 | CRC-32 of all bytes before this field, low byte first |
//!
//! Type and length are one byte each. An entry of the tree is from, to (row from the top in the
//! high half, column in the low half), flags and an unused byte: 1 a child follows, 2 a sibling, 4
//! a comment (u32 length, UTF-8). The first entry is the start.
//!
//! Sources: the author's description in his repository, and one file of 543 moves whose checksum is
//! right. An older description numbers the fields otherwise; no such file is known.
//!
//! # CWP
//!
//! A game of CCBridge's forerunner in Taiwan, Big5 text in fixed lines.
//!
//! | line, from 0 | meaning |
//! |---|---|
//! | 0 | `CCWP` |
//! | 1, 2 | event, title |
//! | 3 to 5 | year, month, day |
//! | 7, 9 | red, black |
//! | 15, 16 | source, result |
//! | 21 | `0` for the standard start, else a layout |
//! | 22 | number of moves |
//! | 23 and on | moves: five characters of notation, from and to as two digits each, a comment |
//!
//! A square is `row * 9 + column`, counted from the top left.
//!
//! Source: the description of another reader, without a file. Layouts other than the standard start
//! are set aside.

use super::binary::{
    BinaryEntry, Cursor, PlacedBoard, RawMoves, RecordDraft, by_rows, high_y, piece_of_slot,
    placed, raw_move,
};
use super::fields::fields_of;
use super::reason::{FilePart, Reason};
use super::{FileSample, Fit, Format, Input, RawMove, RawStart, Sink};
use crate::text::Encoding;
use crate::xiangqi::Square;
use std::ops::ControlFlow;

pub(super) const XGF: Format = Format {
    name: "xgf",
    about: "XieXie game (谢谢象棋)",
    extensions: &["xgf"],
    sniff: sniff_xgf,
    read: read_xgf,
    ..Format::BINARY
};

pub(super) const XQR: Format = Format {
    name: "xqr",
    about: "XQR game record",
    extensions: &["xqr"],
    sniff: |sample| Fit::Certain.when(sample.head.starts_with(b"\x00\x02\x20\x17")),
    read: read_xqr,
    ..Format::BINARY
};

pub(super) const CWP: Format = Format {
    name: "cwp",
    about: "CCWP game, Big5 text (Taiwan)",
    extensions: &["cwp"],
    sniff: |sample| {
        Fit::Certain.when(matches!(sample.head.strip_prefix(b"CCWP"), Some([b'\r' | b'\n', ..])))
    },
    read: read_cwp,
    ..Format::BINARY
};

fn sniff_xgf(sample: &FileSample<'_>) -> Fit {
    let fit = match sample.has_extension(XGF.extensions) {
        true => Fit::Certain,
        false => Fit::Likely.when(xgf_texts(&mut Cursor::from(sample.head, 2)).is_some()),
    };
    fit.when(sample.head.starts_with(b"\x06\x0B\x01"))
}

/// Reads the nine texts in the order of their tags.
fn xgf_texts<'a>(cursor: &mut Cursor<'a>) -> Option<[&'a [u8]; 9]> {
    let mut texts = [&[][..]; 9];
    for (number, text) in (1..).zip(&mut texts) {
        if cursor.u8()? != number {
            return None;
        }
        *text = if number < 9 { cursor.short_text()? } else { cursor.long_text()? };
    }
    Some(texts)
}

fn read_xgf(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let mut cursor = Cursor::from(input.bytes, 2);
    let texts = xgf_texts(&mut cursor);
    let found = texts.unwrap_or_default();
    let mut draft = RecordDraft::new(input, input.encoding_of(&found));
    for (field, text) in fields_of(XGF.name).iter().zip(found) {
        draft.text(field.tag, text, false);
    }
    // Behind damaged texts, the place of the board is unknown.
    let board = texts.and_then(|_| xgf_board(&mut cursor));
    let moves = board.as_ref().map(|_| xgf_moves(&mut cursor)).unwrap_or_default();
    draft.start(board, None, Reason::NoXgf);
    draft.moves(moves);
    draft.give(sink)
}

/// Reads from the end of the texts to the squares of the pieces.
fn xgf_board(cursor: &mut Cursor<'_>) -> Option<PlacedBoard> {
    const RIMMED_BOARD: usize = 215;
    let [10, _, 11] = cursor.array()? else { return None };
    cursor.skip(RIMMED_BOARD)?;
    let squares = cursor.take(4 * 32)?.chunks_exact(4).map(|bytes| match bytes {
        [byte, 0, 0, 0] => xgf_point(*byte),
        _ => None,
    });
    let pieces = (0..).map(|slot| piece_of_slot(b"KAABBNNRRCCPPPPP", slot));
    Some(placed(squares.zip(pieces)))
}

fn xgf_moves<'a>(cursor: &mut Cursor<'a>) -> RawMoves<'a> {
    let head = cursor.offset();
    let Some(count) = cursor.skip(8).and_then(|()| cursor.u32_le()) else {
        let mut moves = RawMoves::default();
        moves.broken = Some((head, FilePart::MoveCount));
        return moves;
    };
    RawMoves::counted(Some(count), cursor, |cursor| {
        let entry = cursor.array::<20>()?;
        Some(raw_move(xgf_point, entry[0], entry[2]))
    })
}

fn xgf_point(byte: u8) -> Option<Square> {
    Square::at((byte >> 4).checked_sub(2)?, 11u8.checked_sub(byte & 0x0F)?)
}

fn read_xqr(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let mut draft = RecordDraft::new(input, Encoding::Utf8);
    let mut moves = RawMoves::default();
    let mut cursor = Cursor::new(input.bytes);
    loop {
        let at = cursor.offset();
        if cursor.left() == 0 {
            moves.break_off(at, FilePart::Checksum);
            break;
        }
        let (Some(kind), Some(value)) = (cursor.u8(), cursor.short_text()) else {
            moves.break_off(at, FilePart::Field);
            break;
        };
        match kind {
            0 | 1 => {}
            2..=6 => {
                let name = ["Event", "Site", "Date", "Red", "Black"][usize::from(kind) - 2];
                draft.text(name, value, false);
            }
            7 => draft.result(at, value.first().map_or(0, |code| (*code).into())),
            8 => {
                draft.record.start = match std::str::from_utf8(value) {
                    Ok(fen) => RawStart::Fen(fen.to_owned().into()),
                    Err(_) => Reason::FenNoText.into(),
                };
            }
            9 => {
                moves = RawMoves::dump(&mut cursor, 0, Encoding::Utf8, |cursor| {
                    let [from, to, flags, _] = cursor.array()?;
                    Some(BinaryEntry {
                        mv: raw_move(high_y, from, to),
                        child: flags & 1 != 0,
                        sibling: flags & 2 != 0,
                        comment: flags & 4 != 0,
                    })
                });
                // More fields follow the tree.
                moves.surplus = 0;
                if moves.broken.is_some() {
                    break;
                }
            }
            10 => {
                let mut crc = flate2::Crc::new();
                crc.update(&input.bytes[..at]);
                if value != crc.sum().to_le_bytes() {
                    draft.damaged(at, Reason::Checksum);
                }
                moves.surplus = cursor.left();
                break;
            }
            _ => {
                moves.break_off(at, FilePart::UnknownField);
                break;
            }
        }
    }
    draft.moves(moves);
    draft.give(sink)
}

const CWP_MOVES: usize = 23;

fn read_cwp(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let mut draft = RecordDraft::new(input, input.encoding.unwrap_or(Encoding::Big5));
    let lines = cwp_lines(input.bytes);
    let line = |number: usize| lines.get(number).map_or(&[][..], |(_, line)| *line);
    for field in fields_of(CWP.name) {
        draft.text(field.tag, line(field.at), false);
    }
    let date = [3, 4, 5].map(|number| draft.comment(line(number)).unwrap_or_default());
    draft.value("Date", date.join(".").trim_end_matches('.').to_owned());
    if !matches!(line(21), b"0" | b"") {
        draft.record.start = Reason::CwpSetUp.into();
    }
    let count = std::str::from_utf8(line(22)).ok();
    let count = count.and_then(|count| count.trim().parse::<u32>().ok());
    let mut moves = RawMoves::default();
    let mut comments = Vec::new();
    for number in 0..count.unwrap_or(u32::MAX) {
        let found = lines.get(CWP_MOVES + number as usize);
        let text = found.map(|(_, line)| draft.decode(line)).unwrap_or_default();
        let at = found.map_or(input.bytes.len(), |(at, _)| *at);
        let Some((mv, comment)) = cwp_move(&text) else {
            moves.miss(at, FilePart::moves_of(number, count));
            break;
        };
        let node = moves.push(at, mv);
        if !comment.trim().is_empty() {
            comments.push((node, comment.trim().to_owned().into()));
        }
    }
    let behind = lines.iter().skip(CWP_MOVES.saturating_add(moves.nodes.len()));
    moves.surplus = behind.map(|(_, line)| line.trim_ascii().len()).sum();
    draft.moves(moves);
    draft.record.tree.comments = comments;
    draft.give(sink)
}

/// Lines with their offsets; a line feed is never part of a Big5 character.
fn cwp_lines(bytes: &[u8]) -> Vec<(usize, &[u8])> {
    let mut at = 0;
    let lines = bytes.split(|byte| *byte == b'\n').map(|line| {
        let start = at;
        at += line.len() + 1;
        (start, line.strip_suffix(b"\r").unwrap_or(line))
    });
    lines.collect()
}

/// Move and comment of a line.
fn cwp_move(line: &str) -> Option<(RawMove<'static>, &str)> {
    let (digits_at, _) = line.char_indices().nth(5)?;
    let digits = line.get(digits_at..digits_at + 4)?;
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let index = |text: &str| text.parse::<u8>().unwrap_or(u8::MAX);
    let mv = raw_move(by_rows, index(&digits[..2]), index(&digits[2..]));
    Some((mv, &line[digits_at + 4..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{Keep, fixture, keep};

    /// The fixture with the first `sound` replaced by `changed`.
    fn changed(format: &Format, file: &str, sound: &[u8], changed: &[u8]) -> Keep {
        let mut bytes = fixture(file);
        let at = memchr::memmem::find(&bytes, sound).expect("the bytes to change");
        bytes.splice(at..at + sound.len(), changed.iter().copied());
        keep(format, &bytes)
    }

    #[test]
    fn a_move_off_the_board_is_given_as_found() {
        // The first move, from 0x99 to 0x69 (u16 each).
        let xgf = changed(&XGF, "xgf/game.xgf", b"\x99\0\x69\0", b"\x99\0\x13\0");
        assert_eq!(xgf.records[0].nodes[0].1, "99-13");
        let cwp = changed(&CWP, "cwp/game.cwp", b" 7067", b" 9967");
        assert_eq!(cwp.records[0].nodes[0].1, "63-43");
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let found = changed(&XQR, "xqr/opening.xqr", b"\x01\x01\x00", b"\x01\x01\x01");
        assert_eq!(found.damage, [Reason::Checksum.to_string()]);
        let found = changed(&CWP, "cwp/game.cwp", b"\r\n0\r\n", b"\r\nx\r\n");
        assert_eq!(found.records[0].start, format!("unreadable: {}", Reason::CwpSetUp));
        // 和 in Big5.
        let found = changed(&CWP, "cwp/game.cwp", b"\xa9M\r\n", b"\xa9M1\r\n");
        let (name, value) = ("Result".to_owned(), "和1".to_owned());
        assert_eq!(found.damage, [Reason::ValueNotKnown { name, value }.to_string()]);
    }
}
