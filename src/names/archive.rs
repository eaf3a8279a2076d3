//! People and events of an archive: reads them from records and games, and joins names by decisions
//! and evidence.

use super::events::{Events, NamedEvent};
use super::joining::{joined, may_be_cut};
use super::namesakes::{FILLED, bytes};
use super::notable::{Notable, NotableKind};
use super::persons::{JudgedNames, NameVerdict, Persons, PlayersOfRecord};
use super::register::{GamesOfNames, NameEntry, Register};
use crate::decision::{JoinedSubjects, Subject};
use crate::metadata::{Metadata, is_said, split_team};
use crate::search::{
    Archive, Filter, IdSet, NameTally, NamesOf, SearchQuery, Shared, Unwatched, by_name,
    in_parallel, is_whole_name, search_unsorted,
};
use crate::store::{
    Database, Evidence, Fact, Facts, JoinedName, NamedOtherwise, PLAYERS, RecordParts, RecordRow,
    RecordSet, Result,
};
use crate::text::{fold, is_hanzi, simplified};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::{Ordering, Reverse};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Reads the players of an archive, with their spellings and teams.
pub fn persons(archive: &Archive) -> Result<Persons> {
    persons_with(archive, Notable::of_project(NotableKind::Players))
}

/// Like [`persons`], with the user's list of notable players.
pub fn persons_with(archive: &Archive, notable: &Arc<Notable>) -> Result<Persons> {
    let decided = JoinedSubjects::of(archive.decided().decisions());
    let mut persons = persons_of_games(archive, decided, notable)?;
    count_spellings(archive, &mut persons, None)?;
    Ok(persons)
}

/// Counts the spellings and teams of players in the records of some games, or of all.
fn count_spellings(archive: &Archive, persons: &mut Persons, games: Option<&IdSet>) -> Result<()> {
    let players = |said: Metadata| {
        let (players, teams) = ([said.red, said.black], [said.red_team, said.black_team]);
        Some(PlayersOfRecord { players, teams })
    };
    let count = |counted: &mut Register, heads: &[_]| persons.count_spellings(counted, heads);
    for counted in of_games(archive, games, players, count)? {
        persons.add_register(counted);
    }
    persons.finish();
    Ok(())
}

/// Players of an archive as its games show them, without reading records: games, years, and the
/// names in the place of each and against each. Copies of a game count once.
fn persons_of_games(
    archive: &Archive,
    decided: JoinedSubjects,
    notable: &Arc<Notable>,
) -> Result<Persons> {
    let mut persons = Persons::new(decided, notable);
    let mut places: Vec<Option<u32>> = Vec::new();
    PLAYERS.each(archive.snapshot(), &mut |row| {
        let id = row.id()? as usize;
        places.resize(places.len().max(id + 1), None);
        // A team alone, such as `(江苏)`, is no player.
        places[id] = match row.key()? {
            "" => None,
            // Names that no living game has are ignored.
            _ if archive.facts().games_of_player(row.id()?) == 0 => None,
            // The pinyin of a spelling may have a team and other tones than that of the key.
            key if row.name()? == key => Some(persons.place(key, row.pinyin()?)),
            key => Some(persons.place(key, "")),
        };
        Ok(())
    })?;
    let mut named: FxHashMap<u32, Vec<[Option<u32>; 2]>> = FxHashMap::default();
    for NamedOtherwise { game, red, black } in archive.snapshot().named_otherwise()? {
        let place = |key: String| (!key.is_empty()).then(|| persons.place(&key, ""));
        named.entry(game).or_default().push([red, black].map(place));
    }
    let kin = archive.duplicates()?;
    type Pair = [Option<u32>; 2];
    let place = |id: u32| places.get(id as usize).copied().flatten();
    let seats = |fact: &Fact| -> Pair { [place(fact.red), place(fact.black)] };
    let mut others = kin.members().clone();
    named.keys().for_each(|&id| others.insert(id));
    for games in archive.facts().fold(|games: &mut GamesOfNames, id, fact| {
        if !others.contains(id) {
            games.add(seats(fact), fact.year());
        }
    }) {
        persons.add_games(games);
    }
    let mut copies: BTreeMap<u32, (Vec<Pair>, Option<u16>)> = BTreeMap::new();
    for (id, fact) in others.iter().filter_map(|id| Some((id, archive.facts().get(id)?))) {
        if !fact.is_alive() {
            continue;
        }
        let mut pairs = vec![seats(fact)];
        pairs.extend(named.remove(&id).into_iter().flatten());
        let (known, year) = copies.entry(kin.first(id)).or_default();
        known.append(&mut pairs);
        *year = [*year, fact.year()].into_iter().flatten().min();
    }
    for (mut pairs, year) in copies.into_values() {
        persons.add_game(&mut pairs, year);
    }
    Ok(persons)
}

