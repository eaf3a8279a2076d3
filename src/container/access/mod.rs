//! Access databases (`.mdb`, `.accdb`): each table is a member `NAME.csv`, with a row of names and
//! one line per row. Texts of Access 97 keep their bytes, all later ones are UTF-8.
//!
//! A row with a damaged value is left out and counted; a table that lacks rows ends with that error.
//! Tables of the program itself are no members. Calculated columns, pictures and other objects, and
//! attachments are left out.
//!
//! A database consists of pages, of 2,048 bytes in Access 97 and of 4,096 bytes later:
//!
//! | page | content |
//! | --- | --- |
//! | 0 | at 4 `Standard Jet DB` or `Standard ACE DB`, at 14 u8 version, at 3E u32 key, masked |
//! | 2 | definition of the table that lists all tables: `Id`, `Name`, `Type` |
//! | definition, type 2 | u32 next page at 4, columns, and the map of the table's pages: [`layout`] |
//! | rows, type 1 | u32 page of the definition at 4, number of rows, their u16 offsets |
//! | long texts, type 1 | as rows, with `LVAL` in place of the definition |
//! | map, type 5 | from 4 on a bit for each page |
//!
//! [`rows`] describes a row. Numbers are little-endian. Sources: the description of the format in
//! the project mdbtools; it was compared with what the program `mdb-export` prints of 86 databases.

mod layout;
mod rows;

use super::content::{invalid, read_at};
use super::{Place, ReadSeek, Walk, names};
use layout::{AccessTable, JET3, JET4, PageLayout};
use rows::Rows;
use rustc_hash::FxHashSet;
use std::io::{self, Read, SeekFrom};

/// Page of the list of all tables.
const LIST: u32 = 2;
/// Bytes that mask the key of encryption.
const MASK: [u8; 4] = [0xfb, 0x8a, 0xbc, 0x4e];

pub(super) fn sniff(head: &[u8]) -> bool {
    const SIGNS: [&[u8]; 2] = [b"Standard Jet DB\0", b"Standard ACE DB\0"];
    SIGNS.iter().any(|sign| head.get(4..).is_some_and(|head| head.starts_with(sign)))
}

pub(super) fn walk(
    source: &mut dyn ReadSeek,
    walk: &mut Walk<'_>,
    place: &Place,
) -> io::Result<()> {
    let mut database = Database::open(source)?;
    let list = AccessTable::read(&mut database, LIST)?;
    let mut tables = Vec::new();
    let mut rows = Rows::new(&mut database, list);
    while let Some(row) = rows.next() {
        tables.extend(ListedTable::of(&rows.table, &row));
    }
    let listed = rows.outcome();
    let mut seen = FxHashSet::default();
    for ListedTable { name, page, is_linked } in tables {
        let path = place.path(&(names::decode_alone(&name) + ".csv"));
        let goes_on = match AccessTable::read(&mut database, page) {
            _ if is_linked => {
                walk.failed(path, "its rows are in another database: import that one")?
            }
            Ok(table) if seen.insert(page) => {
                let mut body = Csv::new(Rows::new(&mut database, table))?;
                walk.member(path, &mut body, place.depth)?
            }
            Ok(_) => walk.failed(path, "it is the same table as one before it")?,
            Err(error) => walk.failed(path, &error.to_string())?,
        };
        if !goes_on {
            return Ok(());
        }
    }
    listed.map_err(|why| io::Error::other(format!("the list of tables is damaged: {why}")))
}

/// A table in the list of tables.
struct ListedTable {
    name: Vec<u8>,
    page: u32,
    /// The rows are in another database.
    is_linked: bool,
}

