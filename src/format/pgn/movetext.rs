//! Moves, comments, variations and the result sign.
//!
//! Nothing here is played. What has the form of a move, or could be a damaged one, becomes a node;
//! ornaments (numbers, NAGs, fillers, rulers, adverts) do not. A gap that is marked, or that the
//! numbers tell, becomes a node in the place of the missing move.
//!
//! Every byte is looked at a bounded number of times, whatever the brackets in it.

use super::book_number::book_number;
use super::count::{Count, Finding, Gap, Half, Number};
use super::words::{self, Reading, is_result, number_len, word_len};
use crate::format::lines::{after_last_line_end, is_line_end, line_begin, line_len};
use crate::format::{RawMove, RawTree, Warning};
use std::borrow::Cow;
use std::ops::Range;

/// What is known of the moves before they are read.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::format) struct Manner {
    /// Every word is a move that is no number with a dot and no result in figures.
    pub(in crate::format) any_word: bool,
    /// The header says that Black moves first.
    pub(in crate::format) black_first: bool,
}

impl Manner {
    /// What the FEN of a header says.
    pub(in crate::format) fn of_start(fen: Option<&str>) -> Manner {
        let side = fen.and_then(|fen| fen.split_whitespace().nth(1));
        let black_first = side.is_some_and(|side| side.starts_with(['b', 'B']));
        Manner { any_word: false, black_first }
    }
}

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

/// So many numbers that do not fit are told one by one.
const MOST_ODD: u32 = 10;

/// A comment that stands for a move is no longer than this, in bytes.
const LONGEST_SIGN: usize = 24;

/// Brackets that open, and those that close them.
const BRACKETS: [([char; 2], [char; 2]); 4] = [
    (['(', '（'], [')', '）']),
    (['[', '【'], [']', '】']),
    (['{', '{'], ['}', '}']),
    (['｛', '｛'], ['｝', '｝']),
];

/// Reads moves up to the result sign or the end of the range.
pub(in crate::format) fn read(text: &str, range: Range<usize>, manner: Manner) -> Moves<'_> {
    let mut reader = Reader {
        text: &text[..range.end],
        at: range.start,
        last: RawTree::ROOT,
        open: Vec::new(),
        any_word: manner.any_word,
        count: Count::new(manner.black_first),
        number: None,
        mark: None,
        odd: 0,
        has_book_numbers: false,
        nests: true,
        has_closing: true,
        last_closing: None,
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

/// A line that waits for the end of a variation.
struct Outer {
    last: u32,
    count: Count,
    number: Option<(Number, Range<usize>)>,
}

/// A sign between two moves, where one could be missing.
struct Mark {
    place: Range<usize>,
    /// It stands for a move: dots, dashes, `???`, `(缺)`, a number without a move. Others praise or
    /// blame.
    is_gap: bool,
}

struct Reader<'a> {
    /// Ends where the record does.
    text: &'a str,
    at: usize,
    /// The node the next move follows.
    last: u32,
    /// How the lines go on when the variations in them close.
    open: Vec<Outer>,
    any_word: bool,
    count: Count,
    /// The number before the move to come, and where it stands.
    number: Option<(Number, Range<usize>)>,
    /// The sign before the move to come.
    mark: Option<Mark>,
    /// How many numbers do not fit.
    odd: u32,
    /// Numbers stand in brackets, or as books print them otherwise.
    has_book_numbers: bool,
    /// Every bracket inside a comment was closed so far.
    nests: bool,
    /// A closing round bracket may be ahead.
    has_closing: bool,
    /// Where the last closing bracket of each kind stands, once somebody asked.
    last_closing: Option<[usize; BRACKETS.len()]>,
    moves: Moves<'a>,
}

