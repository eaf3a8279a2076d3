//! A damaged game never leaves as a whole one: every writer marks it, or it is left out.

use crate::common::{stdout, xqdb};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Cut at ply 5: no cannon of Red stands on file 九.
const CUT: &str = "[Game \"Chinese Chess\"]\n[Red \"胡荣华\"]\n[Black \"柳大华\"]\n[Result \"1-0\"]\n\n\
    1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 炮九平十 马2进3 4. 车一平二 1-0\n\n";
const WHOLE: &str = "[Game \"Chinese Chess\"]\n[Red \"吕钦\"]\n[Black \"许银川\"]\n[Result \"0-1\"]\n\n\
    1. 兵七进一 炮2平3 0-1\n\n";
/// The main line is whole, one of two variations is not.
const VARIED: &str = "[Game \"Chinese Chess\"]\n[Red \"李来群\"]\n[Result \"*\"]\n\n\
    1. 相三进五 (1. 炮九平十 马8进7) 马8进7 *\n\n";

const TAIL: &str = "炮九平十 马2进3 4. 车一平二 1-0";

fn folder() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    std::fs::write(games.join("cut.pgn"), CUT).unwrap();
    std::fs::write(games.join("whole.pgn"), WHOLE).unwrap();
    std::fs::write(games.join("varied.pgn"), VARIED).unwrap();
    let db = folder.path().join("test.db");
    xqdb(&db, &["import", games.to_str().unwrap()]);
    (folder, games, db)
}

/// What is written of the cut game, and the exit status.
fn written(db: &Path, folder: &Path, args: &[&str], format: &str) -> (Option<i32>, String) {
    let to = folder.join(format!("{}-{format}/", args[0]));
    let to_text = format!("{}/", to.to_str().unwrap());
    let output = xqdb(db, &[args, &["--to", format, "-o", &to_text]].concat());
    let mut files: Vec<_> = std::fs::read_dir(&to).unwrap().map(Result::unwrap).collect();
    files.sort_by_key(std::fs::DirEntry::path);
    // As the program itself reads it again.
    let again = files.iter().map(|file| {
        let file = file.path();
        let lines = xqdb(db, &["convert", "--full", "--as-stated", file.to_str().unwrap()]);
        String::from_utf8(lines.stdout).unwrap()
    });
    (output.status.code(), again.collect())
}

#[test]
fn every_format_of_trees_has_the_unread_end_as_a_comment() {
    let (folder, games, db) = folder();
    for format in ["pgn", "xqf", "xqf10", "cbf", "dhtmlxq"] {
        for args in [
            &["convert", games.join("cut.pgn").to_str().unwrap()][..],
            &["export", "--player", "胡荣华"],
        ] {
            let (status, again) = written(&db, folder.path(), args, format);
            assert_eq!(status, Some(3), "{format} {args:?}");
            let line: Value = serde_json::from_str(&again).unwrap();
            let tree = line["tree"].as_array().unwrap();
            let comment = tree.last().unwrap()[2].as_str().unwrap();
            assert_eq!(comment, format!("unread from ply 5: {TAIL}"), "{format} {args:?}");
        }
    }
}

#[test]
fn pgn_csv_and_json_say_it_in_a_field() {
    let (_folder, games, db) = folder();
    let cut = games.join("cut.pgn");
    for args in [&["convert", cut.to_str().unwrap()][..], &["export", "--player", "胡荣华"]] {
        let to = |format| stdout(&db, &[args, &["--to", format]].concat(), 3);
        let pgn = to("pgn");
        assert!(pgn.contains("[Unread \"ply 5: 炮九平十\"]"), "{pgn}");
        assert!(pgn.contains("[Result \"1-0\"]"), "the result is what the record states: {pgn}");
        let csv = to("csv");
        assert!(csv.contains("partial,ply 5: 炮九平十: "), "{csv}");
        let line: Value = serde_json::from_str(&to("jsonl")).unwrap();
        assert_eq!((&line["status"], &line["error"]["ply"]), (&"partial".into(), &5.into()));
        assert_eq!(line["error"]["token"], "炮九平十");
    }
    // Lists and pages are written by the same hands.
    let search = |format| stdout(&db, &["search", "--player", "胡荣华", "--format", format], 0);
    assert!(search("pgn").contains("[Unread \"ply 5"));
    assert!(search("csv").contains(",partial,ply 5: "));
    assert!(search("jsonl").contains(&format!("\"tail\":\"{TAIL}\"")));
}

