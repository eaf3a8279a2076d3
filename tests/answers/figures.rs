//! Figures: what is in their files, and what is told when they are made again.

use crate::common::{damaged, records, stdout, xqdb};
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A database of these paths, imported one after the other.
fn database(folder: &Path, name: &str, paths: &[&Path]) -> PathBuf {
    let db = folder.join(name);
    for path in paths {
        let imported = xqdb(&db, &["import", path.to_str().unwrap()]);
        assert!(matches!(imported.status.code(), Some(0 | 3)), "{imported:?}");
    }
    db
}

/// Every figure that can be asked for.
const QUESTIONS: [&[&str]; 8] = [
    &["life"],
    &["life", "--moves", "h2e2", "--per", "decade", "--lang", "zh-Hans"],
    &["explore", "--depth", "3"],
    &["openings", "--lang", "zh-Hant"],
    &["repertoire", "林一舟", "--min-games", "1"],
    &["repertoire", "林一舟", "--min-games", "1", "--per", "year"],
    &["ratings", "--min-games", "1"],
    &["ratings", "林一舟", "lin yizhou"],
];

/// The texts of a picture; that it is XML is seen by the way.
fn texts(svg: &str) -> Vec<String> {
    let mut reader = Reader::from_str(svg);
    let mut texts = Vec::new();
    let mut depth = 0;
    loop {
        match reader.read_event().unwrap() {
            Event::Eof => break,
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            Event::Text(text) => texts.push(text.as_ref().to_owned()),
            _ => {}
        }
    }
    assert_eq!(depth, 0);
    texts
}

/// Every field that a specification draws.
fn drawn_fields(value: &Value, fields: &mut BTreeSet<String>) {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(object) => {
                fields.extend(object.get("field").and_then(Value::as_str).map(str::to_owned));
                open.extend(object.values());
            }
            Value::Array(values) => open.extend(values),
            _ => {}
        }
    }
}

#[test]
fn every_figure_has_its_files_and_is_reproduced() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(folder.path(), "a.db", &[&records(), &damaged()]);
    for (number, question) in QUESTIONS.iter().enumerate() {
        for extension in ["svg", "html"] {
            let path = folder.path().join(format!("{number}{extension}.{extension}"));
            let picture = path.to_str().unwrap();
            let args = [*question, &["--figure", picture]].concat();
            stdout(&db, &args, 0);
            let read = |extension| std::fs::read_to_string(path.with_extension(extension)).unwrap();
            let text = read(extension);
            let svg = &text[text.find("<svg").unwrap()..text.find("</svg>").unwrap() + 6];
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{question:?}");
            assert!(texts(svg).len() > 4, "{question:?}");
            let csv = read("csv");
            let head: BTreeSet<&str> = csv.lines().next().unwrap().split(',').collect();
            let vega: Value = serde_json::from_str(&read("vl.json")).unwrap();
            let data = vega["data"]["url"].as_str().unwrap();
            assert_eq!(folder.path().join(data), path.with_extension("csv"));
            let mut fields = BTreeSet::new();
            drawn_fields(&vega, &mut fields);
            assert!(!fields.is_empty() && fields.iter().all(|field| head.contains(&**field)));
            let record: Value = serde_json::from_str(&read("json")).unwrap();
            let rows = record["numbers"]["rows"].as_array().unwrap();
            assert_eq!(csv.lines().count(), rows.len() + 1, "{question:?}");
            let told = stdout(&db, &["reproduce", picture], 0);
            assert!(told.starts_with("the same"), "{question:?}: {told}");
            // What is there stays.
            assert_eq!(xqdb(&db, &args).status.code(), Some(2));
            assert_eq!(read(extension), text);
        }
    }
}

