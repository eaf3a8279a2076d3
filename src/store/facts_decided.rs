//! What a person decided of the facts of a game.

use super::facts::Fact;
use crate::metadata::{GameResult, Kind, PackedDate};

/// What a person decided of the facts of a game; `None` where nothing is decided.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields of a fact, by their names")]
pub struct DecidedFact {
    pub date: Option<PackedDate>,
    /// `player.id`
    pub red: Option<u32>,
    /// `player.id`
    pub black: Option<u32>,
    /// `event.id`
    pub event: Option<u32>,
    pub result: Option<GameResult>,
    pub kind: Option<Kind>,
    pub plies: Option<u16>,
    /// The number of the opening's code, 0 for none.
    pub opening: Option<u16>,
}

impl DecidedFact {
    /// The facts with what is decided.
    pub(super) fn lay_over(&self, fact: &mut Fact) {
        fact.opening = self.opening.unwrap_or(fact.opening);
        fact.plies = self.plies.unwrap_or(fact.plies);
        fact.date = self.date.unwrap_or(fact.date);
        fact.red = self.red.unwrap_or(fact.red);
        fact.black = self.black.unwrap_or(fact.black);
        fact.event = self.event.unwrap_or(fact.event);
        fact.result = self.result.map_or(fact.result, |result| result as u8);
        fact.kind = self.kind.map_or(fact.kind, |kind| kind as u8);
    }
}
