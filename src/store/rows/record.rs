//! The table `record`: one row for every record found in a source.
//!
//! A [`RecordRow`] is a stored record with the columns that its reader asks for ([`RecordParts`]);
//! [`Connection::records`] reads those of a [`RecordSet`]. A [`NewRecord`] is a row to be inserted.

use crate::metadata::{Derived, GameResult, Kind, Metadata, Status};
use crate::replay::{Damage, Failure};
use crate::store::checksum::Summed;
use crate::store::error::{Error, Result};
use crate::store::prepared::Prepared;
use crate::store::prepared::tags::{RecordTags, StoredTags};
use crate::store::rows::derived::{delete_derived, derived_of, read_json};
use crate::store::rows::evaluation::delete_evaluations;
use crate::store::rows::insert_summed;
use crate::store::rows::line::GameLine;
use crate::store::sql::{Connection, SqlRow, from_row};
use crate::store::transaction::Transaction;
use rustc_hash::FxHashSet;
use std::ops::{ControlFlow, Range, RangeInclusive};

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

/// Columns of records that are read in addition to those always read. The other fields of a
/// [`RecordRow`] are empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordParts(u8);

impl RecordParts {
    /// No further column.
    pub const NONE: RecordParts = RecordParts(0);
    /// Tags.
    pub const TAGS: RecordParts = RecordParts(1);
    /// Failure, damaged variations and warnings.
    pub const NOTES: RecordParts = RecordParts(2);
    /// Compressed bytes, if they are kept.
    pub const RAW: RecordParts = RecordParts(4);
    /// Key of the game.
    pub const KEY: RecordParts = RecordParts(8);
    /// Start and moves of the game.
    pub const LINE: RecordParts = RecordParts(16);
    /// Tree of variations and its comments.
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

/// Records to read, and their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordSet {
    /// Records of a source after an ordinal, in order.
    Source {
        /// `source.id`
        source: i64,
        /// Ordinal, 1-based; 0 for all records.
        after: u64,
    },
    /// Record of a source with this ordinal, 1-based.
    At(i64, u64),
    /// Witnesses of a game, by id.
    Game(u32),
    /// Records that witness one of the games with these ids, by game and id.
    Witnesses(RangeInclusive<u32>),
    /// Every record with a failure, damage or a warning, by source and ordinal.
    Troubled,
    /// Records with these ids, in no order.
    Ids(RangeInclusive<i64>),
}

impl RecordSet {
    pub(crate) const ALL: RecordSet = RecordSet::Ids(0..=i64::MAX);
    /// Every record that witnesses a game.
    pub const WITNESSES: RecordSet = RecordSet::Witnesses(0..=u32::MAX);

    fn condition(&self) -> &'static str {
        match self {
            RecordSet::Source { .. } => {
                "record.source = ?1 and record.ordinal > ?2 order by record.ordinal"
            }
            RecordSet::At(..) => "record.source = ?1 and record.ordinal = ?2",
            RecordSet::Game(_) => "record.game = ?1 order by record.id",
            RecordSet::Witnesses(_) => {
                "record.game between ?1 and ?2 order by record.game, record.id"
            }
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
            RecordSet::Witnesses(ref games) => vec![(*games.start()).into(), (*games.end()).into()],
            RecordSet::Troubled => Vec::new(),
            RecordSet::Ids(ref ids) => vec![*ids.start(), *ids.end()],
        }
    }

    /// Statement that reads these columns.
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

