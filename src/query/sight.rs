//! Parts that need a look at the board of a moment.
//!
//! An answer is worked out anew only after a move that touches what the last one rests on: most
//! moves leave a pin or a line as it is. Whether a side is in check is told as quickly as that.

use super::checks::Kings;
use super::line::{OnLine, PlayedLine};
use super::men::Basis;
use super::men::Men;
use super::moves::MovedParts;
use super::plan::{Node, Plan};
use super::plies::PlySet;
use super::points::BIT;
use crate::xiangqi::{Move, Position};

/// The board of one moment of a game, in two forms.
pub(super) struct Sight {
    /// The men, for attacks and lines; none when no board of the game was looked at yet.
    men: Option<Men>,
    /// The board as far as checks rest on it; `None` before the first check is looked for.
    kings: Option<Kings>,
    /// The position and its moment, for what needs legal moves or reads text.
    position: Option<(usize, Position)>,
    /// Moments of check that were answered by a legal move.
    answered: PlySet,
    standard: (Men, Kings),
}

impl Sight {
    /// Makes the sight of a line, at the position before its first move.
    pub(super) fn new(line: &PlayedLine) -> Sight {
        Sight {
            men: None,
            kings: None,
            position: None,
            answered: PlySet::default(),
            standard: (Men::at_start(line), Kings::at_start(line)),
        }
    }

    /// Another game begins.
    pub(super) fn forget(&mut self) {
        (self.men, self.kings, self.position) = (None, None, None);
        self.answered.clear();
    }

    /// Looks for a part of the plan at these moments; says at which of them it looked, and at which
    /// of these it holds.
    pub(super) fn sweep(
        &mut self,
        node: &Node,
        plan: &Plan,
        line: &PlayedLine,
        wanted: &PlySet,
        one_is_enough: bool,
    ) -> (PlySet, PlySet) {
        let holds = match node {
            Node::Check => self.checks(line, wanted, one_is_enough),
            Node::Exists(_) | Node::Count(..) | Node::Compare(..) => {
                self.on_boards(node, plan, line, wanted, one_is_enough)
            }
            _ => {
                let mut fit = wanted.iter().filter(|&at| self.in_position(node, plan, line, at));
                let mut holds = PlySet::none(line.moments());
                match one_is_enough {
                    true => fit.next().into_iter().for_each(|moment| holds.insert(moment)),
                    false => fit.for_each(|moment| holds.insert(moment)),
                }
                holds
            }
        };
        match holds.last() {
            Some(last) if one_is_enough => {
                let mut asked = PlySet::range(0, last + 1, line.moments());
                asked.keep(wanted);
                (asked, holds)
            }
            _ => (wanted.clone(), holds),
        }
    }

    /// At which of these moments a part holds that is about the places of the men; only the first
    /// of them if one is enough.
    fn on_boards(
        &mut self,
        node: &Node,
        plan: &Plan,
        line: &PlayedLine,
        wanted: &PlySet,
        one_is_enough: bool,
    ) -> PlySet {
        let mut holds = PlySet::none(line.moments());
        let end = wanted.last().unwrap_or(0);
        let mut next = wanted.next(0);
        while let Some(moment) = next {
            let men = self.men_at(moment, line);
            let mut basis = Basis::default();
            let holds_here = on_board(node, plan, men, &mut basis);
            if holds_here && one_is_enough {
                holds.insert(moment);
                return holds;
            }
            men.go_on_beside(&basis, end, line);
            let last = men.moment();
            if holds_here {
                holds.add_range(moment, last + 1);
            }
            next = wanted.next(last + 1);
        }
        holds.keep(wanted);
        holds
    }

    /// At which of these moments the side to move is in check; only the first of them if one is
    /// enough. Whether the next move answers the check is noted on the way.
    fn checks(&mut self, line: &PlayedLine, wanted: &PlySet, one_is_enough: bool) -> PlySet {
        let mut holds = PlySet::none(line.moments());
        let mut answered = PlySet::none(line.moments());
        let Some(first) = wanted.next(0) else { return holds };
        let kings = self.kings_at(first, line);
        for moment in wanted.iter() {
            kings.go_on(moment, line);
            let side = line.side_at(moment);
            if kings.is_in_check(side) {
                holds.insert(moment);
                if one_is_enough {
                    break;
                }
                if moment + 1 < line.moments() && kings.go_on_safely(line) {
                    answered.insert(moment);
                }
            }
        }
        answered.add(&self.answered);
        self.answered = answered;
        holds
    }

