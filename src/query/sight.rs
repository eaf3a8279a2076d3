//! Parts that need a look at the board of a moment.
//!
//! An answer is worked out anew only after a move that touches what the last one rests on: most
//! moves leave a pin or a line as it is.

use super::basis::Basis;
use super::line::PlayedLine;
use super::men::Men;
use super::moments::Moments;
use super::moved::MovedParts;
use super::plan::{Node, Plan};
use super::points::BIT;
use crate::xiangqi::{Position, Side};

/// The board of one moment of a game, in two forms.
pub(super) struct Sight {
    /// The men, for attacks and lines; none when no board of the game was looked at yet.
    men: Option<Men>,
    /// The position and its moment, for what needs legal moves or reads text.
    position: Option<(usize, Position)>,
    standard: Men,
}

impl Sight {
    /// Begins with a line at the standard start.
    pub(super) fn new(line: &PlayedLine) -> Sight {
        Sight { men: None, position: None, standard: Men::at_start(line) }
    }

    /// Another game begins.
    pub(super) fn forget(&mut self) {
        (self.men, self.position) = (None, None);
    }

    /// Looks for a part of the plan at these moments; says at which of them it looked, and at which
    /// of these it holds. `alone` are the moments from which a move is played that leaves alone the
    /// pieces that the part rests on.
    pub(super) fn sweep(
        &mut self,
        node: &Node,
        plan: &Plan,
        line: &PlayedLine,
        (wanted, alone): (&Moments, Option<&Moments>),
        one_is_enough: bool,
    ) -> (Moments, Moments) {
        let mut holds = Moments::none(line.moments());
        let mut next = wanted.next(0);
        while let Some(moment) = next {
            let (holds_here, last) = match alone {
                Some(alone) => {
                    let mut basis = Basis::default();
                    let holds = self.on_board(node, plan, line, moment, &mut basis);
                    let touched = alone.next_missing(moment).min(line.steps.len());
                    (holds, basis.last_untouched(&line.steps, moment, touched))
                }
                None => (self.in_position(node, plan, line, moment), moment),
            };
            if holds_here {
                holds.add_range(moment, last + 1);
                if one_is_enough {
                    let mut asked = Moments::range(0, last + 1, line.moments());
                    asked.keep(wanted);
                    holds.keep(wanted);
                    return (asked, holds);
                }
            }
            next = wanted.next(last + 1);
        }
        holds.keep(wanted);
        (wanted.clone(), holds)
    }

    /// What the places of the men say. What it rests on, beside the places of its pieces, is added
    /// to `basis`.
    fn on_board(
        &mut self,
        node: &Node,
        plan: &Plan,
        line: &PlayedLine,
        moment: usize,
        basis: &mut Basis,
    ) -> bool {
        let men = self.men_at(moment, line);
        let mut count = |set| plan.sets.men(set, men, basis).count_ones();
        match node {
            Node::Exists(set) => count(*set) != 0,
            Node::Count(set, numbers) => numbers.contains(count(*set)),
            Node::Compare(one, comparison, other) => comparison.holds(count(*one), count(*other)),
            Node::InCheck(side) => men.is_in_check(*side, basis),
            _ => false,
        }
    }

    /// What the moves say that are played and that could be.
    fn in_position(&mut self, node: &Node, plan: &Plan, line: &PlayedLine, moment: usize) -> bool {
        match node {
            Node::NoMove => {
                let side = line.side_at(moment);
                if self.men_at(moment, line).king(side).is_none() {
                    return false;
                }
                // Where a move was played that leaves no king in check, there was a legal one.
                let is_last = moment + 1 == line.moments();
                (is_last || self.is_in_check(moment + 1, side, line))
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
        !parts.is_checking || self.is_in_check(moment + 1, line.side_at(moment + 1), line)
    }

    fn is_in_check(&mut self, moment: usize, side: Side, line: &PlayedLine) -> bool {
        self.men_at(moment, line).is_in_check(side, &mut Basis::default())
    }

    fn men_at(&mut self, moment: usize, line: &PlayedLine) -> &Men {
        let is_behind = self.men.as_ref().is_none_or(|men| men.moment() > moment);
        if is_behind {
            self.men = None;
        }
        let standard = &self.standard;
        let men = self.men.get_or_insert_with(|| match line.is_standard {
            true => standard.clone(),
            false => Men::at_start(line),
        });
        men.go_on(moment, line);
        men
    }

    fn position_at(&mut self, moment: usize, line: &PlayedLine) -> &Position {
        if self.position.as_ref().is_some_and(|(at, _)| *at > moment) {
            self.position = None;
        }
        let (at, position) = self.position.get_or_insert_with(|| (0, line.start()));
        for step in &line.steps[*at..moment] {
            if let Some(mv) = step.mv() {
                position.play_unchecked(mv);
            }
        }
        *at = moment;
        position
    }
}