impl ListedTable {
    /// Table that a row of the list names; `None` for tables of the program and other objects. A row
    /// with a damaged field counts as a table, whose definition then shows the damage.
    fn of(list: &AccessTable, row: &[Vec<u8>]) -> Option<ListedTable> {
        let cell = |name: &str| {
            let at = list.columns.iter().position(|column| column.name == name.as_bytes())?;
            row.get(at)
        };
        let number = |name: &str| str::from_utf8(cell(name)?).ok()?.parse::<i64>().ok();
        let (kind, id) = (number("Type").unwrap_or(TABLE), number("Id").unwrap_or(0));
        let name = cell("Name").cloned().unwrap_or_default();
        let is_linked = LINKED.contains(&kind);
        // Only tables have the number of a page.
        let is_table = kind == TABLE || is_linked || (0..=LAST_PAGE).contains(&id);
        let page = (id & LAST_PAGE) as u32;
        (is_table && !name.starts_with(b"MSys")).then_some(ListedTable { name, page, is_linked })
    }
}

/// Kinds of objects in the list of tables.
const TABLE: i64 = 1;
const LINKED: [i64; 2] = [4, 6];
/// Largest number of a page.
const LAST_PAGE: i64 = 0xff_ffff;

/// A database whose pages are read.
struct Database<'a> {
    source: &'a mut dyn ReadSeek,
    layout: &'static PageLayout,
    /// Number of whole pages.
    pages: u32,
    /// Pages that may still be read, so that a hostile database ends.
    left: u64,
}

impl Database<'_> {
    fn open(source: &mut dyn ReadSeek) -> io::Result<Database<'_>> {
        let size = source.seek(SeekFrom::End(0))?;
        let head = read_at(source, 0, 0x42)?;
        let (Some(version), Some(key)) = (head.get(0x14), head.get(0x3e..0x42)) else {
            return Err(io::ErrorKind::UnexpectedEof.into());
        };
        if key != MASK {
            return Err(invalid("it is encrypted: take its password away in its program first"));
        }
        let layout = if *version == 0 { &JET3 } else { &JET4 };
        let pages = u32::try_from(size / layout.page as u64).unwrap_or(u32::MAX);
        Ok(Database { source, layout, pages, left: size / 64 + (1 << 16) })
    }

    fn page(&mut self, number: u32) -> io::Result<Vec<u8>> {
        self.left = self.left.checked_sub(1).ok_or_else(|| invalid(TOO_LONG))?;
        let len = self.layout.page as u64;
        let page = read_at(self.source, u64::from(number) * len, len)?;
        if page.len() < self.layout.page {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(page)
    }

    /// Row that a pointer names: its number in the lowest byte, its page above.
    fn row(&mut self, pointer: u32) -> io::Result<Vec<u8>> {
        let page = self.page(pointer >> 8)?;
        let row = self.layout.row(&page, (pointer & 0xff) as usize);
        row.map(|(_, row)| row.to_vec()).ok_or_else(broken)
    }
}

const TOO_LONG: &str = "unpacking stopped: it takes longer than any real archive";

fn broken() -> io::Error {
    invalid("its definition is damaged")
}

/// A table as CSV.
struct Csv<'d, 'a> {
    rows: Rows<'d, 'a>,
    line: io::Cursor<Vec<u8>>,
}

impl<'d, 'a> Csv<'d, 'a> {
    fn new(rows: Rows<'d, 'a>) -> io::Result<Csv<'d, 'a>> {
        let line = line(rows.table.columns.iter().map(|column| &column.name))?;
        Ok(Csv { rows, line: io::Cursor::new(line) })
    }
}

impl Read for Csv<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.line.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let Some(row) = self.rows.next() else {
                return self.rows.outcome().map(|()| 0).map_err(|why| invalid(&why));
            };
            self.line = io::Cursor::new(line(row)?);
        }
    }
}

/// Cells as a line of CSV.
fn line<C: AsRef<[u8]>>(cells: impl IntoIterator<Item = C>) -> io::Result<Vec<u8>> {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    writer.write_record(cells)?;
    writer.into_inner().map_err(|error| error.into_error())
}
