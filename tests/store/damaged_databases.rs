//! Databases that are damaged, old, foreign, empty or cannot be written.

use crate::common::{desk, imported, records, stdout, xqdb};
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the program says in the end, which is an error.
fn refused(db: &Path, args: &[&str]) -> String {
    let output = xqdb(db, args);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    said
}

fn change(db: &Path, sql: &str) {
    let conn = Connection::open(db).unwrap();
    conn.execute_batch("pragma foreign_keys = off").unwrap();
    assert!(conn.execute(sql, []).unwrap() > 0, "{sql}");
}

/// The key of a game that `sql` names.
fn key(db: &Path, sql: &str) -> String {
    Connection::open(db).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
}

/// Every file of a folder with its bytes.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<(PathBuf, Vec<u8>)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.clone(), std::fs::read(path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn a_start_that_cannot_be_read_is_damage() {
    let (_folder, db) = imported();
    let game = key(&db, "select key from game where start is not null");
    change(&db, "update game set start = 'x' where start is not null");
    for args in [&["show", &game][..], &["dump"], &["search", "--kind", "all"]] {
        let said = refused(&db, args);
        assert!(said.contains("the database is damaged: a game begins from `x`"), "{said}");
    }
}

#[test]
fn moves_that_cannot_be_read_are_damage() {
    for moves in ["x'0000ff00'", "x'191619'"] {
        let (_folder, db) = imported();
        let game = key(&db, "select key from game where plies > 3 limit 1");
        change(&db, &format!("update game set moves = {moves} where plies > 3"));
        let said = refused(&db, &["show", &game]);
        assert!(said.contains("the database is damaged"), "{said}");
    }
}

#[test]
fn a_result_that_is_none_is_damage() {
    let (_folder, db) = imported();
    let game = key(&db, "select key from game where plies > 3 limit 1");
    change(&db, "update game set result = 'won'");
    assert!(refused(&db, &["show", &game]).contains("the database is damaged"));
}

#[test]
fn a_report_that_cannot_be_read_is_damage() {
    for column in ["error", "damaged", "warnings"] {
        let (_folder, db) = imported();
        change(&db, &format!("update record set {column} = '{{' where id = 1"));
        let said = refused(&db, &["report"]);
        assert!(said.contains("the database is damaged"), "{column}: {said}");
    }
    let (_folder, db) = imported();
    change(&db, "update source set damage = '[[' where id = 1");
    assert!(refused(&db, &["report"]).contains("the database is damaged"));
}

#[test]
fn a_missing_chunk_of_facts_stops_an_import() {
    let (folder, db) = imported();
    // What follows would otherwise get ids that are taken.
    change(&db, "update facts set chunk = 1");
    let file = folder.path().join("more.pgn");
    std::fs::write(&file, "[Red \"x\"]\n\n1. h2e2 h9g7 *\n").unwrap();
    let before = key(&db, "select count(*) || '' from game");
    let said = refused(&db, &["import", file.to_str().unwrap()]);
    assert!(said.contains("facts chunk 1 is out of place"), "{said}");
    assert_eq!(key(&db, "select count(*) || '' from game"), before);
}

