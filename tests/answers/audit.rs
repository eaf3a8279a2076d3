//! `xqdb audit` from outside, on games made for it.

use crate::common::{json_lines, stdout, xqdb};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A rook checks for ever, and its side is given the game; a rook chases a cannon.
const REPETITION: &str = r#"[Game "Chinese Chess"]
[Red "check"]
[Result "1-0"]
[Format "ICCS"]
[FEN "R8/4k4/9/9/9/9/9/9/9/3K5 w - - 0 1"]

1. A9-A8 E8-E9 2. A8-A9 E9-E8 3. A9-A8 E8-E9 4. A8-A9 E9-E8 5. A9-A8 E8-E9 1-0

[Game "Chinese Chess"]
[Red "chase"]
[Result "0-1"]
[Format "ICCS"]
[FEN "5k3/9/9/9/c8/9/9/1R7/9/3K5 w - - 0 1"]

1. B2-A2 A5-B5 2. A2-B2 B5-A5 3. B2-A2 A5-B5 4. A2-B2 B5-A5 0-1

"#;

/// Nothing comes back.
const QUIET: &str = r#"[Game "Chinese Chess"]
[Red "quiet"]
[Result "1/2-1/2"]
[Format "ICCS"]

1. H2-E2 H9-G7 2. H0-G2 I9-H9 1/2-1/2

"#;

fn games() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, [REPETITION, QUIET].concat()).unwrap();
    (folder, path)
}

fn audit(db: &Path, paths: &[&str]) -> Vec<Value> {
    let args = [&["audit", "--repetition", "--format", "jsonl"], paths].concat();
    let text = stdout(db, &args, 0);
    json_lines(&text)
}

#[test]
fn stretches_classes_and_rulings_are_told() {
    let (folder, path) = games();
    let found = audit(&folder.path().join("none.db"), &[path.to_str().unwrap()]);
    assert_eq!(found.len(), 3);
    assert_eq!(found[0]["record"], 1);
    let check = &found[0]["cycles"][0];
    for (field, expected) in [("from", 0), ("to", 8), ("until", 10), ("count", 3)] {
        assert_eq!(check[field], expected, "{field}");
    }
    assert_eq!((&check["red"], &check["black"]), (&"check".into(), &"idle".into()));
    assert_eq!(check["ruling"]["axf"], "red-loses");
    assert_eq!(check["ruling"]["ucci"], "not-judged");
    assert_eq!(check["tendency"]["ucci"], "red-loses");
    assert_eq!((&check["ends_game"], &check["result_differs"]), (&true.into(), &true.into()));
    let chase = &found[1]["cycles"][0];
    assert_eq!(chase["red"], "chase");
    assert_eq!(chase["chased"]["red"], serde_json::json!(["c@a5"]));
    assert_eq!(chase["result_differs"], false);
    let attack = &chase["moves"][0]["attacks"][0];
    assert_eq!((&attack["attacker"], &attack["victim"]), (&"R@a2".into(), &"c@a5".into()));
    assert_eq!((&attack["counts"], &attack["why"]), (&"chase".into(), &"unprotected".into()));
    assert_eq!(found[2]["cycles"], serde_json::json!([]));
}

#[test]
fn the_database_tells_the_same() {
    let (folder, path) = games();
    let db = folder.path().join("test.db");
    stdout(&db, &["import", path.to_str().unwrap()], 0);
    let cycles = |lines: Vec<Value>| -> Vec<Value> {
        lines.iter().map(|line| line["cycles"].clone()).collect()
    };
    let of_database = audit(&db, &[]);
    assert!(of_database.iter().all(|line| line["game"].is_string()));
    let shown = |line: &Value| stdout(&db, &["show", line["game"].as_str().unwrap()], 0);
    let said =
        "Repetition  plies 1 to 8, a position 3 times; Red: perpetual chase of c a5; Black: ";
    assert!(of_database.iter().map(shown).any(|page| page.contains(said)));
    assert_eq!(cycles(of_database), cycles(audit(&db, &[path.to_str().unwrap()])));
}

/// Against the rules and themselves, one after another; then two games of one day, and two of two
/// centuries.
const WRONG: &str = r#"[Red "Aldo"]
[Black "Bice"]
[Result "0-1"]
[FEN "3k5/4R4/9/9/9/9/9/9/R8/4K4 w - - 0 1"]

1. A1-A9 0-1

[Red "Aldo"]
[Black "Carla"]
[Result "1-0"]

1. H2-E2 0-1

[Red "Aldo"]
[Black "Dario"]
[FEN "3kr4/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1"]

1. E1-D2 *

[Red "Aldo"]
[Black "Enzo"]

1. H2-E2 A9-A2 *

[Red "Aldo"]
[Black "Fabio"]
[Date "1990.02.30"]

1. H2-E2 H9-G7 *

[Event "Cup of the north"]
[Red "Gino"]
[Black "Fabio"]
[Date "1890.05.01"]

1. C3-C4 *

[Event "Cup of the south"]
[Red "Gino"]
[Black "Enzo"]
[Date "1890.05.01"]

