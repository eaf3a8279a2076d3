//! The table `record`: one row for every record found in a source.
//!
//! Records with the main line of their game.
//!
//! Records at their places, by the games they witness.
//!
//! Records by place, with all that they say, in bounded portions.
//!
//! Whole rows of the table `record` with all that hangs on them, as another database needs them.

use crate::metadata::{Derived, GameResult, Kind, Metadata, Status};
use crate::replay::{Damage, Failure};
use crate::store::checksum::{Summed, content_hash, number, row_hash};
use crate::store::error::{Error, Result};
use crate::store::prepared::Prepared;
use crate::store::prepared::tags::tags_of;
use crate::store::rows::derived::{
    delete_derived, derived_of, derived_of_record, doubts_of_record, read_json,
};
use crate::store::rows::game::{moves_of, start_position};
use crate::store::rows::heading::delete_headings;
use crate::store::rows::insert_rows;
use crate::store::sql::{self, Connection, Row};
use crate::store::transaction::Transaction;
use crate::xiangqi::{Move, Position};
use rusqlite::params;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rustc_hash::FxHashSet;
use std::ops::{ControlFlow, Range, RangeInclusive};

/// The columns.
pub(crate) const RECORD: Summed = Summed {
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
pub(crate) const WITNESSES: &str = "
    select record.id, record.source, record.ordinal, record.start_byte, source.format,
           source.encoding, record.status, record.result, record.tags, record.tree, tag_shape.names,
           record.error, record.damaged
    from record join source on source.id = record.source
    left join tag_shape on tag_shape.id = record.shape
    where record.game = ?1";
/// The records of a game with what their metadata is made of.
pub(crate) const STORED: &str = concat!(
    "select record.id, tree, tags, result, kind, names, ",
    derived_of_record!(),
    ", ",
    doubts_of_record!(),
    " from record left join tag_shape on tag_shape.id = shape
      where game = ?1 order by record.id"
);
/// The records of a source.
pub(crate) const OF_SOURCE: &str = "
    select record.ordinal, record.start_byte, record.end_byte, record.status, game.key,
           record.tags, record.result, record.kind, lower(hex(tree.hash)), record.error,
           record.damaged, record.warnings, record.raw, tag_shape.names
    from record
    left join tag_shape on tag_shape.id = record.shape
    left join game on game.id = record.game
    left join tree on tree.id = record.tree
    where record.source = ?1 order by record.ordinal";
/// Games with a witness in whose comments words stand.
pub(crate) const SAYING: &str = "
    select distinct game from record where game is not null
    and tree in (select rowid from comment_text where comment_text match ?1)";
/// Games with a witness below a path.
pub(crate) const FROM_PATH: &str = "
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
    pub(crate) fn stored_witnesses(&self, game: u32) -> Result<Vec<StoredRecord>> {
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
    pub(crate) fn games_of_source(&self, source: i64) -> Result<Vec<LostGame>> {
        let sql = "select game, max(tree is not null) from record
                   where source = ?1 and game is not null group by game";
        let game = |row: &Row<'_>| Ok(LostGame { game: row.get(0)?, has_tree: row.get(1)? });
        Ok(self.select(sql)?.all([source], game)?)
    }
}

/// A stored record, as far as the decision needs it which game it witnesses.
#[derive(Debug)]
pub(crate) struct StoredRecord {
    pub(crate) id: i64,
    pub(crate) tree: Option<i64>,
    pub(crate) metadata: Metadata,
}

/// A game that loses witnesses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LostGame {
    pub(crate) game: u32,
    /// One of them has variations.
    pub(crate) has_tree: bool,
}

