//! Sets of men, how many there are, and what stands where.

use super::compiler::Compiler;
use crate::query::board::PartialBoard;
use crate::query::plan::{Node, NodeId};
use crate::query::points;
use crate::query::sets::SetId;
use crate::query::syntax::{Atom, Comparison, Filter, Group, Material, Numbers, PieceSet, Pieces};
use crate::query::tally::{Places, Tally};
use crate::query::turn::Turn;
use crate::xiangqi::{Piece, PieceKind, Position, Side};

impl Compiler<'_> {
    pub(super) fn tally(&mut self, tally: Tally) -> NodeId {
        let tally = self.tallies.add(tally);
        self.add(Node::Tally(tally))
    }

    pub(super) fn board(&mut self, board: &PartialBoard) -> NodeId {
        let mut parts = vec![self.tally(Tally::board(board))];
        if let Some(side) = board.side() {
            parts.push(self.add(Node::ToMove(side)));
        }
        let node = self.all(parts);
        if let Some(whole) = board.whole_board() {
            let sides = board.side().map_or(Side::ALL.to_vec(), |side| vec![side]);
            let positions = sides.into_iter().map(|side| Position::new(whole, side)).collect();
            self.positions.push((node, positions));
        }
        node
    }

    pub(super) fn material(&mut self, material: &Material, turn: Turn) -> NodeId {
        let pieces = Piece::all().into_iter().filter(|piece| piece.kind() != PieceKind::King);
        let parts = pieces.map(|piece| {
            let count = material.0[piece.index()];
            let mut places = [0; 14];
            places[turn.piece(piece).index()] = points::ALL;
            Tally::count(&places, count, count)
        });
        let parts = parts.map(|tally| self.tally(tally)).collect();
        self.all(parts)
    }

    pub(super) fn count(&mut self, set: SetId, numbers: Numbers) -> NodeId {
        if numbers.is_negated {
            let inside = self.count(set, Numbers { is_negated: false, ..numbers });
            return self.not(inside);
        }
        if self.sets.is_linear(set) {
            let places = *self.sets.bound(set);
            return self.tally(Tally::count(&places, numbers.least, numbers.most));
        }
        if numbers.least == 0 {
            if numbers.most == u32::MAX {
                return self.add(Node::Ply(numbers));
            }
            return self.add(Node::Count(set, numbers));
        }
        let exact = match numbers {
            Numbers { least: 1, most: 90.., .. } => Node::Exists(set),
            _ => Node::Count(set, numbers),
        };
        let bound = *self.sets.bound(set);
        let needed = self.sets.needs(set).into_iter().map(|needed| (needed, 1));
        let mut parts = Vec::new();
        for (places, least) in std::iter::once((bound, numbers.least)).chain(needed) {
            // Few games have no rook left, and they are told as quickly by the set itself.
            let is_anywhere = places.iter().all(|&places| places == 0 || places == points::ALL);
            if least > 1 || !is_anywhere {
                parts.push(self.tally(Tally::count(&places, least, u32::MAX)));
            }
        }
        parts.push(self.add(exact));
        self.all(parts)
    }

    pub(super) fn compare(&mut self, one: SetId, comparison: Comparison, other: SetId) -> NodeId {
        const FAR: i32 = 200;
        if !self.sets.is_linear(one) || !self.sets.is_linear(other) {
            return self.add(Node::Compare(one, comparison, other));
        }
        let (least, most) = match comparison {
            Comparison::Less => (-FAR, -1),
            Comparison::LessOrEqual => (-FAR, 0),
            Comparison::Equal => (0, 0),
            Comparison::GreaterOrEqual => (0, FAR),
            Comparison::Greater => (1, FAR),
            Comparison::NotEqual => {
                let equal = self.compare(one, Comparison::Equal, other);
                return self.not(equal);
            }
        };
        let (one, other) = (*self.sets.bound(one), *self.sets.bound(other));
        self.tally(Tally::difference(&one, &other, least, most))
    }

    pub(super) fn pieces(&mut self, pieces: &Pieces, turn: Turn) -> SetId {
        let mut groups: Vec<SetId> = vec![self.group(&pieces.first, turn)];
        for (_, group) in &pieces.rest {
            groups.push(self.group(group, turn));
        }
        // A verb looks at everything to its right.
        let last = groups.pop().unwrap_or_default();
        let pairs = groups.into_iter().zip(&pieces.rest).rev();
        pairs.fold(last, |others, (actors, (verb, _))| self.sets.verb(actors, *verb, others))
    }

    pub(super) fn group(&mut self, group: &Group, turn: Turn) -> SetId {
        let set = self.atoms(&group.atoms, turn);
        group.filters.iter().fold(set, |set, filter| {
            let filter = match filter {
                Filter::In(region) => Filter::In(region.turned(turn)),
                other => *other,
            };
            self.sets.filter(set, filter)
        })
    }

    pub(super) fn atoms(&mut self, atoms: &[Atom], turn: Turn) -> SetId {
        let sets = atoms.iter().map(|atom| match atom {
            Atom::Pieces(set) => self.sets.places(places(*set, turn)),
            Atom::Bracket(pieces) => self.pieces(pieces, turn),
            Atom::Line(line) => {
                let first = self.atoms(&line.first, turn);
                let rest = line.rest.iter().map(|(gap, set)| (*gap, self.atoms(set, turn)));
                let rest = rest.collect();
                self.sets.line(line.axis, first, rest)
            }
        });
        let sets = sets.collect();
        self.sets.union(sets)
    }
}

/// These pieces anywhere, on the turned board.
fn places(set: PieceSet, turn: Turn) -> Places {
    let mut places = [0; 14];
    for piece in Piece::all().into_iter().filter(|&piece| set.contains(piece)) {
        places[turn.piece(piece).index()] = points::ALL;
    }
    places
}
