//! What stands along every file and rank, one word each: who is hit along a line is then a table
//! entry and a few bits, however far away the others stand.

use super::board::EMPTY;
use super::points::{BIT, Points, coordinates};
use crate::xiangqi::{Piece, PieceKind};

// Whatever is shifted here by a number that is not known beforehand is looked up: in a program for
// any processor of its kind such a shift takes longer than a small table.

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
        self.0 >> SIDES[SIDE] & self.met(at)
    }

    /// Where the kings stand (bits by point) that are the first man from a point on.
    #[inline(always)]
    fn kings_met(self, at: usize) -> u64 {
        self.0 >> KINGS & self.met(at) & MASK
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
static BESIDE: [[u64; 2]; 16] = {
    let mut beside = [[0; 2]; 16];
    let mut at = 0;
    while at < LEN {
        let below = (1 << at) - 1;
        beside[at] = [below, MASK ^ below ^ 1 << at];
        at += 1;
    }
    beside
};

/// The bits of a piece (by index; 14 is nothing) on each point of a line.
static BITS: [[u64; 16]; 16] = {
    let mut bits = [[0; 16]; 16];
    let mut index = 0;
    while index < 14 {
        let piece = Piece::all()[index];
        let own = SIDES[piece.side() as usize];
        let first = 1 | match piece.kind() {
            PieceKind::Rook => 1 << own,
            PieceKind::Cannon => 1 << (own + LEN),
            PieceKind::King => 1 << KINGS,
            _ => 0,
        };
        let mut at = 0;
        while at < LEN {
            bits[index][at] = first << at;
            at += 1;
        }
        index += 1;
    }
    bits
};

/// The ways to stand on a line.
const WAYS: usize = 1 << LEN;

/// By where anybody stands: the lowest man, and ten bits higher the second lowest.
static LOWEST: [u32; WAYS] = {
    let mut table = [0; WAYS];
    let mut stands = 1_usize;
    while stands < WAYS {
        let rest = stands & (stands - 1);
        let (first, second) = (stands ^ rest, rest & rest.wrapping_neg());
        table[stands] = (first | second << LEN) as u32;
        stands += 1;
    }
    table
};

/// The same from the other end.
static HIGHEST: [u32; WAYS] = {
    let mut table = [0; WAYS];
    let mut stands = 1_usize;
    while stands < WAYS {
        let first = 1 << stands.ilog2();
        let rest = stands ^ first;
        let second = if rest == 0 { 0 } else { 1 << rest.ilog2() };
        table[stands] = (first | second << LEN) as u32;
        stands += 1;
    }
    table
};
