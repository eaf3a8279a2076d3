//! Dates of games, corrected by other games.
//!
//! A year decades away from all other games of both players is wrong: 1882 for 1982. One player
//! alone proves little, because namesakes live at different times; few other games prove little,
//! too. A date after the day on which its record was read is wrong, and so is a day on which many
//! records of older games were typed. Copies of a game share its date. Witnesses of one game are
//! weighed elsewhere, when the game is settled.

use crate::metadata::{DateReason, DateSpan, Dated, LaxDate, PackedDate};
use crate::search::{Archive, Shared};
use crate::store::{Connection, Database, DatedGame, Evidence, Fact, Facts, PLAYERS, Result};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Number of years without a game that make a lone year wrong.
const DECADES: u16 = 20;
/// Smallest number of other games that date a player's career.
const ENOUGH: usize = 3;
/// Smallest number of games of earlier years that make a stated day a day of typing.
const TYPED: usize = 3;
/// A day of typing has games of earlier years as at least one in this number of its games.
const TYPED_SHARE: usize = 10;
/// Number of no person.
const NOBODY: u32 = u32::MAX;

/// Derives again the dates of games, unless no game changed; returns the number of games whose date
/// differs from the stated one. After an error the stored dates are unchanged.
pub fn date_games(database: &mut Database, shared: &mut Shared) -> Result<usize> {
    if database.is_settled()? {
        return Ok(database.dated()?.len());
    }
    let archive = Archive::beside(database.snapshot()?, Evidence::Derived, shared)?;
    let (stated, own) = archive.facts().own_dates();
    let mut times = Times::new(&stated, own);
    drop(stated);
    let today = PackedDate::new(archive.snapshot().today()?);
    times.judge(&archive, &persons(archive.snapshot())?, today);
    times.doubt_days_of_typing();
    times.share_among_copies(&archive)?;
    let found = times.rows();
    archive.leave_to(shared);
    let tx = database.transaction()?;
    let known = tx.dated()?;
    if found != known {
        tx.replace_dated(&known, &found)?;
        tx.commit()?;
    }
    Ok(found.len())
}

/// Number of the person of each player, by `player.id`.
fn persons(conn: &Connection) -> Result<Vec<u32>> {
    let mut persons: Vec<u32> = Vec::new();
    let mut by_key: FxHashMap<String, u32> = FxHashMap::default();
    PLAYERS.each(conn, &mut |row| {
        let (id, next) = (row.id()? as usize, by_key.len() as u32);
        // A team alone, such as `(江苏)`, has no career.
        let person = match row.key()? {
            "" => NOBODY,
            key => *by_key.entry(key.to_owned()).or_insert(next),
        };
        persons.resize(persons.len().max(id + 1), NOBODY);
        persons[id] = person;
        Ok(())
    })?;
    Ok(persons)
}

/// Dates of all games, by `game.id`; 0 is no game. A deleted game has an unknown date.
struct Times {
    stated: Vec<PackedDate>,
    /// Dates with all evidence found until now.
    dates: Vec<PackedDate>,
    /// Dates by the games' own witnesses, where these differ from the stated ones.
    own: BTreeMap<u32, Dated>,
    /// Dates by other games, with the argument against the stated date.
    others: BTreeMap<u32, (Dated, Option<String>)>,
}

impl Times {
    fn new(stated: &[PackedDate], own: BTreeMap<u32, Dated>) -> Times {
        let stated = [&[PackedDate::UNKNOWN], stated].concat();
        let mut dates = stated.clone();
        own.iter().for_each(|(&game, dated)| dates[game as usize] = dated.date);
        Times { stated, dates, own, others: BTreeMap::new() }
    }

    fn date(&self, game: u32) -> PackedDate {
        self.dates[game as usize]
    }

    fn stated(&self, game: u32) -> PackedDate {
        self.stated[game as usize]
    }

    /// Dates a game by other games; `says` is the argument against the stated date.
    fn date_by_others(&mut self, game: u32, dated: Dated, says: Option<String>) {
        self.dates[game as usize] = dated.date;
        self.others.insert(game, (dated, says));
    }

