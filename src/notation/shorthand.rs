//! Short forms: score sheets and number pads.
//!
//! # Score sheets
//! The shorthand of score sheets and of journals such as 《北方棋艺》 leaves out the word for
//! the direction. `炮25` and `C25` are traverses, a stroke under the last digit is an advance
//! (`马87̲`, `H87̲`), one over it a retreat (`C34̅`). Described by Jim Png, "A Detailed
//! Introduction to the Notation System in Xiangqi".
//!
//! Strokes are combining characters (U+0332, U+0331 below; U+0305, U+0304 above) or markup:
//! `<u>7</u>`, or an element whose style names `underline` or `overline`. With its direction put
//! back, a token is read as Chinese or WXF, with tandems (`前炮5`, `+R8`) and pawns by place and
//! file (`112`).
//!
//! `shorthand` reads a digit without a stroke as a traverse if one is possible; otherwise the
//! stroke was lost. `strokeless` is plain text that lost every stroke: all three directions are
//! possible, and the moves behind decide.
//!
//! # Number pads
//! A move typed on a number pad is piece, file, direction, number. `6225` is 炮二平五.
//!
//! | digit | piece | | digit | direction |
//! | --- | --- | --- | --- | --- |
//! | 1 | 帅 将 | | 1 | 进 |
//! | 2 | 仕 士 | | 2 | 平 |
//! | 3 | 相 象 | | 3 | 退 |
//! | 4 | 马 | | | |
//! | 5 | 车 | | | |
//! | 6 | 炮 | | | |
//! | 7 | 兵 卒 | | | |
//!
//! The pieces are those of the xqbase move notation; `6225` in XQStudio's manual proves that 2 is a
//! traverse. For 1 as advance and 3 as retreat we only have the order in which those texts name the
//! directions, and no example. No text says how pieces in tandem are told apart: the file stands
//! for any of them, so the system is not complete.

use super::spelling::{Fits, Spelling, Which, direction_and_number, file_number};
use super::symbols::{Direction, Glyph};
use super::{Notation, Reading, Unreadable, chinese, mover, to_ascii, trim, wxf};
use crate::xiangqi::{Move, PieceKind, Position};
use std::borrow::Cow;

/// Shorthand with Chinese characters and Arabic digits.
pub(super) const NOTATION: Notation = Notation {
    name: "shorthand",
    aliases: &["简写", "score-sheet"],
    example: "炮25 马87̲",
    read,
    write: |mv, position| stroke(&chinese::arabic(mv, position)?),
    ..Notation::LINE
};

/// Shorthand with WXF letters.
pub(super) const LATIN: Notation = Notation {
    name: "shorthand-wxf",
    aliases: &["shorthand-latin"],
    example: "C25 H87̲",
    read,
    write: |mv, position| stroke(&(wxf::NOTATION.write)(mv, position)?),
    ..Notation::LINE
};

/// Shorthand without strokes, as plain text keeps it.
pub(super) const STROKELESS: Notation = Notation {
    name: "strokeless",
    aliases: &["shorthand-plain"],
    is_complete: false,
    example: "炮25 马87",
    read: read_strokeless,
    write: |mv, position| {
        let mut text = chinese::arabic(mv, position)?;
        text.remove(text.char_indices().nth_back(1)?.0);
        Some(text)
    },
    ..Notation::LINE
};

/// Signs for the direction that the Chinese and the WXF reader both understand.
const ADVANCE: char = '+';
const RETREAT: char = '-';
const TRAVERSE: char = '=';

fn read(token: &str, position: &Position) -> Reading {
    let token = plain(trim(token));
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
    either(trim(token), &[TRAVERSE, ADVANCE, RETREAT], position)
}

/// Reads a token as Chinese or WXF with `sign` put before its last character.
fn directed(token: &str, sign: char, position: &Position) -> Reading {
    let Some((last, _)) = token.char_indices().next_back() else {
        return Reading::None(Unreadable::NotAMove);
    };
    let (name, number) = token.split_at(last);
    // A name that ends with a direction belongs to a move written out in full.
    let is_direction = |letter| matches!(Glyph::of(letter), Some(Glyph::Direction(_)));
    if name.ends_with(is_direction) && name.chars().count() > 1 {
        return Reading::None(Unreadable::NotAMove);
    }
    let text = format!("{name}{sign}{number}");
    match text.is_ascii() {
        true => wxf::read(&text, position),
        false => chinese::read(&text, position),
    }
}

/// Every move that a token can mean with one of the signs.
fn either(token: &str, signs: &[char], position: &Position) -> Reading {
    Reading::any(signs.iter().map(|&sign| directed(token, sign, position)))
}

/// Replaces the direction of a move, its last character but one, by a stroke.
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

/// Turns markup for strokes into combining characters and drops all other markup.
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

/// Four digits typed on a number pad.
pub(super) const KEYPAD: Notation = Notation {
    name: "keypad",
    aliases: &["numpad", "数字"],
    is_complete: false,
    example: "6225 4817",
    read: read_keypad,
    write: write_keypad,
    ..Notation::LINE
};

const KEYS: [Direction; 3] = [Direction::Advance, Direction::Traverse, Direction::Retreat];

fn read_keypad(token: &str, position: &Position) -> Reading {
    let mut digits = [0; 4];
    let mut len = 0;
    for letter in trim(token).chars() {
        match (digits.get_mut(len), to_ascii(letter)) {
            (Some(digit), Some(byte @ b'1'..=b'9')) => *digit = usize::from(byte - b'0'),
            _ => return Reading::None(Unreadable::NotAMove),
        }
        len += 1;
    }
    let [piece, file, direction, number] = digits;
    let (Some(&kind), Some(&direction), 4) =
        (PieceKind::ALL.get(piece.wrapping_sub(1)), KEYS.get(direction.wrapping_sub(1)), len)
    else {
        return Reading::None(Unreadable::NotAMove);
    };
    let which = Which::OnFile(file as u8);
    let mut fits = Fits::default();
    fits.add(Spelling { kind, which, direction, number: number as u8 }, position);
    fits.into_reading()
}

fn write_keypad(mv: Move, position: &Position) -> Option<String> {
    let kind = mover(mv, position)?;
    let (direction, number) = direction_and_number(mv, kind, position.side());
    let file = file_number(mv.from.file(), position.side());
    let direction = KEYS.iter().position(|&known| known == direction)? + 1;
    Some(format!("{}{file}{direction}{number}", kind as usize + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::Side;

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
        // 炮21 is a traverse on a score sheet; in plain text perhaps an advance or a retreat.
        assert_eq!(read("炮21", &start), Reading::One("h2i2".parse().unwrap()));
        let Reading::Several(moves) = read_strokeless("炮21", &start) else { panic!() };
        let listed: Vec<String> = moves.iter().map(Move::to_string).collect();
        assert_eq!(listed, ["h2i2", "h2h3", "h2h1"]);
    }

    #[test]
    fn four_digits() {
        let start = Position::start();
        let black = start.with_side(Side::Black);
        assert_eq!(read_keypad("6225", &start), Reading::One("h2e2".parse().unwrap()));
        assert_eq!(read_keypad("４８１７", &black), Reading::One("h9g7".parse().unwrap()));
        assert_eq!(write_keypad("h2h1".parse().unwrap(), &start).as_deref(), Some("6231"));
        for token in ["", "622", "62255", "8225", "6245", "0225", "h2e2"] {
            assert_eq!(read_keypad(token, &start), Reading::None(Unreadable::NotAMove), "{token}");
        }
        assert_eq!(read_keypad("5221", &start), Reading::None(Unreadable::NoSuchPiece));
    }
}
