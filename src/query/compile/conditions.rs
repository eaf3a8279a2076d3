//! Conditions become parts: names and turns are resolved.

use super::compiler::Compiler;
use super::headers::{plies, turned_header};
use crate::query::plan::{Node, NodeId, Share, Step};
use crate::query::syntax::{Condition, Link, Numbers, Pattern};
use crate::query::turn::Turn;
use crate::xiangqi::Side;

impl<'q> Compiler<'q> {
    pub(super) fn condition(&mut self, condition: &'q Condition, turn: Turn) -> NodeId {
        let key = (std::ptr::from_ref(condition), turn);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let node = self.part(condition, turn);
        self.known.insert(key, node);
        self.origins.entry(node).or_insert((condition, Share::All));
        if let Node::All(parts) = &self.nodes.items[node] {
            for &part in parts {
                let is_number = matches!(self.nodes.items[part], Node::Tally(_));
                let is_geometry = matches!(condition, Condition::Exists(_) | Condition::Count(..));
                let share = if is_number && is_geometry { Share::Some } else { Share::All };
                self.origins.entry(part).or_insert((condition, share));
            }
        }
        node
    }

    /// The parts of the `and` that the query is, as they are asked.
    pub(super) fn steps(&self, root: NodeId) -> Vec<Step> {
        let parts = match &self.nodes.items[root] {
            Node::All(parts) if !parts.is_empty() => parts.clone(),
            _ => vec![root],
        };
        let step = |node: NodeId| {
            let origin = self.origins.get(&node);
            Step {
                node,
                text: origin.map_or_else(String::new, |(condition, _)| condition.to_string()),
                share: origin.map_or(Share::All, |&(_, share)| share),
                means: self.means[node],
            }
        };
        parts.into_iter().map(step).collect()
    }

    pub(super) fn part(&mut self, condition: &'q Condition, turn: Turn) -> NodeId {
        match condition {
            Condition::Header(header) => {
                let header = self.headers.add(turned_header(header, turn));
                self.add(Node::Header(header))
            }
            Condition::Ply(numbers) => self.add(Node::Ply(*numbers)),
            Condition::Round(numbers) => self.add(Node::Ply(plies(*numbers))),
            Condition::ToMove(side) => self.add(Node::ToMove(turn.side(*side))),
            Condition::Start => self.add(Node::Start),
            Condition::End => self.add(Node::End),
            Condition::Check => self.add(Node::Check),
            Condition::Mate => {
                let parts = vec![self.add(Node::Check), self.add(Node::NoMove)];
                self.all(parts)
            }
            Condition::Stalemate => {
                let check = self.add(Node::Check);
                let parts = vec![self.not(check), self.add(Node::NoMove)];
                self.all(parts)
            }
            Condition::Named(pattern, side) => self.named(pattern, *side, turn),
            Condition::Exists(pieces) => {
                let set = self.pieces(pieces, turn);
                self.count(set, Numbers::range(1, u32::MAX))
            }
            Condition::Count(pieces, numbers) => {
                let set = self.pieces(pieces, turn);
                self.count(set, *numbers)
            }
            Condition::Compare(one, comparison, other) => {
                let sets = (self.pieces(one, turn), self.pieces(other, turn));
                self.compare(sets.0, *comparison, sets.1)
            }
            Condition::Times(inner, numbers) => {
                let inner = self.condition(inner, turn);
                self.add(Node::Times(inner, *numbers))
            }
            Condition::Board(board) => self.board(&board.turned(turn)),
            Condition::Material(material) => self.material(material, turn),
            Condition::Moved(moved) => self.moved(moved, turn),
            Condition::Written(moves) => {
                let parts = moves.iter().map(|written| self.written(written, turn)).collect();
                self.any(parts)
            }
            Condition::Not(inner) => {
                let inner = self.condition(inner, turn);
                self.not(inner)
            }
            Condition::Never(inner) => {
                let inner = self.condition(inner, turn);
                let ever = self.add(Node::Ever(inner));
                self.not(ever)
            }
            Condition::Always(inner) => {
                let inner = self.condition(inner, turn);
                let not = self.not(inner);
                let ever_not = self.add(Node::Ever(not));
                self.not(ever_not)
            }
            Condition::Ever(inner) => {
                let inner = self.condition(inner, turn);
                self.add(Node::Ever(inner))
            }
            Condition::Mirror(inner) => {
                let parts = [turn, turn.mirror()].map(|turn| self.condition(inner, turn));
                self.any(parts.to_vec())
            }
            Condition::Swap(inner) => {
                let parts = [turn, turn.swap()].map(|turn| self.condition(inner, turn));
                self.any(parts.to_vec())
            }
            Condition::All(parts) => {
                let parts = parts.iter().map(|part| self.condition(part, turn)).collect();
                self.all(parts)
            }
            Condition::Any(parts) => {
                let parts = parts.iter().map(|part| self.condition(part, turn)).collect();
                self.any(parts)
            }
            Condition::Sequence(first, rest) => {
                let first = self.condition(first, turn);
                // The first link joins nothing.
                let mut parts = vec![(Link::Later, first)];
                for (link, part) in rest {
                    parts.push((*link, self.condition(part, turn)));
                }
                self.add(Node::Sequence(parts))
            }
            Condition::For(inner, plies) => {
                let inner = self.condition(inner, turn);
                self.add(Node::For(inner, *plies))
            }
        }
    }

    /// The body as written is Red's; turned round it is Black's; a name without a colour is
    /// either's.
    pub(super) fn named(
        &mut self,
        pattern: &'q std::sync::Arc<Pattern>,
        side: Option<Side>,
        turn: Turn,
    ) -> NodeId {
        let mut body = |turn: Turn| self.condition(&pattern.body, turn);
        match side {
            Some(Side::Red) => body(turn),
            Some(Side::Black) => body(turn.swap()),
            None => {
                let parts = vec![body(turn), body(turn.swap())];
                self.any(parts)
            }
        }
    }
}
