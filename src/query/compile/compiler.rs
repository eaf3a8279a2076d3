//! The parts of a plan while it is made: equal parts become one, and each `and` is put in the order
//! of cost.

use super::once::Once;
use crate::query::moved::MovedParts;
use crate::query::plan::{Means, Node, NodeId, Share};
use crate::query::sets::Sets;
use crate::query::syntax::{Condition, Header};
use crate::query::tally::Tally;
use crate::query::turn::Turn;
use crate::query::written::WrittenMove;
use crate::xiangqi::Position;
use std::collections::HashMap;

/// What has been made of a query so far.
#[derive(Default)]
pub(super) struct Compiler<'q> {
    pub(super) nodes: Once<Node>,
    pub(super) costs: Vec<u32>,
    pub(super) means: Vec<Means>,
    pub(super) sets: Sets,
    pub(super) tallies: Once<Tally>,
    pub(super) headers: Once<Header>,
    pub(super) moves: Once<MovedParts>,
    pub(super) written: Once<WrittenMove>,
    pub(super) positions: Vec<(NodeId, Vec<Position>)>,
    /// Conditions that were met before, by address and turn: each mirror looks at its own twice, so
    /// without this mirrors of mirrors would take for ever.
    pub(super) known: HashMap<(*const Condition, Turn), NodeId>,
    /// The first condition that became this part, or that cannot be where this part does not hold.
    pub(super) origins: HashMap<NodeId, (&'q Condition, Share)>,
}

impl Compiler<'_> {
    /// The place of a part, which is put last when it is new.
    pub(super) fn add(&mut self, node: Node) -> NodeId {
        let (cost, means) = (self.cost(&node), self.means_of(&node));
        let id = self.nodes.add(node);
        if id == self.costs.len() {
            self.costs.push(cost);
            self.means.push(means);
        }
        id
    }

    /// The opposite of a part.
    pub(super) fn not(&mut self, part: NodeId) -> NodeId {
        match self.nodes.items[part] {
            Node::Not(inner) => inner,
            _ => self.add(Node::Not(part)),
        }
    }

    /// All of these, the cheapest first; those that are `and`s themselves are taken apart.
    pub(super) fn all(&mut self, parts: Vec<NodeId>) -> NodeId {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match &self.nodes.items[part] {
                Node::All(inner) => flat.extend(inner),
                _ => flat.push(part),
            }
        }
        self.joined(flat, Node::All)
    }

    /// One of these, the cheapest first; those that are `or`s themselves are taken apart.
    pub(super) fn any(&mut self, parts: Vec<NodeId>) -> NodeId {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match &self.nodes.items[part] {
                Node::Any(inner) => flat.extend(inner),
                _ => flat.push(part),
            }
        }
        self.joined(flat, Node::Any)
    }

    fn joined(&mut self, mut parts: Vec<NodeId>, join: fn(Vec<NodeId>) -> Node) -> NodeId {
        parts.sort_unstable_by_key(|&part| (self.costs[part], part));
        parts.dedup();
        match parts[..] {
            [only] => only,
            _ => self.add(join(parts)),
        }
    }
}
