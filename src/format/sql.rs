//! Dumps of databases as SQL text: `create table`, `insert into`, and PostgreSQL's `copy`. Reads
//! dumps with a table that has one row per move. Other tables, also those of a dump of games beside
//! it, give tags of games by id.
//!
//! Takes time proportional to the text, in two passes; keeps the rows of other tables in memory.

use super::move_rows::{GameRows, LOOKED_AT, MoveColumns, MoveRows, TableCell, is_first_move};
use super::reason::Reason;
use super::text::Text;
use super::{Fit, Format, Input, Sink};
use crate::text::{decode, detect};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

pub(super) const FORMAT: Format = Format {
    name: "sql",
    about: "dumps of SQL databases with a table of moves",
    extensions: &["sql"],
    sniff: |sample| {
        // The first words rule out nearly every text.
        let is_dump = WORDS.iter().any(|word| begins(sample.text, word));
        let is_ours = || TableOfMoves::of(sample.text).is_some_and(|table| table.is_xiangqi);
        Fit::Certain.when(is_dump && is_ours())
    },
    read,
    ..Format::TEXT
};

/// First words of dumps.
const WORDS: [&str; 10] =
    ["--", "/*", "create", "insert", "begin", "set", "pragma", "drop", "copy", "start"];
/// Texts near the beginning of some programs' dumps, and near the end of complete ones.
const ENDS: [[&str; 2]; 3] = [
    ["-- PostgreSQL database dump", "-- PostgreSQL database dump complete"],
    ["-- MySQL dump", "-- Dump completed"],
    ["-- MariaDB dump", "-- Dump completed"],
];
/// Bytes that count as near.
const NEAR: usize = 512;
/// Most tables, and most columns of one, that are read.
const MOST: usize = 256;

fn begins(text: &str, word: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    text.get(..word.len()).is_some_and(|first| first.eq_ignore_ascii_case(word))
}

/// Whether a dump begins like those of a program that marks the end, and lacks that mark.
fn lacks_end(text: &str) -> bool {
    let (head, tail) = (text.floor_char_boundary(NEAR), text.len().saturating_sub(NEAR));
    let (head, tail) = (&text[..head], &text[text.ceil_char_boundary(tail)..]);
    ENDS.iter().any(|[begin, end]| head.contains(begin) && !tail.contains(end))
}

/// Table with one row per move.
struct TableOfMoves {
    name: String,
    names: Vec<String>,
    columns: MoveColumns,
    is_xiangqi: bool,
}

impl TableOfMoves {
    /// First such table of a text; None without one.
    fn of(text: &str) -> Option<TableOfMoves> {
        type First<'t> = (Vec<String>, Vec<Vec<Cow<'t, str>>>);
        let mut tables: BTreeMap<String, First<'_>> = BTreeMap::new();
        each_row(text, &mut |table, names, _, cells| {
            if tables.len() < MOST || tables.contains_key(table) {
                let new = || (names.to_vec(), Vec::new());
                let first = tables.entry(table.to_owned()).or_insert_with(new);
                if first.1.len() < LOOKED_AT {
                    first.1.push(cells.iter().map(|cell| cell.text.clone()).collect());
                }
            }
        });
        tables.into_iter().find_map(|(name, (names, rows))| {
            let columns = MoveColumns::among(&names, rows.iter().cloned())?;
            let mut moves = rows.iter().filter_map(|row| row.get(columns.mv));
            let is_xiangqi = moves.any(|mv| is_first_move(mv));
            Some(TableOfMoves { name, names, columns, is_xiangqi })
        })
    }
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let text = Text::of(input);
    let whole = text.as_str();
    let Some(TableOfMoves { name, names, columns, .. }) = TableOfMoves::of(whole) else {
        sink.damage(text.span(&(0..0)).start, Reason::NoHeaderRow.to_string());
        return ControlFlow::Continue(());
    };
    let (mut rows, mut beside) = (MoveRows::new(&names, columns, whole), GameRows::default());
    let is_cut = each_row(whole, &mut |table, own, range, cells| match table == name {
        true => rows.add(range, cells),
        false => beside.add(own, cells),
    });
    if let Some(games) = input.beside {
        let games = decode(games, detect(games)).text;
        each_row(&games, &mut |_, own, _, cells| beside.add(own, cells));
    }
    rows.give(&text, &beside, sink)?;
    if is_cut || lacks_end(whole) {
        text.tell(whole.len(), Reason::FileLacksEnd, sink);
    }
    ControlFlow::Continue(())
}

