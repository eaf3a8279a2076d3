//! Parts that characters play in a Chinese move, and which of them make a whole move.

use crate::notation::Glyph;
use crate::text::is_hanzi;
use crate::xiangqi::PieceKind;

/// Part that a character may play in a Chinese move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CharPart {
    Pawn,
    Piece,
    Numeral,
    Figure,
    Standing,
    Direction,
}

/// [`CharPart::look_up`] for hanzi up to 马; nearly all moves need no others.
static PARTS: [Option<CharPart>; 0x4d00] = {
    let mut parts = [None; 0x4d00];
    let mut at = 0;
    while at < parts.len() {
        if let Some(c) = char::from_u32(FIRST_HANZI + at as u32) {
            parts[at] = CharPart::look_up(c);
        }
        at += 1;
    }
    parts
};

const FIRST_HANZI: u32 = '一' as u32;

impl CharPart {
    pub(super) const ALL: [CharPart; 6] = [
        CharPart::Pawn,
        CharPart::Piece,
        CharPart::Numeral,
        CharPart::Figure,
        CharPart::Standing,
        CharPart::Direction,
    ];
    const COUNT: usize = CharPart::ALL.len();

    pub(super) fn of(c: char) -> Option<CharPart> {
        match (PARTS.get((c as u32).wrapping_sub(FIRST_HANZI) as usize), c) {
            (Some(part), _) => *part,
            (None, '１'..='９') => Some(CharPart::Figure),
            (None, _) => CharPart::look_up(c),
        }
    }

    const fn look_up(c: char) -> Option<CharPart> {
        Some(match (Glyph::look_up(c), c) {
            (Some(Glyph::Piece(PieceKind::Pawn)), _) => CharPart::Pawn,
            (Some(Glyph::Piece(_)), _) => CharPart::Piece,
            (Some(Glyph::Digit(_)), '1'..='9' | '１'..='９') => CharPart::Figure,
            (Some(Glyph::Digit(_)), _) => CharPart::Numeral,
            (Some(Glyph::Standing(_)), _) => CharPart::Standing,
            // Signs such as + and = also stand between words.
            (Some(Glyph::Direction(_)), c) if is_hanzi(c) => CharPart::Direction,
            _ => return None,
        })
    }

    pub(super) const fn is_number(self) -> bool {
        matches!(self, CharPart::Numeral | CharPart::Figure)
    }

    pub(super) const fn is_piece(self) -> bool {
        matches!(self, CharPart::Pawn | CharPart::Piece)
    }
}

/// Length of the first four characters of `text` if they are the parts of a move.
pub(super) fn four_parts_len(text: &str) -> Option<usize> {
    let mut chars = text.chars();
    let mut parts = 0;
    for _ in 0..4 {
        parts = parts * CharPart::COUNT + CharPart::of(chars.next()?)? as usize;
    }
    WHOLE[parts].then(|| text.len() - chars.as_str().len())
}

/// [`is_whole`] for every four parts; the last part is the lowest digit of the index.
static WHOLE: [bool; CharPart::COUNT.pow(4)] = {
    let mut whole = [false; CharPart::COUNT.pow(4)];
    let mut at = 0;
    while at < whole.len() {
        let mut parts = [CharPart::Direction; 4];
        let (mut place, mut left) = (4, at);
        while place > 0 {
            place -= 1;
            parts[place] = CharPart::ALL[left % CharPart::COUNT];
            left /= CharPart::COUNT;
        }
        whole[at] = is_whole(&parts);
        at += 1;
    }
    whole
};

/// Whether these are exactly the parts of a move.
pub(super) const fn is_whole(parts: &[CharPart]) -> bool {
    let [name @ .., CharPart::Direction, last] = parts else { return false };
    let is_name = match name {
        [piece, file] if piece.is_piece() => file.is_number() || matches!(file, CharPart::Standing),
        [CharPart::Standing, second] => second.is_piece() || second.is_number(),
        [first, piece] => first.is_number() && piece.is_piece(),
        [CharPart::Standing, a, b] => {
            a.is_piece() && b.is_number() || a.is_number() && b.is_piece()
        }
        [first, piece, file] => first.is_number() && piece.is_piece() && file.is_number(),
        _ => false,
    };
    is_name && last.is_number()
}
