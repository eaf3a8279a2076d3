//! Reads numbers, moves and gaps between them; comments, variations and remarks; and signs that
//! praise or blame, stand for a half-move, or separate games.

use super::{BRACKETS, LastClosing, Mark, Outer, Reader, torn};
use crate::format::pgn::book_marks::{book_number, diagram_mark};
use crate::format::pgn::count::{Finding, Number, NumberHalf};
use crate::format::pgn::words::{self, DOTS, word_len};
use crate::format::pgn::{joined, stray};
use crate::format::reason::Reason;
use crate::format::{RawMove, RawTree};
use std::borrow::Cow;
use std::ops::Range;

/// Warnings about single numbers that do not fit; a last one counts the rest.
pub(super) const MOST_ODD: u32 = 10;

impl Reader<'_> {
    /// Takes a number as books print it: only if the first move has one, as `(2)` is otherwise a
    /// remark.
    pub(super) fn takes_book_number(&mut self) -> bool {
        let may_stand = self.has_book_numbers
            || self.moves.tree.nodes.is_empty() && self.number.is_none() && !self.manner.any_word;
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

    /// Takes the next `len` bytes as a number.
    pub(super) fn take_number(&mut self, len: usize, value: u32) {
        let place = self.at..self.at + len;
        if let Some((number, before)) = self.number.take() {
            // A number without a move; before the first move, no earlier number shows the gap.
            let has_dot = |place: &Range<usize>| self.text[place.clone()].ends_with(DOTS);
            let is_first = self.moves.tree.nodes.is_empty() && !self.moves.black_first;
            if is_first && number.value == 1 && value > 1 && has_dot(&before) && has_dot(&place) {
                self.unnumbered_gap(before);
            } else {
                self.mark(before, true);
            }
        }
        self.number = Some((Number { value, half: NumberHalf::First }, place));
        self.at += len;
    }

    /// Takes the dots of `3...`; two dots are ambiguous.
    pub(super) fn take_dots(&mut self) {
        let from = self.at;
        self.skip_while(|c| matches!(c, '.' | '．' | '…'));
        let dots = &self.text[from..self.at];
        if dots.is_empty() {
            return;
        }
        if dots.contains('…') || dots.chars().nth(1).is_some() {
            self.second_half();
        } else if let Some((number, _)) = &mut self.number {
            number.half = NumberHalf::Either;
            let has_dot = self.text[..from].ends_with(['.', '．']);
            self.has_two_dots |= has_dot && self.moves.tree.nodes.is_empty();
        }
    }

    /// Takes the next `len` bytes as a move.
    pub(super) fn take_move(&mut self, len: usize) {
        let mark = self.mark.take();
        if let Some((number, place)) = self.number.take() {
            let node = self.moves.tree.nodes.len() as u32;
            let (before, behind) = match mark {
                Some(mark) if mark.place.start >= place.end => (None, Some(mark)),
                mark => (mark, None),
            };
            if self.count.expects(number.value, 0) {
                self.stray = None;
            } else if self.count.has_numbers() {
                self.break_at_stray();
                self.notice(place.start);
            }
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

    /// Whether this is the first move, and signs show that Black begins.
    fn is_begun_by_black(&self) -> bool {
        self.last == RawTree::ROOT && self.moves.black_first
    }

    /// Records a gap marked between two moves without a number between them. In a numbered line,
    /// later numbers decide whether a move is missing.
    pub(super) fn unnumbered_gap(&mut self, place: Range<usize>) {
        if self.count.has_numbers() {
            return self.moves.passed_over.push(place);
        }
        let missing = RawMove::Missing(&self.text[place.clone()]);
        self.last = self.moves.tree.push(self.last, place.start as u32, missing);
        self.count.advance();
    }

    /// Ends a line, and the doubt about its last number.
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
                // A comment stays a comment.
                let place = gap.from as usize..gap.to as usize;
                if !self.text[place.clone()].starts_with(['{', '｛', '(', '（']) {
                    self.moves.passed_over.push(place);
                }
            }
            Finding::BlackBegins => {
                self.moves.black_first = true;
                self.warn(Reason::TwoDotsAreThree);
            }
            Finding::Odd { found, due } => {
                self.odd += 1;
                if self.odd <= MOST_ODD {
                    self.warn(Reason::OddNumber { found, due });
                }
            }
        }
    }
}

