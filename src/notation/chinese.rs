//! The notation of Chinese books: 炮二平五, 马8进7, 前车进一, 三兵平四.
//!
//! # Reading
//! Both scripts, the characters of either side (士 or 仕, 卒 or 兵), and Chinese, Arabic or
//! full-width digits are read for both sides alike: digits never show the side. Also read are 上
//! and 下, 前炮 and 炮前, and shorthand without a direction (炮25, 炮二五; a stroke below
//! the last digit is an advance, one above it a retreat).
//!
//! # Writing
//! Red's numbers are Chinese, Black's Arabic. Advisors and elephants in tandem need no word,
//! because direction and target tell them apart. Three pawns on a file are 前, 中, 后; four or
//! five are counted 一 to 五. Where two files have pawns in tandem, all those pawns are counted
//! from right to left, front to rear. Set-ups that no book foresees (three rooks on a file, ten
//! pawns) are written with ordinal and file, 三车四进一.
//!
//! # Old manuals
//! Old manuals number the files otherwise ([`Numbering`]). Their systems are known from a sentence
//! each in Jim Png, "A Detailed Introduction to the Notation System in Xiangqi":
//!
//! - **`laopu`**, 《象棋老谱》: the files are numbered from left to right for both colours,
//!   and a piece across the river takes the numbers of that side. We read: each half of the board
//!   has the numbers that its owner counts from his left hand, for whichever piece stands there. A
//!   move over the river names its file of departure by one half's number and its file of arrival
//!   by the other's.
//! - **`shilin`**, an early 《事林广记》: the files are numbered alike for both colours; the
//!   source does not say from which side. The later print counts from the right, so we take Red's
//!   right; `shilin-left` counts from Red's left.
//!
//! Two pieces of a kind on files with one number are in tandem, even on two files; the front one is
//! nearer to the opponent's back rank.
//!
//! As long as the start is symmetric and nobody crosses the river, no line differs from its mirror
//! image, so these systems are never assumed: users name them, or [`identify`](super::identify)
//! proves them.

use super::spelling::{Name, Neighbours, Numbering, Which, read_shorthand};
use super::symbols::{
    ARABIC, Direction, Dress, Glyph, SIMPLIFIED, Script, TRADITIONAL, TandemPlace, WIDE,
};
use super::{Notation, Reading, Unreadable, mover, trim};
use crate::xiangqi::{Move, PieceKind, Position};

/// A row of the table of notations: name, script to write in, and numbering of files.
macro_rules! row {
    ($base:ident, $name:literal, $aliases:expr, $script:expr, $numbering:ident, $example:literal) => {
        Notation {
            name: $name,
            aliases: &$aliases,
            example: $example,
            read: |token, position| {
                let parts = HanziParts::parse(trim(token));
                let is_taken =
                    |parts: &HanziParts| Notation::$base.is_automatic || parts.direction.is_some();
                read_parts(parts.filter(is_taken), position, Numbering::$numbering)
            },
            write: |mv, position| write(mv, position, $script, Numbering::$numbering),
            ..Notation::$base
        }
    };
}

const ALIASES: [&str; 5] = ["chinese-simplified", "zh", "zh-hans", "中文", "简体"];
pub(super) const NOTATION: Notation =
    row!(TOKEN, "chinese", ALIASES, &SIMPLIFIED, Mover, "炮二平五 马8进7");
pub(super) const ZH_HANT: Notation =
    row!(TOKEN, "chinese-traditional", ["zh-hant", "繁體"], &TRADITIONAL, Mover, "炮二平五 馬8進7");
/// Black's digits in full width, as in Chinese PGN files.
pub(super) const PGN: Notation =
    row!(TOKEN, "chinese-wide", ["chinese-pgn"], &WIDE, Mover, "炮二平五 马８进７");
pub(super) const LAOPU: Notation =
    row!(LINE, "laopu", ["象棋老谱"], &SIMPLIFIED, Halves, "炮八平五 马2进3");
pub(super) const SHILIN: Notation =
    row!(LINE, "shilin", ["事林广记"], &SIMPLIFIED, RedRight, "炮二平五 马2进3");
pub(super) const SHILIN_LEFT: Notation =
    row!(LINE, "shilin-left", [], &SIMPLIFIED, RedLeft, "炮八平五 马8进7");

/// Reads a token in Chinese characters, files numbered from the mover's right.
pub(super) fn read(token: &str, position: &Position) -> Reading {
    read_parts(HanziParts::parse(trim(token)), position, Numbering::Mover)
}

fn read_parts(parts: Option<HanziParts>, position: &Position, numbering: Numbering) -> Reading {
    let not_a_move = Reading::None(Unreadable::NotAMove);
    parts.map_or(not_a_move, |parts| parts.read(position, numbering))
}

/// The parts of a token.
pub(super) struct HanziParts {
    name: Name,
    /// None in shorthand.
    direction: Option<Direction>,
    number: u8,
    pub(super) dress: Dress,
}

impl HanziParts {
    /// Reads the token in a position.
    pub(super) fn read(&self, position: &Position, numbering: Numbering) -> Reading {
        let HanziParts { name, number, .. } = *self;
        match self.direction {
            Some(direction) => name.with(direction, number).resolve(position, numbering),
            None => read_shorthand(|direction, fits| {
                fits.add(name.with(direction, number), position);
            }),
        }
    }

    /// Whether books name the piece of this move as the token does.
    pub(super) fn is_usual(&self, mv: Move, position: &Position) -> bool {
        let Name { kind, which } = self.name;
        matches!(which, Which::OnFile(_)) || name(mv, kind, position, Numbering::Mover) == which
    }

