//! Opening books of engines: told by their content, read beside the games, and no harm in bad ones.

use crate::common::{desk, imported, stderr, stdout, xqdb};
use rusqlite::{Connection, params};
use serde_json::Value;
use std::path::{Path, PathBuf};
use xqdb::engine_book::{ByteOrder, EngineBook, NumberKeys, PackedBoard, lock};
use xqdb::xiangqi::{Move, Position};

const OBK: &str = "create table bhobk (id integer primary key autoincrement, vkey integer, vmove integer,
    vscore integer, vwin integer, vdraw integer, vlost integer, vvalid integer, vmemo blob, vindex integer)";

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// A book as another program makes it, of the start and of the position after 炮二平五.
fn obk(folder: &Path) -> PathBuf {
    let path = folder.join("a.obk");
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch(&format!("{OBK}; create index idxkey on bhobk (vkey)")).unwrap();
    let start = Position::start();
    let after = start.after(&[mv("h2e2")]);
    let gbk: &[u8] = &[0xC6, 0xC1, 0xB7, 0xE7, 0xC2, 0xED]; // 屏风马
    for (position, step, score, is_allowed, memo) in [
        (&start, "h2e2", 30, 1, None),
        (&start, "g3g4", 40, 1, Some("仙人指路".as_bytes())),
        (&start, "c3c4", 12, 0, None),
        (&start, "a0a1", -5, 1, None),
        (&start, "a0a5", 1, 1, None),
        (&after, "h9g7", 10, 1, Some(gbk)),
        (&after, "b9a7", 7, 0, None),
    ] {
        let key = NumberKeys::of(position).own;
        let code = ByteOrder::FromHigh.code(mv(step));
        let sql = "insert into bhobk values (null, ?1, ?2, ?3, 5, 2, 1, ?4, ?5, 0)";
        match key >> 63 {
            0 => conn.execute(sql, params![key as i64, code, score, is_allowed, memo]).unwrap(),
            _ => conn
                .execute(sql, params![f64::from_bits(key), code, score, is_allowed, memo])
                .unwrap(),
        };
    }
    path
}

fn json(db: &Path, args: &[&str], status: i32) -> Value {
    serde_json::from_str(&stdout(db, args, status)).unwrap()
}

#[test]
fn a_book_stands_beside_the_games() {
    let (folder, db) = imported();
    let path = obk(folder.path());
    let path = path.to_str().unwrap();
    let plain = json(&db, &["explore", "--format", "json"], 0);
    let answer = json(&db, &["explore", "--format", "json", "--engine-book", path], 0);
    assert!(plain["moves"][0].get("bookScore").is_none());
    let row = |uci: &str| {
        let rows = answer["moves"].as_array().unwrap();
        rows.iter().find(|row| row["uci"] == uci).unwrap_or_else(|| panic!("{uci}: {answer}"))
    };
    // The start is its own mirror image: 炮八平五 is 炮二平五.
    let cannon = row(if plain["moves"][0]["uci"] == "b2e2" { "b2e2" } else { "h2e2" });
    assert_eq!((&cannon["bookScore"], &cannon["bookForbids"]), (&30.into(), &false.into()));
    assert_eq!(cannon["books"][0]["book"], "a.obk");
    let only_book = row("a0a1");
    assert_eq!((&only_book["games"], &only_book["bookScore"]), (&0.into(), &(-5).into()));
    let count = |value: &Value| value["moves"].as_array().unwrap().len();
    assert!(count(&answer) > count(&plain));
    // Rows of the games are as they were.
    for (one, other) in
        plain["moves"].as_array().unwrap().iter().zip(answer["moves"].as_array().unwrap())
    {
        assert_eq!(one["games"], other["games"]);
        assert_eq!(one["reached"], other["reached"]);
    }
    let after =
        json(&db, &["explore", "--moves", "h2e2", "--format", "json", "--engine-book", path], 0);
    let rows = after["moves"].as_array().unwrap();
    let remark = rows.iter().find(|row| row["uci"] == "h9g7").unwrap();
    assert_eq!(remark["bookRemark"], "屏风马", "in GBK");
    assert!(rows.iter().any(|row| row["uci"] == "b9a7" && row["bookForbids"] == true));
    // The mirror image.
    let after =
        json(&db, &["explore", "--moves", "b2e2", "--format", "json", "--engine-book", path], 0);
    assert!(
        after["moves"]
            .as_array()
            .unwrap()
            .iter()
            .any(|row| row["uci"] == "b9c7" && row["bookScore"] == 10)
    );
    // Two books, and a table of both.
    let table = stdout(&db, &["explore", "--engine-book", path, "--engine-book", path], 0);
    // Of 兵七进一, which is forbidden, and its mirror move the better one is shown.
    assert!(table.contains("  40 · 40 ") && !table.contains("12"), "{table}");
    let table = stdout(&db, &["explore", "--moves", "h2e2", "--engine-book", path], 0);
    assert!(table.contains(" 7 ✗ "), "{table}");
    let csv = stdout(&db, &["explore", "--format", "csv", "--engine-book", path], 0);
    assert!(csv.lines().next().unwrap().contains(",book_score,book_wins,"), "{csv}");
}

