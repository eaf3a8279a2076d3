//! Comments, variations and remarks.

use super::reader::{BRACKETS, LastClosing, Outer, Reader};
use crate::format::RawTree;
use crate::format::pgn::diagram_mark::diagram_mark;
use crate::format::pgn::{torn, words};
use std::borrow::Cow;

/// A comment that stands for a move is no longer than this, in bytes.
const LONGEST_SIGN: usize = 24;

/// The bracket that closes another is looked for no farther than this, in bytes: each of the many
/// games of a text would be looked through to the end.
const FARTHEST: usize = 64 << 10;

/// Brackets that open, and those that close them.
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
                    self.warn("a comment begins inside a comment");
                }
                let len = nested.unwrap_or(len);
                self.at = from + len + close.len_utf8();
                len
            }
            None => {
                self.at = self.text.len();
                self.warn("a comment is not closed");
                rest.len()
            }
        };
        self.note(begin, rest[..len].trim());
    }

    /// Keeps the comment that begins at `begin` and has been read.
    pub(super) fn note(&mut self, begin: usize, comment: &'a str) {
        if self.at - begin <= LONGEST_SIGN {
            self.mark(begin..self.at, words::says_missing(comment));
        }
        if !comment.is_empty() {
            self.moves.tree.comments.push((self.last, Cow::Borrowed(comment)));
        }
    }

    /// Takes the mark of a diagram for a comment.
    pub(super) fn takes_diagram_mark(&mut self) -> bool {
        let found = if self.any_word { None } else { diagram_mark(self.rest()) };
        let Some((len, mark)) = found else { return false };
        let begin = self.at;
        self.at += len;
        self.note(begin, mark);
        true
    }

    /// A comment up to the end of the line; but some write it between moves.
    pub(super) fn semicolon(&mut self) {
        let begin = self.at;
        self.at += 1;
        if !words::begins_with_move(self.rest()) {
            let comment = &self.rest()[..self.line_len()];
            let holds_moves = words::looks_like_movetext(comment);
            if holds_moves {
                self.warn("a comment to the end of its line holds moves");
            }
            if holds_moves && self.any_word {
                // Where any word can be a move, those between the numbers are.
                return;
            }
            self.at += comment.len();
            self.note(begin, comment.trim());
        }
    }

    /// A variation when a move follows, else a remark.
    pub(super) fn open_bracket(&mut self, open: char) {
        let inner = &self.text[self.at + open.len_utf8()..];
        let begins_with_move = self.any_word || words::begins_with_move(inner);
        if self.last == RawTree::ROOT || !begins_with_move {
            return self.remark(open);
        }
        self.at += open.len_utf8();
        let variation = self.count.variation();
        self.open.push(Outer {
            last: self.last,
            count: std::mem::replace(&mut self.count, variation),
            number: self.number.take(),
        });
        self.mark = None;
        self.last = self.moves.tree.nodes[self.last as usize].parent;
    }

    pub(super) fn close_bracket(&mut self, close: char) {
        if self.open.is_empty() {
            return self.pass_over(close.len_utf8());
        }
        self.end_line();
        if let Some(outer) = self.open.pop() {
            (self.last, self.count, self.number) = (outer.last, outer.count, outer.number);
        }
        self.mark = None;
        self.at += close.len_utf8();
    }

    /// A remark in round brackets, brackets inside it included.
    pub(super) fn remark(&mut self, open: char) {
        let begin = self.at;
        let rest = near(self.rest());
        let close = self
            .nested(&rest[open.len_utf8()..], ['(', '（'], [')', '）'])
            .map(|at| open.len_utf8() + at)
            .or_else(|| if self.has_closing { rest.find([')', '）']) } else { None });
        let Some(close) = close else {
            self.has_closing = false;
            return self.pass_over(open.len_utf8());
        };
        self.at += close;
        self.skip_char();
        self.note(begin, rest[open.len_utf8()..close].trim());
    }

    /// Where the bracket closes that was opened before `rest`, when all brackets inside are closed.
    /// Once they are not, nesting means nothing any more in this record.
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

    /// Square brackets in movetext: a remark of a program. A bracket that its line does not close
    /// takes none of the moves behind it along: it is a part of a move that is glued to it, and
    /// else stands alone.
    pub(super) fn bracket_text(&mut self) {
        let line = &self.rest()[..self.line_len()];
        let inner = &line['['.len_utf8()..];
        let is_glued = !inner.starts_with(char::is_whitespace)
            && (self.any_word || words::begins_with_move(inner));
        match line.find(']') {
            Some(at) => self.pass_over(at + 1),
            None if is_glued => self.take_move('['.len_utf8() + words::plain_word_len(inner)),
            None if words::looks_like_movetext(inner) => self.pass_over('['.len_utf8()),
            None => self.pass_over(line.len()),
        }
    }

    /// The length of a sign that is glued to a move without a word or a stroke for its direction and
    /// has no other meaning there: the stroke has become that sign. A bracket has none that opens
    /// and never closes, or closes what was not opened; dots have none before a blank.
    pub(super) fn torn_stroke_len(&mut self, word: &str) -> usize {
        let behind = self.at + word.len();
        let Some(open) = self.text[behind..].chars().next() else { return 0 };
        let next = self.text[behind..].chars().nth(1);
        let is_loose = match open {
            '}' | '｝' | ']' | '】' => true,
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

/// The part of a text in which a bracket has to close.
fn near(text: &str) -> &str {
    &text[..text.floor_char_boundary(FARTHEST)]
}
