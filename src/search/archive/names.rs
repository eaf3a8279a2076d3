//! Names of players and events: which are one after folding and by decision, and their order by
//! sound (pinyin for hanzi, Latin letters unchanged). An archive keeps all spellings of players, and
//! all names with their games, after first use; `conditions/names.rs` and `named.rs` compute and
//! search them.

use super::editions::Editions;
use super::ids::{IdSet, NamesOf, NumbersById};
use super::{Archive, once};
use crate::decision::JoinedSubjects;
use crate::metadata::{named, split_team, tells_result};
use crate::opening::{Code, Family};
use crate::store::{Connection, EVENTS, EditionRow, Fact, NameRow, PLAYERS, Result, Snapshot};
use crate::text::{fold, pinyin};
use rustc_hash::FxHashMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// Players, event and year of a game that is counted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seats {
    pub(crate) players: [u32; 2],
    pub(crate) event: u32,
    /// Year of the game; 0 if unknown.
    pub(crate) year: u16,
    /// Number of times that the game counts.
    pub(crate) weight: u32,
}

impl Seats {
    /// Number of the event.
    #[inline]
    fn number(&self, editions: &Editions) -> u32 {
        editions.number(self.event, Some(self.year).filter(|year| *year > 0))
    }

    /// Seats of a game that counts `weight` times.
    #[inline]
    pub(crate) fn of(fact: &Fact, weight: u32) -> Seats {
        let year = fact.year().unwrap_or_default();
        Seats { players: [fact.red, fact.black], event: fact.event, year, weight }
    }
}

/// Names of players and events, each with the names that are one with it.
///
/// These are all names or only those needed for some games. A name that is empty after folding,
/// such as the team `(江苏)`, is no name. Events are identified by their
/// [numbers](Editions::number).
#[derive(Debug)]
pub struct FoldedNames {
    pub(crate) players: Alike,
    pub(crate) events: Alike,
    editions: Arc<Editions>,
}

/// Names joined by decisions, and editions.
type Joined<'j> = (&'j JoinedSubjects, &'j Arc<Editions>);

/// Names, numbered as they were found.
#[derive(Debug)]
pub(crate) struct Alike {
    sort: NamesOf,
    places: NumbersById,
    /// For each name, the number of the first name that is one with it.
    heads: Vec<u32>,
    /// Display name of each first name; empty for the others.
    names: Vec<Box<str>>,
    /// Number of the first name, by folded name.
    by_key: FxHashMap<String, u32>,
    is_whole: bool,
}

impl FoldedNames {
    fn none(editions: &Arc<Editions>) -> FoldedNames {
        let [players, events] = NamesOf::ALL.map(Alike::new);
        FoldedNames { players, events, editions: editions.clone() }
    }

    /// All names of a database.
    pub(crate) fn read(conn: &Connection, joined: Joined<'_>) -> Result<FoldedNames> {
        let mut names = FoldedNames::none(joined.1);
        names.players.read_all(conn, joined)?;
        names.events.read_all(conn, joined)?;
        Ok(names)
    }

    /// The names in `count` games; all names if reading all is faster.
    pub(crate) fn of(
        conn: &Connection,
        joined: Joined<'_>,
        count: usize,
        games: impl Iterator<Item = Seats> + Clone,
    ) -> Result<FoldedNames> {
        let editions = joined.1;
        let mut names = FoldedNames::none(editions);
        let players = games.clone().flat_map(|game| game.players);
        match is_few(count.saturating_mul(2), PLAYERS.last(conn)?) {
            true => names.players.find(conn, joined, players)?,
            false => names.players.read_all(conn, joined)?,
        }
        let events = games.map(|game| game.number(editions));
        match is_few(count, EVENTS.last(conn)?) {
            true => names.events.find(conn, joined, events)?,
            false => names.events.read_all(conn, joined)?,
        }
        Ok(names)
    }

