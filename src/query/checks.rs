//! Whether a king is in check, ply by ply. Only what that takes is kept up to date: what stands
//! along every file and rank is one word each, so that who is hit along a line is a table entry and
//! a few bits.

use super::board::EMPTY;
use super::leaps::{HORSE, HORSES_TO, NEXT_TO, NOWHERE, PAWN, row};
use super::line::{OnLine, PlayedLine};
use super::points::{BIT, Points, coordinates, each, only, table};
use crate::xiangqi::{Piece, PieceKind, Side};

/// The horses and pawns of a side (0 for Red) are kept in the set with its number, its kings two
/// further on, and all others in a set that nobody looks at.
const SETS: usize = 8;
const KINGS: usize = 2;
const OTHERS: usize = 4;

/// By piece: the set it is kept in.
static SET_OF: [u8; 16] = table!(16, 0, |index| {
    let piece = Piece::all()[index % 14];
    match piece.kind() {
        _ if index >= 14 => OTHERS as u8,
        PieceKind::Horse | PieceKind::Pawn => piece.side() as u8,
        PieceKind::King => KINGS as u8 + piece.side() as u8,
        _ => OTHERS as u8,
    }
});

/// Where a horse or a pawn stands at most that could take on each point.
static NEAR: [Points; 90] = table!(90, 0, |square| HORSES_TO[square] | NEXT_TO[square]);

/// The board of one moment, as far as checks rest on it.
#[derive(Debug, Clone)]
pub(super) struct Kings {
    /// By point: the index of the piece.
    board: [u8; 128],
    lines: BoardLines,
    sets: [Points; SETS],
    /// Where the king of each side stands that can be in check, or nowhere.
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
}

impl Kings {
    /// Goes on by one move; whether that move is legal as far as kings are concerned: it takes
    /// none, and leaves that of its own side in no check.
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

    /// Whether a side could take a king along a file or a rank, or faces it. The first man there
    /// may be a king of the other side, where that has several.
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

// Whatever is shifted here by a number that is not known beforehand is looked up: in a program for
// any processor of its kind such a shift takes longer than a small table.

/// The points of a file; a rank has one less.
const LEN: usize = 10;
const MASK: u64 = (1 << LEN) - 1;
/// Where the bits of a side begin, and those of both kings.
const SIDES_FROM: [usize; 2] = [LEN, 3 * LEN];
const KINGS_FROM: usize = 5 * LEN;

/// All files and ranks of a board.
#[derive(Debug, Clone)]
pub(super) struct BoardLines {
    files: [Along; 16],
    ranks: [Along; 16],
}

impl BoardLines {
    /// The lines of a board of piece indices.
    pub(super) fn of(board: &[u8]) -> BoardLines {
        let mut lines = BoardLines { files: [Along::default(); 16], ranks: [Along::default(); 16] };
        let men = board.iter().enumerate().filter(|(_, piece)| **piece != EMPTY);
        men.for_each(|(square, &piece)| lines.flip(piece, square));
        lines
    }

    /// A piece (by index; 14 is nothing) leaves a point or arrives there.
    #[inline(always)]
    pub(super) fn flip(&mut self, piece: u8, square: usize) {
        let (file, rank) = coordinates(square);
        let bits = &BITS[usize::from(piece) % 16];
        self.files[file % 16].0 ^= bits[rank % 16];
        self.ranks[rank % 16].0 ^= bits[file % 16];
    }

    /// Whether a rook or a cannon of a side (0 for Red) could take what stands on a point, or the
    /// first man on its file, up or down, is a king.
    #[inline(always)]
    pub(super) fn is_met<const SIDE: usize>(&self, square: usize) -> bool {
        let (file, rank) = coordinates(square);
        let on_file = self.files[file % 16];
        let kings = on_file.kings_met(rank);
        on_file.shots::<SIDE>(rank) | kings | self.ranks[rank % 16].shots::<SIDE>(file) != 0
    }

    /// Whether a rook or a cannon of a side could take what stands on a point.
    pub(super) fn is_shot<const SIDE: usize>(&self, square: usize) -> bool {
        let (file, rank) = coordinates(square);
        let on_file = self.files[file % 16].shots::<SIDE>(rank);
        on_file | self.ranks[rank % 16].shots::<SIDE>(file) != 0
    }

    /// The kings that are the first man on the file of a point, up or down.
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

/// A file or a rank: ten bits say where anybody stands, then ten each where the rooks and where the
/// cannons of a side do, Red's first, and the last ten where kings do.
#[derive(Debug, Clone, Copy, Default)]
struct Along(u64);

impl Along {
    /// Bits for the rooks and the cannons of a side that could take what stands on a point.
    #[inline(always)]
    fn shots<const SIDE: usize>(self, at: usize) -> u64 {
        self.0 >> SIDES_FROM[SIDE] & self.met(at)
    }

    /// Where the kings stand (bits by point) that are the first man from a point on.
    #[inline(always)]
    fn kings_met(self, at: usize) -> u64 {
        self.0 >> KINGS_FROM & self.met(at) & MASK
    }

    /// Where the first men from a point on stand, and ten bits higher the second ones.
    #[inline(always)]
    fn met(self, at: usize) -> u64 {
        let [below, above] = BESIDE[at % 16];
        let above = LOWEST[(self.0 & above) as usize % WAYS];
        let below = HIGHEST[(self.0 & below) as usize % WAYS];
        u64::from(above | below)
    }
}

/// By point: those below it and those above it.
static BESIDE: [[u64; 2]; 16] =
    table!(16, [0; 2], |at| [MASK & ((1 << at) - 1), MASK & (MASK << (at + 1))]);

/// The bits of a piece (by index; 14 is nothing) on each point of a line.
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

/// The ways to stand on a line.
const WAYS: usize = 1 << LEN;

/// By where anybody stands: the lowest man, and ten bits higher the second lowest.
static LOWEST: [u32; WAYS] = table!(WAYS, 0, |stands| {
    let first = lowest(stands);
    (first | lowest(stands ^ first) << LEN) as u32
});

/// By where anybody stands: the highest man, and ten bits higher the second highest.
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
