//! Derived values of games, laid over their facts.
//!
//! Facts hold the values that records and names of files state. Only a game whose players, date or
//! result are derived, doubted or known from the name of a file has an entry here. Questions are
//! answered from the facts with the entries laid over them; *as stated*, from the facts without the
//! values that only names of files state.
//!
//! Layout of a chunk, which has the number of a chunk of facts; all numbers little-endian, entries
//! ascending by place:
//!
//! | bytes | content |
//! | --- | --- |
//! | 2 | place of the game in its chunk |
//! | 4 | the date that is better than the stated one, packed; 0 for none |
//! | 4 | derived `player.id` of Red; 0 for none |
//! | 4 | derived `player.id` of Black; 0 for none |
//! | 1 | bits 0 to 3: derived result as its number, 0 for none; 4 to 7: the reason for the date as its number |
//! | 1 | bits 0 to 3: Red, Black, date, result come from the name of a file; 4: the stated date is wrong, and no other known; 5: it is a game that was played |

use crate::metadata::{DateReason, Dated, FieldSet, GameResult, Kind, PackedDate};
use crate::store::error::{Error, Result};
use crate::store::facts::{CHUNK, Fact};
use crate::store::sql::Connection;
use std::ops::Range;

/// Bytes of an entry.
const ENTRY: usize = 16;
const DOUBTS_DATE: u8 = 16;
const IS_PLAYED: u8 = 32;

/// Values laid over the facts of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Overlay {
    /// Date and its reason; `None` where the stated date holds.
    pub(crate) dated: Option<Dated>,
    /// `player.id`, 0 for none.
    pub(crate) red: u32,
    /// `player.id`, 0 for none.
    pub(crate) black: u32,
    /// Number of a result, 0 for none.
    pub(crate) result: u8,
    /// Fields that only the name of a file states.
    pub(crate) from_file: FieldSet,
    /// Whether names and result show that the game was played, although no record states a result.
    pub(crate) is_played: bool,
}

impl Overlay {
    pub(crate) const NOTHING: Overlay = Overlay {
        dated: None,
        red: 0,
        black: 0,
        result: 0,
        from_file: FieldSet::NONE,
        is_played: false,
    };

    /// Lays the derived values over the facts. A doubted date becomes unknown.
    pub(crate) fn lay_over(&self, fact: &mut Fact) {
        fact.date = self.dated.map_or(fact.date, |dated| dated.date);
        if self.red > 0 {
            fact.red = self.red;
        }
        if self.black > 0 {
            fact.black = self.black;
        }
        if self.result > 0 {
            fact.result = self.result;
        }
        if self.is_played {
            fact.kind = Kind::Game as u8;
        }
    }

    /// Removes from the facts the values that only names of files state.
    pub(crate) fn take_away(&self, fact: &mut Fact) {
        if self.from_file.has(FieldSet::RED) {
            fact.red = 0;
        }
        if self.from_file.has(FieldSet::BLACK) {
            fact.black = 0;
        }
        if self.from_file.has(FieldSet::DATE) {
            fact.date = PackedDate::UNKNOWN;
        }
        if self.from_file.has(FieldSet::RESULT) {
            fact.result = 0;
        }
    }

    /// Bytes of the entry of the game at a place.
    pub(crate) fn encode(&self, place: u16) -> [u8; ENTRY] {
        let date = self.dated.map_or(PackedDate::UNKNOWN, |dated| dated.date);
        let doubts = if self.dated.is_some() && date.is_unknown() { DOUBTS_DATE } else { 0 };
        let because = self.dated.map_or(0, |dated| dated.because as u8);
        let played = if self.is_played { IS_PLAYED } else { 0 };
        let mut entry = [0; ENTRY];
        entry[..2].copy_from_slice(&place.to_le_bytes());
        for (at, number) in [(2, date.bits()), (6, self.red), (10, self.black)] {
            entry[at..at + 4].copy_from_slice(&number.to_le_bytes());
        }
        let flags = self.from_file.bits() | doubts | played;
        entry[14..].copy_from_slice(&[self.result | because << 4, flags]);
        entry
    }

