//! Finds moves in text that is no movetext, in every notation.

use super::joined::{is_filler, is_run_together, linked_moves, looks_like_move};
use super::parts::CharPart;
use super::words::{ends_word, is_result, number_len};
use crate::format::fields::{Role, role};
use crate::notation::MoveLook;

/// Number of ambiguous words in a row that count as moves: behind a move number, in letters and in
/// figures; and without a number.
const IN_A_ROW: [usize; 3] = [1, 2, 4];

/// Whether a sign or blank separates words outside games; signs of moves, also in full width, do
/// not.
pub(super) fn parts_words(c: char) -> bool {
    let is_of_moves = |c| ('！'..='～').contains(&c) || ('‐'..='―').contains(&c) || c == '−';
    match c {
        _ if c.is_ascii() => ends_word(c) || c.is_control() || "\"'|<>:/\\".contains(c),
        '：' | '｜' | '～' | '［' | '］' | '＜' | '＞' | '＂' | '＇' | '／' | '＼' => {
            true
        }
        '\u{300}'..='\u{36f}' | char::REPLACEMENT_CHARACTER => false,
        _ => ends_word(c) || !c.is_alphanumeric() && !is_of_moves(c),
    }
}

/// Bytes from which on figures with a dot are no number of a move.
const LONGEST_NUMBER: usize = 16;

/// Words that may come again between moves: names of members, columns or commands.
const LABELS: usize = 4;

/// Whether a text contains moves: one in a usual form, or several in a row in another. Words that
/// come again between them (`\move{C25}`, `"ply": 1, "move": "Che2"`) do not part them; figures
/// alone must stand behind a name of moves then.
pub(in crate::format) fn holds_moves(text: &str) -> bool {
    let is_mark = |c| matches!(c, '.' | '．' | '!' | '?' | '！' | '？');
    let is_sign = |c| is_mark(c) || "_*~&#@$%^`".contains(c);
    // For each move in a row: whether it is in figures alone.
    let mut row = Vec::new();
    let (mut labels, mut behind, mut is_numbered) = ([""; LABELS], None, false);
    for word in text.split(parts_words).filter(|word| !word.is_empty()) {
        // A dot stands behind numbers, and for a traverse: `C2.5`.
        let bare = word.trim_end_matches(is_mark);
        let number = Some(number_len(word)).filter(|len| *len < LONGEST_NUMBER).unwrap_or(0);
        let whole = bare.get(number..).unwrap_or_default();
        let value = word.split_once('=').map_or("", |(_, value)| value);
        if looks_like_move(whole)
            || word.split(is_sign).any(looks_like_move)
            || looks_like_move(value)
            || is_run_together(whole)
            || is_run_together(value)
        {
            return true;
        }
        is_numbered |= number > 0;
        let is_one = MoveLook::of(whole).is_some();
        let parts = whole.split(|c| !is_one && (is_sign(c) || c == '='));
        for part in parts {
            let linked = if part.contains('-') && !is_one { linked_moves(part) } else { 0 };
            row.extend(std::iter::repeat_n(false, linked));
            let is_year = part.len() == 4 && (part.starts_with("19") || part.starts_with("20"));
            let is_figures = !part.contains(char::is_alphabetic);
            if MoveLook::of(part).is_some() && !is_year {
                let is_named = |label| role(label) == Some(Role::Moves);
                if is_figures && behind.take().is_some_and(|label| !is_named(label)) {
                    row.retain(|is_figures| !is_figures);
                }
                row.push(is_figures);
            } else if linked == 0 && !is_between(part, is_year, &row) {
                let name = part.trim_end_matches(|c: char| c.is_ascii_digit());
                if name.is_empty() || !labels.contains(&name) {
                    row.clear();
                    labels.rotate_right(1);
                    labels[0] = name;
                }
                (behind, is_numbered) = (Some(name), false);
            }
            // A number behind the mark of a move: `马87!5.`.
            let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            is_numbered |= !row.is_empty() && is_number && part.len() <= 3 && bare != word;
            let least = if is_numbered { IN_A_ROW[usize::from(is_figures)] } else { IN_A_ROW[2] };
            if row.len() >= least {
                return true;
            }
        }
    }
    false
}

