//! What stands behind a number: games, the people who played them, and the events.

use super::share::Share;
use crate::metadata::{Kind, split_team};
use crate::search::{Archive, Score};
use crate::store::{Fact, Result};
use rustc_hash::FxHashMap;

/// The games behind a number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sample {
    /// How the games ended. A game counts once, however many witnesses it has; only games between
    /// two players count: no manuals, studies, compositions or handicaps.
    pub score: Score,
    /// What else there is: manuals, studies, compositions, handicaps.
    pub others: u64,
    /// How many players there are. Spellings that are alike after folding are one player.
    pub players: u64,
    /// How many events there are, in the same way.
    pub events: u64,
    /// The player of the most games.
    pub leading_player: Option<Lead>,
    /// The event of the most games.
    pub leading_event: Option<Lead>,
}

/// Who, or which event, has the most games.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Lead {
    /// The name as a record has it.
    pub name: String,
    /// How many of the games.
    pub games: u64,
}

impl Sample {
    /// Red's share of the points and its doubt; none when no result is known.
    pub fn share(&self) -> Option<Share> {
        Share::of(&self.score)
    }

    /// The player and the event that have more than a third of the games, if there are such: what
    /// looks like a fashion may be theirs alone.
    pub fn dominant(&self) -> (Option<&Lead>, Option<&Lead>) {
        let games = self.score.games();
        let is_dominant = |lead: &&Lead| 3 * lead.games > games;
        (
            self.leading_player.as_ref().filter(is_dominant),
            self.leading_event.as_ref().filter(is_dominant),
        )
    }
}

/// The names of an archive.
pub(super) struct Names {
    players: Alike,
    events: Alike,
}

/// Names that are alike after folding, as one.
#[derive(Default)]
struct Alike {
    by_key: FxHashMap<String, u32>,
    /// By id: the id of the first name that is alike.
    heads: FxHashMap<u32, u32>,
    /// By the id of the first: the name that sorts first.
    names: FxHashMap<u32, String>,
}

impl Names {
    /// Reads them.
    pub(super) fn read(archive: &Archive) -> Result<Names> {
        let (mut players, mut events) = (Alike::default(), Alike::default());
        archive.snapshot().players(&mut |row| {
            players.add(row.id()?, row.key()?, &split_team(row.name()?).name);
            Ok(())
        })?;
        archive.snapshot().events_by_key(&mut |id, key, name| {
            events.add(id, key, name);
            Ok(())
        })?;
        Ok(Names { players, events })
    }
}

impl Alike {
    fn add(&mut self, id: u32, key: &str, name: &str) {
        let head = match self.by_key.get(key) {
            Some(&head) => head,
            None => *self.by_key.entry(key.to_owned()).or_insert(id),
        };
        self.heads.insert(id, head);
        let known = self.names.entry(head).or_insert_with(|| name.to_owned());
        if name < known.as_str() {
            name.clone_into(known);
        }
    }
}

/// Counts games.
#[derive(Default)]
pub(super) struct Counter {
    score: Score,
    others: u64,
    players: FxHashMap<u32, u64>,
    events: FxHashMap<u32, u64>,
}

impl Counter {
    /// Counts a game.
    pub(super) fn add(&mut self, fact: &Fact, names: &Names) {
        if fact.kind() != Some(Kind::Game) {
            self.others += 1;
            return;
        }
        self.score.add(fact.result());
        let red = names.players.heads.get(&fact.red);
        let black = names.players.heads.get(&fact.black).filter(|black| Some(*black) != red);
        for &player in red.into_iter().chain(black) {
            *self.players.entry(player).or_default() += 1;
        }
        if let Some(&event) = names.events.heads.get(&fact.event) {
            *self.events.entry(event).or_default() += 1;
        }
    }

    /// What was counted.
    pub(super) fn sample(self, names: &Names) -> Sample {
        Sample {
            score: self.score,
            others: self.others,
            players: self.players.len() as u64,
            events: self.events.len() as u64,
            leading_player: lead(&self.players, &names.players.names),
            leading_event: lead(&self.events, &names.events.names),
        }
    }
}

/// The one of the most games; of equal ones the first by name.
fn lead(counts: &FxHashMap<u32, u64>, names: &FxHashMap<u32, String>) -> Option<Lead> {
    let most = *counts.values().max()?;
    let leading = counts.iter().filter(|(_, games)| **games == most);
    let name = leading.filter_map(|(id, _)| names.get(id)).min();
    name.map(|name| Lead { name: name.clone(), games: most })
}
