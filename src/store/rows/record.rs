//! The table `record`: one row for every record found in a source.
//!
//! A [`RecordRow`] is a stored record as far as its reader asks for it ([`RecordParts`]);
//! [`Connection::records`] hands out those of a [`RecordSet`]. A [`NewRecord`] is a row to be
//! inserted.

use crate::metadata::{Derived, GameResult, Kind, Metadata, Status};
use crate::replay::{Damage, Failure};
use crate::store::checksum::Summed;
use crate::store::error::{Error, Result};
use crate::store::prepared::Prepared;
use crate::store::prepared::tags::{StoredTags, tags_of, texts_of};
use crate::store::rows::derived::{delete_derived, derived_of, read_json};
use crate::store::rows::evaluation::delete_evaluations;
use crate::store::rows::insert_summed;
use crate::store::rows::line::GameLine;
use crate::store::sql::{Connection, SqlRow, from_row};
use crate::store::transaction::Transaction;
use rustc_hash::FxHashSet;
use serde_json::{Map, Value};
use std::ops::{ControlFlow, Range, RangeInclusive};

/// The columns.
pub(crate) const RECORD: Summed = Summed::watched(
    "record",
    &["id", "source", "ordinal", "game", "shape", "tree"],
    &[
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
)
.since(8)
.bulk();

/// Columns of records that are read beside those that always are. The fields of a [`RecordRow`]
/// that belong to other columns are empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordParts(u8);

impl RecordParts {
    /// No further column.
    pub const NONE: RecordParts = RecordParts(0);
    /// The tags.
    pub const TAGS: RecordParts = RecordParts(1);
    /// The failure, the damaged variations and the warnings.
    pub const NOTES: RecordParts = RecordParts(2);
    /// The compressed bytes, where they are kept.
    pub const RAW: RecordParts = RecordParts(4);
    /// The key of the game.
    pub const KEY: RecordParts = RecordParts(8);
    /// Start and moves of the game.
    pub const LINE: RecordParts = RecordParts(16);
    /// The tree of variations and its comments.
    pub const TREE: RecordParts = RecordParts(32);
    /// Derived values and doubts.
    pub const DERIVED: RecordParts = RecordParts(64);

    /// These columns and others.
    #[must_use]
    pub const fn and(self, other: RecordParts) -> RecordParts {
        RecordParts(self.0 | other.0)
    }

    fn has(self, other: RecordParts) -> bool {
        self.0 & other.0 > 0
    }
}

/// The records that are read, and their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordSet {
    /// The records of a source behind an ordinal, in order.
    Source {
        /// `source.id`
        source: i64,
        /// The ordinal, 1-based; 0 for all records.
        after: u64,
    },
    /// The record of a source with this ordinal, 1-based.
    At(i64, u64),
    /// The witnesses of a game, by id.
    Game(u32),
    /// Every record that witnesses a game, by game and id.
    Witnesses,
    /// Every record with a failure, damage or a warning, by source and ordinal.
    Troubled,
    /// The records with these ids, in no order.
    Ids(RangeInclusive<i64>),
}

impl RecordSet {
    pub(crate) const ALL: RecordSet = RecordSet::Ids(0..=i64::MAX);

    fn condition(&self) -> &'static str {
        match self {
            RecordSet::Source { .. } => {
                "record.source = ?1 and record.ordinal > ?2 order by record.ordinal"
            }
            RecordSet::At(..) => "record.source = ?1 and record.ordinal = ?2",
            RecordSet::Game(_) => "record.game = ?1 order by record.id",
            RecordSet::Witnesses => "record.game is not null order by record.game, record.id",
            RecordSet::Troubled => {
                "record.error is not null or record.damaged is not null
                 or record.warnings is not null order by record.source, record.ordinal"
            }
            RecordSet::Ids(_) => "record.id between ?1 and ?2",
        }
    }

    fn values(&self) -> Vec<i64> {
        match *self {
            RecordSet::Source { source, after } => vec![source, after as i64],
            RecordSet::At(source, ordinal) => vec![source, ordinal as i64],
            RecordSet::Game(game) => vec![game.into()],
            RecordSet::Witnesses | RecordSet::Troubled => Vec::new(),
            RecordSet::Ids(ref ids) => vec![*ids.start(), *ids.end()],
        }
    }

    /// The statement that reads these columns.
    pub(crate) fn sql(&self, columns: RecordParts) -> String {
        let mut sql = "select record.id, record.source, record.ordinal, record.game,
                record.start_byte, record.end_byte, record.status, record.result, record.kind,
                record.tree, record.shape"
            .to_owned();
        let mut joins = String::new();
        for (part, names, join) in PARTS {
            if columns.has(part) {
                sql += ", ";
                sql += names;
                if !joins.contains(join) {
                    joins += join;
                }
            }
        }
        format!("{sql} from record{joins} where {}", self.condition())
    }
}

