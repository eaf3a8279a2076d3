//! The pages about SQL: every question on them is answered with as many rows as they say.

use crate::common::{damaged, json_lines, records, stdout, xqdb};
use std::path::{Path, PathBuf};

const PAGES: [&str; 2] = ["docs/sql.md", "docs/sql.zh-CN.md"];

fn at(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The questions of a page, and how many rows each gives.
fn questions(page: &str) -> Vec<(usize, String)> {
    let text = std::fs::read_to_string(at(page)).unwrap();
    let blocks = text.split("```sql\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let question = |block: &str| {
        let (rows, sql) = block.strip_prefix("-- ").unwrap().split_once(" rows\n").unwrap();
        (rows.parse().unwrap(), sql.to_owned())
    };
    blocks.map(question).collect()
}

fn database(folder: &Path) -> PathBuf {
    let db = folder.join("sql.db");
    let paths = [records(), damaged(), at("tests/data/asking.pgn")];
    let [records, damaged, more] = paths.each_ref().map(|path| path.to_str().unwrap());
    let imported = xqdb(&db, &["import", records, damaged, more]);
    assert!(matches!(imported.status.code(), Some(0 | 3)), "{imported:?}");
    db
}

#[test]
fn both_pages_ask_the_same_twelve_questions() {
    let [english, chinese] = PAGES.map(questions);
    assert_eq!(english.len(), 12);
    assert_eq!(english, chinese);
}

#[test]
fn every_question_gives_the_rows_that_the_page_says() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(folder.path());
    for (rows, sql) in questions(PAGES[0]) {
        let answer = stdout(&db, &["sql", &sql, "--format", "jsonl"], 0);
        let found: Vec<serde_json::Value> = json_lines(&answer);
        assert!(rows > 0 && found.len() == rows, "{sql}\n{answer}");
    }
}

#[test]
fn functions_agree_with_the_commands() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(folder.path());
    let ask = |sql: &str| stdout(&db, &["sql", sql, "--format", "csv"], 0);
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";
    // The explorer.
    let explored = stdout(&db, &["explore", "--fen", fen, "--format", "json"], 0);
    let explored: serde_json::Value = serde_json::from_str(&explored).unwrap();
    let rows = ask(&format!(
        "select value ->> 'uci', value ->> 'games', value ->> 'reached' \
         from json_each(xq_explore('{fen}'))"
    ));
    let rows: Vec<&str> = rows.lines().skip(1).collect();
    let expected: Vec<String> = explored["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| format!("{},{},{}", row["uci"].as_str().unwrap(), row["games"], row["reached"]))
        .collect();
    assert_eq!(rows, expected);
    // Games by position and by question.
    let found = stdout(&db, &["search", "--fen", fen, "--count"], 0);
    let counted = ask(&format!("select json_array_length(xq_games('{fen}')) as n"));
    assert_eq!(counted.lines().nth(1), Some(found.trim()));
    let found = stdout(&db, &["search", "--where", "R in crossed", "--count"], 0);
    let counted = ask("select json_array_length(xq_games(null, 'R in crossed')) as n");
    assert_eq!(counted.lines().nth(1), Some(found.trim()));
    // Mirror images share a key, and a game is one by id and by key.
    let other = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b";
    assert!(ask(&format!("select xq_key('{fen}') = xq_key('{other}')")).ends_with("\n1\n"));
    assert!(ask("select min(xq_fen(id) = xq_fen(key)) from game").ends_with("\n1\n"));
}

#[test]
fn a_question_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(folder.path());
    let before = stdout(&db, &["dump"], 0);
    for sql in [
        "delete from game",
        "pragma query_only = off; delete from game",
        "commit; begin immediate; delete from game",
        "attach 'other.db' as other",
        "create table t (a)",
        "drop view games",
        "vacuum",
        "select xq_fen('no fen', 'x') from game; delete from game",
    ] {
        let refused = xqdb(&db, &["sql", sql]);
        assert_eq!(refused.status.code(), Some(2), "{sql}: {refused:?}");
    }
    assert_eq!(stdout(&db, &["dump"], 0), before);
    let written = xqdb(&db, &["sql", "--write", "update game set site = 'x'"]);
    assert_eq!(written.status.code(), Some(0), "{written:?}");
    assert_ne!(stdout(&db, &["dump"], 0), before);
}

#[test]
fn moves_are_equal_by_a_function_and_in_the_view() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(folder.path());
    let sql = "select sum(plies > 9) > 0, sum(xq_moves(id, 'iccs') is not ifnull(moves, '')), \
               sum(xq_moves(key, 'uci') is not xq_moves(id, 'iccs')) from games";
    assert_eq!(stdout(&db, &["sql", sql, "--format", "csv"], 0).lines().nth(1), Some("1,0,0"));
}

#[test]
fn hostile_arguments_are_errors_or_null() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(folder.path());
    for (sql, expected) in [
        ("select xq_fen(999999)", ""),
        ("select xq_fen(-1)", ""),
        ("select xq_fen(1, 100000)", ""),
        ("select xq_fen(1, -1)", ""),
        ("select xq_fen(null)", ""),
        ("select xq_fen(x'00ff')", ""),
        ("select xq_moves('')", ""),
        ("select xq_notate(null, 'xyz', 'iccs')", ""),
        ("select xq_notate(null, null, 'iccs')", ""),
    ] {
        let answer = stdout(&db, &["sql", sql, "--format", "csv"], 0);
        assert_eq!(answer.lines().nth(1).unwrap_or_default().trim_matches('"'), expected, "{sql}");
    }
    for sql in [
        "select xq_key('no fen')",
        "select xq_key(1.5)",
        "select xq_svg(null, 'z9z9')",
        "select xq_notate(null, 'h2e2', 'no such notation')",
        "select xq_games(null, '((((')",
        "select xq_fen(1, 'two')",
    ] {
        let refused = xqdb(&db, &["sql", sql]);
        assert_eq!(refused.status.code(), Some(2), "{sql}: {refused:?}");
    }
}
