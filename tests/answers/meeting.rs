//! Archives meet: whatever came from files or out of other archives, the archive is the same.

use crate::common::{records, stdout, xqdb};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder with two parts of some records, which have games, a copy and a damaged record in
/// common.
struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        let desk = Desk { folder: tempfile::tempdir().unwrap() };
        let sources = records();
        let tests = sources.parent().unwrap();
        let copy = |part: &str, from: &str, name: &str| {
            let to = desk.path(part).join(name);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(tests.join(from), to).unwrap();
        };
        for (part, from, name) in [
            ("a", "records/gbk/changfeng.pgn", "changfeng.pgn"),
            ("a", "records/qing-dynasty.pgn", "old/qing.pgn"),
            ("a", "damaged/qing-dynasty.pgn", "old/torn.pgn"),
            ("a", "tour/qipu/杂录/headings.pgn", "headings.pgn"),
            ("b", "records/big5/changfeng-1988.pgn", "changfeng.pgn"),
            ("b", "records/qing-dynasty.pgn", "copy.pgn"),
            ("b", "records/more.pgn.gz", "more.pgn.gz"),
            ("b", "records/pawn-opening.xqf", "pawn-opening.xqf"),
            ("b", "records/handicap.pgn", "handicap.pgn"),
            ("b", "tour/damaged/variation.pgn", "variation.pgn"),
            ("b", "tour/damaged/torn.pgn", "torn.pgn"),
        ] {
            copy(part, from, name);
        }
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Imports into a database; what it says.
    fn import(&self, db: &str, paths: &[&str]) -> (Option<i32>, String) {
        let db = self.path(db);
        let paths: Vec<PathBuf> = paths.iter().map(|path| self.path(path)).collect();
        let mut args = vec!["import"];
        args.extend(paths.iter().map(|path| path.to_str().unwrap()));
        let output = xqdb(&db, &args);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }

    fn dump(&self, db: &str) -> String {
        stdout(&self.path(db), &["dump"], 0)
    }

    fn run(&self, db: &str, args: &[&str]) -> String {
        stdout(&self.path(db), args, 0)
    }

    fn export(&self, db: &str, part: &str, filters: &[&str]) {
        let part = self.path(part);
        let mut args = vec!["export", "--to", "xqdb", "--output", part.to_str().unwrap()];
        args.extend(filters);
        self.run(db, &args);
    }
}

#[test]
fn archives_meet_as_their_files_would() {
    let desk = Desk::new();
    desk.import("all.db", &["a", "b"]);
    desk.import("a.db", &["a"]);
    desk.import("b.db", &["b"]);
    let (all, a, b) = (desk.dump("all.db"), desk.dump("a.db"), desk.dump("b.db"));
    assert!(a != all && b != all && a.contains("partial"), "there is something to tell");
    // In either order, among files, and both into a new one.
    desk.import("ab.db", &["a", "b.db"]);
    desk.import("ba.db", &["b"]);
    desk.import("ba.db", &["a.db"]);
    desk.import("new.db", &["b.db", "a.db"]);
    for met in ["ab.db", "ba.db", "new.db"] {
        assert!(desk.dump(met) == all, "{met}");
        // A report is in the order of imports.
        let trouble = |db: &str| {
            let told = xqdb(&desk.path(db), &["report", "--all"]).stdout;
            let mut lines: Vec<_> = told.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
            lines.sort();
            lines
        };
        assert_eq!(trouble(met), trouble("all.db"));
        // Again there is nothing new, neither from archives nor from the files.
        let (_, told) = desk.import(met, &["a.db", "b.db", "a", "b"]);
        assert!(!told.contains(" records ("), "{told}");
        assert!(desk.dump(met) == all, "{met}");
    }
    // What came is taken back by the places of its files.
    desk.run("new.db", &["forget", desk.path("b").to_str().unwrap()]);
    assert!(desk.dump("new.db") == a);
    desk.run("new.db", &["verify"]);
    // All of an archive goes out as it came in, and the other one was only read.
    desk.export("all.db", "whole.db", &[]);
    assert!(desk.dump("whole.db") == all);
    assert!(desk.dump("a.db") == a && desk.dump("b.db") == b);
}

#[test]
fn parts_come_together_again() {
    let desk = Desk::new();
    desk.import("all.db", &["a", "b"]);
    let all = desk.dump("all.db");
    let keys = |db: &str, args: &[&str]| {
        let lines =
            desk.run(db, &[&["search", "--limit", "1000", "--format", "jsonl"], args].concat());
        let key = |line: &str| {
            let game: serde_json::Value = serde_json::from_str(line).unwrap();
            game["key"].as_str().unwrap().to_owned()
        };
        let mut keys: Vec<String> = lines.lines().map(key).collect();
        keys.sort();
        keys
    };
    // A part has the games that were asked for, each with all of its witnesses.
    let later = &["--since", "1989"];
    desk.export("all.db", "later.db", later);
    assert_eq!(keys("later.db", &[]), keys("all.db", later));
    let part = desk.dump("later.db");
    let records = |dump: &str, key: &str| {
        let named = format!("\"game\":\"{key}\"");
        dump.lines().filter(|line| line.starts_with("{\"record\"") && line.contains(&named)).count()
    };
    for key in keys("later.db", &[]) {
        assert_eq!(records(&part, &key), records(&all, &key), "{key}");
    }
    assert!(part.contains("\"options\":\"excerpt\""), "a source is not whole");
    // The file itself is read as if there were no part of it.
    desk.import("later.db", &["a", "b"]);
    assert!(desk.dump("later.db") == all);
    // Parts of one source complement each other, and a whole source takes their place.
    desk.export("all.db", "before.db", &["--until", "1988"]);
    desk.export("all.db", "later.db", &["--since", "1989", "--force"]);
    desk.import("both.db", &["before.db", "later.db"]);
    desk.import("turned.db", &["later.db", "before.db"]);
    assert!(desk.dump("both.db") == desk.dump("turned.db"));
    desk.run("both.db", &["verify"]);
    let (_, told) = desk.import("both.db", &["later.db"]);
    assert!(!told.contains(" records ("), "{told}");
    desk.import("both.db", &["all.db"]);
    assert!(desk.dump("both.db") == all);
    // A part adds nothing to the whole.
    desk.import("all.db", &["before.db"]);
    assert!(desk.dump("all.db") == all);
}

