//! How commands end: what errors say, and with which status.

use crate::common::{damaged, desk, imported, records, stdout, xqdb};

#[test]
fn errors_help() {
    let (_folder, db) = desk();
    let said = |args: &[&str], status: i32| {
        let output = xqdb(&db, args);
        assert_eq!(output.status.code(), Some(status), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(said(&["search"], 2).contains("xqdb import"));
    assert!(said(&["search", "--moves", "炮二平五 马8进9 车一平九"], 2).contains("move 3"));
    assert!(said(&["search", "--fen", "9/9"], 2).contains("2 rows instead of 10"));
    assert!(said(&["convert", "--notation", "nonsense", "-"], 2).contains("chinese"));
    std::fs::write(&db, "not a database").unwrap();
    assert!(said(&["stats"], 2).contains("cannot open"));
}

/// The rule of docs/reliability.md, command by command. What is stopped is seen in `unread.rs` and
/// `concurrency.rs`.
#[test]
fn one_rule_says_how_every_command_ends() {
    let (folder, db) = imported();
    let file = |name: &str, text: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (sound, partial) = (records(), damaged());
    let (sound, partial) = (sound.to_str().unwrap(), partial.to_str().unwrap());
    let short = file("short.pgn", b"[Red \"a\"]\n\n1. h2e2 h9g7 *\n");
    let torn = file("torn.pgn.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03");
    let unknown = file("unknown.cbl", b"CCBridge? no");
    let (missing, copy) = (folder.path().join("missing.pgn"), folder.path().join("copy.db"));
    let (missing, copy) = (missing.to_str().unwrap(), copy.to_str().unwrap());
    let own = db.to_str().unwrap();
    let key = stdout(&db, &["search", "--limit", "1", "--format", "csv"], 0);
    let key = key.lines().nth(1).unwrap().split(',').next().unwrap();
    let cases: &[(&[&str], i32)] = &[
        (&["import", sound], 0),
        (&["import", partial], 3),
        (&["import", &unknown], 3),
        (&["import", &torn], 3),
        (&["import", missing], 2),
        (&["import", &torn, missing], 2),
        (&["convert", sound], 0),
        (&["convert", partial], 3),
        (&["convert", &unknown], 3),
        (&["convert", &torn, partial], 3),
        (&["convert", &torn, missing], 2),
        (&["convert", missing], 2),
        (&["audit", &short], 1),
        (&["audit", &unknown], 3),
        (&["audit", missing], 2),
        (&["notate", "炮二平五"], 0),
        (&["notate", "炮二平五", "马8进9", "车一平九"], 3),
        (&["notate", "--from", "nonsense", "h2e2"], 2),
        (&["config"], 0),
        (&["config", "lang", "klingon"], 2),
        (&["search"], 0),
        (&["search", "--until", "1900"], 1),
        (&["search", "--until", "1980/81"], 2),
        (&["search", "date:1980/01"], 2),
        (&["search", "--fen", "9/9"], 2),
        (&["export", "--source", "sound"], 1),
        (&["export", "--to", "jsonl"], 3),
        (&["export", "--to", "nonsense"], 2),
        (&["explore"], 0),
        (&["explore", "--fen", "9/9"], 2),
        (&["openings"], 0),
        (&["openings", "Z99"], 2),
        (&["first", "--moves", "h2e2"], 0),
        (&["first", "--fen", "9/9"], 2),
        (&["novelty", "--since", "1999-02-30"], 2),
        (&["critical"], 1),
        (&["endings", "--since", "1999-02-30"], 2),
        (&["repertoire", "nobody at all"], 1),
        (&["player", "nobody at all"], 1),
        (&["player", "林一舟", "--against", "林一舟"], 1),
        (&["player", "林一舟", "--format", "csv"], 2),
        (&["life", "--moves", "h2e2"], 0),
        (&["life", "--fen", "9/9"], 2),
        (&["ratings", "--since", "1999-02-30"], 2),
        (&["patterns"], 0),
        (&["people", "nobody at all"], 1),
        (&["people", "--list", missing], 2),
        (&["events", "--list", &short], 2),
        (&["events", "nothing at all"], 1),
        (&["event", "长风杯@1987"], 0),
        (&["event", "长风杯"], 2),
        (&["event", "长风杯@1987", "--standings", missing], 2),
        (&["event", "nothing at all"], 1),
        (&["show", key], 0),
        (&["show", "000000000000"], 1),
        (&["report"], 0),
        (&["report", "nowhere"], 1),
        (&["links", "000000000000"], 1),
        (&["collate", key], 0),
        (&["collate", "000000000000"], 1),
        (&["emend", key], 1),
        (&["cite", key], 0),
        (&["cite", "nothing"], 1),
        (&["reproduce", "nowhere.svg"], 2),
        (&["emend", "nowhere.pgn#1"], 1),
        (&["decisions"], 1),
        (&["undo", "same", "player:a", "player:b"], 1),
        (&["decide", "same", "player:a", "player:b", "--reason", "one man"], 0),
        (&["decide", "differ", "player:a", "player:b", "--reason", "two men"], 2),
        (&["decisions"], 0),
        (&["undo", "same", "player:a", "player:b"], 0),
        (&["decisions", "same", "player:a", "player:b", "--reason", "one man"], 0),
        (&["decisions", "undo", "same", "player:a", "player:b"], 0),
        (&["decisions", "undo", "same", "player:a", "player:b"], 1),
        (&["dump"], 0),
        (&["sql", "select 1"], 0),
        (&["sql", "select 1 where 0"], 1),
        (&["sql", "select"], 2),
        (&["stats"], 0),
        (&["verify"], 0),
        (&["backup", copy], 0),
        (&["backup", copy], 2),
        (&["optimize"], 0),
        (&["forget", missing], 1),
        (&["forget", partial], 0),
        (&["diff", copy, copy], 1),
        (&["diff", copy, own], 0),
        (&["diff", copy, missing], 2),
        (&["engine-book", sound], 2),
        (&["engine-book", missing], 2),
        (&["formats"], 0),
        (&["formats", sound], 2),
        (&["serve", "--port", "none"], 2),
        (&["reconcile", "--port", "none"], 2),
        (&["open", "--port", "none"], 2),
        (&["completions", "bash"], 0),
        (&["completions", "none"], 2),
        (&["man"], 0),
        (&["no-such-command"], 2),
    ];
    let mut faults = Vec::new();
    for (args, status) in cases {
        let output = xqdb(&db, args);
        if output.status.code() != Some(*status) {
            let said = String::from_utf8_lossy(&output.stderr);
            faults.push(format!("{args:?}: {:?}, not {status}: {said}", output.status.code()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    // Where there is no database, every command that needs one ends with 2.
    let nothing = folder.path().join("none.db");
    for (args, _) in cases.iter().filter(|(args, _)| {
        let without = [
            "import",
            "convert",
            "audit",
            "notate",
            "patterns",
            "diff",
            "formats",
            "completions",
            "config",
            "man",
        ];
        !without.contains(&args[0])
    }) {
        stdout(&nothing, args, 2);
    }
    let help = stdout(&db, &["--help"], 0);
    for name in crate::commands(&help) {
        assert!(cases.iter().any(|(args, _)| args[0] == name), "{name} is in no case");
    }
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reliability.md");
    let page = std::fs::read_to_string(page).unwrap();
    for status in [0, 1, 2, 3, 130] {
        assert!(page.contains(&format!("\n| {status} | ")), "{status} is not told");
    }
}

/// What cannot be written is no success, help included.
#[cfg(target_os = "linux")]
#[test]
fn output_that_goes_nowhere_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("games.db");
    let records = records();
    assert!(xqdb(&db, &["import", records.to_str().unwrap()]).status.code().is_some());
    for (line, says) in [
        ("help >/dev/full", "the disk is full"),
        ("--version >/dev/full", "the disk is full"),
        ("help >&-", "cannot write the output"),
        ("export --to pgn >&-", "cannot write the output"),
        ("search >&-", "cannot write the output"),
        ("sql 'select 1' >&-", "cannot write the output"),
        ("verify >&-", ""),
        ("export --to pgn >/dev/null", ""),
    ] {
        let line = format!("\"$0\" --db \"$1\" --lang en {line}");
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &line, env!("CARGO_BIN_EXE_xqdb")]).arg(&db);
        let output = shell.output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        let wanted = if says.is_empty() { 0 } else { 2 };
        assert_eq!(output.status.code(), Some(wanted), "{line}: {err}");
        assert!(err.contains(says), "{line}: {err}");
    }
}
