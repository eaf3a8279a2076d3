//! Classifies the words of movetext: moves, numbers, result signs.

use super::book_marks::{book_number, number_value};
use super::joined::{is_filler, is_run_together, looks_like_move, moves_in_hanzi};
use super::parts::{CharPart, four_parts_len, is_whole};
use crate::metadata::is_result_sign;
use crate::text::is_hanzi;
use std::borrow::Cow;

/// Whether a word ends at this sign or blank.
pub(super) fn ends_word(c: char) -> bool {
    match c {
        '{' | '}' | '(' | ')' | '[' | ']' | ';' | ',' => true,
        '（' | '）' | '｛' | '｝' | '…' | '；' | '，' | '、' | '。' => true,
        _ => c.is_whitespace() || c.is_control() || c == '\u{feff}',
    }
}

/// Whether a byte ends a word of ASCII.
pub(super) fn ends_ascii_word(byte: u8) -> bool {
    byte <= b' ' || matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b',' | 0x7f)
}

/// Length of a move in a usual form (`h2e2`, `C2=5`, `炮二平五`) that a blank follows; None for
/// all others. A shortcut: [`number_len`], [`word_len`], [`is_result`] and [`kind`] in turn agree
/// with it.
pub(super) fn usual_move_len(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let len = match *bytes {
        [letter, b'0'..=b'9', third, b'0'..=b'9', ..] if letter.is_ascii_alphabetic() => {
            let is_sound =
                third.is_ascii_alphanumeric() || matches!(third, b'+' | b'-' | b'=' | b'.');
            is_sound.then_some(4)
        }
        // First bytes of hanzi.
        [0xe4..=0xe9, ..] => four_parts_len(text),
        _ => None,
    }?;
    matches!(bytes.get(len), None | Some(0..=b' ')).then_some(len)
}

/// Length of `12.` before a blank, a letter or a hanzi: a bare move number, as [`number_len`] finds
/// it.
pub(super) fn usual_number_len(text: &[u8]) -> Option<usize> {
    let len = 1 + text.iter().take(4).position(|byte| !byte.is_ascii_digit())?;
    let is_number = len > 1 && text[len - 1] == b'.';
    let ends = |byte: &u8| matches!(byte, 0..=b' ' | b'A'..=b'Z' | b'a'..=b'z' | 0xe4..=0xe9);
    (is_number && text.get(len).is_some_and(ends)).then_some(len)
}

/// Length of the word at the start of `text` (not empty), up to a blank, bracket or comma. Splits
/// Chinese moves run together; keeps one with blanks inside whole.
pub(super) fn word_len(text: &str) -> usize {
    let ascii = text.bytes().position(|byte| ends_ascii_word(byte) || !byte.is_ascii());
    match ascii {
        Some(len) if len > 0 && text.as_bytes()[len].is_ascii() && !is_struck(text, len) => {
            return len;
        }
        None => return text.len(),
        _ => {}
    }
    if let Some(len) = spaced_move(text) {
        return len;
    }
    // A move ends one character behind its direction, which is third or fourth.
    let mut chars = text.char_indices().take_while(|(at, c)| *at == 0 || !ends_word(*c)).skip(2);
    let is_direction = |c: char| CharPart::of(c) == Some(CharPart::Direction);
    for _ in 0..2 {
        match chars.next() {
            Some((at, c)) if is_direction(c) => {
                let last = chars.next().unwrap_or((at, c));
                let end = last.0 + last.1.len_utf8();
                return with_signs(text, end + surplus_len(&text[end..], last.1));
            }
            Some(_) => {}
            None => break,
        }
    }
    plain_word_len(text)
}

/// Bytes before the next blank, bracket or comma, at least one character.
pub(super) fn plain_word_len(text: &str) -> usize {
    let mut ends =
        text.char_indices().skip(1).filter(|(at, c)| ends_word(*c) && !is_struck(text, *at));
    ends.next().map_or(text.len(), |(at, _)| at)
}

