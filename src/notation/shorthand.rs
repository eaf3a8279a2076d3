//! The shorthand of score sheets and of journals such as 《北方棋艺》: the word for the direction
//! is left out. `炮25` and `C25` are traverses, a stroke under the last digit is an advance
//! (`马87̲`, `H87̲`), one over it a retreat (`C34̅`). Described by Jim Png, "A Detailed Introduction
//! to the Notation System in Xiangqi".
//!
//! # Reading
//! Strokes are combining characters (U+0332, U+0331 below; U+0305, U+0304 above) or markup:
//! `<u>7</u>`, an element whose style names `underline` or `overline`. With the direction put back,
//! a token is read as Chinese or WXF, so tandems (`前炮5`, `+R8`) and pawns by place and file
//! (`112`) come with it.
//!
//! `shorthand` takes a digit without a stroke for a traverse wherever one is possible; only where
//! none is was the stroke lost. `strokeless` is plain text, which has lost every stroke: all three
//! directions count and the moves that follow decide.

use super::hanzi::Glyph;
use super::words::Direction;
use super::{Notation, Reading, Unreadable, chinese, wxf, wxf_reading};
use crate::xiangqi::Position;
use std::borrow::Cow;

/// Chinese characters, Arabic digits, strokes.
pub(super) const NOTATION: Notation = Notation {
    name: "shorthand",
    aliases: &["简写", "score-sheet"],
    is_complete: true,
    is_automatic: false,
    example: "炮25 马87̲",
    read,
    write: |mv, position| stroke(&chinese::arabic(mv, position)?),
};

/// Letters.
pub(super) const LATIN: Notation = Notation {
    name: "shorthand-wxf",
    aliases: &["shorthand-latin"],
    is_complete: true,
    is_automatic: false,
    example: "C25 H87̲",
    read,
    write: |mv, position| stroke(&(wxf::NOTATION.write)(mv, position)?),
};

/// Without strokes, as plain text keeps it.
pub(super) const STROKELESS: Notation = Notation {
    name: "strokeless",
    aliases: &["shorthand-plain"],
    is_complete: false,
    is_automatic: false,
    example: "炮25 马87",
    read: read_strokeless,
    write: |mv, position| {
        let mut text = chinese::arabic(mv, position)?;
        text.remove(text.char_indices().nth_back(1)?.0);
        Some(text)
    },
};

/// The signs that a direction is put back as: read by the Chinese and by the WXF reader.
const ADVANCE: char = '+';
const RETREAT: char = '-';
const TRAVERSE: char = '=';

fn read(token: &str, position: &Position) -> Reading {
    let token = plain(super::trim(token));
    let mut letters = token.chars();
    let sign = match letters.next_back() {
        Some('\u{332}' | '\u{331}') => ADVANCE,
        Some('\u{305}' | '\u{304}') => RETREAT,
        _ => {
            let traverse = directed(&token, TRAVERSE, position);
            return match traverse {
                Reading::None(Unreadable::CannotMove) => {
                    either(&token, &[ADVANCE, RETREAT], position)
                }
                _ => traverse,
            };
        }
    };
    directed(letters.as_str(), sign, position)
}

fn read_strokeless(token: &str, position: &Position) -> Reading {
    either(super::trim(token), &[TRAVERSE, ADVANCE, RETREAT], position)
}

/// The token with `sign` before its last character, read as Chinese or WXF.
fn directed(token: &str, sign: char, position: &Position) -> Reading {
    let Some((last, _)) = token.char_indices().next_back() else {
        return Reading::None(Unreadable::NotAMove);
    };
    let (name, number) = token.split_at(last);
    // A name that ends with a direction would be a move written out.
    let is_direction = |letter| matches!(Glyph::of(letter), Some(Glyph::Direction(_)));
    if name.ends_with(is_direction) && name.chars().count() > 1 {
        return Reading::None(Unreadable::NotAMove);
    }
    let text = format!("{name}{sign}{number}");
    match text.is_ascii() {
        true => wxf_reading::read(&text, position),
        false => chinese::read(&text, position),
    }
}

/// Every move the token can mean with one of the signs.
fn either(token: &str, signs: &[char], position: &Position) -> Reading {
    Reading::any(signs.iter().map(|&sign| directed(token, sign, position)))
}

/// The written-out text with a stroke in place of its direction, the last character but one.
fn stroke(text: &str) -> Option<String> {
    let (at, sign) = text.char_indices().nth_back(1)?;
    let mut short = format!("{}{}", &text[..at], &text[at + sign.len_utf8()..]);
    match Glyph::of(sign) {
        Some(Glyph::Direction(Direction::Advance)) => short.push('\u{332}'),
        Some(Glyph::Direction(Direction::Retreat)) => short.push('\u{305}'),
        _ => {}
    }
    Some(short)
}

/// The token with markup turned into combining strokes and other markup left out.
fn plain(token: &str) -> Cow<'_, str> {
    if !token.contains('<') {
        return Cow::Borrowed(token);
    }
    let mut text = String::with_capacity(token.len());
    let mut open = None;
    let mut rest = token;
    while let Some((before, after)) = rest.split_once('<') {
        text.push_str(before);
        let (tag, after) = after.split_once('>').unwrap_or((after, ""));
        let tag = tag.to_ascii_lowercase();
        if tag.starts_with('/') {
            text.extend(open.take());
        } else if tag == "u" || tag.contains("underline") {
            open = Some('\u{332}');
        } else if tag == "o" || tag.contains("overline") {
            open = Some('\u{305}');
        }
        rest = after;
    }
    text.push_str(rest);
    text.extend(open);
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::{Move, Side};

    #[test]
    fn strokes_in_every_dress() {
        let start = Position::start();
        let black = start.with_side(Side::Black);
        for (token, position, expected) in [
            ("C25", &start, "h2e2"),
            ("炮25", &start, "h2e2"),
            ("炮二五", &start, "h2e2"),
            ("H87\u{332}", &black, "h9g7"),
            ("马87\u{331}", &black, "h9g7"),
            ("H8<u>7</u>", &black, "h9g7"),
            ("馬8<span style=\"text-decoration:underline\">7</span>", &black, "h9g7"),
            ("H87", &black, "h9g7"),
            ("炮21\u{305}", &start, "h2h1"),
            ("炮21\u{304}", &start, "h2h1"),
            ("C2<span style='text-decoration: overline'>1</span>", &start, "h2h1"),
        ] {
            assert_eq!(read(token, position), Reading::One(expected.parse().unwrap()), "{token}");
        }
        for token in ["", "炮", "C2=5", "炮二平五", "C2", "<u>", "25"] {
            assert!(matches!(read(token, &start), Reading::None(_)), "{token}");
        }
    }

    #[test]
    fn lost_strokes_leave_a_choice() {
        let start = Position::start();
        // 炮21 is a traverse on a score sheet; in plain text it may be a step ahead or back, too.
        assert_eq!(read("炮21", &start), Reading::One("h2i2".parse().unwrap()));
        let Reading::Several(moves) = read_strokeless("炮21", &start) else { panic!() };
        let listed: Vec<String> = moves.iter().map(Move::to_string).collect();
        assert_eq!(listed, ["h2i2", "h2h3", "h2h1"]);
    }
}