/// A person of an archive.
#[derive(Debug, Clone, Default)]
pub struct Person {
    /// Name by which the person is called.
    pub name: String,
    /// Key of the person, spellings and teams of all names, and games and years in total.
    pub entry: NameEntry,
    /// The other names, each with the evidence that makes it this person's.
    pub joined: Vec<JoinedName>,
    /// Players of the same name: their names with the place of the team, and the evidence that
    /// tells them apart, a JSON object.
    pub namesakes: Vec<(String, String)>,
}

/// The persons of an archive, those with most games first. With a folded name, those who have it, or
/// else those with a name that contains it. Copies of a game count once. Spellings are those of
/// `known`, or else are read from records.
pub fn people(
    archive: &Archive,
    known: Option<&Persons>,
    wanted: Option<&str>,
) -> Result<Vec<Person>> {
    let query = SearchQuery::new(Filter::default().resolve(archive)?);
    let games = search_unsorted(archive, &query, &Unwatched)?.games;
    let mut rows = by_name(archive, &games, NamesOf::Players)?;
    let mut joined: FxHashMap<String, Vec<JoinedName>> = FxHashMap::default();
    let mut namesakes: FxHashMap<&str, Vec<(String, String)>> = FxHashMap::default();
    let alike = archive.decided().alike();
    let parted = archive.snapshot().namesakes()?.names;
    if archive.has_derived() {
        for name in archive.snapshot().joined("player")? {
            joined.entry(name.head.clone()).or_default().push(name);
        }
        for (name, because) in &parted {
            let own = name.split('@').next().unwrap_or_default();
            let heads = [own, name].map(|name| alike.player(name));
            for head in heads.into_iter().filter(|_| heads[0] != heads[1]) {
                namesakes.entry(head).or_default().push((name.clone(), because.clone()));
            }
        }
    }
    let may_be_whole = wanted.is_some_and(is_whole_name);
    let is_wanted = |text: &str| Some(text) == wanted;
    let has_name = |row: &NameTally| {
        let joined = joined.get(&row.key).map_or(&[][..], Vec::as_slice);
        is_called((&row.key, joined), row.names.iter().map(|it| &*it.0), &is_wanted)
    };
    let is_found = may_be_whole && rows.iter().any(has_name);
    rows.retain(|row| !is_found || has_name(row));
    let mut read;
    let persons = match known {
        Some(known) => known,
        None => {
            let decided = JoinedSubjects::of(archive.decided().decisions());
            read = Persons::new(decided, Notable::of_project(NotableKind::Players));
            let games = if is_found { Some(naming(archive, &rows)?) } else { None };
            count_spellings(archive, &mut read, games.as_ref())?;
            &read
        }
    };
    let person = |row: NameTally| {
        let keys = alike.one_with(&Subject::Player(row.key.clone()));
        let keys = keys.iter().map(Subject::name).chain(std::iter::once(&*row.key));
        let mut entry = persons.merged(keys);
        (entry.games, entry.years) = (row.games as u32, row.years);
        let joined = joined.remove(&row.key).unwrap_or_default();
        let namesakes = namesakes.remove(&*row.key).unwrap_or_default();
        entry.key = row.key;
        Person { name: row.name, entry, joined, namesakes }
    };
    let mut found: Vec<Person> = rows.into_iter().map(person).collect();
    if let Some(wanted) = wanted.filter(|_| !is_found) {
        let has = |it: &Person, fits: &dyn Fn(&str) -> bool| {
            let spelled = it.entry.spellings.iter().map(|it| &*it.0);
            is_called((&it.entry.key, &it.joined), spelled, fits)
        };
        let is_whole = may_be_whole && found.iter().any(|it| has(it, &is_wanted));
        let is_part = |text: &str| !is_whole && !wanted.is_empty() && text.contains(wanted);
        found.retain(|it| has(it, &|text| is_wanted(text) || is_part(text)));
    }
    Ok(found)
}

