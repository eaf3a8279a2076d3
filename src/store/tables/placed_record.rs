//! Records by place, with all that they say, in bounded portions.

use super::derived::{derived_of_record, doubts_of_record};
use crate::metadata::{GameResult, Kind, Status};
use crate::store::error::Result;
use crate::store::sql::{Connection, Row};
use crate::store::tags::tags_of;
use rusqlite::params;

/// Where a content lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceRow {
    /// The path of the file, absolute.
    pub path: String,
    /// The path inside an archive; empty for a plain file.
    pub member: String,
    /// `source.id`
    pub source: i64,
}

/// A record with all that it says, and the line of the game it witnesses.
#[derive(Debug, Clone)]
pub struct PlacedRecord {
    /// 1-based in its source.
    pub ordinal: u64,
    /// Its first byte in the source.
    pub start_byte: u64,
    /// How far it could be read.
    pub status: Status,
    /// The failure, as JSON.
    pub error: Option<String>,
    /// Damaged variations, as JSON.
    pub damaged: Option<String>,
    /// Warnings, as JSON.
    pub warnings: Option<String>,
    /// The result it claims.
    pub result: GameResult,
    /// Its kind.
    pub kind: Kind,
    /// Its tags, a JSON object.
    pub tags: String,
    /// What is derived of it, a JSON object; `None` where nothing is.
    pub derived: Option<String>,
    /// What is doubted of it, a JSON object; `None` where nothing is.
    pub doubt: Option<String>,
    /// `game.id` of the game it witnesses.
    pub game: Option<u32>,
    /// The key of that game.
    pub key: Option<String>,
    /// FEN; `None` is the standard start.
    pub start: Option<String>,
    /// Two bytes a ply.
    pub moves: Option<Vec<u8>>,
}

impl Connection {
    /// The first place behind this one, by path and member; the very first behind none.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn next_place(&self, behind: Option<&PlaceRow>) -> Result<Option<PlaceRow>> {
        let read = |row: &Row<'_>| {
            Ok(PlaceRow { path: row.get(0)?, member: row.get(1)?, source: row.get(2)? })
        };
        let found = match behind {
            None => {
                let sql = "select path, member, source from location order by path, member limit 1";
                self.select(sql)?.optional([], read)?
            }
            Some(place) => {
                let sql = "select path, member, source from location
                           where (path, member) > (?1, ?2) order by path, member limit 1";
                self.select(sql)?.optional([&place.path, &place.member], read)?
            }
        };
        Ok(found)
    }

    /// So many records of a source at most, those behind an ordinal, in order.
    ///
    /// # Errors
    /// When the database cannot be read or the tags of a record are damaged.
    pub fn placed_records(
        &self,
        source: i64,
        behind: u64,
        most: usize,
    ) -> Result<Vec<PlacedRecord>> {
        // Older files have neither table.
        let (derived, doubt) = match self.has_table("doubt")? {
            true => (derived_of_record!(), doubts_of_record!()),
            false => ("null", "null"),
        };
        let sql = format!(
            "select record.ordinal, record.start_byte, record.status, record.error, record.damaged,
                    record.warnings, record.result, record.kind, tag_shape.names, record.tags,
                    {derived}, {doubt}, record.game, game.key, game.start, game.moves
             from record
             left join tag_shape on tag_shape.id = record.shape
             left join game on game.id = record.game
             where record.source = ?1 and record.ordinal > ?2
             order by record.ordinal limit ?3"
        );
        let mut records = Vec::new();
        self.select(&sql)?.each(
            params![source, behind as i64, most as i64],
            |row| -> Result<()> {
                records.push(placed(row)?);
                Ok(())
            },
        )?;
        Ok(records)
    }
}

fn placed(row: &Row<'_>) -> Result<PlacedRecord> {
    let tags = tags_of(row.text_or_null(8)?, row.text(9)?)?;
    Ok(PlacedRecord {
        ordinal: row.get(0)?,
        start_byte: row.get(1)?,
        status: row.get(2)?,
        error: row.get(3)?,
        damaged: row.get(4)?,
        warnings: row.get(5)?,
        result: row.get(6)?,
        kind: row.get(7)?,
        tags: serde_json::Value::Object(tags).to_string(),
        derived: row.get(10)?,
        doubt: row.get(11)?,
        game: row.get(12)?,
        key: row.get(13)?,
        start: row.get(14)?,
        moves: row.get(15)?,
    })
}
