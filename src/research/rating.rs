//! Strengths over time from results alone: whole-history rating.
//!
//! A player has a strength on each day with a game. The probability of a result depends on two
//! strengths by the Bradley-Terry model; from day to day a strength changes as a Wiener process.
//! The most likely strengths of all days are found together, so that a result also affects earlier
//! years, which Elo's running numbers cannot do. (R. Coulom, "Whole-History Rating", 2008.)
//!
//! | subject | treatment |
//! | --- | --- |
//! | a draw | half a win and half a loss |
//! | the first day | some drawn games against a fictitious player of strength 0 |
//! | Red moves first | one advantage for all games, found with the strengths |
//! | uncertainty | the deviation of each strength, the others fixed |
//!
//! Players who are not connected by games are in different groups, which cannot be compared.

use crate::store::Groups;
use rayon::prelude::*;
use std::collections::HashMap;

/// Elo points per unit of the logistic scale.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A game that counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoredGame {
    /// Number of the player with Red. Memory grows with the largest number.
    pub red: u32,
    /// Number of the player with Black.
    pub black: u32,
    /// Day of the game, counted from any day.
    pub day: i32,
    /// Red's score: 0, ½ or 1.
    pub score: f64,
}

/// Parameters of the rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Assumptions {
    /// Standard deviation of the change of a strength in a year, in Elo points.
    pub drift: f64,
    /// Number of drawn games against a fictitious player on each player's first day.
    pub drawn: f64,
    /// Whether to find the advantage of moving first; otherwise it is 0.
    pub finds_advantage: bool,
    /// Change per round, in Elo points, below which the search ends.
    pub precision: f64,
    /// Largest number of rounds.
    pub most_rounds: usize,
}

impl Default for Assumptions {
    fn default() -> Assumptions {
        Assumptions {
            drift: 60.0,
            drawn: 2.0,
            finds_advantage: true,
            precision: 0.05,
            most_rounds: 1_000,
        }
    }
}

/// Strength of a player on a day with a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strength {
    /// Day, counted as in [`ScoredGame::day`].
    pub day: i32,
    /// Strength in Elo points.
    pub elo: f64,
    /// Standard deviation, in Elo points.
    pub deviation: f64,
}

/// Number of standard deviations to each side of a 95 % interval.
pub const DEVIATIONS: f64 = 1.96;

impl Strength {
    /// Lower end of the 95 % interval, in Elo points.
    #[must_use]
    pub fn low(&self) -> f64 {
        self.elo - DEVIATIONS * self.deviation
    }

    /// Upper end of the 95 % interval, in Elo points.
    #[must_use]
    pub fn high(&self) -> f64 {
        self.elo + DEVIATIONS * self.deviation
    }
}

/// The strengths of a player.
#[derive(Debug, Clone, PartialEq)]
pub struct Career {
    /// Number of the player.
    pub player: u32,
    /// Group of comparable players, from 0, the largest first.
    pub group: u32,
    /// Number of the player's games.
    pub games: u32,
    /// Strengths, by day.
    pub strengths: Vec<Strength>,
}

/// Strengths of all players.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    /// Careers, by player.
    pub careers: Vec<Career>,
    /// Advantage of moving first, in Elo points.
    pub advantage: f64,
    /// Number of rounds.
    pub rounds: usize,
    /// Whether the precision was reached.
    pub is_precise: bool,
}

/// Finds the strengths. Calls `on_round` after each round with its number and the largest change in
/// Elo points; `false` ends the search. Games of a player against himself are left out.
///
/// ```
/// use xqdb::research::{Assumptions, ScoredGame, rate};
/// let won = |red, black, day| ScoredGame { red, black, day, score: 1.0 };
/// let ratings = rate(&[won(1, 2, 0), won(1, 2, 30)], &Assumptions::default(), |_, _| true);
/// assert!(ratings.careers[0].strengths[1].elo > ratings.careers[1].strengths[1].elo);
/// ```
pub fn rate(
    games: &[ScoredGame],
    assumed: &Assumptions,
    mut on_round: impl FnMut(usize, f64) -> bool,
) -> Ratings {
    let mut field = Field::of(games, assumed);
    let mut rounds = 0;
    let mut is_precise = field.careers.is_empty();
    while !is_precise && rounds < assumed.most_rounds {
        let change = field.round(assumed) * ELO;
        rounds += 1;
        is_precise = change <= assumed.precision;
        if !on_round(rounds, change) {
            break;
        }
    }
    Ratings {
        careers: field.careers(games, assumed),
        advantage: field.advantage * ELO,
        rounds,
        is_precise,
    }
}