/// Whether the character at `at` carries a combining mark, like the last digits of shorthand: it
/// replaced such a digit and belongs to the damaged move.
fn is_struck(text: &str, at: usize) -> bool {
    let mut chars = text[at..].chars().skip(1);
    chars.next().is_some_and(|c| ('\u{300}'..='\u{36f}').contains(&c))
}

/// Length of a surplus figure behind a Chinese move: `炮八进4二`, `马1退32`. The next move's
/// number would have a dot there, or its move glued to it.
fn surplus_len(rest: &str, last: char) -> usize {
    let is_number = |c: char| CharPart::of(c).is_some_and(CharPart::is_number);
    let len = rest.len() - rest.trim_start_matches(is_number).len();
    let number = number_len(rest);
    let next = rest[number.max(len)..].chars().next();
    let is_surplus = match number {
        0 => next.is_none_or(char::is_whitespace),
        _ => number == len && next.is_none_or(char::is_whitespace),
    };
    if len > 0 && is_number(last) && is_surplus { len } else { 0 }
}

/// Length of a complete word, with the marks of approval behind it.
fn with_signs(word: &str, end: usize) -> usize {
    let rest = &word[end..];
    end + rest.len() - rest.trim_start_matches(['!', '?', '！', '？', '+', '#']).len()
}

/// Length of a Chinese move with blanks inside: `炮 二平五`, `炮 二 平 五`.
fn spaced_move(text: &str) -> Option<usize> {
    let mut parts = [CharPart::Direction; 5];
    let mut len = 0;
    let mut blanks = 0;
    for (at, c) in text.char_indices() {
        if matches!(c, ' ' | '\u{3000}' | '\u{a0}') && len > 0 && blanks < 2 {
            blanks += 1;
            continue;
        }
        *parts.get_mut(len)? = CharPart::of(c)?;
        len += 1;
        blanks = 0;
        if is_whole(&parts[..len]) {
            let end = at + c.len_utf8();
            return Some(with_signs(text, end + surplus_len(&text[end..], c)));
        }
        let is_beginning = match parts[..len] {
            [first] => first != CharPart::Direction,
            [_, second] => second != CharPart::Direction,
            _ => true,
        };
        if !is_beginning {
            return None;
        }
    }
    None
}

/// Signs used as the dot behind a move number.
pub(super) const DOTS: [char; 4] = ['.', '．', '、', '。'];

/// Length of a move number with its dot at the start of `text`, 0 for none: `12.`, `3．`, `1、`,
/// a bare `7` before a blank, and the 1 of `1炮二平五`. In `11.2` and `1卒平5` the figures
/// belong to the move.
pub(in crate::format) fn number_len(text: &str) -> usize {
    // The first byte of a full-width digit.
    if !text.as_bytes().first().is_some_and(|byte| byte.is_ascii_digit() || *byte == 0xef) {
        return 0;
    }
    let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let mut len = 0;
    let mut count = 0;
    for c in text.chars().take_while(|c| is_digit(*c)) {
        len += c.len_utf8();
        count += 1;
    }
    if count == 0 || text.starts_with("0.5-") {
        return 0;
    }
    let rest = &text[len..];
    match rest.chars().next() {
        Some(dot) if DOTS.contains(&dot) => {
            let tail = &rest.as_bytes()[dot.len_utf8()..];
            // `8.7` lost its piece.
            let is_pawn_move = (1..=2).contains(&count)
                && tail.first().is_some_and(u8::is_ascii_digit)
                && tail.get(1).is_none_or(|byte| ends_ascii_word(*byte));
            if is_pawn_move { 0 } else { len + dot.len_utf8() }
        }
        None | Some('…') if count <= 3 => len,
        Some(c) if c.is_whitespace() && count <= 3 => len,
        // Glued to a move, unless the move needs it.
        Some(c)
            if count <= 4
                && (CharPart::of(c).is_some_and(CharPart::is_piece)
                    || CharPart::of(c) == Some(CharPart::Standing)) =>
        {
            let parts: Vec<Option<CharPart>> = rest.chars().take(4).map(CharPart::of).collect();
            match parts.as_slice() {
                [Some(CharPart::Pawn), Some(CharPart::Figure), Some(CharPart::Direction), ..]
                    if count == 1 =>
                {
                    0
                }
                [Some(_), Some(second), Some(CharPart::Direction), Some(last)]
                    if *second != CharPart::Direction && last.is_number() =>
                {
                    len
                }
                _ => 0,
            }
        }
        _ => 0,
    }
}

