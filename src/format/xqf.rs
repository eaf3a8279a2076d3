//! XQF: games of XQStudio (象棋演播室) by Dong Shiwei, and of many programs that write its
//! format.
//!
//! A file is one record: a plain header of 0x400 bytes; a tree of moves fills the rest. Numbers are
//! little-endian.
//!
//! | offset | size | meaning |
//! |---|---|---|
//! | 0x000 | 2 | `XQ` |
//! | 0x002 | 1 | version: 10 plain; 11 encrypted; from 12 on the piece squares are rotated too |
//! | 0x003 | 1 | key mask |
//! | 0x008 | 4 | four or-masks of the keys |
//! | 0x00C | 4 | key bytes: sum, piece squares, from, to; they add up to 0 |
//! | 0x010 | 32 | squares of the pieces |
//! | 0x032 | 1 | side to move: 0 red, 1 black; often wrong |
//! | 0x033 | 1 | result: 0 unknown, 1 red, 2 black, 3 draw, 4 draw as well |
//! | 0x034 | 4 | number of moves, 0 in all files seen |
//! | 0x038 | 4 | place of the tree, 0 in all files seen |
//! | 0x040 | 1 | type: 0 game, 1 opening, 2 middle game, 3 endgame |
//! | 0x050 | 1+63 | title; long ones run on to 0x0CF |
//! | 0x0D0 | 1+63 | event |
//! | 0x110 | 1+15 | date |
//! | 0x120 | 1+15 | place |
//! | 0x130 | 1+15 | red |
//! | 0x140 | 1+15 | black |
//! | 0x150 | 1+63 | time rule |
//! | 0x190 | 1+15 | red's time |
//! | 0x1A0 | 1+15 | black's time |
//! | 0x1D0 | 1+15 | annotator |
//! | 0x1E0 | 1+15 | author of the file |
//! | 0x400 | | the tree, an entry for each move and one for the start before it |
//!
//! Texts are a length byte and as many bytes; a length may exceed its field. A square byte is
//! `file * 10 + rank`; 0x5A and above is no square.
//!
//! | an entry | meaning |
//! |---|---|
//! | 1 | from-square + 24 + from key |
//! | 1 | to-square + 32 + to key |
//! | 1 | flags |
//! | 1 | not used |
//! | 4 | length of the comment, plus the comment key; up to version 10 always there, later only when flagged |
//! | n | the comment |
//!
//! Flags from version 11 on: 0x80 a child follows, 0x40 a sibling (another move instead of this
//! one) follows after all descendants, 0x20 a comment; other bits are noise. Up to version 10: any
//! high bit a child, any low bit a sibling. The start's entry has only a comment.
//!
//! From version 11 on the file is encrypted; all arithmetic is modulo 256 but for the comment key.
//! With `f(b) = 54 b² + 221`, the piece key is `f(x) x` for the key byte `x` of the piece squares;
//! the from key is `f` of its byte times the piece key, the to key `f` of its byte times the from
//! key. The body is the difference of the stored bytes and a stream of 32 bytes: the author's
//! copyright line, masked by four bytes that are made from key bytes, mask and or-masks.
//!
//! Sources: Dong Shiwei's description of version 10 (2001); for later versions, the behaviour of
//! public readers, checked on 21,000 files of versions 10 to 18.

use super::binary::{
    BinaryEntry, Cursor, PlacedBoard, RawMoves, RecordDraft, SLOTS, piece_of_slot, placed, raw_move,
};
use super::fields::{FormatField, fields_of};
use super::reason::Reason;
use super::{FileSample, Fit, Format, Input, Sink};
use crate::metadata::Kind;
use crate::text::Encoding;
use crate::xiangqi::{Side, Square};
use std::borrow::Cow;
use std::ops::ControlFlow;

pub(super) const FORMAT: Format = Format {
    name: "xqf",
    about: "XQStudio game (象棋演播室)",
    extensions: &["xqf"],
    sniff,
    read,
    ..Format::BINARY
};

pub(crate) const HEADER_LEN: usize = 0x400;

const SECOND_TITLE: &str = "Subtitle";