#[test]
fn a_database_in_memory_is_refused() {
    let file = records();
    for args in [&["import", file.to_str().unwrap()][..], &["search"], &["verify"]] {
        let output = xqdb(Path::new(":memory:"), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
    let output = xqdb(Path::new(":memory:"), &["import", file.to_str().unwrap()]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("a database in memory would be lost"), "{said}");
    assert!(!Path::new(":memory:-lock").exists());
}

#[test]
fn what_is_not_ours_is_not_touched() {
    let (folder, db) = desk();
    let sqlite = |wal: bool| {
        let conn = Connection::open(&db).unwrap();
        if wal {
            conn.pragma_update(None, "journal_mode", "wal").unwrap();
        }
        conn.execute_batch("create table t (a)").unwrap();
    };
    let makers: [(&str, &dyn Fn(), &str); 5] = [
        ("empty", &|| std::fs::write(&db, "").unwrap(), "the file is empty"),
        ("text", &|| std::fs::write(&db, "no database").unwrap(), "not a database of xqdb"),
        ("long text", &|| std::fs::write(&db, "x".repeat(9000)).unwrap(), "not a database"),
        ("SQLite", &|| sqlite(false), "not a database of xqdb"),
        ("SQLite with a log", &|| sqlite(true), "not a database of xqdb"),
    ];
    for (name, make, expected) in makers {
        make();
        let before = files(folder.path());
        for args in [&["search"][..], &["stats"], &["verify"], &["dump"]] {
            let said = refused(&db, args);
            assert!(said.contains(expected), "{name}, {args:?}: {said}");
        }
        assert!(files(folder.path()) == before, "{name}: something was written");
        std::fs::remove_file(&db).unwrap();
    }
    assert_eq!(files(folder.path()), []);
}

#[test]
fn questions_write_nothing() {
    let (folder, db) = imported();
    let before = files(folder.path());
    for args in [&["search"][..], &["stats"], &["verify"], &["dump"], &["explore"]] {
        stdout(&db, args, 0);
    }
    assert!(files(folder.path()) == before);
}

/// Runs the program as one who may not write, when whoever runs the tests may write everywhere.
/// `None` where that cannot be.
fn as_reader(db: &Path, args: &[&str]) -> Option<(Option<i32>, String)> {
    let may_write = std::fs::write(db.with_file_name("probe"), "").is_ok();
    let program = env!("CARGO_BIN_EXE_xqdb");
    let mut command = if may_write {
        std::fs::remove_file(db.with_file_name("probe")).unwrap();
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", program]);
        command
    } else {
        Command::new(program)
    };
    let output = command.args(args).env("XQDB_DB", db).env("XQDB_LANG", "en").output().ok()?;
    let said = String::from_utf8(output.stdout).unwrap();
    let is_run = !String::from_utf8_lossy(&output.stderr).contains("setpriv:");
    is_run.then_some((output.status.code(), said))
}

#[cfg(unix)]
#[test]
fn where_nothing_can_be_written_questions_are_answered() {
    use std::os::unix::fs::PermissionsExt as _;
    let (folder, db) = imported();
    let dump = stdout(&db, &["dump"], 0);
    let read_only = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    // A copy with its log: what was committed last is only there.
    let with_log = tempfile::tempdir().unwrap();
    let copy = with_log.path().join("test.db");
    let conn = Connection::open(&db).unwrap();
    conn.pragma_update(None, "wal_autocheckpoint", 0).unwrap();
    conn.execute("update source set options = 'only in the log'", []).unwrap();
    std::fs::copy(&db, &copy).unwrap();
    std::fs::copy(folder.path().join("test.db-wal"), with_log.path().join("test.db-wal")).unwrap();
    conn.execute("update source set options = ''", []).unwrap();
    drop(conn);
    for folder in [folder.path(), with_log.path()] {
        for (file, _) in files(folder) {
            read_only(&file, 0o444);
        }
        read_only(folder, 0o555);
    }
    let answers = as_reader(&db, &["dump"]).zip(as_reader(&copy, &["dump"]));
    let refused = as_reader(&db, &["optimize"]);
    read_only(folder.path(), 0o755);
    read_only(with_log.path(), 0o755);
    let Some((plain, logged)) = answers else {
        eprintln!("left out: there is nobody who may not write");
        return;
    };
    assert_eq!(plain, (Some(0), dump));
    assert_eq!(logged.0, Some(0));
    assert!(logged.1.contains("only in the log"), "what was committed is there");
    assert_eq!(refused.unwrap().0, Some(2), "what writes is refused");
}

#[test]
fn a_backup_without_its_log_is_answered() {
    let (folder, db) = imported();
    let dump = stdout(&db, &["dump"], 0);
    let copy = folder.path().join("copy.db");
    stdout(&db, &["backup", copy.to_str().unwrap()], 0);
    assert_eq!(stdout(&copy, &["dump"], 0), dump);
}

#[test]
fn an_older_database_is_brought_up_to_date_by_who_writes() {
    let (folder, db) = desk();
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/v1.db"), &db).unwrap();
    let version = |db: &Path| key(db, "select user_version || '' from pragma_user_version");
    assert_eq!(version(&db), "6");
    // Asked as it is.
    let before = files(folder.path());
    let dump = stdout(&db, &["dump"], 0);
    stdout(&db, &["search", "--player", "周许功"], 0);
    stdout(&db, &["verify"], 0);
    assert!(files(folder.path()) == before, "questions change nothing");
    stdout(&db, &["optimize"], 0);
    assert!(version(&db).parse::<u32>().unwrap() > 6);
    stdout(&db, &["verify"], 0);
    assert_eq!(stdout(&db, &["dump"], 0), dump);
    // From now on changes are noticed.
    change(&db, "update player set name = 'X' || name where id = 1");
    assert!(refused(&db, &["verify"]).contains("a row of `player` has changed by itself"));
}

/// `tests/data/v21.db` holds `tests/data/records` as the program of version 21 read them.
#[test]
fn a_database_of_version_21_holds_what_an_import_makes_today() {
    let (folder, db) = desk();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    std::fs::copy(data.join("v21.db"), &db).unwrap();
    let dump = stdout(&db, &["dump"], 0);
    stdout(&db, &["optimize"], 0);
    stdout(&db, &["verify"], 0);
    assert_eq!(stdout(&db, &["dump"], 0), dump);
    let fresh = folder.path().join("fresh.db");
    stdout(&fresh, &["import", data.join("records").to_str().unwrap()], 0);
    // The places of sources differ.
    let without_places = |dump: &str| -> Vec<String> {
        let lines = dump.lines().filter(|line| !line.starts_with("{\"source\""));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(without_places(&stdout(&fresh, &["dump"], 0)), without_places(&dump));
    // So are the names that are one, and what they were found by.
    for sql in [
        "select * from joined order by key",
        "select count(*), group_concat(red || ' ' || black, '; ') from named_otherwise",
    ] {
        let [old, new] = [&db, &fresh].map(|db| stdout(db, &["sql", "--format", "csv", sql], 0));
        assert_eq!(old, new, "{sql}");
    }
}

#[test]
fn a_database_too_old_to_be_asked_says_so() {
    let (folder, db) = imported();
    Connection::open(&db).unwrap().pragma_update(None, "user_version", 5).unwrap();
    let before = files(folder.path());
    assert!(refused(&db, &["search"]).contains("the database has version 5"));
    assert!(files(folder.path()) == before);
}

#[test]
fn a_content_that_comes_back_under_another_name_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    let db = folder.path().join("test.db");
    let game = |mv: &str| format!("[Red \"x\"]\n[Black \"y\"]\n\n1. {mv} h9g7 *\n");
    std::fs::write(games.join("a.pgn"), game("h2e2")).unwrap();
    stdout(&db, &["import", games.to_str().unwrap()], 0);
    // `a.pgn` is now another, and its former content has moved to `b.pgn`.
    std::fs::rename(games.join("a.pgn"), games.join("b.pgn")).unwrap();
    std::fs::write(games.join("a.pgn"), game("b2e2")).unwrap();
    stdout(&db, &["import", games.to_str().unwrap()], 0);
    let fresh = folder.path().join("fresh.db");
    stdout(&fresh, &["import", games.to_str().unwrap()], 0);
    assert_eq!(stdout(&db, &["dump"], 0), stdout(&fresh, &["dump"], 0));
    stdout(&db, &["verify"], 0);
}
