//! Meng Baolin's notation (孟宝林, 《象棋新式坐标棋谱》): a piece and two pairs of
//! coordinates, `H28-47`, `P48-49`.
//!
//! Jim Png ("A Detailed Introduction to the Notation System in Xiangqi") quotes these two moves;
//! the diagram that shows the corner where counting begins, and which digit is the file, is lost to
//! us. So the system is a family of [`Scheme`]s. [`Scheme::DEFAULT`] is only our assumption: files
//! from Red's left, ranks from Red's side, both from 1, file first. Users can name another
//! (`meng:files=0,order=rank-file,from=red-right`); [`identify`](super::identify) tries all of them
//! on a line and lists those that play it.
//!
//! Ranks counted from 1 end at `10`; a single `0` is read as 10, too.

use super::symbols::{Glyph, latin_kinds, latin_letter};
use super::{Notation, Reading, Unreadable, mover, to_ascii, trim};
use crate::xiangqi::{Move, PieceKind, Position, Side, Square};
use std::fmt;
use std::str::FromStr;

/// The notation with the default scheme.
pub(super) const NOTATION: Notation = Notation {
    name: "meng",
    aliases: &["孟宝林"],
    example: "C83-53 H810-78",
    read: |token, position| Scheme::DEFAULT.read(token, position),
    write: |mv, position| Scheme::DEFAULT.write(mv, position),
    ..Notation::LINE
};

/// Corner where counting begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// One corner for both sides: at this side's back rank, at its left or right hand.
    Corner(Side, Hand),
    /// The mover's own corner: at its back rank, at its left or right hand.
    Mover(Hand),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hand {
    Left,
    Right,
}

/// A way to number the points.
///
/// As text: `files=0|1`, `ranks=0|1`, `order=file-rank|rank-file`,
/// `from=red-left|red-right|black-left|black-right|own-left|own-right`, separated by commas; a part
/// left out has its default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scheme {
    first_file: u8,
    first_rank: u8,
    is_rank_first: bool,
    origin: Origin,
}

/// Error of a part of a scheme that is not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no part of a scheme; write files=0|1, ranks=0|1, order=file-rank|rank-file, \
     from=red-left|red-right|black-left|black-right|own-left|own-right"
)]
pub struct ParseSchemeError(String);

/// Names of the origins.
const ORIGINS: [(&str, Origin); 6] = [
    ("red-left", Origin::Corner(Side::Red, Hand::Left)),
    ("red-right", Origin::Corner(Side::Red, Hand::Right)),
    ("black-left", Origin::Corner(Side::Black, Hand::Left)),
    ("black-right", Origin::Corner(Side::Black, Hand::Right)),
    ("own-left", Origin::Mover(Hand::Left)),
    ("own-right", Origin::Mover(Hand::Right)),
];

impl Scheme {
    /// The scheme that `meng` stands for.
    pub const DEFAULT: Scheme = Scheme {
        first_file: 1,
        first_rank: 1,
        is_rank_first: false,
        origin: Origin::Corner(Side::Red, Hand::Left),
    };

    /// All schemes, the default first.
    pub fn all() -> impl Iterator<Item = Scheme> {
        let numbers = [(1, 1), (1, 0), (0, 0), (0, 1)];
        ORIGINS.into_iter().flat_map(move |(_, origin)| {
            numbers.into_iter().flat_map(move |(first_file, first_rank)| {
                [false, true].map(|is_rank_first| Scheme {
                    first_file,
                    first_rank,
                    is_rank_first,
                    origin,
                })
            })
        })
    }

    /// Reads a token in a position.
    pub fn read(self, token: &str, position: &Position) -> Reading {
        let Some((kinds, mv)) = self.parse(trim(token), position.side()) else {
            return Reading::None(Unreadable::NotAMove);
        };
        let piece = position.piece_at(mv.from).filter(|piece| piece.side() == position.side());
        match piece {
            Some(piece) if kinds.contains(&piece.kind()) => Reading::on_board(mv, position),
            _ => Reading::None(Unreadable::NoSuchPiece),
        }
    }

    /// Writes a pseudo-legal move; None if it is not one.
    pub fn write(self, mv: Move, position: &Position) -> Option<String> {
        let letter = latin_letter(mover(mv, position)?);
        let side = position.side();
        let [from, to] = [mv.from, mv.to].map(|square| self.name(square, side));
        Some(format!("{letter}{from}-{to}"))
    }

    fn name(self, square: Square, side: Side) -> String {
        let (file, rank) = self.turn(square.file(), square.rank(), side);
        let (file, rank) = (file + self.first_file, rank + self.first_rank);
        if self.is_rank_first { format!("{rank}{file}") } else { format!("{file}{rank}") }
    }

    /// Converts file and rank between a0 and the scheme's corner; the conversion is its own
    /// inverse.
    fn turn(self, file: u8, rank: u8, side: Side) -> (u8, u8) {
        let (owner, hand) = match self.origin {
            Origin::Corner(owner, hand) => (owner, hand),
            Origin::Mover(hand) => (side, hand),
        };
        let is_mirrored = (owner == Side::Black) != (hand == Hand::Right);
        let file = if is_mirrored { 8 - file } else { file };
        (file, if owner == Side::Black { 9 - rank } else { rank })
    }