fn sniff(sample: &FileSample<'_>) -> Fit {
    // The magic has only two letters: a version byte that is no text must follow.
    match sample.head {
        [b'X', b'Q', 1..=0x1F, ..] => Fit::Certain,
        [b'X', b'Q', ..] if sample.has_extension(FORMAT.extensions) => Fit::Likely,
        _ => Fit::No,
    }
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let (header, body) = input.bytes.split_at(input.bytes.len().min(HEADER_LEN));
    let byte = |offset: usize| header.get(offset).copied();
    let version = byte(0x02).unwrap_or(0);
    let keys = Keys::new(std::array::from_fn(|i| byte(0x03 + i).unwrap_or(0)), version);
    let body = keys.decrypt(body);
    let mut moves = moves(&body, &keys, version);
    moves.nodes.iter_mut().for_each(|node| node.at += HEADER_LEN as u32);
    moves.broken = moves.broken.map(|(at, part)| (header.len() + at, part));

    let mut fields: Vec<&[u8]> = texts(header).map(|(_, text, _)| text).collect();
    fields.extend(moves.comments.iter().map(|(_, text)| *text));
    let mut draft = RecordDraft::new(input, input.encoding_of(&fields));
    for (name, text, overlong) in texts(header) {
        draft.text(name, text, overlong);
    }
    let result = byte(0x33).unwrap_or(0);
    draft.result(0x33, if result == 4 { 3 } else { result.into() });
    let kind = byte(0x40);
    draft.value("XqfType", kind.map(|kind| kind.to_string()).unwrap_or_default());
    draft.record.hint = kind.and_then(kind_hint);
    let side = match byte(0x32) {
        Some(0) => Some(Side::Red),
        Some(1) => Some(Side::Black),
        _ => None,
    };
    let board = header.get(0x10..0x30).map(|squares| board(squares, &keys, version));
    draft.start(board, side, Reason::FileEndsBeforeSquares);
    draft.moves(moves);
    draft.give(sink)
}

/// Texts of a header that are not empty: tag, text, and whether the length exceeds the field.
fn texts(header: &[u8]) -> impl Iterator<Item = (&'static str, &[u8], bool)> {
    // A title too long for its field continues over the second title, which nothing else uses.
    let long_title = header.get(0x050).is_some_and(|len| *len > 63);
    fields_of(FORMAT.name).iter().filter_map(move |&FormatField { tag: name, at, size, .. }| {
        let len = usize::from(*header.get(at)?);
        let room = match name {
            "Title" if long_title => 127,
            SECOND_TITLE if long_title => return None,
            _ => size,
        };
        let text = header.get(at + 1..)?;
        let text = &text[..len.min(room).min(text.len())];
        let overlong = len > text.len() || (name == "Title" && long_title);
        (!text.is_empty()).then_some((name, text, overlong))
    })
}

/// Board from the squares of the pieces.
fn board(squares: &[u8], keys: &Keys, version: u8) -> PlacedBoard {
    placed(squares.iter().enumerate().map(|(index, byte)| {
        let slot = keys.slot(index, version);
        (square(byte.wrapping_sub(keys.pieces)), piece_of_slot(SLOTS, slot))
    }))
}

/// Moves of a decrypted body; offsets count from its first byte.
fn moves<'a>(body: &'a [u8], keys: &Keys, version: u8) -> RawMoves<'a> {
    let (child, sibling, comment) =
        if version <= 10 { (0xF0, 0x0F, 0) } else { (0x80, 0x40, 0x20) };
    RawMoves::dump(&mut Cursor::new(body), keys.comment, Encoding::Gb18030, |cursor| {
        let [from, to, flags, _] = cursor.array()?;
        let from = from.wrapping_sub(24).wrapping_sub(keys.from);
        let to = to.wrapping_sub(32).wrapping_sub(keys.to);
        Some(BinaryEntry {
            mv: raw_move(square, from, to),
            child: flags & child != 0,
            sibling: flags & sibling != 0,
            comment: version <= 10 || flags & comment != 0,
        })
    })
}

/// Point of a square byte, `file * 10 + rank`; None for 90 and above.
fn square(byte: u8) -> Option<Square> {
    Square::at(byte / 10, byte % 10)
}

fn kind_hint(kind: u8) -> Option<Kind> {
    match kind {
        0 => Some(Kind::Game),
        1 => Some(Kind::Opening),
        2 | 3 => Some(Kind::Endgame),
        _ => None,
    }
}

