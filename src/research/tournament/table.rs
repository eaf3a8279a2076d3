//! Standings and cross table of a tournament. Pure.

use super::stages::{FoundGroup, Recognised, TournamentGroup, recognise};
use super::system::{PlayingSystem, pairs};
use super::{Tournament, TournamentGame};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A player of a tournament, with score and place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TournamentPlayer {
    /// Id of the player's folded name.
    pub(super) head: u32,
    /// Name of the player.
    pub name: String,
    /// Team that most records name.
    pub team: Option<String>,
    /// Group, as a place in [`Tournament::groups`].
    pub group: usize,
    /// Place in the group, 1-based; equal scores share it. `None` for a guest, and for systems
    /// without places.
    pub place: Option<u32>,
    /// Numbers of games won, drawn, lost, and without a result.
    pub score: [u32; 4],
    /// Points of the games with a result.
    pub points: u32,
    /// In an all-play-all, twice the Sonneborn-Berger score (points of beaten opponents, half the
    /// points of drawn ones); else the points of all opponents.
    pub tie_break: u32,
    /// Number of the player's games known to be missing.
    pub missing: u32,
    /// Whether the player has few games, and is perhaps of another event.
    pub is_guest: bool,
    /// First and last year of the player's other games, if all are decades away.
    pub other_years: Option<(u16, u16)>,
    /// Years of birth and death of the person with this name, if that person was not alive.
    pub lived: Option<[Option<u16>; 2]>,
}

impl TournamentPlayer {
    /// Number of games, with or without a result.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.score.iter().sum()
    }
}

/// Number of missing or additional games of two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MissingGame {
    /// Places of the players in the standings.
    pub players: [usize; 2],
    /// Number of games.
    pub games: u32,
}

impl Tournament {
    /// Recognises the systems, orders the players, and finds missing games. `is_of_teams`: the name
    /// of the tournament says that teams play.
    pub(super) fn settle(&mut self, is_of_teams: bool) {
        let Recognised { groups, alone } = recognise(&self.games, is_of_teams);
        self.alone = alone;
        for (nth, group) in groups.iter().enumerate() {
            group.players.iter().for_each(|at| self.players[*at].group = nth);
            for &at in &group.guests {
                (self.players[at].group, self.players[at].is_guest) = (nth, true);
            }
        }
        for (at, game) in self.games.iter_mut().enumerate() {
            game.is_play_off = !groups.iter().any(|group| group.games.contains(&at));
        }
        self.count(&groups);
        self.name_teams();
        self.groups = groups.iter().map(|group| self.find_missing(group)).collect();
        self.order();
    }

    fn count(&mut self, groups: &[FoundGroup]) {
        let guests: Vec<bool> = self.players.iter().map(|player| player.is_guest).collect();
        // A guest's game counts for the guest only; a play-off counts for nobody.
        let counts = |side: usize, game: &TournamentGame| {
            !game.is_play_off && (guests[game.players[side]] || !guests[game.players[1 - side]])
        };
        for game in &self.games {
            for (side, &at) in game.players.iter().enumerate().filter(|it| counts(it.0, game)) {
                let player = &mut self.players[at];
                let points = game.points().map(|points| points[side]);
                player.score[points.map_or(3, |points| 2 - points as usize)] += 1;
                player.points += points.unwrap_or(0);
            }
        }
        let points: Vec<u32> = self.players.iter().map(|player| player.points).collect();
        for game in &self.games {
            let Some(scored) = game.points() else { continue };
            for (side, &at) in game.players.iter().enumerate().filter(|it| counts(it.0, game)) {
                let opponent = points[game.players[1 - side]];
                let system = groups[self.players[at].group].system;
                self.players[at].tie_break += match system {
                    PlayingSystem::AllPlayAll { .. } => scored[side] * opponent,
                    _ => opponent,
                };
            }
        }
    }

