//! The ledger: which contents were read, and where they lie.
//!
//! A content that lies nowhere any more is forgotten, but not at once: the file may only have been
//! moved, and come under its new name later in the same import. Until the import ends such sources
//! stand in the table `homeless`. An import that is killed leaves them there for the next one.

use super::error::Result;
use super::tables::{
    SourceInfo, add_homeless, delete_location, insert_location, insert_source, move_location,
    note_chapter,
};
use super::transaction::Transaction;

/// How a content stands in the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LedgerEntry {
    /// It was never seen; its row is made.
    New(i64),
    /// It was read in this way, and whether to its end.
    Known { id: i64, is_complete: bool },
    /// It was read in another way.
    Otherwise(i64),
}

/// Looks a content up, and makes its row when it is new.
pub(super) fn enter(
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
pub(super) fn locate(tx: &Transaction<'_>, source: i64, info: &SourceInfo) -> Result<()> {
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
pub(super) fn locate_beside(
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
pub(super) fn leave_unseen(
    tx: &Transaction<'_>,
    path: &str,
    seen: &dyn Fn(&str) -> bool,
) -> Result<u64> {
    let members = tx.members(path)?.into_iter();
    leave(tx, members.filter(|(_, member)| !seen(member)).map(|(id, _)| id))
}

/// Deletes everything at a path, and below it when it is a folder. How many locations there were.
pub(super) fn leave_all(tx: &Transaction<'_>, path: &str) -> Result<u64> {
    leave(tx, tx.locations_below(path)?.into_iter())
}

/// Deletes the location of a place, if there is one.
pub(super) fn leave_place(tx: &Transaction<'_>, path: &str, member: &str) -> Result<u64> {
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
