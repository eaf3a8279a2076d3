//! Opening books of engines in SQLite files of other programs: their tables, read and written. The
//! users of this folder know which position a key stands for.
//!
//! A foreign file may hold anything. Its tables are read, but not its views, virtual tables or
//! computed columns; a statement can call no function; the length of a text or row is bounded, and
//! the number of moves of a key.
//!
//! | layout | table | columns |
//! | --- | --- | --- |
//! | `.obk` | `bhobk` | `id, vkey, vmove, vscore, vwin, vdraw, vlost, vvalid, vmemo, vindex` |
//! | `.yfk` | `bhobk` | the same without `vmemo`; often without an index |
//! | `.pfBook` | `pfBook`, and `bookVersion(key, version)` | those of `.obk` |
//! | `.xqb` | `book`, and `information(name, value)` | `id, key, move, score, win, draw, lost, valid, memo` |

pub(super) mod write;

use crate::store::error::{Error, Result};
use crate::store::snapshot::open_without_locks;
use crate::store::sql::{Connection, SqlRow};
use crate::text::{decode, detect};
use rusqlite::OpenFlags;
use rusqlite::config::DbConfig;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::types::{ToSqlOutput, ValueRef};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Layout of a book's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookLayout {
    /// `.obk`, of 冰河五四 and BHGUI.
    Obk,
    /// `.yfk`, of 勇芳.
    Yfk,
    /// `.pfBook`, of 鹏飞, 鲨鱼 and programs around Pikafish.
    PfBook,
    /// `.xqb`.
    Xqb,
}

impl BookLayout {
    /// Converts a value of the column to a key; `None` if it is no key of the layout.
    fn key(self, value: ValueRef<'_>) -> Option<BookKey> {
        Some(match (self, value) {
            (BookLayout::Xqb, ValueRef::Blob(bytes)) => BookKey::Board(bytes.to_vec()),
            (BookLayout::Xqb, _) => return None,
            // SQLite returns a floating-point number without a fraction as a whole number.
            (BookLayout::Obk | BookLayout::Yfk, ValueRef::Integer(number)) if number < 0 => {
                BookKey::Number((number as f64).to_bits())
            }
            (_, ValueRef::Integer(number)) => BookKey::Number(number as u64),
            (_, ValueRef::Real(number)) => BookKey::Number(number.to_bits()),
            _ => return None,
        })
    }
}

/// Key of a position in a table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum BookKey {
    /// A number of 64 bits, in all layouts but `.xqb`.
    Number(u64),
    /// A packed board, in `.xqb`.
    Board(Vec<u8>),
}

/// A row of a table. A field is `None` where its column is missing or holds no number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BookRow {
    /// The move as the book stores it; `None` where it is no number of 16 bits.
    pub mv: Option<u16>,
    /// Score for the side to move.
    pub score: Option<i64>,
    /// Numbers of games that the side to move won, drew and lost.
    pub results: [Option<u64>; 3],
    /// Whether the book allows the move.
    pub is_allowed: bool,
    /// Remark about the move, at most 500 characters; empty without one.
    pub remark: String,
}

/// Most characters read of a remark.
const LONGEST_REMARK: usize = 500;
/// Most rows read of a key: twice as many as a position ever has moves.
const MOST_ROWS: usize = 512;
/// Longest value that is read, in bytes.
const LONGEST_VALUE: i32 = 1 << 20;
/// Most tables that are looked at.
const MOST_TABLES: usize = 256;
/// Longest wait for a program that writes to the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// Names of the columns of a layout, in the order in which they are read.
const NUMBERED: [&str; 8] =
    ["vkey", "vmove", "vscore", "vwin", "vdraw", "vlost", "vvalid", "vmemo"];
const PACKED: [&str; 8] = ["key", "move", "score", "win", "draw", "lost", "valid", "memo"];

/// An open book.
pub struct BookTable {
    conn: Mutex<Connection>,
    /// Layout of the table.
    pub layout: BookLayout,
    /// Name of the table in a statement.
    table: String,
    /// Expressions of the columns, separated by commas.
    columns: String,
}

impl BookTable {
    /// Opens a book; `None` if the file is a database of SQLite without a table of a known layout.
    ///
    /// # Errors
    /// The file is no database, is damaged, or cannot be read.
    pub fn open(path: &Path) -> Result<Option<BookTable>> {
        match BookTable::through(path, |path| {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            Ok(rusqlite::Connection::open_with_flags(path, flags)?)
        }) {
            Err(Error::Sqlite(refused)) if refused.is_unwritable() => {
                BookTable::through(path, open_without_locks)
            }
            opened => opened,
        }
    }

