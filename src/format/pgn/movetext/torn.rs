//! Recognises moves in which one character was replaced by another sign.

use crate::format::pgn::joined::is_filler;
use crate::format::pgn::parts::CharPart;
use crate::format::pgn::stray::holds_moves;
use crate::format::pgn::words::{
    WordKind, begins_with_move, is_move_like, is_result, kind, number_len, plain_word_len,
};

/// Signs that mean nothing behind a move.
const WITHOUT_MEANING: &str = "。·…}｝]】)）|\"“”";

/// Whether `text` begins with a square, alone or behind a file and a capture sign, like the moves
/// of pawns in SAN: `g5`, `de6`, `dxe6`.
pub(super) fn begins_with_square(text: &str) -> bool {
    // A capture may have lost its piece: `xg5`.
    let text = text.strip_prefix('x').unwrap_or(text);
    if !text.starts_with(|c| ('a'..='i').contains(&c)) {
        return false;
    }
    let word = &text[..plain_word_len(text)];
    let square = word.trim_end_matches(['!', '?', '+', '#', '.']);
    let letters = square.trim_end_matches(|c: char| c.is_ascii_digit());
    (1..=2).contains(&(square.len() - letters.len()))
        && letters.len() <= 3
        && letters.bytes().all(|letter| matches!(letter, b'a'..=b'i' | b'x'))
}

/// Whether `text` begins with `H2-E2` or `h2e2` without the first letter.
pub(super) fn begins_with_half_square(text: &str) -> bool {
    let is_square = |file: u8, rank: u8| {
        matches!(file.to_ascii_lowercase(), b'a'..=b'i') && rank.is_ascii_digit()
    };
    match *text.as_bytes() {
        [b'0'..=b'9', b'-', file, rank, ..] => is_square(file, rank),
        [b'0'..=b'9', file, rank] => is_square(file, rank),
        [b'0'..=b'9', file, rank, end, ..] => is_square(file, rank) && !end.is_ascii_alphanumeric(),
        _ => false,
    }
}

/// Whether `text` begins with a move without its piece (`5平7`, `5=7`) or also without its file
/// (`平7`), and continues like a line of moves.
pub(super) fn has_lost_its_piece(text: &str) -> bool {
    let (word, behind) = text.split_at(plain_word_len(text));
    let is_number = |c: char| CharPart::of(c).is_some_and(CharPart::is_number);
    let is_direction = |c: char| {
        CharPart::of(c) == Some(CharPart::Direction)
            || matches!(c, '+' | '-' | '=' | '.' | '＋' | '－' | '＝')
    };
    // In Latin letters, a direction and a number alone may be anything.
    let has_file = word.is_ascii() || word.starts_with(is_number);
    let mut chars = word.chars();
    let is_left = (!has_file || chars.next().is_some_and(is_number))
        && chars.next().is_some_and(is_direction)
        && chars.next().is_some_and(is_number)
        && chars.next().is_none();
    let behind = behind.trim_start();
    is_left
        && (behind.is_empty()
            || number_len(behind) > 0
            || begins_with_move(behind)
            || is_result(&behind[..plain_word_len(behind)]))
}

/// Whether a word names a piece and a target, but no direction: `炮25`, `C25`, `前炮5`, `+R8`,
/// `112`.
pub(super) fn has_no_direction(word: &str) -> bool {
    if word.is_ascii() {
        return match word.as_bytes() {
            [first, b'0'..=b'9', b'0'..=b'9'] => first.is_ascii_alphanumeric(),
            [b'+' | b'-' | b'=', letter, b'0'..=b'9'] => letter.is_ascii_alphabetic(),
            _ => false,
        };
    }
    let mut parts = word.chars().map(CharPart::of);
    (3..=4).contains(&word.chars().count())
        && parts.clone().all(|part| part.is_some_and(|part| part != CharPart::Direction))
        && parts.next_back().flatten().is_some_and(CharPart::is_number)
}

/// Whether a word may be a move that lacks its end: `炮`, `后炮`, `CB`, `h2`. A word that names
/// a square, or lacks only the direction, is complete.
pub(super) fn is_part_of_move(word: &str) -> bool {
    let ends_in_square = || {
        let ending = word.len().checked_sub(2).and_then(|at| word.get(at..));
        ending.is_some_and(begins_with_square) && word.len() > 2
    };
    let is_letter = |c: char| c.is_ascii_alphanumeric() || CharPart::of(c).is_some();
    word.chars().count() < 4
        && word.chars().all(is_letter)
        && !has_no_direction(word)
        && !ends_in_square()
}

/// Whether a text begins with `A--1`, the move of one of two pieces on a file, without its letter.
pub(super) fn is_one_of_two(text: &str) -> bool {
    let is_sign = |byte: &u8| matches!(byte, b'+' | b'-' | b'.' | b'=');
    match text.as_bytes() {
        [place, stroke, number, rest @ ..] => {
            is_sign(place)
                && is_sign(stroke)
                && number.is_ascii_digit()
                && rest.first().is_none_or(u8::is_ascii_whitespace)
        }
        _ => false,
    }
}

