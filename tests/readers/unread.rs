//! What cannot be read, or not to its end, is told, kept and listed; pipes are read as streams.
#![cfg(unix)]

use crate::common::{desk, stdout, xqdb};
use std::io::{Read as _, Write as _};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const GAME: &str = "[Event \"a\"]\n[Red \"b\"]\n\n1. h2e2 h9g7 2. h0g2 *\n\n";

/// Status and stderr of the program.
fn run(db: &Path, args: &[&str]) -> (i32, String) {
    let output = xqdb(db, args);
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// Waits until a file is there.
fn wait_for(path: &Path) {
    let begun = Instant::now();
    while !path.exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{} is not there", path.display());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The status with which a process ends that is interrupted.
fn interrupted(child: &mut Child) -> Option<i32> {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "it goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_named_pipe_is_read_as_a_stream() {
    let (folder, db) = desk();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let name = pipe.to_str().unwrap();
    for command in ["import", "convert"] {
        std::thread::scope(|scope| {
            scope.spawn(|| std::fs::write(&pipe, GAME.repeat(3)));
            let output = xqdb(&db, &[command, name]);
            assert!(output.status.success(), "{command}");
            let records = match command {
                "convert" => String::from_utf8(output.stdout).unwrap().lines().count(),
                _ => stdout(&db, &["dump"], 0).lines().filter(|line| line.contains("ok")).count(),
            };
            assert!(records >= 3, "{command}: {records}");
        });
    }
}

/// A pipe that has the name of a file beside another, and that nobody writes to, stops nobody.
#[test]
fn a_pipe_beside_a_table_of_moves_is_not_waited_for() {
    let (folder, db) = desk();
    let tables = folder.path().join("tables");
    std::fs::create_dir(&tables).unwrap();
    let moves = "game_id,ply,move\n1,1,h2e2\n1,2,h9g7\n1,3,h0g2\n";
    std::fs::write(tables.join("moves.csv"), moves).unwrap();
    assert!(Command::new("mkfifo").arg(tables.join("games.csv")).status().unwrap().success());
    // Whoever waits for it gets an end after a while, so that the test has one.
    let (done, wait) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let pipe = tables.join("games.csv");
        let is_waited_for = scope.spawn(move || {
            let is_late = wait.recv_timeout(std::time::Duration::from_secs(20)).is_err();
            is_late && std::fs::write(&pipe, "id,red\n1,x\n").is_ok()
        });
        let output = xqdb(&db, &["convert", tables.to_str().unwrap()]);
        done.send(()).unwrap_or_default();
        assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 1);
        assert!(!is_waited_for.join().unwrap(), "the pipe was waited for");
    });
}

#[test]
fn devices_and_sockets_are_refused_by_name() {
    let (folder, db) = desk();
    let socket = folder.path().join("socket");
    let _listener = UnixListener::bind(&socket).unwrap();
    for path in ["/dev/zero", socket.to_str().unwrap()] {
        for command in ["import", "convert"] {
            let (status, said) = run(&db, &[command, path]);
            assert_eq!(status, 2, "{command} {path}: {said}");
            assert!(said.contains(path), "{command} {path}: {said}");
        }
    }
}

#[test]
fn one_interrupt_ends_an_import_from_a_silent_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_xqdb"))
        .args(["import", "-", "--db"])
        .arg(folder.path().join("a.db"))
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.as_mut().unwrap().write_all(GAME.as_bytes()).unwrap();
    // Until the database is there, the handler may not be.
    wait_for(&folder.path().join("a.db"));
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(interrupted(&mut child), Some(130));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(said.contains("interrupted"), "{said}");
}