    fn through(
        path: &Path,
        open: impl Fn(&Path) -> Result<rusqlite::Connection>,
    ) -> Result<Option<BookTable>> {
        let raw = open(path)?;
        raw.busy_timeout(PATIENCE)?;
        raw.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        raw.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        raw.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_VALUE)?;
        raw.pragma_update(None, "cell_size_check", true)?;
        let mut conn = Connection::new(raw);
        let Some((layout, name, columns)) = find_table(&conn)? else { return Ok(None) };
        let key = columns.split(',').next().unwrap_or_default().to_owned();
        let mut table = quoted(&name);
        if !has_index(&conn, &name, key.trim_matches('"'))? {
            // Without an index, every lookup would read the whole table.
            let copy = format!(
                "create temp table entries as select {columns} from {table};
                 create index temp.by_key on entries({key});"
            );
            conn.raw().execute_batch(&copy)?;
            table = "temp.entries".to_owned();
        }
        conn.raw_mut().authorizer(Some(only_rows))?;
        Ok(Some(BookTable { conn: Mutex::new(conn), layout, table, columns }))
    }

    fn conn(&self) -> MutexGuard<'_, Connection> {
        self.conn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn key_column(&self) -> &str {
        self.columns.split(',').next().unwrap_or_default()
    }

    /// The rows of a key.
    ///
    /// # Errors
    /// The file is damaged, or holds more than 512 rows of the key.
    pub fn rows_of(&self, key: &BookKey) -> Result<Vec<BookRow>> {
        let (table, columns, column) = (&self.table, &self.columns, self.key_column());
        let sql = format!("select {columns} from {table} where {column} in (?1, ?2)");
        let [first, second] = key.stored_as();
        let mut rows = Vec::new();
        let _ = self.conn().select(&sql)?.until([first, second], |row| {
            if key.is_stored_as(row.value(0)?) {
                rows.push(book_row(row)?);
            }
            Ok(if rows.len() > MOST_ROWS {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        })?;
        if rows.len() > MOST_ROWS {
            return Err(Error::Damaged(format!("a position has more than {MOST_ROWS} moves")));
        }
        Ok(rows)
    }

    /// Passes every row with its key to `visit`, in the order of the file, until `visit` breaks.
    /// The key is `None` where the value is no key of the layout; SQLite, for example, stores NaN
    /// as null.
    ///
    /// # Errors
    /// The file is damaged, or `visit` fails.
    pub fn each(
        &self,
        mut visit: impl FnMut(Option<BookKey>, BookRow) -> Result<ControlFlow<()>>,
    ) -> Result<ControlFlow<()>> {
        let (table, columns) = (&self.table, &self.columns);
        let sql = format!("select {columns} from {table}");
        self.conn()
            .select(&sql)?
            .until([], |row| visit(self.layout.key(row.value(0)?), book_row(row)?))
    }

    /// Passes every key to `visit`, equal keys one after the other, until `visit` breaks.
    ///
    /// # Errors
    /// The file is damaged, or `visit` fails.
    pub fn each_key(
        &self,
        mut visit: impl FnMut(Option<BookKey>) -> Result<ControlFlow<()>>,
    ) -> Result<ControlFlow<()>> {
        let (table, key) = (&self.table, self.key_column());
        let sql = format!("select {key} from {table} order by {key}");
        self.conn().select(&sql)?.until([], |row| visit(self.layout.key(row.value(0)?)))
    }

    /// Lists the faults that SQLite finds in its own structures.
    pub fn check_structures(&self) -> Result<Vec<String>> {
        self.conn().check_structures()
    }
}

impl std::fmt::Debug for BookTable {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = formatter.debug_struct("BookTable");
        text.field("layout", &self.layout).field("table", &self.table).finish_non_exhaustive()
    }
}

impl BookKey {
    /// Values as which a key may be stored: some programs write a number from 2^63 on as the whole
    /// number with these bits, others as the floating-point number with these bits.
    fn stored_as(&self) -> [ToSqlOutput<'_>; 2] {
        match self {
            BookKey::Number(key) if *key >> 63 == 0 => [(*key as i64).into(), (*key as i64).into()],
            BookKey::Number(key) => [(*key as i64).into(), f64::from_bits(*key).into()],
            BookKey::Board(bytes) => [
                ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
                ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
            ],
        }
    }

