//! Tests of the whole folder: batches whose places get another content, readers that stay, plans.

use crate::format::{Input, RawRecord, Sink, by_name};
use crate::notation::System;
use crate::replay::Record;
use crate::store::database::{Database, LogLimits};
use crate::store::error::Error;
use crate::store::facts::Fact;
use crate::store::facts::overlay::Overlay;
use crate::store::facts::writer::FactsWriter;
use crate::store::prepared::Prepared;
use crate::store::rows::game::delete_game;
use crate::store::rows::record::set_game;
use crate::store::rows::source::{ReadTo, SourceInfo};
use crate::store::rows::statements;
use crate::store::snapshot::Snapshot;
use crate::store::writer::Writer;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Prepares the records of a PGN text for writing.
#[expect(clippy::vec_box, reason = "the writer takes boxes")]
fn prepared(pgn: &str) -> Vec<Box<Prepared>> {
    struct Records(Vec<Box<Prepared>>);
    impl Sink for Records {
        fn record(&mut self, record: RawRecord<'_>) -> ControlFlow<()> {
            let record = Record::of(record, &System::Auto);
            self.0.push(Box::new(Prepared::new(&record, b"")));
            ControlFlow::Continue(())
        }
    }
    let mut records = Records(Vec::new());
    let input = Input {
        bytes: pgn.as_bytes(),
        base: 0,
        name: "a.pgn",
        encoding: None,
        any_word: false,
        beside: None,
    };
    let _ = (by_name("pgn").unwrap().read)(&input, &mut records);
    assert!(!records.0.is_empty());
    records.0
}

/// A content with its place.
fn content(name: u8, (path, member): (&str, &str)) -> SourceInfo {
    let (path, member) = (path.to_owned(), member.to_owned());
    SourceInfo { path, member, chapter: None, hash: [name; 32], size: 1 }
}

/// Writes a content with its place; `false` if all of it was read before.
fn write(writer: &mut Writer<'_>, name: u8, place: (&str, &str)) -> bool {
    let (source, is_complete) = writer.source(&content(name, place), "", 1).unwrap();
    if is_complete {
        return false;
    }
    let file = char::from(b'a' + name);
    let pgn =
        format!("[Red \"{name}\"]\n[Black \"b\"]\n\n1. {file}3{file}4 (1. h2e2 {{x}}) h9g7 *\n");
    let records = prepared(&pgn);
    let count = records.len() as u64;
    writer.add(source, 1, records);
    writer.read_to(read_to(source, count));
    true
}

fn read_to(source: i64, records: u64) -> ReadTo {
    ReadTo {
        source,
        format: Some("pgn".into()),
        encoding: None,
        records,
        deleted: 0,
        done_to: 1,
        is_complete: true,
        damage: None,
        options: None,
    }
}

/// Hashes of the sources and the number of records of each; asserts that every reference has its
/// row.
fn sources(database: &Database) -> Vec<(u8, u64)> {
    let dangling: Vec<String> = database.column("pragma foreign_key_check", []).unwrap();
    assert_eq!(dangling, [""; 0]);
    let sql = "select hash, (select count(*) from record where source = source.id) from source
               where exists (select 1 from location where source = source.id) order by hash";
    let homeless: u64 = database.value("select count(*) from homeless").unwrap();
    assert_eq!(homeless, 0);
    database.select(sql).unwrap().all([], |row| Ok((row.blob(0)?[0], row.get(1)?))).unwrap()
}

#[test]
fn a_place_that_changes_hands_within_a_batch_leaves_nothing_dangling() {
    let place = ("/z.pgn", "");
    for (names, expected) in
        [(&[0, 2][..], vec![(2, 1)]), (&[0, 2, 0], vec![(0, 1)]), (&[0, 2, 0, 4], vec![(4, 1)])]
    {
        // All contents in one batch, then each in its own batch.
        for is_batched in [true, false] {
            let mut database = Database::for_test();
            let mut writer = Writer::new(&mut database, 1).unwrap();
            for &name in names {
                write(&mut writer, name, place);
                if !is_batched {
                    writer.next_batch().unwrap();
                }
            }
            writer.finish().unwrap();
            assert_eq!(sources(&database), expected, "{names:?}, {is_batched}");
            assert_eq!(database.game_count().unwrap(), 1);
        }
    }
}

