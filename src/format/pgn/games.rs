//! The beginnings of games without tags, and the text between games.

use super::movetext::{self, Manner};
use super::words;
use crate::format::text::{after_line, line_len};
use crate::format::{RawMove, RawTree};
use crate::notation::MoveLook;
use std::ops::Range;

/// Whether a text without tags begins with at least `least` moves.
pub(in crate::format) fn looks_like_moves(text: &str, least: usize) -> bool {
    let moves = movetext::read(text, 0..text.floor_char_boundary(4096), Manner::default());
    let is_like = |mv| matches!(mv, RawMove::Text(token) if words::is_move_like(token));
    let nodes = &moves.tree.nodes;
    nodes.len() >= least && nodes[..least].iter().all(|node| is_like(node.mv))
}

/// Where a game without tags begins: at a line with the number 1, or with a move without a number
/// unless the number is asked for; a comment before it is part of it.
pub(in crate::format) fn next_game(
    text: &str,
    range: Range<usize>,
    with_number: bool,
) -> Option<usize> {
    let mut at = range.start;
    while at < range.end {
        // Its first words are enough: a line can hold many games, and would be looked at to its end
        // for each.
        let rest = &text[at..range.end];
        let head = &rest[..rest.floor_char_boundary(MOST_OF_A_LINE)];
        let line = &head[..line_len(head.as_bytes())];
        if words::begins_game(line, with_number)
            || !with_number && line.trim_start().starts_with('{')
        {
            return Some(at);
        }
        at = after_line(&text.as_bytes()[..range.end], at);
    }
    None
}

/// The length of a line's head that shows whether a game begins there.
const MOST_OF_A_LINE: usize = 512;

/// The part of a range outside of all games that speaks of moves all the same; `None` for prose and
/// adverts.
pub(in crate::format) fn left_over(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let rest = &text[range.clone()];
    let left = rest.trim();
    let from = range.start + rest.len() - rest.trim_start().len();
    words::holds_moves(left).then(|| from..from + left.len())
}

/// Number of moves before the end of a game, and of words behind it, that are held against each other.
const COMPARED: usize = 8;

/// [`left_over`] behind a game: where its last moves could be other words elsewhere, one word like
/// them is enough.
pub(in crate::format) fn left_behind(
    text: &str,
    range: Range<usize>,
    game: &RawTree<'_>,
) -> Option<Range<usize>> {
    let is_pawn = |word: &str| matches!(word.as_bytes(), [b'a'..=b'i', b'0'..=b'9']);
    let is_likely = |word: &str| is_pawn(word) || MoveLook::of(word) == Some(MoveLook::Likely);
    let is_move = |mv| matches!(mv, RawMove::Text(token) if is_likely(token));
    let left = text[range.clone()].trim();
    let words = left.split(words::parts_words);
    let mut words = words.filter(|word| word.contains(char::is_alphanumeric)).take(COMPARED);
    let mut goes_on = || {
        words.any(is_likely) && game.nodes.iter().rev().take(COMPARED).any(|node| is_move(node.mv))
    };
    let begin = range.start + text[range.clone()].find(left).unwrap_or(0);
    left_over(text, range.clone()).or_else(|| goes_on().then(|| begin..begin + left.len()))
}

/// The parts between the fields of a record that speak of moves all the same. `fields` are the places
/// of the fields, in order.
pub(in crate::format) fn left_between(
    text: &str,
    range: &Range<usize>,
    fields: impl Iterator<Item = Range<usize>>,
) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = range.start;
    for field in fields.chain(std::iter::once(range.end..range.end)) {
        if from < field.start {
            found.extend(left_over(text, from..field.start));
        }
        from = from.max(field.end);
    }
    found
}
