//! The table `record`: one row for every record found in a source.
//!
//! A [`RecordRow`] is a stored record as far as its reader asks for it ([`RecordParts`]);
//! [`Connection::records`] hands out those of a [`RecordSet`]. A [`NewRecord`] is a row to be
//! inserted.

use crate::metadata::{Derived, GameResult, Kind, Metadata, Status};
use crate::replay::{Damage, Failure};
use crate::store::checksum::{Summed, content_hash, number, row_hash};
use crate::store::error::{Error, Result};
use crate::store::prepared::Prepared;
use crate::store::prepared::tags::{StoredTags, tags_of, texts_of};
use crate::store::rows::derived::{
    delete_derived, derived_of, derived_of_record, doubts_of_record, read_json,
};
use crate::store::rows::insert_rows;
use crate::store::rows::line::GameLine;
use crate::store::sql::{self, Connection, Row};
use crate::store::transaction::Transaction;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rustc_hash::FxHashSet;
use serde_json::{Map, Value};
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
    /// What is derived and doubted.
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

    /// The statement that reads these columns. Older files lack comments apart from trees, and what
    /// is derived.
    pub(crate) fn sql(
        &self,
        columns: RecordParts,
        has_comments: bool,
        has_derived: bool,
    ) -> String {
        let mut sql = "select record.id, record.source, record.ordinal, record.game,
                record.start_byte, record.end_byte, record.status, record.result, record.kind,
                record.tree, record.shape"
            .to_owned();
        let mut joins = String::new();
        let mut add = |wanted: RecordParts, names: &str, join: &str| {
            if columns.has(wanted) {
                sql += ", ";
                sql += names;
                if !joins.contains(join) {
                    joins += join;
                }
            }
        };
        let of_game = " left join game on game.id = record.game";
        add(
            RecordParts::TAGS,
            "tag_shape.names, record.tags",
            " left join tag_shape on tag_shape.id = record.shape",
        );
        add(RecordParts::NOTES, "record.error, record.damaged, record.warnings", "");
        add(RecordParts::RAW, "record.raw", "");
        add(RecordParts::KEY, "game.key", of_game);
        add(RecordParts::LINE, "game.start, game.moves", of_game);
        match has_comments {
            true => add(
                RecordParts::TREE,
                "tree.hash, tree.data, comment.told",
                " left join tree on tree.id = record.tree
                  left join comment on comment.tree = record.tree",
            ),
            false => add(
                RecordParts::TREE,
                "tree.hash, tree.data, null",
                " left join tree on tree.id = record.tree",
            ),
        }
        match has_derived {
            true => add(
                RecordParts::DERIVED,
                concat!(derived_of_record!(), ", ", doubts_of_record!()),
                "",
            ),
            false => add(RecordParts::DERIVED, "null, null", ""),
        }
        format!("{sql} from record{joins} where {}", self.condition())
    }
}

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
    /// Its bytes in the source.
    pub span: Range<u64>,
    pub status: Status,
    /// The result that it claims.
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
    /// Its bytes, compressed, with [`RecordParts::RAW`].
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
    /// `comment.told`, with [`RecordParts::TREE`].
    pub(crate) comments: Option<String>,
    /// What is derived, a JSON object by field, with [`RecordParts::DERIVED`]; `None` where
    /// nothing is.
    pub derived: Option<String>,
    /// What is doubted, likewise.
    pub doubts: Option<String>,
}

impl RecordRow {
    fn read(row: &Row<'_>, columns: RecordParts) -> sql::Result<RecordRow> {
        let mut cells = row.cells();
        let mut record = RecordRow {
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
            tags: StoredTags::default(),
            error: None,
            damaged: None,
            warnings: None,
            raw: None,
            key: None,
            start: None,
            moves: None,
            tree_hash: None,
            tree_data: None,
            comments: None,
            derived: None,
            doubts: None,
        };
        if columns.has(RecordParts::TAGS) {
            record.tags = StoredTags::stored(cells.next()?, cells.next()?);
        }
        if columns.has(RecordParts::NOTES) {
            (record.error, record.damaged) = (cells.next()?, cells.next()?);
            record.warnings = cells.next()?;
        }
        if columns.has(RecordParts::RAW) {
            record.raw = cells.next()?;
        }
        if columns.has(RecordParts::KEY) {
            record.key = cells.next()?;
        }
        if columns.has(RecordParts::LINE) {
            (record.start, record.moves) = (cells.next()?, cells.next()?);
        }
        if columns.has(RecordParts::TREE) {
            (record.tree_hash, record.tree_data) = (cells.next()?, cells.next()?);
            record.comments = cells.next()?;
        }
        if columns.has(RecordParts::DERIVED) {
            (record.derived, record.doubts) = (cells.next()?, cells.next()?);
        }
        Ok(record)
    }

