//! Moves typed on a number pad: piece, file, direction, number. `6225` is 炮二平五.
//!
//! | digit | piece | | digit | direction |
//! | --- | --- | --- | --- | --- |
//! | 1 | 帅 将 | | 1 | 进 |
//! | 2 | 仕 士 | | 2 | 平 |
//! | 3 | 相 象 | | 3 | 退 |
//! | 4 | 马 | | | |
//! | 5 | 车 | | | |
//! | 6 | 炮 | | | |
//! | 7 | 兵 卒 | | | |
//!
//! The pieces are those of the xqbase move notation, and `6225` of XQStudio's manual settles 2 for
//! a traverse. That 1 is an advance and 3 a retreat is the order in which those texts name the
//! directions; we know no example. How pieces in tandem are told apart is not handed down: the file
//! stands for any of them, so the system is not complete.

use super::fields::{direction_and_number, file_number};
use super::spelling::{Fits, Spelling, Which};
use super::words::Direction;
use super::{Notation, Reading, Unreadable};
use crate::xiangqi::{Move, PieceKind, Position};

/// Four digits.
pub(super) const NOTATION: Notation = Notation {
    name: "keypad",
    aliases: &["numpad", "数字"],
    is_complete: false,
    is_automatic: false,
    example: "6225 4817",
    read,
    write,
};

const DIRECTIONS: [Direction; 3] = [Direction::Advance, Direction::Traverse, Direction::Retreat];

fn read(token: &str, position: &Position) -> Reading {
    let mut digits = [0; 4];
    let mut len = 0;
    for letter in super::trim(token).chars() {
        match (digits.get_mut(len), super::to_ascii(letter)) {
            (Some(digit), Some(byte @ b'1'..=b'9')) => *digit = usize::from(byte - b'0'),
            _ => return Reading::None(Unreadable::NotAMove),
        }
        len += 1;
    }
    let [piece, file, direction, number] = digits;
    let (Some(&kind), Some(&direction), 4) =
        (PieceKind::ALL.get(piece.wrapping_sub(1)), DIRECTIONS.get(direction.wrapping_sub(1)), len)
    else {
        return Reading::None(Unreadable::NotAMove);
    };
    let which = Which::OnFile(file as u8);
    let mut fits = Fits::default();
    fits.add(Spelling { kind, which, direction, number: number as u8 }, position);
    fits.into_reading()
}

fn write(mv: Move, position: &Position) -> Option<String> {
    if !position.is_pseudo_legal(mv) {
        return None;
    }
    let kind = position.piece_at(mv.from)?.kind();
    let (direction, number) = direction_and_number(mv, kind, position.side());
    let file = file_number(mv.from.file(), position.side());
    let direction = DIRECTIONS.iter().position(|&known| known == direction)? + 1;
    Some(format!("{}{file}{direction}{number}", kind as usize + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::Side;

    #[test]
    fn four_digits() {
        let start = Position::start();
        let black = start.with_side(Side::Black);
        assert_eq!(read("6225", &start), Reading::One("h2e2".parse().unwrap()));
        assert_eq!(read("４８１７", &black), Reading::One("h9g7".parse().unwrap()));
        assert_eq!(write("h2h1".parse().unwrap(), &start).as_deref(), Some("6231"));
        for token in ["", "622", "62255", "8225", "6245", "0225", "h2e2"] {
            assert_eq!(read(token, &start), Reading::None(Unreadable::NotAMove), "{token}");
        }
        assert_eq!(read("5221", &start), Reading::None(Unreadable::NoSuchPiece));
    }
}
