//! The facts of every game that filters and statistics need, in columns, a chunk of 8,192 games a
//! row.
//!
//! A game's id is its place: id 1 is the first game of chunk 0. Ids are never used again, so a
//! deleted game keeps its place and is marked dead.
//!
//! Layout of a chunk, all numbers little-endian:
//!
//! | bytes | what |
//! | --- | --- |
//! | 2 | number of games n |
//! | then for each of the nine columns: 1 | width w in bytes, 0 to 4: the least that holds every value |
//! | n · w | the values |
//!
//! Columns in order: date, red, black, event, key, plies, result, kind, opening; see [`Fact`].
//! Files before version 9 lack the last column.

use crate::metadata::{GameResult, Kind, PackedDate};
use crate::opening::Code;
use crate::store::error::{Error, Result};
use crate::store::file::version;
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;
use rusqlite::params;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

pub(super) mod overlay;
pub(super) mod reader;

/// Games a chunk.
pub(crate) const CHUNK: usize = 8192;
const COLUMNS: usize = 9;
/// The first version whose chunks have openings.
pub(crate) const WITH_OPENINGS: u32 = 9;
/// The places of dates and keys among the columns.
const DATE: usize = 0;
const KEY: usize = 4;
const DEAD: u8 = 255;

/// What is known of a game without reading its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact {
    /// When it was played.
    pub date: PackedDate,
    /// `player.id`, 0 for none.
    pub red: u32,
    /// `player.id`, 0 for none.
    pub black: u32,
    /// `event.id`, 0 for none.
    pub event: u32,
    /// The first 30 bits of the key: sorts like the first six characters.
    pub key: u32,
    /// Length of the main line; longer ones count as 65,535.
    pub plies: u16,
    /// `GameResult` as its number.
    pub(crate) result: u8,
    /// `Kind` as its number; 255 for a game that is gone.
    pub(crate) kind: u8,
    /// The number of the opening's [`Code`] by moves, 0 for none.
    pub opening: u16,
}

impl Fact {
    /// A game that is gone.
    pub const GONE: Fact = Fact {
        date: PackedDate::UNKNOWN,
        red: 0,
        black: 0,
        event: 0,
        key: 0,
        plies: 0,
        result: 0,
        kind: DEAD,
        opening: 0,
    };

    /// The same facts with this result and kind.
    #[must_use]
    pub fn with(self, result: GameResult, kind: Kind) -> Fact {
        Fact { result: result as u8, kind: kind as u8, ..self }
    }

    /// Whether the game is still there.
    pub fn is_alive(&self) -> bool {
        self.kind != DEAD
    }

    /// The result.
    pub fn result(&self) -> GameResult {
        match self.result {
            1 => GameResult::RedWins,
            2 => GameResult::BlackWins,
            3 => GameResult::Draw,
            _ => GameResult::Unknown,
        }
    }

    /// The kind; `None` for a game that is gone.
    pub fn kind(&self) -> Option<Kind> {
        Kind::ALL.get(self.kind as usize).copied()
    }

    /// Whether it is a game between two players, and no manual, study, composition or handicap.
    #[inline]
    pub fn is_game(&self) -> bool {
        self.kind == Kind::Game as u8
    }

    /// The code of its opening, by moves.
    pub fn opening(&self) -> Option<Code> {
        Code::from_number(self.opening)
    }

    /// The year, if it is known.
    pub fn year(&self) -> Option<u16> {
        self.date.date().map(|date| date.year)
    }

    fn columns(&self) -> [u32; COLUMNS] {
        [
            self.date.bits(),
            self.red,
            self.black,
            self.event,
            self.key,
            u32::from(self.plies),
            u32::from(self.result),
            u32::from(self.kind),
            u32::from(self.opening),
        ]
    }
}

