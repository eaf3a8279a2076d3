//! How each game counts, written down for whoever asks in SQL without the program: kind, persons,
//! edition, time, result, opening and how it was played, as questions compare them.
//!
//! Every value comes from the part of the room that questions ask for it. The rows of a chunk of
//! games that are as they were are not written.

use super::archive::ids::NamesOf;
use super::archive::{Archive, Shared};
use super::conditions::facts::games_online;
use crate::metadata::{DateReason, FieldSet, Kind};
use crate::store::{CountedGame, Database, Evidence, Fact, Facts, PersonRow, Result};
use rustc_hash::FxHashMap;

/// Notes how each game counts, unless nothing changed since it was noted.
///
/// # Errors
/// When the database cannot be read or written; what was noted is then as it was.
pub fn note_counted(database: &mut Database, shared: &mut Shared) -> Result<()> {
    if database.is_settled()? {
        return Ok(());
    }
    let archive = Archive::beside(database.snapshot()?, Evidence::Derived, shared)?;
    archive.facts().take_apart();
    let (persons, person_of) = persons(&archive)?;
    let because = archive.snapshot().dated()?;
    let mut because: FxHashMap<u32, DateReason> =
        because.into_iter().map(|dated| (dated.game, dated.dated.because)).collect();
    // What others say and the game states, too, is stated.
    for (game, stated, _) in archive.facts().own_dates() {
        if archive.facts().get(game).is_some_and(|fact| fact.date == stated) {
            because.remove(&game);
        }
    }
    let counting = Counting { archive: &archive, person_of, because };
    let tx = database.transaction()?;
    tx.replace_persons(&persons)?;
    for chunk in 0..archive.facts().chunk_count() {
        tx.replace_counted(chunk, &counting.chunk(chunk)?)?;
    }
    tx.commit()?;
    archive.leave_to(shared);
    Ok(())
}

/// All persons, by id, and for each name, by its id, the id of the person.
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
    let called = |id: u32| names.player(id).map(|head| names.name_of_player(head).to_owned());
    let persons = by_key.into_iter().map(|(key, (id, any))| {
        let name = called(any).unwrap_or_else(|| key.clone());
        PersonRow { id, key, name }
    });
    let mut persons: Vec<PersonRow> = persons.collect();
    persons.sort_unstable_by_key(|person| person.id);
    Ok((persons, person_of))
}

/// Sources of the rows of games.
struct Counting<'a> {
    archive: &'a Archive,
    /// `person.id` by `player.id`.
    person_of: Vec<Option<u32>>,
    /// Reasons of times that are not the stated ones, by game.
    because: FxHashMap<u32, DateReason>,
}

impl Counting<'_> {
    fn chunk(&self, chunk: usize) -> Result<Vec<CountedGame>> {
        let first = (chunk * Facts::CHUNK + 1) as u32;
        let games = (first..).zip(self.archive.facts().chunk(chunk));
        games.filter(|(_, fact)| fact.is_alive()).map(|(id, fact)| self.game(id, fact)).collect()
    }

    fn game(&self, game: u32, fact: &Fact) -> Result<CountedGame> {
        let archive = self.archive;
        let (editions, online) = (archive.editions()?, games_online(archive)?);
        let played = archive.played_names()?.of(fact, online.contains(game));
        let person = |id: u32| self.person_of.get(id as usize).copied().flatten();
        let read = archive.decided().readings().game(game);
        Ok(CountedGame {
            game,
            kind: fact.kind().unwrap_or(Kind::Game),
            persons: [fact.red, fact.black].map(person),
            series: editions.series_of(fact.event),
            edition: editions.of(fact).map(|edition| edition.id),
            date: fact.date,
            because: self.because(game, fact),
            result: fact.result(),
            opening: fact.opening(),
            played,
            moves: read.map(|read| read.moves.clone()),
        })
    }

    fn because(&self, game: u32, fact: &Fact) -> Option<DateReason> {
        let facts = self.archive.facts();
        if facts.decided_date(game).is_some() {
            return Some(DateReason::Decision);
        }
        let stated = match facts.from_file(game).has(FieldSet::DATE) {
            true => DateReason::File,
            false => DateReason::Stated,
        };
        let known = (!fact.date.is_unknown()).then_some(stated);
        self.because.get(&game).copied().or(known)
    }
}
