//! The tables: each has its statements, columns and typed rows in its own file.
//!
//! Questions are methods of [`Connection`](super::Connection). Functions that write take a
//! [`Transaction`](super::Transaction) and keep the sums over the rows (`checksum.rs`) right. The
//! tables of the position index are in [`index`](super::index), the facts in
//! [`facts`](super::facts).
//!
//! One statement inserts many rows: SQLite begins and ends every statement anew, which for a row of
//! an import costs about as much as storing it. [`TOGETHER`] rows share a statement; the remaining
//! rows go one by one.

use crate::store::checksum::{RowHasher, RowOrigin, Summed};
use crate::store::error::Result;
use crate::store::file::{NEWEST, newest_schema, version};
use crate::store::sql::{Connection, Statement, from_row};
use crate::store::transaction::Transaction;
use rusqlite::ToSql;
use rusqlite::types::{ToSqlOutput, ValueRef};
use std::collections::{BTreeMap, BTreeSet};

pub(super) mod counted;
pub(super) mod decision;
pub(super) mod derived;
pub(super) mod edition;
pub(super) mod evaluation;
pub(super) mod game;
pub(super) mod heading;
pub(super) mod line;
pub(super) mod link;
pub(super) mod location;
pub(super) mod name;
pub(super) mod person;
pub(super) mod record;
pub(super) mod source;
pub(super) mod statistics;
pub(super) mod tree;
pub(super) mod unread;
pub(super) mod unused;

/// The tables whose rows are summed: every table whose rows can change an answer, except those of
/// the position index and `facts`, which `verify` compares with the games.
pub(crate) const SUMMED: &[&Summed] = &[
    &name::PLAYER,
    &name::EVENT,
    &game::GAME,
    &record::RECORD,
    &source::SOURCE,
    &location::LOCATION,
    &name::TAG_SHAPE,
    &Summed::watched("meta", &[], &["name", "value"]).made_of(RowOrigin::Games),
    &Summed::watched("tree", &["id"], &["hash", "data"]),
    &Summed::watched("comment", &["tree"], &["told"]),
    &evaluation::EVALUATION,
    &Summed::watched("unread", &[], &["path", "member", "reason", "noted_at"]),
    &Summed::watched("passed_over", &["source"], &["reason"]),
    &Summed::watched("homeless", &["source"], &[]),
    &Summed::watched("title", &["id"], &["name", "key"]).made_of(RowOrigin::Headings),
    &Summed::watched("chapter", &["id"], &["name"]).made_of(RowOrigin::Headings),
    &Summed::watched("heading", &["record", "title", "chapter"], &[]).made_of(RowOrigin::Headings),
    &Summed::watched("derived", &["record"], &["field", "value", "source"])
        .made_of(RowOrigin::Findings),
    &Summed::watched("doubt", &["record"], &["field", "says"]).made_of(RowOrigin::Findings),
    &Summed::watched("overlay", &["chunk"], &["data"]).made_of(RowOrigin::Findings),
    &derived::DATED,
    &Summed::watched("named_otherwise", &["game"], &["red", "black"]).made_of(RowOrigin::Findings),
    &Summed::watched("joined", &[], &["sort", "key", "head", "because"]).made_of(RowOrigin::Games),
    &Summed::watched("called", &[], &["key", "name"]).made_of(RowOrigin::Games),
    &person::NAMESAKE,
    &person::SEAT,
    &edition::WORDING,
    &edition::SERIES,
    &edition::EDITION,
    &edition::HELD,
    &edition::HELD_GAME,
    &counted::PERSON,
    &counted::COUNTED,
    &counted::COUNTED_PART,
    &counted::NUMBER,
    &counted::ONLINE_PART,
    &link::LINK,
    &Summed::watched("kin", &["game", "first"], &[]).made_of(RowOrigin::Games),
    &Summed::watched("kin_undecided", &["game", "first"], &[]).made_of(RowOrigin::Games).since(28),
    &Summed::watched("unlinked", &["game"], &[]).made_of(RowOrigin::Games),
    &Summed::watched("common_position", &[], &["key", "mirrored", "exact", "found", "explored"])
        .made_of(RowOrigin::Games),
    &decision::DECISION,
    &decision::JOURNAL,
    &Summed::watched("index_segment", &["id"], &INDEX_SEGMENT),
];
/// Columns of `index_segment` beside its id.
const INDEX_SEGMENT: [&str; 4] = ["first_block", "block_count", "posting_count", "fences"];

