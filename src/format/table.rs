//! Reads the header and the rows of a table in a text.

use super::fields::{Role, role};
use ::csv::{ByteRecord, Reader, ReaderBuilder};
use std::ops::Range;

/// Signs between cells.
const DELIMITERS: [u8; 3] = [b'\t', b',', b';'];
/// Bytes of the longest header.
const LONGEST_HEADER: usize = 8 << 10;

/// First row of a table.
pub(super) struct TableHeader {
    pub(super) delimiter: u8,
    pub(super) names: Vec<String>,
    pub(super) roles: Vec<Option<Role>>,
    /// Offset of the rows.
    pub(super) end: usize,
    /// The table has the columns that xqdb writes.
    pub(super) is_own: bool,
}

/// Columns of xqdb's own tables about a record's source, or implied by its moves and names.
pub(super) const PROVENANCE: [&str; 6] = ["key", "kind", "plies", "path", "member", "record"];

impl TableHeader {
    /// Header of a table that has positions or moves; None for other texts.
    pub(super) fn of(text: &str) -> Option<TableHeader> {
        let line = first_line(text)?;
        DELIMITERS
            .into_iter()
            .find_map(|delimiter| TableHeader::divided(&text[line.clone()], line.end, delimiter))
    }

    /// Header in `line`, if `delimiter` divides its cells.
    fn divided(line: &str, end: usize, delimiter: u8) -> Option<TableHeader> {
        if !names_a_game(line, delimiter) {
            return None;
        }
        let names = names(delimiter, line)?;
        let roles: Vec<Option<Role>> = names.iter().map(|name| role(name)).collect();
        let has = |role| roles.contains(&Some(role));
        let is_own = PROVENANCE.iter().all(|own| names.iter().any(|name| name == own));
        let is_header = names.len() > 1 && (has(Role::Start) || has(Role::Moves));
        is_header.then_some(TableHeader { delimiter, names, roles, end, is_own })
    }

    /// First column with this role.
    pub(super) fn column(&self, role: Role) -> Option<usize> {
        self.roles.iter().position(|found| *found == Some(role))
    }

    /// Column with this name.
    pub(super) fn named(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|found| found == name)
    }
}

/// Place of the first line; None if it is too long for a row of names.
fn first_line(text: &str) -> Option<Range<usize>> {
    let blank = text.len() - text.trim_start_matches(['\r', '\n', ' ', '\u{feff}']).len();
    let line = text[blank..].split_inclusive('\n').next()?;
    (line.len() <= LONGEST_HEADER).then_some(blank..blank + line.len())
}

/// Cells of a row of names.
fn names(delimiter: u8, line: &str) -> Option<Vec<String>> {
    let mut row = ByteRecord::new();
    reader(delimiter, line).read_byte_record(&mut row).ok()?;
    let name = |at| cell(&row, at).unwrap_or_default().trim().to_owned();
    Some((0..row.len()).map(name).collect())
}

/// First row of any table with several columns: sign between cells, names of columns, and offset of
/// the other rows.
pub(super) fn first_row(text: &str) -> Option<(u8, Vec<String>, usize)> {
    let line = first_line(text)?;
    DELIMITERS.into_iter().find_map(|delimiter| {
        let names = names(delimiter, &text[line.clone()])?;
        (names.len() > 1).then_some((delimiter, names, line.end))
    })
}

/// Reader of rows. Rows may have any number of cells; each row's reader warns of missing ones.
pub(super) fn reader(delimiter: u8, rows: &str) -> Reader<&[u8]> {
    let mut builder = ReaderBuilder::new();
    builder.delimiter(delimiter).has_headers(false).flexible(true).from_reader(rows.as_bytes())
}

/// Whether a cell of a first line may name positions or moves.
///
/// Runs on every text file, and few first lines have such a cell. Splitting at the delimiter is far
/// cheaper than a CSV reader, needed only where quotes matter.
fn names_a_game(line: &str, delimiter: u8) -> bool {
    let delimiter = char::from(delimiter);
    line.contains(delimiter)
        && line.split(delimiter).any(|cell| {
            let name = cell.trim_matches(|c: char| c == '"' || c.is_whitespace());
            matches!(role(name), Some(Role::Start | Role::Moves))
        })
}

/// Text of a cell; None if the row lacks it.
pub(super) fn cell(row: &ByteRecord, column: usize) -> Option<&str> {
    std::str::from_utf8(row.get(column)?).ok()
}

/// Range without blank lines at its start, which the reader counts as part of the row.
pub(super) fn without_blank_lines(text: &str, range: Range<usize>) -> Range<usize> {
    let found = &text[range.clone()];
    range.end - found.trim_start_matches(['\r', '\n']).len()..range.end
}
