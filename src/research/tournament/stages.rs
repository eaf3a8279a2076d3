//! Recognises the groups and play-offs of a tournament from its games. Pure.

use super::TournamentGame;
use super::system::{MANY_PAIRS, MOST_PAIRS, Pairings, PlayingSystem};
use crate::metadata::PackedDate;
use std::collections::{BTreeMap, BTreeSet};

/// A group of a tournament (men or women, A or B); most tournaments have one group.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TournamentGroup {
    /// System of the group.
    pub system: PlayingSystem,
    /// Number of players, without guests.
    pub players: usize,
    /// Number of games, without play-offs and games of guests.
    pub games: u32,
    /// Number of games that were played, if the system determines it.
    pub expected: Option<u32>,
    /// Number of games known to be missing.
    pub missing: u32,
}

impl TournamentGroup {
    /// Percentage of the expected games that are found.
    #[must_use]
    pub fn found_percent(&self) -> Option<f64> {
        self.expected.map(|expected| found_percent(expected, self.missing))
    }
}

pub(super) fn found_percent(expected: u32, missing: u32) -> f64 {
    100.0 * f64::from(expected.saturating_sub(missing)) / f64::from(expected.max(1))
}

/// Groups and systems recognised from games.
#[derive(Debug, Default)]
pub(super) struct Recognised {
    /// Groups, that with the most games first.
    pub(super) groups: Vec<FoundGroup>,
    /// The player to whom nearly all known games belong, if the system cannot be recognised.
    pub(super) alone: Option<usize>,
}

/// A group: its players, and its games as places in the list of games.
#[derive(Debug, Default)]
pub(super) struct FoundGroup {
    pub(super) system: PlayingSystem,
    pub(super) players: BTreeSet<usize>,
    /// Players with few games, perhaps of another event.
    pub(super) guests: BTreeSet<usize>,
    pub(super) games: BTreeSet<usize>,
}

impl FoundGroup {
    fn of(system: PlayingSystem, field: &Pairings<'_>) -> FoundGroup {
        let games = field.games.iter().map(|(at, _)| *at).collect();
        FoundGroup { system, players: field.players.clone(), games, guests: BTreeSet::new() }
    }

    /// A group with the all-play-all system. The latest games of two players beyond the usual
    /// number are a play-off.
    fn all_play_all(field: &Pairings<'_>, least: usize) -> Option<FoundGroup> {
        let (core, legs) = field.all_play_all(least)?;
        let guests: BTreeSet<usize> = field.players.difference(&core).copied().collect();
        let mut of_pairs: BTreeMap<[usize; 2], Vec<(usize, &TournamentGame)>> = BTreeMap::new();
        for (at, game) in &field.games {
            of_pairs.entry(game.pair()).or_default().push((*at, *game));
        }
        let mut games = BTreeSet::new();
        for (pair, mut met) in of_pairs {
            met.sort_by_key(|(_, game)| (game.date.is_unknown(), game.date, game.round, &game.key));
            let most =
                if pair.iter().any(|at| guests.contains(at)) { met.len() } else { legs as usize };
            games.extend(met.into_iter().take(most).map(|(at, _)| at));
        }
        let system = PlayingSystem::AllPlayAll { legs };
        Some(FoundGroup { system, players: core, guests, games })
    }
}

/// Recognises the systems of a tournament. `is_of_teams`: its name says that teams play.
pub(super) fn recognise(games: &[TournamentGame], is_of_teams: bool) -> Recognised {
    let field = Pairings::of(games.iter().enumerate());
    let one = |system| Recognised { groups: vec![FoundGroup::of(system, &field)], alone: None };
    if games.is_empty() {
        return Recognised::default();
    }
    if is_of_teams || field.are_teams() {
        return one(PlayingSystem::TeamMatches);
    }
    if field.players.len() == 2 {
        return one(PlayingSystem::Match);
    }
    let all = || FoundGroup::all_play_all(&field, MOST_PAIRS).map(|group| vec![group]);
    let groups = parts(&field).or_else(all);
    let alone = field.alone().filter(|_| groups.is_none());
    if alone.is_some() {
        return Recognised { alone, ..one(PlayingSystem::Unknown) };
    }
    let mut groups = groups.or_else(|| with_play_off(&field)).unwrap_or_else(|| whole(&field));
    groups.sort_by_key(|group| {
        (std::cmp::Reverse(group.games.len()), group.players.first().copied())
    });
    Recognised { groups, alone: None }
}