    /// Kinds that the letter of a token may mean, and the move between its squares.
    fn parse(self, token: &str, side: Side) -> Option<(Vec<PieceKind>, Move)> {
        let mut letters = token.chars();
        let kinds = Some(kinds(letters.next()?)).filter(|kinds| !kinds.is_empty())?;
        let rest: String = letters.map(|c| to_ascii(c).map(char::from)).collect::<Option<_>>()?;
        let (from, to) = rest.split_once('-')?;
        let mv = Move::new(self.square(from, side)?, self.square(to, side)?);
        Some((kinds, mv))
    }

    fn square(self, name: &str, side: Side) -> Option<Square> {
        let len_of_first = if self.is_rank_first { name.len().checked_sub(1)? } else { 1 };
        let (first, second) = name.split_at_checked(len_of_first)?;
        let (file, rank) = if self.is_rank_first { (second, first) } else { (first, second) };
        let number = |text: &str| match text.as_bytes() {
            b"10" => Some(10),
            [digit @ b'0'..=b'9'] => Some(digit - b'0'),
            _ => None,
        };
        let file = number(file)?.checked_sub(self.first_file)?;
        let rank = number(if rank == "0" && self.first_rank == 1 { "10" } else { rank })?;
        let square = Square::at(file, rank.checked_sub(self.first_rank)?)?;
        let (file, rank) = self.turn(square.file(), square.rank(), side);
        Square::at(file, rank)
    }
}

/// Kinds that a letter or character may mean; empty for any other.
fn kinds(letter: char) -> Vec<PieceKind> {
    match (to_ascii(letter), Glyph::of(letter)) {
        (Some(letter), _) => latin_kinds(letter).to_vec(),
        (None, Some(Glyph::Piece(kind))) => vec![kind],
        _ => Vec::new(),
    }
}

impl FromStr for Scheme {
    type Err = ParseSchemeError;

    fn from_str(text: &str) -> Result<Scheme, ParseSchemeError> {
        let mut scheme = Scheme::DEFAULT;
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let wrong = || ParseSchemeError(part.to_owned());
            let (name, value) = part.split_once('=').ok_or_else(wrong)?;
            match (name, value) {
                ("files", "0" | "1") => scheme.first_file = u8::from(value == "1"),
                ("ranks", "0" | "1") => scheme.first_rank = u8::from(value == "1"),
                ("order", "file-rank" | "rank-file") => scheme.is_rank_first = value == "rank-file",
                ("from", _) => {
                    let origin = ORIGINS.iter().find(|(known, _)| *known == value);
                    scheme.origin = origin.ok_or_else(wrong)?.1;
                }
                _ => return Err(wrong()),
            }
        }
        Ok(scheme)
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let origin = ORIGINS.iter().find(|(_, origin)| *origin == self.origin);
        write!(
            f,
            "files={},ranks={},order={},from={}",
            self.first_file,
            self.first_rank,
            if self.is_rank_first { "rank-file" } else { "file-rank" },
            origin.map_or("", |(name, _)| name),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scheme_reads_what_it_writes() {
        assert_eq!(Scheme::all().count(), 48);
        let mut position = Position::start();
        for mv in ["h2e2", "h9g7", "b0c2", "b9a7"] {
            let mv: Move = mv.parse().unwrap();
            for scheme in Scheme::all() {
                let text = scheme.write(mv, &position).unwrap();
                assert_eq!(scheme.read(&text, &position), Reading::One(mv), "{text} in {scheme}");
                assert_eq!(scheme.to_string().parse(), Ok(scheme));
            }
            position.play_unchecked(mv);
        }
    }

    #[test]
    fn letters_characters_and_tens() {
        let start = Position::start();
        let scheme = Scheme::DEFAULT;
        let mv = Reading::One("h0g2".parse().unwrap());
        for token in ["H81-73", "h81-73", "N81-73", "马81-73", "馬８１－７３"] {
            assert_eq!(scheme.read(token, &start), mv, "{token}");
        }
        let black = start.with_side(Side::Black);
        for token in ["H810-78", "H80-78"] {
            assert_eq!(
                scheme.read(token, &black),
                Reading::One("h9g7".parse().unwrap()),
                "{token}"
            );
        }
        for token in ["", "H", "H81", "X81-73", "H8-73", "H81-7", "H811-73", "81-73", "一81-73"] {
            assert_eq!(scheme.read(token, &start), Reading::None(Unreadable::NotAMove), "{token}");
        }
        assert_eq!(scheme.read("C81-73", &start), Reading::None(Unreadable::NoSuchPiece));
    }

    #[test]
    fn a_scheme_is_named_in_parts() {
        let scheme: Scheme = "files=0, from=own-right".parse().unwrap();
        assert_eq!(scheme.to_string(), "files=0,ranks=1,order=file-rank,from=own-right");
        for wrong in ["files=2", "x", "from=above", "order="] {
            assert!(wrong.parse::<Scheme>().is_err(), "{wrong}");
        }
    }
}
