//! Candidates for a name, judged as by `people --judge` and `events --judge`, and the page of a
//! name.

use super::query::{NameQuery, NameSort};
use crate::book::{document, escaped};
use crate::messages::Lang;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use xqdb::names::{
    Candidates, Events, JudgedNames, NameEntry, NameVerdict, Persons, Register, events_of, people,
    persons_of,
};
use xqdb::search::Archive;
use xqdb::store::{Evidence, Result, Snapshot};
use xqdb::text::fold;

/// Number of names that are judged for each name that is looked for.
const JUDGED: usize = 100;

/// All names of one generation of the database.
pub(super) struct NameIndex {
    generation: String,
    persons: Persons,
    /// Persons by their head names, each with the spellings, teams, games and years of all names
    /// that are one.
    people: BTreeMap<String, NameEntry>,
    /// Head name of each other name of a person.
    heads: FxHashMap<String, String>,
    events: Events,
    like_persons: Candidates,
    like_events: Candidates,
}

/// A candidate.
struct NameCandidate<'n> {
    sort: NameSort,
    entry: &'n NameEntry,
    judged: JudgedNames,
    /// Whether the years and teams of the query are those of the name.
    fits: NameFit,
}

/// Result of comparing years and teams of a query with those of a name.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
enum NameFit {
    Unknown,
    Fits,
    Differs,
}

impl NameIndex {
    /// Reads all names of the database; `None` if it has not changed since `known` was read.
    pub(super) fn read(
        db: &Path,
        lay: Evidence,
        known: Option<&NameIndex>,
    ) -> Result<Option<NameIndex>> {
        let snapshot = Snapshot::open(db)?;
        let generation = snapshot.generation()?.to_string();
        if known.is_some_and(|known| known.generation == generation) {
            return Ok(None);
        }
        let archive = Archive::of(snapshot, lay)?;
        let (persons, events) = (persons_of(&archive)?, events_of(&archive)?);
        let people = people(&archive, Some(&persons), None)?.into_iter();
        let people = people.map(|person| (person.entry.key.clone(), person.entry)).collect();
        let alike = archive.decided().alike();
        let keys = persons.register().entries().iter().map(|entry| &entry.key);
        let heads = keys.map(|key| (key.clone(), alike.player(key).to_owned()));
        Ok(Some(NameIndex {
            generation,
            heads: heads.filter(|(key, head)| key != head).collect(),
            people,
            like_persons: Candidates::of(persons.register()),
            like_events: Candidates::of(events.register()),
            persons,
            events,
        }))
    }

    fn register(&self, sort: NameSort) -> &Register {
        match sort {
            NameSort::Player => self.persons.register(),
            NameSort::Event => self.events.register(),
        }
    }

    /// Sort and entry of the name with this id.
    pub(super) fn entity(&self, id: &str) -> Option<(NameSort, &NameEntry)> {
        let (sort, key) = NameSort::of_entity(id)?;
        Some((sort, self.entry(sort, key)?))
    }

    /// Person or event that a folded name means; `None` without games.
    fn entry(&self, sort: NameSort, key: &str) -> Option<&NameEntry> {
        match sort {
            NameSort::Player => self.people.get(self.heads.get(key).map_or(key, String::as_str)),
            NameSort::Event => self.events.register().find(key).map(|(_, entry)| entry),
        }
        .filter(|entry| entry.games > 0)
    }

    /// All persons, or all events.
    fn entries(&self, sort: NameSort) -> Box<dyn Iterator<Item = &NameEntry> + '_> {
        match sort {
            NameSort::Player => Box::new(self.people.values()),
            NameSort::Event => Box::new(self.events.register().entries().iter()),
        }
    }

    /// Candidates for a name, the best first.
    pub(super) fn candidates(&self, query: &NameQuery) -> Value {
        let mut found: Vec<NameCandidate<'_>> = Vec::new();
        for &sort in &query.sorts {
            found.extend(self.of_sort(sort, query));
        }
        found.sort_by(|a, b| {
            let rank = |found: &NameCandidate<'_>| (found.score(), found.entry.games);
            let ((score, games), (other, others)) = (rank(a), rank(b));
            other.total_cmp(&score).then(others.cmp(&games)).then(a.entry.key.cmp(&b.entry.key))
        });
        // If two candidates would be certain, neither is.
        let certain = found.iter().filter(|found| found.is_certain(query)).count();
        let listed = found.iter().take(query.limit);
        let values = listed.map(|found| found.to_json(certain == 1 && found.is_certain(query)));
        json!({ "result": values.collect::<Vec<Value>>() })
    }

    fn of_sort(&self, sort: NameSort, query: &NameQuery) -> Vec<NameCandidate<'_>> {
        let register = self.register(sort);
        let (like, key) = match sort {
            NameSort::Player => (&self.like_persons, self.persons.key(&query.name)),
            NameSort::Event => (&self.like_events, self.events.key(&query.name)),
        };
        let places = like.find(register, &key, JUDGED);
        let mut best: BTreeMap<&str, NameCandidate<'_>> = BTreeMap::new();
        for place in places {
            let name = &register.entries()[place as usize];
            let judged = match sort {
                NameSort::Player => self.persons.judge(&query.name, shown(name)),
                NameSort::Event => self.events.judge(&query.name, shown(name)),
            };
            // Of several names of a person, the one most like the query counts.
            let Some(entry) = self.entry(sort, &name.key) else { continue };
            let rival = best.get(&*entry.key).map_or(-1.0, |known| known.judged.score);
            if judged.verdict != NameVerdict::Different && judged.score > rival {
                let fits = fit(entry, query);
                best.insert(&entry.key, NameCandidate { sort, entry, judged, fits });
            }
        }
        best.into_values().collect()
    }

    /// Names that contain a text: first those that begin with it, then by the number of games.
    pub(super) fn suggested(&self, prefix: &str, sorts: &[NameSort], from: usize) -> Value {
        let prefix = fold(prefix.trim());
        let mut found: Vec<(bool, u32, NameSort, &NameEntry)> = Vec::new();
        for &sort in sorts.iter().filter(|_| !prefix.is_empty()) {
            for entry in self.entries(sort).filter(|entry| entry.games > 0) {
                let mut names = entry.spellings.iter();
                let is_spelled = names.any(|(spelling, _)| fold(spelling).contains(&prefix));
                if is_spelled || entry.key.contains(&prefix) {
                    let is_later = !entry.key.starts_with(&prefix);
                    found.push((is_later, u32::MAX - entry.games, sort, entry));
                }
            }
        }
        found.sort_by(|a, b| (a.0, a.1, &a.3.key).cmp(&(b.0, b.1, &b.3.key)));
        let value = |(_, _, sort, entry): &(bool, u32, NameSort, &NameEntry)| {
            json!({
                "id": id(*sort, entry),
                "name": shown(entry),
                "description": described(entry),
                "notable": [{ "id": sort.id(), "name": sort.id() }],
            })
        };
        let listed = found.iter().skip(from).take(SUGGESTED).map(value);
        json!({ "result": listed.collect::<Vec<Value>>() })
    }
}

