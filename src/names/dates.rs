//! Dates of games, corrected by other games.
//!
//! A year decades away from all other games of both players is wrong: 1882 for 1982. One player
//! alone proves little, because namesakes live at different times; few other games prove little,
//! too. A date after the day on which its record was read is wrong, and so is a day on which many
//! records of older games were typed. Copies of a game share its date. Witnesses of one game are
//! weighed elsewhere, when the game is settled.

use crate::metadata::{DateReason, DateSpan, Dated, LaxDate, PackedDate};
use crate::search::{Archive, Shared};
use crate::store::{Connection, Database, DatedGame, Evidence, Facts, PLAYERS, Result};
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
    archive.facts().take_apart();
    let mut times = Times::of(&archive);
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

/// Dates of all games, by `game.id`. A deleted game has an unknown date.
#[derive(Default)]
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
    fn of(archive: &Archive) -> Times {
        let games = archive.facts().chunk_count() * Facts::CHUNK;
        let dates = vec![PackedDate::UNKNOWN; games + 1];
        let mut times = Times { stated: dates.clone(), dates, ..Times::default() };
        archive.facts().own_dates(&mut |game, stated, own| times.put(game, stated, own));
        times
    }

    fn put(&mut self, game: u32, stated: PackedDate, own: Option<Dated>) {
        self.stated[game as usize] = stated;
        self.dates[game as usize] = own.map_or(stated, |dated| dated.date);
        self.own.extend(own.map(|own| (game, own)));
    }

    /// Every game with its date.
    fn dates(&self) -> impl Iterator<Item = (u32, PackedDate)> {
        (0..).zip(self.dates.iter().copied())
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
        let players = |game: u32| -> Option<[u32; 2]> {
            let fact = archive.facts().get(game)?;
            let is_played = fact.was_played();
            let person = |id: u32| {
                let known = persons.get(id as usize).copied().filter(|&person| person != NOBODY);
                known.filter(|_| is_played && id > 0)
            };
            Some([person(fact.red)?, person(fact.black)?])
        };
        let seasons = || {
            let past = self.dates().filter(|(_, date)| *date <= today);
            let dated = past.filter_map(|(game, date)| Some((date.year()?, players(game)?)));
            dated.flat_map(|(year, [red, black])| {
                let black = (red != black).then_some((black, year));
                std::iter::once((red, year)).chain(black)
            })
        };
        let lone = lone_years(seasons);
        for game in 0..self.dates.len() as u32 {
            let date = self.date(game);
            let doubted = Dated { date: PackedDate::UNKNOWN, because: DateReason::Doubted };
            if date > today {
                let says = "it was still to come when the record was read".to_owned();
                self.date_by_others(game, doubted, Some(says));
                continue;
            }
            let Some(year) = date.year().filter(|_| !lone.is_empty()) else { continue };
            let Some([red, black]) = players(game) else { continue };
            let (Some(red), Some(black)) = (lone.get(&(red, year)), lone.get(&(black, year)))
            else {
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

/// Years of a player that are decades away from all other games, if those are many; with the first
/// and the last year of the others. `seasons` has the player and the year of each game, in any
/// order, each time that it is called.
fn lone_years<I>(seasons: impl Fn() -> I) -> FxHashMap<(u32, u16), (u16, u16)>
where
    I: Iterator<Item = (u32, u16)>,
{
    // Only the years of each player are sorted: the games of all are placed by player.
    let mut places: Vec<usize> = Vec::new();
    for (player, _) in seasons() {
        places.resize(places.len().max(player as usize + 1), 0);
        places[player as usize] += 1;
    }
    let mut begin = 0;
    for place in &mut places {
        begin += std::mem::replace(place, begin);
    }
    let mut years = vec![0; begin];
    for (player, year) in seasons() {
        let place = &mut places[player as usize];
        years[*place] = year;
        *place += 1;
    }
    let (mut lone, mut begin) = (FxHashMap::default(), 0);
    for (player, end) in (0..).zip(places) {
        let career = &mut years[begin..end];
        begin = end;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_far_from_all_others_is_told() {
        let careers = [(1, 1882), (2, 1970), (1, 1984), (1, 1975), (1, 1982), (2, 1971)];
        let lone = |careers: &[(u32, u16)]| lone_years(|| careers.iter().copied());
        assert_eq!(lone(&careers), [((1, 1882), (1975, 1984))].into_iter().collect());
        // Too few other games prove nothing, and two games support each other.
        let twice = [(1, 1882), (1, 1882), (1, 1982), (1, 1983), (1, 1984)];
        assert_eq!(lone(&twice), FxHashMap::default());
    }

    fn times(dates: &[(&str, &str)]) -> Times {
        let date = |text: &str| PackedDate::of(DateSpan::from_text(text));
        let own = |text: &str| {
            let dated = Dated { date: date(text), because: DateReason::Event };
            Some(dated).filter(|_| !text.is_empty())
        };
        let unknown = vec![PackedDate::UNKNOWN; dates.len() + 1];
        let mut times = Times { stated: unknown.clone(), dates: unknown, ..Times::default() };
        for (game, (stated, by_witnesses)) in (1..).zip(dates) {
            times.put(game, date(stated), own(by_witnesses));
        }
        times
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
