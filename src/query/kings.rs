//! Whether a king is in check, moment by moment: only what that takes is kept up to date.

use super::along::Lines;
use super::board::EMPTY;
use super::leaps::{HORSE, HORSES_TO, NEXT_TO, NOWHERE, PAWN, row};
use super::line::PlayedLine;
use super::points::{BIT, Points, each, only};
use crate::xiangqi::{Piece, PieceKind, Side};

/// The horses and pawns of a side (0 for Red) are kept in the set with its number, its kings two
/// further on, and all others in a set that nobody looks at.
const SETS: usize = 8;
const KINGS: usize = 2;
const OTHERS: usize = 4;

/// By piece: the set it is kept in.
static SET_OF: [u8; 16] = {
    let mut sets = [OTHERS as u8; 16];
    let mut index = 0;
    while index < 14 {
        let piece = Piece::all()[index];
        match piece.kind() {
            PieceKind::Horse | PieceKind::Pawn => sets[index] = piece.side() as u8,
            PieceKind::King => sets[index] = KINGS as u8 + piece.side() as u8,
            _ => {}
        }
        index += 1;
    }
    sets
};

/// Where a horse or a pawn stands at most that could take on each point.
static NEAR: [Points; 128] = {
    let mut near = [0; 128];
    let mut square = 0;
    while square < 90 {
        near[square] = HORSES_TO[square] | NEXT_TO[0][square];
        square += 1;
    }
    near
};

/// The board of one moment, as far as checks rest on it.
#[derive(Debug, Clone)]
pub(super) struct Kings {
    /// By point: the index of the piece.
    board: [u8; 128],
    lines: Lines,
    sets: [Points; SETS],
    /// Where the king of each side stands that can be in check, or nowhere.
    kings: [u8; 2],
    moment: usize,
}

impl Kings {
    /// The kings at the start of a line.
    pub(super) fn at_start(line: &PlayedLine) -> Kings {
        let mut board = [EMPTY; 128];
        board[..90].copy_from_slice(&line.board);
        board[usize::from(BLOCKED)] = SOMEBODY;
        let lines = Lines::of(&line.board);
        let mut kings = Kings { board, lines, sets: [0; SETS], kings: [NOWHERE; 2], moment: 0 };
        for (square, &piece) in line.board.iter().enumerate() {
            kings.sets[set_of(piece)] ^= BIT[square];
        }
        kings.find();
        kings
    }

    /// The moment at which they stand so.
    pub(super) fn moment(&self) -> usize {
        self.moment
    }

    /// Goes on to a later moment of the line.
    #[inline(always)]
    pub(super) fn go_on(&mut self, moment: usize, line: &PlayedLine) {
        for &mv in &line.moves[self.moment..moment] {
            self.play(mv);
        }
    }

    /// Goes on by one move; whether that move is legal as far as kings are concerned: it takes none,
    /// and leaves that of its own side in no check.
    #[inline(always)]
    pub(super) fn go_on_safely(&mut self, line: &PlayedLine) -> bool {
        let side = line.side_at(self.moment);
        let mv = line.moves[self.moment];
        let takes_king = set_of(self.board[usize::from(mv[1]) % 128]) & KINGS != 0;
        self.play(mv);
        !takes_king && !self.is_in_check(side)
    }

    #[inline(always)]
    fn play(&mut self, [from, to]: [u8; 2]) {
        self.moment += 1;
        let (from, to) = (usize::from(from) % 128, usize::from(to) % 128);
        let (moved, taken) = (self.board[from], self.board[to]);
        if moved == EMPTY || from == to {
            return;
        }
        self.board[from] = EMPTY;
        self.board[to] = moved;
        self.lines.flip(moved, from);
        self.lines.flip(moved, to);
        let own = set_of(moved);
        self.sets[own] ^= BIT[from] | BIT[to];
        let mut is_other = own & KINGS != 0;
        // Most moves take nothing.
        if taken != EMPTY {
            let other = set_of(taken);
            self.lines.flip(taken, to);
            self.sets[other] ^= BIT[to];
            is_other |= other & KINGS != 0;
        }
        if is_other {
            self.find();
        }
    }

    fn find(&mut self) {
        self.kings = [0, 1].map(|side| {
            let king = only(self.sets[KINGS + side]);
            king.map_or(NOWHERE, |king| king as u8)
        });
    }

    /// Whether a side has a king that can be in check.
    pub(super) fn has_king(&self, side: Side) -> bool {
        self.kings[row(side)] != NOWHERE
    }

    /// Whether a rook, a cannon, a horse or a pawn could take the king of `side`, or it faces the
    /// other king.
    #[inline(always)]
    pub(super) fn is_in_check(&self, side: Side) -> bool {
        match side {
            Side::Red => self.is_taken_by::<1>(usize::from(self.kings[0])),
            Side::Black => self.is_taken_by::<0>(usize::from(self.kings[1])),
        }
    }

    /// Whether a side (0 for Red) could take the king of the other on a point, or faces it.
    #[inline(always)]
    fn is_taken_by<const ENEMY: usize>(&self, king: usize) -> bool {
        if king >= 90 {
            return false;
        }
        let near = NEAR[king] & self.sets[ENEMY];
        self.lines.is_met::<ENEMY>(king) && self.is_taken_along::<ENEMY>(king)
            || near != 0 && self.is_taken_from(near, king, ENEMY)
    }

    /// The same along a line: the first man may be the own king, where a side has several.
    fn is_taken_along<const ENEMY: usize>(&self, king: usize) -> bool {
        self.lines.is_shot::<ENEMY>(king)
            || self.lines.kings_met(king) & self.sets[KINGS + ENEMY] != 0
    }

    /// Whether one of these horses and pawns could take on a point.
    fn is_taken_from(&self, near: Points, king: usize, enemy: usize) -> bool {
        let pawn = Piece::new(Side::ALL[enemy], PieceKind::Pawn).index();
        each(near).any(|from| {
            if usize::from(self.board[from]) == pawn {
                return PAWN[enemy][from] & BIT[king] != 0;
            }
            self.board[usize::from(LEGS[king][from % 128]) % 128] == EMPTY
        })
    }
}

/// A point beyond the board, where somebody always stands.
const BLOCKED: u8 = 127;
const SOMEBODY: u8 = EMPTY + 1;

/// By the point that is taken and the horse's: the leg that must be free, [`BLOCKED`] for a horse
/// that does not leap there.
static LEGS: [[u8; 128]; 90] = {
    let mut legs = [[BLOCKED; 128]; 90];
    let mut from = 0;
    while from < 90 {
        let mut number = 0;
        while number < 8 {
            let (to, leg) = HORSE[from][number];
            if to != NOWHERE {
                legs[to as usize][from] = leg;
            }
            number += 1;
        }
        from += 1;
    }
    legs
};

#[inline]
fn set_of(piece: u8) -> usize {
    usize::from(SET_OF[usize::from(piece) % 16]) % SETS
}
