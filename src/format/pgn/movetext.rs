//! Moves, comments, variations and the result sign.
//!
//! Nothing here is played. What has the form of a move, or could be a damaged one, becomes a node; ornaments
//! (numbers, NAGs, fillers, rulers, adverts) do not.
//!
//! Every byte is looked at a bounded number of times, whatever the brackets in it.

use super::words::{self, Reading, is_result, number_len, word_len};
use crate::format::{RawMove, RawTree, Warning};
use std::borrow::Cow;
use std::ops::Range;

/// What stands in the movetext of one record.
pub(in crate::format) struct Moves<'a> {
    pub(in crate::format) tree: RawTree<'a>,
    /// A filler stands in Red's first half-move.
    pub(in crate::format) black_first: bool,
    pub(in crate::format) terminator: Option<&'a str>,
    pub(in crate::format) warnings: Vec<Warning>,
    /// Text that is no move and was left out.
    pub(in crate::format) passed_over: Vec<Range<usize>>,
    /// Where reading stopped.
    pub(in crate::format) end: usize,
}

/// Whether a text without tags begins with moves.
pub(in crate::format) fn looks_like_moves(text: &str) -> bool {
    let moves = read(text, 0..text.floor_char_boundary(4096), false);
    let is_like = |mv| matches!(mv, RawMove::Text(token) if words::is_move_like(token));
    matches!(moves.tree.nodes[..], [first, second, ..] if is_like(first.mv) && is_like(second.mv))
}

/// Where a game without tags begins: at a line with the number 1, or with a move without a number unless the number
/// is asked for; a comment before it is part of it.
pub(in crate::format) fn next_game(
    text: &str,
    range: Range<usize>,
    with_number: bool,
) -> Option<usize> {
    let mut at = range.start;
    while at < range.end {
        // Its first words are enough: a line can hold many games, and would be looked at to its end for each.
        let rest = &text[at..range.end];
        let head = &rest[..rest.floor_char_boundary(MOST_OF_A_LINE)];
        let line = &head[..memchr::memchr(b'\n', head.as_bytes()).unwrap_or(head.len())];
        if words::begins_game(line, with_number)
            || !with_number && line.trim_start().starts_with('{')
        {
            return Some(at);
        }
        at += memchr::memchr(b'\n', rest.as_bytes()).map_or(rest.len(), |end| end + 1);
    }
    None
}

/// So much of a line says whether a game begins there.
const MOST_OF_A_LINE: usize = 512;

/// Reads moves up to the result sign or the end of the range. With `any_word`, every word is one that is no number and
/// no result in figures.
pub(in crate::format) fn read(text: &str, range: Range<usize>, any_word: bool) -> Moves<'_> {
    let mut reader = Reader {
        text: &text[..range.end],
        at: range.start,
        last: RawTree::ROOT,
        open: Vec::new(),
        any_word,
        nests: true,
        has_closing: true,
        moves: Moves {
            tree: RawTree::default(),
            black_first: false,
            terminator: None,
            warnings: Vec::new(),
            passed_over: Vec::new(),
            end: range.end,
        },
    };
    // A game has about twelve bytes a ply in the decoded text.
    reader.moves.tree.nodes.reserve((range.len() / 12).min(1 << 10));
    reader.run();
    reader.moves
}

struct Reader<'a> {
    /// Ends where the record does.
    text: &'a str,
    at: usize,
    /// The node the next move follows.
    last: u32,
    /// Where the line goes on when a variation closes.
    open: Vec<u32>,
    any_word: bool,
    /// Every bracket inside a comment was closed so far.
    nests: bool,
    /// A closing round bracket may be ahead.
    has_closing: bool,
    moves: Moves<'a>,
}

