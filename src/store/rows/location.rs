//! The table `location`: where contents lie.
//!
//! The table `homeless`: sources that lost their last location in an import under way.
//!
//! The ledger: which contents were read, and where they lie.
//!
//! A content that lies nowhere any more is forgotten, but not at once: the file may only have been
//! moved, and come under its new name later in the same import. Until the import ends such sources
//! stand in the table `homeless`. An import that is killed leaves them there for the next one.

use crate::store::checksum::{Summed, content_hash, number, row_hash};
use crate::store::error::{Error, Result};
use crate::store::rows::source::{SourceInfo, SourceRow, insert_source};
use crate::store::sql::{Connection, Row};
use crate::store::transaction::Transaction;
use rusqlite::params;

/// The columns.
pub(crate) const LOCATION: Summed = Summed {
    name: "location",
    links: &["id", "source"],
    content: &["path", "member", "chapter"],
    since: 12,
};

/// The places of a source.
pub(crate) const PLACES: &str = "
    select path || iif(member = '', '', '!' || member) from location
    where source = ?1 order by path, member";
/// The source at a place.
pub(crate) const AT: &str = "select source from location where path = ?1 and member = ?2";

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

impl Connection {
    /// The first place behind this one, by path and member; the very first behind none.
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

    /// Where a source lies, in order: path, and `!` and the path inside an archive.
    pub fn places(&self, source: i64) -> Result<Vec<String>> {
        self.column(PLACES, [source])
    }

    /// The same, as an import of the source would tell it.
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
    pub fn places_of_content(&self, hash: &[u8; 32]) -> Result<Vec<String>> {
        match self.source_by_hash(hash)? {
            Some(source) => self.places(source),
            None => Ok(Vec::new()),
        }
    }

    /// The sources of all locations, each as often as it has some.
    pub fn located_sources(&self) -> Result<Vec<u32>> {
        self.column("select source from location", [])
    }

    /// The source at a place that is taken.
    pub(crate) fn source_at(&self, path: &str, member: &str) -> Result<i64> {
        Ok(self.select(AT)?.one([path, member], |row| row.get(0))?)
    }

    /// Whether a source lies anywhere.
    pub(crate) fn is_located(&self, source: i64) -> Result<bool> {
        let sql = "select exists (select 1 from location where source = ?1)";
        Ok(self.select(sql)?.one([source], |row| row.get(0))?)
    }

    /// The members of the archive at a path: `location.id` and the path inside.
    pub(crate) fn members(&self, path: &str) -> Result<Vec<(i64, String)>> {
        let sql = "select id, member from location where path = ?1";
        Ok(self.select(sql)?.all([path], |row| Ok((row.get(0)?, row.get(1)?)))?)
    }

    /// The locations at a path, and below it when it is a folder.
    pub(crate) fn locations_below(&self, path: &str) -> Result<Vec<i64>> {
        let below = format!("{}/", path.trim_end_matches('/'));
        let length = below.chars().count() as i64;
        self.column(
            "select id from location where path = ?1 or substr(path, 1, ?3) = ?2",
            params![path, below, length],
        )
    }
}

