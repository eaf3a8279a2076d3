//! How each piece moves, king safety left out.

use super::{Board, Move, Piece, PieceKind, Side, Square};

/// Single steps along files and ranks.
const STRAIGHT: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
/// Single steps along diagonals.
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
/// A horse's leap, with the leg that must be free.
const LEAPS: [((i8, i8), (i8, i8)); 8] = [
    ((1, 2), (0, 1)),
    ((-1, 2), (0, 1)),
    ((1, -2), (0, -1)),
    ((-1, -2), (0, -1)),
    ((2, 1), (1, 0)),
    ((2, -1), (1, 0)),
    ((-2, 1), (-1, 0)),
    ((-2, -1), (-1, 0)),
];

/// Whether `square` lies in the palace of `side`.
pub(super) fn in_palace(square: Square, side: Side) -> bool {
    matches!(square.file(), 3..=5)
        && match side {
            Side::Red => square.rank() <= 2,
            Side::Black => square.rank() >= 7,
        }
}

/// Whether `square` lies beyond the river for `side`.
pub(super) fn is_across(square: Square, side: Side) -> bool {
    match side {
        Side::Red => square.rank() >= 5,
        Side::Black => square.rank() <= 4,
    }
}

/// How many pieces stand strictly between two points of one file or rank; `None` when the points
/// share neither, or are one point.
pub(super) fn between(board: &Board, from: Square, to: Square) -> Option<usize> {
    let step = if from == to {
        return None;
    } else if from.file() == to.file() {
        9
    } else if from.rank() == to.rank() {
        1
    } else {
        return None;
    };
    let (low, high) = (from.byte().min(to.byte()), from.byte().max(to.byte()));
    let inner = (low..high).step_by(step).skip(1);
    Some(inner.filter_map(Square::new).filter(|&square| board.get(square).is_some()).count())
}

/// Whether `piece`, standing on `mv.from`, can go to `mv.to` by its own way of moving: blocking pieces,
/// palace and river count, and a piece of its own side is not captured. King safety is left out.
pub(super) fn reaches(board: &Board, piece: Piece, mv: Move) -> bool {
    let side = piece.side();
    let target = board.get(mv.to);
    if target.is_some_and(|target| target.side() == side) {
        return false;
    }
    let files = mv.to.file() as i8 - mv.from.file() as i8;
    let ranks = mv.to.rank() as i8 - mv.from.rank() as i8;
    let is_free =
        |files, ranks| mv.from.offset(files, ranks).is_some_and(|leg| board.get(leg).is_none());
    match piece.kind() {
        PieceKind::King => files.abs() + ranks.abs() == 1 && in_palace(mv.to, side),
        PieceKind::Advisor => files.abs() == 1 && ranks.abs() == 1 && in_palace(mv.to, side),
        PieceKind::Elephant => {
            files.abs() == 2
                && ranks.abs() == 2
                && !is_across(mv.to, side)
                && is_free(files / 2, ranks / 2)
        }
        PieceKind::Horse => match (files.abs(), ranks.abs()) {
            (1, 2) => is_free(0, ranks / 2),
            (2, 1) => is_free(files / 2, 0),
            _ => false,
        },
        PieceKind::Rook => between(board, mv.from, mv.to) == Some(0),
        PieceKind::Cannon => between(board, mv.from, mv.to) == Some(usize::from(target.is_some())),
        PieceKind::Pawn => {
            (files == 0 && ranks == side.forward())
                || (ranks == 0 && files.abs() == 1 && is_across(mv.from, side))
        }
    }
}

/// Calls `visit` with every point that `piece` on `from` reaches; see [`reaches`].
pub(super) fn for_each_target(
    board: &Board,
    piece: Piece,
    from: Square,
    mut visit: impl FnMut(Square),
) {
    let side = piece.side();
    let mut offer = |to: Option<Square>, may: &dyn Fn(Square) -> bool| {
        if let Some(to) = to
            && may(to)
            && board.get(to).is_none_or(|target| target.side() != side)
        {
            visit(to);
        }
    };
    match piece.kind() {
        PieceKind::King => {
            for (files, ranks) in STRAIGHT {
                offer(from.offset(files, ranks), &|to| in_palace(to, side));
            }
        }
        PieceKind::Advisor => {
            for (files, ranks) in DIAGONAL {
                offer(from.offset(files, ranks), &|to| in_palace(to, side));
            }
        }
        PieceKind::Elephant => {
            for (files, ranks) in DIAGONAL {
                let eye_is_free =
                    from.offset(files, ranks).is_some_and(|eye| board.get(eye).is_none());
                offer(from.offset(2 * files, 2 * ranks), &|to| eye_is_free && !is_across(to, side));
            }
        }
        PieceKind::Horse => {
            for ((files, ranks), (leg_files, leg_ranks)) in LEAPS {
                let leg_is_free =
                    from.offset(leg_files, leg_ranks).is_some_and(|leg| board.get(leg).is_none());
                offer(from.offset(files, ranks), &|_| leg_is_free);
            }
        }
        PieceKind::Rook => {
            for (files, ranks) in STRAIGHT {
                let mut next = from.offset(files, ranks);
                while let Some(to) = next {
                    offer(next, &|_| true);
                    next = if board.get(to).is_none() { to.offset(files, ranks) } else { None };
                }
            }
        }
        PieceKind::Cannon => {
            for (files, ranks) in STRAIGHT {
                let mut next = from.offset(files, ranks);
                while let Some(to) = next
                    && board.get(to).is_none()
                {
                    offer(next, &|_| true);
                    next = to.offset(files, ranks);
                }
                let mut beyond = next.and_then(|screen| screen.offset(files, ranks));
                while let Some(to) = beyond {
                    if board.get(to).is_some() {
                        offer(beyond, &|_| true);
                        break;
                    }
                    beyond = to.offset(files, ranks);
                }
            }
        }
        PieceKind::Pawn => {
            offer(from.offset(0, side.forward()), &|_| true);
            if is_across(from, side) {
                offer(from.offset(1, 0), &|_| true);
                offer(from.offset(-1, 0), &|_| true);
            }
        }
    }
}
