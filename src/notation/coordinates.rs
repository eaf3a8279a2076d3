//! Moves by coordinates: `h2e2` (UCI, UCCI), `H2-E2` (ICCS), perhaps with a piece letter
//! (`Ch2-e2`), in any case and in full width, files a..i from Red's left, ranks 0..9 from Red's
//! back rank; also pairs of digits, and the forms of western programs.
//!
//! **Pairs of digits**: `7747` on the boards of dpxq.com, `77-47` in CBF files. First digit: file,
//! 0 to 8 from Red's left; second digit: rank, 0 to 9 from Black's back rank. Four digits can mean
//! other things, so both forms are tried on whole lines only.
//!
//! **Western programs**: standard algebraic notation for Xiangqi as WinBoard, Fairy-Stockfish and
//! web sites write it (`Che2`, `Rxa9+`, `E5e7`), and UCI with ranks 1 to 10 (`h3e3`). A move is a
//! piece letter, as much of the from-square as is needed, an optional `x`, and the target square.
//! Without a letter the piece is a pawn: a bare square is a step forward; a step sideways names its
//! file (`de6`); with the letter `P` it may also step sideways (`Pd7`, `Pxd4`). Some programs count
//! ranks from 0, others from 1, and `E5e7` could be ICCS. So these forms are never tried on single
//! tokens: `replay` takes one of them when it plays a whole line further than the usual notations.

use super::symbols::latin_letter;
use super::{Notation, Reading, Unreadable, ascii, trim};
use crate::xiangqi::{Move, Piece, PieceKind, Position, Square};

/// How a system names squares and joins them to a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Naming {
    /// Name of the first file from Red's left: `a` or `0`.
    file: u8,
    /// The number of the first rank, 0 or 1.
    rank: u8,
    /// Whether ranks count from Black's side.
    is_from_black: bool,
    /// Text between the squares.
    between: &'static str,
}

const LETTERS: Naming = Naming { file: b'a', rank: 0, is_from_black: false, between: "" };
const LETTERS_10: Naming = Naming { rank: 1, ..LETTERS };
const DIGITS: Naming = Naming { file: b'0', is_from_black: true, ..LETTERS };
const DIGITS_DASHED: Naming = Naming { between: "-", ..DIGITS };

/// `h2e2`, the canonical text.
pub(super) const ICCS: Notation = Notation {
    name: "iccs",
    aliases: &["ucci", "uci", "coordinates"],
    example: "h2e2 h9g7",
    read: read_iccs,
    write: |mv, position| LETTERS.write(mv, position),
    ..Notation::TOKEN
};

/// `H2-E2`, as in Chinese PGN files with `[Format "ICCS"]`.
pub(super) const ICCS_DASHED: Notation = Notation {
    name: "iccs-dashed",
    example: "H2-E2 H9-G7",
    read: read_iccs,
    write: |mv, position| {
        let text = Naming { between: "-", ..LETTERS }.write(mv, position)?;
        Some(text.to_ascii_uppercase())
    },
    ..Notation::TOKEN
};

/// `7747`, as dpxq.com writes.
pub(super) const DPXQ: Notation = Notation {
    name: "dpxq",
    aliases: &["dhtmlxq", "东萍"],
    example: "7747 7062",
    read: |token, position| DIGITS.read(trim(token), position),
    write: |mv, position| DIGITS.write(mv, position),
    ..Notation::LINE
};

/// `77-47`, as CBF files have.
pub(super) const CBF: Notation = Notation {
    name: "cbf",
    example: "77-47 70-62",
    read: |token, position| DIGITS_DASHED.read(trim(token), position),
    write: |mv, position| DIGITS_DASHED.write(mv, position),
    ..Notation::LINE
};

/// UCI with ranks 1 to 10.
pub(super) const UCI_10: Notation = Notation {
    name: "uci-10",
    aliases: &["fairy-uci"],
    example: "h3e3 h10g8",
    read: |token, position| {
        let token = token.trim_end_matches(MARKS).replace('-', "");
        LETTERS_10.read(&token.to_ascii_lowercase(), position)
    },
    write: |mv, position| LETTERS_10.write(mv, position),
    ..Notation::LINE
};

