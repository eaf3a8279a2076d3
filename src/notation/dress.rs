//! Dresses: the outer form of a token (squares, letters or hanzi; with or without direction; kind
//! of digits), visible without a board.

use super::symbols::{FIRST_HANZI, Glyph};

/// A set of signs that one token shows, or that the tokens of a line may show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Dress(pub(super) u16);

impl Dress {
    /// `h2e2`
    pub(super) const SQUARES: Dress = Dress(1);
    /// `C2=5`
    pub(super) const LETTERS: Dress = Dress(1 << 1);
    /// 炮二平五
    pub(super) const HANZI: Dress = Dress(1 << 2);
    /// The direction is missing or a stroke: `C25`, 炮25.
    pub(super) const SHORT: Dress = Dress(1 << 3);
    /// The direction is an ASCII sign among hanzi: 炮2=5.
    pub(super) const SIGN: Dress = Dress(1 << 4);
    /// Digits 一 to 九 in a move in hanzi.
    pub(super) const NUMERALS: Dress = Dress(1 << 5);
    /// Digits 1 to 9 in a move in hanzi.
    pub(super) const FIGURES: Dress = Dress(1 << 6);
    /// Digits １ to ９ in a move in hanzi.
    pub(super) const WIDE_FIGURES: Dress = Dress(1 << 7);
    /// Two kinds of digits in one move: 炮二平5.
    pub(super) const MIXED: Dress = Dress(1 << 8);
    /// Simplified characters such as 车马帅将进.
    pub(super) const SIMPLIFIED: Dress = Dress(1 << 9);
    /// Traditional characters such as 車馬帥將進.
    pub(super) const TRADITIONAL: Dress = Dress(1 << 10);
    pub(super) const ALL: Dress = Dress(u16::MAX);
    pub(super) const FAMILIES: Dress = Dress::SQUARES.and(Dress::LETTERS).and(Dress::HANZI);
    pub(super) const DIGITS: Dress = Dress::NUMERALS.and(Dress::FIGURES).and(Dress::WIDE_FIGURES);
    pub(super) const SCRIPTS: Dress = Dress::SIMPLIFIED.and(Dress::TRADITIONAL);
    /// Signs of no complete notation, which make a token look odd on their own.
    pub(super) const STRANGE: Dress = Dress::SHORT.and(Dress::SIGN).and(Dress::MIXED);
    pub(super) const COUNT: usize = 11;

    pub(super) const fn and(self, other: Dress) -> Dress {
        Dress(self.0 | other.0)
    }

    pub(super) const fn without(self, other: Dress) -> Dress {
        Dress(self.0 & !other.0)
    }

    /// Meaning and sign of a character in a move in hanzi; `None` for a character of no move.
    #[inline]
    pub(super) fn shown(letter: char) -> Option<(Glyph, Dress)> {
        match (SHOWN.get((letter as u32).wrapping_sub(FIRST_HANZI) as usize), letter) {
            (Some(shown), _) => *shown,
            (None, '１'..='９') => Some((Glyph::of(letter)?, Dress::WIDE_FIGURES)),
            (None, _) => Some((Glyph::of(letter)?, Dress::look_up(letter))),
        }
    }

    const fn look_up(letter: char) -> Dress {
        match (Glyph::look_up(letter), letter) {
            (Some(Glyph::Digit(_)), '1'..='9') => Dress::FIGURES,
            (Some(Glyph::Digit(_)), '１'..='９') => Dress::WIDE_FIGURES,
            (Some(Glyph::Digit(_)), _) => Dress::NUMERALS,
            (Some(Glyph::Stroke(_)), _) => Dress::SHORT,
            (_, '车' | '马' | '帅' | '将' | '进') => Dress::SIMPLIFIED,
            (_, '車' | '馬' | '帥' | '將' | '進') => Dress::TRADITIONAL,
            (_, '平' | '退' | '上' | '下') => Dress::HANZI,
            (Some(Glyph::Direction(_)), _) => Dress::SIGN,
            _ => Dress::HANZI,
        }
    }

    /// Adds [`Dress::MIXED`] if there are digits of two kinds.
    pub(super) const fn with_mixture(self) -> Dress {
        if (self.0 & Dress::DIGITS.0).count_ones() > 1 { self.and(Dress::MIXED) } else { self }
    }

    pub(super) const fn has(self, signs: Dress) -> bool {
        self.0 & signs.0 == signs.0
    }
}

/// Table for [`Dress::shown`] of the hanzi up to 马.
static SHOWN: [Option<(Glyph, Dress)>; 0x4d00] = {
    let mut shown = [None; 0x4d00];
    let mut at = 0;
    while at < shown.len() {
        if let Some(letter) = char::from_u32(FIRST_HANZI + at as u32)
            && let Some(glyph) = Glyph::look_up(letter)
        {
            shown[at] = Some((glyph, Dress::look_up(letter)));
        }
        at += 1;
    }
    shown
};
