//! The pages that teach the query language and how to research: every question on them finds what
//! they say.

use crate::common::{damaged, desk, records, stdout, xqdb};
use std::path::{Path, PathBuf};
use std::process::Command;
use xqdb::query::{Library, Query};

const PAGES: [&str; 2] = ["docs/asking.md", "docs/asking.zh-CN.md"];

fn at(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The questions of a page, and how many games it says each finds.
fn questions(page: &str) -> Vec<(String, u64)> {
    let text = std::fs::read_to_string(at(page)).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix("    ")?.split_once("  # "));
    lines.map(|(query, games)| (query.to_owned(), games.parse().unwrap())).collect()
}

#[test]
fn both_pages_ask_the_same_thirty_questions_each_in_its_words() {
    let [english, chinese] = PAGES.map(questions);
    assert_eq!((english.len(), chinese.len()), (30, 30));
    for ((ours, found), (theirs, also_found)) in english.iter().zip(&chinese) {
        let [ours, theirs] = [ours, theirs].map(|text| {
            let query = Query::read(text, Library::prelude()).unwrap();
            query.condition().to_string()
        });
        assert_eq!((ours, found), (theirs, also_found));
    }
}

#[test]
fn every_question_finds_what_the_page_says() {
    let (_folder, db) = desk();
    let (records, more) = (records(), at("tests/data/asking.pgn"));
    let imported = xqdb(&db, &["import", records.to_str().unwrap(), more.to_str().unwrap()]);
    assert!(matches!(imported.status.code(), Some(0 | 3)), "{imported:?}");
    for (query, games) in questions(PAGES[0]) {
        assert!(games > 0, "{query}: a question that finds nothing teaches nothing");
        let found = stdout(&db, &["search", "--where", &query, "--count"], 0);
        assert_eq!(found.trim(), games.to_string(), "{query}");
    }
}

/// The commands of a page, each with what the page says it prints.
fn case_studies(page: &str) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(at(page)).unwrap();
    let blocks = text.split("```console\n$ xqdb ").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap().split_once('\n').unwrap());
    blocks.map(|(command, output)| (command.to_owned(), output.to_owned())).collect()
}

#[test]
fn the_case_studies_show_what_the_program_says() {
    let (records, damaged) = (records(), damaged());
    for (page, lang, has_damaged) in [
        // These pages answer from the records that their first command imports.
        ("README.md", "en", false),
        ("README.zh-CN.md", "zh-Hans", false),
        ("docs/research.md", "en", true),
        ("docs/research.zh-CN.md", "zh-Hans", true),
    ] {
        let (folder, db) = desk();
        stdout(&db, &["import", records.to_str().unwrap()], 0);
        if has_damaged {
            stdout(&db, &["import", damaged.to_str().unwrap()], 3);
        }
        let studies = case_studies(page);
        assert!(!studies.is_empty());
        for (command, expected) in studies {
            let args: Vec<&str> = command.split(' ').chain(["--lang", lang]).collect();
            // Figures are written where the program runs.
            let told = Command::new(env!("CARGO_BIN_EXE_xqdb"))
                .args(args)
                .env("XQDB_DB", &db)
                .env("NO_COLOR", "1")
                .current_dir(folder.path())
                .output()
                .unwrap();
            assert_eq!(told.status.code(), Some(0), "{page}: {command}: {told:?}");
            assert_eq!(String::from_utf8(told.stdout).unwrap(), expected, "{page}: {command}");
        }
    }
}