#[test]
fn a_move_that_only_the_book_knows_says_how_many_games_come_there_otherwise() {
    let (folder, db) = desk();
    let games = folder.path().join("a.pgn");
    let game = "[Event \"a\"]\n[Red \"b\"]\n\n1. c3c4 c6c5 2. h2e2 b9c7 *\n\n";
    std::fs::write(&games, game).unwrap();
    stderr(&db, &["import", games.to_str().unwrap()], 0);
    let path = folder.path().join("b.obk");
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch(OBK).unwrap();
    let position = Position::start().after(&[mv("h2e2"), mv("c6c5")]);
    let code = ByteOrder::FromHigh.code(mv("c3c4"));
    let key = NumberKeys::of(&position).own;
    let sql = "insert into bhobk (vkey, vmove, vvalid) values (?1, ?2, 1)";
    match key >> 63 {
        0 => conn.execute(sql, params![key as i64, code]).unwrap(),
        _ => conn.execute(sql, params![f64::from_bits(key), code]).unwrap(),
    };
    let args = [
        "explore",
        "--moves",
        "h2e2 c6c5",
        "--format",
        "json",
        "--engine-book",
        path.to_str().unwrap(),
    ];
    let answer = json(&db, &args, 0);
    let row = &answer["moves"][0];
    assert_eq!(
        (&row["uci"], &row["games"], &row["reached"]),
        (&"c3c4".into(), &0.into(), &1.into())
    );
    assert_eq!(row["bookScore"], Value::Null);
}

#[test]
fn books_are_named_and_counted_and_no_damage() {
    let (folder, db) = imported();
    let path = obk(folder.path());
    let path = path.to_str().unwrap();
    let told = stderr(&db, &["import", path], 0);
    assert!(told.contains("1  file is an opening book") && told.contains("a.obk"), "{told}");
    assert!(!told.contains("may hold games"), "{told}");
    let report = stdout(&db, &["report", "--unread"], 0);
    assert!(report.contains("an opening book of an engine"), "{report}");
    let output = xqdb(&db, &["convert", path]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("an opening book of an engine"));
    let table = stdout(&db, &["engine-book", path, "--min-games", "1"], 3);
    assert!(
        table.starts_with("obk: 2 positions, 7 moves, 2 of them forbidden, 2 with a remark"),
        "{table}"
    );
    assert!(table.contains("兵三进一"), "{table}");
    // Without a database the book is described alone.
    let told = stderr(&folder.path().join("none.db"), &["engine-book", path], 3);
    assert!(
        told.contains("1 move cannot be made") && told.contains("there is no database"),
        "{told}"
    );
}

/// Entries of a `BOOK.DAT` of all moves of the start and of what follows.
fn dat() -> Vec<u8> {
    let start = Position::start();
    let mut positions = vec![start.clone()];
    positions.extend(start.legal_moves().into_iter().map(|mv| start.after(&[mv])));
    let mut entries: Vec<[u8; 8]> = Vec::new();
    for position in &positions {
        for mv in position.legal_moves() {
            let [a, b, c, d] = lock(position).to_le_bytes();
            let [e, f] = ByteOrder::FromLow.code(mv).to_le_bytes();
            entries.push([a, b, c, d, e, f, 3, 0]);
        }
    }
    entries.sort_by_key(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]));
    entries.concat()
}

