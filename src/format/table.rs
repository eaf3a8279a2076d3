//! The header and the rows of a table in a text.

use super::fields::{Role, role};
use ::csv::{ByteRecord, Reader, ReaderBuilder};
use std::ops::Range;

/// A longer header is no row of names.
const LONGEST_HEADER: usize = 8 << 10;

/// The first row.
pub(super) struct TableHeader {
    pub(super) delimiter: u8,
    pub(super) names: Vec<String>,
    pub(super) roles: Vec<Option<Role>>,
    /// Where the rows begin.
    pub(super) end: usize,
    /// The columns are those that we write.
    pub(super) is_own: bool,
}

/// Columns of our own that say where a record came from, or what its moves and names say anyway.
pub(super) const PROVENANCE: [&str; 6] = ["key", "kind", "plies", "path", "member", "record"];

impl TableHeader {
    /// The header of a table that has positions or moves.
    pub(super) fn of(text: &str) -> Option<TableHeader> {
        let blank = text.len() - text.trim_start_matches(['\r', '\n', ' ', '\u{feff}']).len();
        let line = text[blank..].split_inclusive('\n').next()?;
        if line.len() > LONGEST_HEADER {
            return None;
        }
        let end = blank + line.len();
        [b'\t', b',', b';']
            .into_iter()
            .find_map(|delimiter| TableHeader::divided(line, end, delimiter))
    }

    /// The header in `line` if this character divides its cells.
    fn divided(line: &str, end: usize, delimiter: u8) -> Option<TableHeader> {
        if !names_a_game(line, delimiter) {
            return None;
        }
        let mut row = ByteRecord::new();
        reader(delimiter, line).read_byte_record(&mut row).ok()?;
        let names: Vec<String> =
            (0..row.len()).map(|at| cell(&row, at).unwrap_or_default().trim().to_owned()).collect();
        let roles: Vec<Option<Role>> = names.iter().map(|name| role(name)).collect();
        let has = |role| roles.contains(&Some(role));
        let is_own = PROVENANCE.iter().all(|own| names.iter().any(|name| name == own));
        let is_header = names.len() > 1 && (has(Role::Start) || has(Role::Moves));
        is_header.then_some(TableHeader { delimiter, names, roles, end, is_own })
    }

    /// The first column for this.
    pub(super) fn column(&self, role: Role) -> Option<usize> {
        self.roles.iter().position(|found| *found == Some(role))
    }

    /// The column of this name.
    pub(super) fn named(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|found| found == name)
    }
}

/// A reader of rows. Rows may have any number of cells: each row warns of what is missing.
pub(super) fn reader(delimiter: u8, rows: &str) -> Reader<&[u8]> {
    let mut builder = ReaderBuilder::new();
    builder.delimiter(delimiter).has_headers(false).flexible(true).from_reader(rows.as_bytes())
}

/// Whether some cell of a first line may name positions or moves.
///
/// Every text file is asked, and most first lines have no such cell: cutting the line at the
/// delimiter is far cheaper than making a reader, which is only needed where quotes matter.
fn names_a_game(line: &str, delimiter: u8) -> bool {
    let delimiter = char::from(delimiter);
    line.contains(delimiter)
        && line.split(delimiter).any(|cell| {
            let name = cell.trim_matches(|c: char| c == '"' || c.is_whitespace());
            matches!(role(name), Some(Role::Start | Role::Moves))
        })
}

/// A cell as text; the rows are cut out of a text, so it is one.
pub(super) fn cell(row: &ByteRecord, column: usize) -> Option<&str> {
    std::str::from_utf8(row.get(column)?).ok()
}

/// The reader counts the blank lines before a row as its own.
pub(super) fn without_blank_lines(text: &str, range: Range<usize>) -> Range<usize> {
    let found = &text[range.clone()];
    range.end - found.trim_start_matches(['\r', '\n']).len()..range.end
}
