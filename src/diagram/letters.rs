//! What is written on the pieces.

use crate::xiangqi::{Piece, PieceKind, Side};

/// Letters of pieces.
#[derive(Debug, Copy, Clone, PartialEq, Eq, Default)]
pub enum Letters {
    /// 俥傌炮 and 車馬砲: the two sides have characters of their own.
    #[default]
    Traditional,
    /// 车马炮, both sides alike but for 相/象, 仕/士, 帅/将, 兵/卒.
    Simplified,
    /// The letters of a FEN: capitals are Red's.
    Latin,
    /// Figures, told by colour; where nothing can be drawn, the letters of a FEN.
    Figures,
}

impl Letters {
    /// The letter of a piece.
    ///
    /// ```
    /// use xqdb::diagram::Letters;
    /// use xqdb::xiangqi::{Piece, PieceKind, Side};
    ///
    /// let rook = Piece::new(Side::Red, PieceKind::Rook);
    /// assert_eq!(Letters::Traditional.of(rook), "俥");
    /// assert_eq!(Letters::Latin.of(rook), "R");
    /// ```
    pub const fn of(self, piece: Piece) -> &'static str {
        let [traditional, simplified, latin] = match (piece.side(), piece.kind()) {
            (Side::Red, PieceKind::King) => ["帥", "帅", "K"],
            (Side::Red, PieceKind::Advisor) => ["仕", "仕", "A"],
            (Side::Red, PieceKind::Elephant) => ["相", "相", "B"],
            (Side::Red, PieceKind::Horse) => ["傌", "马", "N"],
            (Side::Red, PieceKind::Rook) => ["俥", "车", "R"],
            (Side::Red, PieceKind::Cannon) => ["炮", "炮", "C"],
            (Side::Red, PieceKind::Pawn) => ["兵", "兵", "P"],
            (Side::Black, PieceKind::King) => ["將", "将", "k"],
            (Side::Black, PieceKind::Advisor) => ["士", "士", "a"],
            (Side::Black, PieceKind::Elephant) => ["象", "象", "b"],
            (Side::Black, PieceKind::Horse) => ["馬", "马", "n"],
            (Side::Black, PieceKind::Rook) => ["車", "车", "r"],
            (Side::Black, PieceKind::Cannon) => ["砲", "炮", "c"],
            (Side::Black, PieceKind::Pawn) => ["卒", "卒", "p"],
        };
        match self {
            Letters::Traditional => traditional,
            Letters::Simplified => simplified,
            Letters::Latin | Letters::Figures => latin,
        }
    }

    /// What stands for them in a text, where nothing can be drawn.
    #[must_use]
    pub const fn in_text(self) -> Letters {
        match self {
            Letters::Figures => Letters::Latin,
            written => written,
        }
    }

    /// What is written in the river, from the left and from the right of whoever has Red.
    pub(super) const fn river(self) -> [&'static str; 2] {
        match self {
            Letters::Traditional => ["楚 河", "漢 界"],
            Letters::Simplified => ["楚 河", "汉 界"],
            Letters::Latin | Letters::Figures => ["", ""],
        }
    }
}
