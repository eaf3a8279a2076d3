//! XQF of XQStudio (象棋演播室): version 18, encrypted, and the plain version 10.
//!
//! The layout is that of the reader, see `src/format/xqf`: a header of 0x400 bytes with twelve
//! texts in fixed fields, then the tree in pre-order. Any keys are valid in version 18; this writer
//! always uses the same ones, so that one game makes one file. From version 12 on the squares of
//! the pieces are rotated: byte `i` is the slot `(piece key + 1 + i) % 32`.
//!
//! Texts are GBK, or GB18030 if the user wants it: XQStudio knows GBK only. The header says whether
//! Black moves first.

use super::loss::Losses;
use super::shared::{DumpEntry, dump, marked, places, result_code, settled};
use super::{Entry, ExportError, ExportFormat, ExportOptions, Loss, WrittenRecord};
use crate::format::layout::{FormatField, XQF_HEADER_LEN as HEADER_LEN, XqfKeys, fields_of};
use crate::metadata::Kind;
use crate::replay::Tree;
use crate::text::Charset;
use crate::xiangqi::{Side, Square};
use std::borrow::Cow;

/// The row of the table for version 18.
pub(super) const FORMAT: ExportFormat = ExportFormat {
    name: "xqf",
    about: "XQStudio game, version 18 (象棋演播室)",
    extension: "xqf",
    holds_many: false,
    head: "",
    write: |entry, options| write(entry, options, 18),
};

/// The row of the table for version 10.
pub(super) const PLAIN: ExportFormat = ExportFormat {
    name: "xqf10",
    about: "XQStudio game, plain version 10",
    extension: "xqf",
    holds_many: false,
    head: "",
    write: |entry, options| write(entry, options, 10),
};

/// Bytes 0x03 to 0x0F of files of version 18: mask, product, four or-masks; sum, pieces, from, to,
/// which add up to 0.
const KEY_BYTES: [u8; 13] = [0xD7, 0, 0, 0, 0, 0x39, 0x84, 0x6C, 0x13, 0xAD, 0x4F, 0xA3, 0x61];

fn write(
    entry: &Entry<'_>,
    options: &ExportOptions,
    version: u8,
) -> Result<WrittenRecord, ExportError> {
    let charset = options.charset(FORMAT.name, &[Charset::Gbk, Charset::Gb18030])?;
    let mut losses = Losses::default();
    let mut out = XqfWriter {
        bytes: vec![0; HEADER_LEN],
        key_bytes: if version <= 10 { [0; 13] } else { KEY_BYTES },
        version,
        charset,
        losses: &mut losses,
    };
    out.header(entry)?;
    out.tree(&marked(entry));
    let bytes = out.bytes;
    Ok(WrittenRecord { bytes, losses: losses.finish() })
}

struct XqfWriter<'a> {
    bytes: Vec<u8>,
    key_bytes: [u8; 13],
    version: u8,
    charset: Charset,
    losses: &'a mut Losses,
}