    /// Whether a value of the column is this key. SQLite returns a floating-point number without a
    /// fraction as a whole number.
    fn is_stored_as(&self, value: ValueRef<'_>) -> bool {
        match (self, value) {
            (BookKey::Number(key), ValueRef::Integer(number)) => {
                number as u64 == *key || (number as f64).to_bits() == *key
            }
            (BookKey::Number(key), ValueRef::Real(number)) => number.to_bits() == *key,
            (BookKey::Board(bytes), ValueRef::Blob(stored)) => stored == bytes,
            _ => false,
        }
    }
}

/// Layout, name and columns of the first table of a book; `None` without one.
fn find_table(conn: &Connection) -> Result<Option<(BookLayout, String, String)>> {
    let sql = "select name, sql from sqlite_schema where type = 'table'";
    let tables: Vec<(String, Option<String>)> = conn.rows(sql, [])?;
    for (name, sql) in tables.into_iter().take(MOST_TABLES) {
        let is_virtual = sql.is_none_or(|sql| {
            sql.get(.."create virtual".len())
                .is_some_and(|begin| begin.eq_ignore_ascii_case("create virtual"))
        });
        if is_virtual {
            continue;
        }
        let sql = "select name from pragma_table_xinfo(?1) where hidden = 0";
        let own: Vec<String> = conn.column(sql, [&name])?;
        let has = |wanted: &str| own.iter().any(|column| column.eq_ignore_ascii_case(wanted));
        let (layout, wanted) = if has("vkey") && has("vmove") {
            let layout = match name.to_ascii_lowercase().as_str() {
                "pfbook" => BookLayout::PfBook,
                _ if has("vmemo") => BookLayout::Obk,
                _ => BookLayout::Yfk,
            };
            (layout, NUMBERED)
        } else if name.eq_ignore_ascii_case("book") && has("key") && has("move") {
            (BookLayout::Xqb, PACKED)
        } else {
            continue;
        };
        let column = |name: &str| match has(name) {
            true => format!("\"{name}\""),
            false => format!("null as {name}"),
        };
        return Ok(Some((layout, name, wanted.map(column).join(", "))));
    }
    Ok(None)
}

/// Whether an index of a table begins with a column.
fn has_index(conn: &Connection, table: &str, column: &str) -> Result<bool> {
    let sql = "select 1 from pragma_index_list(?1) as list, pragma_index_info(list.name) as part
               where part.seqno = 0 and part.name = ?2 collate nocase and list.partial = 0";
    Ok(conn.find::<i64>(sql, [table, column])?.is_some())
}

/// Quotes a name for a statement.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Allows reading rows, and the check of SQLite's own structures.
fn only_rows(context: AuthContext<'_>) -> Authorization {
    match context.action {
        AuthAction::Select | AuthAction::Read { .. } => Authorization::Allow,
        AuthAction::Pragma { pragma_name: "integrity_check", .. } => Authorization::Allow,
        _ => Authorization::Deny,
    }
}

/// Reads a row of the columns of [`NUMBERED`] or [`PACKED`].
fn book_row(row: &SqlRow<'_>) -> Result<BookRow> {
    let number = |column: usize| Ok::<_, Error>(whole(row.value(column)?));
    let count = |column: usize| Ok::<_, Error>(number(column)?.and_then(|it| it.try_into().ok()));
    Ok(BookRow {
        mv: number(1)?.and_then(|mv| mv.try_into().ok()),
        score: number(2)?,
        results: [count(3)?, count(4)?, count(5)?],
        is_allowed: number(6)? != Some(0),
        remark: match row.value(7)? {
            ValueRef::Text(bytes) | ValueRef::Blob(bytes) => remark(bytes),
            _ => String::new(),
        },
    })
}

/// Reads a whole number from a value of any type; `None` if the value is none.
fn whole(value: ValueRef<'_>) -> Option<i64> {
    match value {
        ValueRef::Integer(number) => Some(number),
        ValueRef::Real(number) if number.fract() == 0.0 && number.abs() < 1e15 => {
            Some(number as i64)
        }
        ValueRef::Text(text) => str::from_utf8(text).ok()?.trim().parse().ok(),
        _ => None,
    }
}

/// Decodes a remark, whose encoding is guessed, into one line.
fn remark(bytes: &[u8]) -> String {
    let bytes = &bytes[..bytes.len().min(4 * LONGEST_REMARK)];
    let text = decode(bytes, detect(bytes)).text;
    let text = text.trim_matches('\0').chars().take(LONGEST_REMARK);
    let blank = |c: char| if c.is_control() { ' ' } else { c };
    text.map(blank).collect::<String>().trim().to_owned()
}
