//! A line of moves, each with what it moved and what it took.

use super::board::EMPTY;
use crate::xiangqi::{Board, Move, Piece, Position, Side, Square};

/// A move as it was played; squares and pieces by index, 14 is nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Played {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) moved: u8,
    pub(super) taken: u8,
}

impl Played {
    pub(super) fn mv(self) -> Option<Move> {
        Move::from_bytes([self.from, self.to])
    }

    /// The piece that moves.
    pub(super) fn piece(self) -> Option<Piece> {
        Piece::all().get(usize::from(self.moved)).copied()
    }
}

/// A start and the moves played from it.
#[derive(Debug, Clone)]
pub(super) struct PlayedLine {
    /// What stands on each point at the start.
    pub(super) board: [u8; 90],
    /// Who moves first.
    pub(super) side: Side,
    pub(super) steps: Vec<Played>,
    /// What stands on each point at the standard start.
    standard: [u8; 90],
}

impl PlayedLine {
    pub(super) fn new() -> PlayedLine {
        let standard = occupants(Position::start().board());
        PlayedLine { board: standard, side: Side::Red, steps: Vec::new(), standard }
    }

    /// Begins a line anew from the standard start.
    pub(super) fn begin_standard(&mut self) {
        (self.board, self.side) = (self.standard, Side::Red);
        self.steps.clear();
    }

    /// Begins a line anew.
    pub(super) fn begin(&mut self, start: &Position) {
        self.board = occupants(start.board());
        self.side = start.side();
        self.steps.clear();
    }

    /// Plays moves of two squares each from the start; moves to and from nowhere end it.
    pub(super) fn play(&mut self, moves: impl IntoIterator<Item = [u8; 2]>) {
        let mut board = [EMPTY; 128];
        board[..90].copy_from_slice(&self.board);
        self.steps.clear();
        let moves = moves.into_iter();
        self.steps.reserve(moves.size_hint().0);
        for [from, to] in moves {
            if from >= 90 || to >= 90 {
                break;
            }
            let (here, there) = (usize::from(from) % 128, usize::from(to) % 128);
            let (moved, taken) = (board[here], board[there]);
            board[here] = EMPTY;
            board[there] = moved;
            self.steps.push(Played { from, to, moved, taken });
        }
    }

    /// How many moments it has.
    pub(super) fn moments(&self) -> usize {
        self.steps.len() + 1
    }

    /// Whose turn it is at a moment.
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

/// What stands on each point, by index.
fn occupants(board: &Board) -> [u8; 90] {
    let mut occupants = [EMPTY; 90];
    for (square, piece) in board.pieces() {
        occupants[square.index()] = piece.index() as u8;
    }
    occupants
}
