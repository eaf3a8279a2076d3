//! Characters, letters and signs of moves: their meanings, the scripts in which moves are written,
//! and the dress of a token: its outer form (squares, letters or hanzi; with or without direction;
//! kind of digits), visible without a board.

use crate::xiangqi::PieceKind;
use std::ops::Range;

/// Direction of a move, as the mover sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// 进, `+`
    Advance,
    /// 退, `-`
    Retreat,
    /// 平, `=` or `.`
    Traverse,
}

/// Word for the place of a piece among those of its kind on a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TandemPlace {
    /// 前, `F`: the front piece.
    Front,
    /// 中, `M`: the middle one of three or five, either inner one of four.
    Middle,
    /// 后, `R` or `B`: the rear piece.
    Rear,
    /// `+`: the front piece; of four or five also the second, as in older federation rules.
    Plus,
    /// `-`: the rear piece; of four or five also the last but one.
    Minus,
    /// `++`: the front piece of four or five.
    PlusPlus,
    /// `--`: the rear piece of four or five.
    MinusMinus,
}

impl TandemPlace {
    /// Places (0-based from the front) among `len` pieces that the word can mean.
    pub(super) fn places(self, len: usize) -> Range<usize> {
        let is_long = len >= 4;
        match self {
            TandemPlace::Front => 0..len.min(1),
            TandemPlace::Plus => 0..len.min(if is_long { 2 } else { 1 }),
            TandemPlace::Rear => len.saturating_sub(1)..len,
            TandemPlace::Minus => len.saturating_sub(if is_long { 2 } else { 1 })..len,
            TandemPlace::Middle if len >= 3 => (len - 1) / 2..len / 2 + 1,
            TandemPlace::PlusPlus if is_long => 0..1,
            TandemPlace::MinusMinus if is_long => len - 1..len,
            TandemPlace::Middle | TandemPlace::PlusPlus | TandemPlace::MinusMinus => 0..0,
        }
    }
}

/// The meaning of a character in a move written in Chinese.
///
/// ```
/// use xqdb::notation::{Direction, Glyph};
/// use xqdb::xiangqi::PieceKind;
/// assert_eq!(Glyph::of('俥'), Some(Glyph::Piece(PieceKind::Rook)));
/// assert_eq!(Glyph::of('貳'), Some(Glyph::Digit(2)));
/// assert_eq!(Glyph::of('上'), Some(Glyph::Direction(Direction::Advance)));
/// assert_eq!(Glyph::of('王'), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Glyph {
    /// A kind of piece, for either side: 仕 and 士 are one, 兵 and 卒, too.
    Piece(PieceKind),
    /// A number, 1 to 9: file, steps, or place of a piece in its tandem.
    Digit(u8),
    /// A direction of the move.
    Direction(Direction),
    /// A word that picks one of several pieces.
    Standing(TandemPlace),
    /// A combining stroke on the digit before it.
    Stroke(Direction),
}

impl Glyph {
    /// Meaning of a character in either script; `None` for a character of no move.
    #[inline]
    pub fn of(letter: char) -> Option<Glyph> {
        Dress::shown(letter).map(|(glyph, _)| glyph)
    }

    /// Computes [`of`](Glyph::of) without the table.
    pub(crate) const fn look_up(letter: char) -> Option<Glyph> {
        use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
        Some(match letter {
            '1'..='9' => Glyph::Digit(letter as u8 - b'0'),
            '１'..='９' => Glyph::Digit((letter as u32 - '０' as u32) as u8),
            '一' | '壹' => Glyph::Digit(1),
            '二' | '贰' | '貳' | '弍' => Glyph::Digit(2),
            '三' | '叁' | '參' | '叄' => Glyph::Digit(3),
            '四' | '肆' => Glyph::Digit(4),
            '五' | '伍' => Glyph::Digit(5),
            '六' | '陆' | '陸' => Glyph::Digit(6),
            '七' | '柒' => Glyph::Digit(7),
            '八' | '捌' => Glyph::Digit(8),
            '九' | '玖' => Glyph::Digit(9),
            '平' | '=' | '＝' | '.' | '．' => Glyph::Direction(Direction::Traverse),
            '进' | '進' | '上' | '+' | '＋' => Glyph::Direction(Direction::Advance),
            '退' | '下' | '-' | '－' => Glyph::Direction(Direction::Retreat),
            '炮' | '砲' | '包' => Glyph::Piece(Cannon),
            '马' | '馬' | '傌' => Glyph::Piece(Horse),
            '车' | '車' | '俥' | '硨' | '砗' => Glyph::Piece(Rook),
            '兵' | '卒' => Glyph::Piece(Pawn),
            '相' | '象' => Glyph::Piece(Elephant),
            '仕' | '士' => Glyph::Piece(Advisor),
            '帅' | '帥' | '将' | '將' => Glyph::Piece(King),
            '前' => Glyph::Standing(TandemPlace::Front),
            '中' => Glyph::Standing(TandemPlace::Middle),
            '后' | '後' => Glyph::Standing(TandemPlace::Rear),
            '\u{332}' => Glyph::Stroke(Direction::Advance),
            '\u{305}' => Glyph::Stroke(Direction::Retreat),
            _ => return None,
        })
    }
}

