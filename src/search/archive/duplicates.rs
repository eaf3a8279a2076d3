//! Groups of certain copies, of which one game counts, and links of nearly equal games.
//!
//! `duplicates` and `names` find both, and people decide which games are one. A group counts as one
//! game: the game that represents it if that is in question, else the first copy in question. Thus
//! a copy that was cut off adds no result beside the whole game. Colours, result and opening are
//! those of the representing game ([`StandingFacts`]): a deviating copy is no second game.

use super::decided::Decided;
use super::ids::IdSet;
use super::{Archive, once};
use crate::decision::{DecidedStatement, Subject};
use crate::metadata::{GameResult, Kind};
use crate::store::{Connection, CountUnit, Fact, Facts, LinkRow, Result};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Groups of certain copies.
#[derive(Debug, Clone, Default)]
pub struct DuplicateGroups {
    /// For each game of a group, the game that represents the group.
    firsts: FxHashMap<u32, u32>,
    members: IdSet,
}

impl DuplicateGroups {
    /// The groups of an archive with people's decisions, leaving out the games `without`.
    pub(crate) fn load(
        conn: &Connection,
        facts: &Facts,
        decided: &Decided,
        without: &IdSet,
    ) -> Result<DuplicateGroups> {
        let mut firsts: FxHashMap<u32, u32> = conn.kin()?.into_iter().collect();
        take_out(conn, facts, without, &mut firsts)?;
        decide(conn, facts, decided, &mut firsts)?;
        let members = firsts.keys().copied().collect();
        Ok(DuplicateGroups { firsts, members })
    }

    /// Whether a game is in a group.
    #[inline]
    pub fn contains(&self, id: u32) -> bool {
        self.members.contains(id)
    }

    /// The games of all groups.
    pub(crate) fn members(&self) -> &IdSet {
        &self.members
    }

    /// The game that represents the group of a game; the game itself if it is in no group.
    pub fn first(&self, id: u32) -> u32 {
        self.firsts.get(&id).copied().unwrap_or(id)
    }

    /// Copies outside `games`, by the only member of their group in `games`; groups with several
    /// members there are skipped.
    pub(crate) fn left_out(&self, games: &[u32]) -> FxHashMap<u32, Vec<u32>> {
        let mut standing: FxHashMap<u32, Option<u32>> = FxHashMap::default();
        for &game in games.iter().filter(|&&game| self.contains(game)) {
            let alone = standing.entry(self.first(game)).or_insert(Some(game));
            if *alone != Some(game) {
                *alone = None;
            }
        }
        let mut copies: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (&copy, first) in &self.firsts {
            if let Some(&Some(game)) = standing.get(first)
                && game != copy
            {
                copies.entry(game).or_default().push(copy);
            }
        }
        copies
    }

    /// Every game of a group with the game that represents it.
    pub fn games(&self) -> BTreeMap<u32, u32> {
        self.firsts.iter().map(|(&game, &first)| (game, first)).collect()
    }

    /// Number of games that do not count, as copies.
    pub fn copies(&self) -> u64 {
        self.firsts.iter().filter(|(game, first)| game != first).count() as u64
    }
}

/// Facts of representing games, by those copies whose facts differ.
#[derive(Debug, Default)]
pub(crate) struct StandingFacts(FxHashMap<u32, Fact>);

impl StandingFacts {
    fn load(groups: &DuplicateGroups, facts: &Facts) -> StandingFacts {
        let said = |fact: &Fact| (fact.red, fact.black, fact.result(), fact.opening);
        let otherwise = groups.firsts.iter().filter_map(|(&copy, &first)| {
            let (copied, first) = (facts.get(copy)?, facts.get(first)?);
            (said(copied) != said(first)).then_some((copy, *first))
        });
        StandingFacts(otherwise.collect())
    }

    /// Facts of the game that represents the group of a game; its own facts if it is in no group.
    #[inline]
    pub(crate) fn of<'f>(&'f self, id: u32, fact: &'f Fact) -> &'f Fact {
        if self.0.is_empty() { fact } else { self.0.get(&id).unwrap_or(fact) }
    }
}

/// Collects games of groups, each with a value, to choose one game per group.
#[derive(Debug)]
pub struct OnePerGroup<'k, T> {
    kin: Option<&'k DuplicateGroups>,
    waiting: Vec<(u32, bool, u32, T)>,
}

