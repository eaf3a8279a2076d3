//! Numbers, moves and gaps.

use super::reader::{Mark, Reader};
use crate::format::pgn::book_number::book_number;
use crate::format::pgn::count::{Finding, Half, Number};
use crate::format::pgn::words::{self, DOTS};
use crate::format::{RawMove, RawTree};
use std::ops::Range;

/// So many numbers that do not fit are told one by one.
pub(super) const MOST_ODD: u32 = 10;

impl Reader<'_> {
    /// Takes a number as books print it. One stands before the first move, or none is one: `(2)` is
    /// a remark elsewhere.
    pub(super) fn takes_book_number(&mut self) -> bool {
        let may_stand = self.has_book_numbers
            || self.moves.tree.nodes.is_empty() && self.number.is_none() && !self.any_word;
        let number = if may_stand { book_number(self.rest()) } else { None };
        let Some((len, value)) = number else { return false };
        let rest = self.rest()[len..].trim_start();
        if !words::begins_with_move(rest) && !rest.starts_with("...") && !rest.starts_with('…') {
            return false;
        }
        self.has_book_numbers = true;
        self.take_number(len, value);
        self.take_dots();
        true
    }

    /// The number that takes the next `len` bytes.
    pub(super) fn take_number(&mut self, len: usize, value: u32) {
        let place = self.at..self.at + len;
        if let Some((number, before)) = self.number.take() {
            // A number without a move. Nothing before the first one could tell that it is missing.
            let has_dot = |place: &Range<usize>| self.text[place.clone()].ends_with(DOTS);
            let is_first = self.moves.tree.nodes.is_empty() && !self.moves.black_first;
            if is_first && number.value == 1 && value > 1 && has_dot(&before) && has_dot(&place) {
                self.unnumbered_gap(before);
            } else {
                self.mark(before, true);
            }
        }
        self.number = Some((Number { value, half: Half::First }, place));
        self.at += len;
    }

    /// The dots of `3...`. Two say nothing for certain.
    pub(super) fn take_dots(&mut self) {
        let from = self.at;
        self.skip_while(|c| matches!(c, '.' | '．' | '…'));
        let dots = &self.text[from..self.at];
        if dots.contains('…') || dots.chars().nth(1).is_some() {
            self.second_half();
        } else if let (false, Some((number, _))) = (dots.is_empty(), &mut self.number) {
            number.half = Half::Either;
            let has_dot = self.text[..from].ends_with(['.', '．']);
            self.has_two_dots |= has_dot && self.moves.tree.nodes.is_empty();
        }
    }

    /// The move that takes the next `len` bytes.
    pub(super) fn take_move(&mut self, len: usize) {
        let mark = self.mark.take();
        if let Some((number, place)) = self.number.take() {
            let node = self.moves.tree.nodes.len() as u32;
            let (before, behind) = match mark {
                Some(mark) if mark.place.start >= place.end => (None, Some(mark)),
                mark => (mark, None),
            };
            let before = before.unwrap_or(Mark { place, is_gap: false });
            let finding = self.count.check(number, before.gap(node));
            self.take_finding(finding);
            if let Some(mark) = behind {
                self.count.hold(mark.gap(node));
            }
        } else if let Some(mark) = mark.filter(|mark| mark.is_gap && !self.is_begun_by_black()) {
            self.unnumbered_gap(mark.place);
        }
        let token = RawMove::Text(&self.rest()[..len]);
        self.last = self.moves.tree.push(self.last, self.at as u32, token);
        self.count.advance();
        self.at += len;
    }

    /// No move stands before this one, and signs say that Black begins.
    fn is_begun_by_black(&self) -> bool {
        self.last == RawTree::ROOT && self.moves.black_first
    }

    /// A gap is marked between two moves that have no number between them. Where the line has
    /// numbers, those that follow say whether a move is missing.
    pub(super) fn unnumbered_gap(&mut self, place: Range<usize>) {
        if self.count.has_numbers() {
            return self.moves.passed_over.push(place);
        }
        let missing = RawMove::Missing(&self.text[place.clone()]);
        self.last = self.moves.tree.push(self.last, place.start as u32, missing);
        self.count.advance();
    }

    /// A line ends, and with it the doubt about its last number.
    pub(super) fn end_line(&mut self) {
        let finding = self.count.end();
        self.take_finding(finding);
    }

    pub(super) fn take_finding(&mut self, finding: Finding) {
        match finding {
            Finding::Fits => {}
            Finding::Gap(gap) => {
                if (gap.node as usize) < self.moves.tree.nodes.len() {
                    let stands = &self.text[gap.from as usize..gap.to as usize];
                    self.gaps.push((gap.node, gap.from, stands));
                }
            }
            Finding::Stray(gap) => {
                // A comment is kept as one.
                let place = gap.from as usize..gap.to as usize;
                if !self.text[place.clone()].starts_with(['{', '｛', '(', '（']) {
                    self.moves.passed_over.push(place);
                }
            }
            Finding::BlackBegins => {
                self.moves.black_first = true;
                self.warn("two dots behind the first number are read as three");
            }
            Finding::Odd { found, due } => {
                self.odd += 1;
                if self.odd <= MOST_ODD {
                    self.warn(&format!("move number {found} stands where {due} is due"));
                }
            }
        }
    }
}
