//! Which raw moves follow which.

use crate::format::RawTree;

/// Children of every raw node, in file order, as linked lists; the last slot belongs to the start.
pub(super) struct Children {
    first: Vec<u32>,
    next: Vec<u32>,
}

impl Children {
    const NONE: u32 = u32::MAX;

    /// Finds the children of every node of a tree.
    pub(super) fn of(tree: &RawTree<'_>) -> Children {
        let count = tree.nodes.len();
        let mut first = vec![Self::NONE; count + 1];
        let mut next = vec![Self::NONE; count];
        // Backwards, so that each list ends up in file order.
        for (index, node) in tree.nodes.iter().enumerate().rev() {
            let slot = (node.parent as usize).min(count);
            next[index] = first[slot];
            first[slot] = index as u32;
        }
        Children { first, next }
    }

    /// The main continuation after `node` ([`RawTree::ROOT`]: from the start).
    pub(super) fn main(&self, node: u32) -> Option<u32> {
        let slot = (node as usize).min(self.first.len() - 1);
        Some(self.first[slot]).filter(|&child| child != Self::NONE)
    }

    /// All continuations after `node`, in file order.
    pub(super) fn all(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(self.main(node), |&child| self.sibling(child))
    }

    /// The continuation that stands after `node` among those of one parent.
    pub(super) fn sibling(&self, node: u32) -> Option<u32> {
        Some(self.next[node as usize]).filter(|&next| next != Self::NONE)
    }

    /// How many nodes hang on `node`, itself included.
    pub(super) fn weight(&self, node: u32) -> u32 {
        let mut stack = vec![node];
        let mut count = 0;
        while let Some(node) = stack.pop() {
            count += 1;
            stack.extend(self.all(node));
        }
        count
    }
}
