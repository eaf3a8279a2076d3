//! Novelties of all games in one pass through the index.
//!
//! The index is read in ranges of keys. A position that a game reached after an earlier game is
//! noted with its earliest game; any other position is new to all its games. Then all games are
//! replayed until they leave the noted positions. When the notes fill their memory, games are
//! replayed for the ranges so far, the notes are cleared, and the pass goes on; a game's ply is the
//! least of all replays. For few games, only their own positions are noted. The games that were
//! left are looked up at the end, once per position, since many games leave the same one.

use super::counts;
use super::left::{Leaver, Leaves, with_left};
use crate::metadata::PackedDate;
use crate::search::{Archive, Effective, IdSet, Watch, in_chunks, in_parallel};
use crate::store::{Connection, Result};
use crate::xiangqi::{Move, Position, PositionKey};
use std::ops::RangeInclusive;

/// Approximate number of postings in a range.
const RANGE: u64 = 1 << 19;
/// Number of ranges read in parallel.
const TOGETHER: usize = 32;
/// Number of noted positions after which games are replayed: 128 MB.
const MOST: usize = 8 << 20;

/// Novelties of the given games, by id; undated games and copies are missing. `watch` advances with
/// the ranges; returns [`Stopped`](crate::store::Error::Stopped) when it stops the search.
pub(super) fn novelties(
    archive: &Archive,
    games: &IdSet,
    watch: &dyn Watch,
) -> Result<Vec<Leaver>> {
    let order = DayOrder::of(archive)?;
    let lines = archive.effective();
    let ranges = Ranges::of(archive.index().posting_count());
    watch.expect(ranges.count as u64);
    let wanted = Wanted::of(archive, games)?;
    let unknown = Leaves { ply: None, last: None };
    let mut leaves = vec![unknown; archive.facts().last_id() as usize + 1];
    let mut noted: Vec<Noted> = Vec::new();
    let (mut begun, mut next) = (0, 0);
    while next < ranges.count {
        let end = ranges.count.min(next + TOGETHER);
        let found = in_parallel(archive, end - next, |conn, number| {
            note(lines, conn, (&order, wanted.as_ref()), ranges.keys(next + number))
        })?;
        found.into_iter().for_each(|mut found| noted.append(&mut found));
        watch.advance((end - next) as u64);
        next = end;
        watch.go_on()?;
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
    let end = |game| Some(order.place(game)).filter(|&place| place != NONE);
    with_left(archive, &games, end, |game| order.before(game))
}

/// Filter of the positions of some games; may accept a few other positions.
struct Wanted {
    /// One bit for each remainder of a key.
    bits: Vec<u64>,
}

impl Wanted {
    /// Divisor of the archive: a larger share of the games has most positions, so a filter is
    /// useless.
    const PART: usize = 8;
    /// Number of bits per ply of the games.
    const SPARSE: usize = 8;

    /// Replays the games; `None` if they are too many for a filter to be worth the time.
    fn of(archive: &Archive, games: &IdSet) -> Result<Option<Wanted>> {
        let facts = archive.facts();
        if games.len() * Wanted::PART > facts.last_id() as usize {
            return Ok(None);
        }
        let games: Vec<u32> = games.iter().collect();
        let plies = archive.facts_of(&games).map(|fact| usize::from(fact.plies) + 1);
        let count = (plies.sum::<usize>() * Wanted::SPARSE).next_power_of_two().max(64);
        let mut wanted = Wanted { bits: vec![0; count / 64] };
        let chunks: Vec<&[u32]> = in_chunks(&games).collect();
        let lines = archive.effective();
        let found = in_parallel(archive, chunks.len(), |conn, number| {
            let mut keys = Vec::new();
            lines.lines_of(conn, chunks[number], &mut |line| {
                let mut position = line.start_position()?;
                keys.push(position.key().key);
                for mv in line.played()? {
                    position.play_unchecked(mv);
                    keys.push(position.key().key);
                }
                Ok(())
            })?;
            Ok(keys)
        })?;
        for key in found.into_iter().flatten() {
            let place = wanted.place(key);
            wanted.bits[place / 64] |= 1 << (place % 64);
        }
        Ok(Some(wanted))
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.bits.len() * 64 - 1)
    }

    /// Whether the position with this key may be one of the games' positions.
    #[inline]
    fn has(&self, key: u64) -> bool {
        let place = self.place(key);
        self.bits[place / 64] >> (place % 64) & 1 == 1
    }
}

/// A position that a game reached after an earlier game.
struct Noted {
    key: u64,
    /// Place in [`DayOrder`] of the position's earliest game.
    place: u32,
}

/// All keys, divided into equal ranges.
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