#[test]
fn an_interrupted_conversion_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let (out, part) = (folder.path().join("out.jsonl"), folder.path().join("out.jsonl.part"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_xqdb"))
        .args(["convert", "-", "--to", "jsonl", "-o"])
        .arg(&out)
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.as_mut().unwrap().write_all(GAME.as_bytes()).unwrap();
    // The handler is there before the file.
    wait_for(&part);
    assert_eq!(interrupted(&mut child), Some(130));
    assert!(!part.exists() && !out.exists());
}

#[test]
fn what_was_not_read_is_listed_with_its_reason() {
    let (folder, db) = desk();
    let qipu = folder.path().join("qipu");
    std::fs::create_dir_all(&qipu).unwrap();
    let files: [(&str, &[u8], &str); 14] = [
        ("a.png", b"\x89PNG\r\n\x1a\nxx", "a picture"),
        ("b.exe", b"MZ\x90\0", "a program"),
        ("c.txt", b"Thank you for the files.\n", "a text that speaks of no games"),
        ("d.html", b"<p>Thank you</p>\n", "a page that speaks of no games"),
        ("e.txt", b"", "empty"),
        ("f.txt", b" \n\n", "nothing but blanks"),
        ("g.dat", b"\0\x01\x02junk\0", "no known format"),
        ("h.pdf", b"%PDF-1.4\n", "no known format: a PDF document; copy its text into a file"),
        (
            "j.xls",
            b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0",
            "no known format: a document of an old office program; save it as text",
        ),
        (
            "k.db3",
            b"SQLite format 3\0\x10",
            "no known format: an SQLite database; export its tables as CSV",
        ),
        (
            "l.chm",
            b"ITSF\x03\0",
            "no known format: a compiled help file; `7z x FILE` unpacks it, then import the folder",
        ),
        (
            "n.txq",
            b"\x01\0\x02\0",
            "no known format: its layout is not public; save it as PGN in its program",
        ),
        (
            "o.EGF",
            b"a text without a NUL",
            "no known format: its layout is not public; save it as PGN in its program",
        ),
        (
            "m.ace",
            b"\0\0\0\0\0\0\0**ACE**\0",
            "ace archives are not read: unpack it first, then import the folder",
        ),
    ];
    for (name, bytes, _) in files {
        std::fs::write(qipu.join(name), bytes).unwrap();
    }
    std::fs::write(qipu.join("z.pgn"), GAME).unwrap();
    run(&db, &["import", qipu.to_str().unwrap()]);
    let listed = stdout(&db, &["report", "--unread"], 0);
    for (name, _, reason) in files {
        let line =
            listed.lines().skip_while(|line| !line.ends_with(name)).nth(1).unwrap_or_default();
        assert!(line.ends_with(reason), "{name}: {line}");
    }
    let (_, said) = run(&db, &["report", "--unread", "--limit", "2"]);
    assert!(said.contains("2 are listed, and 12 more"), "{said}");
    assert_eq!(stdout(&db, &["report", "--unread", "--limit", "2"], 0).lines().count(), 4);
    // It goes with its source.
    run(&db, &["forget", qipu.to_str().unwrap()]);
    stdout(&db, &["verify"], 0);
}

#[test]
fn what_is_too_large_to_be_read_whole_is_set_aside_and_listed() {
    let (folder, db) = desk();
    let file = folder.path().join("large.xqf");
    let mut large = std::fs::File::create(&file).unwrap();
    large.write_all(b"XQ\x0a").unwrap();
    large.set_len(2 << 30).unwrap();
    let path = file.to_str().unwrap();
    let (status, said) = run(&db, &["import", "--memory", "256M", path]);
    assert_eq!(status, 3, "{said}");
    assert!(said.contains("--memory"), "{said}");
    let listed = stdout(&db, &["report"], 0);
    assert!(listed.contains("large.xqf") && listed.contains("--memory"), "{listed}");
    // It is forgotten with its folder.
    run(&db, &["forget", path]);
    assert!(!stdout(&db, &["report"], 1).contains("large.xqf"));
}

#[test]
fn a_damaged_archive_is_listed_until_it_is_read() {
    let (folder, db) = desk();
    let file = folder.path().join("games.pgn.gz");
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    gz.write_all(GAME.repeat(2000).as_bytes()).unwrap();
    let sound = gz.finish().unwrap();
    let mut damaged = sound.clone();
    let last = damaged.len() - 6;
    damaged[last] ^= 1;
    let path = file.to_str().unwrap();
    std::fs::write(&file, damaged).unwrap();
    for _ in 0..2 {
        let (status, said) = run(&db, &["import", path]);
        assert_eq!(status, 3, "{said}");
        assert!(!said.contains("imported before"), "{said}");
        assert!(stdout(&db, &["report"], 0).contains("games.pgn.gz"));
    }
    std::fs::write(&file, sound).unwrap();
    assert_eq!(run(&db, &["import", path]).0, 0);
    assert!(!stdout(&db, &["report"], 1).contains("games.pgn.gz"));
    stdout(&db, &["verify"], 0);
}

/// The library that the project has for its tests.
fn library() -> Vec<u8> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/formats/cbl");
    let packed = std::fs::File::open(fixtures.join("library.cbl.gz")).unwrap();
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(packed).read_to_end(&mut bytes).unwrap();
    bytes
}

