//! Pieces on points, nothing else.

use super::{Piece, Side, Square};

/// What stands where. Any arrangement is allowed, an empty board included: archives hold them.
#[derive(Clone, Copy, Eq, PartialEq, Hash)]
pub struct Board {
    pieces: [Option<Piece>; Square::COUNT],
    /// The same once more for whoever looks along lines: bit n is set where something stands on square n.
    occupied: u128,
}

impl Board {
    /// No pieces at all.
    pub const EMPTY: Board = Board { pieces: [None; Square::COUNT], occupied: 0 };

    /// The standard start.
    pub fn start() -> Board {
        super::parse_placement(super::START_PLACEMENT).expect("the start placement is well formed")
    }

    /// What stands on `square`.
    #[inline]
    pub fn get(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// What stands on the square with this index.
    #[inline]
    pub(super) fn get_index(&self, index: usize) -> Option<Piece> {
        self.pieces[index]
    }

    /// Bit n is set where something stands on the square with index n.
    #[inline]
    pub(super) fn occupied(&self) -> u128 {
        self.occupied
    }

    /// Puts `piece` (or nothing) on `square`; what stood there is gone.
    #[inline]
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.pieces[square.index()] = piece;
        let bit = 1 << square.index();
        self.occupied = self.occupied & !bit | if piece.is_some() { bit } else { 0 };
    }

    /// All pieces with their points, `a0` first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| self.get(square).map(|piece| (square, piece)))
    }

    /// The pieces of one side with their points, `a0` first.
    pub fn pieces_of(&self, side: Side) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.pieces().filter(move |(_, piece)| piece.side() == side)
    }

    /// How many pieces stand on the board.
    pub fn count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// The left-right mirror image.
    #[must_use]
    pub fn mirror(&self) -> Board {
        let mut board = Board::EMPTY;
        for (square, piece) in self.pieces() {
            board.set(square.mirror(), Some(piece));
        }
        board
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&super::fen::placement(self))
    }
}
