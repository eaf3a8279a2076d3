//! The four ways to look at a board: as it stands, in a mirror, from the other chair, and both.

use crate::xiangqi::{Move, Piece, Side, Square};

/// How a condition is turned before it is looked for.
#[derive(Debug, Copy, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Turn {
    /// Left and right are exchanged.
    pub(super) is_mirrored: bool,
    /// The board is turned by 180 degrees and the colours are exchanged.
    pub(super) is_swapped: bool,
}

impl Turn {
    /// This turn and a mirror.
    #[must_use]
    pub(super) fn mirror(self) -> Turn {
        Turn { is_mirrored: !self.is_mirrored, ..self }
    }

    /// This turn and a change of chairs.
    #[must_use]
    pub(super) fn swap(self) -> Turn {
        Turn { is_swapped: !self.is_swapped, ..self }
    }

    pub(super) fn square(self, square: Square) -> Square {
        let square = if self.is_mirrored { square.mirror() } else { square };
        if self.is_swapped { square.rotate() } else { square }
    }

    pub(super) fn side(self, side: Side) -> Side {
        if self.is_swapped { side.other() } else { side }
    }

    pub(super) fn piece(self, piece: Piece) -> Piece {
        Piece::new(self.side(piece.side()), piece.kind())
    }

    pub(super) fn mv(self, mv: Move) -> Move {
        Move::new(self.square(mv.from), self.square(mv.to))
    }
}