    /// Whether these are all names.
    pub(crate) fn are_all(&self) -> bool {
        self.players.is_whole && self.events.is_whole
    }

    /// The player behind a name: the number of the first name that is one with it.
    #[inline]
    pub fn player(&self, id: u32) -> Option<u32> {
        Some(self.players.head(self.players.place(id)?))
    }

    /// Display name of a player, by the number from [`FoldedNames::player`]: the commonest
    /// spelling.
    pub fn name_of_player(&self, head: u32) -> &str {
        self.players.name(head)
    }

    /// Display name of the player behind a name.
    pub(crate) fn called(&self, id: u32) -> Option<&str> {
        self.player(id).map(|head| self.name_of_player(head))
    }

    /// Display name of the player whose folded name this is; the folded name of a player without
    /// games.
    pub(crate) fn called_by_key<'k>(&'k self, key: &'k str) -> &'k str {
        self.players.by_key.get(key).map_or(key, |&head| self.players.name(head))
    }

    /// The event of a game, as a number like that of [`FoldedNames::player`].
    pub fn event(&self, fact: &Fact) -> Option<u32> {
        self.event_of(Seats::of(fact, 1))
    }

    /// Whether the name of a game's event, in folded form, is the title of the game: it names both
    /// players or states a result, as `胡荣华先胜柳大华` does.
    pub(crate) fn is_title(&self, event: &str, fact: &Fact) -> bool {
        let mut players = [fact.red, fact.black].into_iter();
        tells_result(event)
            || players.all(|id| self.called(id).is_some_and(|name| event.contains(&fold(name))))
    }

    /// The event of a game that is counted.
    #[inline]
    pub(crate) fn event_of(&self, game: Seats) -> Option<u32> {
        Some(self.events.head(self.events.place(game.number(&self.editions))?))
    }
}

/// Names kept by the archive, or read for one question.
#[derive(Debug)]
pub(crate) enum SomeNames<'a> {
    Kept(&'a FoldedNames),
    Own(Box<FoldedNames>),
}

impl Deref for SomeNames<'_> {
    type Target = FoldedNames;

    fn deref(&self) -> &FoldedNames {
        match self {
            SomeNames::Kept(names) => names,
            SomeNames::Own(names) => names,
        }
    }
}

/// Number of names that can be skipped in the time of one lookup.
const PASSED_OVER: usize = 4;

/// Whether looking up this number of names is faster than reading all.
fn is_few(names: usize, all: u32) -> bool {
    names.saturating_mul(PASSED_OVER) <= all as usize
}

impl Alike {
    fn new(sort: NamesOf) -> Alike {
        let (places, heads, names, by_key) = Default::default();
        Alike { sort, places, heads, names, by_key, is_whole: false }
    }

    /// Looks up names one by one.
    fn find(
        &mut self,
        conn: &Connection,
        (alike, editions): Joined<'_>,
        ids: impl Iterator<Item = u32>,
    ) -> Result<()> {
        for id in ids {
            if !self.lacks(id) {
                continue;
            }
            if let Some(edition) = self.edition(editions, id) {
                self.add(id, &edition.name, &edition.wording, true);
                continue;
            }
            let key = self.sort.table().key(conn, id)?.unwrap_or_default();
            let first = self.sort.first(alike, &key);
            if first.is_empty() {
                continue;
            }
            let subject = self.sort.subject(&key);
            let all = match alike.one_with(&subject) {
                [] => std::slice::from_ref(&subject),
                all => all,
            };
            for subject in all {
                let is_first = subject.name() == first;
                self.sort.table().alike(conn, subject.name(), &mut |row| {
                    self.add(row.id()?, first, row.name()?, is_first);
                    Ok(())
                })?;
            }
            if let (NamesOf::Players, Some(&head)) = (self.sort, self.by_key.get(first)) {
                let called = conn.called_as(first)?;
                called.into_iter().for_each(|name| self.names[head as usize] = name.into());
            }
        }
        self.name_by_key();
        Ok(())
    }

