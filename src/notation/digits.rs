//! Squares as pairs of digits: `7747` on the boards of dpxq.com, `77-47` in CBF files. The first
//! digit is the file, 0 to 8 from Red's left; the second the rank, 0 to 9 from Black's back rank.
//!
//! Four digits can mean other things, too, so both are tried on whole lines only.

use super::{Notation, Reading, Unreadable};
use crate::xiangqi::{Move, Position, Square};

/// `7747`
pub(super) const DPXQ: Notation = Notation {
    name: "dpxq",
    aliases: &["dhtmlxq", "东萍"],
    is_complete: true,
    is_automatic: false,
    example: "7747 7062",
    read: |token, position| read(token, position, false),
    write: |mv, position| write(mv, position, ""),
};

/// `77-47`
pub(super) const CBF: Notation = Notation {
    name: "cbf",
    aliases: &[],
    is_complete: true,
    is_automatic: false,
    example: "77-47 70-62",
    read: |token, position| read(token, position, true),
    write: |mv, position| write(mv, position, "-"),
};

fn read(token: &str, position: &Position, has_dash: bool) -> Reading {
    match parse(super::trim(token), has_dash) {
        Some(mv) => Reading::on_board(mv, position),
        None => Reading::None(Unreadable::NotAMove),
    }
}

fn parse(token: &str, has_dash: bool) -> Option<Move> {
    let mut bytes = [0; 5];
    let mut len = 0;
    for letter in token.chars() {
        *bytes.get_mut(len)? = super::to_ascii(letter)?;
        len += 1;
    }
    match bytes[..len] {
        [x, y, b'-', to_x, to_y] if has_dash => Some(Move::new(square(x, y)?, square(to_x, to_y)?)),
        [x, y, to_x, to_y] if !has_dash => Some(Move::new(square(x, y)?, square(to_x, to_y)?)),
        _ => None,
    }
}

fn square(x: u8, y: u8) -> Option<Square> {
    let digit = |byte: u8| byte.checked_sub(b'0').filter(|digit| *digit <= 9);
    Square::at(digit(x)?, 9 - digit(y)?)
}

fn write(mv: Move, position: &Position, between: &str) -> Option<String> {
    let digits = |square: Square| format!("{}{}", square.file(), 9 - square.rank());
    position.is_pseudo_legal(mv).then(|| digits(mv.from) + between + &digits(mv.to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_digits() {
        let start = Position::start();
        let mv: Move = "h2e2".parse().unwrap();
        assert_eq!(read("7747", &start, false), Reading::One(mv));
        assert_eq!(read("７７４７", &start, false), Reading::One(mv));
        assert_eq!(read("77-47", &start, true), Reading::One(mv));
        for token in ["77-47", "774", "77477", "9747", "h2e2", ""] {
            assert_eq!(read(token, &start, false), Reading::None(Unreadable::NotAMove), "{token}");
        }
        assert_eq!(read("7748", &start, false), Reading::None(Unreadable::CannotMove));
        assert_eq!(read("7062", &start, false), Reading::None(Unreadable::NoSuchPiece));
    }
}
