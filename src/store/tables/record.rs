//! The table `record`: one row for every record found in a source.

use super::derived::{delete_derived, derived_of, derived_of_record, doubts_of_record, read_json};
use super::heading::delete_headings;
use super::insert::insert_rows;
use crate::metadata::{GameResult, Kind, Metadata, Status};
use crate::replay::{Damage, Failure};
use crate::store::checksum::{Summed, content_hash, number, row_hash};
use crate::store::error::{Error, Result};
use crate::store::prepared::Prepared;
use crate::store::sql::{self, Connection, Row};
use crate::store::tags::tags_of;
use crate::store::transaction::Transaction;
use rusqlite::types::{ToSqlOutput, ValueRef};
use std::ops::{ControlFlow, RangeInclusive};

/// The columns.
pub(super) const RECORD: Summed = Summed {
    name: "record",
    links: &["id", "source", "ordinal", "game", "shape", "tree"],
    content: &[
        "start_byte",
        "end_byte",
        "status",
        "tags",
        "result",
        "kind",
        "error",
        "damaged",
        "warnings",
        "raw",
    ],
    since: 8,
};

/// A record that witnesses a game, and where it lies.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Witness {
    /// `record.id`
    #[serde(skip)]
    pub id: i64,
    /// `source.id`
    #[serde(skip)]
    pub source: i64,
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
    /// Why its main line ends before the record does.
    pub error: Option<Failure>,
    /// Variations that end before the record does.
    pub damaged: Vec<Damage>,
}

/// A record that witnesses a game, named so that it is the same in every database.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Testimony {
    /// BLAKE3 of the content of its source.
    pub hash: [u8; 32],
    /// 1-based in the source.
    pub record: u64,
}

/// A record with something to tell; what it tells is JSON as described in `replay/game.rs`.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "the columns of `record`, see the schema")]
pub struct TroubleRow {
    pub source: i64,
    pub ordinal: u64,
    pub start_byte: u64,
    pub status: Status,
    /// The key of the game that was kept.
    pub game: Option<String>,
    pub error: Option<String>,
    pub damaged: Option<String>,
    pub warnings: Option<String>,
}

/// All that a record says, ids replaced by what they stand for.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "the columns of `record`, see the schema")]
pub struct RecordRow {
    pub ordinal: u64,
    pub start_byte: u64,
    pub end_byte: u64,
    pub status: Status,
    /// The key of the game it witnesses.
    pub game: Option<String>,
    pub tags: serde_json::Map<String, serde_json::Value>,
    pub result: GameResult,
    pub kind: Kind,
    /// The hash of its tree, in hexadecimal.
    pub tree: Option<String>,
    pub error: Option<String>,
    pub damaged: Option<String>,
    pub warnings: Option<String>,
    /// Its bytes, compressed.
    pub raw: Option<Vec<u8>>,
}

/// The ids that a record points at.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs, reason = "the columns of `record`, see the schema")]
pub struct RecordLinks {
    pub source: u32,
    pub game: Option<u32>,
    pub tree: Option<u32>,
    pub shape: Option<u32>,
}

/// The witnesses of a game.
pub(in crate::store) const WITNESSES: &str = "
    select record.id, record.source, record.ordinal, record.start_byte, source.format,
           source.encoding, record.status, record.result, record.tags, record.tree, tag_shape.names,
           record.error, record.damaged
    from record join source on source.id = record.source
    left join tag_shape on tag_shape.id = record.shape
    where record.game = ?1";
/// The records of a game with what their metadata is made of.
pub(in crate::store) const STORED: &str = concat!(
    "select record.id, tree, tags, result, kind, names, ",
    derived_of_record!(),
    ", ",
    doubts_of_record!(),
    " from record left join tag_shape on tag_shape.id = shape
      where game = ?1 order by record.id"
);
/// The records of a source.
pub(in crate::store) const OF_SOURCE: &str = "
    select record.ordinal, record.start_byte, record.end_byte, record.status, game.key,
           record.tags, record.result, record.kind, lower(hex(tree.hash)), record.error,
           record.damaged, record.warnings, record.raw, tag_shape.names
    from record
    left join tag_shape on tag_shape.id = record.shape
    left join game on game.id = record.game
    left join tree on tree.id = record.tree
    where record.source = ?1 order by record.ordinal";
/// Games with a witness in whose comments words stand.
pub(in crate::store) const SAYING: &str = "
    select distinct game from record where game is not null
    and tree in (select rowid from comment_text where comment_text match ?1)";
/// Games with a witness below a path.
pub(in crate::store) const FROM_PATH: &str = "
    select distinct record.game from record
    where record.game is not null and record.source in
          (select source from location where instr(path || '!' || member, ?1) > 0)";

