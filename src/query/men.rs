//! The men on the board at one ply, as sets of points, and what an answer about them rests on:
//! until a move touches that, the answer stands.

use super::board::EMPTY;
use super::leaps::{ADVISOR, ELEPHANT, HORSE, KING, NOWHERE, PAWN, RAYS, row};
use super::line::{OnLine, PlayedLine};
use super::points::{ALL, BIT, Points, each, highest, lowest, only};
use crate::xiangqi::{Piece, PieceKind, Side};

/// Everything on the board that an answer rests on.
#[derive(Debug, Clone, Default)]
pub(super) struct Basis {
    /// The points of which everything counts.
    pub(super) points: Points,
    /// Pieces (bits by index) of which every place counts.
    pieces: u16,
    /// Pieces that count on some points: they may leave them, or arrive.
    men: Placed,
    /// Points on which nobody stands now who counts, but somebody may arrive: those who shoot along
    /// lines, and those who take beside them.
    pub(super) lines: Placed,
    pub(super) near: Placed,
}

/// Pieces (bits by index), and the points at which they count.
#[derive(Debug, Clone, Default)]
pub(super) struct Placed {
    pieces: u16,
    points: Points,
}

impl Basis {
    /// The answer rests on where these pieces (bits by index) stand on these points.
    #[inline]
    pub(super) fn add_men(&mut self, pieces: u16, points: Points) {
        match points {
            ALL => self.pieces |= pieces,
            _ => self.men.add(pieces, points),
        }
    }

    /// The points that count, for whatever piece.
    #[inline]
    fn span(&self) -> Points {
        self.points | self.men.points | self.lines.points | self.near.points
    }

    /// Whether it is touched by a move between these points, of one piece that takes another or
    /// nothing (bits by index).
    #[inline]
    fn is_touched(&self, [moved, taken]: [u16; 2], from: Points, to: Points) -> bool {
        self.points & (from | to) != 0
            || self.men.has(moved | taken, from | to)
            || self.lines.has(moved, to)
            || self.near.has(moved, to)
    }
}

impl Placed {
    #[inline]
    pub(super) fn add(&mut self, pieces: u16, points: Points) {
        self.pieces |= pieces;
        self.points |= points;
    }

    #[inline]
    fn has(&self, pieces: u16, points: Points) -> bool {
        self.points & points != 0 && self.pieces & pieces != 0
    }
}

/// The pieces by index.
static PIECES: [Piece; 14] = Piece::all();

/// Where each piece stands at one moment of a line.
#[derive(Debug, Clone)]
pub(super) struct Men {
    /// By piece index; the last two are never asked for.
    pieces: [Points; 16],
    sides: [Points; 2],
    /// By point: the index of the piece; a power of two, so that no index has to be checked.
    board: [u8; 128],
    moment: usize,
}

/// A move, what it moves and what it takes.
#[derive(Debug, Clone, Copy)]
struct Step {
    from: usize,
    to: usize,
    moved: u8,
    taken: u8,
}

impl OnLine for Men {
    fn at_start(line: &PlayedLine) -> Men {
        let mut men = Men { pieces: [0; 16], sides: [0; 2], board: [EMPTY; 128], moment: 0 };
        men.board[..90].copy_from_slice(&line.board);
        for (square, &piece) in line.board.iter().enumerate().filter(|(_, p)| **p != EMPTY) {
            men.flip(piece, BIT[square]);
        }
        men
    }

    fn moment(&self) -> usize {
        self.moment
    }

    #[inline]
    fn play(&mut self, mv: [u8; 2]) {
        self.make(self.step(mv));
    }
}