/// Smallest number of players of a group beside others.
const LEAST: usize = 4;

/// Groups whose players met nobody outside, if the system of any such group is recognised. The
/// other players form one more group, or are guests if they are few.
fn parts(field: &Pairings<'_>) -> Option<Vec<FoundGroup>> {
    let all = components(&field.opponents(), |_, _| true);
    let mut groups = Vec::new();
    let mut left = field.players.clone();
    for part in all.into_iter().filter(|it| (LEAST..field.players.len()).contains(&it.len())) {
        let part = field.within(&part);
        let found = FoundGroup::all_play_all(&part, MANY_PAIRS).map(|group| vec![group]);
        let found = found.or_else(|| cliques(&part)).or_else(|| {
            let swiss = |rounds| FoundGroup::of(PlayingSystem::Swiss { rounds }, &part);
            part.swiss().map(|rounds| vec![swiss(rounds)])
        });
        for group in found.into_iter().flatten() {
            left.retain(|at| !part.players.contains(at));
            groups.push(group);
        }
    }
    let first = groups.first_mut()?;
    let rest = field.within(&left);
    if rest.players.len() < LEAST {
        first.guests.extend(&rest.players);
        first.games.extend(rest.games.iter().map(|(at, _)| *at));
    } else {
        groups.extend(with_play_off(&rest).unwrap_or_else(|| whole(&rest)));
    }
    Some(groups)
}

/// Groups in which nearly all play all, with few games between groups at the end.
fn cliques(field: &Pairings<'_>) -> Option<Vec<FoundGroup>> {
    let opponents = field.opponents();
    // Two players are of one group if they met and share most opponents.
    let are_near = |one: usize, other: usize| {
        let [one, other] = [one, other]
            .map(|at| opponents[&at].iter().copied().chain([at]).collect::<BTreeSet<usize>>());
        one.intersection(&other).count() * 10 >= one.union(&other).count() * 6
    };
    let groups: Option<Vec<FoundGroup>> = components(&opponents, are_near)
        .into_iter()
        .map(|group| FoundGroup::all_play_all(&field.within(&group), MANY_PAIRS))
        .collect();
    let groups = groups.filter(|groups| groups.len() > 1)?;
    let within: usize = groups.iter().map(|group| group.games.len()).sum();
    let are_core = groups.iter().all(|it| it.guests.is_empty() && it.players.len() >= LEAST);
    (are_core && within * 4 >= field.games.len() * 3).then_some(groups)
}