/// A library that has the third game of the other a number of times, each in a slot of its own.
fn large_library(games: usize) -> Vec<u8> {
    const INDEX: usize = 66_624;
    const ENTRY: usize = 276;
    const SLOT: usize = 4096;
    let small = library();
    let entry = &small[INDEX + 2 * ENTRY..][..ENTRY];
    // Two slots of the first game, one of the second.
    let slot = &small[INDEX + 5 * ENTRY + 3 * SLOT..][..SLOT];
    let mut bytes = small[..INDEX].to_vec();
    // No entry is deleted.
    bytes[56..60].fill(0);
    bytes[60..64].copy_from_slice(&(games as u32).to_le_bytes());
    for ordinal in 1..=games as u32 {
        let at = bytes.len();
        bytes.extend_from_slice(entry);
        bytes[at + 4..at + 8].copy_from_slice(&ordinal.to_le_bytes());
    }
    for _ in 0..games {
        bytes.extend_from_slice(slot);
    }
    bytes
}

#[test]
fn a_large_library_is_read_whole_or_set_aside_with_the_reason() {
    let (folder, db) = desk();
    let file = folder.path().join("a.cbl");
    let path = file.to_str().unwrap();
    // Larger than what is read whole of other formats with this memory.
    let bytes = large_library(5_000);
    assert!(bytes.len() > 20 << 20);
    std::fs::write(&file, &bytes).unwrap();
    let (status, said) = run(&db, &["import", "--memory", "256M", path]);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("5,000  records ("), "{said}");
    // Larger than what is read whole of a library.
    let sparse = std::fs::File::options().write(true).open(&file).unwrap();
    sparse.set_len(80 << 20).unwrap();
    let (status, said) = run(&db, &["import", "--memory", "256M", path]);
    assert_eq!(status, 3, "{said}");
    assert!(said.contains("64 MiB"), "{said}");
    assert!(stdout(&db, &["report"], 0).contains("a.cbl"));
}

#[test]
fn damage_outside_of_records_is_told_by_convert_and_import() {
    let (folder, db) = desk();
    let file = folder.path().join("a.cbl");
    let mut bytes = library();
    bytes.insert(70_000, b'x');
    std::fs::write(&file, bytes).unwrap();
    let path = file.to_str().unwrap();
    for command in ["convert", "import"] {
        let (status, said) = run(&db, &[command, path]);
        assert_eq!(status, 3, "{command}: {said}");
        assert!(said.contains("damage") || said.contains("stands elsewhere"), "{said}");
    }
}

