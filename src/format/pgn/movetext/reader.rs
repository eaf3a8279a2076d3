//! The reader of one record: where it is, the line it is on, and what it has found.

use crate::format::lines::{after_last_line_end, is_line_end, line_begin, line_len};
use crate::format::pgn::count::{Count, Gap, Number};
use crate::format::pgn::words;
use crate::format::{RawTree, Warning};
use std::ops::Range;

/// Kinds of brackets that comments, remarks and variations stand in.
pub(super) const BRACKETS: usize = 4;

/// What is known of the moves before they are read.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::format) struct Manner {
    /// Every word is a move that is no number with a dot and no result in figures.
    pub(in crate::format) any_word: bool,
    /// The header says that Black moves first.
    pub(in crate::format) black_first: bool,
    /// A field for moves: a word is the place of a move, and ends the line when it is none.
    pub(in crate::format) is_field: bool,
}

impl Manner {
    /// What the FEN of a header says.
    pub(in crate::format) fn of_start(fen: Option<&str>) -> Manner {
        let side = fen.and_then(|fen| fen.split_whitespace().nth(1));
        let black_first = side.is_some_and(|side| side.starts_with(['b', 'B']));
        Manner { black_first, ..Manner::default() }
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

/// A line that waits for the end of a variation.
pub(super) struct Outer {
    pub(super) last: u32,
    pub(super) count: Count,
    pub(super) number: Option<(Number, Range<usize>)>,
}

/// A sign between two moves, where one could be missing.
pub(super) struct Mark {
    pub(super) place: Range<usize>,
    /// It stands for a move: dots, dashes, `???`, `(缺)`, a number without a move. Others praise or
    /// blame.
    pub(super) is_gap: bool,
}

impl Mark {
    /// The place of a move that may be missing before `node`.
    pub(super) fn gap(&self, node: u32) -> Gap {
        let (from, to) = (self.place.start as u32, self.place.end as u32);
        Gap { node, from, to, is_marked: self.is_gap }
    }
}

/// Where the last closing bracket of each kind stands in the part of the text that lies ahead.
pub(super) struct LastClosing {
    pub(super) at: [Option<usize>; BRACKETS],
    /// From here on it has to be looked for again.
    pub(super) until: usize,
}

/// Reads the moves of one record.
pub(super) struct Reader<'a> {
    /// Ends where the record does.
    pub(super) text: &'a str,
    /// Where the record begins.
    pub(super) begin: usize,
    pub(super) at: usize,
    /// The node the next move follows.
    pub(super) last: u32,
    /// How the lines go on when the variations in them close.
    pub(super) open: Vec<Outer>,
    pub(super) any_word: bool,
    pub(super) is_field: bool,
    pub(super) count: Count,
    /// The number before the move to come, and where it stands.
    pub(super) number: Option<(Number, Range<usize>)>,
    /// The sign before the move to come.
    pub(super) mark: Option<Mark>,
    /// Before which nodes moves are missing: where, and what stands there.
    pub(super) gaps: Vec<(u32, u32, &'a str)>,
    /// How many numbers do not fit.
    pub(super) odd: u32,
    /// Two dots stand behind the first number, before the first move.
    pub(super) has_two_dots: bool,
    /// Numbers stand in brackets, or as books print them otherwise.
    pub(super) has_book_numbers: bool,
    /// Every bracket inside a comment was closed so far.
    pub(super) nests: bool,
    /// A closing round bracket may be ahead.
    pub(super) has_closing: bool,
    /// What is known of the closing brackets ahead, once somebody asked.
    pub(super) last_closing: Option<LastClosing>,
    /// Whether squares have ranks to 10, once somebody asked.
    pub(super) has_rank_ten: Option<bool>,
    pub(super) moves: Moves<'a>,
}

impl<'a> Reader<'a> {
    /// At the beginning of the range.
    pub(super) fn new(text: &'a str, range: Range<usize>, manner: Manner) -> Reader<'a> {
        let mut tree = RawTree::default();
        // A game has about twelve bytes a ply in the decoded text.
        tree.nodes.reserve((range.len() / 12).min(1 << 10));
        Reader {
            text: &text[..range.end],
            begin: range.start,
            at: range.start,
            last: RawTree::ROOT,
            open: Vec::new(),
            any_word: manner.any_word,
            is_field: manner.is_field,
            count: Count::new(manner.black_first),
            number: None,
            mark: None,
            gaps: Vec::new(),
            odd: 0,
            has_two_dots: false,
            has_book_numbers: false,
            nests: true,
            has_closing: true,
            last_closing: None,
            has_rank_ten: None,
            moves: Moves {
                tree,
                black_first: false,
                terminator: None,
                warnings: Vec::new(),
                passed_over: Vec::new(),
                end: range.end,
            },
        }
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn warn(&mut self, text: &str) {
        self.moves.warnings.push(Warning::Other { text: text.to_owned() });
    }

    pub(super) fn skip_while(&mut self, fits: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(fits).len();
    }

    pub(super) fn skip_char(&mut self) {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }

    pub(super) fn line_len(&self) -> usize {
        line_len(self.rest().as_bytes())
    }

    pub(super) fn is_line_start(&self) -> bool {
        let before = &self.text.as_bytes()[..self.at];
        let last = before.iter().rfind(|byte| !matches!(byte, b' ' | b'\t'));
        last.is_none_or(|byte| is_line_end(*byte))
    }

    pub(super) fn is_after_blank_line(&self) -> bool {
        let line = after_last_line_end(&self.text.as_bytes()[..self.at]);
        let before = line_begin(self.text.as_bytes(), line);
        before < line
            && self.text[line..self.at].trim().is_empty()
            && self.text[before..line].trim().is_empty()
    }

    /// Whether the next move of the line stands here, with the number that is due.
    pub(super) fn goes_on(&self) -> bool {
        let rest = self.rest().trim_start();
        let number = &rest[..words::number_len(rest)];
        !number.is_empty()
            && self.open.is_empty()
            && self.count.expects(words::number_value(number), 0)
            && words::begins_with_move(rest)
    }

    /// Leaves text out, together with what was left out just before.
    pub(super) fn pass_over(&mut self, len: usize) {
        let range = self.at..self.at + len;
        self.at = range.end;
        match self.moves.passed_over.last_mut() {
            Some(last) if self.text[last.end..range.start].trim().is_empty() => {
                last.end = range.end;
            }
            _ => self.moves.passed_over.push(range),
        }
    }

    pub(super) fn mark(&mut self, place: Range<usize>, is_gap: bool) {
        if is_gap || !self.mark.as_ref().is_some_and(|known| known.is_gap) {
            self.mark = Some(Mark { place, is_gap });
        }
    }
}
