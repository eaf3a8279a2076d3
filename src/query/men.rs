//! The men on the board at one ply as sets of points, and the basis of an answer about them: an
//! answer stays valid until a move touches its basis.

use super::board::EMPTY;
use super::leaps::{ADVISOR, ELEPHANT, HORSE, KING, NOWHERE, PAWN, RAYS, row};
use super::line::{OnLine, PlayedLine};
use super::points::{ALL, BIT, Points, each, highest, lowest, only};
use crate::xiangqi::{Piece, PieceKind, Side};

/// Points and men on which an answer depends.
#[derive(Debug, Clone, Default)]
pub(super) struct Basis {
    /// Points on which any change matters.
    pub(super) points: Points,
    /// Pieces (bits by index) whose every move matters.
    pieces: u16,
    /// Pieces that matter on some points, when they leave or arrive.
    men: Placed,
    /// Pieces that matter on some points only when they arrive: those that attack along lines, and
    /// those that attack nearby points.
    pub(super) lines: Placed,
    pub(super) near: Placed,
}

/// Pieces (bits by index), and the points on which they matter.
#[derive(Debug, Clone, Default)]
pub(super) struct Placed {
    pieces: u16,
    points: Points,
}

impl Basis {
    /// Adds the presence of these pieces (bits by index) on these points.
    #[inline]
    pub(super) fn add_men(&mut self, pieces: u16, points: Points) {
        match points {
            ALL => self.pieces |= pieces,
            _ => self.men.add(pieces, points),
        }
    }

    /// Points on which some piece matters.
    #[inline]
    fn span(&self) -> Points {
        self.points | self.men.points | self.lines.points | self.near.points
    }

    /// Whether a move touches the basis; `moved` and `taken` are pieces as bits by index.
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

/// All pieces, by index.
static PIECES: [Piece; 14] = Piece::all();

/// Points of each piece at one moment of a line.
#[derive(Debug, Clone)]
pub(super) struct Men {
    /// Points of each piece, by index; the last two are unused.
    pieces: [Points; 16],
    sides: [Points; 2],
    /// Piece index on each point; 128 entries avoid bounds checks.
    board: [u8; 128],
    moment: usize,
}

/// A move, with the moved and the taken piece.
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
    /// Plays on until the next move touches the basis, or to the moment `end`.
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

    /// A move with its pieces.
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

    /// Adds or removes a piece on these points.
    #[inline]
    fn flip(&mut self, piece: u8, points: Points) {
        self.pieces[usize::from(piece) % 16] ^= points;
        self.sides[usize::from(piece >= 7)] ^= points;
    }

    /// Points of a piece, by index.
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

    /// Point of a side's only king.
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

    /// The next man from a point in a direction.
    #[inline]
    pub(super) fn next_man(&self, direction: usize, square: usize) -> Option<usize> {
        let ray = RAYS[direction][square] & self.occupied();
        if direction < 2 { lowest(ray) } else { highest(ray) }
    }

    /// Men of either side that a piece attacks by its way of moving.
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
