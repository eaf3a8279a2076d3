//! Counts games: together, or by player, event, year, decade or result.
//!
//! One counter serves all. Participants of players and events are looked up only for rows that are
//! shown, since that takes longer than counting.

use super::participants::{Crowd, Lead, ParticipantCounter, Participants};
use super::periods::AllGames;
use super::score::{Score, Share};
use crate::metadata::{PackedDate, split_team};
use crate::search::archive::Archive;
use crate::search::archive::ids::{IdSet, NamesOf, NumbersById, by_id};
use crate::search::archive::parallel::fold_games;
use crate::store::{EditionRow, Fact, Result};
use crate::xiangqi::Side;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::hash::Hash;

/// Some games, counted. Only games between two players have results: manuals, studies, compositions
/// and handicap games are the score's `others`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sample {
    /// Results; a game counts once, however many witnesses it has.
    pub score: Score,
    /// Players and events of the games.
    pub behind: Participants,
    /// First and last known year of all the games.
    pub years: Option<(u16, u16)>,
}

impl Sample {
    /// Red's share of the points with its interval; `None` without known results.
    pub fn share(&self) -> Option<Share> {
        self.score.share()
    }

    /// The player and the event with more than a third of the games, if any.
    pub fn dominant(&self) -> (Option<&Lead>, Option<&Lead>) {
        self.behind.dominant(self.score.games())
    }
}

/// Counter of games.
#[derive(Debug, Default)]
pub struct Counter {
    pub(super) score: Score,
    pub(super) crowd: Crowd,
    pub(super) years: Option<(u16, u16)>,
}

impl Counter {
    /// Counts a game.
    pub fn add(&mut self, fact: &Fact) {
        self.add_for(Side::Red, fact);
    }

    /// Counts a game from a side: a win of that side counts as `red`.
    pub fn add_for(&mut self, side: Side, fact: &Fact) {
        self.score.add_for(side, fact);
        self.crowd.add(fact);
        widen(&mut self.years, fact.year());
    }

    /// Counts a game from a side, with the opponent as its only player, and with the year in which
    /// it shows the side's player.
    pub fn add_against(&mut self, side: Side, fact: &Fact, year: Option<u16>) {
        self.score.add_for(side, fact);
        self.crowd.add_against(side, fact);
        widen(&mut self.years, year);
    }

    /// Adds the games of another counter.
    pub(super) fn append(&mut self, other: Counter) {
        self.score += other.score;
        self.crowd.append(other.crowd);
        join_years(&mut self.years, other.years);
    }

    /// The sample of the counted games.
    pub fn sample(self, teller: &mut ParticipantCounter<'_>) -> Sample {
        Sample { score: self.score, behind: teller.behind(&self.crowd), years: self.years }
    }

    /// The sample of the counted games, looking up their names only.
    fn sample_alone(self, archive: &Archive) -> Result<Sample> {
        let names = archive.names_of([&self.crowd].into_iter())?;
        Ok(self.sample(&mut ParticipantCounter::new(&names)))
    }
}

/// Extends a span of years or days to a value.
pub(crate) fn widen<T: Copy + Ord>(span: &mut Option<(T, T)>, value: Option<T>) {
    join_years(span, value.map(|value| (value, value)));
}

/// Extends a span of years or days to another span.
pub(crate) fn join_years<T: Copy + Ord>(span: &mut Option<(T, T)>, other: Option<(T, T)>) {
    let joined = span.iter().zip(&other).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1))).next();
    *span = joined.or(*span).or(other);
}

/// The first of some games: the earliest dated one, and the first undated one by key.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FirstGames {
    earliest: Option<(PackedDate, u32, u32)>,
    undated: Option<(u32, u32)>,
}

impl FirstGames {
    /// Considers a game.
    #[inline]
    pub(crate) fn add(&mut self, id: u32, fact: &Fact) {
        if fact.date.earliest().is_unknown() {
            let undated = (fact.key, id);
            self.undated = Some(self.undated.map_or(undated, |known| known.min(undated)));
        } else {
            let dated = (fact.date, fact.key, id);
            self.earliest = Some(self.earliest.map_or(dated, |known| known.min(dated)));
        }
    }

    /// Considers the first games of another count.
    pub(crate) fn append(&mut self, other: FirstGames) {
        self.earliest = self.earliest.into_iter().chain(other.earliest).min();
        self.undated = self.undated.into_iter().chain(other.undated).min();
    }

