//! The men on the board at one moment, as sets of points, and what they do to each other.

use super::basis::Basis;
use super::board::EMPTY;
use super::leaps::{
    ADVISOR, DIAGONAL_TO, ELEPHANT, ELEPHANTS_TO, HORSE, HORSES_TO, KING, NEXT_TO, NOWHERE,
    PALACES, PAWN, RAYS, row,
};
use super::line::PlayedLine;
use super::points::{BIT, Points, each, file, highest, lowest, rank};
use super::syntax::{Axis, Verb};
use crate::xiangqi::{Piece, PieceKind, Side};

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

impl Men {
    /// The men at the start of a line.
    pub(super) fn at_start(line: &PlayedLine) -> Men {
        let mut men = Men { pieces: [0; 16], sides: [0; 2], board: [EMPTY; 128], moment: 0 };
        men.board[..90].copy_from_slice(&line.board);
        for (square, &piece) in line.board.iter().enumerate().filter(|(_, p)| **p != EMPTY) {
            men.pieces[usize::from(piece)] |= BIT[square];
            men.sides[usize::from(piece >= 7)] |= BIT[square];
        }
        men
    }

    /// The moment at which they stand so.
    pub(super) fn moment(&self) -> usize {
        self.moment
    }

    /// Goes on to a later moment of the line, step by step.
    pub(super) fn go_on(&mut self, moment: usize, line: &PlayedLine) {
        for step in &line.steps[self.moment..moment] {
            let (from, to) = (BIT[step.from() % 128], BIT[step.to() % 128]);
            let (moved, taken) = (step.moved(), step.taken());
            if taken != usize::from(EMPTY) {
                self.pieces[taken] &= !to;
                self.sides[usize::from(taken >= 7)] &= !to;
            }
            self.board[step.from() % 128] = EMPTY;
            self.board[step.to() % 128] = moved as u8;
            if moved != usize::from(EMPTY) {
                let side = usize::from(moved >= 7);
                self.pieces[moved] = self.pieces[moved] & !from | to;
                self.sides[side] = self.sides[side] & !from | to;
            }
        }
        self.moment = moment;
    }

    pub(super) fn of(&self, piece: usize) -> Points {
        self.pieces[piece % 16]
    }

    pub(super) fn side(&self, side: Side) -> Points {
        self.sides[row(side)]
    }

    fn occupied(&self) -> Points {
        self.sides[0] | self.sides[1]
    }

    fn all_of(&self, side: Side, kind: PieceKind) -> Points {
        self.pieces[Piece::new(side, kind).index()]
    }

    /// The king that can be in check: one in its palace first, then the lowest.
    pub(super) fn king(&self, side: Side) -> Option<usize> {
        let kings = self.all_of(side, PieceKind::King);
        lowest(kings & PALACES[row(side)]).or_else(|| lowest(kings))
    }

