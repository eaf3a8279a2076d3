//! Trees that a file stores as a pre-order dump: XQF, CBR, CBL, CBF and XQR.
//!
//! The first entry is the start, without a move. Every entry says whether a child follows it, and
//! whether a sibling (a move instead of this one) follows after all its descendants. Lines wait for
//! their siblings on a stack of our own, so depth costs nothing.

use super::{RawMove, RawNode, RawTree};

/// A tree in the making.
#[derive(Default)]
pub(super) struct Dump<'a> {
    /// The moves so far.
    pub(super) nodes: Vec<RawNode<'static>>,
    /// Comments as found, by node.
    pub(super) comments: Vec<(u32, &'a [u8])>,
    /// Where the dump breaks off and what was being read there.
    pub(super) broken: Option<(usize, &'static str)>,
    /// Bytes after the last entry, which belong to nothing.
    pub(super) surplus: usize,
    next: NextEntry,
    pending: Vec<u32>,
}

/// What the next entry is.
#[derive(Default, Copy, Clone)]
enum NextEntry {
    #[default]
    Start,
    After(u32),
    Complete,
}

/// What comes after an entry.
#[derive(Debug, Copy, Clone)]
pub(super) struct Follow {
    /// A child comes next.
    pub(super) child: bool,
    /// A sibling comes when all descendants are done. Means nothing for the start.
    pub(super) sibling: bool,
}

impl<'a> Dump<'a> {
    /// Takes the next entry, whose bytes stand at offset `at`, and returns its node. The move of
    /// the first entry, the start, is ignored.
    pub(super) fn add(&mut self, at: usize, mv: RawMove<'static>, follow: Follow) -> u32 {
        let node = match self.next {
            NextEntry::Start => RawTree::ROOT,
            NextEntry::After(parent) => {
                self.nodes.push(RawNode { parent, at: at as u32, mv });
                if follow.sibling {
                    self.pending.push(parent);
                }
                (self.nodes.len() - 1) as u32
            }
            NextEntry::Complete => return RawTree::ROOT,
        };
        self.next = if follow.child {
            NextEntry::After(node)
        } else {
            self.pending.pop().map_or(NextEntry::Complete, NextEntry::After)
        };
        node
    }

    /// Whether every announced child and sibling has come.
    pub(super) fn is_complete(&self) -> bool {
        matches!(self.next, NextEntry::Complete)
    }

    /// Whether siblings were announced that have not come.
    pub(super) fn waits_for_siblings(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Adds the comment of a node; empty ones are left out.
    pub(super) fn comment(&mut self, node: u32, text: &'a [u8]) {
        if !text.is_empty() {
            self.comments.push((node, text));
        }
    }

    /// Notes that nothing more can be read: at this offset, while reading `what`. A move that was
    /// announced is missing.
    pub(super) fn break_off(mut self, at: usize, what: &'static str) -> Dump<'a> {
        self.broken = Some((at, what));
        // Before the first move there is no line that breaks off.
        if let NextEntry::After(parent) = self.next
            && parent != RawTree::ROOT
        {
            self.nodes.push(RawNode { parent, at: at as u32, mv: RawMove::Missing("") });
            self.next = NextEntry::Complete;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn siblings_wait_for_the_descendants() {
        let mut dump = Dump::default();
        let mv = RawMove::OffBoard(0, 0);
        // start, 1 (2 (3, or 3') or 2'), or 1'
        for (child, sibling) in [
            (true, true),
            (true, true),
            (true, true),
            (false, true),
            (false, false),
            (false, false),
            (false, false),
        ] {
            assert!(!dump.is_complete());
            dump.add(0, mv, Follow { child, sibling });
        }
        assert!(dump.is_complete());
        let parents: Vec<u32> = dump.nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [RawTree::ROOT, 0, 1, 1, 0, RawTree::ROOT]);
    }
}
