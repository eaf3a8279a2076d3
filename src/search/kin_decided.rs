//! Groups of copies, as people decided which games are one and which are not.

use super::decided::Decided;
use super::ids::IdSet;
use crate::decision::{Subject, What};
use crate::metadata::{GameResult, Kind};
use crate::store::{Connection, Facts, Result};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Joins and divides groups: `firsts` has for each game of a group the one that stands for it.
pub(super) fn decide(
    (conn, facts): (&Connection, &Facts),
    decided: &Decided,
    firsts: &mut FxHashMap<u32, u32>,
) -> Result<()> {
    let (same, apart) = pairs(decided);
    let best = |games: &[u32]| best(conn, facts, games);
    for &(a, b) in &same {
        let [one, other] = [a, b].map(|game| firsts.get(&game).copied().unwrap_or(game));
        let best = best(&[one, other])?;
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
        // Whoever is one with the game that stands for the group stays.
        let with_a = one_with(&same, a);
        let leaving = if with_a.contains(&first) { one_with(&same, b) } else { with_a };
        let best = best(&leaving)?;
        for &game in &leaving {
            match leaving.len() {
                1 => firsts.remove(&game),
                _ => firsts.insert(game, best),
            };
        }
    }
    Ok(())
}

/// Takes games out of their groups; of a group whose first is gone the next best stands for it.
pub(super) fn take_out(
    (conn, facts): (&Connection, &Facts),
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
        let best = best(conn, facts, &members)?;
        for &game in &members {
            match members.len() {
                1 => firsts.remove(&game),
                _ => firsts.insert(game, best),
            };
        }
    }
    Ok(())
}

/// Pairs of games, ids ascending.
pub(super) type Pairs = Vec<(u32, u32)>;

/// The pairs of games that are decided to be one, and those that are decided to be two, in the
/// order of the decisions.
pub(super) fn pairs(decided: &Decided) -> (Pairs, Pairs) {
    let (mut same, mut apart) = (Pairs::new(), Pairs::new());
    for decision in decided.decisions() {
        let (list, a, b) = match &decision.what {
            What::Same(Subject::Game(a), Subject::Game(b)) => (&mut same, a, b),
            What::Differ(Subject::Game(a), Subject::Game(b)) => (&mut apart, a, b),
            _ => continue,
        };
        if let (Some(a), Some(b)) = (decided.game(a), decided.game(b)) {
            list.push((a.min(b), a.max(b)));
        }
    }
    (same, apart)
}

/// A game and all that are decided to be one with it.
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

/// The game that stands for some: a played game, with a result, with a date, the longest; else the
/// one with the greatest key.
fn best(conn: &Connection, facts: &Facts, games: &[u32]) -> Result<u32> {
    let mut best = None;
    for &game in games {
        let Some(fact) = facts.of_one(game) else { continue };
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
