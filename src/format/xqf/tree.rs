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
//! Flags from version 11 on: 0x80 a child follows, 0x40 a sibling (another move instead of this one) follows after all
//! descendants, 0x20 a comment; the other bits are noise. Up to version 10: any high bit a child, any low bit a
//! sibling. The first entry is the root: no move, only the comment on the start.

use super::HEADER_LEN;
use super::header::square;
use super::keys::Keys;
use crate::format::cursor::Cursor;
use crate::format::fields::raw_move;
use crate::format::{RawNode, RawTree};

/// Moves and comments as far as the body makes sense.
#[derive(Default)]
pub(super) struct Tree<'a> {
    /// The moves; `at` is their offset in the file.
    pub(super) nodes: Vec<RawNode<'static>>,
    /// The bytes of the comments, by node.
    pub(super) comments: Vec<(u32, &'a [u8])>,
    /// Offset in the file where the tree breaks off, and what was being read there.
    pub(super) broken: Option<(usize, &'static str)>,
}

struct Entry {
    squares: [u8; 2],
    child: bool,
    sibling: bool,
    commented: bool,
}

impl<'a> Tree<'a> {
    /// Reads the decrypted body.
    pub(super) fn read(body: &'a [u8], keys: &Keys, version: u8) -> Tree<'a> {
        let mut tree = Tree::default();
        let mut cursor = Cursor::new(body);
        // The nodes whose next child follows once the current line is finished.
        let mut pending: Vec<u32> = Vec::new();
        let mut parent = None;
        loop {
            let at = HEADER_LEN + cursor.offset();
            let Some(entry) = entry(&mut cursor, version) else {
                tree.broken = Some((at, "moves"));
                return tree;
            };
            let node = match parent {
                None => RawTree::ROOT,
                Some(parent) => tree.push(parent, at, entry.squares, keys),
            };
            if entry.commented {
                let Some(comment) = comment(&mut cursor, keys) else {
                    tree.broken = Some((at, "a comment"));
                    return tree;
                };
                if !comment.is_empty() {
                    tree.comments.push((node, comment));
                }
            }
            if let (true, Some(parent)) = (entry.sibling, parent) {
                pending.push(parent);
            }
            parent = if entry.child { Some(node) } else { pending.pop() };
            if parent.is_none() {
                return tree;
            }
        }
    }

    fn push(&mut self, parent: u32, at: usize, found: [u8; 2], keys: &Keys) -> u32 {
        let from = found[0].wrapping_sub(24).wrapping_sub(keys.from);
        let to = found[1].wrapping_sub(32).wrapping_sub(keys.to);
        let mv = raw_move(square(from), square(to), (from, to));
        self.nodes.push(RawNode { parent, at: at as u32, mv });
        (self.nodes.len() - 1) as u32
    }
}

fn entry(cursor: &mut Cursor<'_>, version: u8) -> Option<Entry> {
    let [from, to, flags, _] = cursor.array()?;
    let squares = [from, to];
    Some(if version <= 10 {
        Entry { squares, child: flags & 0xF0 != 0, sibling: flags & 0x0F != 0, commented: true }
    } else {
        Entry {
            squares,
            child: flags & 0x80 != 0,
            sibling: flags & 0x40 != 0,
            commented: flags & 0x20 != 0,
        }
    })
}

fn comment<'a>(cursor: &mut Cursor<'a>, keys: &Keys) -> Option<&'a [u8]> {
    let len = cursor.u32_le()?.checked_sub(keys.comment)?;
    cursor.take(len as usize)
}
