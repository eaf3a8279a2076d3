//! Games by year, decade, player, event or result, and how those of each scored.

use super::archive::Archive;
use super::score::Score;
use crate::metadata::GameResult;
use crate::store::{Fact, Result};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What games are counted by.
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
    /// First and last known year.
    pub years: Option<(u16, u16)>,
}

impl GroupRow {
    fn add(&mut self, fact: &Fact, is_black: bool) {
        self.score.add(match (fact.result(), is_black) {
            (GameResult::RedWins, true) => GameResult::BlackWins,
            (GameResult::BlackWins, true) => GameResult::RedWins,
            (result, _) => result,
        });
        if let Some(year) = fact.year() {
            let (first, last) = self.years.unwrap_or((year, year));
            self.years = Some((first.min(year), last.max(year)));
        }
    }
}

/// Counts games. Years and results are in their order, players and events the commonest first;
/// games that have none are at the end.
///
/// # Errors
/// When the database cannot be read.
pub fn by_group(archive: &Archive, games: &[u32], by: GroupBy) -> Result<Vec<GroupRow>> {
    let facts = games.iter().filter_map(|&game| archive.facts.get(game));
    match by {
        GroupBy::Year | GroupBy::Decade => {
            let step = if by == GroupBy::Year { 1 } else { 10 };
            Ok(in_order(facts, |fact| fact.year().map(|year| year / step * step)))
        }
        GroupBy::Result => Ok(in_order(facts, |fact| Some(fact.result()).filter(|r| r.is_known()))),
        GroupBy::Player => {
            let sides = facts.flat_map(|fact| [(fact.red, fact, false), (fact.black, fact, true)]);
            let mut names = Labels::default();
            archive.players(&mut |row, person| {
                names.add(row.id()?, row.name()?, person);
                Ok(())
            })?;
            Ok(names.count(sides))
        }
        GroupBy::Event => {
            let mut names = Labels::default();
            archive.events(&mut |id, name, event| names.add(id, name, event))?;
            Ok(names.count(facts.map(|fact| (fact.event, fact, false))))
        }
    }
}

/// One row for every value, in their order.
fn in_order<'f, T: Ord + ToString>(
    facts: impl Iterator<Item = &'f Fact>,
    value: impl Fn(&Fact) -> Option<T>,
) -> Vec<GroupRow> {
    let mut rows: BTreeMap<(bool, Option<T>), GroupRow> = BTreeMap::new();
    for fact in facts {
        let value = value(fact);
        let name = value.as_ref().map(ToString::to_string);
        let row = rows.entry((value.is_none(), value)).or_default();
        row.name = name;
        row.add(fact, false);
    }
    rows.into_values().collect()
}

/// Names by id, and which of them are folded to one.
#[derive(Default)]
struct Labels {
    /// By id: the name and the place of its key.
    names: FxHashMap<u32, (String, usize)>,
    keys: FxHashMap<String, usize>,
}

impl Labels {
    fn add(&mut self, id: u32, name: &str, key: &str) {
        let next = self.keys.len();
        let place = *self.keys.entry(key.to_owned()).or_insert(next);
        self.names.insert(id, (name.to_owned(), place));
    }

    /// One row for every key, under its commonest name; the first in text order among equals.
    fn count<'f>(&self, games: impl Iterator<Item = (u32, &'f Fact, bool)>) -> Vec<GroupRow> {
        let mut rows: FxHashMap<Option<usize>, GroupRow> = FxHashMap::default();
        let mut spelled: FxHashMap<u32, u64> = FxHashMap::default();
        for (id, fact, is_black) in games {
            let place = self.names.get(&id).map(|(_, place)| *place);
            rows.entry(place).or_default().add(fact, is_black);
            *spelled.entry(id).or_default() += 1;
        }
        let mut best: FxHashMap<usize, (Reverse<u64>, &str)> = FxHashMap::default();
        for (id, count) in spelled {
            let Some((name, place)) = self.names.get(&id) else { continue };
            let this = (Reverse(count), name.as_str());
            best.entry(*place).and_modify(|known| *known = this.min(*known)).or_insert(this);
        }
        let mut rows: Vec<GroupRow> = rows
            .into_iter()
            .map(|(place, row)| {
                let name = place.and_then(|place| best.get(&place)).map(|(_, name)| *name);
                GroupRow { name: name.map(str::to_owned), ..row }
            })
            .collect();
        rows.sort_by(|a, b| {
            let rank = |row: &GroupRow| (row.name.is_none(), Reverse(row.score.games()));
            rank(a).cmp(&rank(b)).then_with(|| a.name.cmp(&b.name))
        });
        rows
    }
}