1. G3-G4 G6-G5 *

[Event "Cup of the south"]
[Red "Gino"]
[Black "Enzo"]
[Date "1990.05.02"]

1. B2-E2 *

"#;

#[test]
fn what_cannot_be_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let (path, db) = (folder.path().join("wrong.pgn"), folder.path().join("wrong.db"));
    std::fs::write(&path, WRONG).unwrap();
    let path = path.to_str().unwrap();
    let read = |args: &[&str]| -> Vec<Value> {
        let text = stdout(&db, &[&["audit", "--format", "jsonl"], args].concat(), 0);
        json_lines(&text)
    };
    let codes = |lines: &[Value]| -> Vec<(u64, Vec<String>)> {
        let records = lines.iter().filter(|line| line["record"].is_u64());
        let codes = |line: &Value| {
            let findings = line["findings"].as_array().unwrap().iter();
            findings.map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
        };
        records.map(|line| (line["record"].as_u64().unwrap(), codes(line))).collect()
    };
    let expected: Vec<(u64, Vec<String>)> = [
        "result-against-board",
        "result-against-terminator",
        "self-check",
        "illegal-move",
        "date-in-doubt",
    ]
    .iter()
    .zip(1..)
    .map(|(code, record)| (record, vec![(*code).to_owned()]))
    .collect();
    assert_eq!(codes(&read(&[path])), expected);
    assert_eq!(xqdb(&db, &["import", path]).status.code(), Some(3));
    let lines = read(&[]);
    assert_eq!(codes(&lines), expected);
    let others: Vec<&Value> = lines.iter().filter(|line| line["code"].is_string()).collect();
    let told = |line: &Value| (line["code"].clone(), line["player"].clone());
    assert_eq!(
        others.iter().map(|line| told(line)).collect::<Vec<_>>(),
        [
            ("two-places".into(), "Gino".into()),
            ("long-career".into(), "Enzo".into()),
            ("long-career".into(), "Gino".into()),
        ]
    );
    assert_eq!(others[0]["date"], "1890-05-01");
    assert_eq!(others[0]["games"].as_array().unwrap().len(), 2);
    assert_eq!((&others[2]["first"], &others[2]["last"]), (&1890.into(), &1990.into()));
}

/// A game that has its title in the place of its event is at no other event; spellings of a person
/// and texts that name nobody do not disagree, programs do.
#[test]
fn titles_and_spellings_contradict_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("a.db");
    let game = |event: &str, red: &str, moves: &str| {
        format!(
            "[Event \"{event}\"]\n[Red \"{red}\"]\n[Black \"吕钦\"]\n[Date \"1985.01.02\"]\n\n\
             {moves}\n\n"
        )
    };
    // Horses go out and back: a line so long is one game, whoever is said to have played it.
    let round = |number| match number % 2 {
        0 => format!("{number}. G2-H0 G7-H9 "),
        _ => format!("{number}. H0-G2 H9-G7 "),
    };
    let lines = [25, 35, 45].map(|end| (1..end).map(round).collect::<String>() + "*");
    let pgn = ["李智平", "陈思飞"].map(|red| game("五羊杯", red, &lines[0])).concat()
        + &["李智平", "李智屏", "李"].map(|red| game("五羊杯", red, &lines[1])).concat()
        + &["HaQiKi D 1.6", "XQ Spirit 2.0"].map(|red| game("五羊杯", red, &lines[2])).concat()
        + &game("李智平先胜吕钦", "李智平", "1. B2-E2 *")
        + &game("李智平对吕钦(3)", "李智平", "1. H2-D2 *");
    std::fs::write(folder.path().join("a.pgn"), pgn).unwrap();
    stdout(&db, &["import", folder.path().join("a.pgn").to_str().unwrap()], 0);
    let disagreements = || {
        let found = json_lines(&stdout(&db, &["audit", "--format", "jsonl"], 0));
        let values = |line: &Value| -> Vec<String> {
            let values = line["values"].as_array().unwrap_or_else(|| panic!("{line}")).iter();
            values.map(|it| it["value"].as_str().unwrap().to_owned()).collect()
        };
        found.iter().map(values).collect::<std::collections::BTreeSet<_>>()
    };
    let people = ["李智平", "陈思飞"].map(str::to_owned).to_vec();
    let programs = ["HaQiKi D 1.6", "XQ Spirit 2.0"].map(str::to_owned).to_vec();
    assert_eq!(disagreements(), [people, programs.clone()].into());
    let text = stdout(&db, &["audit"], 0);
    assert!(text.contains("-吕钦, 1985-01-02 ("), "{text}");
    stdout(&db, &["decisions", "same", "player:陈思飞", "player:李智平", "--reason", "one man"], 0);
    assert_eq!(disagreements(), [programs].into());
}

/// The cells of a row without quotes.
fn cells(row: &str) -> Vec<&str> {
    row.split(',').collect()
}

