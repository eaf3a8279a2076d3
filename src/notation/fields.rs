//! The second half of a move in the notations that count from the mover's right: direction and
//! number, to and from squares.
//!
//! Files are numbered 1..=9 from the mover's right hand, ranks are not numbered. Going along a file
//! the number counts steps; in every other move it is the file of arrival.

use super::words::Direction;
use crate::xiangqi::{Move, PieceKind, Side, Square};

/// The number (1..=9) of the file `file` (0..9 from Red's left) for `side`.
pub(super) const fn file_number(file: u8, side: Side) -> u8 {
    match side {
        Side::Red => 9 - file,
        Side::Black => file + 1,
    }
}

/// The file (0..9 from Red's left) that has this `number` (1..=9) for `side`.
pub(super) const fn file_of_number(number: u8, side: Side) -> u8 {
    match side {
        Side::Red => 9 - number,
        Side::Black => number - 1,
    }
}

/// Where a piece of `kind` on `from` arrives, blocking and capturing left out; `None` off the board
/// and where the kind never moves so.
pub(super) fn target(
    from: Square,
    kind: PieceKind,
    side: Side,
    direction: Direction,
    number: u8,
) -> Option<Square> {
    let sign = match direction {
        Direction::Traverse if kind.is_straight() => {
            let file = file_of_number(number, side);
            return if file == from.file() { None } else { Square::at(file, from.rank()) };
        }
        Direction::Traverse => return None,
        Direction::Advance => side.forward(),
        Direction::Retreat => -side.forward(),
    };
    if kind.is_straight() {
        return from.offset(0, sign * number as i8);
    }
    let files = file_of_number(number, side) as i8 - from.file() as i8;
    let ranks = match (kind, files.abs()) {
        (PieceKind::Advisor, 1) | (PieceKind::Horse, 2) => 1,
        (PieceKind::Elephant, 2) | (PieceKind::Horse, 1) => 2,
        _ => return None,
    };
    from.offset(files, sign * ranks)
}

/// Direction and number of a move that a piece of `kind` can make.
pub(super) fn direction_and_number(mv: Move, kind: PieceKind, side: Side) -> (Direction, u8) {
    let ranks = (mv.to.rank() as i8 - mv.from.rank() as i8) * side.forward();
    let direction = match ranks {
        0 => Direction::Traverse,
        1.. => Direction::Advance,
        _ => Direction::Retreat,
    };
    let number = if kind.is_straight() && ranks != 0 {
        ranks.unsigned_abs()
    } else {
        file_number(mv.to.file(), side)
    };
    (direction, number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::Position;

    #[test]
    fn files_count_from_the_movers_right() {
        for side in Side::ALL {
            for file in 0..9 {
                assert_eq!(file_of_number(file_number(file, side), side), file);
            }
        }
        assert_eq!(file_number(7, Side::Red), 2);
        assert_eq!(file_number(7, Side::Black), 8);
    }

    #[test]
    fn every_possible_move_has_its_target() {
        for fen in [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
            "r1bak1bn1/3Ra4/nC2c4/p1p1C1p1p/9/9/P1P1P1PrP/6N2/R8/1cBAKAB2",
        ] {
            for side in Side::ALL {
                let position = Position::from_fen(fen).unwrap().with_side(side);
                for mv in position.pseudo_legal_moves() {
                    let kind = position.piece_at(mv.from).unwrap().kind();
                    let (direction, number) = direction_and_number(mv, kind, side);
                    assert_eq!(target(mv.from, kind, side, direction, number), Some(mv.to), "{mv}");
                }
            }
        }
    }
}
