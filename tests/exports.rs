//! Exports that other programs can use: dates, and text that Excel reads.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{stdout, xqdb};
use std::path::{Path, PathBuf};

/// A file with a game of each of some dates.
fn games(folder: &Path, dates: &[&str]) -> PathBuf {
    let game =
        |date: &&str| format!("[Red \"胡荣华\"]\n[Date \"{date}\"]\n\n1. 炮二平五 马8进7 *\n\n");
    let path = folder.join("games.pgn");
    std::fs::write(&path, dates.iter().map(game).collect::<String>()).unwrap();
    path
}

#[test]
fn pgn_has_dates_in_its_own_form_and_keeps_what_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("test.db");
    for (found, written, kept) in [
        ("1989年6月3日", "1989.06.03", true),
        ("1990-01-12", "1990.01.12", false),
        ("19900112", "1990.01.12", false),
        ("1990", "1990.??.??", false),
        ("1960-02-31", "1960.02.??", true),
        ("spring", "spring", false),
    ] {
        let file = games(folder.path(), &[found]);
        let file = file.to_str().unwrap();
        let _ = std::fs::remove_file(&db);
        stdout(&db, &["import", file], 0);
        for args in [&["convert", file][..], &["export"]] {
            let pgn = stdout(&db, &[args, &["--to", "pgn"]].concat(), 0);
            assert!(pgn.contains(&format!("[Date \"{written}\"]")), "{found}: {pgn}");
            let as_found = format!("[DateFound \"{found}\"]");
            assert_eq!(pgn.contains(&as_found), kept, "{found}: {pgn}");
        }
    }
}

#[test]
fn a_table_can_begin_with_the_mark_that_excel_looks_for() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("test.db");
    let file = games(folder.path(), &["1990-01-12"]);
    let convert = |format: &str, encoding: &str| {
        let file = file.to_str().unwrap();
        xqdb(&db, &["convert", file, "--to", format, "--encoding-out", encoding])
    };
    let marked = convert("csv", "utf-8-bom").stdout;
    assert!(marked.starts_with(b"\xEF\xBB\xBFkey,"));
    assert_eq!(marked[3..], convert("csv", "utf-8").stdout);
    let table = folder.path().join("games.csv");
    std::fs::write(&table, &marked).unwrap();
    assert!(stdout(&db, &["convert", table.to_str().unwrap()], 0).contains("胡荣华"));
    // A program that reads JSON stumbles over it.
    assert_eq!(convert("jsonl", "utf-8-bom").status.code(), Some(2));
}

#[test]
fn what_many_games_lose_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("test.db");
    // Two witnesses of each game, with comments of their own: a game is written with one tree.
    let games = |comment: &str| {
        let game =
            |first: &&str| format!("1. {first} {{{comment}}} 马8进7 2. 马二进三 车9平8 *\n\n");
        ["炮二平五", "炮八平五", "兵七进一"].iter().map(game).collect::<String>()
    };
    for (name, comment) in [("a.pgn", "好棋"), ("b.pgn", "常见")] {
        let path = folder.path().join(name);
        std::fs::write(&path, games(comment)).unwrap();
        stdout(&db, &["import", path.to_str().unwrap()], 0);
    }
    let output = xqdb(&db, &["export", "--to", "pgn", "--kind", "all"]);
    let said = String::from_utf8(output.stderr).unwrap();
    let lines = said.lines().filter(|line| line.contains("variations and comments left out"));
    assert_eq!(lines.count(), 1, "{said}");
    assert!(said.contains("3 records, the first of them"), "{said}");
}

#[cfg(feature = "parquet")]
#[test]
fn tables_are_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("test.db");
    let file = games(folder.path(), &["1990-01-12", "1999"]);
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    let tables = folder.path().join("tables");
    let export = |more: &[&str]| {
        let all = ["export", "--to", "parquet", "--output", tables.to_str().unwrap()];
        let output = xqdb(&db, &[&all[..], more].concat());
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (status, said) = export(&[]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("2 games, 6 positions and 2 records written"), "{said}");
    let names = std::fs::read_dir(&tables).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.count(), 3);
    let (status, said) = export(&[]);
    assert!(status == Some(2) && said.contains("--force replaces"), "{said}");
    let (status, said) = export(&["--force", "--since", "1995"]);
    assert!(status == Some(0) && said.contains("1 game, 3 positions and 1 record"), "{said}");
    assert_eq!(export(&["--force", "--player", "nobody"]).0, Some(1));
    // Nothing that was said is passed over.
    assert_eq!(export(&["--force", "--strict"]).0, Some(2));
    assert_eq!(xqdb(&db, &["export", "--to", "parquet"]).status.code(), Some(2));
    assert_eq!(xqdb(&db, &["convert", "a.pgn", "--to", "parquet"]).status.code(), Some(2));
}
