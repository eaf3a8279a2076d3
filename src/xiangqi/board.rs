//! Boards: pieces on squares, without a side to move.

use super::{Piece, Side, Square};

/// The pieces on the ninety points. Any arrangement is allowed, even an empty board: archives hold
/// such boards.
///
/// Every piece is kept in three fields: `pieces` answers for one square, `sides` and `files` for
/// many at once, so that moves and checks are cheap enough for every ply of an archive.
#[derive(Clone, Copy, Eq, PartialEq, Hash)]
pub struct Board {
    /// By side: bit n is set when square n holds a piece of that side.
    sides: [u128; 2],
    pieces: [Option<Piece>; Square::COUNT],
    /// By file: bit n is set when rank n of the file is occupied.
    files: [u16; 9],
}

/// The bit of each square. A look-up takes a third of the time of a shift by 128 bits.
static SQUARE_BITS: [u128; Square::COUNT] = {
    let mut bits = [1; Square::COUNT];
    let mut index = 1;
    while index < Square::COUNT {
        bits[index] = bits[index - 1] << 1;
        index += 1;
    }
    bits
};

impl Board {
    /// A board without pieces.
    pub const EMPTY: Board = Board { sides: [0; 2], pieces: [None; Square::COUNT], files: [0; 9] };

    /// The piece on `square`; None if it is empty.
    #[inline]
    pub fn get(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// The piece on the square with this index; None if it is empty.
    #[inline]
    pub(super) fn get_index(&self, index: usize) -> Option<Piece> {
        self.pieces[index]
    }

    /// Bitmask of squares: bit n is set when square n holds a piece of `side`.
    #[inline]
    pub(super) fn side(&self, side: Side) -> u128 {
        self.sides[side as usize]
    }

    /// Bitmask of ranks: bit n is set when rank n of `file` is occupied.
    #[inline]
    pub(super) fn file(&self, file: u8) -> u32 {
        u32::from(self.files[usize::from(file)])
    }

    /// Bitmask of ranks: bit n is set when `piece` stands on rank n of `file`.
    #[inline]
    pub(super) fn ranks_with(&self, piece: Piece, file: u8) -> u32 {
        let file = usize::from(file).min(8);
        // Bytes are compared without a branch, which the processor would mispredict three times a
        // move.
        let byte = |piece: Option<Piece>| piece.map_or(u8::MAX, |piece| piece as u8);
        let is_there = |rank: usize| u32::from(byte(self.pieces[rank * 9 + file]) == piece as u8);
        (0..10).fold(0, |ranks, rank| ranks | is_there(rank) << rank)
    }

    /// Bitmask of files: bit n is set when file n of `rank` is occupied.
    #[inline]
    pub(super) fn rank(&self, rank: u8) -> u32 {
        (self.occupied() >> (9 * rank)) as u32 & 0x1FF
    }

    fn occupied(&self) -> u128 {
        self.sides[0] | self.sides[1]
    }

    /// Puts `piece` (or nothing) on `square`, in the place of any piece there.
    #[inline]
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.lift(square);
        if let Some(piece) = piece {
            self.put(square, piece);
        }
    }

    /// Removes and returns the piece on `square`.
    #[inline]
    pub(super) fn lift(&mut self, square: Square) -> Option<Piece> {
        let piece = self.pieces[square.index()].take()?;
        self.toggle(square, piece.side());
        Some(piece)
    }

    /// Puts `piece` on `square`, which must be empty.
    #[inline]
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        self.pieces[square.index()] = Some(piece);
        self.toggle(square, piece.side());
    }

    #[inline]
    fn toggle(&mut self, square: Square, side: Side) {
        self.sides[side as usize] ^= SQUARE_BITS[square.index()];
        self.files[usize::from(square.file())] ^= 1 << square.rank();
    }

    /// All pieces with their squares, `a0` first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + Clone + '_ {
        self.pieces_on(self.occupied())
    }

    /// The pieces of `side` with their squares, `a0` first.
    pub fn pieces_of(&self, side: Side) -> impl Iterator<Item = (Square, Piece)> + Clone + '_ {
        self.pieces_on(self.side(side))
    }

    /// The pieces on the set bits of `squares`, with their squares, `a0` first.
    fn pieces_on(&self, mut squares: u128) -> impl Iterator<Item = (Square, Piece)> + Clone + '_ {
        std::iter::from_fn(move || {
            let square = Square::new(u8::try_from(squares.trailing_zeros()).ok()?)?;
            squares &= squares - 1;
            self.get(square).map(|piece| (square, piece))
        })
    }

    /// Number of pieces on the board.
    pub fn count(&self) -> usize {
        self.occupied().count_ones() as usize
    }

    /// The board mirrored left to right.
    #[must_use]
    pub fn mirror(&self) -> Board {
        let mut board = Board::EMPTY;
        for (square, piece) in self.pieces() {
            board.set(square.mirror(), Some(piece));
        }
        board
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Boards from nearly empty to nearly full with any piece anywhere: no king, many kings, kings
    /// outside the palace.
    pub(in crate::xiangqi) fn random_boards(count: usize) -> impl Iterator<Item = Board> {
        let mut state = 1_u64;
        let mut below = move |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % bound
        };
        (0..count).map(move |round| {
            let mut board = Board::EMPTY;
            for _ in 0..below(2 + round % 80) {
                let square = Square::new(below(Square::COUNT) as u8).unwrap();
                board.set(square, (below(8) > 0).then(|| Piece::all()[below(14)]));
            }
            board
        })
    }

    #[test]
    fn squares_files_and_ranks_tell_the_same() {
        for board in random_boards(500) {
            for square in Square::all() {
                let piece = board.get(square);
                for side in Side::ALL {
                    let is_there = board.side(side) >> square.index() & 1 == 1;
                    assert_eq!(is_there, piece.is_some_and(|piece| piece.side() == side));
                }
                let (file, rank) = (square.file(), square.rank());
                assert_eq!(board.file(file) >> rank & 1 == 1, piece.is_some());
                assert_eq!(board.rank(rank) >> file & 1 == 1, piece.is_some());
            }
            assert_eq!(board.mirror().mirror(), board);
        }
    }
}
