//! The records behind a game.

use super::Archive;
use crate::metadata::{GameResult, Status};
use crate::replay::Tree;
use crate::store::{Result, tags_of, unpack};
use rusqlite::OptionalExtension;

/// A record that witnesses a game, and where it lies.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Witness {
    /// `record.id`
    #[serde(skip)]
    pub id: i64,
    /// Every place where its source lies: path, and `!` and the path inside an archive.
    pub places: Vec<String>,
    /// 1-based in the source.
    pub record: u64,
    /// First byte in the source.
    pub byte_offset: u64,
    /// Name of the format.
    pub format: Option<String>,
    /// How it was decoded.
    pub encoding: Option<String>,
    /// How far it could be read.
    pub status: Status,
    /// The result it claims.
    pub result: GameResult,
    /// Its own tags.
    pub tags: serde_json::Value,
    /// It has variations or comments.
    #[serde(skip)]
    pub tree: Option<i64>,
}

impl Archive {
    /// The witnesses of a game, by place.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn witnesses(&self, game: u32) -> Result<Vec<Witness>> {
        let mut statement = self.conn.prepare_cached(
            "select record.id, record.source, record.ordinal, record.start_byte, source.format, source.encoding,
                    record.status, record.result, record.tags, record.tree, tag_shape.names
             from record join source on source.id = record.source
             left join tag_shape on tag_shape.id = record.shape where record.game = ?1",
        )?;
        let mut rows = statement.query([game])?;
        let mut witnesses = Vec::new();
        while let Some(row) = rows.next()? {
            let tags: String = row.get(8)?;
            let shape: Option<String> = row.get(10)?;
            witnesses.push(Witness {
                id: row.get(0)?,
                places: self.places(row.get(1)?)?,
                record: row.get(2)?,
                byte_offset: row.get(3)?,
                format: row.get(4)?,
                encoding: row.get(5)?,
                status: row.get(6)?,
                result: row.get(7)?,
                tags: tags_of(shape.as_deref(), &tags)?.into(),
                tree: row.get(9)?,
            });
        }
        witnesses.sort_by(|a, b| (&a.places, a.record).cmp(&(&b.places, b.record)));
        Ok(witnesses)
    }

    /// Where a source lies, in order.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn places(&self, source: i64) -> Result<Vec<String>> {
        let mut statement = self.conn.prepare_cached(
            "select path || iif(member = '', '', '!' || member) from location where source = ?1 order by path, member",
        )?;
        let rows = statement.query_map([source], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// A tree of variations and comments.
    ///
    /// # Errors
    /// When the database cannot be read or the tree is damaged.
    pub fn tree(&self, id: i64) -> Result<Tree> {
        let data: Option<Vec<u8>> = self
            .conn
            .prepare_cached("select data from tree where id = ?1")?
            .query_row([id], |row| row.get(0))
            .optional()?;
        match data {
            Some(data) => unpack(&data),
            None => Err(crate::store::Error::Damaged(format!("tree {id} is missing"))),
        }
    }
}
