//! How each piece moves, king safety aside; and whether a king is attacked.

use super::{Board, Move, Piece, PieceKind, Side, Square};
use std::ops::ControlFlow;

/// One step along a file or rank, as (files, ranks).
const STRAIGHT: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
/// One step along a diagonal, as (files, ranks).
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
/// Leaps of a horse, each with the step to the leg that must be empty, as (files, ranks).
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
pub(crate) fn is_across(square: Square, side: Side) -> bool {
    match side {
        Side::Red => square.rank() >= 5,
        Side::Black => square.rank() <= 4,
    }
}

/// Number of pieces strictly between two points of one file or rank; `None` for points on no common
/// line, and for one point twice.
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
/// pieces, palace and river count, and no piece takes one of its own side. King safety is ignored.
pub(super) fn reaches(board: &Board, piece: Piece, mv: Move) -> bool {
    let side = piece.side();
    let target = board.get(mv.to);
    if target.is_some_and(|target| target.side() == side) {
        return false;
    }
    let files = mv.to.file() as i8 - mv.from.file() as i8;
    let ranks = mv.to.rank() as i8 - mv.from.rank() as i8;
    // Integer halving turns a step of 1 into 0, so this is the elephant's eye and the horse's leg.
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

/// Calls `visit` with every point that `piece` on `from` [`reaches`], until `visit` breaks.
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

/// Whether the king of `side`, standing on `king`, is attacked by rook, cannon, horse or pawn, or
/// faces the other king on an open file.
///
/// Searches from the king outwards, far cheaper than testing every enemy piece; advisors and
/// elephants cannot come near. Because every move of an archive asks this, the nearest pieces on a
/// line are found by counting zeros; unless an enemy stands [`AROUND`] the king, only the file is
/// searched.
pub(super) fn king_is_attacked(board: &Board, king: Square, side: Side) -> bool {
    let enemy = side.other();
    let (file, rank) = (king.file(), king.rank());
    let rook = Piece::new(enemy, PieceKind::Rook);
    let cannon = Piece::new(enemy, PieceKind::Cannon);
    let general = Piece::new(enemy, PieceKind::King);
    let on_file = |rank: u32| board.get_index(9 * rank as usize + usize::from(file));
    let on_rank = |file: u32| board.get_index(9 * usize::from(rank) + file as usize);

    is_attacked_along(board.file(file), rank, on_file, [rook, general], cannon)
        || board.side(enemy) & AROUND[king.index()] != 0
            && (is_attacked_along(board.rank(rank), file, on_rank, [rook, rook], cannon)
                || is_attacked_from_near(board, king, enemy))
}

/// Whether a piece of `open` stands next to the king along a line, or `cannon` next but one.
///
/// `line` has a bit for each occupied point of the line; the king's is bit `king`. `at` returns the
/// piece on a point of the line.
#[inline]
fn is_attacked_along(
    line: u32,
    king: u8,
    at: impl Fn(u32) -> Option<Piece>,
    open: [Piece; 2],
    cannon: Piece,
) -> bool {
    let attacks = |first: Option<u32>, second: Option<u32>| {
        let first = first.and_then(&at);
        first.is_some_and(|piece| open.contains(&piece))
            || second.is_some_and(|point| at(point) == Some(cannon))
    };
    let beyond = line & (!1 << king);
    let before = line & !(!0 << king);
    let highest = before.checked_ilog2();
    attacks(lowest(beyond), lowest(beyond & beyond.wrapping_sub(1)))
        || attacks(highest, highest.and_then(|point| (before ^ (1 << point)).checked_ilog2()))
}

/// Index of the lowest set bit; None for 0.
#[inline]
fn lowest(line: u32) -> Option<u32> {
    (line != 0).then(|| line.trailing_zeros())
}

/// Bitmask by point: the points of its rank, and those from which a horse or a pawn of either side
/// attacks it.
static AROUND: [u128; Square::COUNT] = {
    let mut around = [0; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        around[index] = 0x1FF << (index / 9 * 9);
        let mut step = 0;
        while step < LEAPS.len() + STRAIGHT.len() {
            let (files, ranks) =
                if step < LEAPS.len() { LEAPS[step].0 } else { STRAIGHT[step - LEAPS.len()] };
            if let Some(from) = Square::new(index as u8)
                && let Some(square) = from.offset(files, ranks)
            {
                around[index] |= 1 << square.index();
            }
            step += 1;
        }
        index += 1;
    }
    around
};

/// Whether a horse or a pawn of `enemy` attacks the point `king`.
fn is_attacked_from_near(board: &Board, king: Square, enemy: Side) -> bool {
    let is_enemy = |square: Option<Square>, kind: PieceKind| {
        square.is_some_and(|square| board.get(square) == Some(Piece::new(enemy, kind)))
    };
    // A pawn attacks the point ahead, and the points beside it once it is across the river.
    if is_enemy(king.offset(0, -enemy.forward()), PieceKind::Pawn) {
        return true;
    }
    if is_across(king, enemy)
        && (is_enemy(king.offset(1, 0), PieceKind::Pawn)
            || is_enemy(king.offset(-1, 0), PieceKind::Pawn))
    {
        return true;
    }
    // The leg belongs to the horse, so it lies diagonally next to the king.
    DIAGONAL.into_iter().any(|(files, ranks)| {
        king.offset(files, ranks).is_some_and(|leg| board.get(leg).is_none())
            && (is_enemy(king.offset(files, 2 * ranks), PieceKind::Horse)
                || is_enemy(king.offset(2 * files, ranks), PieceKind::Horse))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::xiangqi::board::tests::random_boards;

    /// Asks every enemy piece; the facing kings are two rooks for this.
    fn is_attacked_naively(board: &Board, king: Square, side: Side) -> bool {
        board.pieces_of(side.other()).any(|(from, piece)| {
            let rook = Piece::new(piece.side(), PieceKind::Rook);
            let mv = Move::new(from, king);
            let faces = piece.kind() == PieceKind::King
                && from.file() == king.file()
                && reaches(board, rook, mv);
            let moves = matches!(
                piece.kind(),
                PieceKind::Rook | PieceKind::Cannon | PieceKind::Horse | PieceKind::Pawn
            );
            faces || moves && reaches(board, piece, mv)
        })
    }

    #[test]
    fn looking_outwards_sees_what_every_enemy_piece_reaches() {
        let (mut asked, mut attacked) = (0, 0);
        for (round, board) in random_boards(20_000).enumerate() {
            for (king, piece) in board.pieces() {
                if piece.kind() != PieceKind::King && round % 8 > 0 {
                    continue;
                }
                let side = piece.side();
                let expected = is_attacked_naively(&board, king, side);
                assert_eq!(king_is_attacked(&board, king, side), expected, "{king} {board:?}");
                asked += 1;
                attacked += usize::from(expected);
            }
        }
        assert!(asked > 50_000 && attacked > 10_000, "{attacked} of {asked}");
    }
}
