//! One account of a game, as far as it is compared with others. Pure.

use crate::metadata::{GameResult, Kind, LaxDate, name_key};
use crate::text::fold;
use crate::xiangqi::{Move, Position, PositionKey};

/// Longer lines are compared up to here. Whole games have a few hundred plies; a file can claim any
/// number.
pub const LONGEST: usize = 1_000;

/// What a record claims beside its moves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims {
    /// Folded name, empty when not known.
    pub red: String,
    /// Folded name, empty when not known.
    pub black: String,
    /// When it was played.
    pub date: Option<LaxDate>,
    /// The claimed result.
    pub result: GameResult,
    /// Folded, empty when not known.
    pub event: String,
    /// Folded, empty when not known.
    pub title: String,
}

impl Claims {
    /// What the headers say, as they stand in the record.
    pub fn new(
        (red, black): (Option<&str>, Option<&str>),
        date: Option<LaxDate>,
        result: GameResult,
        (event, title): (Option<&str>, Option<&str>),
    ) -> Claims {
        let key = |name: Option<&str>| name.map(name_key).unwrap_or_default();
        Claims {
            red: key(red),
            black: key(black),
            date,
            result,
            event: event.map(fold).unwrap_or_default(),
            title: title.map(fold).unwrap_or_default(),
        }
    }
}

/// A main line, replayed, and what is claimed of it.
#[derive(Debug, Clone)]
pub struct Account {
    /// What is claimed.
    pub claims: Claims,
    /// The main line, at most [`LONGEST`] plies.
    pub moves: Vec<Move>,
    /// The game is there from its beginning: from the standard start, or one less some pieces.
    pub is_whole: bool,
    /// For every position, from the start to the last.
    pub(super) positions: Vec<Placed>,
}

/// A position of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Placed {
    /// The hash of the position, and that of its mirror image.
    pub(super) hashes: [u64; 2],
    /// How many pieces stand.
    pub(super) pieces: u8,
}

impl Placed {
    fn of(position: &Position, pieces: u8) -> Placed {
        Placed { hashes: [position.zobrist(), position.mirror_zobrist()], pieces }
    }

    /// The key in the position index: mirror images have the same.
    pub(super) fn key(self) -> u64 {
        PositionKey::of(self.hashes[0], self.hashes[1]).key
    }
}

impl Account {
    /// The account of a line. `start` is `None` for the standard start; a handicap is a start of
    /// its own and [a whole game](Account::is_whole) all the same.
    pub fn new(start: Option<&Position>, moves: &[Move], claims: Claims) -> Account {
        let mut position = start.cloned().unwrap_or_else(Position::start);
        let moves = moves[..moves.len().min(LONGEST)].to_vec();
        let mut pieces = u8::try_from(position.board().count()).unwrap_or(u8::MAX);
        let mut positions = Vec::with_capacity(moves.len() + 1);
        positions.push(Placed::of(&position, pieces));
        for &mv in &moves {
            pieces -= u8::from(position.play_unchecked(mv).captured().is_some());
            positions.push(Placed::of(&position, pieces));
        }
        Account { claims, moves, is_whole: start.is_none(), positions }
    }

    /// The same, as a handicap game or not.
    #[must_use]
    pub fn of_kind(self, kind: Kind) -> Account {
        Account { is_whole: self.is_whole || kind == Kind::Handicap, ..self }
    }

    /// How long the line is, as far as it is compared.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }
}
