//! The table `unread`: what could not be read, or not to its end.

use crate::store::error::Result;
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;
use rusqlite::params;

/// A file, or a member of an archive, that could not be read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// Absolute path.
    pub path: String,
    /// Path inside an archive; empty for the file itself.
    pub member: String,
    /// Why.
    pub reason: String,
}

impl Unread {
    /// Where it lies: the path, and `!` and the path inside an archive.
    #[must_use]
    pub fn place(&self) -> String {
        match self.member.as_str() {
            "" => self.path.clone(),
            member => format!("{}!{member}", self.path),
        }
    }
}

impl Connection {
    /// Why the content of a source, wherever it lies, was not read: a reason that begins so.
    pub(in crate::store) fn why_unread(&self, source: i64, begin: &str) -> Result<Option<String>> {
        let sql = "select unread.reason from source
                   join location on location.source = source.id
                   join unread using (path, member)
                   where source.id = ?1 and source.format is null
                       and substr(unread.reason, 1, length(?2)) = ?2
                   limit 1";
        Ok(self.select(sql)?.optional(params![source, begin], |row| row.get(0))?)
    }

    /// All that could not be read, in order of paths.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn unread(&self) -> Result<Vec<Unread>> {
        if !self.has_table("unread")? {
            return Ok(Vec::new());
        }
        let sql = "select path, member, reason from unread order by path, member";
        Ok(self.select(sql)?.all([], |row| {
            Ok(Unread { path: row.get(0)?, member: row.get(1)?, reason: row.get(2)? })
        })?)
    }
}

/// Notes why the content of a source holds no games.
pub(in crate::store) fn insert_passed_over(
    tx: &Transaction<'_>,
    source: i64,
    reason: &str,
) -> Result<()> {
    let sql = "insert into passed_over (source, reason) values (?1, ?2)
               on conflict (source) do update set reason = excluded.reason";
    tx.write(sql)?.execute(params![source, reason])?;
    Ok(())
}

/// Notes that what lies at a place could not be read, or not to its end.
pub(in crate::store) fn insert_unread(tx: &Transaction<'_>, unread: &Unread) -> Result<()> {
    let Unread { path, member, reason } = unread;
    let sql = "insert into unread (path, member, reason, noted_at)
               values (?1, ?2, ?3, datetime('now'))
               on conflict (path, member) do update
               set reason = excluded.reason, noted_at = excluded.noted_at";
    tx.write(sql)?.execute(params![path, member, reason])?;
    Ok(())
}

/// Notes that what lies at a place was read, or is no longer there.
pub(in crate::store) fn delete_unread(
    tx: &Transaction<'_>,
    path: &str,
    member: &str,
) -> Result<()> {
    tx.write("delete from unread where path = ?1 and member = ?2")?.execute([path, member])?;
    Ok(())
}
