//! Pieces of one kind on one file: who stands in front, who behind.
//!
//! Front is nearer to the opponent's back rank. Where several files hold more than one piece each,
//! ordinals run over all of them from right to left (as the mover sees it), each file from front to
//! rear; this is the rule of the xqbase move notation.

use super::fields::{file_number, file_of_number};
use crate::xiangqi::{Piece, PieceKind, Position, Side, Square};

/// The pieces of one kind and side on one file, front first. Not empty unless asked for an empty
/// file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tandem {
    squares: [Square; 10],
    len: usize,
}

impl Tandem {
    /// The pieces of the side to move of this `kind` on the file with this `number` (1..=9).
    pub(super) fn on_file(position: &Position, kind: PieceKind, number: u8) -> Tandem {
        let side = position.side();
        let piece = Some(Piece::new(side, kind));
        let file = file_of_number(number, side);
        let corner = Square::at(file, 0).expect("numbers 1..=9 are files");
        let mut tandem = Tandem { squares: [corner; 10], len: 0 };
        for step in 0..10 {
            let rank = if side == Side::Red { 9 - step } else { step };
            if let Some(square) = Square::at(file, rank)
                && position.piece_at(square) == piece
            {
                tandem.squares[tandem.len] = square;
                tandem.len += 1;
            }
        }
        tandem
    }

    /// The squares, front first.
    pub(super) fn squares(&self) -> &[Square] {
        &self.squares[..self.len]
    }

    /// Every file that holds two or more of `kind`, from right to left.
    pub(super) fn all(position: &Position, kind: PieceKind) -> impl Iterator<Item = Tandem> {
        (1..=9)
            .map(move |number| Tandem::on_file(position, kind, number))
            .filter(|tandem| tandem.len > 1)
    }
}

/// How a piece stands among its kind: what a writer needs to name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Neighbours {
    /// The file number, 1..=9.
    pub(super) file: u8,
    /// How many of the kind stand on the file.
    pub(super) len: usize,
    /// The place on the file, 1 = front.
    pub(super) place: usize,
    /// How many files hold two or more of the kind.
    pub(super) tandems: usize,
    /// The ordinal over all those files, 1-based; 0 for a piece alone on its file.
    pub(super) ordinal: usize,
}

impl Neighbours {
    /// The neighbours of the piece of the side to move on `square`.
    pub(super) fn of(position: &Position, kind: PieceKind, square: Square) -> Neighbours {
        let file = file_number(square.file(), position.side());
        let own = Tandem::on_file(position, kind, file);
        let place = own.squares().iter().position(|&other| other == square).unwrap_or(0);
        let mut neighbours =
            Neighbours { file, len: own.len, place: place + 1, tandems: 0, ordinal: 0 };
        if own.len < 2 {
            return neighbours;
        }
        let mut before = 0;
        for tandem in Tandem::all(position, kind) {
            neighbours.tandems += 1;
            if tandem.squares()[0] == own.squares()[0] {
                neighbours.ordinal = before + neighbours.place;
            }
            before += tandem.len;
        }
        neighbours
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_run_from_right_to_left_and_front_to_rear() {
        let position = Position::from_fen("3k5/9/3P1P3/4P4/3P1P3/9/9/9/9/4K4 w").unwrap();
        for (square, file, place, ordinal) in
            [("f7", 4, 1, 1), ("f5", 4, 2, 2), ("d7", 6, 1, 3), ("d5", 6, 2, 4), ("e6", 5, 1, 0)]
        {
            let seen = Neighbours::of(&position, PieceKind::Pawn, square.parse().unwrap());
            assert_eq!((seen.file, seen.place, seen.ordinal), (file, place, ordinal), "{square}");
        }
    }
}