impl<'a> Reader<'a> {
    fn run(&mut self) {
        while let Some(&byte) = self.text.as_bytes().get(self.at) {
            match byte {
                b' ' | b'\t'..=b'\r' | b'\0' => self.at += 1,
                b'{' => self.comment('{', '}'),
                b'(' => self.open_bracket('('),
                b')' => self.close_bracket(')'),
                b';' => self.semicolon(),
                b'%' if self.is_line_start() => self.at += self.line_len(),
                b'[' => self.bracket_text(),
                b'$' => self.skip_while(|c| c == '$' || c.is_ascii_digit()),
                b'.' => self.filler(),
                b'=' | b'-' | b'_' | b'~' | b'#' if self.is_run() => {
                    if self.is_ruler() {
                        self.moves.end = self.at;
                        break;
                    }
                    self.filler();
                }
                b',' | b'!' | b'?' | b'}' | b']' | b'|' | b'"' | b':' => self.at += 1,
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
        if !self.open.is_empty() {
            let text = "a variation is not closed".to_owned();
            self.moves.warnings.push(Warning::Other { text });
        }
    }

    /// What begins with a character beyond ASCII; `true` at the end of the game.
    fn wide(&mut self) -> bool {
        let Some(c) = self.rest().chars().next() else { return true };
        match c {
            '｛' => self.comment('｛', '｝'),
            '（' => self.open_bracket(c),
            '）' => self.close_bracket(c),
            '…' | '·' | '．' | '。' => self.filler(),
            // One alone is the rear piece of a pair: －Ｐ＋１.
            '—' | '－' | '＿' if self.rest()[c.len_utf8()..].starts_with(c) => self.filler(),
            '，' | '、' | '；' | '！' | '？' | '“' | '”' | '：' | '｝' | '\u{feff}' => {
                self.at += c.len_utf8();
            }
            _ if c.is_whitespace() => self.at += c.len_utf8(),
            _ => return self.word(),
        }
        false
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_while(&mut self, fits: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(fits).len();
    }

    fn line_len(&self) -> usize {
        let rest = self.rest();
        memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len())
    }

    fn is_line_start(&self) -> bool {
        let before = &self.text.as_bytes()[..self.at];
        before.iter().rfind(|byte| !matches!(byte, b' ' | b'\t')).is_none_or(|byte| *byte == b'\n')
    }

    /// The same sign twice.
    fn is_run(&self) -> bool {
        let rest = self.rest().as_bytes();
        rest.get(1) == rest.first()
    }

    /// Four or more equal signs at the beginning of a line: what follows is an advert.
    fn is_ruler(&self) -> bool {
        let rest = self.rest().as_bytes();
        rest.len() >= 4 && rest[..4].iter().all(|byte| *byte == rest[0]) && self.is_line_start()
    }

    fn comment(&mut self, open: char, close: char) {
        let from = self.at + open.len_utf8();
        let rest = &self.text[from..];
        let len = match rest.find(close) {
            Some(len) => {
                let has_inner = rest[..len].contains(open);
                let nested =
                    if has_inner { self.nested(rest, [open; 2], [close; 2]) } else { None };
                let len = nested.unwrap_or(len);
                self.at = from + len + close.len_utf8();
                len
            }
            None => {
                self.at = self.text.len();
                let text = "a comment is not closed".to_owned();
                self.moves.warnings.push(Warning::Other { text });
                rest.len()
            }
        };
        self.note(rest[..len].trim());
    }

    fn note(&mut self, comment: &'a str) {
        if !comment.is_empty() {
            self.moves.tree.comments.push((self.last, Cow::Borrowed(comment)));
        }
    }

    /// A comment up to the end of the line; but some write it between moves.
    fn semicolon(&mut self) {
        self.at += 1;
        if !words::begins_with_move(self.rest()) {
            let len = self.line_len();
            self.note(self.rest()[..len].trim());
            self.at += len;
        }
    }

    /// A variation when a move follows, else a remark.
    fn open_bracket(&mut self, open: char) {
        let inner = &self.text[self.at + open.len_utf8()..];
        let begins_with_move = self.any_word || words::begins_with_move(inner);
        if self.last == RawTree::ROOT || !begins_with_move {
            return self.remark(open);
        }
        self.at += open.len_utf8();
        self.open.push(self.last);
        self.last = self.moves.tree.nodes[self.last as usize].parent;
    }

    /// A remark in round brackets, brackets inside it included.
    fn remark(&mut self, open: char) {
        let rest = self.rest();
        let close = self
            .nested(&rest[open.len_utf8()..], ['(', '（'], [')', '）'])
            .map(|at| open.len_utf8() + at)
            .or_else(|| if self.has_closing { rest.find([')', '）']) } else { None });
        let Some(close) = close else {
            self.has_closing = false;
            return self.pass_over(open.len_utf8());
        };
        self.note(rest[open.len_utf8()..close].trim());
        self.at += close;
        self.skip_char();
    }

    /// Where the bracket closes that was opened before `rest`, when all brackets inside are closed. Once they are not,
    /// nesting means nothing any more in this record.
    fn nested(&mut self, rest: &str, open: [char; 2], close: [char; 2]) -> Option<usize> {
        if !self.nests {
            return None;
        }
        let mut depth = 1;
        for (at, c) in rest.char_indices() {
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

    fn skip_char(&mut self) {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }

    fn close_bracket(&mut self, close: char) {
        match self.open.pop() {
            Some(last) => {
                self.last = last;
                self.at += close.len_utf8();
            }
            None => self.pass_over(close.len_utf8()),
        }
    }

    /// Square brackets in movetext: a remark of a program.
    fn bracket_text(&mut self) {
        let rest = self.rest();
        let len = rest.find([']', '\n']).map_or(rest.len(), |at| at + 1);
        self.pass_over(len);
    }

    /// Leaves text out, together with what was left out just before.
    fn pass_over(&mut self, len: usize) {
        let range = self.at..self.at + len;
        self.at = range.end;
        match self.moves.passed_over.last_mut() {
            Some(last) if self.text[last.end..range.start].trim().is_empty() => {
                last.end = range.end;
            }
            _ => self.moves.passed_over.push(range),
        }
    }

    /// Dots or dashes in place of a half-move that stands elsewhere; before the first move they say that Black begins.
    fn filler(&mut self) {
        let from = self.at;
        self.skip_while(words::is_filler);
        let signs = &self.text[from..self.at];
        let is_filler = signs.contains('…') || signs.chars().nth(1).is_some();
        if is_filler && self.moves.tree.nodes.is_empty() {
            self.moves.black_first = true;
        }
    }

    /// The move that takes the next `len` bytes.
    fn take_move(&mut self, len: usize) {
        let token = RawMove::Text(&self.rest()[..len]);
        self.last = self.moves.tree.push(self.last, self.at as u32, token);
        self.at += len;
    }

    /// A move, a number, a result sign or prose; `true` at the end of the game.
    fn word(&mut self) -> bool {
        let rest = self.rest();
        if !self.any_word {
            if let Some(len) = words::usual_move_len(rest) {
                self.take_move(len);
                return false;
            }
            if let Some(len) = words::usual_number_len(rest.as_bytes()) {
                self.at += len;
                return false;
            }
        }
        let number = number_len(rest);
        let has_dot = || rest[..number].ends_with(['.', '．', '、', '。']);
        if number > 0 && (!self.any_word || has_dot()) {
            self.at += number;
            // The dots of `3...`.
            if rest[number..].starts_with(['.', '．', '…']) {
                self.skip_while(|c| matches!(c, '.' | '．' | '…'));
                self.moves.black_first |= self.moves.tree.nodes.is_empty();
            }
            return false;
        }
        let len = if self.any_word { words::plain_word_len(rest) } else { word_len(rest) };
        let word = &rest[..len];
        if is_result(word) && (word.is_ascii() || !self.any_word) {
            self.at += len;
            // In a variation it tells how the variation ends.
            let is_end = self.open.is_empty();
            if is_end {
                self.moves.terminator = Some(word);
                self.moves.end = self.at;
            }
            return is_end;
        }
        let reading = if self.any_word { Reading::Move } else { words::reading(word) };
        match reading {
            Reading::Move => self.take_move(len),
            Reading::Word => self.pass_over(len),
            Reading::Sentence => {
                let line = rest.find(['\n', '{', '(']).unwrap_or(rest.len());
                self.pass_over(line.max(len));
            }
        }
        false
    }
}
