//! The beginnings of games without tags, and the text between games.

use super::movetext::{self, Manner, Moves};
use super::words;
use crate::format::text::{after_line, line_len};
use crate::format::{RawMove, RawTree};
use crate::notation::MoveLook;
use crate::text::{decode, detect, without_hex_escapes, without_unicode_escapes};
use std::borrow::Cow;
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

/// The part of a range outside of all games that speaks of moves all the same, as it stands, as a page
/// shows it, or behind escapes; `None` for prose and adverts.
pub(in crate::format) fn left_over(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let rest = &text[range.clone()];
    let left = rest.trim();
    let from = range.start + rest.len() - rest.trim_start().len();
    ways_to_read(left).any(|left| words::holds_moves(&left)).then(|| from..from + left.len())
}

/// The number of moves in the strings of a text that hold nothing but moves.
pub(in crate::format) fn moves_alone(text: &str) -> usize {
    let count = |text: Cow<'_, str>| text.split(['"', '\'']).map(words::moves_alone).sum();
    ways_to_read(text).map(count).max().unwrap_or(0)
}

/// A text as it stands, as a page shows it, where a tag may part words or not, and without its escapes.
pub(in crate::format) fn ways_to_read(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let is_page = text.contains('<') || text.contains("&#");
    let is_escaped = ["\\u", "\\x", "%"].iter().any(|sign| text.contains(sign));
    let tags = [" ", ""].into_iter().filter(move |_| is_page);
    let shown = tags.map(move |tag| as_shown(text, tag));
    let others = shown.chain(is_escaped.then_some(text).into_iter().map(unescaped));
    std::iter::once(Cow::Borrowed(text)).chain(others.map(Cow::Owned))
}

/// A page as it is seen: this for its tags, and the characters that its references mean.
fn as_shown(page: &str, tag: &str) -> String {
    let mut shown = String::with_capacity(page.len());
    let mut is_tag = false;
    for c in page.chars() {
        match c {
            '<' if !is_tag => {
                is_tag = true;
                shown.push_str(tag);
            }
            '>' if is_tag => is_tag = false,
            '\n' => {
                is_tag = false;
                shown.push(c);
            }
            _ if !is_tag => shown.push(c),
            _ => {}
        }
    }
    htmlize::unescape(shown).into_owned()
}

/// A text with its characters instead of `\u70ae`, `\x68` and `%E7%82%AE`, and blanks for what stands
/// around values.
fn unescaped(text: &str) -> String {
    let text = without_unicode_escapes(text).replace(['"', '\'', '=', '&', '?'], " ");
    let text = text.replace("\\x", "%");
    let bytes = without_hex_escapes(text.as_bytes(), b'%');
    decode(&bytes, detect(&bytes)).text.into_owned()
}

/// Number of moves before the end of a game, and of words behind it, that are held against each other.
const COMPARED: usize = 8;

/// The parts of a text up to `end` that a game leaves out and that speak of moves all the same: words
/// that it passes over, and what stands behind it.
pub(in crate::format) fn left_out(text: &str, game: &Moves<'_>, end: usize) -> Vec<Range<usize>> {
    let passed = game.passed_over.iter().filter_map(|passed| left_over(text, passed.clone()));
    let torn = game.torn.iter().cloned();
    passed.chain(torn).chain(left_behind(text, game.end..end, &game.tree)).collect()
}

/// [`left_over`] behind a game: where its last moves could be other words elsewhere, one word like
/// them is enough.
fn left_behind(text: &str, range: Range<usize>, game: &RawTree<'_>) -> Option<Range<usize>> {
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
