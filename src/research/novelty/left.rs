//! The games that a game left: those before it that reached the last position that it shares with
//! any of them.

use crate::metadata::PackedDate;
use crate::search::{Archive, in_parallel, join_years};
use crate::store::{Facts, Result};

/// A game that left earlier games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaver {
    /// `game.id`
    pub game: u32,
    /// Number of plies before the first position that no earlier game has; `None` if earlier games
    /// have every position.
    pub ply: Option<u32>,
    /// The earlier games that reached the position before that, or else the last position.
    pub left: Left,
}

/// Summary of the games that a game left, of which there can be millions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Left {
    /// Number of games.
    pub games: u64,
    /// Id of the earliest of these games; `None` without games.
    pub first: Option<u32>,
    /// Id of the latest of these games; `None` without games.
    pub last: Option<u32>,
}

/// Where a game leaves earlier games, as far as known.
#[derive(Clone, Copy)]
pub(super) struct Leaves {
    /// Number of plies before the first new position; `None` if the game has none.
    pub(super) ply: Option<u32>,
    /// Key of the position before; `None` for a game with a new start.
    pub(super) last: Option<u64>,
}

/// Number of positions looked up by a task.
const TASK: usize = 256;

/// Key of the last position that earlier games have, begin of a game, and the game's place in a list.
type LastSeen<T> = (u64, T, u32);

/// Adds to each game the summary of the games that it left: those whose `end` is below its `begin`.
/// Games without an `end` are not compared.
pub(super) fn with_left<T: Copy + Ord + Sync>(
    archive: &Archive,
    games: &[(u32, Leaves)],
    end: impl Fn(u32) -> Option<T> + Sync,
    begin: impl Fn(u32) -> T + Sync,
) -> Result<Vec<Leaver>> {
    let wanted = (0..).zip(games);
    let wanted = wanted.filter_map(|(at, &(game, leaves))| Some((leaves.last?, begin(game), at)));
    let mut wanted: Vec<LastSeen<T>> = wanted.collect();
    wanted.sort_unstable();
    let positions: Vec<&[LastSeen<T>]> = wanted.chunk_by(|a, b| a.0 == b.0).collect();
    let tasks: Vec<&[&[LastSeen<T>]]> = positions.chunks(TASK).collect();
    let (lines, facts) = (archive.effective(), archive.facts());
    let found = in_parallel(archive, tasks.len(), |conn, task| {
        let keys: Vec<u64> = tasks[task].iter().map(|leavers| leavers[0].0).collect();
        let begins = |leavers: &&[LastSeen<T>]| Visitors::of(leavers.iter().map(|it| it.1));
        let mut visitors: Vec<Visitors<T>> = tasks[task].iter().map(begins).collect();
        let mut at = 0;
        lines.lookup_many(conn, &keys, |posting| {
            if keys.get(at) != Some(&posting.key) {
                at = keys.partition_point(|key| *key < posting.key);
            }
            let end = end(posting.game).filter(|_| !posting.payload.is_variation());
            end.into_iter().for_each(|end| visitors[at].add(facts, posting.game, end));
        })?;
        let mut found: Vec<(u32, Left)> = Vec::new();
        for (leavers, visitors) in tasks[task].iter().zip(&mut visitors) {
            visitors.finish();
            found.extend(leavers.iter().map(|&(_, begin, at)| (at, visitors.before(begin))));
        }
        Ok(found)
    })?;
    let leaver = |&(game, Leaves { ply, .. })| Leaver { game, ply, left: Left::default() };
    let mut leavers: Vec<Leaver> = games.iter().map(leaver).collect();
    for (at, left) in found.into_iter().flatten() {
        leavers[at as usize].left = left;
    }
    Ok(leavers)
}

/// Date, first half of the key, and id of a game.
type Ranked = (PackedDate, u32, u32);

/// The games that reached a position, counted by the first of some begins that they are before.
struct Visitors<T> {
    /// Begins, ascending.
    begins: Vec<T>,
    /// Number of games, and the first and the last of them.
    before: Vec<(u64, Option<(Ranked, Ranked)>)>,
    /// The game that was added last.
    last: Option<u32>,
}

impl<T: Copy + Ord> Visitors<T> {
    /// Without games; `begins` are ascending.
    fn of(begins: impl Iterator<Item = T>) -> Visitors<T> {
        let mut begins: Vec<T> = begins.collect();
        begins.dedup();
        Visitors { before: vec![(0, None); begins.len()], begins, last: None }
    }

    /// Adds a game that reached the position; one that is added twice running counts once.
    #[inline]
    fn add(&mut self, facts: &Facts, game: u32, end: T) {
        let at = self.begins.partition_point(|begin| *begin <= end);
        let Some((games, ends)) = self.before.get_mut(at).filter(|_| self.last != Some(game))
        else {
            return;
        };
        self.last = Some(game);
        let fact = facts.get(game);
        let ranked = fact.map_or((PackedDate::UNKNOWN, 0, game), |it| (it.date, it.key, game));
        *games += 1;
        join_years(ends, Some((ranked, ranked)));
    }

    /// Adds up the games before each begin; to be called after the last game.
    fn finish(&mut self) {
        let mut all = (0, None);
        for (games, ends) in &mut self.before {
            all.0 += *games;
            join_years(&mut all.1, *ends);
            (*games, *ends) = all;
        }
    }

    /// The games that are before one of the begins.
    fn before(&self, begin: T) -> Left {
        let at = self.begins.partition_point(|other| *other < begin);
        let (games, ends) = self.before.get(at).copied().unwrap_or_default();
        Left { games, first: ends.map(|ends| ends.0.2), last: ends.map(|ends| ends.1.2) }
    }
}
