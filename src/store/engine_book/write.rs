//! Writes a book: its tables, its rows, and the keys that SQLite cannot keep.

use super::{BookKey, BookLayout, BookRow};
use crate::store::error::Result;
use rusqlite::types::{ToSqlOutput, ValueRef};
use std::path::Path;

/// Tables of a layout, without the index of a finished book.
const NUMBERED: &str = "
    (id integer primary key, vkey integer, vmove integer, vscore integer, vwin integer,
     vdraw integer, vlost integer, vvalid integer, vmemo blob, vindex integer)";
const VERSION: &str = "
    create table bookVersion (key text, version text);
    create index idxversion on bookVersion (key);
    insert into bookVersion (key, version) values ('version', '1');";
const XQB: &str = "
    create table book (id integer primary key, key blob, move integer, score integer, win integer,
                       draw integer, lost integer, valid integer, memo text);
    create table information (name text, value text);
    insert into information (name, value) values ('version', '1'), ('type', 'xiangqi');";

/// Effect of SQLite on a stored key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyFate {
    /// SQLite keeps the key as it is.
    Kept,
    /// The key as a floating-point number has no fraction. SQLite keeps a whole number: a lookup of
    /// this number finds the key, a reader of its bits does not.
    Whole,
    /// The key's bits are no number, or a zero with a sign: SQLite keeps null, or a plain zero.
    Lost,
}

impl BookKey {
    /// Effect of SQLite on the key in a book of a layout. `.obk` and `.yfk` store numbers from 2^63
    /// on as floating-point numbers.
    #[must_use]
    pub fn fate(&self, layout: BookLayout) -> KeyFate {
        match (self.written(layout), layout) {
            (ToSqlOutput::Owned(rusqlite::types::Value::Real(number)), _) => match number {
                _ if number.is_nan() || number == 0.0 => KeyFate::Lost,
                _ if number.fract() == 0.0 && number > -(2_f64.powi(63)) => KeyFate::Whole,
                _ => KeyFate::Kept,
            },
            _ => KeyFate::Kept,
        }
    }

    /// Value as which the key is written.
    fn written(&self, layout: BookLayout) -> ToSqlOutput<'_> {
        match self {
            BookKey::Number(key)
                if *key >> 63 == 1 && matches!(layout, BookLayout::Obk | BookLayout::Yfk) =>
            {
                f64::from_bits(*key).into()
            }
            BookKey::Number(key) => (*key as i64).into(),
            BookKey::Board(bytes) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
        }
    }
}

/// Size in KiB of the page cache, which is also that of the pieces that the index is sorted in.
const CACHE_KIB: i64 = 64 * 1024;
/// Number of threads that help to sort the index.
const SORTERS: i64 = 2;

/// A book being written. It is complete when it is [finished](BookWriter::finish).
#[derive(Debug)]
pub struct BookWriter {
    raw: rusqlite::Connection,
    layout: BookLayout,
}

impl BookWriter {
    /// Begins a book at a path without a file. `.yfk` is written as `.obk`, which has one more
    /// column.
    ///
    /// # Errors
    /// The file cannot be made.
    pub fn create(path: &Path, layout: BookLayout) -> Result<BookWriter> {
        let raw = rusqlite::Connection::open(path)?;
        // No program reads the file before it is complete.
        raw.pragma_update(None, "journal_mode", "off")?;
        raw.pragma_update(None, "synchronous", "off")?;
        raw.pragma_update(None, "cache_size", -CACHE_KIB)?;
        raw.pragma_update(None, "threads", SORTERS)?;
        let tables = match layout {
            BookLayout::Obk | BookLayout::Yfk => format!("create table bhobk {NUMBERED};"),
            BookLayout::PfBook => format!("create table pfBook {NUMBERED}; {VERSION}"),
            BookLayout::Xqb => XQB.to_owned(),
        };
        raw.execute_batch(&format!("begin; {tables}"))?;
        Ok(BookWriter { raw, layout })
    }

    /// Adds rows with their keys.
    ///
    /// # Errors
    /// The disk is full.
    pub fn add<'k>(
        &mut self,
        rows: impl IntoIterator<Item = (&'k BookKey, BookRow)>,
    ) -> Result<()> {
        let sql = match self.layout {
            BookLayout::Obk | BookLayout::Yfk => {
                "insert into bhobk (vkey, vmove, vscore, vwin, vdraw, vlost, vvalid, vmemo, vindex)
                 values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0)"
            }
            BookLayout::PfBook => {
                "insert into pfBook (vkey, vmove, vscore, vwin, vdraw, vlost, vvalid, vmemo, vindex)
                 values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0)"
            }
            BookLayout::Xqb => {
                "insert into book (key, move, score, win, draw, lost, valid, memo)
                 values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
            }
        };
        let mut insert = self.raw.prepare_cached(sql)?;
        for (key, row) in rows {
            let BookRow { mv, score, results: [won, drawn, lost], is_allowed, remark } = row;
            let key = key.written(self.layout);
            insert.execute((key, mv, score, won, drawn, lost, is_allowed, remark))?;
        }
        Ok(())
    }

    /// Makes the index and closes the file.
    ///
    /// # Errors
    /// The disk is full.
    pub fn finish(self) -> Result<()> {
        let index = match self.layout {
            BookLayout::Obk | BookLayout::Yfk => "create index idxkey on bhobk (vkey)",
            BookLayout::PfBook => "create index idxkey on pfBook (vkey)",
            BookLayout::Xqb => "create index idxkey on book (key)",
        };
        self.raw.execute_batch(&format!("{index}; commit;"))?;
        self.raw.close().map_err(|(_, error)| error)?;
        Ok(())
    }
}
