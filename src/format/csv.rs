//! CSV and TSV: a header row that names a position or moves, then one row per record.
//!
//! Columns are known by their usual names (see `fields.tsv`); any other becomes a tag of its own
//! name. The header decides between commas, semicolons and tabs. xqdb's own CSV is read as well,
//! without its columns about a record's source. `move_rows` reads tables with one row per move.

use super::field_moves::{self, moves_of_field};
use super::fields::{CARRIED, Role};
use super::move_rows::{GameRows, LOOKED_AT, MoveColumns, MoveRows, TableCell};
use super::pgn::games;
use super::reason::Reason;
use super::record::{Tags, breaking_off};
use super::table::{PROVENANCE, TableHeader, cell, first_row, reader, without_blank_lines};
use super::text::Text;
use super::{Fit, Format, Input, RawMove, RawRecord, RawStart, Sink, Warning};
use crate::metadata::Kind;
use crate::text::{decode, detect};
use ::csv::ByteRecord;
use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

pub(super) const FORMAT: Format = Format {
    name: "csv",
    about: "CSV and TSV with a header row that names FEN or moves",
    extensions: &["csv", "tsv"],
    sniff: |sample| Fit::Certain.when(sniff(sample.text)),
    read,
    // No boundary: a part without the header means nothing.
    ..Format::TEXT
};

/// Rows searched for a game when a file is sniffed.
const SNIFFED: usize = 8;
/// Rows searched when each row is a move.
const SNIFFED_MOVES: usize = 256;

/// Longest rest of a move, in characters.
const LONGEST_REST: usize = 6;

/// Column of xqdb's own CSV for a date as written, if the column `date` loses part of it.
const DATE_FOUND: &str = "date_found";

fn sniff(text: &str) -> bool {
    let Some(header) = TableHeader::of(text) else { return false };
    let rows = &text[header.end..];
    // In tables of moves, few rows are first moves.
    let sniffed = if columns_of_moves(&header, rows).is_some() { SNIFFED_MOVES } else { SNIFFED };
    let mut reader = reader(header.delimiter, rows);
    let mut row = ByteRecord::new();
    (0..sniffed).any(|_| {
        let is_row = matches!(reader.read_byte_record(&mut row), Ok(true));
        is_row && {
            let cell = |role| header.column(role).and_then(|column| cell(&row, column));
            let moves = cell(Role::Moves).unwrap_or_default();
            field_moves::is_xiangqi(
                cell(Role::Start),
                &field_moves::moves(moves, 0..moves.len()).tree,
            )
        }
    })
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let text = Text::of(input);
    let whole = text.as_str();
    let Some(header) = TableHeader::of(whole) else {
        sink.damage(text.span(&(0..0)).start, Reason::NoHeaderRow.to_string());
        return ControlFlow::Continue(());
    };
    if let Some(columns) = columns_of_moves(&header, &whole[header.end..]) {
        let beside = input.beside.map(games_beside).unwrap_or_default();
        return rows_of_moves(&header, columns, &text).give(&text, &beside, sink);
    }
    let mut from = header.end;
    let mut rows = reader(header.delimiter, &whole[from..]);
    let mut cells = ByteRecord::new();
    let mut lost = vec![false; header.names.len()];
    loop {
        // Reading from memory cannot fail; rows may have any number of cells.
        if !matches!(rows.read_byte_record(&mut cells), Ok(true)) {
            return ControlFlow::Continue(());
        }
        let begin = from + cells.position().map_or(0, |at| at.byte() as usize);
        let end = from + rows.position().byte() as usize;
        let range = without_blank_lines(whole, begin..end);
        let line_end = whole[range.clone()].find('\n').map_or(range.end, |at| range.start + at + 1);
        // An unclosed quote swallows the rows below; they are read again without this row.
        let is_open = || !whole[range.clone()].matches('"').count().is_multiple_of(2);
        let swallows = line_end < range.end && (cells.len() != header.names.len() || is_open());
        let range = if swallows { range.start..line_end } else { range };
        if swallows {
            (from, rows) = (line_end, reader(header.delimiter, &whole[line_end..]));
        }
        let stood = text.as_it_stood(range.clone());
        if whole[range.clone()] != *stood {
            // Line ends in cells stay as they are.
            _ = reader(header.delimiter, stood).read_byte_record(&mut cells);
        }
        let is_blank = cells.iter().all(|cell| cell.trim_ascii().is_empty());
        if !is_blank || swallows {
            let row = Row { header: &header, text: &text, cells: &cells, range, swallows };
            row.give(sink)?;
            row.tell_lost(&mut lost, sink);
        }
    }
}

