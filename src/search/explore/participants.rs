//! Participants of games: numbers of players and events, and those with the most games.

use crate::search::archive::Archive;
use crate::search::archive::names::{Alike, FoldedNames, Seats, SomeNames};
use crate::store::{Fact, Result};
use crate::xiangqi::Side;

/// Players and events of games that are counted, by id. Only games between two players have
/// participants, not manuals or studies.
#[derive(Debug, Clone, Default)]
pub struct Crowd {
    /// Pieces of at most [`PIECE`] games, so that growing and joining copy no games.
    pieces: Vec<Vec<Seats>>,
}

/// Number of games in a piece of a crowd.
const PIECE: usize = 2_048;

impl Crowd {
    /// Adds both players and the event of a game.
    pub fn add(&mut self, fact: &Fact) {
        self.add_many(fact, 1);
    }

    /// Adds both players and the event of a game that counts `weight` times.
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

    /// Adds the games of another crowd.
    pub(crate) fn append(&mut self, mut other: Crowd) {
        self.pieces.append(&mut other.pieces);
    }

    /// Players and event of every game.
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

/// Players and events of some games.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
pub struct Participants {
    /// Number of players; folded names are one player.
    pub players: u64,
    /// Number of events; folded names are one event.
    pub events: u64,
    /// Player with the most games; of equals the first by name.
    pub leading_player: Option<Lead>,
    /// Event with the most games; of equals the first by name.
    pub leading_event: Option<Lead>,
}

/// The player or event with the most games.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Lead {
    /// Display name of the player or event.
    pub name: String,
    /// Number of the games with the player or event.
    pub games: u64,
}

impl Participants {
    /// The player and the event with more than a third of `games`, if any: an apparent fashion may
    /// be theirs alone.
    pub fn dominant(&self, games: u64) -> (Option<&Lead>, Option<&Lead>) {
        let is_dominant = |lead: &&Lead| 3 * lead.games > games;
        (
            self.leading_player.as_ref().filter(is_dominant),
            self.leading_event.as_ref().filter(is_dominant),
        )
    }
}

impl Archive {
    /// Names of the participants of some crowds; may include others.
    pub(crate) fn names_of<'c>(
        &self,
        crowds: impl Iterator<Item = &'c Crowd> + Clone,
    ) -> Result<SomeNames<'_>> {
        let count = crowds.clone().map(Crowd::len).sum();
        self.names(count, crowds.flat_map(Crowd::games))
    }
}

/// Counts the participants of games on several levels, 0 the uppermost. Taking the counts of a level
/// adds them to the level above.
#[derive(Debug)]
pub struct ParticipantCounter<'n> {
    names: &'n FoldedNames,
    levels: Vec<Counts>,
}

impl<'n> ParticipantCounter<'n> {
    /// A counter that uses these names; other names count as nobody.
    pub fn new(names: &'n FoldedNames) -> ParticipantCounter<'n> {
        ParticipantCounter { names, levels: Vec::new() }
    }

    /// The participants of a crowd.
    pub fn behind(&mut self, crowd: &Crowd) -> Participants {
        self.count(0, crowd);
        self.take(0)
    }

    /// The participants of each crowd, and of all together. `again` has the games in several
    /// crowds, once for each crowd after the first.
    pub(crate) fn parts_and_whole(
        &mut self,
        crowds: &[Crowd],
        again: &Crowd,
    ) -> (Vec<Participants>, Participants) {
        let mut part = |crowd| {
            self.count(1, crowd);
            self.take(1)
        };
        let parts = crowds.iter().map(&mut part).collect();
        self.count(1, again);
        if let [whole, part, ..] = &mut self.levels[..] {
            whole.players.remove_all(&part.players);
            whole.events.remove_all(&part.events);
            part.take(self.names);
        }
        (parts, self.take(0))
    }

    /// Counts the participants of a crowd on a level.
    pub(super) fn count(&mut self, level: usize, crowd: &Crowd) {
        let names = self.names;
        let counts = self.level(level);
        crowd.games().for_each(|seats| counts.add(seats, names));
    }

    /// Returns the participants of the games counted on a level, and empties the level.
    pub(crate) fn take(&mut self, level: usize) -> Participants {
        let names = self.names;
        self.level(level);
        if let [.., above, counts] = &mut self.levels[..=level] {
            above.players.add_all(&counts.players);
            above.events.add_all(&counts.events);
        }
        self.levels[level].take(names)
    }

    #[inline]
    fn level(&mut self, level: usize) -> &mut Counts {
        if level >= self.levels.len() {
            self.levels.resize_with(level + 1, || Counts::new(self.names));
        }
        &mut self.levels[level]
    }
}

/// Number of games of each player and event.
#[derive(Debug, Default)]
struct Counts {
    players: Tally,
    events: Tally,
}

impl Counts {
    fn new(names: &FoldedNames) -> Counts {
        Counts { players: Tally::new(&names.players), events: Tally::new(&names.events) }
    }

    #[inline]
    fn add(&mut self, game: Seats, names: &FoldedNames) {
        let [red, black] = [names.player(game.players[0]), names.player(game.players[1])];
        self.players.add(red, game.weight);
        // Somebody playing himself has one game.
        if red != black {
            self.players.add(black, game.weight);
        }
        self.events.add(names.event_of(game), game.weight);
    }

    /// Returns the counted participants and resets the counts.
    fn take(&mut self, names: &FoldedNames) -> Participants {
        let (players, leading_player) = self.players.take(&names.players);
        let (events, leading_event) = self.events.take(&names.events);
        Participants { players, events, leading_player, leading_event }
    }
}

/// Number of games of each name, by the number of its first name.
#[derive(Debug, Default)]
struct Tally {
    counts: Vec<u64>,
    /// Numbers of the first names with games.
    met: Vec<u32>,
}

impl Tally {
    fn new(names: &Alike) -> Tally {
        Tally { counts: vec![0; names.len()], met: Vec::new() }
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

    /// Adds another count.
    fn add_all(&mut self, other: &Tally) {
        other.met.iter().for_each(|&head| self.add_many(head, other.counts[head as usize]));
    }

    /// Subtracts another count, which must be smaller.
    fn remove_all(&mut self, other: &Tally) {
        for &head in &other.met {
            self.counts[head as usize] -= other.counts[head as usize];
        }
    }

    /// Returns the number of names and the leading one, and resets the count.
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
