//! Finds whether a king is in check, ply by ply. The men on each file and rank are one word, so
//! that a table and a few bits give the men who hit along a line.

use super::board::EMPTY;
use super::leaps::{HORSE, HORSES_TO, NEXT_TO, NOWHERE, PAWN, row};
use super::line::{OnLine, PlayedLine};
use super::points::{BIT, Points, coordinates, each, only, table};
use crate::xiangqi::{Piece, PieceKind, Side};

/// Number of sets: horses and pawns of each side, kings of each side, and all other men.
const SETS: usize = 8;
const KINGS: usize = 2;
const OTHERS: usize = 4;

/// Set of each piece, by piece index.
static SET_OF: [u8; 16] = table!(16, 0, |index| {
    let piece = Piece::all()[index % 14];
    match piece.kind() {
        _ if index >= 14 => OTHERS as u8,
        PieceKind::Horse | PieceKind::Pawn => piece.side() as u8,
        PieceKind::King => KINGS as u8 + piece.side() as u8,
        _ => OTHERS as u8,
    }
});

/// Points from which a horse or a pawn could take on each point at most.
static NEAR: [Points; 90] = table!(90, 0, |square| HORSES_TO[square] | NEXT_TO[square]);

/// Board of one moment, reduced to what checks depend on.
#[derive(Debug, Clone)]
pub(super) struct Kings {
    /// Piece index on each point.
    board: [u8; 128],
    lines: BoardLines,
    sets: [Points; SETS],
    /// Point of each side's only king, or [`NOWHERE`].
    kings: [u8; 2],
    moment: usize,
}

impl OnLine for Kings {
    fn at_start(line: &PlayedLine) -> Kings {
        let mut board = [EMPTY; 128];
        board[..90].copy_from_slice(&line.board);
        board[usize::from(BLOCKED)] = SOMEBODY;
        let lines = BoardLines::of(&line.board);
        let mut kings = Kings { board, lines, sets: [0; SETS], kings: [NOWHERE; 2], moment: 0 };
        for (square, &piece) in line.board.iter().enumerate() {
            kings.sets[set_of(piece)] ^= BIT[square];
        }
        kings.find();
        kings
    }

    fn moment(&self) -> usize {
        self.moment
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
        // Most moves capture nothing.
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
}

impl Kings {
    /// Plays the next move; whether it takes no king and leaves its own side in no check.
    #[inline(always)]
    pub(super) fn go_on_safely(&mut self, line: &PlayedLine) -> bool {
        let side = line.side_at(self.moment);
        let mv = line.moves[self.moment];
        let takes_king = set_of(self.board[usize::from(mv[1]) % 128]) & KINGS != 0;
        self.play(mv);
        !takes_king && !self.is_in_check(side)
    }

    fn find(&mut self) {
        self.kings = [0, 1].map(|side| {
            let king = only(self.sets[KINGS + side]);
            king.map_or(NOWHERE, |king| king as u8)
        });
    }

    /// Whether a side has exactly one king.
    pub(super) fn has_king(&self, side: Side) -> bool {
        self.kings[row(side)] != NOWHERE
    }

    /// Whether an enemy rook, cannon, horse or pawn attacks the king of `side`, or the enemy king
    /// faces it.
    #[inline(always)]
    pub(super) fn is_in_check(&self, side: Side) -> bool {
        match side {
            Side::Red => self.is_taken_by::<1>(usize::from(self.kings[0])),
            Side::Black => self.is_taken_by::<0>(usize::from(self.kings[1])),
        }
    }

    /// Whether the side `ENEMY` (0 for Red) attacks the king on this point, or faces it.
    #[inline(always)]
    fn is_taken_by<const ENEMY: usize>(&self, king: usize) -> bool {
        if king >= 90 {
            return false;
        }
        let near = NEAR[king] & self.sets[ENEMY];
        self.lines.is_met::<ENEMY>(king) && self.is_taken_along::<ENEMY>(king)
            || near != 0 && self.is_taken_from(near, king, ENEMY)
    }

    /// Whether a side attacks a king along its file or rank, or faces it. The first man there may
    /// be one of several enemy kings.
    fn is_taken_along<const ENEMY: usize>(&self, king: usize) -> bool {
        self.lines.is_shot::<ENEMY>(king)
            || self.lines.kings_met(king) & self.sets[KINGS + ENEMY] != 0
    }

    /// Whether one of the horses and pawns in `near` attacks a point.
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

/// A point off the board that is always occupied.
const BLOCKED: u8 = 127;
const SOMEBODY: u8 = EMPTY + 1;

/// Leg of a horse's leap, by target and horse's point; [`BLOCKED`] for points without a leap.
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

// Variable shifts are looked up in tables: generic processors shift slower than they read a table.

/// Number of points of a file; a rank has nine.
const LEN: usize = 10;
const MASK: u64 = (1 << LEN) - 1;
/// First bit of each side's rooks, and first bit of the kings.
const SIDES_FROM: [usize; 2] = [LEN, 3 * LEN];
const KINGS_FROM: usize = 5 * LEN;

/// The men on all files and ranks of a board.
#[derive(Debug, Clone)]
pub(super) struct BoardLines {
    files: [Along; 16],
    ranks: [Along; 16],
}

impl BoardLines {
    /// The lines of a board given by piece indices.
    pub(super) fn of(board: &[u8]) -> BoardLines {
        let mut lines = BoardLines { files: [Along::default(); 16], ranks: [Along::default(); 16] };
        let men = board.iter().enumerate().filter(|(_, piece)| **piece != EMPTY);
        men.for_each(|(square, &piece)| lines.flip(piece, square));
        lines
    }