impl<'k, T> OnePerGroup<'k, T> {
    /// An empty collection; without groups every game counts.
    pub fn new(kin: Option<&'k DuplicateGroups>) -> OnePerGroup<'k, T> {
        OnePerGroup { kin, waiting: Vec::new() }
    }

    /// Keeps a game of a group until [`OnePerGroup::release`]; returns the value of any other game.
    #[inline]
    pub fn hold(&mut self, id: u32, value: T) -> Option<T> {
        match self.kin {
            Some(kin) if kin.contains(id) => {
                let first = kin.first(id);
                self.waiting.push((first, first != id, id, value));
                None
            }
            _ => Some(value),
        }
    }

    /// Adds the games of another collection.
    pub(crate) fn append(&mut self, mut other: OnePerGroup<'_, T>) {
        self.waiting.append(&mut other.waiting);
    }

    /// Calls `take` with one game of each group; returns the number of the other games.
    pub fn release(mut self, mut take: impl FnMut(u32, T)) -> u64 {
        self.waiting.sort_by_key(|&(first, is_copy, id, _)| (first, is_copy, id));
        let (mut copies, mut last) = (0, None);
        for (first, _, id, value) in self.waiting {
            if last.replace(first) == Some(first) {
                copies += 1;
            } else {
                take(id, value);
            }
        }
        copies
    }
}

/// Joins and splits groups as people decided; `firsts` maps games to the representing game.
fn decide(
    conn: &Connection,
    facts: &Facts,
    decided: &Decided,
    firsts: &mut FxHashMap<u32, u32>,
) -> Result<()> {
    let (same, apart) = pairs(decided);
    for &(a, b) in &same {
        let [one, other] = [a, b].map(|game| firsts.get(&game).copied().unwrap_or(game));
        let best = best(conn, facts, &[one, other])?;
        let have_others = firsts.contains_key(&a) || firsts.contains_key(&b);
        firsts.extend([(a, best), (b, best)]);
        if !have_others {
            continue;
        }
        let is_joined = |first: &u32| *first == one || *first == other;
        firsts.values_mut().filter(|first| is_joined(first)).for_each(|first| *first = best);
    }
    for &(a, b) in &apart {
        let Some(&first) = firsts.get(&a).filter(|first| firsts.get(&b) == Some(first)) else {
            continue;
        };
        // The part that is joined with the representing game stays.
        let with_a = one_with(&same, a);
        let leaving = if with_a.contains(&first) { one_with(&same, b) } else { with_a };
        make_group(conn, facts, &leaving, firsts)?;
    }
    Ok(())
}

/// Removes games from their groups; the next best game represents a group that lost its first.
fn take_out(
    conn: &Connection,
    facts: &Facts,
    games: &IdSet,
    firsts: &mut FxHashMap<u32, u32>,
) -> Result<()> {
    firsts.retain(|&game, _| !games.contains(game));
    let mut left: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (&game, &first) in &*firsts {
        if games.contains(first) {
            left.entry(first).or_default().push(game);
        }
    }
    for members in left.into_values() {
        make_group(conn, facts, &members, firsts)?;
    }
    Ok(())
}

/// Makes a group of some games; a single game is no group.
fn make_group(
    conn: &Connection,
    facts: &Facts,
    games: &[u32],
    firsts: &mut FxHashMap<u32, u32>,
) -> Result<()> {
    let best = best(conn, facts, games)?;
    for &game in games {
        match games.len() {
            1 => firsts.remove(&game),
            _ => firsts.insert(game, best),
        };
    }
    Ok(())
}

/// Pairs of games, ids ascending.
type Pairs = Vec<(u32, u32)>;

/// Pairs of games decided to be one, and pairs decided to be two, in the order of decisions.
fn pairs(decided: &Decided) -> (Pairs, Pairs) {
    let (mut same, mut apart) = (Pairs::new(), Pairs::new());
    for decision in decided.decisions() {
        let (list, a, b) = match &decision.what {
            DecidedStatement::Same(Subject::Game(a), Subject::Game(b)) => (&mut same, a, b),
            DecidedStatement::Differ(Subject::Game(a), Subject::Game(b)) => (&mut apart, a, b),
            _ => continue,
        };
        if let (Some(a), Some(b)) = (decided.game(a), decided.game(b)) {
            list.push((a.min(b), a.max(b)));
        }
    }
    (same, apart)
}

/// A game and all games decided to be one with it, also through others.
fn one_with(same: &[(u32, u32)], game: u32) -> Vec<u32> {
    let mut all = vec![game];
    let mut at = 0;
    while let Some(&game) = all.get(at) {
        for &(a, b) in same {
            let other = if a == game { b } else { a };
            if (a == game || b == game) && !all.contains(&other) {
                all.push(other);
            }
        }
        at += 1;
    }
    all
}

/// The game that represents some games: a played game, then with a result, with a date, the
/// longest, the greatest key.
fn best(conn: &Connection, facts: &Facts, games: &[u32]) -> Result<u32> {
    let mut best = None;
    for &game in games {
        let Some(fact) = facts.get(game).copied() else { continue };
        let rank = (
            fact.kind() == Some(Kind::Game),
            fact.result() != GameResult::Unknown,
            !fact.date.is_unknown(),
            fact.plies,
            conn.game_key(game)?,
        );
        best = best.max(Some((rank, game)));
    }
    Ok(best.map_or(games[0], |(_, game)| game))
}

/// Relation of a pair that only a decision links.
const DECIDED: &str = "decided";

impl Archive {
    /// Facts of representing games, for the unit of games; empty for other units.
    pub(crate) fn standing_facts(&self, unit: CountUnit) -> Result<Arc<StandingFacts>> {
        if unit != CountUnit::Games {
            return Ok(Arc::default());
        }
        let load = || Ok(StandingFacts::load(self.duplicates()?, self.facts()).into());
        once(&self.known.standing, load).cloned()
    }

