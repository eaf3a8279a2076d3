//! How questions are answered: what facts, the position index and the scan each leave.

use crate::common::{damaged, desk, records, stdout};
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;
use xqdb::metadata::{Kind, LaxDate};
use xqdb::query::{Library, Query};
use xqdb::search::SearchQuery as Asked;
use xqdb::search::{
    Archive, Explained, FIRST_BLOCK, Filter, Look, Mirroring, Order, Sieve, Sifted, Unwatched,
    explore, search, search_in_blocks,
};
use xqdb::store::Error;
use xqdb::xiangqi::Position;

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

/// A database of the records, in a folder that goes with it.
fn database() -> (TempDir, PathBuf) {
    let (folder, db) = desk();
    let import = Command::new(env!("CARGO_BIN_EXE_xqdb"))
        .args(["--quiet", "--db", db.to_str().unwrap(), "import"])
        .args([records(), damaged()])
        .output()
        .unwrap();
    assert_eq!(import.status.code(), Some(3), "one record is damaged");
    (folder, db)
}

#[test]
fn options_narrow_the_scan_and_are_explained_with_it() {
    let (_folder, db) = database();
    let shown = |args: &[&str]| {
        let question = ["search", "--where", "move R"];
        let text = stdout(&db, &[&question, args].concat(), 0);
        text.trim().to_owned()
    };
    let line = ["--moves", "h2e2 h9g7"];
    let games: u64 =
        stdout(&db, &[&["search", "--count"][..], &line].concat(), 0).trim().parse().unwrap();
    for others in
        [&[][..], &["--in-order"], &["--contains", "/////////R???????R"], &["--since", "1970"]]
    {
        let args = [&line, others].concat();
        let count: u64 = shown(&[&["--count"][..], &args].concat()).parse().unwrap();
        let json = shown(&[&["--explain", "--format", "jsonl"][..], &args].concat());
        let explained: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert!(count > 0, "{args:?}");
        assert_eq!(explained["found"], count, "{args:?}");
        assert!(explained["scanned"].as_u64().unwrap() <= games, "{args:?}");
        let before = explained["stages"][0]["by"].as_str().unwrap();
        assert_eq!(before, "index", "{args:?}");
    }
}

#[test]
fn the_explorer_asks_no_game_that_it_does_not_count() {
    let (_folder, db) = database();
    let archive = Archive::open(&db).unwrap();
    for (moves, text) in [("h2e2 h9g7", "move R"), ("h2e2", "C attacks p"), ("b2e2 b9c7", "move C")]
    {
        let mut here = Position::start();
        for mv in moves.split(' ') {
            here.play_unchecked(mv.parse().unwrap());
        }
        let everywhere = Filter {
            asked: Some(search_query(text)),
            kinds: vec![Kind::Game],
            ..Filter::default()
        };
        let matcher = everywhere.resolve(&archive).unwrap();
        let look = Look { mirroring: Mirroring::Any, variations: false, latest: 1 };
        let rows = explore(&archive, &here, &matcher, &look).unwrap().rows.into_iter();
        let expected: Vec<_> =
            rows.map(|row| (row.mv.to_string(), row.score.games(), row.reached)).collect();
        let args = ["explore", "--moves", moves, "--where", text, "--format", "json"];
        let told: serde_json::Value = serde_json::from_str(&stdout(&db, &args, 0)).unwrap();
        let number = |value: &serde_json::Value| value.as_u64().unwrap();
        let rows = told["moves"].as_array().unwrap().iter().map(|row| {
            let mv = row["uci"].as_str().unwrap().to_owned();
            (mv, number(&row["games"]), number(&row["reached"]))
        });
        assert_eq!(rows.collect::<Vec<_>>(), expected, "{moves}: {text}");
        assert!(!expected.is_empty());
    }
}

#[test]
fn games_in_blocks_are_the_games_found_at_once() {
    let (_folder, db) = database();
    let archive = Archive::open(&db).unwrap();
    for text in ["move R", "year>=1980 red hollow-cannon", "player:林一舟", "never check"] {
        let filter = |since: Option<u32>| Filter {
            asked: Some(search_query(text)),
            since: since.map(|year| LaxDate::new(year, 0, 0).unwrap()),
            ..Filter::default()
        };
        for (order, since) in Order::ALL.into_iter().zip([None, Some(1970)].into_iter().cycle()) {
            for places in [0..usize::MAX, 0..2, 1..4, 50..60] {
                let asked =
                    |matcher| Asked { order, places: places.clone(), ..Asked::new(matcher) };
                let at_once = asked(filter(since).resolve(&archive).unwrap());
                let expected = search(&archive, &at_once).unwrap();
                let later = asked(filter(since).resolve_but_asked(&archive).unwrap());
                for first in [1, 3, FIRST_BLOCK] {
                    let mut games = Vec::new();
                    let found = search_in_blocks(&archive, &later, first, &Unwatched, |block| {
                        games.extend_from_slice(block);
                        Ok::<(), Error>(())
                    })
                    .unwrap();
                    assert_eq!(games, expected.games, "{text}");
                    assert_eq!(found.games, games);
                    match found.is_cut {
                        true => {
                            assert!((places.end as u64..=expected.count).contains(&found.count))
                        }
                        false => assert_eq!(found, expected),
                    }
                }
            }
        }
    }
}

fn search_query(text: &str) -> Query {
    Query::read(text, Library::prelude()).unwrap()
}

#[test]
fn facts_and_postings_come_before_the_scan() {
    let (_folder, db) = database();
    let archive = Archive::open(&db).unwrap();
    let plans: Vec<String> = QUESTIONS
        .into_iter()
        .map(|text| {
            let asked = Some(search_query(text));
            let filter = Filter { asked, ..Filter::default() };
            let explained = filter.clone().explain(&archive, &Unwatched).unwrap().unwrap();
            let matcher = filter.resolve(&archive).unwrap();
            let sieve = Sieve::new(&archive, &matcher).unwrap();
            let fits = |id: u32| sieve.sift(id) == Sifted::Fits;
            let fits = archive.facts().alive().filter(|(id, _)| fits(*id)).count();
            assert_eq!(explained.found, fits as u64, "{text}");
            format!("{text}\n  = {}", told(&explained))
        })
        .collect();
    insta::with_settings!({ prepend_module_to_snapshot => false, snapshot_path => "../screens/snapshots" }, {
        insta::assert_snapshot!("plans", plans.join("\n"));
    });
}
