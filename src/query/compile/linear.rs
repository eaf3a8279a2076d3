//! Which parts are linear through and through, and which the query cannot be without.

use crate::query::moved::MovedParts;
use crate::query::plan::{Node, NodeId};

/// By part: whether numbers and the moves played tell all of it.
pub(super) fn are_linear(nodes: &[Node], moves: &[MovedParts]) -> Vec<bool> {
    let mut linear: Vec<bool> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let is_linear = match node {
            Node::Header(_)
            | Node::Ply(_)
            | Node::ToMove(_)
            | Node::Start
            | Node::End
            | Node::Tally(_) => true,
            Node::Exists(_)
            | Node::Count(..)
            | Node::Compare(..)
            | Node::Check
            | Node::NoMove
            | Node::Written(_) => false,
            Node::Moved(moved) => moves[*moved].is_linear(),
            Node::Not(part) | Node::Ever(part) | Node::Times(part, _) | Node::For(part, _) => {
                linear[*part]
            }
            Node::All(parts) | Node::Any(parts) => parts.iter().all(|&part| linear[part]),
            Node::Sequence(parts) => parts.iter().all(|&(_, part)| linear[part]),
        };
        linear.push(is_linear);
    }
    linear
}

/// By part: whether the root holds nowhere in a game in which the part holds nowhere.
pub(super) fn are_required(nodes: &[Node], root: NodeId) -> Vec<bool> {
    let mut required = vec![false; nodes.len()];
    required[root] = true;
    // Every part stands after those it is made of.
    for (id, node) in nodes.iter().enumerate().rev() {
        if !required[id] {
            continue;
        }
        match node {
            Node::Ever(part) | Node::For(part, _) => required[*part] = true,
            Node::All(parts) => parts.iter().for_each(|&part| required[part] = true),
            Node::Sequence(parts) => parts.iter().for_each(|&(_, part)| required[part] = true),
            _ => {}
        }
    }
    required
}
