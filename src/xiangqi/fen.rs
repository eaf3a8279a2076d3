//! Reads FEN in every dialect and prints it in one.
//!
//! `rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1`: rows from Black's back
//! rank down, files from Red's left, upper case is Red. The reader takes `EHGSM` for `BNKPN`; `w`,
//! `r` or a missing side for Red; and ignores the counters behind, which count half-moves in one
//! program and rounds in another.

use super::{Board, Piece, Position, Side, Square};
use std::fmt;
use std::sync::LazyLock;

/// Placement field of the standard start.
pub const START_PLACEMENT: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

/// Reason why a text is no FEN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseFenError {
    /// The text has nothing but blanks.
    #[error("an empty FEN")]
    Empty,
    /// Number of rows, which is not ten.
    #[error("{0} rows instead of 10")]
    Rows(usize),
    /// A row does not fill nine files.
    #[error("row {row} fills {files} files instead of 9")]
    Files {
        /// Row, 1-based from Black's back rank.
        row: usize,
        /// Files that the row fills.
        files: usize,
    },
    /// A character names no piece in any dialect.
    #[error("`{letter}` in row {row} names no piece")]
    Letter {
        /// The character.
        letter: char,
        /// Row, 1-based from Black's back rank.
        row: usize,
    },
    /// The side field names neither Red nor Black.
    #[error("`{0}` is no side to move: w, r or b are expected")]
    Side(String),
}

/// Reads the placement field of a FEN: ten rows of nine files, with the letters of any dialect.
pub fn parse_placement(text: &str) -> Result<Board, ParseFenError> {
    let mut board = Board::EMPTY;
    let mut rows = 0;
    for (row, line) in text.split('/').enumerate() {
        rows = row + 1;
        if rows > 10 {
            continue;
        }
        let mut file = 0;
        for letter in line.chars() {
            if let Some(run) = letter.to_digit(10) {
                file += run as usize;
            } else {
                let piece = Piece::from_fen_letter(letter)
                    .ok_or(ParseFenError::Letter { letter, row: row + 1 })?;
                if let Some(square) = Square::at(u8::try_from(file).unwrap_or(9), 9 - row as u8) {
                    board.set(square, Some(piece));
                }
                file += 1;
            }
        }
        if file != 9 {
            return Err(ParseFenError::Files { row: row + 1, files: file });
        }
    }
    if rows == 10 { Ok(board) } else { Err(ParseFenError::Rows(rows)) }
}

impl Board {
    /// The board of the standard start.
    pub fn start() -> Board {
        static START: LazyLock<Board> = LazyLock::new(|| {
            parse_placement(START_PLACEMENT).expect("the start placement is well formed")
        });
        *START
    }

    /// Placement field of the board's FEN, with letters `KABNRCP`.
    pub fn to_placement(&self) -> String {
        let mut text = String::with_capacity(64);
        for rank in (0..10).rev() {
            let mut run = 0;
            for file in 0..9 {
                let piece = Square::at(file, rank).and_then(|square| self.get(square));
                match piece {
                    None => run += 1,
                    Some(piece) => {
                        if run > 0 {
                            text.push(char::from(b'0' + run));
                            run = 0;
                        }
                        text.push(piece.fen_letter());
                    }
                }
            }
            if run > 0 {
                text.push(char::from(b'0' + run));
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_placement())
    }
}

/// Reads the side field of a FEN.
pub fn parse_side(text: &str) -> Result<Side, ParseFenError> {
    match text.to_ascii_lowercase().as_str() {
        "w" | "r" | "red" | "white" | "-" => Ok(Side::Red),
        "b" | "black" => Ok(Side::Black),
        _ => Err(ParseFenError::Side(text.to_owned())),
    }
}

impl Position {
    /// Reads a FEN of any dialect: placement, then perhaps side and counters.
    pub fn from_fen(text: &str) -> Result<Position, ParseFenError> {
        let mut fields = text.split_whitespace();
        let board = parse_placement(fields.next().ok_or(ParseFenError::Empty)?)?;
        let side = fields.next().map_or(Ok(Side::Red), parse_side)?;
        Ok(Position::new(board, side))
    }

    /// FEN of the position: placement, side, `- - 0 1`.
    pub fn to_fen(&self) -> String {
        format!("{} {} - - 0 1", self.board().to_placement(), self.side().fen_letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialects_read_alike() {
        let start = Position::start();
        for text in [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
            "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r",
            "  rmbagabmr/9/1c5c1/s1s1s1s1s/9/9/S1S1S1S1S/1C5C1/9/RMBAGABMR W - - 12 7 ",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR\u{a0}w\u{3000}- -",
        ] {
            assert_eq!(Position::from_fen(text).as_ref(), Ok(&start), "{text}");
        }
        let black = Position::from_fen("4k4/9/9/9/9/9/9/9/9/4K4 b").unwrap();
        assert_eq!(black.to_fen(), "4k4/9/9/9/9/9/9/9/9/4K4 b - - 0 1");
        assert_eq!(Position::from_fen("9/9/9/9/9/9/9/9/9/9 w").unwrap().board().count(), 0);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |text: &str| Position::from_fen(text).unwrap_err().to_string();
        insta::assert_snapshot!(error(" "), @"an empty FEN");
        insta::assert_snapshot!(error("9/9"), @"2 rows instead of 10");
        insta::assert_snapshot!(error("9/9/9/9/9/9/9/9/9/9/9 w"), @"11 rows instead of 10");
        insta::assert_snapshot!(
            error("9/8/9/9/9/9/9/9/9/9 w"),
            @"row 2 fills 8 files instead of 9"
        );
        insta::assert_snapshot!(
            error("9/99k/9/9/9/9/9/9/9/9 w"),
            @"row 2 fills 19 files instead of 9"
        );
        insta::assert_snapshot!(error("9/4q4/9/9/9/9/9/9/9/9 w"), @"`q` in row 2 names no piece");
        insta::assert_snapshot!(
            error("9/9/9/9/9/9/9/9/9/9 x"),
            @"`x` is no side to move: w, r or b are expected"
        );
    }
}