/// Maps characters with one meaning to one of them: the digit, or the simplified form.
pub(super) fn fold(letter: char) -> char {
    match Glyph::of(letter) {
        Some(Glyph::Piece(kind)) => hanzi_letter(kind),
        Some(Glyph::Digit(number)) => char::from(b'0' + number),
        Some(Glyph::Direction(Direction::Advance)) => '进',
        Some(Glyph::Direction(Direction::Retreat)) => '退',
        Some(Glyph::Direction(Direction::Traverse)) => '平',
        Some(Glyph::Standing(TandemPlace::Front)) => '前',
        Some(Glyph::Standing(TandemPlace::Rear)) => '后',
        Some(Glyph::Standing(_) | Glyph::Stroke(_)) | None => letter,
    }
}

/// Whether only moves in traditional script have this character.
pub(super) fn is_traditional(letter: char) -> bool {
    "車俥硨馬傌砲帥將進後".contains(letter)
}

/// Character of a kind, one for both sides.
pub(super) fn hanzi_letter(kind: PieceKind) -> char {
    SIMPLIFIED.pieces[0][kind as usize]
}

/// Characters to write moves with.
pub(super) struct Script {
    /// Pieces by side, in the order of [`PieceKind::ALL`].
    pub(super) pieces: [[char; 7]; 2],
    /// Advance, retreat, traverse.
    pub(super) directions: [char; 3],
    /// Words for front, middle, rear.
    pub(super) standings: [char; 3],
    /// Digits 1 to 9 by side.
    pub(super) digits: [[char; 9]; 2],
}

const CHINESE_DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const ARABIC_DIGITS: [char; 9] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const WIDE_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

pub(super) const SIMPLIFIED: Script = Script {
    pieces: [
        ['帅', '仕', '相', '马', '车', '炮', '兵'],
        ['将', '士', '象', '马', '车', '炮', '卒'],
    ],
    directions: ['进', '退', '平'],
    standings: ['前', '中', '后'],
    digits: [CHINESE_DIGITS, ARABIC_DIGITS],
};

/// Simplified characters, with Black's digits in full width.
pub(super) const WIDE: Script = Script { digits: [CHINESE_DIGITS, WIDE_DIGITS], ..SIMPLIFIED };

/// Simplified characters, with Arabic digits for both sides.
pub(super) const ARABIC: Script = Script { digits: [ARABIC_DIGITS, ARABIC_DIGITS], ..SIMPLIFIED };

pub(super) const TRADITIONAL: Script = Script {
    pieces: [
        ['帥', '仕', '相', '馬', '車', '炮', '兵'],
        ['將', '士', '象', '馬', '車', '砲', '卒'],
    ],
    directions: ['進', '退', '平'],
    standings: ['前', '中', '後'],
    digits: [CHINESE_DIGITS, ARABIC_DIGITS],
};

/// Letter of a kind, as the world federation writes it.
pub(super) const fn latin_letter(kind: PieceKind) -> char {
    const LETTERS: [char; 7] = ['K', 'A', 'E', 'H', 'R', 'C', 'P'];
    LETTERS[kind as usize]
}

/// Kinds that a letter can mean, the commoner first; empty for other letters.
pub(super) fn latin_kinds(letter: u8) -> &'static [PieceKind] {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    match letter.to_ascii_uppercase() {
        b'K' => &[King],
        // General or guard.
        b'G' => &[King, Advisor],
        b'A' => &[Advisor],
        // Elephant or bishop.
        b'E' | b'B' => &[Elephant],
        b'H' | b'N' => &[Horse],
        // Ma or minister.
        b'M' => &[Horse, Elephant],
        b'R' => &[Rook],
        b'C' => &[Cannon],
        b'P' => &[Pawn],
        // Soldier or shi.
        b'S' => &[Pawn, Advisor],
        _ => &[],
    }
}

/// Place that a sign means.
pub(super) fn sign_standing(sign: u8) -> Option<TandemPlace> {
    match sign {
        b'+' => Some(TandemPlace::Plus),
        b'-' => Some(TandemPlace::Minus),
        b'.' => Some(TandemPlace::Middle),
        _ => None,
    }
}