impl Connection {
    /// The witnesses of a game, by place.
    ///
    /// # Errors
    /// When the database cannot be read or the tags of a record are damaged.
    pub fn witnesses(&self, game: u32) -> Result<Vec<Witness>> {
        let mut witnesses = Vec::new();
        self.select(WITNESSES)?.each([game], |row| -> Result<()> {
            witnesses.push(Witness {
                id: row.get(0)?,
                source: row.get(1)?,
                places: self.places(row.get(1)?)?,
                record: row.get(2)?,
                byte_offset: row.get(3)?,
                format: row.get(4)?,
                encoding: row.get(5)?,
                status: row.get(6)?,
                result: row.get(7)?,
                tags: tags_of(row.text_or_null(10)?, row.text(8)?)?.into(),
                tree: row.get(9)?,
                error: read_json(row.text_or_null(11)?)?,
                damaged: read_json(row.text_or_null(12)?)?.unwrap_or_default(),
            });
            Ok(())
        })?;
        witnesses.sort_by(|a, b| (&a.places, a.record).cmp(&(&b.places, b.record)));
        Ok(witnesses)
    }

    /// The records that witness a game, by source and place.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn testimonies(&self, game: u32) -> Result<Vec<Testimony>> {
        let sql = "select source.hash, record.ordinal
                   from record join source on source.id = record.source
                   where record.game = ?1 order by source.hash, record.ordinal";
        let row = |row: &Row<'_>| Ok(Testimony { hash: row.get(0)?, record: row.get(1)? });
        Ok(self.select(sql)?.all([game], row)?)
    }

    /// The source of a record, and the game that it witnesses, if it is there.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn record_of(&self, record: &Testimony) -> Result<Option<(i64, Option<u32>)>> {
        let Some(source) = self.source_by_hash(&record.hash)? else { return Ok(None) };
        let sql = "select game from record where source = ?1 and ordinal = ?2";
        let found = self.select(sql)?.optional((source, record.record as i64), |row| row.get(0))?;
        Ok(found.map(|game| (source, game)))
    }

    /// How many records witness each game, by `game.id`; `last` is the highest.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn witness_counts(&self, last: u32) -> Result<Vec<u32>> {
        let mut counts = vec![0; last as usize + 1];
        let sql = "select game, count(*) from record where game is not null group by game";
        self.select(sql)?.each([], |row| -> Result<()> {
            if let Some(count) = counts.get_mut(row.get::<u32>(0)? as usize) {
                *count = row.get(1)?;
            }
            Ok(())
        })?;
        Ok(counts)
    }

    /// Visits every record with something to tell, by source and ordinal.
    ///
    /// # Errors
    /// When the database cannot be read, and what `visit` fails with.
    pub fn troubles(
        &self,
        visit: &mut dyn FnMut(TroubleRow) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let sql =
            "select record.source, record.ordinal, record.start_byte, record.status, game.key,
                          record.error, record.damaged, record.warnings
                   from record left join game on game.id = record.game
                   where record.error is not null or record.damaged is not null
                         or record.warnings is not null
                   order by record.source, record.ordinal";
        let _ = self.select(sql)?.until([], |row| {
            visit(TroubleRow {
                source: row.get(0)?,
                ordinal: row.get(1)?,
                start_byte: row.get(2)?,
                status: row.get(3)?,
                game: row.get(4)?,
                error: row.get(5)?,
                damaged: row.get(6)?,
                warnings: row.get(7)?,
            })
        })?;
        Ok(())
    }

    /// Hands the records of a source to `visit`, in order.
    ///
    /// # Errors
    /// When the database cannot be read, and what `visit` fails with.
    pub fn records_of<E: From<Error>>(
        &self,
        source: i64,
        visit: &mut dyn FnMut(RecordRow) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let mut statement = self.select(OF_SOURCE).map_err(Error::from)?;
        let mut outcome = Ok(());
        let walked = statement.until([source], |row| -> Result<ControlFlow<()>> {
            outcome = visit(RecordRow {
                ordinal: row.get(0)?,
                start_byte: row.get(1)?,
                end_byte: row.get(2)?,
                status: row.get(3)?,
                game: row.get(4)?,
                tags: tags_of(row.text_or_null(13)?, row.text(5)?)?,
                result: row.get(6)?,
                kind: row.get(7)?,
                tree: row.get(8)?,
                error: row.get(9)?,
                damaged: row.get(10)?,
                warnings: row.get(11)?,
                raw: row.get(12)?,
            });
            Ok(if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        });
        let _ = walked?;
        outcome
    }

    /// Hands what the records with these ids point at to `visit`.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn record_links(
        &self,
        ids: RangeInclusive<i64>,
        visit: &mut dyn FnMut(RecordLinks),
    ) -> Result<()> {
        let sql = "select source, game, tree, shape from record where id between ?1 and ?2";
        self.select(sql)?.each([ids.start(), ids.end()], |row| -> Result<()> {
            visit(RecordLinks {
                source: row.get(0)?,
                game: row.get(1)?,
                tree: row.get(2)?,
                shape: row.get(3)?,
            });
            Ok(())
        })
    }

    /// The highest id of a record; 0 when there is none.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn last_record(&self) -> Result<i64> {
        Ok(self.value("select coalesce(max(id), 0) from record")?)
    }

    /// Games with a witness in whose comments this phrase of the full-text search stands.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn games_saying<C: FromIterator<u32>>(&self, phrase: &str) -> Result<C> {
        Ok(self.select(SAYING)?.all([phrase], |row| row.get(0))?)
    }

    /// Games witnessed in a source whose path, or path inside its archive, has `part` in it.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn games_from<C: FromIterator<u32>>(&self, part: &str) -> Result<C> {
        Ok(self.select(FROM_PATH)?.all([part], |row| row.get(0))?)
    }

    /// The records of a game, by id.
    pub(in crate::store) fn stored_witnesses(&self, game: u32) -> Result<Vec<StoredRecord>> {
        let mut stored = Vec::new();
        self.select(STORED)?.each([game], |row| -> Result<()> {
            let tags = tags_of(row.text_or_null(5)?, row.text(2)?)?;
            let tags = tags.iter().filter_map(|(name, tag)| Some((name.as_str(), tag.as_str()?)));
            let derived = derived_of(row.text_or_null(6)?, row.text_or_null(7)?)?;
            let metadata = Metadata::stored(tags, row.get(3)?, row.get(4)?, &derived);
            stored.push(StoredRecord { id: row.get(0)?, tree: row.get(1)?, metadata });
            Ok(())
        })?;
        Ok(stored)
    }

    /// The games that records of a source witness.
    pub(in crate::store) fn games_of_source(&self, source: i64) -> Result<Vec<LostGame>> {
        let sql = "select game, max(tree is not null) from record
                   where source = ?1 and game is not null group by game";
        let game = |row: &Row<'_>| Ok(LostGame { game: row.get(0)?, has_tree: row.get(1)? });
        Ok(self.select(sql)?.all([source], game)?)
    }
}