#[test]
fn another_content_at_the_same_place_is_kept_beside() {
    let desk = Desk::new();
    let file = desk.path("a/changfeng.pgn");
    desk.import("a.db", &["a/changfeng.pgn"]);
    fs::copy(desk.path("b/changfeng.pgn"), &file).unwrap();
    desk.import("b.db", &["a/changfeng.pgn"]);
    let (status, told) = desk.import("a.db", &["b.db"]);
    assert_eq!(status, Some(0), "{told}");
    let place = file.canonicalize().unwrap().display().to_string();
    let folder = desk.path("a").canonicalize().unwrap().display().to_string();
    assert!(told.contains(&format!("{place}: kept as {folder}/~")), "{told}");
    let both = desk.dump("a.db");
    let (_, told) = desk.import("a.db", &["b.db"]);
    assert!(!told.contains(" records (") && desk.dump("a.db") == both, "{told}");
    assert_eq!(desk.run("a.db", &["search", "--count"]).trim(), "3");
    // What is forgotten here leaves what came.
    let file = file.to_str().unwrap();
    desk.run("a.db", &["forget", file]);
    assert_eq!(desk.run("a.db", &["search", "--count"]).trim(), "2");
}

#[test]
fn decisions_come_along() {
    let desk = Desk::new();
    desk.import("a.db", &["a"]);
    desk.import("b.db", &["a", "b"]);
    let key = desk.run("a.db", &["search", "--limit", "1", "--format", "jsonl"]);
    let key: serde_json::Value = serde_json::from_str(&key).unwrap();
    let date = format!("game:{}.date", key["key"].as_str().unwrap());
    desk.run("a.db", &["decide", "set", &date, "1977", "--reason", "the book"]);
    desk.run("b.db", &["decide", "set", &date, "1978", "--reason", "another book"]);
    desk.run("b.db", &["decide", "same", "player:林一舟", "player:周许功", "--reason", "test"]);
    let (status, told) = desk.import("a.db", &["b.db"]);
    assert_eq!(status, Some(3), "{told}");
    assert!(told.contains("1  decision came") && told.contains("left out: set"), "{told}");
    let decided = desk.run("a.db", &["decisions", "export"]);
    assert!(decided.contains("1977") && !decided.contains("1978") && decided.contains("林一舟"));
    // A part has those about its games and names.
    desk.export("a.db", "part.db", &["--player", "周许功"]);
    assert!(desk.run("part.db", &["decisions", "export"]).contains("林一舟"));
}

#[test]
fn what_is_wrong_with_another_archive_is_told_and_nothing_taken() {
    let desk = Desk::new();
    desk.import("a.db", &["a"]);
    desk.import("b.db", &["b"]);
    let before = desk.dump("a.db");
    let refused = |db: &str, why: &str| {
        let (status, told) = desk.import("a.db", &[db]);
        assert_eq!(status, Some(3), "{told}");
        assert!(told.contains(why), "{told}");
        assert!(desk.dump("a.db") == before);
    };
    refused("a.db", "it is the database itself");
    let bytes = fs::read(desk.path("b.db")).unwrap();
    let alter = |name: &str, sql: &str| {
        fs::write(desk.path(name), &bytes).unwrap();
        rusqlite::Connection::open(desk.path(name)).unwrap().execute_batch(sql).unwrap();
    };
    alter("record.db", "update record set result = '0-1' where id = 1");
    refused("record.db", "the database is damaged");
    alter("newer.db", "pragma user_version = 999");
    refused("newer.db", "the database has version 999");
    let half = &bytes[..bytes.len() / 2];
    fs::write(desk.path("half.db"), half).unwrap();
    refused("half.db", "");
    // An older one is brought up to date in a copy and stays as it is.
    alter("older.db", "drop table decision; pragma user_version = 17");
    let older = fs::read(desk.path("older.db")).unwrap();
    desk.import("a.db", &["older.db"]);
    desk.import("all.db", &["a", "b"]);
    assert!(desk.dump("a.db") == desk.dump("all.db"));
    assert!(fs::read(desk.path("older.db")).unwrap() == older);
    assert!(is_alone(&desk.path("older.db")));
}

/// Whether nothing lies beside a database that was left in it.
fn is_alone(db: &Path) -> bool {
    ["-wal", "-shm", "-lock", "-partial"].iter().all(|ending| {
        let mut name = db.as_os_str().to_owned();
        name.push(ending);
        !Path::new(&name).exists()
    })
}
