//! The table `source`: one row for every content that was read.

use crate::store::checksum::Summed;
use crate::store::error::{Error, Result};
use crate::store::rows::unread::Unread;
use crate::store::sql::{Connection, from_row};
use crate::store::transaction::Transaction;
use rusqlite::params;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

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

/// A content to be imported.
#[derive(Debug, Clone)]
pub struct SourceInfo {
    /// Absolute path; a byte that is not UTF-8 is `\xNN`.
    pub path: String,
    /// Path inside an archive; empty for a plain file.
    pub member: String,
    /// Chapter that the folders name, from the imported folder on; see
    /// [`chapter_of_folders`](crate::metadata::chapter_of_folders). `None` without one.
    pub chapter: Option<String>,
    /// BLAKE3 of the content, and of the name of its file if that name states metadata.
    pub hash: [u8; 32],
    /// Size of the content in bytes.
    pub size: u64,
}

/// How far a source has been read.
#[derive(Debug, Clone)]
pub struct ReadTo {
    /// `source.id`
    pub source: i64,
    /// Name of the format.
    pub format: Option<Cow<'static, str>>,
    /// Encoding by which the texts were decoded.
    pub encoding: Option<Cow<'static, str>>,
    /// Number of records found so far.
    pub records: u64,
    /// Number of entries marked deleted that were found since the last call.
    pub deleted: u64,
    /// Number of bytes read.
    pub done_to: u64,
    /// Whether the source was read to its end.
    pub is_complete: bool,
    /// Damage outside of records that was found since the last call, as a JSON list.
    pub damage: Option<String>,
    /// Options that replace the options at the beginning of the reading; `None` to keep these.
    pub options: Option<String>,
}

/// A row of the table.
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
    /// Whether only some of its records came from another archive.
    pub fn is_excerpt(&self) -> bool {
        self.options.split(' ').next() == Some(EXCERPT)
    }
}

/// How far a content was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// Number of bytes read by this reader with these options.
    pub done_to: u64,
    /// Number of records found in these bytes.
    pub records: u64,
}

/// The contents of the database.
#[derive(Debug, Clone, Default)]
pub struct KnownSources {
    /// First halves of the hashes of completely read contents, in order: there can be ten million.
    complete: Vec<u128>,
    /// Partly read contents, by hash.
    parts: FxHashMap<[u8; 32], Known>,
}

impl KnownSources {
    /// Whether all of this content was read.
    #[must_use]
    pub fn is_complete(&self, hash: &[u8; 32]) -> bool {
        self.complete.binary_search(&half(hash)).is_ok()
    }

    /// How far this content was read; `None` unless an import stopped in the middle of it.
    #[must_use]
    pub fn partly(&self, hash: &[u8; 32]) -> Option<Known> {
        self.parts.get(hash).copied()
    }
}

impl FromIterator<([u8; 32], Option<Known>)> for KnownSources {
    /// Collects hashes; `None` means that all of the content was read.
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
    /// Locations of contents in no known format, by place.
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

    /// All contents of the database; contents read with other options or another reader count as
    /// unread.
    pub fn known_sources(&self, options: &str, reader: u32) -> Result<KnownSources> {
        let sql = "select hash, complete, done_to, records from source
                   where options = ?1 and reader = ?2";
        self.select(sql)?.all(params![options, reader], |row| {
            let part = Known { done_to: row.get(2)?, records: row.get(3)? };
            Ok((row.get(0)?, (!row.get::<bool>(1)?).then_some(part)))
        })
    }

    /// Ids of all sources, by the hash of their content.
    pub fn source_ids(&self) -> Result<Vec<i64>> {
        self.column("select id from source order by hash", [])
    }

    /// Sources with records, by the hash of their content.
    pub fn sources_with_records(&self) -> Result<Vec<SourceRow>> {
        self.rows(&format!("{SOURCES} where records > 0 order by hash"), [])
    }

    /// Row of a source.
    ///
    /// # Errors
    /// The database cannot be read or there is no such source.
    pub fn source(&self, id: i64) -> Result<SourceRow> {
        let source = self.row(&format!("{SOURCES} where id = ?1"), [id])?;
        source.ok_or_else(|| Error::Damaged("a row is missing".to_owned()))
    }

    /// Source with this content; `None` if there is none.
    pub(crate) fn source_with(&self, hash: &[u8; 32]) -> Result<Option<SourceRow>> {
        self.row(&format!("{SOURCES} where hash = ?1"), [hash])
    }

    /// Sources with damage that belongs to no record: `source.id` and `source.damage`.
    pub fn damaged_sources(&self) -> Result<Vec<(i64, String)>> {
        let sql = "select id, damage from source where damage is not null order by id";
        self.rows(sql, [])
    }

    /// `id` and stated number of records of each source.
    pub fn source_sizes(&self) -> Result<Vec<(u32, u64)>> {
        let sql = "select id, records from source order by id";
        self.rows(sql, [])
    }

    /// Number of sources that were read beyond their end, or are complete without having been read
    /// to it.
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
    /// The database cannot be read or there is no such source.
    pub fn content_of(&self, source: i64) -> Result<[u8; 32]> {
        self.select("select hash from source where id = ?1")?.one([source], |row| row.get(0))
    }
}

/// Inserts the row of a content and returns its id; `None` if the row exists.
pub(crate) fn insert_source(
    tx: &Transaction<'_>,
    info: &SourceInfo,
    options: &str,
    reader: u32,
) -> Result<Option<i64>> {
    // Most contents are new: a look first would cost one more statement.
    let sql = "insert or rollback into source (hash, size, options, reader, imported_at)
               values (?1, ?2, ?3, ?4, datetime('now')) on conflict (hash) do nothing";
    tx.insert_row(sql, params![info.hash, info.size as i64, options, reader])
}

/// Resets a source, whose records are deleted, to be read from its beginning with other options or
/// another reader.
pub(crate) fn begin_anew(tx: &Transaction<'_>, id: i64, options: &str, reader: u32) -> Result<()> {
    let sql = "update source set options = ?2, reader = ?3, records = 0, deleted = 0, done_to = 0, complete = 0,
               damage = null, imported_at = datetime('now') where id = ?1";
    tx.change_one(sql, params![id, options, reader])
}

/// Resets a source, whose records are deleted, to unread.
pub(crate) fn set_unread(tx: &Transaction<'_>, id: i64) -> Result<()> {
    let sql = "update source set records = 0, deleted = 0, done_to = 0, complete = 0, damage = null
               where id = ?1";
    tx.change_one(sql, [id])
}

/// Stores how far a source was read.
///
/// # Errors
/// SQLite fails, or the source is missing: every record must have its source.
pub(crate) fn note_read(tx: &Transaction<'_>, read_to: &ReadTo) -> Result<()> {
    let sql = "update or rollback source set format = ?2, encoding = ?3, records = ?4, deleted = deleted + ?5,
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

/// Deletes a source without records and locations.
pub(crate) fn delete_source(tx: &Transaction<'_>, id: i64) -> Result<()> {
    tx.write("delete from passed_over where source = ?1")?.execute([id])?;
    tx.write("delete from source where id = ?1")?.execute([id]).map(drop)
}