/// SAN with ranks 0 to 9, as WinBoard writes it.
pub(super) const SAN: Notation = Notation {
    name: "san",
    aliases: &["winboard"],
    example: "Che2 Hg7",
    read: |token, position| LETTERS.read_san(token, position),
    write: |mv, position| LETTERS.write_san(mv, position),
    allows: |token, mv, position| LETTERS.allows_san(token, mv, position),
    ..Notation::LINE
};

/// SAN with ranks 1 to 10, as Fairy-Stockfish and web sites write it.
pub(super) const SAN_10: Notation = Notation {
    name: "san-10",
    aliases: &["fairy-san"],
    example: "Che3 Hg8",
    read: |token, position| LETTERS_10.read_san(token, position),
    write: |mv, position| LETTERS_10.write_san(mv, position),
    allows: |token, mv, position| LETTERS_10.allows_san(token, mv, position),
    ..Notation::LINE
};

/// Whether a word is two squares, with ranks up to 10: `h10g8`.
pub(super) fn is_square_pair(word: &str) -> bool {
    let words = Words::read(word.as_bytes(), LETTERS_10);
    words.is_some_and(|words| words.before.is_empty() && words.squares().is_some())
}

/// Whether a text is ICCS moves without blanks: `h2e2h9g7`.
pub(crate) fn is_joined(text: &str) -> bool {
    text.len() >= 4 && text.len().is_multiple_of(4) && text.as_bytes().chunks(4).all(begins_iccs)
}

/// Whether a line begins with a move in ICCS: `h2e2`.
pub(crate) fn begins_iccs(line: &[u8]) -> bool {
    matches!(line, [b'a'..=b'i', b'0'..=b'9', b'a'..=b'i', b'0'..=b'9', ..])
}

/// Signs behind a move: check, mate, remarks.
const MARKS: [char; 6] = ['+', '#', '!', '?', ',', '.'];

fn read_iccs(token: &str, position: &Position) -> Reading {
    let squares = IccsToken::parse(trim(token));
    squares.map_or(Reading::None(Unreadable::NotAMove), |squares| squares.read(position))
}

/// A token in ICCS.
pub(super) struct IccsToken {
    mv: Move,
    /// Kind named by the letter before the squares; None without one.
    pub(super) kind: Option<PieceKind>,
}

impl IccsToken {
    /// Parses a trimmed token; `None` unless it has the form of ICCS.
    pub(super) fn parse(token: &str) -> Option<IccsToken> {
        // Nearly all tokens are `h2e2` in ASCII, which parse at once.
        if let Ok(mv) = token.parse() {
            return Some(IccsToken { mv, kind: None });
        }
        let (mut bytes, len) = ascii::<6>(token)?;
        bytes.make_ascii_lowercase();
        let words = Words::read(&bytes[..len], LETTERS)?;
        let kind = match *words.before {
            [] => None,
            [letter] => Some(Piece::from_fen_letter(char::from(letter))?.kind()),
            _ => return None,
        };
        Some(IccsToken { mv: words.squares()?, kind })
    }

    /// Reads the token in a position.
    pub(super) fn read(&self, position: &Position) -> Reading {
        let found = position.piece_at(self.mv.from).map(Piece::kind);
        match self.kind {
            Some(kind) if found != Some(kind) => Reading::None(Unreadable::NoSuchPiece),
            _ => Reading::on_board(self.mv, position),
        }
    }
}

/// Parts of a move: text before the from-square, as much of that square as is given, a sign
/// between, and the target square.
struct Words<'t> {
    before: &'t [u8],
    file: Option<u8>,
    rank: Option<u8>,
    between: Option<u8>,
    to: Square,
}

