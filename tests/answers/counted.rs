//! Plain SQL counts as the program does: the view `games`, which any program with SQLite can read,
//! has the values of the table `games` of Arrow and Parquet, which are those of every question.

use crate::common::{archives, damaged, desk, records, stdout};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use std::collections::BTreeMap;
use std::path::Path;
use xqdb::columns::game_batches;
use xqdb::search::Archive;

/// The columns that both have, but for those that say what records state.
const COLUMNS: [&str; 19] = [
    "kind",
    "counts_as",
    "red_person",
    "black_person",
    "series",
    "edition_id",
    "edition_year",
    "date_from",
    "date_to",
    "date_because",
    "year",
    "result",
    "opening",
    "opening_found",
    "played",
    "start",
    "plies",
    "key",
    "moves",
];

/// A cell of Arrow as text; nothing for null.
fn cell(batch: &RecordBatch, name: &str, row: usize) -> Option<String> {
    let column = batch.column_by_name(name).unwrap();
    column.is_valid(row).then(|| match column.data_type() {
        DataType::Int16 => column.as_primitive::<Int16Type>().value(row).to_string(),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(row).to_string(),
        DataType::Binary => {
            let square = |byte: u8| format!("{}{}", char::from(b'a' + byte % 9), byte / 9);
            let moves = column.as_binary::<i32>().value(row).chunks(2);
            let moves: Vec<String> =
                moves.map(|mv| format!("{}{}", square(mv[0]), square(mv[1]))).collect();
            moves.join(" ")
        }
        _ => column.as_string::<i32>().value(row).to_owned(),
    })
}

/// The rows by key, each by column.
type Rows = BTreeMap<String, Vec<Option<String>>>;

fn by_program(db: &Path) -> Rows {
    let archive = Archive::open(db).unwrap();
    let ids: Vec<u32> = archive.facts().alive().map(|(id, _)| id).collect();
    let mut rows = Rows::new();
    let take = |batch: RecordBatch| {
        for row in 0..batch.num_rows() {
            let cells = COLUMNS.map(|name| cell(&batch, name, row)).to_vec();
            rows.insert(cell(&batch, "key", row).unwrap(), cells);
        }
        Ok(())
    };
    game_batches(&archive, &ids, 1000, take).unwrap();
    rows
}

fn by_sql(db: &Path) -> Rows {
    let conn = Connection::open(db).unwrap();
    let sql = format!("select key, {} from games", COLUMNS.join(", "));
    let mut statement = conn.prepare(&sql).unwrap();
    let rows = statement.query_map([], |row| {
        let cells = (1..=COLUMNS.len()).map(|at| match row.get_ref(at).unwrap() {
            ValueRef::Null => None,
            ValueRef::Integer(number) => Some(number.to_string()),
            other => Some(other.as_str().unwrap().to_owned()),
        });
        Ok((row.get(0)?, cells.collect::<Vec<_>>()))
    });
    let mut rows: Rows = rows.unwrap().map(Result::unwrap).collect();
    // A game without moves has an empty text there, and none here.
    let moves = COLUMNS.len() - 1;
    rows.values_mut().for_each(|row| _ = row[moves].get_or_insert_default());
    rows
}

fn compare(db: &Path) -> usize {
    let (program, sql) = (by_program(db), by_sql(db));
    assert!(program.keys().eq(sql.keys()));
    for (key, row) in &program {
        let differ: Vec<_> = (0..COLUMNS.len())
            .filter(|&at| row[at] != sql[key][at])
            .map(|at| (COLUMNS[at], &row[at], &sql[key][at]))
            .collect();
        assert!(differ.is_empty(), "{key}: {differ:?}");
    }
    program.len()
}

/// The number that SQL gives.
fn count(db: &Path, sql: &str) -> u64 {
    Connection::open(db).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
}

const KIND_GAME: &str = "select count(distinct counts_as) from games where kind = 'game'";

fn searched(db: &Path, args: &[&str]) -> u64 {
    stdout(db, &[&["search", "--count", "--kind", "game"], args].concat(), 0)
        .trim()
        .parse()
        .unwrap()
}

