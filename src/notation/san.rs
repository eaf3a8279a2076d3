//! Coordinates of western programs: standard algebraic notation for Xiangqi as WinBoard,
//! Fairy-Stockfish and web sites write it (`Che2`, `Rxa9+`, `E5e7`), and UCI with ranks 1 to 10
//! (`h3e3`).
//!
//! A piece letter, as much of the from-square as tells it from others of its kind, an optional `x`,
//! the target square. Without a letter it is a pawn: a bare square is a step forward, a step
//! sideways carries its file (`de6`). With the letter `P` it may step sideways all the same (`Pd7`,
//! `Pxd4`). Some programs count ranks from 0, others from 1; and `E5e7` could be ICCS. So these are
//! never tried on one token: `replay` takes one of them when it plays a whole line further than the
//! usual ones.

use super::{Notation, Reading, Unreadable};
use crate::xiangqi::{Move, Piece, PieceKind, Position, Square};

/// SAN with ranks 0 to 9, as WinBoard writes it.
pub(super) const ZERO: Notation = Notation {
    name: "san",
    aliases: &["winboard"],
    is_complete: true,
    is_automatic: false,
    example: "Che2 Hg7",
    read: |token, position| read(token, position, 0),
    write: |mv, position| write(mv, position, 0),
};

/// SAN with ranks 1 to 10, as Fairy-Stockfish and web sites write it.
pub(super) const ONE: Notation = Notation {
    name: "san-10",
    aliases: &["fairy-san"],
    is_complete: true,
    is_automatic: false,
    example: "Che3 Hg8",
    read: |token, position| read(token, position, 1),
    write: |mv, position| write(mv, position, 1),
};

/// UCI with ranks 1 to 10.
pub(super) const UCI: Notation = Notation {
    name: "uci-10",
    aliases: &["fairy-uci"],
    is_complete: true,
    is_automatic: false,
    example: "h3e3 h10g8",
    read: read_uci,
    write: |mv, position| {
        let text = || square_text(mv.from, 1) + &square_text(mv.to, 1);
        position.is_pseudo_legal(mv).then(text)
    },
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

fn read(token: &str, position: &Position, base: u8) -> Reading {
    let Some((piece, wanted)) = parse(token, position, base) else {
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
    match moves[..] {
        [] => Reading::None(Unreadable::CannotMove),
        [mv] => Reading::One(mv),
        _ => Reading::Several(moves),
    }
}

/// What a word says of a move.
struct Wanted {
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
}

fn parse(token: &str, position: &Position, base: u8) -> Option<(Piece, Wanted)> {
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

fn write(mv: Move, position: &Position, base: u8) -> Option<String> {
    let piece = position.piece_at(mv.from).filter(|_| position.is_pseudo_legal(mv))?;
    let letter = match piece.kind() {
        PieceKind::King => "K",
        PieceKind::Advisor => "A",
        PieceKind::Elephant => "E",
        PieceKind::Horse => "H",
        PieceKind::Rook => "R",
        PieceKind::Cannon => "C",
        PieceKind::Pawn => "",
    };
    let file = char::from(b'a' + mv.from.file()).to_string();
    let rank = (mv.from.rank() + base).to_string();
    let takes = if position.piece_at(mv.to).is_some() { "x" } else { "" };
    let from = ["", &file, &rank, &format!("{file}{rank}")].map(str::to_owned);
    from.iter()
        .map(|from| format!("{letter}{from}{takes}{}", square_text(mv.to, base)))
        .find(|text| read(text, position, base) == Reading::One(mv))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn western_spellings() {
        let start = Position::start();
        let one = |text: &str| Reading::One(text.parse().unwrap());
        assert_eq!((ZERO.read)("Che2", &start), one("h2e2"));
        assert_eq!((ZERO.read)("g4", &start), one("g3g4"));
        assert_eq!((ZERO.read)("Cxb9", &start), one("b2b9"));
        assert_eq!((ONE.read)("Che3", &start), one("h2e2"));
        assert_eq!((UCI.read)("h3e3", &start), one("h2e2"));
        assert_eq!((UCI.read)("h3h10", &start), one("h2h9"));
        assert_eq!((ZERO.read)("炮二平五", &start), Reading::None(Unreadable::NotAMove));
    }

    #[test]
    fn a_pawn_with_its_letter_may_step_sideways() {
        let position = Position::from_fen("4k4/9/9/4P4/9/9/9/9/9/3K5 w").unwrap();
        let one = |text: &str| Reading::One(text.parse().unwrap());
        assert_eq!((ZERO.read)("Pd6", &position), one("e6d6"));
        assert_eq!((ONE.read)("Pd7", &position), one("e6d6"));
        assert_eq!((ZERO.read)("Pe7", &position), one("e6e7"));
        assert_eq!((ZERO.read)("ed6", &position), one("e6d6"));
        assert!(matches!((ZERO.read)("d6", &position), Reading::None(_)));
        let takes = Position::from_fen("4k4/9/9/9/3rP4/9/9/9/9/3K5 w").unwrap();
        assert_eq!((ZERO.read)("Pxd5", &takes), one("e5d5"));
    }

    #[test]
    fn every_move_reads_back() {
        let mut position = Position::start();
        for turn in 0..60 {
            let moves = position.legal_moves();
            for &mv in &moves {
                for notation in [ZERO, ONE, UCI] {
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
