//! Squares by their coordinates: `h2e2` (UCI, UCCI), `H2-E2` (ICCS), with a piece letter before them
//! (`Ch2-e2`), in any case and in full width, files a..i from Red's left, ranks 0..9 from Red's back
//! rank; pairs of digits; and what western programs write.
//!
//! **Pairs of digits**: `7747` on the boards of dpxq.com, `77-47` in CBF files. The first digit is the
//! file, 0 to 8 from Red's left; the second the rank, 0 to 9 from Black's back rank. Four digits can
//! mean other things, too, so both are tried on whole lines only.
//!
//! **Western programs**: standard algebraic notation for Xiangqi as WinBoard, Fairy-Stockfish and web
//! sites write it (`Che2`, `Rxa9+`, `E5e7`), and UCI with ranks 1 to 10 (`h3e3`). A piece letter, as
//! much of the from-square as tells it from others of its kind, an optional `x`, the target square.
//! Without a letter it is a pawn: a bare square is a step forward, a step sideways carries its file
//! (`de6`). With the letter `P` it may step sideways all the same (`Pd7`, `Pxd4`). Some programs count
//! ranks from 0, others from 1; and `E5e7` could be ICCS. So these are never tried on one token:
//! `replay` takes one of them when it plays a whole line further than the usual ones.

use super::symbols::latin_letter;
use super::{Notation, Reading, Unreadable, ascii, trim};
use crate::xiangqi::{Move, Piece, PieceKind, Position, Square};

/// `h2e2`, our canonical text.
pub(super) const ICCS: Notation = Notation {
    name: "iccs",
    aliases: &["ucci", "uci", "coordinates"],
    example: "h2e2 h9g7",
    read: read_iccs,
    write: |mv, position| position.is_pseudo_legal(mv).then(|| mv.to_string()),
    ..Notation::TOKEN
};

/// `H2-E2`, as Chinese PGN files with `[Format "ICCS"]` have it.
pub(super) const ICCS_DASHED: Notation = Notation {
    name: "iccs-dashed",
    example: "H2-E2 H9-G7",
    read: read_iccs,
    write: |mv, position| {
        position.is_pseudo_legal(mv).then(|| format!("{}-{}", mv.from, mv.to).to_ascii_uppercase())
    },
    ..Notation::TOKEN
};

fn read_iccs(token: &str, position: &Position) -> Reading {
    read_if_coordinates(trim(token), position).unwrap_or(Reading::None(Unreadable::NotAMove))
}

/// Reads `token` if it has the form of coordinates.
pub(super) fn read_if_coordinates(token: &str, position: &Position) -> Option<Reading> {
    let (letter, mv) = parse_iccs(token)?;
    let is_named = letter.is_none_or(|letter| {
        position.piece_at(mv.from).is_some_and(|piece| piece.kind() == letter.kind())
    });
    Some(match is_named {
        true => Reading::on_board(mv, position),
        false => Reading::None(Unreadable::NoSuchPiece),
    })
}

/// The two squares and the piece letter, if there is one (of either case, which does not tell the
/// side).
fn parse_iccs(token: &str) -> Option<(Option<Piece>, Move)> {
    // Nearly all are `h2e2` in ASCII, and need no look at their characters.
    if let &[file, rank, to_file, to_rank] = token.as_bytes()
        && let (Some(from), Some(to)) =
            (square_of_letters(file, rank), square_of_letters(to_file, to_rank))
    {
        return Some((None, Move::new(from, to)));
    }
    let (bytes, len) = ascii::<6>(token)?;
    match bytes[..len] {
        [file, rank, to_file, to_rank] | [file, rank, b'-' | b'x', to_file, to_rank] => Some((
            None,
            Move::new(square_of_letters(file, rank)?, square_of_letters(to_file, to_rank)?),
        )),
        [piece, file, rank, to_file, to_rank]
        | [piece, file, rank, b'-' | b'x', to_file, to_rank] => {
            let piece = Piece::from_fen_letter(char::from(piece))?;
            Some((
                Some(piece),
                Move::new(square_of_letters(file, rank)?, square_of_letters(to_file, to_rank)?),
            ))
        }
        _ => None,
    }
}

