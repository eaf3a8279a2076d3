//! Damaged moves on the lines of a page before and behind its games.

use crate::format::fields::{Role, role};
use crate::format::pgn::{self, games, is_move_like};
use crate::format::text::in_pieces;
use crate::metadata::parse_result;
use std::ops::Range;

/// Number of moves next to a line that the line is compared with.
const NEAREST: usize = 3;
/// Number of last words of a line, one of which may be a damaged first move.
const LAST_WORDS: usize = 3;

/// The text that a page shows, with the moves of its games.
struct Surroundings<'p> {
    page: &'p str,
    shown: &'p str,
    /// Offsets in `shown` with their offsets in `page`, ascending.
    places: &'p [(usize, usize)],
    moves: Vec<&'p str>,
}

/// Ends of the games that stand in a `span` of the text which a page shows, with damaged moves on the
/// lines beside the span, and with moves that are too short to be known alone, such as `e4`.
pub(super) fn with_torn(
    page: &str,
    shown: &str,
    places: &[(usize, usize)],
    span: Range<usize>,
) -> Range<usize> {
    let moves = shown[span.clone()].split_whitespace().filter(|word| is_move_like(word));
    let around = Surroundings { page, shown, places, moves: moves.collect() };
    if around.moves.is_empty() {
        return span;
    }
    around.begin(span.start)..around.end(span.end)
}

impl<'p> Surroundings<'p> {
    /// Begin of the games that begin at `start`: of the line before if it is a damaged first move.
    fn begin(&self, start: usize) -> usize {
        let first = with_other_forms(&self.moves[..self.moves.len().min(NEAREST)]);
        let before = self.shown[..start].trim_end();
        let begin = before.rfind('\n').map_or(0, |at| at + 1);
        let line = &before[begin..];
        let next = self.shown[start..].lines().next().unwrap_or_default();
        // The move may be glued to its markup, or stand behind other words or damaged markup.
        let is_end = |c: char| c.is_whitespace() || "<>/".contains(c);
        let is_torn = |word: &str, mv: &str| {
            let len = word.chars().count().saturating_sub(mv.chars().count());
            let from = word.char_indices().nth(len).map_or(0, |(at, _)| at);
            games::is_torn(word, mv) || len > 0 && games::is_torn(&word[from..], mv)
        };
        let ends_torn = |mv: &&str| line.rsplit(is_end).take(LAST_WORDS).any(|it| is_torn(it, mv));
        let is_first = games::has_number_behind(next, line)
            || self.is_in_moves(begin, line)
            || is_move_alone(next) && first.iter().any(|mv| games::is_remnant(last_word(line), mv))
            || first.iter().any(ends_torn);
        if is_first { begin } else { start }
    }

    /// End of the games that end at `end`, behind lines of damaged or short moves.
    fn end(&self, mut end: usize) -> usize {
        let last = with_other_forms(&self.moves[self.moves.len().saturating_sub(NEAREST)..]);
        loop {
            let next = self.shown.len() - self.shown[end..].trim_start().len();
            let close = self.shown[next..].find('\n').map_or(self.shown.len(), |at| next + at);
            let (before, line) = (line_at(self.shown, end), &self.shown[next..close]);
            let is_alone = is_move_alone(before);
            let goes_on = last.iter().any(|mv| games::is_torn(line, mv))
                || is_alone && last.iter().any(|mv| games::is_remnant(line, mv))
                || self.is_in_moves(next, line)
                || games::are_short(line, &self.moves)
                || games::has_number_behind(line, before);
            if !goes_on {
                return end;
            }
            end = close;
        }
    }

    /// Whether a line that begins at offset `at` of `shown` stands in an element with a name of moves,
    /// such as `<move>`, and is no result.
    fn is_in_moves(&self, at: usize, line: &str) -> bool {
        let before = self.page.get(..in_pieces(self.places, at));
        let element = before.and_then(|before| before.strip_suffix('>')?.rsplit_once('<'));
        let name = element.and_then(|(_, element)| element.split_whitespace().next());
        name.is_some_and(|name| role(name) == Some(Role::Moves)) && parse_result(line).is_none()
    }
}

/// Moves; of those in WXF also the forms for the front one of two pieces.
fn with_other_forms<'p>(moves: &[&'p str]) -> Vec<&'p str> {
    let is_wxf = moves.iter().any(|mv| games::is_torn(mv, "C2=5"));
    let others = ["+C=2", "CF=2"].into_iter().filter(|_| is_wxf);
    moves.iter().copied().chain(others).collect()
}

/// The line of a text that ends at `end`.
fn line_at(text: &str, end: usize) -> &str {
    text[..end].trim_end().rsplit('\n').next().unwrap_or_default()
}

/// Whether a line is one move and nothing else.
fn is_move_alone(line: &str) -> bool {
    is_move_like(&pgn::half_width(line.trim()))
}

/// Last word of a line; empty without words. A colon ends a word.
fn last_word(line: &str) -> &str {
    let ends_word = |c: char| c.is_whitespace() || matches!(c, ':' | '：');
    line.rsplit(ends_word).find(|word| !word.is_empty()).unwrap_or_default()
}
