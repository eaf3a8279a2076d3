//! The table `unread`: places that could not be read, or not to their end, stored until they are
//! read; and games without a completely read record.

use crate::format::by_name;
use crate::replay::{self, Failure};
use crate::store::error::{Error, Result};
use crate::store::prepared::tree::unpacked;
use crate::store::sql::{Connection, FromRow, from_row};
use crate::store::transaction::Transaction;
use crate::text::Encoding;
use rusqlite::params;

/// A file, or a member of an archive, that could not be read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// Absolute path.
    pub path: String,
    /// Path inside an archive; empty for the file itself.
    pub member: String,
    /// Reason why the content could not be read.
    pub reason: String,
}

from_row!(Unread { path, member, reason });

impl Unread {
    /// The place as text: the path, and `!` and the path inside an archive.
    #[must_use]
    pub fn place(&self) -> String {
        match self.member.as_str() {
            "" => self.path.clone(),
            member => format!("{}!{member}", self.path),
        }
    }
}

impl Connection {
    /// Reason, with this beginning, why the content of a source was not read at one of its places;
    /// `None` without one.
    pub(crate) fn why_unread(&self, source: i64, begin: &str) -> Result<Option<String>> {
        let sql = "select unread.reason from source
                   join location on location.id in
                       (select id from location where source = ?1 order by id limit 16)
                   join unread using (path, member)
                   where source.id = ?1 and source.format is null
                       and substr(unread.reason, 1, length(?2)) = ?2
                   limit 1";
        self.find(sql, params![source, begin])
    }

    /// Whether a place could not be read.
    pub(crate) fn is_unread(&self, path: &str, member: &str) -> Result<bool> {
        let sql = "select 1 from unread where path = ?1 and member = ?2";
        Ok(self.find::<i64>(sql, [path, member])?.is_some())
    }

    /// Whether any place could not be read.
    pub(crate) fn has_unread(&self) -> Result<bool> {
        self.value("select exists (select 1 from unread)")
    }

    /// Members of the archive at a path that could not be read.
    pub(crate) fn unread_at(&self, path: &str) -> Result<Vec<String>> {
        self.column("select member from unread where path = ?1", [path])
    }

    /// All places that could not be read, in order of paths.
    pub fn unread(&self) -> Result<Vec<Unread>> {
        self.rows("select path, member, reason from unread order by path, member", [])
    }

    /// Bytes of a record (1-based in its source); `None` for an entirely clean record, whose bytes
    /// are not kept.
    pub fn raw_record(&self, source: i64, record: u64) -> Result<Option<RawBytes>> {
        let sql = "select record.raw, record.start_byte, source.format, source.encoding
                   from record join source on source.id = record.source
                   where record.source = ?1 and record.ordinal = ?2 and record.raw is not null";
        let Some(raw) = self.row::<RawBytes>(sql, (source, record as i64))? else {
            return Ok(None);
        };
        Ok(Some(RawBytes { bytes: unpacked("a record", &raw.bytes)?, ..raw }))
    }

    /// Reads the moves of a game that could not be read, from its first record by the hash of the
    /// source; `None` if a record has the whole game.
    pub fn unread_end(&self, game: u32) -> Result<Option<replay::UnreadMoves>> {
        let found = self.select(CUT)?.optional([game], |row| {
            Ok((RawBytes::read(&mut row.cells())?, row.get::<String>(4)?))
        })?;
        let Some((RawBytes { bytes, start, format, encoding }, error)) = found else {
            return Ok(None);
        };
        let failure: Failure = serde_json::from_str(&error)
            .map_err(|error| Error::Damaged(format!("why a record is cut: {error}")))?;
        let is_text = format.as_deref().and_then(by_name).is_some_and(|format| format.is_text);
        let encoding = encoding.as_deref().and_then(Encoding::from_label);
        Ok(Some(match encoding.filter(|_| is_text) {
            Some(encoding) => {
                let bytes = unpacked("a record", &bytes)?;
                replay::UnreadMoves::in_text(&failure, &bytes, start, encoding)
            }
            None => replay::UnreadMoves::in_bytes(&failure),
        }))
    }
}

/// Stores why the content of a source holds no games.
pub(crate) fn insert_passed_over(tx: &Transaction<'_>, source: i64, reason: &str) -> Result<()> {
    let sql = "insert into passed_over (source, reason) values (?1, ?2)
               on conflict (source) do update set reason = excluded.reason";
    tx.write(sql)?.execute(params![source, reason])?;
    Ok(())
}

/// Stores that a place could not be read, or not to its end.
pub(crate) fn insert_unread(tx: &Transaction<'_>, unread: &Unread) -> Result<()> {
    let Unread { path, member, reason } = unread;
    let sql = "insert into unread (path, member, reason, noted_at)
               values (?1, ?2, ?3, datetime('now'))
               on conflict (path, member) do update
               set reason = excluded.reason, noted_at = excluded.noted_at";
    tx.write(sql)?.execute(params![path, member, reason])?;
    Ok(())
}

/// Deletes a place that was read, or no longer exists.
pub(crate) fn delete_unread(tx: &Transaction<'_>, path: &str, member: &str) -> Result<()> {
    tx.write("delete from unread where path = ?1 and member = ?2")?.execute([path, member])?;
    Ok(())
}

/// Deletes the places at a path, and below it if it is a folder.
pub(crate) fn delete_unread_below(tx: &Transaction<'_>, path: &str) -> Result<()> {
    let sql = format!("delete from unread where {BELOW}");
    tx.write(&sql)?.execute([path, &folder(path)])?;
    Ok(())
}

/// Condition that a `path` is the first parameter, or begins with the second: see [`folder`].
pub(crate) const BELOW: &str = "(path = ?1 or substr(path, 1, length(?2)) = ?2)";

/// Beginning of the paths in the folder with this path.
pub(crate) fn folder(path: &str) -> String {
    format!("{}/", path.trim_end_matches('/'))
}

/// Statement for the first cut record of a game, unless another record has the whole game.
const CUT: &str = "
    select coalesce(record.raw, x''), record.start_byte, source.format, source.encoding,
           record.error
    from record join source on source.id = record.source
    where record.game = ?1 and record.status = 'partial'
          and not exists (select 1 from record as other
                          where other.game = ?1 and other.status <> 'partial')
    order by source.hash, record.ordinal limit 1";

/// Bytes of a record, and how to read them.
#[derive(Debug, Clone)]
pub struct RawBytes {
    /// The record as in its source.
    pub bytes: Vec<u8>,
    /// Offset of the first byte in the source, 0-based.
    pub start: u64,
    /// Name of the format.
    pub format: Option<String>,
    /// Encoding by which the texts of the source were decoded.
    pub encoding: Option<String>,
}

from_row!(RawBytes { bytes, start, format, encoding });
