//! Which edition of which series each event of an archive is.
//!
//! What a wording says by itself (`wording.rs`) is stored once for each event. From that, the dates
//! of games and what people decided, the series and editions of the archive follow; they depend on
//! the games that are there and on decisions, never on the order of imports:
//!
//! 1. An edition whose wordings name no year was held in the year in which most of its games were
//!    played. A year in which one edition of a series was held is that edition.
//! 2. A wording without edition and year names the edition of the year of each game.
//! 3. Events that people decided to be one are the edition that comes first of theirs; of two
//!    events that they keep apart, the one that sorts last is no edition.

use super::notable::{Notable, NotableKind};
use super::wording::EventWording;
use crate::decision::{JoinedSubjects, Subject};
use crate::search::{Archive, IdSet, Shared};
use crate::store::{
    Database, EVENTS, EditionRow, EditionRows, Evidence, HeldRow, Result, SeriesRow, WordingRow,
};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The version of the rules by which wordings are read and settled.
const RULES: &str = "6";

/// Works out anew which edition of which series each event is, unless no game changed; how many
/// editions there are. A wording is read once, when its event comes; the rest costs a pass over the
/// facts.
///
/// # Errors
/// When the database cannot be read or written; what was stored is then as it was.
pub fn settle_editions(database: &mut Database, shared: &mut Shared) -> Result<usize> {
    let notable = Notable::of_project(NotableKind::Events);
    let version = notable.version(RULES);
    let archive = Archive::beside(database.snapshot()?, Evidence::Derived, shared)?;
    let is_read_so = archive.snapshot().wordings_version()? == version;
    let known = archive.snapshot().editions(true)?;
    if is_read_so && archive.snapshot().is_settled()? {
        return Ok(known.editions.len());
    }
    let played: IdSet = archive.facts().alive().map(|(_, fact)| fact.event).collect();
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

/// A series of men, or of women.
type Held<'w> = (&'w str, bool);
/// The number of an edition and its year.
type Numbers = (Option<u32>, Option<u32>);

/// Editions and years of one series.
#[derive(Debug, Default)]
struct Known {
    /// For each edition the years that wordings name with it, and how many wordings do.
    stated: BTreeMap<u32, BTreeMap<u32, u32>>,
    /// For each edition the years in which its games were played, and how many games were.
    played: BTreeMap<u32, BTreeMap<u32, u32>>,
    /// Years that stand alone.
    years: BTreeSet<u32>,
    /// The year of each edition.
    year_of: BTreeMap<u32, u32>,
}

impl Known {
    /// Settles in which year each edition was held: in the one that most wordings name, or else in
    /// the one in which most of its games were played.
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

    /// Whether an edition and a year of one wording are not of the edition of that number, which
    /// was held in another year. A tournament at the turn of a year has two.
    fn is_of_another(&self, (edition, year): (u32, u32)) -> bool {
        self.year_of.get(&edition).is_some_and(|held| held.abs_diff(year) > 1)
    }

    /// The edition of a year, if one alone was held then.
    fn edition_of(&self, year: u32) -> Option<u32> {
        let mut held = self.year_of.iter().filter(|(_, of)| **of == year).map(|it| *it.0);
        held.next().filter(|_| held.next().is_none())
    }

    /// Number and year of an edition, as far as they are known.
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

/// The wordings of tournaments, on their way to be editions.
struct Settling<'a> {
    notable: &'a Notable,
    archive: &'a Archive,
    wordings: Vec<WordingRow>,
}

impl Settling<'_> {
    /// The games of events whose wording names no year, by event and year.
    fn games_by_year(&self) -> BTreeMap<(u32, u32), u32> {
        let is_wanted: IdSet =
            self.wordings.iter().filter(|it| it.year.is_none()).map(|it| it.event).collect();
        let mut games: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for (_, fact) in self.archive.facts().alive() {
            if is_wanted.contains(fact.event)
                && let Some(year) = fact.year()
            {
                *games.entry((fact.event, year.into())).or_default() += 1;
            }
        }
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

    /// The edition of a year as the list of main events knows it.
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
        // Every edition once, in the order of series, of men and women, of numbers and years.
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
        let of_game = self.archive.facts().alive().filter_map(|(id, fact)| {
            let wording = undated.get(&fact.event)?;
            Some((id, id_of(wording, (None, Some(fact.year()?.into())))?))
        });
        EditionRows {
            games: of_game.collect(),
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

/// Gives every edition the first of its wordings.
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

/// Lays what people decided over what wordings say.
fn decide(alike: &JoinedSubjects, wordings: &mut [WordingRow], keys: &FxHashMap<u32, &str>) {
    if alike.is_empty() {
        return;
    }
    let first = |event: u32| keys.get(&event).map_or("", |key| alike.event(key)).to_owned();
    let is_sure = |it: &WordingRow| !it.series.is_empty() && it.edition.or(it.year).is_some();
    // What stands for all that are one: the least of what they say.
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