/// The columns of each part, and what is joined to `record` for them.
const PARTS: [(RecordParts, &str, &str); 7] = [
    (
        RecordParts::TAGS,
        "tag_shape.names, record.tags",
        " left join tag_shape on tag_shape.id = record.shape",
    ),
    (RecordParts::NOTES, "record.error, record.damaged, record.warnings", ""),
    (RecordParts::RAW, "record.raw", ""),
    (RecordParts::KEY, "game.key", OF_GAME),
    (RecordParts::LINE, "game.start, game.moves", OF_GAME),
    (
        RecordParts::TREE,
        "tree.hash, tree.data, comment.told",
        " left join tree on tree.id = record.tree left join comment on comment.tree = record.tree",
    ),
    (
        RecordParts::DERIVED,
        "(select nullif(json_group_object(field, json_object('value', value, 'from', derived.source)),
                        '{}')
          from derived where derived.record = record.id),
         (select nullif(json_group_object(field, says), '{}')
          from doubt where doubt.record = record.id)",
        "",
    ),
];
const OF_GAME: &str = " left join game on game.id = record.game";

/// A stored record.
#[derive(Debug)]
#[allow(missing_docs, reason = "the columns of `record`, see the schema")]
pub struct RecordRow {
    pub id: i64,
    pub source: i64,
    /// 1-based in the source.
    pub ordinal: u64,
    /// `game.id` of the game that it witnesses.
    pub game: Option<u32>,
    /// Bytes of the record in the source.
    pub span: Range<u64>,
    pub status: Status,
    /// The result that the record claims.
    pub result: GameResult,
    pub kind: Kind,
    pub tree: Option<u32>,
    pub shape: Option<u32>,
    /// With [`RecordParts::TAGS`].
    tags: StoredTags,
    /// The failure as JSON, with [`RecordParts::NOTES`].
    pub error: Option<String>,
    /// Damaged variations as JSON, with [`RecordParts::NOTES`].
    pub damaged: Option<String>,
    /// Warnings as JSON, with [`RecordParts::NOTES`].
    pub warnings: Option<String>,
    /// The bytes of the record, compressed; there with [`RecordParts::RAW`].
    pub raw: Option<Vec<u8>>,
    /// The key of its game, with [`RecordParts::KEY`].
    pub key: Option<String>,
    /// `game.start`, with [`RecordParts::LINE`].
    pub start: Option<String>,
    /// `game.moves`, with [`RecordParts::LINE`].
    pub moves: Option<Vec<u8>>,
    /// The hash of its tree, with [`RecordParts::TREE`].
    pub tree_hash: Option<[u8; 16]>,
    /// `tree.data`, with [`RecordParts::TREE`].
    pub(crate) tree_data: Option<Vec<u8>>,
    /// The texts of comments, with [`RecordParts::TREE`].
    pub(crate) comments: Option<String>,
    /// Derived values, a JSON object by field, with [`RecordParts::DERIVED`]; `None` without any.
    pub derived: Option<String>,
    /// Doubts, likewise.
    pub doubts: Option<String>,
}

impl RecordRow {
    fn of(row: &SqlRow<'_>, columns: RecordParts) -> Result<RecordRow> {
        let mut cells = row.cells();
        let [tags, notes, raw, key, line, tree, derived] =
            PARTS.each_ref().map(|(part, ..)| columns.has(*part));
        Ok(RecordRow {
            id: cells.next()?,
            source: cells.next()?,
            ordinal: cells.next()?,
            game: cells.next()?,
            span: cells.next()?..cells.next()?,
            status: cells.next()?,
            result: cells.next()?,
            kind: cells.next()?,
            tree: cells.next()?,
            shape: cells.next()?,
            tags: StoredTags::stored(cells.next_if(tags)?, cells.next_if(tags)?),
            error: cells.next_if(notes)?,
            damaged: cells.next_if(notes)?,
            warnings: cells.next_if(notes)?,
            raw: cells.next_if(raw)?,
            key: cells.next_if(key)?,
            start: cells.next_if(line)?,
            moves: cells.next_if(line)?,
            tree_hash: cells.next_if(tree)?,
            tree_data: cells.next_if(tree)?,
            comments: cells.next_if(tree)?,
            derived: cells.next_if(derived)?,
            doubts: cells.next_if(derived)?,
        })
    }

