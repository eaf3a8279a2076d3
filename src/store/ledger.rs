//! Sources and locations: what has been read, and where it lies.

use super::{Result, Writer};
use rusqlite::{Connection, params};
use rustc_hash::FxHashMap;

/// A content about to be imported.
#[derive(Debug, Clone)]
pub struct SourceInfo {
    /// Absolute path, bytes that are not UTF-8 as `\xNN`.
    pub path: String,
    /// Path inside an archive; empty for a plain file.
    pub member: String,
    /// BLAKE3 of the content; where the name of its file says something, of that, too.
    pub hash: [u8; 32],
    /// Its size in bytes.
    pub size: u64,
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
    /// The first halves of the hashes of what was read to its end, in order: there can be ten million.
    complete: Vec<u128>,
    /// What was read in part.
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

/// All contents the database holds; sources read otherwise than `options` and `reader` say count as unread.
///
/// # Errors
/// When SQLite fails.
pub fn known_sources(conn: &Connection, options: &str, reader: u32) -> Result<KnownSources> {
    let mut statement = conn.prepare(
        "select hash, complete, done_to, records from source where options = ?1 and reader = ?2",
    )?;
    let rows = statement.query_map(params![options, reader], |row| {
        let part =
            Known { done_to: row.get::<_, i64>(2)? as u64, records: row.get::<_, i64>(3)? as u64 };
        Ok((row.get(0)?, (!row.get::<_, bool>(1)?).then_some(part)))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// What forgetting took away.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Locations.
    pub locations: u64,
    /// Sources that lay nowhere else.
    pub sources: u64,
    /// Records of those.
    pub records: u64,
}

impl Writer<'_> {
    /// Notes that a content lies at a path. What lay there before and nowhere else is forgotten.
    ///
    /// # Errors
    /// When SQLite fails.
    pub fn locate(&mut self, source: i64, path: &str, member: &str) -> Result<()> {
        self.begin()?;
        // Most are new, so that looking first would be one statement more.
        let is_new = self
            .conn
            .prepare_cached(
                "insert into location (source, path, member) values (?1, ?2, ?3)
                 on conflict (path, member) do nothing",
            )?
            .execute(params![source, path, member])?
            == 1;
        if is_new {
            return Ok(());
        }
        let before: i64 = self
            .conn
            .prepare_cached("select source from location where path = ?1 and member = ?2")?
            .query_row(params![path, member], |row| row.get(0))?;
        if before != source {
            self.conn
                .prepare_cached("update location set source = ?3 where path = ?1 and member = ?2")?
                .execute(params![path, member, source])?;
            self.forget_if_nowhere(before)?;
        }
        Ok(())
    }

    /// Forgets the members of an archive (or the plain file, `""`) at `path` that were not `seen`: they were there in an
    /// earlier version of the file.
    ///
    /// # Errors
    /// When SQLite fails.
    pub fn forget_unseen(&mut self, path: &str, seen: &dyn Fn(&str) -> bool) -> Result<Forgotten> {
        self.begin()?;
        let mut gone = Vec::new();
        {
            let mut statement =
                self.conn.prepare_cached("select id, member from location where path = ?1")?;
            let mut rows = statement.query([path])?;
            while let Some(row) = rows.next()? {
                let member: String = row.get(1)?;
                if !seen(&member) {
                    gone.push(row.get(0)?);
                }
            }
        }
        self.forget_unread(path, seen)?;
        self.forget_locations(gone)
    }

    /// Forgets that a content lies at a place.
    pub(super) fn forget_place(&mut self, path: &str, member: &str) -> Result<Forgotten> {
        let ids = self
            .conn
            .prepare_cached("select id from location where path = ?1 and member = ?2")?
            .query_map([path, member], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        self.forget_locations(ids)
    }

    /// Takes an import back: everything at this absolute path, and below it when it is a folder.
    ///
    /// # Errors
    /// When SQLite fails.
    pub fn forget(&mut self, path: &str) -> Result<Forgotten> {
        let below = format!("{}/", path.trim_end_matches('/'));
        let ids = self
            .conn
            .prepare("select id from location where path = ?1 or substr(path, 1, ?3) = ?2")?
            .query_map(params![path, below, below.chars().count()], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        self.conn.execute(
            "delete from unread where path = ?1 or substr(path, 1, ?3) = ?2",
            params![path, below, below.chars().count()],
        )?;
        self.forget_locations(ids)
    }

    /// Deletes trees that no record carries any more, and their words.
    ///
    /// # Errors
    /// When SQLite fails.
    pub fn drop_unused_trees(&mut self) -> Result<()> {
        let unused =
            "select id from tree where id not in (select tree from record where tree is not null)";
        self.conn.execute(&format!("delete from comment_text where rowid in ({unused})"), [])?;
        self.conn.execute(&format!("delete from tree where id in ({unused})"), [])?;
        Ok(())
    }

    fn forget_locations(&mut self, ids: Vec<i64>) -> Result<Forgotten> {
        let mut forgotten = Forgotten::default();
        for id in ids {
            let source: i64 = self
                .conn
                .prepare_cached("delete from location where id = ?1 returning source")?
                .query_row([id], |row| row.get(0))?;
            forgotten.locations += 1;
            if let Some(records) = self.forget_if_nowhere(source)? {
                forgotten.sources += 1;
                forgotten.records += records;
            }
        }
        Ok(forgotten)
    }

    /// Forgets a source that has no location left; returns how many records it had.
    fn forget_if_nowhere(&mut self, source: i64) -> Result<Option<u64>> {
        let is_somewhere: bool = self
            .conn
            .prepare_cached("select exists (select 1 from location where source = ?1)")?
            .query_row([source], |row| row.get(0))?;
        if is_somewhere {
            return Ok(None);
        }
        let records = self.forget_records(source)?;
        self.conn.prepare_cached("delete from source where id = ?1")?.execute([source])?;
        Ok(Some(records))
    }
}
