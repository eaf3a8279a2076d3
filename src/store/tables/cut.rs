//! Games of which no record could be read to its end.

use crate::format::by_name;
use crate::replay::{Failure, Unread};
use crate::store::error::{Error, Result};
use crate::store::packing::unpacked;
use crate::store::sql::{Connection, Row};
use crate::text::Encoding;

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
    ///
    /// # Errors
    /// When the database cannot be read.
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
    pub fn unread_end(&self, game: u32) -> Result<Option<Unread>> {
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
            Some(encoding) => {
                Unread::in_text(&failure, &unpacked("a record", &raw)?, start, encoding)
            }
            None => Unread::in_bytes(&failure),
        }))
    }
}