    /// The tags, as stored.
    pub(crate) fn stored_tags(&self) -> &StoredTags {
        &self.tags
    }

    /// The tags.
    pub fn tags(&self) -> Result<Map<String, Value>> {
        tags_of(self.tags.shape(), self.tags.values())
    }

    /// Metadata of the tags alone.
    pub fn stated(&self) -> Result<Metadata> {
        Ok(Metadata::from_tags(texts_of(&self.tags()?)))
    }

    /// Derived values and doubts.
    pub(crate) fn derivation(&self) -> Result<Derived> {
        derived_of(self.derived.as_deref(), self.doubts.as_deref())
    }

    /// Metadata of the tags, with derived values.
    pub(crate) fn metadata(&self) -> Result<Metadata> {
        let tags = self.tags()?;
        Ok(Metadata::stored(texts_of(&tags), self.result, self.kind, &self.derivation()?))
    }

    /// The main line of its game, with the key if that was asked for.
    pub fn line(&self) -> Option<GameLine<'_>> {
        let (id, moves) = (self.game?, self.moves.as_deref()?);
        let key = self.key.as_deref().unwrap_or_default();
        Some(GameLine { id, start: self.start.as_deref(), moves, key })
    }

    /// Roughly how many bytes it occupies in memory.
    pub fn weight(&self) -> usize {
        let blobs = [&self.raw, &self.moves, &self.tree_data];
        let blobs = blobs.into_iter().flatten().map(Vec::len).sum::<usize>();
        self.tags.weight()
            + blobs
            + self.comments.as_ref().map_or(0, String::len)
            + size_of::<Self>()
    }
}

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
    /// The encoding by which the record was decoded.
    pub encoding: Option<String>,
    /// How far the record could be read.
    pub status: Status,
    /// The result that the record claims.
    pub result: GameResult,
    /// The tags of the record.
    pub tags: serde_json::Value,
    /// The tree of variations and comments, by id.
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

from_row!(Testimony { hash, record });