fn square_of_letters(file: u8, rank: u8) -> Option<Square> {
    Square::at(file.to_ascii_lowercase().wrapping_sub(b'a'), rank.wrapping_sub(b'0'))
}

/// `7747`
pub(super) const DPXQ: Notation = Notation {
    name: "dpxq",
    aliases: &["dhtmlxq", "东萍"],
    example: "7747 7062",
    read: |token, position| read_digits(token, position, false),
    write: |mv, position| write_digits(mv, position, ""),
    ..Notation::LINE
};

/// `77-47`
pub(super) const CBF: Notation = Notation {
    name: "cbf",
    example: "77-47 70-62",
    read: |token, position| read_digits(token, position, true),
    write: |mv, position| write_digits(mv, position, "-"),
    ..Notation::LINE
};

fn read_digits(token: &str, position: &Position, has_dash: bool) -> Reading {
    match parse_digits(trim(token), has_dash) {
        Some(mv) => Reading::on_board(mv, position),
        None => Reading::None(Unreadable::NotAMove),
    }
}

fn parse_digits(token: &str, has_dash: bool) -> Option<Move> {
    let (bytes, len) = ascii::<5>(token)?;
    match bytes[..len] {
        [x, y, b'-', to_x, to_y] if has_dash => {
            Some(Move::new(square_of_digits(x, y)?, square_of_digits(to_x, to_y)?))
        }
        [x, y, to_x, to_y] if !has_dash => {
            Some(Move::new(square_of_digits(x, y)?, square_of_digits(to_x, to_y)?))
        }
        _ => None,
    }
}

fn square_of_digits(x: u8, y: u8) -> Option<Square> {
    let digit = |byte: u8| byte.checked_sub(b'0').filter(|digit| *digit <= 9);
    Square::at(digit(x)?, 9 - digit(y)?)
}

fn write_digits(mv: Move, position: &Position, between: &str) -> Option<String> {
    let digits = |square: Square| format!("{}{}", square.file(), 9 - square.rank());
    position.is_pseudo_legal(mv).then(|| digits(mv.from) + between + &digits(mv.to))
}

/// SAN with ranks 0 to 9, as WinBoard writes it.
pub(super) const SAN: Notation = Notation {
    name: "san",
    aliases: &["winboard"],
    example: "Che2 Hg7",
    read: |token, position| read_san(token, position, 0),
    write: |mv, position| write_san(mv, position, 0),
    ..Notation::LINE
};

/// SAN with ranks 1 to 10, as Fairy-Stockfish and web sites write it.
pub(super) const SAN_10: Notation = Notation {
    name: "san-10",
    aliases: &["fairy-san"],
    example: "Che3 Hg8",
    read: |token, position| read_san(token, position, 1),
    write: |mv, position| write_san(mv, position, 1),
    ..Notation::LINE
};

/// UCI with ranks 1 to 10.
pub(super) const UCI_10: Notation = Notation {
    name: "uci-10",
    aliases: &["fairy-uci"],
    example: "h3e3 h10g8",
    read: read_uci,
    write: |mv, position| {
        let text = || square_text(mv.from, 1) + &square_text(mv.to, 1);
        position.is_pseudo_legal(mv).then(text)
    },
    ..Notation::LINE
};

fn square_text(square: Square, base: u8) -> String {
    format!("{}{}", char::from(b'a' + square.file()), square.rank() + base)
}

/// A word with its digits read from the end.
struct Tail<'a>(&'a [u8]);

impl Tail<'_> {
    /// Takes a rank off the end.
    fn rank(&mut self, base: u8) -> Option<u8> {
        let (&last, rest) = self.0.split_last()?;
        if base == 1
            && last == b'0'
            && let Some(rest) = rest.strip_suffix(b"1")
        {
            self.0 = rest;
            return Some(9);
        }
        let rank = last.checked_sub(b'0').filter(|digit| *digit <= 9)?.checked_sub(base)?;
        self.0 = rest;
        Some(rank)
    }

    /// Takes a file off the end.
    fn file(&mut self) -> Option<u8> {
        let (&last, rest) = self.0.split_last()?;
        let file = last.checked_sub(b'a').filter(|file| *file < 9)?;
        self.0 = rest;
        Some(file)
    }

    fn square(&mut self, base: u8) -> Option<Square> {
        let rank = self.rank(base)?;
        Square::at(self.file()?, rank)
    }
}

