//! Tree to plan: names and turns are resolved, equal parts become one, and each `and` is put in the
//! order of cost.

use super::board::PartialBoard;
use super::plan::{Means, MovedParts, Node, NodeId, Plan, Share, Step};
use super::points::{self, Points};
use super::region::Region;
use super::sets::{SetId, Sets, within};
use super::syntax::{
    Atom, Comparison, Condition, Filter, Group, Header, Material, Moved, Numbers, Pattern,
    PieceSet, Pieces, Taken, TextField, Written,
};
use super::tally::{Bank, Places, Tally};
use super::turn::Turn;
use super::written::WrittenMove;
use crate::metadata::GameResult;
use crate::xiangqi::{Piece, PieceKind, Position, Side};
use std::collections::HashMap;
use std::hash::Hash;

/// The plan of a condition.
pub(super) fn compile(condition: &Condition) -> Plan {
    let mut compiler = Compiler::default();
    let root = compiler.condition(condition, Turn::default());
    Plan {
        steps: compiler.steps(root),
        root,
        is_whole: condition.is_whole(),
        costs: compiler.costs,
        nodes: compiler.nodes.items,
        sets: compiler.sets,
        banks: Bank::of(&compiler.tallies.items),
        headers: compiler.headers.items,
        moves: compiler.moves.items,
        written: compiler.written.items,
        positions: compiler.positions,
    }
}

/// A list that holds everything once.
#[derive(Debug)]
struct Once<T> {
    items: Vec<T>,
    places: HashMap<T, usize>,
}

