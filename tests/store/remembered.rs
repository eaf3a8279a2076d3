//! Remembered answers about common positions: the same as worked out, and never used when stale.

use crate::common::{desk, imported, records, stdout, xqdb};
use rusqlite::Connection;
use std::path::Path;
use xqdb::metadata::GameResult;
use xqdb::search::{Archive, Shared, remember_common};
use xqdb::store::{Database, Evidence, Snapshot};

/// Whoever holds an archive open learns that its common positions are remembered now: without, a
/// large one would be counted anew for every answer.
#[test]
fn what_comes_to_be_remembered_makes_what_is_open_old() {
    let (_folder, db) = imported();
    let forget = "update meta set value = -1 where name = 'common_generation'";
    Connection::open(&db).unwrap().execute(forget, []).unwrap();
    let archive = Archive::open(&db).unwrap();
    assert!(archive.snapshot().is_current().unwrap());
    remember_common(&mut Database::open(&db).unwrap(), 1, &mut Shared::default()).unwrap();
    assert!(!archive.snapshot().is_current().unwrap());
}

/// Whoever imports a folder again that holds nothing new waits for nothing: the answers that are
/// remembered and the values that follow from games stay those of the archive.
#[test]
fn an_import_that_finds_nothing_new_changes_nothing() {
    let (_folder, db) = imported();
    let (records, file) = (records(), std::fs::read(&db).unwrap());
    let import = ["import", records.to_str().unwrap()];
    stdout(&db, &import, 0);
    assert!(std::fs::read(&db).unwrap() == file, "a byte of the database changed");
    let archive = Archive::open(&db).unwrap();
    stdout(&db, &import, 0);
    assert!(archive.snapshot().is_current().unwrap());
    assert!(archive.snapshot().is_settled().unwrap());
    drop(archive);
    // A file at another place is another place of its games.
    let copy = db.with_extension("pgn");
    std::fs::write(&copy, "[Red \"A\"]\n[Black \"B\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 *\n").unwrap();
    let archive = Archive::open(&db).unwrap();
    stdout(&db, &["import", copy.to_str().unwrap()], 0);
    assert!(!archive.snapshot().is_current().unwrap());
}

/// The steps that follow an import write one after the other: games that none of them changes are
/// read once.
#[test]
fn facts_of_unchanged_games_are_passed_on() {
    let (_folder, db) = imported();
    let shared = &mut Shared::default();
    let mut open =
        || Archive::beside(Snapshot::open(&db).unwrap(), Evidence::Derived, shared).unwrap();
    let before = open();
    let next = "update meta set value = value + 1 where name = 'generation'";
    Connection::open(&db).unwrap().execute(next, []).unwrap();
    assert!(!before.snapshot().is_current().unwrap());
    let after = open();
    assert!(after.snapshot().is_current().unwrap());
    assert!(std::ptr::eq(before.facts(), after.facts()));
    let another = db.with_extension("pgn");
    std::fs::write(&another, "[Red \"A\"]\n[Black \"B\"]\n\n1. h2e2 h9g7 *\n").unwrap();
    stdout(&db, &["import", another.to_str().unwrap()], 0);
    let later = open();
    assert_eq!(later.facts().last_id(), after.facts().last_id() + 1);
    // Facts over which decisions are laid depend on names, too: they are read again.
    let result = format!("game:{}.result", later.snapshot().game_key(1).unwrap());
    stdout(&db, &["decide", "set", &result, "0-1", "--reason", "seen"], 0);
    let decided = open();
    assert_eq!(decided.facts().get(1).unwrap().result(), GameResult::BlackWins);
    Connection::open(&db).unwrap().execute(next, []).unwrap();
    assert!(!std::ptr::eq(decided.facts(), open().facts()));
}

/// Every way of asking about a position that may be remembered, and some that may not.
fn answers(db: &Path, position: &[&str]) -> String {
    let ask = |args: &[&str]| {
        let mut all = args.to_vec();
        all.extend(position);
        let output = xqdb(db, &all);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
        let err = String::from_utf8(output.stderr).unwrap();
        format!("{all:?}\n{}{err}", String::from_utf8(output.stdout).unwrap())
    };
    let mut said = String::new();
    for mirror in ["any", "exact"] {
        said += &ask(&["explore", "--json", "--mirror", mirror, "--latest", "2"]);
        said += &ask(&["explore", "--mirror", mirror, "--latest", "9"]);
        said += &ask(&["explore", "--kind", "all", "--depth", "2", "--mirror", mirror]);
        for (sort, part) in [
            ("date", ["--limit", "3"]),
            ("newest", ["--offset", "2"]),
            ("key", ["--limit", "3"]),
            ("plies", ["--offset", "2"]),
            ("event", ["--limit", "3"]),
        ] {
            said += &ask(&[&["search", "--sort", sort, "--mirror", mirror][..], &part].concat());
        }
        said += &ask(&["search", "--count", "--mirror", mirror]);
    }
    said
}

