//! XQR: a compact record, a sequence of fields of type, length and value.
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
//! Type and length are one byte each. An entry of the tree is from, to (row from the top high,
//! column low), flags and an unused byte: 1 a child follows, 2 a sibling, 4 a comment (u32 length,
//! UTF-8). The first entry is the start.
//!
//! Sources: the description in the author's repository and one file of 543 moves, whose checksum
//! fits. An older description numbers the fields otherwise; no file of that kind is known.

use super::cursor::Cursor;
use super::dump::{Dump, Follow};
use super::fields::{Fields, from_top, raw_move, result_tag};
use super::{BytesFrom, Fit, Format, Input, RawRecord, RawStart, RawTree, Sample, Sink, Warning};
use crate::text::Encoding;
use std::ops::ControlFlow;

/// The row of the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "xqr",
    about: "XQR game record",
    extensions: &["xqr"],
    is_text: false,
    sniff,
    read,
    boundary: None,
};

const MAGIC: &[u8] = b"\x00\x02\x20\x17";

fn sniff(sample: &Sample<'_>) -> Fit {
    if sample.head.starts_with(MAGIC) { Fit::Certain } else { Fit::No }
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let encoding = Encoding::Utf8;
    let mut fields = Fields::new(encoding);
    let mut start = RawStart::Standard;
    let mut dump = Dump::default();
    let mut cursor = Cursor::new(input.bytes);
    loop {
        let at = cursor.offset();
        if cursor.left() == 0 {
            dump = dump.break_off(at, "fields, of which the checksum is the last");
            break;
        }
        let Some((kind, value)) = field(&mut cursor) else {
            dump = dump.break_off(at, "a field");
            break;
        };
        match kind {
            0 | 1 => {}
            2..=6 => {
                let name = ["Event", "Site", "Date", "Red", "Black"][usize::from(kind) - 2];
                fields.text(name, value, false);
            }
            7 => fields.value("Result", result_tag(value.first().map_or(0, |code| (*code).into()))),
            8 => match std::str::from_utf8(value) {
                Ok(fen) => start = RawStart::Fen(fen.to_owned().into()),
                Err(_) => start = RawStart::Unreadable("the FEN is no text".to_owned()),
            },
            9 => {
                dump = moves(&mut cursor);
                if dump.broken.is_some() {
                    break;
                }
            }
            10 => {
                let mut crc = flate2::Crc::new();
                crc.update(&input.bytes[..at]);
                if value != crc.sum().to_le_bytes() {
                    fields.warn(Warning::Other { text: "the checksum does not fit".to_owned() });
                }
                break;
            }
            _ => {
                dump = dump.break_off(at, "a field of unknown type");
                break;
            }
        }
    }
    if let Some((at, what)) = dump.broken {
        fields.broken(input.base + at as u64, what);
    }
    let comments = fields.comments(&dump.comments);
    let (tags, warnings) = fields.finish();
    sink.record(RawRecord {
        tags,
        start,
        tree: RawTree { nodes: dump.nodes, comments },
        warnings,
        ..RawRecord::new(input.span(), encoding, &BytesFrom(input.base))
    })
}

fn field<'a>(cursor: &mut Cursor<'a>) -> Option<(u8, &'a [u8])> {
    let [kind, len] = cursor.array()?;
    Some((kind, cursor.take(len.into())?))
}

fn moves<'a>(cursor: &mut Cursor<'a>) -> Dump<'a> {
    let mut dump = Dump::default();
    let square = |byte: u8| from_top(byte & 0x0F, byte >> 4);
    while !dump.is_complete() {
        let at = cursor.offset();
        let Some([from, to, flags, _]) = cursor.array() else {
            return dump.break_off(at, "moves");
        };
        let mv = raw_move(square(from), square(to), (from, to));
        let node = dump.add(at, mv, Follow { child: flags & 1 != 0, sibling: flags & 2 != 0 });
        if flags & 4 != 0 {
            let Some(text) = cursor.u32_le().and_then(|len| cursor.take(len as usize)) else {
                return dump.break_off(at, "a comment");
            };
            dump.comment(node, text);
        }
    }
    dump
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{attack, keep};

    fn game() -> Vec<u8> {
        let mut bytes = b"\x00\x02\x20\x17\x01\x01\x00".to_vec();
        for (kind, text) in [(5, "胡荣华"), (6, "杨官璘"), (8, "4k4/9/9/9/9/9/9/9/9/4K4 w")] {
            bytes.extend([kind, text.len() as u8]);
            bytes.extend(text.as_bytes());
        }
        bytes.extend([7, 1, 2, 9, 0]);
        // The start, h2e2 (h9g7, or b9c7 with a comment), or c3c4.
        bytes.extend([0, 0, 1, 0, 0x77, 0x74, 3, 0, 0x07, 0x26, 2, 0, 0x01, 0x22, 4, 0]);
        bytes.extend(3u32.to_le_bytes());
        bytes.extend("正".as_bytes());
        bytes.extend([0x62, 0x52, 0, 0]);
        let mut crc = flate2::Crc::new();
        crc.update(&bytes);
        bytes.extend([10, 4]);
        bytes.extend(crc.sum().to_le_bytes());
        bytes
    }

    #[test]
    fn a_game_reads_back() {
        let mut bytes = game();
        let found = keep(&FORMAT, &bytes).records.remove(0);
        assert_eq!(found.tags, ["Red=胡荣华", "Black=杨官璘", "Result=0-1"]);
        assert_eq!(found.moves(), "-1:h2e2 0:h9g7 0:b9c7 -1:c3c4");
        assert_eq!(found.comments, [(2, "正".to_owned())]);
        assert_eq!(found.warnings, []);

        bytes[10] ^= 1;
        let found = keep(&FORMAT, &bytes).records.remove(0);
        let text = "the checksum does not fit".to_owned();
        assert!(found.warnings.contains(&Warning::Other { text }), "{:?}", found.warnings);
    }

    #[test]
    fn damage_is_survived_and_told() {
        attack(&FORMAT, &game(), true);
    }
}