#[test]
fn the_view_of_games_has_what_the_program_counts() {
    let (_folder, db) = desk();
    let tour = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tour");
    for path in [records(), damaged(), tour] {
        let output = crate::common::xqdb(&db, &["import", path.to_str().unwrap()]);
        assert!(matches!(output.status.code(), Some(0 | 3)), "{output:?}");
    }
    assert!(compare(&db) > 20);
    assert_eq!(count(&db, KIND_GAME), searched(&db, &[]));
    // The function names the openings of the view.
    let differs = "select count(*) from games where opening is not xq_opening(key)
                   or (opening is null) <> (xq_opening(id, 'english') is null)
                   or xq_opening(id, 'name') = xq_opening(id)";
    assert_eq!(stdout(&db, &["sql", "--format", "csv", differs], 0), "count(*)\n0\n");
    assert!(count(&db, "select count(opening) from games") > 10);
    // What people decide counts at once, and no more when it is taken back.
    let key: String = Connection::open(&db)
        .unwrap()
        .query_row("select min(key) from games where kind = 'game'", [], |row| row.get(0))
        .unwrap();
    let game = |field: &str| format!("game:{key}.{field}");
    let why = ["--reason", "a test"];
    let before = by_sql(&db);
    let decisions = [
        ("date", "1977-07"),
        ("result", "1/2-1/2"),
        ("red", "某某"),
        ("event", "第24届五羊杯"),
        ("kind", "composed"),
    ];
    for (field, value) in decisions {
        stdout(&db, &[&["decide", "set", &game(field), value][..], &why].concat(), 0);
        compare(&db);
    }
    assert_ne!(by_sql(&db), before);
    let decided = "select count(*) from games where date_from = '1977-07' and year = 1977
                   and date_because = 'decision' and kind = 'composed' and result = '1/2-1/2'";
    assert_eq!(count(&db, decided), 1);
    for (field, value) in decisions {
        stdout(&db, &["undo", "set", &game(field), value], 0);
    }
    compare(&db);
    assert_eq!(by_sql(&db), before);
}

#[test]
fn games_without_what_counts_have_what_is_stated() {
    let (_folder, db) = desk();
    stdout(&db, &["import", records().to_str().unwrap()], 0);
    let conn = Connection::open(&db).unwrap();
    conn.execute_batch("delete from counted").unwrap();
    let same = "select count(*) from games join game on game.id = games.id
                where games.kind = game.kind and games.result = game.result
                and games.date_from is game.date and games.opening is null";
    assert_eq!(count(&db, same), count(&db, "select count(*) from game"));
    assert!(count(&db, "select count(*) from plies") > 50);
    let output = crate::common::xqdb(&db, &["verify"]);
    assert_eq!(output.status.code(), Some(2), "the rows are missed");
    stdout(&db, &["verify", "--repair"], 0);
    compare(&db);
}

#[test]
fn a_line_longer_than_the_table_of_numbers_is_written_whole() {
    let (folder, db) = desk();
    let file = folder.path().join("long.pgn");
    let there_and_back = "a0a1 a9a8 a1a0 a8a9 ".repeat(600);
    std::fs::write(
        &file,
        format!("[Red \"x\"]\n[FEN \"r3k4/9/9/9/9/9/9/9/9/R4K3 w\"]\n\n{there_and_back}*\n"),
    )
    .unwrap();
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    compare(&db);
    assert_eq!(count(&db, "select count(*) from plies"), 2400);
    assert_eq!(count(&db, "select count(*) from plies where side = 'b' and ply % 2 = 0"), 1200);
    assert_eq!(count(&db, "select length(opening_moves) from games"), 49);
}

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_count_in_sql_as_in_the_program() {
    let db = archives();
    assert!(compare(db) > 30_000);
    assert_eq!(count(db, KIND_GAME), searched(db, &[]));
    let met = "select count(distinct counts_as) from games where kind = 'game'
               and '胡荣华' in (red_person_id, black_person_id)
               and '吕钦' in (red_person_id, black_person_id)";
    assert_eq!(count(db, met), searched(db, &["--player", "胡荣华", "--where", "player=吕钦"]));
}
