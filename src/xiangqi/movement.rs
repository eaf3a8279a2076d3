//! How each piece moves, king safety left out.

use super::{Board, Move, Piece, PieceKind, Side, Square};
use std::ops::ControlFlow;

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
fn between(board: &Board, from: Square, to: Square) -> Option<u32> {
    let (line, from, to) = if from == to {
        return None;
    } else if from.file() == to.file() {
        (board.file(from.file()), from.rank(), to.rank())
    } else if from.rank() == to.rank() {
        (board.rank(from.rank()), from.file(), to.file())
    } else {
        return None;
    };
    let above = !1 << from.min(to);
    let below = (1 << from.max(to)) - 1;
    Some((line & above & below).count_ones())
}

/// Whether `piece`, standing on `mv.from`, can go to `mv.to` by its own way of moving: blocking
/// pieces, palace and river count, and a piece of its own side is not captured. King safety is left
/// out.
pub(super) fn reaches(board: &Board, piece: Piece, mv: Move) -> bool {
    let side = piece.side();
    let target = board.get(mv.to);
    if target.is_some_and(|target| target.side() == side) {
        return false;
    }
    let files = mv.to.file() as i8 - mv.from.file() as i8;
    let ranks = mv.to.rank() as i8 - mv.from.rank() as i8;
    // Halving drops the single step, so this is the elephant's eye as well as the horse's leg.
    let leg_is_free = || {
        let leg = mv.from.index() as i8 + 9 * (ranks / 2) + files / 2;
        board.get_index(leg as usize).is_none()
    };
    match piece.kind() {
        PieceKind::King => files.abs() + ranks.abs() == 1 && in_palace(mv.to, side),
        PieceKind::Advisor => files.abs() == 1 && ranks.abs() == 1 && in_palace(mv.to, side),
        PieceKind::Elephant => {
            files.abs() == 2 && ranks.abs() == 2 && !is_across(mv.to, side) && leg_is_free()
        }
        PieceKind::Horse => matches!((files.abs(), ranks.abs()), (1, 2) | (2, 1)) && leg_is_free(),
        PieceKind::Rook => between(board, mv.from, mv.to) == Some(0),
        PieceKind::Cannon => between(board, mv.from, mv.to) == Some(u32::from(target.is_some())),
        PieceKind::Pawn => {
            (files == 0 && ranks == side.forward())
                || (ranks == 0 && files.abs() == 1 && is_across(mv.from, side))
        }
    }
}

/// Calls `visit` with every point that `piece` on `from` reaches, until it breaks; see [`reaches`].
pub(super) fn try_each_target(
    board: &Board,
    piece: Piece,
    from: Square,
    mut visit: impl FnMut(Square) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let side = piece.side();
    let is_free = |square: Option<Square>| square.is_some_and(|square| board.get(square).is_none());
    let mut offer = |to: Square| match board.get(to) {
        Some(target) if target.side() == side => ControlFlow::Continue(()),
        _ => visit(to),
    };
    let steps = |steps: [(i8, i8); 4]| {
        steps.into_iter().filter_map(move |(files, ranks)| from.offset(files, ranks))
    };
    match piece.kind() {
        PieceKind::King => steps(STRAIGHT).filter(|&to| in_palace(to, side)).try_for_each(offer),
        PieceKind::Advisor => steps(DIAGONAL).filter(|&to| in_palace(to, side)).try_for_each(offer),
        PieceKind::Elephant => DIAGONAL.into_iter().try_for_each(|(files, ranks)| {
            match from.offset(2 * files, 2 * ranks) {
                Some(to) if !is_across(to, side) && is_free(from.offset(files, ranks)) => offer(to),
                _ => ControlFlow::Continue(()),
            }
        }),
        PieceKind::Horse => {
            LEAPS.into_iter().try_for_each(|((files, ranks), (leg_files, leg_ranks))| {
                match from.offset(files, ranks) {
                    Some(to) if is_free(from.offset(leg_files, leg_ranks)) => offer(to),
                    _ => ControlFlow::Continue(()),
                }
            })
        }
        PieceKind::Rook => STRAIGHT.into_iter().try_for_each(|(files, ranks)| {
            let mut next = from.offset(files, ranks);
            while let Some(to) = next {
                offer(to)?;
                next = if board.get(to).is_none() { to.offset(files, ranks) } else { None };
            }
            ControlFlow::Continue(())
        }),
        PieceKind::Cannon => STRAIGHT.into_iter().try_for_each(|(files, ranks)| {
            let mut next = from.offset(files, ranks);
            while let Some(to) = next
                && board.get(to).is_none()
            {
                offer(to)?;
                next = to.offset(files, ranks);
            }
            let mut beyond = next.and_then(|screen| screen.offset(files, ranks));
            while let Some(to) = beyond {
                if board.get(to).is_some() {
                    return offer(to);
                }
                beyond = to.offset(files, ranks);
            }
            ControlFlow::Continue(())
        }),
        PieceKind::Pawn => {
            let sideways = if is_across(from, side) { [(1, 0), (-1, 0)].as_slice() } else { &[] };
            [(0, side.forward())]
                .iter()
                .chain(sideways)
                .filter_map(|&(files, ranks)| from.offset(files, ranks))
                .try_for_each(offer)
        }
    }
}
