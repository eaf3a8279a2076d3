//! Evaluates a plan on one game: finds the plies that fit.
//!
//! Bounds come first: one pass over the parts, each after its own parts, computes with words of
//! bits where each part can hold at most. They refute most games, and answer a query without
//! geometry. Then each part is evaluated only at plies that still matter, the cheapest parts first;
//! answers are kept for the rest of the game. The parts of a sequence narrow each other from both
//! ends.

use super::line::PlayedLine;
use super::plan::{Headers, Node, NodeId, Plan};
use super::plies::PlySet;
use super::sight::Sight;
use super::sweep::Swept;
use super::syntax::Link;
use crate::replay::LineEvaluations;
use crate::xiangqi::Position;
use smallvec::SmallVec;

/// Bounds of all parts in one game.
#[derive(Debug, Default)]
struct Bounds {
    /// Moments at which each part can hold.
    parts: Vec<PlySet>,
    /// Answers of each bank of numbers, then of each bank of moves, and whether they are computed.
    swept: Vec<(bool, Swept)>,
}

impl Bounds {
    fn new(plan: &Plan) -> Bounds {
        let banks = plan.banks.len() + plan.move_banks.len();
        Bounds {
            swept: vec![Default::default(); banks],
            parts: vec![PlySet::default(); plan.nodes.len()],
        }
    }

    /// Computes the bounds in a game. Stops and returns false when a required part can hold
    /// nowhere; with `every_part` it computes the other parts before returning.
    fn work_out(
        &mut self,
        plan: &Plan,
        line: &mut PlayedLine,
        headers: Headers<'_>,
        every_part: bool,
    ) -> bool {
        self.swept.iter_mut().for_each(|(is_swept, _)| *is_swept = false);
        let mut may_fit = true;
        for id in 0..plan.nodes.len() {
            self.parts[id] = self.part(id, plan, line, headers);
            may_fit &= !plan.is_required[id] || !self.parts[id].is_empty();
            if !may_fit && !every_part {
                return false;
            }
        }
        may_fit
    }

    fn part(
        &mut self,
        id: NodeId,
        plan: &Plan,
        line: &mut PlayedLine,
        headers: Headers<'_>,
    ) -> PlySet {
        let len = line.moments();
        let of = |part: NodeId| &self.parts[part];
        match &plan.nodes[id] {
            Node::Header(header) => PlySet::when(headers.holds(*header), len),
            Node::Ply(numbers) => {
                let end = (numbers.most as usize).saturating_add(1);
                let range = PlySet::range(numbers.least as usize, end, len);
                if numbers.is_negated { range.inverted() } else { range }
            }
            Node::Measured(measure, numbers) => {
                let mut holds = PlySet::none(len);
                let is_there = |moment: &usize| {
                    let number = line.measured(*measure, *moment);
                    number.is_some_and(|number| numbers.contains(number))
                };
                (0..len).filter(is_there).for_each(|moment| holds.insert(moment));
                holds
            }
            Node::ToMove(side) => PlySet::alternate(usize::from(*side != line.side), len),
            Node::Start => PlySet::range(0, 1, len),
            Node::End => PlySet::range(len - 1, len, len),
            Node::Tally(tally) => {
                let place = plan.places[*tally];
                let is_alone = self.swept.len() == 1;
                let (is_swept, swept) = &mut self.swept[place.bank];
                if !std::mem::replace(is_swept, true) {
                    match is_alone {
                        true => plan.banks[0].play_and_sweep(line, swept),
                        false => plan.banks[place.bank].sweep(played(line), swept),
                    }
                }
                swept.lane(place.lane, len)
            }
            Node::Moved(_) | Node::Written(_) => {
                let place = plan.move_place(&plan.nodes[id]);
                let (is_swept, swept) = &mut self.swept[plan.banks.len() + place.bank];
                if !std::mem::replace(is_swept, true) {
                    plan.move_banks[place.bank].sweep(played(line), swept);
                }
                swept.lane(place.lane, len)
            }
            Node::Exists(_) | Node::Count(..) | Node::Compare(..) | Node::Check | Node::NoMove => {
                PlySet::all(len)
            }
            Node::Not(part) if plan.is_linear[*part] => of(*part).inverted(),
            Node::Not(_) => PlySet::all(len),
            Node::Ever(part) => PlySet::when(!of(*part).is_empty(), len),
            Node::Times(part, numbers) => {
                let most = of(*part).count() as u32;
                let may_be = match plan.is_linear[*part] {
                    true => numbers.contains(most),
                    false => (0..=most).any(|times| numbers.contains(times)),
                };
                PlySet::when(may_be, len)
            }
            Node::All(parts) => {
                let mut all = PlySet::all(len);
                parts.iter().for_each(|&part| all.keep(of(part)));
                all
            }
            Node::Any(parts) => {
                let mut any = PlySet::none(len);
                parts.iter().for_each(|&part| any.add(of(part)));
                any
            }
            Node::For(part, plies) => of(*part).lasting(*plies as usize),
            Node::Sequence(parts) => {
                let mut first = PlySet::all(len);
                for (number, (_, part)) in parts.iter().enumerate().rev() {
                    if let Some((link, _)) = parts.get(number + 1) {
                        first = first.leading(*link);
                    }
                    first.keep(of(*part));
                }
                first
            }
        }
    }
}

