//! What could not be read, or not to its end: kept until it is read, so that nobody forgets it.

use super::{Forgotten, Result, Writer};
use rusqlite::{Connection, OptionalExtension, params};
use rustc_hash::FxHashSet;

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

/// All that could not be read, in order of paths.
///
/// # Errors
/// When SQLite fails.
pub fn unread(conn: &Connection) -> Result<Vec<Unread>> {
    let mut statement =
        conn.prepare("select path, member, reason from unread order by path, member")?;
    let rows = statement.query_map([], |row| {
        Ok(Unread { path: row.get(0)?, member: row.get(1)?, reason: row.get(2)? })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The places of all that could not be read, so that most files need not be asked for.
#[derive(Default)]
pub(super) struct Places(FxHashSet<(String, String)>);

impl Places {
    pub(super) fn load(conn: &Connection) -> Result<Places> {
        let places = unread(conn)?.into_iter().map(|unread| (unread.path, unread.member));
        Ok(Places(places.collect()))
    }
}

impl Writer<'_> {
    /// Notes that what lies at a place could not be read, or not to its end.
    ///
    /// # Errors
    /// When SQLite fails.
    pub fn note_unread(&mut self, path: &str, member: &str, reason: &str) -> Result<()> {
        self.begin()?;
        self.unread.0.insert((path.to_owned(), member.to_owned()));
        self.conn
            .prepare_cached(
                "insert into unread (path, member, reason, noted_at) values (?1, ?2, ?3, datetime('now'))
                 on conflict (path, member) do update set reason = excluded.reason, noted_at = excluded.noted_at",
            )?
            .execute(params![path, member, reason])?;
        Ok(())
    }

    /// Notes that what lies at a place was read.
    ///
    /// # Errors
    /// When SQLite fails.
    pub fn note_read(&mut self, path: &str, member: &str) -> Result<()> {
        if self.unread.0.is_empty() || !self.unread.0.remove(&(path.to_owned(), member.to_owned()))
        {
            return Ok(());
        }
        self.begin()?;
        self.conn
            .prepare_cached("delete from unread where path = ?1 and member = ?2")?
            .execute(params![path, member])?;
        Ok(())
    }

    /// Forgets the members at `path` that could not be read and were not `seen` again.
    pub(super) fn forget_unread(&mut self, path: &str, seen: &dyn Fn(&str) -> bool) -> Result<()> {
        let gone = |(known, member): &(String, String)| {
            known.as_str() == path && !member.is_empty() && !seen(member)
        };
        let gone: Vec<_> = self.unread.0.iter().filter(|place| gone(place)).cloned().collect();
        for (path, member) in gone {
            self.note_read(&path, &member)?;
        }
        Ok(())
    }

    /// Whether a content longer than `size` was read at a place. The beginning of a file that
    /// fails does not take its place.
    ///
    /// # Errors
    /// When SQLite fails.
    pub fn holds_more(&self, path: &str, member: &str, size: u64) -> Result<bool> {
        let known: Option<bool> = self
            .conn
            .prepare_cached(
                "select source.complete and source.size > ?3 from location
                 join source on source.id = location.source
                 where location.path = ?1 and location.member = ?2",
            )?
            .query_row(params![path, member, size as i64], |row| row.get(0))
            .optional()?;
        Ok(known.unwrap_or(false))
    }

    /// Takes back a content that turned out to be another than was hashed: its records, and that it
    /// lies at this place.
    ///
    /// # Errors
    /// When SQLite fails.
    pub fn take_back(&mut self, source: i64, path: &str, member: &str) -> Result<Forgotten> {
        // Its records may be waiting still.
        self.next_batch()?;
        self.begin()?;
        let records = self.forget_records(source)?;
        self.conn
            .prepare_cached(
                "update source set records = 0, deleted = 0, done_to = 0, complete = 0, damage = null
                 where id = ?1",
            )?
            .execute([source])?;
        let mut forgotten = self.forget_place(path, member)?;
        forgotten.records += records;
        Ok(forgotten)
    }
}
