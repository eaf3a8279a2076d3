//! The facts of every game that filters and statistics need, in columns; a row holds a chunk of
//! 8,192 games.
//!
//! The id of a game gives its place: id 1 is the first game of chunk 0. Ids are never used again,
//! so a deleted game keeps its place and is marked dead.
//!
//! Layout of a chunk, all numbers little-endian:
//!
//! | bytes | content |
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
use crate::store::sql::Connection;
use std::ops::Range;

pub(super) mod overlay;
pub(super) mod reader;
pub(super) mod writer;

/// Number of games in a chunk.
pub(crate) const CHUNK: usize = 8192;
const COLUMNS: usize = 9;
/// First version whose chunks have openings.
pub(crate) const WITH_OPENINGS: u32 = 9;
/// Index of each column.
const DATE: usize = 0;
const RED: usize = 1;
const BLACK: usize = 2;
const EVENT: usize = 3;
const KEY: usize = 4;
const PLIES: usize = 5;
const RESULT: usize = 6;
const KIND: usize = 7;
const OPENING: usize = 8;
const DEAD: u8 = 255;

/// Columns of facts that a question reads. The kind is always among them: it says which games are
/// deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FactColumns(u16);

impl FactColumns {
    pub(crate) const KIND: FactColumns = FactColumns(1 << KIND);
    pub(crate) const DATE: FactColumns = FactColumns::KIND.and(FactColumns(1 << DATE));
    /// Red and Black.
    pub(crate) const PLAYERS: FactColumns =
        FactColumns::KIND.and(FactColumns(1 << RED | 1 << BLACK));
    pub(crate) const EVENT: FactColumns = FactColumns::KIND.and(FactColumns(1 << EVENT));
    pub(crate) const PLIES: FactColumns = FactColumns::KIND.and(FactColumns(1 << PLIES));
    pub(crate) const RESULT: FactColumns = FactColumns::KIND.and(FactColumns(1 << RESULT));
    pub(crate) const OPENING: FactColumns = FactColumns::KIND.and(FactColumns(1 << OPENING));
    const ALL: FactColumns = FactColumns((1 << COLUMNS) - 1);

    /// The columns of both.
    pub(crate) const fn and(self, other: FactColumns) -> FactColumns {
        FactColumns(self.0 | other.0)
    }

    const fn has(self, column: usize) -> bool {
        self.0 >> column & 1 == 1
    }
}

/// Facts of a game that are known without reading its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact {
    /// Date of the game.
    pub date: PackedDate,
    /// `player.id`, 0 for none.
    pub red: u32,
    /// `player.id`, 0 for none.
    pub black: u32,
    /// `event.id`, 0 for none.
    pub event: u32,
    /// First 30 bits of the key: sorts like the first six characters.
    pub key: u32,
    /// Length of the main line in plies; longer lines count as 65,535.
    pub plies: u16,
    /// Number of the `GameResult`.
    pub(crate) result: u8,
    /// Number of the `Kind`; 255 for a deleted game.
    pub(crate) kind: u8,
    /// Number of the opening's [`Code`] by moves, 0 for none.
    pub opening: u16,
}

impl Fact {
    /// Facts of a deleted game.
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

    /// These facts with another result and kind.
    #[must_use]
    pub fn with(self, result: GameResult, kind: Kind) -> Fact {
        Fact { result: result as u8, kind: kind as u8, ..self }
    }

    /// Whether the game is not deleted.
    #[inline]
    pub fn is_alive(&self) -> bool {
        self.kind != DEAD
    }

    /// Result of the game.
    #[inline]
    pub fn result(&self) -> GameResult {
        match self.result {
            1 => GameResult::RedWins,
            2 => GameResult::BlackWins,
            3 => GameResult::Draw,
            _ => GameResult::Unknown,
        }
    }

    /// Kind of the game; `None` for a deleted game.
    #[inline]
    pub fn kind(&self) -> Option<Kind> {
        Kind::ALL.get(self.kind as usize).copied()
    }

    /// Whether the kind is a game between two players, and no manual, study, composition or
    /// handicap.
    #[inline]
    pub fn is_game(&self) -> bool {
        self.kind == Kind::Game as u8
    }

    /// Whether two players played the game, at a handicap or not; a manual, study, composition or
    /// diagram was not played.
    pub fn was_played(&self) -> bool {
        self.is_game() || self.kind == Kind::Handicap as u8
    }

    /// Whether the date may lie in one of these ranges (first and last date, ends included).
    pub fn may_be_of(&self, ranges: &[(PackedDate, PackedDate)]) -> bool {
        ranges.iter().any(|&(first, last)| self.date.meets(first, last))
    }