impl<'a> Reader<'a> {
    fn run(&mut self) {
        while let Some(&byte) = self.text.as_bytes().get(self.at) {
            match byte {
                b' ' | b'\t'..=b'\r' | b'\0' => self.at += 1,
                b'{' => self.comment('{', '}'),
                b'(' | b'[' if self.takes_book_number() => {}
                b'(' => self.open_bracket('('),
                b')' => self.close_bracket(')'),
                b'!' | b'?' | b'.' | b';' | b',' | b'}' | b']' | b'|' | b'"' | b':'
                    if self.takes_torn_move() => {}
                b';' => self.semicolon(),
                b'%' if self.is_line_start() => self.pass_over(self.line_len()),
                b'[' => self.bracket_text(),
                b'$' => self.sign(|c| c == '$' || c.is_ascii_digit()),
                b'!' | b'?' => self.sign(|c| matches!(c, '!' | '?')),
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
        if let Some((number, place)) = self.number.take()
            && self.count.has_numbers()
            && !self.count.expects(number.value, 0)
        {
            // A number without a move that no move would have here.
            self.moves.passed_over.push(place);
        }
        let passed_over = &self.moves.passed_over;
        if let ([only], true) = (passed_over.as_slice(), self.moves.tree.nodes.is_empty())
            && words::may_have_been_move(&self.text[only.clone()])
        {
            // Nothing but a word where moves have to be: a move of which nothing can be read.
            let token = RawMove::Text(&self.text[only.clone()]);
            self.moves.tree.push(RawTree::ROOT, only.start as u32, token);
            self.moves.passed_over.clear();
        }
        if !self.open.is_empty() {
            self.warn("a variation is not closed");
        }
        self.end_line();
        while let Some(outer) = self.open.pop() {
            self.count = outer.count;
            self.end_line();
        }
        if self.odd > MOST_ODD {
            self.warn(&format!("{} more move numbers do not fit", self.odd - MOST_ODD));
        }
    }

    /// What begins with a character beyond ASCII; `true` at the end of the game.
    fn wide(&mut self) -> bool {
        let Some(c) = self.rest().chars().next() else { return true };
        match c {
            '（' | '【' | '①'..='⒛' | '㈠'..='㈩' if self.takes_book_number() => {}
            '｛' => self.comment('｛', '｝'),
            '（' => self.open_bracket(c),
            '）' => self.close_bracket(c),
            '·' | '．' | '。' | '！' | '？' | '，' | '、' | '；' | '“' | '”' | '：' | '｝'
                if self.takes_torn_move() => {}
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

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn warn(&mut self, text: &str) {
        self.moves.warnings.push(Warning::Other { text: text.to_owned() });
    }

    fn skip_while(&mut self, fits: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(fits).len();
    }

    fn line_len(&self) -> usize {
        line_len(self.rest().as_bytes())
    }

    fn is_line_start(&self) -> bool {
        let before = &self.text.as_bytes()[..self.at];
        let last = before.iter().rfind(|byte| !matches!(byte, b' ' | b'\t'));
        last.is_none_or(|byte| is_line_end(*byte))
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
    fn note(&mut self, begin: usize, comment: &'a str) {
        if self.at - begin <= LONGEST_SIGN {
            self.mark(begin..self.at, words::says_missing(comment));
        }
        if !comment.is_empty() {
            self.moves.tree.comments.push((self.last, Cow::Borrowed(comment)));
        }
    }

    /// A comment up to the end of the line; but some write it between moves.
    fn semicolon(&mut self) {
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
    fn open_bracket(&mut self, open: char) {
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

    /// A remark in round brackets, brackets inside it included.
    fn remark(&mut self, open: char) {
        let begin = self.at;
        let rest = self.rest();
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

    /// Square brackets in movetext: a remark of a program.
    fn bracket_text(&mut self) {
        let line = &self.rest()[..self.line_len()];
        self.pass_over(line.find(']').map_or(line.len(), |at| at + 1));
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

    /// Praise or blame, which may also stand for a move that nobody could read.
    fn sign(&mut self, fits: impl Fn(char) -> bool) {
        let from = self.at;
        self.skip_while(fits);
        let sign = &self.text[from..self.at];
        let is_gap = match sign.strip_prefix('$') {
            // A number that no annotation has is what is left of a move.
            Some(number) => number.parse::<u8>().is_err(),
            None => sign.trim_end_matches(['?', '？']).len() + 3 <= sign.len(),
        };
        if is_gap && sign.starts_with('$') {
            self.moves.passed_over.push(from..self.at);
        }
        self.mark(from..self.at, is_gap);
    }

    fn mark(&mut self, place: Range<usize>, is_gap: bool) {
        if is_gap || !self.mark.as_ref().is_some_and(|known| known.is_gap) {
            self.mark = Some(Mark { place, is_gap });
        }
    }

    /// Signs in a row that stand for a half-move, or a ruler; `true` at the end of the game.
    fn filler_or_ruler(&mut self) -> bool {
        if !self.is_ruler() {
            self.filler();
            return false;
        }
        let ruler = self.at;
        self.skip_while(words::is_filler);
        if self.goes_on() {
            self.warn("a ruler stands between the moves");
            return false;
        }
        self.moves.end = ruler;
        true
    }

    /// Whether the next move of the line stands here, with the number that is due.
    fn goes_on(&self) -> bool {
        let rest = self.rest().trim_start();
        let number = &rest[..number_len(rest)];
        !number.is_empty()
            && self.open.is_empty()
            && self.count.expects(words::number_value(number), 0)
            && words::begins_with_move(rest)
    }

    /// Dots or dashes in place of a half-move that stands elsewhere; before the first move they say
    /// that Black begins.
    fn filler(&mut self) {
        let from = self.at;
        self.skip_while(words::is_filler);
        let signs = &self.text[from..self.at];
        if !signs.contains('…') && signs.chars().nth(1).is_none() {
            return;
        }
        self.second_half();
        if self.number.is_none() {
            self.mark(from..self.at, true);
        }
    }

    /// What comes is the second half-move of a pair.
    fn second_half(&mut self) {
        if let Some((number, _)) = &mut self.number {
            number.half = Half::Second;
        }
        if self.moves.tree.nodes.is_empty() && !self.moves.black_first {
            self.moves.black_first = true;
            self.count.advance();
        }
    }

    /// Takes a number as books print it. One stands before the first move, or none is one: `(2)` is
    /// a remark elsewhere.
    fn takes_book_number(&mut self) -> bool {
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
    fn take_number(&mut self, len: usize, value: u32) {
        if let Some((_, before)) = self.number.take() {
            // A number without a move.
            self.mark(before, true);
        }
        let place = self.at..self.at + len;
        self.number = Some((Number { value, half: Half::First }, place));
        self.at += len;
    }

    /// The dots of `3...`. Two say nothing for certain.
    fn take_dots(&mut self) {
        let from = self.at;
        self.skip_while(|c| matches!(c, '.' | '．' | '…'));
        let dots = &self.text[from..self.at];
        if dots.contains('…') || dots.chars().nth(1).is_some() {
            self.second_half();
        } else if let (false, Some((number, _))) = (dots.is_empty(), &mut self.number) {
            number.half = Half::Either;
        }
    }

    /// The move that takes the next `len` bytes.
    fn take_move(&mut self, len: usize) {
        let mark = self.mark.take();
        if let Some((number, place)) = self.number.take() {
            let is_marked = mark.as_ref().is_some_and(|mark| mark.is_gap);
            let place = mark.map_or(place, |mark| mark.place);
            let node = self.moves.tree.nodes.len() as u32;
            let (from, to) = (place.start as u32, place.end as u32);
            let finding = self.count.check(number, Gap { node, from, to, is_marked });
            self.take_finding(finding);
        } else if let Some(mark) = mark.filter(|mark| mark.is_gap && self.last != RawTree::ROOT) {
            self.unnumbered_gap(mark.place);
        }
        let token = RawMove::Text(&self.rest()[..len]);
        self.last = self.moves.tree.push(self.last, self.at as u32, token);
        self.count.advance();
        self.at += len;
    }

    /// A gap is marked between two moves that have no number between them. Where the line has
    /// numbers, those that follow say whether a move is missing.
    fn unnumbered_gap(&mut self, place: Range<usize>) {
        if self.count.has_numbers() {
            return self.moves.passed_over.push(place);
        }
        let missing = RawMove::Missing(&self.text[place.clone()]);
        self.last = self.moves.tree.push(self.last, place.start as u32, missing);
        self.count.advance();
    }

    /// A line ends, and with it the doubt about its last number.
    fn end_line(&mut self) {
        let finding = self.count.end();
        self.take_finding(finding);
    }

    fn take_finding(&mut self, finding: Finding) {
        match finding {
            Finding::Fits => {}
            Finding::Gap(gap) => {
                if let Some(node) = self.moves.tree.nodes.get_mut(gap.node as usize) {
                    node.mv = RawMove::Missing(&self.text[gap.from as usize..gap.to as usize]);
                    node.at = gap.from;
                }
            }
            Finding::Odd { found, due } => {
                self.odd += 1;
                if self.odd <= MOST_ODD {
                    self.warn(&format!("move number {found} stands where {due} is due"));
                }
            }
        }
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
                return self.number(len);
            }
        }
        if self.takes_book_number() {
            return false;
        }
        let number = number_len(rest);
        let has_dot = || rest[..number].ends_with(['.', '．', '、', '。']);
        if number > 0 && (!self.any_word || has_dot()) {
            return self.number(number);
        }
        let len = if self.any_word { words::plain_word_len(rest) } else { self.word_len() };
        let word = &rest[..len];
        if is_result(word) && (word.is_ascii() || !self.any_word) {
            return self.result(word);
        }
        let reading = if self.any_word { Reading::Move } else { words::reading(word) };
        match reading {
            Reading::Move => {
                let torn = self.torn_stroke_len(word);
                self.take_move(len + torn);
            }
            Reading::Word => self.pass_over(len),
            Reading::Sentence => {
                let line = &rest[..self.line_len()];
                self.pass_over(line.find(['{', '(']).unwrap_or(line.len()).max(len));
            }
        }
        false
    }

    /// Takes a sign that stands where a move begins and is glued to the name of a square: the letter
    /// of the piece has become that sign, and what is left would be the move of a pawn.
    fn takes_torn_move(&mut self) -> bool {
        let rest = self.rest();
        let sign = rest.chars().next().map_or(0, char::len_utf8);
        let is_beginning = || {
            let before = self.text[..self.at].chars().next_back();
            before.is_none_or(|c| c.is_whitespace() || c == '.')
        };
        if self.any_word || !words::begins_with_square(&rest[sign..]) || !is_beginning() {
            return false;
        }
        self.take_move(sign + word_len(&rest[sign..]));
        true
    }

    /// The length of a bracket that is glued to a move without a word or a stroke for its direction
    /// and never closes: the stroke has become that bracket.
    fn torn_stroke_len(&mut self, word: &str) -> usize {
        let behind = self.at + word.len();
        let Some(open) = self.text[behind..].chars().next() else { return 0 };
        let kind = BRACKETS.iter().position(|(opening, _)| opening.contains(&open));
        let Some(kind) = kind.filter(|_| words::has_no_direction(word)) else { return 0 };
        let text = self.text;
        let last = self.last_closing.get_or_insert_with(|| {
            BRACKETS.map(|(_, closing)| text.rfind(closing).unwrap_or_default())
        });
        if last[kind] > behind { 0 } else { open.len_utf8() }
    }

    /// A number; `true` when the next game begins with it.
    fn number(&mut self, len: usize) -> bool {
        let value = words::number_value(&self.rest()[..len]);
        let begins_anew = value == 1
            && self.open.is_empty()
            && self.count.may_begin_anew()
            && self.is_after_blank_line();
        if begins_anew && words::begins_game(&self.rest()[..self.line_len()], true) {
            self.moves.end = self.at;
            return true;
        }
        self.take_number(len, value);
        self.take_dots();
        false
    }

    fn is_after_blank_line(&self) -> bool {
        let line = after_last_line_end(&self.text.as_bytes()[..self.at]);
        let before = line_begin(self.text.as_bytes(), line);
        before < line
            && self.text[line..self.at].trim().is_empty()
            && self.text[before..line].trim().is_empty()
    }

    /// A result sign; `true` when it ends the game.
    fn result(&mut self, word: &'a str) -> bool {
        self.at += word.len();
        // In a variation it tells how the variation ends.
        if !self.open.is_empty() {
            return false;
        }
        self.moves.terminator = Some(word);
        if self.goes_on() {
            self.warn("a result stands between the moves");
            return false;
        }
        self.moves.end = self.at;
        true
    }

    /// The length of the word that begins here, without the number of the next move where a move
    /// has lost its last character: `炮五进 4. 车一进一`.
    fn word_len(&self) -> usize {
        let rest = self.rest();
        let len = word_len(rest);
        let Some(split) = words::last_figure(&rest[..len]) else { return len };
        let figures = rest[split..].len()
            - rest[split..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let has_dot = rest[split + figures..].starts_with(['.', '．', '、']);
        let before = rest[..split].trim_end();
        let sign = &rest[split..];
        if before.len() < split && is_result(&sign[..words::plain_word_len(sign)]) {
            // `炮二进 1-0`
            return before.len();
        }
        let is_due = || self.count.expects(words::number_value(&rest[split..split + figures]), 1);
        let is_number = if before.len() < split {
            has_dot || split + figures > len || is_due()
        } else {
            has_dot && is_due()
        };
        if is_number { before.len() } else { len }
    }
}
