//! A player's games by colour, family of openings, opponent, year and edition, and notable games.

use super::strengths::PlayerStrengths;
use super::tournament::{Tournament, tournaments};
use crate::metadata::named;
use crate::opening::Family;
use crate::search::{
    Archive, Counter, DisputedPlayers, ParticipantCounter, Sample, Score, SomeNames,
};
use crate::store::{Fact, Result};
use crate::xiangqi::Side;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Smallest percentage of an edition's games that must be found for a place in it.
const ENOUGH: f64 = 90.0;

/// A game with the player's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatedGame {
    /// `game.id`
    pub game: u32,
    /// The player's side.
    pub side: Side,
}

/// Games of a player that share a property, from the player's side: `red` of the score counts wins,
/// and the participants are opponents only.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlayerGames {
    /// The side; `None` for both.
    pub side: Option<Side>,
    /// The family of the opening; `None` for all.
    pub family: Option<&'static Family>,
    /// The opponent or the year; empty in rows by side or opening.
    pub name: String,
    /// The games.
    pub sample: Sample,
}

/// An edition in which a player has a place.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedEdition {
    /// Name of the edition, with its series.
    pub name: String,
    /// Year of the edition, if known.
    pub year: Option<u32>,
    /// The player's place, 1-based.
    pub place: u32,
    /// Number of players.
    pub players: usize,
    /// The player's score: `red` counts wins.
    pub score: Score,
    /// Percentage of the edition's games that are found.
    pub found: f64,
}

named! {
    /// Reason why a game is notable.
    pub enum Worth {
        /// A win over one of the strongest opponents.
        StrongOpponent = "strong-opponent",
        /// One of the longest wins.
        LongWin = "long-win",
        /// One of the shortest wins.
        ShortWin = "short-win",
    }
}

/// The games of a player, each once.
#[derive(Debug)]
pub struct Profile<'a> {
    archive: &'a Archive,
    names: SomeNames<'a>,
    disputed: &'a DisputedPlayers,
    games: Vec<SeatedGame>,
    /// Certain copies of these games, by game.
    copies: FxHashMap<u32, Vec<u32>>,
}

impl<'a> Profile<'a> {
    /// The games of a player who has Red in the games `red` and Black in `black`. Of copies with
    /// swapped colours, the first with Red counts.
    pub fn new(archive: &'a Archive, [red, black]: [&[u32]; 2]) -> Result<Profile<'a>> {
        let duplicates = archive.duplicates()?;
        let mut seen = BTreeSet::new();
        let with = |side| move |&game: &u32| SeatedGame { game, side };
        let all = red.iter().map(with(Side::Red)).chain(black.iter().map(with(Side::Black)));
        let games: Vec<SeatedGame> =
            all.filter(|it| seen.insert(duplicates.first(it.game))).collect();
        let mut ids: Vec<u32> = games.iter().map(|it| it.game).collect();
        let copies = duplicates.left_out(&ids);
        ids.extend(copies.values().flatten());
        let (names, disputed) = (archive.names_of_games(&ids)?, archive.disputed_players()?);
        Ok(Profile { archive, names, disputed, games, copies })
    }

    /// The games with the player's side.
    pub fn games(&self) -> &[SeatedGame] {
        &self.games
    }

    /// Name of the person who has the player's side in most games.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.person().map(|head| self.names.name_of_player(head))
    }

    fn person(&self) -> Option<u32> {
        let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
        for (seated, fact) in self.facts() {
            if let Some(head) = self.names.player(seats(fact, seated.side)[0]) {
                *counts.entry(head).or_default() += 1;
            }
        }
        counts.into_iter().max_by_key(|(_, games)| *games).map(|(head, _)| head)
    }

    /// All games, then those with Red, then those with Black.
    #[must_use]
    pub fn sides(&self) -> Vec<PlayerGames> {
        let mut rows = self.counted(|_, _| Some(None));
        rows.extend(self.counted(|seated, _| Some(Some(seated.side))));
        let row = |(side, sample)| PlayerGames { side, sample, ..PlayerGames::default() };
        rows.into_iter().map(row).collect()
    }

    /// Families of openings: Red's first, then by number of games, most first.
    #[must_use]
    pub fn openings(&self) -> Vec<PlayerGames> {
        let family = |seated: SeatedGame, fact: &Fact| {
            Some((seated.side, fact.opening().and_then(Family::of)?))
        };
        let row = |((side, family), sample)| PlayerGames {
            side: Some(side),
            family: Some(family),
            name: String::new(),
            sample,
        };
        let mut rows: Vec<PlayerGames> = self.counted(family).into_iter().map(row).collect();
        rows.sort_by_key(|row| (row.side, Reverse(row.sample.score.all())));
        rows
    }

    /// Opponents, those with the most games first. A game whose copies name other opponents is a
    /// game against each of them, as a search for both players finds it.
    #[must_use]
    pub fn opponents(&self) -> Vec<PlayerGames> {
        let (names, person) = (&self.names, self.person());
        let opponents = |seated: SeatedGame, fact: &Fact| {
            let named = names.player(seats(fact, seated.side)[1]);
            let copies = self.copies.get(&seated.game).into_iter().flatten();
            let facts = copies.filter_map(|&copy| self.archive.facts().get(copy));
            let copies = facts.filter(|fact| fact.is_game());
            let otherwise =
                copies.flat_map(|copy| Side::ALL.map(|side| seats(copy, side))).filter_map(
                    |[own, other]| names.player(other).filter(|_| names.player(own) == person),
                );
            named.into_iter().chain(otherwise).collect::<BTreeSet<u32>>()
        };
        let row = |(head, sample)| PlayerGames {
            name: names.name_of_player(head).to_owned(),
            sample,
            ..PlayerGames::default()
        };
        let mut rows: Vec<PlayerGames> = self.counted(opponents).into_iter().map(row).collect();
        let order = |row: &PlayerGames| Reverse(row.sample.score.all());
        rows.sort_by(|a, b| (order(a), &a.name).cmp(&(order(b), &b.name)));
        rows
    }

