//! At which moments each part of a plan can hold at most, by what is linear in it.
//!
//! One walk over the parts, each after those it is made of, with nothing but words of bits. Most
//! games show there that they cannot fit, and for a query without geometry the bounds are the
//! answer.

use super::bank::Place;
use super::bits;
use super::lanes::Swept;
use super::line::PlayedLine;
use super::moments::Moments;
use super::plan::{Headers, Node, NodeId, Plan};
use super::syntax::Link;
use smallvec::SmallVec;

/// The bounds of all parts in one game.
#[derive(Debug, Default)]
pub(super) struct Bounds {
    /// The moments of the game.
    len: usize,
    /// Words a part.
    width: usize,
    words: Vec<u64>,
    /// By word of numbers, then by word of moves: the answers, once they are needed.
    swept: Vec<(bool, Swept)>,
}

impl Bounds {
    pub(super) fn new(plan: &Plan) -> Bounds {
        let banks = plan.banks.len() + plan.move_banks.len();
        Bounds { swept: vec![Default::default(); banks], ..Bounds::default() }
    }

    /// Takes up a game. False as soon as a part that the query cannot be without holds nowhere;
    /// with `every_part`, all are looked at nevertheless.
    pub(super) fn work_out(
        &mut self,
        plan: &Plan,
        line: &mut PlayedLine,
        headers: Headers<'_>,
        every_part: bool,
    ) -> bool {
        self.len = line.moments();
        self.width = self.len.div_ceil(64);
        self.words.resize(plan.nodes.len() * self.width, 0);
        self.swept.iter_mut().for_each(|(is_swept, _)| *is_swept = false);
        let mut may_fit = true;
        for id in 0..plan.nodes.len() {
            self.part((id, plan), line, headers);
            may_fit &= !plan.is_required[id] || self.may_hold(id);
            if !may_fit && !every_part {
                return false;
            }
        }
        may_fit
    }

    /// A part can hold at some moment.
    pub(super) fn may_hold(&self, id: NodeId) -> bool {
        self.of(id).iter().any(|&word| word != 0)
    }

    /// The moments at which a part can hold.
    pub(super) fn moments(&self, id: NodeId) -> Moments {
        Moments::of_words(SmallVec::from_slice(self.of(id)), self.len)
    }

    fn of(&self, id: NodeId) -> &[u64] {
        &self.words[id * self.width..][..self.width]
    }

    fn part(&mut self, (id, plan): (NodeId, &Plan), line: &mut PlayedLine, headers: Headers<'_>) {
        let (len, width) = (self.len, self.width);
        let (earlier, own) = self.words.split_at_mut(id * width);
        let own = &mut own[..width];
        let of = |part: NodeId| &earlier[part * width..][..width];
        let holds_in = |part: NodeId| of(part).iter().any(|&word| word != 0);
        match &plan.nodes[id] {
            Node::Header(header) => bits::fill(own, headers.holds(*header), len),
            Node::Ply(numbers) => {
                let end = (numbers.most as usize).saturating_add(1);
                bits::set_range(own, numbers.least as usize, end, len);
                if numbers.is_negated {
                    bits::invert(own, len);
                }
            }
            Node::ToMove(side) => bits::alternate(own, usize::from(*side != line.side), len),
            Node::Start => bits::set_range(own, 0, 1, len),
            Node::End => bits::set_range(own, len - 1, len, len),
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
                swept.lane(place.lane, own);
            }
            Node::Moved(_) | Node::Written(_) => {
                let place = plan.move_place(&plan.nodes[id]);
                moves(plan, &mut self.swept, line, place).lane(place.lane, own);
            }
            Node::Exists(_) | Node::Count(..) | Node::Compare(..) | Node::Check | Node::NoMove => {
                bits::fill(own, true, len);
            }
            Node::Not(part) if plan.is_linear[*part] => {
                own.copy_from_slice(of(*part));
                bits::invert(own, len);
            }
            Node::Not(_) => bits::fill(own, true, len),
            Node::Ever(part) => bits::fill(own, holds_in(*part), len),
            Node::Times(part, numbers) => {
                let most: u32 = of(*part).iter().map(|word| word.count_ones()).sum();
                let may_be = match plan.is_linear[*part] {
                    true => numbers.contains(most),
                    false => (0..=most).any(|times| numbers.contains(times)),
                };
                bits::fill(own, may_be, len);
            }
            Node::All(parts) => {
                bits::fill(own, true, len);
                parts.iter().for_each(|&part| bits::keep(own, of(part)));
            }
            Node::Any(parts) => {
                bits::fill(own, false, len);
                parts.iter().for_each(|&part| bits::add(own, of(part)));
            }
            Node::For(part, plies) => {
                own.copy_from_slice(of(*part));
                bits::lasting(own, *plies as usize, len);
            }
            Node::Sequence(parts) => sequence(parts, &of, own),
        }
    }
}

/// The line, its moves played.
fn played(line: &mut PlayedLine) -> &PlayedLine {
    line.play();
    line
}

/// The answers of a word of moves.
fn moves<'s>(
    plan: &Plan,
    swept: &'s mut [(bool, Swept)],
    line: &mut PlayedLine,
    place: Place,
) -> &'s Swept {
    let (is_swept, swept) = &mut swept[plan.banks.len() + place.bank];
    if !std::mem::replace(is_swept, true) {
        plan.move_banks[place.bank].sweep(played(line), swept);
    }
    swept
}

/// The moments of the first part from which the others follow.
fn sequence<'a>(parts: &[(Link, NodeId)], of: &dyn Fn(NodeId) -> &'a [u64], own: &mut [u64]) {
    own.fill(!0);
    for (number, &(_, part)) in parts.iter().enumerate().rev() {
        if let Some((link, _)) = parts.get(number + 1) {
            match link {
                Link::Later => bits::before_the_last(own),
                Link::Within(plies) => bits::shortly_before(own, *plies as usize),
            }
        }
        bits::keep(own, of(part));
    }
}