impl<'t> Words<'t> {
    /// Reads a text from its end; None if no square ends it.
    fn read(text: &'t [u8], naming: Naming) -> Option<Words<'t>> {
        let mut rest = text;
        let rank = naming.rank_at_end(&mut rest)?;
        let to = Square::at(naming.file_at_end(&mut rest)?, rank)?;
        let between = rest.last().copied().filter(|sign| matches!(sign, b'-' | b'x'));
        rest = &rest[..rest.len() - usize::from(between.is_some())];
        let rank = naming.rank_at_end(&mut rest);
        let file = naming.file_at_end(&mut rest);
        Some(Words { before: rest, file, rank, between, to })
    }

    /// Move between two complete squares; None if the first is incomplete.
    fn squares(&self) -> Option<Move> {
        Some(Move::new(Square::at(self.file?, self.rank?)?, self.to))
    }
}

impl Naming {
    /// Takes a rank (0..10) off the end of a text.
    fn rank_at_end(self, text: &mut &[u8]) -> Option<u8> {
        let (last, rest) = match *text {
            [rest @ .., b'1', b'0'] if self.rank == 1 => (10, rest),
            [rest @ .., digit @ b'0'..=b'9'] => (digit - b'0', rest),
            _ => return None,
        };
        let rank = last.checked_sub(self.rank)?;
        *text = rest;
        Some(if self.is_from_black { 9 - rank } else { rank })
    }

    /// Takes a file (0..9) off the end of a text.
    fn file_at_end(self, text: &mut &[u8]) -> Option<u8> {
        let (last, rest) = text.split_last()?;
        let file = last.checked_sub(self.file).filter(|file| *file < 9)?;
        *text = rest;
        Some(file)
    }

    fn name(self, square: Square) -> String {
        let rank = if self.is_from_black { 9 - square.rank() } else { square.rank() };
        format!("{}{}", char::from(self.file + square.file()), rank + self.rank)
    }

    /// Reads two complete squares with the system's sign between them.
    fn read(self, token: &str, position: &Position) -> Reading {
        let text = ascii::<6>(token);
        let mv = text.as_ref().and_then(|(bytes, len)| {
            let words = Words::read(&bytes[..*len], self)?;
            let is_whole =
                words.before.is_empty() && words.between.as_slice() == self.between.as_bytes();
            words.squares().filter(|_| is_whole)
        });
        mv.map_or(Reading::None(Unreadable::NotAMove), |mv| Reading::on_board(mv, position))
    }

    fn write(self, mv: Move, position: &Position) -> Option<String> {
        let text = || self.name(mv.from) + self.between + &self.name(mv.to);
        position.is_pseudo_legal(mv).then(text)
    }

    fn read_san(self, token: &str, position: &Position) -> Reading {
        let not_a_move = Reading::None(Unreadable::NotAMove);
        let Some(words) = Words::read(token.trim_end_matches(MARKS).as_bytes(), self) else {
            return not_a_move;
        };
        let kind = match *words.before {
            [] => Some(PieceKind::Pawn),
            [letter @ b'A'..=b'Z'] => Piece::from_fen_letter(char::from(letter)).map(Piece::kind),
            _ => None,
        };
        let Some(kind) = kind else { return not_a_move };
        // A bare square is a step forward of a pawn on that file.
        let is_bare = words.before.is_empty() && words.rank.is_none();
        let file = words.file.or(is_bare.then(|| words.to.file()));
        let piece = Piece::new(position.side(), kind);
        let candidates = position.board().pieces_of(position.side()).filter(|(from, found)| {
            *found == piece
                && file.is_none_or(|file| from.file() == file)
                && words.rank.is_none_or(|rank| from.rank() == rank)
        });
        let mut moves: Vec<Move> = candidates.map(|(from, _)| Move::new(from, words.to)).collect();
        if moves.is_empty() {
            return Reading::None(Unreadable::NoSuchPiece);
        }
        moves.retain(|mv| position.is_pseudo_legal(*mv));
        // Standard algebraic notation distinguishes legal moves only.
        if moves.len() > 1 && moves.iter().any(|mv| position.is_legal(*mv)) {
            moves.retain(|mv| position.is_legal(*mv));
        }
        Reading::of(moves, Unreadable::CannotMove)
    }

