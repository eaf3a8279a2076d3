//! Rows of a table and their values as text.
//!
//! | bytes of a row | |
//! | --- | --- |
//! | u8 or u16 | number of columns when the row was written |
//! | ... | values of fixed length |
//! | ... | values of varying length |
//! | u8 or u16 each, last first | end of the values of varying length, then their begins |
//! | u8 each (Access 97) | for each 256 bytes: number of the first value that begins behind them |
//! | u8 or u16 | number of values of varying length, if the table has such columns |
//! | a bit for each column | 1: there is a value; the value of a column yes/no is this bit |
//!
//! A long text is u32 length, u32 pointer to a row, u32, and the text itself if bit 31 of the length
//! is set. With bit 30 the row is the text; otherwise the row is u32 pointer to the next row and a
//! piece of the text.

use super::layout::{AccessColumn, AccessTable, ColumnPlace, RowMark, number};
use super::{Database, broken};
use crate::metadata::LaxDate;
use crate::text::{Encoding, decode, hex};
use std::io;

/// Longest text in bytes, and largest size of a row.
const LONGEST: usize = 16 << 20;
/// Bytes shown of a value that is no text.
const SHOWN: usize = 16;

/// Rows of a table being read.
pub(super) struct Rows<'d, 'a> {
    database: &'d mut Database<'a>,
    pub(super) table: AccessTable,
    /// Number of pages begun.
    begun: usize,
    page: Vec<u8>,
    /// Number of the next row in the page.
    row: usize,
    /// Numbers of rows handed out, and of rows found damaged.
    given: u32,
    lost: u32,
    /// Why a page could not be read.
    failure: Option<io::Error>,
}

impl<'d, 'a> Rows<'d, 'a> {
    pub(super) fn new(database: &'d mut Database<'a>, table: AccessTable) -> Rows<'d, 'a> {
        let page = Vec::new();
        Rows { database, table, begun: 0, page, row: 0, given: 0, lost: 0, failure: None }
    }

    /// Values of the next row that can be read.
    pub(super) fn next(&mut self) -> Option<Vec<Vec<u8>>> {
        loop {
            while self.row < self.database.layout.rows_in(&self.page) {
                self.row += 1;
                let row = match self.database.layout.row(&self.page, self.row - 1) {
                    Some((RowMark::Deleted, _)) => continue,
                    Some((RowMark::Moved, row)) => match number(row, 0, 4) {
                        Some(pointer) => self.database.row(pointer),
                        None => Err(broken()),
                    },
                    Some((RowMark::Row, row)) => Ok(row.to_vec()),
                    None => Err(broken()),
                };
                match row.and_then(|row| self.cells(&row)) {
                    Ok(cells) => {
                        self.given += 1;
                        return Some(cells);
                    }
                    Err(_) => self.lost += 1,
                }
            }
            (self.page, self.row) = (Vec::new(), 0);
            let number = *self.table.pages.get(self.begun)?;
            self.begun += 1;
            match self.database.page(number) {
                // A page may have been given back and taken by another table.
                Ok(page) if number_of_owner(&page) == Some(self.table.page) => self.page = page,
                Ok(_) => {}
                Err(error) => self.failure = Some(error),
            }
        }
    }

    /// Error message if rows are missing.
    pub(super) fn outcome(&mut self) -> Result<(), String> {
        let missing = self.lost.max(self.table.rows.saturating_sub(self.given));
        match self.failure.take() {
            _ if missing > 0 => Err(format!(
                "{missing} of {} rows are damaged or missing; the others were read",
                self.table.rows.max(self.given + self.lost)
            )),
            Some(failure) => Err(failure.to_string()),
            None => Ok(()),
        }
    }

