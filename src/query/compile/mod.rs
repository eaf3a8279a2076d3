//! Compiles a tree into a plan: resolves names and turns, merges equal parts, orders each `and` by
//! cost, and finds the means of each part.

mod conditions;

use crate::query::moves::{MoveBank, MovedParts, WrittenMove};
use crate::query::plan::{Means, Node, NodeId, Plan};
use crate::query::points::Turn;
use crate::query::sets::{Once, Sets};
use crate::query::sweep::{Bank, SweepTally};
use crate::query::syntax::{Condition, Header};
use crate::xiangqi::Position;
use std::collections::HashMap;

/// The plan of a condition; with `in_mirror`, of the condition or its mirror image.
pub(super) fn compile(condition: &Condition, in_mirror: bool) -> Plan {
    let mut compiler = Compiler::default();
    let as_written = compiler.condition(condition, Turn::default());
    let mut root = as_written;
    if in_mirror {
        let mirrored = compiler.condition(condition, Turn::default().mirror());
        root = compiler.any(vec![as_written, mirrored]);
    }
    let steps = compiler.steps(root);
    let (nodes, moves, written) =
        (compiler.nodes.items, compiler.moves.items, compiler.written.items);
    let (banks, places) = Bank::of(&compiler.tallies.items);
    let as_parts = written.iter().map(WrittenMove::as_parts);
    let all_moves: Vec<MovedParts> = moves.iter().cloned().chain(as_parts).collect();
    Plan {
        steps,
        root,
        as_written,
        is_whole: condition.is_whole(),
        costs: compiler.costs,
        is_linear: compiler.means.iter().map(|means| *means <= Means::Numbers).collect(),
        is_required: are_required(&nodes, root),
        nodes,
        sets: compiler.sets,
        banks,
        places,
        move_banks: MoveBank::of(&all_moves),
        headers: compiler.headers.items,
        moves,
        written,
        positions: compiler.positions,
    }
}

/// The parts of a plan under construction.
#[derive(Default)]
pub(super) struct Compiler<'q> {
    pub(super) nodes: Once<Node>,
    pub(super) costs: Vec<u32>,
    pub(super) means: Vec<Means>,
    pub(super) sets: Sets,
    pub(super) tallies: Once<SweepTally>,
    pub(super) headers: Once<Header>,
    pub(super) moves: Once<MovedParts>,
    pub(super) written: Once<WrittenMove>,
    pub(super) positions: Vec<(NodeId, Vec<Position>)>,
    /// Parts of conditions met before, by address and turn; without them, nested mirrors would take
    /// exponential time.
    pub(super) known: HashMap<(*const Condition, Turn), NodeId>,
    /// The first condition that became each part; true if the part is only implied by the
    /// condition.
    pub(super) origins: HashMap<NodeId, (&'q Condition, bool)>,
}

impl Compiler<'_> {
    /// Place of a part; a new part is added at the end.
    pub(super) fn add(&mut self, node: Node) -> NodeId {
        let (means, cost) = self.weigh(&node);
        let id = self.nodes.add(node);
        if id == self.costs.len() {
            self.costs.push(cost);
            self.means.push(means);
        }
        id
    }

    /// The negation of a part.
    pub(super) fn not(&mut self, part: NodeId) -> NodeId {
        match self.nodes.items[part] {
            Node::Not(inner) => inner,
            _ => self.add(Node::Not(part)),
        }
    }

    /// Conjunction of parts, the cheapest first; nested conjunctions are flattened.
    pub(super) fn all(&mut self, parts: Vec<NodeId>) -> NodeId {
        let inner =
            |node: &Node| if let Node::All(inner) = node { Some(inner.clone()) } else { None };
        self.joined(parts, inner, Node::All)
    }

    /// Disjunction of parts, the cheapest first; nested disjunctions are flattened.
    pub(super) fn any(&mut self, parts: Vec<NodeId>) -> NodeId {
        let inner =
            |node: &Node| if let Node::Any(inner) = node { Some(inner.clone()) } else { None };
        self.joined(parts, inner, Node::Any)
    }

    fn joined(
        &mut self,
        parts: Vec<NodeId>,
        inner: fn(&Node) -> Option<Vec<NodeId>>,
        join: fn(Vec<NodeId>) -> Node,
    ) -> NodeId {
        let apart = |part| inner(&self.nodes.items[part]).unwrap_or_else(|| vec![part]);
        let mut parts: Vec<NodeId> = parts.into_iter().flat_map(apart).collect();
        parts.sort_unstable_by_key(|&part| (self.costs[part], part));
        parts.dedup();
        match parts[..] {
            [only] => only,
            _ => self.add(join(parts)),
        }
    }

    /// The dearest means of a part, and its cost, roughly in nanoseconds per ply.
    fn weigh(&self, node: &Node) -> (Means, u32) {
        let own = match node {
            Node::Header(_) => (Means::Facts, 0),
            Node::Start | Node::End => (Means::Numbers, 0),
            Node::Ply(_) | Node::ToMove(_) => (Means::Numbers, 1),
            Node::Measured(..) => (Means::Numbers, 2),
            Node::Tally(_) => (Means::Numbers, 4),
            Node::Exists(set) | Node::Count(set, _) => (Means::Geometry, 5 + self.sets.cost(*set)),
            Node::Compare(one, _, other) => {
                (Means::Geometry, 5 + self.sets.cost(*one) + self.sets.cost(*other))
            }
            Node::Check => (Means::Geometry, 40),
            Node::NoMove => (Means::Rules, 400),
            Node::Moved(moved) => {
                let parts = &self.moves.items[*moved];
                let exact = [parts.exact_mover, parts.exact_taken];
                let sets: u32 = exact.into_iter().flatten().map(|set| self.sets.cost(set)).sum();
                let cost = 3 + sets / 4 + if parts.is_checking { 20 } else { 0 };
                (if parts.is_linear() { Means::Numbers } else { Means::Geometry }, cost)
            }
            Node::Written(_) => (Means::Rules, 30),
            Node::Times(..) | Node::For(..) | Node::Sequence(_) => (Means::Numbers, 0),
            Node::Not(_) | Node::Ever(_) | Node::All(_) | Node::Any(_) => (Means::Facts, 0),
        };
        node.parts().into_iter().fold(own, |(means, cost), part| {
            (means.max(self.means[part]), cost.saturating_add(self.costs[part]))
        })
    }
}

/// For each part, whether the root holds nowhere in a game in which the part holds nowhere.
fn are_required(nodes: &[Node], root: NodeId) -> Vec<bool> {
    let mut required = vec![false; nodes.len()];
    required[root] = true;
    // Every part stands after its own parts.
    for (id, node) in nodes.iter().enumerate().rev() {
        let needs =
            matches!(node, Node::Ever(_) | Node::For(..) | Node::All(_) | Node::Sequence(_));
        if required[id] && needs {
            node.parts().into_iter().for_each(|part| required[part] = true);
        }
    }
    required
}
