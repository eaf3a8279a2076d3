//! A line of moves, with the pieces that each move moves and takes.

use super::board::EMPTY;
use super::syntax::Measure;
use crate::replay::LineEvaluations;
use crate::xiangqi::{Board, Move, Piece, Position, Side, Square};

/// A move with its pieces, as indices into tables by square and piece (`square * 16 + piece`; piece
/// 14 is none).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlayedMove {
    /// Square that the move leaves, with the moving piece.
    pub(super) leaves: u16,
    /// Square that the move reaches, with the piece there before.
    pub(super) takes: u16,
    /// Square that the move reaches, with the moving piece.
    pub(super) arrives: u16,
}

impl PlayedMove {
    /// Index of the square that the move leaves.
    pub(super) fn from(self) -> usize {
        usize::from(self.leaves >> 4)
    }

    /// Index of the square that the move reaches.
    pub(super) fn to(self) -> usize {
        usize::from(self.takes >> 4)
    }

    /// Index of the moving piece.
    pub(super) fn moved(self) -> usize {
        usize::from(self.leaves % 16)
    }

    pub(super) fn mv(self) -> Option<Move> {
        Move::from_bytes([self.from() as u8, self.to() as u8])
    }

    /// The moving piece.
    pub(super) fn piece(self) -> Option<Piece> {
        Piece::all().get(self.moved()).copied()
    }
}

/// Piece index on each square; 256 entries, so that no byte is out of bounds.
pub(super) struct Squares([u8; 256]);

impl Squares {
    /// Plays a move, legal or not.
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

/// A start, and the moves played from it.
#[derive(Debug, Clone)]
pub(super) struct PlayedLine {
    /// Piece index on each point at the start.
    pub(super) board: [u8; 90],
    /// Whether the start is the standard start.
    pub(super) is_standard: bool,
    /// Side that moves first.
    pub(super) side: Side,
    pub(super) moves: Vec<[u8; 2]>,
    /// The moves with their pieces, after [`PlayedLine::play`].
    pub(super) steps: Vec<PlayedMove>,
    /// Scores and clocks in the comments of the moves.
    pub(super) said: LineEvaluations,
    /// Piece index on each point at the standard start.
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

    /// Resets the line to the standard start.
    pub(super) fn begin_standard(&mut self) {
        (self.board, self.is_standard, self.side) = (self.standard, true, Side::Red);
    }

    /// Resets the line to a start.
    pub(super) fn begin(&mut self, start: &Position) {
        self.board = occupants(start.board());
        self.is_standard = self.board == self.standard;
        self.side = start.side();
    }

    /// Sets the moves, two squares each; an invalid square ends them.
    pub(super) fn take_up(&mut self, moves: &[[u8; 2]]) {
        let highest = moves.as_flattened().iter().fold(0, |highest, &square| square.max(highest));
        let is_nowhere = |mv: &[u8; 2]| mv.iter().any(|&square| square >= 90);
        let end = if highest < 90 { None } else { moves.iter().position(is_nowhere) };
        self.moves.clear();
        self.moves.extend_from_slice(&moves[..end.unwrap_or(moves.len())]);
        self.steps.clear();
    }

    /// Computes the pieces of each move, once per game; callers that need them call this first.
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

    /// Number of moments: one more than moves.
    pub(super) fn moments(&self) -> usize {
        self.moves.len() + 1
    }

    /// Score (1/1000 pawn) or clock (ms) written after the move that led to a moment.
    pub(super) fn measured(&self, measure: Measure, moment: usize) -> Option<i32> {
        let said = self.said.after(moment);
        match measure {
            Measure::Eval => said.eval.map(|centipawns| centipawns * 10),
            Measure::Clock => said.clock.and_then(|clock| i32::try_from(clock).ok()),
        }
    }

    /// Side to move at a moment; 0 is the start.
    pub(super) fn side_at(&self, moment: usize) -> Side {
        if moment.is_multiple_of(2) { self.side } else { self.side.other() }
    }

    /// Position at the start.
    pub(super) fn start(&self) -> Position {
        let mut board = Board::EMPTY;
        for (square, &piece) in Square::all().zip(&self.board) {
            board.set(square, Piece::all().get(usize::from(piece)).copied());
        }
        Position::new(board, self.side)
    }
}

/// A board in some representation that follows a line.
pub(super) trait OnLine {
    /// Board at the start of a line.
    fn at_start(line: &PlayedLine) -> Self;
    /// Moment of the board.
    fn moment(&self) -> usize;
    /// Plays the next move.
    fn play(&mut self, mv: [u8; 2]);

    /// Plays on to a later moment of the line.
    #[inline(always)]
    fn go_on(&mut self, moment: usize, line: &PlayedLine) {
        for &mv in &line.moves[self.moment()..moment] {
            self.play(mv);
        }
    }
}

/// Piece index on each point.
fn occupants(board: &Board) -> [u8; 90] {
    let mut occupants = [EMPTY; 90];
    for (square, piece) in board.pieces() {
        occupants[square.index()] = piece.index() as u8;
    }
    occupants
}
