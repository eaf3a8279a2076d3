//! The tables `location`, the places of contents, and `homeless`, the sources that lost their last
//! location in an import under way.
//!
//! A content without a location is deleted, but not at once: the file may have been moved, and be
//! read under its new name later in this import. Until the import ends such sources are in the
//! table `homeless`. An import that is killed leaves them there for the next one.

use crate::store::checksum::Summed;
use crate::store::error::Result;
use crate::store::rows::source::{SourceInfo, SourceRow};
use crate::store::rows::unread::{BELOW, folder};
use crate::store::sql::{Connection, from_row};
use crate::store::transaction::Transaction;
use crate::text::hex;
use rusqlite::params;

pub(crate) const LOCATION: Summed =
    Summed::watched("location", &["id", "source"], &["path", "member", "chapter"]).since(12);

/// Statement for the places of a source.
pub(crate) const PLACES: &str = "
    select path || iif(member = '', '', '!' || member) from location
    where source = ?1 order by path, member";
/// Statement for the source at a place.
pub(crate) const AT: &str = "select source from location where path = ?1 and member = ?2";

/// A location of a content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceRow {
    /// Absolute path of the file.
    pub path: String,
    /// Path inside an archive; empty for a plain file.
    pub member: String,
    /// `source.id`
    pub source: i64,
}

from_row!(PlaceRow { path, member, source });

impl Connection {
    /// First place after this one, by path and member; the first of all for `None`. `None` after
    /// the last.
    pub fn next_place(&self, behind: Option<&PlaceRow>) -> Result<Option<PlaceRow>> {
        // No path is empty.
        let (path, member) = behind.map_or(("", ""), |place| (&place.path, &place.member));
        let sql = "select path, member, source from location
                   where (path, member) > (?1, ?2) order by path, member limit 1";
        self.row(sql, [path, member])
    }

    /// Places of a source, in order: path, and `!` and the path inside an archive.
    pub fn places(&self, source: i64) -> Result<Vec<String>> {
        self.column(PLACES, [source])
    }

    /// Locations of a source, in order, in the form for an import.
    pub fn locations(&self, source: &SourceRow) -> Result<Vec<SourceInfo>> {
        let sql = "select path, member, chapter from location
                   where source = ?1 order by path, member";
        let (hash, size) = (source.hash, source.size);
        self.select(sql)?.all([source.id], |row| {
            let (path, member, chapter) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(SourceInfo { path, member, chapter, hash, size })
        })
    }

    /// All places of the content with this hash.
    pub fn places_of_content(&self, hash: &[u8; 32]) -> Result<Vec<String>> {
        let source = self.source_with(hash)?;
        source.map_or(Ok(Vec::new()), |source| self.places(source.id))
    }

    /// Sources of all locations, once for each location.
    pub fn located_sources(&self) -> Result<Vec<u32>> {
        self.column("select source from location", [])
    }

