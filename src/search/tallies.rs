//! Games counted by player, by event and by year.

use super::archive::Archive;
use super::score::Score;
use crate::metadata::split_team;
use crate::store::{Fact, Result};
use rustc_hash::FxHashMap;
use serde::Serializer;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The games of a player, under all spellings that are alike after folding.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct PlayerTally {
    /// The commonest spelling, without team.
    pub name: String,
    /// Every spelling as found, the commonest first.
    pub names: Vec<String>,
    /// In Latin letters.
    pub pinyin: String,
    /// How many games there are.
    pub games: u64,
    /// How those ended in which the player has Red.
    #[serde(rename = "asRed", serialize_with = "told")]
    pub red: Score,
    /// How those ended in which the player has Black.
    #[serde(rename = "asBlack", serialize_with = "told")]
    pub black: Score,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
}

/// The games of an event.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct EventTally {
    /// As found.
    pub name: String,
    /// How many games there are.
    pub games: u64,
    /// How they ended.
    #[serde(serialize_with = "told")]
    pub score: Score,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
}

/// The games of a year.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct YearTally {
    /// The year.
    pub year: u16,
    /// How they ended.
    #[serde(flatten, serialize_with = "told")]
    pub score: Score,
}

/// A score in the names of all answers.
fn told<S: Serializer>(score: &Score, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&score.to_json(), serializer)
}

/// The games of one spelling of a player's name.
#[derive(Default)]
struct Spelling {
    red: Score,
    black: Score,
    years: Option<(u16, u16)>,
}

fn widen(years: &mut Option<(u16, u16)>, year: Option<u16>) {
    if let Some(year) = year {
        let (first, last) = years.unwrap_or((year, year));
        *years = Some((first.min(year), last.max(year)));
    }
}

/// Players of these games, those of the most games first; equal ones by name.
///
/// # Errors
/// When the database cannot be read.
pub fn by_player(archive: &Archive, games: &[u32]) -> Result<Vec<PlayerTally>> {
    let mut by_id: FxHashMap<u32, Spelling> = FxHashMap::default();
    for fact in games.iter().filter_map(|&id| archive.facts.get(id)) {
        for (id, is_red) in [(fact.red, true), (fact.black, false)] {
            let Spelling { red, black, years } = by_id.entry(id).or_default();
            let score = if is_red { red } else { black };
            score.add(fact);
            widen(years, fact.year());
        }
    }
    by_id.remove(&0);
    let mut by_key: FxHashMap<String, (PlayerTally, Vec<(u64, String)>)> = FxHashMap::default();
    archive.players(&mut |row, person| {
        let Some(Spelling { red, black, years }) = by_id.get(&row.id()?) else { return Ok(()) };
        let (tally, names) = by_key.entry(person.to_owned()).or_default();
        let games = red.all() + black.all();
        tally.pinyin = row.pinyin()?.to_owned();
        tally.games += games;
        tally.red += *red;
        tally.black += *black;
        for year in years.iter().flat_map(|&(first, last)| [first, last]) {
            widen(&mut tally.years, Some(year));
        }
        names.push((games, row.name()?.to_owned()));
        Ok(())
    })?;
    let mut rows: Vec<PlayerTally> = by_key
        .into_values()
        .map(|(tally, mut names)| {
            names.sort_by(|a, b| (Reverse(a.0), &a.1).cmp(&(Reverse(b.0), &b.1)));
            let names: Vec<String> = names.into_iter().map(|(_, name)| name).collect();
            let name = names.first().map(|name| split_team(name).name.to_owned());
            PlayerTally { name: name.unwrap_or_default(), names, ..tally }
        })
        .collect();
    rows.sort_by(|a, b| (Reverse(a.games), &a.name).cmp(&(Reverse(b.games), &b.name)));
    Ok(rows)
}

/// Events of these games, those of the most games first; equal ones by name.
///
/// # Errors
/// When the database cannot be read.
pub fn by_event(archive: &Archive, games: &[u32]) -> Result<Vec<EventTally>> {
    let mut by_id: FxHashMap<u32, EventTally> = FxHashMap::default();
    for fact in games.iter().filter_map(|&id| archive.facts.get(id)).filter(|fact| fact.event > 0) {
        let tally = by_id.entry(fact.event).or_default();
        tally.games += 1;
        tally.score.add(fact);
        widen(&mut tally.years, fact.year());
    }
    archive.snapshot().events(&mut |id, name| {
        if let Some(tally) = by_id.get_mut(&id) {
            name.clone_into(&mut tally.name);
        }
        Ok(())
    })?;
    let mut rows: Vec<EventTally> = by_id.into_values().collect();
    rows.sort_by(|a, b| (Reverse(a.games), &a.name).cmp(&(Reverse(b.games), &b.name)));
    Ok(rows)
}

/// Games by year, and how many have no year.
pub fn by_year(archive: &Archive, games: &[u32]) -> (Vec<YearTally>, u64) {
    let mut by_year: BTreeMap<u16, Score> = BTreeMap::new();
    let mut undated = 0;
    for fact in games.iter().filter_map(|&id| archive.facts.get(id)) {
        match Fact::year(fact) {
            Some(year) => by_year.entry(year).or_default().add(fact),
            None => undated += 1,
        }
    }
    (by_year.into_iter().map(|(year, score)| YearTally { year, score }).collect(), undated)
}