    /// Whether a part about moves, played or possible, holds at a ply.
    fn in_position(&mut self, node: &Node, plan: &Plan, line: &PlayedLine, moment: usize) -> bool {
        match node {
            Node::NoMove => {
                let side = line.side_at(moment);
                if self.answered.has(moment) {
                    return false;
                }
                // Where a legal move was played, there was one.
                let is_last = moment + 1 == line.moments();
                let kings = self.kings_at(moment, line);
                kings.has_king(side)
                    && (is_last || !kings.go_on_safely(line))
                    && !self.position_at(moment, line).has_legal_move()
            }
            Node::Moved(moved) => self.is_moved(&plan.moves[*moved], plan, line, moment),
            Node::Written(written) => {
                let written = &plan.written[*written];
                let Some(&step) = line.steps.get(moment) else { return false };
                written.may_be(step, line.side_at(moment))
                    && written.names(step, self.position_at(moment, line))
            }
            _ => false,
        }
    }

    /// Whether a move that fits in what is linear fits in the rest.
    fn is_moved(
        &mut self,
        parts: &MovedParts,
        plan: &Plan,
        line: &PlayedLine,
        moment: usize,
    ) -> bool {
        let Some(&step) = line.steps.get(moment) else { return false };
        let (from, to) = (BIT[step.from()], BIT[step.to()]);
        for (set, point) in [(parts.exact_mover, from), (parts.exact_taken, to)] {
            if let Some(set) = set {
                let men = self.men_at(moment, line);
                if plan.sets.men(set, men, &mut Basis::default()) & point == 0 {
                    return false;
                }
            }
        }
        let next = moment + 1;
        !parts.is_checking || self.kings_at(next, line).is_in_check(line.side_at(next))
    }

    fn men_at(&mut self, moment: usize, line: &PlayedLine) -> &mut Men {
        at(moment, line, &mut self.men, &self.standard.0)
    }

    fn kings_at(&mut self, moment: usize, line: &PlayedLine) -> &mut Kings {
        at(moment, line, &mut self.kings, &self.standard.1)
    }

    fn position_at(&mut self, moment: usize, line: &PlayedLine) -> &Position {
        if self.position.as_ref().is_some_and(|(at, _)| *at > moment) {
            self.position = None;
        }
        let (at, position) = self.position.get_or_insert_with(|| (0, line.start()));
        for &mv in &line.moves[*at..moment] {
            if let Some(mv) = Move::from_bytes(mv) {
                position.play_unchecked(mv);
            }
        }
        *at = moment;
        position
    }
}

/// Takes what is kept to a moment of a line; what is beyond that begins anew.
fn at<'k, T: OnLine + Clone>(
    moment: usize,
    line: &PlayedLine,
    kept: &'k mut Option<T>,
    standard: &T,
) -> &'k mut T {
    if kept.as_ref().is_some_and(|kept| kept.moment() > moment) {
        *kept = None;
    }
    let kept = kept.get_or_insert_with(|| match line.is_standard {
        true => standard.clone(),
        false => T::at_start(line),
    });
    kept.go_on(moment, line);
    kept
}

/// Whether a part about the places of the men holds; `basis` receives what the answer rests on.
fn on_board(node: &Node, plan: &Plan, men: &Men, basis: &mut Basis) -> bool {
    let mut men = |set| plan.sets.men(set, men, basis);
    let mut count = |set| men(set).count_ones();
    match node {
        Node::Exists(set) => men(*set) != 0,
        Node::Count(set, numbers) => numbers.contains(count(*set)),
        Node::Compare(one, comparison, other) => comparison.holds(count(*one), count(*other)),
        _ => false,
    }
}
