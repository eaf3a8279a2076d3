//! Coordinates: `h2e2` (UCI, UCCI), `H2-E2` (ICCS), with a piece letter before them (`Ch2-e2`), in
//! any case and in full width. Files a..i from Red's left, ranks 0..9 from Red's back rank.
//!
//! The dialects with ranks 1..10 cannot be told from this one by a single move and are not read
//! here.

use super::{Notation, Reading, Unreadable};
use crate::xiangqi::{Move, Piece, Position, Square};

/// `h2e2`, our canonical text.
pub(super) const NOTATION: Notation = Notation {
    name: "iccs",
    aliases: &["ucci", "uci", "coordinates"],
    is_complete: true,
    is_automatic: true,
    example: "h2e2 h9g7",
    read,
    write: |mv, position| position.is_pseudo_legal(mv).then(|| mv.to_string()),
};

/// `H2-E2`, as Chinese PGN files with `[Format "ICCS"]` have it.
pub(super) const DASHED: Notation = Notation {
    name: "iccs-dashed",
    aliases: &[],
    is_complete: true,
    is_automatic: true,
    example: "H2-E2 H9-G7",
    read,
    write: |mv, position| {
        position.is_pseudo_legal(mv).then(|| format!("{}-{}", mv.from, mv.to).to_ascii_uppercase())
    },
};

fn read(token: &str, position: &Position) -> Reading {
    read_if_coordinates(super::trim(token), position).unwrap_or(Reading::None(Unreadable::NotAMove))
}

/// Reads `token` if it has the form of coordinates.
pub(super) fn read_if_coordinates(token: &str, position: &Position) -> Option<Reading> {
    let (letter, mv) = parse(token)?;
    let piece = position.piece_at(mv.from).filter(|piece| piece.side() == position.side());
    Some(match piece {
        Some(piece) if letter.is_none_or(|letter| letter.kind() == piece.kind()) => {
            if position.is_pseudo_legal(mv) {
                Reading::One(mv)
            } else {
                Reading::None(Unreadable::CannotMove)
            }
        }
        _ => Reading::None(Unreadable::NoSuchPiece),
    })
}

/// The two squares and the piece letter, if there is one (of either case, which does not tell the
/// side).
fn parse(token: &str) -> Option<(Option<Piece>, Move)> {
    // Nearly all are `h2e2` in ASCII, and need no look at their characters.
    if let &[file, rank, to_file, to_rank] = token.as_bytes()
        && let (Some(from), Some(to)) = (square(file, rank), square(to_file, to_rank))
    {
        return Some((None, Move::new(from, to)));
    }
    let mut bytes = [0; 6];
    let mut len = 0;
    for letter in token.chars() {
        *bytes.get_mut(len)? = super::to_ascii(letter)?;
        len += 1;
    }
    match bytes[..len] {
        [file, rank, to_file, to_rank] | [file, rank, b'-' | b'x', to_file, to_rank] => {
            Some((None, Move::new(square(file, rank)?, square(to_file, to_rank)?)))
        }
        [piece, file, rank, to_file, to_rank]
        | [piece, file, rank, b'-' | b'x', to_file, to_rank] => {
            let piece = Piece::from_fen_letter(char::from(piece))?;
            Some((Some(piece), Move::new(square(file, rank)?, square(to_file, to_rank)?)))
        }
        _ => None,
    }
}

fn square(file: u8, rank: u8) -> Option<Square> {
    Square::at(file.to_ascii_lowercase().wrapping_sub(b'a'), rank.wrapping_sub(b'0'))
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
            assert_eq!(read(text, &position), Reading::One(mv), "{text}");
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
            assert_eq!(read(text, &position), Reading::None(why), "{text}");
        }
    }
}