/// Offset of a Chinese move's last character, if it is an Arabic figure.
pub(super) fn last_figure(word: &str) -> Option<usize> {
    let at = word.strip_suffix(|c: char| c.is_ascii_digit())?.len();
    (!word.is_ascii()).then_some(at)
}

/// Words in remarks about a missing move.
const MISSING: [&str; 22] = [
    "缺着", "缺著", "缺步", "缺手", "缺招", "缺一", "缺两", "缺兩", "缺二", "缺三", "缺数", "缺數",
    "漏着", "漏著", "漏记", "漏記", "漏一", "失记", "失記", "脱漏", "脫漏", "missing",
];

/// Whether a remark states that a move is missing.
pub(super) fn says_missing(remark: &str) -> bool {
    let is_gap = |c: char| matches!(c, '?' | '？' | '□' | '■' | '○' | '●' | '×' | 'X' | 'x');
    matches!(remark, "缺" | "漏" | "佚" | "脱" | "脫" | "不详" | "不詳" | "…" | "……" | "...")
        || remark.len() >= 3 && remark.chars().all(is_gap)
        || MISSING.iter().any(|word| remark.contains(word))
}

/// Whether a meaningless word is as long as a move.
pub(super) fn may_have_been_move(word: &str) -> bool {
    (4..=5).contains(&word.chars().count()) && word.chars().all(is_hanzi)
}

/// Whether a text contains this move number, with its dot, as a word.
pub(super) fn goes_on_to_number(text: &str, number: u32) -> bool {
    let is_number = |word: &str| {
        word.ends_with('.') && number_len(word) == word.len() && number_value(word) == number
    };
    text.split_whitespace().any(is_number)
}

/// Whether `text` begins with a move, perhaps behind a number and dots.
pub(super) fn begins_with_move(text: &str) -> bool {
    let text = text.trim_start();
    let text =
        text[number_len(text)..].trim_start_matches(|c: char| is_filler(c) || c.is_whitespace());
    !text.is_empty() && is_move_like(&text[..word_len(text)])
}

/// Whether a line begins a game: with the number 1 before a move or comment, or (unless
/// `with_number`) with an unnumbered move.
pub(super) fn begins_game(line: &str, with_number: bool) -> bool {
    let line = line.trim_start();
    let number = match number_len(line) {
        0 => book_number(line),
        len => Some((len, number_value(&line[..len]))),
    };
    let is_first = number.map_or(!with_number, |(_, value)| value == 1);
    let rest = line[number.map_or(0, |(len, _)| len)..].trim_start();
    let has_comment = number.is_some() && rest.starts_with('{');
    // Two moves in a row are no advert.
    let has_two =
        || rest.split_whitespace().take(2).filter(|word| looks_like_move(word)).count() == 2;
    is_first && (has_comment || begins_with_move(rest)) || number.is_none() && has_two()
}

/// Whether a word has the form of a move in some notation.
pub(in crate::format) fn is_move_like(word: &str) -> bool {
    // A word that begins with a hanzi is not ASCII in full width; it need not be copied.
    if !word.starts_with(is_hanzi) {
        let half = half_width(word);
        if half.is_ascii() {
            return is_move_like_ascii(half.trim_end_matches(['!', '?', '+', '#']).as_bytes());
        }
    }
    let mut parts = word.chars().filter(|c| !c.is_whitespace()).map(CharPart::of);
    let is_direction = |part: Option<Option<CharPart>>| part == Some(Some(CharPart::Direction));
    is_direction(parts.nth(2)) || is_direction(parts.next())
}