    /// Years with their games, the earliest first.
    #[must_use]
    pub fn years(&self) -> Vec<PlayerGames> {
        let row = |(year, sample): (u16, Sample)| PlayerGames {
            name: year.to_string(),
            sample,
            ..PlayerGames::default()
        };
        self.counted(|_, fact| fact.year()).into_iter().map(row).collect()
    }

    /// Editions in which the player has a place, best place first. An edition with less than nine
    /// tenths of its games, or with several groups, gives no place.
    pub fn editions(&self) -> Result<Vec<PlacedEdition>> {
        let editions = self.archive.editions()?;
        let numbers: BTreeSet<u32> =
            self.facts().map(|(_, fact)| editions.number_of(fact)).collect();
        let Some(own) = self.name() else { return Ok(Vec::new()) };
        let all = tournaments(self.archive, &|number| numbers.contains(&number))?;
        let mut placed: Vec<PlacedEdition> =
            all.iter().filter_map(|tournament| placed(tournament, own)).collect();
        placed.sort_by(|a, b| (a.place, a.year, &a.name).cmp(&(b.place, b.year, &b.name)));
        Ok(placed)
    }

    /// Notable wins, at most `most` per reason: over the strongest opponents by their strength in
    /// that year, the longest, the shortest. A win is listed under its first reason.
    #[must_use]
    pub fn wins(&self, players: &[PlayerStrengths], most: usize) -> Vec<(Worth, SeatedGame)> {
        let by_name: FxHashMap<&str, &PlayerStrengths> =
            players.iter().map(|player| (&*player.name, player)).collect();
        let names = &self.names;
        let mut wins: Vec<(SeatedGame, &Fact)> = Vec::new();
        for (game, fact) in self.facts() {
            let mut score = Score::default();
            score.add_for(game.side, fact);
            if score.red == 1 {
                wins.push((game, fact));
            }
        }
        let strength = |(seated, fact): &(SeatedGame, &Fact)| {
            let head = names.player(seats(fact, seated.side)[1])?;
            let player = by_name.get(names.name_of_player(head)).filter(|it| it.group == 1)?;
            let year = fact.year()?;
            let known = player.years.iter().find(|(of, _)| *of == year)?;
            Some(known.1.elo)
        };
        // Equal games stand by key: ids depend on the order of imports.
        wins.sort_by_key(|(_, fact)| (Reverse(fact.plies), fact.key));
        let mut rated: Vec<(f64, u32, SeatedGame)> =
            wins.iter().filter_map(|win| Some((strength(win)?, win.1.key, win.0))).collect();
        rated.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let strong = rated.into_iter().map(|(.., game)| (Worth::StrongOpponent, game));
        let mut found: Vec<(Worth, SeatedGame)> = strong.take(most).collect();
        let in_order = [
            (Worth::LongWin, wins.iter().collect::<Vec<_>>()),
            (Worth::ShortWin, wins.iter().rev().collect()),
        ];
        for (worth, wins) in in_order {
            let games = wins.into_iter().map(|(game, _)| *game);
            let is_new = |game: &SeatedGame| found.iter().all(|(_, other)| other != game);
            let new: Vec<_> = games.filter(is_new).take(most).collect();
            found.extend(new.into_iter().map(|game| (worth, game)));
        }
        found
    }

    fn facts(&self) -> impl Iterator<Item = (SeatedGame, &Fact)> {
        let facts = self.archive.facts();
        self.games.iter().filter_map(move |it| Some((*it, facts.get(it.game)?)))
    }

    /// A sample for each value of `values`, ordered by value.
    fn counted<T: Ord, V: IntoIterator<Item = T>>(
        &self,
        values: impl Fn(SeatedGame, &Fact) -> V,
    ) -> Vec<(T, Sample)> {
        let mut counters: BTreeMap<T, Counter> = BTreeMap::new();
        for (seated, fact) in self.facts() {
            for value in values(seated, fact) {
                let counter = counters.entry(value).or_default();
                let year = self.disputed.year(seated.game, seated.side, fact);
                counter.add_against(seated.side, fact, year);
            }
        }
        let mut teller = ParticipantCounter::new(&self.names);
        let row = |(value, counter): (T, Counter)| (value, counter.sample(&mut teller));
        counters.into_iter().map(row).collect()
    }
}

/// Ids of the names of the side's player and of the opponent.
fn seats(fact: &Fact, side: Side) -> [u32; 2] {
    match side {
        Side::Red => [fact.red, fact.black],
        Side::Black => [fact.black, fact.red],
    }
}

/// The player's place in a tournament, if it can be known.
fn placed(tournament: &Tournament, name: &str) -> Option<PlacedEdition> {
    let found = tournament.found_percent().filter(|found| *found >= ENOUGH)?;
    let is_one_group = tournament.groups.len() == 1;
    let player = tournament.players.iter().find(|it| it.name == name).filter(|_| is_one_group)?;
    let [red, draw, black, unknown] = player.score.map(u64::from);
    Some(PlacedEdition {
        name: tournament.name.clone(),
        year: tournament.year,
        place: player.place?,
        players: tournament.players.len(),
        score: Score { red, draw, black, unknown, others: 0 },
        found,
    })
}
