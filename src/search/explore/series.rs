//! Events by their series.

use super::groups::{NameTally, by_name, join_years, tell_names};
use super::participants::{Crowd, ParticipantCounter};
use crate::search::archive::Archive;
use crate::search::archive::ids::NamesOf;
use crate::search::conditions::filter::Matcher;
use crate::store::Result;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// A series with its events, or an event that is of none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeriesTally {
    /// The name of the series; of an event that is of none the commonest wording.
    pub name: String,
    /// The editions in their order, and before them what names none: games without a date.
    pub events: Vec<NameTally>,
    /// Number of games of whatever kind; a game and its copies count once.
    pub games: u64,
    /// Number of players of the games between two players.
    pub players: u64,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
}

impl SeriesTally {
    /// How many editions there are.
    pub fn editions(&self) -> u64 {
        self.events.iter().filter(|event| event.edition.is_some()).count() as u64
    }
}

/// The series of the games that fit, those of the most games first; equal ones by name. A game and
/// its copies count once for every event that any of them names.
pub fn by_series(archive: &Archive, matcher: &Matcher) -> Result<Vec<SeriesTally>> {
    let (kin, editions) = (archive.duplicates()?, archive.editions()?);
    let mut seen: FxHashSet<(u32, u32)> = FxHashSet::default();
    let mut games: Vec<u32> = Vec::new();
    for (id, fact) in archive.facts().alive() {
        let is_new =
            |seen: &mut FxHashSet<_>| seen.insert((kin.first(id), editions.number_of(fact)));
        if matcher.fits(id, fact) && (!kin.contains(id) || is_new(&mut seen)) {
            games.push(id);
        }
    }
    let mut events = by_name(archive, &games, NamesOf::Events)?;
    tell_names(archive, &games, &mut events, NamesOf::Events)?;
    let mut rows: Vec<SeriesTally> = Vec::new();
    let mut row_of_series: FxHashMap<u32, usize> = FxHashMap::default();
    for event in events {
        let Some(series) = event.series else {
            let (name, games) = (event.name.clone(), event.games);
            let (players, years) = (event.behind.players, event.years);
            rows.push(SeriesTally { name, events: vec![event], games, players, years });
            continue;
        };
        let row = *row_of_series.entry(series).or_insert(rows.len());
        if row == rows.len() {
            let name = editions.series(series).to_owned();
            rows.push(SeriesTally { name, ..SeriesTally::default() });
        }
        join_years(&mut rows[row].years, event.years);
        rows[row].events.push(event);
    }
    let mut crowds: FxHashMap<usize, Crowd> = FxHashMap::default();
    let mut counted: FxHashSet<(u32, usize)> = FxHashSet::default();
    for (&id, fact) in games.iter().filter_map(|id| Some((id, archive.facts().get(*id)?))) {
        let row = editions.series_of(fact.event).and_then(|series| row_of_series.get(&series));
        if let Some(&row) = row.filter(|row| counted.insert((kin.first(id), **row))) {
            rows[row].games += 1;
            crowds.entry(row).or_default().add(fact);
        }
    }
    let names = archive.names_of(crowds.values())?;
    let mut counter = ParticipantCounter::new(&names);
    for (row, crowd) in &crowds {
        rows[*row].players = counter.behind(crowd).players;
    }
    for row in &mut rows {
        row.events.sort_by_cached_key(|event| {
            let edition = event.edition.as_ref();
            edition.map(|it| (it.is_of_women, it.year, it.edition))
        });
    }
    rows.sort_by(|a, b| (Reverse(a.games), &a.name).cmp(&(Reverse(b.games), &b.name)));
    Ok(rows)
}