/// Notes that a source lies at a place. `false` when the place is taken.
pub(crate) fn insert_location(
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
pub(crate) fn note_chapter(
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
pub(crate) fn move_location(
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
pub(crate) fn delete_location(tx: &Transaction<'_>, id: i64) -> Result<i64> {
    let sql = format!("delete from location where id = ?1 returning {}", LOCATION.columns());
    let read = |row: &Row<'_>| Ok((row.get(1)?, LOCATION.hash(row)?));
    let (source, hash) = tx.write(&sql)?.one([id], read)?;
    tx.sums().remove(&LOCATION, id, hash);
    Ok(source)
}

impl Connection {
    /// All of them.
    pub fn homeless(&self) -> Result<Vec<u32>> {
        if !self.has_table("homeless")? {
            return Ok(Vec::new());
        }
        self.column("select source from homeless", [])
    }

    /// The one with the lowest id.
    pub(crate) fn next_homeless(&self) -> Result<Option<i64>> {
        Ok(self.value("select min(source) from homeless")?)
    }
}

/// Notes a source that has no location.
pub(crate) fn add_homeless(tx: &Transaction<'_>, source: i64) -> Result<()> {
    tx.write("insert or ignore into homeless (source) values (?1)")?.execute([source])?;
    Ok(())
}

/// Takes a source from the list.
pub(crate) fn remove_homeless(tx: &Transaction<'_>, source: i64) -> Result<()> {
    tx.write("delete from homeless where source = ?1")?.execute([source])?;
    Ok(())
}

/// How a content stands in the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LedgerEntry {
    /// It was never seen; its row is made.
    New(i64),
    /// It was read in this way, and whether to its end.
    Known { id: i64, is_complete: bool },
    /// It was read in another way.
    Otherwise(i64),
}

/// Looks a content up, and makes its row when it is new.
pub(crate) fn enter(
    tx: &Transaction<'_>,
    info: &SourceInfo,
    options: &str,
    reader: u32,
) -> Result<LedgerEntry> {
    if let Some(id) = insert_source(tx, info, options, reader)? {
        return Ok(LedgerEntry::New(id));
    }
    let (id, is_same, is_complete) = tx.source_read(&info.hash, options, reader)?;
    Ok(if is_same { LedgerEntry::Known { id, is_complete } } else { LedgerEntry::Otherwise(id) })
}

/// Notes that a source lies at a place. What lay there before and lies nowhere else is homeless.
pub(crate) fn locate(tx: &Transaction<'_>, source: i64, info: &SourceInfo) -> Result<()> {
    let SourceInfo { path, member, chapter, .. } = info;
    if insert_location(tx, source, path, member, chapter.as_deref())? {
        return Ok(());
    }
    if let Some(chapter) = chapter {
        note_chapter(tx, path, member, chapter)?;
    }
    let before = tx.source_at(path, member)?;
    if before != source {
        move_location(tx, source, path, member)?;
        check_home(tx, before)?;
    }
    Ok(())
}

/// Notes that a source from another archive lies at a place there. Where another content lies at
/// this place here, the two are of two computers or of two times: both stay, and the one that comes
/// gets a place of its own, which comes back where it is new: a folder there with its hash, so that
/// the name of the file still says what it said.
pub(crate) fn locate_beside(
    tx: &Transaction<'_>,
    source: i64,
    info: &SourceInfo,
) -> Result<Option<String>> {
    let SourceInfo { path, member, chapter, hash, .. } = info;
    let is_new = insert_location(tx, source, path, member, chapter.as_deref())?;
    if is_new || tx.source_at(path, member)? == source {
        if let Some(chapter) = chapter.as_deref().filter(|_| !is_new) {
            note_chapter(tx, path, member, chapter)?;
        }
        return Ok(None);
    }
    let (folder, name) = path.split_at(path.rfind(['/', '\\']).map_or(0, |at| at + 1));
    let own = format!("{folder}~{}/{name}", &blake3::Hash::from_bytes(*hash).to_hex()[..16]);
    let is_new = insert_location(tx, source, &own, member, chapter.as_deref())?;
    Ok(is_new.then_some(own))
}

/// Deletes the members of an archive (or the plain file, `""`) at `path` that were not `seen`: they
/// were there in an earlier version of the file. How many there were.
pub(crate) fn leave_unseen(
    tx: &Transaction<'_>,
    path: &str,
    seen: &dyn Fn(&str) -> bool,
) -> Result<u64> {
    let members = tx.members(path)?.into_iter();
    leave(tx, members.filter(|(_, member)| !seen(member)).map(|(id, _)| id))
}

/// Deletes everything at a path, and below it when it is a folder. How many locations there were.
pub(crate) fn leave_all(tx: &Transaction<'_>, path: &str) -> Result<u64> {
    leave(tx, tx.locations_below(path)?.into_iter())
}

/// Deletes the location of a place, if there is one.
pub(crate) fn leave_place(tx: &Transaction<'_>, path: &str, member: &str) -> Result<u64> {
    let members = tx.members(path)?.into_iter();
    leave(tx, members.filter(|(_, known)| known == member).map(|(id, _)| id))
}

fn leave(tx: &Transaction<'_>, locations: impl Iterator<Item = i64>) -> Result<u64> {
    let mut count = 0;
    for location in locations {
        let source = delete_location(tx, location)?;
        check_home(tx, source)?;
        count += 1;
    }
    Ok(count)
}

fn check_home(tx: &Transaction<'_>, source: i64) -> Result<()> {
    if tx.is_located(source)? { Ok(()) } else { add_homeless(tx, source) }
}
