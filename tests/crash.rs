//! Kill the import anywhere: the database opens, verifies, and the same command finishes the work.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::stdout;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use xqdb::xiangqi::Position;

/// Some thousand different games: half in one file of many cuts, half in small files.
fn write_games(folder: &Path) {
    let mut state = 5_u64;
    let mut large = std::fs::File::create(folder.join("large.pgn")).unwrap();
    for number in 0..9_000_u32 {
        let mut text = format!(
            "[Event \"crash {}\"]\n[Red \"red {}\"]\n[Result \"*\"]\n\n",
            number / 50,
            number % 97
        );
        let mut position = Position::start();
        for _ in 0..50 {
            let moves = position.pseudo_legal_moves();
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let Some(&mv) = moves.get((state >> 33) as usize % moves.len().max(1)) else { break };
            if position.takes_king(mv) {
                break;
            }
            write!(text, "{mv} ").unwrap();
            position.play_unchecked(mv);
        }
        text += "*\n\n";
        if number % 30 == 0 {
            std::fs::write(folder.join(format!("{number}.pgn")), text).unwrap();
        } else {
            // Long comments make the file large enough to be cut.
            std::io::Write::write_all(
                &mut large,
                text.replacen('*', &format!("{{{:2000}}} *", "x"), 1).as_bytes(),
            )
            .unwrap();
        }
    }
}

fn import(db: &Path, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xqdb"));
    command.args(["import", "--quiet", "--memory", "256M"]).arg(folder).env("XQDB_DB", db);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

#[test]
fn an_import_that_is_killed_goes_on_where_it_stopped() {
    let temporary = tempfile::tempdir().unwrap();
    let games = temporary.path().join("games");
    std::fs::create_dir(&games).unwrap();
    write_games(&games);
    let whole = temporary.path().join("whole.db");
    let begun = std::time::Instant::now();
    assert!(import(&whole, &games).status().unwrap().success());
    let took = begun.elapsed();
    let expected = stdout(&whole, &["dump"], 0);
    let rounds: u32 =
        std::env::var("XQDB_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(6);
    for round in 0..rounds {
        let db = temporary.path().join(format!("{round}.db"));
        // At other moments of the import every time; twice, so that a continued import is killed, too.
        for part in [2 * round + 1, 2 * round + 2] {
            let mut child = import(&db, &games).spawn().unwrap();
            std::thread::sleep(
                took.mul_f64(f64::from(part) / f64::from(2 * rounds + 2))
                    + Duration::from_millis(3),
            );
            child.kill().unwrap();
            child.wait().unwrap();
            if db.exists() {
                let status = common::xqdb(&db, &["verify"]).status.code();
                assert!(matches!(status, Some(0)), "round {round}: the database does not verify");
            }
        }
        assert!(import(&db, &games).status().unwrap().success());
        assert!(stdout(&db, &["dump"], 0) == expected, "round {round}: another dump");
        stdout(&db, &["verify"], 0);
    }
}