/// Whether a game counts: somebody playing himself shows no strength.
fn is_counted(game: &&ScoredGame) -> bool {
    game.red != game.black
}

/// One side of a game: its day, and twice the number of the game, 0-based, plus 1 for Black.
type Seat = (i32, u32);

/// The seats of all games that count, by player, then by day; and the place of each player's first
/// seat, with one more at the end.
fn seats_by_player(games: &[ScoredGame]) -> (Vec<usize>, Vec<Seat>) {
    let players = games.iter().map(|game| game.red.max(game.black) as usize + 1).max();
    let mut firsts = vec![0_usize; players.unwrap_or(0) + 1];
    for game in games.iter().filter(is_counted) {
        [game.red, game.black].into_iter().for_each(|id| firsts[id as usize + 1] += 1);
    }
    for player in 1..firsts.len() {
        firsts[player] += firsts[player - 1];
    }
    let mut seats = vec![(0, 0); firsts.last().copied().unwrap_or(0)];
    let mut nexts = firsts.clone();
    for (number, game) in (0..).step_by(2).zip(games).filter(|(_, game)| is_counted(game)) {
        for (seat, player) in [(number, game.red), (number + 1, game.black)] {
            let next = &mut nexts[player as usize];
            seats[*next] = (game.day, seat);
            *next += 1;
        }
    }
    let (mut of_players, mut rest) = (Vec::new(), &mut seats[..]);
    for ends in firsts.windows(2) {
        let (of_player, after) = rest.split_at_mut(ends[1] - ends[0]);
        of_players.push(of_player);
        rest = after;
    }
    of_players.into_par_iter().for_each(<[Seat]>::sort_unstable);
    (firsts, seats)
}

/// One side of a game, as a round reads it. The numbers are small: a round reads all sides.
#[derive(Clone, Copy)]
struct Side {
    /// Opponent's day, as a place in [`Field::strengths`].
    opponent: u32,
    /// Score of this side, in half points.
    halves: u8,
    /// 1 for Red, -1 for Black; 0 if no advantage is sought.
    turn: i8,
}

/// Days of all players, grouped by player, with the games of each day.
struct Field {
    /// Player, place of the first day, and place after the last.
    careers: Vec<(u32, usize, usize)>,
    days: Vec<i32>,
    /// Strength on each day, on the logistic scale.
    strengths: Vec<f64>,
    /// Place in `sides` of each day's first game; one more at the end.
    begins: Vec<usize>,
    sides: Vec<Side>,
    /// Advantage of moving first, on the logistic scale.
    advantage: f64,
}

impl Field {
    fn of(games: &[ScoredGame], assumed: &Assumptions) -> Field {
        let (firsts, seats) = seats_by_player(games);
        let mut places = vec![0_u32; 2 * games.len()];
        let (mut days, mut begins) = (Vec::new(), vec![0]);
        let mut careers: Vec<(u32, usize, usize)> = Vec::new();
        for (player, ends) in (0..).zip(firsts.windows(2)).filter(|(_, ends)| ends[0] < ends[1]) {
            let first = days.len();
            for of_day in seats[ends[0]..ends[1]].chunk_by(|a, b| a.0 == b.0) {
                of_day.iter().for_each(|(_, seat)| places[*seat as usize] = days.len() as u32);
                begins.push(begins[days.len()] + of_day.len());
                days.push(of_day[0].0);
            }
            careers.push((player, first, days.len()));
        }
        let side = |&(_, seat): &Seat| {
            let is_red = seat % 2 == 0;
            let red = (2.0 * games[seat as usize / 2].score) as u8;
            let turn = if is_red { 1 } else { -1 };
            Side {
                opponent: places[seat as usize ^ 1],
                halves: if is_red { red } else { 2 - red },
                turn: if assumed.finds_advantage { turn } else { 0 },
            }
        };
        let sides = seats.par_iter().map(side).collect();
        let strengths = vec![0.0; days.len()];
        Field { careers, strengths, days, begins, sides, advantage: 0.0 }
    }

