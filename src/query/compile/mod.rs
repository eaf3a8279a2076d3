//! Tree to plan: names and turns are resolved, equal parts become one, each `and` is put in the
//! order of cost, and every part is told what it takes.

mod conditions;

use crate::query::moves::{MoveBank, MovedParts, WrittenMove};
use crate::query::plan::{Means, Node, NodeId, Plan, Share};
use crate::query::points::Turn;
use crate::query::sets::Sets;
use crate::query::sweep::{Bank, Tally};
use crate::query::syntax::{Condition, Header};
use crate::xiangqi::Position;
use std::collections::HashMap;
use std::hash::Hash;

/// The plan of a condition.
pub(super) fn compile(condition: &Condition) -> Plan {
    let mut compiler = Compiler::default();
    let root = compiler.condition(condition, Turn::default());
    let steps = compiler.steps(root);
    let (nodes, moves, written) =
        (compiler.nodes.items, compiler.moves.items, compiler.written.items);
    let (banks, places) = Bank::of(&compiler.tallies.items);
    let as_parts = written.iter().map(WrittenMove::as_parts);
    let all_moves: Vec<MovedParts> = moves.iter().cloned().chain(as_parts).collect();
    Plan {
        steps,
        root,
        is_whole: condition.is_whole(),
        costs: compiler.costs,
        is_linear: are_linear(&nodes, &moves),
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

impl Compiler<'_> {
    /// The dearest means that a part takes.
    pub(super) fn means_of(&self, node: &Node) -> Means {
        let most = |parts: &mut dyn Iterator<Item = NodeId>| {
            parts.map(|part| self.means[part]).max().unwrap_or(Means::Facts)
        };
        match node {
            Node::Header(_) => Means::Facts,
            Node::Ply(_) | Node::ToMove(_) | Node::Start | Node::End | Node::Tally(_) => {
                Means::Numbers
            }
            Node::Exists(_) | Node::Count(..) | Node::Compare(..) | Node::Check => Means::Geometry,
            Node::Moved(moved) => match self.moves.items[*moved].is_linear() {
                true => Means::Numbers,
                false => Means::Geometry,
            },
            Node::NoMove | Node::Written(_) => Means::Rules,
            Node::Not(part) | Node::Ever(part) => self.means[*part],
            Node::Times(part, _) | Node::For(part, _) => self.means[*part].max(Means::Numbers),
            Node::All(parts) | Node::Any(parts) => most(&mut parts.iter().copied()),
            Node::Sequence(parts) => {
                most(&mut parts.iter().map(|&(_, part)| part)).max(Means::Numbers)
            }
        }
    }

    /// How dear a part is to look at, roughly in nanoseconds a moment.
    pub(super) fn cost(&self, node: &Node) -> u32 {
        let sum = |parts: &[NodeId]| {
            parts.iter().fold(0_u32, |sum, &part| sum.saturating_add(self.costs[part]))
        };
        match node {
            Node::Header(_) | Node::Start | Node::End => 0,
            Node::Ply(_) | Node::ToMove(_) => 1,
            Node::Tally(_) => 4,
            Node::Exists(set) | Node::Count(set, _) => 5 + self.sets.cost(*set),
            Node::Compare(one, _, other) => 5 + self.sets.cost(*one) + self.sets.cost(*other),
            Node::Check => 40,
            Node::NoMove => 400,
            Node::Moved(moved) => {
                let parts = &self.moves.items[*moved];
                let exact = [parts.exact_mover, parts.exact_taken];
                let sets: u32 = exact.into_iter().flatten().map(|set| self.sets.cost(set)).sum();
                3 + sets / 4 + if parts.is_checking { 20 } else { 0 }
            }
            Node::Written(_) => 30,
            Node::Not(part) | Node::Ever(part) | Node::Times(part, _) | Node::For(part, _) => {
                self.costs[*part]
            }
            Node::All(parts) | Node::Any(parts) => sum(parts),
            Node::Sequence(parts) => sum(&parts.iter().map(|&(_, part)| part).collect::<Vec<_>>()),
        }
    }
}

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

/// A list that holds everything once.
#[derive(Debug)]
pub(super) struct Once<T> {
    /// In the order in which they came.
    pub(super) items: Vec<T>,
    places: HashMap<T, usize>,
}

impl<T> Default for Once<T> {
    fn default() -> Once<T> {
        Once { items: Vec::new(), places: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Once<T> {
    /// The place of a thing, which is put last when it is new.
    pub(super) fn add(&mut self, item: T) -> usize {
        *self.places.entry(item).or_insert_with_key(|item| {
            self.items.push(item.clone());
            self.items.len() - 1
        })
    }
}