#[test]
fn a_figure_of_another_archive_tells_which_games_made_the_difference() {
    let folder = tempfile::tempdir().unwrap();
    let few = database(folder.path(), "few.db", &[&records()]);
    let all = database(folder.path(), "all.db", &[&records(), &damaged()]);
    let path = folder.path().join("life.svg");
    let picture = path.to_str().unwrap();
    let question = ["life", "--kind", "all", "--figure", picture];
    stdout(&few, &question, 0);
    let told = stdout(&all, &["reproduce", picture, "--format", "json"], 1);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["same"], false);
    let keys = |db: &Path| -> BTreeSet<String> {
        let rows = stdout(db, &["search", "--kind", "all", "--limit", "0", "--format", "jsonl"], 0);
        let row = |line: &str| serde_json::from_str::<Value>(line).unwrap()["key"].to_string();
        rows.lines().map(row).collect()
    };
    let came: BTreeSet<String> = keys(&all).difference(&keys(&few)).cloned().collect();
    let listed = told["games"]["came"].as_array().unwrap();
    assert!(!came.is_empty());
    assert_eq!(listed.iter().map(Value::to_string).collect::<BTreeSet<_>>(), came);
    assert_eq!(told["games"]["went"].as_array().unwrap().len(), 0);
    // The other way round, they went.
    stdout(&all, &[&question[..], &["--force"]].concat(), 0);
    let told = stdout(&few, &["reproduce", picture, "--format", "json"], 1);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["games"]["went"].as_array().unwrap().len(), came.len());
}

#[test]
fn the_fingerprint_knows_contents_and_decisions_and_not_places_or_order() {
    let folder = tempfile::tempdir().unwrap();
    let (records, damaged) = (records(), damaged());
    let moved = folder.path().join("elsewhere.pgn");
    std::fs::copy(&damaged, &moved).unwrap();
    let one = database(folder.path(), "one.db", &[&records, &damaged]);
    let other = database(folder.path(), "other.db", &[&moved, &records]);
    let fingerprint = |db: &Path| {
        let cited = stdout(db, &["cite", "--player", "林一舟", "--format", "json"], 0);
        let cited: Value = serde_json::from_str(&cited).unwrap();
        cited["place"][0].as_str().unwrap().rsplit(' ').next().unwrap().to_owned()
    };
    let before = fingerprint(&one);
    assert_eq!(before.len(), 64);
    assert_eq!(before, fingerprint(&other));
    let set = ["decide", "set", "game:jg9d57asbwmv.result", "0-1", "--reason", "a misprint"];
    stdout(&one, &set, 0);
    assert_ne!(before, fingerprint(&one));
    stdout(&other, &["forget", moved.to_str().unwrap()], 0);
    assert_ne!(before, fingerprint(&other));
}

#[test]
fn what_tells_of_no_figure_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(folder.path(), "a.db", &[&records()]);
    let path = folder.path().join("a.svg");
    stdout(&db, &["life", "--figure", path.to_str().unwrap()], 0);
    let record = path.with_extension("json");
    let sound: Value = serde_json::from_str(&std::fs::read_to_string(&record).unwrap()).unwrap();
    let with = |field: &str, value: Value| {
        let mut other = sound.clone();
        other[field] = value;
        other.to_string()
    };
    let question = |words: &[&str]| with("question", words.to_vec().into());
    for text in [
        String::new(),
        "null".to_owned(),
        "[".repeat(100_000),
        "{\"xqdb_figure\":1}".to_owned(),
        with("xqdb_figure", 2.into()),
        with("numbers", 7.into()),
        with("stamps", "games".into()),
        question(&[]),
        question(&["--help"]),
        question(&["forget", "a.svg"]),
        question(&["sql", "--write", "delete from game"]),
        question(&["life", "--no-such-option"]),
        question(&["explore", "--by", "year"]),
        #[cfg(unix)]
        question(&["life", "--define", "/dev/zero", "--where", "空头炮"]),
        question(&["life", "--moves", "not a move"]),
    ] {
        std::fs::write(&record, &text).unwrap();
        let refused = xqdb(&db, &["reproduce", record.to_str().unwrap()]);
        let told = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{text:.80}: {told}");
        assert!(told.lines().count() <= 3 && told.len() < 2_000, "{told}");
    }
    // Tables of another form are compared as far as they go.
    let odd = serde_json::json!({ "names": 99, "columns": ["first", "x"], "rows": [[[1]], [], [1, 2, 3]] });
    std::fs::write(&record, with("numbers", odd)).unwrap();
    stdout(&db, &["reproduce", record.to_str().unwrap()], 1);
}