    /// Id of the earliest dated game.
    pub(crate) fn earliest(&self) -> Option<u32> {
        self.earliest.map(|(.., id)| id)
    }

    /// Id of the first game by key, if none is dated.
    pub(crate) fn undated(&self) -> Option<u32> {
        self.undated.filter(|_| self.earliest.is_none()).map(|(_, id)| id)
    }
}

/// Counts some games.
pub fn sample(archive: &Archive, games: &[u32]) -> Result<Sample> {
    let mut counter = Counter::default();
    let add = |counter: &mut Counter, _, fact: &Fact| counter.add(fact);
    fold_games(archive.facts(), games, add).into_iter().for_each(|part| counter.append(part));
    counter.sample_alone(archive)
}

/// One sample for each value of `value`, ordered by value; games without a value are last.
pub fn samples_by<T: Ord + Hash + Send>(
    archive: &Archive,
    games: &[u32],
    value: impl Fn(&Fact) -> Option<T> + Sync,
) -> Result<Vec<(Option<T>, Sample)>> {
    let add = |counters: &mut FxHashMap<Option<T>, Counter>, _, fact: &Fact| {
        counters.entry(value(fact)).or_default().add(fact);
    };
    let mut counters: FxHashMap<Option<T>, Counter> = FxHashMap::default();
    for (value, counter) in fold_games(archive.facts(), games, add).into_iter().flatten() {
        counters.entry(value).or_default().append(counter);
    }
    let names = archive.names_of_games(games)?;
    let mut teller = ParticipantCounter::new(&names);
    let counted = counters.into_iter();
    let mut samples: Vec<_> =
        counted.map(|(value, counter)| (value, counter.sample(&mut teller))).collect();
    samples.sort_by(|(a, _), (b, _)| (a.is_none(), a).cmp(&(b.is_none(), b)));
    Ok(samples)
}

/// Games of a player or event, under all its names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NameTally {
    /// Display name: the commonest spelling of the main name; a player's without team.
    pub name: String,
    /// Spellings with their numbers of games, the commonest first; spellings that name an edition
    /// come before others.
    pub names: Vec<(String, u64)>,
    /// Folded name shared by all spellings; for an edition, its name.
    pub key: String,
    /// The edition that the event is, if any.
    pub edition: Option<EditionRow>,
    /// Id of the event's series, if any.
    pub(crate) series: Option<u32>,
    /// A player's name in Latin letters; empty for an event.
    pub pinyin: String,
    /// Number of games.
    pub games: u64,
    /// Results of games in which the player has Red; for an event, of all games.
    pub red: Score,
    /// Results of games in which the player has Black; empty for an event.
    pub black: Score,
    /// Opponents and events of a player, or players of an event; set by [`tell_names`].
    pub behind: Participants,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// Ids of the spellings; for an event, its numbers.
    pub(crate) ids: Vec<u32>,
}

impl NameTally {
    /// Results in both colours; the player's wins count as `red`.
    pub fn score(&self) -> Score {
        let mut score = self.black.turned();
        score += self.red;
        score
    }

    fn with(self, GamesOfName { games, red, black, years }: GamesOfName) -> NameTally {
        NameTally { games, red, black, years, ..self }
    }
}

/// Games of a name, counted as in [`NameTally`].
#[derive(Clone, Default)]
struct GamesOfName {
    games: u64,
    red: Score,
    black: Score,
    years: Option<(u16, u16)>,
}

impl GamesOfName {
    fn count(&mut self, side: Option<Side>, fact: &Fact, year: Option<u16>) {
        let score = if side == Some(Side::Black) { &mut self.black } else { &mut self.red };
        score.add(fact);
        self.games += 1;
        widen(&mut self.years, year);
    }

    fn append(&mut self, other: &GamesOfName) {
        self.games += other.games;
        self.red += other.red;
        self.black += other.black;
        join_years(&mut self.years, other.years);
    }
}

/// Players or events of some games, those with the most games first, then by name.
pub fn by_name(archive: &Archive, games: &[u32], names: NamesOf) -> Result<Vec<NameTally>> {
    let mut rows = match names {
        NamesOf::Players => persons(archive, games)?,
        NamesOf::Events => events(archive, games)?,
    };
    rows.sort_by(|a, b| (Reverse(a.games), &a.name).cmp(&(Reverse(b.games), &b.name)));
    Ok(rows)
}