/// Hands every chunk to `visit`, in order, and how many games are before it.
///
/// # Errors
/// When SQLite fails, or a chunk is damaged, missing or too short: the place of a game is its id,
/// so no chunk but the last may lack any.
pub(crate) fn each_chunk(
    conn: &Connection,
    mut visit: impl FnMut(u32, Vec<u8>, usize) -> Result<()>,
) -> Result<()> {
    let lacks_openings = version(conn)? < WITH_OPENINGS;
    let mut next = 0;
    let mut before = 0;
    conn.each(CHUNKS, [], |row| {
        let chunk: i64 = row.get(0)?;
        if chunk != next || before != chunk as u64 * CHUNK as u64 {
            return Err(Error::Damaged(format!("facts chunk {chunk} is out of place")));
        }
        let mut data = row.blob(1)?.to_vec();
        if lacks_openings {
            add_column(&mut data);
        }
        let len = Columns::of(&data).ok_or_else(|| damaged(chunk))?.len();
        visit(before as u32, data, len)?;
        next += 1;
        before += len as u64;
        Ok(())
    })
}

/// All chunks.
const CHUNKS: &str = "select chunk, data from facts order by chunk";

/// Visits the facts of every id ever given, a chunk in memory at a time.
///
/// # Errors
/// As [`each_chunk`].
pub(crate) fn for_each(conn: &Connection, mut visit: impl FnMut(u32, &Fact)) -> Result<()> {
    each_chunk(conn, |before, data, _| {
        let facts = Columns::of(&data).map_or_else(Vec::new, |columns| columns.facts());
        (before + 1..).zip(&facts).for_each(|(id, fact)| visit(id, fact));
        Ok(())
    })
}

/// Which games are still there: a bit for every id.
pub(crate) struct Alive {
    bits: Vec<u64>,
    /// None is gone, as is usual: no bit needs to be looked at.
    is_everyone: bool,
}

impl Alive {
    /// Looks at all facts.
    pub(crate) fn load(conn: &Connection) -> Result<Alive> {
        let (mut bits, mut is_everyone) = (Vec::new(), true);
        for_each(conn, |id, fact| {
            let word = id as usize / 64;
            if bits.len() <= word {
                bits.resize(word + 1, 0);
            }
            bits[word] |= u64::from(fact.is_alive()) << (id % 64);
            is_everyone &= fact.is_alive();
        })?;
        Ok(Alive { bits, is_everyone })
    }

    /// Whether the game is still there.
    pub(crate) fn contains(&self, id: u32) -> bool {
        self.is_everyone
            || self.bits.get(id as usize / 64).is_some_and(|word| word >> (id % 64) & 1 == 1)
    }
}

/// Changes to facts, collected for one transaction.
pub(crate) struct FactsWriter {
    dirty: BTreeMap<i64, Vec<Fact>>,
    last_id: u32,
}

impl FactsWriter {
    /// Begins where the stored facts end.
    ///
    /// # Errors
    /// As [`each_chunk`].
    pub(crate) fn open(conn: &Connection) -> Result<FactsWriter> {
        let mut writer = FactsWriter { dirty: BTreeMap::new(), last_id: 0 };
        each_chunk(conn, |before, _, len| {
            writer.last_id = before + len as u32;
            Ok(())
        })?;
        Ok(writer)
    }

    /// Adds a game and returns its id.
    pub(crate) fn push(&mut self, tx: &Transaction<'_>, fact: Fact) -> Result<u32> {
        let index = self.last_id as usize;
        self.chunk(tx, (index / CHUNK) as i64)?.push(fact);
        self.last_id += 1;
        Ok(self.last_id)
    }

    /// Replaces the facts of a game.
    pub(crate) fn set(&mut self, tx: &Transaction<'_>, id: u32, fact: Fact) -> Result<()> {
        let index = id as usize - 1;
        if let Some(slot) = self.chunk(tx, (index / CHUNK) as i64)?.get_mut(index % CHUNK) {
            *slot = fact;
        }
        Ok(())
    }

    fn chunk(&mut self, tx: &Transaction<'_>, chunk: i64) -> Result<&mut Vec<Fact>> {
        match self.dirty.entry(chunk) {
            Entry::Occupied(entry) => Ok(entry.into_mut()),
            Entry::Vacant(entry) => {
                let mut facts = Vec::with_capacity(CHUNK);
                let stored: Option<Vec<u8>> = tx
                    .select("select data from facts where chunk = ?1")?
                    .optional([chunk], |row| row.get(0))?;
                if let Some(data) = stored {
                    decode(&data, &mut facts).ok_or_else(|| damaged(chunk))?;
                }
                Ok(entry.insert(facts))
            }
        }
    }

