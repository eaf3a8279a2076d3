//! Moves, comments, variations and the result sign.
//!
//! Nothing here is played. What has the form of a move, or could be a damaged one, becomes a node; ornaments
//! (numbers, NAGs, fillers, rulers, adverts) do not.

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
    /// Text that is no move and was left out: where and what.
    pub(in crate::format) passed_over: Vec<(usize, &'a str)>,
    /// Where reading stopped.
    pub(in crate::format) end: usize,
}

/// Result signs that end a game.
const TERMINATORS: &[&str] = &[
    "1-0",
    "0-1",
    "1/2-1/2",
    "*",
    "½-½",
    "1/2",
    "红胜",
    "黑胜",
    "和棋",
    "和局",
    "红方胜",
    "黑方胜",
    "红先胜",
    "红先负",
    "红先和",
    "先胜",
    "先负",
    "先和",
    "紅勝",
    "黑勝",
    "紅方勝",
    "黑方勝",
    "紅先勝",
    "紅先負",
    "紅先和",
    "先勝",
    "先負",
    "和",
];

/// Characters that say in which direction a piece moves, third or fourth in a Chinese move.
const DIRECTIONS: &[char] = &['进', '進', '退', '平', '上', '下'];

/// Whether a text without tags begins with moves.
pub(in crate::format) fn looks_like_moves(text: &str) -> bool {
    let moves = read(text, 0..floor(text, 4096));
    let nodes = &moves.tree.nodes;
    nodes.len() >= 2
        && nodes[..2]
            .iter()
            .all(|node| matches!(node.mv, RawMove::Text(token) if is_move_like(token)))
}

