//! Moves as they are written: the text is read in the position, and must name just the move played.

use super::line::Played;
use super::moved::{MovedParts, TAKES_OR_NOT};
use super::points;
use super::syntax::Written;
use super::turn::Turn;
use crate::notation::{Reading, read};
use crate::xiangqi::{Piece, PieceKind, Position, Side, Square};

/// A written move with what can be told of it at a glance.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct WrittenMove {
    text: String,
    /// Whose move it can be.
    side: Option<Side>,
    /// The text is read on the mirrored board.
    is_mirrored: bool,
    kind: PieceKind,
    /// Whether it goes forwards, backwards or sideways.
    direction: Direction,
    /// It tells which of several on a file is meant (前炮, `+C`), so there must be several.
    is_tandem: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Direction {
    Forwards,
    Backwards,
    Sideways,
}

impl WrittenMove {
    /// The move on the turned board; `None` when it is written as two points or is no move.
    pub(super) fn new(written: &Written, turn: Turn) -> Option<WrittenMove> {
        let Written::Text { text, side } = written else { return None };
        let letters: Vec<char> = text.chars().collect();
        let kind = letters.iter().find_map(|&letter| kind(letter))?;
        let direction = match letters.get(2)? {
            '进' | '+' => Direction::Forwards,
            '退' | '-' => Direction::Backwards,
            _ => Direction::Sideways,
        };
        // Seen from the other chair the same words are the other side's, for both count from their
        // own right.
        let side = side.map(|side| turn.side(side));
        let is_tandem = letters[..2].iter().any(|letter| "前后中+-".contains(*letter));
        let text = text.clone();
        Some(WrittenMove { text, side, is_mirrored: turn.is_mirrored, kind, direction, is_tandem })
    }

    /// What the piece and its owner tell of it.
    pub(super) fn as_parts(&self) -> MovedParts {
        let may_move = |piece: Piece| {
            piece.kind() == self.kind && self.side.is_none_or(|side| side == piece.side())
        };
        MovedParts {
            mover: Piece::all().map(|piece| if may_move(piece) { points::ALL } else { 0 }),
            to: [points::ALL; 2],
            taken: TAKES_OR_NOT,
            exact_mover: None,
            exact_taken: None,
            is_checking: false,
        }
    }

    /// Whether a move played can be the one that is written, as far as the move alone tells.
    pub(super) fn may_be(&self, step: Played, mover: Side) -> bool {
        let direction = match (step.to() / 9).cmp(&(step.from() / 9)) {
            std::cmp::Ordering::Equal => Direction::Sideways,
            order if order.is_gt() == (mover == Side::Red) => Direction::Forwards,
            _ => Direction::Backwards,
        };
        step.piece().map(Piece::kind) == Some(self.kind)
            && direction == self.direction
            && self.side.is_none_or(|side| side == mover)
    }

    /// Whether the text names just this move in this position.
    pub(super) fn names(&self, step: Played, position: &Position) -> bool {
        let Some(mv) = step.mv() else { return false };
        if self.is_tandem && !has_tandem(position, mv.from) {
            return false;
        }
        match self.is_mirrored {
            true => read(&self.text, &position.mirror()) == Reading::One(mv.mirror()),
            false => read(&self.text, position) == Reading::One(mv),
        }
    }
}

/// Whether another of the same pieces stands on the file.
fn has_tandem(position: &Position, square: Square) -> bool {
    let on_file = Square::all().filter(|other| other.file() == square.file());
    on_file.filter(|&other| position.piece_at(other) == position.piece_at(square)).count() > 1
}

/// The kind of piece a letter or a hanzi names.
fn kind(letter: char) -> Option<PieceKind> {
    Some(match letter {
        '车' | '俥' => PieceKind::Rook,
        '马' | '傌' => PieceKind::Horse,
        '炮' => PieceKind::Cannon,
        '兵' | '卒' => PieceKind::Pawn,
        '士' | '仕' => PieceKind::Advisor,
        '象' | '相' => PieceKind::Elephant,
        '帅' | '将' => PieceKind::King,
        _ if letter.is_ascii_alphabetic() => Piece::from_fen_letter(letter)?.kind(),
        _ => return None,
    })
}
