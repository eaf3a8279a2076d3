//! Dates of games, corrected by other games.
//!
//! A year decades away from all other games of both players is wrong: 1882 for 1982. One player
//! alone proves little, because namesakes live at different times; few other games prove little,
//! too. A date after the day on which its record was read is wrong, and so is a day on which many
//! records of older games were typed. Copies of a game share its date. Witnesses of one game are
//! weighed elsewhere, when the game is settled.

use crate::metadata::{DateReason, DateSpan, Dated, LaxDate, PackedDate};
use crate::search::{Archive, Shared};
use crate::store::{Connection, Database, DatedGame, Evidence, Fact, PLAYERS, Result};
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

/// Date of a game.
struct Time {
    game: u32,
    stated: PackedDate,
    /// Date by the game's own witnesses.
    own: Option<Dated>,
    /// Date by other games, with the argument against the stated date.
    others: Option<Box<(Dated, Option<String>)>>,
}

impl Time {
    fn date(&self) -> PackedDate {
        let others = self.others.as_ref().map(|others| others.0);
        others.or(self.own).map_or(self.stated, |dated| dated.date)
    }
}

/// Dates of all games, in the order of game ids.
struct Times(Vec<Time>);

impl Times {
    fn of(archive: &Archive) -> Times {
        let own = archive.facts().own_dates().into_iter();
        Times(own.map(|(game, stated, own)| Time { game, stated, own, others: None }).collect())
    }

    /// Doubts future dates, and dates that the careers of both players contradict. If only the
    /// century is wrong, the careers correct it.
    fn judge(&mut self, archive: &Archive, persons: &[u32], today: PackedDate) {
        let players = |game: u32| -> Option<[u32; 2]> {
            let fact: &Fact = archive.facts().get(game)?;
            let is_played = fact.was_played();
            let person = |id: u32| {
                let known = persons.get(id as usize).copied().filter(|&person| person != NOBODY);
                known.filter(|_| is_played && id > 0)
            };
            Some([person(fact.red)?, person(fact.black)?])
        };
        let year = PackedDate::year;
        let mut seasons: Vec<(u32, u16)> = Vec::with_capacity(2 * self.0.len());
        for time in self.0.iter().filter(|time| time.date() <= today) {
            if let (Some(year), Some([red, black])) = (year(time.date()), players(time.game)) {
                seasons.push((red, year));
                seasons.extend((red != black).then_some((black, year)));
            }
        }
        let lone = lone_years(&seasons);
        for time in &mut self.0 {
            let date = time.date();
            let doubted = Dated { date: PackedDate::UNKNOWN, because: DateReason::Doubted };
            if date > today {
                let says = "it was still to come when the record was read".to_owned();
                time.others = Some(Box::new((doubted, Some(says))));
                continue;
            }
            let Some(year) = year(date).filter(|_| !lone.is_empty()) else { continue };
            let Some([red, black]) = players(time.game) else { continue };
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
            time.others = Some(Box::new((meant.map_or(doubted, career), Some(says))));
        }
    }

    /// Doubts days on which many records of older games were typed: games dated by such a day alone
    /// were played before it.
    fn doubt_days_of_typing(&mut self) {
        let is_day = |date: PackedDate| date.date().is_some_and(|date| date.day > 0);
        let mut days: FxHashMap<PackedDate, (usize, usize)> = FxHashMap::default();
        for time in self.0.iter().filter(|time| time.own.is_some() && is_day(time.stated)) {
            let years = [time.date(), time.stated].map(PackedDate::year);
            if let [Some(played), Some(stated)] = years
                && played < stated
            {
                days.entry(time.stated).or_default().0 += 1;
            }
        }
        days.retain(|_, (older, _)| *older >= TYPED);
        if days.is_empty() {
            return;
        }
        for time in &self.0 {
            if let Some((_, all)) = days.get_mut(&time.stated) {
                *all += 1;
            }
        }
        days.retain(|_, (older, all)| *older * TYPED_SHARE >= *all);
        for time in self.0.iter_mut().filter(|time| days.contains_key(&time.stated)) {
            let next =
                time.stated.date().map(LaxDate::last_day).and_then(|day| LaxDate::of_day(day + 1));
            let before = next.and_then(DateSpan::before);
            if time.date() == time.stated && time.others.is_none() {
                let dated = Dated { date: PackedDate::of(before), because: DateReason::Typed };
                let says = "many records of older games were typed on that day".to_owned();
                time.others = Some(Box::new((dated, Some(says))));
            }
        }
    }

