//! Exports that other programs can use: dates, and text that Excel reads.

use crate::common::{desk, stdout, xqdb};
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
    let (folder, db) = desk();
    for (found, written, kept) in [
        ("1989年6月3日", "1989.06.03", true),
        ("1990-01-12", "1990.01.12", false),
        ("19900112", "1990.01.12", false),
        ("1990", "1990.??.??", false),
        ("1960-02-31", "1960.02.??", true),
        ("spring", "????.??.??", true),
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
fn a_table_has_dates_in_its_own_form_and_keeps_what_was_found() {
    let (folder, db) = desk();
    let file = games(folder.path(), &["1989年6月3日", "1990.??.??", "spring"]);
    let file = file.to_str().unwrap();
    let table = stdout(&db, &["convert", file, "--to", "csv"], 0);
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let head = rows.headers().unwrap().clone();
    let place = |name: &str| head.iter().position(|column| column == name).unwrap();
    let dates: Vec<(String, String)> = rows
        .records()
        .map(|row| row.unwrap())
        .map(|row| (row[place("date")].to_owned(), row[place("date_found")].to_owned()))
        .collect();
    let expected = [("1989-06-03", "1989年6月3日"), ("1990", ""), ("", "spring")];
    assert_eq!(dates, expected.map(|(date, found)| (date.to_owned(), found.to_owned())));
}

#[test]
fn entities_are_written_as_characters() {
    let (folder, db) = desk();
    let file = folder.path().join("a.pgn");
    let text = "[Event \"五羊杯&nbsp;决赛\"]\n[Red \"甲&amp;乙\"]\n[Annotator \"&nbsp;\"]\n\n\
                1. 炮二平五 {&nbsp;好&lt;棋&gt;} 马8进7 *\n";
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    for format in ["pgn", "csv", "dhtmlxq"] {
        let written = stdout(&db, &["convert", file, "--to", format], 0);
        assert!(!written.contains("nbsp") && !written.contains("nnotator"), "{written}");
        assert!(written.contains("五羊杯 决赛") && written.contains("甲&乙"), "{written}");
    }
    assert!(stdout(&db, &["convert", file, "--to", "pgn"], 0).contains("好<棋>}"));
    // What was found is what JSON Lines have.
    assert!(stdout(&db, &["convert", file, "--to", "jsonl"], 0).contains("五羊杯&nbsp;决赛"));
}

#[test]
fn a_damaged_variation_is_marked_with_all_that_was_not_read() {
    let (folder, db) = desk();
    let file = folder.path().join("a.pgn");
    let text =
        "[Red \"甲\"]\n\n1. 炮二平五 马8进7 (1. …… 马2进3 2. 车九进九 卒7进1) 2. 马二进三 *\n";
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let told = |args: &[&str], status: i32, parts: &[&str]| {
        let said = stdout(&db, args, status);
        parts.iter().for_each(|part| assert!(said.contains(part), "{args:?}: {said}"));
    };
    let tail = "车九进九 卒7进1";
    told(&["convert", file, "--to", "pgn"], 3, &[tail]);
    told(&["convert", file, "--to", "csv"], 3, &["variation, ply 3: 车九进九"]);
    stdout(&db, &["import", file], 3);
    let key = stdout(&db, &["search", "--format", "csv"], 0);
    let key = key.lines().nth(1).unwrap().split(',').next().unwrap().to_owned();
    for format in ["table", "html"] {
        let parts = ["Not whole: 1 variation breaks off", tail];
        told(&["show", &key, "--format", format], 0, &parts);
    }
    told(&["search", "--format", "pgn"], 0, &["马2进3", tail]);
}

#[test]
fn a_table_can_begin_with_the_mark_that_excel_looks_for() {
    let (folder, db) = desk();
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
    let (folder, db) = desk();
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
    let (folder, db) = desk();
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
