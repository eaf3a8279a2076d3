//! The plain part of an XQF file. Offsets are in the table of the [room](super).

use super::keys::Keys;
use crate::format::fields::{Placing, slot_piece};
use crate::xiangqi::{Side, Square};

/// Where the texts stand: tag, offset of the length byte, and how many bytes the field holds.
pub(crate) const TEXTS: [(&str, usize, usize); 12] = [
    ("Title", 0x050, 63),
    (SECOND_TITLE, 0x090, 63),
    ("Event", 0x0D0, 63),
    ("Date", 0x110, 15),
    ("Site", 0x120, 15),
    ("Red", 0x130, 15),
    ("Black", 0x140, 15),
    ("TimeControl", 0x150, 63),
    ("RedTime", 0x190, 15),
    ("BlackTime", 0x1A0, 15),
    ("Annotator", 0x1D0, 15),
    ("Author", 0x1E0, 15),
];

const SECOND_TITLE: &str = "Subtitle";

/// A view of the first 0x400 bytes, fewer when the file is shorter.
pub(super) struct Header<'a>(&'a [u8]);

impl<'a> Header<'a> {
    /// The header of the file with these bytes.
    pub(super) fn new(file: &'a [u8]) -> Header<'a> {
        Header(&file[..file.len().min(super::HEADER_LEN)])
    }

    /// The byte at this offset.
    pub(super) fn byte(&self, offset: usize) -> Option<u8> {
        self.0.get(offset).copied()
    }

    /// 10 to 18 have been seen.
    pub(super) fn version(&self) -> u8 {
        self.byte(0x02).unwrap_or(0)
    }

    /// The bytes 0x03..0x10, zero where the file is too short.
    pub(super) fn key_bytes(&self) -> [u8; 13] {
        std::array::from_fn(|i| self.byte(0x03 + i).unwrap_or(0))
    }

    /// The side the header names.
    pub(super) fn side(&self) -> Option<Side> {
        match self.byte(0x32)? {
            0 => Some(Side::Red),
            1 => Some(Side::Black),
            _ => None,
        }
    }

    /// The board, `None` when the file ends before it is complete. From version 12 on the slots are
    /// rotated by the piece key; version 11 has them in order.
    pub(super) fn board(&self, keys: &Keys) -> Option<Placing> {
        let squares = self.0.get(0x10..0x30)?;
        let mut placing = Placing::new();
        for (i, &byte) in squares.iter().enumerate() {
            let slot =
                if self.version() >= 12 { (usize::from(keys.pieces) + 1 + i) % 32 } else { i };
            if let Some(square) = square(byte.wrapping_sub(keys.pieces)) {
                placing.put(square, slot_piece(slot));
            }
        }
        Some(placing)
    }

    /// The texts with their tags, and whether their length exceeds their field. Empty ones are left
    /// out.
    pub(super) fn texts(&self) -> impl Iterator<Item = (&'static str, &'a [u8], bool)> + '_ {
        // A title too long for its field goes on over the second title, which nothing else uses.
        let long_title = self.byte(0x050).is_some_and(|len| len > 63);
        TEXTS.into_iter().filter_map(move |(name, offset, room)| {
            let len = usize::from(self.byte(offset)?);
            let room = match name {
                "Title" if long_title => 127,
                SECOND_TITLE if long_title => return None,
                _ => room,
            };
            let text = self.0.get(offset + 1..)?;
            let text = &text[..len.min(room).min(text.len())];
            let overlong = len > text.len() || (name == "Title" && long_title);
            (!text.is_empty()).then_some((name, text, overlong))
        })
    }
}

/// The point of a square byte, `file * 10 + rank`; 90 and above stand for none.
pub(super) fn square(byte: u8) -> Option<Square> {
    Square::at(byte / 10, byte % 10)
}
