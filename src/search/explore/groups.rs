//! Games counted: all of them together, or by player, event, year, decade, result, opening, chapter.
//!
//! One counter counts them all. Every row names its participants; those of players and events are
//! looked up for the rows that are shown, as looking takes longer than counting.

use super::participants::{Crowd, Lead, ParticipantCounter, Participants};
use super::score::{Score, Share};
use crate::metadata::{PackedDate, split_team};
use crate::opening::Code;
use crate::search::archive::Archive;
use crate::search::archive::ids::IdSet;
use crate::store::{Fact, Result};
use crate::xiangqi::Side;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Some games, counted. Only games between two players have a part in it: manuals, studies,
/// compositions and handicaps are the `others` of the score.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sample {
    /// How the games ended. A game counts once, however many witnesses it has.
    pub score: Score,
    /// The players and events of the games.
    pub behind: Participants,
    /// First and last known year, of games of whatever kind.
    pub years: Option<(u16, u16)>,
}

impl Sample {
    /// Red's share of the points and its interval; `None` when no result is known.
    pub fn share(&self) -> Option<Share> {
        self.score.share()
    }

    /// The player and the event that have more than a third of the games, if there are such.
    pub fn dominant(&self) -> (Option<&Lead>, Option<&Lead>) {
        self.behind.dominant(self.score.games())
    }
}

/// Counts games.
#[derive(Debug, Default)]
pub struct Counter {
    score: Score,
    crowd: Crowd,
    years: Option<(u16, u16)>,
}

impl Counter {
    /// Counts a game.
    pub fn add(&mut self, fact: &Fact) {
        self.add_for(Side::Red, fact);
    }

    /// Counts a game for a side: a win of that side counts as `red`.
    pub fn add_for(&mut self, side: Side, fact: &Fact) {
        self.score.add_for(side, fact);
        self.crowd.add(fact);
        widen(&mut self.years, fact.year());
    }

    /// Counts a game for a side, and of its players the opponent of that side only.
    pub fn add_against(&mut self, side: Side, fact: &Fact) {
        self.score.add_for(side, fact);
        self.crowd.add_against(side, fact);
        widen(&mut self.years, fact.year());
    }

    /// The games that were counted.
    pub fn sample(self, teller: &mut ParticipantCounter<'_>) -> Sample {
        Sample { score: self.score, behind: teller.behind(&self.crowd), years: self.years }
    }
}

/// Widens a span of years so that it has a year in it.
pub(crate) fn widen(years: &mut Option<(u16, u16)>, year: Option<u16>) {
    if let Some(year) = year {
        let (first, last) = years.unwrap_or((year, year));
        *years = Some((first.min(year), last.max(year)));
    }
}

/// The first game of some: the earliest dated one, and the first by key of those without a date.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FirstGames {
    earliest: Option<(PackedDate, u32, u32)>,
    undated: Option<(u32, u32)>,
}

impl FirstGames {
    /// Looks at a game.
    #[inline]
    pub(crate) fn add(&mut self, id: u32, fact: &Fact) {
        if fact.date.is_unknown() {
            let undated = (fact.key, id);
            self.undated = Some(self.undated.map_or(undated, |known| known.min(undated)));
        } else {
            let dated = (fact.date, fact.key, id);
            self.earliest = Some(self.earliest.map_or(dated, |known| known.min(dated)));
        }
    }

    /// Looks at the games of another.
    pub(crate) fn append(&mut self, other: FirstGames) {
        self.earliest = self.earliest.into_iter().chain(other.earliest).min();
        self.undated = self.undated.into_iter().chain(other.undated).min();
    }

    /// The earliest dated game, by id.
    pub(crate) fn earliest(&self) -> Option<u32> {
        self.earliest.map(|(.., id)| id)
    }

    /// Where no game is dated: the first of them by key, by id.
    pub(crate) fn undated(&self) -> Option<u32> {
        self.undated.filter(|_| self.earliest.is_none()).map(|(_, id)| id)
    }
}