/// Columns of a table of moves; None if the rows below the header are not one.
fn columns_of_moves(header: &TableHeader, rows: &str) -> Option<MoveColumns> {
    let mut reader = reader(header.delimiter, rows);
    let mut row = ByteRecord::new();
    let rows = (0..LOOKED_AT).map_while(|_| {
        let is_row = matches!(reader.read_byte_record(&mut row), Ok(true));
        let cells = || row.iter().map(|cell| String::from_utf8_lossy(cell).into_owned().into());
        is_row.then(|| cells().collect())
    });
    MoveColumns::among(&header.names, rows)
}

/// Reads the table of games beside a table of moves; its first row names the columns.
fn games_beside(bytes: &[u8]) -> GameRows {
    let decoded = decode(bytes, detect(bytes));
    let mut games = GameRows::default();
    let Some((delimiter, names, end)) = first_row(&decoded.text) else { return games };
    let mut reader = reader(delimiter, &decoded.text[end..]);
    let mut row = ByteRecord::new();
    while matches!(reader.read_byte_record(&mut row), Ok(true)) {
        let text = |column| cell(&row, column).unwrap_or_default();
        let cells = (0..row.len()).map(|column| TableCell { at: 0, text: text(column).into() });
        games.add(&names, &cells.collect::<Vec<_>>());
    }
    games
}

/// Collects the rows of moves below the header.
fn rows_of_moves<'t>(
    header: &'t TableHeader,
    columns: MoveColumns,
    text: &'t Text<'_>,
) -> MoveRows<'t> {
    let whole = text.as_str();
    let mut gathered = MoveRows::new(&header.names, columns, whole);
    let mut reader = reader(header.delimiter, &whole[header.end..]);
    let mut row = ByteRecord::new();
    while matches!(reader.read_byte_record(&mut row), Ok(true)) {
        let begin = header.end + row.position().map_or(0, |at| at.byte() as usize);
        let end = header.end + reader.position().byte() as usize;
        let range = without_blank_lines(whole, begin..end);
        let cells: Vec<TableCell<'_>> = (0..row.len())
            .map(|column| {
                let text = cell(&row, column).unwrap_or_default();
                // Without quotes, a cell's offset in the row is its offset in the record plus one
                // delimiter per column.
                let at = row.range(column).map_or(0, |cell| range.start + cell.start + column);
                let is_there = whole.get(at..at + text.len()) == Some(text);
                let found = || whole[range.clone()].find(text).map_or(0, |at| range.start + at);
                let at = if is_there || column != columns.mv { at } else { found() };
                TableCell { at, text: text.into() }
            })
            .collect();
        if cells.iter().any(|cell| !cell.text.trim().is_empty()) {
            gathered.add(range, &cells);
        }
    }
    gathered
}

struct Row<'r, 't> {
    header: &'r TableHeader,
    text: &'r Text<'t>,
    cells: &'r ByteRecord,
    range: Range<usize>,
    /// The row opens a quote and does not close it.
    swallows: bool,
}

