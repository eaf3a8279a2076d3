//! Evaluates parts that need the board of a moment.
//!
//! An answer is computed again only after a move touches its basis; most moves leave a pin or a
//! line as it is. Checks are found with `checks`.

use super::checks::Kings;
use super::line::{OnLine, PlayedLine};
use super::men::Basis;
use super::men::Men;
use super::moves::MovedParts;
use super::plan::{Node, Plan};
use super::plies::PlySet;
use super::points::BIT;
use crate::xiangqi::{Move, Position};

/// The board of one moment of a game, in up to three representations.
pub(super) struct Sight {
    /// The men, for attacks and lines; `None` before first use in a game.
    men: Option<Men>,
    /// The board for checks; `None` before first use in a game.
    kings: Option<Kings>,
    /// Position and moment, for legal moves and written moves; `None` before first use.
    position: Option<(usize, Position)>,
    /// Moments of check whose next move is legal.
    answered: PlySet,
    standard: (Men, Kings),
}

impl Sight {
    /// Begins at the start of a line.
    pub(super) fn new(line: &PlayedLine) -> Sight {
        Sight {
            men: None,
            kings: None,
            position: None,
            answered: PlySet::default(),
            standard: (Men::at_start(line), Kings::at_start(line)),
        }
    }

    /// Forgets the game.
    pub(super) fn forget(&mut self) {
        (self.men, self.kings, self.position) = (None, None, None);
        self.answered.clear();
    }

    /// Evaluates a part at the wanted moments; returns the moments evaluated, and those of them at
    /// which it holds.
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

    /// Wanted moments at which a part about men holds; only the first with `one_is_enough`.
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

    /// Wanted moments at which the side to move is in check; only the first with `one_is_enough`.
    /// Also notes checks that a legal move answers.
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

    /// Whether a part about played or possible moves holds at a moment.
    fn in_position(&mut self, node: &Node, plan: &Plan, line: &PlayedLine, moment: usize) -> bool {
        match node {
            Node::NoMove => {
                let side = line.side_at(moment);
                if self.answered.has(moment) {
                    return false;
                }
                // A legal move that was played shows that there was one.
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

    /// Whether a move that fits the tables also fits the exact sets and gives check if required.
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

/// Plays a board on to a moment; begins anew if the board is later.
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

/// Whether a part about the places of men holds; adds the dependencies to `basis`.
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