impl XqfWriter<'_> {
    fn keys(&self) -> XqfKeys {
        XqfKeys::new(self.key_bytes, self.version)
    }

    fn header(&mut self, entry: &Entry<'_>) -> Result<(), ExportError> {
        let start = entry.start_position();
        self.bytes[..2].copy_from_slice(b"XQ");
        self.bytes[0x02] = self.version;
        self.bytes[0x03..0x10].copy_from_slice(&self.key_bytes);
        let places = places(start.board(), FORMAT.name)?;
        let keys = self.keys();
        for (i, byte) in self.bytes[0x10..0x30].iter_mut().enumerate() {
            let slot = keys.slot(i, self.version);
            *byte = places[slot].map_or(0xFF, square).wrapping_add(keys.pieces);
        }
        self.bytes[0x32] = u8::from(start.side() == Side::Black);
        self.bytes[0x33] = result_code(entry.result);
        self.bytes[0x40] = kind(entry);
        let fields = fields_of(FORMAT.name);
        let tags = fields.iter().map(|field| field.tag);
        let (values, rest) = entry.deal(tags, &["XqfType"], self.losses);
        rest.iter().for_each(|(name, _)| self.losses.tag(name));
        for (field, value) in fields.iter().zip(values) {
            self.text(field, value.as_deref().unwrap_or_default().trim());
        }
        Ok(())
    }

    /// Writes a text after its length byte. A text that is too long is cut between two characters.
    fn text(&mut self, field: &FormatField, value: &str) {
        let mut kept = value;
        let mut encoded = self.encoded(kept);
        while encoded.len() > field.size {
            kept = &kept[..kept.char_indices().next_back().map_or(0, |(at, _)| at)];
            encoded = self.encoded(kept);
        }
        if kept.len() < value.len() {
            self.losses.push(Loss::Cut(vec![field.tag.to_owned()]));
        }
        self.lacks(kept);
        self.bytes[field.at] = encoded.len() as u8;
        self.bytes[field.at + 1..][..encoded.len()].copy_from_slice(&encoded);
    }

    /// Encodes a text. A NUL would end the text and becomes `?`.
    fn encoded(&self, text: &str) -> Vec<u8> {
        self.charset.encode(&text.replace('\0', "?")).bytes.into_owned()
    }

    fn lacks(&mut self, text: &str) {
        let mut missing = self.charset.encode(text).missing;
        missing.extend(text.contains('\0').then_some('\0'));
        self.losses.characters(self.charset, &missing);
    }

    fn tree(&mut self, tree: &Tree) {
        let tree: Cow<'_, Tree> = settled(tree, self.losses);
        let keys = self.keys();
        let mut body = Vec::with_capacity(tree.nodes.len() * 4 + 4);
        for entry in dump(&tree) {
            let comment = tree.comment(entry.node);
            body.extend(self.squares(&tree, &entry, &keys));
            let text =
                comment.map(|comment| self.encoded(&of_windows(comment))).unwrap_or_default();
            self.lacks(comment.unwrap_or_default());
            let flags = match (self.version <= 10, entry.child, entry.sibling) {
                (true, child, sibling) => (u8::from(child) * 0xF0) | (u8::from(sibling) * 0x0F),
                (false, child, sibling) => {
                    u8::from(child) << 7 | u8::from(sibling) << 6 | u8::from(!text.is_empty()) << 5
                }
            };
            body.extend([flags, 0]);
            if self.version <= 10 || !text.is_empty() {
                body.extend((text.len() as u32 + keys.comment).to_le_bytes());
                body.extend(text);
            }
        }
        keys.encrypt(&mut body);
        self.bytes.extend(body);
    }

    /// The two bytes of a move; for the start, a mark that is no squares.
    fn squares(&self, tree: &Tree, entry: &DumpEntry, keys: &XqfKeys) -> [u8; 2] {
        match tree.nodes.get(entry.node as usize) {
            Some(node) => [
                square(node.mv.from).wrapping_add(24).wrapping_add(keys.from),
                square(node.mv.to).wrapping_add(32).wrapping_add(keys.to),
            ],
            None if self.version <= 10 => [24, 32],
            None => *b"XQ",
        }
    }
}

/// Text with the line ends of Windows, for which programs of this format look in comments.
fn of_windows(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\n', "\r\n")
}

fn square(square: Square) -> u8 {
    square.file() * 10 + square.rank()
}

/// Type code: that of the original file, else by the hint of another format, else by the start.
fn kind(entry: &Entry<'_>) -> u8 {
    let said = entry.tag("XqfType").and_then(|kind| kind.parse().ok());
    said.unwrap_or(match entry.hint {
        Some(Kind::Game | Kind::Handicap) => 0,
        Some(Kind::Opening) => 1,
        Some(Kind::Endgame | Kind::Composed | Kind::Position) => 3,
        None => {
            if entry.start.is_some() {
                3
            } else {
                0
            }
        }
    })
}
