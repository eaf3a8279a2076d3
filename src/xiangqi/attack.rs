//! Is a king attacked, or do the kings face each other?

use super::movement::is_across;
use super::{Board, Piece, PieceKind, Side, Square};

/// Whether the king of `side`, standing on `king`, could be taken: by rook, cannon, horse or pawn,
/// or along an open file by the other king.
///
/// Looks outwards from the king, which is far cheaper than looking at every enemy piece. Advisors
/// and elephants cannot leave their half and are left out. This is asked after every move of an
/// archive: the nearest pieces of a line are found by counting zeros and not by walking, and all
/// but the file is left unseen while no enemy is on the king's rank or a leap away, which is most
/// of the time.
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
/// In `line` the points where something stands have a bit, the king's own is number `king`; `at`
/// tells what stands there.
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

/// The number of the lowest bit.
#[inline]
fn lowest(line: u32) -> Option<u32> {
    (line != 0).then(|| line.trailing_zeros())
}

/// The points of each point's rank, and those from where a horse or a pawn of either side attacks
/// it.
static AROUND: [u128; Square::COUNT] = {
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
    let mut around = [0; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        around[index] = 0x1FF << (index / 9 * 9);
        let mut step = 0;
        while step < steps.len() {
            let file = (index % 9) as i8 + steps[step].0;
            let rank = (index / 9) as i8 + steps[step].1;
            if file >= 0 && file < 9 && rank >= 0 && rank < 10 {
                around[index] |= 1 << (rank * 9 + file);
            }
            step += 1;
        }
        index += 1;
    }
    around
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::Move;
    use crate::xiangqi::board::tests::random_boards;
    use crate::xiangqi::movement::reaches;

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
