//! Who stands behind a number: how many players and events, and who has the most games.

use crate::search::archive::Archive;
use crate::search::archive::names::{Alike, FoldedNames, Seats, SomeNames};
use crate::store::{Fact, Result};
use crate::xiangqi::Side;
use rustc_hash::FxHashMap;

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

    /// Adds both players of a game that counts `weight` times, and its event.
    #[inline]
    pub(crate) fn add_many(&mut self, fact: &Fact, weight: u64) {
        if fact.is_game() {
            self.games.push(Seats::of(fact, u32::try_from(weight).unwrap_or(u32::MAX)));
        }
    }

    /// Adds the games of another.
    pub(crate) fn append(&mut self, mut other: Crowd) {
        match self.games.is_empty() {
            true => self.games = other.games,
            false => self.games.append(&mut other.games),
        }
    }

    /// The players and the event of every game.
    pub(crate) fn games(&self) -> &[Seats] {
        &self.games
    }

    /// Adds the opponent of a side, and the event.
    pub fn add_against(&mut self, side: Side, fact: &Fact) {
        if !fact.is_game() {
            return;
        }
        let opponent = if side == Side::Red { fact.black } else { fact.red };
        self.games.push(Seats { players: [opponent; 2], ..Seats::of(fact, 1) });
    }
}

/// The players and events of some games.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
pub struct Participants {
    /// How many players there are. Spellings that are alike after folding are one player.
    pub players: u64,
    /// How many events there are, in the same way.
    pub events: u64,
    /// The player of the most games; of equal ones the first by name.
    pub leading_player: Option<Lead>,
    /// The event of the most games, in the same way.
    pub leading_event: Option<Lead>,
}

/// Who, or which event, has the most games.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Lead {
    /// The name as a record has it; of several spellings in the archive the one that sorts first.
    pub name: String,
    /// How many of the games.
    pub games: u64,
}

impl Participants {
    /// The player and the event that have more than a third of so many games, if there are such:
    /// what looks like a fashion may be theirs alone.
    pub fn dominant(&self, games: u64) -> (Option<&Lead>, Option<&Lead>) {
        let is_dominant = |lead: &&Lead| 3 * lead.games > games;
        (
            self.leading_player.as_ref().filter(is_dominant),
            self.leading_event.as_ref().filter(is_dominant),
        )
    }
}

impl Archive {
    /// The names of everybody in some crowds, and perhaps others.
    pub(crate) fn names_of<'c>(
        &self,
        crowds: impl Iterator<Item = &'c Crowd> + Clone,
    ) -> Result<SomeNames<'_>> {
        let count = crowds.clone().map(|crowd| crowd.games().len()).sum();
        self.names(count, crowds.flat_map(|crowd| crowd.games().iter().copied()))
    }
}

/// Counts the participants of crowds.
#[derive(Debug)]
pub struct ParticipantCounter<'n> {
    names: &'n FoldedNames,
    players: Tally,
    events: Tally,
}

impl<'n> ParticipantCounter<'n> {
    /// One that knows these names. What it does not know is nobody.
    pub fn new(names: &'n FoldedNames) -> ParticipantCounter<'n> {
        let tally = |names: &Alike| Tally { counts: vec![0; names.len()], met: Vec::new() };
        ParticipantCounter { names, players: tally(&names.players), events: tally(&names.events) }
    }

    /// The participants of a crowd.
    pub fn behind(&mut self, crowd: &Crowd) -> Participants {
        self.count(crowd);
        self.told()
    }

    /// Who is in each of some crowds, and who in all together. `again` has the games that are in
    /// several crowds: one that is in three is there twice.
    pub(crate) fn parts_and_whole(
        &mut self,
        crowds: &[Crowd],
        again: &Crowd,
    ) -> (Vec<Participants>, Participants) {
        let mut whole = ParticipantCounter::new(self.names);
        let parts = crowds.iter().map(|crowd| {
            self.count(crowd);
            whole.players.add_all(&self.players);
            whole.events.add_all(&self.events);
            self.told()
        });
        let parts = parts.collect();
        self.count(again);
        whole.players.remove_all(&self.players);
        whole.events.remove_all(&self.events);
        self.told();
        (parts, whole.told())
    }

    fn count(&mut self, crowd: &Crowd) {
        let players = &self.names.players;
        for &game in crowd.games() {
            let Seats { players: [red, black], weight, .. } = game;
            let (red, black) = (players.place(red), players.place(black));
            let head = |place: Option<u32>| place.map(|place| players.head(place));
            self.players.add(red, weight);
            // Who plays himself has one game.
            if head(red) != head(black) {
                self.players.add(black, weight);
            }
            self.events.add(self.names.event_of(game), weight);
        }
    }

    /// The participants that were counted; afterwards the counter is empty.
    fn told(&mut self) -> Participants {
        let FoldedNames { players, events, .. } = self.names;
        let (players, leading_player) = self.players.told(players);
        let (events, leading_event) = self.events.told(events);
        Participants { players, events, leading_player, leading_event }
    }
}

/// How many games each name has, by its number.
#[derive(Debug)]
struct Tally {
    counts: Vec<u64>,
    /// The names that have any games.
    met: Vec<u32>,
}

impl Tally {
    #[inline]
    fn add(&mut self, place: Option<u32>, weight: u32) {
        let Some(place) = place else { return };
        let count = &mut self.counts[place as usize];
        if *count == 0 {
            self.met.push(place);
        }
        *count += u64::from(weight);
    }

    /// Adds what another has counted.
    fn add_all(&mut self, other: &Tally) {
        for &place in &other.met {
            let count = &mut self.counts[place as usize];
            if *count == 0 {
                self.met.push(place);
            }
            *count += other.counts[place as usize];
        }
    }

    /// Takes away what another has counted, and this one has more often.
    fn remove_all(&mut self, other: &Tally) {
        for &place in &other.met {
            self.counts[place as usize] -= other.counts[place as usize];
        }
    }

    /// How many there are, and who has most; then nothing is counted.
    fn told(&mut self, names: &Alike) -> (u64, Option<Lead>) {
        let mut sums: FxHashMap<u32, u64> = FxHashMap::default();
        for &place in &self.met {
            *sums.entry(names.head(place)).or_default() += self.counts[place as usize];
            self.counts[place as usize] = 0;
        }
        self.met.clear();
        let lead = sums.values().max().and_then(|&most| {
            let leading = sums.iter().filter(|(_, games)| **games == most);
            let name = leading.map(|(&head, _)| names.name(head)).min()?;
            Some(Lead { name: name.to_owned(), games: most })
        });
        (sums.len() as u64, lead)
    }
}
