//! A plan over one game: which of its plies fit.
//!
//! First come bounds: one walk over the parts, each after those it is made of, with nothing but
//! words of bits, says where each part can hold at most. Most games show there that they cannot
//! fit, and for a query without geometry the bounds are the answer. Then every part is asked only
//! about the plies that still matter, the cheap ones first, and its answers are remembered for the
//! rest of the game. Sequences narrow each other from both ends.

use super::line::PlayedLine;
use super::plan::{Headers, Node, NodeId, Plan};
use super::plies::PlySet;
use super::sight::Sight;
use super::sweep::Swept;
use super::syntax::Link;
use crate::replay::LineEvaluations;
use crate::xiangqi::Position;
use smallvec::SmallVec;

/// The bounds of all parts in one game.
#[derive(Debug, Default)]
struct Bounds {
    /// By part: the moments at which it can hold.
    parts: Vec<PlySet>,
    /// By word of numbers, then by word of moves: the answers, once they are needed.
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

    /// Takes up a game. False as soon as a part that the query cannot be without holds nowhere;
    /// with `every_part`, all are looked at nevertheless.
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

/// The line, its moves played.
fn played(line: &mut PlayedLine) -> &PlayedLine {
    line.play();
    line
}

/// The plies of a game at which a query holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Matches {
    /// It is about the game as a whole, and true.
    Whole,
    /// The moments at which it is true, ascending: plies played before, 0 is the start.
    Plies(Vec<u32>),
}

/// The answers about a part in the game at hand.
#[derive(Debug, Clone, Default)]
struct Known {
    /// Which game this is about; others are forgotten.
    game: u64,
    asked: PlySet,
    holds: PlySet,
}

/// Applies a plan to one game after another.
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
    /// Gets ready.
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

    /// Takes up a game: its start and its moves, from-square and to-square each.
    pub fn begin(&mut self, start: &Position, moves: &[[u8; 2]]) {
        self.line.begin(start);
        self.take_up(moves);
    }

    /// Takes up a game from the standard start.
    pub fn begin_standard(&mut self, moves: &[[u8; 2]]) {
        self.line.begin_standard();
        self.take_up(moves);
    }

    /// Says which numbers programs wrote behind the moves of the game at hand; none without this.
    pub fn evaluated(&mut self, said: LineEvaluations) {
        self.line.said = said;
    }

    fn take_up(&mut self, moves: &[[u8; 2]]) {
        self.line.said = LineEvaluations::default();
        self.line.take_up(moves);
        self.sight.forget();
        self.game += 1;
    }

    /// Whether the query holds at some moment of the game.
    pub fn holds(&mut self, headers: &Headers<'_>) -> bool {
        let root = self.plan.root;
        self.bounds.work_out(self.plan, &mut self.line, *headers, false)
            && (self.plan.is_linear[root] || self.is_ever(root))
    }

    /// The plies of the game at which the query holds; `None` when there are none.
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

    /// The first ply at which the query holds, and whether only the mirror image of the game fits
    /// there.
    pub fn first(&mut self, headers: &Headers<'_>) -> Option<(u32, bool)> {
        let Some(Matches::Plies(plies)) = self.matches(headers) else { return None };
        let &first = plies.first()?;
        let here = PlySet::range(first as usize, first as usize + 1, self.line.moments());
        Some((first, self.ask(self.plan.as_written, &here, true).is_empty()))
    }

    /// Whether the query holds at some ply of the mirror image only. The query holds in the game:
    /// [`Evaluator::holds`] has said so.
    pub fn is_mirrored(&mut self) -> bool {
        let as_written = self.plan.as_written;
        as_written != self.plan.root && !self.is_ever(as_written)
    }

    /// Whether a part holds at some moment of the game.
    fn is_ever(&mut self, id: NodeId) -> bool {
        let all = self.bounds.parts[id].clone();
        !self.ask(id, &all, true).is_empty()
    }

    /// How many steps of the plan hold together at some moment, from the first on.
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

    /// The moments among `wanted` at which a part holds. If one is enough, some of them may be left
    /// out, but not all.
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
            // A part that is about the whole game was looked at for all of it.
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

    /// Looks at a part at these moments; says at which of them it looked, and at which of these it
    /// holds.
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

    /// The moments of the first part from which the others follow. The cheapest part is asked
    /// first; what it leaves possible for its neighbours is all that these are asked about.
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

/// By part of a sequence: at which moments it can hold, as far as that is known.
type Possible = SmallVec<[PlySet; 4]>;

/// After one part of a sequence has become narrower: narrows its neighbours, and theirs, as far as
/// anything changes; or all of them. False when nothing is left.
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
