//! Compiles conditions into parts: headers, counts of men, boards and moves, each turned as
//! required.

use super::Compiler;
use crate::query::board::PartialBoard;
use crate::query::moves::{MovedParts, WrittenMove, takes};
use crate::query::plan::{Node, NodeId, PlanStep};
use crate::query::points::{self, Region, Turn};
use crate::query::sets::{SetId, within};
use crate::query::sweep::{Places, SweepTally};
use crate::query::syntax::{
    Atom, Comparison, Condition, Header, Material, Measure, Moved, Numbers, Pattern, PieceFilter,
    PieceGroup, PieceGroups, PieceSet, Prefix, SpelledMove, State, TextField,
};
use crate::xiangqi::{Piece, PieceKind, Position, Side};

impl<'q> Compiler<'q> {
    pub(super) fn condition(&mut self, condition: &'q Condition, turn: Turn) -> NodeId {
        let key = (std::ptr::from_ref(condition), turn);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let node = self.part(condition, turn);
        self.known.insert(key, node);
        self.origins.entry(node).or_insert((condition, false));
        if let Node::All(parts) = &self.nodes.items[node] {
            for &part in parts {
                let is_number = matches!(self.nodes.items[part], Node::Tally(_));
                let is_geometry = matches!(condition, Condition::Exists(_) | Condition::Count(..));
                self.origins.entry(part).or_insert((condition, is_number && is_geometry));
            }
        }
        node
    }

