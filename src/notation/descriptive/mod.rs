//! Moves told in words, as in 《百变象棋谱》 (about 1522): 兵吃车, 将退, 车进照, 马卧槽; "Pawn
//! captures Chariot", "King retreats", "Chariot advances for Check", "Horse to Riverbank". The
//! examples are those of Jim Png, "A Detailed Introduction to the Notation System in Xiangqi"; the
//! words beyond them are the common terms of the game.
//!
//! # Reading
//! A description is a set of facts: the piece, what it captures, the way it goes, where it arrives
//! ([`Landmark`]), whether it checks or mates. The move is any *legal* move with which all facts
//! agree; what is not said is open: a move that is not told to capture may capture. Both languages
//! are read everywhere, filler words are passed over, and a word that is not known makes the text
//! no description.
//!
//! Seldom is one description enough. A whole line is solved by [`solve`](super::solve).
//!
//! # Writing
//! Every fact that holds: piece, direction, the narrowest landmark, capture, check or mate. The
//! text fits its move, but may fit others, too: the system is not complete.

mod landmark;
mod words;
mod write;

use super::{Notation, Reading, Unreadable};
use crate::xiangqi::{Move, PieceKind, Position, Side, Square};
use landmark::Landmark;

use super::words::Direction;

/// In Chinese.
pub(super) const NOTATION: Notation = Notation {
    name: "descriptive",
    aliases: &["描述"],
    is_complete: false,
    is_automatic: false,
    example: "炮平中路 马进",
    read,
    write: write::chinese,
};

/// In English.
pub(super) const ENGLISH: Notation = Notation {
    name: "descriptive-en",
    aliases: &[],
    is_complete: false,
    is_automatic: false,
    example: "Cannon traverses to the central file, Horse advances",
    read,
    write: write::english,
};

/// One thing that is said of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fact {
    /// The side that moves.
    Side(Side),
    /// The kind of the piece.
    Piece(PieceKind),
    /// Something is captured.
    Captures,
    /// A piece of this kind is captured.
    Takes(PieceKind),
    /// Towards the opponent, back, or along the rank.
    Goes(Direction),
    /// The king is in check afterwards.
    Check,
    /// Checkmate or stalemate afterwards.
    Mate,
    /// Where it arrives.
    At(Landmark),
    /// It comes from this side of the river to the other.
    CrossesRiver,
}

impl Fact {
    /// Whether the fact holds for a legal move of `position`; cheap facts are asked first by the
    /// reader.
    fn holds(self, mv: Move, position: &Position) -> bool {
        let side = position.side();
        match self {
            Fact::Side(said) => side == said,
            Fact::Piece(kind) => position.piece_at(mv.from).is_some_and(|p| p.kind() == kind),
            Fact::Captures => position.piece_at(mv.to).is_some(),
            Fact::Takes(kind) => position.piece_at(mv.to).is_some_and(|p| p.kind() == kind),
            Fact::Goes(direction) => direction_of(mv, side) == direction,
            Fact::At(landmark) => {
                position.piece_at(mv.from).is_some_and(|p| landmark.holds(mv.to, p.kind(), side))
            }
            Fact::CrossesRiver => !is_across(mv.from, side) && is_across(mv.to, side),
            Fact::Check => after(mv, position).is_check(),
            Fact::Mate => after(mv, position).ending().is_some(),
        }
    }

    /// Facts that need the move to be played come last.
    fn cost(self) -> u8 {
        match self {
            Fact::Check => 1,
            Fact::Mate => 2,
            _ => 0,
        }
    }
}

/// Which way a piece goes; for the diagonal ones, too, whatever they gain in files.
fn direction_of(mv: Move, side: Side) -> Direction {
    let ahead = (mv.to.rank() as i8 - mv.from.rank() as i8) * side.forward();
    match ahead {
        1.. => Direction::Advance,
        0 => Direction::Traverse,
        _ => Direction::Retreat,
    }
}

/// Whether a square lies on the other side of the river.
fn is_across(square: Square, side: Side) -> bool {
    (square.rank() >= 5) == (side == Side::Red)
}

fn after(mv: Move, position: &Position) -> Position {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}

fn read(text: &str, position: &Position) -> Reading {
    let Some(mut facts) = words::parse(text) else { return Reading::None(Unreadable::NotAMove) };
    facts.sort_by_key(|fact| fact.cost());
    let has_piece = facts.iter().all(|&fact| match fact {
        Fact::Side(side) => side == position.side(),
        Fact::Piece(kind) => {
            position.board().pieces_of(position.side()).any(|(_, piece)| piece.kind() == kind)
        }
        _ => true,
    });
    if !has_piece {
        return Reading::None(Unreadable::NoSuchPiece);
    }
    let kind = facts.iter().find_map(|fact| match fact {
        Fact::Piece(kind) => Some(*kind),
        _ => None,
    });
    let mut moves = Vec::new();
    for (from, piece) in position.board().pieces_of(position.side()) {
        if kind.is_none_or(|kind| kind == piece.kind()) {
            position.for_each_target(from, |to| moves.push(Move::new(from, to)));
        }
    }
    moves.retain(|&mv| {
        facts.iter().all(|fact| fact.cost() > 0 || fact.holds(mv, position))
            && position.is_legal(mv)
            && facts.iter().all(|fact| fact.cost() == 0 || fact.holds(mv, position))
    });
    moves.sort();
    Reading::of(moves, Unreadable::CannotMove)
}

#[cfg(test)]
mod tests;
