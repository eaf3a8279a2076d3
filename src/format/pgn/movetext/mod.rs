//! Reads moves, comments, variations and the result sign.
//!
//! No move is played. A word that has the form of a move, or of a damaged one, becomes a node;
//! ornaments (numbers, NAGs, fillers, rulers, adverts) do not. A gap that signs or numbers show
//! becomes a node in the place of the missing move.
//!
//! Every byte is examined a bounded number of times, whatever brackets the text has.

mod tokens;
mod torn;
mod word;

use super::book_marks::number_value;
use super::count::{Count, Gap, Number};
use super::{stray, words};
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

/// Kinds of brackets around comments, remarks and variations.
const BRACKETS: usize = 4;

/// Knowledge about the writing of moves before they are read.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::format) struct Manner {
    /// Every word is a move, except numbers with a dot and results in figures.
    pub(in crate::format) any_word: bool,
    /// The header states that Black moves first.
    pub(in crate::format) black_first: bool,
    /// The text is a field for one game's moves: each word stands for a move; an unreadable one
    /// ends the line.
    pub(in crate::format) is_field: bool,
}

impl Manner {
    /// Manner for the FEN of a header.
    pub(in crate::format) fn of_start(fen: Option<&str>) -> Manner {
        let side = fen.and_then(|fen| fen.split_whitespace().nth(1));
        let black_first = side.is_some_and(|side| side.starts_with(['b', 'B']));
        Manner { black_first, ..Manner::default() }
    }
}

/// Content of one record's movetext.
#[derive(Default)]
pub(in crate::format) struct Moves<'a> {
    pub(in crate::format) tree: RawTree<'a>,
    /// A filler stands for Red's first half-move.
    pub(in crate::format) black_first: bool,
    pub(in crate::format) terminator: Option<&'a str>,
    pub(in crate::format) warnings: Vec<Warning>,
    /// Ranges of text that is no move and was skipped.
    pub(in crate::format) passed_over: Vec<Range<usize>>,
    /// Ranges of remarks that look like variations with a damaged character.
    pub(in crate::format) torn: Vec<Range<usize>>,
    /// Offset at which reading stopped.
    pub(in crate::format) end: usize,
}

impl<'a> Moves<'a> {
    /// Record in `range` of a text with these moves; a tag gives its start position.
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

/// Line that waits for the end of a variation.
struct Outer {
    /// Offset at which the variation begins.
    at: usize,
    last: u32,
    count: Count,
    number: Option<(Number, Range<usize>)>,
}

/// Sign between two moves, where one may be missing.
struct Mark {
    place: Range<usize>,
    /// The sign stands for a move (dots, dashes, `???`, `(缺)`, a number without a move);
    /// otherwise it praises or blames.
    is_gap: bool,
}

impl Mark {
    /// Gap before `node`, at the place of this sign.
    fn gap(&self, node: u32) -> Gap {
        let (from, to) = (self.place.start as u32, self.place.end as u32);
        Gap { node, from, to, is_marked: self.is_gap }
    }
}

/// Last closing bracket of each kind in the text ahead.
struct LastClosing {
    at: [Option<usize>; BRACKETS],
    /// Offset from which the search must be repeated.
    until: usize,
}

/// Reads the moves of one record.
#[derive(Default)]
struct Reader<'a> {
    /// Text up to the end of the record.
    text: &'a str,
    /// Offset of the record.
    begin: usize,
    at: usize,
    /// Node before the next move.
    last: u32,
    /// Lines to resume when their variations close, innermost last.
    open: Vec<Outer>,
    manner: Manner,
    count: Count,
    /// Number of the next move, and its place.
    number: Option<(Number, Range<usize>)>,
    /// Sign before the next move.
    mark: Option<Mark>,
    /// Missing moves: node that follows, offset, and text in their place.
    gaps: Vec<(u32, u32, &'a str)>,
    /// Count of numbers that do not fit.
    odd: u32,
    /// Two dots follow the first number, before the first move.
    has_two_dots: bool,
    /// A semicolon glued to a move stands before another move: `C2=5; H8+7`.
    has_semicolons: bool,
    /// Numbers stand in brackets, or as books print them otherwise.
    has_book_numbers: bool,
    /// Every bracket inside comments was closed so far.
    nests: bool,
    /// A closing round bracket may be ahead.
    has_closing: bool,
    /// Closing brackets ahead; None before the first search.
    last_closing: Option<LastClosing>,
    /// Whether squares have ranks up to 10; None before the first use.
    has_rank_ten: Option<bool>,
    /// Number of nodes when the last comment ended.
    sure: u32,
    /// First word or number behind that comment that does not fit its moves: number of nodes before
    /// it, and offset.
    seam: Option<(u32, usize)>,
    /// Number of nodes and offset at which the line breaks off, at a bracket that closes nothing,
    /// unless the next number is the one due.
    stray: Option<(u32, usize)>,
    moves: Moves<'a>,
}

impl<'a> Reader<'a> {
    /// Reader at the beginning of the range.
    fn new(text: &'a str, range: Range<usize>, manner: Manner) -> Reader<'a> {
        let mut tree = RawTree::default();
        // Decoded text has about twelve bytes a ply.
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

    /// Whether the line continues here with the number due and a move.
    fn goes_on(&self) -> bool {
        let rest = self.rest().trim_start();
        let number = &rest[..words::number_len(rest)];
        !number.is_empty()
            && self.open.is_empty()
            && self.count.expects(number_value(number), 0)
            && words::begins_with_move(rest)
    }

    /// Skips text, joined with text skipped just before. In a field for moves, a word counts as a
    /// move unless closed brackets without moves surround it.
    fn pass_over(&mut self, len: usize) {
        let range = self.at..self.at + len;
        let text = &self.text[range.clone()];
        let is_word = |c: char| c.is_alphanumeric() || c == char::REPLACEMENT_CHARACTER;
        let is_remark = || text.ends_with([']', '】']) && !stray::holds_moves(text);
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
                // Letters, figures and hanzi begin words only.
                b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | 0xe4..=0xe9 => self.word(),
                _ => self.sign_or_word(),
            };
            if is_end {
                break;
            }
        }
        self.finish();
    }

    /// Reads a sign, a bracket or a word that begins otherwise than with a letter, figure or hanzi;
    /// `true` at the end of the game.
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
            // A single dash is the rear piece of a pair: －Ｐ＋１.
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

    /// Closes all lines and evaluates their ends.
    fn finish(&mut self) {
        self.break_at_stray();
        let number = self.number.take();
        let first = number.as_ref().is_some_and(|(number, _)| number.value == 1);
        if let Some((number, place)) = number
            && !self.moves.tree.nodes.is_empty()
            && !self.count.expects(number.value, 0)
        {
            // A number without a move, not due here.
            self.moves.passed_over.push(place);
        }
        if let Some(first) = self.moves.tree.nodes.first()
            && self.manner.any_word
            && self.count.is_left_alone()
        {
            // The first move became a number.
            let before = self.text[self.begin..first.at as usize].split_whitespace().next_back();
            self.gaps.push((0, first.at, before.unwrap_or_default()));
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

    /// Takes the text in the place of the first move as an unreadable move: a lone word, or words
    /// between the numbers 1 (`is_numbered`) and 2.
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
