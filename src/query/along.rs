//! What stands along every file and rank, one word each: who is hit along a line is then a table
//! entry and a few bits, however far away the others stand.

use super::board::EMPTY;
use super::points::{BIT, Points, coordinates};
use crate::xiangqi::{Piece, PieceKind};

/// The points of a file; a rank has one less.
const LEN: usize = 10;
const MASK: u64 = (1 << LEN) - 1;
/// Where the bits of a side begin, and those of both kings.
const SIDES: [usize; 2] = [LEN, 3 * LEN];
const KINGS: usize = 5 * LEN;

/// All files and ranks of a board.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    files: [Along; 16],
    ranks: [Along; 16],
}

impl Lines {
    /// The lines of a board of piece indices.
    pub(super) fn of(board: &[u8]) -> Lines {
        let mut lines = Lines { files: [Along::default(); 16], ranks: [Along::default(); 16] };
        let men = board.iter().enumerate().filter(|(_, piece)| **piece != EMPTY);
        men.for_each(|(square, &piece)| lines.flip(bits_of(piece), square));
        lines
    }

    /// Pieces (by their bits) leave a point or arrive there.
    #[inline]
    fn flip(&mut self, bits: u64, square: usize) {
        let (file, rank) = coordinates(square);
        self.files[file % 16].0 ^= bits << (rank % 16);
        self.ranks[rank % 16].0 ^= bits << (file % 16);
    }

    /// Makes a move between two points, of one piece, that takes another or nothing.
    #[inline]
    pub(super) fn play(&mut self, [from, to]: [usize; 2], [moved, taken]: [u8; 2]) {
        self.flip(bits_of(moved), from);
        self.flip(bits_of(moved) ^ bits_of(taken), to);
    }

    /// Whether a rook or a cannon of a side (0 for Red) could take what stands on a point.
    #[inline]
    pub(super) fn is_shot(&self, square: usize, side: usize) -> bool {
        let (file, rank) = coordinates(square);
        let (on_file, on_rank) = (self.files[file % 16], self.ranks[rank % 16]);
        on_file.shots(rank, side) | on_rank.shots(file, side) != 0
    }

    /// Whether the first man on the file of a point, up or down, is a king.
    #[inline]
    pub(super) fn meets_a_king(&self, square: usize) -> bool {
        let (file, rank) = coordinates(square);
        self.files[file % 16].kings_met(rank) != 0
    }

    /// These kings.
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
    #[inline]
    fn shots(self, at: usize, side: usize) -> u64 {
        self.0 >> SIDES[side % 2] & self.met(at)
    }

    /// Where the kings stand (bits by point) that are the first man from a point on.
    #[inline]
    fn kings_met(self, at: usize) -> u64 {
        self.0 >> KINGS & self.met(at) & MASK
    }

    /// Where the first men from a point on stand, and ten bits higher the second ones.
    #[inline]
    fn met(self, at: usize) -> u64 {
        let (stands, at) = (self.0 & MASK, at % 16);
        let above = u64::from(LOWEST[(stands >> (at + 1)) as usize % BEYOND]) << (at + 1);
        let below = HIGHEST[(stands & ((1 << at) - 1)) as usize % BEYOND];
        above | u64::from(below)
    }
}

/// The bits of a piece (by index; 14 is nothing) on the first point of a line.
#[inline]
fn bits_of(piece: u8) -> u64 {
    BITS[usize::from(piece) % 16]
}

static BITS: [u64; 16] = {
    let mut bits = [0; 16];
    let mut index = 0;
    while index < 14 {
        let piece = Piece::all()[index];
        let own = SIDES[piece.side() as usize];
        bits[index] = 1 | match piece.kind() {
            PieceKind::Rook => 1 << own,
            PieceKind::Cannon => 1 << (own + LEN),
            PieceKind::King => 1 << KINGS,
            _ => 0,
        };
        index += 1;
    }
    bits
};

/// The ways to stand on all points of a line but one.
const BEYOND: usize = 1 << (LEN - 1);

/// By where anybody stands: the lowest man, and ten bits higher the second lowest. Two small tables
/// stay in the nearest memory, where one by point and line would not.
static LOWEST: [u32; BEYOND] = {
    let mut table = [0; BEYOND];
    let mut stands = 1_usize;
    while stands < BEYOND {
        let rest = stands & (stands - 1);
        let (first, second) = (stands ^ rest, rest & rest.wrapping_neg());
        table[stands] = (first | second << LEN) as u32;
        stands += 1;
    }
    table
};

/// The same from the other end.
static HIGHEST: [u32; BEYOND] = {
    let mut table = [0; BEYOND];
    let mut stands = 1_usize;
    while stands < BEYOND {
        let first = 1 << stands.ilog2();
        let rest = stands ^ first;
        let second = if rest == 0 { 0 } else { 1 << rest.ilog2() };
        table[stands] = (first | second << LEN) as u32;
        stands += 1;
    }
    table
};