/// Receives a row: name of its table, names of its columns, place, and cells.
type TakeRow<'f, 't> = dyn FnMut(&str, &[String], Range<usize>, &[TableCell<'t>]) + 'f;

/// Visits the rows of all tables of a dump. Returns whether the dump ends inside a statement,
/// inside the rows of a `copy`, or before the `commit` of a transaction.
fn each_row<'t>(text: &'t str, take: &mut TakeRow<'_, 't>) -> bool {
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut scan = Scan { text, at: 0, is_cut: false };
    let mut is_open = false;
    while let Some(word) = scan.word() {
        let is = |other: &str| word.eq_ignore_ascii_case(other);
        let begins_work = is("begin") || is("start");
        is_open = begins_work || is_open && !(is("commit") || is("end") || is("rollback"));
        scan.is_cut = true;
        if is("create") && scan.skip_to("table") {
            let _ = scan.take("if") && scan.take("not") && scan.take("exists");
            let Some(name) = scan.name() else { continue };
            let names = scan.columns();
            if tables.len() < MOST {
                tables.insert(name, names);
            }
            scan.end();
        } else if (is("insert") || is("replace")) && scan.skip_to("into") {
            let Some(name) = scan.name() else { continue };
            let own = scan.columns();
            let names = if own.is_empty() { tables.get(&name) } else { Some(&own) };
            let is_read = scan.skip_to("values");
            while is_read && let Some((range, cells)) = scan.row() {
                names.iter().for_each(|names| take(&name, names, range.clone(), &cells));
            }
            scan.end();
        } else if is("copy") {
            let Some(name) = scan.name() else { continue };
            let names = scan.columns();
            let is_read = scan.skip_to("stdin");
            scan.end();
            scan.line();
            scan.is_cut |= is_read;
            while is_read && let Some((range, line)) = scan.line() {
                if line == "\\." {
                    scan.is_cut = false;
                    break;
                }
                let mut at = range.start;
                let cells = line.split('\t').map(|cell| {
                    let place = at;
                    at += cell.len() + 1;
                    let text = if cell == "\\N" { "" } else { cell };
                    TableCell { at: place, text: text.into() }
                });
                take(&name, &names, range.clone(), &cells.collect::<Vec<_>>());
            }
        } else {
            scan.end();
        }
    }
    scan.is_cut || is_open
}

/// Position in an SQL text.
struct Scan<'t> {
    text: &'t str,
    at: usize,
    /// The text ends in a statement without semicolon, or in rows without the closing line.
    is_cut: bool,
}