fn read_uci(token: &str, position: &Position) -> Reading {
    let lower = token.trim_end_matches(['+', '#', '!', '?']).replace('-', "").to_ascii_lowercase();
    let mut tail = Tail(lower.as_bytes());
    let (to, from) = (tail.square(1), tail.square(1));
    let (Some(from), Some(to), []) = (from, to, tail.0) else {
        return Reading::None(Unreadable::NotAMove);
    };
    decide(position, vec![Move::new(from, to)])
}

fn read_san(token: &str, position: &Position, base: u8) -> Reading {
    let Some((piece, wanted)) = parse_san(token, position, base) else {
        return Reading::None(Unreadable::NotAMove);
    };
    let candidates = position.board().pieces_of(position.side());
    let fits = candidates.filter(|(from, found)| {
        *found == piece
            && wanted.file.is_none_or(|file| from.file() == file)
            && wanted.rank.is_none_or(|rank| from.rank() == rank)
    });
    let moves: Vec<Move> = fits.map(|(from, _)| Move::new(from, wanted.to)).collect();
    if moves.is_empty() {
        return Reading::None(Unreadable::NoSuchPiece);
    }
    decide(position, moves)
}

/// The pseudo-legal ones; where several are, only the legal ones: that is what the notation tells
/// apart.
fn decide(position: &Position, mut moves: Vec<Move>) -> Reading {
    moves.retain(|mv| position.is_pseudo_legal(*mv));
    if moves.len() > 1 {
        let legal: Vec<Move> = moves.iter().copied().filter(|mv| position.is_legal(*mv)).collect();
        if !legal.is_empty() {
            moves = legal;
        }
    }
    Reading::of(moves, Unreadable::CannotMove)
}

/// The parts of a move that a word names.
struct Wanted {
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
}

fn parse_san(token: &str, position: &Position, base: u8) -> Option<(Piece, Wanted)> {
    let token = token.trim_end_matches(['+', '#', '!', '?', ',', '.']);
    let (letter, rest) = match token.chars().next()? {
        letter if letter.is_ascii_uppercase() => (Some(letter), &token[1..]),
        _ => (None, token),
    };
    let piece = letter.map_or(Some(Piece::RedPawn), Piece::from_fen_letter)?;
    let mut tail = Tail(rest.as_bytes());
    let to = tail.square(base)?;
    tail.0 = tail.0.strip_suffix(b"x").or_else(|| tail.0.strip_suffix(b"-")).unwrap_or(tail.0);
    let rank = tail.rank(base);
    let mut file = tail.file();
    if !tail.0.is_empty() {
        return None;
    }
    if letter.is_none() && file.is_none() && rank.is_none() {
        file = Some(to.file());
    }
    Some((Piece::new(position.side(), piece.kind()), Wanted { file, rank, to }))
}