/// Events of some games, divided by edition.
fn events(archive: &Archive, games: &[u32]) -> Result<Vec<NameTally>> {
    let names = NamesOf::Events;
    let editions = archive.editions()?;
    // An event whose wording names no edition is one edition per year.
    let count = |counted: &mut FxHashMap<(u32, u32), GamesOfName>, _, fact: &Fact| {
        let event = (fact.event, editions.number_of(fact));
        counted.entry(event).or_default().count(None, fact, fact.year());
    };
    let mut by_id: FxHashMap<u32, BTreeMap<u32, GamesOfName>> = FxHashMap::default();
    for ((id, number), played) in fold_games(archive.facts(), games, count).into_iter().flatten() {
        by_id.entry(id).or_default().entry(number).or_default().append(&played);
    }
    by_id.remove(&0);
    type Spellings = Vec<(bool, Reverse<u64>, String)>;
    let mut by_key: FxHashMap<String, (NameTally, GamesOfName, Spellings)> = FxHashMap::default();
    let ids: IdSet = by_id.keys().copied().collect();
    archive.spellings_of(names, &ids, &mut |row, key| {
        for (&number, spelling) in by_id.get(&row.id()?).into_iter().flatten() {
            let edition = editions.edition(number);
            let key = edition.map_or(key, |edition| &edition.name);
            let (tally, played, spellings) = by_key.entry(key.to_owned()).or_default();
            played.append(spelling);
            tally.ids.push(number);
            tally.edition = edition.cloned();
            tally.series = editions.series_of(row.id()?);
            let is_of_year = edition.is_some() && !editions.is_dated(row.id()?);
            spellings.push((is_of_year, Reverse(spelling.games), row.name()?.to_owned()));
        }
        Ok(())
    })?;
    let row = |(key, (tally, played, mut spellings)): (String, (NameTally, _, Spellings))| {
        spellings.sort_unstable();
        let name = match (&tally.edition, spellings.first()) {
            // Without a wording that names the edition, the edition's own name is shown.
            (Some(edition), Some((true, ..))) => edition.wording.clone(),
            (_, first) => first.map(|(.., first)| first.clone()).unwrap_or_default(),
        };
        let names = spellings.into_iter().map(|(_, games, name)| (name, games.0)).collect();
        NameTally { name, names, key, ..tally.with(played) }
    };
    Ok(by_key.into_iter().map(row).collect())
}