    /// Links of a game, with people's decisions.
    pub fn links_of(&self, game: u32) -> Result<Vec<LinkRow>> {
        let mut links = self.snapshot().links_of(game)?;
        decide_links(self, &mut links, |a, b| a == game || b == game)?;
        Ok(links)
    }

    /// All links, with people's decisions.
    pub fn links(&self) -> Result<Vec<LinkRow>> {
        let mut links = self.snapshot().links()?;
        decide_links(self, &mut links, |_, _| true)?;
        Ok(links)
    }
}

/// Removes links of pairs decided to be two, and adds links of pairs decided to be one.
fn decide_links(
    archive: &Archive,
    links: &mut Vec<LinkRow>,
    is_asked: impl Fn(u32, u32) -> bool,
) -> Result<()> {
    let otherwise = archive.linked_otherwise()?;
    let (same, apart) = pairs(archive.decided());
    links.retain(|link| {
        let is_read_so = !otherwise.contains(link.a) && !otherwise.contains(link.b);
        is_read_so && !apart.contains(&(link.a, link.b))
    });
    for (a, b) in same.into_iter().filter(|&(a, b)| is_asked(a, b)) {
        match links.iter_mut().find(|link| (link.a, link.b) == (a, b)) {
            Some(link) => link.same = true,
            None => links.push(LinkRow {
                a,
                b,
                relation: DECIDED.to_owned(),
                standing: DECIDED.to_owned(),
                same: true,
                score: 1.0,
                parts_at: None,
                evidence: format!("{{\"{DECIDED}\":true}}"),
            }),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_counts_once() {
        let firsts: FxHashMap<u32, u32> =
            [(2, 7), (5, 7), (7, 7), (3, 9), (9, 9)].into_iter().collect();
        let kin = DuplicateGroups { members: firsts.keys().copied().collect(), firsts };
        assert_eq!((kin.copies(), kin.first(2), kin.first(4)), (3, 7, 4));
        let mut left_out = kin.left_out(&[1, 7, 3, 9]);
        left_out.values_mut().for_each(|copies| copies.sort_unstable());
        assert_eq!(left_out, [(7, vec![2, 5])].into_iter().collect());
        let chosen = |games: &[u32]| {
            let mut once = OnePerGroup::new(Some(&kin));
            let mut chosen: Vec<u32> = games.iter().filter_map(|&id| once.hold(id, id)).collect();
            let copies = once.release(|id, _| chosen.push(id));
            (chosen, copies)
        };
        assert_eq!(chosen(&[1, 2, 3, 5, 7, 8]), (vec![1, 8, 7, 3], 2));
        assert_eq!(chosen(&[2, 5]), (vec![2], 1), "the one that stands for them is not here");
        let mut all = OnePerGroup::new(None);
        assert_eq!(all.hold(2, 2), Some(2));
    }
}