    fn write_san(self, mv: Move, position: &Position) -> Option<String> {
        let texts = self.texts_of_san(mv, position)?;
        texts.into_iter().find(|text| self.read_san(text, position) == Reading::One(mv))
    }

    /// Texts of the move, shortest first: without its from-square, with the file, the rank, or
    /// both.
    fn texts_of_san(self, mv: Move, position: &Position) -> Option<[String; 4]> {
        let piece = position.piece_at(mv.from).filter(|_| position.is_pseudo_legal(mv))?;
        let letter = match piece.kind() {
            PieceKind::Pawn => String::new(),
            kind => latin_letter(kind).to_string(),
        };
        let (from, to) = (self.name(mv.from), self.name(mv.to));
        let (file, rank) = from.split_at(1);
        let takes = if position.piece_at(mv.to).is_some() { "x" } else { "" };
        Some(["", file, rank, &from].map(|from| format!("{letter}{from}{takes}{to}")))
    }

    /// Whether `token` is a fuller text of the move than needed: with file, rank or both of the
    /// from-square, or with the file of a capturing pawn.
    fn allows_san(self, token: &str, mv: Move, position: &Position) -> bool {
        let [_, file, rank, square] = self.texts_of_san(mv, position).unwrap_or_default();
        let is_pawn = file.starts_with(|c: char| c.is_ascii_lowercase());
        match is_pawn {
            true => file == token && token.contains('x'),
            false => [file, rank, square].iter().any(|text| text == token),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dress_of_coordinates() {
        const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
        const PAWN: &str = "4k4/9/9/4P4/9/9/9/9/9/3K5 w";
        const TAKES: &str = "4k4/9/9/9/3rP4/9/9/9/9/3K5 w";
        let no_move = Unreadable::NotAMove.to_string();
        let no_piece = Unreadable::NoSuchPiece.to_string();
        let blocked = Unreadable::CannotMove.to_string();
        for (notation, fen, expected, texts) in [
            (
                ICCS,
                START,
                "h2e2",
                "h2e2 H2E2 h2-e2 H2-E2 Ch2-e2 ch2e2 Ｈ２－Ｅ２ H2–E2 h2e2!? h2xe2",
            ),
            (ICCS, START, &no_move, "h2e h2e2e h2ê2 h2=e2 炮二平五 j2e2 Xh2e2"),
            (ICCS, START, &no_piece, "h9g7 e4e5 Rh2-e2"),
            (ICCS, START, &blocked, "h2e3 h2h2"),
            (DPXQ, START, "h2e2", "7747 ７７４７"),
            (CBF, START, "h2e2", "77-47"),
            (DPXQ, START, &no_move, "77-47 774 77477 9747 h2e2"),
            (DPXQ, START, &blocked, "7748"),
            (DPXQ, START, &no_piece, "7062"),
            (SAN, START, "h2e2", "Che2"),
            (SAN, START, "g3g4", "g4"),
            (SAN, START, "b2b9", "Cxb9"),
            (SAN_10, START, "h2e2", "Che3"),
            (UCI_10, START, "h2e2", "h3e3"),
            (UCI_10, START, "h2h9", "h3h10"),
            (SAN, START, &no_move, "炮二平五 Xe2"),
            // With its letter a pawn may step sideways.
            (SAN, PAWN, "e6d6", "Pd6 ed6"),
            (SAN, PAWN, "e6e7", "Pe7"),
            (SAN, PAWN, &no_piece, "d6"),
            (SAN_10, PAWN, "e6d6", "Pd7"),
            (SAN, TAKES, "e5d5", "Pxd5"),
        ] {
            let position = Position::from_fen(fen).unwrap();
            for text in texts.split(' ') {
                let found = match (notation.read)(text, &position) {
                    Reading::One(mv) => mv.to_string(),
                    Reading::None(why) => why.to_string(),
                    several @ Reading::Several(_) => panic!("{text}: {several:?}"),
                };
                assert_eq!(found, expected, "{text} as {}", notation.name);
            }
            assert_eq!((notation.read)("", &position), Reading::None(Unreadable::NotAMove));
        }
    }
}
