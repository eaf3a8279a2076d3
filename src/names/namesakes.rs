//! Finds the games of a name that belong to a namesake, by the teams beside the name.
//!
//! | evidence | namesake |
//! | --- | --- |
//! | teams | teams of two provinces have the name in one edition, each in games against two players or more, and in the edition of another year: 王斌 of 武汉 beside him of 南京 |
//! | cut | the field is full, and in that year a longer name plays for that province: 上海金外灘 萬春 is 万春林, and not the 萬春 of other games |
//!
//! One wrong heading shows a wrong team once, and a player changes his team once. A team of a
//! trade, of another country or of a club without a place proves nothing. Evidence about a name
//! comes from the games of that name and of names that begin with it: after an import only the
//! names of new or changed games are examined.

use super::notable::{Notable, NotableKind};
use crate::metadata::{TeamPlace, team_place};
use crate::search::{Archive, Shared, in_parallel};
use crate::store::{Database, EVENTS, Evidence, Facts, Namesakes, PLAYERS, PlayedFor, Result};
use crate::text::is_hanzi;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// Version of the rules that find namesakes.
const RULES: &str = "1";
/// If at least one game in this number is new or changed, all names are examined.
const MANY: usize = 8;
/// Number of opponents that each of two teams must have met with the name.
const PLAYERS_MET: usize = 2;
/// Bytes of a full field: it has no room for a hanzi, blank or hyphen between team and name.
pub(super) const FILLED: std::ops::RangeInclusive<usize> = 12..=16;

/// A game in which a name plays for a team.
#[derive(Debug, Clone, Copy)]
struct Stand {
    place: TeamPlace,
    game: u32,
    side: &'static str,
    /// `player.id` of the opponent
    opponent: u32,
    /// `event.id` of the event
    event: u32,
    year: u16,
    is_filled: bool,
}

/// Games and teams of a folded name.
#[derive(Debug, Default)]
struct Name {
    /// Number of games, with and without a team.
    games: usize,
    stands: Vec<Stand>,
}

/// Names by key, and the key of each player.
#[derive(Debug, Default)]
struct Names {
    /// By `player.id`: the key, and the bytes of the name as found.
    keys: FxHashMap<u32, (String, usize)>,
    names: BTreeMap<String, Name>,
}

/// Length of a text in the encodings of old programs, in bytes.
pub(super) fn bytes(text: &str) -> usize {
    text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}

/// Derives again which games belong to namesakes, for the names of all games that are new or
/// changed since the last run. After an error the stored namesakes are unchanged.
pub fn part_namesakes(database: &mut Database, shared: &mut Shared) -> Result<()> {
    let notable = Notable::of_project(NotableKind::Events);
    let version = notable.version(RULES);
    let known = database.namesakes()?;
    let (changed, linked) = (database.unlinked()?, database.linked_to()?);
    let new = linked + 1..=database.last_game()?;
    let is_read_so = database.namesakes_version()? == version;
    if is_read_so && changed.is_empty() && new.is_empty() {
        return Ok(());
    }
    let is_all = !is_read_so || (changed.len() + new.clone().count()) * MANY > *new.end() as usize;
    let mut wanted: BTreeSet<String> = BTreeSet::new();
    if !is_all {
        let base = |(name, _): &(String, String)| name.split('@').next().map(str::to_owned);
        // A changed game may have lost its evidence for a namesake.
        let stale = known.names.iter().filter(|_| !changed.is_empty()).filter_map(base);
        wanted.extend(stale);
        for game in changed.into_iter().chain(new) {
            wanted.extend(names_of(database, game)?);
        }
        if wanted.is_empty() {
            return Ok(());
        }
    }
    let archive = Archive::beside(database.snapshot()?, Evidence::Derived, shared)?;
    let names = Names::of(&archive, (!is_all).then_some(&wanted))?;
    let mut found = names.namesakes(&archive, notable)?;
    archive.leave_to(shared);
    let is_kept =
        |name: &str| !is_all && name.split('@').next().is_some_and(|name| !wanted.contains(name));
    found.names.extend(known.names.iter().filter(|(name, _)| is_kept(name)).cloned());
    found.seats.extend(known.seats.iter().filter(|(.., name)| is_kept(name)).cloned());
    found.names.sort_unstable();
    found.seats.sort_unstable_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    found.seats.dedup_by(|a, b| (a.0, &a.1) == (b.0, &b.1));
    if found != known || !is_read_so {
        let tx = database.transaction()?;
        tx.replace_namesakes(&found, version)?;
        tx.commit()?;
    }
    Ok(())
}

