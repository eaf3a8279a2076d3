//! Sides and pieces.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A player. Red moves first from the standard start.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Side {
    /// Red starts on ranks 0..=4; upper case in FEN.
    Red,
    /// Black starts on ranks 5..=9; lower case in FEN.
    Black,
}

impl Side {
    /// Both sides, Red first.
    pub const ALL: [Side; 2] = [Side::Red, Side::Black];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Red => Side::Black,
            Side::Black => Side::Red,
        }
    }

    /// Name of the side: `red` or `black`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Side::Red => "red",
            Side::Black => "black",
        }
    }

    /// Letter of the side in FEN: `w` or `b`.
    pub const fn fen_letter(self) -> char {
        match self {
            Side::Red => 'w',
            Side::Black => 'b',
        }
    }

    /// Ranks gained by one step forward: 1 for Red, -1 for Black.
    pub const fn forward(self) -> i8 {
        match self {
            Side::Red => 1,
            Side::Black => -1,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// One value for each side.
#[derive(Debug, Copy, Clone, Default, Eq, PartialEq, Hash)]
pub struct BySide<T> {
    /// Value of Red.
    pub red: T,
    /// Value of Black.
    pub black: T,
}

impl<T> std::ops::Index<Side> for BySide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        match side {
            Side::Red => &self.red,
            Side::Black => &self.black,
        }
    }
}

impl<T> std::ops::IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Red => &mut self.red,
            Side::Black => &mut self.black,
        }
    }
}

/// The seven kinds of pieces, in the order of a back rank from the king outwards, then cannon and
/// pawn.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// King, 帅 / 将.
    King,
    /// Advisor, 仕 / 士.
    Advisor,
    /// Elephant, 相 / 象.
    Elephant,
    /// Horse, 马.
    Horse,
    /// Rook, 车.
    Rook,
    /// Cannon, 炮.
    Cannon,
    /// Pawn, 兵 / 卒.
    Pawn,
}

impl PieceKind {
    /// All seven kinds.
    pub const ALL: [PieceKind; 7] = [
        PieceKind::King,
        PieceKind::Advisor,
        PieceKind::Elephant,
        PieceKind::Horse,
        PieceKind::Rook,
        PieceKind::Cannon,
        PieceKind::Pawn,
    ];

    /// Whether the kind moves only along files and ranks (king, rook, cannon, pawn), so that
    /// notations count its advance or retreat in steps instead of naming the target file.
    pub const fn is_straight(self) -> bool {
        matches!(self, PieceKind::King | PieceKind::Rook | PieceKind::Cannon | PieceKind::Pawn)
    }
}

/// A piece of one side; one of fourteen. `Option<Piece>` is one byte.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "side and kind, spelled out")]
pub enum Piece {
    RedKing,
    RedAdvisor,
    RedElephant,
    RedHorse,
    RedRook,
    RedCannon,
    RedPawn,
    BlackKing,
    BlackAdvisor,
    BlackElephant,
    BlackHorse,
    BlackRook,
    BlackCannon,
    BlackPawn,
}

const PIECES: [Piece; 14] = [
    Piece::RedKing,
    Piece::RedAdvisor,
    Piece::RedElephant,
    Piece::RedHorse,
    Piece::RedRook,
    Piece::RedCannon,
    Piece::RedPawn,
    Piece::BlackKing,
    Piece::BlackAdvisor,
    Piece::BlackElephant,
    Piece::BlackHorse,
    Piece::BlackRook,
    Piece::BlackCannon,
    Piece::BlackPawn,
];

/// FEN letters, in the order of [`Piece::index`].
const LETTERS: &[u8; 14] = b"KABNRCPkabnrcp";

impl Piece {
    /// The piece of this side and kind.
    pub const fn new(side: Side, kind: PieceKind) -> Piece {
        PIECES[side as usize * 7 + kind as usize]
    }

    /// All fourteen pieces, in the order of [`Piece::index`].
    pub const fn all() -> [Piece; 14] {
        PIECES
    }

    /// Index 0..14, `side * 7 + kind`. Position hashes depend on it.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side that owns the piece.
    pub const fn side(self) -> Side {
        if (self as u8) < 7 { Side::Red } else { Side::Black }
    }

    /// The kind, without the side.
    pub const fn kind(self) -> PieceKind {
        // The compiler makes a table of this match; dividing by seven is ten times slower.
        match self {
            Piece::RedKing | Piece::BlackKing => PieceKind::King,
            Piece::RedAdvisor | Piece::BlackAdvisor => PieceKind::Advisor,
            Piece::RedElephant | Piece::BlackElephant => PieceKind::Elephant,
            Piece::RedHorse | Piece::BlackHorse => PieceKind::Horse,
            Piece::RedRook | Piece::BlackRook => PieceKind::Rook,
            Piece::RedCannon | Piece::BlackCannon => PieceKind::Cannon,
            Piece::RedPawn | Piece::BlackPawn => PieceKind::Pawn,
        }
    }

    /// Letter of the piece in FEN: one of `KABNRCP`, in lower case for Black.
    pub const fn fen_letter(self) -> char {
        LETTERS[self as usize] as char
    }

    /// Reads a piece letter of any FEN dialect: B or E elephant, N, H or M horse, K or G king, P or
    /// S pawn, A, R and C. The dialects (XQBase, WXF, CECP, English books) do not clash. Upper case
    /// is Red; None for any other letter.
    pub const fn from_fen_letter(letter: char) -> Option<Piece> {
        let kind = match letter.to_ascii_lowercase() {
            'k' | 'g' => PieceKind::King,
            'a' => PieceKind::Advisor,
            'b' | 'e' => PieceKind::Elephant,
            'n' | 'h' | 'm' => PieceKind::Horse,
            'r' => PieceKind::Rook,
            'c' => PieceKind::Cannon,
            'p' | 's' => PieceKind::Pawn,
            _ => return None,
        };
        let side = if letter.is_ascii_uppercase() { Side::Red } else { Side::Black };
        Some(Piece::new(side, kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_their_side_and_kind() {
        for piece in Piece::all() {
            assert_eq!(Piece::new(piece.side(), piece.kind()), piece);
            assert_eq!(Piece::from_fen_letter(piece.fen_letter()), Some(piece));
        }
        assert_eq!(size_of::<Option<Piece>>(), 1);
    }
}