#[test]
fn a_book_dat_is_told_by_its_content() {
    let (folder, db) = imported();
    let path = folder.path().join("book.bin");
    std::fs::write(&path, dat()).unwrap();
    let told = stderr(&db, &["import", path.to_str().unwrap()], 0);
    assert!(told.contains("1  file is an opening book"), "{told}");
    let answer =
        json(&db, &["explore", "--format", "json", "--engine-book", path.to_str().unwrap()], 0);
    assert!(
        answer["moves"].as_array().unwrap().iter().all(|row| row["bookScore"] == 3),
        "{answer}"
    );
}

/// Files that are no books, and books that are made to do harm.
#[test]
fn bad_books_are_errors_with_reasons() {
    let folder = tempfile::tempdir().unwrap();
    let open =
        |name: &str| EngineBook::open(&folder.path().join(name)).map_err(|error| error.to_string());
    let made = |name: &str, sql: &str| {
        let conn = Connection::open(folder.path().join(name)).unwrap();
        conn.execute_batch(sql).unwrap();
    };
    std::fs::write(folder.path().join("text"), "1. h2e2 h9g7\n").unwrap();
    std::fs::write(folder.path().join("short"), b"SQLite format 3\0 and no more").unwrap();
    made("other.db", "create table game (id integer)");
    made(
        "view.obk",
        "create view bhobk as with recursive n(vkey) as (select 1 union all select vkey + 1 from n)
        select vkey, 1 as vmove from n",
    );
    made("virtual.obk", "create virtual table bhobk using fts5(vkey, vmove)");
    made(
        "computed.obk",
        "create table bhobk (vkey integer, vmove integer as (length(zeroblob(1000000000))))",
    );
    for name in ["text", "other.db", "view.obk", "virtual.obk", "computed.obk"] {
        let refused = open(name).unwrap_err();
        assert!(refused.contains("no opening book"), "{name}: {refused}");
    }
    assert!(open("short").is_err() && open("none").is_err() && open(".").is_err());
    // A million moves of one position.
    made(
        "many.obk",
        &format!(
            "{OBK}; create index a on bhobk (vkey);
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000)
        insert into bhobk (vkey, vmove) select {}, 33333 from n",
            NumberKeys::of(&Position::start()).own
        ),
    );
    let refused = open("many.obk").unwrap().moves(&Position::start()).unwrap_err().to_string();
    assert!(refused.contains("many.obk") && refused.contains("more than 512 moves"), "{refused}");
    // Values of every kind where numbers should stand.
    made("odd.obk", &format!("{OBK}; create index a on bhobk (vkey);
        insert into bhobk (vkey, vmove, vscore, vwin, vvalid, vmemo)
        values ({0}, 'x', 1, 1, 1, 1), ({0}, 1e300, x'00', -5, null, x'00ff'), (null, -1, 0, 0, 0, 0),
               ({0}, 70000, 1, 1, 1, zeroblob(100000)), ('key', 43687, 1, 1, 1, 1)",
        NumberKeys::of(&Position::start()).own));
    assert_eq!(open("odd.obk").unwrap().moves(&Position::start()).unwrap(), []);
    // A row that is longer than anything of a book is an error, and not memory.
    made(
        "long.obk",
        &format!(
            "{OBK}; create index a on bhobk (vkey);
        insert into bhobk (vkey, vmove, vmemo) values ({}, 43687, zeroblob(50000000))",
            NumberKeys::of(&Position::start()).own
        ),
    );
    assert!(open("long.obk").unwrap().moves(&Position::start()).is_err());
}

/// Whatever byte of a book is altered, it is read, or an error says why it is not.
#[test]
fn altered_books_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = crate::common::mutate::Random::new(crate::common::number("XQDB_SEED", 7));
    let books = [std::fs::read(obk(folder.path())).unwrap(), dat()];
    let path = folder.path().join("altered");
    let after = Position::start().after(&[mv("h2e2")]);
    let mut read = 0;
    for round in 0..crate::common::number("XQDB_ROUNDS", 300) {
        let mut bytes = books[round as usize % 2].clone();
        match round % 5 {
            0 => bytes.truncate(random.below(bytes.len())),
            _ => {
                for _ in 0..=random.below(8) {
                    // The first pages hold the structure.
                    let end = if random.is(2) { 200 } else { bytes.len() };
                    let at = random.below(end.min(bytes.len()));
                    bytes[at] = random.next() as u8;
                }
            }
        }
        std::fs::write(&path, &bytes).unwrap();
        let Ok(book) = EngineBook::open(&path) else { continue };
        for position in [Position::start(), after.clone()] {
            read += usize::from(book.moves(&position).is_ok());
        }
        let _ = xqdb::engine_book::BookSurvey::of(&book, &xqdb::search::Unwatched);
    }
    assert!(read > 50, "{read}");
}