/// Persons of some games. Somebody playing himself has one game; a person named by a copy only also
/// has the game.
fn persons(archive: &Archive, games: &[u32]) -> Result<Vec<NameTally>> {
    let games = &*by_id(games);
    let mut copies = match archive.has_derived() {
        true => archive.duplicates()?.left_out(games),
        false => FxHashMap::default(),
    };
    // Ordered by key, not by import.
    let line = |game: &u32| archive.facts().get(*game).map(|fact| fact.key);
    copies.values_mut().for_each(|copies| copies.sort_unstable_by_key(line));
    let copies_of = |game: &u32| copies.get(game).map_or(&[][..], Vec::as_slice);
    let facts = archive.facts();
    let facts_of = |game: u32| {
        let all = std::iter::once(game).chain(copies_of(&game).iter().copied());
        all.filter_map(|game| Some((game, facts.get(game)?)))
    };
    let named = |ids: &mut IdSet, game, _: &Fact| {
        let names = facts_of(game).flat_map(|(_, fact)| NamesOf::Players.ids(fact));
        names.for_each(|(id, _)| ids.insert(id));
    };
    let mut ids = IdSet::default();
    fold_games(facts, games, named).iter().for_each(|others| ids.add(others));
    let mut rows: Vec<NameTally> = Vec::new();
    let mut by_key: FxHashMap<String, usize> = FxHashMap::default();
    // For each name, by its id: its number, and by its number: the row of the person.
    let (mut by_id, mut rows_of): (NumbersById, Vec<usize>) = Default::default();
    let mut spellings: Vec<Vec<GroupSpelling>> = Vec::new();
    archive.spellings_of(NamesOf::Players, &ids, &mut |row, key| {
        let id = row.id()?;
        let place = match by_key.get(key) {
            Some(&place) => place,
            None => {
                by_key.insert(key.to_owned(), rows.len());
                rows.push(NameTally { key: key.to_owned(), ..NameTally::default() });
                spellings.push(Vec::new());
                rows.len() - 1
            }
        };
        let is_first = row.key()? == key;
        let tally = &mut rows[place];
        tally.ids.push(id);
        if is_first || tally.pinyin.is_empty() {
            row.pinyin()?.clone_into(&mut tally.pinyin);
        }
        by_id.set(id, rows_of.len() as u32);
        rows_of.push(place);
        spellings[place].push(GroupSpelling { id, name: row.name()?.to_owned(), is_first });
        Ok(())
    })?;
    let disputed = archive.disputed_players()?;
    let count = |counted: &mut CountedPersons, game, _: &Fact| {
        counted.of_game.clear();
        for (copy, fact) in facts_of(game) {
            for (id, side) in NamesOf::Players.ids(fact) {
                let Some(name) = by_id.get(id) else { continue };
                let row = rows_of[name as usize];
                if !counted.of_game.contains(&row) {
                    counted.of_game.push(row);
                    let year = side.map_or(fact.year(), |side| disputed.year(copy, side, fact));
                    counted.names.resize(rows_of.len(), 0);
                    counted.names[name as usize] += 1;
                    counted.rows.resize(rows.len(), GamesOfName::default());
                    counted.rows[row].count(side, fact, year);
                }
            }
        }
    };
    let mut counted = CountedPersons::default();
    for other in fold_games(facts, games, count) {
        counted.append(&other);
    }
    let called = archive.called_of(rows.iter().map(|tally| &*tally.key))?;
    let mut played = counted.rows.into_iter();
    let row = |(tally, mut spellings): (NameTally, Vec<GroupSpelling>)| -> Result<NameTally> {
        let games = |spelling: &GroupSpelling| {
            let name = by_id.get(spelling.id).map(|name| counted.names.get(name as usize));
            name.flatten().copied().unwrap_or_default()
        };
        spellings.sort_by(|a, b| (games(b), &a.name).cmp(&(games(a), &b.name)));
        let own = spellings.iter().find(|spelling| spelling.is_first);
        let name = match (called.get(&tally.key), own) {
            (Some(name), _) => name.clone(),
            (None, Some(own)) => split_team(&own.name).name,
            (None, None) => archive.name_of_player(&tally.key)?,
        };
        let spelling = |it: GroupSpelling| (it.name.clone(), games(&it));
        let names = spellings.into_iter().map(spelling).collect();
        Ok(NameTally { name, names, ..tally.with(played.next().unwrap_or_default()) })
    };
    rows.into_iter().zip(spellings).map(row).collect()
}

/// Games of persons and of their names, by the places of both.
#[derive(Default)]
struct CountedPersons {
    rows: Vec<GamesOfName>,
    names: Vec<u64>,
    /// Rows that are counted for the present game.
    of_game: Vec<usize>,
}

impl CountedPersons {
    fn append(&mut self, other: &CountedPersons) {
        self.rows.resize(self.rows.len().max(other.rows.len()), GamesOfName::default());
        self.rows.iter_mut().zip(&other.rows).for_each(|(row, other)| row.append(other));
        self.names.resize(self.names.len().max(other.names.len()), 0);
        self.names.iter_mut().zip(&other.names).for_each(|(name, other)| *name += other);
    }
}

/// A spelling of a player.
struct GroupSpelling {
    id: u32,
    name: String,
    /// Whether the spelling is of the main name.
    is_first: bool,
}

/// Sets the participants of rows, counted from these games: opponents and events of players,
/// players of events. Takes longer than counting.
pub fn tell_names(
    archive: &Archive,
    games: &[u32],
    rows: &mut [NameTally],
    names: NamesOf,
) -> Result<()> {
    let places =
        rows.iter().enumerate().flat_map(|(at, row)| row.ids.iter().map(move |&id| (id, at)));
    let places: FxHashMap<u32, usize> = places.collect();
    let editions = archive.editions()?;
    let count = rows.len();
    let add = |crowds: &mut Vec<Crowd>, _, fact: &Fact| {
        crowds.resize(count, Crowd::default());
        for (id, side) in names.numbers(editions, fact) {
            let Some(&place) = places.get(&id) else { continue };
            match side {
                Some(side) => crowds[place].add_against(side, fact),
                None => crowds[place].add(fact),
            }
        }
    };
    let mut crowds = vec![Crowd::default(); count];
    for part in fold_games(archive.facts(), games, add) {
        crowds.iter_mut().zip(part).for_each(|(crowd, part)| crowd.append(part));
    }
    let names = archive.names_of(crowds.iter())?;
    let teller = || ParticipantCounter::new(&names);
    rows.par_iter_mut()
        .zip(&crowds)
        .for_each_init(teller, |teller, (row, crowd)| row.behind = teller.behind(crowd));
    Ok(())
}

