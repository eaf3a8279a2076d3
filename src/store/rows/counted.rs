//! The tables `person` and `counted`: how each game counts, for users who ask in SQL; and
//! `online_part`, the games with an online site. The folder `search` computes the rows.

use crate::metadata::{DateReason, GameResult, Kind, LaxDate, PackedDate, Played};
use crate::opening::Code;
use crate::store::checksum::{RowOrigin, Summed};
use crate::store::error::Result;
use crate::store::rows::{differences, insert_into, insert_summed};
use crate::store::sql::{Connection, from_row};
use crate::store::transaction::Transaction;
use crate::xiangqi::Move;
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rustc_hash::FxHashMap;
use std::hash::Hasher;
use twox_hash::XxHash3_64;

/// A person with all names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonRow {
    /// Lowest `player.id` of the person's names.
    pub id: u32,
    /// Folded name that stands for the person.
    pub key: String,
    /// Displayed name of the person.
    pub name: String,
    /// First year in which a game shows the person; `None` if no game does.
    pub first_year: Option<u16>,
    /// Last year in which a game shows the person.
    pub last_year: Option<u16>,
}

from_row!(PersonRow { id, key, name, first_year, last_year });

/// A game as it counts, with decisions and derived values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedGame {
    /// `game.id`
    pub game: u32,
    /// Kind of the game.
    pub kind: Kind,
    /// `person.id` of Red and of Black; `None` if unknown.
    pub persons: [Option<u32>; 2],
    /// `series.id`
    pub series: Option<u32>,
    /// `edition.id`
    pub edition: Option<u32>,
    /// Date at which the game was played.
    pub date: PackedDate,
    /// Reason for the date; `None` if the date is neither known nor doubted.
    pub because: Option<DateReason>,
    /// Result of the game.
    pub result: GameResult,
    /// Opening by moves; `None` without one.
    pub opening: Option<Code>,
    /// Way in which the game was played.
    pub played: Played,
    /// The moves; `None` if the game's row has equal moves.
    pub moves: Option<Vec<Move>>,
}

/// The counted games of one chunk of facts.
#[derive(Debug)]
pub struct CountedPart {
    /// `counted_part.part`: the chunk, 0-based.
    pub part: i64,
    /// A hash of the games.
    pub hash: i64,
    games: Vec<CountedGame>,
}

/// Number of bytes that are hashed at a time.
const HASHED: usize = 4096;

impl CountedPart {
    /// The games of a chunk, by id, unless their hash is `known`.
    pub fn changed(
        chunk: usize,
        games: impl Iterator<Item = CountedGame> + Clone,
        known: &FxHashMap<i64, i64>,
    ) -> Option<CountedPart> {
        let (mut hasher, mut bytes) = (XxHash3_64::new(), Vec::new());
        games.clone().for_each(|game| {
            game.gather(&mut bytes);
            // Many bytes at a time are hashed much quicker than a game's.
            if bytes.len() >= HASHED {
                hasher.write(&bytes);
                bytes.clear();
            }
        });
        hasher.write(&bytes);
        let (part, hash) = (chunk as i64, hasher.finish() as i64);
        let is_known = known.get(&part) == Some(&hash);
        (!is_known).then(|| CountedPart { part, hash, games: games.collect() })
    }
}

/// The games with an online site among those of one chunk of facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnlinePart {
    /// `online_part.part`: the chunk, 0-based.
    pub part: u32,
    /// A hash of the rows and the words from which the games follow.
    pub read: i64,
    /// A bit for each game of the chunk, the lowest of the first byte for the first game; trailing
    /// bytes of 0 are missing.
    pub games: Vec<u8>,
}

from_row!(OnlinePart { part, read, games });

pub(crate) const PERSON: Summed =
    Summed::watched("person", &["id"], &["key", "name", "first_year", "last_year"])
        .made_of(RowOrigin::Games)
        .since(WITH_YEARS);
pub(crate) const COUNTED: Summed = Summed::watched(
    "counted",
    &["game"],
    &[
        "kind",
        "red",
        "black",
        "series",
        "edition",
        "date_from",
        "date_to",
        "date_because",
        "year",
        "result",
        "opening",
        "played",
        "moves",
    ],
)
.made_of(RowOrigin::Games)
.since(SINCE)
.bulk();
pub(crate) const COUNTED_PART: Summed =
    Summed::watched("counted_part", &["part"], &["hash"]).made_of(RowOrigin::Games).since(SINCE);
pub(crate) const NUMBER: Summed = Summed::watched("number", &["n"], &[]).since(SINCE);
pub(crate) const ONLINE_PART: Summed =
    Summed::watched("online_part", &["part"], &["read", "games"])
        .made_of(RowOrigin::Games)
        .since(WITH_ONLINE);

/// Number of the migration that makes these tables.
const SINCE: u32 = 32;
/// Number of the migration that adds the years of persons.
const WITH_YEARS: u32 = 33;
/// Number of the migration that makes the table of online games.
const WITH_ONLINE: u32 = 35;