/// The noted positions of a range, by key.
fn note(
    lines: Effective<'_>,
    conn: &Connection,
    (order, wanted): (&DayOrder, Option<&Wanted>),
    keys: RangeInclusive<u64>,
) -> Result<Vec<Noted>> {
    let mut postings: Vec<(u64, u32)> = Vec::new();
    lines.scan_keys(conn, keys, |posting| {
        if wanted.is_some_and(|wanted| !wanted.has(posting.key)) {
            return;
        }
        if !posting.payload.is_variation() && order.has(posting.game) {
            postings.push((posting.key, posting.game));
        }
    })?;
    // Sorted within each segment, but not across segments.
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

/// The noted positions of some ranges, for lookups.
struct Known {
    keys: RangeInclusive<u64>,
    noted: Vec<Noted>,
    /// Place in `noted` where each part of the range begins; keys are uniform.
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

    /// Place of the earliest game of a noted position; `None` if the position is not noted.
    fn place(&self, key: u64) -> Option<u32> {
        let part = ((key - self.keys.start()) >> self.shift) as usize;
        let here = &self.noted[self.begins[part] as usize..self.begins[part + 1] as usize];
        here.iter().find(|noted| noted.key == key).map(|noted| noted.place)
    }
}

/// Replays games until they leave the positions of earlier games, and updates `leaves`.
fn replay(
    archive: &Archive,
    games: &IdSet,
    order: &DayOrder,
    known: &Known,
    leaves: &mut [Leaves],
) -> Result<()> {
    let so_far: &[Leaves] = leaves;
    let lines = archive.effective();
    let games: Vec<u32> = games.iter().filter(|&game| order.has(game)).collect();
    let chunks: Vec<&[u32]> = in_chunks(&games).collect();
    let found = in_parallel(archive, chunks.len(), |conn, number| {
        let mut found: Vec<(u32, Leaves)> = Vec::new();
        lines.lines_of(conn, chunks[number], &mut |line| {
            let before = order.before(line.id);
            let is_new = |key: u64| {
                known.keys.contains(&key) && known.place(key).is_none_or(|place| place >= before)
            };
            let least = so_far[line.id as usize].ply.unwrap_or(u32::MAX);
            let leaves = self::leaves(line.start_position()?, line.playable(), least, is_new);
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

/// Where a line has its first new position before ply `least`, or that it ends without one; `None`
/// if it does neither.
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
            return Some(Leaves { ply: Some(ply), last });
        }
        last = Some(key);
        let Some(mv) = moves.next() else { return Some(Leaves { ply: None, last }) };
        position.play_unchecked(mv);
    }
    None
}

/// Place of a game that is not compared: undated or a copy.
const NONE: u32 = u32::MAX;

/// Place of each game in the order of latest possible days, and the number of places surely before
/// it. A game is earlier than another if its place is below that number.
pub(super) struct DayOrder {
    places: Vec<u32>,
    before: Vec<u32>,
}

impl DayOrder {
    /// Orders all games of an archive.
    pub(super) fn of(archive: &Archive) -> Result<DayOrder> {
        let kin = archive.duplicates()?;
        let facts = archive.facts();
        let mut dated: Vec<(PackedDate, u32)> = facts
            .alive()
            .filter(|&(game, fact)| counts(kin, game, fact))
            .map(|(game, fact)| (fact.date.latest(), game))
            .collect();
        dated.sort_unstable();
        let mut places = vec![NONE; facts.last_id() as usize + 1];
        let mut before = vec![0; places.len()];
        for (place, &(_, game)) in (0..).zip(&dated) {
            places[game as usize] = place;
            let first = facts.get(game).map_or(PackedDate::UNKNOWN, |fact| fact.date.earliest());
            before[game as usize] = dated.partition_point(|&(last, _)| last < first) as u32;
        }
        Ok(DayOrder { places, before })
    }

    /// Whether a game is compared with others.
    pub(super) fn has(&self, game: u32) -> bool {
        self.place(game) != NONE
    }

    /// Place of a game; the highest number for a game that is not compared.
    #[inline]
    pub(super) fn place(&self, game: u32) -> u32 {
        self.places.get(game as usize).copied().unwrap_or(NONE)
    }

    /// Number of places surely before the game.
    #[inline]
    pub(super) fn before(&self, game: u32) -> u32 {
        self.before.get(game as usize).copied().unwrap_or(0)
    }
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
            assert_eq!(leaves(Some(new), u32::MAX), Some((Some(ply as u32), last)));
            assert_eq!(leaves(Some(new), ply as u32), None, "an earlier round has found as much");
        }
        assert_eq!(leaves(None, u32::MAX), Some((None, keys.last().copied())));
    }
}
