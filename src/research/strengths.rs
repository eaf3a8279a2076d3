//! Ratings of the players of an archive.

use super::rating::{Assumptions, ScoredGame, Strength, rate};
use crate::metadata::{GameResult, LaxDate, PackedDate};
use crate::search::{Archive, NameTally, NamesOf, NumbersById, Watch, by_name, fold_games};
use crate::store::{Error, Fact, PLAYERS, Result};
use crate::xiangqi::Side;
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// Strengths of the players of some games.
#[derive(Debug, Clone, PartialEq)]
pub struct Strengths {
    /// Players by group, the largest group first; within a group by the lower end of the interval
    /// of their last strength, strongest first.
    pub players: Vec<PlayerStrengths>,
    /// Advantage of moving first, in Elo points.
    pub advantage: f64,
    /// Number of games that count.
    pub games: u64,
    /// Games that do not count.
    pub left_out: LeftOut,
    /// Whether the requested precision was reached.
    pub is_precise: bool,
}

/// Number of years, up to the newest year of any player with enough games, within which an active
/// player has a game.
pub const ACTIVE_YEARS: u16 = 5;

/// Conditions for being listed in a ranking.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RankedField {
    /// Smallest number of games.
    pub least: u32,
    /// Year whose strengths are ranked, for players of that year; `None` ranks last strengths.
    pub year: Option<u16>,
    /// Whether only active players are listed: see [`ACTIVE_YEARS`].
    pub is_active: bool,
}

/// The strengths of a player.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayerStrengths {
    /// Commonest spelling of the name, without team.
    pub name: String,
    /// Folded name, shared by all spellings.
    pub key: String,
    /// Group of comparable players, from 1, the largest first.
    pub group: u32,
    /// Number of games that count.
    pub games: u32,
    /// Last strength of each year with a game.
    pub years: Vec<(u16, Strength)>,
}

impl Strengths {
    /// First of the [`ACTIVE_YEARS`] years, counting players of the largest group with at least
    /// `least` games; 0 if there are none.
    #[must_use]
    pub fn active_since(&self, least: u32) -> u16 {
        let players = self.players.iter();
        let players = players.filter(|player| player.group == 1 && player.games >= least);
        let newest = players.filter_map(|player| Some(player.last()?.0)).max();
        newest.map_or(0, |newest| (newest + 1).saturating_sub(ACTIVE_YEARS))
    }

    /// Number of players of the largest group who are excluded from a field as inactive.
    #[must_use]
    pub fn inactive(&self, field: RankedField) -> u64 {
        let of_first = |field| {
            let ranked = self.ranked(field);
            ranked.iter().filter(|(_, player, _)| player.group == 1).count()
        };
        (of_first(RankedField { is_active: false, ..field }) - of_first(field)) as u64
    }

    /// Players of a field with their place in the group, 1-based, and the deciding strength. Ranked
    /// by the lower end of the strength's interval, so that few games give no high place.
    #[must_use]
    pub fn ranked(&self, field: RankedField) -> Vec<(u64, &PlayerStrengths, (u16, Strength))> {
        let strength = |player: &PlayerStrengths| match field.year {
            None => player.last(),
            Some(year) => player.years.iter().find(|(of, _)| *of == year).copied(),
        };
        let since = if field.is_active { self.active_since(field.least) } else { 0 };
        let is_active = |player: &PlayerStrengths| player.last().is_some_and(|it| it.0 >= since);
        let players = self.players.iter().filter(|player| player.games >= field.least);
        let players = players.filter(|player| is_active(player));
        let mut ranked: Vec<(u64, &PlayerStrengths, (u16, Strength))> =
            players.filter_map(|player| Some((0, player, strength(player)?))).collect();
        ranked.sort_by(|(_, a, one), (_, b, other)| {
            let by_strength = || other.1.low().total_cmp(&one.1.low());
            a.group.cmp(&b.group).then_with(by_strength).then_with(|| a.name.cmp(&b.name))
        });
        let (mut group, mut place) = (0, 0);
        for (rank, player, _) in &mut ranked {
            place = if player.group == group { place + 1 } else { 1 };
            (group, *rank) = (player.group, place);
        }
        ranked
    }
}