/// Counts these games.
pub fn sample(archive: &Archive, games: &[u32]) -> Result<Sample> {
    let mut counter = Counter::default();
    games.iter().filter_map(|&id| archive.facts().get(id)).for_each(|fact| counter.add(fact));
    let names = archive.names_of([&counter.crowd].into_iter())?;
    Ok(counter.sample(&mut ParticipantCounter::new(&names)))
}

/// One sample for every value that games have, in the order of the values; last the games that have
/// none.
pub fn samples_by<T: Ord>(
    archive: &Archive,
    games: &[u32],
    value: impl Fn(&Fact) -> Option<T>,
) -> Result<Vec<(Option<T>, Sample)>> {
    let mut counters: BTreeMap<(bool, Option<T>), Counter> = BTreeMap::new();
    for fact in games.iter().filter_map(|&id| archive.facts().get(id)) {
        let value = value(fact);
        counters.entry((value.is_none(), value)).or_default().add(fact);
    }
    let names = archive.names_of_games(games)?;
    let mut teller = ParticipantCounter::new(&names);
    let counted = counters.into_iter();
    Ok(counted.map(|((_, value), counter)| (value, counter.sample(&mut teller))).collect())
}

/// The games of a player, under all spellings that are alike after folding.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlayerTally {
    /// The commonest spelling, without team.
    pub name: String,
    /// Every spelling as found, the commonest first.
    pub names: Vec<String>,
    /// In Latin letters.
    pub pinyin: String,
    /// How many games there are.
    pub games: u64,
    /// How those ended in which the player has Red.
    pub red: Score,
    /// How those ended in which the player has Black.
    pub black: Score,
    /// The opponents, and the events; filled in by [`tell_players`].
    pub behind: Participants,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// Ids of the spellings.
    ids: Vec<u32>,
}

/// The games of an event, under all spellings that are alike after folding.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EventTally {
    /// The commonest spelling.
    pub name: String,
    /// Every spelling as found, the commonest first.
    pub names: Vec<String>,
    /// How many games there are.
    pub games: u64,
    /// How they ended.
    pub score: Score,
    /// The players; filled in by [`tell_events`].
    pub behind: Participants,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// Ids of the spellings.
    ids: Vec<u32>,
}

/// The games of a year.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct YearTally {
    /// The year.
    pub year: u16,
    /// How they ended.
    pub score: Score,
    /// The players and events of the games.
    pub behind: Participants,
}

impl PlayerTally {
    /// Both sides together: what the player wins counts as `red`.
    pub fn score(&self) -> Score {
        let mut score = self.black.turned();
        score += self.red;
        score
    }
}

/// The games of one spelling of a player's name.
#[derive(Default)]
struct Spelling {
    red: Score,
    black: Score,
    years: Option<(u16, u16)>,
}

/// Players of these games, those of the most games first; equal ones by name.
///
pub fn by_player(archive: &Archive, games: &[u32]) -> Result<Vec<PlayerTally>> {
    let mut by_id: FxHashMap<u32, Spelling> = FxHashMap::default();
    for fact in games.iter().filter_map(|&id| archive.facts().get(id)) {
        for (id, is_red) in [(fact.red, true), (fact.black, false)] {
            let Spelling { red, black, years } = by_id.entry(id).or_default();
            let score = if is_red { red } else { black };
            score.add(fact);
            widen(years, fact.year());
        }
    }
    by_id.remove(&0);
    let mut by_key: FxHashMap<String, (PlayerTally, Vec<(u64, String)>)> = FxHashMap::default();
    archive.players(&mut |row, person| {
        let Some(Spelling { red, black, years }) = by_id.get(&row.id()?) else { return Ok(()) };
        let (tally, names) = by_key.entry(person.to_owned()).or_default();
        let games = red.all() + black.all();
        tally.pinyin = row.pinyin()?.to_owned();
        tally.games += games;
        tally.red += *red;
        tally.black += *black;
        for year in years.iter().flat_map(|&(first, last)| [first, last]) {
            widen(&mut tally.years, Some(year));
        }
        tally.ids.push(row.id()?);
        names.push((games, row.name()?.to_owned()));
        Ok(())
    })?;
    let mut rows: Vec<PlayerTally> = by_key
        .into_values()
        .map(|(tally, names)| {
            let names = commonest_first(names);
            let name = names.first().map(|name| split_team(name).name.to_owned());
            PlayerTally { name: name.unwrap_or_default(), names, ..tally }
        })
        .collect();
    rows.sort_by(|a, b| (Reverse(a.games), &a.name).cmp(&(Reverse(b.games), &b.name)));
    Ok(rows)
}

