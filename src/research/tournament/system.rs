//! Recognises the system of one field of players from its games: all-play-all, Swiss, knock-out,
//! teams or one match. Pure.

use super::TournamentGame;
use crate::metadata::PackedDate;
use crate::search::widen;
use std::collections::{BTreeMap, BTreeSet};

/// System of a tournament.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PlayingSystem {
    /// Everybody plays everybody, once or several times.
    AllPlayAll {
        /// Number of games of each pair.
        legs: u32,
    },
    /// Everybody plays in every round, but meets only some of the others.
    Swiss {
        /// Number of rounds.
        rounds: u32,
    },
    /// The loser of a match is eliminated.
    KnockOut,
    /// Teams play on several boards.
    TeamMatches,
    /// Two players.
    Match,
    /// Not recognised.
    #[default]
    Unknown,
}

impl PlayingSystem {
    /// Name of the system in data.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            PlayingSystem::AllPlayAll { .. } => "all-play-all",
            PlayingSystem::Swiss { .. } => "swiss",
            PlayingSystem::KnockOut => "knock-out",
            PlayingSystem::TeamMatches => "team-matches",
            PlayingSystem::Match => "match",
            PlayingSystem::Unknown => "unknown",
        }
    }
}

/// Smallest number of players of an all-play-all, except for three who all met.
const FEWEST: usize = 4;
/// Smallest percentage of pairs that met in an all-play-all.
pub(super) const MOST_PAIRS: usize = 90;
/// Smallest percentage of pairs that met, if no other system fits.
pub(super) const MANY_PAIRS: usize = 75;
/// Divisor of the games that may be of players outside the core.
const STRAY: usize = 4;
/// Divisor of stray games if fewer pairs met.
const RARE_STRAY: usize = 10;

/// Number of games of each pair of players, the lower place first.
pub(super) type PairsMet = BTreeMap<[usize; 2], u32>;

/// Number of games of each pair.
pub(super) fn pairs<'g>(games: impl Iterator<Item = &'g TournamentGame>) -> PairsMet {
    let mut pairs = PairsMet::new();
    games.for_each(|game| *pairs.entry(game.pair()).or_default() += 1);
    pairs
}

/// Games with their places in the list of all games, and their players.
#[derive(Debug, Clone, Default)]
pub(super) struct Pairings<'g> {
    pub(super) players: BTreeSet<usize>,
    pub(super) games: Vec<(usize, &'g TournamentGame)>,
}

