//! The table `unread`: what could not be read, or not to its end.
//!
//! What could not be read is kept until it is read, so that nobody forgets it.
//!
//! Games of which no record could be read to its end.

use crate::format::by_name;
use crate::replay::{self, Failure};
use crate::store::error::{Error, Result};
use crate::store::prepared::tree::unpacked;
use crate::store::sql::{Connection, Row};
use crate::store::transaction::Transaction;
use crate::text::Encoding;
use rusqlite::params;
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
    pub(crate) fn why_unread(&self, source: i64, begin: &str) -> Result<Option<String>> {
        self.find(
            "select unread.reason from source
                   join location on location.source = source.id
                   join unread using (path, member)
                   where source.id = ?1 and source.format is null
                       and substr(unread.reason, 1, length(?2)) = ?2
                   limit 1",
            params![source, begin],
        )
    }

    /// All that could not be read, in order of paths.
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
pub(crate) fn insert_passed_over(tx: &Transaction<'_>, source: i64, reason: &str) -> Result<()> {
    let sql = "insert into passed_over (source, reason) values (?1, ?2)
               on conflict (source) do update set reason = excluded.reason";
    tx.write(sql)?.execute(params![source, reason])?;
    Ok(())
}

/// Notes that what lies at a place could not be read, or not to its end.
pub(crate) fn insert_unread(tx: &Transaction<'_>, unread: &Unread) -> Result<()> {
    let Unread { path, member, reason } = unread;
    let sql = "insert into unread (path, member, reason, noted_at)
               values (?1, ?2, ?3, datetime('now'))
               on conflict (path, member) do update
               set reason = excluded.reason, noted_at = excluded.noted_at";
    tx.write(sql)?.execute(params![path, member, reason])?;
    Ok(())
}

/// Notes that what lies at a place was read, or is no longer there.
pub(crate) fn delete_unread(tx: &Transaction<'_>, path: &str, member: &str) -> Result<()> {
    tx.write("delete from unread where path = ?1 and member = ?2")?.execute([path, member])?;
    Ok(())
}

/// The places of all that could not be read, so that most files need not be asked for.
#[derive(Default)]
pub(crate) struct UnreadPlaces(FxHashSet<(String, String)>);

impl UnreadPlaces {
    /// The places that the database knows.
    pub(crate) fn load(conn: &Connection) -> Result<UnreadPlaces> {
        let places = conn.unread()?.into_iter().map(|unread| (unread.path, unread.member));
        Ok(UnreadPlaces(places.collect()))
    }

    /// What lies at a place could not be read, or not to its end.
    pub(crate) fn add(&mut self, tx: &Transaction<'_>, unread: Unread) -> Result<()> {
        insert_unread(tx, &unread)?;
        self.0.insert((unread.path, unread.member));
        Ok(())
    }

    /// Whether everything was read.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether anything is known of a place.
    pub(crate) fn has(&self, path: &str, member: &str) -> bool {
        !self.0.is_empty() && self.0.contains(&(path.to_owned(), member.to_owned()))
    }

    /// Forgets the places of which `is_gone` says so.
    pub(crate) fn remove(
        &mut self,
        tx: &Transaction<'_>,
        is_gone: impl Fn(&str, &str) -> bool,
    ) -> Result<()> {
        let is_gone = |place: &&(String, String)| is_gone(&place.0, &place.1);
        let gone: Vec<(String, String)> = self.0.iter().filter(is_gone).cloned().collect();
        for (path, member) in gone {
            delete_unread(tx, &path, &member)?;
            self.0.remove(&(path, member));
        }
        Ok(())
    }
}

/// A game that another record has whole is whole.
const CUT: &str = "
    select record.error, record.raw, record.start_byte, source.format, source.encoding
    from record join source on source.id = record.source
    where record.game = ?1 and record.status = 'partial'
          and not exists (select 1 from record as other
                          where other.game = ?1 and other.status <> 'partial')
    order by source.hash, record.ordinal limit 1";

/// The bytes of a record, and how they are read.
#[derive(Debug, Clone)]
pub struct RawBytes {
    /// The record as it stands in its source.
    pub bytes: Vec<u8>,
    /// The first of them in the source.
    pub start: u64,
    /// Name of the format.
    pub format: Option<String>,
    /// How its texts were decoded.
    pub encoding: Option<String>,
}

/// Why the main line ends, and where variations end early.
type ToldOfRecord = (Option<String>, Option<String>);

impl Connection {
    /// The bytes of a record (1-based in its source), if they are kept: those of records that are
    /// entirely clean are not.
    ///
    /// # Errors
    /// When the database cannot be read or the bytes are damaged.
    pub fn raw_record(&self, source: i64, record: u64) -> Result<Option<RawBytes>> {
        let sql = "select record.raw, record.start_byte, source.format, source.encoding
                   from record join source on source.id = record.source
                   where record.source = ?1 and record.ordinal = ?2 and record.raw is not null";
        let found = self.select(sql)?.optional((source, record as i64), |row| {
            Ok((row.get::<Vec<u8>>(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })?;
        let Some((raw, start, format, encoding)) = found else { return Ok(None) };
        let bytes = unpacked("a record", &raw)?;
        Ok(Some(RawBytes { bytes, start, format, encoding }))
    }

    /// What a record (1-based in its source) tells of the end of its main line and of its
    /// variations, as JSON.
    pub fn told_of_record(&self, source: i64, record: u64) -> Result<Option<ToldOfRecord>> {
        let sql = "select error, damaged from record where source = ?1 and ordinal = ?2";
        let row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        Ok(self.select(sql)?.optional((source, record as i64), row)?)
    }

    /// What could not be read of a game, if no record has it whole: of the first record by the hash
    /// of its source.
    ///
    /// # Errors
    /// When the database cannot be read or what it says of the record is damaged.
    pub fn unread_end(&self, game: u32) -> Result<Option<replay::UnreadMoves>> {
        let found = self.select(CUT)?.optional([game], |row| {
            let (error, raw): (String, Option<Vec<u8>>) = (row.get(0)?, row.get(1)?);
            let (start, format, encoding): (u64, Option<String>, Option<String>) =
                (row.get(2)?, row.get(3)?, row.get(4)?);
            Ok((error, raw.unwrap_or_default(), start, format, encoding))
        })?;
        let Some((error, raw, start, format, encoding)) = found else { return Ok(None) };
        let failure: Failure = serde_json::from_str(&error)
            .map_err(|error| Error::Damaged(format!("why a record is cut: {error}")))?;
        let is_text = format.as_deref().and_then(by_name).is_some_and(|format| format.is_text);
        let encoding = encoding.as_deref().and_then(Encoding::from_label);
        Ok(Some(match encoding.filter(|_| is_text) {
            Some(encoding) => replay::UnreadMoves::in_text(
                &failure,
                &unpacked("a record", &raw)?,
                start,
                encoding,
            ),
            None => replay::UnreadMoves::in_bytes(&failure),
        }))
    }
}