impl<'t> Scan<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Skips blanks and comments.
    fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            let bare = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            self.at += rest.len() - bare.len();
            let end = match bare.get(..2) {
                Some("--") => bare.find('\n'),
                Some("/*") => bare.find("*/").map(|end| end + 2),
                _ => return,
            };
            self.at += end.unwrap_or(bare.len());
        }
    }

    /// Next word; any other sign is a word by itself.
    fn word(&mut self) -> Option<&'t str> {
        self.blanks();
        let rest = self.rest();
        let is_sign = |c: char| !c.is_alphanumeric() && c != '_';
        let first = rest.chars().next()?;
        let length = if is_sign(first) {
            first.len_utf8()
        } else {
            rest.find(is_sign).unwrap_or(rest.len())
        };
        self.at += length;
        Some(&rest[..length])
    }

    /// Skips `word` if it comes next.
    fn take(&mut self, word: &str) -> bool {
        let before = self.at;
        let is_next = self.word().is_some_and(|next| next.eq_ignore_ascii_case(word));
        if !is_next {
            self.at = before;
        }
        is_next
    }

    /// Skips a few words up to and including `word`; returns whether it came.
    fn skip_to(&mut self, word: &str) -> bool {
        const FEW: usize = 4;
        (0..FEW).any(|_| self.take(word) || { self.is_word() && self.word().is_none() })
    }

    fn is_word(&mut self) -> bool {
        self.blanks();
        self.rest().starts_with(char::is_alphabetic)
    }

    /// Next name, without quotes and schema.
    fn name(&mut self) -> Option<String> {
        loop {
            self.blanks();
            let rest = self.rest();
            let close = match rest.chars().next()? {
                c @ ('"' | '`') => Some(c),
                '[' => Some(']'),
                _ => None,
            };
            let name = match close {
                Some(close) => {
                    let end = rest[1..].find(close)? + 1;
                    self.at += end + 1;
                    &rest[1..end]
                }
                None => self.word()?,
            };
            if !self.rest().starts_with('.') {
                return Some(name.to_owned());
            }
            self.at += 1;
        }
    }

    /// Names of the columns in brackets, if any: the first word of each part.
    fn columns(&mut self) -> Vec<String> {
        const NO_COLUMN: [&str; 9] = [
            "primary",
            "unique",
            "key",
            "constraint",
            "foreign",
            "check",
            "index",
            "fulltext",
            "exclude",
        ];
        let mut names = Vec::new();
        self.blanks();
        if !self.rest().starts_with('(') {
            return names;
        }
        self.at += 1;
        loop {
            let is_quoted = {
                self.blanks();
                self.rest().starts_with(['"', '`', '['])
            };
            let Some(name) = self.name() else { return names };
            let is_column =
                is_quoted || !NO_COLUMN.iter().any(|word| name.eq_ignore_ascii_case(word));
            if is_column && names.len() < MOST {
                names.push(name);
            }
            let (mut depth, mut is_last) = (0_usize, true);
            while let Some(word) = self.word() {
                match word {
                    "(" => depth += 1,
                    ")" if depth == 0 => break,
                    ")" => depth -= 1,
                    "'" => drop(self.quoted('\'')),
                    "," if depth == 0 => {
                        is_last = false;
                        break;
                    }
                    _ => {}
                }
            }
            if is_last {
                return names;
            }
        }
    }

    /// Skips a text up to its closing quote; returns the offset of that quote. Doubled and
    /// backslashed quotes belong to the text.
    fn quoted(&mut self, quote: char) -> usize {
        let bytes = self.text.as_bytes();
        let quote = quote as u8;
        while let Some(&byte) = bytes.get(self.at) {
            let is_double = byte == quote && bytes.get(self.at + 1) == Some(&quote);
            self.at += if is_double || byte == b'\\' { 2 } else { 1 };
            if byte == quote && !is_double {
                return self.at - 1;
            }
        }
        self.at = self.text.len();
        self.at
    }

    /// Next row of an `insert`: place and cells.
    fn row(&mut self) -> Option<(Range<usize>, Vec<TableCell<'t>>)> {
        self.take(",");
        self.blanks();
        let start = self.at;
        if !self.rest().starts_with('(') {
            return None;
        }
        self.at += 1;
        let mut cells = Vec::new();
        loop {
            self.blanks();
            let (from, rest) = (self.at, self.rest());
            let sign = rest.chars().next()?;
            if sign == '\'' {
                self.at += 1;
                let end = self.quoted(sign);
                let inner = &self.text[from + 1..end];
                let text = if inner.contains(['\'', '\\']) {
                    unescaped(inner).into()
                } else {
                    inner.into()
                };
                cells.push(TableCell { at: from + 1, text });
                self.blanks();
            }
            let value = self.at;
            let end = self.rest().find([',', ')', '\n'])?;
            self.at += end;
            if sign != '\'' {
                let text = self.text[value..self.at].trim();
                let text = if text.eq_ignore_ascii_case("null") { "" } else { text };
                cells.push(TableCell { at: value, text: text.into() });
            }
            self.blanks();
            let next = self.rest().chars().next()?;
            self.at += next.len_utf8();
            match next {
                ',' if cells.len() < MOST => {}
                _ => return Some((start..self.at, cells)),
            }
        }
    }

    /// Skips the rest of a statement.
    fn end(&mut self) {
        while let Some(word) = self.word() {
            match word {
                ";" => return self.is_cut = false,
                "'" => drop(self.quoted('\'')),
                "\"" => drop(self.quoted('"')),
                "`" => drop(self.quoted('`')),
                _ => {}
            }
        }
        self.is_cut = true;
    }

    /// Rest of a line, without its line end.
    fn line(&mut self) -> Option<(Range<usize>, &'t str)> {
        let line = self.rest().split_inclusive('\n').next()?;
        let from = self.at;
        self.at += line.len();
        let line = line.trim_end_matches(['\n', '\r']);
        Some((from..from + line.len(), line))
    }
}

