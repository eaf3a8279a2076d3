//! Every format has a folder of fixtures, and every fixture is told by its content and reads as it
//! is written down beside it.
//!
//! `tests/data/formats/NAME` holds small files of the format NAME and, for each, the lines that
//! `xqdb convert --as-stated --full --to jsonl` prints of it without the path, in a file of the
//! same name that ends in `.jsonl`. After a change that is meant, `XQDB_FIXTURES=write cargo test
//! --test readers formats` writes these again; read the difference.

use crate::common::fixtures::{self, Fixture};
use crate::common::{json_lines, stdout};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use xqdb::format::FORMATS;

/// Every fixture, and the lines of its records without the path.
fn converted() -> Vec<(Fixture, Vec<Value>)> {
    let fixtures = fixtures::all();
    let options = ["convert", "--as-stated", "--full", "--to", "jsonl"];
    let paths = fixtures.iter().map(|fixture| fixture.path.to_str().unwrap());
    let args: Vec<&str> = options.into_iter().chain(paths).collect();
    let mut lines: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for mut line in json_lines(&stdout(Path::new("none.db"), &args, 0)) {
        let path = line.as_object_mut().unwrap().shift_remove("path").unwrap();
        lines.entry(path.as_str().unwrap().to_owned()).or_default().push(line);
    }
    let lines_of = |fixture: Fixture| {
        let lines = lines.remove(fixture.path.to_str().unwrap()).unwrap_or_default();
        (fixture, lines)
    };
    fixtures.into_iter().map(lines_of).collect()
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
fn every_fixture_is_told_by_its_content_and_reads_as_written_down() {
    let writes = std::env::var("XQDB_FIXTURES").is_ok_and(|what| what == "write");
    for (fixture, found) in converted() {
        let place = fixture.path.display();
        let expected = fixture.path.with_extension("jsonl");
        let found_text: String = found.iter().map(|line| format!("{line}\n")).collect();
        if writes {
            std::fs::write(&expected, &found_text).unwrap();
            continue;
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_default();
        // Line by line, so that a difference is short enough to be read.
        for (number, line) in found_text.lines().enumerate() {
            assert_eq!(Some(line), expected.lines().nth(number), "{place}, record {}", number + 1);
        }
        assert_eq!(found.len(), expected.lines().count(), "{place}");
        assert!(std::fs::metadata(&fixture.path).unwrap().len() <= 8 << 10, "{place} is too large");
        assert!(!found.is_empty(), "{place} has no records");
        for line in found {
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
