//! The start array of XQF and DhtmlXQ: a fixed list of 32 pieces, each with its point or none.

use super::ExportError;
use crate::format::layout::slot_piece;
use crate::xiangqi::{Board, Side, Square};

/// The point of every piece of the array, `None` where it is off the board. Of equal pieces, the
/// one nearer to the right hand of its own player comes first, as in the standard start of these
/// formats.
pub(super) fn places(
    board: &Board,
    format: &'static str,
) -> Result<[Option<Square>; 32], ExportError> {
    let mut places = [None; 32];
    for (square, piece) in board.pieces() {
        let slots = || (0..32).filter(|&slot| slot_piece(slot) == piece);
        let Some(free) = slots().find(|&slot| places[slot].is_none()) else {
            let room = slots().count();
            return Err(ExportError::Pieces { format, piece: piece.fen_letter(), room });
        };
        places[free] = Some(square);
        // A short insertion: at most five are equal.
        let mut slots: Vec<usize> = slots().take_while(|&slot| slot <= free).collect();
        let from_right = |place: Option<Square>| {
            place.map(|square| match piece.side() {
                Side::Red => 8 - square.file(),
                Side::Black => square.file(),
            })
        };
        while let [.., before, last] = slots[..] {
            if from_right(places[before]) > from_right(places[last]) {
                places.swap(before, last);
            }
            slots.pop();
        }
    }
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::{Piece, PieceKind};

    fn digits(board: &Board) -> String {
        let places = places(board, "test").unwrap();
        places
            .map(|place| place.map_or("--".to_owned(), |at| format!("{}{}", at.file(), at.rank())))
            .join(" ")
    }

    #[test]
    fn the_standard_start_is_in_the_usual_order() {
        insta::assert_snapshot!(
            digits(&Board::start()),
            @"80 70 60 50 40 30 20 10 00 72 12 83 63 43 23 03 09 19 29 39 49 59 69 79 89 17 77 06 \
              26 46 66 86"
        );
    }

    #[test]
    fn too_many_pieces_are_refused() {
        let mut board = Board::EMPTY;
        assert_eq!(digits(&board), ["--"; 32].join(" "));
        for file in 0..3 {
            let square = Square::at(file, 4).unwrap();
            board.set(square, Some(Piece::new(Side::Black, PieceKind::Cannon)));
        }
        let error = places(&board, "test").unwrap_err();
        assert_eq!(error, ExportError::Pieces { format: "test", piece: 'c', room: 2 });
    }
}
