//! Stores how each game counts, for readers in SQL: kind, persons, edition, date, result, opening
//! and way of playing, as questions compare them.
//!
//! Every value is computed by the code that questions use. Rows of a chunk of games are written
//! only if they changed.

use super::archive::editions::Editions;
use super::archive::ids::{IdSet, NamesOf};
use super::archive::played::PlayedNames;
use super::archive::readings::Readings;
use super::archive::{Archive, Shared};
use super::explore::groups::{join_years, widen};
use crate::metadata::{DateReason, FieldSet, Kind};
use crate::store::{CountedGame, CountedPart, Database, Evidence, Fact, Facts, PersonRow, Result};
use crate::xiangqi::Side;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Number of chunks of games computed in parallel before the changed ones are written.
const AT_ONCE: usize = 32;

/// Stores how each game counts, unless nothing changed since the last call; on an error the stored
/// rows stay as they were.
pub fn note_counted(database: &mut Database, shared: &mut Shared) -> Result<()> {
    if database.is_settled()? {
        return Ok(());
    }
    let archive = Archive::beside(database.snapshot()?, Evidence::Derived, shared)?;
    let (persons, person_of) = persons(&archive)?;
    let counting = Counting {
        facts: archive.facts(),
        readings: archive.decided().readings(),
        editions: archive.editions()?,
        online: archive.games_online()?,
        played: archive.played_names()?,
        person_of,
        because: reasons(&archive)?,
    };
    let tx = database.transaction()?;
    tx.replace_persons(&persons)?;
    tx.replace_online(&archive.online()?.read)?;
    let stored = tx.counted_hashes()?;
    let chunks = counting.facts.chunk_count();
    for first in (0..chunks).step_by(AT_ONCE) {
        let some = (first..chunks.min(first + AT_ONCE)).into_par_iter();
        let changed =
            some.filter_map(|chunk| CountedPart::changed(chunk, counting.chunk(chunk), &stored));
        changed.collect::<Vec<_>>().iter().try_for_each(|counted| tx.replace_counted(counted))?;
    }
    tx.commit()?;
    drop(counting);
    archive.leave_to(shared);
    Ok(())
}

/// Reasons of dates that differ from the stated dates, by game.
fn reasons(archive: &Archive) -> Result<FxHashMap<u32, DateReason>> {
    let because = archive.snapshot().dated()?;
    let mut because: FxHashMap<u32, DateReason> =
        because.into_iter().map(|dated| (dated.game, dated.dated.because)).collect();
    // A date that the game states itself is stated, whoever else says it.
    let facts = archive.facts();
    because
        .retain(|&game, _| facts.get(game).is_none_or(|fact| fact.date != facts.stated_date(game)));
    Ok(because)
}

/// All persons with a game, by id, and the id of the person for each id of a name. Names that games
/// had once, before a better record came, make no person.
fn persons(archive: &Archive) -> Result<(Vec<PersonRow>, Vec<Option<u32>>)> {
    let names = archive.folded_names()?;
    let mut by_key: FxHashMap<String, (u32, u32)> = FxHashMap::default();
    let mut keys: Vec<(u32, String)> = Vec::new();
    archive.spellings(NamesOf::Players, &mut |row, key| {
        let id = row.id()?;
        let (first, _) = by_key.entry(key.to_owned()).or_insert((id, id));
        *first = (*first).min(id);
        keys.push((id, key.to_owned()));
        Ok(())
    })?;
    let last = keys.iter().map(|(id, _)| *id).max().unwrap_or_default();
    let mut person_of = vec![None; last as usize + 1];
    for (id, key) in keys {
        person_of[id as usize] = by_key.get(&key).map(|(first, _)| *first);
    }
    let disputed = archive.disputed_players()?;
    let playing = archive.facts().fold(|playing: &mut Playing, game, fact| {
        for (side, id) in Side::ALL.into_iter().zip([fact.red, fact.black]) {
            if let Some(person) = person_of.get(id as usize).copied().flatten() {
                playing.add(person, disputed.year(game, side, fact));
            }
        }
    });
    let Playing { persons: playing, years } =
        playing.into_iter().fold(Playing::default(), Playing::and);
    let called = |id: u32| names.player(id).map(|head| names.name_of_player(head).to_owned());
    let playing = by_key.into_iter().filter(|(_, (id, _))| playing.contains(*id));
    let persons = playing.map(|(key, (id, any))| {
        let name = called(any).unwrap_or_else(|| key.clone());
        let (first_year, last_year) = years.get(id as usize).copied().flatten().unzip();
        PersonRow { id, key, name, first_year, last_year }
    });
    let mut persons: Vec<PersonRow> = persons.collect();
    persons.sort_unstable_by_key(|person| person.id);
    Ok((persons, person_of))
}

/// Persons with a game.
#[derive(Default)]
struct Playing {
    persons: IdSet,
    /// First and last year by person, as far as games show them.
    years: Vec<Option<(u16, u16)>>,
}

impl Playing {
    fn add(&mut self, person: u32, year: Option<u16>) {
        self.persons.insert(person);
        let at = person as usize;
        if at >= self.years.len() {
            self.years.resize(at + 1, None);
        }
        widen(&mut self.years[at], year);
    }

    fn and(mut self, other: Playing) -> Playing {
        self.persons.add(&other.persons);
        self.years.resize(self.years.len().max(other.years.len()), None);
        self.years.iter_mut().zip(other.years).for_each(|(own, years)| join_years(own, years));
        self
    }
}

/// Sources of the stored values.
struct Counting<'a> {
    facts: &'a Facts,
    readings: &'a Readings,
    editions: &'a Editions,
    /// The games with an online site.
    online: &'a IdSet,
    played: &'a PlayedNames,
    /// `person.id` by `player.id`.
    person_of: Vec<Option<u32>>,
    /// Reasons of dates that differ from the stated dates, by game.
    because: FxHashMap<u32, DateReason>,
}

impl Counting<'_> {
    fn chunk(&self, chunk: usize) -> impl Iterator<Item = CountedGame> + Clone {
        let games = self.facts.of_chunk(chunk);
        games.filter(|(_, fact)| fact.is_alive()).map(|(id, fact)| self.game(id, fact))
    }

    fn game(&self, game: u32, fact: &Fact) -> CountedGame {
        let person = |id: u32| self.person_of.get(id as usize).copied().flatten();
        CountedGame {
            game,
            kind: fact.kind().unwrap_or(Kind::Game),
            persons: [person(fact.red), person(fact.black)],
            series: self.editions.series_of(fact.event),
            edition: self.editions.of(fact).map(|edition| edition.id),
            date: fact.date,
            because: self.because(game, fact),
            result: fact.result(),
            opening: fact.opening(),
            played: self.played.of(fact, self.online.contains(game)),
            moves: self.readings.game(game).map(|read| read.moves.clone()),
        }
    }

    fn because(&self, game: u32, fact: &Fact) -> Option<DateReason> {
        if self.facts.decided_date(game).is_some() {
            return Some(DateReason::Decision);
        }
        let stated = match self.facts.from_file(game).has(FieldSet::DATE) {
            true => DateReason::File,
            false => DateReason::Stated,
        };
        let known = (!fact.date.is_unknown()).then_some(stated);
        self.because.get(&game).copied().or(known)
    }
}
