//! How a tournament was played: all play all, Swiss, knock-out, teams or one match, as its games
//! show. Pure.

use super::TournamentGame;
use std::collections::{BTreeMap, BTreeSet};

/// How a tournament was played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PlayingSystem {
    /// Everybody plays everybody so many times.
    AllPlayAll {
        /// Number of games of every two players.
        legs: u32,
    },
    /// Everybody plays in every round, nobody against everybody.
    Swiss {
        /// Number of rounds.
        rounds: u32,
    },
    /// Whoever loses a match is out.
    KnockOut,
    /// Teams play on several boards.
    TeamMatches,
    /// Two players alone.
    Match,
    /// The games do not show it.
    #[default]
    Unknown,
}

impl PlayingSystem {
    /// The name in data.
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

/// Fewer players do not play all against all.
const FEWEST: usize = 4;
/// An all-play-all has at least this share of its games, in percent.
const MOST_GAMES: usize = 90;
/// At most one in this number of games is of players who play few others.
const STRAY: usize = 4;

/// Pairs of players, the lesser one first, and how often they played.
type Pairs = BTreeMap<(usize, usize), u32>;

/// The system of these games, and for each player whether he belongs to it: who plays but few games
/// of an all-play-all is perhaps of another event.
pub(super) fn recognise(players: usize, games: &[TournamentGame]) -> (PlayingSystem, Vec<bool>) {
    let mut pairs: Pairs = BTreeMap::new();
    for game in games {
        let [red, black] = game.players;
        *pairs.entry((red.min(black), red.max(black))).or_default() += 1;
    }
    let all = vec![true; players];
    if players == 2 {
        return (PlayingSystem::Match, all);
    }
    if are_teams(games) {
        return (PlayingSystem::TeamMatches, all);
    }
    if let Some((core, legs)) = all_play_all(players, &pairs) {
        return (PlayingSystem::AllPlayAll { legs }, core);
    }
    if is_knock_out(players, games, &pairs) {
        return (PlayingSystem::KnockOut, all);
    }
    let rounds: BTreeSet<u32> = games.iter().filter_map(|game| game.round).collect();
    let last = rounds.last().copied().unwrap_or_default();
    // In a Swiss tournament nobody meets another twice, and there are fewer rounds than players.
    let meets_once = pairs.values().filter(|games| **games > 1).count() * 10 <= pairs.len();
    let is_swiss = rounds.len() >= 3 && meets_once && (last as usize) + 1 < players;
    (if is_swiss { PlayingSystem::Swiss { rounds: last } } else { PlayingSystem::Unknown }, all)
}

/// The players who play all against all, and how often: those who are left when the player of the
/// fewest opponents is taken away as long as too many games are missing.
fn all_play_all(players: usize, pairs: &Pairs) -> Option<(Vec<bool>, u32)> {
    let mut core = vec![true; players];
    let mut left = players;
    let within = |core: &[bool], (a, b): (usize, usize)| core[a] && core[b];
    while left >= FEWEST {
        let met: Vec<_> = pairs.keys().copied().filter(|pair| within(&core, *pair)).collect();
        if met.len() * 200 >= left * (left - 1) * MOST_GAMES {
            let games = |of: &dyn Fn((usize, usize)) -> bool| -> u32 {
                pairs.iter().filter(|(pair, _)| of(**pair)).map(|(_, games)| *games).sum()
            };
            let (of_core, all) = (games(&|pair| within(&core, pair)), games(&|_| true));
            let legs = (f64::from(of_core) / met.len() as f64).round().max(1.0) as u32;
            let is_most = (all - of_core) as usize * STRAY <= all as usize;
            return is_most.then_some((core, legs));
        }
        let mut opponents = vec![0; players];
        for (a, b) in met {
            opponents[a] += 1;
            opponents[b] += 1;
        }
        let fewest = (0..players).filter(|at| core[*at]).min_by_key(|at| opponents[*at])?;
        core[fewest] = false;
        left -= 1;
    }
    None
}

/// Whether most games stand beside another of the same two teams in the same round.
fn are_teams(games: &[TournamentGame]) -> bool {
    let mut boards: BTreeMap<(Option<u32>, [&str; 2]), BTreeSet<[usize; 2]>> = BTreeMap::new();
    for game in games {
        let [Some(red), Some(black)] = &game.teams else { continue };
        let mut teams = [red.as_str(), black.as_str()];
        teams.sort_unstable();
        let mut players = game.players;
        players.sort_unstable();
        boards.entry((game.round, teams)).or_default().insert(players);
    }
    let of_teams = |boards: &BTreeSet<[usize; 2]>| {
        // Of a player who stands twice there the team plays nobody else.
        let players: BTreeSet<usize> = boards.iter().flatten().copied().collect();
        players.len() == 2 * boards.len() && boards.len() > 1
    };
    let beside: usize = boards
        .iter()
        .filter(|((_, [red, black]), boards)| red != black && of_teams(boards))
        .map(|(_, boards)| boards.len())
        .sum();
    games.len() >= FEWEST && beside * 2 > games.len()
}

/// Whether everybody but the winner loses one match, and then plays no more.
fn is_knock_out(players: usize, games: &[TournamentGame], pairs: &Pairs) -> bool {
    if players < FEWEST || pairs.len() >= players {
        return false;
    }
    let mut wins: BTreeMap<(usize, usize), i64> = BTreeMap::new();
    for game in games {
        let [red, black] = game.players;
        let (pair, sign) = if red < black { ((red, black), 1) } else { ((black, red), -1) };
        let points = game.points().map_or(0, |[red, black]| i64::from(red) - i64::from(black));
        *wins.entry(pair).or_default() += sign * points;
    }
    let mut lost = vec![0; players];
    for ((a, b), balance) in wins {
        if balance != 0 {
            lost[if balance > 0 { b } else { a }] += 1;
        }
    }
    let out = lost.iter().filter(|lost| **lost == 1).count();
    lost.iter().all(|lost| *lost <= 1) && out * 3 >= players && pairs.len() * 3 >= players * 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::GameResult;

    fn game(red: usize, black: usize, round: u32) -> TournamentGame {
        let result = GameResult::RedWins;
        TournamentGame { players: [red, black], round: Some(round), result, ..Default::default() }
    }

    fn all_pairs(players: usize) -> Vec<TournamentGame> {
        let pairs = (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b)));
        pairs.map(|(a, b)| game(a, b, ((a + b) % (players - 1)) as u32 + 1)).collect()
    }

    #[test]
    fn systems_are_recognised() {
        let mut games = all_pairs(8);
        assert_eq!(recognise(8, &games), (PlayingSystem::AllPlayAll { legs: 1 }, vec![true; 8]));
        games.truncate(26);
        assert_eq!(
            recognise(8, &games).0,
            PlayingSystem::AllPlayAll { legs: 1 },
            "two are missing"
        );
        games.truncate(20);
        assert_ne!(
            recognise(8, &games).0,
            PlayingSystem::AllPlayAll { legs: 1 },
            "too many are missing"
        );
        let twice = [all_pairs(5), all_pairs(5)].concat();
        assert_eq!(recognise(5, &twice).0, PlayingSystem::AllPlayAll { legs: 2 });
        let mut with_guest = all_pairs(8);
        with_guest.push(game(8, 0, 1));
        let (system, core) = recognise(9, &with_guest);
        assert_eq!((system, core[8]), (PlayingSystem::AllPlayAll { legs: 1 }, false));
        assert_eq!(recognise(2, &[game(0, 1, 1), game(1, 0, 2)]).0, PlayingSystem::Match);
        let cup: Vec<_> =
            [(0, 1, 1), (2, 3, 1), (4, 5, 1), (6, 7, 1), (0, 2, 2), (4, 6, 2), (0, 4, 3)]
                .map(|(red, black, round)| game(red, black, round))
                .into();
        assert_eq!(recognise(8, &cup).0, PlayingSystem::KnockOut);
        let swiss: Vec<_> = (1..=4)
            .flat_map(|round| {
                (0..10).map(move |at| game(at, 10 + (at + round as usize) % 10, round))
            })
            .collect();
        assert_eq!(recognise(20, &swiss).0, PlayingSystem::Swiss { rounds: 4 });
        let of_teams = |red: usize, black: usize, round| TournamentGame {
            teams: [red, black].map(|player| Some(format!("team {}", player / 4))),
            ..game(red, black, round)
        };
        let teams: Vec<_> =
            (0..4).flat_map(|at| [of_teams(at, 4 + at, 1), of_teams(8 + at, 12 + at, 1)]).collect();
        assert_eq!(recognise(16, &teams).0, PlayingSystem::TeamMatches);
        assert_eq!(recognise(0, &[]).0, PlayingSystem::Unknown);
    }
}
