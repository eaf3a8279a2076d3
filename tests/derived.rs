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