    /// Parses a trimmed token; `None` unless it has the form of a move.
    pub(super) fn parse(token: &str) -> Option<HanziParts> {
        let mut glyphs = [Glyph::Digit(0); 5];
        let mut len = 0;
        let mut dress = Dress::HANZI;
        // Some printers set blanks between the characters.
        for letter in token.chars() {
            match Dress::shown(letter) {
                Some((glyph, shown)) => {
                    *glyphs.get_mut(len)? = glyph;
                    dress = dress.and(shown);
                    len += 1;
                }
                None if letter.is_whitespace() => {}
                None => return None,
            }
        }
        let (name, direction, number) = split(&glyphs[..len])?;
        dress = dress.with_mixture();
        if direction.is_none() {
            dress = dress.and(Dress::SHORT);
        }
        Some(HanziParts { name, direction, number, dress })
    }
}

/// Splits glyphs into piece, direction (None in shorthand) and number; `None` unless they have the
/// form of a move.
fn split(glyphs: &[Glyph]) -> Option<(Name, Option<Direction>, u8)> {
    let (name, direction, number) = match glyphs {
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
        // A digit before the piece can only be its ordinal in a tandem.
        [Glyph::Digit(ordinal), Glyph::Piece(kind)] => (kind, Which::Ordinal(ordinal)),
        [Glyph::Standing(standing), Glyph::Piece(kind), Glyph::Digit(file)]
        | [Glyph::Standing(standing), Glyph::Digit(file), Glyph::Piece(kind)] => {
            (kind, Which::StandingOn(standing, file))
        }
        [Glyph::Digit(ordinal), Glyph::Piece(kind), Glyph::Digit(file)] => {
            (kind, Which::OrdinalOn(ordinal, file))
        }
        // Without a piece it is a pawn: only pawns need place and file.
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

/// Writes simplified characters with Arabic digits for both sides, from which other systems derive
/// their texts.
pub(super) fn arabic(mv: Move, position: &Position) -> Option<String> {
    write(mv, position, &ARABIC, Numbering::Mover)
}

fn write(mv: Move, position: &Position, script: &Script, numbering: Numbering) -> Option<String> {
    let kind = mover(mv, position)?;
    let side = position.side();
    let (direction, number) = numbering.direction_and_number(mv, kind, side);
    let piece = script.pieces[side as usize][kind as usize];
    let digit = |number: u8| script.digits[side as usize][usize::from(number) - 1];
    let word = |standing| match standing {
        TandemPlace::Front | TandemPlace::Plus | TandemPlace::PlusPlus => script.standings[0],
        TandemPlace::Middle => script.standings[1],
        TandemPlace::Rear | TandemPlace::Minus | TandemPlace::MinusMinus => script.standings[2],
    };
    let mut text = String::with_capacity(15);
    match name(mv, kind, position, numbering) {
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
    Some(text)
}

/// Name of the moving piece, as books write it.
fn name(mv: Move, kind: PieceKind, position: &Position, numbering: Numbering) -> Which {
    let seen = Neighbours::of(position, kind, mv.from, numbering);
    let is_unique = |which| {
        let (direction, number) = numbering.direction_and_number(mv, kind, position.side());
        let spelling = Name { kind, which }.with(direction, number);
        spelling.resolve(position, numbering) == Reading::One(mv)
    };
    let plain = Which::OnFile(seen.file);
    if seen.len == 1
        || (matches!(kind, PieceKind::Advisor | PieceKind::Elephant) && is_unique(plain))
    {
        return plain;
    }
    let is_pawn = kind == PieceKind::Pawn;
    let book = match (seen.tandems, seen.len, seen.place) {
        (1, 2 | 3, 1) => Some(Which::Standing(TandemPlace::Front)),
        (1, 2, 2) | (1, 3, 3) => Some(Which::Standing(TandemPlace::Rear)),
        (1, 3, 2) => Some(Which::Standing(TandemPlace::Middle)),
        _ if is_pawn && seen.ordinal <= 9 => Some(Which::Ordinal(seen.ordinal as u8)),
        _ => None,
    };
    match book {
        Some(which) => which,
        None if seen.place <= 9 => Which::OrdinalOn(seen.place as u8, seen.file),
        None => Which::StandingOn(TandemPlace::Rear, seen.file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_old_manuals() {
        const BLACK: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b";
        // A horse crosses the river: it leaves Red's 3 (from the left) and arrives on Black's 8.
        const HORSE: &str = "4k4/9/9/9/9/2N6/9/9/9/4K4 w";
        // Two rooks on two files with one number: the front one is across the river.
        const ROOKS: &str = "4k4/9/9/R8/9/9/9/8R/9/4K4 w";
        for (notation, fen, text, mv) in [
            (LAOPU, HORSE, "马三进八", "c4b6"),
            (LAOPU, ROOKS, "前车进一", "a6a7"),
            (LAOPU, ROOKS, "后车平八", "i2h2"),
            (LAOPU, BLACK, "马8进7", "b9c7"),
            (SHILIN, BLACK, "马2进3", "h9g7"),
            (SHILIN_LEFT, BLACK, "马2进3", "b9c7"),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mv: Move = mv.parse().unwrap();
            assert_eq!((notation.read)(text, &position), Reading::One(mv), "{text}");
            assert_eq!((notation.write)(mv, &position).as_deref(), Some(text));
        }
        let horse = Position::from_fen(HORSE).unwrap();
        assert_eq!((LAOPU.read)("马三进二", &horse), Reading::None(Unreadable::CannotMove));
    }
}
