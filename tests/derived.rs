//! What `convert` derives from headings, files and folders, and that it can be left out.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use serde_json::{Value, json};
use std::path::Path;

fn lines(folder: &Path, more: &[&str]) -> Vec<Value> {
    let args = [&["convert", "--to", "jsonl", folder.to_str().unwrap()][..], more].concat();
    let text = common::stdout(Path::new("none.db"), &args, 0);
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn derived_values_and_doubts_stand_beside_the_tags() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("古谱/橘中秘");
    std::fs::create_dir_all(&inner).unwrap();
    let game = "[Game \"Chinese Chess\"]\n[Event \"20061124胡榮華負卜鳳波\"]\n\n1. 炮二平五 \
    马8进7\n\n\
        [Game \"Chinese Chess\"]\n[Event \"1982年全国赛第3轮\"]\n[Title \"胡荣华先胜柳大华\"]\n\
        [Date \"1882.12.05\"]\n[Red \"胡荣华\"]\n[Black \"柳大华\"]\n[Result \"1-0\"]\n\n1. \
        炮二平五 马8进7 1-0\n";
    std::fs::write(inner.join("卷一.pgn"), game).unwrap();
    let found = lines(folder.path(), &[]);
    let from = |value: &str, from: &str| json!({ "value": value, "from": from });
    assert_eq!(
        found[0]["derived"],
        json!({
            "Red": from("胡榮華", "event"), "Black": from("卜鳳波", "event"), "Result": from("0-1", "event"),
            "Date": from("20061124", "event"), "Title": from("卷一", "file"),
            "Chapter": from("古谱 / 橘中秘", "folder"),
        })
    );
    assert_eq!(found[0]["doubt"], Value::Null);
    assert_eq!(found[0]["result"], "*", "derived values change nothing that is stated");
    let expected =
        json!({ "Round": from("3", "event"), "Chapter": from("古谱 / 橘中秘", "folder") });
    assert_eq!(found[1]["derived"], expected);
    assert_eq!(found[1]["doubt"], json!({ "Date": "event says 1982" }));
    for (line, stated) in found.iter().zip(lines(folder.path(), &["--as-stated"])) {
        assert_eq!((&stated["derived"], &stated["doubt"]), (&Value::Null, &Value::Null));
        assert_eq!(line["tags"], stated["tags"]);
    }
}

#[test]
fn days_that_no_calendar_has_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("a.db");
    let records = common::records();
    common::xqdb(&db, &["import", records.to_str().unwrap()]);
    for date in ["1960-13", "1960-02-31", "1960.02.31", "1960年2月30日"] {
        let output = common::xqdb(&db, &["search", "--since", date]);
        assert_eq!(output.status.code(), Some(2), "{date}");
    }
    let found = common::xqdb(&db, &["search", "--since", "1905年6月13日"]);
    assert_eq!(found.status.code(), Some(0));
}

/// A library in which headings and a file's name say more than tags, or something else; its
/// database.
fn library() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let qipu = folder.path().join("qipu");
    std::fs::create_dir_all(&qipu).unwrap();
    let record = |tags: &[(&str, &str)], moves: &str| {
        let tags: String =
            tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
        format!("[Game \"Chinese Chess\"]\n{tags}\n{moves}\n\n")
    };
    let games = [
        record(&[("Event", "20061124胡榮華負卜鳳波")], "1. 炮二平五 马8进7 2. 马二进三"),
        record(
            &[
                ("Event", "1982年全国赛"),
                ("Red", "柳大华"),
                ("Black", "杨官璘"),
                ("Date", "1882.12.05"),
                ("Result", "1/2-1/2"),
            ],
            "1. 炮二平五 马8进7 2. 马二进三 车9平8",
        ),
        record(
            &[("Red", "李来群"), ("Black", "柳大华"), ("Date", "1984"), ("Result", "1-0")],
            "1. 炮二平五 炮8平5",
        ),
    ];
    std::fs::write(qipu.join("games.pgn"), games.concat()).unwrap();
    std::fs::write(qipu.join("吕钦先胜许银川.pgn"), record(&[], "1. 兵七进一 卒7进1")).unwrap();
    let db = folder.path().join("a.db");
    common::stdout(&db, &["import", qipu.to_str().unwrap()], 0);
    (folder, db)
}

fn keys(db: &Path, args: &[&str]) -> Vec<String> {
    let text = common::xqdb(db, &[&["search", "--format", "jsonl", "--limit", "0"], args].concat());
    let text = String::from_utf8(text.stdout).unwrap();
    let line = |line: &str| serde_json::from_str::<Value>(line).unwrap();
    let mut plies: Vec<String> = text.lines().map(|text| line(text)["plies"].to_string()).collect();
    plies.sort();
    plies
}