impl Men {
    /// Goes on until a move touches the basis of an answer, or to `end`: the answer stands until
    /// then.
    pub(super) fn go_on_beside(&mut self, basis: &Basis, end: usize, line: &PlayedLine) {
        let (span, pieces) = (basis.span(), basis.pieces);
        for &mv in &line.moves[self.moment..end] {
            let step = self.step(mv);
            let (from, to) = (BIT[step.from], BIT[step.to]);
            let (moved, taken) = (1 << (step.moved % 16), 1 << (step.taken % 16));
            if pieces & (moved | taken) != 0
                || span & (from | to) != 0 && basis.is_touched([moved, taken], from, to)
            {
                return;
            }
            self.make(step);
        }
    }

    /// The effect of a move.
    #[inline]
    fn step(&self, [from, to]: [u8; 2]) -> Step {
        let (from, to) = (usize::from(from) % 128, usize::from(to) % 128);
        Step { from, to, moved: self.board[from], taken: self.board[to] }
    }

    #[inline]
    fn make(&mut self, Step { from, to, moved, taken }: Step) {
        self.moment += 1;
        if moved == EMPTY || from == to {
            return;
        }
        if taken != EMPTY {
            self.flip(taken, BIT[to]);
        }
        self.board[from] = EMPTY;
        self.board[to] = moved;
        self.flip(moved, BIT[from] | BIT[to]);
    }

    /// A piece leaves these points or arrives there.
    #[inline]
    fn flip(&mut self, piece: u8, points: Points) {
        self.pieces[usize::from(piece) % 16] ^= points;
        self.sides[usize::from(piece >= 7)] ^= points;
    }

    /// Where a piece (by index) stands.
    #[inline]
    pub(super) fn of(&self, piece: usize) -> Points {
        self.pieces[piece % 16]
    }

    pub(super) fn side(&self, side: Side) -> Points {
        self.sides[row(side)]
    }

    pub(super) fn occupied(&self) -> Points {
        self.sides[0] | self.sides[1]
    }

    pub(super) fn all_of(&self, side: Side, kind: PieceKind) -> Points {
        self.pieces[Piece::new(side, kind).index()]
    }

    /// The king that can be in check, by its point.
    #[inline]
    pub(super) fn king(&self, side: Side) -> Option<usize> {
        only(self.all_of(side, PieceKind::King))
    }

    /// Each man of a set with its piece.
    pub(super) fn each_of(&self, set: Points) -> impl Iterator<Item = (Piece, usize)> + '_ {
        each(set & self.occupied()).filter_map(|square| {
            let piece = usize::from(self.board[square % 128]);
            PIECES.get(piece).map(|&piece| (piece, square))
        })
    }

    /// The next man from a point in one of the four directions.
    #[inline]
    pub(super) fn next_man(&self, direction: usize, square: usize) -> Option<usize> {
        let ray = RAYS[direction][square] & self.occupied();
        if direction < 2 { lowest(ray) } else { highest(ray) }
    }

    /// The men that a piece could take, whosever they are, by its own way of moving.
    pub(super) fn reached(&self, piece: Piece, square: usize) -> Points {
        let side = row(piece.side());
        let free = |leg: u8| self.occupied() & BIT[usize::from(leg)] == 0;
        let leap = |set: Points, &(to, leg): &(u8, u8)| match to != NOWHERE && free(leg) {
            true => set | BIT[usize::from(to)],
            false => set,
        };
        let reached = match piece.kind() {
            PieceKind::King => KING[side][square],
            PieceKind::Advisor => ADVISOR[side][square],
            PieceKind::Pawn => PAWN[side][square],
            PieceKind::Elephant => ELEPHANT[side][square].iter().fold(0, leap),
            PieceKind::Horse => HORSE[square].iter().fold(0, leap),
            PieceKind::Rook => (0..4).fold(0, |set, direction| {
                set | self.next_man(direction, square).map_or(0, |man| BIT[man])
            }),
            PieceKind::Cannon => (0..4).fold(0, |set, direction| {
                let screen = self.next_man(direction, square);
                let man = screen.and_then(|screen| self.next_man(direction, screen));
                set | man.map_or(0, |man| BIT[man])
            }),
        };
        reached & self.occupied()
    }
}
