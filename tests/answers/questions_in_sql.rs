//! The database can be read with what people have: the questions of `docs/plain-sql.md`, asked with
//! Python, whose SQLite is some years old.

use crate::common::{desk, imported, stdout};
use rusqlite::Connection;
use std::path::Path;
use std::process::Command;

/// The pieces of SQL in the documentation.
fn questions() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/plain-sql.md");
    let text = std::fs::read_to_string(path).unwrap();
    let fences = text.split("```sql\n").skip(1);
    fences.map(|rest| rest.split("```").next().unwrap().trim().to_owned()).collect()
}

/// Prints the number of rows of every question, and of every table and view.
const ASK: &str = "
import sqlite3, sys
if sqlite3.sqlite_version_info < (3, 37):
    sys.exit('too old: ' + sqlite3.sqlite_version)
db = sqlite3.connect(sys.argv[1])
for question in sys.argv[2:]:
    print(len(db.execute(question).fetchall()))
names = 'select name from sqlite_schema where type in (?, ?) order by name'
for (name,) in db.execute(names, ('table', 'view')).fetchall():
    db.execute('select * from ' + name + ' limit 10').fetchall()
";

#[test]
fn every_question_of_the_documentation_has_an_answer() {
    let (folder, db) = desk();
    let titled = folder.path().join("titled.pgn");
    let tags = "[Title \"三军保驾\"]\n[Red \"x\"]\n[Date \"1960-02-31\"]\n";
    std::fs::write(&titled, format!("{tags}\n1. 炮二平五 马8进7\n")).unwrap();
    for (path, status) in
        [(crate::common::records(), 0), (titled, 0), (crate::common::damaged(), 3)]
    {
        stdout(&db, &["import", path.to_str().unwrap()], status);
    }
    let questions = questions();
    assert_eq!(questions.len(), 13);
    let conn = Connection::open(&db).unwrap();
    let mut counts = Vec::new();
    for question in &questions {
        let mut statement = conn.prepare(question).unwrap();
        let rows = statement.query_map([], |_| Ok(())).unwrap().map(Result::unwrap).count();
        assert!(rows > 0, "no row: {question}");
        counts.push(rows.to_string());
    }
    drop(conn);
    let python = Command::new("python3").args(["-c", ASK]).arg(&db).args(&questions).output();
    match python {
        Ok(output) if output.status.success() => {
            let told = String::from_utf8(output.stdout).unwrap();
            assert_eq!(told.lines().collect::<Vec<_>>(), counts);
        }
        Ok(output) => {
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(told.contains("too old"), "{told}");
            eprintln!("left out: {told}");
        }
        Err(_) => eprintln!("left out: there is no Python here"),
    }
}

#[test]
fn moves_as_text_are_those_of_the_program() {
    let (_folder, db) = imported();
    let conn = Connection::open(&db).unwrap();
    let mut games = 0;
    for line in stdout(&db, &["dump"], 0).lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let Some(moves) = line["game"]["moves"].as_array() else { continue };
        let moves: Vec<&str> = moves.iter().map(|mv| mv.as_str().unwrap()).collect();
        let key = line["game"]["key"].as_str().unwrap();
        let sql = "select ifnull(moves, '') from games where key = ?1";
        let told: String = conn.query_row(sql, [key], |row| row.get(0)).unwrap();
        assert_eq!(told, moves.join(" "), "{key}");
        games += 1;
    }
    assert!(games > 5);
}

#[test]
fn comments_can_be_read_where_they_stand() {
    let (folder, db) = desk();
    let file = folder.path().join("a.pgn");
    let moves = "{开局} 1. 炮二平五 马8进7 {过河车} (1... 炮8平5 {顺炮}) 2. 马二进三 *";
    std::fs::write(&file, format!("[Red \"x\"]\n\n{moves}\n")).unwrap();
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    let conn = Connection::open(&db).unwrap();
    let comments = || -> Vec<(u32, bool, String)> {
        let sql = "select ply, variation, text from comments order by ply, variation";
        let mut statement = conn.prepare(sql).unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        rows.unwrap().map(Result::unwrap).collect()
    };
    let told = |ply, variation, text: &str| (ply, variation, text.to_owned());
    let all = [told(0, false, "开局"), told(2, false, "过河车"), told(2, true, "顺炮")];
    assert_eq!(comments(), all);
    // What is changed behind the program's back is noticed.
    conn.execute("update comment set told = replace(told, '顺炮', '列炮')", []).unwrap();
    let verified = crate::common::xqdb(&db, &["verify"]);
    assert_eq!(verified.status.code(), Some(2));
    assert!(String::from_utf8(verified.stderr).unwrap().contains("not what was stored"));
    conn.execute("update comment set told = replace(told, '列炮', '顺炮')", []).unwrap();
    stdout(&db, &["verify"], 0);
    stdout(&db, &["forget", file.to_str().unwrap()], 0);
    stdout(&db, &["optimize"], 0);
    assert_eq!(comments(), []);
}

#[test]
fn words_of_comments_go_with_their_trees_and_come_with_a_migration() {
    let (_folder, db) = desk();
    let records = crate::common::records();
    stdout(&db, &["import", records.to_str().unwrap()], 0);
    let count = || stdout(&db, &["search", "--text", "过河车", "--count"], 0);
    assert_eq!(count(), "1\n");
    // As an earlier version left it: the words in a table of another kind.
    Connection::open(&db)
        .unwrap()
        .execute_batch(
            "drop table comment_text; drop view players; drop view witnesses;
             create virtual table comment_text using fts5 (
                 words, content = '', contentless_delete = 1, tokenize = 'unicode61');
             delete from checksum where name in ('source', 'location', 'tag_shape');
             drop view derived_values; drop view doubts; drop table derived;
             drop table doubt; drop table overlay; pragma user_version = 10",
        )
        .unwrap();
    stdout(&db, &["optimize"], 0);
    assert_eq!(count(), "1\n");
    stdout(&db, &["forget", records.to_str().unwrap()], 0);
    stdout(&db, &["optimize"], 0);
    let conn = Connection::open(&db).unwrap();
    let left = |sql: &str| conn.query_row::<u64, _, _>(sql, [], |row| row.get(0)).unwrap();
    let found = "select count(*) from comment_text where comment_text match '\"过河 河车\"'";
    assert_eq!((left("select count(*) from tree"), left(found)), (0, 0));
    stdout(&db, &["verify"], 0);
}
