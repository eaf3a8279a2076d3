//! Boards as text: the first field of a FEN.

use super::{Board, Piece, Square};
use std::fmt;
use std::sync::LazyLock;

/// The placement of the standard start.
pub const START_PLACEMENT: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

/// Why a text is no FEN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseFenError {
    /// Nothing but blanks.
    #[error("an empty FEN")]
    Empty,
    /// Not ten rows.
    #[error("{0} rows instead of 10")]
    Rows(usize),
    /// A row (1-based from Black's back rank) does not fill nine files.
    #[error("row {row} fills {files} files instead of 9")]
    Files {
        /// 1-based, from Black's back rank.
        row: usize,
        /// How many files it fills (at least).
        files: usize,
    },
    /// A letter that names no piece in any dialect.
    #[error("`{letter}` in row {row} names no piece")]
    Letter {
        /// What was found.
        letter: char,
        /// 1-based, from Black's back rank.
        row: usize,
    },
    /// A side field that is neither Red nor Black.
    #[error("`{0}` is no side to move: w, r or b are expected")]
    Side(String),
}

/// Reads the first field of a FEN.
///
/// # Errors
/// Anything but ten rows of nine files with letters of a known dialect.
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
    /// The standard start.
    pub fn start() -> Board {
        static START: LazyLock<Board> = LazyLock::new(|| {
            parse_placement(START_PLACEMENT).expect("the start placement is well formed")
        });
        *START
    }

    /// The placement field of a FEN, in our letters.
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