    /// Doubts future dates, and dates that the careers of both players contradict. If only the
    /// century is wrong, the careers correct it.
    fn judge(&mut self, archive: &Archive, persons: &[u32], today: PackedDate) {
        let players = |fact: &Fact| -> Option<[u32; 2]> {
            let person = |id: u32| {
                let known = persons.get(id as usize).copied().filter(|_| id > 0);
                known.filter(|&person| person != NOBODY)
            };
            Some([person(fact.red)?, person(fact.black)?]).filter(|_| fact.was_played())
        };
        let lone = lone_years(odd_careers(archive.facts(), |game, fact| {
            let year = Some(self.date(game)).filter(|&date| date <= today)?.year()?;
            Some((players(fact)?, year))
        }));
        let of_others = |game: u32, fact: &Fact| {
            let year = self.date(game).year().filter(|_| !lone.is_empty())?;
            let [red, black] = players(fact)?;
            Some([lone.get(&(red, year))?, lone.get(&(black, year))?])
        };
        let wrong = archive.facts().fold(|wrong: &mut Vec<_>, game, fact| {
            if self.date(game) > today {
                wrong.push((game, None));
            } else if let Some(others) = of_others(game, fact) {
                wrong.push((game, Some(others)));
            }
        });
        for (game, others) in wrong.concat() {
            let date = self.date(game);
            let doubted = Dated { date: PackedDate::UNKNOWN, because: DateReason::Doubted };
            let Some([red, black]) = others else {
                let says = "it was still to come when the record was read".to_owned();
                self.date_by_others(game, doubted, Some(says));
                continue;
            };
            let (first, last) = (red.0.min(black.0), red.1.max(black.1));
            let both = red.0.max(black.0)..=red.1.min(black.1);
            let years = if first == last { first.to_string() } else { format!("{first}–{last}") };
            let says = format!("all other games of its players are of {years}");
            let meant = date.date().and_then(|date| {
                let mut meant = [100, 200, 800].map(|by| date.year + by).into_iter();
                let year = meant.find(|year| both.contains(year))?;
                LaxDate::new(year.into(), date.month.into(), date.day.into())
            });
            let career =
                |date| Dated { date: PackedDate::new(Some(date)), because: DateReason::Career };
            self.date_by_others(game, meant.map_or(doubted, career), Some(says));
        }
    }

    /// Doubts days on which many records of older games were typed: games dated by such a day alone
    /// were played before it.
    fn doubt_days_of_typing(&mut self) {
        let is_day = |date: PackedDate| date.date().is_some_and(|date| date.day > 0);
        let mut days: FxHashMap<PackedDate, (usize, usize)> = FxHashMap::default();
        for &game in self.own.keys().filter(|game| is_day(self.stated(**game))) {
            let stated = self.stated(game);
            let years = [self.date(game), stated].map(PackedDate::year);
            if let [Some(played), Some(stated_year)] = years
                && played < stated_year
            {
                days.entry(stated).or_default().0 += 1;
            }
        }
        days.retain(|_, (older, _)| *older >= TYPED);
        if days.is_empty() {
            return;
        }
        for stated in &self.stated {
            if let Some((_, all)) = days.get_mut(stated) {
                *all += 1;
            }
        }
        days.retain(|_, (older, all)| *older * TYPED_SHARE >= *all);
        for game in 0..self.stated.len() as u32 {
            let stated = self.stated(game);
            if !days.contains_key(&stated) {
                continue;
            }
            let next =
                stated.date().map(LaxDate::last_day).and_then(|day| LaxDate::of_day(day + 1));
            let before = next.and_then(DateSpan::before);
            if self.date(game) == stated && !self.others.contains_key(&game) {
                let dated = Dated { date: PackedDate::of(before), because: DateReason::Typed };
                let says = "many records of older games were typed on that day".to_owned();
                self.date_by_others(game, dated, Some(says));
            }
        }
    }