    /// Code of the opening, by moves; `None` without one.
    pub fn opening(&self) -> Option<Code> {
        Code::from_number(self.opening)
    }

    /// Year of the game; `None` if unknown.
    #[inline]
    pub fn year(&self) -> Option<u16> {
        self.date.year()
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

/// Number of chunks.
pub(crate) fn chunk_count(conn: &Connection) -> Result<usize> {
    let last: i64 = conn.value("select coalesce(max(chunk), -1) from facts")?;
    Ok(usize::try_from(last + 1).unwrap_or(0))
}

/// Passes each of some chunks to `visit`, in order, with its number of games.
///
/// # Errors
/// SQLite fails, or a chunk is damaged, missing or too short: the id of a game gives its place, so
/// only the last chunk of all, of `count`, may be short.
pub(crate) fn each_chunk(
    conn: &Connection,
    (chunks, count): (Range<usize>, usize),
    mut visit: impl FnMut(Vec<u8>, usize) -> Result<()>,
) -> Result<()> {
    // A number below that of the first chunk is out of place, too.
    let first = if chunks.start == 0 { i64::MIN } else { chunks.start as i64 };
    let mut next = chunks.start as i64;
    let sql = "select chunk, data from facts where chunk >= ?1 and chunk < ?2 order by chunk";
    conn.each(sql, [first, chunks.end as i64], |row| {
        let chunk: i64 = row.get(0)?;
        let data = row.blob(1)?.to_vec();
        let len = Columns::of(&data).ok_or_else(|| damaged(chunk))?.count;
        if chunk != next || len < CHUNK && chunk + 1 != count as i64 {
            return Err(Error::Damaged(format!("facts chunk {chunk} is out of place")));
        }
        next += 1;
        visit(data, len)
    })?;
    match next == chunks.end as i64 {
        true => Ok(()),
        false => Err(Error::Damaged(format!("facts chunk {next} is missing"))),
    }
}

/// Visits the key of every game by id, from 1: `None` for a deleted game. Keeps one chunk in memory
/// at a time and decodes two columns.
pub(crate) fn each_key(conn: &Connection, mut visit: impl FnMut(Option<u32>)) -> Result<()> {
    let count = chunk_count(conn)?;
    each_chunk(conn, (0..count, count), |data, _| {
        if let Some(columns) = Columns::of(&data) {
            let alive = columns.alive().zip(columns.keys());
            alive.for_each(|(is_alive, key)| visit(is_alive.then_some(key)));
        }
        Ok(())
    })
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

/// Sets the columns that are not wanted to values that no game has: who reads one of them is seen in
/// tests.
fn spoil(wanted: FactColumns, facts: &mut [Fact]) {
    for fact in facts {
        let own = *fact;
        let or = |column, value| if wanted.has(column) { value } else { u32::MAX };
        *fact = Fact {
            date: PackedDate::from_bits(or(DATE, own.date.bits())),
            red: or(RED, own.red),
            black: or(BLACK, own.black),
            event: or(EVENT, own.event),
            key: or(KEY, own.key),
            plies: or(PLIES, own.plies.into()) as u16,
            result: or(RESULT, own.result.into()) as u8,
            opening: or(OPENING, own.opening.into()) as u16,
            ..own
        };
    }
}

/// The number that at most four bytes state.
#[inline(always)]
fn little_endian<const W: usize>(bytes: &[u8; W]) -> u32 {
    let mut number = 0;
    for (at, byte) in bytes.iter().enumerate() {
        number |= u32::from(*byte) << (8 * at);
    }
    number
}

/// A checked chunk, split into columns; its values are read without further checks.
pub(crate) struct Columns<'a> {
    count: usize,
    /// Width in bytes, and values, in the order of [`Fact::columns`].
    columns: [(usize, &'a [u8]); COLUMNS],
}

impl<'a> Columns<'a> {
    /// Splits a chunk; `None` if it is damaged.
    pub(crate) fn of(data: &'a [u8]) -> Option<Columns<'a>> {
        let (count, mut rest) = data.split_first_chunk::<2>()?;
        let count = u16::from_le_bytes(*count) as usize;
        let mut columns: [(usize, &[u8]); COLUMNS] = [(0, &[]); COLUMNS];
        for (place, slot) in columns.iter_mut().enumerate() {
            if place == OPENING && rest.is_empty() {
                break;
            }
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

    /// Keys of the games, in order.
    pub(crate) fn keys(&self) -> Vec<u32> {
        self.column(KEY)
    }

    /// Passes `player.id` of every player to `look`; some games have none.
    pub(crate) fn each_player(&self, mut look: impl FnMut(u32)) {
        [RED, BLACK].into_iter().for_each(|column| self.each(column, 0..self.count, &mut look));
    }

    /// Passes `event.id` of every game that has an event to `look`.
    pub(crate) fn each_event(&self, look: impl FnMut(u32)) {
        self.each(EVENT, 0..self.count, look);
    }

    /// Date of the game at a place.
    pub(crate) fn date(&self, place: usize) -> PackedDate {
        let (width, values) = self.columns[DATE];
        let bytes = values.get(place * width..(place + 1) * width).unwrap_or_default();
        let number = bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte));
        PackedDate::from_bits(number)
    }

    /// Dates of the games, in order; a deleted game has none.
    pub(crate) fn dates(&self) -> Vec<PackedDate> {
        let mut dates = vec![PackedDate::UNKNOWN; self.count];
        self.write(DATE, &self.whole(), &mut dates, |date, bits| {
            *date = PackedDate::from_bits(bits)
        });
        dates
    }

    /// Whether each game is not deleted, in order.
    fn alive(&self) -> impl Iterator<Item = bool> {
        self.column(KIND).into_iter().map(|kind| kind != u32::from(DEAD))
    }

    /// Facts of the games, in order.
    pub(crate) fn facts(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        self.read(0..self.count, FactColumns::ALL, &mut facts);
        facts
    }

    /// Replaces `facts` with those of the games at some places, of which only the wanted columns are
    /// sure.
    fn read(&self, places: Range<usize>, wanted: FactColumns, facts: &mut Vec<Fact>) {
        let places = places.start..places.end.min(self.count);
        facts.clear();
        facts.resize(places.len(), Fact { kind: 0, ..Fact::GONE });
        let part = &(wanted, places);
        self.write(DATE, part, facts, |fact, bits| fact.date = PackedDate::from_bits(bits));
        self.write(RED, part, facts, |fact, id| fact.red = id);
        self.write(BLACK, part, facts, |fact, id| fact.black = id);
        self.write(EVENT, part, facts, |fact, id| fact.event = id);
        self.write(KEY, part, facts, |fact, key| fact.key = key);
        self.write(PLIES, part, facts, |fact, plies| fact.plies = plies as u16);
        self.write(RESULT, part, facts, |fact, number| fact.result = number as u8);
        self.write(KIND, part, facts, |fact, number| fact.kind = number as u8);
        self.write(OPENING, part, facts, |fact, number| fact.opening = number as u16);
        if cfg!(debug_assertions) {
            spoil(wanted, facts);
        }
    }

    /// Values of a column.
    fn column(&self, column: usize) -> Vec<u32> {
        let mut values = vec![0; self.count];
        self.write(column, &self.whole(), &mut values, |slot, value| *slot = value);
        values
    }

    /// All columns and places.
    fn whole(&self) -> (FactColumns, Range<usize>) {
        (FactColumns::ALL, 0..self.count)
    }

    /// Sets the values of a column in the slots of the games at some places, in order, if the column
    /// is wanted. The slots of a column of zeros, which has no bytes, stay as they are.
    fn write<T>(
        &self,
        column: usize,
        (wanted, places): &(FactColumns, Range<usize>),
        slots: &mut [T],
        set: impl Fn(&mut T, u32),
    ) {
        let mut slots = slots.iter_mut();
        if wanted.has(column) {
            self.each(column, places.clone(), |value| {
                slots.next().into_iter().for_each(|slot| set(slot, value));
            });
        }
    }

    /// Passes the values of a column at some places to `look`, in order; none of a column of zeros.
    /// Each width has its own loop: a general loop takes four times as long.
    fn each(&self, column: usize, places: Range<usize>, look: impl FnMut(u32)) {
        fn run<const W: usize>(values: &[u8], mut look: impl FnMut(u32)) {
            for bytes in values.as_chunks::<W>().0 {
                look(little_endian(bytes));
            }
        }
        let (width, values) = self.columns[column];
        let values = values.get(places.start * width..places.end * width).unwrap_or_default();
        match width {
            1 => run::<1>(values, look),
            2 => run::<2>(values, look),
            3 => run::<3>(values, look),
            4 => run::<4>(values, look),
            _ => {}
        }
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
        let read = |data: &[u8]| Columns::of(data).map(|columns| columns.facts());
        assert_eq!(read(&data).unwrap(), facts);
        // A chunk that ends before the openings is of an older version.
        let openings = data.len() - 1 - 2 * facts.len();
        for cut in (0..data.len()).filter(|cut| *cut != openings) {
            assert_eq!(read(&data[..cut]), None, "cut at {cut}");
        }
        let without = facts.iter().map(|fact| Fact { opening: 0, ..*fact });
        assert!(read(&data[..openings]).unwrap().into_iter().eq(without));
    }
}