/// Names in a game whose team has a known place, and their beginnings.
fn names_of(database: &Database, game: u32) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for row in database.played_for(game..=game)? {
        for (player, team) in [(row.red, row.red_team), (row.black, row.black_team)] {
            let (Some(player), Some(_)) = (player, team.as_deref().and_then(team_place)) else {
                continue;
            };
            let key = PLAYERS.key(database, player)?.unwrap_or_default();
            names.extend(beginning(&key).map(str::to_owned));
            names.push(key);
        }
    }
    names.retain(|name| is_name(name));
    Ok(names)
}

/// First two characters of a name of three.
fn beginning(key: &str) -> Option<&str> {
    let (end, _) = key.char_indices().nth(2)?;
    Some(&key[..end]).filter(|_| key.chars().count() == 3)
}

/// Whether a folded name is two to four hanzi.
fn is_name(key: &str) -> bool {
    (2..=4).contains(&key.chars().count()) && key.chars().all(is_hanzi)
}

impl Names {
    /// Reads which names played for which teams: of all names, or of `wanted` names and those that
    /// begin with them.
    fn of(archive: &Archive, wanted: Option<&BTreeSet<String>>) -> Result<Names> {
        let mut names = Names::default();
        PLAYERS.each(archive.snapshot(), &mut |row| {
            // A namesake has a player row of its own; the row of a game has the plain name.
            let key = row.key()?.split('@').next().unwrap_or_default();
            let is_wanted = wanted.is_none_or(|wanted| {
                wanted.contains(key) || beginning(key).is_some_and(|it| wanted.contains(it))
            });
            if is_wanted && is_name(key) {
                names.keys.insert(row.id()?, (key.to_owned(), bytes(row.name()?)));
            }
            Ok(())
        })?;
        let facts = archive.facts();
        let mut games: FxHashMap<u32, usize> = FxHashMap::default();
        let mut ids: Vec<u32> = Vec::new();
        for (id, fact) in facts.alive() {
            let has = [fact.red, fact.black].map(|player| names.keys.contains_key(&player));
            for player in [fact.red, fact.black].iter().zip(has).filter(|it| it.1).map(|it| it.0) {
                *games.entry(*player).or_default() += 1;
            }
            ids.extend(has.contains(&true).then_some(id));
        }
        for (player, games) in games {
            let Some((key, _)) = names.keys.get(&player) else { continue };
            names.names.entry(key.clone()).or_default().games += games;
        }
        let rows = match wanted {
            None => in_parallel(archive, facts.chunk_count(), |conn, chunk| {
                conn.played_for(Facts::ids_of_chunk(chunk))
            })?,
            Some(_) => {
                let conn = archive.snapshot();
                ids.iter().map(|&id| conn.played_for(id..=id)).collect::<Result<_>>()?
            }
        };
        rows.iter().flatten().for_each(|row| names.add(row));
        Ok(names)
    }

    fn add(&mut self, row: &PlayedFor) {
        let year = row.date.as_deref().and_then(|date| date.get(..4)?.parse().ok());
        let sides = [
            ("red", row.red, &row.red_team, row.black),
            ("black", row.black, &row.black_team, row.red),
        ];
        for (side, player, team, opponent) in sides {
            let (Some(player), Some(team), Some(year)) = (player, team, year) else { continue };
            let (Some(place), Some((key, length))) = (team_place(team), self.keys.get(&player))
            else {
                continue;
            };
            let (game, event) = (row.game, row.event.unwrap_or_default());
            let (opponent, is_filled) =
                (opponent.unwrap_or_default(), FILLED.contains(&(length + bytes(team))));
            let stand = Stand { place, game, side, opponent, event, year, is_filled };
            self.names.entry(key.clone()).or_default().stands.push(stand);
        }
    }

    fn namesakes(&self, archive: &Archive, notable: &Notable) -> Result<Namesakes> {
        let mut found = Namesakes::default();
        let suspects: Vec<(&String, &Name)> = self
            .names
            .par_iter()
            .filter(|(_, name)| {
                !pairs(&name.stands, |stand| Some(stand.year.to_string())).is_empty()
            })
            .collect();
        let events: BTreeSet<u32> =
            suspects.iter().flat_map(|(_, name)| &name.stands).map(|stand| stand.event).collect();
        let mut series: FxHashMap<u32, String> = FxHashMap::default();
        for event in events {
            let wording = EVENTS.text(archive.snapshot(), event)?.unwrap_or_default();
            let read = notable.wording(&wording);
            if !read.series.is_empty() {
                let women = if read.is_of_women { "w" } else { "" };
                series.insert(event, format!("{}@{{}}{women}", read.series));
            }
        }
        for (key, name) in suspects {
            let edition = |stand: &Stand| {
                Some(series.get(&stand.event)?.replace("{}", &stand.year.to_string()))
            };
            for ([one, other], editions) in pairs(&name.stands, edition) {
                let games = |it: TeamPlace| {
                    name.stands.iter().filter(|stand| stand.place.province == it.province).count()
                };
                let [one, other] =
                    if games(one) < games(other) { [one, other] } else { [other, one] };
                let because = json!({
                    "by": "teams",
                    "with": key,
                    "places": [one.name, other.name],
                    "editions": editions,
                });
                found.add(key, one, &because, &name.stands);
            }
        }
        for (key, name) in &self.names {
            for (place, whole) in self.cut(key, name) {
                let because = json!({ "by": "cut", "with": whole });
                found.add(key, place, &because, &name.stands);
            }
        }
        found.names.dedup_by(|a, b| a.0 == b.0);
        Ok(found)
    }

