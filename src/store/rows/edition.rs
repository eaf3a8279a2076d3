//! The tables `wording`, `series`, `edition`, `held` and `held_game`: for each event its series and
//! edition, as computed by the folder `names`.

use crate::store::checksum::{RowOrigin, Summed};
use crate::store::error::Result;
use crate::store::rows::insert_into;
use crate::store::rows::statistics::next_generation;
use crate::store::sql::{Connection, from_row};
use crate::store::transaction::Transaction;

/// Meaning of the wording of an event, without other events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordingRow {
    /// `event.id`
    pub event: u32,
    /// Name of the series; empty if the wording names no tournament.
    pub series: String,
    /// Number of the edition; `None` if the wording has none.
    pub edition: Option<u32>,
    /// Year; `None` if the wording has none.
    pub year: Option<u32>,
    /// Whether women play.
    pub is_of_women: bool,
}

/// A series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeriesRow {
    /// `series.id`
    pub id: u32,
    /// Name of the series.
    pub name: String,
    /// Other names, a line each.
    pub spellings: String,
}

/// An edition of a series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditionRow {
    /// `edition.id`
    pub id: u32,
    /// `五羊杯全国象棋冠军邀请赛@24`
    pub name: String,
    /// `series.id`
    pub series: u32,
    /// Number of the edition; `None` if unknown.
    pub edition: Option<u32>,
    /// Year; `None` if unknown.
    pub year: Option<u32>,
    /// Whether women play.
    pub is_of_women: bool,
    /// First of the wordings that name the edition; its own name without any.
    pub wording: String,
}

/// Series of an event, and its edition if the wording names one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldRow {
    /// `event.id`
    pub event: u32,
    /// `series.id`
    pub series: u32,
    /// `edition.id`
    pub edition: Option<u32>,
    /// Whether women play.
    pub is_of_women: bool,
}

from_row!(WordingRow { event, series, edition, year, is_of_women });
from_row!(SeriesRow { id, name, spellings });
from_row!(EditionRow { id, name, series, edition, year, is_of_women, wording });
from_row!(HeldRow { event, series, edition, is_of_women });

pub(crate) const WORDING: Summed =
    Summed::watched("wording", &["event"], &["series", "edition", "year", "is_of_women"])
        .made_of(RowOrigin::Games);
pub(crate) const SERIES: Summed =
    Summed::watched("series", &["id"], &["name", "spellings"]).made_of(RowOrigin::Games);
pub(crate) const EDITION: Summed = Summed::watched(
    "edition",
    &["id"],
    &["name", "series", "edition", "year", "is_of_women", "wording"],
)
.made_of(RowOrigin::Games);
pub(crate) const HELD: Summed =
    Summed::watched("held", &["event"], &["series", "edition", "is_of_women"])
        .made_of(RowOrigin::Games);
pub(crate) const HELD_GAME: Summed =
    Summed::watched("held_game", &["game"], &["edition"]).made_of(RowOrigin::Games);

/// All series and editions, and their events and games. Rows are in the order of their ids.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EditionRows {
    /// All series.
    pub series: Vec<SeriesRow>,
    /// All editions.
    pub editions: Vec<EditionRow>,
    /// Events of a series.
    pub held: Vec<HeldRow>,
    /// `game.id` and `edition.id` of the games whose date gives the edition.
    pub games: Vec<(u32, u32)>,
}

impl Connection {
    /// Meanings of the wordings of events.
    pub fn wordings(&self) -> Result<Vec<WordingRow>> {
        self.rows("select event, series, edition, year, is_of_women from wording", [])
    }

    /// Version of the rules by which the stored wordings were read.
    pub fn wordings_version(&self) -> Result<i64> {
        self.value("select coalesce(max(value), 0) from meta where name = 'wordings'")
    }

    /// All series and editions, with their events, and, if `with_games`, the games whose date gives
    /// the edition.
    pub fn editions(&self, with_games: bool) -> Result<EditionRows> {
        let games = match with_games {
            true => self.rows("select game, edition from held_game order by game", [])?,
            false => Vec::new(),
        };
        Ok(EditionRows {
            series: self.rows("select id, name, spellings from series order by id", [])?,
            editions: self.rows(
                "select id, name, series, edition, year, is_of_women, wording from edition
                 order by id",
                [],
            )?,
            held: self
                .rows("select event, series, edition, is_of_women from held order by event", [])?,
            games,
        })
    }
}

impl Transaction<'_> {
    /// Deletes the meanings of wordings, and stores the version of the rules for their next
    /// reading.
    pub fn forget_wordings(&self, version: i64) -> Result<()> {
        self.run("delete from wording")?;
        self.write("update meta set value = ?1 where name = 'wordings'")?.execute([version])?;
        Ok(())
    }

    /// Adds meanings of wordings.
    pub fn insert_wordings(&self, wordings: &[WordingRow]) -> Result<()> {
        insert_into(self, &WORDING, wordings, |it, values| {
            values.put(it.event)?.put(&it.series)?.put(it.edition)?;
            values.put(it.year)?.put(it.is_of_women)?;
            Ok(())
        })
    }

    /// Replaces the stored series and editions; remembered counts become stale.
    pub fn replace_editions(&self, rows: &EditionRows) -> Result<()> {
        for table in ["held_game", "held", "edition", "series"] {
            self.run(&format!("delete from {table}"))?;
        }
        insert_into(self, &SERIES, &rows.series, |it, values| {
            values.put(it.id)?.put(&it.name)?.put(&it.spellings)?;
            Ok(())
        })?;
        insert_into(self, &EDITION, &rows.editions, |it, values| {
            values.put(it.id)?.put(&it.name)?.put(it.series)?;
            values.put(it.edition)?.put(it.year)?.put(it.is_of_women)?.put(&it.wording)?;
            Ok(())
        })?;
        insert_into(self, &HELD, &rows.held, |it, values| {
            values.put(it.event)?.put(it.series)?.put(it.edition)?.put(it.is_of_women)?;
            Ok(())
        })?;
        insert_into(self, &HELD_GAME, &rows.games, |(game, edition), values| {
            values.put(game)?.put(edition)?;
            Ok(())
        })?;
        next_generation(self)
    }
}
