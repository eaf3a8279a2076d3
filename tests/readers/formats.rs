//! Every format has a folder of fixtures, and every fixture is told by its content and reads as it
//! is written down beside it.
//!
//! `tests/data/formats/NAME` holds small files of the format NAME and, for each, the lines that
//! `xqdb convert --as-stated --full --to jsonl` prints of it without the path, in a file of the
//! same name that ends in `.jsonl`. After a change that is meant, `XQDB_FIXTURES=write cargo test
//! --test readers formats` writes these again; read the difference.

use crate::common::fixtures::{self, Fixture};
use crate::common::stdout;
use std::collections::BTreeSet;
use std::path::Path;
use xqdb::format::FORMATS;

/// The lines of a fixture without the path.
fn converted(fixture: &Fixture) -> String {
    let path = fixture.path.to_str().unwrap();
    let lines = stdout(
        Path::new("none.db"),
        &["convert", "--as-stated", "--full", "--to", "jsonl", path],
        0,
    );
    lines.lines().map(|line| without_path(line) + "\n").collect()
}

fn without_path(line: &str) -> String {
    let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
    line.as_object_mut().unwrap().shift_remove("path");
    line.to_string()
}

#[test]
fn every_format_has_fixtures_and_every_folder_a_format() {
    let formats: BTreeSet<String> = FORMATS.iter().map(|format| format.name.to_owned()).collect();
    let folders: BTreeSet<String> = fixtures::all().into_iter().map(|it| it.format).collect();
    assert_eq!(formats, folders, "a format is one file, one row and one folder of fixtures");
    let listed = stdout(Path::new("none.db"), &["formats"], 0);
    for name in formats {
        let is_row = |line: &str| line.split_whitespace().next() == Some(name.as_str());
        assert!(listed.lines().any(is_row), "{name} is not listed by `xqdb formats`");
    }
}

#[test]
fn every_fixture_reads_as_written_down() {
    let writes = std::env::var("XQDB_FIXTURES").is_ok_and(|what| what == "write");
    for fixture in fixtures::all() {
        let found = converted(&fixture);
        let expected = fixture.path.with_extension("jsonl");
        if writes {
            std::fs::write(&expected, &found).unwrap();
            continue;
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_default();
        // Line by line, so that a difference is short enough to be read.
        for (number, line) in found.lines().enumerate() {
            let place = format!("{}, record {}", fixture.path.display(), number + 1);
            assert_eq!(Some(line), expected.lines().nth(number), "{place}");
        }
        assert_eq!(found.lines().count(), expected.lines().count(), "{}", fixture.path.display());
    }
}

#[test]
fn every_fixture_is_told_by_its_content_and_is_sound() {
    for fixture in fixtures::all() {
        let place = fixture.path.display();
        assert!(std::fs::metadata(&fixture.path).unwrap().len() <= 8 << 10, "{place} is too large");
        let found = converted(&fixture);
        assert!(!found.is_empty(), "{place} has no records");
        for line in found.lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(line["format"], fixture.format.as_str(), "{place}");
            assert!(matches!(line["status"].as_str(), Some("ok" | "empty")), "{place}: {line}");
            assert_eq!(line["damaged"], serde_json::json!([]), "{place}");
        }
    }
}

#[test]
fn every_expectation_belongs_to_a_fixture() {
    let known: BTreeSet<_> =
        fixtures::all().iter().map(|fixture| fixture.path.with_extension("jsonl")).collect();
    assert_eq!(known.len(), fixtures::all().len(), "two fixtures differ in their ending alone");
    for path in fixtures::files() {
        let is_expectation = path.extension().is_some_and(|extension| extension == "jsonl");
        assert!(!is_expectation || known.contains(&path), "{} has no fixture", path.display());
    }
}