/// Text from which the stream is made; part of the format.
const STREAM_TEXT: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// Numbers subtracted from the bytes of a file. Up to version 10 all are 0, without a stream.
pub(crate) struct Keys {
    /// Subtracted from piece squares.
    pub(crate) pieces: u8,
    /// Subtracted from from-squares.
    pub(crate) from: u8,
    /// Subtracted from to-squares.
    pub(crate) to: u8,
    /// Subtracted from lengths of comments.
    pub(crate) comment: u32,
    stream: Option<[u8; 32]>,
}

impl Keys {
    /// Keys from a header's bytes 0x03..0x10.
    pub(crate) fn new(bytes: [u8; 13], version: u8) -> Keys {
        if version <= 10 {
            return Keys { pieces: 0, from: 0, to: 0, comment: 0, stream: None };
        }
        let [mask, _, _, _, _, or_masks @ .., sum, piece, from, to] = bytes;
        let key_bytes = [sum, piece, from, to];
        let pieces = scramble(piece).wrapping_mul(piece);
        let from = scramble(from).wrapping_mul(pieces);
        let to = scramble(to).wrapping_mul(from);
        let comment = (u32::from(sum) * 256 + u32::from(piece)) % 32_000 + 767;
        let masks: [u8; 4] = std::array::from_fn(|i| (key_bytes[i] & mask) | or_masks[i]);
        let stream = std::array::from_fn(|i| STREAM_TEXT[i] & masks[i % 4]);
        Keys { pieces, from, to, comment, stream: Some(stream) }
    }

    /// Slot of the piece whose square has this index in the file. From version 12 on the piece key
    /// rotates the squares; version 11 has them in order.
    pub(crate) fn slot(&self, index: usize, version: u8) -> usize {
        if version >= 12 { (usize::from(self.pieces) + 1 + index) % 32 } else { index }
    }

    /// Encrypts a plain body in place; the inverse of [`decrypt`](Self::decrypt).
    pub(crate) fn encrypt(&self, body: &mut [u8]) {
        self.apply(body, u8::wrapping_add);
    }

    /// Plain body behind the header. It begins at a multiple of 32, so the stream starts with it.
    pub(crate) fn decrypt<'a>(&self, body: &'a [u8]) -> Cow<'a, [u8]> {
        let mut plain = Cow::Borrowed(body);
        if self.stream.is_some() {
            self.apply(plain.to_mut(), u8::wrapping_sub);
        }
        plain
    }

    fn apply(&self, body: &mut [u8], change: fn(u8, u8) -> u8) {
        let Some(stream) = &self.stream else { return };
        for block in body.chunks_mut(stream.len()) {
            block.iter_mut().zip(stream).for_each(|(byte, key)| *byte = change(*byte, *key));
        }
    }
}