#[test]
fn findings_and_stretches_are_rows_of_csv() {
    let folder = tempfile::tempdir().unwrap();
    let (path, db) = (folder.path().join("wrong.pgn"), folder.path().join("wrong.db"));
    std::fs::write(&path, WRONG).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(xqdb(&db, &["import", path]).status.code(), Some(3));
    let text = stdout(&db, &["audit", "--format", "csv"], 0);
    let rows: Vec<Vec<&str>> = text.lines().map(cells).collect();
    let head = "code,path,record,game,ply,recorded,found,player,date,games";
    assert_eq!(rows[0], cells(head));
    let codes: Vec<&str> = rows[1..].iter().map(|row| row[0]).collect();
    let expected = [
        "result-against-board",
        "result-against-terminator",
        "self-check",
        "illegal-move",
        "date-in-doubt",
        "two-places",
        "long-career",
        "long-career",
    ];
    assert_eq!(codes, expected);
    assert_eq!((rows[1][1], rows[1][2]), (path, "1"));
    let lines = stdout(&db, &["audit", "--format", "jsonl"], 0);
    let third: Value = serde_json::from_str(lines.lines().nth(2).unwrap()).unwrap();
    assert_eq!(rows[3][4], third["findings"][0]["ply"].to_string());
    assert_eq!((rows[6][7], rows[6][8]), ("Gino", "1890-05-01"));
    assert_eq!(rows[8][8], "1890-1990");
    let (_folder, games) = games();
    let games = games.to_str().unwrap();
    let text = stdout(&db, &["audit", "--repetition", "--format", "csv", games], 0);
    let rows: Vec<Vec<&str>> = text.lines().map(cells).collect();
    let of = |row: &Vec<&str>, name: &str| {
        let column = rows[0].iter().position(|head| *head == name).unwrap();
        row[column].to_owned()
    };
    assert_eq!(rows.len(), 3, "{text}");
    let told = audit(&db, &[games]);
    for (row, record) in rows[1..].iter().zip(&told) {
        let cycle = &record["cycles"][0];
        assert_eq!(of(row, "record"), record["record"].to_string());
        for name in ["from", "to", "until", "count", "ends_game", "result_differs"] {
            assert_eq!(of(row, name), cycle[name].to_string(), "{name}");
        }
        for name in ["red", "black"] {
            assert_eq!(of(row, name), cycle[name].as_str().unwrap(), "{name}");
        }
        for book in ["axf", "ucci", "cxa"] {
            assert_eq!(of(row, book), cycle["ruling"][book].as_str().unwrap(), "{book}");
        }
    }
}

#[test]
fn nothing_found_is_told_by_the_status() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quiet.pgn");
    std::fs::write(&path, QUIET).unwrap();
    let args = ["audit", "--repetition", path.to_str().unwrap()];
    let output = xqdb(&folder.path().join("none.db"), &args);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
}

#[test]
fn people_see_the_board_the_moves_and_the_rulings() {
    let (folder, path) = games();
    let db = folder.path().join("none.db");
    let text = stdout(&db, &["audit", "--repetition", path.to_str().unwrap()], 0);
    let text = text.replace(path.to_str().unwrap(), "games.pgn");
    let second = text.find("games.pgn#2").unwrap();
    insta::assert_snapshot!(&text[second..], @"
    games.pgn#2  0-1
      plies 0 to 8: a position comes for the third time; it goes on to ply 8, 3 times in all
      9  .  .  .  +  +  k  .  .  .
      8  .  .  .  +  +  +  .  .  .
      7  .  .  .  +  +  +  .  .  .
      6  .  .  .  .  .  .  .  .  .
      5  c  .  .  .  .  .  .  .  .
        ~~~~~~~~~~~~~~~~~~~~~~~~~
      4  .  .  .  .  .  .  .  .  .
      3  .  .  .  .  .  .  .  .  .
      2  .  R  .  +  +  +  .  .  .
      1  .  .  .  +  +  +  .  .  .
      0  .  .  .  K  +  +  .  .  .
         a  b  c  d  e  f  g  h  i
         1 b2a2  R a2 chases c a5: unprotected
         2 a5b5
         3 a2b2  R b2 chases c b5: unprotected
         4 b5a5
         5 b2a2  R a2 chases c a5: unprotected
         6 a5b5
         7 a2b2  R b2 chases c b5: unprotected
         8 b5a5
      Red: perpetual chase of c a5
      Black: no perpetual check or chase
      axf: Red must change or loses
      ucci: not yet; then: Red must change or loses
      cxa: not yet; then: Red must change or loses
      the game ends here, recorded as 0-1
    ");
    assert!(text[..second].ends_with("recorded as 1-0: not as the rule book axf has it\n\n"));
    // A book that asks for more repetitions does not contradict the result.
    let by_ucci = ["audit", "--repetition", "--rules", "ucci", path.to_str().unwrap()];
    assert!(!stdout(&db, &by_ucci, 0).contains("not as the rule book"));
    let chinese = ["audit", "--repetition", "--lang", "zh-Hans", path.to_str().unwrap()];
    assert!(stdout(&db, &chinese, 0).contains("俥 a2 捉 砲 a5：无根"));
}
