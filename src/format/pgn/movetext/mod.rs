//! Moves, comments, variations and the result sign.
//!
//! Nothing here is played. What has the form of a move, or could be a damaged one, becomes a node;
//! ornaments (numbers, NAGs, fillers, rulers, adverts) do not. A gap that is marked, or that the
//! numbers show, becomes a node in the place of the missing move.
//!
//! Every byte is looked at a bounded number of times, whatever the brackets in it.

mod tokens;
mod torn;
mod word;

use super::book_marks::number_value;
use super::count::{Count, Gap, Number};
use super::words;
use crate::format::fields::fen_of;
use crate::format::reason::Reason;
use crate::format::record::Tags;
use crate::format::text::{Text, after_last_line_end, is_line_end, line_begin, line_len};
use crate::format::{RawMove, RawRecord, RawStart, RawTree, Warning};
use std::borrow::Cow;
use std::ops::Range;
use tokens::MOST_ODD;

/// Reads moves up to the result sign or the end of the range.
pub(in crate::format) fn read(text: &str, range: Range<usize>, manner: Manner) -> Moves<'_> {
    let mut reader = Reader::new(text, range, manner);
    reader.run();
    reader.moves
}

/// Kinds of brackets that comments, remarks and variations stand in.
const BRACKETS: usize = 4;

/// The way the moves are written, as far as it is known before they are read.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::format) struct Manner {
    /// Every word is a move that is no number with a dot and no result in figures.
    pub(in crate::format) any_word: bool,
    /// The header says that Black moves first.
    pub(in crate::format) black_first: bool,
    /// A field for moves of one game: a word is the place of a move, and ends the line when it is
    /// none.
    pub(in crate::format) is_field: bool,
}

impl Manner {
    /// The manner that the FEN of a header asks for.
    pub(in crate::format) fn of_start(fen: Option<&str>) -> Manner {
        let side = fen.and_then(|fen| fen.split_whitespace().nth(1));
        let black_first = side.is_some_and(|side| side.starts_with(['b', 'B']));
        Manner { black_first, ..Manner::default() }
    }
}

/// The contents of the movetext of one record.
#[derive(Default)]
pub(in crate::format) struct Moves<'a> {
    pub(in crate::format) tree: RawTree<'a>,
    /// A filler stands in Red's first half-move.
    pub(in crate::format) black_first: bool,
    pub(in crate::format) terminator: Option<&'a str>,
    pub(in crate::format) warnings: Vec<Warning>,
    /// Text that is no move and was left out.
    pub(in crate::format) passed_over: Vec<Range<usize>>,
    /// Remarks that look like variations of which a character is damaged.
    pub(in crate::format) torn: Vec<Range<usize>>,
    /// Where reading stopped.
    pub(in crate::format) end: usize,
}

impl<'a> Moves<'a> {
    /// The record at `range` of a text that has these moves, from the position that a tag gives.
    pub(in crate::format) fn into_record(
        self,
        text: &'a Text<'_>,
        range: &Range<usize>,
        tags: Tags<'a>,
    ) -> RawRecord<'a> {
        let fen = fen_of(&tags).cloned();
        RawRecord {
            warnings: text.warnings(range, self.warnings, &self.passed_over),
            tags,
            start: fen.map_or(RawStart::Standard, RawStart::Fen),
            black_first: self.black_first,
            tree: self.tree,
            terminator: self.terminator.map(Cow::Borrowed),
            ..text.record(range)
        }
    }
}

