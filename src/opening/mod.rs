//! Which opening is it? The ECCO code of a game, from its moves.
//!
//! The original (象棋百科全书, 2004) looks at the texts of the first ten moves of each side, not at
//! the board: it is a list of rules, and the first that holds decides. `ecco.tsv` has the rules,
//! codes and names as facts; a user's table in the same form comes before it or stands in its place
//! ([`OpeningTable::read`]).
//!
//! ```
//! use xqdb::opening::OpeningTable;
//! let moves = ["h2e2", "h9g7", "h0g2", "b9c7"].map(|mv| mv.parse().unwrap());
//! let code = OpeningTable::ecco().code(moves).unwrap();
//! assert_eq!(code.to_string(), "C00");
//! assert_eq!(OpeningTable::ecco().opening(code).unwrap().name, "中炮对屏风马");
//! ```

mod families;
mod moves;
mod positions;
mod rule;
mod table;

pub use families::Family;
pub use positions::CodedPositions;
pub use rule::RuleError;
pub use table::{Opening, OpeningTable, TableError};

use crate::xiangqi::{Move, Position};
use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

/// The codes of a game from the standard start: by its moves, and by its positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Codes {
    /// The code by the moves, as every published program gives it.
    pub code: Code,
    /// The code of the last known position within twenty plies.
    pub position: Option<Code>,
}

impl Codes {
    /// The ECCO codes of a game; none when it has no move or does not begin from the standard
    /// start.
    pub fn of(start: &Position, moves: &[Move]) -> Option<Codes> {
        let code = OpeningTable::ecco().code(moves.iter().copied()).filter(|_| start.is_start())?;
        Some(Codes { code, position: CodedPositions::ecco().code(moves) })
    }
}

/// How many plies of a game decide its code.
pub const PLIES: usize = moves::PLIES;

/// The code of an opening: a letter and two digits. Codes sort as their text does.
///
/// ```
/// use xqdb::opening::Code;
/// let code: Code = "C55".parse().unwrap();
/// assert_eq!((code.number(), code.to_string().as_str()), (256, "C55"));
/// assert_eq!(Code::from_number(256), Some(code));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(NonZeroU16);

/// A text is no code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no code such as C55")]
pub struct NoCode(String);

impl Code {
    /// The highest number, that of `Z99`.
    pub const MOST: u16 = 2600;

    /// The code with this number; `A00` has 1. None for 0 and what is too high.
    pub fn from_number(number: u16) -> Option<Code> {
        NonZeroU16::new(number).filter(|number| number.get() <= Code::MOST).map(Code)
    }

    /// Its number, 1 to 2600.
    pub fn number(self) -> u16 {
        self.0.get()
    }

    /// Its letter.
    pub fn letter(self) -> char {
        char::from(b'A' + ((self.number() - 1) / 100) as u8)
    }
}

impl FromStr for Code {
    type Err = NoCode;

    fn from_str(text: &str) -> Result<Code, NoCode> {
        let &[letter @ b'A'..=b'Z', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] = text.as_bytes()
        else {
            return Err(NoCode(text.to_owned()));
        };
        let [letter, tens, ones] = [letter - b'A', tens - b'0', ones - b'0'].map(u16::from);
        let number = letter * 100 + tens * 10 + ones + 1;
        Code::from_number(number).ok_or_else(|| NoCode(text.to_owned()))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{:02}", self.letter(), (self.number() - 1) % 100))
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl serde::Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_a_code_that_reads_back() {
        for number in 1..=Code::MOST {
            let code = Code::from_number(number).unwrap();
            assert_eq!(code.to_string().parse(), Ok(code));
        }
        assert_eq!((Code::from_number(0), Code::from_number(2601)), (None, None));
        for text in ["", "C5", "c55", "C555", "C5五", "５５5"] {
            assert!(text.parse::<Code>().is_err(), "{text}");
        }
    }
}
