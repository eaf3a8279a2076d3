//! Records are written here by hand, in both layouts, and read back.

use super::*;
use crate::format::testing::{attack_at, keep, utf16};

/// A mark of the move stream: flags, from, to (both as the board counts), comment.
type Mark = (u8, u8, u8, &'static str);

/// A game of two moves with a variation: h2e2 (h9g7, or b9c7 with a comment), or c3c4.
const MOVES: [Mark; 5] =
    [(4, 0, 0, "开局"), (2, 70, 67, ""), (3, 7, 24, ""), (5, 1, 20, "正"), (1, 56, 47, "")];

/// The standard start as CCBridge stores it.
const BOARD: &str = concat!(
    "212223242524232221",
    "000000000000000000",
    "002600000000002600",
    "270027002700270027",
    "000000000000000000",
    "000000000000000000",
    "170017001700170017",
    "001600000000001600",
    "000000000000000000",
    "111213141514131211",
);

/// A record with the texts at these offsets.
pub(in crate::format) fn record(edition: u8, texts: &[(usize, &str)]) -> Vec<u8> {
    let layout = if edition == 1 { &EDITION_1 } else { &EDITION_2 };
    let mut bytes = vec![0; layout.moves()];
    bytes[..16].copy_from_slice(MAGIC);
    bytes[19] = edition;
    for (offset, text) in texts {
        // What follows the NUL is leftover memory.
        let text = [utf16(text), vec![0, 0, 0x41, 0x42]].concat();
        bytes[*offset..*offset + text.len()].copy_from_slice(&text);
    }
    bytes[layout.kind] = 4;
    bytes[layout.result] = 2;
    bytes[layout.first_mover] = 2;
    for (i, pair) in BOARD.as_bytes().chunks(2).enumerate() {
        let code = std::str::from_utf8(pair).unwrap();
        bytes[layout.board + i] = u8::from_str_radix(code, 16).unwrap();
    }
    for (i, (flags, from, to, comment)) in MOVES.into_iter().enumerate() {
        let square = |index: u8| match edition {
            1 => ((index % 9) << 4) | (index / 9),
            _ => index,
        };
        let (from, to) = if i == 0 { (0, 0) } else { (square(from), square(to)) };
        bytes.extend([flags, 0, from, to]);
        if flags & 4 != 0 {
            let comment = utf16(comment);
            bytes.extend((comment.len() as u32).to_le_bytes());
            bytes.extend(comment);
        }
    }
    bytes
}

#[test]
fn both_layouts_read_back() {
    for (edition, texts) in [
        (1, [(52, "陈涛 A"), (948, "胡荣华"), (1172, "B")]),
        (2, [(180, "陈涛 A"), (1076, "胡荣华"), (1300, "B")]),
        (3, [(180, "陈涛 A"), (1076, "胡荣华"), (1300, "B")]),
    ] {
        let found = keep(&FORMAT, &record(edition, &texts)).records.remove(0);
        assert_eq!(found.tags, ["Title=陈涛 A", "Red=胡荣华", "Black=B", "Result=0-1"]);
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b";
        assert_eq!(found.start, start, "edition {edition}");
        assert_eq!(found.moves(), "-1:h2e2 0:h9g7 0:b9c7 -1:c3c4", "edition {edition}");
        assert_eq!(found.comments, [(-1, "开局".to_owned()), (2, "正".to_owned())]);
        assert_eq!(found.warnings, []);
    }
}

#[test]
fn a_record_without_moves_is_a_heading() {
    let mut bytes = record(2, &[(180, "第一章")]);
    bytes.truncate(EDITION_2.moves());
    bytes.extend([1, 0, 0, 0]);
    let found = keep(&FORMAT, &bytes).records.remove(0);
    assert_eq!((found.nodes.len(), found.warnings.len()), (0, 0));
}

#[test]
fn damage_is_survived_and_told() {
    let bytes = record(2, &[(180, "陈涛")]);
    attack_at(&FORMAT, &bytes, true, 0..bytes.len(), 1);
    attack_at(&FORMAT, &bytes, true, EDITION_2.board..bytes.len(), 8);
}
