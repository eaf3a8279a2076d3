//! `xqdb audit` from outside, on games made for it.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

mod common;

use common::{stdout, xqdb};
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
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
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
    assert_eq!(cycles(of_database), cycles(audit(&db, &[path.to_str().unwrap()])));
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
    assert!(text[..second].ends_with("recorded as 1-0: not as the Asian rules have it\n\n"));
    let chinese = ["audit", "--repetition", "--lang", "zh-Hans", path.to_str().unwrap()];
    assert!(stdout(&db, &chinese, 0).contains("俥 a2 捉 砲 a5：无根"));
}
