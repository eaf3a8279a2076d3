//! Games by year, decade, player, event or result, and how those of each scored.

use super::archive::Archive;
use super::behind::{Behind, Teller};
use super::crowd::Crowd;
use super::score::Score;
use crate::store::{Fact, Result};
use crate::xiangqi::Side;
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
    /// Who played them, and where; by player the players are the opponents.
    pub behind: Behind,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
}

/// Such games while they are counted.
#[derive(Default)]
struct Group {
    row: GroupRow,
    crowd: Crowd,
}

impl Group {
    fn add(&mut self, fact: &Fact) {
        self.row.score.add(fact);
        self.date(fact);
        self.crowd.add(fact);
    }

    /// Counts a game for the player who has a side.
    fn add_for(&mut self, side: Side, fact: &Fact) {
        self.row.score.add_for(side, fact);
        self.date(fact);
        self.crowd.add_against(side, fact);
    }

    fn date(&mut self, fact: &Fact) {
        if let Some(year) = fact.year() {
            let (first, last) = self.row.years.unwrap_or((year, year));
            self.row.years = Some((first.min(year), last.max(year)));
        }
    }

    fn told(self, name: Option<String>, teller: &mut Teller<'_>) -> GroupRow {
        GroupRow { name, behind: teller.behind(&self.crowd), ..self.row }
    }
}

/// Counts games. Years and results are in their order, players and events the commonest first;
/// games that have none are at the end.
///
/// # Errors
/// When the database cannot be read.
pub fn by_group(archive: &Archive, games: &[u32], by: GroupBy) -> Result<Vec<GroupRow>> {
    let facts = || games.iter().filter_map(|&game| archive.facts.get(game));
    let names = archive.names_of_games(games)?;
    let mut teller = Teller::new(&names);
    match by {
        GroupBy::Year | GroupBy::Decade => {
            let step = if by == GroupBy::Year { 1 } else { 10 };
            let decade = |fact: &Fact| fact.year().map(|year| year / step * step);
            Ok(in_order(facts(), decade, &mut teller))
        }
        GroupBy::Result => {
            let known = |fact: &Fact| Some(fact.result()).filter(|result| result.is_known());
            Ok(in_order(facts(), known, &mut teller))
        }
        GroupBy::Player => {
            let sides = facts().flat_map(|fact| {
                [(fact.red, fact, Some(Side::Red)), (fact.black, fact, Some(Side::Black))]
            });
            let mut labels = Labels::default();
            archive.players(&mut |row, person| {
                labels.add(row.id()?, row.name()?, person);
                Ok(())
            })?;
            Ok(labels.count(sides, &mut teller))
        }
        GroupBy::Event => {
            let mut labels = Labels::default();
            archive.events(&mut |id, name, event| labels.add(id, name, event))?;
            Ok(labels.count(facts().map(|fact| (fact.event, fact, None)), &mut teller))
        }
    }
}

/// One row for every value, in their order.
fn in_order<'f, T: Ord + ToString>(
    facts: impl Iterator<Item = &'f Fact>,
    value: impl Fn(&Fact) -> Option<T>,
    teller: &mut Teller<'_>,
) -> Vec<GroupRow> {
    let mut groups: BTreeMap<(bool, Option<T>), Group> = BTreeMap::new();
    for fact in facts {
        let value = value(fact);
        groups.entry((value.is_none(), value)).or_default().add(fact);
    }
    let groups = groups.into_iter();
    groups.map(|((_, value), group)| group.told(value.map(|it| it.to_string()), teller)).collect()
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
    /// A game counts for the player of its side, where one is named.
    fn count<'f>(
        &self,
        games: impl Iterator<Item = (u32, &'f Fact, Option<Side>)>,
        teller: &mut Teller<'_>,
    ) -> Vec<GroupRow> {
        let mut groups: FxHashMap<Option<usize>, Group> = FxHashMap::default();
        let mut spelled: FxHashMap<u32, u64> = FxHashMap::default();
        for (id, fact, side) in games {
            let place = self.names.get(&id).map(|(_, place)| *place);
            let group = groups.entry(place).or_default();
            match side {
                Some(side) => group.add_for(side, fact),
                None => group.add(fact),
            }
            *spelled.entry(id).or_default() += 1;
        }
        let mut best: FxHashMap<usize, (Reverse<u64>, &str)> = FxHashMap::default();
        for (id, count) in spelled {
            let Some((name, place)) = self.names.get(&id) else { continue };
            let this = (Reverse(count), name.as_str());
            best.entry(*place).and_modify(|known| *known = this.min(*known)).or_insert(this);
        }
        let told = |(place, group): (Option<usize>, Group)| {
            let name = place.and_then(|place| best.get(&place)).map(|(_, name)| *name);
            group.told(name.map(str::to_owned), teller)
        };
        let mut rows: Vec<GroupRow> = groups.into_iter().map(told).collect();
        rows.sort_by(|a, b| {
            let rank = |row: &GroupRow| (row.name.is_none(), Reverse(row.score.all()));
            rank(a).cmp(&rank(b)).then_with(|| a.name.cmp(&b.name))
        });
        rows
    }
}