/// A stored record, as far as the decision needs it which game it witnesses.
#[derive(Debug)]
pub(in crate::store) struct StoredRecord {
    pub(in crate::store) id: i64,
    pub(in crate::store) tree: Option<i64>,
    pub(in crate::store) metadata: Metadata,
}

/// A game that loses witnesses.
#[derive(Debug, Clone, Copy)]
pub(in crate::store) struct LostGame {
    pub(in crate::store) game: u32,
    /// One of them has variations.
    pub(in crate::store) has_tree: bool,
}

/// A row to be inserted.
pub(in crate::store) struct NewRecord<'r> {
    pub(in crate::store) id: i64,
    pub(in crate::store) source: i64,
    /// 1-based within the source.
    pub(in crate::store) ordinal: u64,
    pub(in crate::store) record: &'r Prepared,
    pub(in crate::store) game: Option<u32>,
    pub(in crate::store) shape: Option<i64>,
    pub(in crate::store) tree: Option<i64>,
}

impl NewRecord<'_> {
    /// The values of [`RECORD`]'s links.
    fn links(&self) -> [ValueRef<'_>; 6] {
        [
            number(self.id),
            number(self.source),
            number(self.ordinal as i64),
            number(self.game.map(i64::from)),
            number(self.shape),
            number(self.tree),
        ]
    }
}

/// The values of [`RECORD`]'s content.
fn content(record: &Prepared) -> [ValueRef<'_>; 10] {
    let data = &record.metadata;
    [
        number(record.span.start as i64),
        number(record.span.end as i64),
        record.status.as_str().into(),
        record.tags.values().into(),
        data.result.as_str().into(),
        data.kind.map(Kind::as_str).into(),
        record.error.as_deref().into(),
        record.damaged.as_deref().into(),
        record.warnings.as_deref().into(),
        record.raw.as_deref().into(),
    ]
}

/// Inserts the rows of records.
pub(in crate::store) fn insert_records(tx: &Transaction<'_>, rows: &[NewRecord<'_>]) -> Result<()> {
    let into = format!("record ({})", RECORD.columns());
    insert_rows(tx, &into, rows, |row, values| {
        let (links, content) = (row.links(), content(row.record));
        for value in links.iter().chain(&content) {
            values.put(ToSqlOutput::Borrowed(*value))?;
        }
        let hash = row_hash(content_hash(&content), &links);
        tx.sums().add(&RECORD, row.id, hash);
        Ok(())
    })?;
    Ok(())
}

/// Deletes the records of a source; how many there were.
pub(in crate::store) fn delete_records(tx: &Transaction<'_>, source: i64) -> Result<u64> {
    let sql = format!("delete from record where source = ?1 returning {}", RECORD.columns());
    delete_headings(tx, source)?;
    delete_derived(tx, source)?;
    let mut count = 0;
    tx.write(&sql)?.each([source], |row| -> sql::Result<()> {
        tx.sums().remove(&RECORD, row.get(0)?, RECORD.hash(row)?);
        count += 1;
        Ok(())
    })?;
    Ok(count)
}

/// Lets a record witness another game.
pub(in crate::store) fn set_game(tx: &Transaction<'_>, record: i64, game: u32) -> Result<()> {
    tx.change_row(&RECORD, record, "game = ?2", (record, game))
}
