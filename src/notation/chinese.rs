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
//!
//! # Old manuals
//! They number the files otherwise ([`Numbering`]) and are known from a sentence each in Jim Png,
//! "A Detailed Introduction to the Notation System in Xiangqi":
//!
//! - **`laopu`**, 《象棋老谱》: the files are numbered from left to right for both colours, and a
//!   piece that has crossed the river takes the numbers of that side. We read: each half of the
//!   board has the numbers its owner counts from his left hand, and whoever stands there uses them.
//!   A square decides its number alone, so a move over the river has the one half's number for the
//!   file it leaves and the other's for the file it reaches.
//! - **`shilin`**, an early 《事林广记》: the files are numbered alike for both colours. From which
//!   side is not told. The later print counts from the right, so we take Red's right; `shilin-left`
//!   counts from Red's left.
//!
//! Two pieces of a kind that have the same number are in tandem whether or not they stand on one
//! file; the front one is nearer to the opponent's back rank.
//!
//! No line can be told from its mirror image as long as the start is symmetric and nobody crosses
//! the river, so these systems are never taken for granted: name them, or see what
//! [`identify`](super::identify) can prove.

use super::dress::Dress;
use super::spelling::{Name, Neighbours, Numbering, Which, read_shorthand};
use super::symbols::{
    ARABIC, Direction, Glyph, SIMPLIFIED, Script, TRADITIONAL, TandemPlace, WIDE,
};
use super::{Notation, Reading, Unreadable, mover, trim};
use crate::xiangqi::{Move, PieceKind, Position};

/// A row of the table: which forms it reads, in which script it writes, and how it numbers files.
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
/// With Black's digits in full width, as Chinese PGN files have them.
pub(super) const PGN: Notation =
    row!(TOKEN, "chinese-wide", ["chinese-pgn"], &WIDE, Mover, "炮二平五 马８进７");
pub(super) const LAOPU: Notation =
    row!(LINE, "laopu", ["象棋老谱"], &SIMPLIFIED, Halves, "炮八平五 马2进3");
pub(super) const SHILIN: Notation =
    row!(LINE, "shilin", ["事林广记"], &SIMPLIFIED, RedRight, "炮二平五 马2进3");
pub(super) const SHILIN_LEFT: Notation =
    row!(LINE, "shilin-left", [], &SIMPLIFIED, RedLeft, "炮八平五 马8进7");

/// Reads a token in Chinese characters.
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
    /// `None` in shorthand.
    direction: Option<Direction>,
    number: u8,
    pub(super) dress: Dress,
}

impl HanziParts {
    /// The meaning of the token.
    pub(super) fn read(&self, position: &Position, numbering: Numbering) -> Reading {
        let HanziParts { name, number, .. } = *self;
        match self.direction {
            Some(direction) => name.with(direction, number).resolve(position, numbering),
            None => read_shorthand(|direction, fits| {
                fits.add(name.with(direction, number), position);
            }),
        }
    }

    /// Whether books name the piece of this move so.
    pub(super) fn is_usual(&self, mv: Move, position: &Position) -> bool {
        let Name { kind, which } = self.name;
        matches!(which, Which::OnFile(_)) || name(mv, kind, position, Numbering::Mover) == which
    }

    /// `None` when a trimmed token has not the form of a move.
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

/// Piece, direction (not in shorthand) and number; `None` when the token has not the form of a
/// move.
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

/// How the moving piece is named.
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
        // A horse goes over the river: leaves Red's 3 (from the left), arrives on Black's 8.
        const HORSE: &str = "4k4/9/9/9/9/2N6/9/9/9/4K4 w";
        // Two rooks with one number on two files: the one ahead is across the river.
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
