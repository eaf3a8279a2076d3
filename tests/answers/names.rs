//! Names of players are told apart, and what was found by its sound is said.

use crate::common::{stdout, xqdb};
use std::path::{Path, PathBuf};

const NAMES: [&str; 9] = [
    "徐天红",
    "XU TianHong",
    "胡榮華",
    "胡荣华",
    "HU RongHua",
    "LIU DaHua",
    "吕钦",
    "LYU Qin",
    "Lu Qin",
];

fn archive() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let game = |(number, name): (usize, &&str)| {
        format!(
            "[Game \"Chinese Chess\"]\n[Red \"{name}\"]\n[Black \"乙{number}\"]\n\n1. 炮二平五 马8进7\n\n"
        )
    };
    let games: String = NAMES.iter().enumerate().map(game).collect();
    std::fs::write(folder.path().join("a.pgn"), games).unwrap();
    let db = folder.path().join("test.db");
    stdout(&db, &["import", folder.path().join("a.pgn").to_str().unwrap()], 0);
    (folder, db)
}

/// The names that are found, and what is told below them.
fn found(db: &Path, args: &[&str]) -> (Vec<String>, String) {
    let output = xqdb(db, &[&["search", "-v", "--format", "jsonl", "--red"], args].concat());
    let lines = String::from_utf8(output.stdout).unwrap();
    let mut names: Vec<String> = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|game| game["red"].as_str().unwrap().to_owned())
        .collect();
    names.sort();
    (names, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn every_spelling_of_a_name_finds_the_same() {
    let (_folder, db) = archive();
    let all = found(&db, &["吕钦"]).0;
    assert_eq!(all, ["LYU Qin", "Lu Qin", "吕钦"]);
    for spelling in ["Lu Qin", "Lü Qin", "lvqin", "LYU QIN", "呂欽"] {
        assert_eq!(found(&db, &[spelling]).0, all, "{spelling}");
    }
}

#[test]
fn a_part_of_a_name_finds_what_the_whole_finds() {
    let (_folder, db) = archive();
    let (whole, told) = found(&db, &["胡荣华"]);
    assert_eq!(whole, ["HU RongHua", "胡榮華", "胡荣华"]);
    assert!(told.contains("is also: HU RongHua"), "{told}");
    for part in ["荣华", "ronghua", "胡榮"] {
        assert_eq!(found(&db, &[part]).0, whole, "{part}");
    }
}

#[test]
fn what_only_sounds_alike_is_asked_back() {
    let (_folder, db) = archive();
    let (names, told) = found(&db, &["刘大华"]);
    assert_eq!(names, ["LIU DaHua"], "no hanzi are read so");
    assert!(told.contains("Nobody is written `刘大华`; matched by pinyin: LIU DaHua"), "{told}");
    let latin = found(&db, &["xutianhong"]);
    assert_eq!(latin.0, ["XU TianHong", "徐天红"]);
    assert!(!latin.1.contains("pinyin"), "it was asked for so: {}", latin.1);
    for command in ["search", "explore", "openings", "export"] {
        let output = xqdb(&db, &[command, "--player", "许天红", "--kind", "all"]);
        assert_eq!(output.status.code(), Some(1), "{command}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("Nobody is called `许天红`; did you mean 徐天红"), "{said}");
    }
}

#[test]
fn how_names_are_compared_can_be_said() {
    let (_folder, db) = archive();
    for (name, how, expected) in [
        ("许天红", "script", &[][..]),
        ("许天红", "pinyin", &["XU TianHong", "徐天红"]),
        ("胡荣华", "script", &["胡榮華", "胡荣华"]),
        ("胡荣华", "exact", &["胡荣华"]),
        ("荣华", "exact", &[]),
        ("hu ronghua", "script", &["HU RongHua"]),
        ("胡榮華", "pinyin", &["HU RongHua", "胡榮華", "胡荣华"]),
    ] {
        assert_eq!(found(&db, &[name, "--names", how]).0, expected, "{name} {how}");
    }
}

#[test]
fn a_game_filed_twice_for_one_day_is_offered() {
    let folder = tempfile::tempdir().unwrap();
    let game = |date: &str, red: &str, black: &str, moves: &str| {
        format!("[Date \"{date}\"]\n[Red \"{red}\"]\n[Black \"{black}\"]\n\n{moves}\n\n")
    };
    let games = [
        game("1988.05.02", "胡荣华", "吕钦", "1. 炮二平五 马8进7 2. 马二进三"),
        game("1988.05.02", "呂欽", "胡榮華", "1. 兵七进一 马8进7 2. 马八进七"),
        game("1988.05.03", "胡荣华", "吕钦", "1. 相三进五 马8进7 2. 马八进九"),
        game("1988.05", "胡荣华", "吕钦", "1. 仕四进五 马8进7 2. 马八进九"),
    ];
    std::fs::write(folder.path().join("a.pgn"), games.concat()).unwrap();
    let db = folder.path().join("test.db");
    stdout(&db, &["import", folder.path().join("a.pgn").to_str().unwrap()], 0);
    let keys = stdout(&db, &["sql", "--format", "csv", "select key from games order by moves"], 0);
    let said = |key: &str| {
        let page = stdout(&db, &["show", key], 0);
        page.split("on that day").nth(1).map(str::to_owned)
    };
    let offered: Vec<Option<String>> = keys.lines().skip(1).map(said).collect();
    let is_offered: Vec<bool> = offered.iter().map(Option::is_some).collect();
    assert_eq!(is_offered.iter().filter(|is| **is).count(), 2, "{offered:?}");
    for page in offered.iter().flatten() {
        assert!(page.contains(": 1\n") && page.contains("1988-05-02"), "{page}");
    }
}