impl<'g> Pairings<'g> {
    pub(super) fn of(games: impl Iterator<Item = (usize, &'g TournamentGame)>) -> Pairings<'g> {
        let games: Vec<(usize, &TournamentGame)> = games.collect();
        Pairings { players: games.iter().flat_map(|(_, game)| game.players).collect(), games }
    }

    /// The games between these players.
    pub(super) fn within(&self, players: &BTreeSet<usize>) -> Pairings<'g> {
        let is_within = |(_, game): &(usize, &TournamentGame)| {
            game.players.iter().all(|at| players.contains(at))
        };
        Pairings::of(self.games.iter().copied().filter(is_within))
    }

    pub(super) fn pairs(&self) -> PairsMet {
        pairs(self.games.iter().map(|(_, game)| *game))
    }

    /// The opponents of each player.
    pub(super) fn opponents(&self) -> BTreeMap<usize, BTreeSet<usize>> {
        let mut opponents: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for [one, other] in self.pairs().into_keys() {
            opponents.entry(one).or_default().insert(other);
            opponents.entry(other).or_default().insert(one);
        }
        opponents
    }

    /// The player who is in at least nine of ten games.
    pub(super) fn alone(&self) -> Option<usize> {
        let of =
            |at: usize| self.games.iter().filter(|(_, game)| game.players.contains(&at)).count();
        let most = self.players.iter().copied().max_by_key(|at| of(*at))?;
        let is_alone = (self.games.len() - of(most)) * RARE_STRAY <= self.games.len();
        (is_alone && self.players.len() > 2).then_some(most)
    }

    /// The players of an all-play-all, and the number of games per pair, if at least `least`
    /// percent of the pairs met. Players who met less than half of the others are excluded.
    pub(super) fn all_play_all(&self, least: usize) -> Option<(BTreeSet<usize>, u32)> {
        let (mut core, mut opponents) = (self.players.clone(), self.opponents());
        loop {
            let met = |at: usize| opponents.get(&at).map_or(0, BTreeSet::len);
            let fewest = core.iter().copied().min_by_key(|at| met(*at))?;
            let is_all_of_three = core.len() == 3 && self.players.len() == 3;
            if core.len() < FEWEST && !is_all_of_three {
                return None;
            }
            if met(fewest) * 2 + 1 >= core.len() {
                let (field, all) = (self.within(&core), self.games.len());
                let pairs = field.pairs();
                let stray = if least < MOST_PAIRS { RARE_STRAY } else { STRAY };
                let is_most = (all - field.games.len()) * stray <= all;
                let is_whole = pairs.len() * 200 >= core.len() * (core.len() - 1) * least;
                return (is_most && is_whole).then(|| (core, commonest(pairs.values())));
            }
            core.remove(&fewest);
            for other in opponents.remove(&fewest).into_iter().flatten() {
                opponents.entry(other).and_modify(|met| {
                    met.remove(&fewest);
                });
            }
        }
    }

    /// Number of rounds of a Swiss tournament: nobody meets another twice, and rounds are far fewer
    /// than players. Needs three quarters of the games, or half of them if many are found.
    pub(super) fn swiss(&self) -> Option<u32> {
        const LEAST_ROUNDS: usize = 4;
        const LEAST_PLAYERS: usize = 8;
        const MANY: usize = 40;
        let (pairs, opponents) = (self.pairs(), self.opponents());
        let rounds: BTreeSet<u32> = self.games.iter().filter_map(|(_, game)| game.round).collect();
        let with_round = self.games.iter().filter(|(_, game)| game.round.is_some()).count();
        let last = if with_round * 2 >= self.games.len() { rounds.last().copied() } else { None };
        let most = opponents.values().map(BTreeSet::len).max()?;
        let last = most.max(last.unwrap_or_default() as usize);
        let meets_once = pairs.values().filter(|games| **games > 1).count() * 10 <= pairs.len();
        let share = pairs.len() * 200 / (last * self.players.len()).max(1);
        // In an all-play-all with few missing games, most players met most others.
        let is_far = last * 3 <= self.players.len() * 2;
        let is_full = share >= MOST_PAIRS && last + 1 < self.players.len();
        let is_sure = share >= MANY_PAIRS || (share >= 50 && pairs.len() >= MANY);
        let is_swiss = meets_once && (is_far || is_full) && is_sure;
        let is_large = last >= LEAST_ROUNDS && self.players.len() >= LEAST_PLAYERS;
        (is_swiss && is_large).then_some(last as u32)
    }

    /// Whether every player loses at most one match and then stops, and the number of matches fits
    /// a cup. A large cup may lack a few matches; one may be for third place; a drawn match is won
    /// by the player who plays on.
    pub(super) fn is_knock_out(&self) -> bool {
        /// Smallest number of players of a cup in which a match may be missing.
        const LARGE: usize = 8;
        let (players, mut matches) = (self.players.len(), BTreeMap::<[usize; 2], Duel>::new());
        for (_, game) in &self.games {
            matches.entry(game.pair()).or_default().add(game);
        }
        let matches_of = |at: usize| matches.iter().filter(move |(pair, _)| pair.contains(&at));
        let missing = players.saturating_sub(matches.len() + 1);
        let is_number =
            matches.len() <= players && missing * 5 < players && (missing == 0 || players >= LARGE);
        let most = players.next_power_of_two().trailing_zeros() as usize;
        let is_deep = |at: &usize| matches_of(*at).count() > most;
        if players < FEWEST || !is_number || self.players.iter().any(is_deep) {
            return false;
        }
        // The loser for third place loses twice; the last four met in a ring.
        let has_third = matches.len() == players;
        if has_third && !self.has_ring() {
            return false;
        }
        let (mut lost, mut decided) = (BTreeMap::<usize, usize>::new(), 0);
        for (pair, duel) in &matches {
            let plays_on = pair.map(|at| {
                matches_of(at).any(|(other, later)| other != pair && later.comes_after(duel))
            });
            let side = match (duel.balance, plays_on) {
                (1.., _) | (0, [true, false]) => 1,
                (..=-1, _) | (0, [false, true]) => 0,
                _ => continue,
            };
            if plays_on[side] && !has_third {
                return false;
            }
            *lost.entry(pair[side]).or_default() += 1;
            decided += 1;
        }
        let twice = lost.values().filter(|lost| **lost == 2).count();
        lost.values().all(|lost| *lost <= 2)
            && twice <= usize::from(has_third)
            && decided * 5 >= matches.len() * 4
    }

    /// Whether two players who did not meet have two common opponents.
    fn has_ring(&self) -> bool {
        let opponents = self.opponents();
        let mut met = opponents.iter().enumerate();
        met.any(|(nth, (_, of_one))| {
            let mut others = opponents.iter().skip(nth + 1);
            others.any(|(other, of_other)| {
                !of_one.contains(other) && of_one.intersection(of_other).count() > 1
            })
        })
    }

    /// Whether most games are beside another of the same two teams and round, or nearly all are of
    /// the same two teams.
    pub(super) fn are_teams(&self) -> bool {
        type Meeting<'t> = (Option<u32>, [&'t str; 2]);
        let mut boards: BTreeMap<Meeting<'_>, BTreeSet<[usize; 2]>> = BTreeMap::new();
        let mut of_two: BTreeMap<[&str; 2], (usize, BTreeSet<usize>)> = BTreeMap::new();
        for (_, game) in &self.games {
            let [Some(red), Some(black)] = &game.teams else { continue };
            let mut teams = [red.as_str(), black.as_str()];
            teams.sort_unstable();
            boards.entry((game.round, teams)).or_default().insert(game.pair());
            let of_teams = of_two.entry(teams).or_default();
            of_teams.0 += 1;
            of_teams.1.extend(game.players);
        }
        let are_many = |boards: &BTreeSet<[usize; 2]>| {
            // A team plays one board per player: no player may occur twice.
            let players: BTreeSet<usize> = boards.iter().flatten().copied().collect();
            players.len() == 2 * boards.len() && boards.len() > 1
        };
        let beside: usize = boards
            .iter()
            .filter(|((_, [red, black]), boards)| red != black && are_many(boards))
            .map(|(_, boards)| boards.len())
            .sum();
        let are_two = of_two.iter().any(|([red, black], (games, players))| {
            red != black && games * 10 >= self.games.len() * 9 && players.len() >= FEWEST
        });
        self.games.len() >= FEWEST && (beside * 2 > self.games.len() || are_two)
    }
}

/// The match of two players.
#[derive(Debug, Default)]
struct Duel {
    /// Points of the lower place minus those of the other.
    balance: i64,
    /// First and last day.
    days: Option<(PackedDate, PackedDate)>,
    /// Last round.
    round: Option<u32>,
}

impl Duel {
    fn add(&mut self, game: &TournamentGame) {
        let [red, black] = game.points().unwrap_or_default().map(i64::from);
        self.balance += if game.pair() == game.players { red - black } else { black - red };
        widen(&mut self.days, Some(game.date).filter(|date| !date.is_unknown()));
        self.round = self.round.max(game.round);
    }

    fn comes_after(&self, other: &Duel) -> bool {
        match (self.round, other.round, self.days, other.days) {
            (Some(one), Some(other), ..) if one != other => one > other,
            (.., Some((first, _)), Some((_, last))) => first.earliest() > last.latest(),
            _ => false,
        }
    }
}

/// The commonest number; of equally common ones the greatest.
fn commonest<'n>(numbers: impl Iterator<Item = &'n u32>) -> u32 {
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    numbers.for_each(|number| *counts.entry(*number).or_default() += 1);
    counts.into_iter().max_by_key(|(number, count)| (*count, *number)).map_or(1, |it| it.0)
}
