//! How questions are answered: what facts, the position index and the scan each leave.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::records;
use std::process::Command;
use xqdb::query::{Library, Query};
use xqdb::search::{Archive, Explained, Filter, Unwatched};

/// Twenty questions: headers, whole boards, both, and what only a scan can tell.
const QUESTIONS: [&str; 20] = [
    "player:林一舟",
    "red:林一舟 result:1-0",
    "year:1987..1989 kind:game",
    "player:林一舟 or plies>=100",
    "not player:林一舟",
    "event:长风 红空头炮",
    "title:长风 or book:长风",
    "C on e6, k on e9, round<=10",
    "红车=2 没有黑车",
    "R attacks n unprotected",
    "material RP vs AABB",
    "move R takes n checking",
    "trough-horse then within 6 mate",
    "never move takes rook, plies>=8",
    "board \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b\"",
    "red:林一舟 board \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b\" then R in \
     crossed",
    "mirror board \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b\"",
    "board \"4k4/9/9/9/9/9/9/9/9/4K4\" or mate",
    "start and board \"4k4/9/9/9/9/9/9/9/9/4K4\"",
    "result:1-0 and (mate or stalemate) in end",
];

fn told(explained: &Explained) -> String {
    let mut text = format!("{}\n", explained.query);
    for (name, body) in &explained.patterns {
        text += &format!("  where {name} = {body}\n");
    }
    text += &format!("  {} games\n", explained.games);
    for stage in &explained.stages {
        let needed = if stage.is_needed { "needed for " } else { "" };
        let (by, condition) = (format!("{:?}", stage.by).to_lowercase(), &stage.condition);
        let (estimated, actual) = (stage.estimated, stage.actual);
        text += &format!("  {by}: {needed}{condition}: {estimated} expected, {actual} left\n");
    }
    text + &format!("  {} scanned, {} found\n", explained.scanned, explained.found)
}

#[test]
fn facts_and_postings_come_before_the_scan() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("test.db");
    let import = Command::new(env!("CARGO_BIN_EXE_xqdb"))
        .args(["--quiet", "--db", db.to_str().unwrap(), "import", records().to_str().unwrap()])
        .output()
        .unwrap();
    assert!(import.status.success());
    let archive = Archive::open(&db).unwrap();
    let plans: Vec<String> = QUESTIONS
        .into_iter()
        .map(|text| {
            let asked = Some(Query::read(text, Library::prelude()).unwrap());
            let filter = Filter { asked, ..Filter::default() };
            let explained = filter.clone().explain(&archive, &Unwatched).unwrap().unwrap();
            let matcher = filter.resolve(&archive).unwrap();
            let fits = archive.facts.alive().filter(|(id, fact)| matcher.fits(*id, fact)).count();
            assert_eq!(explained.found, fits as u64, "{text}");
            format!("{text}\n  = {}", told(&explained))
        })
        .collect();
    insta::with_settings!({ prepend_module_to_snapshot => false, snapshot_path => "screens" }, {
        insta::assert_snapshot!("plans", plans.join("\n"));
    });
}
