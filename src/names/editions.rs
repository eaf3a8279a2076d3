//! Series and editions of the events of an archive.
//!
//! The wording of each event is read once (`metadata/wording.rs`). Series and editions follow from wordings,
//! dates of games and decisions; they depend on the games in the archive, not on the order of
//! imports:
//!
//! 1. An edition whose wordings state no year was held in the year of most of its games. A year in
//!    which one edition of a series was held means that edition.
//! 2. A wording without edition and year means, for each game, the edition of the game's year.
//! 3. Events that people decided to be one are the first of their editions; of two events that
//!    they keep apart, the one that sorts last is no edition.

use super::notable::{Notable, NotableKind};
use crate::decision::{JoinedSubjects, Subject};
use crate::metadata::{EventWording, series_as_written};
use crate::search::{Archive, IdSet, Shared};
use crate::store::{
    Database, EVENTS, EditionRow, EditionRows, Evidence, HeldRow, Result, SeriesRow, WordingRow,
};
use crate::text::{fold, is_latin};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Version of the rules that read and settle wordings.
const RULES: &str = "7";

/// Derives again the edition of each event, unless no game changed; returns the number of editions.
/// A wording is read once, when its event is new; the rest costs a pass over the facts of games.
/// After an error the stored editions are unchanged.
pub fn settle_editions(database: &mut Database, shared: &mut Shared) -> Result<usize> {
    let notable = Notable::of_project(NotableKind::Events);
    let version = notable.version(RULES);
    let archive = Archive::beside(database.snapshot()?, Evidence::Derived, shared)?;
    let is_read_so = archive.snapshot().wordings_version()? == version;
    let known = archive.snapshot().editions(true)?;
    if is_read_so && archive.snapshot().is_settled()? {
        return Ok(known.editions.len());
    }
    let mut played = IdSet::default();
    let events = archive.facts().fold(|events: &mut IdSet, _, fact| events.insert(fact.event));
    events.iter().for_each(|events| played.add(events));
    let read = if is_read_so { archive.snapshot().wordings()? } else { Vec::new() };
    let is_known: IdSet = read.iter().map(|wording| wording.event).collect();
    let mut names: Vec<(u32, String, String)> = Vec::new();
    EVENTS.each(archive.snapshot(), &mut |row| {
        if played.contains(row.id()?) {
            names.push((row.id()?, row.key()?.to_owned(), row.name()?.to_owned()));
        }
        Ok(())
    })?;
    let new = names.par_iter().filter(|(id, ..)| !is_known.contains(*id));
    let new: Vec<WordingRow> = new.map(|(id, _, name)| wording(notable, *id, name)).collect();
    let mut wordings = [&read[..], &new].concat();
    wordings.retain(|wording| played.contains(wording.event));
    wordings.sort_unstable_by_key(|wording| wording.event);
    let keys: FxHashMap<u32, &str> = names.iter().map(|(id, key, _)| (*id, &**key)).collect();
    decide(archive.decided().alike(), &mut wordings, &keys);
    wordings.retain(|wording| !wording.series.is_empty());
    let mut settled = Settling { notable, archive: &archive, wordings }.rows();
    name_series(&mut settled, &names);
    name_editions(&mut settled, &names);
    archive.leave_to(shared);
    let tx = database.transaction()?;
    if !is_read_so {
        tx.forget_wordings(version)?;
    }
    tx.insert_wordings(&new)?;
    if settled != known {
        tx.replace_editions(&settled)?;
    }
    tx.commit()?;
    Ok(settled.editions.len())
}

fn wording(notable: &Notable, event: u32, name: &str) -> WordingRow {
    let read = notable.wording(name);
    let (edition, year, is_of_women) = (read.edition, read.year, read.is_of_women);
    WordingRow { event, series: read.series, edition, year, is_of_women }
}

/// Name of a series, and whether the series is the women's.
type Held<'w> = (&'w str, bool);
/// Number of an edition, and its year.
type Numbers = (Option<u32>, Option<u32>);