fn scramble(byte: u8) -> u8 {
    byte.wrapping_mul(byte).wrapping_mul(54).wrapping_add(221)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Warning;
    use crate::format::testing::{Kept, gbk, keep, keep_one, patched};

    const PLAIN: &str = "xqf/version10.xqf";
    const ENCRYPTED: &str = "xqf/version18.xqf";

    fn read(path: &str, patches: &[(usize, &[u8])]) -> Kept {
        keep_one(&FORMAT, &patched(path, patches))
    }

    #[test]
    fn versions_of_one_layout_read_alike() {
        let game = read(PLAIN, &[]);
        for (path, versions) in [(PLAIN, &[1, 9][..]), (ENCRYPTED, &[12, 15, 18])] {
            for version in versions {
                assert_eq!(read(path, &[(2, &[*version])]), game, "version {version}");
            }
        }
    }

    #[test]
    fn lengths_beyond_the_field_and_half_characters_are_cut() {
        let long = gbk("第四十五局红缓进八路马先退炮窝心黑补右象兵七进一之黑退帖将马三退四变化");
        let cut = |field: &str| Warning::FieldCut { field: field.to_owned() };
        for (offset, len, bytes, tag, warning) in [
            // Half of 陈 remains in 15 bytes.
            (
                0x1D0,
                15,
                &gbk("崔鸿传陈建新陈作陈")[..15],
                "Annotator=崔鸿传陈建新陈",
                Some("Annotator"),
            ),
            (0x120, 200, &gbk("上海\0")[..], "Site=上海", Some("Site")),
            (0x130, 255, b"ABCDEFGHIJKLMNO", "Red=ABCDEFGHIJKLMNO", Some("Red")),
            (0x130, 2, b"AB\xFF\xFF", "Red=AB", None),
        ] {
            let found = read(PLAIN, &[(offset, &[len]), (offset + 1, bytes)]);
            assert!(found.tags.contains(&tag.to_owned()), "{:?}", found.tags);
            assert_eq!(found.warnings.first().cloned(), warning.map(cut), "{tag}");
        }
        let others = read(PLAIN, &[(0x50, &[0])]).tags.len();
        let found = read(PLAIN, &[(0x50, &[long.len() as u8]), (0x51, &long)]);
        assert!(found.tags[0].ends_with("马三退四变化"), "a long title runs on: {:?}", found.tags);
        assert_eq!(found.tags.len(), others + 1, "and what it covers is no second title");
    }

    #[test]
    fn boards_without_pieces_and_taken_points_are_kept() {
        let empty = read(PLAIN, &[(0x10, &[0xFF; 32]), (0x32, &[1]), (0x33, &[4])]);
        assert_eq!(empty.start, "9/9/9/9/9/9/9/9/9/9 b");
        assert!(empty.tags.contains(&"Result=1/2-1/2".to_owned()), "4 is a draw, too");
        // The first horse stands on the first rook's point.
        let twice = read(PLAIN, &[(0x11, &[0])]);
        assert!(twice.start.ends_with("R1BAKABNR w"), "{}", twice.start);
        assert_eq!(twice.sentences(), [Reason::PointsTaken(1).to_string()]);
    }

    #[test]
    fn squares_off_the_board_are_given_as_found() {
        // The first move, behind the start and its comment.
        let found = read(PLAIN, &[(0x416, &[99 + 24])]);
        assert_eq!(found.nodes[0].1, "63-2a");
    }

    #[test]
    fn a_comment_longer_than_the_file_ends_the_tree() {
        let found = read(PLAIN, &[(HEADER_LEN + 4, &u32::MAX.to_le_bytes())]);
        assert_eq!((found.moves(), found.comments.len()), (String::new(), 0));
        assert!(matches!(&found.warnings[..], [Warning::Truncated { .. }]), "{:?}", found.warnings);
    }

    #[test]
    fn bytes_after_the_tree_are_told() {
        let bytes = [patched(ENCRYPTED, &[]), vec![0; 7]].concat();
        assert_eq!(keep(&FORMAT, &bytes).damage, [Reason::BytesBehindEnd(7).to_string()]);
    }

    #[test]
    fn long_lines_need_no_stack() {
        let mut bytes = patched(PLAIN, &[]);
        bytes.truncate(HEADER_LEN);
        bytes.extend([24, 32, 0xF0, 0, 0, 0, 0, 0]);
        bytes.extend([24 + 72, 32 + 42, 0xF0, 0, 0, 0, 0, 0].repeat(200_000));
        assert_eq!(keep_one(&FORMAT, &bytes).nodes.len(), 200_001, "and one is missing");
    }

    #[test]
    fn the_magic_needs_a_version() {
        let sample = |head, name| FileSample { head, text: "", name, len: 9 };
        assert_eq!(sniff(&sample(b"XQ\x12\xFE", "a.bin")), Fit::Certain);
        assert_eq!(sniff(&sample(b"XQF is a format", "a.txt")), Fit::No);
        assert_eq!(sniff(&sample(b"XQ", "a.XQF")), Fit::Likely);
    }

    #[test]
    fn keys_of_a_known_header() {
        let bytes = [0xFE, 0, 0, 0, 0, 0x66, 0xF9, 0x7D, 0x24, 0x2D, 0x75, 0x66, 0xF8];
        let keys = Keys::new(bytes, 18);
        assert_eq!((keys.pieces, keys.from, keys.to, keys.comment), (63, 203, 191, 12_404));
        let stream = keys.stream.expect("encrypted");
        let masks = [0x6E, 0xFD, 0x7F, 0xFC];
        for (i, byte) in stream.into_iter().enumerate() {
            assert_eq!(byte, STREAM_TEXT[i] & masks[i % 4], "{i}");
        }
        let mut body = *b"XQ and more than the thirty-two bytes of a block";
        keys.encrypt(&mut body);
        assert_eq!(keys.decrypt(&body)[..], *b"XQ and more than the thirty-two bytes of a block");
        let plain = Keys::new(bytes, 10);
        assert_eq!((plain.pieces, plain.comment), (0, 0));
        assert!(matches!(plain.decrypt(b"abc"), Cow::Borrowed(b"abc")));
    }
}
