//! The notation of Chinese books: 炮二平五, 马8进7, 前车进一, 三兵平四.
//!
//! # Reading
//! Both scripts, the characters for either side (士 or 仕, 卒 or 兵), and Chinese, Arabic or
//! full-width digits are read for both sides alike: digits never tell the side. So are 上 and 下,
//! 前炮 and 炮前, and shorthand without a direction (炮25, 炮二五; a stroke below the last digit is
//! an advance, one above it a retreat).
//!
//! # Writing
//! Red's numbers are Chinese, Black's Arabic. Advisors and elephants in tandem need no word,
//! because direction and target tell them apart. Three pawns on a file are 前, 中, 后; four or five
//! are counted 一 to 五; with pawns in tandem on two files all of them are counted, from right to
//! left and front to rear. What no book foresees (three rooks on a file, ten pawns) is written with
//! ordinal and file, 三车四进一, which only the mover's own set-up needs.

use super::spelling::{Name, Neighbours, Which, direction_and_number, read_shorthand};
use super::symbols::{
    ARABIC, Direction, Glyph, SIMPLIFIED, Script, Standing, TRADITIONAL as TRADITIONAL_SCRIPT,
    WIDE as WIDE_SCRIPT,
};
use super::{Form, Notation, Reading, Unreadable, mover, trim};
use crate::xiangqi::{Move, PieceKind, Position, Side};

/// Simplified characters.
pub(super) const NOTATION: Notation = Notation {
    name: "chinese",
    aliases: &["chinese-simplified", "zh", "zh-hans", "中文", "简体"],
    example: "炮二平五 马8进7",
    read,
    write: |mv, position| write(mv, position, &SIMPLIFIED),
    ..Notation::TOKEN
};

/// Traditional characters.
pub(super) const TRADITIONAL: Notation = Notation {
    name: "chinese-traditional",
    aliases: &["zh-hant", "繁體"],
    example: "炮二平五 馬8進7",
    read,
    write: |mv, position| write(mv, position, &TRADITIONAL_SCRIPT),
    ..Notation::TOKEN
};

/// Simplified characters with Black's digits in full width, as Chinese PGN files have them.
pub(super) const WIDE: Notation = Notation {
    name: "chinese-wide",
    aliases: &["chinese-pgn"],
    example: "炮二平五 马８进７",
    read,
    write: |mv, position| write(mv, position, &WIDE_SCRIPT),
    ..Notation::TOKEN
};

/// Reads a token in Chinese characters.
pub(super) fn read(token: &str, position: &Position) -> Reading {
    read_form(trim(token), position, Form::Any)
}

/// Reads a trimmed token, if it has one of these forms.
pub(super) fn read_form(token: &str, position: &Position, form: Form) -> Reading {
    match parse(token) {
        Some((name, Some(direction), number)) => name.with(direction, number).resolve(position),
        Some((name, None, number)) if form == Form::Any => read_shorthand(|direction, fits| {
            fits.add(name.with(direction, number), position);
        }),
        _ => Reading::None(Unreadable::NotAMove),
    }
}

/// Whether a trimmed token says no direction, or says it by a stroke; `None` when it is no move.
pub(super) fn is_shorthand(token: &str) -> Option<bool> {
    let is_stroke = token.ends_with(['\u{332}', '\u{305}']);
    parse(token).map(|(_, direction, _)| direction.is_none() || is_stroke)
}

