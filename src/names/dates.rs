//! Dates that other games contradict.
//!
//! A year decades away from all other games of both players is that of nobody: 1882 where 1982 was
//! meant. One player alone proves little, for namesakes live at different times; nor do a few other
//! games. A day that is still to come when its record is read is no date of a game, either. And one
//! record of a game can state the date and another the event, whose year contradicts it.

use crate::metadata::{Kind, PackedDate, SaidYears, read_heading, said_years};
use crate::store::{Connection, Database, EVENTS, Evidence, Fact, Facts, PLAYERS, Result};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Number of years without a game after which a year is nobody's.
const DECADES: u16 = 20;
/// Number of other games of a player that say when he played.
const ENOUGH: usize = 3;
/// The number of nobody.
const NOBODY: u32 = u32::MAX;

/// Notes anew which games have a date that cannot be right, unless no game changed; how many there
/// are.
///
/// # Errors
/// When the database cannot be read or written; what was noted is then as it was.
pub fn doubt_dates(database: &mut Database) -> Result<usize> {
    let tx = database.transaction()?;
    let known = tx.misdated()?;
    if tx.generation()? == tx.remembered_generation()? {
        return Ok(known.len());
    }
    // Judged by what is stated and by headings, and not by what was noted before.
    tx.delete_misdated()?;
    let facts = Facts::load(&tx, Evidence::Derived)?;
    let mut persons: Vec<u32> = Vec::new();
    let mut by_key: FxHashMap<String, u32> = FxHashMap::default();
    PLAYERS.each(&tx, &mut |row| {
        let (id, next) = (row.id()? as usize, by_key.len() as u32);
        // A team alone, as `(江苏)`, is nobody who has a career.
        let person = match row.key()? {
            "" => NOBODY,
            key => *by_key.entry(key.to_owned()).or_insert(next),
        };
        persons.resize(persons.len().max(id + 1), NOBODY);
        persons[id] = person;
        Ok(())
    })?;
    let mut found = misdated(&facts, &persons, PackedDate::new(tx.today()?));
    found.extend(against_events(&tx, &facts)?);
    // Of two reasons for one game the first is told.
    found.sort_by_key(|(game, _)| *game);
    found.dedup_by_key(|(game, _)| *game);
    if found != known {
        tx.insert_misdated(&found)?;
        tx.commit()?;
    }
    Ok(found.len())
}

/// The games with a date that cannot be right, by id, and why. `persons` tells who a player is, by
/// `player.id`.
fn misdated(facts: &Facts, persons: &[u32], today: PackedDate) -> Vec<(u32, String)> {
    let year = |fact: &Fact| fact.year().filter(|_| fact.date <= today);
    let players = |fact: &Fact| -> Option<[u32; 2]> {
        let is_played = matches!(fact.kind(), Some(Kind::Game | Kind::Handicap));
        let person = |id: u32| {
            let known = persons.get(id as usize).copied().filter(|&person| person != NOBODY);
            known.filter(|_| is_played && id > 0)
        };
        Some([person(fact.red)?, person(fact.black)?])
    };
    let mut careers: Vec<(u32, u16)> = Vec::new();
    for (_, fact) in facts.alive() {
        if let (Some(year), Some([red, black])) = (year(fact), players(fact)) {
            careers.push((red, year));
            careers.extend((red != black).then_some((black, year)));
        }
    }
    careers.par_sort_unstable();
    let lone = lone_years(&careers);
    let judge = |(id, fact): (u32, &Fact)| {
        if fact.date > today {
            return Some((id, "it was still to come when the record was read".to_owned()));
        }
        let (year, [red, black]) = (year(fact)?, players(fact)?);
        let (red, black) = (lone.get(&(red, year))?, lone.get(&(black, year))?);
        let (first, last) = (red.0.min(black.0), red.1.max(black.1));
        let years = if first == last { first.to_string() } else { format!("{first}–{last}") };
        Some((id, format!("all other games of its players are of {years}")))
    };
    facts.alive().filter_map(judge).collect()
}

/// The games whose date contradicts the year in their event, by id, and why. What contradicts itself
/// within one record is doubted with the record already.
fn against_events(conn: &Connection, facts: &Facts) -> Result<Vec<(u32, String)>> {
    let mut years: FxHashMap<u32, Vec<SaidYears>> = FxHashMap::default();
    EVENTS.each(conn, &mut |event| {
        let said = said_years(event.name()?);
        if !said.is_empty() {
            years.insert(event.id()?, said);
        }
        Ok(())
    })?;
    let mut found = Vec::new();
    for (game, fact) in facts.alive() {
        let (Some(year), Some(said)) = (fact.year(), years.get(&fact.event)) else { continue };
        if !said.iter().any(|said| said.may_be(year)) && !is_supported(conn, game, year)? {
            found.push((game, format!("event says {}", said[0].text)));
        }
    }
    Ok(found)
}

/// Whether the event or the title of any record of a game names this year.
fn is_supported(conn: &Connection, game: u32, year: u16) -> Result<bool> {
    let names_year = |heading: &str| {
        let said = read_heading(heading);
        said.date.is_some_and(|(_, date)| date.year == year)
            || said.years.iter().any(|years| years.may_be(year))
    };
    let witnesses = conn.witnesses(game)?;
    let headings =
        witnesses.iter().flat_map(|witness| ["Event", "Title"].map(|tag| witness.tags.get(tag)));
    Ok(headings.flatten().filter_map(|heading| heading.as_str()).any(names_year))
}

/// The years in which players played that are decades away from all of their other games, if those
/// are many: with the first and the last year of these.
fn lone_years(careers: &[(u32, u16)]) -> FxHashMap<(u32, u16), (u16, u16)> {
    let mut lone = FxHashMap::default();
    for career in careers.chunk_by(|a, b| a.0 == b.0).filter(|career| career.len() > ENOUGH) {
        for (at, &(player, year)) in career.iter().enumerate() {
            let (before, after) = (&career[..at], &career[at + 1..]);
            let mut nearest = [before.last(), after.first()].into_iter().flatten();
            if nearest.any(|(_, other)| other.abs_diff(year) < DECADES) {
                continue;
            }
            let (first, last) = (before.first().or(after.first()), after.last().or(before.last()));
            let others = first.zip(last).map(|(first, last)| (first.1, last.1));
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
        let careers: Vec<(u32, u16)> =
            [(1, 1882), (1, 1975), (1, 1982), (1, 1984), (2, 1970), (2, 1971)].into();
        assert_eq!(lone_years(&careers), [((1, 1882), (1975, 1984))].into_iter().collect());
        // Too few others say nothing, and two games support each other.
        let twice = [(1, 1882), (1, 1882), (1, 1982), (1, 1983), (1, 1984)];
        assert_eq!(lone_years(&twice), FxHashMap::default());
    }
}