#[test]
fn a_content_that_moves_within_an_import_is_not_read_again() {
    let mut database = Database::for_test();
    let mut writer = Writer::new(&mut database, 1).unwrap();
    assert!(write(&mut writer, 0, ("/a.pgn", "")));
    writer.finish().unwrap();
    let mut writer = Writer::new(&mut database, 1).unwrap();
    assert!(write(&mut writer, 2, ("/a.pgn", "")), "another content takes its place");
    writer.next_batch().unwrap();
    assert!(!write(&mut writer, 0, ("/b.pgn", "")), "it is known");
    let written = writer.finish().unwrap();
    assert_eq!(sources(&database), [(0, 1), (2, 1)]);
    assert_eq!(written.forgotten.records, 0);
}

#[test]
fn what_lies_nowhere_is_forgotten_by_the_next_import_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let mut database = Database::open(&path).unwrap();
    let mut writer = Writer::new(&mut database, 1).unwrap();
    write(&mut writer, 0, ("/a.pgn", ""));
    writer.finish().unwrap();
    let mut writer = Writer::new(&mut database, 1).unwrap();
    write(&mut writer, 2, ("/a.pgn", ""));
    // A segment is due at once, so this call commits.
    writer.next_batch().unwrap();
    drop(writer);
    assert_eq!(database.homeless().unwrap().len(), 1);
    let written = Writer::new(&mut database, 1).unwrap().finish().unwrap();
    assert_eq!((written.forgotten.sources, written.forgotten.records), (1, 1));
    assert_eq!(sources(&database), [(2, 1)]);
}

#[test]
fn records_of_a_source_that_is_not_there_are_refused() {
    let mut database = Database::for_test();
    let mut writer = Writer::new(&mut database, 1).unwrap();
    writer.add(99, 1, prepared("[Red \"a\"]\n\n1. h2e2 *\n"));
    writer.read_to(read_to(99, 1));
    assert!(matches!(writer.finish(), Err(Error::Damaged(_))));
    assert_eq!(database.last_record().unwrap(), 0);
    assert_eq!(database.game_count().unwrap(), 0);
}

#[test]
fn a_writer_that_is_dropped_takes_everything_back() {
    let mut database = Database::for_test();
    let mut writer = Writer::new(&mut database, usize::MAX).unwrap();
    write(&mut writer, 0, ("/a.pgn", ""));
    writer.next_batch().unwrap();
    drop(writer);
    assert_eq!(database.game_count().unwrap(), 0);
    assert_eq!(database.source_sizes().unwrap(), []);
}

/// Makes a file with a table whose rows fill four pages each.
fn with_filler(path: &Path, limits: LogLimits) -> Database {
    let mut database = Database::open(path).unwrap();
    database.log.borrow_mut().limits = limits;
    let tx = database.transaction().unwrap();
    tx.run("create table filler (data blob)").unwrap();
    tx.commit().unwrap();
    database
}

fn fill(database: &mut Database) -> crate::store::error::Result<()> {
    let tx = database.transaction()?;
    tx.run("insert into filler values (zeroblob(4 * 16384))")?;
    tx.commit()
}

/// Size of the log in pages.
fn log_pages(path: &Path) -> u64 {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).map_or(0, |data| data.len() / 16384)
}

const SMALL: LogLimits = LogLimits {
    wait: 30,
    stop: 90,
    patience: Duration::from_millis(200),
    pause: Duration::from_millis(20),
};
/// Number of pages of a transaction, with the pages that SQLite adds.
const TRANSACTION: u64 = 10;

