//! Who stands behind a number: how many players and events, and who has the most games.

use crate::search::archive::Archive;
use crate::search::archive::names::{Alike, FoldedNames, Seats, SomeNames};
use crate::store::{Fact, Result};
use crate::xiangqi::Side;

/// The players and events of games that are being counted, by id. Only games between two players
/// have such: whoever is named by a manual or a study stands behind no score.
#[derive(Debug, Clone, Default)]
pub struct Crowd {
    /// Pieces of at most [`PIECE`] games: neither a growing crowd nor one that joins another is
    /// copied.
    pieces: Vec<Vec<Seats>>,
}

/// Number of games in a piece of a crowd.
const PIECE: usize = 2_048;

impl Crowd {
    /// Adds both players of a game, and its event.
    pub fn add(&mut self, fact: &Fact) {
        self.add_many(fact, 1);
    }

    /// Adds both players of a game that counts `weight` times, and its event.
    #[inline]
    pub(crate) fn add_many(&mut self, fact: &Fact, weight: u64) {
        if fact.is_game() {
            self.push(Seats::of(fact, u32::try_from(weight).unwrap_or(u32::MAX)));
        }
    }

    #[inline]
    fn push(&mut self, seats: Seats) {
        match self.pieces.last_mut() {
            Some(last) if last.len() < PIECE => last.push(seats),
            Some(_) => {
                let mut next = Vec::with_capacity(PIECE);
                next.push(seats);
                self.pieces.push(next);
            }
            None => self.pieces.push(vec![seats]),
        }
    }

    /// Adds the games of another.
    pub(crate) fn append(&mut self, mut other: Crowd) {
        self.pieces.append(&mut other.pieces);
    }

    /// The players and the event of every game.
    pub(crate) fn games(&self) -> impl Iterator<Item = Seats> + Clone {
        self.pieces.iter().flatten().copied()
    }

    /// Number of games.
    fn len(&self) -> usize {
        self.pieces.iter().map(Vec::len).sum()
    }

    /// Adds the opponent of a side, and the event.
    pub fn add_against(&mut self, side: Side, fact: &Fact) {
        if !fact.is_game() {
            return;
        }
        let opponent = if side == Side::Red { fact.black } else { fact.red };
        self.push(Seats { players: [opponent; 2], ..Seats::of(fact, 1) });
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
    /// Number of games with the player or event.
    pub games: u64,
}

impl Participants {
    /// The player and the event that have more than a third of these games, if there are such: what
    /// looks like a fashion may be theirs alone.
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
        let count = crowds.clone().map(Crowd::len).sum();
        self.names(count, crowds.flat_map(Crowd::games))
    }
}

/// Counts the participants of crowds.
#[derive(Debug)]
pub struct ParticipantCounter<'n> {
    names: &'n FoldedNames,
    /// Players and events of one crowd.
    part: Counts,
    /// Players and events of all crowds.
    whole: Counts,
}

impl<'n> ParticipantCounter<'n> {
    /// Makes a counter that knows these names; any other name is nobody.
    pub fn new(names: &'n FoldedNames) -> ParticipantCounter<'n> {
        ParticipantCounter { names, part: Counts::default(), whole: Counts::default() }
    }

    /// The participants of a crowd.
    pub fn behind(&mut self, crowd: &Crowd) -> Participants {
        self.part.count(crowd, self.names);
        self.part.take(self.names)
    }

    /// Who is in each of some crowds, and who in all together. `again` has the games that are in
    /// several crowds: one that is in three is there twice.
    pub(crate) fn parts_and_whole(
        &mut self,
        crowds: &[Crowd],
        again: &Crowd,
    ) -> (Vec<Participants>, Participants) {
        let ParticipantCounter { names, part, whole } = self;
        let parts = crowds.iter().map(|crowd| {
            part.count(crowd, names);
            whole.players.add_all(&part.players);
            whole.events.add_all(&part.events);
            part.take(names)
        });
        let parts = parts.collect();
        part.count(again, names);
        whole.players.remove_all(&part.players);
        whole.events.remove_all(&part.events);
        part.take(names);
        (parts, whole.take(names))
    }
}

/// How many games each player and each event has.
#[derive(Debug, Default)]
struct Counts {
    players: Tally,
    events: Tally,
}

impl Counts {
    fn count(&mut self, crowd: &Crowd, names: &FoldedNames) {
        self.players.make_room(&names.players);
        self.events.make_room(&names.events);
        for game in crowd.games() {
            let [red, black] = game.players.map(|id| names.player(id));
            self.players.add(red, game.weight);
            // Who plays himself has one game.
            if red != black {
                self.players.add(black, game.weight);
            }
            self.events.add(names.event_of(game), game.weight);
        }
    }

    /// The participants that were counted; afterwards nothing is counted.
    fn take(&mut self, names: &FoldedNames) -> Participants {
        let (players, leading_player) = self.players.take(&names.players);
        let (events, leading_event) = self.events.take(&names.events);
        Participants { players, events, leading_player, leading_event }
    }
}

/// How many games each name has, by the number of the first that is alike.
#[derive(Debug, Default)]
struct Tally {
    counts: Vec<u64>,
    /// The names that have any games.
    met: Vec<u32>,
}

impl Tally {
    fn make_room(&mut self, names: &Alike) {
        self.counts.resize(names.len().max(self.counts.len()), 0);
    }

    #[inline]
    fn add(&mut self, head: Option<u32>, games: u32) {
        if let Some(head) = head {
            self.add_many(head, u64::from(games));
        }
    }

    #[inline]
    fn add_many(&mut self, head: u32, games: u64) {
        let count = &mut self.counts[head as usize];
        if *count == 0 {
            self.met.push(head);
        }
        *count += games;
    }

    /// Adds what another has counted.
    fn add_all(&mut self, other: &Tally) {
        self.counts.resize(self.counts.len().max(other.counts.len()), 0);
        other.met.iter().for_each(|&head| self.add_many(head, other.counts[head as usize]));
    }

    /// Takes away what another has counted, and this one has more often.
    fn remove_all(&mut self, other: &Tally) {
        for &head in &other.met {
            self.counts[head as usize] -= other.counts[head as usize];
        }
    }

    /// How many there are, and who has most; then nothing is counted.
    fn take(&mut self, names: &Alike) -> (u64, Option<Lead>) {
        let games = |&head: &u32| self.counts[head as usize];
        let most = self.met.iter().map(games).max();
        let lead = most.and_then(|most| {
            let leading = self.met.iter().filter(|head| games(head) == most);
            let name = leading.map(|&head| names.name(head)).min()?;
            Some(Lead { name: name.to_owned(), games: most })
        });
        let count = self.met.len() as u64;
        self.met.drain(..).for_each(|head| self.counts[head as usize] = 0);
        (count, lead)
    }
}