    /// The parts of the query's top-level `and`, in the order of evaluation.
    pub(super) fn steps(&self, root: NodeId) -> Vec<PlanStep> {
        let parts = match &self.nodes.items[root] {
            Node::All(parts) if !parts.is_empty() => parts.clone(),
            _ => vec![root],
        };
        let step = |node: NodeId| {
            let origin = self.origins.get(&node);
            PlanStep {
                node,
                text: origin.map_or_else(String::new, |(condition, _)| condition.to_string()),
                is_needed: origin.is_some_and(|&(_, is_needed)| is_needed),
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
            Condition::Measured(measure, numbers) => {
                let is_turned = *measure == Measure::Eval && turn.is_swapped;
                let numbers = if is_turned { numbers.turned() } else { *numbers };
                self.add(Node::Measured(*measure, numbers))
            }
            Condition::ToMove(side) => self.add(Node::ToMove(turn.side(*side))),
            Condition::State(state) => self.state(*state),
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
            Condition::Prefixed(prefix, inner) => self.prefixed(*prefix, inner, turn),
            Condition::All(parts) => {
                let parts = parts.iter().map(|part| self.condition(part, turn)).collect();
                self.all(parts)
            }
            Condition::Any(parts) => {
                let parts = parts.iter().map(|part| self.condition(part, turn)).collect();
                self.any(parts)
            }
            Condition::Sequence(parts) => {
                let parts = parts.iter().map(|(link, part)| (*link, self.condition(part, turn)));
                let parts = parts.collect();
                self.add(Node::Sequence(parts))
            }
            Condition::For(inner, plies) => {
                let inner = self.condition(inner, turn);
                self.add(Node::For(inner, *plies))
            }
        }
    }

    fn state(&mut self, state: State) -> NodeId {
        let check = match state {
            State::Start => return self.add(Node::Start),
            State::End => return self.add(Node::End),
            State::Check | State::Mate | State::Stalemate => self.add(Node::Check),
        };
        let check = match state {
            State::Check => return check,
            State::Stalemate => self.not(check),
            _ => check,
        };
        let parts = vec![check, self.add(Node::NoMove)];
        self.all(parts)
    }

    fn prefixed(&mut self, prefix: Prefix, inner: &'q Condition, turn: Turn) -> NodeId {
        let node = self.condition(inner, turn);
        match prefix {
            Prefix::Not => self.not(node),
            Prefix::Ever => self.add(Node::Ever(node)),
            Prefix::Never => {
                let ever = self.add(Node::Ever(node));
                self.not(ever)
            }
            Prefix::Always => {
                let not = self.not(node);
                let ever_not = self.add(Node::Ever(not));
                self.not(ever_not)
            }
            Prefix::Mirror | Prefix::Swap => {
                let is_mirror = prefix == Prefix::Mirror;
                let turn = if is_mirror { turn.mirror() } else { turn.swap() };
                let parts = vec![node, self.condition(inner, turn)];
                self.any(parts)
            }
        }
    }

    /// The body of a pattern as written is Red's; turned it is Black's; without a colour, either's.
    fn named(&mut self, pattern: &'q Pattern, side: Option<Side>, turn: Turn) -> NodeId {
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

/// The plies of rounds: the first round has plies 0 and 1.
pub(super) fn plies(rounds: Numbers) -> Numbers {
    let least = rounds.least.saturating_sub(1).saturating_mul(2);
    match rounds.most.checked_mul(2) {
        // There is no round 0.
        Some(0) => Numbers { least: 0, most: u32::MAX, is_negated: !rounds.is_negated },
        Some(most) => Numbers { least, most: most - 1, ..rounds },
        None => Numbers { least, ..rounds },
    }
}

/// A header with sides exchanged if the turn exchanges them.
pub(super) fn turned_header(header: &Header, turn: Turn) -> Header {
    if !turn.is_swapped {
        return header.clone();
    }
    match header {
        Header::Text(TextField::Red, values) => Header::Text(TextField::Black, values.clone()),
        Header::Text(TextField::Black, values) => Header::Text(TextField::Red, values.clone()),
        Header::Result(results) => {
            Header::Result(results.iter().map(|result| result.turned()).collect())
        }
        other => other.clone(),
    }
}

impl Compiler<'_> {
    pub(super) fn moved(&mut self, moved: &Moved, turn: Turn) -> NodeId {
        let mover = moved.mover.as_ref().map(|mover| self.pieces(mover, turn));
        let taken = moved.takes.as_ref().map(|taken| self.pieces(taken, turn));
        let bound = |set: SetId| self.sets.bound(set);
        let exact = |set: Option<SetId>| set.filter(|&set| !self.sets.is_linear(set));
        let region = |region: Option<Region>| region.unwrap_or(Region::BOARD).turned(turn);
        let to = region(moved.to);
        let parts = MovedParts {
            mover: within(mover.map_or(&MovedParts::ANY.mover, bound), region(moved.from)),
            to: Side::ALL.map(|side| to.points(side)),
            taken: taken.map_or(MovedParts::ANY.taken, |set| takes(bound(set))),
            exact_mover: exact(mover),
            exact_taken: exact(taken),
            is_checking: moved.is_checking,
        };
        self.moved_parts(parts)
    }

    pub(super) fn moved_parts(&mut self, parts: MovedParts) -> NodeId {
        let moved = self.moves.add(parts);
        self.add(Node::Moved(moved))
    }

    pub(super) fn written(&mut self, written: &SpelledMove, turn: Turn) -> NodeId {
        match (written, WrittenMove::new(written, turn)) {
            (_, Some(text)) => {
                let text = self.written.add(text);
                self.add(Node::Written(text))
            }
            (SpelledMove::Squares(mv), None) => {
                let mv = turn.mv(*mv);
                let (mover, to) = ([points::point(mv.from); 14], [points::point(mv.to); 2]);
                self.moved_parts(MovedParts { mover, to, ..MovedParts::ANY })
            }
            // A text without a piece is never a move.
            (SpelledMove::Text { .. }, None) => self.any(Vec::new()),
        }
    }

    pub(super) fn tally(&mut self, tally: SweepTally) -> NodeId {
        let tally = self.tallies.add(tally);
        self.add(Node::Tally(tally))
    }

    pub(super) fn board(&mut self, board: &PartialBoard) -> NodeId {
        let mut parts = vec![self.tally(SweepTally::board(board))];
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
            SweepTally::count(&places, count, count)
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
            return self.tally(SweepTally::count(&places, numbers.least, numbers.most));
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
            // Almost every game fits such a bound, so that testing it would cost more than it
            // saves.
            let is_anywhere = places.iter().all(|&places| places == 0 || places == points::ALL);
            if least > 1 || !is_anywhere {
                parts.push(self.tally(SweepTally::count(&places, least, u32::MAX)));
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
        self.tally(SweepTally::difference(&one, &other, least, most))
    }

    pub(super) fn pieces(&mut self, pieces: &PieceGroups, turn: Turn) -> SetId {
        let mut groups: Vec<SetId> = vec![self.group(&pieces.first, turn)];
        for (_, group) in &pieces.rest {
            groups.push(self.group(group, turn));
        }
        // The object of a verb is everything to its right.
        let last = groups.pop().unwrap_or_default();
        let pairs = groups.into_iter().zip(&pieces.rest).rev();
        pairs.fold(last, |others, (actors, (verb, _))| self.sets.verb(actors, *verb, others))
    }

    pub(super) fn group(&mut self, group: &PieceGroup, turn: Turn) -> SetId {
        let set = self.atoms(&group.atoms, turn);
        group.filters.iter().fold(set, |set, filter| {
            let filter = match filter {
                PieceFilter::In(region) => PieceFilter::In(region.turned(turn)),
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

/// These pieces anywhere on a turned board.
fn places(set: PieceSet, turn: Turn) -> Places {
    let mut places = [0; 14];
    set.pieces().for_each(|piece| places[turn.piece(piece).index()] = points::ALL);
    places
}