/// Bytes of the longest comment that stands for a move.
const LONGEST_SIGN: usize = 24;

/// Bytes searched for a closing bracket; otherwise each of many games would scan the text to its
/// end.
const FARTHEST: usize = 64 << 10;

/// Opening brackets, and the brackets that close them.
const PAIRS: [([char; 2], [char; 2]); BRACKETS] = [
    (['(', '（'], [')', '）']),
    (['[', '【'], [']', '】']),
    (['{', '{'], ['}', '}']),
    (['｛', '｛'], ['｝', '｝']),
];

impl<'a> Reader<'a> {
    pub(super) fn comment(&mut self, open: char, close: char) {
        let begin = self.at;
        let from = self.at + open.len_utf8();
        let rest = &self.text[from..];
        let len = match rest.find(close) {
            Some(len) => {
                let has_inner = rest[..len].contains(open);
                let nested =
                    if has_inner { self.nested(rest, [open; 2], [close; 2]) } else { None };
                if has_inner && nested.is_none() {
                    self.warn(Reason::CommentInComment);
                    let outer = rest[..len].rfind(open).unwrap_or(len);
                    self.lose_in_comment(begin, &rest[..outer]);
                }
                let len = nested.unwrap_or(len);
                self.at = from + len + close.len_utf8();
                len
            }
            None => {
                self.at = self.text.len();
                self.warn(Reason::CommentNotClosed);
                self.lose_in_comment(begin, rest);
                rest.len()
            }
        };
        self.note(begin, rest[..len].trim());
        self.be_sure();
    }

    /// Breaks the line off if the comment from `begin` may have swallowed moves: it never ends, or
    /// ends with another comment.
    fn lose_in_comment(&mut self, begin: usize, comment: &str) {
        let is_taken =
            stray::looks_like_movetext(comment) || torn::has_lost_its_piece(comment.trim_start());
        if is_taken {
            self.miss(begin);
        }
    }

    /// Breaks the line off with a missing move in place of the word at `begin`.
    fn miss(&mut self, begin: usize) {
        let missing = RawMove::Missing(self.word_at(begin));
        self.last = self.moves.tree.push(self.last, begin as u32, missing);
    }