/// Place that a letter means: front, middle, rear or back.
pub(super) fn word_standing(letter: u8) -> Option<TandemPlace> {
    match letter.to_ascii_uppercase() {
        b'F' => Some(TandemPlace::Front),
        b'M' => Some(TandemPlace::Middle),
        b'R' | b'B' => Some(TandemPlace::Rear),
        _ => None,
    }
}

/// Direction that a sign means.
pub(super) fn sign_direction(sign: u8) -> Option<Direction> {
    match sign {
        b'+' => Some(Direction::Advance),
        b'-' => Some(Direction::Retreat),
        b'=' | b'.' => Some(Direction::Traverse),
        _ => None,
    }
}

/// First character of the table of hanzi.
const FIRST_HANZI: u32 = '一' as u32;

/// A set of signs that one token shows, or that the tokens of a line may show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Dress(pub(super) u16);

impl Dress {
    /// Two squares: `h2e2`.
    pub(super) const SQUARES: Dress = Dress(1);
    /// Latin letters: `C2=5`.
    pub(super) const LETTERS: Dress = Dress(1 << 1);
    /// Hanzi: 炮二平五.
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
    /// The traverse is `=`: `C2=5`.
    pub(super) const EQUALS: Dress = Dress(1 << 11);
    /// The traverse is a dot: `C2.5`.
    pub(super) const DOT: Dress = Dress(1 << 12);
    pub(super) const ALL: Dress = Dress(u16::MAX);
    pub(super) const FAMILIES: Dress = Dress::SQUARES.and(Dress::LETTERS).and(Dress::HANZI);
    pub(super) const DIGITS: Dress = Dress::NUMERALS.and(Dress::FIGURES).and(Dress::WIDE_FIGURES);
    /// Signs of no complete notation, which make a token look odd on their own.
    pub(super) const STRANGE: Dress = Dress::SHORT.and(Dress::SIGN).and(Dress::MIXED);
    /// Groups of signs with one meaning; a line has the signs of a group that it has used.
    pub(super) const ALIKE: [Dress; 2] =
        [Dress::SIMPLIFIED.and(Dress::TRADITIONAL), Dress::EQUALS.and(Dress::DOT)];
    pub(super) const COUNT: usize = 13;

    pub(super) const fn and(self, other: Dress) -> Dress {
        Dress(self.0 | other.0)
    }

    pub(super) const fn without(self, other: Dress) -> Dress {
        Dress(self.0 & !other.0)
    }

    /// Meaning and sign of a character in a move in hanzi; `None` for a character of no move.
    #[inline]
    pub(super) fn shown(letter: char) -> Option<(Glyph, Dress)> {
        match SHOWN.get((letter as u32).wrapping_sub(FIRST_HANZI) as usize) {
            Some(shown) => *shown,
            None => Some((Glyph::look_up(letter)?, Dress::look_up(letter))),
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

    /// Dress of the sign of a direction between letters.
    pub(super) const fn of_traverse(sign: u8) -> Dress {
        match sign {
            b'=' => Dress::EQUALS,
            b'.' => Dress::DOT,
            _ => Dress(0),
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

/// Table of [`Dress::shown`] for hanzi up to 马; nearly all moves need no others.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_places() {
        use TandemPlace::{Front, Middle, Minus, MinusMinus, Plus, PlusPlus, Rear};
        for (word, places) in [
            (Front, [0..1, 0..1, 0..1, 0..1, 0..1]),
            (Rear, [0..1, 1..2, 2..3, 3..4, 4..5]),
            (Middle, [0..0, 0..0, 1..2, 1..3, 2..3]),
            (Plus, [0..1, 0..1, 0..1, 0..2, 0..2]),
            (Minus, [0..1, 1..2, 2..3, 2..4, 3..5]),
            (PlusPlus, [0..0, 0..0, 0..0, 0..1, 0..1]),
            (MinusMinus, [0..0, 0..0, 0..0, 3..4, 4..5]),
        ] {
            for (len, expected) in (1..).zip(places) {
                assert_eq!(word.places(len), expected, "{word:?} of {len}");
            }
            assert!(word.places(0).is_empty());
        }
    }

    #[test]
    fn a_traditional_character_has_a_simplified_one() {
        let written = |script: &Script| {
            let pieces = script.pieces.concat();
            pieces.into_iter().chain(script.directions).chain(script.standings).collect::<Vec<_>>()
        };
        for letter in written(&TRADITIONAL) {
            let is_shared = written(&SIMPLIFIED).contains(&letter);
            assert_eq!(is_traditional(letter), !is_shared, "{letter}");
        }
    }
}
