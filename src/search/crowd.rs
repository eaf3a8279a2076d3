//! The players and events of games that are being counted.

use super::archive::names::Seats;
use crate::store::Fact;
use crate::xiangqi::Side;

/// The players and events of games that are being counted, by id. Only games between two players
/// have such: whoever is named by a manual or a study stands behind no score.
#[derive(Debug, Clone, Default)]
pub struct Crowd {
    games: Vec<Seats>,
}

impl Crowd {
    /// Adds both players of a game, and its event.
    pub fn add(&mut self, fact: &Fact) {
        self.add_many(fact, 1);
    }

    /// The same for a game that counts so much.
    #[inline]
    pub(super) fn add_many(&mut self, fact: &Fact, weight: u64) {
        if fact.is_game() {
            self.games.push(Seats::of(fact, u32::try_from(weight).unwrap_or(u32::MAX)));
        }
    }

    /// Adds the games of another.
    pub(super) fn append(&mut self, mut other: Crowd) {
        match self.games.is_empty() {
            true => self.games = other.games,
            false => self.games.append(&mut other.games),
        }
    }

    /// The players and the event of every game.
    pub(super) fn games(&self) -> &[Seats] {
        &self.games
    }

    /// Adds the opponent of a side, and the event.
    pub fn add_against(&mut self, side: Side, fact: &Fact) {
        if !fact.is_game() {
            return;
        }
        let opponent = if side == Side::Red { fact.black } else { fact.red };
        self.games.push(Seats { players: [opponent; 2], event: fact.event, weight: 1 });
    }
}