    /// Gives all copies of a game one date: the decided one, or else the year of most copies, and
    /// the most precise date in it.
    fn share_among_copies(&mut self, archive: &Archive) -> Result<()> {
        let mut members: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (game, first) in archive.duplicates()?.games() {
            if archive.facts().is_alive(game) {
                members.entry(first).or_default().push(game);
            }
        }
        for members in members.into_values() {
            let decided = members.iter().find_map(|&game| archive.facts().decided_date(game));
            let best = match decided {
                Some(decided) => Some(decided),
                None => self.best_of(&self.weighed(archive, &members)?),
            };
            let Some(best) = best else { continue };
            for game in members {
                if self.date(game) == best {
                    continue;
                }
                let stated = self.stated(game).date();
                let says = stated.filter(|_| PackedDate::new(stated) != best);
                let says =
                    says.and_then(|_| Some(format!("a copy of the game says {}", best.span()?)));
                let dated = Dated { date: best, because: DateReason::Copy };
                self.date_by_others(game, dated, says);
            }
        }
        Ok(())
    }

    /// Copies with the number of their witnesses, which is only read if their dates differ.
    fn weighed(&self, archive: &Archive, members: &[u32]) -> Result<Vec<(u32, usize)>> {
        let mut dates: Vec<PackedDate> = members.iter().map(|&game| self.date(game)).collect();
        dates.retain(|date| !date.is_unknown());
        dates.dedup();
        let weigh = |&game: &u32| match dates.len() {
            0 | 1 => Ok((game, 1)),
            _ => Ok((game, archive.snapshot().witness_count(game)?)),
        };
        members.iter().map(weigh).collect()
    }

    /// The best date among copies, given as (game, weight).
    fn best_of(&self, members: &[(u32, usize)]) -> Option<PackedDate> {
        let dates = members.iter().map(|&(game, weight)| (self.date(game), weight));
        let dates: Vec<_> = dates.filter(|(date, _)| !date.is_unknown()).collect();
        let year = |date: PackedDate| date.span().and_then(DateSpan::year);
        let days = |date: PackedDate| date.span().and_then(DateSpan::days).unwrap_or(i32::MAX);
        let mut votes: BTreeMap<u16, usize> = BTreeMap::new();
        for &(date, weight) in &dates {
            if let Some(year) = year(date) {
                *votes.entry(year).or_default() += weight;
            }
        }
        let dates_alone = dates.iter().map(|&(date, _)| date);
        let most = votes.iter().max_by_key(|(year, votes)| (**votes, Reverse(**year)));
        let Some((&most, _)) = most else {
            return dates_alone.min_by_key(|&date| (days(date), date));
        };
        let agreeing = |date: PackedDate| -> usize {
            let meets =
                |other: PackedDate| date.span().zip(other.span()).is_some_and(|(a, b)| a.meets(b));
            dates.iter().filter(|&&(other, _)| meets(other)).map(|(_, weight)| weight).sum()
        };
        let rank = |date: PackedDate| (agreeing(date), Reverse(days(date)), Reverse(date));
        dates_alone.filter(|&date| year(date) == Some(most)).max_by_key(|&date| rank(date))
    }

    /// Games whose date is not simply the stated one, by id.
    fn rows(self) -> Vec<DatedGame> {
        let by_others = |(game, (dated, says))| DatedGame { game, dated, by_others: true, says };
        let by_own = |(&game, &dated): (&u32, &Dated)| DatedGame {
            game,
            dated,
            by_others: false,
            says: None,
        };
        let own = self.own.iter().filter(|(game, _)| !self.others.contains_key(game)).map(by_own);
        let mut rows: Vec<DatedGame> = own.collect();
        rows.extend(self.others.into_iter().map(by_others));
        rows.sort_unstable_by_key(|row| row.game);
        rows
    }
}

