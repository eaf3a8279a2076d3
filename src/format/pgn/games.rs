//! Finds games without tags, and moves in the text between games.

use super::movetext::{self, Manner, Moves};
use super::segment::names_a_tag;
use super::{joined, stray, words};
use crate::format::text::{after_line, line_len};
use crate::format::{RawMove, RawNode, RawTree};
use crate::notation::{MoveLook, describes_moves};
use crate::text::{
    Charset, Encoding, decode, detect, without_hex_escapes, without_unicode_escapes,
};
use std::borrow::Cow;
use std::ops::Range;

/// Whether a text without tags begins with at least `least` moves.
pub(in crate::format) fn looks_like_moves(text: &str, least: usize) -> bool {
    let moves = movetext::read(text, 0..text.floor_char_boundary(4096), Manner::default());
    let is_like = |mv| matches!(mv, RawMove::Text(token) if words::is_move_like(token));
    let nodes = &moves.tree.nodes;
    nodes.len() >= least && nodes[..least].iter().all(|node| is_like(node.mv))
}

/// Offset of the next game without tags: a line with the number 1, or, unless `with_number`, one
/// with an unnumbered move or a comment before it.
pub(in crate::format) fn next_game(
    text: &str,
    range: Range<usize>,
    with_number: bool,
) -> Option<usize> {
    let mut at = range.start;
    while at < range.end {
        // Only the head of a line is examined: a line may hold many games and would be scanned to
        // its end for each.
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

/// Bytes of a line's head that show whether a game begins there.
const MOST_OF_A_LINE: usize = 512;

/// Number of described moves in a row that no prose has by chance.
const DESCRIBED: usize = 3;

/// Part of a range outside all games that contains moves, read literally, as a page shows it,
/// behind escapes, or from its bytes; `None` for prose and adverts.
pub(in crate::format) fn left_over(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let rest = &text[range.clone()];
    let left = rest.trim();
    let from = range.start + rest.len() - rest.trim_start().len();
    let holds_moves = ways_to_read(left)
        .any(|left| stray::holds_moves(&left) || describes_moves(&left, DESCRIBED));
    (holds_moves || holds_misread_moves(left)).then(|| from..from + left.len())
}

/// Number of moves in those quoted parts of a text that hold only moves.
pub(in crate::format) fn moves_alone(text: &str) -> usize {
    let count = |text: Cow<'_, str>| text.split(['"', '\'']).map(stray::moves_alone).sum();
    ways_to_read(text).map(count).max().unwrap_or(0)
}

/// Readings of a text: literally; as a page shows it, with tags as blanks or as nothing; without its
/// escapes; and in half width.
pub(in crate::format) fn ways_to_read(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let is_page = text.contains('<') || text.contains("&#");
    let is_escaped =
        ["\\u", "\\x", "\\n", "\\r", "\\t", "%", "=E"].iter().any(|sign| text.contains(sign));
    let tags = [" ", ""].into_iter().filter(move |_| is_page);
    let shown = tags.map(move |tag| as_shown(text, tag));
    let is_wide = |c| ('！'..='～').contains(&c);
    let wide = Some(text).filter(|text| text.contains(is_wide)).into_iter();
    let narrow = wide.map(|text| words::half_width(text).into_owned());
    let others = shown.chain(is_escaped.then_some(text).into_iter().map(unescaped)).chain(narrow);
    std::iter::once(Cow::Borrowed(text)).chain(others.map(Cow::Owned))
}

/// Text of a page: `tag` in place of each tag, characters in place of references.
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

/// Text with characters in place of `\u70ae`, `\x68`, `%E7%82%AE` and `=E7=82=AE`, and blanks in
/// place of `\n`, `\r`, `\t` and of signs around values.
fn unescaped(text: &str) -> String {
    let equals = if text.contains("=E") { "%" } else { " " };
    let text = without_unicode_escapes(text).replace(['"', '\'', '&', '?'], " ");
    let text = ["\\n", "\\r", "\\t"].iter().fold(text, |text, end| text.replace(end, " "));
    let text = text.replace('=', equals);
    let text = text.replace("\\x", "%");
    let bytes = without_hex_escapes(text.as_bytes(), b'%');
    decode(&bytes, detect(&bytes)).text.into_owned()
}

/// Longest text in bytes that is read in other charsets; half a character damages only the text up
/// to the next figure or letter.
const MOST_REREAD: usize = 4096;

/// Whether bytes in a charset of two bytes a character hold moves in full width, each of which lost
/// its first byte: up to the next ASCII character all are halves.
pub(in crate::format) fn holds_halved_wide_moves(bytes: &[u8], encoding: Encoding) -> bool {
    let runs = bytes.split(u8::is_ascii).filter(|run| run.len() > 8);
    let is_wide = |c: &char| ('！'..='～').contains(c);
    let mut texts = runs.map(|run| decode(&run[1..], encoding));
    texts.any(|text| {
        let text: String = text.text.chars().map(|c| if is_wide(&c) { c } else { ' ' }).collect();
        stray::holds_moves(&words::half_width(&text))
    })
}

/// Characters behind halved ones that may belong to a move which begins in them.
const BEHIND_HALVES: usize = 7;

/// Whether a text contains moves in hanzi if read in another charset, or moves with the first byte of
/// a character lost.
fn holds_misread_moves(text: &str) -> bool {
    const CHARSETS: [(Charset, Encoding); 2] =
        [(Charset::Gb18030, Encoding::Gb18030), (Charset::Big5, Encoding::Big5)];
    let is_other = |(charset, encoding): (Charset, Encoding)| {
        let others = CHARSETS.iter().filter(|(_, other)| *other != encoding);
        let bytes = charset.encode(text).bytes;
        others.map(|(_, other)| decode(&bytes, *other)).any(|text| stray::holds_moves(&text.text))
    };
    text.len() <= MOST_REREAD
        && !text.is_ascii()
        && CHARSETS.into_iter().any(|read| is_other(read) || holds_halved_moves(text, read))
}

/// Whether moves appear when a text is read from a character's second byte: up to the next ASCII
/// character, all characters are then joined halves.
fn holds_halved_moves(text: &str, (charset, encoding): (Charset, Encoding)) -> bool {
    let mut runs = text.split_inclusive(|c: char| c.is_ascii()).filter(|run| !run.is_ascii());
    runs.any(|run| {
        let from = run.as_ptr() as usize - text.as_ptr() as usize;
        let len = run.trim_end_matches(|c: char| c.is_ascii()).len();
        let (run, behind) = text[from..].split_at(len);
        let whole: String = run.chars().chain(behind.chars().take(BEHIND_HALVES)).collect();
        let halves = charset.encode(run).bytes.len();
        let bytes = charset.encode(&whole).bytes;
        let decoded = decode(&bytes[1..], encoding);
        let begins = |at: usize| decoded.source_offset(at) + 1 < halves as u64;
        let mut moves = joined::moves_in_hanzi(&decoded.text);
        joined::runs_on_in_hanzi(&decoded.text)
            || stray::holds_moves(&decoded.text)
            || moves.any(begins)
    })
}

/// Moves at a game's end, and words behind it, that are compared.
const COMPARED: usize = 8;

/// Parts of a text up to `end` that a game leaves out although they contain moves: words it skips,
/// and text behind it.
pub(in crate::format) fn left_out(text: &str, game: &Moves<'_>, end: usize) -> Vec<Range<usize>> {
    let is_tag = |passed: &Range<usize>| names_a_tag(text[passed.clone()].as_bytes());
    let passed = game.passed_over.iter().filter_map(|passed| {
        left_over(text, passed.clone()).or_else(|| is_tag(passed).then(|| passed.clone()))
    });
    // Numbers part the words of a record without moves.
    let first = game.passed_over.first().filter(|_| game.tree.nodes.is_empty());
    let whole = first.and_then(|first| left_over(text, first.start..game.end));
    let torn = game.torn.iter().cloned().chain(whole);
    passed.chain(torn).chain(left_behind(text, game.end..end, &game.tree)).collect()
}

/// [`left_over`] behind a game; one word that looks like its last moves suffices.
fn left_behind(text: &str, range: Range<usize>, game: &RawTree<'_>) -> Option<Range<usize>> {
    let left = text[range.clone()].trim();
    let begin = range.start + text[range.clone()].find(left).unwrap_or(0);
    let goes_on = || belongs_to(left, game.nodes.iter().rev());
    left_over(text, range.clone()).or_else(|| goes_on().then(|| begin..begin + left.len()))
}

/// Whether a line beside a game is one damaged move or two, each like the move next to it but for one
/// character.
pub(in crate::format) fn is_torn(line: &str, beside: &str) -> bool {
    let mut words = line.split_whitespace().map(|word| &word[words::number_len(word)..]);
    let is_few = (1..3).contains(&words.clone().take(3).count());
    is_few && words.all(|word| stray::is_nearly_like(word, beside))
}

/// Whether a line is one or two moves of pawns in SAN (`e4`, `xe4`) behind `moves` in that system.
pub(in crate::format) fn are_short(line: &str, moves: &[&str]) -> bool {
    let is_san = |mv: &&&str| stray::is_pawn(mv) || MoveLook::of(mv) == Some(MoveLook::Likely);
    let mut words = line.split_whitespace().map(|word| &word[words::number_len(word)..]);
    let mut words = words.by_ref().filter(|word| !word.is_empty()).take(3).peekable();
    words.peek().is_some()
        && words.all(|word| stray::is_pawn(word.trim_start_matches('x')))
        && moves.iter().rev().take(COMPARED).any(|mv| is_san(&mv))
}

/// Whether one of the first words of a text looks like a move in the manner of one of these nodes.
pub(in crate::format) fn belongs_to<'n>(
    text: &str,
    nodes: impl Iterator<Item = &'n RawNode<'n>>,
) -> bool {
    let is_likely =
        |word: &str| stray::is_pawn(word) || MoveLook::of(word) == Some(MoveLook::Likely);
    let is_move = |mv| matches!(mv, RawMove::Text(token) if is_likely(token));
    let words = text.split(stray::parts_words);
    let mut words = words.filter(|word| word.contains(char::is_alphanumeric)).take(COMPARED);
    words.any(is_likely) && nodes.take(COMPARED).any(|node| is_move(node.mv))
}

/// Parts of a record that contain moves outside its `fields`, whose places come in order.
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