#[test]
fn questions_know_what_headings_say() {
    let (_folder, db) = library();
    // Each game is told by its length.
    for (args, derived, stated) in [
        (&["--player", "胡荣华"][..], &["3"][..], &[][..]),
        (&["--black", "卜凤波", "--result", "0-1"], &["3"], &[]),
        (&["--since", "2006-11-24", "--until", "2006-11-24"], &["3"], &[]),
        (&["--where", "player:胡荣华 year:2006"], &["3"], &[]),
        // A doubtful date is none.
        (&["--until", "1900"], &[], &["4"]),
        (&["--until", "1984"], &["2"], &["2", "4"]),
        // Nor is what only the name of a file says stated.
        (&["--player", "许银川", "--kind", "all"], &["2"], &[]),
        (&["--player", "柳大华"], &["2", "4"], &["2", "4"]),
    ] {
        assert_eq!(keys(&db, args), derived, "{args:?}");
        assert_eq!(keys(&db, &[args, &["--as-stated"]].concat()), stated, "{args:?} --as-stated");
    }
}

#[test]
fn what_is_derived_is_marked_everywhere() {
    let (folder, db) = library();
    let json = |args: &[&str]| -> Value {
        serde_json::from_str(common::stdout(&db, args, 0).lines().next().unwrap()).unwrap()
    };
    let found = json(&["search", "--player", "胡荣华", "--json"]);
    assert_eq!(found["red"], Value::Null, "derived values change nothing that is stated");
    assert_eq!(found["derived"]["Red"], json!({ "value": "胡榮華", "from": "event" }));
    assert_eq!(found["derived"]["Date"], json!({ "value": "20061124", "from": "event" }));
    let key = found["key"].as_str().unwrap();
    let page = common::stdout(&db, &["show", key], 0);
    assert!(page.contains("胡榮華 (not stated; said by the event)"), "{page}");
    assert!(!common::stdout(&db, &["show", key, "--as-stated"], 0).contains("胡榮華 ("));
    let table = common::stdout(&db, &["search", "--player", "胡荣华"], 0);
    assert!(table.contains("[胡榮華]") && table.contains("[2006-11-24]"), "{table}");

    let doubted = json(&["search", "--player", "杨官璘", "--json"]);
    assert_eq!(doubted["doubt"], json!({ "Date": "event says 1982" }));
    let page = common::stdout(&db, &["show", doubted["key"].as_str().unwrap()], 0);
    assert!(page.contains("doubtful: the event says 1982"), "{page}");
    let earliest: Value =
        serde_json::from_str(&common::stdout(&db, &["explore", "--json"], 0)).unwrap();
    assert_eq!(earliest["moves"][0]["firstYear"], json!(1984), "{earliest}");

    let by_file = json(&["search", "--player", "吕钦", "--json"]);
    assert_eq!(by_file["derived"]["Red"], json!({ "value": "吕钦", "from": "file" }));
    drop(folder);
}

#[test]
fn an_older_database_learns_what_headings_say() {
    let (folder, db) = library();
    let dump = common::stdout(&db, &["dump"], 0);
    // As the version before left it.
    rusqlite::Connection::open(&db)
        .unwrap()
        .execute_batch(
            "drop view derived_values; drop view doubts; drop table derived; drop table doubt;
             drop table overlay; pragma user_version = 12",
        )
        .unwrap();
    assert_eq!(keys(&db, &["--player", "胡荣华"]), [""; 0], "questions never write");
    let qipu = folder.path().join("qipu");
    common::stdout(&db, &["import", qipu.to_str().unwrap()], 0);
    assert_eq!(keys(&db, &["--player", "胡荣华"]), ["3"]);
    assert_eq!(keys(&db, &["--player", "许银川", "--as-stated"]), [""; 0]);
    assert_eq!(common::stdout(&db, &["dump"], 0), dump);
    common::stdout(&db, &["verify"], 0);
}

#[test]
fn what_is_forgotten_derives_nothing() {
    let (folder, db) = library();
    common::stdout(&db, &["forget", folder.path().join("qipu").to_str().unwrap()], 0);
    let database = rusqlite::Connection::open(&db).unwrap();
    for table in ["derived", "doubt", "overlay"] {
        let sql = format!("select count(*) from {table}");
        let left: i64 = database.query_row(&sql, [], |row| row.get(0)).unwrap();
        assert_eq!(left, 0, "{table}");
    }
}