    pub(super) fn word_at(&self, begin: usize) -> &'a str {
        &self.text[begin..begin + words::plain_word_len(&self.text[begin..])]
    }

    /// Takes a brace or bracket that closes nothing. The line breaks off at the first word or
    /// number that does not fit the moves before it, where the comment or variation may have begun.
    /// Without such a word it breaks off at the bracket, unless the next number is due: then the
    /// bracket is a stray.
    pub(super) fn closes_nothing(&mut self) {
        let nodes = self.moves.tree.nodes.len() as u32;
        if nodes > self.sure {
            let begin = self.seam.filter(|(node, _)| *node < nodes);
            self.stray = Some(begin.unwrap_or((nodes, self.at)));
            if begin.is_some() {
                self.break_at_stray();
            }
        }
        self.be_sure();
    }

    /// Breaks the line off at the last bracket that closes nothing, unless a number showed it to be
    /// a stray.
    pub(super) fn break_at_stray(&mut self) {
        let Some((node, at)) = self.stray.take() else { return };
        let missing = self.word_at(at);
        if (node as usize) < self.moves.tree.nodes.len() {
            self.gaps.push((node, at as u32, missing));
        } else {
            self.miss(at);
        }
    }

    /// Records that the text so far is read as meant.
    fn be_sure(&mut self) {
        (self.sure, self.seam) = (self.moves.tree.nodes.len() as u32, None);
    }

    /// Records that a word or number at `at` does not fit the moves before it.
    pub(super) fn notice(&mut self, at: usize) {
        self.seam.get_or_insert((self.moves.tree.nodes.len() as u32, at));
    }

    /// Keeps the comment read from `begin` on.
    pub(super) fn note(&mut self, begin: usize, comment: &'a str) {
        if self.at - begin <= LONGEST_SIGN {
            self.mark(begin..self.at, words::says_missing(comment));
        }
        if !comment.is_empty() {
            self.moves.tree.comments.push((self.last, Cow::Borrowed(comment)));
        }
    }

    /// Takes a diagram mark as a comment.
    pub(super) fn takes_diagram_mark(&mut self) -> bool {
        let found = if self.manner.any_word { None } else { diagram_mark(self.rest()) };
        let Some((len, mark)) = found else { return false };
        let begin = self.at;
        self.at += len;
        self.note(begin, mark);
        true
    }

    /// Takes a comment up to the end of the line, or a lone semicolon between moves.
    pub(super) fn semicolon(&mut self) {
        let begin = self.at;
        self.at += 1;
        if self.manner.any_word {
            let is_glued = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
            if is_glued(self.text[..begin].chars().next_back()) {
                // The sign ends a word.
                return;
            }
            let has_numbers = self.number.is_some() || self.count.has_numbers();
            if !has_numbers && is_glued(self.rest().chars().next()) {
                self.at = begin;
                return self.take_move(words::plain_word_len(self.rest()));
            }
        }
        let bare = self.rest().trim_start_matches(stray::parts_words);
        let bare = bare[words::number_len(bare)..].trim_start_matches(stray::parts_words);
        let is_glued = self.text[..begin].ends_with(|c: char| !c.is_whitespace());
        if words::begins_with_move(bare) {
            self.has_semicolons |= is_glued;
        } else {
            let comment = &self.rest()[..self.line_len()];
            let holds_moves = stray::looks_like_movetext(comment);
            let next = comment.split(';').next().unwrap_or_default();
            if self.has_semicolons && is_glued && next.split_whitespace().nth(1).is_none() {
                // A word between semicolons among moves is no comment.
                return;
            }
            if holds_moves {
                self.warn(Reason::CommentHoldsMoves);
            }
            if holds_moves && self.manner.any_word {
                // Any word may be a move, so those between the numbers are.
                return;
            }
            // A sign in place of the first character of a numbered move.
            let word = comment.split(char::is_whitespace).next().unwrap_or_default();
            let is_torn = self.number.is_some() && word.contains(char::REPLACEMENT_CHARACTER);
            if (holds_moves || is_torn) && self.manner.is_field {
                self.at = begin;
                return self.take_move(words::plain_word_len(self.rest()));
            }
            self.at += comment.len();
            // The semicolon stands for a brace whose comment ends before the line does.
            let count = |braces: [char; 2]| comment.matches(braces).count();
            let behind = comment.rsplit(['}', '｝']).next().unwrap_or_default().trim_start();
            if count(['}', '｝']) > count(['{', '｛']) && words::begins_with_move(behind) {
                self.miss(begin);
            }
            self.note(begin, comment.trim());
        }
    }

    /// Takes a variation if a move follows the bracket, otherwise a remark.
    pub(super) fn open_bracket(&mut self, open: char) {
        let inner = &self.text[self.at + open.len_utf8()..];
        let begins_with_move = self.manner.any_word || words::begins_with_move(inner);
        if self.last == RawTree::ROOT || !begins_with_move {
            return self.remark(open);
        }
        self.at += open.len_utf8();
        let variation = self.count.variation();
        self.open.push(Outer {
            at: self.at - open.len_utf8(),
            last: self.last,
            count: std::mem::replace(&mut self.count, variation),
            number: self.number.take(),
        });
        self.mark = None;
        self.last = self.moves.tree.nodes[self.last as usize].parent;
    }

    pub(super) fn close_bracket(&mut self, close: char) {
        if self.open.is_empty() {
            self.closes_nothing();
            return self.pass_over(close.len_utf8());
        }
        self.end_line();
        if let Some(outer) = self.open.pop() {
            (self.last, self.count, self.number) = (outer.last, outer.count, outer.number);
        }
        self.mark = None;
        self.at += close.len_utf8();
    }

    /// Takes a remark in round brackets, with the brackets inside it.
    pub(super) fn remark(&mut self, open: char) {
        let begin = self.at;
        let rest = near(self.rest());
        let nested = self.nested(&rest[open.len_utf8()..], ['(', '（'], [')', '）']);
        let close = nested
            .map(|at| open.len_utf8() + at)
            .or_else(|| if self.has_closing { rest.find([')', '）']) } else { None });
        let Some(close) = close else {
            self.has_closing = false;
            return self.pass_over(open.len_utf8());
        };
        if nested.is_none() {
            let outer = rest[..close].rfind(['(', '（']).unwrap_or(close);
            self.lose_in_comment(begin, &rest[..outer]);
        }
        let inner = &rest[open.len_utf8()..close];
        self.at += close;
        self.skip_char();
        if torn::is_torn_variation(inner) {
            self.moves.torn.push(begin..self.at);
        }
        self.note(begin, inner.trim());
    }

    /// Offset of the bracket that closes the one before `rest`, if all brackets inside are closed.
    /// After one failure, nesting is ignored for the rest of the record.
    pub(super) fn nested(
        &mut self,
        rest: &str,
        open: [char; 2],
        close: [char; 2],
    ) -> Option<usize> {
        if !self.nests {
            return None;
        }
        let mut depth = 1;
        for (at, c) in near(rest).char_indices() {
            if open.contains(&c) {
                depth += 1;
            } else if close.contains(&c) {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
        }
        self.nests = false;
        None
    }

    /// Takes square brackets in movetext: a program's remark. A bracket that its line does not
    /// close swallows no moves: it belongs to the move glued to it, or stands alone.
    pub(super) fn bracket_text(&mut self) {
        let line = &self.rest()[..self.line_len()];
        let inner = &line['['.len_utf8()..];
        let is_glued = !inner.starts_with(char::is_whitespace)
            && (self.manner.any_word || words::begins_with_move(inner));
        match line.find(']') {
            Some(at) => self.pass_over(at + 1),
            None if is_glued => self.take_move('['.len_utf8() + words::plain_word_len(inner)),
            None if stray::looks_like_movetext(inner) => self.pass_over('['.len_utf8()),
            None => self.pass_over(line.len()),
        }
    }

    /// Length of a sign glued to a move without a direction, in place of its stroke: a sign without
    /// other meaning there (a bracket without a partner, dots before a blank). 0 for none.
    pub(super) fn torn_stroke_len(&mut self, word: &str) -> usize {
        let behind = self.at + word.len();
        let Some(open) = self.text[behind..].chars().next() else { return 0 };
        let next = self.text[behind..].chars().nth(1);
        let is_loose = match open {
            '}' | '｝' | ']' | '】' => true,
            ')' | '）' => self.open.is_empty(),
            '…' => next.is_none_or(char::is_whitespace),
            _ => false,
        };
        if is_loose && torn::has_no_direction(word) {
            return open.len_utf8();
        }
        let kind = PAIRS.iter().position(|(opening, _)| opening.contains(&open));
        let Some(kind) = kind.filter(|_| torn::has_no_direction(word)) else { return 0 };
        let text = &self.text[..behind + near(&self.text[behind..]).len()];
        let is_known = |known: &&mut LastClosing| behind < known.until;
        let last = match self.last_closing.as_mut().filter(is_known) {
            Some(known) => known,
            None => self.last_closing.insert(LastClosing {
                at: PAIRS.map(|(_, closing)| text[behind..].rfind(closing).map(|at| behind + at)),
                until: behind + text[behind..].len() / 2,
            }),
        };
        if last.at[kind] > Some(behind) { 0 } else { open.len_utf8() }
    }
}

