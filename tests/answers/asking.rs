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

#[test]
fn words_without_options_ask_what_the_options_ask() {
    let (_folder, db) = desk();
    stdout(&db, &["import", records().to_str().unwrap()], 0);
    for (words, options) in [
        ("search 林一舟", "search --player 林一舟"),
        ("search lin yizhou 1987", "search --player 林一舟 --since 1987 --until 1987"),
        ("search 林一舟 中炮对屏风马", "search --player 林一舟 --opening C00-C99"),
        ("search 林一舟 红胜", "search --player 林一舟 --result 1-0"),
        ("search 林一舟 1987-05", "search --player 林一舟 --since 1987-05 --until 1987-05"),
        ("search red:林一舟 1987", "search --where red:林一舟 --since 1987 --until 1987"),
        ("search hollow-cannon --count", "search --where hollow-cannon --count"),
        ("explore 炮二平五 马8进7", "explore --moves h2e2,h9g7"),
        ("explore 林一舟 C2=5", "explore --player 林一舟 --moves h2e2"),
        ("first h2e2", "first --moves h2e2"),
        ("life 炮二平五", "life --moves 炮二平五"),
        // What is a part of a name, or of nobody, is read as the option reads it.
        ("search 林一", "search --player 林一"),
        ("search 林亦舟", "search --player 林亦舟"),
    ] {
        let [said, asked] = [words, options].map(|line| {
            let line = line.split(' ').map(|word| word.replace(',', " ")).collect::<Vec<_>>();
            let out = xqdb(&db, &line.iter().map(String::as_str).collect::<Vec<_>>());
            (out.status.code(), String::from_utf8(out.stdout).unwrap())
        });
        assert_eq!(said, asked, "{words}");
        assert_eq!(said.0, Some(i32::from(words == "search 林亦舟")), "{words}");
    }
    // One game is named by whatever is true of it alone.
    let shown = stdout(&db, &["show", "林一舟", "陈雨亭", "1987-05-02"], 0);
    assert_eq!(shown, stdout(&db, &["show", "jg9d57asbwmv"], 0));
    let several = xqdb(&db, &["show", "林一舟", "陈雨亭", "1987"]);
    assert_eq!(several.status.code(), Some(2));
    let listed = String::from_utf8(several.stderr).unwrap();
    assert_eq!(listed.lines().filter(|line| line.contains("林一舟")).count(), 3, "{listed}");
    assert!(listed.contains("\n  jg9d57asbwmv  林一舟 1–0 陈雨亭, 1987"), "{listed}");
    for words in ["林亦舟", "zzzzzz", "林一舟 1801"] {
        let words: Vec<&str> = ["show"].into_iter().chain(words.split(' ')).collect();
        assert_eq!(xqdb(&db, &words).status.code(), Some(1), "{words:?}");
    }
    let near = xqdb(&db, &["search", "长风怀"]);
    assert_eq!(near.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&near.stderr).contains("长风杯"), "{near:?}");
    let twice = xqdb(&db, &["search", "1987", "--since", "1980"]);
    assert_eq!(twice.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&twice.stderr).contains("--since"), "{twice:?}");
    let rows = stdout(&db, &["search", "林一舟", "--format", "jsonl"], 0);
    let game: serde_json::Value = serde_json::from_str(rows.lines().next().unwrap()).unwrap();
    let key = game["key"].as_str().unwrap();
    for (words, reason) in [(key, "xqdb show"), ("炮二平四平", "炮二平四"), ("red:", "--where")]
    {
        let refused = xqdb(&db, &["search", words, "--lang", "zh-Hans"]);
        assert_eq!(refused.status.code(), Some(2), "{words}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains(reason), "{refused:?}");
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