impl CountedGame {
    /// Number of four-byte numbers that [`CountedGame::gather`] appends for each game.
    const NUMBERS: usize = 9;

    /// Appends all values as bytes, to be hashed: numbers, 0 for none, and the moves.
    fn gather(&self, bytes: &mut Vec<u8>) {
        let id = |id: Option<u32>| id.unwrap_or_default();
        let because = self.because.map_or(0, |because| because as u8 + 1);
        let small = [self.kind as u8, because, self.result as u8, self.played as u8];
        let numbers: [u32; CountedGame::NUMBERS] = [
            self.game,
            u32::from_le_bytes(small),
            id(self.persons[0]),
            id(self.persons[1]),
            id(self.series),
            id(self.edition),
            self.date.bits(),
            self.opening.map_or(0, Code::number).into(),
            self.moves.as_ref().map_or(0, |moves| moves.len() as u32 + 1),
        ];
        let mut row = [0; 4 * CountedGame::NUMBERS];
        for (slot, number) in row.as_chunks_mut::<4>().0.iter_mut().zip(numbers) {
            *slot = number.to_le_bytes();
        }
        bytes.extend_from_slice(&row);
        bytes.extend(self.moves.iter().flatten().flat_map(|mv| mv.bytes()));
    }

    /// Values in the order of the columns.
    fn columns(&self) -> [ToSqlOutput<'static>; 14] {
        let name = |name: &'static str| ToSqlOutput::Borrowed(ValueRef::Text(name.as_bytes()));
        let own = |value: Option<Value>| ToSqlOutput::Owned(value.unwrap_or(Value::Null));
        let id = |id: Option<u32>| own(id.map(|id| Value::Integer(id.into())));
        let text = |text: Option<String>| own(text.map(Value::Text));
        let span = self.date.span();
        let end = |date: Option<LaxDate>| text(date.map(|date| date.to_string()));
        let bytes = |moves: &Vec<Move>| moves.iter().flat_map(|mv| mv.bytes()).collect();
        [
            id(Some(self.game)),
            name(self.kind.as_str()),
            id(self.persons[0]),
            id(self.persons[1]),
            id(self.series),
            id(self.edition),
            end(span.and_then(|span| span.from())),
            end(span.and_then(|span| span.to())),
            self.because.map_or(own(None), |because| name(because.as_str())),
            id(self.date.year().map(u32::from)),
            name(self.result.as_str()),
            text(self.opening.map(|code| code.to_string())),
            name(self.played.as_str()),
            own(self.moves.as_ref().map(|moves| Value::Blob(bytes(moves)))),
        ]
    }
}

impl Connection {
    /// All persons, by id.
    pub fn person_rows(&self) -> Result<Vec<PersonRow>> {
        self.rows("select id, key, name, first_year, last_year from person order by id", [])
    }

    /// The stored games with an online site, by part.
    pub fn online_parts(&self) -> Result<Vec<OnlinePart>> {
        self.rows("select part, read, games from online_part order by part", [])
    }

    /// Hash of every part of the table `counted`, by part.
    pub fn counted_hashes(&self) -> Result<FxHashMap<i64, i64>> {
        let parts: Vec<(i64, i64)> = self.rows("select part, hash from counted_part", [])?;
        Ok(parts.into_iter().collect())
    }
}

impl Transaction<'_> {
    /// Replaces the stored persons by these, sorted by id.
    pub fn replace_persons(&self, persons: &[PersonRow]) -> Result<()> {
        let known = self.person_rows()?;
        let (gone, new) = differences(&known, persons, |person| &person.id);
        let mut delete = self.write("delete from person where id = ?1")?;
        gone.iter().try_for_each(|person| delete.execute([person.id]).map(drop))?;
        insert_into(self, &PERSON, &new, |person, values| {
            values.put(person.id)?.put(&person.key)?.put(&person.name)?;
            values.put(person.first_year)?.put(person.last_year)?;
            Ok(())
        })
    }

    /// Stores the games with an online site of some parts in place of those before.
    pub fn replace_online(&self, parts: &[OnlinePart]) -> Result<()> {
        let mut insert = self.write("insert or replace into online_part values (?1, ?2, ?3)")?;
        parts.iter().try_for_each(|OnlinePart { part, read, games }| {
            insert.execute((part, read, games)).map(drop)
        })
    }

    /// Replaces the stored rows of a part.
    pub fn replace_counted(&self, counted: &CountedPart) -> Result<()> {
        let CountedPart { part, hash, games } = counted;
        let [first, last] = COUNTED.ids(*part);
        self.write("delete from counted where game between ?1 and ?2")?.execute([first, last])?;
        self.write("insert or replace into counted_part values (?1, ?2)")?.execute([part, hash])?;
        insert_summed(self, &COUNTED, games, |game, values| {
            game.columns().iter().try_for_each(|value| values.put(value).map(drop))
        })
    }
}