/// A line that waits for the end of a variation.
struct Outer {
    /// Where the variation begins.
    at: usize,
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

impl Mark {
    /// The place of a move that may be missing before `node`.
    fn gap(&self, node: u32) -> Gap {
        let (from, to) = (self.place.start as u32, self.place.end as u32);
        Gap { node, from, to, is_marked: self.is_gap }
    }
}

/// Where the last closing bracket of each kind stands in the part of the text that lies ahead.
struct LastClosing {
    at: [Option<usize>; BRACKETS],
    /// From here on it has to be looked for again.
    until: usize,
}

/// Reads the moves of one record.
#[derive(Default)]
struct Reader<'a> {
    /// Ends where the record does.
    text: &'a str,
    /// Where the record begins.
    begin: usize,
    at: usize,
    /// The node the next move follows.
    last: u32,
    /// How the lines go on when the variations in them close.
    open: Vec<Outer>,
    manner: Manner,
    count: Count,
    /// The number before the move to come, and where it stands.
    number: Option<(Number, Range<usize>)>,
    /// The sign before the move to come.
    mark: Option<Mark>,
    /// Before which nodes moves are missing: where, and what stands there.
    gaps: Vec<(u32, u32, &'a str)>,
    /// How many numbers do not fit.
    odd: u32,
    /// Two dots stand behind the first number, before the first move.
    has_two_dots: bool,
    /// Numbers stand in brackets, or as books print them otherwise.
    has_book_numbers: bool,
    /// Every bracket inside a comment was closed so far.
    nests: bool,
    /// A closing round bracket may be ahead.
    has_closing: bool,
    /// The closing brackets ahead, once they were looked for.
    last_closing: Option<LastClosing>,
    /// Whether squares have ranks to 10, once somebody asked.
    has_rank_ten: Option<bool>,
    /// How many nodes there were when a comment last ended.
    sure: u32,
    /// The first word or number behind that comment that does not belong to the moves before it:
    /// how many nodes stand before it, and where it stands.
    seam: Option<(u32, usize)>,
    /// Where the line breaks off if the next number is not the one that is due: at a bracket that
    /// closes nothing.
    stray: Option<(u32, usize)>,
    moves: Moves<'a>,
}

impl<'a> Reader<'a> {
    /// At the beginning of the range.
    fn new(text: &'a str, range: Range<usize>, manner: Manner) -> Reader<'a> {
        let mut tree = RawTree::default();
        // A game has about twelve bytes a ply in the decoded text.
        tree.nodes.reserve((range.len() / 12).min(1 << 10));
        Reader {
            text: &text[..range.end],
            begin: range.start,
            at: range.start,
            last: RawTree::ROOT,
            manner,
            count: Count::new(manner.black_first),
            nests: true,
            has_closing: true,
            moves: Moves { tree, end: range.end, ..Moves::default() },
            ..Reader::default()
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn warn(&mut self, reason: Reason) {
        self.moves.warnings.push(reason.into());
    }

    fn skip_while(&mut self, fits: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(fits).len();
    }

    fn skip_char(&mut self) {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }

    fn line_len(&self) -> usize {
        line_len(self.rest().as_bytes())
    }

    fn is_line_start(&self) -> bool {
        let before = &self.text.as_bytes()[..self.at];
        let last = before.iter().rfind(|byte| !matches!(byte, b' ' | b'\t'));
        last.is_none_or(|byte| is_line_end(*byte))
    }

    fn is_after_blank_line(&self) -> bool {
        let line = after_last_line_end(&self.text.as_bytes()[..self.at]);
        let before = line_begin(self.text.as_bytes(), line);
        before < line
            && self.text[line..self.at].trim().is_empty()
            && self.text[before..line].trim().is_empty()
    }

    /// Whether the next move of the line stands here, with the number that is due.
    fn goes_on(&self) -> bool {
        let rest = self.rest().trim_start();
        let number = &rest[..words::number_len(rest)];
        !number.is_empty()
            && self.open.is_empty()
            && self.count.expects(number_value(number), 0)
            && words::begins_with_move(rest)
    }

    /// Leaves text out, together with what was left out just before. In a field for moves words are
    /// none but in closed brackets, and there they hold no moves.
    fn pass_over(&mut self, len: usize) {
        let range = self.at..self.at + len;
        let text = &self.text[range.clone()];
        let is_word = |c: char| c.is_alphanumeric() || c == char::REPLACEMENT_CHARACTER;
        let is_remark = || text.ends_with([']', '】']) && !words::holds_moves(text);
        if self.manner.is_field && text.contains(is_word) && !is_remark() {
            return self.take_move(words::plain_word_len(text));
        }
        self.notice(range.start);
        self.at = range.end;
        match self.moves.passed_over.last_mut() {
            Some(last) if self.text[last.end..range.start].trim().is_empty() => {
                last.end = range.end;
            }
            _ => self.moves.passed_over.push(range),
        }
    }

    fn mark(&mut self, place: Range<usize>, is_gap: bool) {
        if is_gap || !self.mark.as_ref().is_some_and(|known| known.is_gap) {
            self.mark = Some(Mark { place, is_gap });
        }
    }
}

impl Reader<'_> {
    fn run(&mut self) {
        while let Some(byte) = self.text.as_bytes().get(self.at) {
            let is_end = match byte {
                b' ' | b'\t'..=b'\r' | 0 | 0x1a => {
                    self.at += 1;
                    false
                }
                // Nothing but words begins with letters, figures and hanzi.
                b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | 0xe4..=0xe9 => self.word(),
                _ => self.sign_or_word(),
            };
            if is_end {
                break;
            }
        }
        self.finish();
    }

    /// A sign, a bracket or a word that begins with something else than a letter, a figure or a
    /// hanzi; `true` at the end of the game.
    fn sign_or_word(&mut self) -> bool {
        let Some(c) = self.rest().chars().next() else { return true };
        match c {
            '{' => self.comment('{', '}'),
            '｛' => self.comment('｛', '｝'),
            '(' | '[' | '（' | '【' | '①'..='⒛' | '㈠'..='㈩' if self.takes_book_number() =>
                {}
            '(' | '（' => self.open_bracket(c),
            ')' | '）' if self.open.is_empty() && self.takes_torn_move() => {}
            ')' | '）' => self.close_bracket(c),
            '!' | '?' | '.' | ';' | ',' | '}' | ']' | '|' | '"' | ':' | '！' | '？' | '·'
            | '．' | '。' | '，' | '、' | '；' | '“' | '”' | '：' | '｝'
                if self.takes_torn_move() => {}
            '…' if self.is_first_half_due() && self.takes_torn_move() => {}
            ';' => self.semicolon(),
            '%' if self.is_line_start() => self.pass_over(self.line_len()),
            '[' if self.takes_diagram_mark() => {}
            '[' => self.bracket_text(),
            '$' if self.takes_torn_annotation() => {}
            '$' => self.sign(|c| c == '$' || c.is_ascii_digit()),
            '!' | '?' => self.sign(|c| matches!(c, '!' | '?')),
            '！' | '？' => self.sign(|c| matches!(c, '！' | '？' | '!' | '?')),
            '=' | '-' if self.takes_move_without_letter() => {}
            '.' | '…' | '·' | '．' | '。' => self.filler(),
            '=' | '-' | '_' | '~' | '#' if self.is_run() => return self.filler_or_ruler(),
            // One alone is the rear piece of a pair: －Ｐ＋１.
            '—' | '－' | '＿' if self.is_run() => self.filler(),
            '}' | '｝' => {
                self.closes_nothing();
                self.at += c.len_utf8();
            }
            ',' | ']' | '|' | '"' | ':' | '，' | '、' | '；' | '“' | '”' | '：' | '\u{feff}' =>
            {
                self.at += c.len_utf8();
            }
            _ if !c.is_ascii() && c.is_whitespace() => self.at += c.len_utf8(),
            _ => return self.word(),
        }
        false
    }

    /// Closes all lines and takes in what their ends say.
    fn finish(&mut self) {
        self.break_at_stray();
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
        if let Some(Outer { at, .. }) = self.open.first() {
            let (at, missing) = (*at as u32, RawMove::Missing(self.word_at(*at)));
            self.warn(Reason::VariationNotClosed);
            self.moves.tree.break_off(None, at, missing);
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
            self.warn(Reason::TwoDotsAreOne);
        }
        if self.odd > MOST_ODD {
            self.warn(Reason::MoreOddNumbers(self.odd - MOST_ODD));
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
}