/// The three published keys, through a book as others write it: the key of the second is kept as a
/// whole number below 0, which is how `.pfBook` has it, and in a table without an index.
#[test]
fn every_layout_of_others_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let start = Position::start();
    let after = start.after(&[mv("h2e2")]);
    let open = |name: &str, sql: &str| {
        let path = folder.path().join(name);
        Connection::open(&path).unwrap().execute_batch(sql).unwrap();
        EngineBook::open(&path).unwrap()
    };
    let pf = open(
        "a",
        &format!(
            "create table bookVersion (key text, version text);
             create table pfBook (vindex integer, vkey integer, vdraw integer, vlost integer, vwin integer,
                                  vmove integer, vscore integer, vvalid integer, vmemo blob);
             insert into pfBook values (0, {}, 2, 1, 5, {}, 10, 1, null)",
            0xA1EA_D1F6_470E_07EE_u64 as i64,
            ByteOrder::FromHigh.code(mv("h9g7")),
        ),
    );
    assert_eq!(pf.kind().name(), "pfbook");
    let said = &pf.moves(&after).unwrap()[0];
    assert_eq!(
        (said.mv, said.wins, said.draws, said.losses),
        (mv("h9g7"), Some(5), Some(2), Some(1))
    );
    let yfk = open(
        "b",
        &format!(
            "create table bhobk (vindex integer, vkey integer, vdraw integer, vlost integer, vmove integer,
                                 vscore integer, vvalid integer, vwin integer);
             insert into bhobk values (0, {}, 2, 1, {}, 30, 1, 5)",
            0x628D_04D7_C9C1_44AE_u64,
            ByteOrder::FromLow.code(mv("h2e2")),
        ),
    );
    assert_eq!((yfk.kind().name(), yfk.moves(&start).unwrap()[0].mv), ("yfk", mv("h2e2")));
    let xqb = open(
        "c",
        "create table book (Id integer primary key, Key blob, Move integer, Score integer, Win integer,
                            Draw integer, Lost integer, Valid integer, Memo text);
         create index keys on book (Key);
         insert into book values (1, x'ceb7cef37ac801e079f7df7df00002ebaebaeb02c004653a56939440', 30580,
                                  1, 2, 3, 4, 1, '中炮')",
    );
    let said = &xqb.moves(&start).unwrap()[0];
    assert_eq!((xqb.kind().name(), said.mv, &*said.remark), ("xqb", mv("h2e2"), "中炮"));
    assert_eq!(PackedBoard::of(&start).code(said.mv), 30580);
    let real =
        Position::from_fen("rnbakabr1/9/1c4nc1/p1p1p2Rp/6p2/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB2 b")
            .unwrap();
    let obk = open(
        "d",
        &format!(
            "{OBK}; create index idxkey on bhobk (vkey);
             insert into bhobk (vkey, vmove, vscore, vvalid) values (-5.8543800021562635e-33, {}, 3, 1)",
            ByteOrder::FromHigh.code(mv("h9h8").mirror()),
        ),
    );
    assert!(real.is_pseudo_legal(mv("h9h8")), "{real:?}");
    assert_eq!(obk.moves(&real).unwrap()[0].mv, mv("h9h8"));
}

