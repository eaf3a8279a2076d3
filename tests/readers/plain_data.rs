//! JSON, JSON Lines, CSV and TSV: what we write of records reads back as the same records.

use crate::common::{desk, fixtures, xqdb};
use serde_json::Value;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// What `xqdb convert` prints of its standard input.
fn converted(input: &str, to: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_xqdb"))
        .args(["convert", "-", "--to"])
        .args(to)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    String::from_utf8(program.wait_with_output().unwrap().stdout).unwrap()
}

fn of_fixtures(to: &[&str]) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut args = vec!["convert", root.to_str().unwrap(), "--to"];
    args.extend(to);
    let output = crate::common::xqdb(Path::new("none.db"), &args);
    String::from_utf8(output.stdout).unwrap()
}

/// What must not change: all that is not about the file.
fn content(line: &str) -> Value {
    let line: Value = serde_json::from_str(line).unwrap();
    let error = &line["error"];
    serde_json::json!([
        line["status"],
        error["ply"],
        error["token"],
        error["reason"],
        line["start"],
        line["moves"],
        line["result"],
        line["tags"],
        line["nodes"],
        line["tree"],
        line["comment"],
        line["damaged"].as_array().map(Vec::len),
    ])
}

#[test]
fn json_lines_read_back() {
    assert!(!fixtures::all().is_empty());
    for to in [&["jsonl"][..], &["jsonl", "--full"]] {
        let written = of_fixtures(to);
        let again = converted(&written, to);
        for (line, again) in written.lines().zip(again.lines()) {
            let (mut before, mut after) = (content(line), content(again));
            if to.len() == 1 {
                // Without `--full` only main lines are written.
                (before[8], after[8]) = (Value::Null, Value::Null);
            }
            assert_eq!(before, after, "{line}");
        }
        assert_eq!(written.lines().count(), again.lines().count());
        assert!(written.lines().count() > 100);
    }
}

#[test]
fn the_main_lines_of_csv_read_back() {
    let written = of_fixtures(&["csv"]);
    let again = converted(&written, &["csv"]);
    let rows = |text: &str| -> Vec<Vec<String>> {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        // The last three columns say where the record stands.
        let row = |row: csv::StringRecord| row.iter().take(15).map(str::to_owned).collect();
        reader.records().map(|found| row(found.unwrap())).collect()
    };
    let (before, after) = (rows(&written), rows(&again));
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before, after);
    }
    assert_eq!(before.len(), after.len());
    assert!(before.len() > 100);
}

#[test]
fn what_is_no_move_in_the_place_of_one_ends_the_line() {
    let (folder, db) = desk();
    for (name, text, moves, token) in [
        ("a.json", "[{\"red\":\"甲\",\"moves\":\"h2e2 zz\"}]", 1, "zz"),
        ("short.json", "[{\"moves\":[\"h2e2\",\"h9g9\"]}]", 1, "h9g9"),
        ("b.json", "[{\"red\":\"甲\",\"moves\":\"zz h9g7 h0g2\"}]", 0, "zz"),
        ("c.csv", "red,black,moves\n甲,乙,炮二平五 hello\n", 1, "hello"),
        ("d.csv", "red,black,moves\n甲,乙,C2=5 H8+7 ZZ H2+3 R1=2\n", 2, "ZZ"),
        (
            "e.wxf",
            "FORMAT WXF\nRED A;;;\nBLACK B;;;\nSTART{\n1. C2=5 H8+7\n2. ZZ H2+3\n}END\n",
            2,
            "ZZ",
        ),
        ("f.pgn", "[Red \"甲\"]\n\n1. 炮二平五 马8进7 2. 坏字 车9平8 *\n", 2, "坏字"),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        let output = xqdb(&db, &["convert", file.to_str().unwrap()]);
        let record: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(record["status"], "partial", "{record}");
        assert_eq!(record["moves"].as_array().unwrap().len(), moves, "{record}");
        assert_eq!(record["error"]["token"], token, "{record}");
        assert_eq!(output.status.code(), Some(3), "{name}");
    }
}
