//! What stands behind a number: games, the people who played them, and the events.

use crate::metadata::{GameResult, Kind, split_team};
use crate::search::{Archive, Score, Share};
use crate::store::{Fact, Result};
use crate::xiangqi::Side;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

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
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Lead {
    /// The name as a record has it.
    pub name: String,
    /// How many of the games.
    pub games: u64,
}

impl Sample {
    /// Red's share of the points and its doubt; none when no result is known.
    pub fn share(&self) -> Option<Share> {
        self.score.share()
    }

    /// The sample for other programs, as the command line has it; the names are what is won, drawn
    /// and lost.
    pub fn to_json(&self, [won, drawn, lost]: [&str; 3]) -> Value {
        let Score { red, draw, black, unknown } = self.score;
        let lead = |lead: &Option<Lead>| {
            let (name, games) = lead.as_ref().map_or(("", 0), |lead| (&lead.name, lead.games));
            [json!(name), json!(games)]
        };
        let [player, player_games] = lead(&self.leading_player);
        let [event, event_games] = lead(&self.leading_event);
        let mut value = json!({
            "games": self.score.games(),
            "unknown": unknown,
            "players": self.players,
            "events": self.events,
            "player": player,
            "playerGames": player_games,
            "event": event,
            "eventGames": event_games,
            "others": self.others,
        });
        for (name, games) in [(won, red), (drawn, draw), (lost, black)] {
            value[name] = json!(games);
        }
        Share::to_json(self.share()).into_iter().for_each(|(name, part)| value[name] = part);
        value
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

/// What stands behind these games.
///
/// # Errors
/// When the database cannot be read.
pub fn sample(archive: &Archive, games: &[u32]) -> Result<Sample> {
    let names = FoldedNames::read(archive)?;
    let mut counter = Counter::default();
    let facts = games.iter().filter_map(|&id| archive.facts.get(id));
    facts.for_each(|fact| counter.add(fact, &names));
    Ok(counter.sample(&names))
}

/// The names of an archive.
pub(super) struct FoldedNames {
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

impl FoldedNames {
    /// Reads them.
    pub(super) fn read(archive: &Archive) -> Result<FoldedNames> {
        let (mut players, mut events) = (Alike::default(), Alike::default());
        archive.players(&mut |row, person| {
            players.add(row.id()?, person, &split_team(row.name()?).name);
            Ok(())
        })?;
        archive.events(&mut |id, name, event| events.add(id, event, name))?;
        Ok(FoldedNames { players, events })
    }

    /// The player who has a name: the id of the first name that is alike.
    pub(super) fn player(&self, id: u32) -> Option<u32> {
        self.players.heads.get(&id).copied()
    }

    /// The event that has a name, likewise.
    pub(super) fn event(&self, id: u32) -> Option<u32> {
        self.events.heads.get(&id).copied()
    }

    /// The name of a player that [`FoldedNames::player`] gave.
    pub(super) fn name_of_player(&self, head: u32) -> &str {
        self.players.names.get(&head).map_or("", String::as_str)
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
    pub(super) fn add(&mut self, fact: &Fact, names: &FoldedNames) {
        self.add_for(Side::Red, fact, names);
    }

    /// Counts a game for a side: what that side wins counts as `red`.
    pub(super) fn add_for(&mut self, side: Side, fact: &Fact, names: &FoldedNames) {
        self.add_players(side, fact, [fact.red, fact.black], names);
    }

    /// The same, and of the players only the opponent of that side counts.
    pub(super) fn add_against(&mut self, side: Side, fact: &Fact, names: &FoldedNames) {
        let opponent = if side == Side::Red { fact.black } else { fact.red };
        self.add_players(side, fact, [opponent; 2], names);
    }

    /// Whether a game is in the score.
    pub(super) fn takes(fact: &Fact) -> bool {
        fact.kind() == Some(Kind::Game)
    }

    fn add_players(&mut self, side: Side, fact: &Fact, players: [u32; 2], names: &FoldedNames) {
        if !Counter::takes(fact) {
            self.others += 1;
            return;
        }
        self.score.add(match (fact.result(), side) {
            (GameResult::RedWins, Side::Black) => GameResult::BlackWins,
            (GameResult::BlackWins, Side::Black) => GameResult::RedWins,
            (result, _) => result,
        });
        let [one, other] = players.map(|player| names.players.heads.get(&player));
        for &player in one.into_iter().chain(other.filter(|_| other != one)) {
            *self.players.entry(player).or_default() += 1;
        }
        if let Some(&event) = names.events.heads.get(&fact.event) {
            *self.events.entry(event).or_default() += 1;
        }
    }

    /// What was counted.
    pub(super) fn sample(self, names: &FoldedNames) -> Sample {
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