/// Resolves doubled quotes and backslashes.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.extend(chars.next()),
            '\'' => {
                chars.next_if_eq(&'\'');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::read_shown;

    fn read_text(text: &str) -> (Vec<String>, Vec<String>) {
        read_shown(&FORMAT, text)
    }

    const EXPECTED: [&str; 2] = [
        "game_id=1 Red=胡荣华 Black=O'Neill Date=1980 | -1:炮二平五 0:马8进7 1:马二进三",
        "game_id=2 Red=吕钦 Black=许银川 Date=1990 | -1:h2e2 0:h9g7 1:h0g2",
    ];

    #[test]
    fn a_table_of_moves_takes_the_players_from_the_table_of_games() {
        let text = "-- a dump\nPRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n\
            CREATE TABLE games (id integer primary key, red text not null default 'a,b', black text, date text);\n\
            INSERT INTO games VALUES(1,'胡荣华','O''Neill','1980');\n\
            INSERT INTO \"games\" VALUES(2,'吕钦','许银川','1990'),(3,'nobody',NULL,NULL);\n\
            CREATE TABLE moves (game_id int, ply int, move varchar(8), primary key (game_id, ply));\n\
            INSERT INTO moves (game_id, ply, move) VALUES (1,1,'炮二平五'),(1,2,'马8进7'),\n\
            (1,3,'马二进三'),(2,2,'h9g7'),(2,1,'h2e2');\nINSERT INTO moves VALUES(2,3,'h0g2');\nCOMMIT;\n";
        assert_eq!(read_text(text), (EXPECTED.map(str::to_owned).to_vec(), vec![]));
        let copied = "COPY public.games (id, red, black, date) FROM stdin;\n1\t胡荣华\tO'Neill\t1980\n\
            2\t吕钦\t许银川\t1990\n3\tnobody\t\\N\t\\N\n\\.\n\nCOPY public.moves (game_id, ply, move) FROM stdin;\n\
            1\t1\t炮二平五\n1\t2\t马8进7\n1\t3\t马二进三\n2\t1\th2e2\n2\t2\th9g7\n2\t3\th0g2\n\\.\n";
        assert_eq!(read_text(copied), (EXPECTED.map(str::to_owned).to_vec(), vec![]));
    }

    #[test]
    fn a_dump_that_is_cut_tells_of_it() {
        let rows = "CREATE TABLE moves (game_id int, ply int, move text);\n\
            INSERT INTO moves VALUES(1,1,'h2e2'),(1,2,'h9g7');\nINSERT INTO moves VALUES(1,3,'h0g2');\n";
        let copied = "COPY public.moves (game_id, ply, move) FROM stdin;\n\
            1\t1\th2e2\n1\t2\th9g7\n1\t3\th0g2\n\\.\n";
        for whole in [
            format!("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n{rows}COMMIT;"),
            format!("-- MySQL dump 10.13\n{rows}-- Dump completed"),
            format!(
                "--\n-- PostgreSQL database dump\n--\n{copied}-- PostgreSQL database dump complete"
            ),
            copied.trim_end().to_owned(),
        ] {
            let (records, damage) = read_text(&whole);
            assert_eq!((records.len(), damage), (1, vec![]), "{whole}");
            for end in 0..whole.len() {
                let (_, damage) = read_text(&whole[..end]);
                assert!(!damage.is_empty(), "cut at {end} of {whole}");
            }
        }
        let (_, damage) = read_text(&format!("BEGIN;\n{rows}ROLLBACK;\nSTART TRANSACTION;\nEND;"));
        assert_eq!(damage, [""; 0]);
    }

    #[test]
    fn what_makes_no_games_is_refused_and_what_is_cut_does_no_harm() {
        let apart = "create table m (game_id int, ply int, move text);\n\
            insert into m values (1,7,'h2e2'),(2,9,'c3c4'),(3,5,'g3g4');";
        let (records, damage) = read_text(apart);
        assert!(
            records.is_empty() && damage.len() == 1 && damage[0].contains("game_id, ply, move")
        );
        let short =
            "insert into m (game_id, ply, move) values (1,1,'h2e2'),(2,1,'c3c4'),(3,1,'g3g4');";
        let (records, damage) = read_text(short);
        assert!(records.is_empty() && damage.len() == 1, "{records:?} {damage:?}");
        let whole = "create table m (game_id int, ply int, move text);\n\
            insert into m values (1,1,'h2e2'),(1,2,'h9\\\\'g7'),(1,3,'炮''二');";
        for end in (0..whole.len()).filter(|end| whole.is_char_boundary(*end)) {
            read_text(&whole[..end]);
        }
    }
}
