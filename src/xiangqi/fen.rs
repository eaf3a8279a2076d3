//! FEN in every dialect, printed in one.
//!
//! `rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1`: rows from Black's back
//! rank down, files from Red's left, upper case is Red. Readers take `EHGSM` for `BNKPN`, `w`, `r`
//! or a missing side for Red, and any number of trailing counters, which are not kept (they count
//! half-moves in one program and rounds in another).

use super::{ParseFenError, Position, Side, parse_placement};

/// The side named by a FEN's second field.
///
/// # Errors
/// [`ParseFenError::Side`] for anything that names neither side.
pub fn parse_side(text: &str) -> Result<Side, ParseFenError> {
    match text.to_ascii_lowercase().as_str() {
        "w" | "r" | "red" | "white" | "-" => Ok(Side::Red),
        "b" | "black" => Ok(Side::Black),
        _ => Err(ParseFenError::Side(text.to_owned())),
    }
}

impl Position {
    /// Reads a FEN of any dialect: placement, optionally side, optionally counters.
    ///
    /// # Errors
    /// See [`ParseFenError`].
    pub fn from_fen(text: &str) -> Result<Position, ParseFenError> {
        let mut fields = text.split_whitespace();
        let board = parse_placement(fields.next().ok_or(ParseFenError::Empty)?)?;
        let side = fields.next().map_or(Ok(Side::Red), parse_side)?;
        Ok(Position::new(board, side))
    }

    /// The FEN we print: placement, side, `- - 0 1`.
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