/// Columns of each part, and the tables joined to `record` for them.
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
    /// Ordinal, 1-based in the source.
    pub ordinal: u64,
    /// `game.id` of the game that the record witnesses; `None` without one.
    pub game: Option<u32>,
    /// Byte range of the record in the source.
    pub span: Range<u64>,
    pub status: Status,
    /// Result that the record states.
    pub result: GameResult,
    pub kind: Kind,
    pub tree: Option<u32>,
    pub shape: Option<u32>,
    /// Read with [`RecordParts::TAGS`].
    tags: StoredTags,
    /// Failure as JSON, read with [`RecordParts::NOTES`].
    pub error: Option<String>,
    /// Damaged variations as JSON, read with [`RecordParts::NOTES`].
    pub damaged: Option<String>,
    /// Warnings as JSON, read with [`RecordParts::NOTES`].
    pub warnings: Option<String>,
    /// Bytes of the record, compressed, read with [`RecordParts::RAW`].
    pub raw: Option<Vec<u8>>,
    /// Key of its game, read with [`RecordParts::KEY`].
    pub key: Option<String>,
    /// `game.start`, read with [`RecordParts::LINE`].
    pub start: Option<String>,
    /// `game.moves`, read with [`RecordParts::LINE`].
    pub moves: Option<Vec<u8>>,
    /// Hash of its tree, read with [`RecordParts::TREE`].
    pub tree_hash: Option<[u8; 16]>,
    /// `tree.data`, read with [`RecordParts::TREE`].
    pub(crate) tree_data: Option<Vec<u8>>,
    /// Texts of comments, read with [`RecordParts::TREE`].
    pub(crate) comments: Option<String>,
    /// Derived values, a JSON object by field, read with [`RecordParts::DERIVED`]; `None` without
    /// any.
    pub derived: Option<String>,
    /// Doubts, a JSON object by field, read with [`RecordParts::DERIVED`]; `None` without any.
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

    /// Tags, as stored.
    pub(crate) fn stored_tags(&self) -> &StoredTags {
        &self.tags
    }

    /// Tags.
    pub fn tags(&self) -> Result<RecordTags<'_>> {
        RecordTags::read(self.tags.shape(), self.tags.values())
    }

    /// Metadata of the tags alone.
    pub fn stated(&self) -> Result<Metadata> {
        Ok(Metadata::from_tags(self.tags()?.iter()))
    }

    /// Derived values and doubts.
    pub(crate) fn derivation(&self) -> Result<Derived> {
        derived_of(self.derived.as_deref(), self.doubts.as_deref())
    }

    /// Metadata of the tags, with derived values.
    pub(crate) fn metadata(&self) -> Result<Metadata> {
        let tags = self.tags()?;
        Ok(Metadata::stored(tags.iter(), self.result, self.kind, &self.derivation()?))
    }

    /// Main line of its game, if it was read, with the key or an empty text; `None` without a game.
    pub fn line(&self) -> Option<GameLine<'_>> {
        let (id, moves) = (self.game?, self.moves.as_deref()?);
        let key = self.key.as_deref().unwrap_or_default();
        Some(GameLine { id, start: self.start.as_deref(), moves, key })
    }

    /// Rough size in memory, in bytes.
    pub fn weight(&self) -> usize {
        let blobs = [&self.raw, &self.moves, &self.tree_data];
        let blobs = blobs.into_iter().flatten().map(Vec::len).sum::<usize>();
        self.tags.weight()
            + blobs
            + self.comments.as_ref().map_or(0, String::len)
            + size_of::<Self>()
    }
}

/// A record that witnesses a game, and its places.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Witness {
    /// `record.id`
    #[serde(skip)]
    pub id: i64,
    /// `source.id`
    #[serde(skip)]
    pub source: i64,
    /// Every place of its source: path, and `!` and the path inside an archive.
    pub places: Vec<String>,
    /// Ordinal, 1-based in the source.
    pub record: u64,
    /// Offset of its first byte in the source, 0-based.
    pub byte_offset: u64,
    /// Name of the format.
    pub format: Option<String>,
    /// Encoding by which the record was decoded.
    pub encoding: Option<String>,
    /// How completely the record could be read.
    pub status: Status,
    /// Result that the record states.
    pub result: GameResult,
    /// Tags of the record.
    pub tags: RecordTags<'static>,
    /// `tree.id` of its variations and comments; `None` without any.
    #[serde(skip)]
    pub tree: Option<i64>,
    /// Reason why its main line ends before the record does; `None` if it does not.
    pub error: Option<Failure>,
    /// Variations that end before the record does.
    pub damaged: Vec<Damage>,
}

/// The tree of a record that witnesses a game.
#[derive(Debug, Clone)]
pub struct WitnessTree {
    /// `tree.id` of its variations and comments; `None` without any.
    pub id: Option<i64>,
    /// Variations that end before the record does.
    pub damaged: Vec<Damage>,
}

/// A record that witnesses a game, identified by values that are equal in every database.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Testimony {
    /// BLAKE3 of the content of its source.
    pub hash: [u8; 32],
    /// Ordinal, 1-based in the source.
    pub record: u64,
}

from_row!(Testimony { hash, record });

/// Statement for the witnesses of a game.
pub(crate) const WITNESSES: &str = "
    select record.id, record.source, record.ordinal, record.start_byte, source.format,
           source.encoding, record.status, record.result, record.tags, record.tree, tag_shape.names,
           record.error, record.damaged
    from record join source on source.id = record.source
    left join tag_shape on tag_shape.id = record.shape
    where record.game = ?1";
/// Statement for the trees of the witnesses of a game.
const WITNESS_TREES: &str = "select tree, damaged, source, ordinal from record where game = ?1";
/// Statement for the games with words in the comments of a witness.
pub(crate) const SAYING: &str = "
    select distinct game from record where game is not null
    and tree in (select rowid from comment_text where comment_text match ?1)";
