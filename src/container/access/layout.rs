//! Places of fields in pages and definitions, and the definition of a table.

use super::{Database, broken};
use crate::text::{Encoding, decode};
use std::io;
use std::ops::Range;

/// Offsets in bytes, and sizes, that differ between Access 97 and later programs.
pub(super) struct PageLayout {
    /// Size of a page.
    pub(super) page: usize,
    /// Offset of the number of rows in a page of rows; their offsets follow.
    row_count: usize,
    /// In a definition, u32: number of rows.
    rows: usize,
    /// In a definition, u16: number of columns.
    columns: usize,
    /// In a definition, u32: number of indexes that have entries of their own.
    indexes: usize,
    /// In a definition, u32: pointer to the map of the table's pages.
    map: usize,
    /// In a definition: the entries of the indexes, and the size of one entry. The columns follow.
    entries: (usize, usize),
    /// Size of a column.
    column: usize,
    /// In a column, u8 or u16: number of the column.
    number: usize,
    /// In a column, u16: number among the columns of varying length.
    varying: usize,
    /// In a column, u16: place in the design of the table.
    order: usize,
    /// In a column, u8: number of digits behind the point.
    scale: usize,
    /// In a column, u8: flags.
    flags: usize,
    /// In a column, u16: offset in the part of fixed length.
    fixed: usize,
    /// In a column, u16: length of a value.
    length: usize,
    /// Size of the numbers of columns in a row, and of a text's length.
    pub(super) short: usize,
}

/// Access 97.
pub(super) static JET3: PageLayout = PageLayout {
    page: 2048,
    row_count: 8,
    rows: 12,
    columns: 25,
    indexes: 31,
    map: 35,
    entries: (43, 8),
    column: 18,
    number: 1,
    varying: 3,
    order: 5,
    scale: 9,
    flags: 13,
    fixed: 14,
    length: 16,
    short: 1,
};

/// Access 2000 and later.
pub(super) static JET4: PageLayout = PageLayout {
    page: 4096,
    row_count: 12,
    rows: 16,
    columns: 45,
    indexes: 51,
    map: 55,
    entries: (63, 12),
    column: 25,
    number: 5,
    varying: 7,
    order: 9,
    scale: 12,
    flags: 15,
    fixed: 21,
    length: 23,
    short: 2,
};

/// Kind of an entry in a page of rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum RowMark {
    Row,
    /// A pointer to the row, which has moved to another page.
    Moved,
    /// A row that was deleted, or that has moved here.
    Deleted,
}

impl PageLayout {
    pub(super) fn is_old(&self) -> bool {
        self.short == 1
    }

    /// Number of rows in a page of rows.
    pub(super) fn rows_in(&self, page: &[u8]) -> usize {
        let most = (self.page - self.row_count) / 2 - 1;
        number(page, self.row_count, 2).map_or(0, |count| count as usize).min(most)
    }

    /// A row of a page of rows. Rows stand from the end of the page downwards.
    pub(super) fn row<'p>(&self, page: &'p [u8], row: usize) -> Option<(RowMark, &'p [u8])> {
        let place = |row: usize| Some(number(page, self.row_count + 2 + 2 * row, 2)? as usize);
        let is_there = page.first() == Some(&1) && row < self.rows_in(page);
        let at = is_there.then(|| place(row))??;
        let end =
            row.checked_sub(1).map_or(Some(self.page), |before| Some(place(before)? & 0x1fff))?;
        let mark = match at {
            _ if at & 0x8000 != 0 => RowMark::Deleted,
            _ if at & 0x4000 != 0 => RowMark::Moved,
            _ => RowMark::Row,
        };
        Some((mark, page.get(at & 0x1fff..end)?))
    }

    /// Pages in a map: a type, then for type 0 u32 first page and a bit for each page from it on,
    /// for type 1 u32 pages that hold these bits.
    fn pages(&self, database: &mut Database<'_>, map: &[u8]) -> io::Result<Vec<u32>> {
        let mut pages = Vec::new();
        let mut add = |first: u64, bits: &[u8]| {
            let bit = |at: usize| bits[at / 8] >> (at % 8) & 1 == 1;
            let found = (0..bits.len() * 8).filter(|at| bit(*at)).map(|at| first + at as u64);
            pages.extend(found.filter_map(|page| u32::try_from(page).ok()));
        };
        match map {
            [0, rest @ ..] => {
                let first = number(rest, 0, 4).ok_or_else(broken)?;
                add(first.into(), &rest[4..]);
            }
            [1, rest @ ..] => {
                let each = (self.page as u64 - 4) * 8;
                let most = u64::from(database.pages).div_ceil(each) as usize;
                for (at, pointer) in rest.chunks_exact(4).enumerate().take(most) {
                    let pointer = number(pointer, 0, 4).unwrap_or(0);
                    if pointer != 0 {
                        let page = database.page(pointer)?;
                        if page[0] != 5 {
                            return Err(broken());
                        }
                        add(at as u64 * each, &page[4..]);
                    }
                }
            }
            _ => return Err(broken()),
        }
        Ok(pages)
    }
}