#[test]
fn without_readers_the_log_begins_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let mut database = with_filler(&path, SMALL);
    let mut most = 0;
    for _ in 0..100 {
        fill(&mut database).unwrap();
        most = most.max(log_pages(&path));
    }
    assert!(most <= SMALL.wait + TRANSACTION, "{most} pages");
}

#[test]
fn many_short_questions_do_not_hold_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let patience = Duration::from_secs(60);
    let mut database = with_filler(&path, LogLimits { patience, ..SMALL });
    let is_over = AtomicBool::new(false);
    let most = std::thread::scope(|scope| {
        for _ in 0..3 {
            // At any time there is a reader, and no reader stays for long.
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    let reader = Snapshot::open(&path).unwrap();
                    std::thread::sleep(Duration::from_millis(3));
                    drop(reader);
                }
            });
        }
        let filled = (0..60).map(|_| fill(&mut database).map(|()| log_pages(&path)));
        let most = filled.collect::<crate::store::error::Result<Vec<u64>>>();
        is_over.store(true, Ordering::Relaxed);
        most.unwrap().into_iter().max().unwrap()
    });
    assert!(most <= SMALL.stop + TRANSACTION, "{most} pages");
}

#[test]
fn a_reader_that_stays_stops_the_writer_and_not_the_reader() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let mut database = with_filler(&path, SMALL);
    let steps = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&steps);
    database.on_held(move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        true
    });
    fill(&mut database).unwrap();
    let reader = database.snapshot().unwrap();
    let rows = || reader.value::<u64>("select count(*) from filler").unwrap();
    let error = (0..100).find_map(|_| fill(&mut database).err());
    let Some(Error::LogHeld { bytes }) = error else { panic!("{error:?}") };
    assert!(bytes > SMALL.stop * 16384 && steps.load(Ordering::Relaxed) > 1);
    assert!(log_pages(&path) <= SMALL.stop + TRANSACTION, "{} pages", log_pages(&path));
    assert_eq!(rows(), 1, "the reader sees what it saw");
    // Without the reader the writer goes on.
    drop(reader);
    let before = log_pages(&path);
    for _ in 0..20 {
        fill(&mut database).unwrap();
    }
    assert!(log_pages(&path) <= before + TRANSACTION, "the log began anew");
}

#[test]
fn who_is_told_to_stop_does_not_wait_for_a_reader() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let patience = Duration::from_secs(3600);
    let mut database = with_filler(&path, LogLimits { patience, ..SMALL });
    database.on_held(|_| false);
    fill(&mut database).unwrap();
    let _reader = database.snapshot().unwrap();
    for _ in 0..40 {
        fill(&mut database).unwrap();
    }
}

/// SQLite's plans of the statements that matter: only those that must do so scan a whole table.
#[test]
fn plans_of_the_statements_that_matter() {
    let database = Database::for_test();
    let mut plans = String::new();
    for (name, sql) in statements() {
        plans += &format!("{name}\n");
        let values = vec![rusqlite::types::Null; sql.matches('?').count()];
        let steps: Vec<String> = database
            .select(&format!("explain query plan {sql}"))
            .unwrap()
            .all(rusqlite::params_from_iter(values), |row| row.get(3))
            .unwrap();
        steps.iter().for_each(|step| plans += &format!("    {step}\n"));
    }
    insta::assert_snapshot!(plans);
}

