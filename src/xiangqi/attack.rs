//! Is a king attacked, or do the kings face each other?

use super::movement::is_across;
use super::{Board, Piece, PieceKind, Side, Square};

/// The points of rank 0, to be shifted.
const RANK: u128 = (1 << 9) - 1;
/// The points of file a, to be shifted.
const FILE: u128 = {
    let mut file = 0;
    let mut rank = 0;
    while rank < 10 {
        file |= 1 << (9 * rank);
        rank += 1;
    }
    file
};

/// Whether the king of `side`, standing on `king`, could be taken: by rook, cannon, horse or pawn, or
/// along an open file by the other king.
///
/// Looks outwards from the king, which is far cheaper than looking at every enemy piece. Advisors and
/// elephants cannot leave their half and are left out. This is asked after every move of an archive, so the two nearest
/// pieces in each direction are found by counting zeros and not by walking.
pub(super) fn king_is_attacked(board: &Board, king: Square, side: Side) -> bool {
    let enemy = side.other();
    let index = king.index() as u32;
    let beyond = board.occupied() & (!1 << index);
    let before = board.occupied() & !(!0 << index);
    let rank = RANK << (9 * u32::from(king.rank()));
    let file = FILE << king.file();

    let rook = Piece::new(enemy, PieceKind::Rook);
    let cannon = Piece::new(enemy, PieceKind::Cannon);
    let general = Piece::new(enemy, PieceKind::King);
    let mut is_attacked = false;
    for (line, faces) in [(beyond & file, true), (beyond & rank, false)] {
        let (first, second) = (lowest(board, line), lowest(board, line & line.wrapping_sub(1)));
        is_attacked |= first == Some(rook) || second == Some(cannon);
        is_attacked |= faces && first == Some(general);
    }
    for (line, faces) in [(before & file, true), (before & rank, false)] {
        let (first, second) = (highest(board, line), highest(board, without_highest(line)));
        is_attacked |= first == Some(rook) || second == Some(cannon);
        is_attacked |= faces && first == Some(general);
    }
    is_attacked
        || board.occupied() & NEAR[king.index()] != 0 && is_attacked_from_near(board, king, enemy)
}

/// What stands on the lowest of these occupied points.
#[inline]
fn lowest(board: &Board, line: u128) -> Option<Piece> {
    if line == 0 { None } else { board.get_index(line.trailing_zeros() as usize) }
}

/// What stands on the highest of these occupied points.
#[inline]
fn highest(board: &Board, line: u128) -> Option<Piece> {
    if line == 0 { None } else { board.get_index(127 - line.leading_zeros() as usize) }
}

#[inline]
fn without_highest(line: u128) -> u128 {
    if line == 0 { 0 } else { line & !(1 << (127 - line.leading_zeros())) }
}

/// From where a horse or a pawn of either side attacks each point.
const NEAR: [u128; Square::COUNT] = {
    let steps: [(i8, i8); 12] = [
        (1, 2),
        (2, 1),
        (-1, 2),
        (-2, 1),
        (1, -2),
        (2, -1),
        (-1, -2),
        (-2, -1),
        (1, 0),
        (-1, 0),
        (0, 1),
        (0, -1),
    ];
    let mut near = [0; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let mut step = 0;
        while step < steps.len() {
            let file = (index % 9) as i8 + steps[step].0;
            let rank = (index / 9) as i8 + steps[step].1;
            if file >= 0 && file < 9 && rank >= 0 && rank < 10 {
                near[index] |= 1 << (rank * 9 + file);
            }
            step += 1;
        }
        index += 1;
    }
    near
};

/// Whether a horse or a pawn of `enemy` attacks the king.
fn is_attacked_from_near(board: &Board, king: Square, enemy: Side) -> bool {
    let is_enemy = |square: Option<Square>, kind: PieceKind| {
        square.is_some_and(|square| board.get(square) == Some(Piece::new(enemy, kind)))
    };
    // Pawns: one step ahead of them is the king, or beside them once they are across the river.
    if is_enemy(king.offset(0, -enemy.forward()), PieceKind::Pawn) {
        return true;
    }
    if is_across(king, enemy)
        && (is_enemy(king.offset(1, 0), PieceKind::Pawn)
            || is_enemy(king.offset(-1, 0), PieceKind::Pawn))
    {
        return true;
    }
    // Horses: the leg is the horse's, so it lies diagonally next to the king.
    [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().any(|(files, ranks)| {
        king.offset(files, ranks).is_some_and(|leg| board.get(leg).is_none())
            && (is_enemy(king.offset(files, 2 * ranks), PieceKind::Horse)
                || is_enemy(king.offset(2 * files, ranks), PieceKind::Horse))
    })
}