fn floor(text: &str, mut at: usize) -> usize {
    if at >= text.len() {
        return text.len();
    }
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Reads moves up to the result sign or the end of the range.
pub(in crate::format) fn read(text: &str, range: Range<usize>) -> Moves<'_> {
    let mut reader = Reader {
        text,
        at: range.start,
        end: range.end,
        last: RawTree::ROOT,
        open: Vec::new(),
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
    reader.moves.tree.nodes.reserve((range.len() / 12).min(1 << 16));
    reader.run();
    reader.moves
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    end: usize,
    /// The node the next move follows.
    last: u32,
    /// Where the line goes on when a variation closes.
    open: Vec<u32>,
    moves: Moves<'a>,
}

impl<'a> Reader<'a> {
    fn run(&mut self) {
        while let Some(c) = self.peek() {
            match c {
                _ if c.is_whitespace() || c == '\u{feff}' => self.at += c.len_utf8(),
                '{' => self.comment('{', '}'),
                '｛' => self.comment('｛', '｝'),
                ';' => self.line_comment(),
                '%' if self.is_line_start() => self.line_comment(),
                '(' | '（' => self.open_bracket(c),
                ')' | '）' => self.close_bracket(c),
                '[' => self.bracket_text(),
                '$' => self.skip_while(|c| c == '$' || c.is_ascii_digit()),
                '=' | '-' | '_' | '~' | '#' if self.is_ruler() => {
                    self.moves.end = self.at;
                    break;
                }
                '.' | '…' | '·' | '．' | '。' => self.filler(),
                _ if is_ornament(c) => self.at += c.len_utf8(),
                _ => {
                    // What follows a result sign is an advert, or the next game of a file without tags.
                    if self.word() {
                        self.moves.end = self.at;
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

    fn peek(&self) -> Option<char> {
        self.text[self.at..self.end].chars().next()
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    fn skip_while(&mut self, fits: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(fits).len();
    }

    fn is_line_start(&self) -> bool {
        self.text[..self.at].chars().next_back().is_none_or(|c| c == '\n')
    }

    /// Four or more equal signs: what follows is an advert.
    fn is_ruler(&self) -> bool {
        let mut chars = self.rest().chars();
        let first = chars.next();
        chars.take(3).filter(|c| Some(*c) == first).count() == 3
    }

    fn comment(&mut self, open: char, close: char) {
        let from = self.at + open.len_utf8();
        let rest = &self.text[from..self.end];
        let len = match rest.find(close) {
            Some(len) => {
                self.at = from + len + close.len_utf8();
                len
            }
            None => {
                self.at = self.end;
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

    fn line_comment(&mut self) {
        let rest = self.rest();
        let len = rest.find('\n').unwrap_or(rest.len());
        self.at += len;
        if rest.starts_with(';') {
            self.note(rest[1..len].trim());
        }
    }

    /// A variation when a move follows, else a remark.
    fn open_bracket(&mut self, open: char) {
        let inner = &self.text[self.at + open.len_utf8()..self.end];
        let begins_line = self.last != RawTree::ROOT && begins_with_move(inner);
        if !begins_line {
            return self.remark(open);
        }
        self.at += open.len_utf8();
        self.open.push(self.last);
        self.last = self.moves.tree.nodes[self.last as usize].parent;
    }

    /// A remark in round brackets, brackets inside it included.
    fn remark(&mut self, open: char) {
        let rest = self.rest();
        let mut depth = 0;
        for (at, c) in rest.char_indices() {
            match c {
                '(' | '（' => depth += 1,
                ')' | '）' => depth -= 1,
                _ => continue,
            }
            if depth == 0 {
                self.note(rest[open.len_utf8()..at].trim());
                self.at += at + c.len_utf8();
                return;
            }
        }
        // Never closed: the bracket alone is passed over.
        self.pass_over(open.len_utf8());
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

    fn pass_over(&mut self, len: usize) {
        self.moves.passed_over.push((self.at, &self.rest()[..len]));
        self.at += len;
    }

    /// Dots in place of a half-move that stands elsewhere; before the first move they say that Black begins.
    fn filler(&mut self) {
        let from = self.at;
        self.skip_while(|c| matches!(c, '.' | '…' | '·' | '．' | '。'));
        let dots = &self.text[from..self.at];
        let is_filler = dots.contains('…') || dots.chars().count() >= 2;
        if is_filler && self.moves.tree.nodes.is_empty() {
            self.moves.black_first = true;
        }
    }

    /// A move, a number or a result sign; `true` for a result sign at the end of the main line.
    fn word(&mut self) -> bool {
        if self.number() {
            return false;
        }
        let rest = self.rest();
        let len = word_len(rest);
        let word = &rest[..len];
        let is_result = TERMINATORS.contains(&half_width(word).as_ref());
        if is_result {
            self.at += len;
            if self.open.is_empty() {
                self.moves.terminator = Some(word);
                return true;
            }
            return false;
        }
        if is_prose(word) {
            let line = rest.find(['\n', '{', '(']).unwrap_or(rest.len()).max(len);
            self.pass_over(line);
            return false;
        }
        let parent = self.last;
        self.last = self.moves.tree.push(parent, self.at as u32, RawMove::Text(word));
        self.at += len;
        false
    }

    /// `12.`, `3...`, `1．`, `1、`: passed over. `11.2` by itself is a move of tandem pawns.
    fn number(&mut self) -> bool {
        let rest = self.rest();
        let digits = rest.chars().take_while(|c| c.is_ascii_digit() || ('０'..='９').contains(c));
        let len: usize = digits.clone().map(char::len_utf8).sum();
        if len == 0 {
            return false;
        }
        let after = &rest[len..];
        let Some(dot) = after.chars().next().filter(|c| matches!(c, '.' | '．' | '、' | '。'))
        else {
            // A number with no dot, as columns of books have it.
            let is_alone = after.chars().next().is_none_or(|c| c.is_whitespace() || c == '…');
            if is_alone && digits.count() <= 3 {
                self.at += len;
                return true;
            }
            return false;
        };
        let tail = &after[dot.len_utf8()..];
        let is_pawn_move = digits.count() == 2
            && tail.starts_with(|c: char| c.is_ascii_digit())
            && tail[1..].chars().next().is_none_or(char::is_whitespace);
        if is_pawn_move {
            return false;
        }
        self.at += len + dot.len_utf8();
        if self.peek().is_some_and(|c| matches!(c, '.' | '．' | '…')) {
            self.filler_after_number();
        }
        true
    }

    /// The dots of `3...`.
    fn filler_after_number(&mut self) {
        self.skip_while(|c| matches!(c, '.' | '．' | '…'));
        if self.moves.tree.nodes.is_empty() {
            self.moves.black_first = true;
        }
    }
}

/// The length of a word: up to a blank or a bracket; Chinese moves that are run together are taken apart.
fn word_len(text: &str) -> usize {
    let is_end = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '{' | '}' | '(' | ')' | '（' | '）' | '[' | ']' | ';' | '｛' | '｝' | '…'
            )
    };
    let len =
        text.find(is_end).unwrap_or(text.len()).max(text.chars().next().map_or(0, char::len_utf8));
    let word = &text[..len];
    if word.is_ascii() {
        return len;
    }
    let mut ends = word.char_indices().map(|(at, c)| (at + c.len_utf8(), c)).skip(2);
    let third = ends.next();
    let fourth = ends.next();
    let fifth = ends.next();
    let is_direction =
        |end: Option<(usize, char)>| end.is_some_and(|(_, c)| DIRECTIONS.contains(&c));
    match (is_direction(third), is_direction(fourth)) {
        (true, _) => fourth.map_or(len, |(end, _)| end_with_signs(word, end)),
        (_, true) => fifth.map_or(len, |(end, _)| end_with_signs(word, end)),
        _ => len,
    }
}

/// The end of a move with the exclamation and question marks behind it.
fn end_with_signs(word: &str, end: usize) -> usize {
    let rest = &word[end..];
    end + rest.len() - rest.trim_start_matches(['!', '?', '！', '？', '+', '#']).len()
}

/// Signs that stand between moves and mean nothing for the game.
fn is_ornament(c: char) -> bool {
    matches!(
        c,
        ',' | '，'
            | '、'
            | '!'
            | '?'
            | '！'
            | '？'
            | '}'
            | ']'
            | '|'
            | '"'
            | '“'
            | '”'
            | ':'
            | '：'
            | '\0'
    )
}

/// Whether the text inside a bracket begins with a move (or a number before one).
fn begins_with_move(text: &str) -> bool {
    let text = text.trim_start();
    let numbered = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = if numbered.len() < text.len() && numbered.starts_with(['.', '．', '、']) {
        numbered
            .trim_start_matches(|c: char| matches!(c, '.' | '．' | '、' | '…') || c.is_whitespace())
    } else {
        text
    };
    is_move_like(&text[..word_len_or_zero(text)])
}

fn word_len_or_zero(text: &str) -> usize {
    if text.is_empty() { 0 } else { word_len(text) }
}

/// Whether a word has the form of a move in some notation.
fn is_move_like(word: &str) -> bool {
    if word.is_ascii() {
        let word = word.trim_end_matches(['!', '?', '+', '#']);
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        return matches!(word.len(), 3..=8)
            && digits >= 1
            && word
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'=' | b'.'));
    }
    let mut chars = word.chars();
    match chars.nth(2) {
        Some(third) if DIRECTIONS.contains(&third) => true,
        _ => {
            chars.next().is_some_and(|fourth| DIRECTIONS.contains(&fourth))
                || half_width(word).as_ref() != word && is_move_like(&half_width(word))
        }
    }
}

/// Whether a word is part of a sentence rather than a damaged move: long, and without the form of one.
fn is_prose(word: &str) -> bool {
    let count = word.chars().count();
    let is_link = word.contains("://") || word.starts_with("www.");
    is_link || (count > 6 && !word.is_ascii() && !is_move_like(word))
}

/// Full-width digits, letters and signs as ASCII.
fn half_width(word: &str) -> Cow<'_, str> {
    let is_wide = |c: char| ('！'..='～').contains(&c);
    if !word.contains(is_wide) {
        return Cow::Borrowed(word);
    }
    let narrow =
        |c: char| if is_wide(c) { char::from_u32(c as u32 - 0xfee0).unwrap_or(c) } else { c };
    Cow::Owned(word.chars().map(narrow).collect())
}
