//! Writes an Access 2000 database, as far as tests need: see `src/container/access` for its layout.

const PAGE: usize = 4096;
/// Kinds of columns.
pub(crate) const LONG: u8 = 4;
pub(crate) const TEXT: u8 = 10;
pub(crate) const MEMO: u8 = 12;
const SHORT: u8 = 3;

/// Name, columns with their kinds, and rows.
pub(crate) type AccessTable<'a> = (&'a str, &'a [(&'a str, u8)], Vec<Vec<String>>);

/// A database of these tables. Empty cells are written as missing values.
pub(crate) fn access(tables: &[AccessTable<'_>]) -> Vec<u8> {
    let mut head = vec![0; PAGE];
    head[..21].copy_from_slice(b"\0\x01\0\0Standard Jet DB\0\x01");
    head[0x3e..0x42].copy_from_slice(b"\xfb\x8a\xbc\x4e");
    // The list of tables is on page 2.
    let mut database = Database { pages: vec![head, vec![0; PAGE], Vec::new()], long: None };
    let mut list = Vec::new();
    for (name, columns, rows) in tables {
        let page = database.pages.len();
        database.pages.push(Vec::new());
        database.table(page, columns, rows);
        list.push(vec![page.to_string(), (*name).to_owned(), "1".to_owned()]);
    }
    database.table(2, &[("Id", LONG), ("Name", TEXT), ("Type", SHORT)], &list);
    database.pages.concat()
}

struct Database {
    pages: Vec<Vec<u8>>,
    /// Page of long texts that still has room, and its rows.
    long: Option<(usize, Vec<Vec<u8>>)>,
}

impl Database {
    /// Writes a table whose definition is on `page`.
    fn table(&mut self, page: usize, columns: &[(&str, u8)], rows: &[Vec<String>]) {
        let mut places: Vec<usize> = Vec::new();
        let mut full: Vec<Vec<u8>> = Vec::new();
        for row in rows {
            let row = self.row(columns, row);
            if !fits(&full, &row) || places.is_empty() {
                full.clear();
                places.push(self.pages.len());
                self.pages.push(Vec::new());
            }
            full.push(row);
            let last = *places.last().unwrap();
            self.pages[last] = rows_page(&(page as u32).to_le_bytes(), &full);
        }
        let mut map = vec![0; 69];
        let first = places.first().copied().unwrap_or(0);
        map[1..5].copy_from_slice(&(first as u32).to_le_bytes());
        for place in places {
            map[5 + (place - first) / 8] |= 1 << ((place - first) % 8);
        }
        let pointer = (self.pages.len() as u32) << 8;
        self.pages.push(rows_page(b"\0\0\0\0", &[map]));
        let varying = columns.iter().filter(|(_, kind)| width(*kind).is_none()).count() as u16;
        let count = columns.len() as u16;
        let mut bytes = vec![0; 63];
        bytes[..2].copy_from_slice(&[2, 1]);
        bytes[16..20].copy_from_slice(&(rows.len() as u32).to_le_bytes());
        bytes[40] = 0x4e;
        for (at, number) in [(41, count), (43, varying), (45, count)] {
            bytes[at..at + 2].copy_from_slice(&number.to_le_bytes());
        }
        bytes[55..59].copy_from_slice(&pointer.to_le_bytes());
        let (mut fixed, mut next) = (0_u16, 0_u16);
        for (number, (_, kind)) in columns.iter().enumerate() {
            let mut column = vec![0; 25];
            let mut set = |at: usize, number: u16| {
                column[at..at + 2].copy_from_slice(&number.to_le_bytes());
            };
            set(5, number as u16);
            set(9, number as u16);
            match width(*kind) {
                Some(width) => {
                    set(15, 1);
                    set(21, fixed);
                    set(23, width as u16);
                    fixed += width as u16;
                }
                None => {
                    set(7, next);
                    set(23, 510);
                    next += 1;
                }
            }
            column[0] = *kind;
            bytes.extend(column);
        }
        for (name, _) in columns {
            let name = wide(name);
            bytes.extend((name.len() as u16).to_le_bytes());
            bytes.extend(name);
        }
        let len = bytes.len() as u32;
        bytes[8..12].copy_from_slice(&len.to_le_bytes());
        bytes.resize(PAGE, 0);
        self.pages[page] = bytes;
    }

    fn row(&mut self, columns: &[(&str, u8)], cells: &[String]) -> Vec<u8> {
        let mut row = (columns.len() as u16).to_le_bytes().to_vec();
        let mut bits = vec![0_u8; columns.len().div_ceil(8)];
        let mut varying = Vec::new();
        for (number, ((_, kind), cell)) in columns.iter().zip(cells).enumerate() {
            if !cell.is_empty() {
                bits[number / 8] |= 1 << (number % 8);
            }
            match width(*kind) {
                Some(width) => {
                    let number: i32 = cell.parse().unwrap_or(0);
                    row.extend(&number.to_le_bytes()[..width]);
                }
                None if *kind == MEMO && !cell.is_empty() => varying.push(self.long(&text(cell))),
                None => varying.push(text(cell)),
            }
        }
        let mut ends = vec![row.len() as u16];
        for value in &varying {
            row.extend(value);
            ends.push(row.len() as u16);
        }
        row.extend(ends.iter().rev().flat_map(|end| end.to_le_bytes()));
        row.extend((varying.len() as u16).to_le_bytes());
        row.extend(bits);
        row
    }

    /// A long text: in the row, in a row of its own, or in several.
    fn long(&mut self, bytes: &[u8]) -> Vec<u8> {
        const PIECE: usize = 1500;
        let (flags, pointer) = match bytes.len() {
            0..64 => (0x8000_0000, 0),
            64..PIECE => (0x4000_0000, self.piece(bytes.to_vec())),
            _ => {
                let pieces: Vec<&[u8]> = bytes.chunks(PIECE).rev().collect();
                let chain =
                    |next: u32, piece: &&[u8]| self.piece([&next.to_le_bytes(), *piece].concat());
                (0, pieces.iter().fold(0, chain))
            }
        };
        let mut value = (bytes.len() as u32 | flags).to_le_bytes().to_vec();
        value.extend(pointer.to_le_bytes());
        value.extend([0; 4]);
        value.extend(if pointer == 0 { bytes } else { &[] });
        value
    }

    /// Writes a row among the long texts; returns the pointer to it.
    fn piece(&mut self, row: Vec<u8>) -> u32 {
        let (page, mut rows) = match self.long.take().filter(|(_, rows)| fits(rows, &row)) {
            Some(open) => open,
            None => {
                self.pages.push(Vec::new());
                (self.pages.len() - 1, Vec::new())
            }
        };
        rows.push(row);
        self.pages[page] = rows_page(b"LVAL", &rows);
        let pointer = (page as u32) << 8 | (rows.len() as u32 - 1);
        self.long = Some((page, rows));
        pointer
    }
}

fn width(kind: u8) -> Option<usize> {
    match kind {
        LONG => Some(4),
        SHORT => Some(2),
        _ => None,
    }
}

fn fits(rows: &[Vec<u8>], row: &[u8]) -> bool {
    let used: usize = rows.iter().map(|row| row.len() + 2).sum();
    rows.len() < 255 && 14 + used + row.len() + 2 <= PAGE
}

/// A page of rows, which stand from its end downwards.
fn rows_page(owner: &[u8; 4], rows: &[Vec<u8>]) -> Vec<u8> {
    let mut page = vec![0; PAGE];
    page[..2].copy_from_slice(&[1, 1]);
    page[4..8].copy_from_slice(owner);
    page[12..14].copy_from_slice(&(rows.len() as u16).to_le_bytes());
    let mut at = PAGE;
    for (number, row) in rows.iter().enumerate() {
        at -= row.len();
        page[at..at + row.len()].copy_from_slice(row);
        page[14 + 2 * number..16 + 2 * number].copy_from_slice(&(at as u16).to_le_bytes());
    }
    page
}

/// A text, packed if it is ASCII.
fn text(text: &str) -> Vec<u8> {
    match text.is_ascii() && !text.is_empty() {
        true => [b"\xff\xfe", text.as_bytes()].concat(),
        false => wide(text),
    }
}

fn wide(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}