    /// Id and source of the location at a taken place.
    fn location_at(&self, path: &str, member: &str) -> Result<(i64, i64)> {
        let sql = "select id, source from location where path = ?1 and member = ?2";
        self.select(sql)?.one([path, member], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Whether a source has a location.
    pub(crate) fn is_located(&self, source: i64) -> Result<bool> {
        let sql = "select 1 from location where source = ?1 limit 1";
        Ok(self.find::<i64>(sql, [source])?.is_some())
    }

    /// Members of the archive at a path: `location.id`, its source and the path inside.
    fn members(&self, path: &str) -> Result<Vec<(i64, i64, String)>> {
        self.rows("select id, source, member from location where path = ?1", [path])
    }

    /// Whether a place has a content.
    pub(crate) fn is_taken(&self, path: &str, member: &str) -> Result<bool> {
        Ok(self.find::<i64>(AT, [path, member])?.is_some())
    }

    /// Sources that lost their last location in an import under way.
    pub fn homeless(&self) -> Result<Vec<u32>> {
        self.column("select source from homeless", [])
    }

    /// Lowest id of a homeless source; `None` without any.
    pub(crate) fn next_homeless(&self) -> Result<Option<i64>> {
        self.value("select min(source) from homeless")
    }
}

/// Inserts a location of a source; `false` if the place is taken.
fn insert_location(tx: &Transaction<'_>, source: i64, info: &SourceInfo) -> Result<bool> {
    // Most locations are new: a look first would cost one more statement.
    let sql =
        "insert or rollback into location (source, path, member, chapter) values (?1, ?2, ?3, ?4)
               on conflict (path, member) do nothing";
    let SourceInfo { path, member, chapter, .. } = info;
    let made = tx.insert_row(sql, params![source, path, member, chapter])?;
    Ok(made.is_some())
}

/// Stores the chapter of a taken place if it is longer than the stored one: an import of an upper
/// folder gives a longer chapter, and the longest stays, whatever the order of imports.
fn note_chapter(tx: &Transaction<'_>, info: &SourceInfo) -> Result<()> {
    let sql = "update location set chapter = ?3
               where path = ?1 and member = ?2 and length(?3) > ifnull(length(chapter), 0)";
    tx.write(sql)?.execute(params![info.path, info.member, info.chapter])?;
    Ok(())
}

/// Removes a source from the homeless ones.
pub(crate) fn remove_homeless(tx: &Transaction<'_>, source: i64) -> Result<()> {
    tx.write("delete from homeless where source = ?1")?.execute([source])?;
    Ok(())
}

/// Stores a location of a source. The content that lay there before is homeless if it has no other
/// location.
pub(crate) fn locate(tx: &Transaction<'_>, source: i64, info: &SourceInfo) -> Result<()> {
    if insert_location(tx, source, info)? {
        return Ok(());
    }
    note_chapter(tx, info)?;
    let (id, before) = tx.location_at(&info.path, &info.member)?;
    if before != source {
        tx.write("update location set source = ?2 where id = ?1")?.execute((id, source))?;
        check_home(tx, before)?;
    }
    Ok(())
}

/// Stores a location of a source from another archive. If another content has this place here, the
/// two are from two computers or two times: both stay, and the new one gets its own place, a folder
/// named by its hash at this path, so that the name of the file stays. Returns that place if it is
/// new; `None` otherwise.
pub(crate) fn locate_beside(
    tx: &Transaction<'_>,
    source: i64,
    info: &SourceInfo,
) -> Result<Option<String>> {
    if insert_location(tx, source, info)? {
        return Ok(None);
    }
    let SourceInfo { path, member, hash, .. } = info;
    if tx.location_at(path, member)?.1 == source {
        note_chapter(tx, info)?;
        return Ok(None);
    }
    let (folder, name) = path.split_at(path.rfind(['/', '\\']).map_or(0, |at| at + 1));
    let own = format!("{folder}~{}/{name}", hex(&hash[..8]));
    let is_new = insert_location(tx, source, &SourceInfo { path: own.clone(), ..info.clone() })?;
    Ok(is_new.then_some(own))
}

/// Deletes the members of an archive (or the plain file, `""`) at `path` that were not `seen`: only
/// an earlier version of the file had them. Returns their number.
pub(crate) fn leave_unseen(
    tx: &Transaction<'_>,
    path: &str,
    seen: &dyn Fn(&str) -> bool,
) -> Result<u64> {
    leave(tx, tx.members(path)?.into_iter().filter(|(_, _, member)| !seen(member)))
}

/// Deletes the locations at a path, and below it if it is a folder. Returns their number.
pub(crate) fn leave_all(tx: &Transaction<'_>, path: &str) -> Result<u64> {
    let sql = format!("select id, source, member from location where {BELOW}");
    let below: Vec<(i64, i64, String)> = tx.rows(&sql, [path, &folder(path)])?;
    leave(tx, below.into_iter())
}

/// Deletes the location at a place, if there is one. Returns the number of deleted locations.
pub(crate) fn leave_place(tx: &Transaction<'_>, path: &str, member: &str) -> Result<u64> {
    leave(tx, tx.members(path)?.into_iter().filter(|(_, _, known)| known == member))
}

/// Deletes locations, each given with its source and the path inside an archive. Returns their
/// number.
fn leave(tx: &Transaction<'_>, locations: impl Iterator<Item = (i64, i64, String)>) -> Result<u64> {
    let mut count = 0;
    for (id, source, _) in locations {
        count += tx.write("delete from location where id = ?1")?.execute([id])? as u64;
        check_home(tx, source)?;
    }
    Ok(count)
}

/// Adds a source without a location to the homeless ones.
fn check_home(tx: &Transaction<'_>, source: i64) -> Result<()> {
    if !tx.is_located(source)? {
        tx.write("insert or ignore into homeless (source) values (?1)")?.execute([source])?;
    }
    Ok(())
}