/// Spellings, those of the most games first; equal ones by name.
fn commonest_first(mut names: Vec<(u64, String)>) -> Vec<String> {
    names.sort_by(|a, b| (Reverse(a.0), &a.1).cmp(&(Reverse(b.0), &b.1)));
    names.into_iter().map(|(_, name)| name).collect()
}

/// Events of these games, those of the most games first; equal ones by name.
///
pub fn by_event(archive: &Archive, games: &[u32]) -> Result<Vec<EventTally>> {
    let mut by_id: FxHashMap<u32, EventTally> = FxHashMap::default();
    for fact in games.iter().filter_map(|&id| archive.facts().get(id)).filter(|fact| fact.event > 0)
    {
        let tally = by_id.entry(fact.event).or_default();
        tally.games += 1;
        tally.score.add(fact);
        widen(&mut tally.years, fact.year());
    }
    let mut by_key: FxHashMap<String, (EventTally, Vec<(u64, String)>)> = FxHashMap::default();
    archive.events(&mut |id, name, event| {
        let Some(of_name) = by_id.get(&id) else { return };
        let (tally, names) = by_key.entry(event.to_owned()).or_default();
        tally.games += of_name.games;
        tally.score += of_name.score;
        for year in of_name.years.iter().flat_map(|&(first, last)| [first, last]) {
            widen(&mut tally.years, Some(year));
        }
        tally.ids.push(id);
        names.push((of_name.games, name.to_owned()));
    })?;
    let row = |(tally, names): (EventTally, Vec<(u64, String)>)| {
        let names = commonest_first(names);
        EventTally { name: names.first().cloned().unwrap_or_default(), names, ..tally }
    };
    let mut rows: Vec<EventTally> = by_key.into_values().map(row).collect();
    rows.sort_by(|a, b| (Reverse(a.games), &a.name).cmp(&(Reverse(b.games), &b.name)));
    Ok(rows)
}

/// Games by year, and how many have no year.
pub fn by_year(archive: &Archive, games: &[u32]) -> Result<(Vec<YearTally>, u64)> {
    let mut undated = 0;
    let mut rows = Vec::new();
    for (year, Sample { score, behind, .. }) in samples_by(archive, games, Fact::year)? {
        match year {
            Some(year) => rows.push(YearTally { year, score, behind }),
            None => undated = score.all(),
        }
    }
    Ok((rows, undated))
}

/// Tells of these players, counted from these games, who their opponents are, and where they
/// played. To tell it of all takes longer than to count.
///
pub fn tell_players(archive: &Archive, games: &[u32], rows: &mut [PlayerTally]) -> Result<()> {
    let ids = rows.iter().map(|row| &*row.ids);
    let told = told(archive, games, ids, |fact| {
        [(fact.red, Some(Side::Red)), (fact.black, Some(Side::Black))]
    })?;
    rows.iter_mut().zip(told).for_each(|(row, behind)| row.behind = behind);
    Ok(())
}

/// Tells of these events, counted from these games, who played there.
///
pub fn tell_events(archive: &Archive, games: &[u32], rows: &mut [EventTally]) -> Result<()> {
    let ids = rows.iter().map(|row| &*row.ids);
    let told = told(archive, games, ids, |fact| [(fact.event, None); 1])?;
    rows.iter_mut().zip(told).for_each(|(row, behind)| row.behind = behind);
    Ok(())
}

