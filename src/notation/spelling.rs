//! What a text says once its characters are understood, and the pseudo-legal moves that it fits.

use super::fields::target;
use super::tandem::Tandem;
use super::words::{Direction, Standing};
use super::{Reading, Unreadable};
use crate::xiangqi::{Move, Piece, PieceKind, Position, Side, Square};

/// Which piece of its kind is meant. All numbers are 1-based; files 1..=9 from the mover's right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// The one on this file: 炮二, `C2`. Where several stand there, any of them that can move so.
    OnFile(u8),
    /// One of several on a file: 前炮, `+C`.
    Standing(Standing),
    /// The same with the file: 前四兵, `4+`.
    StandingOn(Standing, u8),
    /// Counted over every file with several: 三兵, `Pc`.
    Ordinal(u8),
    /// Counted from the front of one file, place then file: 二兵四, `24`.
    OrdinalOn(u8, u8),
}

/// The first half of a move: the piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) kind: PieceKind,
    pub(super) which: Which,
}

impl Name {
    /// The whole move; `number` is steps or the file of arrival, 1..=9.
    pub(super) fn with(self, direction: Direction, number: u8) -> Spelling {
        Spelling { kind: self.kind, which: self.which, direction, number }
    }
}

/// A move as a notation spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spelling {
    pub(super) kind: PieceKind,
    pub(super) which: Which,
    pub(super) direction: Direction,
    /// Steps or file of arrival, 1..=9.
    pub(super) number: u8,
}

/// The pseudo-legal moves that one or more spellings fit.
#[derive(Debug, Default)]
pub(super) struct Fits {
    has_piece: bool,
    first: Option<Move>,
    more: Vec<Move>,
}

impl Fits {
    /// Adds every pseudo-legal move that `spelling` fits.
    pub(super) fn add(&mut self, spelling: Spelling, position: &Position) {
        let kind = spelling.kind;
        match spelling.which {
            Which::OnFile(number) => {
                for &square in Tandem::on_file(position, kind, number).squares() {
                    self.add_from(square, spelling, position);
                }
            }
            Which::StandingOn(standing, number) => {
                let tandem = Tandem::on_file(position, kind, number);
                for place in standing.places(tandem.squares().len()) {
                    self.add_from(tandem.squares()[place], spelling, position);
                }
            }
            Which::OrdinalOn(ordinal, number) => {
                let tandem = Tandem::on_file(position, kind, number);
                if let Some(&square) = tandem.squares().get(usize::from(ordinal).wrapping_sub(1)) {
                    self.add_from(square, spelling, position);
                }
            }
            Which::Ordinal(ordinal) => {
                let mut left = usize::from(ordinal).wrapping_sub(1);
                for tandem in Tandem::all(position, kind) {
                    if let Some(&square) = tandem.squares().get(left) {
                        return self.add_from(square, spelling, position);
                    }
                    left -= tandem.squares().len();
                }
            }
            Which::Standing(standing) => {
                for tandem in Tandem::all(position, kind) {
                    for place in standing.places(tandem.squares().len()) {
                        self.add_from(tandem.squares()[place], spelling, position);
                    }
                }
            }
        }
    }

    /// Adds what the spelling can mean where its word was not needed, because no file holds two of
    /// the kind, or compares pieces on different files: whoever can move so, the one that the word
    /// suits best first.
    pub(super) fn add_needless(&mut self, spelling: Spelling, position: &Position) {
        let Which::Standing(standing) = spelling.which else {
            return;
        };
        if Tandem::all(position, spelling.kind).next().is_some() {
            return;
        }
        let piece = Piece::new(position.side(), spelling.kind);
        let squares = Square::all().filter(|&square| position.piece_at(square) == Some(piece));
        let wants_front = matches!(standing, Standing::Front | Standing::Plus);
        if wants_front == (position.side() == Side::Red) {
            squares.rev().for_each(|square| self.add_from(square, spelling, position));
        } else {
            squares.for_each(|square| self.add_from(square, spelling, position));
        }
    }

    fn add_from(&mut self, from: Square, spelling: Spelling, position: &Position) {
        self.has_piece = true;
        let to = target(from, spelling.kind, position.side(), spelling.direction, spelling.number);
        if let Some(to) = to {
            let mv = Move::new(from, to);
            if position.is_pseudo_legal(mv) {
                self.push(mv);
            }
        }
    }

    fn push(&mut self, mv: Move) {
        match self.first {
            None => self.first = Some(mv),
            Some(first) if first == mv || self.more.contains(&mv) => {}
            Some(_) => self.more.push(mv),
        }
    }

    /// Whether no move fits so far.
    pub(super) fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// What the spellings mean together.
    pub(super) fn into_reading(self) -> Reading {
        match self.first {
            Some(first) if self.more.is_empty() => Reading::One(first),
            Some(first) => {
                let mut moves = self.more;
                moves.insert(0, first);
                Reading::Several(moves)
            }
            None if self.has_piece => Reading::None(Unreadable::CannotMove),
            None => Reading::None(Unreadable::NoSuchPiece),
        }
    }
}

impl Spelling {
    /// The pseudo-legal moves that this spelling alone fits.
    pub(super) fn resolve(self, position: &Position) -> Reading {
        let mut fits = Fits::default();
        fits.add(self, position);
        if fits.is_empty() {
            fits.add_needless(self, position);
        }
        fits.into_reading()
    }
}

/// Reads shorthand that does not say its direction (炮25): a traverse where one is possible,
/// because only that is written without a stroke; else the strokes were lost, and it is whichever
/// of advance and retreat fits.
pub(super) fn read_shorthand(mut add: impl FnMut(Direction, &mut Fits)) -> Reading {
    let mut fits = Fits::default();
    add(Direction::Traverse, &mut fits);
    if fits.is_empty() {
        add(Direction::Advance, &mut fits);
        add(Direction::Retreat, &mut fits);
    }
    fits.into_reading()
}