impl PlayerStrengths {
    /// Last year and its strength.
    pub fn last(&self) -> Option<(u16, Strength)> {
        self.years.last().copied()
    }

    /// The year of greatest strength.
    pub fn peak(&self) -> Option<(u16, Strength)> {
        let later = |a: &&(u16, Strength), b: &&(u16, Strength)| a.1.elo.total_cmp(&b.1.elo);
        self.years.iter().max_by(later).copied()
    }
}

/// Numbers of games that do not count, by the first reason that applies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Not between two players: a manual, a study, a composition or a handicap game.
    pub others: u64,
    /// A player is not named, or named otherwise by a witness.
    pub unnamed: u64,
    /// The result is unknown.
    pub unfinished: u64,
    /// The date is unknown.
    pub undated: u64,
}

impl AddAssign for LeftOut {
    fn add_assign(&mut self, other: LeftOut) {
        self.others += other.others;
        self.unnamed += other.unnamed;
        self.unfinished += other.unfinished;
        self.undated += other.undated;
    }
}

impl LeftOut {
    /// Number of games between two players that do not count.
    pub fn all(self) -> u64 {
        self.unnamed + self.unfinished + self.undated
    }
}

/// Rates the players of the games. Names that are equal after folding are one player. A game dated
/// by year only is placed in the middle of the year. `watch` advances once per round; returns
/// [`Error::Stopped`] when it stops the search.
pub fn strengths(
    archive: &Archive,
    games: &[u32],
    assumed: &Assumptions,
    watch: &dyn Watch,
) -> Result<Strengths> {
    let all = archive.facts().alive_ids();
    let mut names = by_name(archive, &all, NamesOf::Players)?;
    names.extend(programs(archive)?);
    // The order of players affects the last digit of strengths. Ids depend on the order of imports.
    names.sort_unstable_by(|a, b| (&a.key, &a.name).cmp(&(&b.key, &b.name)));
    let people = People::of(&names);
    let disputed = archive.disputed_players()?;
    let add = |(played, left_out): &mut (Vec<ScoredGame>, LeftOut), game, fact: &Fact| {
        let is_sure = !Side::ALL.iter().any(|&side| disputed.contains(game, side));
        played.extend(people.played(fact, is_sure, left_out));
    };
    let (mut played, mut left_out) = (Vec::new(), LeftOut::default());
    for (part, others) in fold_games(archive.facts(), games, add) {
        played.extend(part);
        left_out += others;
    }
    watch.expect(assumed.most_rounds as u64);
    let mut is_stopped = false;
    let ratings = rate(&played, assumed, |_, _| {
        watch.advance(1);
        is_stopped = watch.is_stopped();
        !is_stopped
    });
    if is_stopped {
        return Err(Error::Stopped);
    }
    let mut players: Vec<PlayerStrengths> = ratings
        .careers
        .into_iter()
        .map(|career| PlayerStrengths {
            name: std::mem::take(&mut names[career.player as usize].name),
            key: std::mem::take(&mut names[career.player as usize].key),
            group: career.group + 1,
            games: career.games,
            years: by_year(&career.strengths),
        })
        .collect();
    let last =
        |player: &PlayerStrengths| player.last().map_or(f64::MIN, |(_, strength)| strength.low());
    players.sort_by(|a, b| {
        a.group.cmp(&b.group).then(last(b).total_cmp(&last(a))).then_with(|| a.name.cmp(&b.name))
    });
    Ok(Strengths {
        players,
        advantage: ratings.advantage,
        games: played.len() as u64,
        left_out,
        is_precise: ratings.is_precise,
    })
}

