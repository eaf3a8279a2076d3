//! Numberings of the files in old manuals; all else is as in [`chinese`](super::chinese).
//!
//! Both are known from a sentence each in Jim Png, "A Detailed Introduction to the Notation System
//! in Xiangqi":
//!
//! - **`laopu`**, 《象棋老谱》: the files are numbered from left to right for both colours, and a
//!   piece that has crossed the river takes the numbers of that side. We read: each half of the
//!   board has the numbers its owner counts from his left hand, and whoever stands there uses them.
//!   A square decides its number alone, so a move over the river has the one half's number for the
//!   file it leaves and the other's for the file it reaches.
//! - **`shilin`**, an early 《事林广记》: the files are numbered alike for both colours. From which
//!   side is not told. The later print counts from the right, so we take Red's right; `shilin-left`
//!   counts from Red's left.
//!
//! Two pieces of a kind that have the same number are in tandem whether or not they stand on one
//! file; the front one is nearer to the opponent's back rank.
//!
//! No line can be told from its mirror image as long as the start is symmetric and nobody crosses
//! the river, so these systems are never taken for granted: name them, or see what
//! [`identify`](super::identify) can prove.

use super::spelling::{Name, Which, direction_and_number};
use super::symbols::{Direction, Standing};
use super::{Notation, Reading, Unreadable, chinese, mover, trim};
use crate::xiangqi::{Move, Piece, PieceKind, Position, Side, Square};

/// The number, 1..=9, of the file of a square.
type Numbering = fn(Square) -> u8;

/// A row of the table for a numbering.
macro_rules! row {
    ($name:literal, $aliases:expr, $numbering:ident, $example:literal) => {
        Notation {
            name: $name,
            aliases: &$aliases,
            example: $example,
            read: |token, position| read(token, position, $numbering),
            write: |mv, position| write(mv, position, $numbering),
            ..Notation::LINE
        }
    };
}

pub(super) const LAOPU: Notation = row!("laopu", ["象棋老谱"], laopu, "炮八平五 马2进3");
pub(super) const SHILIN: Notation = row!("shilin", ["事林广记"], shilin, "炮二平五 马2进3");
pub(super) const SHILIN_LEFT: Notation = row!("shilin-left", [], shilin_left, "炮八平五 马8进7");

fn laopu(square: Square) -> u8 {
    if square.rank() < 5 { square.file() + 1 } else { 9 - square.file() }
}

fn shilin(square: Square) -> u8 {
    9 - square.file()
}

fn shilin_left(square: Square) -> u8 {
    square.file() + 1
}

/// The pieces of one kind of the side to move that have one number, front first.
struct Group {
    number: u8,
    squares: Vec<Square>,
}

/// The groups of `kind` by number.
fn groups(position: &Position, kind: PieceKind, numbering: Numbering) -> Vec<Group> {
    let piece = Piece::new(position.side(), kind);
    let mut squares: Vec<Square> =
        Square::all().filter(|&square| position.piece_at(square) == Some(piece)).collect();
    if position.side() == Side::Red {
        squares.reverse();
    }
    (1..=9)
        .map(|number| Group {
            number,
            squares: squares.iter().copied().filter(|&at| numbering(at) == number).collect(),
        })
        .filter(|group| !group.squares.is_empty())
        .collect()
}

/// The pieces that a name can mean.
fn named(name: Name, groups: &[Group]) -> Vec<Square> {
    let on = |number: u8| groups.iter().filter(move |group| group.number == number);
    let in_tandem = || groups.iter().filter(|group| group.squares.len() > 1);
    let standing = |group: &Group, standing: Standing| -> Vec<Square> {
        standing.places(group.squares.len()).map(|place| group.squares[place]).collect()
    };
    match name.which {
        Which::OnFile(number) => on(number).flat_map(|group| group.squares.clone()).collect(),
        Which::Standing(word) => in_tandem().flat_map(|group| standing(group, word)).collect(),
        Which::StandingOn(word, number) => {
            on(number).flat_map(|group| standing(group, word)).collect()
        }
        Which::Ordinal(ordinal) => in_tandem()
            .flat_map(|group| group.squares.iter().copied())
            .nth(usize::from(ordinal).wrapping_sub(1))
            .into_iter()
            .collect(),
        Which::OrdinalOn(place, number) => on(number)
            .filter_map(|group| group.squares.get(usize::from(place).wrapping_sub(1)).copied())
            .collect(),
    }
}

