//! Relations between men: attacks, protections, pins, blocks, and men in line.

use super::leaps::{
    ADVISOR, DIAGONAL_TO, ELEPHANT, ELEPHANTS_TO, HORSE, HORSES_TO, KING, NEXT_TO, NOWHERE, PAWN,
    RAYS, row,
};
use super::men::Basis;
use super::men::Men;
use super::points::{self, BIT, Points, each, file, rank, table};
use super::syntax::{Axis, Verb};
use crate::xiangqi::{Piece, PieceKind, Side};

/// Red's pieces (bits by index) that attack along lines, and those that attack nearby points.
const ON_LINES: u16 = bit(PieceKind::Rook) | bit(PieceKind::Cannon) | bit(PieceKind::King);
const NEAR: u16 = 0x7F & !(bit(PieceKind::Rook) | bit(PieceKind::Cannon));
/// The kings of both sides.
const KINGS: u16 = bit(PieceKind::King) | bit(PieceKind::King) << 7;

const fn bit(kind: PieceKind) -> u16 {
    1 << Piece::new(Side::Red, kind).index()
}

impl Men {
    /// Points that a piece could attack at most.
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

    /// Whether a piece attacks any of these men, of either side. Adds the dependencies to `basis`,
    /// except the places of these men.
    fn takes_one(&self, piece: Piece, square: usize, men: Points, basis: &mut Basis) -> bool {
        if men & Men::reach(piece, square) == 0 {
            return false;
        }
        let is_rook = match piece.kind() {
            PieceKind::Rook => true,
            PieceKind::Cannon => false,
            kind => {
                basis.points |= match kind {
                    PieceKind::Horse => NEXT_TO[square],
                    PieceKind::Elephant => DIAGONAL_TO[square],
                    _ => 0,
                };
                return men & self.reached(piece, square) != 0;
            }
        };
        (0..4).any(|direction| {
            RAYS[direction][square] & men != 0 && {
                let mut man = self.next_man(direction, square);
                if !is_rook {
                    man = man.and_then(|screen| self.next_man(direction, screen));
                }
                basis.points |= up_to(direction, square, man);
                man.is_some_and(|man| men & BIT[man] != 0)
            }
        })
    }