    /// Gives all copies of a game one date: the decided one, or else the year of most copies, and
    /// the most precise date in it.
    fn share_among_copies(&mut self, archive: &Archive) -> Result<()> {
        let groups = archive.duplicates()?;
        let mut members: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (at, time) in self.0.iter().enumerate().filter(|(_, time)| groups.contains(time.game)) {
            members.entry(groups.first(time.game)).or_default().push(at);
        }
        for members in members.into_values() {
            let decided =
                members.iter().find_map(|&at| archive.facts().decided_date(self.0[at].game));
            let best = match decided {
                Some(decided) => Some(decided),
                None => self.best_of(&self.weighed(archive, &members)?),
            };
            let Some(best) = best else { continue };
            for at in members {
                let time = &mut self.0[at];
                if time.date() == best {
                    continue;
                }
                let stated = time.stated.date();
                let says = stated.filter(|_| PackedDate::new(stated) != best);
                let says =
                    says.and_then(|_| Some(format!("a copy of the game says {}", best.span()?)));
                let dated = Dated { date: best, because: DateReason::Copy };
                time.others = Some(Box::new((dated, says)));
            }
        }
        Ok(())
    }

    /// Indices of copies with the number of their witnesses, which is only read if their dates
    /// differ.
    fn weighed(&self, archive: &Archive, members: &[usize]) -> Result<Vec<(usize, usize)>> {
        let mut dates: Vec<PackedDate> = members.iter().map(|&at| self.0[at].date()).collect();
        dates.retain(|date| !date.is_unknown());
        dates.dedup();
        let weigh = |&at: &usize| match dates.len() {
            0 | 1 => Ok((at, 1)),
            _ => Ok((at, archive.snapshot().witness_count(self.0[at].game)?)),
        };
        members.iter().map(weigh).collect()
    }

    /// The best date among copies, given as (index, weight).
    fn best_of(&self, members: &[(usize, usize)]) -> Option<PackedDate> {
        let times = members.iter().map(|&(at, weight)| (&self.0[at], weight));
        let times: Vec<_> = times.filter(|(time, _)| !time.date().is_unknown()).collect();
        let year = |time: &Time| time.date().span().and_then(DateSpan::year);
        let days = |time: &Time| time.date().span().and_then(DateSpan::days).unwrap_or(i32::MAX);
        let mut votes: BTreeMap<u16, usize> = BTreeMap::new();
        for (time, weight) in &times {
            if let Some(year) = year(time) {
                *votes.entry(year).or_default() += weight;
            }
        }
        let most = votes.iter().max_by_key(|(year, votes)| (**votes, Reverse(**year)));
        let Some((&most, _)) = most else {
            let shortest = times.iter().min_by_key(|(time, _)| (days(time), time.date()));
            return shortest.map(|(time, _)| time.date());
        };
        let agreeing = |time: &Time| -> usize {
            let meets = |other: &Time| {
                let spans = time.date().span().zip(other.date().span());
                spans.is_some_and(|(a, b)| a.meets(b))
            };
            times.iter().filter(|(other, _)| meets(other)).map(|(_, weight)| weight).sum()
        };
        let rank = |time: &Time| (agreeing(time), Reverse(days(time)), Reverse(time.date()));
        let of_year = times.iter().filter(|(time, _)| year(time) == Some(most));
        of_year.max_by_key(|(time, _)| rank(time)).map(|(time, _)| time.date())
    }