/// A row to be inserted.
pub(crate) struct NewRecord<'r> {
    pub(crate) id: i64,
    pub(crate) source: i64,
    /// 1-based within the source.
    pub(crate) ordinal: u64,
    pub(crate) record: &'r Prepared,
    pub(crate) game: Option<u32>,
    pub(crate) shape: Option<i64>,
    pub(crate) tree: Option<i64>,
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
pub(crate) fn insert_records(tx: &Transaction<'_>, rows: &[NewRecord<'_>]) -> Result<()> {
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
pub(crate) fn delete_records(tx: &Transaction<'_>, source: i64) -> Result<u64> {
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
pub(crate) fn set_game(tx: &Transaction<'_>, record: i64, game: u32) -> Result<()> {
    tx.change_row(&RECORD, record, "game = ?2", (record, game))
}

/// A record at one of its places, and the main line it witnesses.
#[derive(Debug, Clone)]
pub struct RecordLine {
    /// The path of the file, absolute.
    pub path: String,
    /// The path inside an archive.
    pub member: Option<String>,
    /// 1-based in the source.
    pub record: u64,
    /// The key of the game; none for what was set aside and for headings.
    pub game: Option<String>,
    /// The position the moves begin from.
    pub start: Position,
    /// The main line.
    pub moves: Vec<Move>,
    /// The result that the record claims.
    pub result: GameResult,
}

impl Connection {
    /// Visits every record at each of its places, by place and ordinal.
    ///
    /// # Errors
    /// When the database cannot be read, and what `visit` fails with.
    pub fn record_lines<E: From<Error>>(
        &self,
        visit: &mut dyn FnMut(RecordLine) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let sql = "select location.path, location.member, record.ordinal, game.key, game.start,
                          game.moves, record.result
                   from location join record on record.source = location.source
                   left join game on game.id = record.game
                   order by location.path, location.member, record.ordinal";
        let mut statement = self.select(sql).map_err(Error::from)?;
        let mut outcome = Ok(());
        let walked = statement.until([], |row| -> Result<ControlFlow<()>> {
            outcome = visit(record_line(row)?);
            Ok(if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        });
        let _ = walked?;
        outcome
    }
}

fn record_line(row: &Row<'_>) -> Result<RecordLine> {
    let moves: Option<Vec<u8>> = row.get(5)?;
    Ok(RecordLine {
        path: row.get(0)?,
        member: Some(row.get(1)?).filter(|member: &String| !member.is_empty()),
        record: row.get(2)?,
        game: row.get(3)?,
        start: start_position(row.text_or_null(4)?)?,
        moves: moves_of(&moves.unwrap_or_default())?,
        result: row.get(6)?,
    })
}

/// A record that witnesses a game, at one of its places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordPlace {
    /// `game.id`
    pub game: u32,
    /// The path of the file, absolute.
    pub path: String,
    /// The path inside an archive.
    pub member: Option<String>,
    /// 1-based in the source.
    pub record: u64,
    /// Red and Black, as it names them.
    pub players: [Option<String>; 2],
}

impl Connection {
    /// Visits every record that witnesses a game, at each of its places; the records of a game
    /// together, in the order in which they were stored.
    ///
    /// # Errors
    /// When the database cannot be read, and what `visit` fails with.
    pub fn record_places<E: From<Error>>(
        &self,
        visit: &mut dyn FnMut(RecordPlace) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let sql = "select record.game, location.path, location.member, record.ordinal,
                          tag_shape.names, record.tags
                   from record join location on location.source = record.source
                   left join tag_shape on tag_shape.id = record.shape
                   where record.game is not null
                   order by record.game, record.id, location.path, location.member";
        let mut statement = self.select(sql).map_err(Error::from)?;
        let mut outcome = Ok(());
        let walked = statement.until([], |row| -> Result<ControlFlow<()>> {
            outcome = visit(place(row)?);
            Ok(if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        });
        let _ = walked?;
        outcome
    }
}

fn place(row: &Row<'_>) -> Result<RecordPlace> {
    let tags = tags_of(row.text_or_null(4)?, row.text(5)?)?;
    let tags = tags.iter().filter_map(|(name, tag)| Some((name.as_str(), tag.as_str()?)));
    let Metadata { red, black, .. } = Metadata::from_tags(tags);
    Ok(RecordPlace {
        game: row.get(0)?,
        path: row.get(1)?,
        member: Some(row.get(2)?).filter(|member: &String| !member.is_empty()),
        record: row.get(3)?,
        players: [red, black],
    })
}

/// What a record says of who played where and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordHead {
    /// `game.id`
    pub game: u32,
    /// Red and Black, as it names them.
    pub players: [Option<String>; 2],
    /// Their teams.
    pub teams: [Option<String>; 2],
    /// The event, as it names it.
    pub event: Option<String>,
    /// The year, when it is known.
    pub year: Option<u16>,
}

impl Connection {
    /// Visits the head of every record that witnesses a game, the records of a game together.
    ///
    /// # Errors
    /// When the database cannot be read, and what `visit` fails with.
    pub fn record_heads(&self, visit: &mut dyn FnMut(RecordHead) -> Result<()>) -> Result<()> {
        let sql = "select record.game, tag_shape.names, record.tags from record
                   left join tag_shape on tag_shape.id = record.shape
                   where record.game is not null order by record.game, record.id";
        self.select(sql)?.each([], |row| {
            let tags = tags_of(row.text_or_null(1)?, row.text(2)?)?;
            let tags = tags.iter().filter_map(|(name, tag)| Some((name.as_str(), tag.as_str()?)));
            let said = Metadata::from_tags(tags);
            visit(RecordHead {
                game: row.get(0)?,
                players: [said.red, said.black],
                teams: [said.red_team, said.black_team],
                event: said.event,
                year: said.date.map(|date| date.year),
            })
        })
    }
}

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

/// A record with all that hangs on it.
#[derive(Debug)]
pub struct KeptRecord {
    /// 1-based in its source.
    pub ordinal: u64,
    /// `game.id` of the game that it witnesses.
    pub game: Option<u32>,
    pub(crate) span: Range<u64>,
    pub(crate) status: Status,
    pub(crate) shape: Option<String>,
    pub(crate) tags: String,
    pub(crate) result: GameResult,
    pub(crate) kind: Kind,
    pub(crate) error: Option<String>,
    pub(crate) damaged: Option<String>,
    pub(crate) warnings: Option<String>,
    pub(crate) raw: Option<Vec<u8>>,
    /// `game.start` and `game.moves`.
    pub(crate) line: Option<(Option<String>, Vec<u8>)>,
    /// `tree.data` and `comment.told`.
    pub(crate) tree: Option<(Vec<u8>, Option<String>)>,
    pub(crate) derived: Derived,
}

/// The records of a source from behind an ordinal on.
pub(crate) const KEPT: &str = concat!(
    "select record.id, record.ordinal, record.game, record.start_byte, record.end_byte,
           record.status, tag_shape.names, record.tags, record.result, record.kind, record.error,
           record.damaged, record.warnings, record.raw, game.start, game.moves, tree.data,
           comment.told, ",
    derived_of_record!(),
    ", ",
    doubts_of_record!(),
    "
    from record
    left join tag_shape on tag_shape.id = record.shape
    left join game on game.id = record.game
    left join tree on tree.id = record.tree
    left join comment on comment.tree = record.tree
    where record.source = ?1 and record.ordinal > ?2 order by record.ordinal"
);

impl KeptRecord {
    /// Roughly how many bytes it occupies in memory.
    pub fn weight(&self) -> usize {
        let tree = self
            .tree
            .as_ref()
            .map_or(0, |(data, told)| data.len() + told.as_ref().map_or(0, String::len));
        let line = self.line.as_ref().map_or(0, |(_, moves)| moves.len());
        self.tags.len() + self.raw.as_ref().map_or(0, Vec::len) + tree + line + size_of::<Self>()
    }
}

impl Connection {
    /// Hands the records of a source that come after an ordinal to `visit`, in order, until it has
    /// enough. The file has to be of the newest version.
    ///
    /// # Errors
    /// When the database cannot be read, or what hangs on a record makes no sense.
    pub fn kept_records(
        &self,
        source: i64,
        after: u64,
        visit: &mut dyn FnMut(KeptRecord) -> ControlFlow<()>,
    ) -> Result<()> {
        let _ = self
            .select(KEPT)?
            .until((source, after as i64), |row| -> Result<_> { Ok(visit(kept(row)?)) })?;
        Ok(())
    }

    /// The ordinals of the records of a source.
    pub(crate) fn ordinals(&self, source: i64) -> Result<FxHashSet<u64>> {
        let sql = "select ordinal from record where source = ?1";
        Ok(self.select(sql)?.all([source], |row| row.get(0))?)
    }
}

fn kept(row: &Row<'_>) -> Result<KeptRecord> {
    let moves: Option<Vec<u8>> = row.get(15)?;
    let start: Option<String> = row.get(14)?;
    let data: Option<Vec<u8>> = row.get(16)?;
    let told: Option<String> = row.get(17)?;
    Ok(KeptRecord {
        ordinal: row.get(1)?,
        game: row.get(2)?,
        span: row.get(3)?..row.get(4)?,
        status: row.get(5)?,
        shape: row.get(6)?,
        tags: row.get(7)?,
        result: row.get(8)?,
        kind: row.get(9)?,
        error: row.get(10)?,
        damaged: row.get(11)?,
        warnings: row.get(12)?,
        raw: row.get(13)?,
        line: moves.map(|moves| (start, moves)),
        tree: data.map(|data| (data, told)),
        derived: derived_of(row.text_or_null(18)?, row.text_or_null(19)?)?,
    })
}