    /// The edition with a number, if these are events.
    fn edition<'e>(&self, editions: &'e Editions, number: u32) -> Option<&'e EditionRow> {
        editions.edition(number).filter(|_| self.sort == NamesOf::Events)
    }

    /// Reads all names.
    fn read_all(&mut self, conn: &Connection, (alike, editions): Joined<'_>) -> Result<()> {
        let sort = self.sort;
        for (number, edition) in editions.all().filter(|_| sort == NamesOf::Events) {
            if self.lacks(number) {
                self.add(number, &edition.name, &edition.wording, true);
            }
        }
        sort.table().each(conn, &mut |row| {
            let (id, first) = (row.id()?, sort.first(alike, row.key()?));
            // Editions were added by their numbers.
            let is_edition = sort == NamesOf::Events && editions.is_dated(id);
            if !first.is_empty() && !is_edition && self.lacks(id) {
                self.add(id, first, row.name()?, first == row.key()?);
            }
            Ok(())
        })?;
        if sort == NamesOf::Players {
            for (key, name) in conn.called::<Vec<(String, String)>>()? {
                if let Some(&head) = self.by_key.get(&key) {
                    self.names[head as usize] = name.into();
                }
            }
        }
        self.name_by_key();
        self.is_whole = true;
        Ok(())
    }

    /// Uses the folded name where no spelling represents the person, whose name came from an event
    /// or a title.
    fn name_by_key(&mut self) {
        for (key, &head) in &self.by_key {
            let name = &mut self.names[head as usize];
            if name.is_empty() {
                *name = key.as_str().into();
            }
        }
    }

    /// Whether a name is still missing.
    fn lacks(&self, id: u32) -> bool {
        !self.is_whole && id > 0 && self.place(id).is_none()
    }

    /// Adds a spelling of the person or event `key`; `is_first` marks spellings that may be
    /// displayed. Teams of players are removed.
    fn add(&mut self, id: u32, key: &str, name: &str, is_first: bool) {
        let player = (self.sort == NamesOf::Players).then(|| split_team(name).name);
        let name = player.as_deref().unwrap_or(name);
        let place = self.heads.len() as u32;
        let head = match self.by_key.get(key) {
            Some(&head) => head,
            None => *self.by_key.entry(key.to_owned()).or_insert(place),
        };
        self.places.set(id, place);
        self.heads.push(head);
        self.names.push(Box::default());
        let known = &mut self.names[head as usize];
        if is_first && (known.is_empty() || name < &**known) {
            *known = name.into();
        }
    }

    /// Number of a name.
    #[inline]
    pub(crate) fn place(&self, id: u32) -> Option<u32> {
        self.places.get(id)
    }

    /// Number of the first name that is one with a name.
    #[inline]
    pub(crate) fn head(&self, place: u32) -> u32 {
        self.heads[place as usize]
    }

    /// Display name of a first name; a player's without team.
    pub(crate) fn name(&self, head: u32) -> &str {
        &self.names[head as usize]
    }

    /// Number of names.
    pub(crate) fn len(&self) -> usize {
        self.heads.len()
    }
}

impl Archive {
    /// All names of players and events, joined as people decided.
    pub fn folded_names(&self) -> Result<&FoldedNames> {
        once(&self.known.names, || {
            FoldedNames::read(self.snapshot(), (self.decided().alike(), self.editions()?))
        })
    }

    /// Display name of a folded player's name without a commonest spelling: the spelling that sorts
    /// first.
    pub(crate) fn name_of_player(&self, key: &str) -> Result<String> {
        Ok(self.spellings_of_player(key)?.into_iter().next().unwrap_or_else(|| key.to_owned()))
    }