    /// Improves each player's strengths with those of others fixed; returns the largest change.
    ///
    /// Players with few games in all are improved one after the other, others in batches, those of
    /// a batch in parallel. A batch is small, so that nearly all opponents of a player have their
    /// newest strengths: with all players in one batch the search takes twice as many rounds.
    fn round(&mut self, assumed: &Assumptions) -> f64 {
        const BATCHES: usize = 512;
        /// Number of sides from which batches are quicker.
        const MANY: usize = if cfg!(test) { 500 } else { 1 << 20 };
        let mut largest: f64 = 0.0;
        let (mut slope, mut bend) = (0.0, 1e-9);
        let is_many = self.sides.len() >= MANY;
        let size = if is_many { self.careers.len().div_ceil(BATCHES) } else { 1 };
        let mut curves: Vec<Curve> = std::iter::repeat_with(Curve::default).take(size).collect();
        for first in (0..self.careers.len()).step_by(size) {
            let batch = &self.careers[first..self.careers.len().min(first + size)];
            let improve = |(curve, &(_, begin, end)): (&mut Curve, &(u32, usize, usize))| {
                let of_first = self.bend(curve, begin..end, assumed);
                curve.step();
                of_first
            };
            let of_first: Vec<(f64, f64)> = match is_many {
                true => curves.par_iter_mut().zip(batch).map(improve).collect(),
                false => curves.iter_mut().zip(batch).map(improve).collect(),
            };
            for ((of_first, curve), &(_, begin, end)) in of_first.iter().zip(&curves).zip(batch) {
                (slope, bend) = (slope + of_first.0, bend + of_first.1);
                for (strength, step) in self.strengths[begin..end].iter_mut().zip(&curve.slopes) {
                    *strength += step;
                    largest = largest.max(step.abs());
                }
            }
        }
        self.advantage += slope / bend;
        largest.max((slope / bend).abs())
    }

    /// Sets `curve` to the likelihood around the present strengths of one player. Returns
    /// slope and curvature by the advantage of moving first, summed over the player's games with Red.
    fn bend(
        &self,
        curve: &mut Curve,
        days: std::ops::Range<usize>,
        assumed: &Assumptions,
    ) -> (f64, f64) {
        curve.clear();
        let mut of_first = (0.0, 0.0);
        // Strengths of opponents lie anywhere in memory: one loop that only reads waits for many at
        // once, a loop that also computes waits for each.
        let sides = &self.sides[self.begins[days.start]..self.begins[days.end]];
        curve.opponents.extend(sides.iter().map(|side| self.strengths[side.opponent as usize]));
        let mut pairings = sides.iter().zip(&curve.opponents);
        for day in days.clone() {
            let (mut slope, mut bend) = (0.0, 0.0);
            let games = self.begins[day + 1] - self.begins[day];
            for (side, opponent) in pairings.by_ref().take(games) {
                let turn = f64::from(side.turn);
                let expected = logistic(self.strengths[day] - opponent + turn * self.advantage);
                let excess = f64::from(side.halves) / 2.0 - expected;
                let variance = expected * (1.0 - expected);
                (slope, bend) = (slope + excess, bend + variance);
                let first = turn.max(0.0);
                of_first = (of_first.0 + first * excess, of_first.1 + first * variance);
            }
            if day == days.start {
                let expected = logistic(self.strengths[day]);
                slope += assumed.drawn * (0.5 - expected);
                bend += assumed.drawn * expected * (1.0 - expected);
            }
            curve.slopes.push(slope);
            curve.bends.push(bend);
        }
        /// Days of a year.
        const YEAR: f64 = 365.25;
        let drift = (assumed.drift / ELO).powi(2) / YEAR;
        for day in days.start + 1..days.end {
            let tie = 1.0 / (drift * f64::from(self.days[day] - self.days[day - 1]));
            let pull = (self.strengths[day] - self.strengths[day - 1]) * tie;
            let at = day - days.start;
            curve.slopes[at] -= pull;
            curve.slopes[at - 1] += pull;
            curve.bends[at] += tie;
            curve.bends[at - 1] += tie;
            curve.ties.push(tie);
        }
        of_first
    }

