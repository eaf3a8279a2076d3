//! What many games left: the earlier games of the positions before their novelties.
//!
//! Many games leave the same position, so every position is looked up once, for all that left it.

use super::before::Order;
use super::one::Left;
use crate::metadata::PackedDate;
use crate::search::{Archive, in_parallel};
use crate::store::{Facts, Result};

/// A task looks up so many positions. Those of many games are few.
const TASK: usize = 256;

/// What is known of how a game leaves.
#[derive(Clone, Copy)]
pub(super) struct Leaves {
    /// After how many plies; [`u32::MAX`] when it leaves nothing.
    pub(super) ply: u32,
    /// The key of the position before; none for a game that begins where nothing was.
    pub(super) last: Option<u64>,
}

/// What each of these games left, in their order.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn left(archive: &Archive, order: &Order, games: &[(u32, Leaves)]) -> Result<Vec<Left>> {
    // The key of a position, and the place in `games` of one that left it.
    let mut wanted: Vec<(u64, u32)> =
        (0..).zip(games).filter_map(|(at, (_, leaves))| Some((leaves.last?, at))).collect();
    wanted.sort_unstable();
    let positions: Vec<&[(u64, u32)]> = wanted.chunk_by(|a, b| a.0 == b.0).collect();
    let tasks: Vec<&[&[(u64, u32)]]> = positions.chunks(TASK).collect();
    let (lines, facts) = (archive.effective(), &archive.facts);
    let found = in_parallel(archive, tasks.len(), |conn, task| {
        let keys: Vec<u64> = tasks[task].iter().map(|leavers| leavers[0].0).collect();
        // Key, place in time and id of every game that was there.
        let mut were_there: Vec<(u64, u32, u32)> = Vec::new();
        lines.lookup_many(conn, &keys, |posting| {
            if !posting.payload.is_variation() && order.has(posting.game) {
                were_there.push((posting.key, order.place(posting.game), posting.game));
            }
        })?;
        were_there.sort_unstable();
        were_there.dedup();
        let mut found: Vec<(u32, Left)> = Vec::new();
        let mut there = were_there.as_slice();
        for leavers in tasks[task] {
            let key = leavers[0].0;
            let end = there.partition_point(|game| game.0 <= key);
            let begin = there.partition_point(|game| game.0 < key);
            let past = Past::of(facts, &there[begin..end]);
            there = &there[end..];
            let leavers = leavers.iter();
            found.extend(
                leavers.map(|&(_, at)| (at, past.before(order.before(games[at as usize].0)))),
            );
        }
        Ok(found)
    })?;
    let mut left = vec![Left::default(); games.len()];
    for (at, found) in found.into_iter().flatten() {
        left[at as usize] = found;
    }
    Ok(left)
}

/// The games that came to a position, by their place in time.
struct Past<'a> {
    games: &'a [(u64, u32, u32)],
    /// For each game and those before it the first and the last by date and key.
    ends: Vec<[u32; 2]>,
}

impl<'a> Past<'a> {
    fn of(facts: &Facts, games: &'a [(u64, u32, u32)]) -> Past<'a> {
        let rank = |game: u32| -> (PackedDate, u32) {
            facts.get(game).map_or((PackedDate::UNKNOWN, 0), |fact| (fact.date, fact.key))
        };
        let mut ends: Vec<[u32; 2]> = Vec::with_capacity(games.len());
        let (mut first, mut last) = (None, None);
        for &(.., game) in games {
            let ranked = Some((rank(game), game));
            first = if first.is_none() { ranked } else { first.min(ranked) };
            last = last.max(ranked);
            ends.push([first, last].map(|end| end.map_or(game, |(_, game)| game)));
        }
        Past { games, ends }
    }

    /// Those whose place is lower.
    fn before(&self, place: u32) -> Left {
        let count = self.games.partition_point(|game| game.1 < place);
        let Some([first, last]) = count.checked_sub(1).map(|at| self.ends[at]) else {
            return Left::default();
        };
        Left { games: count as u64, first: Some(first), last: Some(last) }
    }
}