/// A stored sum over rows.
#[derive(Debug)]
pub struct StoredSum {
    table: &'static Summed,
    part: i64,
    sum: i64,
}

impl StoredSum {
    /// Name of the table.
    pub(crate) fn table(&self) -> &'static str {
        self.table.name
    }
}

impl Connection {
    /// Lists the faults that SQLite finds in its own structures.
    pub fn check_structures(&self) -> Result<Vec<String>> {
        let said: Vec<String> = self.column("pragma integrity_check(20)", [])?;
        let faults = said.into_iter().filter(|said| said != "ok");
        Ok(faults.map(|said| format!("SQLite: {said}")).collect())
    }

    /// Lists the tables and views that lack a column of the newest version, or have it with another
    /// definition, and the [changed views](Connection::changed_views). Ignores columns that other
    /// programs added.
    pub fn check_columns(&self) -> Result<Vec<String>> {
        if version(self)? != NEWEST {
            return Ok(Vec::new());
        }
        let here = columns(self)?;
        let mut faults: Vec<String> = columns(&newest_schema()?)?
            .into_iter()
            .filter(|column| !here.contains(column))
            .map(|(table, _)| {
                format!("the columns of `{table}` are not those that it was made with")
            })
            .collect();
        faults.dedup();
        faults.extend(self.changed_views()?.iter().map(|view| {
            let anew = "`xqdb verify --repair` makes it anew";
            format!("the view `{}` is not as it was made: {anew}", view.name)
        }));
        Ok(faults)
    }

    /// Views of the newest version that this file of the newest version lacks or has with another
    /// statement. Blanks and comments make no other statement.
    pub fn changed_views(&self) -> Result<Vec<MadeTable>> {
        if version(self)? != NEWEST {
            return Ok(Vec::new());
        }
        let bare = |sql: &str| -> String {
            let lines = sql.lines().map(|line| line.split("--").next().unwrap_or_default());
            lines.flat_map(str::split_whitespace).collect()
        };
        let here = self.made_tables()?;
        let is_kept = |view: &MadeTable| {
            here.iter().any(|made| made.name == view.name && bare(&made.sql) == bare(&view.sql))
        };
        let newest = newest_schema()?.made_tables()?;
        Ok(newest.into_iter().filter(|made| made.is_view && !is_kept(made)).collect())
    }

    /// Lists rows of this folder that belong to nothing: sums of no table, blocks of no segment.
    pub fn check_surplus(&self) -> Result<Vec<String>> {
        let mut faults = Vec::new();
        let names: Vec<String> = match version(self)? >= SUMMED[0].since {
            true => self.column("select name from checksum", [])?,
            false => Vec::new(),
        };
        let is_known = |name: &String| SUMMED.iter().any(|table| table.name == name);
        let sums = names.iter().filter(|name| !is_known(name)).count();
        if sums > 0 {
            faults.push(format!("{sums} sums are of no table"));
        }
        let sql = "select (select count(*) from index_block)
                       - (select ifnull(sum(block_count), 0) from index_segment)";
        let blocks: i64 = self.value(sql)?;
        if blocks > 0 {
            faults.push(format!("{blocks} blocks of the index are of no segment"));
        }
        Ok(faults)
    }

    /// The stored sums over rows of these tables, as table, part and sum, in order. Equal sums mean
    /// equal rows.
    pub(crate) fn sums_of(&self, tables: &[&str]) -> Result<Vec<(String, i64, i64)>> {
        let sql = "select name, part, sum from checksum where name = ?1 order by part";
        let mut sums = Vec::new();
        for table in tables {
            sums.extend(self.rows::<_, Vec<(String, i64, i64)>>(sql, [table])?);
        }
        Ok(sums)
    }

    /// All stored sums over rows. Empty in an older file.
    pub fn stored_sums(&self) -> Result<Vec<StoredSum>> {
        let mut sums = Vec::new();
        let version = version(self)?;
        for &table in SUMMED.iter().filter(|table| table.since <= version) {
            let sql = "select part, sum from checksum where name = ?1";
            let mut all: BTreeMap<i64, i64> = self.rows(sql, [table.name])?;
            // A part with rows but no stored sum gets the sum 0, which fails the check.
            for part in table.parts(self)? {
                all.entry(part).or_default();
            }
            sums.extend(all.into_iter().map(|(part, sum)| StoredSum { table, part, sum }));
        }
        Ok(sums)
    }