/// Editions and years of one series.
#[derive(Debug, Default)]
struct Known {
    /// By edition: years stated by wordings with it, each with the number of wordings.
    stated: BTreeMap<u32, BTreeMap<u32, u32>>,
    /// By edition: years of its games, each with the number of games.
    played: BTreeMap<u32, BTreeMap<u32, u32>>,
    /// Years of wordings without an edition.
    years: BTreeSet<u32>,
    /// Year of each edition.
    year_of: BTreeMap<u32, u32>,
}

impl Known {
    /// Settles the year of each edition: the year most wordings state, or else the year of most
    /// games.
    fn settle(&mut self) {
        let commonest = |years: &BTreeMap<u32, u32>| {
            years
                .iter()
                .max_by_key(|&(year, count)| (*count, std::cmp::Reverse(*year)))
                .map(|it| *it.0)
        };
        let editions: BTreeSet<u32> =
            self.stated.keys().chain(self.played.keys()).copied().collect();
        for edition in editions {
            let years = [&self.stated, &self.played].map(|it| it.get(&edition).and_then(commonest));
            if let Some(year) = years[0].or(years[1]) {
                self.year_of.insert(edition, year);
            }
        }
        let stated = self.stated.iter();
        let stated = stated.flat_map(|(edition, years)| years.keys().map(|year| (*edition, *year)));
        let others: Vec<u32> =
            stated.filter(|pair| self.is_of_another(*pair)).map(|(_, year)| year).collect();
        self.years.extend(others);
    }

    /// Whether the edition was held in another year than its wording states. A tournament at the
    /// turn of a year has two years.
    fn is_of_another(&self, (edition, year): (u32, u32)) -> bool {
        self.year_of.get(&edition).is_some_and(|held| held.abs_diff(year) > 1)
    }

    /// Edition held in a year, if it is the only one.
    fn edition_of(&self, year: u32) -> Option<u32> {
        let mut held = self.year_of.iter().filter(|(_, of)| **of == year).map(|it| *it.0);
        held.next().filter(|_| held.next().is_none())
    }

    /// Completes number and year of an edition, as far as they are known.
    fn complete(&self, (edition, year): Numbers) -> Numbers {
        match (edition, year) {
            (Some(edition), Some(year)) if self.is_of_another((edition, year)) => {
                (self.edition_of(year), Some(year))
            }
            (Some(edition), year) => (Some(edition), self.year_of.get(&edition).copied().or(year)),
            (None, Some(year)) => (self.edition_of(year), Some(year)),
            _ => (None, None),
        }
    }
}

/// Wordings of tournaments from which editions are derived.
struct Settling<'a> {
    notable: &'a Notable,
    archive: &'a Archive,
    wordings: Vec<WordingRow>,
}

