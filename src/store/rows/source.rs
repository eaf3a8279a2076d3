//! The table `source`: one row for every content that was read.

use crate::store::checksum::Summed;
use crate::store::error::{Error, Result};
use crate::store::rows::unread::Unread;
use crate::store::sql::{Connection, from_row};
use crate::store::transaction::Transaction;
use rusqlite::params;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The columns.
pub(crate) const SOURCE: Summed = Summed::watched(
    "source",
    &["id"],
    &[
        "hash",
        "size",
        "format",
        "encoding",
        "options",
        "reader",
        "records",
        "deleted",
        "done_to",
        "complete",
        "damage",
        "imported_at",
    ],
)
.since(12);

/// First word of the options of a source of which only some records came from another archive.
pub const EXCERPT: &str = "excerpt";

/// A content about to be imported.
#[derive(Debug, Clone)]
pub struct SourceInfo {
    /// Absolute path, bytes that are not UTF-8 as `\xNN`.
    pub path: String,
    /// Path inside an archive; empty for a plain file.
    pub member: String,
    /// The chapter that the folders are, from the one that was named on; see
    /// [`chapter_of_folders`](crate::metadata::chapter_of_folders).
    pub chapter: Option<String>,
    /// BLAKE3 of the content; where the name of its file says something, of that, too.
    pub hash: [u8; 32],
    /// Size of the content in bytes.
    pub size: u64,
}

/// How far a source has been read.
#[derive(Debug, Clone)]
pub struct ReadTo {
    /// `source.id`.
    pub source: i64,
    /// Name of the format.
    pub format: Option<Cow<'static, str>>,
    /// The encoding by which the texts were decoded.
    pub encoding: Option<Cow<'static, str>>,
    /// Records found so far.
    pub records: u64,
    /// Entries marked deleted that were found since the last time.
    pub deleted: u64,
    /// Read up to this byte.
    pub done_to: u64,
    /// Whether the source was read to its end.
    pub is_complete: bool,
    /// Damage outside of records that was found since the last time, as a JSON list.
    pub damage: Option<String>,
    /// Options to be remembered in the place of those with which it was begun.
    pub options: Option<String>,
}

/// A source as it stands in the table.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "the columns of `source`, see the schema")]
pub struct SourceRow {
    pub id: i64,
    pub hash: [u8; 32],
    pub size: u64,
    pub format: Option<String>,
    pub encoding: Option<String>,
    pub options: String,
    pub reader: u32,
    pub records: u64,
    pub deleted: u64,
    pub done_to: u64,
    pub complete: bool,
    pub damage: Option<String>,
}

from_row!(SourceRow {
    id,
    hash,
    size,
    format,
    encoding,
    options,
    reader,
    records,
    deleted,
    done_to,
    complete,
    damage,
});
const SOURCES: &str = "select id, hash, size, format, encoding, options, reader, records, deleted,
                              done_to, complete, damage from source";

impl SourceRow {
    /// Whether not all of its records came from another archive.
    pub fn is_excerpt(&self) -> bool {
        self.options.split(' ').next() == Some(EXCERPT)
    }
}

/// How far a content was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// With the same options by the same reader it was read up to this byte.
    pub done_to: u64,
    /// How many records were found up to there.
    pub records: u64,
}

/// The contents that the database holds.
#[derive(Debug, Clone, Default)]
pub struct KnownSources {
    /// The first halves of the hashes of what was read to its end, in order: there can be ten
    /// million.
    complete: Vec<u128>,
    /// Contents read in part.
    parts: FxHashMap<[u8; 32], Known>,
}

impl KnownSources {
    /// Everything in this content was read.
    #[must_use]
    pub fn is_complete(&self, hash: &[u8; 32]) -> bool {
        self.complete.binary_search(&half(hash)).is_ok()
    }

    /// How far this content was read, if an import stopped in the middle of it.
    #[must_use]
    pub fn partly(&self, hash: &[u8; 32]) -> Option<Known> {
        self.parts.get(hash).copied()
    }
}

impl FromIterator<([u8; 32], Option<Known>)> for KnownSources {
    /// Collects hashes; `None` stands for all of the content.
    fn from_iter<I: IntoIterator<Item = ([u8; 32], Option<Known>)>>(sources: I) -> KnownSources {
        let mut known = KnownSources::default();
        for (hash, part) in sources {
            match part {
                None => known.complete.push(half(&hash)),
                Some(part) => drop(known.parts.insert(hash, part)),
            }
        }
        known.complete.sort_unstable();
        known
    }
}

fn half(hash: &[u8; 32]) -> u128 {
    u128::from_le_bytes(*hash.first_chunk().expect("16 of 32 bytes"))
}

impl Connection {
    /// Where contents lie that no format fits, by place.
    pub fn unrecognised(&self) -> Result<Vec<Unread>> {
        let sql = "select location.path, location.member,
                          coalesce(passed_over.reason,
                                   iif(source.size = 0, 'empty', 'no archive of games'))
                   from location join source on source.id = location.source
                   left join passed_over on passed_over.source = source.id
                   where source.format is null and source.records = 0
                   order by location.path, location.member";
        self.rows(sql, [])
    }

    /// All contents the database holds; sources read otherwise than `options` and `reader` say
    /// count as unread.
    pub fn known_sources(&self, options: &str, reader: u32) -> Result<KnownSources> {
        let sql = "select hash, complete, done_to, records from source
                   where options = ?1 and reader = ?2";
        self.select(sql)?.all(params![options, reader], |row| {
            let part = Known { done_to: row.get(2)?, records: row.get(3)? };
            Ok((row.get(0)?, (!row.get::<bool>(1)?).then_some(part)))
        })
    }

