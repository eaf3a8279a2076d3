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
        men.for_each(|(square, &piece)| lines.flip(piece, square));
        lines
    }

    /// A piece (by index; 14 is nothing) leaves a point or arrives there.
    #[inline]
    fn flip(&mut self, piece: u8, square: usize) {
        let (file, rank) = coordinates(square);
        self.files[file % 16].0 ^= word(piece, rank);
        self.ranks[rank % 16].0 ^= word(piece, file);
    }

    /// Makes a move between two points, of one piece, that takes another or nothing.
    #[inline]
    pub(super) fn play(&mut self, [from, to]: [usize; 2], [moved, taken]: [u8; 2]) {
        self.flip(moved, from);
        let (file, rank) = coordinates(to);
        self.files[file % 16].0 ^= word(moved, rank) ^ word(taken, rank);
        self.ranks[rank % 16].0 ^= word(moved, file) ^ word(taken, file);
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
        u64::from(MET[at % 16][(self.0 & MASK) as usize])
    }
}

/// The bits of a piece on a point.
#[inline]
fn word(piece: u8, at: usize) -> u64 {
    WORDS[usize::from(piece) % 16][at % 16]
}

static WORDS: [[u64; 16]; 16] = {
    let mut words = [[0; 16]; 16];
    let mut index = 0;
    while index < 14 {
        let piece = Piece::all()[index];
        let own = SIDES[piece.side() as usize];
        let kind = match piece.kind() {
            PieceKind::Rook => 1 << own,
            PieceKind::Cannon => 1 << (own + LEN),
            PieceKind::King => 1 << KINGS,
            _ => 0,
        };
        let mut at = 0;
        while at < LEN {
            words[index][at] = (1 | kind) << at;
            at += 1;
        }
        index += 1;
    }
    words
};

/// By point and by where anybody stands: the first men to both ends, and ten bits higher the second
/// ones.
static MET: [[u32; 1 << LEN]; 16] = {
    let mut met = [[0; 1 << LEN]; 16];
    let mut at = 0;
    while at < LEN {
        let mut stands = 0;
        while stands < 1 << LEN {
            // A man is met as number so many of its direction.
            let (mut number, mut point) = (0, at + 1);
            while point < LEN && number < 2 {
                if stands >> point & 1 != 0 {
                    met[at][stands] |= 1 << (point + LEN * number);
                    number += 1;
                }
                point += 1;
            }
            (number, point) = (0, at);
            while point > 0 && number < 2 {
                point -= 1;
                if stands >> point & 1 != 0 {
                    met[at][stands] |= 1 << (point + LEN * number);
                    number += 1;
                }
            }
            stands += 1;
        }
        at += 1;
    }
    met
};