/// Who is behind rows that have names of these ids; of a side, who is against it.
fn told<'r, const N: usize>(
    archive: &Archive,
    games: &[u32],
    rows: impl Iterator<Item = &'r [u32]>,
    named: impl Fn(&Fact) -> [(u32, Option<Side>); N],
) -> Result<Vec<Participants>> {
    let mut places: FxHashMap<u32, usize> = FxHashMap::default();
    let mut crowds: Vec<Crowd> = Vec::new();
    for (place, ids) in rows.enumerate() {
        places.extend(ids.iter().map(|&id| (id, place)));
        crowds.push(Crowd::default());
    }
    for fact in games.iter().filter_map(|&id| archive.facts().get(id)) {
        for (id, side) in named(fact) {
            let Some(&place) = places.get(&id) else { continue };
            match side {
                Some(side) => crowds[place].add_against(side, fact),
                None => crowds[place].add(fact),
            }
        }
    }
    let names = archive.names_of(crowds.iter())?;
    let mut teller = ParticipantCounter::new(&names);
    Ok(crowds.iter().map(|crowd| teller.behind(crowd)).collect())
}

/// The property by which games are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupBy {
    /// The year; a doubtful one is none.
    Year,
    /// Ten years, named by the first.
    Decade,
    /// Each of the two players. All spellings that are folded to one are one player.
    Player,
    /// The event, folded likewise.
    Event,
    /// The result.
    Result,
}

/// The games of one year, player ...
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupRow {
    /// Which; none for games that have none.
    pub name: Option<String>,
    /// How they ended; by player from the player's side: `red` are those he won.
    pub score: Score,
    /// The players and events of the games; by player, the opponents.
    pub behind: Participants,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
}

impl GroupRow {
    fn new(name: Option<String>, Sample { score, behind, years }: Sample) -> GroupRow {
        GroupRow { name, score, behind, years }
    }
}

/// Counts games. Years and results are in their order, players and events the commonest first;
/// games that have none are at the end.
pub fn by_group(archive: &Archive, games: &[u32], by: GroupBy) -> Result<Vec<GroupRow>> {
    let named = |(name, sample): (Option<String>, Sample)| GroupRow::new(name, sample);
    Ok(match by {
        GroupBy::Year | GroupBy::Decade => {
            let step = if by == GroupBy::Year { 1 } else { 10 };
            let period = |fact: &Fact| fact.year().map(|year| year / step * step);
            let rows = samples_by(archive, games, period)?.into_iter();
            rows.map(|(year, sample)| named((year.map(|year| year.to_string()), sample))).collect()
        }
        GroupBy::Result => {
            let known = |fact: &Fact| Some(fact.result()).filter(|result| result.is_known());
            let rows = samples_by(archive, games, known)?.into_iter();
            rows.map(|(it, sample)| named((it.map(|it| it.to_string()), sample))).collect()
        }
        GroupBy::Player => {
            let mut rows = by_player(archive, games)?;
            tell_players(archive, games, &mut rows)?;
            let known: IdSet = rows.iter().flat_map(|row| row.ids.iter().copied()).collect();
            let count = |counter: &mut Counter, fact: &Fact| {
                let sides = [(fact.red, Side::Red), (fact.black, Side::Black)];
                let nameless = sides.into_iter().filter(|(id, _)| !known.contains(*id));
                nameless.for_each(|(_, side)| counter.add_against(side, fact));
            };
            let rows = rows.into_iter().map(|row| GroupRow {
                score: row.score(),
                name: row.names.into_iter().next(),
                behind: row.behind,
                years: row.years,
            });
            with_nameless(archive, games, rows.collect(), count)?
        }
        GroupBy::Event => {
            let mut rows = by_event(archive, games)?;
            tell_events(archive, games, &mut rows)?;
            let known: IdSet = rows.iter().flat_map(|row| row.ids.iter().copied()).collect();
            let count = |counter: &mut Counter, fact: &Fact| {
                if !known.contains(fact.event) {
                    counter.add(fact);
                }
            };
            let rows = rows.into_iter().map(|row| {
                let EventTally { name, score, behind, years, .. } = row;
                GroupRow { name: Some(name), score, behind, years }
            });
            with_nameless(archive, games, rows.collect(), count)?
        }
    })
}