#[test]
fn a_damaged_game_is_damaged_when_it_is_read_again() {
    let (folder, games, db) = folder();
    let cut = games.join("cut.pgn");
    for format in ["pgn", "csv"] {
        let (_, again) = written(&db, folder.path(), &["convert", cut.to_str().unwrap()], format);
        let line: Value = serde_json::from_str(&again).unwrap();
        assert_eq!(line["status"], "partial", "{format}: {line}");
        let error = (&line["error"]["ply"], &line["error"]["token"]);
        assert_eq!(error, (&5.into(), &"炮九平十".into()), "{format}: {line}");
    }
    // The mark does not grow from file to file.
    let once = stdout(&db, &["convert", cut.to_str().unwrap(), "--to", "pgn"], 3);
    let file = folder.path().join("once.pgn");
    std::fs::write(&file, &once).unwrap();
    assert_eq!(stdout(&db, &["convert", file.to_str().unwrap(), "--to", "pgn"], 3), once);
}

#[test]
fn whole_games_are_not_marked() {
    let (_folder, games, db) = folder();
    let whole = games.join("whole.pgn");
    for format in ["pgn", "csv", "jsonl"] {
        for args in [&["convert", whole.to_str().unwrap()][..], &["export", "--player", "吕钦"]] {
            let text = stdout(&db, &[args, &["--to", format]].concat(), 0);
            assert!(!text.contains("nread") && !text.contains("partial"), "{text}");
        }
    }
}

#[test]
fn strict_leaves_out_what_is_not_whole() {
    let (_folder, games, db) = folder();
    for args in [&["convert", games.to_str().unwrap()][..], &["export"]] {
        for format in ["pgn", "csv", "jsonl"] {
            let output = xqdb(&db, &[args, &["--to", format, "--strict"]].concat());
            assert_eq!(output.status.code(), Some(3), "{args:?}");
            let text = String::from_utf8(output.stdout).unwrap();
            let found = ["胡荣华", "吕钦", "李来群"].map(|name| text.contains(name));
            assert_eq!(found, [false, true, false], "{args:?} {format}: {text}");
            let told = String::from_utf8(output.stderr).unwrap();
            assert!(told.contains("2 records could not be read to the end and left out"), "{told}");
        }
    }
}

#[test]
fn a_damaged_variation_is_marked_where_it_breaks_off() {
    let (_folder, games, db) = folder();
    let varied = games.join("varied.pgn");
    for args in [&["convert", varied.to_str().unwrap()][..], &["export", "--player", "李来群"]] {
        let pgn = stdout(&db, &[args, &["--to", "pgn"]].concat(), 3);
        assert!(pgn.contains("{unread variation, 2 moves: 炮九平十 马8进7}"), "{pgn}");
        assert!(!pgn.contains("[Unread"), "the main line is whole: {pgn}");
    }
}

#[test]
fn a_page_says_at_the_top_what_is_missing() {
    let (folder, _, db) = folder();
    let game = |name: &str| -> Value {
        serde_json::from_str(&stdout(&db, &["search", "--player", name, "--json"], 0)).unwrap()
    };
    let key = game("胡荣华")["key"].as_str().unwrap().to_owned();
    let page = stdout(&db, &["show", &key], 0);
    let mut lines = page.lines();
    let (first, second) = (lines.next().unwrap(), lines.next().unwrap());
    assert!(first.starts_with("Not whole: the record breaks off before ply 5, at `炮九平十`"));
    assert_eq!(second, format!("Not read: {TAIL}"));
    assert!(game("吕钦").get("unread").is_none());
    // Another record has the game to its end: then nothing is missing.
    let four = CUT.replace("3. 炮九平十 马2进3 4. 车一平二 ", "");
    std::fs::write(folder.path().join("four.pgn"), four).unwrap();
    stdout(&db, &["import", folder.path().join("four.pgn").to_str().unwrap()], 0);
    assert!(!stdout(&db, &["show", &key], 0).contains("Not whole"));
}