/// Part of a text in which a bracket must close.
fn near(text: &str) -> &str {
    &text[..text.floor_char_boundary(FARTHEST)]
}

impl Reader<'_> {
    /// Takes praise or blame, which may also stand for an unreadable move.
    pub(super) fn sign(&mut self, fits: impl Fn(char) -> bool) {
        let from = self.at;
        self.skip_while(fits);
        let sign = &self.text[from..self.at];
        let is_gap = match sign.strip_prefix('$') {
            // A number above all NAGs is a move's remains; a NAG behind a move number stands for
            // its move.
            Some(number) => number.parse::<u8>().is_err() || self.number.is_some(),
            None => sign.trim_end_matches(['?', '？']).len() + 3 <= sign.len(),
        };
        if sign.starts_with('$') && (is_gap || self.may_be_figures(sign.len())) {
            self.moves.passed_over.push(from..self.at);
        }
        self.mark(from..self.at, is_gap);
    }

    /// Whether the last move is in figures (`7747`, `C25`) and an annotation of `len` bytes may be
    /// another such move, its first character replaced or preceded by the sign.
    fn may_be_figures(&self, len: usize) -> bool {
        let last = self.moves.tree.nodes.last().map(|node| node.mv);
        let Some(RawMove::Text(token)) = last else { return false };
        let figures = token.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let is_in_figures = match (token.len(), figures.len()) {
            (4, 4) | (3, 2) => figures.bytes().all(|byte| byte.is_ascii_digit()),
            _ => false,
        };
        is_in_figures && (token.len()..=token.len() + 1).contains(&len)
    }

    /// Takes a word that begins like an annotation, `$5`, and continues like a move: the sign
    /// replaced the piece's letter.
    pub(super) fn takes_torn_annotation(&mut self) -> bool {
        let word = &self.rest()[..words::plain_word_len(self.rest())];
        let left = word['$'.len_utf8()..].trim_start_matches(|c: char| c.is_ascii_digit());
        let has_number = left.len() + '$'.len_utf8() < word.len();
        // The next move may be glued to an annotation, or a sign may end the sentence.
        let is_sound = || words::begins_usual_move(left) || left.chars().nth(1).is_none();
        if left.is_empty() || left.starts_with('$') || has_number && is_sound() {
            return false;
        }
        self.take_move(word.len());
        true
    }

    /// Whether a sign stands twice in a row.
    pub(super) fn is_run(&self) -> bool {
        let mut chars = self.rest().chars();
        chars.next() == chars.next()
    }

    /// Whether four or more equal signs begin a line: an advert follows.
    pub(super) fn is_ruler(&self) -> bool {
        let rest = self.rest().as_bytes();
        rest.len() >= 4 && rest[..4].iter().all(|byte| *byte == rest[0]) && self.is_line_start()
    }

    /// Takes signs in a row that stand for a half-move, or a ruler; `true` at the end of the game.
    pub(super) fn filler_or_ruler(&mut self) -> bool {
        if !self.is_ruler() {
            self.filler();
            return false;
        }
        let ruler = self.at;
        self.skip_while(joined::is_filler);
        if self.goes_on() {
            self.warn(Reason::RulerBetweenMoves);
            return false;
        }
        self.moves.end = ruler;
        true
    }

    /// Takes dots or dashes in place of a half-move; before the first move they show that Black
    /// begins.
    pub(super) fn filler(&mut self) {
        let from = self.at;
        self.skip_while(joined::is_filler);
        let signs = &self.text[from..self.at];
        if !signs.contains('…') && signs.chars().nth(1).is_none() {
            return;
        }
        let begins_list = self.moves.tree.nodes.is_empty() && self.number.is_none();
        if begins_list && signs == "…" && self.rest().starts_with(char::is_alphanumeric) {
            // A single sign glued to the first move does not say that Black begins.
            self.at = from;
            return self.take_move(signs.len() + word_len(&self.rest()[signs.len()..]));
        }
        self.second_half();
        if self.number.is_none() {
            self.mark(from..self.at, true);
        }
    }

    /// Whether a number was just read whose first half-move is due.
    pub(super) fn is_first_half_due(&self) -> bool {
        let number = self.number.as_ref().map(|(number, _)| number);
        number.is_some_and(|number| {
            number.half == NumberHalf::First && self.count.expects(number.value, 0)
        })
    }

    /// Records that a pair's second half-move follows.
    pub(super) fn second_half(&mut self) {
        if let Some((number, _)) = &mut self.number {
            number.half = NumberHalf::Second;
        }
        if self.moves.tree.nodes.is_empty() && !self.moves.black_first {
            self.moves.black_first = true;
            self.count.advance();
        }
    }
}