impl Settling<'_> {
    /// Number of games by (event, year), for events whose wording states no year.
    fn games_by_year(&self) -> BTreeMap<(u32, u32), u32> {
        let is_wanted: IdSet =
            self.wordings.iter().filter(|it| it.year.is_none()).map(|it| it.event).collect();
        let mut games: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        if is_wanted.is_empty() {
            return BTreeMap::new();
        }
        self.archive.facts().alive().for_each(|(_, fact)| {
            if is_wanted.contains(fact.event)
                && let Some(year) = fact.year()
            {
                *games.entry((fact.event, year.into())).or_default() += 1;
            }
        });
        games.into_iter().collect()
    }

    /// Editions and years of every series.
    fn known(&self, games: &BTreeMap<(u32, u32), u32>) -> BTreeMap<Held<'_>, Known> {
        let mut known: BTreeMap<Held<'_>, Known> = BTreeMap::new();
        for wording in &self.wordings {
            let of = known.entry((&wording.series, wording.is_of_women)).or_default();
            let played = games.range((wording.event, 0)..=(wording.event, u32::MAX));
            match (wording.edition, wording.year) {
                (Some(edition), Some(year)) => {
                    *of.stated.entry(edition).or_default().entry(year).or_default() += 1;
                }
                (Some(edition), None) => {
                    let years = of.played.entry(edition).or_default();
                    played.for_each(|((_, year), count)| *years.entry(*year).or_default() += count);
                }
                (None, Some(year)) => drop(of.years.insert(year)),
                (None, None) => {
                    for (&(_, year), _) in played {
                        match self.listed(&wording.series, year) {
                            Some(edition) => {
                                of.stated.entry(edition).or_default().entry(year).or_default();
                            }
                            None => drop(of.years.insert(year)),
                        }
                    }
                }
            }
        }
        known.values_mut().for_each(Known::settle);
        known
    }

    /// Edition of a year by the list of main events.
    fn listed(&self, series: &str, year: u32) -> Option<u32> {
        let row = self.notable.rows().iter().find(|row| row.name == series)?;
        let mut wording = EventWording { year: Some(year), ..EventWording::default() };
        row.editions.complete(&mut wording);
        wording.edition
    }

    fn rows(&self) -> EditionRows {
        let games = self.games_by_year();
        let known = self.known(&games);
        let names: BTreeSet<&str> = known.keys().map(|(name, _)| *name).collect();
        let series: BTreeMap<&str, u32> = names.into_iter().zip(1..).collect();
        // Every edition once, in the order of series, men and women, number and year.
        let mut editions: BTreeMap<(Held<'_>, Numbers), u32> = BTreeMap::new();
        for (of, known) in &known {
            let numbered = known.stated.keys().chain(known.played.keys());
            let numbered = numbered.map(|edition| known.complete((Some(*edition), None)));
            let dated = known.years.iter().map(|year| known.complete((None, Some(*year))));
            editions.extend(numbered.chain(dated).map(|numbers| ((*of, numbers), 0)));
        }
        editions.values_mut().zip(1..).for_each(|(id, next)| *id = next);
        let id_of = |wording: &WordingRow, numbers: Numbers| {
            let of = (&*wording.series, wording.is_of_women);
            editions.get(&(of, known.get(&of)?.complete(numbers))).copied()
        };
        let held = self.wordings.iter().map(|wording| HeldRow {
            event: wording.event,
            series: series[&*wording.series],
            edition: id_of(wording, (wording.edition, wording.year)),
            is_of_women: wording.is_of_women,
        });
        let held: Vec<HeldRow> = held.collect();
        let undated = self.wordings.iter().zip(&held).filter(|(_, held)| held.edition.is_none());
        let undated: FxHashMap<u32, &WordingRow> = undated.map(|(it, _)| (it.event, it)).collect();
        let of_game = self.archive.facts().fold(|games: &mut Vec<(u32, u32)>, id, fact| {
            if let Some(wording) = undated.get(&fact.event)
                && let Some(year) = fact.year()
            {
                let edition = id_of(wording, (None, Some(year.into())));
                games.extend(edition.map(|edition| (id, edition)));
            }
        });
        EditionRows {
            games: of_game.concat(),
            series: series.iter().map(|(name, id)| self.series(name, *id)).collect(),
            editions: editions.iter().map(|(of, id)| edition(*of, *id, &series)).collect(),
            held,
        }
    }

    fn series(&self, name: &str, id: u32) -> SeriesRow {
        let listed = self.notable.rows().iter().find(|row| row.name == name);
        let spellings = listed.map(|row| {
            let own = [row.traditional.clone(), row.latin.clone()];
            own.into_iter().chain(row.others.iter().cloned()).collect::<Vec<String>>().join("\n")
        });
        SeriesRow { id, name: name.to_owned(), spellings: spellings.unwrap_or_default() }
    }
}