impl Row<'_, '_> {
    fn give(&self, sink: &mut dyn Sink) -> ControlFlow<()> {
        let cell = |role| self.header.column(role).and_then(|column| cell(self.cells, column));
        let cell_of_moves = cell(Role::Moves).unwrap_or_default();
        let whole = self.text.as_str();
        // A cell with doubled quotes stands nowhere in the text literally.
        let at = whole[self.range.clone()].find(cell_of_moves).unwrap_or(0);
        let mut moves = moves_of_field(whole, self.range.start + at, cell_of_moves);
        let fen = cell(Role::Start).map(str::trim).filter(|fen| !fen.is_empty());
        let start = match (self.fault(&mut moves.warnings), fen) {
            (Some(fault), _) => fault.into(),
            (None, Some(fen)) => RawStart::Fen(Cow::Borrowed(fen)),
            (None, None) => RawStart::Standard,
        };
        if let Some((ply, rest)) = self.own("error").and_then(breaking_off) {
            // The reason follows the token.
            let token = rest.split_once(": ").map_or(rest, |(token, _)| token);
            moves.tree.break_off(Some(ply), self.range.end as u32, RawMove::Text(token));
        }
        let hint = self.own("kind").and_then(Kind::from_name);
        let is_bare = fen.is_some() && moves.tree.nodes.is_empty();
        sink.record(RawRecord {
            hint: hint.or(is_bare.then_some(Kind::Position)),
            start,
            ..moves.into_record(self.text, &self.range, self.tags())
        })?;
        if self.has_moves_elsewhere() {
            let (found, wanted) = (self.cells.len(), self.header.names.len());
            self.text.tell(self.range.start, Reason::RowCells { found, wanted }, sink);
        }
        if self.is_cut() {
            self.text.tell(self.range.end, Reason::FileEndsInRow, sink);
        }
        ControlFlow::Continue(())
    }

    /// Reports columns with unknown names that hold moves or the position; each column once per
    /// table.
    fn tell_lost(&self, lost: &mut [bool], sink: &mut dyn Sink) {
        let lacks = CARRIED.iter().filter(|role| self.header.column(**role).is_none());
        let lacks: Vec<Role> = lacks.copied().collect();
        for (column, is_told) in lost.iter_mut().enumerate() {
            let name = &self.header.names[column];
            let value = cell(self.cells, column).unwrap_or_default();
            let is_known = *is_told
                || self.header.roles[column].is_some()
                || self.header.is_own && PROVENANCE.contains(&&**name);
            if !is_known && field_moves::is_lost(name, value, &lacks) {
                *is_told = true;
                self.text.tell(self.range.start, Reason::FieldNotKnown(name.clone()), sink);
            }
        }
    }

    /// Cell of a column that only xqdb writes; None in tables of others.
    fn own(&self, name: &str) -> Option<&str> {
        let column = self.header.named(name).filter(|_| self.header.is_own)?;
        cell(self.cells, column)
    }

    /// Reason to distrust the row, if any. A wrong number of cells that does little harm only
    /// warns.
    fn fault(&self, warnings: &mut Vec<Warning>) -> Option<Reason> {
        let (found, wanted) = (self.cells.len(), self.header.names.len());
        if self.swallows {
            return Some(Reason::QuoteNotClosed);
        }
        if found != wanted {
            let reason = Reason::RowCells { found, wanted };
            // A missing position must not become the standard start, nor missing moves a heading.
            let is_gone = |role| self.header.column(role).is_some_and(|column| column >= found);
            if is_gone(Role::Start) || is_gone(Role::Moves) && !self.is_cut() {
                return Some(reason);
            }
            // The file may end inside a move.
            if self.is_cut()
                && self.header.column(Role::Moves).is_some_and(|column| column + 1 >= found)
            {
                return Some(Reason::FileEndsInRow);
            }
            warnings.push(reason.into());
        }
        None
    }

    /// Whether the row has a wrong number of cells, and moves outside the cell of moves; or too
    /// many cells, and behind the moves the rest of a move that a comma cuts (`炮二,平五`).
    fn has_moves_elsewhere(&self) -> bool {
        let column_of_moves = self.header.column(Role::Moves);
        let is_cut = column_of_moves.is_some_and(|column| {
            let behind = cell(self.cells, column + 1).unwrap_or_default().trim();
            (1..=LONGEST_REST).contains(&behind.chars().count())
                && behind.chars().all(char::is_alphanumeric)
        });
        if is_cut && self.cells.len() > self.header.names.len() {
            return true;
        }
        let holds_moves = |column| {
            let text = cell(self.cells, column).unwrap_or_default();
            games::left_over(text, 0..text.len()).is_some()
        };
        let mut others = (0..self.cells.len()).filter(|column| Some(*column) != column_of_moves);
        self.cells.len() != self.header.names.len() && others.any(holds_moves)
    }

    /// Whether the file ends inside this row, before its last cell.
    fn is_cut(&self) -> bool {
        let whole = self.text.as_str();
        self.range.end == whole.len()
            && !whole.ends_with('\n')
            && self.cells.len() < self.header.names.len()
    }

