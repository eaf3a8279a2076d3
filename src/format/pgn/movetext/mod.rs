//! Moves, comments, variations and the result sign.
//!
//! Nothing here is played. What has the form of a move, or could be a damaged one, becomes a node;
//! ornaments (numbers, NAGs, fillers, rulers, adverts) do not. A gap that is marked, or that the
//! numbers tell, becomes a node in the place of the missing move.
//!
//! Every byte is looked at a bounded number of times, whatever the brackets in it.

mod brackets;
mod moves;
mod reader;
mod signs;
mod word;

use super::words;
use crate::format::{RawMove, RawTree};
use moves::MOST_ODD;
use reader::Reader;
pub(in crate::format) use reader::{Manner, Moves};
use std::ops::Range;

/// Reads moves up to the result sign or the end of the range.
pub(in crate::format) fn read(text: &str, range: Range<usize>, manner: Manner) -> Moves<'_> {
    let mut reader = Reader::new(text, range, manner);
    reader.run();
    reader.moves
}

impl Reader<'_> {
    fn run(&mut self) {
        while let Some(&byte) = self.text.as_bytes().get(self.at) {
            match byte {
                b' ' | b'\t'..=b'\r' | b'\0' | 0x1a => self.at += 1,
                b'{' => self.comment('{', '}'),
                b'(' | b'[' if self.takes_book_number() => {}
                b'(' => self.open_bracket('('),
                b')' if self.open.is_empty() && self.takes_torn_move() => {}
                b')' => self.close_bracket(')'),
                b'!' | b'?' | b'.' | b';' | b',' | b'}' | b']' | b'|' | b'"' | b':'
                    if self.takes_torn_move() => {}
                b';' => self.semicolon(),
                b'%' if self.is_line_start() => self.pass_over(self.line_len()),
                b'[' if self.takes_diagram_mark() => {}
                b'[' => self.bracket_text(),
                b'$' if self.takes_torn_annotation() => {}
                b'$' => self.sign(|c| c == '$' || c.is_ascii_digit()),
                b'!' | b'?' => self.sign(|c| matches!(c, '!' | '?')),
                b'=' | b'-' if self.takes_move_without_letter() => {}
                b'.' => self.filler(),
                b'=' | b'-' | b'_' | b'~' | b'#' if self.is_run() => {
                    if self.filler_or_ruler() {
                        break;
                    }
                }
                b',' | b'}' | b']' | b'|' | b'"' | b':' => self.at += 1,
                // The first bytes of hanzi: signs have others.
                0..=0x7f | 0xe4..=0xe9 => {
                    if self.word() {
                        break;
                    }
                }
                _ => {
                    if self.wide() {
                        break;
                    }
                }
            }
        }
        self.finish();
    }

    /// What the ends of all lines say.
    fn finish(&mut self) {
        let number = self.number.take();
        let first = number.as_ref().is_some_and(|(number, _)| number.value == 1);
        if let Some((number, place)) = number
            && self.count.has_numbers()
            && !self.count.expects(number.value, 0)
        {
            // A number without a move that no move would have here.
            self.moves.passed_over.push(place);
        }
        if self.moves.tree.nodes.is_empty() {
            self.take_unreadable_move(first);
        }
        if !self.open.is_empty() {
            self.warn("a variation is not closed");
        }
        self.end_line();
        while let Some(outer) = self.open.pop() {
            self.count = outer.count;
            self.end_line();
        }
        if !self.gaps.is_empty() {
            self.moves.tree.put_gaps(std::mem::take(&mut self.gaps));
        }
        if self.has_two_dots && !self.moves.black_first && !self.count.is_black_first() {
            self.warn("two dots behind the first number are read as one");
        }
        if self.odd > MOST_ODD {
            self.warn(&format!("{} more move numbers do not fit", self.odd - MOST_ODD));
        }
    }

    /// Takes what stands where the first move has to be as a move of which nothing can be read:
    /// nothing but a word, or words between the numbers 1 (`is_numbered`) and 2.
    fn take_unreadable_move(&mut self, is_numbered: bool) {
        let passed_over = &self.moves.passed_over;
        let Some(first) = passed_over.first().cloned() else { return };
        let words = &self.text[first.clone()];
        let is_alone = passed_over.len() == 1 && words::may_have_been_move(words);
        if !(is_alone || is_numbered && words::goes_on_to_number(words, 2)) {
            return;
        }
        let len = if is_alone { words.len() } else { words::plain_word_len(words) };
        let token = RawMove::Text(&words[..len]);
        self.moves.tree.push(RawTree::ROOT, first.start as u32, token);
        self.moves.passed_over.clear();
    }

    /// What begins with a character beyond ASCII; `true` at the end of the game.
    fn wide(&mut self) -> bool {
        let Some(c) = self.rest().chars().next() else { return true };
        match c {
            '（' | '【' | '①'..='⒛' | '㈠'..='㈩' if self.takes_book_number() => {}
            '｛' => self.comment('｛', '｝'),
            '（' => self.open_bracket(c),
            '）' if self.open.is_empty() && self.takes_torn_move() => {}
            '）' => self.close_bracket(c),
            '·' | '．' | '。' | '！' | '？' | '，' | '、' | '；' | '“' | '”' | '：' | '｝'
                if self.takes_torn_move() => {}
            '…' if self.is_first_half_due() && self.takes_torn_move() => {}
            '…' | '·' | '．' | '。' => self.filler(),
            // One alone is the rear piece of a pair: －Ｐ＋１.
            '—' | '－' | '＿' if self.rest()[c.len_utf8()..].starts_with(c) => self.filler(),
            '！' | '？' => self.sign(|c| matches!(c, '！' | '？' | '!' | '?')),
            '，' | '、' | '；' | '“' | '”' | '：' | '｝' | '\u{feff}' => {
                self.at += c.len_utf8()
            }
            _ if c.is_whitespace() => self.at += c.len_utf8(),
            _ => return self.word(),
        }
        false
    }
}
