//! Events by their series.

use super::archive::Archive;
use super::archive::ids::NamesOf;
use super::conditions::filter::Matcher;
use super::explore::groups::{NameTally, by_name, join_years, tell_names};
use super::explore::participants::{Crowd, ParticipantCounter};
use super::explore::score::Score;
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
    /// How the games between two players ended.
    pub score: Score,
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

/// Games of which each stands for one game of its event: these games, and those copies of them that
/// fit and name another event. Of a game without an event a copy stands that names one.
pub fn games_of_events(archive: &Archive, games: &[u32], matcher: &Matcher) -> Result<Vec<u32>> {
    let editions = archive.editions()?;
    let mut copies = match archive.has_derived() {
        true => archive.duplicates()?.left_out(games),
        false => FxHashMap::default(),
    };
    let mut all = Vec::with_capacity(games.len());
    for &game in games {
        let mut of_game = copies.remove(&game).unwrap_or_default();
        of_game.retain(|id| archive.facts().get(*id).is_some_and(|fact| matcher.fits(*id, fact)));
        // In an order that does not depend on that of the imports.
        of_game.sort_unstable_by_key(|id| archive.facts().get(*id).map(|fact| fact.key));
        let mut counted: Vec<u32> = Vec::new();
        for id in std::iter::once(game).chain(of_game) {
            let Some(fact) = archive.facts().get(id).filter(|fact| fact.event != 0) else {
                continue;
            };
            let number = editions.number_of(fact);
            if !counted.contains(&number) {
                counted.push(number);
                all.push(id);
            }
        }
        if counted.is_empty() {
            all.push(game);
        }
    }
    Ok(all)
}

/// The series of games that fit `matcher`, those of the most games first; equal ones by name. A
/// game and its copies count once for every event that any of them names.
pub fn by_series(archive: &Archive, games: &[u32], matcher: &Matcher) -> Result<Vec<SeriesTally>> {
    let (kin, editions) = (archive.duplicates()?, archive.editions()?);
    let games = games_of_events(archive, games, matcher)?;
    let mut events = by_name(archive, &games, NamesOf::Events)?;
    tell_names(archive, &games, &mut events, NamesOf::Events)?;
    let mut rows: Vec<SeriesTally> = Vec::new();
    let mut row_of_series: FxHashMap<u32, usize> = FxHashMap::default();
    for event in events {
        let Some(series) = event.series else {
            let (name, games) = (event.name.clone(), event.games);
            let (players, years, score) = (event.behind.players, event.years, event.red);
            rows.push(SeriesTally { name, events: vec![event], games, players, years, score });
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
            rows[row].score.add(fact);
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
