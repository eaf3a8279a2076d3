//! Which moves follow which.

use super::Tree;
use crate::format::RawTree;

/// Children of every node of a tree, in order, as linked lists; the last slot belongs to the start.
#[derive(Debug)]
pub struct Children {
    first: Vec<u32>,
    next: Vec<u32>,
}

impl Children {
    const NONE: u32 = u32::MAX;

    /// Finds the children of every node of a tree as it was read.
    pub(super) fn of_raw(tree: &RawTree<'_>) -> Children {
        Children::of(tree.nodes.iter().map(|node| node.parent))
    }

    /// From the parent of every node.
    fn of(parents: impl ExactSizeIterator<Item = u32> + DoubleEndedIterator) -> Children {
        let count = parents.len();
        let mut first = vec![Self::NONE; count + 1];
        let mut next = vec![Self::NONE; count];
        // Backwards, so that each list ends up in order.
        for (index, parent) in parents.enumerate().rev() {
            let slot = (parent as usize).min(count);
            next[index] = first[slot];
            first[slot] = index as u32;
        }
        Children { first, next }
    }

    /// The main continuation after `node` ([`Tree::ROOT`]: from the start).
    #[must_use]
    pub fn main(&self, node: u32) -> Option<u32> {
        let slot = (node as usize).min(self.first.len() - 1);
        Some(self.first[slot]).filter(|&child| child != Self::NONE)
    }

    /// All continuations after `node`, the main one first.
    pub fn all(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(self.main(node), |&child| self.sibling(child))
    }

    /// The continuation that stands after `node` among those of one parent.
    #[must_use]
    pub fn sibling(&self, node: u32) -> Option<u32> {
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

impl Tree {
    /// Which moves follow which.
    ///
    /// ```
    /// use xqdb::replay::Tree;
    ///
    /// let line = Tree::line(["h2e2".parse()?, "h9g7".parse()?]);
    /// let children = line.children();
    /// assert_eq!((children.main(Tree::ROOT), children.main(0), children.main(1)), (Some(0), Some(1), None));
    /// # Ok::<_, xqdb::xiangqi::ParseMoveError>(())
    /// ```
    #[must_use]
    pub fn children(&self) -> Children {
        Children::of(self.nodes.iter().map(|node| node.parent))
    }

    /// The comment of a node, or of the start ([`Tree::ROOT`]), without blanks around it; blank
    /// ones say nothing and are left out.
    #[must_use]
    pub fn comment(&self, node: u32) -> Option<&str> {
        // They are in order, the start first.
        let place = |node: u32| node.wrapping_add(1);
        let found = self.comments.binary_search_by_key(&place(node), |(at, _)| place(*at)).ok()?;
        Some(self.comments[found].1.trim()).filter(|text| !text.is_empty())
    }
}