    /// The ids of all sources, by the hash of their content.
    pub fn source_ids(&self) -> Result<Vec<i64>> {
        self.column("select id from source order by hash", [])
    }

    /// The sources in which there are records, by the hash of their content.
    pub fn sources_with_records(&self) -> Result<Vec<SourceRow>> {
        self.rows(&format!("{SOURCES} where records > 0 order by hash"), [])
    }

    /// One source.
    ///
    /// # Errors
    /// When the database cannot be read or there is no such source.
    pub fn source(&self, id: i64) -> Result<SourceRow> {
        let source = self.row(&format!("{SOURCES} where id = ?1"), [id])?;
        source.ok_or_else(|| Error::Damaged("a row is missing".to_owned()))
    }

    /// The source with this content.
    pub(crate) fn source_with(&self, hash: &[u8; 32]) -> Result<Option<SourceRow>> {
        self.row(&format!("{SOURCES} where hash = ?1"), [hash])
    }

    /// The sources with damage that belongs to no record: `source.id` and `source.damage`.
    pub fn damaged_sources(&self) -> Result<Vec<(i64, String)>> {
        let sql = "select id, damage from source where damage is not null order by id";
        self.rows(sql, [])
    }

    /// The sources: `id`, and how many records each says it has.
    pub fn source_sizes(&self) -> Result<Vec<(u32, u64)>> {
        let sql = "select id, records from source order by id";
        self.rows(sql, [])
    }

    /// How many sources say that they were read to another byte than to their last, though they are
    /// complete, or beyond it.
    pub fn sources_misread(&self) -> Result<u64> {
        let sql = "select count(*) from source
                   where done_to > size or (complete and done_to <> size)";
        self.value(sql)
    }

    /// Format and encoding of the sources, each pair once.
    pub fn source_formats(&self) -> Result<Vec<(Option<String>, Option<String>)>> {
        let sql = "select distinct format, encoding from source";
        self.rows(sql, [])
    }

    /// Whether a content longer than `size` was read at a place, to its end.
    pub(crate) fn holds_more(&self, path: &str, member: &str, size: u64) -> Result<bool> {
        let sql = "select source.complete and source.size > ?3 from location
                   join source on source.id = location.source
                   where location.path = ?1 and location.member = ?2";
        let known: Option<bool> = self.find(sql, params![path, member, size as i64])?;
        Ok(known.unwrap_or(false))
    }

    /// BLAKE3 of the content of a source.
    ///
    /// # Errors
    /// When the database cannot be read or there is no such source.
    pub fn content_of(&self, source: i64) -> Result<[u8; 32]> {
        self.select("select hash from source where id = ?1")?.one([source], |row| row.get(0))
    }
}

/// Makes the row of a content, unless there is one; its id.
pub(crate) fn insert_source(
    tx: &Transaction<'_>,
    info: &SourceInfo,
    options: &str,
    reader: u32,
) -> Result<Option<i64>> {
    // Most are new, so that looking first would be one statement more.
    let sql = "insert into source (hash, size, options, reader, imported_at)
               values (?1, ?2, ?3, ?4, datetime('now')) on conflict (hash) do nothing";
    tx.insert_row(sql, params![info.hash, info.size as i64, options, reader])
}

/// Lets a source, whose records are gone, be read from its beginning in this way.
pub(crate) fn begin_anew(tx: &Transaction<'_>, id: i64, options: &str, reader: u32) -> Result<()> {
    let sql = "update source set options = ?2, reader = ?3, records = 0, deleted = 0, done_to = 0, complete = 0,
               damage = null, imported_at = datetime('now') where id = ?1";
    tx.change_one(sql, params![id, options, reader])
}

/// Notes that nothing of a source, whose records are gone, was read.
pub(crate) fn set_unread(tx: &Transaction<'_>, id: i64) -> Result<()> {
    let sql = "update source set records = 0, deleted = 0, done_to = 0, complete = 0, damage = null
               where id = ?1";
    tx.change_one(sql, [id])
}

/// Notes how far a source was read.
///
/// # Errors
/// When SQLite fails, or the source is not there: records must never point at nothing.
pub(crate) fn note_read(tx: &Transaction<'_>, read_to: &ReadTo) -> Result<()> {
    let sql = "update source set format = ?2, encoding = ?3, records = ?4, deleted = deleted + ?5,
               done_to = ?6, complete = ?7, damage = case
                   when damage is null then ?8
                   when ?8 is null then damage
                   else substr(damage, 1, length(damage) - 1) || ',' || substr(?8, 2) end,
               options = ifnull(?9, options) where id = ?1";
    let params = params![
        read_to.source,
        read_to.format,
        read_to.encoding,
        read_to.records as i64,
        read_to.deleted as i64,
        read_to.done_to as i64,
        read_to.is_complete,
        read_to.damage,
        read_to.options
    ];
    tx.change_one(sql, params)
}

/// Deletes a source that has no records and no location.
pub(crate) fn delete_source(tx: &Transaction<'_>, id: i64) -> Result<()> {
    tx.write("delete from passed_over where source = ?1")?.execute([id])?;
    tx.write("delete from source where id = ?1")?.execute([id]).map(drop)
}