fn write_san(mv: Move, position: &Position, base: u8) -> Option<String> {
    let piece = position.piece_at(mv.from).filter(|_| position.is_pseudo_legal(mv))?;
    let letter = match piece.kind() {
        PieceKind::Pawn => String::new(),
        kind => latin_letter(kind).to_string(),
    };
    let file = char::from(b'a' + mv.from.file()).to_string();
    let rank = (mv.from.rank() + base).to_string();
    let takes = if position.piece_at(mv.to).is_some() { "x" } else { "" };
    let from = ["", &file, &rank, &format!("{file}{rank}")].map(str::to_owned);
    from.iter()
        .map(|from| format!("{letter}{from}{takes}{}", square_text(mv.to, base)))
        .find(|text| read_san(text, position, base) == Reading::One(mv))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dress_of_coordinates() {
        let position = Position::start();
        let mv: Move = "h2e2".parse().unwrap();
        for text in [
            "h2e2",
            "H2E2",
            "h2-e2",
            "H2-E2",
            "Ch2-e2",
            "ch2e2",
            "Ｈ２－Ｅ２",
            "H2–E2",
            "h2e2!?",
            "h2xe2",
        ] {
            assert_eq!(read_iccs(text, &position), Reading::One(mv), "{text}");
        }
        for (text, why) in [
            ("h2e", Unreadable::NotAMove),
            ("h2e2e", Unreadable::NotAMove),
            ("h2ê2", Unreadable::NotAMove),
            ("h2=e2", Unreadable::NotAMove),
            ("炮二平五", Unreadable::NotAMove),
            ("", Unreadable::NotAMove),
            ("j2e2", Unreadable::NotAMove),
            ("h9g7", Unreadable::NoSuchPiece),
            ("e4e5", Unreadable::NoSuchPiece),
            ("Rh2-e2", Unreadable::NoSuchPiece),
            ("h2e3", Unreadable::CannotMove),
            ("h2h2", Unreadable::CannotMove),
        ] {
            assert_eq!(read_iccs(text, &position), Reading::None(why), "{text}");
        }
    }

    #[test]
    fn pairs_of_digits() {
        let start = Position::start();
        let mv: Move = "h2e2".parse().unwrap();
        assert_eq!(read_digits("7747", &start, false), Reading::One(mv));
        assert_eq!(read_digits("７７４７", &start, false), Reading::One(mv));
        assert_eq!(read_digits("77-47", &start, true), Reading::One(mv));
        for token in ["77-47", "774", "77477", "9747", "h2e2", ""] {
            assert_eq!(
                read_digits(token, &start, false),
                Reading::None(Unreadable::NotAMove),
                "{token}"
            );
        }
        assert_eq!(read_digits("7748", &start, false), Reading::None(Unreadable::CannotMove));
        assert_eq!(read_digits("7062", &start, false), Reading::None(Unreadable::NoSuchPiece));
    }

    #[test]
    fn western_spellings() {
        let start = Position::start();
        let one = |text: &str| Reading::One(text.parse().unwrap());
        assert_eq!((SAN.read)("Che2", &start), one("h2e2"));
        assert_eq!((SAN.read)("g4", &start), one("g3g4"));
        assert_eq!((SAN.read)("Cxb9", &start), one("b2b9"));
        assert_eq!((SAN_10.read)("Che3", &start), one("h2e2"));
        assert_eq!((UCI_10.read)("h3e3", &start), one("h2e2"));
        assert_eq!((UCI_10.read)("h3h10", &start), one("h2h9"));
        assert_eq!((SAN.read)("炮二平五", &start), Reading::None(Unreadable::NotAMove));
    }

    #[test]
    fn a_pawn_with_its_letter_may_step_sideways() {
        let position = Position::from_fen("4k4/9/9/4P4/9/9/9/9/9/3K5 w").unwrap();
        let one = |text: &str| Reading::One(text.parse().unwrap());
        assert_eq!((SAN.read)("Pd6", &position), one("e6d6"));
        assert_eq!((SAN_10.read)("Pd7", &position), one("e6d6"));
        assert_eq!((SAN.read)("Pe7", &position), one("e6e7"));
        assert_eq!((SAN.read)("ed6", &position), one("e6d6"));
        assert!(matches!((SAN.read)("d6", &position), Reading::None(_)));
        let takes = Position::from_fen("4k4/9/9/9/3rP4/9/9/9/9/3K5 w").unwrap();
        assert_eq!((SAN.read)("Pxd5", &takes), one("e5d5"));
    }

    #[test]
    fn every_move_reads_back() {
        let mut position = Position::start();
        for turn in 0..60 {
            let moves = position.legal_moves();
            for &mv in &moves {
                for notation in [SAN, SAN_10, UCI_10] {
                    let text = (notation.write)(mv, &position).unwrap();
                    assert_eq!(
                        (notation.read)(&text, &position),
                        Reading::One(mv),
                        "{text} in {position:?}"
                    );
                }
            }
            let Some(&mv) = moves.get(turn * 7 % moves.len().max(1)) else { break };
            position.play_unchecked(mv);
        }
    }
}
