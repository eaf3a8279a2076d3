//! What would come of a capture.

use crate::xiangqi::movement::reaches;
use crate::xiangqi::{Move, Piece, PieceKind, Position, Side, Square};

/// What would come of a capture that is possible by the piece's way of moving.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub struct Capture {
    /// The enemy piece that would then attack the capturer's king, which attacked it not before:
    /// the capturer is pinned. In check the pieces that give it are left out: they only put the
    /// threat off.
    pub exposed_to: Option<Square>,
    /// Whether anything could take back.
    pub root: Root,
    /// Whether the piece to be captured could itself take the capturer instead.
    pub is_mutual: bool,
}

/// Whether the other side could take back on the square of a capture.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Root {
    /// Nothing reaches the square.
    None,
    /// 真根: the piece on this square could take back.
    True(Square),
    /// 假根: a piece reaches the square, but taking back would leave its king attacked.
    False {
        /// The piece that cannot take back.
        root: Square,
        /// The piece that would then attack the king.
        exposed_to: Square,
    },
}

impl Capture {
    /// What would come of `mv`, a possible capture for the side to move. `checkers` give it check
    /// already.
    pub(super) fn look_at(position: &Position, mv: Move, checkers: u128) -> Capture {
        let side = position.side();
        let mut after = position.clone();
        after.play_unchecked(mv);
        Capture {
            exposed_to: attackers(&after, side).find(|square| checkers >> square.index() & 1 == 0),
            root: Root::of(&after, mv.to),
            is_mutual: position.with_side(side.other()).is_legal(Move::new(mv.to, mv.from)),
        }
    }
}

impl Root {
    /// Whether the side to move could take what stands on `square`.
    fn of(position: &Position, square: Square) -> Root {
        let mut best = Root::None;
        for (root, piece) in position.board().pieces_of(position.side()) {
            let mv = Move::new(root, square);
            if !reaches(position.board(), piece, mv) {
                continue;
            }
            let mut taken = position.clone();
            taken.play_unchecked(mv);
            match attackers(&taken, position.side()).next() {
                None => return Root::True(root),
                Some(exposed_to) => best = Root::False { root, exposed_to },
            }
        }
        best
    }

    /// Whether any piece reaches the square, pinned or not.
    pub const fn is_covered(self) -> bool {
        !matches!(self, Root::None)
    }
}

/// The points of the pieces that give check to `side`.
pub(super) fn checkers(position: &Position, side: Side) -> u128 {
    attackers(position, side).fold(0, |points, square| points | 1 << square.index())
}

/// The pieces that attack the king of `side`; the other king when it faces it.
fn attackers(position: &Position, side: Side) -> impl Iterator<Item = Square> + '_ {
    // Nearly always nothing does, and that is cheap to know.
    let king = position.king(side).filter(|_| position.is_attacked(side));
    let board = position.board();
    king.into_iter().flat_map(move |king| {
        board
            .pieces_of(side.other())
            .filter(move |&(from, piece)| {
                let piece = match piece.kind() {
                    PieceKind::King if from.file() == king.file() => {
                        Piece::new(piece.side(), PieceKind::Rook)
                    }
                    _ => piece,
                };
                reaches(board, piece, Move::new(from, king))
            })
            .map(|(from, _)| from)
    })
}
