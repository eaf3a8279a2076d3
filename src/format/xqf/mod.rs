//! XQF: games of XQStudio (象棋演播室) by Dong Shiwei, and of the many programs that write its
//! format.
//!
//! A file is one record: a plain header of 0x400 bytes, then a tree of moves that fills the rest.
//! Numbers are little-endian.
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
//! | 0x400 | | tree, see [`tree`] |
//!
//! Texts are a length byte and that many bytes; a length may exceed its field. A square is `file *
//! 10 + rank`, 0x5A and above is no square.
//!
//! Sources: Dong Shiwei's description of version 10 (2001); for the later versions the behaviour of
//! public readers, checked against 21,000 files of versions 10 to 18.

mod header;
mod keys;
mod tree;

use super::fields::{Fields, result_tag};
use super::{BytesFrom, Fit, Format, Input, RawRecord, RawStart, RawTree, Sample, Sink};
use crate::metadata::KindHint;
use crate::text::detect_fields;
use header::Header;
pub(crate) use header::TEXTS;
pub(crate) use keys::Keys;
use std::ops::ControlFlow;

/// The row of the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "xqf",
    about: "XQStudio game (象棋演播室)",
    extensions: &["xqf"],
    is_text: false,
    sniff,
    read,
    boundary: None,
};

const HEADER_LEN: usize = 0x400;

fn sniff(sample: &Sample<'_>) -> Fit {
    // Two letters are a short magic: a version byte that is no text must follow.
    match sample.head {
        [b'X', b'Q', 1..=0x1F, ..] => Fit::Certain,
        [b'X', b'Q', ..] if sample.has_extension(FORMAT.extensions) => Fit::Likely,
        _ => Fit::No,
    }
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let header = Header::new(input.bytes);
    let keys = Keys::new(header.key_bytes(), header.version());
    let body = keys.decrypt(input.bytes.get(HEADER_LEN..).unwrap_or_default());
    let tree = tree::read(&body, &keys, header.version());

    let encoding = input.encoding.unwrap_or_else(|| {
        let mut texts: Vec<&[u8]> = header.texts().map(|(_, text, _)| text).collect();
        texts.extend(tree.comments.iter().map(|(_, text)| *text));
        detect_fields(&texts)
    });
    let mut fields = Fields::new(encoding);
    for (name, text, overlong) in header.texts() {
        fields.text(name, text, overlong);
    }
    let result = header.byte(0x33).unwrap_or(0);
    fields.value("Result", result_tag(if result == 4 { 3 } else { u32::from(result) }));
    let kind = header.byte(0x40);
    if let Some(kind) = kind {
        fields.value("XqfType", kind.to_string());
    }

    let start = match header.board(&keys) {
        Some(placing) => {
            fields.clashes(&placing);
            RawStart::Board(Box::new(placing.board), header.side())
        }
        None => RawStart::Unreadable("the file ends before the squares of the pieces".to_owned()),
    };
    if let Some((offset, what)) = tree.broken {
        fields.broken(input.base + offset.min(input.bytes.len()) as u64, what);
    }
    fields.surplus(tree.surplus);
    let comments = fields.comments(&tree.comments);
    let (tags, warnings) = fields.finish();
    sink.record(RawRecord {
        tags,
        start,
        tree: RawTree { nodes: tree.nodes, comments },
        hint: kind.and_then(kind_hint),
        warnings,
        ..RawRecord::new(input.span(), encoding, &BytesFrom(input.base))
    })
}

fn kind_hint(kind: u8) -> Option<KindHint> {
    match kind {
        0 => Some(KindHint::Game),
        1 => Some(KindHint::Opening),
        2 | 3 => Some(KindHint::Endgame),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
