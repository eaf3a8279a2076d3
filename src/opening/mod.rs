//! Finds the opening of a game: its ECCO code, from its moves.
//!
//! The original (象棋百科全书, 2004) compares the texts of each side's first ten moves, not
//! the board: the first rule of its list that holds decides. `ecco.tsv` has the rules, codes and
//! names; a user's table in the same form extends or replaces it ([`OpeningTable::read`]).
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
use std::sync::LazyLock;

/// ECCO codes of a game from the standard start, by its moves and by its positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Codes {
    /// Code by the moves, as every published program gives it.
    pub code: Code,
    /// Code of the last coded position within twenty plies.
    pub position: Option<Code>,
}

impl Codes {
    /// Codes of a game by the tables of ECCO; None when it has no move or another start.
    pub fn of(start: &Position, moves: &[Move]) -> Option<Codes> {
        let code = OpeningTable::ecco().code(moves.iter().copied()).filter(|_| start.is_start())?;
        Some(Codes { code, position: CodedPositions::ecco().code(moves) })
    }
}

pub use moves::PLIES;

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

/// Error of a text that is no [`Code`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no code such as C55")]
pub struct NoCode(String);

impl Code {
    /// Number of `Z99`, the highest code.
    pub const MOST: u16 = 2600;

    /// Code with this number (`A00` is 1); None for 0 and above [`Code::MOST`].
    pub fn from_number(number: u16) -> Option<Code> {
        NonZeroU16::new(number).filter(|number| number.get() <= Code::MOST).map(Code)
    }

    /// Number of the code, 1 (`A00`) to 2600 (`Z99`).
    pub fn number(self) -> u16 {
        self.0.get()
    }

    /// Letter of the code, A to Z.
    pub fn letter(self) -> char {
        char::from(b'A' + ((self.number() - 1) / 100) as u8)
    }

    /// The code as text: `C55`.
    pub fn as_str(self) -> &'static str {
        static ALL: LazyLock<String> = LazyLock::new(|| {
            let text = |at: u16| format!("{}{:02}", char::from(b'A' + (at / 100) as u8), at % 100);
            (0..Code::MOST).map(text).collect()
        });
        let at = usize::from(self.number() - 1) * 3;
        &ALL[at..at + 3]
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
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl serde::Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
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
