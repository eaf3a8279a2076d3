//! `xqdb verify` finds every kind of damage, and finds none where there is none.

use crate::common::{RECORDS, desk, records, stdout, xqdb};
use rusqlite::Connection;
use std::path::Path;
use xqdb::store::index::{self, Payload, Posting};
use xqdb::store::{Database, Transaction};

fn said(db: &Path) -> (Option<i32>, String) {
    let output = xqdb(db, &["verify"]);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

fn imported(db: &Path) {
    stdout(db, &["import", RECORDS], 0);
    let two = ["player:胡榮華", "player:HU RongHua"];
    stdout(db, &["decide", "same", two[0], two[1], "--reason", "one man"], 0);
}

/// Does something to a fresh database and returns what `verify` says.
fn after(damage: impl FnOnce(&Connection)) -> String {
    let (_folder, db) = desk();
    imported(&db);
    let conn = Connection::open(&db).unwrap();
    conn.execute_batch("pragma foreign_keys = off").unwrap();
    damage(&conn);
    drop(conn);
    let (status, said) = said(&db);
    assert_eq!(status, Some(2), "{said}");
    said
}

/// The same with a transaction.
fn after_writing(damage: impl FnOnce(&Transaction<'_>)) -> String {
    let (_folder, db) = desk();
    imported(&db);
    let mut database = Database::open(&db).unwrap();
    let tx = database.transaction().unwrap();
    damage(&tx);
    tx.commit().unwrap();
    drop(database);
    let (status, said) = said(&db);
    assert_eq!(status, Some(2), "{said}");
    said
}

#[test]
fn every_damage_is_found() {
    for (sql, expected) in [
        ("update game set result = '*' where result = '1-0'", "its row and its facts differ"),
        ("update game set red = black where red != black", "its row and its facts differ"),
        (
            "update game set key = 'zz' || substr(key, 3) where id = 2",
            "its row and its facts differ",
        ),
        (
            "update game set moves = x'1916', plies = 1 where plies = 4",
            "the key does not fit the moves",
        ),
        ("update game set moves = x'0059' where plies = 1 or plies = 4", "ply 1 cannot be played"),
        ("update game set start = 'x' where start is not null", "its start is no FEN"),
        ("update game set date = '1900' where date is not null", "its row and its facts differ"),
        (
            "update facts set data = cast(substr(data, 1, length(data) - 1) || x'01' as blob)",
            "the opening in its facts does not fit the moves",
        ),
        (
            "update game set site = 'elsewhere' where id = 2",
            "a row of `game` has changed by itself",
        ),
        ("update player set name = 'X' || name where id = 1", "a row of `player` has changed"),
        ("update player set pinyin = 'x' where id = 1", "a row of `player` has changed"),
        ("update event set name = 'X' || name where id = 1", "a row of `event` has changed"),
        ("update record set result = '0-1' where result = '1-0'", "a row of `record` has changed"),
        (
            "update record set tags = replace(tags, 'a', 'b') where tags like '%a%'",
            "its id is in 1 to 8192",
        ),
        ("update record set start_byte = 1 where id = 1", "a row of `record` has changed"),
        ("delete from checksum where name = 'game'", "a row of `game` has changed by itself"),
        ("update source set hash = zeroblob(32) where id = 1", "a row of `source` has changed"),
        ("update source set options = 'x' where id = 1", "a row of `source` has changed"),
        ("update source set imported_at = '1' where id = 1", "a row of `source` has changed"),
        ("update source set deleted = 7 where id = 1", "a row of `source` has changed"),
        ("update location set path = 'X' || path where id = 1", "a row of `location` has changed"),
        ("update tag_shape set names = names || ' ' where id = 1", "a row of `tag_shape` has"),
        ("update source set done_to = size - 1 where id = 1", "not read as far as they say"),
        ("update source set size = size - 1 where id = 1", "not read as far as they say"),
        ("update source set format = 'xyz' where id = 1", "names a format or an encoding"),
        ("delete from game where id = 2", "but facts of"),
        ("delete from game where id = 2", "a posting too many"),
        ("delete from record where game = 2", "1 games have no witness"),
        ("delete from record where game = 2", "do not have as many records as they say"),
        ("delete from location", "sources lie nowhere"),
        ("delete from player where id = 1", "a row points at nothing"),
        ("delete from source where id = 1", "a row points at nothing"),
        ("update record set tree = 99 where tree is not null", "a row points at nothing"),
        ("update record set shape = 99 where id = 1", "a row points at nothing"),
        ("update tree set data = x'00'", "cannot be unpacked"),
        ("update record set tree = null", "a posting too many"),
        ("update index_block set data = x'01' where id = 1", "index block 1 is damaged"),
        ("delete from index_block where id = 1", "index block 1 is missing"),
        (
            "update index_segment set posting_count = posting_count + 1",
            "number of postings is wrong",
        ),
        ("update decision set decided_on = '1999-01-01'", "makes the table anew"),
        ("update journal set reason = 'x' where id = 1", "a row of `journal` has changed"),
        ("delete from comment", "is not what was stored"),
        ("delete from comment_text_idx", "the words by which comments are found"),
        ("update comment_text_idx set pgno = pgno + 2", "the words by which comments are found"),
        ("update comment_text_idx set term = x'7a'", "the words by which comments are found"),
        ("update meta set value = value + 1 where name = 'linked'", "a row of `meta` has changed"),
    ] {
        let said = after(|conn| {
            assert!(conn.execute(sql, []).unwrap() > 0, "{sql}");
        });
        assert!(said.contains(expected), "{sql}: {said}");
    }
}

#[test]
fn a_view_that_another_program_rewrote_is_found_and_made_anew() {
    let (_folder, db) = desk();
    imported(&db);
    let conn = Connection::open(&db).unwrap();
    let made = "select sql from sqlite_schema where name = 'games'";
    let sql: String = conn.query_row(made, [], |row| row.get(0)).unwrap();
    // Blanks and comments change no answer.
    conn.execute_batch(&format!("drop view games; {sql}  -- by another program")).unwrap();
    assert_eq!(said(&db).0, Some(0));
    conn.execute_batch(&format!("drop view games; {sql} limit 1")).unwrap();
    let (status, text) = said(&db);
    assert!(status == Some(2) && text.contains("the view `games` is not as it was"), "{text}");
    conn.execute_batch("drop view games").unwrap();
    assert!(said(&db).1.contains("the view `games` is not as it was"));
    stdout(&db, &["verify", "--repair"], 0);
    assert_eq!(said(&db).0, Some(0));
    assert_eq!(conn.query_row(made, [], |row| row.get::<_, String>(0)).unwrap(), sql);
}

#[test]
fn no_altered_generation_counts_as_settled_after_a_repair() {
    let (_folder, db) = desk();
    imported(&db);
    let answer = |db: &Path| stdout(db, &["search", "--kind", "all", "--format", "jsonl"], 0);
    let (expected, sound) = (answer(&db), std::fs::read(&db).unwrap());
    // A repair makes several generations.
    for later in 1..=8 {
        std::fs::write(&db, &sound).unwrap();
        let conn = Connection::open(&db).unwrap();
        let alter = "update meta set value = value + ?1 where name = 'settled_generation'";
        assert_eq!(conn.execute(alter, [later]).unwrap(), 1);
        drop(conn);
        stdout(&db, &["verify", "--repair"], 0);
        assert_eq!(answer(&db), expected, "{later} generations later");
    }
}

#[test]
fn missing_and_surplus_postings_are_found() {
    let said = after_writing(|tx| {
        index::optimize(tx, &|game| game == 3).unwrap();
    });
    assert!(said.contains("a posting is missing") && !said.contains("too many"), "{said}");
    for is_variation in [false, true] {
        let payload = Payload::new(Payload::NO_MOVE, false, is_variation);
        let posting = Posting { key: 1 << 50, game: 3, payload };
        let said = after_writing(|tx| {
            index::write_segment(tx, &index::Blocks::encode(&[posting])).unwrap();
        });
        assert!(said.contains("a posting too many in position 0004000000000000"), "{said}");
    }
}

#[test]
fn what_is_no_damage_is_not_called_so() {
    let (_folder, db) = desk();
    imported(&db);
    assert!(said(&db).1.contains("all is well"));
    // Postings of games that are gone, and one posting in two segments.
    let mut database = Database::open(&db).unwrap();
    let reader = index::Reader::open(&database).unwrap();
    let mut twice = Vec::new();
    let _ = reader
        .scan_all(&database, |_, posting| {
            if posting.game % 2 == 0 {
                twice.push(posting);
            }
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
    index::sort(&mut twice);
    let tx = database.transaction().unwrap();
    index::write_segment(&tx, &index::Blocks::encode(&twice)).unwrap();
    tx.commit().unwrap();
    drop(database);
    let (status, text) = said(&db);
    assert_eq!(status, Some(0), "{text}");
    stdout(&db, &["forget", records().join("web.ubb").to_str().unwrap()], 0);
    assert_eq!(said(&db).0, Some(0));
}
