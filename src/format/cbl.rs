//! CBL: a library of CCBridge 3 (象棋桥), many [`cbr`] records behind one index.
//!
//! Numbers are little-endian, texts UTF-16LE up to a NUL unit.
//!
//! | offset | size | meaning |
//! |---|---|---|
//! | 0 | 16 | `CCBridgeLibrary` and NUL |
//! | 60 | 4 | capacity of the index, in entries |
//! | 64 | 512 | name of the library |
//! | 66624 | 276 each | the index |
//! | 66624 + 276 * capacity | 4096 each | slots; a record takes as many in a row as it needs |
//!
//! An entry of the index:
//!
//! | offset | size | meaning |
//! |---|---|---|
//! | 0 | 4 | 0 free, 5 deleted, 7 in use |
//! | 4 | 4 | ordinal |
//! | 8 | 4 | number of slots |
//! | 12 | 4 | length of the record in bytes |
//! | 20 | 80 | GUID as text |
//! | 100 | 128 | title |
//!
//! Where a record stands follows from the slots of all entries before it, deleted ones included.
//! Free slots hold leftover memory and are not searched.
//!
//! Sources: public readers; the layout checked on 8 libraries, where the sum of the slots meets the
//! end of every file.

use super::cursor::Cursor;

use super::{Fit, Format, Input, Sample, Sink, cbr};
use crate::text::{Encoding, decode_field};
use std::ops::ControlFlow;

/// The row of the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "cbl",
    about: "CCBridge library (象棋桥)",
    extensions: &["cbl"],
    is_text: false,
    sniff,
    read,
    boundary: None,
};

const MAGIC: &[u8; 16] = b"CCBridgeLibrary\0";
const INDEX: usize = 66_624;
const ENTRY: usize = 276;
const SLOT: usize = 4096;

fn sniff(sample: &Sample<'_>) -> Fit {
    if sample.head.starts_with(MAGIC) { Fit::Certain } else { Fit::No }
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let bytes = input.bytes;
    let Some(capacity) = Cursor::from(bytes, 60).u32_le() else {
        sink.damage(input.base, "the library ends inside its header".to_owned());
        return ControlFlow::Continue(());
    };
    let name = bytes.get(64..576).map(|name| decode_field(name, Encoding::Utf16Le).0);
    let index = bytes.get(INDEX..).unwrap_or_default().chunks_exact(ENTRY);
    if index.len() < capacity as usize {
        sink.damage(
            input.base + bytes.len() as u64,
            format!("the library ends inside its index of {capacity} entries"),
        );
        return ControlFlow::Continue(());
    }
    let mut at = INDEX + ENTRY * capacity as usize;
    for (i, entry) in index.take(capacity as usize).enumerate() {
        let entry = SlotEntry::read(entry);
        let room = entry.slots.saturating_mul(SLOT);
        match entry.state {
            State::Free => {}
            State::Deleted => sink.deleted(1),
            State::Used => {
                let left = bytes.get(at..).unwrap_or_default();
                let len = if (1..=room).contains(&entry.len) { entry.len } else { room };
                let record = &left[..len.min(left.len())];
                let offset = input.base + at as u64;
                if record.starts_with(cbr::MAGIC) {
                    cbr::read_record(record, offset, name.as_deref(), sink)?;
                } else {
                    let end = input.base + bytes.len() as u64;
                    let what = format!("entry {} of the index leads to no record", i + 1);
                    sink.damage(offset.min(end), what);
                }
            }
        }
        at = at.saturating_add(room);
    }
    ControlFlow::Continue(())
}

#[derive(PartialEq)]
enum State {
    Free,
    Deleted,
    Used,
}

struct SlotEntry {
    state: State,
    slots: usize,
    len: usize,
}

impl SlotEntry {
    /// Reads an entry of 276 bytes. Flags other than those known are taken for records, so that
    /// nothing is passed over in silence.
    fn read(bytes: &[u8]) -> SlotEntry {
        let number = |offset| Cursor::from(bytes, offset).u32_le().unwrap_or(0);
        let slots = number(8) as usize;
        let state = match number(0) {
            5 => State::Deleted,
            0 => State::Free,
            _ => State::Used,
        };
        SlotEntry { state, slots, len: number(12) as usize }
    }
}

#[cfg(test)]
mod tests;