/// Whether a word is a letter or sign with figures (`C2=5`, `+C-1`, `h2e2`, `H2-E2`, `g4`,
/// `Hdxe6`), or figures alone (`7747`, `11=2`).
fn is_move_like_ascii(word: &[u8]) -> bool {
    let digits = word.iter().filter(|byte| byte.is_ascii_digit()).count();
    let sound =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'=' | b'.');
    if !(2..=8).contains(&word.len()) || digits == 0 || !word.iter().all(sound) {
        return false;
    }
    match word[0] {
        b'0'..=b'9' => {
            digits == 4 && (word.len() == 4 || word.len() == 5 && word[2] == b'-')
                || digits == 3 && word.len() == 4 && !word[2].is_ascii_digit()
        }
        _ => word.iter().any(u8::is_ascii_alphabetic),
    }
}

/// Whether a text begins with a move in a usual form that a blank follows.
pub(super) fn begins_usual_move(text: &str) -> bool {
    usual_move_len(text).is_some()
}

/// Whether a word is a result sign.
pub(super) fn is_result(word: &str) -> bool {
    // Most words are moves, so the first byte decides first.
    match word.as_bytes().first() {
        Some(b'0'..=b'2' | b'*') => is_result_sign(word),
        Some(byte) if byte.is_ascii() => false,
        _ => is_result_sign(word),
    }
}

/// Kind of a word that is no result sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordKind {
    /// A move, perhaps damaged.
    Move,
    /// A word of a sentence.
    Word,
    /// Start of a sentence that fills the line; its apparent moves do not count.
    Sentence,
}

/// Distinguishes moves, whole or damaged, from words.
pub(super) fn kind(word: &str) -> WordKind {
    if word.is_ascii() {
        let is_letter =
            |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'\'' | b'.' | b':');
        return if word.starts_with("www.") || word.contains("://") {
            WordKind::Sentence
        } else if word.len() > 1 && word.bytes().all(is_letter) {
            WordKind::Word
        } else {
            WordKind::Move
        };
    }
    if is_move_like(word) {
        return WordKind::Move;
    }
    if word.chars().nth(6).is_some() {
        // Prose has no lost characters, and does not begin like a move and continue with another.
        let begins = word.chars().next().is_some_and(|c| CharPart::of(c).is_some());
        let is_glued = || moves_in_hanzi(word).next().is_some();
        let holds_moves =
            word.contains('\u{fffd}') || is_run_together(word) || begins && is_glued();
        return if holds_moves { WordKind::Move } else { WordKind::Sentence };
    }
    let mut parts = word.chars().map(CharPart::of);
    let first = parts.next().flatten();
    let has_number =
        |part: Option<CharPart>| part.is_some_and(|p| p.is_number() || p == CharPart::Direction);
    let may_be_move = has_number(first)
        || parts.any(has_number)
        || word.contains(['?', '？', '\u{fffd}', '０', '0', '□', '■'])
        || first.is_some() && word.chars().count() == 4
        || word.chars().any(|c| ('！'..='～').contains(&c));
    if may_be_move { WordKind::Move } else { WordKind::Word }
}

/// Converts full-width digits, letters and signs, and dashes of every length, to ASCII.
pub(in crate::format) fn half_width(word: &str) -> Cow<'_, str> {
    let is_wide = |c: char| ('！'..='～').contains(&c);
    let is_dash = |c: char| ('‐'..='―').contains(&c) || c == '−';
    if !word.contains(|c| is_wide(c) || is_dash(c)) {
        return Cow::Borrowed(word);
    }
    let narrow = |c: char| match c {
        _ if is_wide(c) => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ if is_dash(c) => '-',
        _ => c,
    };
    Cow::Owned(word.chars().map(narrow).collect())
}

#[cfg(test)]
mod tests;