    fn name_teams(&mut self) {
        let mut teams: Vec<BTreeMap<&str, u32>> = vec![BTreeMap::new(); self.players.len()];
        for game in &self.games {
            for (&at, team) in game.players.iter().zip(&game.teams) {
                team.iter().for_each(|team| *teams[at].entry(team).or_default() += 1);
            }
        }
        for (player, teams) in self.players.iter_mut().zip(teams) {
            let most = teams.into_iter().max_by_key(|(team, games)| (*games, Reverse(*team)));
            player.team = most.map(|(team, _)| team.to_owned());
        }
    }

    /// Stores the games that a group is known to lack.
    fn find_missing(&mut self, group: &FoundGroup) -> TournamentGroup {
        let core: Vec<usize> = group.players.iter().copied().collect();
        let of_core = |at: &&usize| self.games[**at].players.iter().all(|at| core.contains(at));
        let games = group.games.iter().filter(of_core).count() as u32;
        let (system, players) = (group.system, core.len());
        let mut group = TournamentGroup { system, players, games, ..TournamentGroup::default() };
        match system {
            PlayingSystem::AllPlayAll { legs } => {
                let met = pairs(self.games.iter().filter(|game| !game.is_play_off));
                for (nth, &one) in core.iter().enumerate() {
                    for &other in &core[nth + 1..] {
                        let played = met.get(&[one, other]).copied().unwrap_or(0);
                        if played < legs {
                            let (players, games) = ([one, other], legs - played);
                            self.missing.push(MissingGame { players, games });
                            players.iter().for_each(|at| self.players[*at].missing += games);
                            group.missing += games;
                        }
                    }
                }
                group.expected = Some(legs * (players * players.saturating_sub(1) / 2) as u32);
            }
            PlayingSystem::Swiss { rounds } => {
                for at in core {
                    self.players[at].missing = rounds.saturating_sub(self.players[at].games());
                }
                let expected = rounds * (players / 2) as u32;
                (group.expected, group.missing) = (Some(expected), expected.saturating_sub(games));
            }
            _ => {}
        }
        group
    }

    /// Orders the players by score, and renumbers them in games.
    fn order(&mut self) {
        let last_round = |at: usize, games: &[TournamentGame]| {
            let of = games.iter().filter(|game| game.players.contains(&at));
            of.clone().filter_map(|game| game.round).max().unwrap_or(of.count() as u32)
        };
        let system = |player: &TournamentPlayer| self.groups[player.group].system;
        let rank: Vec<(usize, bool, [Reverse<u32>; 3])> = (0..self.players.len())
            .map(|at| {
                let player = &self.players[at];
                let is_cup = system(player) == PlayingSystem::KnockOut;
                let reached = if is_cup { last_round(at, &self.games) } else { 0 };
                let scores = [reached, player.points, player.tie_break].map(Reverse);
                (player.group, player.is_guest, scores)
            })
            .collect();
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&a, &b| {
            (rank[a], &self.players[a].name).cmp(&(rank[b], &self.players[b].name))
        });
        let (mut place, mut first) = (0, 0);
        let mut places = vec![None; order.len()];
        for (nth, &at) in order.iter().enumerate() {
            if nth == 0 || rank[order[nth - 1]].0 != rank[at].0 {
                first = nth;
            }
            if nth == first || rank[order[nth - 1]] != rank[at] {
                place = (nth - first) as u32 + 1;
            }
            let player = &self.players[at];
            let is_ranked =
                !matches!(system(player), PlayingSystem::TeamMatches | PlayingSystem::Unknown);
            places[at] = (is_ranked && !player.is_guest).then_some(place);
        }
        self.players.iter_mut().zip(places).for_each(|(player, place)| player.place = place);
        let mut new = vec![0; order.len()];
        order.iter().enumerate().for_each(|(nth, &at)| new[at] = nth);
        self.players = order.iter().map(|&at| std::mem::take(&mut self.players[at])).collect();
        for game in &mut self.games {
            game.players = game.players.map(|at| new[at]);
        }
        self.alone = self.alone.map(|at| new[at]);
        for missing in &mut self.missing {
            missing.players = missing.players.map(|at| new[at]);
            missing.players.sort_unstable();
        }
        self.missing.sort_unstable_by_key(|missing| missing.players);
        self.games.sort_by(|a, b| {
            (a.round, a.date, a.players, &a.key).cmp(&(b.round, b.date, b.players, &b.key))
        });
    }

    /// Games of a play-off: pairs who met more often than the others. A game may be of another
    /// event, or a copy.
    #[must_use]
    pub fn met_again(&self) -> Vec<MissingGame> {
        let again = pairs(self.games.iter().filter(|game| game.is_play_off));
        again.into_iter().map(|(players, games)| MissingGame { players, games }).collect()
    }

    /// Games of two players, in order; the flag says whether `one` has Red.
    pub fn between(&self, one: usize, other: usize) -> Vec<(&TournamentGame, bool)> {
        let of =
            |game: &&TournamentGame| game.players == [one, other] || game.players == [other, one];
        self.games.iter().filter(of).map(|game| (game, game.players[0] == one)).collect()
    }
}

