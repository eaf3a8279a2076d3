//! Partial boards: points that must have a piece or be empty, and points that may have anything.
//!
//! Written like the board of a FEN, ten rows from Black's back rank down: letters are pieces, `.`
//! and digits empty points, `?` anything; an empty row is nine times `?`. The side to move may
//! follow.
//!
//! | text | meaning |
//! | --- | --- |
//! | `//////4P4///` | a red pawn on e3 and nothing else on its rank |
//! | `????k????/????.????/????P????////////` | a red pawn two points before the king, nothing between them |

use super::points::Turn;
use crate::xiangqi::{Board, ParseFenError, Piece, Position, Side, Square, parse_side};

/// Pieces that may be on a point, as bits by piece index; bit [`EMPTY`] for no piece.
type Allowed = u16;

/// Index of "no piece", after the fourteen pieces.
pub(super) const EMPTY: u8 = 14;
const ANYTHING: Allowed = (1 << 15) - 1;

/// A board of which some points matter.
///
/// ```
/// use xqdb::query::PartialBoard;
/// use xqdb::xiangqi::Position;
/// let pattern: PartialBoard = "/????.????/?c?????c?///////".parse().unwrap();
/// assert!(pattern.holds(&Position::start()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialBoard {
    allowed: [Allowed; Square::COUNT],
    side: Option<Side>,
}

impl PartialBoard {
    /// Whether every position fits.
    pub fn is_blank(&self) -> bool {
        self.side.is_none() && self.allowed.iter().all(|&allowed| allowed == ANYTHING)
    }

    /// The left-right mirror image of the pattern.
    #[must_use]
    pub fn mirror(&self) -> PartialBoard {
        self.turned(Turn::default().mirror())
    }

    /// The pattern on a turned board.
    #[must_use]
    pub(super) fn turned(&self, turn: Turn) -> PartialBoard {
        let mut allowed = [ANYTHING; Square::COUNT];
        for square in Square::all() {
            let here = self.allowed[square.index()];
            let pieces = Piece::all().into_iter().filter(|piece| here >> piece.index() & 1 == 1);
            let turned =
                pieces.fold(here & 1 << EMPTY, |set, piece| set | 1 << turn.piece(piece).index());
            allowed[turn.square(square).index()] = turned;
        }
        PartialBoard { allowed, side: self.side.map(|side| turn.side(side)) }
    }

    /// The full board, if the pattern determines every point.
    pub(super) fn whole_board(&self) -> Option<Board> {
        let mut board = Board::EMPTY;
        for square in Square::all() {
            let stands = self.allowed[square.index()];
            if stands.count_ones() != 1 {
                return None;
            }
            board.set(square, Piece::all().get(stands.trailing_zeros() as usize).copied());
        }
        Some(board)
    }

    /// Whether a position fits the pattern.
    pub fn holds(&self, position: &Position) -> bool {
        self.side.is_none_or(|side| side == position.side())
            && Square::all().all(|square| {
                let stands = position.piece_at(square).map_or(usize::from(EMPTY), Piece::index);
                self.allows(square.index(), stands)
            })
    }

    /// Whether a piece (by index, or [`EMPTY`]) may be on the point with this index.
    pub(super) fn allows(&self, square: usize, stands: usize) -> bool {
        self.allowed[square] >> stands & 1 == 1
    }

    /// Letter of a point: a piece, `.` for empty, `?` for anything else.
    pub(super) fn letter(&self, square: Square) -> char {
        let allowed = self.allowed[square.index()];
        if allowed == 1 << EMPTY {
            return '.';
        }
        let mut pieces = Piece::all().into_iter();
        let only = pieces.find(|piece| allowed == 1 << piece.index());
        only.map_or('?', Piece::fen_letter)
    }

    /// Side to move; `None` for either.
    pub(super) fn side(&self) -> Option<Side> {
        self.side
    }
}

impl From<&Position> for PartialBoard {
    /// The whole board, with the side to move.
    fn from(position: &Position) -> PartialBoard {
        let stands = |square| position.piece_at(square).map_or(usize::from(EMPTY), Piece::index);
        let mut allowed = [ANYTHING; Square::COUNT];
        Square::all().for_each(|square| allowed[square.index()] = 1 << stands(square));
        PartialBoard { allowed, side: Some(position.side()) }
    }
}

impl std::str::FromStr for PartialBoard {
    type Err = ParseFenError;

    fn from_str(text: &str) -> Result<PartialBoard, ParseFenError> {
        let mut fields = text.split_ascii_whitespace();
        let board = fields.next().ok_or(ParseFenError::Empty)?;
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != 10 {
            return Err(ParseFenError::Rows(rows.len()));
        }
        let mut allowed = [ANYTHING; Square::COUNT];
        for (row, text) in rows.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
            let mut points: Vec<Allowed> = Vec::with_capacity(9);
            for letter in text.chars() {
                match (letter, letter.to_digit(10)) {
                    ('?', _) => points.push(ANYTHING),
                    ('.', _) => points.push(1 << EMPTY),
                    (_, Some(run)) => points.extend((0..run).map(|_| 1 << EMPTY)),
                    _ => {
                        let piece = Piece::from_fen_letter(letter)
                            .ok_or(ParseFenError::Letter { letter, row: row + 1 })?;
                        points.push(1 << piece.index());
                    }
                }
            }
            if points.len() != 9 {
                return Err(ParseFenError::Files { row: row + 1, files: points.len() });
            }
            let first = (9 - row) * 9;
            allowed[first..first + 9].copy_from_slice(&points);
        }
        let side = fields.next().map(parse_side).transpose()?;
        Ok(PartialBoard { allowed, side })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_pieces_and_empty_points() {
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
        for (pattern, expected) in [
            ("/////////", true),
            ("///////// w", true),
            ("///////// b", false),
            ("/9////////", true),
            ("/????.????////////", true),
            ("?????????/?????????/?c?????c?///////", true),
            ("//?C???????///////", false),
            ("rnbakabnr/.......??////////", true),
            (start, true),
            ("/////////RHEAKAEHR", true),
            ("/////////RHEAK.EHR", false),
        ] {
            let read: PartialBoard = pattern.parse().unwrap();
            assert_eq!(read.holds(&Position::from_fen(start).unwrap()), expected, "{pattern}");
            assert_eq!(read.mirror().mirror(), read);
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |text: &str| text.parse::<PartialBoard>().unwrap_err().to_string();
        insta::assert_snapshot!(error(""), @"an empty FEN");
        insta::assert_snapshot!(error("????"), @"1 rows instead of 10");
        insta::assert_snapshot!(error("???/////////"), @"row 1 fills 3 files instead of 9");
        insta::assert_snapshot!(error("/????q????////////"), @"`q` in row 2 names no piece");
        insta::assert_snapshot!(error("///////// x"), @"`x` is no side to move: w, r or b are \
                                                        expected");
    }
}