fn edition(
    ((name, is_of_women), (edition, year)): (Held<'_>, Numbers),
    id: u32,
    series: &BTreeMap<&str, u32>,
) -> EditionRow {
    let number = edition.or(year).unwrap_or_default();
    let women = if is_of_women { "w" } else { "" };
    let (series, name, wording) = (series[name], format!("{name}@{number}{women}"), String::new());
    EditionRow { id, name, series, edition, year, is_of_women, wording }
}

/// Names the series in Latin letters that are not in the list of main events as most of their
/// wordings write them; the folded name becomes a spelling. A name that another series has, folded,
/// is not given.
fn name_series(rows: &mut EditionRows, names: &[(u32, String, String)]) {
    let names: FxHashMap<u32, &String> = names.iter().map(|(id, _, name)| (*id, name)).collect();
    let is_folded = |row: &SeriesRow| row.spellings.is_empty() && is_latin(&row.name);
    let folded: FxHashMap<u32, &str> =
        rows.series.iter().filter(|row| is_folded(row)).map(|row| (row.id, &*row.name)).collect();
    let mut written: BTreeMap<u32, BTreeMap<String, usize>> = BTreeMap::new();
    for held in &rows.held {
        let name = folded.get(&held.series).zip(names.get(&held.event));
        if let Some(name) = name.and_then(|(folded, wording)| series_as_written(folded, wording)) {
            *written.entry(held.series).or_default().entry(name).or_default() += 1;
        }
    }
    let commonest = |names: BTreeMap<String, usize>| {
        names.into_iter().rev().max_by_key(|(_, count)| *count).map(|(name, _)| name)
    };
    let mut given: BTreeSet<String> = rows.series.iter().map(|row| fold(&row.name)).collect();
    let mut renamed: FxHashMap<u32, usize> = FxHashMap::default();
    for (id, names) in written {
        let row = rows.series.get_mut(id as usize - 1);
        let Some((row, name)) = row.zip(commonest(names)) else { continue };
        if fold(&name) == row.name || given.insert(fold(&name)) {
            renamed.insert(id, row.name.len());
            row.spellings = std::mem::replace(&mut row.name, name);
        }
    }
    for edition in &mut rows.editions {
        if let Some(&folded) = renamed.get(&edition.series) {
            edition.name.replace_range(..folded, &rows.series[edition.series as usize - 1].name);
        }
    }
}

/// Gives every edition the first of its wordings, in text order.
fn name_editions(rows: &mut EditionRows, names: &[(u32, String, String)]) {
    let names: FxHashMap<u32, &String> = names.iter().map(|(id, _, name)| (*id, name)).collect();
    for held in &rows.held {
        let Some(edition) = held.edition.and_then(|id| rows.editions.get_mut(id as usize - 1))
        else {
            continue;
        };
        let Some(&name) = names.get(&held.event) else { continue };
        if edition.wording.is_empty() || *name < edition.wording {
            edition.wording.clone_from(name);
        }
    }
    for edition in rows.editions.iter_mut().filter(|edition| edition.wording.is_empty()) {
        edition.wording.clone_from(&edition.name);
    }
}

/// Applies decisions of people to wordings.
fn decide(alike: &JoinedSubjects, wordings: &mut [WordingRow], keys: &FxHashMap<u32, &str>) {
    if alike.is_empty() {
        return;
    }
    let first = |event: u32| keys.get(&event).map_or("", |key| alike.event(key)).to_owned();
    let is_sure = |it: &WordingRow| !it.series.is_empty() && it.edition.or(it.year).is_some();
    // Joined events get the first of their editions, in sort order.
    let mut joined: BTreeMap<String, WordingRow> = BTreeMap::new();
    for wording in wordings.iter() {
        let key = keys.get(&wording.event).copied().unwrap_or_default();
        if alike.is_joined(&Subject::Event(key.to_owned())) && is_sure(wording) {
            let new = || WordingRow { event: 0, ..wording.clone() };
            let known = joined.entry(first(wording.event)).or_insert_with(new);
            let said = |it: &WordingRow| (it.series.clone(), it.is_of_women, it.edition, it.year);
            if said(wording) < said(known) {
                *known = new();
            }
        }
    }
    for wording in wordings.iter_mut() {
        if let Some(one) = joined.get(&first(wording.event)) {
            *wording = WordingRow { event: wording.event, ..one.clone() };
        }
    }
    for last in alike.apart().filter_map(|(_, last)| match last {
        Subject::Event(key) => Some(key),
        _ => None,
    }) {
        let of_last = wordings.iter_mut().filter(|it| first(it.event) == *last);
        of_last.for_each(|wording| wording.series.clear());
    }
}