/// Cell of the cross table: points of `one` against `other`, separated by blanks for several games,
/// `?` for a game without a result.
#[must_use]
pub fn cross_cell(tournament: &Tournament, one: usize, other: usize) -> String {
    let cell = |(game, is_red): (&TournamentGame, bool)| match game.points() {
        Some(points) => points[usize::from(!is_red)].to_string(),
        None => "?".to_owned(),
    };
    let cells = tournament.between(one, other).into_iter().map(cell);
    cells.collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::metadata::GameResult::{self, BlackWins, Draw, RedWins};

    /// A settled tournament of players with these names, and games named `game0`, `game1`.
    pub(crate) fn tournament(names: &[&str], games: &[(usize, usize, GameResult)]) -> Tournament {
        let player = |name: &&str| TournamentPlayer { name: (*name).into(), ..Default::default() };
        let games = games.iter().enumerate().map(|(at, &(red, black, result))| TournamentGame {
            key: format!("game{at}"),
            players: [red, black],
            result,
            ..TournamentGame::default()
        });
        let mut tournament = Tournament {
            players: names.iter().map(player).collect(),
            games: games.collect(),
            ..Tournament::default()
        };
        tournament.settle(false);
        tournament
    }

    #[test]
    fn an_all_play_all_has_its_table() {
        let games = [
            (0, 1, Draw),
            (0, 2, BlackWins),
            (3, 0, RedWins),
            (1, 2, RedWins),
            (1, 3, Draw),
            (2, 3, Draw),
        ];
        let table = tournament(&["甲", "乙", "丙", "丁"], &games);
        assert_eq!(table.system(), PlayingSystem::AllPlayAll { legs: 1 });
        let rows: Vec<_> =
            table.players.iter().map(|it| (&*it.name, it.place, it.points, it.tie_break)).collect();
        // 丁 drew with 乙 and 丙 and beat 甲; 乙 beat 丙 and drew with the others.
        assert_eq!(
            rows,
            [
                ("乙", Some(1), 4, 11),
                ("丁", Some(2), 4, 9),
                ("丙", Some(3), 3, 6),
                ("甲", Some(4), 1, 4)
            ]
        );
        assert_eq!(cross_cell(&table, 0, 2), "2");
        assert_eq!(
            (cross_cell(&table, 2, 0), cross_cell(&table, 1, 1)),
            ("0".into(), String::new())
        );
        assert_eq!((table.expected(), table.found_percent()), (Some(6), Some(100.0)));
    }

    #[test]
    fn what_is_missing_is_found() {
        let pairs = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b, Draw)));
        let mut games: Vec<_> = pairs.collect();
        games.retain(|game| (game.0, game.1) != (1, 3));
        let table = tournament(&["甲", "乙", "丙", "丁", "戊"], &games);
        assert_eq!(table.missing.len(), 1);
        let names = table.missing[0].players.map(|at| table.players[at].name.clone());
        assert!(names.contains(&"乙".to_owned()) && names.contains(&"丁".to_owned()), "{names:?}");
        assert_eq!(table.found_percent(), Some(90.0));
        assert_eq!(table.players.iter().map(|player| player.missing).sum::<u32>(), 2);
    }
}