    /// Games whose date is not simply the stated one.
    fn rows(self) -> Vec<DatedGame> {
        let row = |Time { game, own, others, .. }: Time| match (others.map(|it| *it), own) {
            (Some((dated, says)), _) => Some(DatedGame { game, dated, by_others: true, says }),
            (None, Some(dated)) => Some(DatedGame { game, dated, by_others: false, says: None }),
            (None, None) => None,
        };
        self.0.into_iter().filter_map(row).collect()
    }
}

/// Years of a player that are decades away from all other games, if those are many; with the first
/// and the last year of the others. `seasons` has the player and the year of each game, in any
/// order.
fn lone_years(seasons: &[(u32, u16)]) -> FxHashMap<(u32, u16), (u16, u16)> {
    // Only the years of each player are sorted: the games of all are placed by player.
    let players = seasons.iter().map(|(player, _)| *player as usize + 1).max();
    let mut places = vec![0; players.unwrap_or_default()];
    seasons.iter().for_each(|(player, _)| places[*player as usize] += 1);
    let mut begin = 0;
    for place in &mut places {
        begin += std::mem::replace(place, begin);
    }
    let mut years = vec![0; seasons.len()];
    for &(player, year) in seasons {
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
        assert_eq!(lone_years(&careers), [((1, 1882), (1975, 1984))].into_iter().collect());
        // Too few other games prove nothing, and two games support each other.
        let twice = [(1, 1882), (1, 1882), (1, 1982), (1, 1983), (1, 1984)];
        assert_eq!(lone_years(&twice), FxHashMap::default());
    }

    fn times(dates: &[(&str, &str)]) -> Times {
        let date = |text: &str| PackedDate::of(DateSpan::from_text(text));
        let own = |text: &str| {
            let dated = Dated { date: date(text), because: DateReason::Event };
            Some(dated).filter(|_| !text.is_empty())
        };
        let time = |(game, (stated, by_witnesses)): (u32, &(&str, &str))| Time {
            game,
            stated: date(stated),
            own: own(by_witnesses),
            others: None,
        };
        Times((1..).zip(dates).map(time).collect())
    }

    #[test]
    fn a_day_on_which_older_games_were_typed_is_no_date() {
        let typed = "2001-02-10";
        let mut all = times(&[(typed, "1999"), (typed, "1998"), (typed, "1999"), (typed, "")]);
        all.doubt_days_of_typing();
        assert_eq!(all.0[3].date().span().unwrap().to_string(), "..2001-02-10");
        assert_eq!(all.0[3].others.as_ref().unwrap().0.because, DateReason::Typed);
        assert_eq!(all.0[0].date().date(), LaxDate::new(1999, 0, 0));
        // Two games are a slip.
        let mut few = times(&[(typed, "1999"), (typed, "1998"), (typed, "")]);
        few.doubt_days_of_typing();
        assert_eq!(few.0[2].date(), few.0[2].stated);
    }

    #[test]
    fn copies_have_the_year_of_most_and_the_fullest_time_in_it() {
        let best = |dates: &[(&str, &str)]| {
            let times = times(dates);
            let members: Vec<(usize, usize)> = (0..dates.len()).map(|at| (at, 1)).collect();
            times.best_of(&members).and_then(PackedDate::span).map(|span| span.to_string())
        };
        let all = [("1984", ""), ("2001-02-10", ""), ("1984-05-03", ""), ("", "")];
        assert_eq!(best(&all).as_deref(), Some("1984-05-03"));
        assert_eq!(best(&[("1976", ""), ("1956", "")]).as_deref(), Some("1956"), "typed late");
        assert_eq!(best(&[("", ""), ("..1918", "")]).as_deref(), Some("..1918"));
        assert_eq!(best(&[("", ""), ("", "")]), None);
    }
}