/// Connected parts of the players, by games between players who are near.
fn components(
    opponents: &BTreeMap<usize, BTreeSet<usize>>,
    are_near: impl Fn(usize, usize) -> bool,
) -> Vec<BTreeSet<usize>> {
    let mut left: BTreeSet<usize> = opponents.keys().copied().collect();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let (mut part, mut next) = (BTreeSet::from([first]), vec![first]);
        while let Some(one) = next.pop() {
            for &other in opponents[&one].iter().filter(|other| are_near(one, **other)) {
                if part.insert(other) {
                    left.remove(&other);
                    next.push(other);
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// Groups of a field with a play-off: from some day on only few players meet, and the games before
/// have a recognised system.
fn with_play_off(field: &Pairings<'_>) -> Option<Vec<FoundGroup>> {
    /// Largest number of days of a tournament.
    const MOST: usize = 60;
    if let Some(groups) = cliques(field) {
        return Some(groups);
    }
    let days: BTreeSet<PackedDate> =
        field.games.iter().map(|(_, game)| game.date.earliest()).collect();
    days.into_iter().filter(|day| !day.is_unknown()).take(MOST).find_map(|day| {
        let is_late = |game: &TournamentGame| game.date.earliest() >= day;
        let [late, early] = [true, false].map(|late| {
            Pairings::of(field.games.iter().copied().filter(|it| is_late(it.1) == late))
        });
        // A play-off has few players, each with few opponents.
        let is_small = late.players.len() * 2 <= early.players.len()
            && late.players.is_subset(&early.players)
            && late.opponents().values().all(|met| met.len() <= 3);
        let meet_again = late.pairs().iter().any(|(pair, games)| {
            *games > 1 || early.games.iter().any(|(_, game)| game.pair() == *pair)
        });
        if !is_small || !meet_again {
            return None;
        }
        let all =
            FoundGroup::all_play_all(&early, MOST_PAIRS).filter(|group| group.guests.is_empty());
        let swiss = |rounds: u32| FoundGroup::of(PlayingSystem::Swiss { rounds }, &early);
        let is_whole = |rounds: &u32| {
            early.games.len() * 200 >= *rounds as usize * early.players.len() * MOST_PAIRS
        };
        let all = all.or_else(|| early.swiss().filter(is_whole).map(swiss));
        all.map(|group| vec![group])
    })
}

/// The whole field as one group.
fn whole(field: &Pairings<'_>) -> Vec<FoundGroup> {
    let group = if field.is_knock_out() {
        FoundGroup::of(PlayingSystem::KnockOut, field)
    } else if let Some(rounds) = field.swiss() {
        FoundGroup::of(PlayingSystem::Swiss { rounds }, field)
    } else if let Some(group) = FoundGroup::all_play_all(field, MANY_PAIRS) {
        group
    } else {
        FoundGroup::of(PlayingSystem::Unknown, field)
    };
    vec![group]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::{GameResult, LaxDate};

    fn game(red: usize, black: usize, round: u32) -> TournamentGame {
        let date = PackedDate::new(LaxDate::new(1990, 3, round));
        let (players, result) = ([red, black], GameResult::RedWins);
        TournamentGame { players, round: Some(round), date, result, ..Default::default() }
    }

    fn all_pairs(players: std::ops::Range<usize>) -> Vec<TournamentGame> {
        let (first, count) = (players.start, players.len());
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        let round = |a, b| ((a + b) % (count - 1)) as u32 + 1;
        pairs.map(|(a, b)| game(first + a, first + b, round(a, b))).collect()
    }

    /// Systems of the groups, with their numbers of players and games.
    fn found(games: &[TournamentGame]) -> Vec<(PlayingSystem, usize, usize)> {
        let groups = recognise(games, false).groups.into_iter();
        groups.map(|group| (group.system, group.players.len(), group.games.len())).collect()
    }

    const ONCE: PlayingSystem = PlayingSystem::AllPlayAll { legs: 1 };

    #[test]
    fn systems_are_recognised() {
        let mut games = all_pairs(0..8);
        assert_eq!(found(&games), [(ONCE, 8, 28)]);
        games.truncate(26);
        assert_eq!(found(&games), [(ONCE, 8, 26)], "two are missing");
        games.truncate(18);
        assert_ne!(found(&games)[0].0, ONCE, "too many are missing");
        let twice = [all_pairs(0..5), all_pairs(0..5)].concat();
        assert_eq!(found(&twice), [(PlayingSystem::AllPlayAll { legs: 2 }, 5, 20)]);
        let three = [all_pairs(0..3), all_pairs(0..3)].concat();
        assert_eq!(found(&three), [(PlayingSystem::AllPlayAll { legs: 2 }, 3, 6)]);
        let mut with_guest = all_pairs(0..8);
        with_guest.push(game(8, 0, 1));
        let group = &recognise(&with_guest, false).groups[0];
        assert_eq!((group.system, &group.guests), (ONCE, &BTreeSet::from([8])));
        assert_eq!(found(&[game(0, 1, 1), game(1, 0, 2)])[0].0, PlayingSystem::Match);
        assert!(found(&[]).is_empty());
    }

    #[test]
    fn a_swiss_tournament_has_few_rounds() {
        let swiss: Vec<_> = (1..=4)
            .flat_map(|round| {
                (0..10).map(move |at| game(at, 10 + (at + round as usize) % 10, round))
            })
            .collect();
        assert_eq!(found(&swiss), [(PlayingSystem::Swiss { rounds: 4 }, 20, 40)]);
        // Four of the first ten play on.
        let with_final = [swiss, vec![game(0, 1, 8), game(2, 3, 8), game(1, 0, 9), game(2, 0, 9)]];
        assert_eq!(found(&with_final.concat()), [(PlayingSystem::Swiss { rounds: 4 }, 20, 40)]);
        // Three of seven players' games are missing, but everybody met most others.
        let mut all = all_pairs(0..7);
        (0..3).for_each(|_| drop(all.remove(5)));
        assert_eq!(found(&all), [(ONCE, 7, 18)]);
    }

    #[test]
    fn a_knock_out_is_no_list_of_the_games_of_one() {
        let of = |games: &[(usize, usize, u32)]| -> Vec<TournamentGame> {
            games.iter().map(|&(red, black, round)| game(red, black, round)).collect()
        };
        let cup =
            of(&[(0, 1, 1), (2, 3, 1), (4, 5, 1), (6, 7, 1), (0, 2, 2), (4, 6, 2), (0, 4, 3)]);
        assert_eq!(found(&cup)[0].0, PlayingSystem::KnockOut);
        assert_eq!(found(&cup[..5])[0].0, PlayingSystem::Unknown, "too few matches");
        // The match for third place is played beside the final.
        let mut four = of(&[(0, 1, 1), (2, 3, 1), (0, 2, 2), (1, 3, 2)]);
        assert_eq!(found(&four)[0].0, PlayingSystem::KnockOut);
        four.pop();
        assert_eq!(found(&four)[0].0, PlayingSystem::KnockOut);
        let mut drawn = cup.clone();
        drawn[0].result = GameResult::Draw;
        assert_eq!(found(&drawn)[0].0, PlayingSystem::KnockOut, "player 0 plays on");
        (drawn[0].result, drawn[0].round) = (GameResult::RedWins, Some(4));
        drawn[0].players = [2, 1];
        assert_ne!(found(&drawn)[0].0, PlayingSystem::KnockOut, "player 2 has lost");
        // Two groups of three, and the first of both.
        let threes = [all_pairs(0..3), all_pairs(3..6), vec![game(0, 3, 9)]].concat();
        assert_ne!(found(&threes[1..])[0].0, PlayingSystem::KnockOut);
        let alone = of(&[(0, 1, 1), (0, 2, 2), (3, 0, 3), (0, 4, 4), (0, 5, 5), (0, 6, 6)]);
        let recognised = recognise(&alone, false);
        assert_eq!((found(&alone)[0].0, recognised.alone), (PlayingSystem::Unknown, Some(0)));
    }

    #[test]
    fn groups_are_told_apart() {
        // Men and women.
        let both = [all_pairs(0..7), all_pairs(7..12)].concat();
        assert_eq!(found(&both), [(ONCE, 7, 21), (ONCE, 5, 10)]);
        // The first two of two groups play on, in undated games.
        let mut finals = vec![game(0, 6, 1), game(1, 7, 1), game(0, 7, 1), game(1, 6, 1)];
        finals.iter_mut().for_each(|game| (game.round, game.date) = (None, PackedDate::UNKNOWN));
        let groups = [all_pairs(0..6), all_pairs(6..12), finals].concat();
        assert_eq!(found(&groups), [(ONCE, 6, 15), (ONCE, 6, 15)]);
        // Two players play once more for first place.
        let again = [all_pairs(0..6), vec![game(0, 1, 9)]].concat();
        assert_eq!(found(&again), [(ONCE, 6, 15)]);
    }

    #[test]
    fn teams_are_recognised_by_their_boards_or_the_name() {
        let of_teams = |red: usize, black: usize, round| TournamentGame {
            teams: [red, black].map(|player| Some(format!("team {}", player / 4))),
            ..game(red, black, round)
        };
        let teams: Vec<_> =
            (0..4).flat_map(|at| [of_teams(at, 4 + at, 1), of_teams(8 + at, 12 + at, 1)]).collect();
        assert_eq!(found(&teams)[0].0, PlayingSystem::TeamMatches);
        let two: Vec<_> = (0..4).map(|at| of_teams(at, 4 + at, at as u32 + 1)).collect();
        assert_eq!(found(&two)[0].0, PlayingSystem::TeamMatches);
        let named = recognise(&[game(0, 1, 1)], true);
        assert_eq!(named.groups[0].system, PlayingSystem::TeamMatches);
    }
}