/// Statement for the games with a witness below a path.
pub(crate) const FROM_PATH: &str = "
    select distinct record.game from record
    where record.game is not null and record.source in
          (select source from location where instr(path || '!' || member, ?1) > 0)";

impl Connection {
    /// Passes the records of a set to `visit`, with these columns, until `visit` breaks.
    ///
    /// # Errors
    /// The database cannot be read, or `visit` fails.
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

    /// Witnesses of a game, by place.
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
                tags: RecordTags::read(row.text_or_null(10)?, row.text(8)?)?.into_owned(),
                tree: row.get(9)?,
                error: read_json(row.text_or_null(11)?)?,
                damaged: read_json(row.text_or_null(12)?)?.unwrap_or_default(),
            });
            Ok(())
        })?;
        witnesses.sort_by(|a, b| (&a.places, a.record).cmp(&(&b.places, b.record)));
        Ok(witnesses)
    }

    /// The trees of the witnesses of a game, by place.
    pub fn witness_trees(&self, game: u32) -> Result<Vec<WitnessTree>> {
        let mut found = Vec::new();
        self.each(WITNESS_TREES, [game], |row| {
            let damaged = read_json(row.text_or_null(1)?)?.unwrap_or_default();
            let tree = WitnessTree { id: row.get(0)?, damaged };
            found.push((row.get::<i64>(2)?, row.get::<u64>(3)?, tree));
            Ok(())
        })?;
        // A single witness needs no order.
        let has_order = found.len() > 1;
        let placed = found.into_iter().map(|(source, record, tree)| {
            let places = if has_order { self.places(source)? } else { Vec::new() };
            Ok((places, record, tree))
        });
        let mut placed = placed.collect::<Result<Vec<_>>>()?;
        placed.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
        Ok(placed.into_iter().map(|(.., tree)| tree).collect())
    }

    /// Games with these ids and the source of each record that witnesses them, by game.
    pub fn sources_of_games(&self, games: RangeInclusive<u32>) -> Result<Vec<(u32, i64)>> {
        let sql = "select game, source from record where game between ?1 and ?2 order by game";
        self.rows(sql, [games.start(), games.end()])
    }

    /// Records that witness a game, by source and ordinal.
    pub fn testimonies(&self, game: u32) -> Result<Vec<Testimony>> {
        let sql = "select source.hash, record.ordinal
                   from record join source on source.id = record.source
                   where record.game = ?1 order by source.hash, record.ordinal";
        self.rows(sql, [game])
    }

    /// Source of a record, and the game that it witnesses; `None` if the record is missing.
    pub fn record_of(&self, record: &Testimony) -> Result<Option<(i64, Option<u32>)>> {
        let sql = "select record.source, record.game
                   from source join record on record.source = source.id
                   where source.hash = ?1 and record.ordinal = ?2";
        self.row(sql, (record.hash, record.record as i64))
    }

    /// Number of records that witness each game, by `game.id`; `last` is the highest id.
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

    /// Number of records that witness a game.
    pub fn witness_count(&self, game: u32) -> Result<usize> {
        self.select("select count(*) from record where game = ?1")?.one([game], |row| row.get(0))
    }

    /// Highest id of a record; 0 without any.
    pub fn last_record(&self) -> Result<i64> {
        self.value("select coalesce(max(id), 0) from record")
    }

    /// Games with this phrase of the full-text search in the comments of a witness.
    pub fn games_saying<C: FromIterator<u32>>(&self, phrase: &str) -> Result<C> {
        self.column(SAYING, [phrase])
    }

    /// Games with a witness in a source whose path, or path inside its archive, contains `part`.
    pub fn games_from<C: FromIterator<u32>>(&self, part: &str) -> Result<C> {
        self.column(FROM_PATH, [part])
    }

    /// Ordinals of the records of a source.
    pub(crate) fn ordinals(&self, source: i64) -> Result<FxHashSet<u64>> {
        self.column("select ordinal from record where source = ?1", [source])
    }

    /// Records of a game, by id, each with its metadata.
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

    /// Games that records of a source witness, and whether one of these records has variations.
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
    /// Ordinal, 1-based within the source.
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

/// Deletes the records of a source; returns their number.
pub(crate) fn delete_records(tx: &Transaction<'_>, source: i64) -> Result<u64> {
    delete_derived(tx, source)?;
    delete_evaluations(tx, source)?;
    Ok(tx.write("delete from record where source = ?1")?.execute([source])? as u64)
}

/// Makes a record witness another game.
pub(crate) fn set_game(tx: &Transaction<'_>, record: i64, game: u32) -> Result<()> {
    tx.change_one("update record set game = ?2 where id = ?1", (record, game))
}