    /// Commonest spellings of those folded players' names that have several spellings, and perhaps of
    /// other names.
    pub(crate) fn called_of<'k>(
        &self,
        keys: impl ExactSizeIterator<Item = &'k str>,
    ) -> Result<FxHashMap<String, String>> {
        let conn = self.snapshot();
        if !is_few(keys.len(), PLAYERS.last(conn)?) {
            return conn.called();
        }
        let called = |key: &str| Ok(conn.called_as(key)?.map(|name| (key.to_owned(), name)));
        keys.filter_map(|key| called(key).transpose()).collect()
    }

    /// Spellings of a folded player's name, without teams, sorted.
    pub fn spellings_of_player(&self, key: &str) -> Result<Vec<String>> {
        let mut found: Vec<String> = Vec::new();
        PLAYERS.alike(self.snapshot(), key, &mut |row| {
            found.push(split_team(row.name()?).name);
            Ok(())
        })?;
        found.sort_unstable();
        Ok(found)
    }

    /// Ids of the events whose folded name contains `part`.
    pub(crate) fn events_with(&self, part: &str) -> Result<IdSet> {
        let known = &self.known.event_keys;
        if known.get().is_none() && self.known.events_asked.is_among_first() {
            return EVENTS.with(self.snapshot(), part);
        }
        let keys = once(known, || {
            let mut keys = Vec::new();
            EVENTS.each(self.snapshot(), &mut |row| {
                keys.push((row.id()?, row.key()?.into()));
                Ok(())
            })?;
            Ok(keys)
        })?;
        Ok(keys.iter().filter(|(_, key)| key.contains(part)).map(|(id, _)| *id).collect())
    }

    /// Calls `visit` with every spelling and the folded name that represents it; skips names that
    /// are empty after folding, such as the team `(江苏)`.
    pub(crate) fn spellings(
        &self,
        names: NamesOf,
        visit: &mut dyn FnMut(NameRow<'_>, &str) -> Result<()>,
    ) -> Result<()> {
        names.table().each(self.snapshot(), &mut |row| self.spelling(names, row, visit))
    }

    /// Like [`Archive::spellings`], for the spellings with these ids only, in the order of ids.
    pub(crate) fn spellings_of(
        &self,
        names: NamesOf,
        ids: &IdSet,
        visit: &mut dyn FnMut(NameRow<'_>, &str) -> Result<()>,
    ) -> Result<()> {
        let (conn, table) = (self.snapshot(), names.table());
        let visit = &mut |row: NameRow<'_>| match ids.contains(row.id()?) {
            true => self.spelling(names, row, visit),
            false => Ok(()),
        };
        match is_few(ids.len(), table.last(conn)?) {
            true => ids.iter().try_for_each(|id| table.one(conn, id, visit)),
            false => table.each(conn, visit),
        }
    }

    fn spelling(
        &self,
        names: NamesOf,
        row: NameRow<'_>,
        visit: &mut dyn FnMut(NameRow<'_>, &str) -> Result<()>,
    ) -> Result<()> {
        match names.first(self.decided().alike(), row.key()?) {
            "" => Ok(()),
            first => visit(row, first),
        }
    }
}

/// Rank of each name by sound, by the id of the name.
pub(crate) fn by_sound(snapshot: &Snapshot, names: NamesOf) -> Result<Vec<u32>> {
    let mut sounds = Vec::new();
    names.table().each(snapshot, &mut |row| {
        let sound = match names {
            NamesOf::Players => row.pinyin()?.to_owned(),
            NamesOf::Events => pinyin(row.name()?),
        };
        sounds.push((sound, row.name()?.to_owned(), row.id()?));
        Ok(())
    })?;
    Ok(places(sounds))
}

/// Rank of each game's title by sound, by the id of the game.
pub(crate) fn titles_by_sound(snapshot: &Snapshot, with_files: bool) -> Result<Vec<u32>> {
    let mut ids: FxHashMap<String, u32> = FxHashMap::default();
    let mut games: Vec<(u32, u32)> = Vec::new();
    snapshot.titles(with_files, &mut |game, title| {
        let next = ids.len() as u32;
        games.push((game, *ids.entry(title.to_owned()).or_insert(next)));
    })?;
    let named = ids.into_iter().map(|(title, id)| (pinyin(&title), title, id)).collect();
    let by_title = places(named);
    let last = games.iter().map(|&(game, _)| game).max().unwrap_or_default();
    let mut by_game = vec![u32::MAX; last as usize + 1];
    for (game, title) in games {
        by_game[game as usize] = by_title[title as usize];
    }
    Ok(by_game)
}

/// Ranks of names in their order, by id; `u32::MAX` for ids without a name.
fn places(mut names: Vec<(String, String, u32)>) -> Vec<u32> {
    names.sort_unstable();
    let last = names.iter().map(|&(.., id)| id).max().unwrap_or_default();
    let mut places = vec![u32::MAX; last as usize + 1];
    for ((.., id), place) in names.iter().zip(0..) {
        places[*id as usize] = place;
    }
    places
}

named! {
    /// Sort of a name.
    pub enum NameClass {
        /// People.
        Player = "player",
        /// Openings and their families.
        Opening = "opening",
        /// Years.
        Year = "year",
        /// Series of events, editions, and events without a series.
        Event = "event",
        /// Books, their parts and chapters.
        Book = "book",
    }
}

/// A thing with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Nameable {
    /// A person.
    Player,
    /// A family of openings.
    Family(&'static Family),
    /// An opening.
    Opening(Code),
    /// A series of events, or an event without a series.
    Event,
    /// An edition of a series, as the condition `event` takes it.
    Edition(String),
    /// A year.
    Year,
    /// A book, part or chapter, by path.
    Book(String),
}

/// A name with its games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedGames {
    /// The thing with this name.
    pub named: Nameable,
    /// The name; for an opening its code, for a family its codes.
    pub name: String,
    /// Number of games; for openings and years only those between two players.
    pub games: u64,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// All spellings, folded and without blanks, one per line.
    pub(crate) written: String,
    /// All readings in Latin letters, one per line, followed by initials of syllables.
    pub(crate) sounds: String,
}