impl<T> Default for Once<T> {
    fn default() -> Once<T> {
        Once { items: Vec::new(), places: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Once<T> {
    fn add(&mut self, item: T) -> usize {
        *self.places.entry(item).or_insert_with_key(|item| {
            self.items.push(item.clone());
            self.items.len() - 1
        })
    }
}

#[derive(Default)]
struct Compiler<'q> {
    nodes: Once<Node>,
    costs: Vec<u32>,
    means: Vec<Means>,
    sets: Sets,
    tallies: Once<Tally>,
    headers: Once<Header>,
    moves: Once<MovedParts>,
    written: Once<WrittenMove>,
    positions: Vec<(NodeId, Vec<Position>)>,
    /// Conditions that were met before, by address and turn: each mirror looks at its own twice, so
    /// without this mirrors of mirrors would take for ever.
    known: HashMap<(*const Condition, Turn), NodeId>,
    /// The first condition that became this part, or that cannot be where this part does not hold.
    origins: HashMap<NodeId, (&'q Condition, Share)>,
}

/// Every place of the board, for every piece.
const EVERYWHERE: Places = [points::ALL; 14];

impl<'q> Compiler<'q> {
    fn condition(&mut self, condition: &'q Condition, turn: Turn) -> NodeId {
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
    fn steps(&self, root: NodeId) -> Vec<Step> {
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

    fn part(&mut self, condition: &'q Condition, turn: Turn) -> NodeId {
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
                let parts = [Node::Check, Node::NoMove].map(|part| self.add(part));
                self.all(parts.to_vec())
            }
            Condition::Stalemate => {
                let [check, no_move] = [Node::Check, Node::NoMove].map(|part| self.add(part));
                let safe = self.not(check);
                self.all(vec![safe, no_move])
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
                let mut parts = vec![(super::syntax::Link::Later, first)];
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
    fn named(
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

    fn add(&mut self, node: Node) -> NodeId {
        let (cost, means) = (self.cost(&node), self.means_of(&node));
        let id = self.nodes.add(node);
        if id == self.costs.len() {
            self.costs.push(cost);
            self.means.push(means);
        }
        id
    }

    /// The dearest means that a part takes.
    fn means_of(&self, node: &Node) -> Means {
        let most = |parts: &mut dyn Iterator<Item = NodeId>| {
            parts.map(|part| self.means[part]).max().unwrap_or(Means::Facts)
        };
        match node {
            Node::Header(_) => Means::Facts,
            Node::Ply(_) | Node::ToMove(_) | Node::Start | Node::End | Node::Tally(_) => {
                Means::Numbers
            }
            Node::Exists(_) | Node::Count(..) | Node::Compare(..) | Node::Check => Means::Geometry,
            Node::Moved(moved) => {
                let parts = &self.moves.items[*moved];
                let is_plain = parts.exact_mover.is_none() && parts.exact_taken.is_none();
                match is_plain && !parts.is_checking {
                    true => Means::Numbers,
                    false => Means::Geometry,
                }
            }
            Node::NoMove | Node::Written(_) => Means::Rules,
            Node::Not(part) | Node::Ever(part) => self.means[*part],
            Node::Times(part, _) | Node::For(part, _) => self.means[*part].max(Means::Numbers),
            Node::All(parts) | Node::Any(parts) => most(&mut parts.iter().copied()),
            Node::Sequence(parts) => {
                most(&mut parts.iter().map(|&(_, part)| part)).max(Means::Numbers)
            }
        }
    }

    fn cost(&self, node: &Node) -> u32 {
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

    fn not(&mut self, part: NodeId) -> NodeId {
        match self.nodes.items[part] {
            Node::Not(inner) => inner,
            _ => self.add(Node::Not(part)),
        }
    }

    /// All of these, the cheapest first; those that are `and`s themselves are taken apart.
    fn all(&mut self, parts: Vec<NodeId>) -> NodeId {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match &self.nodes.items[part] {
                Node::All(inner) => flat.extend(inner),
                _ => flat.push(part),
            }
        }
        self.joined(flat, Node::All)
    }

    fn any(&mut self, parts: Vec<NodeId>) -> NodeId {
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

    fn tally(&mut self, tally: Tally) -> NodeId {
        let tally = self.tallies.add(tally);
        self.add(Node::Tally(tally))
    }

    fn board(&mut self, board: &PartialBoard) -> NodeId {
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

    fn material(&mut self, material: &Material, turn: Turn) -> NodeId {
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

    fn count(&mut self, set: SetId, numbers: Numbers) -> NodeId {
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
        let mut parts = vec![self.tally(Tally::count(&bound, numbers.least, u32::MAX))];
        for needed in self.sets.needs(set) {
            parts.push(self.tally(Tally::count(&needed, 1, u32::MAX)));
        }
        parts.push(self.add(exact));
        self.all(parts)
    }

    fn compare(&mut self, one: SetId, comparison: Comparison, other: SetId) -> NodeId {
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

    fn pieces(&mut self, pieces: &Pieces, turn: Turn) -> SetId {
        let mut groups: Vec<SetId> = vec![self.group(&pieces.first, turn)];
        for (_, group) in &pieces.rest {
            groups.push(self.group(group, turn));
        }
        // A verb looks at everything to its right.
        let last = groups.pop().unwrap_or_default();
        let pairs = groups.into_iter().zip(&pieces.rest).rev();
        pairs.fold(last, |others, (actors, (verb, _))| self.sets.verb(actors, *verb, others))
    }

    fn group(&mut self, group: &Group, turn: Turn) -> SetId {
        let set = self.atoms(&group.atoms, turn);
        group.filters.iter().fold(set, |set, filter| {
            let filter = match filter {
                Filter::In(region) => Filter::In(region.turned(turn)),
                other => *other,
            };
            self.sets.filter(set, filter)
        })
    }

    fn atoms(&mut self, atoms: &[Atom], turn: Turn) -> SetId {
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

    fn moved(&mut self, moved: &Moved, turn: Turn) -> NodeId {
        let mover = moved.mover.as_ref().map(|mover| self.pieces(mover, turn));
        let taken = moved.takes.as_ref().map(|taken| match taken {
            Taken::Any => None,
            Taken::Of(pieces) => Some(self.pieces(pieces, turn)),
        });
        let bound =
            |sets: &Sets, set: Option<SetId>| set.map_or(EVERYWHERE, |set| *sets.bound(set));
        let exact = |sets: &Sets, set: Option<SetId>| set.filter(|&set| !sets.is_linear(set));
        let region = |region: Option<Region>| region.unwrap_or(Region::BOARD).turned(turn);
        let to = region(moved.to);
        let parts = MovedParts {
            mover: within(&bound(&self.sets, mover), region(moved.from)),
            to: Side::ALL.map(|side| to.points(side)),
            taken: taken.map(|set| bound(&self.sets, set)),
            exact_mover: exact(&self.sets, mover),
            exact_taken: exact(&self.sets, taken.flatten()),
            is_checking: moved.is_checking,
        };
        self.moved_parts(parts)
    }

    fn moved_parts(&mut self, parts: MovedParts) -> NodeId {
        let moved = self.moves.add(parts);
        self.add(Node::Moved(moved))
    }

    fn written(&mut self, written: &Written, turn: Turn) -> NodeId {
        match (written, WrittenMove::new(written, turn)) {
            (_, Some(text)) => {
                let text = self.written.add(text);
                self.add(Node::Written(text))
            }
            (Written::Squares(mv), None) => {
                let mv = turn.mv(*mv);
                let (from, to): (Points, Points) = (points::point(mv.from), points::point(mv.to));
                self.moved_parts(MovedParts {
                    mover: [from; 14],
                    to: [to; 2],
                    taken: None,
                    exact_mover: None,
                    exact_taken: None,
                    is_checking: false,
                })
            }
            // A token that names no piece is never a move.
            (Written::Text { .. }, None) => self.any(Vec::new()),
        }
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

/// The plies of rounds: two a round, the first round's are 0 and 1.
fn plies(rounds: Numbers) -> Numbers {
    let least = rounds.least.saturating_sub(1).saturating_mul(2);
    match rounds.most.checked_mul(2) {
        // There is no round 0.
        Some(0) => Numbers { least: 0, most: u32::MAX, is_negated: !rounds.is_negated },
        Some(most) => Numbers { least, most: most - 1, ..rounds },
        None => Numbers { least, ..rounds },
    }
}

fn turned_header(header: &Header, turn: Turn) -> Header {
    if !turn.is_swapped {
        return header.clone();
    }
    match header {
        Header::Text(TextField::Red, values) => Header::Text(TextField::Black, values.clone()),
        Header::Text(TextField::Black, values) => Header::Text(TextField::Red, values.clone()),
        Header::Result(results) => {
            Header::Result(results.iter().map(|&result| turned_result(result)).collect())
        }
        other => other.clone(),
    }
}

fn turned_result(result: GameResult) -> GameResult {
    match result {
        GameResult::RedWins => GameResult::BlackWins,
        GameResult::BlackWins => GameResult::RedWins,
        other => other,
    }
}