/// Piece, direction (not in shorthand) and number; `None` when the token has not the form of a
/// move.
pub(super) fn parse(token: &str) -> Option<(Name, Option<Direction>, u8)> {
    let mut glyphs = [Glyph::Digit(0); 5];
    let mut len = 0;
    // Some printers set blanks between the characters.
    for letter in token.chars() {
        match Glyph::of(letter) {
            Some(glyph) => *glyphs.get_mut(len)? = glyph,
            None if letter.is_whitespace() => continue,
            None => return None,
        }
        len += 1;
    }
    let (name, direction, number) = match &glyphs[..len] {
        [name @ .., Glyph::Direction(direction), Glyph::Digit(number)] => {
            (name, Some(*direction), *number)
        }
        [name @ .., Glyph::Digit(number), Glyph::Stroke(direction)] => {
            (name, Some(*direction), *number)
        }
        [name @ .., Glyph::Digit(number)] => (name, None, *number),
        _ => return None,
    };
    let (kind, which) = match *name {
        [Glyph::Piece(kind), Glyph::Digit(file)] => (kind, Which::OnFile(file)),
        [Glyph::Standing(standing), Glyph::Piece(kind)]
        | [Glyph::Piece(kind), Glyph::Standing(standing)] => (kind, Which::Standing(standing)),
        // A digit before the piece can only be its rank among pieces in tandem.
        [Glyph::Digit(ordinal), Glyph::Piece(kind)] => (kind, Which::Ordinal(ordinal)),
        [Glyph::Standing(standing), Glyph::Piece(kind), Glyph::Digit(file)]
        | [Glyph::Standing(standing), Glyph::Digit(file), Glyph::Piece(kind)] => {
            (kind, Which::StandingOn(standing, file))
        }
        [Glyph::Digit(ordinal), Glyph::Piece(kind), Glyph::Digit(file)] => {
            (kind, Which::OrdinalOn(ordinal, file))
        }
        // Without a piece it is a pawn: no other kind needs place and file.
        [Glyph::Standing(standing), Glyph::Digit(file)] => {
            (PieceKind::Pawn, Which::StandingOn(standing, file))
        }
        [Glyph::Digit(ordinal), Glyph::Digit(file)] if direction.is_some() => {
            (PieceKind::Pawn, Which::OrdinalOn(ordinal, file))
        }
        _ => return None,
    };
    Some((Name { kind, which }, direction, number))
}

/// Simplified characters with Arabic digits for both sides, the form other systems are made from.
pub(super) fn arabic(mv: Move, position: &Position) -> Option<String> {
    write(mv, position, &ARABIC)
}

fn write(mv: Move, position: &Position, script: &Script) -> Option<String> {
    let kind = mover(mv, position)?;
    let side = position.side();
    let (direction, number) = direction_and_number(mv, kind, side);
    let which = name(mv, kind, direction, number, position);

    Some(spelled(Name { kind, which }, direction, number, side, script))
}

/// A move in simplified characters from its parts, whatever numbers they are in.
pub(super) fn spell(name: Name, direction: Direction, number: u8, side: Side) -> String {
    spelled(name, direction, number, side, &SIMPLIFIED)
}

fn spelled(name: Name, direction: Direction, number: u8, side: Side, script: &Script) -> String {
    let piece = script.pieces[side as usize][name.kind as usize];
    let digit = |number: u8| script.digits[side as usize][usize::from(number) - 1];
    let word = |standing| match standing {
        Standing::Front | Standing::Plus | Standing::PlusPlus => script.standings[0],
        Standing::Middle => script.standings[1],
        Standing::Rear | Standing::Minus | Standing::MinusMinus => script.standings[2],
    };
    let mut text = String::with_capacity(15);
    match name.which {
        Which::OnFile(file) => text.extend([piece, digit(file)]),
        Which::Standing(standing) => text.extend([word(standing), piece]),
        Which::StandingOn(standing, file) => text.extend([word(standing), piece, digit(file)]),
        Which::Ordinal(ordinal) => text.extend([digit(ordinal), piece]),
        Which::OrdinalOn(ordinal, file) => text.extend([digit(ordinal), piece, digit(file)]),
    }
    text.push(match direction {
        Direction::Advance => script.directions[0],
        Direction::Retreat => script.directions[1],
        Direction::Traverse => script.directions[2],
    });
    text.push(digit(number));
    text
}

/// How the moving piece is named.
fn name(mv: Move, kind: PieceKind, direction: Direction, number: u8, position: &Position) -> Which {
    let seen = Neighbours::of(position, kind, mv.from);
    let is_unique = |which| {
        let name = Name { kind, which };
        name.with(direction, number).resolve(position) == Reading::One(mv)
    };
    let plain = Which::OnFile(seen.file);
    if seen.len == 1
        || (matches!(kind, PieceKind::Advisor | PieceKind::Elephant) && is_unique(plain))
    {
        return plain;
    }
    let is_pawn = kind == PieceKind::Pawn;
    let book = match (seen.tandems, seen.len, seen.place) {
        (1, 2 | 3, 1) => Some(Which::Standing(Standing::Front)),
        (1, 2, 2) | (1, 3, 3) => Some(Which::Standing(Standing::Rear)),
        (1, 3, 2) => Some(Which::Standing(Standing::Middle)),
        _ if is_pawn && seen.ordinal <= 9 => Some(Which::Ordinal(seen.ordinal as u8)),
        _ => None,
    };
    match book {
        Some(which) => which,
        None if seen.place <= 9 => Which::OrdinalOn(seen.place as u8, seen.file),
        None => Which::StandingOn(Standing::Rear, seen.file),
    }
}