/// Years of all games of each player who may have a lone year; such players are few. `season` gives
/// the players and the year of a game.
fn odd_careers(
    facts: &Facts,
    season: impl Fn(u32, &Fact) -> Option<([u32; 2], u16)> + Sync,
) -> BTreeMap<u32, Vec<u16>> {
    let each = |game: u32, fact: &Fact, look: &mut dyn FnMut(u32, u16)| {
        if let Some(([red, black], year)) = season(game, fact) {
            look(red, year);
            if red != black {
                look(black, year);
            }
        }
    };
    let periods = facts.fold(|periods, game, fact| {
        each(game, fact, &mut |player, year| note(periods, player, year));
    });
    let periods = periods.into_iter().reduce(merged).unwrap_or_default();
    let mut careers: BTreeMap<u32, Vec<u16>> = BTreeMap::new();
    if periods.iter().any(|periods| periods.may_have_lone_year()) {
        let seasons = facts.fold(|seasons: &mut Vec<(u32, u16)>, game, fact| {
            each(game, fact, &mut |player, year| {
                if periods[player as usize].may_have_lone_year() {
                    seasons.push((player, year));
                }
            });
        });
        for (player, year) in seasons.into_iter().flatten() {
            careers.entry(player).or_default().push(year);
        }
    }
    careers
}

/// Years of a player that are decades away from all other games, if those are many; with the first
/// and the last year of the others. `careers` has the years of games by player, in any order.
fn lone_years(careers: BTreeMap<u32, Vec<u16>>) -> FxHashMap<(u32, u16), (u16, u16)> {
    let mut lone = FxHashMap::default();
    for (player, mut career) in careers {
        if career.len() <= ENOUGH {
            continue;
        }
        career.sort_unstable();
        for (at, &year) in career.iter().enumerate() {
            let (before, after) = (&career[..at], &career[at + 1..]);
            let mut nearest = [before.last(), after.first()].into_iter().flatten();
            if nearest.any(|other| other.abs_diff(year) < DECADES) {
                continue;
            }
            let (first, last) = (before.first().or(after.first()), after.last().or(before.last()));
            let others = first.copied().zip(last.copied());
            lone.extend(others.map(|others| ((player, year), others)));
        }
    }
    lone
}

/// The periods of five years in which a player played, a bit each.
#[derive(Debug, Clone, Copy, Default)]
struct Periods {
    any: u64,
    /// With more than one game.
    several: u64,
    /// Whether a year is before or after all periods.
    has_others: bool,
}

impl Periods {
    /// First year of the first period.
    const FIRST: u16 = 1800;
    const YEARS: u16 = 5;
    /// Number of periods on either side of a lone year's own that lie within [`DECADES`].
    const NEAR: u32 = (DECADES / Periods::YEARS) as u32 - 1;

    fn add(&mut self, year: u16) {
        let period = year.checked_sub(Periods::FIRST).map(|years| years / Periods::YEARS);
        match period.and_then(|period| 1_u64.checked_shl(period.into())) {
            Some(bit) => {
                self.several |= self.any & bit;
                self.any |= bit;
            }
            None => self.has_others = true,
        }
    }

    fn merge(&mut self, other: Periods) {
        self.several |= other.several | self.any & other.any;
        self.any |= other.any;
        self.has_others |= other.has_others;
    }

    /// Whether one game may be alone in its period and in those near it.
    fn may_have_lone_year(self) -> bool {
        let near = (1..=Periods::NEAR).fold(0, |near, by| near | self.any << by | self.any >> by);
        self.has_others || self.any & !self.several & !near != 0
    }
}

/// Adds a year to the periods of a player.
fn note(periods: &mut Vec<Periods>, player: u32, year: u16) {
    let player = player as usize;
    if player >= periods.len() {
        periods.resize(player + 1, Periods::default());
    }
    periods[player].add(year);
}