/// Property by which games are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupBy {
    /// Year; a doubted year counts as none.
    Year,
    /// Ten years, named by the first.
    Decade,
    /// Each of the two players; folded names are one player.
    Player,
    /// Event; folded names are one event.
    Event,
    /// The result.
    Result,
}

/// Games of one group.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupRow {
    /// The year, player, event or result; `None` for games without one. An edition is named
    /// `series@24`.
    pub name: Option<String>,
    /// Results; for a player from the player's side: `red` counts wins.
    pub score: Score,
    /// Players and events of the games; for a player, only opponents.
    pub behind: Participants,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// Results of all games of the year or decade, or of all games without a year.
    pub of: Option<Score>,
}

impl GroupRow {
    fn new(name: Option<String>, Sample { score, behind, years }: Sample) -> GroupRow {
        GroupRow { name, score, behind, years, of: None }
    }
}

/// Groups and counts games, years and decades with all games of that time. Years and results are in
/// order, players and events by number of games; games without a value are last.
pub fn by_group(
    archive: &Archive,
    games: &[u32],
    by: GroupBy,
    all: &AllGames,
) -> Result<Vec<GroupRow>> {
    let named = |(name, sample): (Option<String>, Sample)| GroupRow::new(name, sample);
    Ok(match by {
        GroupBy::Year | GroupBy::Decade => {
            let step = if by == GroupBy::Year { 1 } else { 10 };
            let period = |fact: &Fact| fact.year().map(|year| year / step * step);
            let row = |(year, sample): (Option<u16>, Sample)| GroupRow {
                of: Some(year.map_or(all.undated(), |year| all.of(year..=year + (step - 1)))),
                ..named((year.map(|year| year.to_string()), sample))
            };
            samples_by(archive, games, period)?.into_iter().map(row).collect()
        }
        GroupBy::Result => {
            let known = |fact: &Fact| Some(fact.result()).filter(|result| result.is_known());
            let rows = samples_by(archive, games, known)?.into_iter();
            rows.map(|(it, sample)| named((it.map(|it| it.to_string()), sample))).collect()
        }
        GroupBy::Player => by_named_group(archive, games, NamesOf::Players)?,
        GroupBy::Event => by_named_group(archive, games, NamesOf::Events)?,
    })
}

fn by_named_group(archive: &Archive, games: &[u32], names: NamesOf) -> Result<Vec<GroupRow>> {
    let mut tallies = by_name(archive, games, names)?;
    tell_names(archive, games, &mut tallies, names)?;
    let known: IdSet = tallies.iter().flat_map(|row| row.ids.iter().copied()).collect();
    let rows = tallies.into_iter().map(|row| GroupRow {
        score: row.score(),
        name: Some(row.edition.map_or(row.name, |edition| edition.name)),
        behind: row.behind,
        years: row.years,
        of: None,
    });
    let mut rows: Vec<GroupRow> = rows.collect();
    rows.sort_by(|a, b| (Reverse(a.score.all()), &a.name).cmp(&(Reverse(b.score.all()), &b.name)));
    let editions = archive.editions()?;
    let add = |nameless: &mut Counter, _, fact: &Fact| {
        for (_, side) in names.numbers(editions, fact).filter(|(id, _)| !known.contains(*id)) {
            match side {
                Some(side) => nameless.add_against(side, fact, fact.year()),
                None => nameless.add(fact),
            }
        }
    };
    let mut nameless = Counter::default();
    fold_games(archive.facts(), games, add).into_iter().for_each(|part| nameless.append(part));
    if nameless.score.all() > 0 {
        rows.push(GroupRow::new(None, nameless.sample_alone(archive)?));
    }
    Ok(rows)
}
