//! Events grouped by series.

use super::archive::Archive;
use super::archive::ids::NamesOf;
use super::conditions::filter::{Matcher, Sieve, Sifted};
use super::explore::groups::{NameTally, by_name, join_years, tell_names};
use super::explore::participants::{Crowd, ParticipantCounter};
use super::explore::score::Score;
use crate::store::Result;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// A series with its events, or an event without a series.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeriesTally {
    /// Name of the series; for an event without one, its commonest wording.
    pub name: String,
    /// Editions in order; undated games without an edition come first.
    pub events: Vec<NameTally>,
    /// Number of games of all kinds; copies count once.
    pub games: u64,
    /// Results of the games between two players.
    pub score: Score,
    /// Number of players in the games between two players.
    pub players: u64,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// Whether this is the title of games, or of books, and no event: it is of no series, and names
    /// both players of each game or states a result, or none of its games is between two players.
    pub is_title: bool,
}

impl SeriesTally {
    /// Number of editions.
    pub fn editions(&self) -> u64 {
        self.events.iter().filter(|event| event.edition.is_some()).count() as u64
    }
}

/// One game for each event that a game or its copies name: adds to `games` those fitting copies
/// that name another event, and replaces a game without an event by such a copy.
pub fn games_of_events(archive: &Archive, games: &[u32], matcher: &Matcher) -> Result<Vec<u32>> {
    let (editions, sieve) = (archive.editions()?, Sieve::new(archive, matcher)?);
    let mut copies = match archive.has_derived() {
        true => archive.duplicates()?.left_out(games),
        false => FxHashMap::default(),
    };
    let mut all = Vec::with_capacity(games.len());
    for &game in games {
        let mut of_game = copies.remove(&game).unwrap_or_default();
        of_game.retain(|id| sieve.sift(*id) == Sifted::Fits);
        // Ordered by key, not by import.
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

/// The series of games that fit `matcher`, those with the most games first, then by name. A game
/// with its copies counts once in every event that any of them names.
pub fn by_series(archive: &Archive, games: &[u32], matcher: &Matcher) -> Result<Vec<SeriesTally>> {
    let (kin, editions) = (archive.duplicates()?, archive.editions()?);
    let games = games_of_events(archive, games, matcher)?;
    let mut events = by_name(archive, &games, NamesOf::Events)?;
    tell_names(archive, &games, &mut events, NamesOf::Events)?;
    let titles = titles(archive, &games, &events)?;
    let mut rows: Vec<SeriesTally> = Vec::new();
    let mut row_of_series: FxHashMap<u32, usize> = FxHashMap::default();
    for event in events {
        let Some(series) = event.series else {
            let (name, games) = (event.name.clone(), event.games);
            let (players, years, score) = (event.behind.players, event.years, event.red);
            let is_title = score.games() == 0 || titles.contains(&event.key);
            let events = vec![event];
            rows.push(SeriesTally { name, events, games, players, years, score, is_title });
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

/// Folded names of the events without a series that are the titles of all their games.
fn titles(archive: &Archive, games: &[u32], events: &[NameTally]) -> Result<FxHashSet<String>> {
    let names = archive.folded_names()?;
    let without_series = events.iter().filter(|event| event.series.is_none());
    let keys: FxHashMap<u32, &str> =
        without_series.flat_map(|event| event.ids.iter().map(|id| (*id, &*event.key))).collect();
    let mut are_titles: FxHashMap<&str, bool> = FxHashMap::default();
    for fact in archive.facts_of(games) {
        let Some(key) = keys.get(&fact.event) else { continue };
        let is_title = are_titles.entry(key).or_insert(true);
        *is_title = *is_title && names.is_title(key, fact);
    }
    let titles = are_titles.into_iter().filter(|(_, is_title)| *is_title);
    Ok(titles.map(|(key, _)| key.to_owned()).collect())
}
