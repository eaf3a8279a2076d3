//! The novelties of all games at once.
//!
//! The index is gone through in ranges of keys. Of every position to which a game came after
//! another the place of its earliest game is noted; all others are new to whoever has them. Then
//! all games are replayed until they leave what is noted. When so much is noted that memory would
//! grow with the archive, games are replayed for the ranges so far, and it begins again with the
//! next: a game's ply is the least of all rounds. What games left is looked up last (`left.rs`).

use super::before::Order;
use super::left::{Leaves, left};
use super::one::Left;
use crate::search::{Archive, Effective, IdSet, Watch, in_parallel};
use crate::store::{Connection, Error, Facts, Result};
use crate::xiangqi::{Move, Position, PositionKey};
use std::ops::RangeInclusive;

/// About so many postings are in a range.
const RANGE: u64 = 1 << 19;
/// So many ranges are gone through together.
const TOGETHER: usize = 32;
/// So many positions are noted before games are replayed: 128 MB.
const MOST: usize = 8 << 20;

/// A game that left what was before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaver {
    /// `game.id`
    pub game: u32,
    /// After how many plies it stood where no earlier game had; none when every position of it had
    /// been before.
    pub ply: Option<u32>,
    /// The earlier games that came to the position before that, or to its last one.
    pub left: Left,
}

/// How each of these games left what was before it, by id. Games that leave nothing (without a
/// date, copies) are left out. `watch` is told of parts of the work.
///
/// # Errors
/// When the database cannot be read, and [`Error::Stopped`] when the watcher ends the search.
pub fn novelties(archive: &Archive, games: &IdSet, watch: &dyn Watch) -> Result<Vec<Leaver>> {
    let order = Order::of(archive)?;
    let lines = archive.effective();
    let ranges = Ranges::of(archive.index.posting_count());
    watch.expect(ranges.count as u64);
    let unknown = Leaves { ply: u32::MAX, last: None };
    let mut leaves = vec![unknown; archive.facts.last_id() as usize + 1];
    let mut noted: Vec<Noted> = Vec::new();
    let (mut begun, mut next) = (0, 0);
    while next < ranges.count {
        let end = ranges.count.min(next + TOGETHER);
        let found = in_parallel(archive, end - next, |conn, number| {
            note(lines, conn, &order, ranges.keys(next + number))
        })?;
        found.into_iter().for_each(|mut found| noted.append(&mut found));
        watch.advance((end - next) as u64);
        next = end;
        if watch.is_stopped() {
            return Err(Error::Stopped);
        }
        if next == ranges.count || noted.len() >= MOST {
            let keys = *ranges.keys(begun).start()..=*ranges.keys(next - 1).end();
            let known = Known::of(std::mem::take(&mut noted), keys);
            replay(archive, games, &order, &known, &mut leaves)?;
            begun = next;
        }
    }
    let games: Vec<(u32, Leaves)> = games
        .iter()
        .filter(|&game| order.has(game))
        .map(|game| (game, leaves[game as usize]))
        .collect();
    drop(leaves);
    let left = left(archive, &order, &games)?;
    let told = games.into_iter().zip(left).map(|((game, leaves), left)| {
        let ply = Some(leaves.ply).filter(|&ply| ply != u32::MAX);
        Leaver { game, ply, left }
    });
    Ok(told.collect())
}

/// A position to which a game came after another.
struct Noted {
    key: u64,
    /// The place of its earliest game.
    place: u32,
}

/// The keys, cut into equal parts.
struct Ranges {
    count: usize,
    bits: u32,
}

impl Ranges {
    fn of(postings: u64) -> Ranges {
        let count = (postings / RANGE).max(1).next_power_of_two();
        Ranges { count: count as usize, bits: PositionKey::BITS - count.trailing_zeros() }
    }

    fn keys(&self, number: usize) -> RangeInclusive<u64> {
        let first = (number as u64) << self.bits;
        first..=first | ((1 << self.bits) - 1)
    }
}

/// Notes the positions of a range, by key.
fn note(
    lines: Effective<'_>,
    conn: &Connection,
    order: &Order,
    keys: RangeInclusive<u64>,
) -> Result<Vec<Noted>> {
    let mut postings: Vec<(u64, u32)> = Vec::new();
    lines.scan_keys(conn, keys, |posting| {
        if !posting.payload.is_variation() && order.has(posting.game) {
            postings.push((posting.key, posting.game));
        }
    })?;
    // Each segment is in order by itself.
    if !postings.is_sorted() {
        postings.sort_unstable();
    }
    let mut noted = Vec::new();
    for games in postings.chunk_by(|a, b| a.0 == b.0).filter(|games| games.len() > 1) {
        let place = games.iter().map(|&(_, game)| order.place(game)).min().unwrap_or(u32::MAX);
        if games.iter().any(|&(_, game)| place < order.before(game)) {
            noted.push(Noted { key: games[0].0, place });
        }
    }
    Ok(noted)
}

/// What is noted of some ranges, to be looked up.
struct Known {
    keys: RangeInclusive<u64>,
    noted: Vec<Noted>,
    /// Keys are uniform: where those of each part of the range begin.
    begins: Vec<u32>,
    shift: u32,
}

impl Known {
    /// `noted` is sorted by key.
    fn of(noted: Vec<Noted>, keys: RangeInclusive<u64>) -> Known {
        let width = keys.end() - keys.start();
        let parts = (noted.len() as u64 / 4).max(1).next_power_of_two();
        let bits = u64::BITS - width.leading_zeros();
        let shift = bits.saturating_sub(parts.trailing_zeros());
        let mut begins = vec![0_u32; (width >> shift) as usize + 2];
        for entry in &noted {
            begins[((entry.key - keys.start()) >> shift) as usize + 1] += 1;
        }
        for part in 1..begins.len() {
            begins[part] += begins[part - 1];
        }
        Known { keys, noted, begins, shift }
    }

