//! Reads words: a move, a number, a result sign or prose.

use super::{Reader, torn};
use crate::format::pgn::book_marks::number_value;
use crate::format::pgn::count::Number;
use crate::format::pgn::words::{
    self, DOTS, WordKind, half_width, is_result, number_len, word_len,
};
use crate::format::pgn::{joined, stray};
use crate::format::reason::Reason;
use crate::notation::MoveLook;

/// The retreat `A1-1` without its letter; elsewhere a draw.
const TORN: &str = "1-1";

/// Largest number of a move.
const MOST_MOVES: u32 = 400;

/// Brackets that close no variation.
const CLOSES_NOTHING: [char; 4] = [']', '】', '}', '｝'];

impl<'a> Reader<'a> {
    /// Reads a move, a number, a result sign or prose; `true` at the end of the game.
    pub(super) fn word(&mut self) -> bool {
        let rest = self.rest();
        if !self.manner.any_word {
            if let Some(len) = words::usual_move_len(rest) {
                let torn = self.torn_rank_len(len);
                self.take_move(len + torn);
                return false;
            }
            if let Some(len) = words::usual_number_len(rest.as_bytes()) {
                return self.number(len);
            }
        }
        if self.takes_book_number() || self.takes_diagram_mark() {
            return false;
        }
        let number = number_len(rest);
        let has_dot = || rest[..number].ends_with(DOTS);
        if number > 0 && (!self.manner.any_word || has_dot()) {
            if !has_dot() && self.is_rest_of_shorthand(number) {
                self.take_move(number);
                return false;
            }
            return self.number(number);
        }
        let len = if self.manner.any_word { words::plain_word_len(rest) } else { self.word_len() };
        let len = len + self.torn_part_len(len);
        let word = &rest[..len];
        let is_torn = || half_width(word) == TORN && self.is_game_going_on(len);
        if is_result(word) && (word.is_ascii() || !self.manner.any_word) && !is_torn() {
            return self.result(word);
        }
        let is_move = self.manner.any_word || is_result(word);
        let kind = if is_move { WordKind::Move } else { words::kind(word) };
        match kind {
            WordKind::Move => {
                let torn = self.torn_stroke_len(word);
                self.take_move(len + torn);
            }
            WordKind::Word if self.is_place_of_move(len) => self.take_move(len),
            WordKind::Word => self.pass_over(len),
            WordKind::Sentence => {
                let line = &rest[..self.line_len()];
                self.pass_over(line.find(['{', '(']).unwrap_or(line.len()).max(len));
            }
        }
        false
    }

    /// Whether the `len` bytes of a number without a dot are a move that lost its piece: 52 in
    /// `4. 52 H89 5.`, between a move number and the last move before the next one. Other numbers
    /// beside moves are times.
    fn is_rest_of_shorthand(&self, len: usize) -> bool {
        let has_dot = |number: &str| number.ends_with(DOTS);
        let is_numbered = self.number.as_ref().is_some_and(|(number, place)| {
            let is_other = number_value(&self.rest()[..len]) != number.value;
            has_dot(&self.text[place.clone()])
                && is_other
                && self.text[place.end..self.at].trim().is_empty()
        });
        let mut words = self.rest()[len..].split_whitespace();
        is_numbered
            && words.next().and_then(MoveLook::of) == Some(MoveLook::Likely)
            && words
                .next()
                .is_none_or(|word| is_result(word) || has_dot(&word[..words::number_len(word)]))
    }

