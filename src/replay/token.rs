//! One raw move and its meaning on a board.

use crate::format::RawMove;
use crate::notation::{Reading, Unreadable};
use crate::xiangqi::Position;

/// How a token is read: the usual notations, one of their rivals, or what the user named.
pub(super) type ReadToken<'r> = &'r dyn Fn(&str, &Position) -> Reading;

/// What a raw move means in `position`.
pub(super) fn read(token: RawMove<'_>, position: &Position, reader: ReadToken<'_>) -> Reading {
    match token {
        RawMove::Text(text) => reader(text, position),
        RawMove::Squares(mv) if position.is_pseudo_legal(mv) => Reading::One(mv),
        RawMove::Squares(mv) => {
            let own =
                position.piece_at(mv.from).is_some_and(|piece| piece.side() == position.side());
            Reading::None(if own { Unreadable::CannotMove } else { Unreadable::NoSuchPiece })
        }
        RawMove::OffBoard(..) => Reading::None(Unreadable::NotAMove),
        RawMove::Missing(_) => Reading::None(Unreadable::Missing),
    }
}

/// A raw move as a report shows it.
pub fn token_text(token: RawMove<'_>) -> String {
    match token {
        RawMove::Text(text) | RawMove::Missing(text) => text.to_owned(),
        RawMove::Squares(mv) => mv.to_string(),
        RawMove::OffBoard(from, to) => format!("square bytes {from} and {to}"),
    }
}
