//! Signs that praise or blame, stand for a half-move, or part games.

use super::reader::Reader;
use crate::format::RawMove;
use crate::format::pgn::count::Half;
use crate::format::pgn::words;

impl Reader<'_> {
    /// Praise or blame, which may also stand for a move that nobody could read.
    pub(super) fn sign(&mut self, fits: impl Fn(char) -> bool) {
        let from = self.at;
        self.skip_while(fits);
        let sign = &self.text[from..self.at];
        let is_gap = match sign.strip_prefix('$') {
            // A number that no annotation has is what is left of a move; an annotation behind the
            // number of a move stands where that move should.
            Some(number) => number.parse::<u8>().is_err() || self.number.is_some(),
            None => sign.trim_end_matches(['?', '？']).len() + 3 <= sign.len(),
        };
        if sign.starts_with('$') && (is_gap || self.may_be_figures(sign.len())) {
            self.moves.passed_over.push(from..self.at);
        }
        self.mark(from..self.at, is_gap);
    }

    /// Whether the last move is in figures, `7747` or `C25`, and an annotation of so many bytes may
    /// be another, whose first character has become the sign or is preceded by it.
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

    /// Takes a word that begins like the number of an annotation, `$5`, and goes on like a move:
    /// the letter of the piece has become that sign.
    pub(super) fn takes_torn_annotation(&mut self) -> bool {
        let word = &self.rest()[..words::plain_word_len(self.rest())];
        let left = word['$'.len_utf8()..].trim_start_matches(|c: char| c.is_ascii_digit());
        let has_number = left.len() + '$'.len_utf8() < word.len();
        // The next move may be glued to an annotation, or a sign end the sentence.
        let is_sound = || words::begins_usual_move(left) || left.chars().nth(1).is_none();
        if left.is_empty() || left.starts_with('$') || has_number && is_sound() {
            return false;
        }
        self.take_move(word.len());
        true
    }

    /// The same sign twice.
    pub(super) fn is_run(&self) -> bool {
        let rest = self.rest().as_bytes();
        rest.get(1) == rest.first()
    }

    /// Four or more equal signs at the beginning of a line: what follows is an advert.
    pub(super) fn is_ruler(&self) -> bool {
        let rest = self.rest().as_bytes();
        rest.len() >= 4 && rest[..4].iter().all(|byte| *byte == rest[0]) && self.is_line_start()
    }

    /// Signs in a row that stand for a half-move, or a ruler; `true` at the end of the game.
    pub(super) fn filler_or_ruler(&mut self) -> bool {
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

    /// Dots or dashes in place of a half-move that stands elsewhere; before the first move they say
    /// that Black begins.
    pub(super) fn filler(&mut self) {
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

    /// A number has just been read, and by all numbers its first half-move comes next.
    pub(super) fn is_first_half_due(&self) -> bool {
        let number = self.number.as_ref().map(|(number, _)| number);
        number
            .is_some_and(|number| number.half == Half::First && self.count.expects(number.value, 0))
    }

    /// What comes is the second half-move of a pair.
    pub(super) fn second_half(&mut self) {
        if let Some((number, _)) = &mut self.number {
            number.half = Half::Second;
        }
        if self.moves.tree.nodes.is_empty() && !self.moves.black_first {
            self.moves.black_first = true;
            self.count.advance();
        }
    }
}
