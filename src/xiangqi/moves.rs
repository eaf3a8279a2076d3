//! A move as two squares.

use super::Square;
use std::fmt;
use std::str::FromStr;

/// From one point to another. Whether it can be played is a question for a
/// [`Position`](super::Position).
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

impl Move {
    /// `from` to `to`.
    pub const fn new(from: Square, to: Square) -> Move {
        Move { from, to }
    }

    /// The move in the left-right mirrored board.
    #[must_use]
    pub const fn mirror(self) -> Move {
        Move { from: self.from.mirror(), to: self.to.mirror() }
    }

    /// 0..8100: `from * 90 + to`, the 13-bit form of the position index.
    pub const fn code(self) -> u16 {
        self.from.byte() as u16 * 90 + self.to.byte() as u16
    }

    /// The move of a [`code`](Move::code); `None` from 8100 on.
    pub const fn from_code(code: u16) -> Option<Move> {
        if code >= 8100 {
            return None;
        }
        match (Square::new((code / 90) as u8), Square::new((code % 90) as u8)) {
            (Some(from), Some(to)) => Some(Move { from, to }),
            _ => None,
        }
    }

    /// The move as it is stored in `game.moves`: from-square and to-square.
    pub const fn bytes(self) -> [u8; 2] {
        [self.from.byte(), self.to.byte()]
    }

    /// The four letters of the move, as it is written: `h2e2`.
    pub const fn letters(self) -> [u8; 4] {
        let (from, to) = (self.from, self.to);
        [b'a' + from.file(), b'0' + from.rank(), b'a' + to.file(), b'0' + to.rank()]
    }

    /// The move of two stored bytes.
    pub const fn from_bytes(bytes: [u8; 2]) -> Option<Move> {
        match (Square::new(bytes[0]), Square::new(bytes[1])) {
            (Some(from), Some(to)) => Some(Move { from, to }),
            _ => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a coordinate move such as `h2e2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a coordinate move: four characters such as h2e2 are expected")]
pub struct ParseMoveError;

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads the canonical text only, `h2e2` in either case. Other spellings are the business of
    /// the notations.
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        if text.len() != 4 || !text.is_ascii() {
            return Err(ParseMoveError);
        }
        let (from, to) = text.split_at(2);
        match (from.parse(), to.parse()) {
            (Ok(from), Ok(to)) => Ok(Move { from, to }),
            _ => Err(ParseMoveError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_code_and_bytes_read_back() {
        let mv: Move = "h2e2".parse().unwrap();
        assert_eq!(mv.to_string(), "h2e2");
        assert_eq!(mv.mirror().to_string(), "b2e2");
        assert_eq!(Move::from_code(mv.code()), Some(mv));
        assert_eq!(Move::from_bytes(mv.bytes()), Some(mv));
        assert_eq!(Move::from_code(8100), None);
        assert!("h2-e2".parse::<Move>().is_err());
        assert!("炮二平五".parse::<Move>().is_err());
    }
}