    /// Writes every changed chunk; all but the last are then forgotten, to bound the memory.
    pub(crate) fn flush(&mut self, tx: &Transaction<'_>) -> Result<()> {
        let mut statement =
            tx.write("insert or replace into facts (chunk, data) values (?1, ?2)")?;
        for (chunk, facts) in &self.dirty {
            statement.execute(params![chunk, encode(facts)])?;
        }
        let last = self.dirty.pop_last();
        self.dirty.clear();
        self.dirty.extend(last);
        Ok(())
    }
}

/// Gives the chunks of an older file their openings; `opening` tells the number of a game's.
///
/// # Errors
/// When SQLite fails or a chunk is damaged.
pub(crate) fn add_openings(
    tx: &Transaction<'_>,
    opening: impl Fn(u32) -> Result<u16>,
) -> Result<()> {
    let mut write = tx.write("update facts set data = ?2 where chunk = ?1")?;
    let mut chunk = 0;
    loop {
        let stored: Option<Vec<u8>> = tx
            .select("select data from facts where chunk = ?1")?
            .optional([chunk], |row| row.get(0))?;
        let Some(mut data) = stored else { return Ok(()) };
        add_column(&mut data);
        let mut facts = Vec::with_capacity(CHUNK);
        decode(&data, &mut facts).ok_or_else(|| damaged(chunk))?;
        let first = (chunk as usize * CHUNK) as u32 + 1;
        for (id, fact) in (first..).zip(&mut facts).filter(|(_, fact)| fact.is_alive()) {
            fact.opening = opening(id)?;
        }
        write.execute(params![chunk, encode(&facts)])?;
        chunk += 1;
    }
}

/// Adds a column without values: all are 0.
fn add_column(data: &mut Vec<u8>) {
    data.push(0);
}

fn damaged(chunk: i64) -> Error {
    Error::Damaged(format!("facts chunk {chunk} cannot be read"))
}

fn encode(facts: &[Fact]) -> Vec<u8> {
    let mut data = Vec::with_capacity(2 + COLUMNS + facts.len() * 14);
    data.extend_from_slice(&(facts.len() as u16).to_le_bytes());
    for column in 0..COLUMNS {
        let values = || facts.iter().map(move |fact| fact.columns()[column]);
        let bits = 32 - values().fold(0, |all, value| all | value).leading_zeros();
        let width = bits.div_ceil(8) as usize;
        data.push(width as u8);
        for value in values() {
            data.extend_from_slice(&value.to_le_bytes()[..width]);
        }
    }
    data
}

/// The facts of one chunk.
fn decode(data: &[u8], facts: &mut Vec<Fact>) -> Option<()> {
    facts.extend(Columns::of(data)?.facts());
    Some(())
}

