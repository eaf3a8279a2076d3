//! What all writers of trees share: trees as formats can hold them. Nothing here recurses: real
//! trees have lines of 400 plies.

use super::Loss;
use super::loss::Losses;
use crate::replay::{MoveNode, Tree};
use std::borrow::Cow;

/// The tree as a format holds it that takes the first child of every node for its main
/// continuation. Where the main line breaks off and variations go on, that would be wrong: those
/// are left out.
pub(super) fn settled<'a>(tree: &'a Tree, losses: &mut Losses) -> Cow<'a, Tree> {
    let begin = tree.plies as usize;
    let last = begin.checked_sub(1).map_or(Tree::ROOT, |last| last as u32);
    if tree.nodes.get(begin).is_none_or(|node| node.parent != last) {
        return Cow::Borrowed(tree);
    }
    // All that hangs on the last move stands in one piece behind it; what comes then leaves the
    // line earlier.
    let leaves_earlier =
        |node: &MoveNode| last != Tree::ROOT && (node.parent == Tree::ROOT || node.parent < last);
    let len = tree.nodes[begin..].iter().take_while(|node| !leaves_earlier(node)).count();
    losses.push(Loss::Severed(len as u32));
    let moved = |node: u32| {
        if node == Tree::ROOT || (node as usize) < begin { node } else { node - len as u32 }
    };
    let kept = tree.nodes[..begin].iter().chain(&tree.nodes[begin + len..]);
    let is_kept =
        |node: u32| node == Tree::ROOT || !(begin..begin + len).contains(&(node as usize));
    let comments = tree.comments.iter().filter(|(node, _)| is_kept(*node));
    Cow::Owned(Tree {
        nodes: kept.map(|node| MoveNode { parent: moved(node.parent), mv: node.mv }).collect(),
        plies: tree.plies,
        comments: comments.map(|(node, text)| (moved(*node), text.clone())).collect(),
    })
}

/// One entry of a pre-order dump, which is how XQF and CBF hold trees.
pub(super) struct DumpEntry {
    /// [`Tree::ROOT`] for the start.
    pub(super) node: u32,
    /// A child comes next.
    pub(super) child: bool,
    /// A sibling comes after all descendants.
    pub(super) sibling: bool,
}

/// The entries of a dump, the start first. Nodes stand in pre-order already.
pub(super) fn dump(tree: &Tree) -> impl Iterator<Item = DumpEntry> + use<> {
    let children = tree.children();
    let nodes = 0..tree.nodes.len() as u32;
    std::iter::once(Tree::ROOT).chain(nodes).map(move |node| DumpEntry {
        node,
        child: children.main(node).is_some(),
        sibling: node != Tree::ROOT && children.sibling(node).is_some(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `parent move` for each node.
    fn tree(plies: u32, nodes: &[(u32, &str)], comments: &[u32]) -> Tree {
        let node =
            |(parent, mv): &(u32, &str)| MoveNode { parent: *parent, mv: mv.parse().unwrap() };
        Tree {
            nodes: nodes.iter().map(node).collect(),
            plies,
            comments: comments.iter().map(|node| (*node, node.to_string())).collect(),
        }
    }

    const ROOT: u32 = Tree::ROOT;

    #[test]
    fn variations_where_the_main_line_breaks_off_are_left_out() {
        // 0 1 and there the line breaks off; 2 3 go on from 1; 4 instead of 1; 5 instead of 0.
        let nodes =
            [(ROOT, "h2e2"), (0, "h9g7"), (1, "h0g2"), (2, "b9c7"), (0, "b9c7"), (ROOT, "b2e2")];
        let broken = tree(2, &nodes, &[ROOT, 1, 3, 4, 5]);
        let mut losses = Losses::default();
        let settled_tree = settled(&broken, &mut losses).into_owned();
        assert_eq!(losses.finish(), [Loss::Severed(2)]);
        let mut expected = tree(2, &[nodes[0], nodes[1], nodes[4], nodes[5]], &[ROOT, 1]);
        expected.comments.extend([(2, "4".to_owned()), (3, "5".to_owned())]);
        assert_eq!(settled_tree, expected);
        // Nothing of the main line could be played.
        let mut losses = Losses::default();
        let none = settled(&tree(0, &nodes, &[ROOT, 5]), &mut losses).into_owned();
        assert_eq!((none, losses.finish()), (tree(0, &[], &[ROOT]), vec![Loss::Severed(6)]));
        // A whole tree stays as it is.
        let whole = tree(4, &nodes, &[ROOT, 1, 3, 4, 5]);
        assert!(matches!(settled(&whole, &mut Losses::default()), Cow::Borrowed(_)));
    }
}