    /// Describes the fault of the rows of a sum; `None` if the sum is right.
    pub fn check_sum(&self, stored: &StoredSum) -> Result<Option<String>> {
        let StoredSum { table, part, sum } = *stored;
        if table.sum(self, part)? == sum {
            return Ok(None);
        }
        let what = format!("a row of `{}` has changed by itself", table.name);
        Ok(Some(match table.origin {
            RowOrigin::Itself if table.links.is_empty() => what,
            RowOrigin::Itself => {
                let [first, last] = table.ids(part);
                format!("{what}, its id is in {first} to {last}")
            }
            _ => format!("{what}: `xqdb verify --repair` makes the table anew"),
        }))
    }

    /// All tables and views, by name, except those of SQLite and of its search for words.
    pub fn made_tables(&self) -> Result<Vec<MadeTable>> {
        self.rows(
            "select name, type = 'view', sql from sqlite_schema
             where type in ('table', 'view') and sql is not null and name not like 'sqlite%'
             order by name",
            [],
        )
    }
}

/// The columns of all tables and views: table, and description of the column.
fn columns(conn: &Connection) -> Result<BTreeSet<(String, String)>> {
    let sql = "select made.name,
                      format('%s %s %d %d', column.name, column.type, column.\"notnull\", column.pk)
               from sqlite_schema as made, pragma_table_xinfo(made.name) as column
               where made.type in ('table', 'view')";
    conn.rows(sql, [])
}

/// The definition of a table or view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeTable {
    /// Name of the table or view.
    pub name: String,
    /// Whether the name is that of a view.
    pub is_view: bool,
    /// The statement that made it, with its comments.
    pub sql: String,
}

from_row!(MadeTable { name, is_view, sql });

/// The statements that questions and imports repeat, by name.
#[cfg(test)]
pub(crate) fn statements() -> Vec<(&'static str, String)> {
    use record::{RecordParts, RecordSet};
    let said = RecordParts::TAGS.and(RecordParts::DERIVED);
    let all = said.and(RecordParts::NOTES).and(RecordParts::LINE).and(RecordParts::TREE);
    let source = RecordSet::Source { source: 1, after: 0 };
    let fixed = [
        ("load a game", game::LOAD),
        ("key of a game", game::KEY),
        ("moves of games", game::LINES),
        ("is a game on a line", game::ON_LINE),
        ("witnesses of a game", record::WITNESSES),
        ("games with words in comments", record::SAYING),
        ("games from a path", record::FROM_PATH),
        ("places of a source", location::PLACES),
        ("source at a place", location::AT),
        ("trees of a game", tree::OF_GAME),
        ("evaluations of a game", evaluation::OF_GAME),
        ("blocks of the index", crate::store::index::BLOCKS),
    ];
    let made = [
        ("remembered search", statistics::remembered("found")),
        ("witnesses of a game, to be settled", RecordSet::Game(1).sql(said)),
        ("records of a source", source.sql(all)),
        ("records with something to tell", RecordSet::Troubled.sql(RecordParts::NOTES)),
        ("all witnesses", RecordSet::WITNESSES.sql(RecordParts::TAGS)),
    ];
    fixed.map(|(name, sql)| (name, sql.to_owned())).into_iter().chain(made).collect()
}

/// Ids as the JSON array that statements about many rows take; their rows come in this order.
fn ids_as_json(ids: &[u32]) -> String {
    serde_json::to_string(ids).expect("numbers always serialise")
}

/// Number of rows of a statement. Four times as many gain nothing.
const TOGETHER: usize = 32;

/// Inserts `rows` into a table and columns, as in `game (id, key)`; `bind` turns each row into
/// values.
pub(crate) fn insert_rows<R>(
    tx: &Transaction<'_>,
    into: &str,
    rows: &[R],
    bind: impl Fn(&R, &mut Values<'_, '_>) -> Result<()>,
) -> Result<()> {
    insert(tx, into, None, rows, bind)
}