    /// The tags, as stored.
    pub(crate) fn stored_tags(&self) -> &StoredTags {
        &self.tags
    }

    /// The tags.
    ///
    /// # Errors
    /// When they are damaged.
    pub fn tags(&self) -> Result<Map<String, Value>> {
        tags_of(self.tags.shape(), self.tags.values())
    }

    /// What the tags alone say.
    ///
    /// # Errors
    /// When they are damaged.
    pub fn stated(&self) -> Result<Metadata> {
        Ok(Metadata::from_tags(texts_of(&self.tags()?)))
    }

    /// What is derived and doubted.
    ///
    /// # Errors
    /// When that is damaged.
    pub(crate) fn derivation(&self) -> Result<Derived> {
        derived_of(self.derived.as_deref(), self.doubts.as_deref())
    }

    /// What the record says, with what is derived of it.
    ///
    /// # Errors
    /// When its tags or what is derived are damaged.
    pub(crate) fn metadata(&self) -> Result<Metadata> {
        let tags = self.tags()?;
        Ok(Metadata::stored(texts_of(&tags), self.result, self.kind, &self.derivation()?))
    }

    /// The main line of its game.
    pub fn line(&self) -> Option<GameLine<'_>> {
        let (id, moves) = (self.game?, self.moves.as_deref()?);
        Some(GameLine { id, start: self.start.as_deref(), moves })
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
            let has = [self.has_table("comment")?, self.has_table("doubt")?];
            let mut statement = self.select(&set.sql(columns, has[0], has[1]))?;
            let values = rusqlite::params_from_iter(set.values());
            let _ = statement.until(values, |row| -> Result<ControlFlow<()>> {
                let step = visit(RecordRow::read(row, columns)?);
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
    pub fn testimonies(&self, game: u32) -> Result<Vec<Testimony>> {
        let sql = "select source.hash, record.ordinal
                   from record join source on source.id = record.source
                   where record.game = ?1 order by source.hash, record.ordinal";
        let row = |row: &Row<'_>| Ok(Testimony { hash: row.get(0)?, record: row.get(1)? });
        Ok(self.select(sql)?.all([game], row)?)
    }

    /// The source of a record, and the game that it witnesses, if it is there.
    pub fn record_of(&self, record: &Testimony) -> Result<Option<(i64, Option<u32>)>> {
        let Some(source) = self.source_by_hash(&record.hash)? else { return Ok(None) };
        let sql = "select game from record where source = ?1 and ordinal = ?2";
        let found = self.select(sql)?.optional((source, record.record as i64), |row| row.get(0))?;
        Ok(found.map(|game| (source, game)))
    }

    /// How many records witness each game, by `game.id`; `last` is the highest.
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

    /// The highest id of a record; 0 when there is none.
    pub fn last_record(&self) -> Result<i64> {
        Ok(self.value("select coalesce(max(id), 0) from record")?)
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
        let sql = "select ordinal from record where source = ?1";
        Ok(self.select(sql)?.all([source], |row| row.get(0))?)
    }

    /// The records of a game, by id, as far as it takes to decide which game they witness.
    pub(crate) fn stored_witnesses(&self, game: u32) -> Result<Vec<StoredRecord>> {
        let mut stored = Vec::new();
        let columns = RecordParts::TAGS.and(RecordParts::DERIVED);
        self.records(RecordSet::Game(game), columns, &mut |record| -> Result<_> {
            let metadata = record.metadata()?;
            stored.push(StoredRecord { id: record.id, tree: record.tree.map(i64::from), metadata });
            Ok(ControlFlow::Continue(()))
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
    pub(crate) shape: Option<u32>,
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
            number(self.shape.map(i64::from)),
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