/// Plays the moves of the line and returns it.
fn played(line: &mut PlayedLine) -> &PlayedLine {
    line.play();
    line
}

/// Plies of a game at which a query holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Matches {
    /// The query is about the game as a whole, and true.
    Whole,
    /// Moments at which the query holds, ascending; 0 is the start.
    Plies(Vec<u32>),
}

/// Answers about a part in the present game.
#[derive(Debug, Clone, Default)]
struct Known {
    /// Number of the game to which the answers belong.
    game: u64,
    asked: PlySet,
    holds: PlySet,
}

/// Applies a plan to games, one after another.
pub struct Evaluator<'p> {
    plan: &'p Plan,
    line: PlayedLine,
    game: u64,
    known: Vec<Known>,
    bounds: Bounds,
    sight: Sight,
}

impl std::fmt::Debug for Evaluator<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Evaluator").field("plan", self.plan).finish_non_exhaustive()
    }
}

impl<'p> Evaluator<'p> {
    /// An evaluator without a game.
    pub fn new(plan: &'p Plan) -> Evaluator<'p> {
        let line = PlayedLine::new();
        Evaluator {
            plan,
            sight: Sight::new(&line),
            line,
            game: 0,
            known: vec![Known::default(); plan.nodes.len()],
            bounds: Bounds::new(plan),
        }
    }

    /// Begins a game: its start, and its moves as from-square and to-square.
    pub fn begin(&mut self, start: &Position, moves: &[[u8; 2]]) {
        self.line.begin(start);
        self.take_up(moves);
    }

    /// Begins a game from the standard start.
    pub fn begin_standard(&mut self, moves: &[[u8; 2]]) {
        self.line.begin_standard();
        self.take_up(moves);
    }

    /// Sets the scores and clocks in the game's comments; there are none without this call.
    pub fn evaluated(&mut self, said: LineEvaluations) {
        self.line.said = said;
    }

    fn take_up(&mut self, moves: &[[u8; 2]]) {
        self.line.said = LineEvaluations::default();
        self.line.take_up(moves);
        self.sight.forget();
        self.game += 1;
    }

    /// Whether the query holds at any moment of the game.
    pub fn holds(&mut self, headers: &Headers<'_>) -> bool {
        let root = self.plan.root;
        self.bounds.work_out(self.plan, &mut self.line, *headers, false)
            && (self.plan.is_linear[root] || self.is_ever(root))
    }

    /// Plies of the game at which the query holds; `None` if there are none.
    pub fn matches(&mut self, headers: &Headers<'_>) -> Option<Matches> {
        let root = self.plan.root;
        if !self.bounds.work_out(self.plan, &mut self.line, *headers, false) {
            return None;
        }
        let all = self.bounds.parts[root].clone();
        let found = self.ask(root, &all, self.plan.is_whole);
        if found.is_empty() {
            return None;
        }
        Some(match self.plan.is_whole {
            true => Matches::Whole,
            false => Matches::Plies(found.iter().map(|moment| moment as u32).collect()),
        })
    }

    /// First ply at which the query holds, and whether only the mirror image fits there.
    pub fn first(&mut self, headers: &Headers<'_>) -> Option<(u32, bool)> {
        let Some(Matches::Plies(plies)) = self.matches(headers) else { return None };
        let &first = plies.first()?;
        let here = PlySet::range(first as usize, first as usize + 1, self.line.moments());
        Some((first, self.ask(self.plan.as_written, &here, true).is_empty()))
    }

    /// Whether the query holds in the mirror image only. Call it after [`Evaluator::holds`]
    /// returned true.
    pub fn is_mirrored(&mut self) -> bool {
        let as_written = self.plan.as_written;
        as_written != self.plan.root && !self.is_ever(as_written)
    }

    /// Whether a part holds at any moment of the game.
    fn is_ever(&mut self, id: NodeId) -> bool {
        let all = self.bounds.parts[id].clone();
        !self.ask(id, &all, true).is_empty()
    }

    /// Number of steps of the plan, from the first on, that hold together at some moment.
    pub fn reached(&mut self, headers: &Headers<'_>) -> usize {
        let plan = self.plan;
        self.bounds.work_out(plan, &mut self.line, *headers, true);
        let mut left = PlySet::all(self.line.moments());
        for (number, step) in plan.steps.iter().enumerate() {
            left = self.ask(step.node, &left, false);
            if left.is_empty() {
                return number;
            }
        }
        plan.steps.len()
    }

    /// Moments among `wanted` at which a part holds. With `one_is_enough` it may return only some
    /// of them, but at least one.
    fn ask(&mut self, id: NodeId, wanted: &PlySet, one_is_enough: bool) -> PlySet {
        let plan = self.plan;
        let mut bound = self.bounds.parts[id].clone();
        bound.keep(wanted);
        if plan.is_linear[id] || bound.is_empty() {
            return bound;
        }
        if self.known[id].game != self.game {
            let (asked, mut holds) = self.look(id, &bound, one_is_enough);
            self.known[id] = Known { game: self.game, asked, holds: holds.clone() };
            // A part about the whole game was evaluated at all moments.
            holds.keep(&bound);
            return holds;
        }
        let missing = bound.without(&self.known[id].asked);
        let mut holds = self.known[id].holds.clone();
        holds.keep(&bound);
        if missing.is_empty() || one_is_enough && !holds.is_empty() {
            return holds;
        }
        let (asked, found) = self.look(id, &missing, one_is_enough);
        let known = &mut self.known[id];
        known.asked.add(&asked);
        known.holds.add(&found);
        holds.add(&found);
        holds.keep(&bound);
        holds
    }

    /// Evaluates a part at the wanted moments; returns the moments evaluated, and those of them at
    /// which it holds.
    fn look(&mut self, id: NodeId, wanted: &PlySet, one_is_enough: bool) -> (PlySet, PlySet) {
        let plan = self.plan;
        let len = self.line.moments();
        let holds = match &plan.nodes[id] {
            Node::Not(part) => wanted.without(&self.ask(*part, wanted, false)),
            Node::Ever(part) => {
                let found = self.ask(*part, &PlySet::all(len), true);
                return (PlySet::all(len), PlySet::when(!found.is_empty(), len));
            }
            Node::Times(part, numbers) => {
                let times = self.ask(*part, &PlySet::all(len), false).count() as u32;
                return (PlySet::all(len), PlySet::when(numbers.contains(times), len));
            }
            Node::All(parts) => {
                let mut left = wanted.clone();
                for (number, &part) in parts.iter().enumerate() {
                    let is_last = number + 1 == parts.len();
                    left = self.ask(part, &left, one_is_enough && is_last);
                    if left.is_empty() {
                        break;
                    }
                }
                if one_is_enough && !left.is_empty() {
                    return (left.clone(), left);
                }
                left
            }
            Node::Any(parts) => {
                let mut holds = PlySet::none(len);
                for &part in parts {
                    let found = self.ask(part, &wanted.without(&holds), one_is_enough);
                    holds.add(&found);
                    if one_is_enough && !holds.is_empty() {
                        return (holds.clone(), holds);
                    }
                }
                holds
            }
            Node::For(part, plies) => {
                let plies = *plies as usize;
                let needed = wanted.spread_later(plies);
                let mut holds = self.ask(*part, &needed, false).lasting(plies);
                holds.keep(wanted);
                holds
            }
            Node::Sequence(parts) => self.sequence(parts, wanted),
            _ => {
                if plan.means_moves(id) {
                    self.line.play();
                }
                return self.sight.sweep(&plan.nodes[id], plan, &self.line, wanted, one_is_enough);
            }
        };
        (wanted.clone(), holds)
    }

    /// Moments of the first part from which the others follow. The cheapest part is evaluated
    /// first, and limits the moments at which its neighbours are evaluated.
    fn sequence(&mut self, parts: &[(Link, NodeId)], wanted: &PlySet) -> PlySet {
        let none = || PlySet::none(wanted.len());
        let mut possible: Possible =
            parts.iter().map(|&(_, part)| self.bounds.parts[part].clone()).collect();
        possible[0].keep(wanted);
        if !narrow(parts, &mut possible, None) {
            return none();
        }
        let mut order: SmallVec<[usize; 8]> = (0..parts.len()).collect();
        order.sort_by_key(|&number| self.plan.costs[parts[number].1]);
        for number in order {
            possible[number] = self.ask(parts[number].1, &possible[number], false);
            if !narrow(parts, &mut possible, Some(number)) {
                return none();
            }
        }
        possible.swap_remove(0)
    }
}

/// Moments at which each part of a sequence can hold, as far as known.
type Possible = SmallVec<[PlySet; 4]>;

/// Narrows the neighbours of the `changed` part of a sequence, and theirs in turn; all parts if
/// `None`. Returns false if a part can hold nowhere.
fn narrow(parts: &[(Link, NodeId)], possible: &mut [PlySet], changed: Option<usize>) -> bool {
    for number in changed.unwrap_or(0) + 1..parts.len() {
        let follows = possible[number - 1].following(parts[number].0);
        if !possible[number].narrow(&follows) && changed.is_some() {
            break;
        }
    }
    for number in (0..changed.unwrap_or(parts.len() - 1)).rev() {
        let leads = possible[number + 1].leading(parts[number + 1].0);
        if !possible[number].narrow(&leads) && changed.is_some() {
            break;
        }
    }
    !possible.iter().any(PlySet::is_empty)
}
