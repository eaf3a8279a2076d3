//! Is a king attacked, or do the kings face each other?

use super::movement::is_across;
use super::{Board, PieceKind, Side, Square};

/// Whether the king of `side`, standing on `king`, could be taken: by rook, cannon, horse or pawn, or
/// along an open file by the other king.
///
/// Looks outwards from the king, which is far cheaper than looking at every enemy piece. Advisors and
/// elephants cannot leave their half and are left out.
pub(super) fn king_is_attacked(board: &Board, king: Square, side: Side) -> bool {
    let enemy = side.other();
    let is_enemy = |square: Option<Square>, kind: PieceKind| {
        square
            .and_then(|square| board.get(square))
            .is_some_and(|piece| piece.side() == enemy && piece.kind() == kind)
    };

    // Pawns: one step ahead of them is the king, or beside them once they are across the river.
    let ahead = king.offset(0, -enemy.forward());
    if is_enemy(ahead, PieceKind::Pawn) {
        return true;
    }
    if is_across(king, enemy)
        && (is_enemy(king.offset(1, 0), PieceKind::Pawn)
            || is_enemy(king.offset(-1, 0), PieceKind::Pawn))
    {
        return true;
    }

    // Horses: the leg is the horse's, so it lies diagonally next to the king.
    for (files, ranks) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let Some(leg) = king.offset(files, ranks) else {
            continue;
        };
        if board.get(leg).is_none()
            && (is_enemy(king.offset(files, 2 * ranks), PieceKind::Horse)
                || is_enemy(king.offset(2 * files, ranks), PieceKind::Horse))
        {
            return true;
        }
    }

    // Rooks, cannons and the other king along the four lines.
    let (file, rank) = (king.file() as i32, king.rank() as i32);
    let index = king.index() as i32;
    for (step, count) in [(9, 9 - rank), (-9, rank), (1, 8 - file), (-1, file)] {
        let mut screens = 0;
        let mut square = index;
        for _ in 0..count {
            square += step;
            let Some(piece) = board.get_index(square as usize) else {
                continue;
            };
            if piece.side() == enemy {
                match (piece.kind(), screens) {
                    (PieceKind::Rook, 0) | (PieceKind::Cannon, 1) => return true,
                    (PieceKind::King, 0) if step.abs() == 9 => return true,
                    _ => {}
                }
            }
            screens += 1;
            if screens == 2 {
                break;
            }
        }
    }
    false
}