/// The periods by player of two parts of the games.
fn merged(mut one: Vec<Periods>, other: Vec<Periods>) -> Vec<Periods> {
    one.resize(one.len().max(other.len()), Periods::default());
    one.iter_mut().zip(other).for_each(|(periods, other)| periods.merge(other));
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_far_from_all_others_is_told() {
        let careers = [(1, 1882), (2, 1970), (1, 1984), (1, 1975), (1, 1982), (2, 1971)];
        let lone = |years: &[(u32, u16)]| {
            let mut careers: BTreeMap<u32, Vec<u16>> = BTreeMap::new();
            years.iter().for_each(|&(player, year)| careers.entry(player).or_default().push(year));
            lone_years(careers)
        };
        assert_eq!(lone(&careers), [((1, 1882), (1975, 1984))].into_iter().collect());
        // Too few other games prove nothing, and two games support each other.
        let twice = [(1, 1882), (1, 1882), (1, 1982), (1, 1983), (1, 1984)];
        assert_eq!(lone(&twice), FxHashMap::default());
    }

    #[test]
    fn periods_show_every_career_that_may_have_a_lone_year() {
        let periods = |years: &[u16]| {
            let mut periods = Vec::new();
            years.iter().for_each(|&year| note(&mut periods, 0, year));
            periods
        };
        for (years, may_have) in [
            ([1884, 1904, 1905, 1906], true),
            ([1885, 1899, 1905, 1906], false),
            ([1884, 1884, 1904, 1905], false),
            ([1779, 1799, 1799, 1799], true),
            ([2200, 2119, 2119, 2119], true),
        ] {
            assert_eq!(periods(&years)[0].may_have_lone_year(), may_have, "{years:?}");
            let both = merged(periods(&years[..2]), periods(&years[2..]));
            assert_eq!(both[0].may_have_lone_year(), may_have, "{years:?} in two parts");
        }
        // Every career with a lone year is shown, whatever the years are.
        let mut random = 1_u64;
        for _ in 0..20_000 {
            let years: Vec<u16> = std::iter::repeat_with(|| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                1780 + (random >> 33) as u16 % 350
            })
            .take(5)
            .collect();
            let has_lone = !lone_years(BTreeMap::from([(0, years.clone())])).is_empty();
            assert!(!has_lone || periods(&years)[0].may_have_lone_year(), "{years:?}");
        }
    }

    fn times(dates: &[(&str, &str)]) -> Times {
        let date = |text: &str| PackedDate::of(DateSpan::from_text(text));
        let own = |text: &str| {
            let dated = Dated { date: date(text), because: DateReason::Event };
            Some(dated).filter(|_| !text.is_empty())
        };
        let stated: Vec<PackedDate> = dates.iter().map(|(stated, _)| date(stated)).collect();
        let own = (1..).zip(dates).filter_map(|(game, (_, dated))| Some((game, own(dated)?)));
        Times::new(&stated, own.collect())
    }

    #[test]
    fn a_day_on_which_older_games_were_typed_is_no_date() {
        let typed = "2001-02-10";
        let mut all = times(&[(typed, "1999"), (typed, "1998"), (typed, "1999"), (typed, "")]);
        all.doubt_days_of_typing();
        assert_eq!(all.date(4).span().unwrap().to_string(), "..2001-02-10");
        assert_eq!(all.others[&4].0.because, DateReason::Typed);
        assert_eq!(all.date(1).date(), LaxDate::new(1999, 0, 0));
        // Two games are a slip.
        let mut few = times(&[(typed, "1999"), (typed, "1998"), (typed, "")]);
        few.doubt_days_of_typing();
        assert_eq!(few.date(3), few.stated(3));
    }

    #[test]
    fn copies_have_the_year_of_most_and_the_fullest_time_in_it() {
        let best = |dates: &[(&str, &str)]| {
            let times = times(dates);
            let members: Vec<(u32, usize)> = (1..=dates.len() as u32).map(|it| (it, 1)).collect();
            times.best_of(&members).and_then(PackedDate::span).map(|span| span.to_string())
        };
        let all = [("1984", ""), ("2001-02-10", ""), ("1984-05-03", ""), ("", "")];
        assert_eq!(best(&all).as_deref(), Some("1984-05-03"));
        assert_eq!(best(&[("1976", ""), ("1956", "")]).as_deref(), Some("1956"), "typed late");
        assert_eq!(best(&[("", ""), ("..1918", "")]).as_deref(), Some("..1918"));
        assert_eq!(best(&[("", ""), ("", "")]), None);
    }
}