/// The programs of an archive, by folded name.
fn programs(archive: &Archive) -> Result<impl Iterator<Item = NameTally>> {
    let (played, alike) = (archive.played_names()?, archive.decided().alike());
    let mut programs: BTreeMap<String, NameTally> = BTreeMap::new();
    PLAYERS.each(archive.snapshot(), &mut |row| {
        let (id, key) = (row.id()?, row.key()?);
        if played.is_program(id) && !key.is_empty() && alike.player(key).is_empty() {
            let program = programs.entry(key.to_owned()).or_insert_with(|| NameTally {
                name: row.name().unwrap_or(key).to_owned(),
                key: key.to_owned(),
                ..NameTally::default()
            });
            program.ids.push(id);
        }
        Ok(())
    })?;
    Ok(programs.into_values())
}

/// The last strength of each year.
fn by_year(strengths: &[Strength]) -> Vec<(u16, Strength)> {
    let mut years: Vec<(u16, Strength)> = Vec::new();
    let mut last_day = i32::MIN;
    for &strength in strengths {
        match years.last_mut() {
            Some((_, last)) if strength.day <= last_day => *last = strength,
            _ => {
                let year = year_of(strength.day);
                last_day = year.map_or(strength.day, LaxDate::last_day);
                years.push((year.map_or(0, |year| year.year), strength));
            }
        }
    }
    years
}

/// Place of each player by the ids of the name's spellings.
struct People(NumbersById);

impl People {
    fn of(players: &[NameTally]) -> People {
        let mut places = NumbersById::default();
        for (at, player) in (0..).zip(players) {
            player.ids.iter().for_each(|&id| places.set(id, at));
        }
        People(places)
    }

    /// The game as a scored game; counts it in `left_out` if it does not count, as where it is not
    /// sure who played.
    fn played(&self, fact: &Fact, is_sure: bool, left_out: &mut LeftOut) -> Option<ScoredGame> {
        if !fact.is_game() {
            left_out.others += 1;
            return None;
        }
        let seats = is_sure.then_some([fact.red, fact.black]);
        let Some([Some(red), Some(black)]) = seats.map(|ids| ids.map(|id| self.0.get(id))) else {
            left_out.unnamed += 1;
            return None;
        };
        let score = match fact.result() {
            GameResult::RedWins => 1.0,
            GameResult::Draw => 0.5,
            GameResult::BlackWins => 0.0,
            GameResult::Unknown => {
                left_out.unfinished += 1;
                return None;
            }
        };
        let Some(day) = day_of(fact.date) else {
            left_out.undated += 1;
            return None;
        };
        Some(ScoredGame { red, black, day, score })
    }
}

/// Day in the middle of a date's span; `None` for spans of more than four years.
fn day_of(date: PackedDate) -> Option<i32> {
    const MOST_DAYS: i32 = 4 * 366;
    let span = date.span()?;
    let days = span.days().filter(|days| *days <= MOST_DAYS)?;
    Some(span.from()?.first_day() + days / 2)
}

/// The year of a day, without month and day.
fn year_of(day: i32) -> Option<LaxDate> {
    let date = LaxDate::of_day(day)?;
    Some(LaxDate { month: 0, day: 0, ..date })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::DateSpan;

    #[test]
    fn days_lie_in_their_years() {
        for (year, month, day) in [(1900, 1, 1), (2000, 12, 31), (2024, 0, 0), (1000, 1, 1)] {
            let date = PackedDate::new(LaxDate::new(year, month, day));
            assert_eq!(u32::from(year_of(day_of(date).unwrap()).unwrap().year), year, "{date:?}");
        }
        let day =
            |year, month, day| day_of(PackedDate::new(LaxDate::new(year, month, day))).unwrap();
        assert_eq!(day(1957, 1, 1) - day(1956, 1, 1), 366);
        assert!(day(1956, 5, 31) < day(1956, 6, 0) && day(1956, 6, 0) < day(1956, 7, 1));
        let time = |text: &str| PackedDate::of(DateSpan::from_text(text));
        assert_eq!(day_of(time("1962..1963")), day_of(time("1963-01-01")));
        assert_eq!([day_of(time("1930..1939")), day_of(time("..1918"))], [None, None]);
    }
}
