//! Points of the board, and moves from one point to another.

use std::fmt::{self, Write as _};
use std::str::FromStr;

/// One of the 90 points, `rank * 9 + file`, 0-based: `a0` (Red's left corner) is 0, `i9` is 89.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Square(u8);

impl Square {
    /// Number of points on a board.
    pub const COUNT: usize = 90;

    /// The point with this index (0..90); None above.
    pub const fn new(index: u8) -> Option<Square> {
        if index < 90 { Some(Square(index)) } else { None }
    }

    /// The point at `file` (0 is Red's left) and `rank` (0 is Red's back rank); None off the board.
    pub const fn at(file: u8, rank: u8) -> Option<Square> {
        if file < 9 && rank < 10 { Some(Square(rank * 9 + file)) } else { None }
    }

    /// The point `files` to Red's right and `ranks` away from Red; None off the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file >= 0 && file < 9 && rank >= 0 && rank < 10 {
            Some(Square((rank * 9 + file) as u8))
        } else {
            None
        }
    }

    /// Index, 0..90.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Index, 0..90, as the byte stored in databases.
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// File, 0..9, from Red's left.
    pub const fn file(self) -> u8 {
        self.0 % 9
    }

    /// Rank, 0..10, from Red's back rank.
    pub const fn rank(self) -> u8 {
        self.0 / 9
    }

    /// The point mirrored left to right.
    #[must_use]
    pub const fn mirror(self) -> Square {
        Square(self.rank() * 9 + 8 - self.file())
    }

    /// The point turned by 180 degrees, as the other player sees it.
    #[must_use]
    pub const fn rotate(self) -> Square {
        Square(89 - self.0)
    }

    /// All points, `a0` first.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..90).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error of a text that is no point such as `e2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a square: a file a..i and a rank 0..9 are expected")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads a point such as `e2`, in either case.
    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let &[file, rank] = text.as_bytes() else {
            return Err(ParseSquareError);
        };
        let file = file.to_ascii_lowercase().wrapping_sub(b'a');
        let rank = rank.wrapping_sub(b'0');
        Square::at(file, rank).ok_or(ParseSquareError)
    }
}

/// A move from one point to another; a [`Position`](super::Position) knows whether it can be
/// played.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Move {
    /// Point that the piece leaves.
    pub from: Square,
    /// Point that the piece moves to.
    pub to: Square,
}

impl Move {
    /// The move from `from` to `to`.
    pub const fn new(from: Square, to: Square) -> Move {
        Move { from, to }
    }

    /// The move mirrored left to right.
    #[must_use]
    pub const fn mirror(self) -> Move {
        Move { from: self.from.mirror(), to: self.to.mirror() }
    }

    /// Number of the move, `from * 90 + to` (0..8100), which the position index stores in 13 bits.
    pub const fn code(self) -> u16 {
        self.from.byte() as u16 * 90 + self.to.byte() as u16
    }

    /// The move with this [`code`](Move::code); `None` from 8100 on.
    pub const fn from_code(code: u16) -> Option<Move> {
        if code >= 8100 {
            return None;
        }
        match (Square::new((code / 90) as u8), Square::new((code % 90) as u8)) {
            (Some(from), Some(to)) => Some(Move { from, to }),
            _ => None,
        }
    }

    /// The two bytes stored in `game.moves`: from-square and to-square.
    pub const fn bytes(self) -> [u8; 2] {
        [self.from.byte(), self.to.byte()]
    }

    /// The move as four ASCII letters: `h2e2`.
    pub const fn letters(self) -> [u8; 4] {
        let (from, to) = (self.from, self.to);
        [b'a' + from.file(), b'0' + from.rank(), b'a' + to.file(), b'0' + to.rank()]
    }

    /// The move of two [`bytes`](Move::bytes); None if one of them is no square.
    pub const fn from_bytes(bytes: [u8; 2]) -> Option<Move> {
        match (Square::new(bytes[0]), Square::new(bytes[1])) {
            (Some(from), Some(to)) => Some(Move { from, to }),
            _ => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters().into_iter().try_for_each(|letter| f.write_char(char::from(letter)))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error of a text that is no move such as `h2e2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a coordinate move: four characters such as h2e2 are expected")]
pub struct ParseMoveError;

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads only the canonical text, `h2e2` in either case; [`notation`](crate::notation) reads
    /// others.
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
    fn every_square_reads_back() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::at(square.file(), square.rank()), Some(square));
            assert_eq!(square.mirror().mirror(), square);
            assert_eq!(square.rotate().rotate(), square);
        }
        assert_eq!("a0".parse::<Square>().map(Square::index), Ok(0));
        assert_eq!("I9".parse::<Square>().map(Square::index), Ok(89));
        for bad in ["", "e", "e22", "j0", "a:", "马5", "00"] {
            assert!(bad.parse::<Square>().is_err(), "{bad}");
        }
    }

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
