//! Files are written here by hand, in every version, and read back.

use super::keys::Keys;
use super::*;
use crate::format::Warning;
use crate::format::testing::{Keep, attack, gbk, keep};

/// An entry of a tree: move in the file's squares, flags, comment.
type Entry = (u8, u8, bool, bool, &'static str);

/// Writes XQF files.
struct Builder {
    version: u8,
    header: Vec<u8>,
    body: Vec<Entry>,
}

/// The standard start in slot order.
const START: [u8; 32] = [
    80, 70, 60, 50, 40, 30, 20, 10, 0, 72, 12, 83, 63, 43, 23, 3, 9, 19, 29, 39, 49, 59, 69, 79,
    89, 17, 77, 6, 26, 46, 66, 86,
];

impl Builder {
    /// A game of two moves with a variation: h2e2 (h9g7, or b9c7), or c3c4.
    fn new(version: u8) -> Builder {
        let mut header = vec![0; HEADER_LEN];
        header[..3].copy_from_slice(&[b'X', b'Q', version]);
        header[0x10..0x30].copy_from_slice(&START);
        let body = vec![
            (0, 0, true, false, "开局"),
            (72, 42, true, true, ""),
            (79, 67, false, true, "正"),
            (19, 27, false, false, ""),
            (23, 24, false, false, "仙人指路"),
        ];
        Builder { version, header, body }
    }

    fn text(mut self, offset: usize, len: u8, bytes: &[u8]) -> Builder {
        self.header[offset] = len;
        self.header[offset + 1..offset + 1 + bytes.len()].copy_from_slice(bytes);
        self
    }

    fn byte(mut self, offset: usize, value: u8) -> Builder {
        self.header[offset] = value;
        self
    }

    /// The file, encrypted when the version asks for it.
    fn write(mut self) -> Vec<u8> {
        if self.version >= 11 {
            self.header[3] = 0xFE;
            self.header[8..16].copy_from_slice(&[0x66, 0xF9, 0x7D, 0x24, 0x2D, 0x75, 0x66, 0xF8]);
        }
        let mut key_bytes = [0; 13];
        key_bytes.copy_from_slice(&self.header[3..16]);
        let keys = Keys::new(key_bytes, self.version);
        let slots = self.header[0x10..0x30].to_vec();
        for i in 0..32 {
            let slot = if self.version >= 12 { (usize::from(keys.pieces) + 1 + i) % 32 } else { i };
            self.header[0x10 + i] = slots[slot].wrapping_add(keys.pieces);
        }
        let mut body = Vec::new();
        for (i, (from, to, child, sibling, comment)) in self.body.iter().enumerate() {
            let comment = gbk(comment);
            if i == 0 && self.version >= 11 {
                body.extend(*b"XQ");
            } else {
                body.push(from.wrapping_add(24).wrapping_add(keys.from));
                body.push(to.wrapping_add(32).wrapping_add(keys.to));
            }
            if self.version <= 10 {
                body.push((u8::from(*child) * 0xF0) | (u8::from(*sibling) * 0x0F));
            } else {
                // The low bits are noise in real files.
                let commented = u8::from(!comment.is_empty());
                body.push(u8::from(*child) << 7 | u8::from(*sibling) << 6 | commented << 5 | 0x15);
            }
            body.push(0xFF);
            if self.version <= 10 || !comment.is_empty() {
                body.extend((comment.len() as u32 + keys.comment).to_le_bytes());
                body.extend(comment);
            }
        }
        // Subtracting is undone by adding: what one more decryption takes off.
        let zeros = vec![0; body.len()];
        for (byte, key) in body.iter_mut().zip(keys.decrypt(&zeros).iter()) {
            *byte = byte.wrapping_sub(*key);
        }
        self.header.extend(body);
        self.header
    }
}

fn only(keep: Keep) -> crate::format::testing::Kept {
    assert_eq!(keep.records.len(), 1);
    keep.records.into_iter().next().expect("one record")
}

const STANDARD: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

#[test]
fn every_version_reads_back() {
    for version in [1, 10, 11, 12, 15, 18] {
        let found = only(keep(&FORMAT, &Builder::new(version).write()));
        assert_eq!(found.start, STANDARD, "version {version}");
        assert_eq!(found.moves(), "-1:h2e2 0:h9g7 0:b9c7 -1:c3c4", "version {version}");
        let comments = [(-1, "开局"), (1, "正"), (3, "仙人指路")];
        assert_eq!(found.comments, comments.map(|(node, text)| (node, text.to_owned())));
        assert_eq!(found.warnings, []);
    }
}

#[test]
fn fields_become_tags() {
    let bytes = Builder::new(18)
        .text(0x50, 8, &gbk("屏风马局"))
        .text(0x110, 4, b"1962")
        .text(0x130, 6, &gbk("胡荣华"))
        .text(0x140, 3, b"   ")
        .byte(0x32, 1)
        .byte(0x33, 4)
        .byte(0x40, 3)
        .write();
    let found = only(keep(&FORMAT, &bytes));
    let tags = ["Title=屏风马局", "Date=1962", "Red=胡荣华", "Result=1/2-1/2", "XqfType=3"];
    assert_eq!(found.tags, tags);
    assert!(found.start.ends_with(" b"));
}

#[test]
fn lengths_beyond_the_field_and_half_characters_are_cut() {
    let long = gbk("第四十五局红缓进八路马先退炮窝心黑补右象兵七进一之黑退帖将马三退四变化");
    let cut = |field: &str| Warning::FieldCut { field: field.to_owned() };
    for (offset, len, bytes, tag, warning) in [
        // Half of 陈 is left in 15 bytes.
        (
            0x1D0,
            15,
            &gbk("崔鸿传陈建新陈作陈")[..15],
            "Annotator=崔鸿传陈建新陈",
            Some("Annotator"),
        ),
        (0x120, 200, &gbk("上海")[..], "Site=上海", Some("Site")),
        (0x130, 255, b"ABCDEFGHIJKLMNO", "Red=ABCDEFGHIJKLMNO", Some("Red")),
        (0x130, 2, b"AB\xFF\xFF", "Red=AB", None),
    ] {
        let found = only(keep(&FORMAT, &Builder::new(10).text(offset, len, bytes).write()));
        assert_eq!(found.tags[0], tag);
        assert_eq!(found.warnings.first().cloned(), warning.map(cut), "{tag}");
    }
    let file = Builder::new(10).text(0x50, long.len() as u8, &long).write();
    let found = only(keep(&FORMAT, &file));
    assert!(found.tags[0].ends_with("马三退四变化"), "a long title runs on: {:?}", found.tags);
    assert_eq!(found.tags.len(), 2, "and what it covers is no second title");
}

#[test]
fn boards_without_pieces_and_taken_points_are_kept() {
    let mut empty = Builder::new(10);
    empty.header[0x10..0x30].fill(0xFF);
    assert_eq!(only(keep(&FORMAT, &empty.write())).start, "9/9/9/9/9/9/9/9/9/9 w");

    let twice = Builder::new(10).byte(0x11, 80).write();
    let found = only(keep(&FORMAT, &twice));
    assert!(found.start.ends_with("RNBAKAB1R w"), "{}", found.start);
    assert!(matches!(&found.warnings[..], [Warning::Other { .. }]), "{:?}", found.warnings);
}

#[test]
fn squares_off_the_board_are_given_as_found() {
    let mut writer = Builder::new(18);
    writer.body[2] = (99, 67, false, true, "");
    let found = only(keep(&FORMAT, &writer.write()));
    assert_eq!(found.moves(), "-1:h2e2 0:63-43 0:b9c7 -1:c3c4");
}

#[test]
fn a_comment_longer_than_the_file_ends_the_tree() {
    let mut bytes = Builder::new(10).write();
    // The root's comment length.
    bytes[HEADER_LEN + 4..HEADER_LEN + 8].copy_from_slice(&u32::MAX.to_le_bytes());
    let found = only(keep(&FORMAT, &bytes));
    assert_eq!((found.moves(), found.comments.len()), (String::new(), 0));
    assert!(matches!(&found.warnings[..], [Warning::Truncated { .. }]), "{:?}", found.warnings);
}

#[test]
fn bytes_after_the_tree_are_told() {
    let mut bytes = Builder::new(18).write();
    bytes.extend([0; 7]);
    let found = only(keep(&FORMAT, &bytes));
    assert_eq!(found.nodes.len(), 4);
    assert_eq!(found.warnings[0].to_string(), "7 bytes after the last move are left out");
}

#[test]
fn long_lines_need_no_stack() {
    let mut writer = Builder::new(18);
    writer.body = vec![(72, 42, true, false, ""); 200_000];
    writer.body.push((72, 42, false, false, ""));
    assert_eq!(only(keep(&FORMAT, &writer.write())).nodes.len(), 200_000);
}

#[test]
fn damage_is_survived_and_told() {
    for version in [10, 18] {
        attack(&FORMAT, &Builder::new(version).write(), true);
    }
}

#[test]
fn the_magic_needs_a_version() {
    let sample = |head, name| Sample { head, text: "", name, len: 9 };
    assert_eq!(sniff(&sample(b"XQ\x12\xFE", "a.bin")), Fit::Certain);
    assert_eq!(sniff(&sample(b"XQF is a format", "a.txt")), Fit::No);
    assert_eq!(sniff(&sample(b"XQ", "a.XQF")), Fit::Likely);
}