    fn tags<'a>(&self) -> Tags<'a> {
        let mut tags = Vec::new();
        let found = self.own(DATE_FOUND).map(str::trim).filter(|found| !found.is_empty());
        for (column, (name, role)) in self.header.names.iter().zip(&self.header.roles).enumerate() {
            let value = cell(self.cells, column).unwrap_or_default().trim();
            let is_first = |role| self.header.column(role) == Some(column);
            let name = match role {
                Some(Role::Start) if is_first(Role::Start) => "FEN",
                Some(Role::Moves) if is_first(Role::Moves) => continue,
                Some(Role::Tag(name)) => name,
                _ => name.as_str(),
            };
            let value = if name == "Date" { found.unwrap_or(value) } else { value };
            let is_left_out = self.header.is_own
                && (PROVENANCE.contains(&name)
                    || matches!(name, "FEN" | DATE_FOUND)
                    || (name == "Result" && value == "*"));
            if !value.is_empty() && !name.is_empty() && !is_left_out {
                tags.push((Cow::Owned(name.to_owned()), Cow::Owned(value.to_owned())));
            }
        }
        tags
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{Kept, keep};

    fn read_text(text: &str) -> (Vec<String>, Vec<String>) {
        assert!(sniff(text), "{text}");
        let found = keep(&FORMAT, text.as_bytes());
        let show = |r: &Kept| format!("{} | {} | {}", r.tags.join(" "), r.start, r.moves());
        (found.records.iter().map(show).collect(), found.damage)
    }

    #[test]
    fn a_comma_in_a_move_is_reported() {
        let head = "moves,event\n";
        let sound = format!("{head}h2e2 h9g7,a\n");
        assert!(read_text(&sound).1.is_empty());
        for row in ["h2e2 h,g7,a", "h2e2 ,9g7,a", "炮二平五 马8,进7,a"] {
            assert_eq!(read_text(&format!("{head}{row}\n")).1.len(), 1, "{row}");
        }
    }

    #[test]
    fn columns_by_their_names() {
        let text = "\u{feff}红方,黑方,结果,日期,备注,着法\r\n\r\n\
            胡荣华,\"吕, 钦\",红胜,1990-01-12,\"决赛 \"\"快棋\"\"\",\"1. 炮二平五 马8进7\n2. 马二进三\"\r\n";
        let expected = "Red=胡荣华 Black=吕, 钦 Result=红胜 Date=1990-01-12 Remark=决赛 \"快棋\" | standard | \
            -1:炮二平五 0:马8进7 1:马二进三";
        assert_eq!(read_text(text).0, [expected]);
        let text = "id\tfen\tstars\n7\t4k4/9/9/9/9/9/9/9/9/4K4 w\t3\n8\tx\t\n";
        let expected = [
            "Id=7 FEN=4k4/9/9/9/9/9/9/9/9/4K4 w stars=3 | 4k4/9/9/9/9/9/9/9/9/4K4 w | ",
            "Id=8 FEN=x | x | ",
        ];
        assert_eq!(read_text(text).0, expected);
    }

    #[test]
    fn only_tables_of_this_game_are_read() {
        for text in [
            "name,age\nx,7\n",
            "moves,fen\n",
            "moves,result\ne2e4 e7e5,1-0\n",
            "fen\n4k4/9/9/9/9/9/9/9/9/4K4 w\n",
            "moves and more words, that go on\nh2e2, x\n",
        ] {
            assert!(!sniff(text), "{text}");
        }
        assert!(sniff("moves;result\nh2e2h9g7;1-0\n"));
    }

    #[test]
    fn a_quote_that_is_open_takes_one_row() {
        let text = "title,moves\na,h2e2\n\"b,h2e2\nc,h2e2\nd,h2e2\n";
        let (records, _) = read_text(text);
        assert_eq!(records.len(), 4);
        assert!(records[1].contains("never closed"), "{records:?}");
        assert!(records[2].starts_with("Title=c") && records[3].starts_with("Title=d"));
    }

    #[test]
    fn a_row_without_its_position_is_no_game_from_the_start() {
        let text = "moves,fen\nc0e2,4k4/9/9/9/9/9/9/9/9/2B1K4 w\nc0e2\n";
        assert!(read_text(text).0[1].contains("unreadable: the row has 1 cells, the header 2"));
    }
}