/// All answers about some positions: the start, one and its mirror image, a deep one, a rare one.
fn all_answers(db: &Path) -> String {
    let lines = ["", "h2e2 h9g7", "b2e2 b9c7", "h2e2 h9g7 h0g2 i9h9", "g3g4"];
    let start = ["--fen", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"];
    lines
        .iter()
        .map(|moves| {
            let mut position = start.to_vec();
            position.extend(["--moves", moves]);
            answers(db, &position)
        })
        .collect()
}

/// Names the first line that differs.
fn assert_same(one: &str, other: &str) {
    for (one, other) in one.lines().zip(other.lines()) {
        assert_eq!(one, other);
    }
    assert_eq!(one.lines().count(), other.lines().count());
}

fn remember(db: &Path) -> usize {
    remember_common(&mut Database::open(db).unwrap(), 1, &mut Shared::default()).unwrap()
}

#[test]
fn what_is_remembered_is_what_is_worked_out() {
    let (_folder, db) = imported();
    // The import remembered nothing, for no position is common. Say that it did not look.
    let forget = "update meta set value = -1 where name = 'common_generation'";
    Connection::open(&db).unwrap().execute(forget, []).unwrap();
    let worked_out = all_answers(&db);
    assert!(remember(&db) > 20);
    assert_same(&all_answers(&db), &worked_out);
    // They are really used.
    let conn = Connection::open(&db).unwrap();
    conn.execute(
        "update common_position set found = replace(found, '{\"count\":', '{\"count\":7')",
        [],
    )
    .unwrap();
    assert!(all_answers(&db) != worked_out);
    // What was worked out in another generation is not.
    conn.execute("update meta set value = value + 1 where name = 'generation'", []).unwrap();
    assert_same(&all_answers(&db), &worked_out);
    assert!(remember(&db) > 20);
    assert_same(&all_answers(&db), &worked_out);
    assert_eq!(remember(&db), 0, "nothing is done for fresh ones");
}

#[test]
fn what_was_remembered_without_players_and_events_is_passed_over() {
    let (_folder, db) = imported();
    let worked_out = all_answers(&db);
    let forget = "update meta set value = -1 where name = 'common_generation'";
    Connection::open(&db).unwrap().execute(forget, []).unwrap();
    assert!(remember(&db) > 20);
    let of_old = "update common_position set explored = json_remove(explored, '$.behind')";
    assert!(Connection::open(&db).unwrap().execute(of_old, []).unwrap() > 20);
    assert_same(&all_answers(&db), &worked_out);
}

#[test]
fn every_change_to_a_game_makes_them_stale() {
    let (folder, db) = desk();
    let file = folder.path().join("a.pgn");
    let score = || stdout(&db, &["explore", "--moves", "炮二平五", "--json"], 0);
    let write = |text: &str| {
        std::fs::write(&file, text).unwrap();
        stdout(&db, &["import", file.to_str().unwrap()], 0);
        remember(&db);
    };
    let moves = "1. 炮二平五 马8进7 2. 马二进三";
    write(&format!("[Red \"甲\"]\n[Date \"1960\"]\n\n{moves} 1-0\n"));
    assert!(score().contains("\"red\":1"));
    // Another result, another date, another kind; then a further game, and one game less.
    write(&format!("[Red \"甲\"]\n[Date \"1960\"]\n\n{moves} 0-1\n"));
    assert!(score().contains("\"red\":0,\"draws\":0,\"black\":1"));
    write(&format!("[Red \"甲\"]\n[Date \"1970\"]\n\n{moves} 0-1\n"));
    assert!(score().contains("\"firstYear\":1970"));
    let other = folder.path().join("b.pgn");
    std::fs::write(&other, format!("[Red \"乙\"]\n\n{moves} 1-0\n")).unwrap();
    stdout(&db, &["import", other.to_str().unwrap()], 0);
    assert!(score().contains("\"games\":2"));
    remember(&db);
    stdout(&db, &["forget", file.to_str().unwrap()], 0);
    assert!(score().contains("\"games\":1,\"red\":1"));
}

#[test]
fn a_database_that_cannot_be_written_is_answered() {
    let (_folder, db) = imported();
    let conn = Connection::open(&db).unwrap();
    conn.execute("update meta set value = value + 1 where name = 'generation'", []).unwrap();
    let start = ["--moves", ""];
    let before = answers(&db, &start);
    let rows = "select count(*), (select value from meta where name = 'common_generation') from \
                common_position";
    let stored =
        || conn.query_row(rows, [], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)));
    let first = stored().unwrap();
    assert_same(&answers(&db, &start), &before);
    assert_eq!(stored().unwrap(), first, "questions write nothing");
}