/// The witnesses of a game.
pub(crate) const WITNESSES: &str = "
    select record.id, record.source, record.ordinal, record.start_byte, source.format,
           source.encoding, record.status, record.result, record.tags, record.tree, tag_shape.names,
           record.error, record.damaged
    from record join source on source.id = record.source
    left join tag_shape on tag_shape.id = record.shape
    where record.game = ?1";
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
    /// Hands the records of a set to `visit`, with these columns, until `visit` breaks off.
    ///
    /// # Errors
    /// When the database cannot be read, and what `visit` fails with.
    pub fn records<E: From<Error>>(
        &self,
        set: RecordSet,
        columns: RecordParts,
        visit: &mut dyn FnMut(RecordRow) -> std::result::Result<ControlFlow<()>, E>,
    ) -> std::result::Result<(), E> {
        let mut outcome = Ok(());
        let mut walk = || -> Result<()> {
            let mut statement = self.select(&set.sql(columns))?;
            let values = rusqlite::params_from_iter(set.values());
            let _ = statement.until(values, |row| {
                let step = visit(RecordRow::of(row, columns)?);
                Ok(step.unwrap_or_else(|error| {
                    outcome = Err(error);
                    ControlFlow::Break(())
                }))
            })?;
            Ok(())
        };
        walk()?;
        outcome
    }

    /// The witnesses of a game, by place.
    pub fn witnesses(&self, game: u32) -> Result<Vec<Witness>> {
        let mut witnesses = Vec::new();
        self.each(WITNESSES, [game], |row| {
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
    pub fn testimonies(&self, game: u32) -> Result<Vec<Testimony>> {
        let sql = "select source.hash, record.ordinal
                   from record join source on source.id = record.source
                   where record.game = ?1 order by source.hash, record.ordinal";
        self.rows(sql, [game])
    }

    /// The source of a record, and the game that it witnesses, if it is there.
    pub fn record_of(&self, record: &Testimony) -> Result<Option<(i64, Option<u32>)>> {
        let sql = "select record.source, record.game
                   from source join record on record.source = source.id
                   where source.hash = ?1 and record.ordinal = ?2";
        self.row(sql, (record.hash, record.record as i64))
    }

    /// How many records witness each game, by `game.id`; `last` is the highest.
    pub fn witness_counts(&self, last: u32) -> Result<Vec<u32>> {
        let mut counts = vec![0; last as usize + 1];
        let sql = "select game, count(*) from record where game is not null group by game";
        self.each(sql, [], |row| {
            if let Some(count) = counts.get_mut(row.get::<u32>(0)? as usize) {
                *count = row.get(1)?;
            }
            Ok(())
        })?;
        Ok(counts)
    }

    /// How many records witness a game.
    pub fn witness_count(&self, game: u32) -> Result<usize> {
        self.select("select count(*) from record where game = ?1")?.one([game], |row| row.get(0))
    }

    /// The highest id of a record; 0 when there is none.
    pub fn last_record(&self) -> Result<i64> {
        self.value("select coalesce(max(id), 0) from record")
    }

    /// Games with a witness in whose comments this phrase of the full-text search stands.
    pub fn games_saying<C: FromIterator<u32>>(&self, phrase: &str) -> Result<C> {
        self.column(SAYING, [phrase])
    }

    /// Games witnessed in a source whose path, or path inside its archive, has `part` in it.
    pub fn games_from<C: FromIterator<u32>>(&self, part: &str) -> Result<C> {
        self.column(FROM_PATH, [part])
    }

    /// The ordinals of the records of a source.
    pub(crate) fn ordinals(&self, source: i64) -> Result<FxHashSet<u64>> {
        self.column("select ordinal from record where source = ?1", [source])
    }

    /// The records of a game, by id, and what each says.
    pub(crate) fn stored_witnesses(&self, game: u32) -> Result<Vec<(RecordRow, Metadata)>> {
        let mut stored = Vec::new();
        let columns = RecordParts::TAGS.and(RecordParts::DERIVED);
        self.records(RecordSet::Game(game), columns, &mut |record| -> Result<_> {
            let metadata = record.metadata()?;
            stored.push((record, metadata));
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(stored)
    }

    /// The games that records of a source witness, and whether one of these records has variations.
    pub(crate) fn games_of_source(&self, source: i64) -> Result<Vec<(u32, bool)>> {
        let sql = "select game, max(tree is not null) from record
                   where source = ?1 and game is not null group by game";
        self.rows(sql, [source])
    }
}

/// A row to be inserted.
pub(crate) struct NewRecord<'r> {
    pub(crate) id: i64,
    pub(crate) source: i64,
    /// 1-based within the source.
    pub(crate) ordinal: u64,
    pub(crate) record: &'r Prepared,
    pub(crate) game: Option<u32>,
    pub(crate) shape: Option<u32>,
    pub(crate) tree: Option<i64>,
}

/// Inserts the rows of records.
pub(crate) fn insert_records(tx: &Transaction<'_>, rows: &[NewRecord<'_>]) -> Result<()> {
    insert_summed(tx, &RECORD, rows, |row, values| {
        let record = row.record;
        values.put(row.id)?.put(row.source)?.put(row.ordinal as i64)?;
        values.put(row.game)?.put(row.shape)?.put(row.tree)?;
        values.put(record.span.start as i64)?.put(record.span.end as i64)?.put(record.status)?;
        values.put(record.tags.values())?.put(record.metadata.result)?;
        values.put(record.metadata.kind)?.put(&record.error)?.put(&record.damaged)?;
        values.put(&record.warnings)?.put(&record.raw)?;
        Ok(())
    })
}

/// Deletes the records of a source; how many there were.
pub(crate) fn delete_records(tx: &Transaction<'_>, source: i64) -> Result<u64> {
    delete_derived(tx, source)?;
    delete_evaluations(tx, source)?;
    Ok(tx.write("delete from record where source = ?1")?.execute([source])? as u64)
}

/// Lets a record witness another game.
pub(crate) fn set_game(tx: &Transaction<'_>, record: i64, game: u32) -> Result<()> {
    tx.change_one("update record set game = ?2 where id = ?1", (record, game))
}