/// Whether a word between moves that are in a `row` parts them not: signs, a number, a pawn's move
/// in SAN, or a move in figures that may be a year.
fn is_between(word: &str, is_year: bool, row: &[bool]) -> bool {
    let is_number = word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    let goes_on = is_number || is_pawn(word) || is_year && MoveLook::of(word).is_some();
    word.chars().all(is_filler) || !row.is_empty() && goes_on
}

/// Number of moves in a text of only moves, numbers, signs and results; 0 for any other text.
pub(super) fn moves_alone(text: &str) -> usize {
    let mut moves = 0;
    for word in text.split(parts_words).filter(|word| !word.is_empty()) {
        let whole = word[number_len(word)..].trim_end_matches(['!', '?', '！', '？', '.']);
        if looks_like_move(whole) {
            moves += 1;
        } else if is_run_together(whole) {
            moves += 2;
        } else if !whole.chars().all(is_filler) && !is_result(whole) {
            return 0;
        }
    }
    moves
}

/// Whether a word is the move of a pawn in SAN: `c6`, `c10`.
pub(super) fn is_pawn(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'i', b'0'..=b'9'] | [b'a'..=b'i', b'1', b'0'])
}

/// Whether a word has the characters of a move but one, by their kinds: `马\u{fffd}进8` those of 车9平8.
pub(super) fn is_nearly_like(word: &str, mv: &str) -> bool {
    let shape = |word: &str| {
        let mut kinds: Vec<u8> = Vec::new();
        for c in word.chars() {
            kinds.push(match CharPart::of(c) {
                _ if c.is_ascii_alphabetic() => b'a',
                _ if c.is_ascii_digit() || c == '０' => b'1',
                Some(part) if part.is_number() => b'1',
                Some(part) if part.is_piece() => b'P',
                Some(part) => part as u8,
                None if c.is_ascii() => b'-',
                None => b'?',
            });
        }
        kinds.dedup_by(|a, b| a == b && *a == b'?');
        kinds
    };
    // `10.5` and `2003-5` are numbers.
    let is_of_number = |c: char| c.is_ascii_digit() || ".,:/-".contains(c);
    !word.chars().all(is_of_number) && strsim::generic_levenshtein(&shape(word), &shape(mv)) < 2
}

/// Whether a remark looks like movetext: it has moves in a usual form, a number or a result.
pub(super) fn looks_like_movetext(remark: &str) -> bool {
    let mut words = remark.split_whitespace();
    holds_moves(remark)
        || words
            .any(|word| is_result(word) || word.ends_with('.') && number_len(word) == word.len())
}

#[cfg(test)]
mod tests {
    use super::holds_moves;

    #[test]
    fn moves_in_a_word_are_found_and_checksums_are_none() {
        for text in [
            "h2e2h9g7",
            "Che3Hg8Hg3Rh10",
            "xC25C85R11H87",
            "Ｈ２－Ｅ２Ｂ７－Ｃ７",
            "Ege3-Cbd8-Hc3-c6-Rb1",
            "7747-7242-7967-7062-8979",
            "{C25} \\move{C85} \\move{R11} \\move{H87} \\move{C11}",
            "\"ply\": 1, \"move\": \"C25\", \"ply\": 2, \"move\": \"H87\", \"ply\": 3, \"move\": \"H23\", \
             \"ply\": 4, \"move\": \"R98\", \"ply\": 5, \"move\": \"R12\"",
            "77471022796763648979725226257062192752",
        ] {
            assert!(holds_moves(text), "{text}");
        }
        for text in [
            "3f786850e387550fdab836ed7e6dc881de23001b",
            "rating 2450, rating 2510, rating 2380, rating 2440",
        ] {
            assert!(!holds_moves(text), "{text}");
        }
    }
}