    fn careers(&self, games: &[ScoredGame], assumed: &Assumptions) -> Vec<Career> {
        let groups = self.groups(games);
        let career = |curve: &mut Curve, (of_player, group): (&(u32, usize, usize), &u32)| {
            let &(player, begin, end) = of_player;
            self.bend(curve, begin..end, assumed);
            let strength = |(day, deviation)| Strength {
                day: self.days[day],
                elo: self.strengths[day] * ELO,
                deviation: deviation * ELO,
            };
            Career {
                player,
                group: *group,
                games: (self.begins[end] - self.begins[begin]) as u32,
                strengths: (begin..end).zip(curve.deviations()).map(strength).collect(),
            }
        };
        self.careers.par_iter().zip(&groups).map_init(Curve::default, career).collect()
    }

    /// Group of each career.
    fn groups(&self, games: &[ScoredGame]) -> Vec<u32> {
        let players = self.careers.last().map_or(0, |(player, ..)| *player as usize + 1);
        let mut groups = Groups::new(players);
        for game in games.iter().filter(is_counted) {
            groups.join(game.red, game.black);
        }
        let all: Vec<u32> = self.careers.iter().map(|(player, ..)| groups.first(*player)).collect();
        let mut sizes: HashMap<u32, usize> = HashMap::new();
        all.iter().for_each(|leader| *sizes.entry(*leader).or_default() += 1);
        let mut order: Vec<(u32, usize)> = sizes.into_iter().collect();
        order.sort_by_key(|&(leader, size)| (std::cmp::Reverse(size), leader));
        let numbers: HashMap<u32, u32> =
            order.into_iter().zip(0..).map(|((leader, _), number)| (leader, number)).collect();
        all.iter().map(|leader| numbers[leader]).collect()
    }
}

