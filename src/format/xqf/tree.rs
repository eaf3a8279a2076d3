//! The body of an XQF file: a pre-order dump of the tree of moves.
//!
//! | size | meaning |
//! |---|---|
//! | 1 | from-square + 24 + from key |
//! | 1 | to-square + 32 + to key |
//! | 1 | flags |
//! | 1 | not used |
//! | 4 | length of the comment, plus the comment key; up to version 10 always there, later only when flagged |
//! | n | the comment |
//!
//! Flags from version 11 on: 0x80 a child follows, 0x40 a sibling (another move instead of this
//! one) follows after all descendants, 0x20 a comment; the other bits are noise. Up to version 10:
//! any high bit a child, any low bit a sibling. The first entry is the root: no move, only the
//! comment on the start.

use super::HEADER_LEN;
use super::header::square;
use super::keys::Keys;
use crate::format::cursor::Cursor;
use crate::format::dump::{Dump, Follow};
use crate::format::fields::raw_move;

struct NodeHead {
    squares: [u8; 2],
    follow: Follow,
    commented: bool,
}

/// Reads the decrypted body as far as it makes sense. Offsets are those of the file.
pub(super) fn read<'a>(body: &'a [u8], keys: &Keys, version: u8) -> Dump<'a> {
    let mut dump = Dump::default();
    let mut cursor = Cursor::new(body);
    while !dump.is_complete() {
        let at = HEADER_LEN + cursor.offset();
        let Some(entry) = entry(&mut cursor, version) else {
            return dump.break_off(at, "moves");
        };
        let from = entry.squares[0].wrapping_sub(24).wrapping_sub(keys.from);
        let to = entry.squares[1].wrapping_sub(32).wrapping_sub(keys.to);
        let mv = raw_move(square(from), square(to), (from, to));
        let node = dump.add(at, mv, entry.follow);
        if entry.commented {
            let Some(comment) = comment(&mut cursor, keys) else {
                return dump.break_off(at, "a comment");
            };
            dump.comment(node, comment);
        }
    }
    dump.surplus = cursor.left();
    dump
}

fn entry(cursor: &mut Cursor<'_>, version: u8) -> Option<NodeHead> {
    let [from, to, flags, _] = cursor.array()?;
    let (child, sibling, comment) =
        if version <= 10 { (0xF0, 0x0F, 0) } else { (0x80, 0x40, 0x20) };
    Some(NodeHead {
        squares: [from, to],
        follow: Follow { child: flags & child != 0, sibling: flags & sibling != 0 },
        commented: version <= 10 || flags & comment != 0,
    })
}

fn comment<'a>(cursor: &mut Cursor<'a>, keys: &Keys) -> Option<&'a [u8]> {
    let len = cursor.u32_le()?.checked_sub(keys.comment)?;
    cursor.take(len as usize)
}