/// A book that is made of an archive says what the explorer counts, in each of its kinds.
#[test]
fn a_made_book_has_the_counts_of_the_explorer() {
    use xqdb::search::{Archive, Filter, Look, Mirroring, Purpose, explore_here};
    let (folder, db) = imported();
    let more = folder.path().join("more.pgn");
    // A game that comes twice to one position and goes on otherwise, a mirror image, a copy cut off.
    let twice = "h2e2 h9g7 e2d2 g7h9 d2e2 h9g7 h0g2 i9h9";
    let games = [
        (twice, "1-0"),
        ("b2e2 b9c7 b0c2 a9b9 a0b0 c6c5", "0-1"),
        ("b2e2 b9c7 b0c2 a9b9 a0b0", "1/2-1/2"),
        ("h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6", "*"),
        ("c3c4 c6c5 h2e2 b9c7", "1-0"),
        ("g3g4 g6g5 b2e2 h9g7", "0-1"),
    ];
    let game = |(at, (moves, result)): (usize, &(&str, &str))| {
        let plies: Vec<&str> = moves.split(' ').collect();
        let rounds = plies.chunks(2).enumerate();
        let text: String =
            rounds.map(|(at, of)| format!("{}. {} ", at + 1, of.join(" "))).collect();
        format!(
            "[Event \"e{at}\"]\n[Red \"r{at}\"]\n[Black \"b\"]\n[Result \"{result}\"]\n\n{text}{result}\n\n"
        )
    };
    std::fs::write(&more, games.iter().enumerate().map(game).collect::<String>()).unwrap();
    stderr(&db, &["import", more.to_str().unwrap()], 0);
    let archive = Archive::open(&db).unwrap();
    let matcher = Filter::of(Purpose::Statistics).resolve(&archive).unwrap();
    let look = Look { mirroring: Mirroring::Any, variations: false, latest: 0 };
    for kind in ["obk", "pfbook", "xqb"] {
        let path = folder.path().join(format!("made.{kind}"));
        let path = path.to_str().unwrap();
        let args = ["export", "--to", kind, "-o", path, "--min-games", "1", "--plies", "1000"];
        let told = stderr(&db, &args, 0);
        assert!(told.contains("read back and compared"), "{told}");
        let book = EngineBook::open(Path::new(path)).unwrap();
        assert_eq!(book.kind().name(), kind);
        let survey = xqdb::engine_book::BookSurvey::of(&book, &xqdb::search::Unwatched).unwrap();
        assert!(survey.is_sound() && survey.reached == survey.positions, "{survey:?}");
        // Every position that the moves of the book lead to.
        let (mut open, mut seen, mut moves) = (vec![Position::start()], Vec::new(), 0);
        while let Some(position) = open.pop() {
            let key = position.key().key;
            if seen.contains(&key) {
                continue;
            }
            seen.push(key);
            let said = book.moves(&position).unwrap();
            let explored = explore_here(&archive, &position, &matcher, &look).unwrap();
            assert_eq!(said.len(), explored.rows.len(), "{kind} {position:?}");
            for row in &explored.rows {
                let is_it = |it: &&xqdb::engine_book::BookMove| {
                    it.mv == row.mv || position.is_symmetric() && it.mv == row.mv.mirror()
                };
                let it = said.iter().find(is_it).unwrap();
                let score = row.score.seen_by(position.side());
                let results = [Some(score.red), Some(score.draw), Some(score.black)];
                assert_eq!(
                    [it.wins, it.draws, it.losses],
                    results,
                    "{kind} {position:?} {}",
                    row.mv
                );
                assert_eq!(it.score, Some(xqdb::engine_book::made_score(&score)));
                open.push(position.after(&[it.mv]));
                moves += 1;
            }
        }
        assert!(moves > 50, "{moves}");
    }
    // What is asked for is what is written.
    let path = folder.path().join("few.obk");
    let path = path.to_str().unwrap();
    stderr(&db, &["export", "--to", "obk", "-o", path, "--min-games", "3", "--plies", "1"], 0);
    let book = EngineBook::open(Path::new(path)).unwrap();
    let games = |it: &xqdb::engine_book::BookMove| {
        [it.wins, it.draws, it.losses].map(Option::unwrap).iter().sum::<u64>()
    };
    assert!(book.moves(&Position::start()).unwrap().iter().all(|it| games(it) >= 2));
    assert_eq!(book.moves(&Position::start().after(&[mv("h2e2")])).unwrap(), []);
    stderr(&db, &["export", "--to", "obk", "-o", path, "--force", "--min-score", "1"], 0);
    let book = EngineBook::open(Path::new(path)).unwrap();
    assert!(book.moves(&Position::start()).unwrap().iter().all(|it| it.score >= Some(1)));
    // Nothing fits; a file that is there stays; options of other formats are refused.
    stderr(&db, &["export", "--to", "xqb", "-o", path, "--force", "--player", "nobody at all"], 1);
    let before = std::fs::read(path).unwrap();
    stderr(&db, &["export", "--to", "xqb", "-o", path], 2);
    assert_eq!(std::fs::read(path).unwrap(), before);
    stderr(&db, &["export", "--to", "obk"], 2);
    stderr(&db, &["export", "--to", "obk", "--strict", "-o", "b.obk"], 2);
    stderr(&db, &["export", "--to", "pgn", "--plies", "5"], 2);
    stderr(&db, &["convert", more.to_str().unwrap(), "--to", "obk"], 2);
}
