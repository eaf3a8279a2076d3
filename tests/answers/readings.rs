//! A record that somebody decided to read otherwise is read so in every answer.

use crate::common::{stdout, xqdb};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The first three rounds and a half, in which the horse of ply 3 is misprinted or not.
fn moves(horse: &str, last: &str) -> String {
    format!("炮二平五 马8进7 {horse} 车9平8 车一平二 马2进3 兵七进一 卒7进1 车二进六 炮8平9 {last}")
}

/// A game that stops with a misprint, one that goes the same way later, and their keys.
fn archive(folder: &Path) -> (PathBuf, [String; 2]) {
    let db = folder.join("a.db");
    let game = |(red, date, result), moves: String| {
        format!(
            "[Event \"{red}集\"]\n[Red \"{red}\"]\n[Black \"乙\"]\n[Date \"{date}\"]\n\
             [Result \"{result}\"]\n\n{moves} {result}\n\n"
        )
    };
    let misprinted = game(("甲", "1990", "1-0"), moves("马二进四", "车二平三"));
    let sound = game(("丙", "1995", "0-1"), moves("马二进三", "车二退一"));
    for (name, text) in [("a.pgn", misprinted), ("b.pgn", sound)] {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        xqdb(&db, &["import", path.to_str().unwrap()]);
    }
    let key = |player: &str| {
        let found = stdout(&db, &["search", "--player", player, "--format", "jsonl"], 0);
        serde_json::from_str::<Value>(&found).unwrap()["key"].as_str().unwrap().to_owned()
    };
    let keys = [key("甲"), key("丙")];
    (db, keys)
}

/// What a program gets.
fn json(db: &Path, args: &[&str]) -> Value {
    let output = xqdb(db, args);
    serde_json::from_slice(&output.stdout).unwrap_or(Value::Null)
}

/// What is printed, whatever the status: a record that stops is told by it.
fn text(db: &Path, args: &[&str]) -> String {
    String::from_utf8(xqdb(db, args).stdout).unwrap()
}

/// Every answer about the game that is read otherwise, by a name.
fn answers(db: &Path, [key, other]: &[String; 2], more: &[&str]) -> Vec<(&'static str, Value)> {
    let line = moves("马二进三", "");
    let found = |args: &[&str]| {
        let found = text(db, &[more, &["search", "--format", "jsonl"], args].concat());
        Value::from(found.lines().filter(|line| line.contains(key.as_str())).count())
    };
    let whole = |args: &[&str]| json(db, &[more, args].concat());
    let rook = "?????????/?????????/?????????/??????R??/?????????/?????????/?????????/?????????/?????????/?????????";
    let novelty = text(db, &[more, &["novelty", other, "--format", "csv"]].concat());
    let all = text(db, &[more, &["novelty", "--format", "csv"]].concat());
    let all = all.lines().find(|row| row.starts_with(other.as_str())).unwrap().to_owned();
    let repertoire = text(
        db,
        &[more, &["repertoire", "甲", "--depth", "5", "--min-games", "1", "--format", "csv"]]
            .concat(),
    );
    let first = text(db, &[more, &["first", "--moves", &line, "--format", "csv"]].concat());
    let life = text(db, &[more, &["life", "--moves", &line, "--format", "csv"]].concat());
    let explore = whole(&["explore", "--moves", &line, "--format", "json"]);
    let endings = text(
        db,
        &[
            more,
            &[
                "endings",
                "RRHHCCEEAAPPPPP-RRHHCCEEAAPPPPP",
                "--at",
                "end",
                "--games",
                "--format",
                "csv",
            ],
        ]
        .concat(),
    );
    let collation = whole(&["collate", key, other, "--json"]);
    let exported = text(db, &[more, &["export", "--player", "甲", "--to", "jsonl"]].concat());
    let exported: Value = serde_json::from_str(exported.lines().next().unwrap()).unwrap();
    vec![
        ("show", whole(&["show", key, "--json"])["moves"].as_array().unwrap().len().into()),
        ("moves", found(&["--moves", &line])),
        ("in order", found(&["--moves", &line, "--in-order"])),
        ("contains", found(&["--contains", rook])),
        ("where", found(&["--where", "R on g6"])),
        ("min-plies", found(&["--min-plies", "9"])),
        ("opening", found(&["--opening", "C"])),
        ("novelty", novelty.into()),
        ("novelties", all.into()),
        ("repertoire", repertoire.lines().count().into()),
        ("first", first.into()),
        ("life", life.into()),
        ("explore", explore["games"].clone()),
        (
            "endings",
            endings.lines().filter(|row| row.contains(key.as_str())).collect::<Vec<_>>().into(),
        ),
        ("collate", collation["texts"].clone()),
        ("export", exported["moves"].clone()),
    ]
}

#[test]
fn what_is_read_holds_in_every_answer() {
    let folder = tempfile::tempdir().unwrap();
    let (db, keys) = archive(folder.path());
    let before = answers(&db, &keys, &[]);
    let accepted =
        xqdb(&db, &["emend", &keys[0], "--accept", "1", "--reason", "the horse goes on"]);
    assert!(accepted.status.success());
    let after = answers(&db, &keys, &[]);
    for ((name, before), (_, after)) in before.iter().zip(&after) {
        assert_ne!(before, after, "{name}");
    }
    let first = after.iter().find(|(name, _)| *name == "first").unwrap().1.as_str().unwrap();
    assert!(first.lines().nth(1).unwrap().contains(keys[0].as_str()), "{first}");
    let stated = answers(&db, &keys, &["--as-stated"]);
    assert_eq!(stated, before);
}