    fn cells(&mut self, row: &[u8]) -> io::Result<Vec<Vec<u8>>> {
        let layout = self.database.layout;
        let parts = Parts::of(row, layout.short, self.table.is_varying).ok_or_else(broken)?;
        let (mut cells, mut size) = (Vec::new(), 0);
        for column in &self.table.columns {
            let cell = match parts.value(column).ok_or_else(broken)? {
                Value::Flag(flag) => vec![b'0' + u8::from(flag)],
                Value::None => Vec::new(),
                Value::Bytes(bytes) => match column.kind {
                    MEMO => text(layout.is_old(), &self.database.long(bytes)?),
                    TEXT => text(layout.is_old(), bytes),
                    _ => shown(column, bytes).ok_or_else(broken)?.into_bytes(),
                },
            };
            size += cell.len();
            if size > LONGEST {
                return Err(broken());
            }
            cells.push(cell);
        }
        Ok(cells)
    }
}

/// Page of the definition to whose table a page of rows belongs.
fn number_of_owner(page: &[u8]) -> Option<u32> {
    number(page, 4, 4).filter(|_| page.first() == Some(&1))
}

impl Database<'_> {
    /// The bytes of a long text.
    fn long(&mut self, value: &[u8]) -> io::Result<Vec<u8>> {
        let word = |at| number(value, at, 4).ok_or_else(broken);
        let (flags, mut pointer) = (word(0)?, word(4)?);
        let len = (flags & 0x3fff_ffff) as usize;
        if len > LONGEST {
            return Err(broken());
        }
        let mut bytes = match flags >> 30 {
            2 => value.get(12..).unwrap_or_default().to_vec(),
            1 => self.row(pointer)?,
            0 => {
                let mut bytes = Vec::new();
                while bytes.len() < len && pointer != 0 {
                    let piece = self.row(pointer)?;
                    pointer = number(&piece, 0, 4).ok_or_else(broken)?;
                    bytes.extend_from_slice(&piece[4..]);
                }
                bytes
            }
            _ => return Err(broken()),
        };
        if bytes.len() < len {
            return Err(broken());
        }
        bytes.truncate(len);
        Ok(bytes)
    }
}

/// Value of a column in a row.
enum Value<'r> {
    None,
    Flag(bool),
    Bytes(&'r [u8]),
}

/// Parts of a row.
struct Parts<'r> {
    row: &'r [u8],
    /// Number of bytes before the values of fixed length.
    head: usize,
    /// Ends of the values of varying length, after the begin of the first.
    ends: Vec<usize>,
    bits: &'r [u8],
}

impl<'r> Parts<'r> {
    /// Parts of a row; `short` is the size of its small numbers in bytes.
    fn of(row: &'r [u8], short: usize, is_varying: bool) -> Option<Parts<'r>> {
        let columns = number(row, 0, short)? as usize;
        let bits_at = row.len().checked_sub(columns.div_ceil(8))?;
        let bits = &row[bits_at..];
        let mut ends = Vec::new();
        if is_varying {
            let count_at = bits_at.checked_sub(short).filter(|at| *at >= short)?;
            let count = number(row, count_at, short)? as usize;
            let (mut at, mut jumps) = (count_at, 0..0);
            if short == 1 {
                let all = (row.len() - 1) / 256;
                at = at.checked_sub(all)?;
                let is_spare = all > 0 && at.checked_sub(1 + count)? / 256 < all;
                jumps = count_at - all + usize::from(is_spare)..count_at;
            }
            let mut passed = 0;
            for value in 0..=count {
                let own = &row[jumps.clone()];
                while own.iter().rev().nth(passed).is_some_and(|jump| usize::from(*jump) == value) {
                    passed += 1;
                }
                at = at.checked_sub(short)?;
                ends.push(number(row, at, short)? as usize + 256 * passed);
            }
            let is_ascending = ends.is_sorted() && ends.last().is_some_and(|end| *end <= at);
            is_ascending.then_some(())?;
        }
        Some(Parts { row, head: short, ends, bits })
    }

    /// Value of a column; `None` if the row is damaged.
    fn value(&self, column: &AccessColumn) -> Option<Value<'r>> {
        let Some(bits) = self.bits.get(column.number / 8) else { return Some(Value::None) };
        let bit = bits >> (column.number % 8) & 1 == 1;
        if column.kind == YES_NO {
            return Some(Value::Flag(bit));
        }
        let range = match column.at {
            _ if !bit => return Some(Value::None),
            ColumnPlace::Fixed(at, len) => self.head + at..self.head + at + len,
            ColumnPlace::Varying(at) => {
                let Some([begin, end]) = self.ends.get(at..at + 2) else {
                    return Some(Value::None);
                };
                *begin..*end
            }
        };
        self.row.get(range).map(Value::Bytes)
    }
}