    fn decode(entry: &[u8; ENTRY]) -> (u16, Overlay) {
        let number = |at: usize| {
            u32::from_le_bytes([entry[at], entry[at + 1], entry[at + 2], entry[at + 3]])
        };
        let flags = entry[15];
        let date = PackedDate::from_bits(number(2));
        let is_dated = !date.is_unknown() || flags & DOUBTS_DATE > 0;
        let reason = || match DateReason::of_number(entry[14] >> 4) {
            // Older versions store no reason.
            None | Some(DateReason::Stated) if date.is_unknown() => DateReason::Doubted,
            reason => reason.unwrap_or(DateReason::Stated),
        };
        let overlay = Overlay {
            dated: is_dated.then(|| Dated { date, because: reason() }),
            red: number(6),
            black: number(10),
            result: entry[14] & 15,
            from_file: FieldSet::from_bits(flags),
            is_played: flags & IS_PLAYED > 0,
        };
        (u16::from_le_bytes([entry[0], entry[1]]), overlay)
    }
}

/// Entries of a chunk with their places.
pub(crate) fn entries(data: &[u8]) -> impl Iterator<Item = (u16, Overlay)> + '_ {
    data.as_chunks::<ENTRY>().0.iter().map(Overlay::decode)
}

/// Entries of some places of a chunk, with these places.
pub(crate) fn within(
    data: &[u8],
    places: Range<usize>,
) -> impl Iterator<Item = (usize, Overlay)> + '_ {
    let entries = data.as_chunks::<ENTRY>().0;
    let of = |entry: &[u8; ENTRY]| usize::from(u16::from_le_bytes([entry[0], entry[1]]));
    let [first, last] =
        [places.start, places.end].map(|end| entries.partition_point(|entry| of(entry) < end));
    let decoded = entries[first..last.max(first)].iter().map(Overlay::decode);
    decoded.map(|(place, overlay)| (usize::from(place), overlay))
}

/// The entry of a place in a chunk; `None` without one.
pub(crate) fn find(data: &[u8], place: usize) -> Option<Overlay> {
    Some(within(data, place..place + 1).next()?.1)
}

/// Passes every chunk to `visit`: its number and its checked entries.
pub(crate) fn each_chunk(conn: &Connection, mut visit: impl FnMut(usize, Vec<u8>)) -> Result<()> {
    conn.each("select chunk, data from overlay order by chunk", [], |row| {
        let chunk: u32 = row.get(0)?;
        visit(chunk as usize, checked(chunk.into(), row.blob(1)?)?.to_vec());
        Ok(())
    })
}

/// Checks the entries of a chunk and returns them.
pub(crate) fn checked(chunk: i64, data: &[u8]) -> Result<&[u8]> {
    let (whole, rest) = data.as_chunks::<ENTRY>();
    let places = whole.iter().map(|entry| usize::from(u16::from_le_bytes([entry[0], entry[1]])));
    if rest.is_empty() && places.clone().is_sorted() && places.clone().all(|place| place < CHUNK) {
        return Ok(data);
    }
    Err(Error::Damaged(format!("overlay chunk {chunk} cannot be read")))
}

/// Facts of a game that a person decided; `None` where nothing is decided.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields of a fact, by their names")]
pub struct DecidedFact {
    pub date: Option<PackedDate>,
    /// `player.id`
    pub red: Option<u32>,
    /// `player.id`
    pub black: Option<u32>,
    /// `event.id`
    pub event: Option<u32>,
    pub result: Option<GameResult>,
    pub kind: Option<Kind>,
    pub plies: Option<u16>,
    /// Number of the opening's code, 0 for none.
    pub opening: Option<u16>,
}

impl DecidedFact {
    /// Lays the decided values over the facts.
    pub(crate) fn lay_over(&self, fact: &mut Fact) {
        fact.opening = self.opening.unwrap_or(fact.opening);
        fact.plies = self.plies.unwrap_or(fact.plies);
        fact.date = self.date.unwrap_or(fact.date);
        fact.red = self.red.unwrap_or(fact.red);
        fact.black = self.black.unwrap_or(fact.black);
        fact.event = self.event.unwrap_or(fact.event);
        fact.result = self.result.map_or(fact.result, |result| result as u8);
        fact.kind = self.kind.map_or(fact.kind, |kind| kind as u8);
    }
}