/// Direction and number of a move: steps along a file, else the number of the square of arrival.
fn second_half(mv: Move, kind: PieceKind, side: Side, numbering: Numbering) -> (Direction, u8) {
    let (direction, number) = direction_and_number(mv, kind, side);
    match mv.from.file() == mv.to.file() {
        true => (direction, number),
        false => (direction, numbering(mv.to)),
    }
}

fn read(token: &str, position: &Position, numbering: Numbering) -> Reading {
    let Some((name, Some(direction), number)) = chinese::parse(trim(token)) else {
        return Reading::None(Unreadable::NotAMove);
    };
    let kind = name.kind;
    let squares = named(name, &groups(position, kind, numbering));
    if squares.is_empty() {
        return Reading::None(Unreadable::NoSuchPiece);
    }
    let mut moves = Vec::new();
    for from in squares {
        position.for_each_target(from, |to| {
            let mv = Move::new(from, to);
            if second_half(mv, kind, position.side(), numbering) == (direction, number) {
                moves.push(mv);
            }
        });
    }
    Reading::of(moves, Unreadable::CannotMove)
}

fn write(mv: Move, position: &Position, numbering: Numbering) -> Option<String> {
    let kind = mover(mv, position)?;
    let (direction, number) = second_half(mv, kind, position.side(), numbering);
    let groups = groups(position, kind, numbering);
    let names = names(mv.from, &groups).into_iter().flatten();
    // The first name that means this move alone; the last always does.
    names
        .map(|which| chinese::spell(Name { kind, which }, direction, number, position.side()))
        .find(|text| read(text, position, numbering) == Reading::One(mv))
}

/// The names of the piece on `from`, the plainer first.
fn names(from: Square, groups: &[Group]) -> [Option<Which>; 5] {
    let Some(group) = groups.iter().find(|group| group.squares.contains(&from)) else {
        return [None; 5];
    };
    let len = group.squares.len();
    let place = group.squares.iter().position(|&square| square == from).unwrap_or(0);
    let standing = match (len, place) {
        (1, _) => None,
        (_, 0) => Some(Standing::Front),
        (3, 1) => Some(Standing::Middle),
        (_, place) if place + 1 == len => Some(Standing::Rear),
        _ => None,
    };
    let digit = u8::try_from(place + 1).ok().filter(|place| *place <= 9);
    [
        Some(Which::OnFile(group.number)),
        standing.map(Which::Standing),
        standing.map(|standing| Which::StandingOn(standing, group.number)),
        digit.map(|place| Which::OrdinalOn(place, group.number)),
        Some(Which::StandingOn(Standing::Rear, group.number)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_sides_of_the_river() {
        let start = Position::start();
        let black = start.with_side(Side::Black);
        for (token, position, numbering, expected) in [
            ("炮二平五", &start, laopu as Numbering, "b2e2"),
            ("马８进７", &black, laopu, "b9c7"),
            ("炮二平五", &start, shilin, "h2e2"),
            ("马2进3", &black, shilin, "h9g7"),
            ("马2进3", &black, shilin_left, "b9c7"),
        ] {
            let expected = Reading::One(expected.parse().unwrap());
            assert_eq!(read(token, position, numbering), expected, "{token}");
        }
        // A horse goes over the river: leaves Red's 3 (from the left), arrives on Black's 8.
        let horse = Position::from_fen("4k4/9/9/9/9/2N6/9/9/9/4K4 w").unwrap();
        assert_eq!(read("马三进八", &horse, laopu), Reading::One("c4b6".parse().unwrap()));
        assert_eq!(read("马三进二", &horse, laopu), Reading::None(Unreadable::CannotMove));
        // Two rooks with one number on two files: the one ahead is across the river.
        let rooks = Position::from_fen("4k4/9/9/R8/9/9/9/8R/9/4K4 w").unwrap();
        let written = |mv: &str| write(mv.parse().unwrap(), &rooks, laopu).unwrap();
        insta::assert_snapshot!(written("a6a7"), @"前车进一");
        insta::assert_snapshot!(written("i2h2"), @"后车平八");
    }
}