    /// Length of a sign in place of a move's character behind the first `len` bytes, and of the
    /// rest glued to it: a semicolon, an unclosed bracket or brace, a bracket that closes nothing, or
    /// a sign for the 0 of a rank. 0 for none.
    fn torn_part_len(&mut self, len: usize) -> usize {
        let (word, behind) = self.rest().split_at(len);
        let cut = torn::cut_number_len(word, behind);
        if cut > 0 {
            return cut;
        }
        let rank = self.torn_rank_len(len);
        if rank > 0 {
            return rank;
        }
        if let Some(left) = behind.strip_prefix(CLOSES_NOTHING) {
            let is_figure = left.starts_with(|c: char| c.is_ascii_digit());
            let sign = behind.len() - left.len();
            let is_torn = is_figure && torn::is_part_of_move(word);
            return if is_torn { sign + words::plain_word_len(left) } else { 0 };
        }
        if let Some(left) = behind.strip_prefix(['{', '｛']) {
            let is_torn = torn::is_part_of_move(word) && !left.contains(['}', '｝']);
            let sign = behind.len() - left.len();
            return if is_torn { sign + words::plain_word_len(left) } else { 0 };
        }
        let Some(left) = behind.strip_prefix([';', '[', '【']) else { return 0 };
        let line = &left[..left.find('\n').unwrap_or(left.len())];
        let sign = behind.len() - left.len();
        if !behind.starts_with(';') && line.contains([']', '】']) {
            return 0;
        }
        let is_glued = !left.is_empty() && !left.starts_with(char::is_whitespace);
        let goes_on = || stray::looks_like_movetext(line) || torn::has_lost_its_piece(left);
        if is_glued && torn::is_part_of_move(word) && goes_on() {
            sign + words::plain_word_len(left)
        } else {
            0
        }
    }

    /// Length of a sign in place of the 0 of a rank, behind a word of `len` bytes, if squares of
    /// this record have ranks up to 10. 0 for none.
    fn torn_rank_len(&mut self, len: usize) -> usize {
        if self.text.as_bytes().get((self.at + len).wrapping_sub(1)) != Some(&b'1') {
            return 0;
        }
        let (word, behind) = self.rest().split_at(len);
        let rank = torn::cut_rank_len(word, behind);
        if rank == 0 || behind.starts_with([')', '）']) && !self.open.is_empty() {
            return 0;
        }
        let text = &self.text[self.begin..];
        let has_rank_ten = || torn::has_rank_ten(text);
        if *self.has_rank_ten.get_or_insert_with(has_rank_ten) { rank } else { 0 }
    }

    /// Whether a word of `len` bytes stands in the place of a move: in a field for moves, between a
    /// move number and a move, or as the beginning of one between a number and the end of the text;
    /// in letters and figures perhaps behind the other move of a pair. It ends the line.
    fn is_place_of_move(&self, len: usize) -> bool {
        let is_numbered = self.number.as_ref().is_some_and(|(_, place)| {
            let between = &self.text[place.end..self.at];
            between.chars().all(|c| c.is_whitespace() || DOTS.contains(&c))
        });
        let (word, behind) = self.rest().split_at(len);
        let behind = behind.trim_start();
        let is_begun = || behind.is_empty() && torn::is_part_of_move(word);
        self.manner.is_field
            || is_numbered && (words::begins_usual_move(behind) || is_begun())
            || word.is_ascii() && is_begun() && self.pair_begun().is_some()
    }

    /// Number of the pair of moves whose first move is all that stands before this place on its line.
    fn pair_begun(&self) -> Option<u32> {
        let line = self.text[self.begin..self.at].rsplit('\n').next()?.trim_start();
        let (number, moves) = line.split_at(number_len(line));
        let is_first = number.ends_with(DOTS) && moves.split_whitespace().count() == 1;
        is_first.then(|| number_value(number))
    }

    /// Whether an unnumbered move, the number due after one more move, or a result sign follows the
    /// next `len` bytes: no draw stands there.
    fn is_game_going_on(&self, len: usize) -> bool {
        let next = self.rest()[len..].trim_start();
        let word = &next[..words::plain_word_len(next)];
        let number = &next[..number_len(next)];
        let is_due = || {
            !number.is_empty()
                && self.count.expects(number_value(number), 1)
                && words::begins_with_move(next)
        };
        joined::looks_like_move(word) || is_result(word) || is_due()
    }