/// The number in `len` bytes, at most 4, at an offset.
pub(super) fn number(bytes: &[u8], at: usize, len: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(len)?)?;
    Some(bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte)))
}

/// A table, as its definition describes it.
pub(super) struct AccessTable {
    /// Page of the definition.
    pub(super) page: u32,
    /// Number of rows.
    pub(super) rows: u32,
    pub(super) columns: Vec<AccessColumn>,
    /// Whether rows have a part of varying length.
    pub(super) is_varying: bool,
    /// Pages of the rows.
    pub(super) pages: Vec<u32>,
}

/// A column of a table.
pub(super) struct AccessColumn {
    pub(super) name: Vec<u8>,
    pub(super) kind: u8,
    /// Number of the column's bit in a row.
    pub(super) number: usize,
    /// Place of the value in a row.
    pub(super) at: ColumnPlace,
    /// Digits behind the point.
    pub(super) scale: u8,
    order: u32,
}

/// Place of a column's value in a row.
#[derive(Clone, Copy)]
pub(super) enum ColumnPlace {
    /// Offset and length in the part of fixed length.
    Fixed(usize, usize),
    /// Number among the columns of varying length.
    Varying(usize),
}

/// Most pages of a definition; one with 255 columns and 32 indexes needs 12.
const MOST_PAGES: usize = 32;
const MOST_COLUMNS: usize = 255;

impl AccessTable {
    pub(super) fn read(database: &mut Database<'_>, page: u32) -> io::Result<AccessTable> {
        let layout = database.layout;
        let mut bytes = database.page(page)?;
        if bytes[0] != 2 {
            return Err(broken());
        }
        let mut next = number(&bytes, 4, 4).unwrap_or(0);
        while next != 0 {
            let more = database.page(next)?;
            if bytes.len() > MOST_PAGES * layout.page {
                return Err(broken());
            }
            next = number(&more, 4, 4).unwrap_or(0);
            bytes.extend_from_slice(&more[8..]);
        }
        let at = |at: usize, len| number(&bytes, at, len).ok_or_else(broken);
        let (rows, map) = (at(layout.rows, 4)?, at(layout.map, 4)?);
        let columns = columns(layout, &bytes).ok_or_else(broken)?;
        let is_varying = at(layout.columns - 2, 2)? > 0;
        let map = database.row(map)?;
        let pages = layout.pages(database, &map)?;
        Ok(AccessTable { page, rows, columns, is_varying, pages })
    }
}

/// Columns in a definition, in the order of the design.
fn columns(layout: &PageLayout, bytes: &[u8]) -> Option<Vec<AccessColumn>> {
    let count = number(bytes, layout.columns, 2)? as usize;
    let (first, size) = layout.entries;
    let indexes = number(bytes, layout.indexes, 4)? as usize;
    let first = indexes.checked_mul(size)?.checked_add(first)?;
    let mut name = first.checked_add(count * layout.column)?;
    let mut columns = Vec::new();
    for column in 0..count {
        let bytes_of = |range: Range<usize>| bytes.get(range);
        let own = bytes_of(first + column * layout.column..first + (column + 1) * layout.column)?;
        let len = number(bytes, name, layout.short)? as usize;
        let from = name + layout.short;
        name = from + len;
        let text = bytes_of(from..name)?;
        let text = match layout.is_old() {
            true => text.to_vec(),
            false => decode(text, Encoding::Utf16Le).text.into_owned().into_bytes(),
        };
        let at = match own[layout.flags] & 1 {
            1 => {
                let length = number(own, layout.length, 2)? as usize;
                ColumnPlace::Fixed(number(own, layout.fixed, 2)? as usize, length)
            }
            _ => ColumnPlace::Varying(number(own, layout.varying, 2)? as usize),
        };
        let is_calculated = !layout.is_old() && own[layout.flags + 1] & 0xc0 != 0;
        if ![OBJECT, ATTACHMENTS].contains(&own[0]) && !is_calculated {
            columns.push(AccessColumn {
                name: text,
                kind: own[0],
                number: number(own, layout.number, layout.short)? as usize,
                at,
                scale: own[layout.scale],
                order: number(own, layout.order, 2)?,
            });
        }
    }
    columns.sort_by_key(|column| (column.order, column.number));
    (count <= MOST_COLUMNS).then_some(columns)
}

/// Kinds of columns of pictures and other objects, and of attachments or several values.
const OBJECT: u8 = 11;
const ATTACHMENTS: u8 = 0x12;