#[test]
fn games_that_an_older_version_made_one_are_divided() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let there_and_back = "h0g2 h9g7 g2h0 g7h9 ".repeat(11);
    let game = |red: &str, black: &str| {
        format!("[Red \"{red}\"]\n[Black \"{black}\"]\n\n{there_and_back} *\n\n")
    };
    let records = game("陶汉明", "吕钦") + &game("李来群", "赵国荣") + &game("李來群", "趙國榮");
    let mut database = Database::open(&path).unwrap();
    let mut writer = Writer::new(&mut database, 1 << 20).unwrap();
    let (source, _) = writer.source(&content(1, ("/a.pgn", "")), "", 1).unwrap();
    writer.add(source, 1, prepared(&records));
    writer.read_to(read_to(source, 3));
    writer.finish().unwrap();
    let keys = |database: &Database| -> Vec<(String, i64)> {
        let sql = "select key, (select count(*) from record where game = game.id)
                   from game order by key";
        database.rows(sql, []).unwrap()
    };
    let divided = keys(&database);
    assert_eq!(divided.iter().map(|(_, witnesses)| witnesses).sum::<i64>(), 3);
    assert_eq!(divided.len(), 2);

    // As version 13 stored the games.
    let tx = database.transaction().unwrap();
    let ids: Vec<u32> = tx.column("select id from game order by id", []).unwrap();
    for record in [2, 3] {
        set_game(&tx, record, ids[0]).unwrap();
    }
    delete_game(&tx, ids[1]).unwrap();
    let mut facts = FactsWriter::new(2);
    facts.set(&tx, ids[1], Fact::GONE, Overlay::NOTHING).unwrap();
    facts.flush(&tx).unwrap();
    tx.run("pragma user_version = 13").unwrap();
    tx.commit().unwrap();
    assert_eq!(keys(&database).len(), 1);
    drop(database);
    assert_eq!(keys(&Database::open(&path).unwrap()), divided);
}

/// Adds a content with these records (players and year) on one short line.
fn write_line(database: &mut Database, name: u8, records: &[(String, &str, u16)]) {
    let mut writer = Writer::new(database, 1 << 20).unwrap();
    let place = format!("/{name}.pgn");
    let (source, _) = writer.source(&content(name, (&place, "")), "", 1).unwrap();
    let mut pgn = String::new();
    for (red, black, year) in records {
        let date = if *year == 0 { "????".to_owned() } else { year.to_string() };
        pgn += &format!("[Red \"{red}\"]\n[Black \"{black}\"]\n[Date \"{date}.??.??\"]\n\n");
        pgn += "1. h2e2 h9g7 *\n\n";
    }
    writer.add(source, 1, prepared(&pgn));
    writer.read_to(read_to(source, records.len() as u64));
    writer.finish().unwrap();
}

/// A crowded line, on which a new record is compared with hardly any game, is divided into the same
/// games whether its records are written together or one after the other.
#[test]
fn a_crowded_line_is_the_same_however_it_came() {
    let mut records: Vec<(String, &str, u16)> =
        (0..20).map(|number| (format!("甲乙{number}"), "丙丁", 0)).collect();
    for year in [0, 1980, 1981, 0, 1980] {
        for (red, black) in [
            ("胡荣华", "许银川"),
            ("hu ronghua", "xu yinchuan"),
            ("胡荣花", "许银川"),
            ("Huronghua", "Xu Yinchuan"),
            ("li laiqun", "liu dahua"),
            ("上海 李来群", "柳大华"),
            ("", ""),
        ] {
            records.push((red.to_owned(), black, year));
        }
    }
    let games = |database: &Database| -> Vec<(String, String)> {
        let sql = "select key, (select group_concat(tags, ' ') from
                                (select tags from record where game = game.id order by tags))
                   from game order by key";
        database.rows(sql, []).unwrap()
    };
    let mut whole = Database::for_test();
    write_line(&mut whole, 0, &records);
    let expected = games(&whole);
    assert!(expected.len() > 24, "{}", expected.len());
    for turned in [false, true] {
        let mut database = Database::for_test();
        let mut left = records.clone();
        if turned {
            left.reverse();
        }
        // Each import reads only stored records.
        for (name, part) in (0..).zip(left.chunks(3)) {
            write_line(&mut database, name, part);
        }
        assert_eq!(games(&database), expected, "turned: {turned}");
        // Deleted and written again, a content leaves no trace.
        let mut writer = Writer::new(&mut database, 1 << 20).unwrap();
        writer.forget("/8.pgn").unwrap();
        writer.finish().unwrap();
        assert!(games(&database) != expected);
        write_line(&mut database, 8, &left[24..27]);
        assert_eq!(games(&database), expected, "turned: {turned}");
    }
}
