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
/// Of an all-play-all at least this share of the pairs met, in percent.
const MOST_PAIRS: usize = 90;
/// That share where nothing speaks for another system.
const MANY_PAIRS: usize = 75;
/// At most one in this number of games is of players who play few others.
const STRAY: usize = 4;

/// PairsMet of players, the lesser one first, and how often they played.
type PairsMet = BTreeMap<(usize, usize), u32>;

/// The system of these games, and for each player whether he belongs to it: who plays but few games
/// of an all-play-all is perhaps of another event.
pub(super) fn recognise(players: usize, games: &[TournamentGame]) -> (PlayingSystem, Vec<bool>) {
    let mut pairs: PairsMet = BTreeMap::new();
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
    if let Some((core, legs)) = all_play_all(players, &pairs, MOST_PAIRS) {
        return (PlayingSystem::AllPlayAll { legs }, core);
    }
    if is_knock_out(players, games, &pairs) {
        return (PlayingSystem::KnockOut, all);
    }
    let rounds: BTreeSet<u32> = games.iter().filter_map(|game| game.round).collect();
    let last = rounds.last().copied().unwrap_or_default();
    // In a Swiss tournament nobody meets another twice, and there are fewer rounds than players. Of
    // one with less than half of its games nothing is said.
    let meets_once = pairs.values().filter(|games| **games > 1).count() * 10 <= pairs.len();
    let is_half = games.len() * 4 >= last as usize * players;
    let is_swiss = rounds.len() >= 3 && meets_once && is_half && (last as usize) + 1 < players;
    if is_swiss {
        return (PlayingSystem::Swiss { rounds: last }, all);
    }
    match all_play_all(players, &pairs, MANY_PAIRS) {
        Some((core, legs)) => (PlayingSystem::AllPlayAll { legs }, core),
        None => (PlayingSystem::Unknown, all),
    }
}

/// The players who play all against all, and how often, where at least this share of the pairs met,
/// in percent. Who met fewer than half of the others is not one of them.
fn all_play_all(players: usize, pairs: &PairsMet, least: usize) -> Option<(Vec<bool>, u32)> {
    let mut core = vec![true; players];
    let mut left = players;
    loop {
        let within = |(a, b): (usize, usize)| core[a] && core[b];
        let met: Vec<(usize, usize)> = pairs.keys().copied().filter(|it| within(*it)).collect();
        let mut opponents = vec![0; players];
        for (a, b) in &met {
            opponents[*a] += 1;
            opponents[*b] += 1;
        }
        let fewest = (0..players).filter(|at| core[*at]).min_by_key(|at| opponents[*at])?;
        if left >= FEWEST && opponents[fewest] * 2 + 1 >= left {
            let games = |of: &dyn Fn((usize, usize)) -> bool| -> u32 {
                pairs.iter().filter(|(pair, _)| of(**pair)).map(|(_, games)| *games).sum()
            };
            let (of_core, all) = (games(&within), games(&|_| true));
            let legs = (f64::from(of_core) / met.len() as f64).round().max(1.0) as u32;
            let is_most = (all - of_core) as usize * STRAY <= all as usize;
            let is_whole = met.len() * 200 >= left * (left - 1) * least;
            return (is_most && is_whole).then_some((core, legs));
        }
        core[fewest] = false;
        left -= 1;
    }
}

/// Whether most games stand beside another of the same two teams in the same round.
fn are_teams(games: &[TournamentGame]) -> bool {
    type Match<'t> = (Option<u32>, [&'t str; 2]);
    let mut boards: BTreeMap<Match<'_>, BTreeSet<[usize; 2]>> = BTreeMap::new();
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

/// Whether everybody wins all matches but the last one, and there are as many as a cup has.
fn is_knock_out(players: usize, games: &[TournamentGame], pairs: &PairsMet) -> bool {
    // One match fewer than players; some may be missing.
    if players < FEWEST || pairs.len() >= players || pairs.len() * 5 < (players - 1) * 4 {
        return false;
    }
    let mut balance: BTreeMap<[usize; 2], i64> = BTreeMap::new();
    for game in games {
        let [red, black] = game.points().unwrap_or_default().map(i64::from);
        let [one, other] = game.players;
        *balance.entry([one.min(other), one.max(other)]).or_default() +=
            if one < other { red - black } else { black - red };
    }
    let (mut matches, mut won) = (vec![0_usize; players], vec![0_usize; players]);
    for ([one, other], balance) in balance {
        matches[one] += 1;
        matches[other] += 1;
        if balance != 0 {
            won[if balance > 0 { one } else { other }] += 1;
        }
    }
    let is_out_once = |at: usize| won[at] + 1 >= matches[at];
    let decided: usize = won.iter().sum();
    (0..players).all(is_out_once) && decided * 5 >= pairs.len() * 4
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
        games.truncate(18);
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
        let mut stray = cup;
        stray.truncate(5);
        assert_eq!(recognise(8, &stray).0, PlayingSystem::Unknown, "too few matches");
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
