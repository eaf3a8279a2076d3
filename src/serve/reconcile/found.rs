//! Candidates for a name, judged as `people --judge` and `events --judge` judge.

use super::asked::{Asked, Sort};
use serde_json::{Value, json};
use std::path::Path;
use xqdb::people::{
    Candidates, Events, Identity, Judged, NameEntry, Persons, Register, events_of, persons_of,
};
use xqdb::search::Archive;
use xqdb::store::{Lay, Result, Snapshot};
use xqdb::text::fold;

/// So many names are judged for each that is asked for.
const JUDGED: usize = 100;

/// All names, as one moment of the database has them.
pub(super) struct Names {
    generation: String,
    persons: Persons,
    events: Events,
    like_persons: Candidates,
    like_events: Candidates,
}

/// A candidate.
struct Found<'n> {
    sort: Sort,
    entry: &'n NameEntry,
    judged: Judged,
    /// What is known beside the name speaks for it, against it, or not at all.
    fits: Fit,
}

/// Whether what is known beside a name is borne out.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
enum Fit {
    Untold,
    Fits,
    Differs,
}

impl Names {
    /// Reads them; those that are known, if nothing has changed.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(super) fn read(db: &Path, lay: Lay, known: Option<&Names>) -> Result<Option<Names>> {
        let snapshot = Snapshot::open(db)?;
        let generation = snapshot.generation()?.to_string();
        if known.is_some_and(|known| known.generation == generation) {
            return Ok(None);
        }
        let archive = Archive::of(snapshot, lay)?;
        let (persons, events) = (persons_of(&archive)?, events_of(&archive)?);
        Ok(Some(Names {
            generation,
            like_persons: Candidates::of(persons.register()),
            like_events: Candidates::of(events.register()),
            persons,
            events,
        }))
    }

    fn register(&self, sort: Sort) -> &Register {
        match sort {
            Sort::Player => self.persons.register(),
            Sort::Event => self.events.register(),
        }
    }

    /// The name with this id.
    pub(super) fn entity(&self, id: &str) -> Option<(Sort, &NameEntry)> {
        let (sort, key) = Sort::of_entity(id)?;
        let (_, entry) = self.register(sort).find(key).filter(|(_, entry)| entry.games > 0)?;
        Some((sort, entry))
    }

    /// Candidates for a name, the best first.
    pub(super) fn candidates(&self, asked: &Asked) -> Value {
        let mut found: Vec<Found<'_>> = Vec::new();
        for &sort in &asked.sorts {
            found.extend(self.of_sort(sort, asked));
        }
        found.sort_by(|a, b| {
            let rank = |found: &Found<'_>| (found.score(), found.entry.games);
            let ((score, games), (other, others)) = (rank(a), rank(b));
            other.total_cmp(&score).then(others.cmp(&games)).then(a.entry.key.cmp(&b.entry.key))
        });
        // Where two would be certain, neither is.
        let certain = found.iter().filter(|found| found.is_certain(asked)).count();
        let listed = found.iter().take(asked.limit);
        let values = listed.map(|found| found.to_json(certain == 1 && found.is_certain(asked)));
        json!({ "result": values.collect::<Vec<Value>>() })
    }

    fn of_sort(&self, sort: Sort, asked: &Asked) -> Vec<Found<'_>> {
        let register = self.register(sort);
        let (like, key) = match sort {
            Sort::Player => (&self.like_persons, self.persons.key(&asked.name)),
            Sort::Event => (&self.like_events, self.events.key(&asked.name)),
        };
        let places = like.find(register, &key, JUDGED);
        let found = places.into_iter().map(|place| {
            let entry = &register.entries()[place as usize];
            let judged = match sort {
                Sort::Player => self.persons.judge(&asked.name, shown(entry)),
                Sort::Event => self.events.judge(&asked.name, shown(entry)),
            };
            Found { sort, entry, judged, fits: fit(entry, asked) }
        });
        found.filter(|found| found.judged.verdict != Identity::Different).collect()
    }

    /// Names that begin with a text, or have it inside: those in most games first.
    pub(super) fn suggested(&self, prefix: &str, sorts: &[Sort], from: usize) -> Value {
        let prefix = fold(prefix.trim());
        let mut found: Vec<(bool, u32, Sort, &NameEntry)> = Vec::new();
        for &sort in sorts.iter().filter(|_| !prefix.is_empty()) {
            for entry in self.register(sort).entries().iter().filter(|entry| entry.games > 0) {
                let is_shown = fold(shown(entry)).contains(&prefix);
                if is_shown || entry.key.contains(&prefix) {
                    let is_later = !entry.key.starts_with(&prefix);
                    found.push((is_later, u32::MAX - entry.games, sort, entry));
                }
            }
        }
        found.sort_by(|a, b| (a.0, a.1, &a.3.key).cmp(&(b.0, b.1, &b.3.key)));
        let value = |(_, _, sort, entry): &(bool, u32, Sort, &NameEntry)| {
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

/// So many names are suggested at once.
const SUGGESTED: usize = 20;

impl Found<'_> {
    /// From 0 to 100.
    fn score(&self) -> f64 {
        let score = 100.0 * self.judged.score;
        match self.fits {
            Fit::Untold => score,
            Fit::Fits => score + (100.0 - score) / 4.0,
            Fit::Differs => score / 2.0,
        }
    }

    /// Whether nobody needs to look: one name by rule, or because somebody decided so. What only
    /// sounds alike is another in another archive.
    fn is_certain(&self, asked: &Asked) -> bool {
        let Judged { verdict, evidence, .. } = &self.judged;
        let is_one = match self.sort {
            Sort::Player => true,
            // Without a year the name of an event is that of many, unless it was held once.
            Sort::Event => {
                Events::is_dated(&asked.name)
                    || !asked.years.is_empty()
                    || self.entry.years.is_some_and(|(first, last)| first == last)
            }
        };
        *verdict == Identity::Same
            && (evidence.same_key || evidence.decided)
            && self.fits != Fit::Differs
            && is_one
    }

    fn to_json(&self, is_match: bool) -> Value {
        let Found { sort, entry, judged, fits } = self;
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
        if *fits != Fit::Untold {
            features.push(feature("fits", json!(*fits == Fit::Fits)));
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

/// Whether years and teams that are told are those of a name.
fn fit(entry: &NameEntry, asked: &Asked) -> Fit {
    let mut fits = Fit::Untold;
    if let Some((first, last)) = entry.years
        && !asked.years.is_empty()
    {
        if !asked.years.iter().all(|year| (first..=last).contains(year)) {
            return Fit::Differs;
        }
        fits = Fit::Fits;
    }
    // Nobody says all teams for which somebody has played: another one says nothing.
    let has = |team: &String| entry.teams.iter().any(|(known, _)| fold(known) == fold(team));
    if asked.teams.iter().any(has) { Fit::Fits } else { fits }
}

/// The id of a name: what decisions call it, too, of players.
pub(super) fn id(sort: Sort, entry: &NameEntry) -> String {
    format!("{}:{}", sort.word(), entry.key)
}

/// The commonest spelling.
pub(super) fn shown(entry: &NameEntry) -> &str {
    entry.spellings.first().map_or(&entry.key, |(spelling, _)| spelling)
}

/// Years, without words.
pub(super) fn described(entry: &NameEntry) -> String {
    match entry.years {
        Some((first, last)) if first == last => first.to_string(),
        Some((first, last)) => format!("{first}–{last}"),
        None => String::new(),
    }
}
