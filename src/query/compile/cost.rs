//! How dear a part is, and what it takes.

use super::compiler::Compiler;
use crate::query::plan::{Means, Node, NodeId};

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