    /// Adds or removes a piece (by index; 14 is none) on a point.
    #[inline(always)]
    pub(super) fn flip(&mut self, piece: u8, square: usize) {
        let (file, rank) = coordinates(square);
        let bits = &BITS[usize::from(piece) % 16];
        self.files[file % 16].0 ^= bits[rank % 16];
        self.ranks[rank % 16].0 ^= bits[file % 16];
    }

    /// Whether a rook or cannon of `SIDE` (0 for Red) attacks a point, or the first man up or down
    /// its file is a king.
    #[inline(always)]
    pub(super) fn is_met<const SIDE: usize>(&self, square: usize) -> bool {
        let (file, rank) = coordinates(square);
        let on_file = self.files[file % 16];
        let kings = on_file.kings_met(rank);
        on_file.shots::<SIDE>(rank) | kings | self.ranks[rank % 16].shots::<SIDE>(file) != 0
    }

    /// Whether a rook or cannon of `SIDE` attacks a point.
    pub(super) fn is_shot<const SIDE: usize>(&self, square: usize) -> bool {
        let (file, rank) = coordinates(square);
        let on_file = self.files[file % 16].shots::<SIDE>(rank);
        on_file | self.ranks[rank % 16].shots::<SIDE>(file) != 0
    }

    /// Kings that are the first man up or down the file of a point.
    pub(super) fn kings_met(&self, square: usize) -> Points {
        let (file, rank) = coordinates(square);
        let mut met = self.files[file % 16].kings_met(rank);
        let mut points = 0;
        while met != 0 {
            points |= BIT[9 * met.trailing_zeros() as usize + file];
            met &= met - 1;
        }
        points
    }
}

/// Men on a file or rank, ten bits each: all men, Red's rooks, Red's cannons, Black's rooks,
/// Black's cannons, kings.
#[derive(Debug, Clone, Copy, Default)]
struct Along(u64);

impl Along {
    /// Non-zero if a rook or cannon of `SIDE` attacks a point of the line.
    #[inline(always)]
    fn shots<const SIDE: usize>(self, at: usize) -> u64 {
        self.0 >> SIDES_FROM[SIDE] & self.met(at)
    }

    /// Kings (bits by place) that are the first man on either side of a place.
    #[inline(always)]
    fn kings_met(self, at: usize) -> u64 {
        self.0 >> KINGS_FROM & self.met(at) & MASK
    }

    /// First men on both sides of a place; ten bits higher, the second men.
    #[inline(always)]
    fn met(self, at: usize) -> u64 {
        let [below, above] = BESIDE[at % 16];
        let above = LOWEST[(self.0 & above) as usize % WAYS];
        let below = HIGHEST[(self.0 & below) as usize % WAYS];
        u64::from(above | below)
    }
}

/// Places below and above each place.
static BESIDE: [[u64; 2]; 16] =
    table!(16, [0; 2], |at| [MASK & ((1 << at) - 1), MASK & (MASK << (at + 1))]);

/// Bits of a piece (by index; 14 is none) at each place of a line.
static BITS: [[u64; 16]; 16] = table!(16, [0; 16], |index| {
    let piece = Piece::all()[index % 14];
    let own = SIDES_FROM[piece.side() as usize];
    let first = match piece.kind() {
        _ if index >= 14 => 0,
        PieceKind::Rook => 1 | 1 << own,
        PieceKind::Cannon => 1 | 1 << (own + LEN),
        PieceKind::King => 1 | 1 << KINGS_FROM,
        _ => 1,
    };
    table!(16, 0, |at| if at < LEN { first << at } else { 0 })
});

/// Number of sets of occupied places.
const WAYS: usize = 1 << LEN;

/// Lowest occupied place by occupied places; ten bits higher, the second lowest.
static LOWEST: [u32; WAYS] = table!(WAYS, 0, |stands| {
    let first = lowest(stands);
    (first | lowest(stands ^ first) << LEN) as u32
});

/// Highest occupied place by occupied places; ten bits higher, the second highest.
static HIGHEST: [u32; WAYS] = table!(WAYS, 0, |stands| {
    let first = highest(stands);
    (first | highest(stands ^ first) << LEN) as u32
});

const fn lowest(stands: usize) -> usize {
    stands & stands.wrapping_neg()
}

const fn highest(stands: usize) -> usize {
    if stands == 0 { 0 } else { 1 << stands.ilog2() }
}
