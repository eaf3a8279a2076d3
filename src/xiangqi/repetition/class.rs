//! What a side does over a window, and what that is worth: the parts all rule books share.

use super::ply::{Actor, Ply};
use crate::xiangqi::{BySide, Side};

/// What a side does with all its moves of a window.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Class {
    /// Every move checks.
    Check,
    /// Every move chases, and all of them one and the same piece at least.
    Chase,
    /// Anything else.
    Idle,
}

impl Class {
    /// `check`, `chase` or `idle`.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Check => "check",
            Class::Chase => "chase",
            Class::Idle => "idle",
        }
    }
}

/// What a rule book says when neither side changes.
#[derive(Debug, Copy, Clone, Eq, PartialEq, Hash)]
pub enum Ruling {
    /// This side has to change; it loses otherwise.
    Loses(Side),
    /// Nobody has to change.
    Draw,
    /// The rule book says more than is worked out here, or its condition is not met.
    NotJudged,
}

impl Ruling {
    /// `red-loses`, `black-loses`, `draw` or `not-judged`.
    pub const fn name(self) -> &'static str {
        match self {
            Ruling::Loses(Side::Red) => "red-loses",
            Ruling::Loses(Side::Black) => "black-loses",
            Ruling::Draw => "draw",
            Ruling::NotJudged => "not-judged",
        }
    }
}

impl BySide<Class> {
    /// Who loses: a check weighs more than a chase, a chase more than idle moves.
    pub fn ruling(self) -> Ruling {
        let weight = |class| match class {
            Class::Check => 2,
            Class::Chase => 1,
            Class::Idle => 0,
        };
        match weight(self.red).cmp(&weight(self.black)) {
            std::cmp::Ordering::Greater => Ruling::Loses(Side::Red),
            std::cmp::Ordering::Less => Ruling::Loses(Side::Black),
            std::cmp::Ordering::Equal => Ruling::Draw,
        }
    }
}

/// Whether every move of `side` checks.
pub(super) fn always_checks(plies: &[Ply], side: Side) -> bool {
    moves_of(plies, side).all(|ply| ply.is_check)
}

/// The plies of one side.
pub(super) fn moves_of(plies: &[Ply], side: Side) -> impl Iterator<Item = &Ply> + Clone {
    plies.iter().filter(move |ply| ply.side() == side)
}

/// A set of pieces: bit n for the piece whose home has index n.
pub(super) type Pieces = u128;

/// The pieces that are in all of these sets; none without sets.
pub(super) fn common(sets: impl Iterator<Item = Pieces>) -> Pieces {
    sets.reduce(|all, set| all & set).unwrap_or(0)
}

/// The set of these pieces.
pub(super) fn set_of(actors: impl Iterator<Item = Actor>) -> Pieces {
    actors.fold(0, |set, actor| set | actor.bit())
}
