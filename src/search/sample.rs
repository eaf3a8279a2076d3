//! What stands behind a number: games, the people who played them, and the events.

use super::archive::Archive;
use super::behind::{Behind, Lead, Teller};
use super::crowd::Crowd;
use super::score::{Score, Share};
use crate::store::{Fact, Result};
use crate::xiangqi::Side;
use serde_json::{Value, json};

/// The games behind a number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sample {
    /// How the games ended. A game counts once, however many witnesses it has; only games between
    /// two players count: manuals, studies, compositions and handicaps are its `others`.
    pub score: Score,
    /// Who played the games, and where.
    pub behind: Behind,
}

impl Sample {
    /// Red's share of the points and its doubt; none when no result is known.
    pub fn share(&self) -> Option<Share> {
        self.score.share()
    }

    /// The sample for other programs, as the command line has it; the names are what is won, drawn
    /// and lost.
    pub fn to_json(&self, [won, drawn, lost]: [&str; 3]) -> Value {
        let Score { red, draw, black, unknown, others } = self.score;
        let mut value = json!({
            "games": self.score.games(),
            "unknown": unknown,
            "others": others,
        });
        self.behind.add_to(&mut value);
        for (name, games) in [(won, red), (drawn, draw), (lost, black)] {
            value[name] = json!(games);
        }
        Share::to_json(self.share()).into_iter().for_each(|(name, part)| value[name] = part);
        value
    }

    /// The player and the event that have more than a third of the games, if there are such.
    pub fn dominant(&self) -> (Option<&Lead>, Option<&Lead>) {
        self.behind.dominant(self.score.games())
    }
}

/// What stands behind these games.
///
/// # Errors
/// When the database cannot be read.
pub fn sample(archive: &Archive, games: &[u32]) -> Result<Sample> {
    let mut counter = Counter::default();
    games.iter().filter_map(|&id| archive.facts.get(id)).for_each(|fact| counter.add(fact));
    let names = archive.names_of([&counter.crowd].into_iter())?;
    Ok(counter.sample(&mut Teller::new(&names)))
}

/// Counts games.
#[derive(Debug, Default)]
pub struct Counter {
    score: Score,
    crowd: Crowd,
}

impl Counter {
    /// Counts a game.
    pub fn add(&mut self, fact: &Fact) {
        self.add_for(Side::Red, fact);
    }

    /// Counts a game for a side: what that side wins counts as `red`.
    pub fn add_for(&mut self, side: Side, fact: &Fact) {
        self.score.add_for(side, fact);
        self.crowd.add(fact);
    }

    /// The same, and of the players only the opponent of that side counts.
    pub fn add_against(&mut self, side: Side, fact: &Fact) {
        self.score.add_for(side, fact);
        self.crowd.add_against(side, fact);
    }

    /// What was counted.
    pub fn sample(self, teller: &mut Teller<'_>) -> Sample {
        Sample { score: self.score, behind: teller.behind(&self.crowd) }
    }
}
