//! Moves as the rules of openings write them: piece, file, direction, number, as `C2.5`.

use crate::notation::{Direction, direction_and_number, file_number};
use crate::xiangqi::{Board, Move, Piece, PieceKind, Side, Square};

/// Plies of a game that decide its code.
pub const PLIES: usize = 20;

/// A move seen by the side that plays it: piece, file of departure, direction, and steps or file of
/// arrival. Files count from that side's right, 1 to 9.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct OpeningMove(u16);

impl OpeningMove {
    /// Number of different moves.
    const COUNT: usize = 7 * 9 * 3 * 9;

    fn new(kind: PieceKind, file: u8, direction: Direction, number: u8) -> OpeningMove {
        let kind_and_file = kind as u16 * 9 + u16::from(file - 1);
        OpeningMove((kind_and_file * 3 + direction as u16) * 9 + u16::from(number - 1))
    }

    /// Reads `C2.5`.
    pub(super) fn read(text: &str) -> Option<OpeningMove> {
        let &[letter, file, direction, number] = text.as_bytes() else { return None };
        let digit = |digit: u8| matches!(digit, b'1'..=b'9').then(|| digit - b'0');
        let direction = match direction {
            b'+' => Direction::Advance,
            b'-' => Direction::Retreat,
            b'.' => Direction::Traverse,
            _ => return None,
        };
        let kind = Piece::from_fen_letter(char::from(letter))?.kind();
        Some(OpeningMove::new(kind, digit(file)?, direction, digit(number)?))
    }

    /// The move of a piece; `None` when another piece of its kind stands on the file: no rule names
    /// such moves.
    fn of(board: &Board, mv: Move, is_mirrored: bool) -> Option<OpeningMove> {
        let piece = board.get(mv.from)?;
        let on_file = (0..10).filter_map(|rank| board.get(Square::at(mv.from.file(), rank)?));
        if on_file.filter(|other| *other == piece).count() > 1 {
            return None;
        }
        let mv = if is_mirrored { mv.mirror() } else { mv };
        let side = piece.side();
        let (direction, number) = direction_and_number(mv, piece.kind(), side);
        Some(OpeningMove::new(piece.kind(), file_number(mv.from.file(), side), direction, number))
    }
}

/// Numbers, from 1, of the moves that rules name. 0 stands for any other move.
#[derive(Debug, Clone)]
pub(super) struct Alphabet {
    /// Number of each [`OpeningMove`]; 0 for none.
    numbers: Vec<u8>,
    count: u8,
}

impl Alphabet {
    pub(super) fn new() -> Alphabet {
        Alphabet { numbers: vec![0; OpeningMove::COUNT], count: 0 }
    }

    /// Number of a move, assigned if it has none yet; `None` when 255 moves have one.
    pub(super) fn number(&mut self, token: OpeningMove) -> Option<u8> {
        let number = &mut self.numbers[usize::from(token.0)];
        if *number == 0 {
            self.count = self.count.checked_add(1)?;
            *number = self.count;
        }
        Some(*number)
    }

    /// Count of numbers, 0 included.
    pub(super) fn len(&self) -> usize {
        usize::from(self.count) + 1
    }
}

/// A set of moves by their numbers in an [`Alphabet`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct MoveSet([u64; 4]);

impl MoveSet {
    pub(super) fn insert(&mut self, number: u8) {
        self.0[usize::from(number / 64)] |= 1 << (number % 64);
    }

    #[inline]
    pub(super) fn contains(&self, number: u8) -> bool {
        self.0[usize::from(number / 64)] >> (number % 64) & 1 == 1
    }

    /// Whether `other` contains every move of this set.
    pub(super) fn is_within(&self, other: &MoveSet) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| own & !other == 0)
    }
}

/// Numbers of each side's moves.
#[derive(Debug, Clone, Default)]
pub(super) struct MoveNumbers {
    sides: [[u8; PLIES / 2]; 2],
    plies: usize,
}

impl MoveNumbers {
    /// Numbers the first [`PLIES`] moves from the standard start. If Red's first move is on the
    /// left wing, all moves are mirrored.
    pub(super) fn new(alphabet: &Alphabet, moves: impl IntoIterator<Item = Move>) -> MoveNumbers {
        let mut board = Board::start();
        let mut both = MoveNumbers::default();
        let mut is_mirrored = false;
        for (ply, mv) in moves.into_iter().take(PLIES).enumerate() {
            if ply == 0 {
                is_mirrored = mv.from.file() < 4;
            }
            let token = OpeningMove::of(&board, mv, is_mirrored);
            both.sides[ply % 2][ply / 2] =
                token.map_or(0, |token| alphabet.numbers[usize::from(token.0)]);
            both.plies = ply + 1;
            board.set(mv.to, board.get(mv.from));
            board.set(mv.from, None);
        }
        both
    }

    /// Numbers of each side's first move, 0 for none; `None` when no move was played.
    pub(super) fn first(&self) -> Option<[u8; 2]> {
        (self.plies > 0).then_some([self.sides[0][0], self.sides[1][0]])
    }

    /// Numbers of all moves of a side, in order; 0 for moves that no rule names.
    #[inline]
    pub(super) fn of(&self, side: Side) -> &[u8] {
        let side = side as usize;
        &self.sides[side][..(self.plies + 1 - side) / 2]
    }
}
