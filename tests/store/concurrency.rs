//! Several programs at one database: readers beside an import, imports in turn, a backup of what is
//! being written.

use crate::common::games::by_dice;
use crate::common::{RECORDS, desk, records, stderr, stdout};
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
#[cfg(unix)]
use std::time::Duration;
use xqdb::store::WriteLock;

/// Different games with long comments, so that an import of little memory makes several batches.
fn write_games(file: &Path, seed: u64, games: u32) {
    let mut text = String::new();
    for number in 0..games {
        write!(text, "[Event \"{number}\"]\n[Result \"*\"]\n\n{{{:9000}}} ", "x").unwrap();
        for mv in by_dice(seed << 32 | u64::from(number)) {
            write!(text, "{mv} ").unwrap();
        }
        text += "*\n\n";
    }
    std::fs::write(file, text).unwrap();
}

fn import(db: &Path, path: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xqdb"));
    command.args(["import", "--memory", "256M"]).arg(path).env("XQDB_DB", db);
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn readers_and_backups_go_on_beside_an_import() {
    let (folder, db) = desk();
    let file = folder.path().join("large.pgn");
    stdout(&db, &["import", RECORDS], 0);
    write_games(&file, 1, 6000);
    let mut child = import(&db, &file);
    let (mut last, mut rounds) = (0, 0);
    while child.try_wait().unwrap().is_none() {
        let count: u64 = stdout(&db, &["search", "--count"], 0).trim().parse().unwrap();
        assert!(count >= last, "games do not vanish");
        last = count;
        stdout(&db, &["explore", "--quiet"], 0);
        let copy = folder.path().join(format!("{rounds}.db"));
        stdout(&db, &["backup", copy.to_str().unwrap()], 0);
        stdout(&copy, &["verify"], 0);
        let copied: u64 = stdout(&copy, &["search", "--count"], 0).trim().parse().unwrap();
        assert!(copied >= last, "what was there before is in the copy");
        rounds += 1;
    }
    assert!(child.wait().unwrap().success());
    stdout(&db, &["verify"], 0);
    let copy = folder.path().join("whole.db");
    stdout(&db, &["backup", copy.to_str().unwrap()], 0);
    assert!(stdout(&db, &["dump"], 0) == stdout(&copy, &["dump"], 0));
}

#[test]
fn imports_into_one_file_take_turns() {
    let folder = tempfile::tempdir().unwrap();
    let files = [1, 2, 3].map(|seed| {
        let file = folder.path().join(format!("{seed}.pgn"));
        write_games(&file, seed, 1000);
        file
    });
    let (together, apart) = (folder.path().join("together.db"), folder.path().join("apart.db"));
    let children: Vec<Child> = files.iter().map(|file| import(&together, file)).collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    for file in &files {
        assert!(import(&apart, file).wait_with_output().unwrap().status.success());
    }
    assert!(stdout(&together, &["dump"], 0) == stdout(&apart, &["dump"], 0));
    stdout(&together, &["verify"], 0);
}

#[test]
fn who_has_to_wait_says_so() {
    let (_folder, db) = desk();
    let lock = WriteLock::acquire(&db, || (), || false).unwrap().unwrap();
    let mut child = import(&db, &records());
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    assert_eq!(line, "another import is writing; waiting for it to end\n");
    drop(lock);
    said.read_to_string(&mut line).unwrap();
    assert!(child.wait().unwrap().success(), "{line}");
    assert!(line.contains("13  records ("), "{line}");
}

#[cfg(unix)]
#[test]
fn a_file_of_two_names_is_asked_and_not_written() {
    let (folder, db) = desk();
    stdout(&db, &["import", RECORDS], 0);
    let (other, count) = (folder.path().join("other.db"), ["search", "--count"]);
    let before = stdout(&db, &count, 0);
    std::fs::hard_link(&db, &other).unwrap();
    for db in [&db, &other] {
        assert_eq!(stdout(db, &count, 0), before);
        let said = stderr(db, &["import", RECORDS], 2);
        assert!(said.contains("has 2 names"), "{said}");
    }
    std::fs::remove_file(other).unwrap();
    stdout(&db, &["import", RECORDS], 0);
}

#[test]
fn a_backup_replaces_nothing_unasked() {
    let (folder, db) = desk();
    let copy = folder.path().join("copy.db");
    let target = copy.to_str().unwrap();
    let fails = |args: &[&str], why: &str| {
        let said = stderr(&db, args, 2);
        assert!(said.contains(why), "{said}");
    };
    fails(&["backup", target], "there is no database");
    stdout(&db, &["import", RECORDS], 0);
    std::fs::write(&copy, "mine").unwrap();
    fails(&["backup", target], "is there already");
    assert_eq!(std::fs::read_to_string(&copy).unwrap(), "mine");
    stdout(&db, &["backup", "--force", target], 0);
    assert_eq!(stdout(&db, &["dump"], 0), stdout(&copy, &["dump"], 0));
    fails(&["backup", "--force", db.to_str().unwrap()], "the database itself");
    fails(&["backup", folder.path().join("no/such.db").to_str().unwrap()], "cannot copy");
    let mut left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["copy.db", "test.db"], "nothing else is left");
}

/// Puts a number of empty pages behind a database: copying it takes a while.
#[cfg(unix)]
fn stretch(db: &Path, bytes: u64) {
    use std::os::unix::fs::FileExt as _;
    let file = std::fs::File::options().read(true).write(true).open(db).unwrap();
    let mut head = [0; 100];
    file.read_exact_at(&mut head, 0).unwrap();
    let page = u64::from(u16::from_be_bytes([head[16], head[17]]));
    file.write_all_at(&((bytes / page) as u32).to_be_bytes(), 28).unwrap();
    file.set_len(bytes).unwrap();
}

#[cfg(unix)]
#[test]
fn a_backup_that_is_stopped_leaves_nothing() {
    let (folder, db) = desk();
    let copy = folder.path().join("copy.db");
    let partial = folder.path().join("copy.db-partial");
    let files = || {
        let entries = std::fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    stdout(&db, &["import", RECORDS], 0);
    let sound = std::fs::read(&db).unwrap();
    let before = stdout(&db, &["dump"], 0);
    stretch(&db, 1 << 30);
    let stop = |signal: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xqdb"));
        let mut child = command.arg("backup").arg(&copy).env("XQDB_DB", &db).spawn().unwrap();
        while !partial.exists() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        child.wait().unwrap().code()
    };
    assert_eq!(stop("-INT"), Some(130));
    assert_eq!(files(), ["test.db"]);
    // Who is killed cannot tidy up; the next one does.
    assert_eq!(stop("-KILL"), None);
    assert!(partial.exists());
    std::fs::write(&db, &sound).unwrap();
    stdout(&db, &["backup", copy.to_str().unwrap()], 0);
    assert_eq!(files(), ["copy.db", "test.db"]);
    assert_eq!(stdout(&copy, &["dump"], 0), before);
}