    /// Takes a sign at the start of a move, glued to a square, to the end of a retreat, or to a
    /// move without its piece: the sign replaced the piece's letter. Left alone, the rest would be
    /// a pawn's move, a draw, or a comment to the end of the line.
    pub(super) fn takes_torn_move(&mut self) -> bool {
        let rest = self.rest();
        let sign = rest.chars().next().map_or(0, char::len_utf8);
        let is_beginning = || {
            let before = self.text[..self.at].chars().next_back();
            before.is_none_or(|c| c.is_whitespace() || c == '.')
        };
        let left = &rest[sign..];
        let is_retreat = || left.starts_with(TORN) && words::plain_word_len(left) == TORN.len();
        let is_torn = || {
            torn::begins_with_square(left)
                || torn::begins_with_half_square(left)
                || torn::has_lost_its_piece(left)
                || is_retreat()
                || torn::is_one_of_two(left)
        };
        if !is_torn() || !is_beginning() {
            return false;
        }
        self.take_move(sign + word_len(&rest[sign..]));
        true
    }

    /// Takes `A--1` without its letter, which otherwise reads as a sign for a missing move.
    pub(super) fn takes_move_without_letter(&mut self) -> bool {
        let is_torn = torn::is_one_of_two(self.rest());
        if is_torn {
            self.take_move(word_len(self.rest()));
        }
        is_torn
    }

    /// Takes a number; `true` when it begins the next game.
    pub(super) fn number(&mut self, len: usize) -> bool {
        let value = number_value(&self.rest()[..len]);
        let is_due = |number: &Number| self.count.expects(number.value, 0);
        let before = self.number.as_ref().map(|(number, _)| number).filter(|number| is_due(number));
        if before.is_some_and(|before| value < before.value)
            || self.is_rest_of_move(value)
            || self.is_rest_of_last_move(len, value)
        {
            // A smaller number behind the number due is the rest of a move.
            self.take_move(len);
            return false;
        }
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

    /// Whether a number with a dot is a move in figures, or the rest of one: the number stands behind
    /// moves without numbers and does not count them, or exceeds [`MOST_MOVES`].
    fn is_rest_of_move(&self, value: u32) -> bool {
        let is_behind_moves = !self.moves.tree.nodes.is_empty();
        self.manner.any_word
            && self.number.is_none()
            && !self.count.has_numbers()
            && (value > MOST_MOVES || is_behind_moves && !self.count.may_begin_with(value))
    }

    /// Whether a number without a dot, smaller than that of the last pair, ends the text on the line of
    /// the pair's first move: in `13. Hh2 4` it is the rest of the second.
    fn is_rest_of_last_move(&self, len: usize, value: u32) -> bool {
        let (number, behind) = self.rest().split_at(len);
        !number.ends_with(DOTS)
            && behind.trim().is_empty()
            && self.pair_begun().is_some_and(|pair| value < pair)
    }

    /// Takes a result sign; `true` when it ends the game.
    pub(super) fn result(&mut self, word: &'a str) -> bool {
        self.at += word.len();
        // Inside a variation, it states how the variation ends.
        if !self.open.is_empty() {
            return false;
        }
        self.moves.terminator = Some(word);
        if self.goes_on() {
            self.warn(Reason::ResultBetweenMoves);
            return false;
        }
        self.moves.end = self.at;
        true
    }

    /// Length of the word here, without the next move's number if the move lost its last character:
    /// `炮五进 4. 车一进一`.
    pub(super) fn word_len(&self) -> usize {
        let rest = self.rest();
        let len = word_len(rest);
        let Some(split) = words::last_figure(&rest[..len]) else { return len };
        let figures = rest[split..].len()
            - rest[split..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let has_dot = rest[split + figures..].starts_with(['.', '．', '、']);
        let before = rest[..split].trim_end();
        let sign = &rest[split..];
        if before.len() < split && is_result(&sign[..words::plain_word_len(sign)]) {
            // Example: `炮二进 1-0`
            return before.len();
        }
        let is_due = || self.count.expects(number_value(&rest[split..split + figures]), 1);
        let is_number = if before.len() < split {
            has_dot || split + figures > len || is_due()
        } else {
            has_dot && is_due()
        };
        if is_number { before.len() } else { len }
    }
}