/// Whether a key, a joined name or a spelling, folded, fits.
fn is_called<'n>(
    (key, joined): (&str, &[JoinedName]),
    mut spelled: impl Iterator<Item = &'n str>,
    fits: &dyn Fn(&str) -> bool,
) -> bool {
    fits(key) || joined.iter().any(|it| fits(&it.key)) || spelled.any(|name| fits(&fold(name)))
}

/// Games with a record that names one of these persons.
fn naming(archive: &Archive, persons: &[NameTally]) -> Result<IdSet> {
    let ids: IdSet = persons.iter().flat_map(|row| row.ids.iter().copied()).collect();
    let has = |fact: &Fact| [fact.red, fact.black].iter().any(|id| ids.contains(*id));
    let games = archive.facts().alive().filter(|(_, fact)| has(fact));
    let mut games: IdSet = games.map(|(id, _)| id).collect();
    let keys: FxHashSet<&str> = persons.iter().map(|row| &*row.key).collect();
    let alike = archive.decided().alike();
    for NamedOtherwise { game, red, black } in archive.snapshot().named_otherwise()? {
        if [red, black].iter().any(|key| keys.contains(alike.player(key))) {
            games.insert(game);
        }
    }
    Ok(games)
}

/// Every text of some tags.
fn texts_in(archive: &Archive, tags: &[&str]) -> Result<BTreeSet<String>> {
    let mut texts = BTreeSet::new();
    archive.snapshot().records(RecordSet::ALL, RecordParts::TAGS, &mut |record| -> Result<_> {
        let of_record = record.tags()?;
        let wanted = of_record.iter().filter(|(name, _)| tags.contains(name));
        texts.extend(wanted.map(|(_, text)| text.to_owned()));
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(texts)
}

/// Every text of the tags Red and Black, in order, with the name that stands for its person; texts
/// that name nobody are left out. Pairs are (name, text).
pub fn spellings(archive: &Archive) -> Result<Vec<(String, String)>> {
    let (decided, alike) = (archive.decided(), archive.decided().alike());
    let named = texts_in(archive, &["Red", "Black"])?
        .into_iter()
        .filter(|text| !text.contains(['\t', '\n', '\r']));
    let person = |text: String| {
        let key = decided.player_key(&text);
        let head = alike.player(&key).to_owned();
        (!head.is_empty() && is_said(&text)).then_some((head, text))
    };
    Ok(named.filter_map(person).collect())
}

/// Two names that may belong to one person and are not joined.
#[derive(Debug, Clone)]
pub struct UnclearNames {
    /// Names by which both are called.
    pub names: [String; 2],
    /// Verdict about the two names.
    pub judged: JudgedNames,
    /// Number of games that joining them would reassign.
    pub touched: u32,
}

impl UnclearNames {
    /// Order in lists: most games first, then the highest score, then by name.
    fn order(&self, other: &UnclearNames) -> Ordering {
        let score = other.judged.score.total_cmp(&self.judged.score);
        other.touched.cmp(&self.touched).then(score).then_with(|| self.names.cmp(&other.names))
    }
}

/// Names that may belong to one person and are not joined: names in one place of games, and names
/// read alike. Pairs with most games first.
pub fn unclear_names(archive: &Archive, persons: &Persons) -> Vec<UnclearNames> {
    let (alike, register) = (archive.decided().alike(), persons.register());
    let subject = |key: &str| Subject::Player(key.to_owned());
    let mut found: BTreeMap<[&str; 2], UnclearNames> = BTreeMap::new();
    for (a, b) in persons.alike_or_beside() {
        let mut both = [a, b].map(|place| {
            let entry = &register.entries()[place as usize];
            (alike.player(&entry.key), entry)
        });
        // Places depend on the order of imports, keys do not.
        both.sort_unstable_by_key(|&(head, entry)| (head, &entry.key));
        let (heads, [a, b]) = (both.map(|(head, _)| head), both.map(|(_, entry)| entry));
        let is_open = heads[0] != heads[1]
            && heads.iter().all(|head| !head.is_empty())
            && !alike.are_apart(&subject(heads[0]), &subject(heads[1]));
        let judged = persons.judge(&a.key, &b.key);
        if !is_open || judged.verdict == NameVerdict::Different {
            continue;
        }
        let touched = a.games.min(b.games);
        let names = [a, b].map(|entry| entry.shown().to_owned());
        let pair = UnclearNames { names, judged, touched };
        match found.entry(heads) {
            Entry::Vacant(place) => drop(place.insert(pair)),
            Entry::Occupied(mut known) if pair.order(known.get()).is_lt() => {
                known.insert(pair);
            }
            Entry::Occupied(_) => {}
        }
    }
    let mut found: Vec<UnclearNames> = found.into_values().collect();
    found.sort_by(UnclearNames::order);
    found
}

/// Derives again which names belong to one person or to nobody, and how names with several
/// spellings are called, unless no game and no decision changed. After an error the stored names
/// are unchanged.
pub fn join_names(database: &mut Database, shared: &mut Shared) -> Result<()> {
    let archive = Archive::beside(database.snapshot()?, Evidence::Derived, shared)?;
    if archive.snapshot().is_settled()? {
        return Ok(());
    }
    let notable = Notable::of_project(NotableKind::Players);
    let mut persons = persons_of_games(&archive, JoinedSubjects::default(), notable)?;
    persons.finish();
    let decided = JoinedSubjects::of(archive.decided().decisions());
    let cut = filled_fields(&archive, &persons)?;
    let namesakes = archive.snapshot().namesakes()?.names;
    let rows = joined(&persons, &decided, &cut, &namesakes);
    let called = called(&archive)?;
    archive.leave_to(shared);
    let tx = database.transaction()?;
    // If a game changed meanwhile, its writer joins the names again.
    let is_joined = tx.replace_joined("player", &rows)?;
    let is_called = tx.replace_called(&called)?;
    if is_joined || is_called { tx.commit() } else { Ok(()) }
}

/// Places of the names that may have lost their end and fill their fields together with the team.
fn filled_fields(archive: &Archive, persons: &Persons) -> Result<FxHashSet<u32>> {
    let register = persons.register();
    let mut filled: FxHashSet<u32> = may_be_cut(persons).into_iter().collect();
    let mut ids: FxHashMap<u32, u32> = FxHashMap::default();
    PLAYERS.each(archive.snapshot(), &mut |row| {
        let place = register.find(row.key()?).map(|(place, _)| place);
        ids.extend(
            place
                .filter(|place| filled.contains(place))
                .zip(Some(row.id()?))
                .map(|(place, id)| (id, place)),
        );
        Ok(())
    })?;
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    let is_of_one: IdSet = ids.keys().copied().collect();
    let has_one = |fact: &Fact| is_of_one.contains(fact.red) || is_of_one.contains(fact.black);
    for (game, fact) in archive.facts().alive().filter(|(_, fact)| has_one(fact)) {
        let places = [fact.red, fact.black].map(|id| ids.get(&id).copied());
        if places.iter().flatten().all(|place| !filled.contains(place)) {
            continue;
        }
        let row = archive.row(game)?;
        for (place, (name, team)) in
            places.into_iter().zip([(&row.red, &row.red_team), (&row.black, &row.black_team)])
        {
            let length = |text: &Option<String>| text.as_deref().map_or(0, bytes);
            let Some(place) = place else { continue };
            seen.insert(place);
            if team.is_none() || !FILLED.contains(&(length(name) + length(team))) {
                filled.remove(&place);
            }
        }
    }
    filled.retain(|place| seen.contains(place));
    Ok(filled)
}

/// Name by which each key with several spellings is called: the spelling of most games, simplified
/// if any game has one. Spellings of no living game are ignored: a key in hanzi without any other is
/// its own name, whatever spellings games had before.
fn called(archive: &Archive) -> Result<Vec<(String, String)>> {
    let mut spellings: FxHashMap<String, Vec<(u32, String)>> = FxHashMap::default();
    PLAYERS.each(archive.snapshot(), &mut |row| {
        if !row.key()?.is_empty() {
            let spelling =
                (archive.facts().games_of_player(row.id()?), split_team(row.name()?).name);
            spellings.entry(row.key()?.to_owned()).or_default().push(spelling);
        }
        Ok(())
    })?;
    let mut called: Vec<(String, String)> = Vec::new();
    for (key, mut spellings) in spellings {
        let several = spellings.len() > 1;
        spellings.retain(|(games, _)| *games > 0);
        spellings.sort_by_cached_key(|(games, name)| {
            (simplified(name) != *name, Reverse(*games), name.clone())
        });
        match spellings.into_iter().next() {
            Some((_, name)) if several => called.push((key, name)),
            None if key.chars().all(is_hanzi) => called.push((key.clone(), key)),
            _ => {}
        }
    }
    called.sort_unstable();
    Ok(called)
}

/// Reads the events of an archive.
pub fn events(archive: &Archive) -> Result<Events> {
    events_with(archive, Notable::of_project(NotableKind::Events))
}

/// Like [`events`], with the user's list of main events.
pub fn events_with(archive: &Archive, notable: &Arc<Notable>) -> Result<Events> {
    let mut events = Events::new(archive.decided().alike(), notable);
    let event = |said: Metadata| Some((said.event?, said.date.map(|date| date.year)));
    let count = |counted: &mut Register, names: &[NamedEvent]| events.count(counted, names);
    for counted in of_games(archive, None, event, count)? {
        events.add_register(counted);
    }
    events.finish();
    Ok(events)
}

/// Every text of the tag Event, in order, with the edition that its wording names (empty if none).
/// Pairs are (edition, text).
pub fn wordings(archive: &Archive, notable: &Notable) -> Result<Vec<(String, String)>> {
    let mut texts: Vec<String> = texts_in(archive, &["Event"])?.into_iter().collect();
    texts.retain(|text| !text.trim().is_empty());
    let id = |text: String| (notable.wording(&text).id().unwrap_or_default(), text);
    Ok(texts.into_par_iter().map(id).collect())
}

/// Number of games up to which no second connection is opened.
const FEW_GAMES: usize = 256;

/// Gathers what the records of some games, or of all, state, in parallel: `add` adds the values that
/// `of_record` finds in the records of a game, after decisions about it. Returns a gathered value for
/// each share of the games, in their order.
fn of_games<T, G: Default + Send>(
    archive: &Archive,
    games: Option<&IdSet>,
    of_record: impl Fn(Metadata) -> Option<T> + Sync,
    add: impl Fn(&mut G, &[T]) + Sync,
) -> Result<Vec<G>> {
    let (sets, least): (Vec<RecordSet>, _) = match games {
        Some(games) => (games.iter().map(RecordSet::Game).collect(), FEW_GAMES),
        None => {
            let chunks = 0..archive.facts().chunk_count();
            (chunks.map(|chunk| RecordSet::Witnesses(Facts::ids_of_chunk(chunk))).collect(), 1)
        }
    };
    let decided = archive.decided();
    let share = sets.len().div_ceil(4 * rayon::current_num_threads()).max(least);
    let shares: Vec<&[RecordSet]> = sets.chunks(share).collect();
    in_parallel(archive, shares.len(), |conn, share| {
        let (mut gathered, mut said, mut last) = (G::default(), Vec::new(), 0);
        for set in shares[share] {
            conn.records(set.clone(), RecordParts::TAGS, &mut |record: RecordRow| -> Result<_> {
                let Some(game) = record.game else { return Ok(ControlFlow::Continue(())) };
                let mut stated = record.stated()?;
                decided.lay_over_stated(game, &mut stated);
                if game != last {
                    add(&mut gathered, &said);
                    said.clear();
                    last = game;
                }
                said.extend(of_record(stated));
                Ok(ControlFlow::Continue(()))
            })?;
        }
        add(&mut gathered, &said);
        Ok(gathered)
    })
}