/// A chunk taken apart and found whole: what it says can be read without further checks.
pub(crate) struct Columns<'a> {
    count: usize,
    /// Width and values, in the order of [`Fact::columns`].
    columns: [(usize, &'a [u8]); COLUMNS],
}

impl<'a> Columns<'a> {
    /// `None` when the chunk is damaged.
    pub(crate) fn of(data: &'a [u8]) -> Option<Columns<'a>> {
        let (count, mut rest) = data.split_first_chunk::<2>()?;
        let count = u16::from_le_bytes(*count) as usize;
        let mut columns: [(usize, &[u8]); COLUMNS] = [(0, &[]); COLUMNS];
        for slot in &mut columns {
            let (&width, after) = rest.split_first()?;
            let (values, after) = after.split_at_checked(count * usize::from(width))?;
            if width > 4 {
                return None;
            }
            *slot = (usize::from(width), values);
            rest = after;
        }
        (rest.is_empty() && count <= CHUNK).then_some(Columns { count, columns })
    }

    /// How many games the chunk has.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The keys of the games, in order.
    pub(crate) fn keys(&self) -> Vec<u32> {
        let mut keys = vec![0; self.count];
        spread(self.columns[KEY], &mut keys, |key, value| *key = value);
        keys
    }

    /// The date of the game at a place.
    pub(crate) fn date(&self, place: usize) -> PackedDate {
        PackedDate::from_bits(value(self.columns[DATE], place))
    }

    /// One game, by its place in the chunk.
    pub(crate) fn fact(&self, place: usize) -> Option<Fact> {
        if place >= self.count {
            return None;
        }
        let [date, red, black, event, key, plies, result, kind, opening] =
            self.columns.map(|column| value(column, place));
        Some(Fact {
            date: PackedDate::from_bits(date),
            red,
            black,
            event,
            key,
            plies: plies as u16,
            result: result as u8,
            kind: kind as u8,
            opening: opening as u16,
        })
    }

    /// The games, in order.
    pub(crate) fn facts(&self) -> Vec<Fact> {
        let [date, red, black, event, key, plies, result, kind, opening] = self.columns;
        let mut facts = vec![Fact { kind: 0, ..Fact::GONE }; self.count];
        spread(date, &mut facts, |fact, value| fact.date = PackedDate::from_bits(value));
        spread(red, &mut facts, |fact, value| fact.red = value);
        spread(black, &mut facts, |fact, value| fact.black = value);
        spread(event, &mut facts, |fact, value| fact.event = value);
        spread(key, &mut facts, |fact, value| fact.key = value);
        spread(plies, &mut facts, |fact, value| fact.plies = value as u16);
        spread(result, &mut facts, |fact, value| fact.result = value as u8);
        spread(kind, &mut facts, |fact, value| fact.kind = value as u8);
        spread(opening, &mut facts, |fact, value| fact.opening = value as u16);
        facts
    }
}

/// One value of a column; 0 where it has none.
fn value((width, values): (usize, &[u8]), place: usize) -> u32 {
    let mut bytes = [0; 4];
    if let Some(stored) = values.get(place * width..(place + 1) * width) {
        bytes[..width].copy_from_slice(stored);
    }
    u32::from_le_bytes(bytes)
}

/// Sets one field of every game. A loop for each width: a general one takes four times as long.
fn spread<T>((width, values): (usize, &[u8]), games: &mut [T], set: impl Fn(&mut T, u32)) {
    fn run<T, const W: usize>(values: &[u8], games: &mut [T], set: impl Fn(&mut T, u32)) {
        for (game, bytes) in games.iter_mut().zip(values.as_chunks::<W>().0) {
            let mut value = [0; 4];
            value[..W].copy_from_slice(bytes);
            set(game, u32::from_le_bytes(value));
        }
    }
    match width {
        1 => run::<T, 1>(values, games, set),
        2 => run::<T, 2>(values, games, set),
        3 => run::<T, 3>(values, games, set),
        4 => run::<T, 4>(values, games, set),
        // No byte a value: all are 0, as they are from the beginning.
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_read_back_and_damage_is_refused() {
        let facts: Vec<Fact> = (0..300)
            .map(|i| {
                let base = Fact {
                    date: PackedDate::from_bits(i * 7),
                    red: i,
                    black: i << 9,
                    event: 0,
                    key: i << 20,
                    ..Fact::GONE
                };
                let base = Fact { opening: i as u16 * 9, ..base };
                if i % 5 == 0 { Fact::GONE } else { base.with(GameResult::Draw, Kind::Handicap) }
            })
            .collect();
        let data = encode(&facts);
        let mut read = Vec::new();
        assert_eq!(decode(&data, &mut read), Some(()));
        assert_eq!(read, facts);
        let columns = Columns::of(&data).unwrap();
        let one_by_one: Vec<Fact> = (0..).map_while(|place| columns.fact(place)).collect();
        assert_eq!(one_by_one, facts);
        for cut in 0..data.len() {
            assert_eq!(decode(&data[..cut], &mut Vec::new()), None, "cut at {cut}");
        }
    }
}
