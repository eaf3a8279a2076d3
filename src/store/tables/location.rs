//! The table `location`: where contents lie.

use super::source::{SourceInfo, SourceRow};
use crate::store::checksum::{Summed, content_hash, number, row_hash};
use crate::store::error::{Error, Result};
use crate::store::sql::{Connection, Row};
use crate::store::transaction::Transaction;
use rusqlite::params;

/// The columns.
pub(super) const LOCATION: Summed = Summed {
    name: "location",
    links: &["id", "source"],
    content: &["path", "member", "chapter"],
    since: 12,
};

/// The places of a source.
pub(in crate::store) const PLACES: &str = "
    select path || iif(member = '', '', '!' || member) from location
    where source = ?1 order by path, member";
/// The source at a place.
pub(in crate::store) const AT: &str = "select source from location where path = ?1 and member = ?2";

impl Connection {
    /// Where a source lies, in order: path, and `!` and the path inside an archive.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn places(&self, source: i64) -> Result<Vec<String>> {
        Ok(self.select(PLACES)?.all([source], |row| row.get(0))?)
    }

    /// The same, as an import of the source would tell it.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn locations(&self, source: &SourceRow) -> Result<Vec<SourceInfo>> {
        let hash = blake3::Hash::from_hex(&source.hash)
            .map_err(|error| Error::Damaged(format!("the hash of a source: {error}")))?;
        let sql = "select path, member, chapter from location
                   where source = ?1 order by path, member";
        Ok(self.select(sql)?.all([source.id], |row| {
            Ok(SourceInfo {
                path: row.get(0)?,
                member: row.get(1)?,
                chapter: row.get(2)?,
                hash: *hash.as_bytes(),
                size: source.size,
            })
        })?)
    }

    /// Every place where a content with this hash lies.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn places_of_content(&self, hash: &[u8; 32]) -> Result<Vec<String>> {
        match self.source_by_hash(hash)? {
            Some(source) => self.places(source),
            None => Ok(Vec::new()),
        }
    }

    /// The sources of all locations, each as often as it has some.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn located_sources(&self) -> Result<Vec<u32>> {
        Ok(self.select("select source from location")?.all([], |row| row.get(0))?)
    }

    /// The source at a place that is taken.
    pub(in crate::store) fn source_at(&self, path: &str, member: &str) -> Result<i64> {
        Ok(self.select(AT)?.one([path, member], |row| row.get(0))?)
    }

    /// Whether a source lies anywhere.
    pub(in crate::store) fn is_located(&self, source: i64) -> Result<bool> {
        let sql = "select exists (select 1 from location where source = ?1)";
        Ok(self.select(sql)?.one([source], |row| row.get(0))?)
    }

    /// The members of the archive at a path: `location.id` and the path inside.
    pub(in crate::store) fn members(&self, path: &str) -> Result<Vec<(i64, String)>> {
        let sql = "select id, member from location where path = ?1";
        Ok(self.select(sql)?.all([path], |row| Ok((row.get(0)?, row.get(1)?)))?)
    }

    /// The locations at a path, and below it when it is a folder.
    pub(in crate::store) fn locations_below(&self, path: &str) -> Result<Vec<i64>> {
        let below = format!("{}/", path.trim_end_matches('/'));
        let length = below.chars().count() as i64;
        let sql = "select id from location where path = ?1 or substr(path, 1, ?3) = ?2";
        Ok(self.select(sql)?.all(params![path, below, length], |row| row.get(0))?)
    }
}

/// Notes that a source lies at a place. `false` when the place is taken.
pub(in crate::store) fn insert_location(
    tx: &Transaction<'_>,
    source: i64,
    path: &str,
    member: &str,
    chapter: Option<&str>,
) -> Result<bool> {
    // Most are new, so that looking first would be one statement more.
    let sql = "insert into location (source, path, member, chapter) values (?1, ?2, ?3, ?4)
               on conflict (path, member) do nothing returning id";
    let params = params![source, path, member, chapter];
    let made = tx.write(sql)?.optional(params, |row| row.get::<i64>(0))?;
    if let Some(id) = made {
        let content = content_hash(&[path.into(), member.into(), chapter.into()]);
        tx.sums().add(&LOCATION, id, row_hash(content, &[number(id), number(source)]));
    }
    Ok(made.is_some())
}

/// Notes the chapter of a place that is taken. Whoever names an upper folder sees more of it, so
/// the longest stays, whatever the order of imports.
pub(in crate::store) fn note_chapter(
    tx: &Transaction<'_>,
    path: &str,
    member: &str,
    chapter: &str,
) -> Result<()> {
    let sql = "select id from location
               where path = ?1 and member = ?2 and length(?3) > ifnull(length(chapter), 0)";
    match tx.select(sql)?.optional([path, member, chapter], |row| row.get(0))? {
        Some(id) => tx.change_row(&LOCATION, id, "chapter = ?2", params![id, chapter]),
        None => Ok(()),
    }
}

/// Gives a place to another source.
pub(in crate::store) fn move_location(
    tx: &Transaction<'_>,
    source: i64,
    path: &str,
    member: &str,
) -> Result<()> {
    let id: i64 = tx
        .select("select id from location where path = ?1 and member = ?2")?
        .one([path, member], |row| row.get(0))?;
    tx.change_row(&LOCATION, id, "source = ?2", params![id, source])
}

/// Deletes a location; the source that lay there.
pub(in crate::store) fn delete_location(tx: &Transaction<'_>, id: i64) -> Result<i64> {
    let sql = format!("delete from location where id = ?1 returning {}", LOCATION.columns());
    let read = |row: &Row<'_>| Ok((row.get(1)?, LOCATION.hash(row)?));
    let (source, hash) = tx.write(&sql)?.one([id], read)?;
    tx.sums().remove(&LOCATION, id, hash);
    Ok(source)
}
