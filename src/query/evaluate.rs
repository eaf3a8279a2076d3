//! A plan over one game: which of its moments fit.
//!
//! Every part is asked only about the moments that still matter, the cheap ones first, and what it
//! answered is remembered for the rest of the game; so a part is never looked at twice for a
//! moment, however often a query names it. Sequences narrow each other from both ends.

use super::line::PlayedLine;
use super::men::Men;
use super::moments::Moments;
use super::plan::{MovedParts, Node, NodeId, Plan};
use super::points::BIT;
use super::syntax::Link;
use super::tally::Bank;
use crate::xiangqi::Position;

/// What a query finds in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Matches {
    /// It is about the game as a whole, and true.
    Whole,
    /// The moments at which it is true, ascending: plies played before, 0 is the start.
    Plies(Vec<u32>),
}

/// Which conditions on headers hold for a game, by their place in [`Plan::headers`].
#[derive(Debug, Clone, Copy)]
pub struct Headers<'a>(pub &'a [bool]);

impl Headers<'_> {
    /// None of them.
    pub const NONE: Headers<'static> = Headers(&[]);

    fn holds(self, header: usize) -> bool {
        self.0.get(header).copied().unwrap_or(false)
    }
}

/// What is known of a part in the game at hand.
#[derive(Debug, Clone, Default)]
struct Known {
    /// Which game this is about; others are forgotten.
    game: u64,
    asked: Moments,
    holds: Moments,
}

