//! An import keeps to its `--memory`, a tenth more allowed, whatever a file holds: comments by the
//! million, tags by the million, one line without an end.

use crate::common::stdout;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// `--memory 256M` and a tenth, in KiB.
const MOST: u64 = 256 * 1024 * 11 / 10;

/// The most memory that an import of these files ever has, in KiB.
fn peak(db: &Path, threads: &str, folder: &Path) -> u64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xqdb"));
    command.args(["import", "--quiet", "--memory", "256M", "-j", threads]).arg(folder);
    command.env("XQDB_DB", db).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let status = std::fs::read_to_string(&status).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let now = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
        peak = peak.max(now.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(child.wait().unwrap().code().is_some());
    peak
}

/// A file with one record: `count` pieces of text between tags and result.
fn write(path: &Path, head: &str, count: u32, piece: impl Fn(u32) -> String, end: &str) {
    let mut file = BufWriter::new(File::create(path).unwrap());
    file.write_all(head.as_bytes()).unwrap();
    (0..count).for_each(|number| file.write_all(piece(number).as_bytes()).unwrap());
    file.write_all(end.as_bytes()).unwrap();
}

fn comments(path: &Path, count: u32) {
    let comment = |number| format!("{{comment line {number}}}\n");
    write(path, "[Event \"x\"]\n\n1. h2e2 ", count, comment, "h9g7 1-0\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_record_of_comments_keeps_to_the_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (db, files) = (folder.path().join("games.db"), folder.path().join("files"));
    std::fs::create_dir(&files).unwrap();
    comments(&files.join("a.pgn"), 700_000);
    let peak = peak(&db, "2", &files);
    assert!((1..MOST).contains(&peak), "{peak} KiB");
    stdout(&db, &["verify"], 0);
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "long: 400 MB of hostile files, two minutes"]
fn hostile_files_keep_to_the_memory() {
    let folder = tempfile::tempdir().unwrap();
    for (name, threads) in [("comments", "2"), ("tags", "2"), ("line", "2"), ("eight", "8")] {
        let (db, files) = (folder.path().join("games.db"), folder.path().join("files"));
        std::fs::create_dir(&files).unwrap();
        let file = files.join("a.pgn");
        match name {
            "comments" => comments(&file, 2_000_000),
            "tags" => {
                let tag = |number| format!("[T{number} \"v{number}\"]\n");
                write(&file, "[Event \"x\"]\n", 1_000_000, tag, "\n1. h2e2 h9g7 1-0\n");
            }
            "line" => {
                write(&file, "[Event \"x\"]\n\n1. h2e2 ", 20_000_000, |_| "h9g7 ".into(), "1-0\n");
            }
            _ => {
                (0..8).for_each(|number| comments(&files.join(format!("{number}.pgn")), 2_000_000))
            }
        }
        let peak = peak(&db, threads, &files);
        println!("{name}: {} MiB", peak >> 10);
        assert!((1..MOST).contains(&peak), "{name}: {peak} KiB");
        std::fs::remove_dir_all(&files).unwrap();
        std::fs::remove_file(&db).unwrap();
    }
}