/// Characters of the longest word that may be a damaged move.
const LONGEST_MOVE: usize = 8;

/// Whether a bracket that begins with no move is still a variation: moves, numbers, comments, and a
/// few words that may be damaged moves or numbers.
pub(super) fn is_torn_variation(inner: &str) -> bool {
    if inner.matches('{').count() != inner.matches('}').count() {
        return holds_moves(inner);
    }
    let (mut is_numbered, mut moves, mut damaged) = (false, 0, Vec::new());
    let is_between = |c: char| c.is_whitespace() || c.is_control() || "()（）".contains(c);
    let mut rest = inner.trim_start_matches(is_between);
    while !rest.is_empty() {
        if let Some(comment) = rest.strip_prefix('{') {
            let behind = comment.split_once('}').map_or("", |(_, behind)| behind);
            rest = behind.trim_start_matches(is_between);
            continue;
        }
        let number = number_len(rest);
        let signs = rest[number..].trim_start_matches(is_filler);
        is_numbered |= rest[..rest.len() - signs.len()].ends_with(|c| is_filler(c) || c == '、');
        let len =
            if signs.starts_with(|c: char| !c.is_whitespace()) { plain_word_len(signs) } else { 0 };
        let (word, behind) = signs.split_at(len);
        rest = behind.trim_start_matches(is_between);
        match word {
            _ if is_move_like(word) => moves += 1,
            _ if word.is_empty() || is_result(word) => {}
            _ if word.chars().count() <= LONGEST_MOVE => {
                is_numbered |= word.ends_with('.');
                damaged.push(word);
            }
            _ => return false,
        }
    }
    let are_like_moves = || damaged.iter().all(|word| kind(word) == WordKind::Move);
    match moves {
        _ if damaged.len() > 2 => false,
        0 => is_numbered && may_have_been_move(&damaged.concat()),
        _ => is_numbered || are_like_moves(),
    }
}

/// Whether a word has parts rare outside moves: a piece or direction with a number, a letter with a
/// figure, or a lost character.
fn may_have_been_move(word: &str) -> bool {
    let has = |fits: fn(CharPart) -> bool| word.chars().filter_map(CharPart::of).any(fits);
    let is_hanzi = has(|part| !part.is_number()) && has(CharPart::is_number);
    let has_letter = word.contains(|c: char| c.is_ascii_alphabetic());
    let is_ascii = has_letter && word.contains(|c: char| c.is_ascii_digit());
    word.chars().count() > 2 && (is_hanzi || is_ascii || word.contains(char::REPLACEMENT_CHARACTER))
}

/// Length of a sign that splits the number of a square, and of the part behind it: `,0` behind
/// `Rh1` for `Rh10`. 0 for none.
pub(super) fn cut_number_len(word: &str, behind: &str) -> usize {
    let is_square = word.strip_suffix('1').is_some_and(|before| {
        before.len() > 1
            && before.ends_with(|c: char| ('a'..='i').contains(&c.to_ascii_lowercase()))
    });
    let cuts = |c: &char| ",;，；、".contains(*c) || WITHOUT_MEANING.contains(*c);
    let Some(sign) = behind.chars().next().filter(|c| is_square && cuts(c)) else {
        return 0;
    };
    let left = &behind[sign.len_utf8()..];
    let left = &left[..plain_word_len(left)];
    if left.trim_end_matches(['+', '#', '!', '?']) == "0" {
        sign.len_utf8() + left.len()
    } else {
        0
    }
}

/// Length of a meaningless sign glued to a square on rank 1 at the end of a word: `…` behind
/// `Cxd1`. With ranks up to 10 it may replace a 0. 0 for none.
pub(super) fn cut_rank_len(word: &str, behind: &str) -> usize {
    let is_on_rank_one = word.strip_suffix('1').is_some_and(ends_with_file);
    let mut chars = behind.chars();
    let sign = chars.next().filter(|sign| is_on_rank_one && WITHOUT_MEANING.contains(*sign));
    let is_end = |c: char| c.is_whitespace() || "!?+#".contains(c);
    sign.filter(|_| chars.next().is_none_or(is_end)).map_or(0, char::len_utf8)
}

/// Whether squares of a text have ranks up to 10: `Rh10`, `h9h10`, `C810-710`.
pub(super) fn has_rank_ten(text: &str) -> bool {
    text.match_indices("10").any(|(at, ten)| {
        let next = text.as_bytes().get(at + ten.len());
        !next.is_some_and(u8::is_ascii_digit) && ends_with_file(&text[..at])
    })
}

/// Whether a text ends with the file of a square: a letter, or a digit behind a piece's letter or a
/// dash (`C8`, `C810-7`).
fn ends_with_file(text: &str) -> bool {
    match *text.as_bytes() {
        [.., before, b'1'..=b'9'] => before.is_ascii_uppercase() || before == b'-',
        [.., b'a'..=b'i' | b'A'..=b'I'] => true,
        _ => false,
    }
}