/// Rows the commonest first, equal ones by name; last the games that `count` counts, which have no
/// name.
fn with_nameless(
    archive: &Archive,
    games: &[u32],
    mut rows: Vec<GroupRow>,
    count: impl Fn(&mut Counter, &Fact),
) -> Result<Vec<GroupRow>> {
    rows.sort_by(|a, b| (Reverse(a.score.all()), &a.name).cmp(&(Reverse(b.score.all()), &b.name)));
    let mut nameless = Counter::default();
    games.iter().filter_map(|&id| archive.facts().get(id)).for_each(|it| count(&mut nameless, it));
    if nameless.score.all() > 0 {
        let names = archive.names_of([&nameless.crowd].into_iter())?;
        rows.push(GroupRow::new(None, nameless.sample(&mut ParticipantCounter::new(&names))));
    }
    Ok(rows)
}

/// The games of one opening.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpeningRow {
    /// The code; none for games that have no code: endgames, handicaps, empty lines.
    pub code: Option<Code>,
    /// How they ended.
    pub score: Score,
    /// The players and events of the games.
    pub behind: Participants,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// The earliest dated game, by id.
    pub earliest: Option<u32>,
    /// Where no game is dated: the first of them by key, by id.
    pub undated: Option<u32>,
}

/// Games by their openings, the commonest first; equal ones by code.
pub fn by_opening(archive: &Archive, games: &[u32]) -> Result<Vec<OpeningRow>> {
    let mut firsts: BTreeMap<Option<Code>, FirstGames> = BTreeMap::new();
    for (id, fact) in games.iter().filter_map(|&id| Some((id, archive.facts().get(id)?))) {
        firsts.entry(fact.opening()).or_default().add(id, fact);
    }
    let rows = samples_by(archive, games, Fact::opening)?.into_iter().map(|(code, sample)| {
        let first = firsts.get(&code).copied().unwrap_or_default();
        let Sample { score, behind, years } = sample;
        let (earliest, undated) = (first.earliest(), first.undated());
        OpeningRow { code, score, behind, years, earliest, undated }
    });
    let mut rows: Vec<OpeningRow> = rows.collect();
    rows.sort_by_key(|row| (Reverse(row.score.all()), row.code));
    Ok(rows)
}

/// The games of one chapter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChapterCount {
    /// The path; none for games that stand in no chapter.
    pub path: Option<String>,
    /// The games. Most books hold manuals and studies, which have no share in a score.
    pub sample: Sample,
}

impl ChapterCount {
    /// How many there are, of whatever kind.
    pub fn games(&self) -> u64 {
        self.sample.score.all()
    }
}

/// Games by their chapters, in the order of the paths; those without any at the end. A game of
/// several chapters counts in each.
///
pub fn by_chapter(archive: &Archive, games: &[u32]) -> Result<Vec<ChapterCount>> {
    let wanted: IdSet = games.iter().copied().collect();
    let mut by_path: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    let mut placed = IdSet::default();
    for chapter in archive.snapshot().chapters()? {
        let here = by_path.entry(chapter.path.clone()).or_default();
        archive.snapshot().games_in(&chapter, &mut |game| {
            if wanted.contains(game) {
                here.push(game);
                placed.insert(game);
            }
        })?;
    }
    let names = archive.folded_names()?;
    let mut teller = ParticipantCounter::new(&names);
    let mut sample = |games: &[u32]| {
        let mut counter = Counter::default();
        let facts = games.iter().filter_map(|&game| archive.facts().get(game));
        facts.for_each(|fact| counter.add(fact));
        counter.sample(&mut teller)
    };
    let mut rows = Vec::with_capacity(by_path.len() + 1);
    for (path, mut here) in by_path {
        here.sort_unstable();
        here.dedup();
        rows.push(ChapterCount { path: Some(path), sample: sample(&here) });
    }
    let rest: Vec<u32> = games.iter().copied().filter(|&game| !placed.contains(game)).collect();
    rows.push(ChapterCount { path: None, sample: sample(&rest) });
    rows.retain(|row| row.games() > 0);
    Ok(rows)
}
