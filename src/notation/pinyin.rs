//! Chinese notation typed on a Latin keyboard: each character as its pinyin or the first letter of
//! it, digits as digits. 炮二平五 is `p2p5` or `pao2ping5`, 前车进一 `qcj1`, 马8退9
//! `m8t9`.
//!
//! A letter can stand for several characters (`s` for 仕 and 帅, `j` for 进, 将 and, read *ju*,
//! 车): every expansion is read as Chinese, and the position decides.
//!
//! The writer uses whole syllables, `che` for 车, so that no two pieces share one.

use super::symbols::Glyph;
use super::{Notation, Reading, Unreadable, chinese, trim};
use crate::xiangqi::Position;

/// Pinyin without tones.
pub(super) const NOTATION: Notation = Notation {
    name: "pinyin",
    aliases: &["拼音"],
    example: "pao2ping5 ma8jin7",
    read,
    write: |mv, position| {
        let text = chinese::arabic(mv, position)?;
        text.chars().map(syllable).collect()
    },
    ..Notation::LINE
};

/// Syllables with their characters; the first syllable of a character is written.
const SYLLABLES: [(&str, char); 18] = [
    ("pao", '炮'),
    ("ma", '马'),
    ("che", '车'),
    ("ju", '车'),
    ("xiang", '相'),
    ("shi", '仕'),
    ("shuai", '帅'),
    ("jiang", '将'),
    ("bing", '兵'),
    ("zu", '卒'),
    ("ping", '平'),
    ("jin", '进'),
    ("tui", '退'),
    ("shang", '上'),
    ("xia", '下'),
    ("qian", '前'),
    ("zhong", '中'),
    ("hou", '后'),
];

/// Largest number of expansions of one token; real ones have fewer than ten.
const MOST: usize = 64;

/// Bytes of the longest token that is read.
const LONGEST: usize = 30;

fn read(token: &str, position: &Position) -> Reading {
    let token = trim(token);
    if token.len() > LONGEST || !has_end(token.as_bytes()) {
        return Reading::None(Unreadable::NotAMove);
    }
    let is_direction = |letter| matches!(Glyph::of(letter), Some(Glyph::Direction(_)));
    let mut expansions = Vec::new();
    expand(&token.to_ascii_lowercase(), String::new(), &mut expansions);
    // The last character but one must be a direction: two letters and two digits are often no
    // pinyin at all.
    expansions.retain(|text| text.chars().rev().nth(1).is_some_and(is_direction));
    Reading::any(expansions.iter().map(|text| chinese::read(text, position)))
}

/// Whether letters and digits end with a digit behind the first or last letter of a direction: ping,
/// jin, tui, shang, xia.
fn has_end(token: &[u8]) -> bool {
    let [.., letter, last] = token else { return false };
    let is_direction = b"pgjntisxa".contains(&letter.to_ascii_lowercase());
    is_direction && last.is_ascii_digit() && token.iter().all(u8::is_ascii_alphanumeric)
}

/// Expands the rest of a token to all Chinese texts it can stand for. Texts end at five characters,
/// so the recursion is shallow.
fn expand(rest: &str, text: String, found: &mut Vec<String>) {
    let Some(next) = rest.chars().next() else {
        found.push(text);
        return;
    };
    if text.chars().count() >= 5 || found.len() >= MOST {
        return;
    }
    if next.is_ascii_digit() {
        return expand(&rest[1..], format!("{text}{next}"), found);
    }
    for (syllable, letter) in SYLLABLES {
        if let Some(rest) = rest.strip_prefix(syllable) {
            expand(rest, format!("{text}{letter}"), found);
        }
        if syllable.starts_with(next) {
            expand(&rest[1..], format!("{text}{letter}"), found);
        }
    }
}

/// Pinyin of a character of the Chinese notation; None for any other.
fn syllable(letter: char) -> Option<&'static str> {
    const DIGITS: &str = "123456789";
    match letter {
        '士' => Some("shi"),
        '象' => Some("xiang"),
        _ if letter.is_ascii() => DIGITS.find(letter).map(|at| &DIGITS[at..=at]),
        _ => SYLLABLES.iter().find(|(_, known)| *known == letter).map(|(syllable, _)| *syllable),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::Side;

    #[test]
    fn initials_and_syllables() {
        let start = Position::start();
        let black = start.with_side(Side::Black);
        for (token, position, expected) in [
            ("p2p5", &start, "h2e2"),
            ("P2P5", &start, "h2e2"),
            ("pao2ping5", &start, "h2e2"),
            ("m8j7", &black, "h9g7"),
            ("ma8jin7", &black, "h9g7"),
            ("j1j1", &start, "i0i1"),
            ("c1j1", &start, "i0i1"),
            ("s4j5", &start, "f0e1"),
            ("s5j1", &start, "e0e1"),
            ("b7j1", &start, "c3c4"),
            ("z7s1", &black, "g6g5"),
            ("x3j5", &start, "g0e2"),
            ("m8t7", &black, ""),
        ] {
            let reading = read(token, position);
            match expected {
                "" => assert_eq!(reading, Reading::None(Unreadable::CannotMove), "{token}"),
                _ => assert_eq!(reading, Reading::One(expected.parse().unwrap()), "{token}"),
            }
        }
        for token in
            ["", "2", "hello", "ppppp", "h2e2", "p2", "pao", "qqqqqqqqqqqqqqqqqqqqqqqqqqqqq"]
        {
            assert_eq!(read(token, &start), Reading::None(Unreadable::NotAMove), "{token}");
        }
    }

    #[test]
    fn tandems() {
        let position = Position::from_fen("3k5/9/9/7R1/9/7R1/9/9/9/4K4 w").unwrap();
        for (token, expected) in [("qcj1", "h6h7"), ("houju t1", ""), ("hct1", "h4h3")] {
            let reading = read(token, &position);
            match expected {
                "" => assert_eq!(reading, Reading::None(Unreadable::NotAMove), "{token}"),
                _ => assert_eq!(reading, Reading::One(expected.parse().unwrap()), "{token}"),
            }
        }
    }
}