/// The entries that only one of two lists has, each list sorted by key: those of `one`, and those
/// of `other`.
pub(crate) fn differences<'l, T: PartialEq, K: Ord + ?Sized>(
    one: &'l [T],
    other: &'l [T],
    key: impl Fn(&T) -> &K,
) -> (Vec<&'l T>, Vec<&'l T>) {
    let (mut of_one, mut of_other) = (Vec::new(), Vec::new());
    let (mut left, mut right) = (one.iter().peekable(), other.iter().peekable());
    loop {
        let order = match (left.peek(), right.peek()) {
            (None, None) => return (of_one, of_other),
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (Some(a), Some(b)) => key(a).cmp(key(b)),
        };
        let a = left.next_if(|_| order.is_le());
        let b = right.next_if(|_| order.is_ge());
        if a != b {
            of_one.extend(a);
            of_other.extend(b);
        }
    }
}

/// Inserts `rows` into a table whose sums SQLite keeps; `bind` puts values in the order of its
/// columns.
pub(crate) fn insert_into<R>(
    tx: &Transaction<'_>,
    table: &Summed,
    rows: &[R],
    bind: impl Fn(&R, &mut Values<'_, '_>) -> Result<()>,
) -> Result<()> {
    insert(tx, &format!("{} ({})", table.name, table.columns()), None, rows, bind)
}

/// Inserts `rows` into a table that is summed here; `bind` puts values in the order of its columns.
pub(crate) fn insert_summed<R>(
    tx: &Transaction<'_>,
    table: &'static Summed,
    rows: &[R],
    bind: impl Fn(&R, &mut Values<'_, '_>) -> Result<()>,
) -> Result<()> {
    insert(tx, &format!("{} ({})", table.name, table.columns()), Some(table), rows, bind)
}

fn insert<R>(
    tx: &Transaction<'_>,
    into: &str,
    table: Option<&'static Summed>,
    rows: &[R],
    bind: impl Fn(&R, &mut Values<'_, '_>) -> Result<()>,
) -> Result<()> {
    let mut hasher = table.map(RowHasher::new);
    let (whole, rest) = rows.split_at(rows.len() / TOGETHER * TOGETHER);
    for (rows, together) in [(whole, TOGETHER), (rest, 1)] {
        if rows.is_empty() {
            continue;
        }
        let mut statement = tx.write(&insert_sql(into, together))?;
        for rows in rows.chunks(together) {
            let mut values = Values { statement: &mut statement, next: 1, hasher };
            for row in rows {
                bind(row, &mut values)?;
                if let (Some(table), Some(hasher)) = (table, &mut values.hasher) {
                    tx.sums().add(table, hasher.finish());
                }
            }
            hasher = values.hasher;
            statement.execute_bound()?;
        }
    }
    Ok(())
}

/// The statement that inserts `together` rows.
fn insert_sql(into: &str, together: usize) -> String {
    let columns = into.matches(',').count() + 1;
    let row = format!("({})", vec!["?"; columns].join(", "));
    format!("insert into {into} values {}", vec![&*row; together].join(", "))
}

/// Takes the values of a statement one after the other.
pub(crate) struct Values<'s, 'c> {
    statement: &'s mut Statement<'c>,
    next: usize,
    hasher: Option<RowHasher>,
}

impl Values<'_, '_> {
    /// Binds the next value.
    pub(crate) fn put(&mut self, value: impl ToSql) -> Result<&mut Self> {
        let value = value.to_sql()?;
        if let Some(hasher) = &mut self.hasher {
            hasher.add(match &value {
                ToSqlOutput::Borrowed(value) => *value,
                ToSqlOutput::Owned(value) => value.into(),
                _ => ValueRef::Null,
            });
        }
        self.statement.bind(self.next, value)?;
        self.next += 1;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::database::Database;

    #[test]
    fn every_row_arrives_once_and_in_order() {
        let mut database = Database::for_test();
        let tx = database.transaction().unwrap();
        tx.run("create table t (a integer primary key, b text)").unwrap();
        let mut first = 0;
        for len in [0, 1, TOGETHER - 1, TOGETHER, TOGETHER + 1, 3 * TOGETHER + 5] {
            let rows: Vec<usize> = (first..first + len).collect();
            insert_rows(&tx, "t (a, b)", &rows, |&row, values| {
                values.put(row as i64)?.put((row % 3 > 0).then(|| row.to_string()))?;
                Ok(())
            })
            .unwrap();
            first += len;
        }
        let rows: Vec<(usize, Option<String>)> =
            tx.rows("select a, b from t order by a", []).unwrap();
        let expected: Vec<_> =
            (0..first).map(|row| (row, (row % 3 > 0).then(|| row.to_string()))).collect();
        assert_eq!(rows, expected);
    }
}
