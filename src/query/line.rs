//! A line of moves, each with what it moved and what it took.

use super::board::EMPTY;
use super::syntax::Measure;
use crate::replay::LineEvaluations;
use crate::xiangqi::{Board, Move, Piece, Position, Side, Square};

/// A move as it was played: a square and a piece each, by index, as one index into tables by square
/// and piece (`square * 16 + piece`; 14 is nothing).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlayedMove {
    /// The square that the move leaves, and the piece that moves.
    pub(super) leaves: u16,
    /// The square that the move reaches, and the piece that stood there.
    pub(super) takes: u16,
    /// The square that the move reaches, and the piece that moves.
    pub(super) arrives: u16,
}

impl PlayedMove {
    /// The index of the square that the move leaves.
    pub(super) fn from(self) -> usize {
        usize::from(self.leaves >> 4)
    }

    /// The index of the square that the move reaches.
    pub(super) fn to(self) -> usize {
        usize::from(self.takes >> 4)
    }

    /// The index of the piece that moves.
    pub(super) fn moved(self) -> usize {
        usize::from(self.leaves % 16)
    }

    pub(super) fn mv(self) -> Option<Move> {
        Move::from_bytes([self.from() as u8, self.to() as u8])
    }

    /// The piece that moves.
    pub(super) fn piece(self) -> Option<Piece> {
        Piece::all().get(self.moved()).copied()
    }
}

/// The piece on each square, by index; as large as a byte, so that no index has to be checked.
pub(super) struct Squares([u8; 256]);

impl Squares {
    /// Makes a move, whatever stands where it comes from.
    #[inline(always)]
    pub(super) fn play(&mut self, [from, to]: [u8; 2]) -> PlayedMove {
        let (here, there) = (usize::from(from), usize::from(to));
        let (moved, taken) = (self.0[here], self.0[there]);
        self.0[here] = EMPTY;
        self.0[there] = moved;
        let index = |square: u8, piece: u8| u16::from(square) << 4 | u16::from(piece);
        PlayedMove {
            leaves: index(from, moved),
            takes: index(to, taken),
            arrives: index(to, moved),
        }
    }
}

/// A start and the moves played from it.
#[derive(Debug, Clone)]
pub(super) struct PlayedLine {
    /// The piece on each point at the start.
    pub(super) board: [u8; 90],
    /// Whether the line begins from the standard start.
    pub(super) is_standard: bool,
    /// The side that moves first.
    pub(super) side: Side,
    pub(super) moves: Vec<[u8; 2]>,
    /// The moves with what they moved and took, once they have been played.
    pub(super) steps: Vec<PlayedMove>,
    /// The numbers that programs wrote behind its moves.
    pub(super) said: LineEvaluations,
    /// The piece on each point at the standard start.
    standard: [u8; 90],
}

impl PlayedLine {
    pub(super) fn new() -> PlayedLine {
        let standard = occupants(Position::start().board());
        PlayedLine {
            board: standard,
            is_standard: true,
            side: Side::Red,
            moves: Vec::new(),
            steps: Vec::new(),
            said: LineEvaluations::default(),
            standard,
        }
    }

    /// Begins a line anew from the standard start.
    pub(super) fn begin_standard(&mut self) {
        (self.board, self.is_standard, self.side) = (self.standard, true, Side::Red);
    }

    /// Begins a line anew.
    pub(super) fn begin(&mut self, start: &Position) {
        self.board = occupants(start.board());
        self.is_standard = self.board == self.standard;
        self.side = start.side();
    }

    /// Takes up moves of two squares each; a move from or to nowhere ends it.
    pub(super) fn take_up(&mut self, moves: &[[u8; 2]]) {
        let highest = moves.as_flattened().iter().fold(0, |highest, &square| square.max(highest));
        let is_nowhere = |mv: &[u8; 2]| mv.iter().any(|&square| square >= 90);
        let end = if highest < 90 { None } else { moves.iter().position(is_nowhere) };
        self.moves.clear();
        self.moves.extend_from_slice(&moves[..end.unwrap_or(moves.len())]);
        self.steps.clear();
    }

    /// Finds out what each move moved and took, unless that is known. Those who need it ask for it
    /// first.
    pub(super) fn play(&mut self) {
        if self.steps.len() < self.moves.len() {
            let mut squares = self.squares();
            self.steps.clear();
            self.steps.extend(self.moves.iter().map(|mv| squares.play(*mv)));
        }
    }

    /// The squares at the start.
    pub(super) fn squares(&self) -> Squares {
        let mut squares = Squares([EMPTY; 256]);
        squares.0[..90].copy_from_slice(&self.board);
        squares
    }

    /// How many moments it has.
    pub(super) fn moments(&self) -> usize {
        self.moves.len() + 1
    }

    /// A number that a program wrote behind the move that led to a moment, in thousandths.
    pub(super) fn measured(&self, measure: Measure, moment: usize) -> Option<i32> {
        let said = self.said.after(moment);
        match measure {
            Measure::Eval => said.eval.map(|centipawns| centipawns * 10),
            Measure::Clock => said.clock.and_then(|clock| i32::try_from(clock).ok()),
        }
    }

    /// The side to move at a moment; moment 0 is the start.
    pub(super) fn side_at(&self, moment: usize) -> Side {
        if moment.is_multiple_of(2) { self.side } else { self.side.other() }
    }

    /// The start as a position.
    pub(super) fn start(&self) -> Position {
        let mut board = Board::EMPTY;
        for (square, &piece) in Square::all().zip(&self.board) {
            board.set(square, Piece::all().get(usize::from(piece)).copied());
        }
        Position::new(board, self.side)
    }
}

/// A board that goes along a line, kept in some form.
pub(super) trait OnLine {
    /// The board at the start of a line.
    fn at_start(line: &PlayedLine) -> Self;
    /// The moment at which it stands so.
    fn moment(&self) -> usize;
    /// Plays the next move.
    fn play(&mut self, mv: [u8; 2]);

    /// Goes on to a later moment of the line.
    #[inline(always)]
    fn go_on(&mut self, moment: usize, line: &PlayedLine) {
        for &mv in &line.moves[self.moment()..moment] {
            self.play(mv);
        }
    }
}

/// The piece on each point, by index.
fn occupants(board: &Board) -> [u8; 90] {
    let mut occupants = [EMPTY; 90];
    for (square, piece) in board.pieces() {
        occupants[square.index()] = piece.index() as u8;
    }
    occupants
}