    /// Places where a name is cut, with the longer name that it begins. A name that fills its field
    /// in all its games has no namesake: it is joined as a whole.
    fn cut<'n>(&'n self, key: &str, name: &Name) -> Vec<(TeamPlace, &'n str)> {
        let filled = name.stands.iter().filter(|stand| stand.is_filled).count();
        if key.chars().count() != 2 || filled == 0 || filled == name.games {
            return Vec::new();
        }
        let wholes: Vec<(&String, &Name)> = self
            .names
            .range(key.to_owned()..)
            .take_while(|(whole, _)| whole.starts_with(key))
            .filter(|(whole, _)| beginning(whole).is_some())
            .collect();
        let places: BTreeSet<TeamPlace> = name.stands.iter().map(|stand| stand.place).collect();
        let whole = |place: TeamPlace| {
            let stands: Vec<&Stand> = name.stands.iter().filter(|it| it.place == place).collect();
            let fits = |whole: &Name| {
                stands.iter().any(|stand| {
                    let plays =
                        |it: &Stand| it.place.province == place.province && it.year == stand.year;
                    whole.stands.iter().any(plays)
                })
            };
            let mut fitting = wholes.iter().filter(|(_, whole)| fits(whole));
            let found = fitting.next().filter(|_| stands.iter().all(|stand| stand.is_filled))?;
            fitting.next().is_none().then_some((place, found.0.as_str()))
        };
        places.into_iter().filter_map(whole).collect()
    }
}

/// Pairs of places in different provinces that have a name at the same time: in one edition against
/// several players each, and again in an edition of another year; with these editions.
fn pairs(
    stands: &[Stand],
    edition: impl Fn(&Stand) -> Option<String>,
) -> BTreeMap<[TeamPlace; 2], Vec<String>> {
    let mut met: BTreeMap<(String, u16), BTreeMap<TeamPlace, FxHashSet<u32>>> = BTreeMap::new();
    let provinces: FxHashSet<&str> = stands.iter().map(|stand| stand.place.province).collect();
    if provinces.len() < 2 {
        return BTreeMap::new();
    }
    for stand in stands {
        let Some(edition) = edition(stand) else { continue };
        let of = met.entry((edition, stand.year)).or_default();
        of.entry(stand.place).or_default().insert(stand.opponent);
    }
    let mut at_once: BTreeMap<[TeamPlace; 2], Vec<(&str, u16, bool)>> = BTreeMap::new();
    for ((edition, year), places) in &met {
        for (one, of_one) in places {
            for (other, of_other) in places.range(one..) {
                if one.province != other.province {
                    let is_strong = of_one.len().min(of_other.len()) >= PLAYERS_MET;
                    at_once.entry([*one, *other]).or_default().push((edition, *year, is_strong));
                }
            }
        }
    }
    let is_proof = |editions: &[(&str, u16, bool)]| {
        let mut strong = editions.iter().filter(|(.., is_strong)| *is_strong);
        strong.any(|(_, year, _)| editions.iter().any(|(_, other, _)| other != year))
    };
    let proven = at_once.into_iter().filter(|(_, editions)| is_proof(editions));
    let names = |editions: Vec<(&str, u16, bool)>| {
        editions.into_iter().map(|(edition, ..)| edition.to_owned()).collect()
    };
    proven.map(|(places, editions)| (places, names(editions))).collect()
}

impl Namesakes {
    /// Adds a namesake with its games.
    fn add(&mut self, key: &str, of: TeamPlace, because: &serde_json::Value, stands: &[Stand]) {
        let name = format!("{key}@{}", of.name);
        let seats = stands.iter().filter(|stand| stand.place == of);
        self.seats.extend(seats.map(|stand| (stand.game, stand.side.to_owned(), name.clone())));
        self.names.push((name, because.to_string()));
    }
}