/// All names of an archive by sort, those with the most games first.
#[derive(Debug)]
pub(crate) struct AllNames(pub(crate) [Vec<NamedGames>; NameClass::ALL.len()]);

/// Name of an event or a book in the forms in which it is compared with an unknown name.
#[derive(Debug)]
pub(crate) struct NearName {
    /// Folded name.
    pub(crate) text: String,
    /// [`latin_key`](crate::text::latin_key) of the folded name.
    pub(crate) letters: String,
    /// Name that is suggested; of a series, its main name.
    pub(crate) name: String,
    pub(crate) is_series: bool,
}

/// A spelling of a player.
#[derive(Debug)]
pub(crate) struct PlayerSpelling {
    pub(crate) id: u32,
    pub(crate) name: String,
    pub(crate) key: String,
    pub(crate) pinyin: String,
    /// Readings in Latin letters, once they are asked for.
    pub(crate) sounds: OnceLock<Vec<String>>,
}

/// All spellings of players.
#[derive(Debug)]
pub(crate) struct KnownNames(pub(crate) Vec<PlayerSpelling>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_low_and_by_high_ids() {
        let mut names = Alike::new(NamesOf::Events);
        names.add(3, "hu", "Hu", true);
        names.add(u32::MAX, "hu", "HU", true);
        names.add(2, "li", "Li", true);
        assert_eq!([3, u32::MAX, 2].map(|id| names.place(id)), [Some(0), Some(1), Some(2)]);
        assert_eq!([0, 1, 4, u32::MAX - 1].map(|id| names.place(id)), [None; 4]);
        assert_eq!([0, 1, 2].map(|place| names.head(place)), [0, 0, 2], "two are alike");
        assert_eq!([0, 2].map(|head| names.name(head)), ["HU", "Li"]);
    }
}