    /// The men of `actors` that act on one of `others`. Adds the dependencies to `basis`, except
    /// the places of both.
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
                self.takes_one(piece, square, others, basis)
                    || piece.kind() == PieceKind::King && {
                        let kings = self.all_of(piece.side().other(), PieceKind::King);
                        each(others & kings).any(|king| self.faces(square, king, basis))
                    }
            }),
            Verb::Protects => self.those(actors, |piece, square| {
                let others = others & self.side(piece.side());
                self.takes_one(piece, square, others, basis)
            }),
            Verb::Pins => {
                basis.add_men(KINGS, points::ALL);
                self.those(self.near_kings(actors), |piece, square| {
                    others & self.pinned_by(piece, square, basis) != 0
                })
            }
            Verb::Blocks => actors & self.legs(others),
        }
    }

    fn those(&self, set: Points, mut holds: impl FnMut(Piece, usize) -> bool) -> Points {
        let those = self.each_of(set).filter(|&(piece, square)| holds(piece, square));
        those.fold(0, |set, (_, square)| set | BIT[square])
    }

    /// Men of a set that could attack the enemy king if other men moved.
    fn near_kings(&self, set: Points) -> Points {
        Side::ALL.into_iter().fold(0, |near, side| {
            let king = || self.king(side).map_or(0, surroundings);
            let enemies = set & self.side(side.other());
            if enemies == 0 { near } else { near | enemies & king() }
        })
    }

    /// Men of a set that an enemy attacks; adds the dependencies to `basis`.
    pub(super) fn attacked(&self, set: Points, basis: &mut Basis) -> Points {
        self.those(set, |piece, square| {
            let enemy = piece.side().other();
            let is_king = piece.kind() == PieceKind::King;
            let kings = if is_king { self.all_of(enemy, PieceKind::King) } else { 0 };
            self.is_reached(square, enemy, kings, basis)
        })
    }

    /// Men of a set that another man of their side protects; adds the dependencies to `basis`.
    pub(super) fn protected(&self, set: Points, basis: &mut Basis) -> Points {
        self.those(set, |piece, square| self.is_reached(square, piece.side(), 0, basis))
    }

    /// Whether two kings face each other on a file.
    fn faces(&self, one: usize, other: usize, basis: &mut Basis) -> bool {
        one % 9 == other % 9 && {
            let direction = if other > one { 0 } else { 2 };
            let first = self.next_man(direction, one);
            basis.points |= up_to(direction, one, first);
            first == Some(other)
        }
    }

    /// Whether a man of `side` attacks an occupied point, or one of these kings faces it.
    fn is_reached(&self, square: usize, side: Side, kings: Points, basis: &mut Basis) -> bool {
        self.is_shot(square, side, kings, basis) || self.is_reached_from_beside(square, side, basis)
    }

    /// Whether a rook or cannon of `side` attacks an occupied point, or one of these kings faces
    /// it.
    fn is_shot(&self, square: usize, side: Side, kings: Points, basis: &mut Basis) -> bool {
        basis.lines.add(ON_LINES << (7 * row(side)), cross(square));
        let cannons = self.all_of(side, PieceKind::Cannon);
        let straight = self.all_of(side, PieceKind::Rook) | kings & file(square as u8 % 9);
        let shooters = straight | cannons;
        cross(square) & shooters != 0
            && (0..4).any(|direction| {
                if RAYS[direction][square] & shooters == 0 {
                    return false;
                }
                let first = self.next_man(direction, square);
                if first.is_some_and(|first| straight & BIT[first] != 0) {
                    basis.points |= up_to(direction, square, first);
                    return true;
                }
                let second = first.and_then(|first| self.next_man(direction, first));
                basis.points |= up_to(direction, square, second);
                second.is_some_and(|second| cannons & BIT[second] != 0)
            })
    }

    /// Whether another man of `side` attacks an occupied point.
    fn is_reached_from_beside(&self, square: usize, side: Side, basis: &mut Basis) -> bool {
        basis.near.add(NEAR << (7 * row(side)), BESIDE[square]);
        if BESIDE[square] & self.side(side) == 0 {
            return false;
        }
        let kind = |kind: PieceKind| self.all_of(side, kind);
        let near = HORSES_TO[square] & kind(PieceKind::Horse)
            | ELEPHANTS_TO[square] & kind(PieceKind::Elephant)
            | DIAGONAL_TO[square] & kind(PieceKind::Advisor)
            | NEXT_TO[square] & (kind(PieceKind::Pawn) | kind(PieceKind::King));
        if near == 0 {
            return false;
        }
        // Legs of horses and eyes of elephants that attack this point are next to it.
        basis.points |= near | DIAGONAL_TO[square];
        self.each_of(near).any(|(piece, from)| self.reached(piece, from) & BIT[square] != 0)
    }

    /// Men whose removal would let a piece attack their king.
    fn pinned_by(&self, piece: Piece, square: usize, basis: &mut Basis) -> Points {
        let enemy = piece.side().other();
        let Some(king) = self.king(enemy) else { return 0 };
        let mut between = |count: u32| {
            let between = between(square, king);
            basis.points |= between;
            Some(between & self.occupied()).filter(|men| men.count_ones() == count)
        };
        let held = match piece.kind() {
            PieceKind::King if square % 9 == king % 9 => between(1),
            PieceKind::Rook if cross(square) & BIT[king] != 0 => between(1),
            PieceKind::Cannon if cross(square) & BIT[king] != 0 => between(2),
            PieceKind::Horse => HORSE[square]
                .iter()
                .find(|(to, _)| usize::from(*to) == king)
                .map(|&(_, leg)| BIT[usize::from(leg)]),
            _ => None,
        };
        held.unwrap_or(0) & self.side(enemy) & !self.all_of(enemy, PieceKind::King)
    }

    /// Men of a set that an enemy pins.
    pub(super) fn pinned(&self, set: Points, basis: &mut Basis) -> Points {
        basis.add_men(KINGS, points::ALL);
        Side::ALL.into_iter().fold(0, |pinned, side| {
            let victims = set & self.side(side);
            if victims == 0 {
                return pinned;
            }
            let Some(king) = self.king(side) else { return pinned };
            basis.points |= surroundings(king);
            let near = self.side(side.other()) & surroundings(king);
            let held = self
                .each_of(near)
                .fold(0, |held, (piece, at)| held | self.pinned_by(piece, at, basis));
            pinned | held & victims
        })
    }

    /// Legs of the horses and eyes of the elephants of a set, for leaps on the board.
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

    /// Men of `first` from which, in one direction, the next men are of the sets in `rest`, each
    /// after the given number of empty points. Adds the dependencies to `basis`, except
    /// the places of all sets.
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
            let (mut at, mut met) = (square, None);
            let holds = rest.iter().all(|&(gap, set)| {
                met = self.next_man(direction, at);
                let Some(next) = met else { return false };
                let apart = next.abs_diff(at) / if direction.is_multiple_of(2) { 9 } else { 1 };
                at = next;
                set & BIT[next] != 0 && gap.is_none_or(|gap| apart == gap as usize + 1)
            });
            basis.points |= up_to(direction, square, met);
            holds
        };
        each(first)
            .filter(|&square| directions.iter().any(|&direction| begins(square, direction)))
            .fold(0, |set, square| set | BIT[square])
    }
}

/// Points from one on in a direction, up to the man met or to the edge.
#[inline]
fn up_to(direction: usize, square: usize, man: Option<usize>) -> Points {
    let ray = RAYS[direction][square];
    man.map_or(ray, |man| ray & !RAYS[direction][man])
}

/// Points from which any man can attack a point, with the legs and eyes on the way.
#[inline]
fn surroundings(square: usize) -> Points {
    cross(square) | BESIDE[square]
}

/// Points from which men other than rooks and cannons can attack a point, with legs and eyes.
static BESIDE: [Points; 90] = table!(90, 0, |square| {
    HORSES_TO[square] | ELEPHANTS_TO[square] | DIAGONAL_TO[square] | NEXT_TO[square]
});

/// Points of the file and the rank of a point.
#[inline]
pub(super) fn cross(square: usize) -> Points {
    static CROSSES: [Points; 90] =
        table!(90, 0, |square| file(square as u8 % 9) | rank(square as u8 / 9));
    CROSSES[square]
}

/// Points strictly between two points of one file or rank.
fn between(one: usize, other: usize) -> Points {
    let direction = match (one % 9 == other % 9, other > one) {
        (true, true) => 0,
        (false, true) => 1,
        (true, false) => 2,
        (false, false) => 3,
    };
    RAYS[direction][one] & RAYS[(direction + 2) % 4][other]
}
