//! Games counted by player, by event and by year.

use super::archive::Archive;
use super::behind::{Behind, Teller};
use super::crowd::Crowd;
use super::score::{Score, Share};
use crate::metadata::split_team;
use crate::store::{Fact, Result};
use crate::xiangqi::Side;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;

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
    /// Who the opponents are, and where; see [`tell_players`].
    pub behind: Behind,
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
    /// Who the players are; see [`tell_events`].
    pub behind: Behind,
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
    /// Who played them, and where.
    pub behind: Behind,
}

impl PlayerTally {
    /// Both sides together: what the player wins counts as `red`.
    pub fn score(&self) -> Score {
        let mut score = self.black.turned();
        score += self.red;
        score
    }

    /// The player for other programs. What `asBlack` counts is Red's win and Black's, as of every
    /// score; its share is the player's, as those of `asRed` and of both are.
    pub fn to_json(&self) -> Value {
        let PlayerTally { name, names, pinyin, games, red, black, behind, years, .. } = self;
        let score = self.score();
        let of_side = |score: &Score, own: Score| {
            let mut value = score.to_json();
            Share::to_json(own.share()).into_iter().for_each(|(name, it)| value[name] = it);
            value
        };
        let mut value = json!({
            "name": name,
            "names": names,
            "pinyin": pinyin,
            "games": games,
            "asRed": of_side(red, *red),
            "asBlack": of_side(black, black.turned()),
            "years": years,
            "won": score.red,
            "draws": score.draw,
            "lost": score.black,
            "unknown": score.unknown,
            "others": score.others,
        });
        behind.add_as(&mut value, Behind::FIELDS_AGAINST);
        Share::to_json(score.share()).into_iter().for_each(|(name, it)| value[name] = it);
        value
    }
}

impl EventTally {
    /// The event for other programs.
    pub fn to_json(&self) -> Value {
        let EventTally { name, names, games, score, behind, years, .. } = self;
        let mut value = score.to_json();
        for (field, it) in [
            ("name", json!(name)),
            ("names", json!(names)),
            ("games", json!(games)),
            ("years", json!(years)),
            ("score", score.to_json()),
        ] {
            value[field] = it;
        }
        let [players, _, player, player_games, ..] = behind.values();
        for (field, it) in [("players", players), ("player", player), ("playerGames", player_games)]
        {
            value[field] = it;
        }
        Share::to_json(score.share()).into_iter().for_each(|(name, it)| value[name] = it);
        value
    }
}

impl YearTally {
    /// The year for other programs.
    pub fn to_json(&self) -> Value {
        let mut value = self.score.to_json();
        value["year"] = json!(self.year);
        value["games"] = json!(self.score.all());
        self.behind.add_to(&mut value);
        let share = Share::to_json(self.score.share());
        share.into_iter().for_each(|(name, it)| value[name] = it);
        value
    }
}

/// The games of one spelling of a player's name.
#[derive(Default)]
struct Spelling {
    red: Score,
    black: Score,
    years: Option<(u16, u16)>,
}

fn widen(years: &mut Option<(u16, u16)>, year: Option<u16>) {
    if let Some(year) = year {
        let (first, last) = years.unwrap_or((year, year));
        *years = Some((first.min(year), last.max(year)));
    }
}

/// Players of these games, those of the most games first; equal ones by name.
///
/// # Errors
/// When the database cannot be read.
pub fn by_player(archive: &Archive, games: &[u32]) -> Result<Vec<PlayerTally>> {
    let mut by_id: FxHashMap<u32, Spelling> = FxHashMap::default();
    for fact in games.iter().filter_map(|&id| archive.facts.get(id)) {
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
/// # Errors
/// When the database cannot be read.
pub fn by_event(archive: &Archive, games: &[u32]) -> Result<Vec<EventTally>> {
    let mut by_id: FxHashMap<u32, EventTally> = FxHashMap::default();
    for fact in games.iter().filter_map(|&id| archive.facts.get(id)).filter(|fact| fact.event > 0) {
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
    let told = |(tally, names): (EventTally, Vec<(u64, String)>)| {
        let names = commonest_first(names);
        EventTally { name: names.first().cloned().unwrap_or_default(), names, ..tally }
    };
    let mut rows: Vec<EventTally> = by_key.into_values().map(told).collect();
    rows.sort_by(|a, b| (Reverse(a.games), &a.name).cmp(&(Reverse(b.games), &b.name)));
    Ok(rows)
}

/// Games by year, and how many have no year.
///
/// # Errors
/// When the database cannot be read.
pub fn by_year(archive: &Archive, games: &[u32]) -> Result<(Vec<YearTally>, u64)> {
    let mut by_year: BTreeMap<u16, (Score, Crowd)> = BTreeMap::new();
    let mut undated = 0;
    for fact in games.iter().filter_map(|&id| archive.facts.get(id)) {
        match Fact::year(fact) {
            Some(year) => {
                let (score, crowd) = by_year.entry(year).or_default();
                score.add(fact);
                crowd.add(fact);
            }
            None => undated += 1,
        }
    }
    let names = archive.names_of_games(games)?;
    let mut teller = Teller::new(&names);
    let told = |(year, (score, crowd)): (u16, (Score, Crowd))| YearTally {
        year,
        score,
        behind: teller.behind(&crowd),
    };
    Ok((by_year.into_iter().map(told).collect(), undated))
}

/// Tells of these players, counted from these games, who their opponents are, and where they
/// played. To tell it of all takes longer than to count.
///
/// # Errors
/// When the database cannot be read.
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
/// # Errors
/// When the database cannot be read.
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
) -> Result<Vec<Behind>> {
    let mut places: FxHashMap<u32, usize> = FxHashMap::default();
    let mut crowds: Vec<Crowd> = Vec::new();
    for (place, ids) in rows.enumerate() {
        places.extend(ids.iter().map(|&id| (id, place)));
        crowds.push(Crowd::default());
    }
    let mut all = Crowd::default();
    for fact in games.iter().filter_map(|&id| archive.facts.get(id)) {
        for (id, side) in named(fact) {
            let Some(&place) = places.get(&id) else { continue };
            for crowd in [&mut crowds[place], &mut all] {
                match side {
                    Some(side) => crowd.add_against(side, fact),
                    None => crowd.add(fact),
                }
            }
        }
    }
    let names = archive.names_of([&all].into_iter())?;
    let mut teller = Teller::new(&names);
    Ok(crowds.iter().map(|crowd| teller.behind(crowd)).collect())
}