fn logistic(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Log-likelihood near the present strengths of a player: slope and curvature on each day. Days
/// depend on their neighbours only, so the curvatures are a tridiagonal matrix.
#[derive(Default)]
struct Curve {
    /// Strength of the opponent of each game.
    opponents: Vec<f64>,
    slopes: Vec<f64>,
    /// Diagonal of the matrix, negated.
    bends: Vec<f64>,
    /// Elements between each day and the next.
    ties: Vec<f64>,
    /// Diagonal after eliminating the earlier days.
    pivots: Vec<f64>,
    /// Part of each day's step that passes to the next day, and back.
    shares: Vec<f64>,
}

impl Curve {
    /// Removes all days, keeping the memory.
    fn clear(&mut self) {
        let Curve { opponents, slopes, bends, ties, pivots, shares } = self;
        [opponents, slopes, bends, ties, pivots, shares].into_iter().for_each(Vec::clear);
    }

    /// Replaces the slopes with Newton's step to the maximum.
    fn step(&mut self) {
        self.find_pivots();
        let Curve { slopes: steps, pivots, shares, .. } = self;
        for at in 1..steps.len() {
            steps[at] += shares[at - 1] * steps[at - 1];
        }
        let mut later = 0.0;
        for at in (0..steps.len()).rev() {
            let passed = shares.get(at).map_or(0.0, |share| share * later);
            later = steps[at] / pivots[at] + passed;
            steps[at] = later;
        }
    }

    fn find_pivots(&mut self) {
        let Curve { bends, ties, pivots, shares, .. } = self;
        for (at, bend) in bends.iter().enumerate() {
            let passed = if at == 0 { 0.0 } else { ties[at - 1] * shares[at - 1] };
            let pivot = bend - passed;
            pivots.push(pivot);
            shares.extend(ties.get(at).map(|tie| tie / pivot));
        }
    }

    /// Standard deviations: roots of the diagonal of the inverse matrix.
    fn deviations(&mut self) -> Vec<f64> {
        self.find_pivots();
        let before = &self.pivots;
        let mut after = self.bends.clone();
        for at in (0..after.len().saturating_sub(1)).rev() {
            after[at] -= self.ties[at].powi(2) / after[at + 1];
        }
        let variance = |at: usize| 1.0 / (before[at] + after[at] - self.bends[at]);
        (0..self.bends.len()).map(|at| variance(at).sqrt()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(red: u32, black: u32, day: i32, score: f64) -> ScoredGame {
        ScoredGame { red, black, day, score }
    }

    fn plain() -> Assumptions {
        Assumptions { finds_advantage: false, precision: 1e-6, ..Assumptions::default() }
    }

    /// Expected numbers from the program `whr` 2.2.0 by other authors, with a variance of 30 Elo²
    /// a day. It adds 0.001 to every curvature, which lowers deviations by 0.2 points.
    #[test]
    fn another_program_finds_the_same() {
        let games = [
            played(0, 2, 0, 0.5),
            played(1, 3, 10, 1.0),
            played(3, 0, 30, 0.0),
            played(1, 2, 60, 0.0),
        ];
        let drift = (30.0_f64 * 365.25).sqrt();
        let ratings = rate(&games, &Assumptions { drift, ..plain() }, |_, _| true);
        let expected = [
            [(0, 78.5098, 185.5523), (30, 79.4718, 187.1233)],
            [(10, -15.2626, 180.9509), (60, -18.0860, 183.0821)],
            [(0, 103.9188, 180.5581), (60, 107.3069, 183.1250)],
            [(10, -176.6774, 201.2228), (30, -177.3188, 202.0318)],
        ];
        assert!(ratings.is_precise);
        for (career, expected) in ratings.careers.iter().zip(expected) {
            for (found, (day, elo, deviation)) in career.strengths.iter().zip(expected) {
                assert_eq!(found.day, day);
                assert!((found.elo - elo).abs() < 0.001, "{found:?} {elo}");
                assert!((found.deviation - deviation).abs() < 0.3, "{found:?} {deviation}");
            }
        }
    }

    #[test]
    fn more_games_make_it_surer() {
        let days = |count: i32| -> Vec<ScoredGame> {
            (0..count).map(|day| played(0, 1, day, f64::from(day % 2))).collect()
        };
        let deviation = |count| {
            let ratings = rate(&days(count), &plain(), |_, _| true);
            ratings.careers[0].strengths[0].deviation
        };
        assert!(deviation(4) > deviation(40) && deviation(40) > deviation(400));
    }

    #[test]
    fn the_first_move_is_worth_something() {
        // Red scores three of four, whoever has Red.
        let score = |day: u32| if day / 2 % 4 == 3 { 0.0 } else { 1.0 };
        let games: Vec<ScoredGame> =
            (0..400).map(|day| played(day % 2, 1 - day % 2, day as i32, score(day))).collect();
        let ratings = rate(&games, &Assumptions::default(), |_, _| true);
        // 400 · log10(3)
        assert!((ratings.advantage - 190.8).abs() < 2.0, "{}", ratings.advantage);
    }

    #[test]
    fn those_who_never_met_are_apart() {
        let games = [
            played(5, 6, 0, 1.0),
            played(1, 2, 0, 1.0),
            played(2, 3, 9, 1.0),
            played(7, 7, 0, 1.0),
            played(9, 8, 0, 0.0),
            played(6, 9, 4, 0.5),
            played(3, 4, 9, 1.0),
            played(4, 10, 9, 1.0),
        ];
        let ratings = rate(&games, &plain(), |_, _| true);
        let groups: Vec<(u32, u32)> =
            ratings.careers.iter().map(|career| (career.player, career.group)).collect();
        let of_one = [1, 2, 3, 4].map(|player| (player, 0));
        let of_two = [5, 6, 8, 9].map(|player| (player, 1));
        assert_eq!(groups, [&of_one[..], &of_two, &[(10, 0)]].concat());
    }

    /// Six hundred pairs that play alike are in batches, a pair alone is not.
    #[test]
    fn players_in_batches_get_the_strengths_of_players_alone() {
        let of_pair = |pair: u32| {
            let played = |day, score| played(2 * pair, 2 * pair + 1, day, score);
            [played(0, 1.0), played(30, 0.5), played(400, 1.0)]
        };
        let games: Vec<ScoredGame> = (0..600).flat_map(of_pair).collect();
        let strengths = |games: &[ScoredGame]| {
            let ratings = rate(games, &plain(), |_, _| true);
            assert!(ratings.is_precise);
            ratings.careers.into_iter().map(|career| career.strengths).collect::<Vec<_>>()
        };
        let (alone, all) = (strengths(&of_pair(0)), strengths(&games));
        for (found, expected) in all.iter().zip(alone.iter().cycle()) {
            for (found, expected) in found.iter().zip(expected) {
                assert!((found.elo - expected.elo).abs() < 1e-4, "{found:?} {expected:?}");
            }
        }
    }

    #[test]
    fn nobody_played() {
        let ratings = rate(&[], &Assumptions::default(), |_, _| true);
        assert!(ratings.is_precise && ratings.careers.is_empty());
    }
}