/// Number of names that are suggested at once.
const SUGGESTED: usize = 20;

impl NameCandidate<'_> {
    /// Score from 0 to 100.
    fn score(&self) -> f64 {
        let score = 100.0 * self.judged.score;
        match self.fits {
            NameFit::Unknown => score,
            NameFit::Fits => score + (100.0 - score) / 4.0,
            NameFit::Differs => score / 2.0,
        }
    }

    /// Whether no person needs to judge: the names are one by rule or by decision. Names that only
    /// sound alike may be two in another archive.
    fn is_certain(&self, query: &NameQuery) -> bool {
        let JudgedNames { verdict, evidence, .. } = &self.judged;
        let is_one = match self.sort {
            NameSort::Player => true,
            // Without a year, a name means many events, unless the event was held once.
            NameSort::Event => {
                Events::is_dated(&query.name)
                    || !query.years.is_empty()
                    || self.entry.years.is_some_and(|(first, last)| first == last)
            }
        };
        *verdict == NameVerdict::Same
            && (evidence.same_key || evidence.decided)
            && self.fits != NameFit::Differs
            && is_one
    }

    fn to_json(&self, is_match: bool) -> Value {
        let NameCandidate { sort, entry, judged, fits } = self;
        let feature = |id: &str, value: Value| json!({ "id": id, "value": value });
        let evidence = &judged.evidence;
        let mut features = vec![
            feature("same_key", json!(evidence.same_key)),
            feature("same_sound", json!(evidence.same_sound)),
            feature("near", json!(evidence.near)),
            feature("beside", json!(evidence.beside)),
            feature("against", json!(evidence.against)),
            feature("games", json!(entry.games)),
        ];
        if *fits != NameFit::Unknown {
            features.push(feature("fits", json!(*fits == NameFit::Fits)));
        }
        json!({
            "id": id(*sort, entry),
            "name": shown(entry),
            "description": described(entry),
            "score": (10.0 * self.score()).round() / 10.0,
            "match": is_match,
            "type": [{ "id": sort.id(), "name": sort.id() }],
            "features": features,
        })
    }
}

fn fit(entry: &NameEntry, query: &NameQuery) -> NameFit {
    let mut fits = NameFit::Unknown;
    if let Some((first, last)) = entry.years
        && !query.years.is_empty()
    {
        if !query.years.iter().all(|year| (first..=last).contains(year)) {
            return NameFit::Differs;
        }
        fits = NameFit::Fits;
    }
    // A query need not name all teams of a player, so another team says nothing.
    let has = |team: &String| entry.teams.iter().any(|(known, _)| fold(known) == fold(team));
    if query.teams.iter().any(has) { NameFit::Fits } else { fits }
}

/// Id of a name; that of a player is also the subject of decisions.
fn id(sort: NameSort, entry: &NameEntry) -> String {
    format!("{}:{}", sort.word(), entry.key)
}

/// Commonest spelling.
fn shown(entry: &NameEntry) -> &str {
    entry.spellings.first().map_or(&entry.key, |(spelling, _)| spelling)
}

/// Years of a name as a text without words.
fn described(entry: &NameEntry) -> String {
    match entry.years {
        Some((first, last)) if first == last => first.to_string(),
        Some((first, last)) => format!("{first}–{last}"),
        None => String::new(),
    }
}

const STYLE: &str = include_str!("page.css");

/// Largest number of spellings and teams that are shown.
const SHOWN: usize = 200;

/// Page of a name: its spellings, teams, games and years.
pub(super) fn page(lang: Lang, entry: &NameEntry) -> String {
    let mut out = format!("<p>{}</p>\n", escaped(&described(entry)));
    let heads = [lang.head_spellings(), lang.head_games()];
    let heads = heads.map(|head| format!("<th>{}", escaped(&head))).concat();
    let teams: Vec<String> =
        entry.teams.iter().take(SHOWN).map(|(team, _)| escaped(team)).collect();
    let _ = writeln!(out, "<p>{}</p>\n<table>\n<tr>{heads}", teams.join(", "));
    for (spelling, games) in entry.spellings.iter().take(SHOWN) {
        let _ = writeln!(out, "<tr><td>{}<td>{games}", escaped(spelling));
    }
    let _ = writeln!(out, "<tr><td>Σ<td>{}\n</table>", entry.games);
    document(lang, shown(entry), STYLE, &out)
}