    /// Each man of a set with its piece.
    fn each_of(&self, set: Points) -> impl Iterator<Item = (Piece, usize)> + '_ {
        each(set & self.occupied()).filter_map(|square| {
            let piece = usize::from(self.board[square % 128]);
            PIECES.get(piece).map(|&piece| (piece, square))
        })
    }

    /// The next man from a point in one of the four directions.
    #[inline]
    fn next_man(&self, direction: usize, square: usize) -> Option<usize> {
        let ray = RAYS[direction][square] & self.occupied();
        if direction < 2 { lowest(ray) } else { highest(ray) }
    }

    /// The men that a piece could take, whosever they are, by its own way of moving.
    fn reached(&self, piece: Piece, square: usize) -> Points {
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

    /// Where a piece could take at most, whatever stands elsewhere.
    fn reach(piece: Piece, square: usize) -> Points {
        match piece.kind() {
            PieceKind::Rook | PieceKind::Cannon => cross(square),
            PieceKind::Horse => HORSES_TO[square],
            PieceKind::Elephant => ELEPHANTS_TO[square],
            PieceKind::Advisor => ADVISOR[row(piece.side())][square],
            PieceKind::Pawn => PAWN[row(piece.side())][square],
            PieceKind::King => file(square as u8 % 9) | KING[row(piece.side())][square],
        }
    }

    /// The points that tell what a piece can take, beside where the others stand.
    fn ways(piece: Piece, square: usize) -> Points {
        match piece.kind() {
            PieceKind::Rook | PieceKind::Cannon => cross(square),
            PieceKind::King => file(square as u8 % 9),
            PieceKind::Horse => NEXT_TO[0][square],
            PieceKind::Elephant => DIAGONAL_TO[0][square],
            PieceKind::Advisor | PieceKind::Pawn => 0,
        }
    }

    /// The enemies that a piece attacks; a king attacks a king it faces.
    fn attacked_by(&self, piece: Piece, square: usize) -> Points {
        let enemy = piece.side().other();
        let mut attacked = self.reached(piece, square);
        if piece.kind() == PieceKind::King {
            let kings = self.all_of(enemy, PieceKind::King);
            for direction in [0, 2] {
                let faced = self.next_man(direction, square).map_or(0, |man| BIT[man]);
                attacked |= faced & kings;
            }
        }
        attacked & self.side(enemy)
    }

    /// The men of the first set that do it to one of the second. What it rests on beside the
    /// places of both, and those of the kings, is added to `basis`.
    pub(super) fn doing(
        &self,
        verb: Verb,
        actors: Points,
        others: Points,
        basis: &mut Basis,
    ) -> Points {
        match verb {
            Verb::Attacks => self.those(actors, |piece, square| {
                let others = others & self.side(piece.side().other());
                others & Men::reach(piece, square) != 0 && {
                    basis.add(Men::ways(piece, square));
                    others & self.attacked_by(piece, square) != 0
                }
            }),
            Verb::Protects => self.those(actors, |piece, square| {
                let others = others & self.side(piece.side());
                others & Men::reach(piece, square) != 0 && {
                    basis.add(Men::ways(piece, square));
                    others & self.reached(piece, square) != 0
                }
            }),
            Verb::Pins => self
                .those(actors, |piece, square| others & self.pinned_by(piece, square, basis) != 0),
            Verb::Blocks => actors & self.legs(others),
        }
    }

    fn those(&self, set: Points, mut holds: impl FnMut(Piece, usize) -> bool) -> Points {
        let those = self.each_of(set).filter(|&(piece, square)| holds(piece, square));
        those.fold(0, |set, (_, square)| set | BIT[square])
    }

    /// The men of a set that an enemy attacks. What it rests on is added to `basis`, here and below.
    pub(super) fn attacked(&self, set: Points, basis: &mut Basis) -> Points {
        self.those(set, |piece, square| {
            let enemy = piece.side().other();
            self.is_reached(square, enemy, basis)
                || piece.kind() == PieceKind::King && self.is_faced(square, enemy, basis)
        })
    }

    /// The men of a set that another of their side protects.
    pub(super) fn protected(&self, set: Points, basis: &mut Basis) -> Points {
        self.those(set, |piece, square| self.is_reached(square, piece.side(), basis))
    }

    /// Whether a king on this point faces one of `side`.
    fn is_faced(&self, square: usize, side: Side, basis: &mut Basis) -> bool {
        let kings = self.all_of(side, PieceKind::King) & file(square as u8 % 9);
        each(kings).any(|king| {
            let between = between(king, square);
            basis.add(between | BIT[king]);
            between & self.occupied() == 0
        })
    }

    /// Whether a man of `side` could take on an occupied point by its own way of moving.
    fn is_reached(&self, square: usize, side: Side, basis: &mut Basis) -> bool {
        basis.add_arrivals(0x7F << (7 * row(side)), surroundings(square));
        let kind = |kind: PieceKind| self.all_of(side, kind);
        let shooters = kind(PieceKind::Rook) | kind(PieceKind::Cannon);
        if cross(square) & shooters != 0 {
            for (direction, rays) in RAYS.iter().enumerate() {
                let ray = rays[square];
                if ray & shooters == 0 {
                    continue;
                }
                basis.add(ray);
                let Some(first) = self.next_man(direction, square) else { continue };
                if kind(PieceKind::Rook) & BIT[first] != 0 {
                    return true;
                }
                let second = self.next_man(direction, first);
                if second.is_some_and(|second| kind(PieceKind::Cannon) & BIT[second] != 0) {
                    return true;
                }
            }
        }
        let near = HORSES_TO[square] & kind(PieceKind::Horse)
            | ELEPHANTS_TO[square] & kind(PieceKind::Elephant)
            | DIAGONAL_TO[0][square] & kind(PieceKind::Advisor)
            | NEXT_TO[0][square] & (kind(PieceKind::Pawn) | kind(PieceKind::King));
        if near == 0 {
            return false;
        }
        // The leg of a horse and the eye of an elephant that come here are next to this point.
        basis.add(near | DIAGONAL_TO[0][square]);
        self.each_of(near).any(|(piece, from)| self.reached(piece, from) & BIT[square] != 0)
    }

    /// Whether the king of `side` could be taken, or faces the other king.
    pub(super) fn is_in_check(&self, side: Side, basis: &mut Basis) -> bool {
        self.king(side).is_some_and(|king| self.attacked(BIT[king], basis) != 0)
    }

    /// The men that hold a piece off their king: were one of them gone, it would attack the king.
    fn pinned_by(&self, piece: Piece, square: usize, basis: &mut Basis) -> Points {
        let enemy = piece.side().other();
        let Some(king) = self.king(enemy) else { return 0 };
        let mut between = || {
            let between = between(square, king);
            basis.add(between);
            between & self.occupied()
        };
        let held = match piece.kind() {
            PieceKind::King if square % 9 == king % 9 => {
                Some(between()).filter(|men| men.count_ones() == 1)
            }
            PieceKind::Rook if cross(square) & BIT[king] != 0 => {
                Some(between()).filter(|men| men.count_ones() == 1)
            }
            PieceKind::Cannon if cross(square) & BIT[king] != 0 => {
                Some(between()).filter(|men| men.count_ones() == 2)
            }
            PieceKind::Horse => HORSE[square]
                .iter()
                .find(|(to, _)| usize::from(*to) == king)
                .map(|&(_, leg)| BIT[usize::from(leg)]),
            _ => None,
        };
        held.unwrap_or(0) & self.side(enemy) & !self.all_of(enemy, PieceKind::King)
    }

    /// The men of a set that an enemy pins.
    pub(super) fn pinned(&self, set: Points, basis: &mut Basis) -> Points {
        Side::ALL.into_iter().fold(0, |pinned, side| {
            let victims = set & self.side(side);
            if victims == 0 {
                return pinned;
            }
            let Some(king) = self.king(side) else { return pinned };
            basis.add(surroundings(king));
            let near = self.side(side.other()) & surroundings(king);
            let held = self
                .each_of(near)
                .fold(0, |held, (piece, at)| held | self.pinned_by(piece, at, basis));
            pinned | held & victims
        })
    }

    /// The legs of the horses and the eyes of the elephants of a set that lead somewhere.
    fn legs(&self, set: Points) -> Points {
        self.each_of(set).fold(0, |legs, (piece, square)| {
            let leaps: &[(u8, u8)] = match piece.kind() {
                PieceKind::Horse => &HORSE[square],
                PieceKind::Elephant => &ELEPHANT[row(piece.side())][square],
                _ => &[],
            };
            let leading = leaps.iter().filter(|(to, _)| *to != NOWHERE);
            leading.fold(legs, |legs, &(_, leg)| legs | BIT[usize::from(leg)])
        })
    }

    /// The men of the first set from which on, in one direction, the next men are of the other
    /// sets, each after as many empty points as asked for. What it rests on beside the places of
    /// all sets is added to `basis`.
    pub(super) fn in_line(
        &self,
        axis: Axis,
        first: Points,
        rest: &[(Option<u32>, Points)],
        basis: &mut Basis,
    ) -> Points {
        let directions: &[usize] = match axis {
            Axis::Both => &[0, 1, 2, 3],
            Axis::File => &[0, 2],
            Axis::Rank => &[1, 3],
        };
        let mut begins = |square: usize, direction: usize| {
            if rest.iter().any(|(_, set)| RAYS[direction][square] & set == 0) {
                return false;
            }
            basis.add(RAYS[direction][square]);
            let mut at = square;
            rest.iter().all(|&(gap, set)| {
                let Some(next) = self.next_man(direction, at) else { return false };
                let apart = next.abs_diff(at) / if direction.is_multiple_of(2) { 9 } else { 1 };
                at = next;
                set & BIT[next] != 0 && gap.is_none_or(|gap| apart == gap as usize + 1)
            })
        };
        each(first)
            .filter(|&square| directions.iter().any(|&direction| begins(square, direction)))
            .fold(0, |set, square| set | BIT[square])
    }
}

/// The points from which men take on a point, and those of legs and eyes on the way.
#[inline]
fn surroundings(square: usize) -> Points {
    cross(square) | HORSES_TO[square] | ELEPHANTS_TO[square] | DIAGONAL_TO[0][square]
}

/// The points of the file and the rank of a point.
#[inline]
fn cross(square: usize) -> Points {
    static CROSSES: [Points; 90] = {
        let mut crosses = [0; 90];
        let mut square = 0;
        while square < 90 {
            crosses[square] = file(square as u8 % 9) | rank(square as u8 / 9);
            square += 1;
        }
        crosses
    };
    CROSSES[square]
}

/// The points strictly between two of one file or rank.
fn between(one: usize, other: usize) -> Points {
    (0..4).fold(0, |between, direction| {
        between | RAYS[direction][one] & RAYS[(direction + 2) % 4][other]
    })
}