    /// The place of the earliest game of a position that several have; none for one that is new to
    /// whoever has it.
    fn place(&self, key: u64) -> Option<u32> {
        let part = ((key - self.keys.start()) >> self.shift) as usize;
        let here = &self.noted[self.begins[part] as usize..self.begins[part + 1] as usize];
        here.iter().find(|noted| noted.key == key).map(|noted| noted.place)
    }
}

/// Replays games as far as they go on to where an earlier game was.
fn replay(
    archive: &Archive,
    games: &IdSet,
    order: &Order,
    known: &Known,
    leaves: &mut [Leaves],
) -> Result<()> {
    let so_far: &[Leaves] = leaves;
    let lines = archive.effective();
    let found = in_parallel(archive, archive.facts.chunk_count(), |conn, chunk| {
        let first = (chunk * Facts::CHUNK) as u32 + 1;
        let last = first + Facts::CHUNK as u32 - 1;
        let mut found: Vec<(u32, Leaves)> = Vec::new();
        if !(first..=last).any(|game| games.contains(game)) {
            return Ok(found);
        }
        lines.game_lines(conn, first..=last, &mut |line| {
            if !games.contains(line.id) || !order.has(line.id) {
                return Ok(());
            }
            let before = order.before(line.id);
            let is_new = |key: u64| {
                known.keys.contains(&key) && known.place(key).is_none_or(|place| place >= before)
            };
            let moves =
                line.moves.as_chunks::<2>().0.iter().map_while(|&pair| Move::from_bytes(pair));
            let least = so_far[line.id as usize].ply;
            let leaves = self::leaves(line.start_position()?, moves, least, is_new);
            found.extend(leaves.map(|leaves| (line.id, leaves)));
            Ok(())
        })?;
        Ok(found)
    })?;
    for (game, found) in found.into_iter().flatten() {
        leaves[game as usize] = found;
    }
    Ok(())
}

/// How a line leaves what was before it after fewer than `least` plies, or ends before it does;
/// none when it does neither.
fn leaves(
    mut position: Position,
    mut moves: impl Iterator<Item = Move>,
    least: u32,
    is_new: impl Fn(u64) -> bool,
) -> Option<Leaves> {
    let mut last = None;
    for ply in 0..least {
        let key = position.key().key;
        if is_new(key) {
            return Some(Leaves { ply, last });
        }
        last = Some(key);
        let Some(mv) = moves.next() else { return Some(Leaves { ply: u32::MAX, last }) };
        position.play_unchecked(mv);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::mix;

    #[test]
    fn ranges_meet_and_hold_every_key() {
        for postings in [0, RANGE, 5 * RANGE, 160 * RANGE] {
            let ranges = Ranges::of(postings);
            assert_eq!(*ranges.keys(0).start(), 0);
            assert_eq!(*ranges.keys(ranges.count - 1).end(), (1 << PositionKey::BITS) - 1);
            for number in 1..ranges.count {
                assert_eq!(ranges.keys(number - 1).end() + 1, *ranges.keys(number).start());
            }
        }
    }

    #[test]
    fn what_is_noted_is_found_and_nothing_else() {
        let ranges = Ranges::of(6 * RANGE);
        let range = *ranges.keys(2).start()..=*ranges.keys(4).end();
        for count in [0, 1, 3, 1000] {
            let keys = (0..).map(|seed| mix(seed) >> (64 - PositionKey::BITS));
            let mut keys: Vec<u64> = keys.filter(|key| range.contains(key)).take(count).collect();
            keys.extend([*range.start(), *range.end()]);
            keys.sort_unstable();
            let noted = (0..).zip(&keys).map(|(place, &key)| Noted { key, place }).collect();
            let known = Known::of(noted, range.clone());
            for (place, &key) in (0..).zip(&keys) {
                assert_eq!(known.place(key), Some(place));
                let other = if keys.contains(&(key ^ 1)) { None } else { Some(key ^ 1) };
                assert_eq!(other.and_then(|key| known.place(key)), None);
            }
        }
    }

    #[test]
    fn a_game_leaves_with_its_first_new_position() {
        let line = ["h2e2", "h9g7", "h0g2"];
        let moves = || {
            line.iter().map(|mv| {
                let square = |at: usize| {
                    let bytes = mv.as_bytes();
                    crate::xiangqi::Square::at(bytes[at] - b'a', bytes[at + 1] - b'0').unwrap()
                };
                Move::new(square(0), square(2))
            })
        };
        let mut position = Position::start();
        let mut keys = vec![position.key().key];
        for mv in moves() {
            position.play_unchecked(mv);
            keys.push(position.key().key);
        }
        let leaves = |new: Option<u64>, least| {
            let found = leaves(Position::start(), moves(), least, |key| Some(key) == new);
            found.map(|leaves| (leaves.ply, leaves.last))
        };
        for (ply, &new) in keys.iter().enumerate() {
            let last = ply.checked_sub(1).map(|before| keys[before]);
            assert_eq!(leaves(Some(new), u32::MAX), Some((ply as u32, last)));
            assert_eq!(leaves(Some(new), ply as u32), None, "an earlier round has found as much");
        }
        assert_eq!(leaves(None, u32::MAX), Some((u32::MAX, keys.last().copied())));
    }
}