/// Applies a plan to one game after another.
pub struct Evaluator<'p> {
    plan: &'p Plan,
    line: PlayedLine,
    game: u64,
    known: Vec<Known>,
    /// By word of numbers: the game and the moments at which each lies in its range.
    swept: Vec<(u64, [Moments; 4])>,
    /// The men of a game, for what looks at the board.
    men: (u64, Men),
    /// The position at a moment, for what needs legal moves or reads text.
    position: (u64, usize, Position),
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
            men: (0, Men::at_start(&line)),
            line,
            game: 0,
            known: vec![Known::default(); plan.nodes.len()],
            swept: vec![Default::default(); plan.banks.len()],
            position: (0, 0, Position::start()),
        }
    }

    /// Takes up a game: its start and its moves, from-square and to-square each.
    pub fn begin(&mut self, start: &Position, moves: impl IntoIterator<Item = [u8; 2]>) {
        self.line.begin(start);
        self.take_up(moves);
    }

    /// Takes up a game from the standard start.
    pub fn begin_standard(&mut self, moves: impl IntoIterator<Item = [u8; 2]>) {
        self.line.begin_standard();
        self.take_up(moves);
    }

    fn take_up(&mut self, moves: impl IntoIterator<Item = [u8; 2]>) {
        self.line.play(moves);
        self.game += 1;
    }

    /// Whether the query holds at some moment of the game.
    pub fn holds(&mut self, headers: &Headers<'_>) -> bool {
        let all = Moments::all(self.line.moments());
        !self.ask(self.plan.root, &all, true, *headers).is_empty()
    }

    /// What the query finds in the game; `None` when it is nothing.
    pub fn matches(&mut self, headers: &Headers<'_>) -> Option<Matches> {
        let all = Moments::all(self.line.moments());
        let found = self.ask(self.plan.root, &all, self.plan.is_whole, *headers);
        if found.is_empty() {
            return None;
        }
        Some(match self.plan.is_whole {
            true => Matches::Whole,
            false => Matches::Plies(found.iter().map(|moment| moment as u32).collect()),
        })
    }

    /// How many steps of the plan hold together at some moment, from the first on.
    pub fn reached(&mut self, headers: &Headers<'_>) -> usize {
        let plan = self.plan;
        let mut left = Moments::all(self.line.moments());
        for (number, step) in plan.steps.iter().enumerate() {
            left = self.ask(step.node, &left, false, *headers);
            if left.is_empty() {
                return number;
            }
        }
        plan.steps.len()
    }

    /// At which of these moments a part holds. If one is enough, only some of them may be told, but
    /// one at least.
    fn ask(
        &mut self,
        id: NodeId,
        wanted: &Moments,
        one_is_enough: bool,
        headers: Headers<'_>,
    ) -> Moments {
        let plan = self.plan;
        let len = self.line.moments();
        let node = &plan.nodes[id];
        // What costs next to nothing is not remembered.
        let cheap = match node {
            Node::Header(header) => Some(Moments::when(headers.holds(*header), len)),
            Node::Ply(numbers) => {
                let end = (numbers.most as usize).saturating_add(1);
                let mut plies = Moments::range(numbers.least as usize, end, len);
                if numbers.is_negated {
                    plies = Moments::all(len).without(&plies);
                }
                Some(plies)
            }
            Node::ToMove(side) => {
                Some(Moments::alternate(usize::from(*side != self.line.side), len))
            }
            Node::Start => Some(Moments::range(0, 1, len)),
            Node::End => Some(Moments::range(len - 1, len, len)),
            Node::Tally(tally) => Some(self.tally(*tally).clone()),
            _ => None,
        };
        if let Some(mut holds) = cheap {
            holds.keep(wanted);
            return holds;
        }
        if self.known[id].game != self.game {
            let none = Moments::none(len);
            self.known[id] = Known { game: self.game, asked: none.clone(), holds: none };
        }
        let missing = wanted.without(&self.known[id].asked);
        let mut holds = self.known[id].holds.clone();
        holds.keep(wanted);
        if missing.is_empty() || one_is_enough && !holds.is_empty() {
            return holds;
        }
        let (asked, found) = self.look(node, &missing, one_is_enough, headers);
        let known = &mut self.known[id];
        known.asked.add(&asked);
        known.holds.add(&found);
        // A part that is about the whole game was looked at for all of it.
        holds.add(&found);
        holds.keep(wanted);
        holds
    }

    /// Looks at a part at these moments; says at which of them it looked, and at which of these it
    /// holds.
    fn look(
        &mut self,
        node: &Node,
        wanted: &Moments,
        one_is_enough: bool,
        headers: Headers<'_>,
    ) -> (Moments, Moments) {
        let plan = self.plan;
        let len = self.line.moments();
        let holds = match node {
            Node::Not(part) => wanted.without(&self.ask(*part, wanted, false, headers)),
            Node::Ever(part) => {
                let found = self.ask(*part, &Moments::all(len), true, headers);
                return (Moments::all(len), Moments::when(!found.is_empty(), len));
            }
            Node::Times(part, numbers) => {
                let times = self.ask(*part, &Moments::all(len), false, headers).count() as u32;
                return (Moments::all(len), Moments::when(numbers.contains(times), len));
            }
            Node::All(parts) => {
                let mut left = wanted.clone();
                for (number, &part) in parts.iter().enumerate() {
                    let is_last = number + 1 == parts.len();
                    left = self.ask(part, &left, one_is_enough && is_last, headers);
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
                let mut holds = Moments::none(len);
                for &part in parts {
                    let found = self.ask(part, &wanted.without(&holds), one_is_enough, headers);
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
                let mut holds = self.ask(*part, &needed, false, headers).lasting(plies);
                holds.keep(wanted);
                holds
            }
            Node::Sequence(parts) => self.sequence(parts, wanted, headers),
            _ => return self.sweep(node, plan, wanted, one_is_enough),
        };
        (wanted.clone(), holds)
    }

    /// The moments of the first part from which the others follow. The cheapest part is asked
    /// first; what it leaves possible for its neighbours is all that these are asked about.
    fn sequence(
        &mut self,
        parts: &[(Link, NodeId)],
        wanted: &Moments,
        headers: Headers<'_>,
    ) -> Moments {
        let len = self.line.moments();
        let mut possible = vec![Moments::all(len); parts.len()];
        possible[0] = wanted.clone();
        narrow(parts, &mut possible, 0);
        let mut order: Vec<usize> = (0..parts.len()).collect();
        order.sort_by_key(|&number| self.plan.costs[parts[number].1]);
        for number in order {
            let holds = self.ask(parts[number].1, &possible[number], false, headers);
            if holds.is_empty() {
                return holds;
            }
            possible[number] = holds;
            if !narrow(parts, &mut possible, number) {
                return Moments::none(len);
            }
        }
        possible.swap_remove(0)
    }

    fn tally(&mut self, tally: usize) -> &Moments {
        let (bank, lane) = Bank::place(tally);
        let swept = &mut self.swept[bank];
        if swept.0 != self.game {
            let moments = self.plan.banks[bank].sweep(&self.line.board, &self.line.steps);
            *swept = (self.game, moments);
        }
        &swept.1[lane]
    }

    /// Looks at one moment after another.
    fn sweep(
        &mut self,
        node: &Node,
        plan: &Plan,
        wanted: &Moments,
        one_is_enough: bool,
    ) -> (Moments, Moments) {
        let len = self.line.moments();
        let mut holds = Moments::none(len);
        for moment in wanted.iter() {
            if self.holds_at(node, plan, moment) {
                holds.insert(moment);
                if one_is_enough {
                    let mut asked = Moments::range(0, moment + 1, len);
                    asked.keep(wanted);
                    return (asked, holds);
                }
            }
        }
        (wanted.clone(), holds)
    }

    fn holds_at(&mut self, node: &Node, plan: &Plan, moment: usize) -> bool {
        match node {
            Node::Exists(set) => plan.sets.men(*set, self.men_at(moment)) != 0,
            Node::Count(set, numbers) => {
                numbers.contains(plan.sets.men(*set, self.men_at(moment)).count_ones())
            }
            Node::Compare(one, comparison, other) => {
                let men = self.men_at(moment);
                let count = |set| plan.sets.men(set, men).count_ones();
                comparison.holds(count(*one), count(*other))
            }
            Node::Check => {
                let side = self.line.side_at(moment);
                self.men_at(moment).is_in_check(side)
            }
            Node::NoMove => {
                let side = self.line.side_at(moment);
                if self.men_at(moment).king(side).is_none() {
                    return false;
                }
                // Where a move was played that leaves no king in check, there was a legal one.
                let is_last = moment + 1 == self.line.moments();
                (is_last || self.men_at(moment + 1).is_in_check(side))
                    && !self.position_at(moment).has_legal_move()
            }
            Node::Moved(moved) => self.is_moved(&plan.moves[*moved], plan, moment),
            Node::Written(written) => {
                let written = &plan.written[*written];
                let Some(&step) = self.line.steps.get(moment) else { return false };
                written.may_be(step, self.line.side_at(moment))
                    && written.names(step, self.position_at(moment))
            }
            _ => false,
        }
    }

    fn is_moved(&mut self, parts: &MovedParts, plan: &Plan, moment: usize) -> bool {
        let Some(&step) = self.line.steps.get(moment) else { return false };
        let (from, to) = (BIT[usize::from(step.from)], BIT[usize::from(step.to)]);
        let Some(mover) = step.piece() else { return false };
        let is_linear = parts.mover[mover.index()] & from != 0
            && parts.to[mover.side() as usize] & to != 0
            && parts.taken.is_none_or(|taken| {
                taken.get(usize::from(step.taken)).is_some_and(|places| places & to != 0)
            });
        if !is_linear {
            return false;
        }
        for (set, point) in [(parts.exact_mover, from), (parts.exact_taken, to)] {
            if let Some(set) = set
                && plan.sets.men(set, self.men_at(moment)) & point == 0
            {
                return false;
            }
        }
        !parts.is_checking || {
            let enemy = self.line.side_at(moment + 1);
            self.men_at(moment + 1).is_in_check(enemy)
        }
    }

    fn men_at(&mut self, moment: usize) -> &Men {
        let (game, men) = &mut self.men;
        if *game != self.game {
            (*game, *men) = (self.game, Men::at_start(&self.line));
        }
        men.go_to(moment, &self.line);
        men
    }

    fn position_at(&mut self, moment: usize) -> &Position {
        let (game, at, position) = &mut self.position;
        if *game != self.game || *at > moment {
            (*game, *at, *position) = (self.game, 0, self.line.start());
        }
        for step in &self.line.steps[*at..moment] {
            if let Some(mv) = step.mv() {
                position.play_unchecked(mv);
            }
        }
        *at = moment;
        &self.position.2
    }
}

/// After one part of a sequence has become narrower: narrows its neighbours, and theirs, as far as
/// anything changes. False when nothing is left.
fn narrow(parts: &[(Link, NodeId)], possible: &mut [Moments], changed: usize) -> bool {
    let reach = |link: Link| match link {
        Link::Later => usize::MAX,
        Link::Within(plies) => plies as usize,
    };
    for number in changed + 1..parts.len() {
        let follows = possible[number - 1].later(1);
        let follows = follows.spread_later(reach(parts[number].0).saturating_sub(1));
        if !keep(&mut possible[number], &follows) {
            break;
        }
    }
    for number in (0..changed).rev() {
        let leads = possible[number + 1].earlier(1);
        let leads = leads.spread_earlier(reach(parts[number + 1].0).saturating_sub(1));
        if !keep(&mut possible[number], &leads) {
            break;
        }
    }
    !possible.iter().any(Moments::is_empty)
}

/// Keeps what is in both; whether anything changed.
fn keep(set: &mut Moments, other: &Moments) -> bool {
    let before = set.clone();
    set.keep(other);
    *set != before
}