#[test]
fn what_is_still_unread_is_named_by_every_import() {
    let (folder, db) = desk();
    let qipu = folder.path().join("qipu");
    std::fs::create_dir(&qipu).unwrap();
    std::fs::write(qipu.join("game.pgn"), GAME).unwrap();
    // The same under two names: neither is passed over in silence.
    for name in ["unread.dat", "copy.dat"] {
        std::fs::write(qipu.join(name), b"XQ\0\x01\x02\x03\xFE\xFD").unwrap();
    }
    let path = qipu.to_str().unwrap();
    for time in 1..=3 {
        let (status, said) = run(&db, &["import", path]);
        assert_eq!(status, 3, "import {time}: {said}");
        assert!(said.contains("unread.dat") && said.contains("copy.dat"), "{time}: {said}");
        let listed = stdout(&db, &["report", "--unread"], 0);
        assert!(listed.contains("unread.dat") && listed.contains("copy.dat"), "{time}: {listed}");
    }
    assert_eq!(run(&db, &["convert", "--to", "jsonl", path]).0, 3);
    for name in ["unread.dat", "copy.dat"] {
        std::fs::write(qipu.join(name), GAME).unwrap();
    }
    assert_eq!(run(&db, &["import", path]).0, 0);
    stdout(&db, &["report", "--unread"], 1);
}

#[test]
fn a_database_in_its_own_folder_is_no_archive() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    std::fs::write(folder.path().join("game.pgn"), GAME).unwrap();
    let db = folder.path().join("xqdb.db");
    for time in 1..=2 {
        let (status, said) = run(&db, &["import", path]);
        assert_eq!((status, said.contains("xqdb.db")), (0, false), "import {time}: {said}");
    }
    assert_eq!(run(&db, &["convert", "--to", "jsonl", path]).0, 0);
    // Somebody else's is named, and one's own when it is asked for.
    std::fs::copy(&db, folder.path().join("old.db")).unwrap();
    let (status, said) = run(&db, &["import", path]);
    assert_eq!((status, said.contains("old.db")), (3, true), "{said}");
    let (status, said) = run(&db, &["import", db.to_str().unwrap()]);
    assert_eq!((status, said.contains("xqdb.db")), (3, true), "{said}");
}

#[test]
fn an_audit_tells_what_it_could_not_read() {
    let (folder, db) = desk();
    let file = folder.path().join("a.cbl");
    let mut bytes = library();
    bytes.insert(70_000, b'x');
    std::fs::write(&file, bytes).unwrap();
    for args in [&["audit"][..], &["audit", "--repetition"]] {
        let (status, said) = run(&db, &[args, &[file.to_str().unwrap()]].concat());
        assert_eq!(status, 3, "{said}");
        assert!(said.contains("stands elsewhere"), "{said}");
    }
}

#[test]
fn only_what_was_named_and_cannot_be_opened_is_an_error() {
    let (folder, db) = desk();
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    std::fs::write(games.join("a.pgn"), GAME).unwrap();
    std::fs::write(games.join("b.rar"), b"Rar!\x1a\x07\x01\0 and so on").unwrap();
    let path = games.to_str().unwrap();
    for command in ["import", "convert"] {
        let (status, said) = run(&db, &[command, path]);
        assert!(status == 3 && said.contains("b.rar"), "{command}: {status}: {said}");
        let (status, said) = run(&db, &[command, path, "nowhere.pgn"]);
        assert!(status == 2 && said.contains("nowhere.pgn"), "{command}: {status}: {said}");
    }
}

#[test]
fn set_aside_means_the_same_everywhere() {
    let (folder, db) = desk();
    let file = folder.path().join("a.pgn");
    // The second is a game of which not one move can be played.
    let games = format!("{GAME}[Event \"c\"]\n[Red \"d\"]\n\n1. h2h2 h9g7 2. h0g2 *\n");
    std::fs::write(&file, games).unwrap();
    let output = xqdb(&db, &["import", "--lang", "en", file.to_str().unwrap()]);
    let told = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(told.concat().contains("1    set aside"), "{told:?}");
    let held: serde_json::Value =
        serde_json::from_str(&stdout(&db, &["stats", "--format", "json"], 0)).unwrap();
    assert_eq!(held["by_status"], serde_json::json!([["ok", 1], ["rejected", 1]]));
    let report = stdout(&db, &["report", "--lang", "en"], 0);
    assert!(report.contains("1  record set aside"), "{report}");
    assert!(!report.contains("whose main line ends early"), "{report}");
}
