//! Moves as the rules write them: piece, file, direction, number, as `C2.5`.

use crate::xiangqi::{Board, Move, Piece, PieceKind, Position, Side, Square};

/// How many plies count.
pub(super) const PLIES: usize = 20;

/// A move seen by the side that makes it; files are counted from its right, 1 to 9.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    kind: PieceKind,
    file: u8,
    direction: Direction,
    /// Steps along a file, or the file of arrival.
    number: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forwards,
    Backwards,
    Sideways,
}

impl Token {
    /// Reads `C2.5`.
    pub(super) fn read(text: &str) -> Option<Token> {
        let &[letter, file, direction, number] = text.as_bytes() else { return None };
        let digit = |digit: u8| matches!(digit, b'1'..=b'9').then(|| digit - b'0');
        let direction = match direction {
            b'+' => Direction::Forwards,
            b'-' => Direction::Backwards,
            b'.' => Direction::Sideways,
            _ => return None,
        };
        let kind = Piece::from_fen_letter(char::from(letter))?.kind();
        Some(Token { kind, file: digit(file)?, direction, number: digit(number)? })
    }

    /// The move of a piece; `None` when another of the kind stands on its file, for then it is told from that one, and
    /// no rule names such moves.
    fn of(board: &Board, mv: Move, is_mirrored: bool) -> Option<Token> {
        let piece = board.get(mv.from)?;
        let alike = Square::all().filter(|&square| board.get(square) == Some(piece));
        if alike.filter(|square| square.file() == mv.from.file()).count() > 1 {
            return None;
        }
        let mv = if is_mirrored { mv.mirror() } else { mv };
        let side = piece.side();
        let steps = mv.to.rank().abs_diff(mv.from.rank());
        let direction = match mv.to.rank().cmp(&mv.from.rank()) {
            std::cmp::Ordering::Equal => Direction::Sideways,
            order if order.is_gt() == (side == Side::Red) => Direction::Forwards,
            _ => Direction::Backwards,
        };
        let along = piece.kind().is_straight() && direction != Direction::Sideways;
        Some(Token {
            kind: piece.kind(),
            file: file(mv.from, side),
            direction,
            number: if along { steps } else { file(mv.to, side) },
        })
    }
}

/// The number of a file, from the right of `side`.
fn file(square: Square, side: Side) -> u8 {
    match side {
        Side::Red => 9 - square.file(),
        Side::Black => square.file() + 1,
    }
}

/// The moves of both sides, each by itself; moves that no rule can name are `None`.
#[derive(Debug, Clone, Default)]
pub(super) struct Moves {
    sides: [Vec<Option<Token>>; 2],
}

impl Moves {
    /// The first moves from the standard start. If Red's first is one of his left wing, all are seen in a mirror.
    pub(super) fn new(moves: &[Move]) -> Moves {
        let is_mirrored = moves.first().is_some_and(|first| first.from.file() < 4);
        let mut position = Position::start();
        let mut both = Moves::default();
        for &mv in moves.iter().take(PLIES) {
            let token = Token::of(position.board(), mv, is_mirrored);
            both.sides[position.side() as usize].push(token);
            position.play_unchecked(mv);
        }
        both
    }

    /// All moves of a side.
    pub(super) fn of(&self, side: Side) -> &[Option<Token>] {
        &self.sides[side as usize]
    }
}
