//! A point of the board.

use std::fmt;
use std::str::FromStr;

/// One of the 90 points, `rank * 9 + file`, 0-based: `a0` (Red's left corner) is 0, `i9` is 89.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Square(u8);

impl Square {
    /// How many points a board has.
    pub const COUNT: usize = 90;

    /// The point with this index, if there is one (0..90).
    pub const fn new(index: u8) -> Option<Square> {
        if index < 90 { Some(Square(index)) } else { None }
    }

    /// The point at `file` (0 = Red's left) and `rank` (0 = Red's back rank).
    pub const fn at(file: u8, rank: u8) -> Option<Square> {
        if file < 9 && rank < 10 { Some(Square(rank * 9 + file)) } else { None }
    }

    /// The point `files` to the right and `ranks` up (as Red sees it), if it is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file >= 0 && file < 9 && rank >= 0 && rank < 10 {
            Some(Square((rank * 9 + file) as u8))
        } else {
            None
        }
    }

    /// 0..90.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0..90, as the byte that is stored in databases.
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// 0..9, from Red's left.
    pub const fn file(self) -> u8 {
        self.0 % 9
    }

    /// 0..10, from Red's back rank.
    pub const fn rank(self) -> u8 {
        self.0 / 9
    }

    /// The same point in the left-right mirrored board.
    #[must_use]
    pub const fn mirror(self) -> Square {
        Square(self.rank() * 9 + 8 - self.file())
    }

    /// The same point seen from the other side of the table (turned by 180 degrees).
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

/// The text is not a point such as `e2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a square: a file a..i and a rank 0..9 are expected")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads `e2`, either case.
    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let &[file, rank] = text.as_bytes() else {
            return Err(ParseSquareError);
        };
        let file = file.to_ascii_lowercase().wrapping_sub(b'a');
        let rank = rank.wrapping_sub(b'0');
        Square::at(file, rank).ok_or(ParseSquareError)
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
}