const YES_NO: u8 = 1;
const TEXT: u8 = 10;
const MEMO: u8 = 12;

/// Characters of a text: the bytes themselves in Access 97, else UTF-16, which may be packed behind
/// `FF FE`: one byte a character, and a 0 begins and ends a run of UTF-16.
fn text(is_old: bool, bytes: &[u8]) -> Vec<u8> {
    let Some(packed) = bytes.strip_prefix(b"\xff\xfe").filter(|_| !is_old) else {
        return match is_old {
            true => bytes.to_vec(),
            false => decode(bytes, Encoding::Utf16Le).text.into_owned().into_bytes(),
        };
    };
    let mut wide = Vec::new();
    let (mut rest, mut is_packed) = (packed, true);
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        match (first, is_packed) {
            (0, _) => is_packed = !is_packed,
            (byte, true) => wide.extend([*byte, 0]),
            (byte, false) => {
                wide.push(*byte);
                if let Some((second, behind)) = rest.split_first() {
                    wide.push(*second);
                    rest = behind;
                }
            }
        }
    }
    text(false, &wide)
}

/// A value that is neither text nor yes/no; `None` if it is too short.
fn shown(column: &AccessColumn, bytes: &[u8]) -> Option<String> {
    let eight = || bytes.first_chunk::<8>();
    Some(match column.kind {
        2 => bytes.first()?.to_string(),
        3 => i16::from_le_bytes(*bytes.first_chunk()?).to_string(),
        4 => i32::from_le_bytes(*bytes.first_chunk()?).to_string(),
        5 => {
            let value = i64::from_le_bytes(*eight()?);
            decimal(value < 0, value.unsigned_abs().into(), 4)
        }
        6 => f32::from_le_bytes(*bytes.first_chunk()?).to_string(),
        7 => f64::from_le_bytes(*eight()?).to_string(),
        8 => date(f64::from_le_bytes(*eight()?)),
        0x10 => {
            let word = |at| number(bytes, at, 4).map(u128::from);
            let value =
                [1, 5, 9, 13].into_iter().try_fold(0, |sum, at| Some(sum << 32 | word(at)?));
            decimal(*bytes.first()? != 0, value?, column.scale)
        }
        0x13 => i64::from_le_bytes(*eight()?).to_string(),
        // Days since the year 1, seconds, and parts of seconds, in figures.
        0x14 => {
            let text = str::from_utf8(bytes).ok()?;
            let days = text.split(':').next()?.parse::<i32>().ok();
            let date = days.and_then(|days| LaxDate::of_day(days.checked_add(1)?));
            date.map_or_else(|| text.to_owned(), |date| date.to_string())
        }
        _ => hex(&bytes[..bytes.len().min(SHOWN)]),
    })
}

/// A number with `scale` digits behind the point, without zeros at its end.
fn decimal(is_negative: bool, value: u128, scale: u8) -> String {
    let scale = usize::from(scale.min(38));
    let digits = format!("{value:0>width$}", width = scale + 1);
    let (whole, part) = digits.split_at(digits.len() - scale);
    let sign = if is_negative { "-" } else { "" };
    format!("{sign}{whole}.{part}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Date, and time of the day unless it is midnight, of a number of days since 1899-12-30.
fn date(days: f64) -> String {
    const SECONDS: f64 = 86_400.0;
    let first = LaxDate::new(1899, 12, 30).map_or(0, LaxDate::first_day);
    let whole = days.trunc();
    let seconds = ((days - whole).abs() * SECONDS).round() as u32;
    let date = (whole.abs() < 1e6).then(|| LaxDate::of_day(first + whole as i32)).flatten();
    match date {
        None => days.to_string(),
        Some(date) if seconds == 0 => date.to_string(),
        Some(date) => {
            let (minutes, second) = (seconds / 60, seconds % 60);
            format!("{date} {:02}:{:02}:{second:02}", minutes / 60, minutes % 60)
        }
    }
}
