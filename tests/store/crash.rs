//! Kill the import anywhere, or let the disk be full anywhere: the database opens, verifies, and
//! the same command finishes the work.
//!
//! `XQDB_ROUNDS` is the number of moments; `XQDB_SEED` chooses other ones.

use crate::common::games::by_dice;
use crate::common::stdout;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Some thousand different games: half in one file of many cuts, half in small files.
fn write_games(folder: &Path, games: u32) {
    let seed = crate::common::number("XQDB_SEED", 1);
    let mut large = std::fs::File::create(folder.join("large.pgn")).unwrap();
    for number in 0..games {
        let mut text = format!(
            "[Event \"crash {}\"]\n[Red \"red {}\"]\n[Result \"*\"]\n\n",
            number / 50,
            number % 97
        );
        for mv in by_dice(seed << 32 | u64::from(number)) {
            write!(text, "{mv} ").unwrap();
        }
        if number % 30 == 0 {
            std::fs::write(folder.join(format!("{number}.pgn")), text + "*\n\n").unwrap();
        } else {
            // Long comments make the file large enough to be cut.
            write!(text, "{{{:2000}}} *\n\n", "x").unwrap();
            std::io::Write::write_all(&mut large, text.as_bytes()).unwrap();
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
    kill(crate::common::number("XQDB_ROUNDS", 6) as u32);
}

#[test]
#[ignore = "long: 120 kills; XQDB_SEED and XQDB_ROUNDS choose others"]
fn many_kills_lose_nothing() {
    kill(crate::common::number("XQDB_ROUNDS", 60) as u32);
}

/// Kills an import twice a round: at other moments every time, and so that a continued import is
/// killed, too.
fn kill(rounds: u32) {
    let mut random =
        crate::common::mutate::Random::new(crate::common::number("XQDB_SEED", 1) << 8 | 1);
    let temporary = tempfile::tempdir().unwrap();
    let games = temporary.path().join("games");
    std::fs::create_dir(&games).unwrap();
    write_games(&games, 5_000);
    let whole = temporary.path().join("whole.db");
    let begun = std::time::Instant::now();
    assert!(import(&whole, &games).status().unwrap().success());
    let took = begun.elapsed();
    let expected = stdout(&whole, &["dump"], 0);
    for round in 0..rounds {
        let db = temporary.path().join(format!("{round}.db"));
        for part in [2 * round, 2 * round + 1] {
            let mut child = import(&db, &games).spawn().unwrap();
            // A moment of this part of the import.
            let moment = f64::from(part) + random.below(1000) as f64 / 1000.0;
            let share = moment / f64::from(2 * rounds + 1);
            std::thread::sleep(took.mul_f64(share) + Duration::from_millis(3));
            child.kill().unwrap();
            child.wait().unwrap();
            if db.exists() {
                let verified = crate::common::xqdb(&db, &["verify"]);
                let said = String::from_utf8_lossy(&verified.stderr);
                // In its first moments there is no database yet.
                let is_sound = verified.status.success() || said.contains("the file is empty");
                assert!(is_sound, "round {round}: the database does not verify: {said}");
            }
        }
        assert!(import(&db, &games).status().unwrap().success());
        assert!(stdout(&db, &["dump"], 0) == expected, "round {round}: another dump");
        stdout(&db, &["verify"], 0);
    }
}

/// The import may write files up to a number of blocks of 512 bytes; what is behind fails as on a
/// full disk.
#[cfg(unix)]
fn import_within(blocks: u64, db: &Path, folder: &Path) -> std::process::ExitStatus {
    let program = env!("CARGO_BIN_EXE_xqdb");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" import --quiet \"$1\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, program]).arg(folder).env("XQDB_DB", db);
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap()
}

#[cfg(unix)]
fn fill_the_disk(rounds: u64) {
    let seed = crate::common::number("XQDB_SEED", 1);
    let temporary = tempfile::tempdir().unwrap();
    let games = temporary.path().join("games");
    std::fs::create_dir(&games).unwrap();
    write_games(&games, 600);
    let whole = temporary.path().join("whole.db");
    assert!(import(&whole, &games).status().unwrap().success());
    let expected = stdout(&whole, &["dump"], 0);
    // A database begins with half a megabyte, and its log may be larger than what it ends with.
    let most = 3 * std::fs::metadata(&whole).unwrap().len() / 512;
    let mut random = crate::common::mutate::Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut failed = 0;
    for round in 0..rounds {
        // Spread evenly: some of few blocks, which stop an import, some of many.
        let blocks = (round * most + random.below(most as usize) as u64) / rounds;
        let db = temporary.path().join(format!("{round}.db"));
        let place = format!("seed {seed} round {round}: {blocks} of {most} blocks");
        let status = import_within(blocks, &db, &games);
        failed += u64::from(!status.success());
        assert!(status.code().is_some_and(|code| code != 101), "{place}: {status}");
        let verified = crate::common::xqdb(&db, &["verify"]);
        let is_unborn = !status.success() && {
            let said = String::from_utf8_lossy(&verified.stderr);
            !db.exists() || said.contains("the file is empty")
        };
        assert!(verified.status.success() || is_unborn, "{place}");
        assert!(import(&db, &games).status().unwrap().success(), "{place}");
        assert!(stdout(&db, &["dump"], 0) == expected, "{place}: another dump");
    }
    assert!(failed > 0, "no import was stopped");
}

#[cfg(unix)]
#[test]
fn a_disk_that_is_full_loses_nothing() {
    fill_the_disk(crate::common::number("XQDB_ROUNDS", 8));
}

#[cfg(unix)]
#[test]
#[ignore = "long: 200 full disks; XQDB_SEED and XQDB_ROUNDS choose others"]
fn many_full_disks_lose_nothing() {
    fill_the_disk(crate::common::number("XQDB_ROUNDS", 200));
}

/// SQLite needs 32 KiB beside a database that is only read, and says `disk I/O error` without them.
#[cfg(unix)]
#[test]
fn who_reads_on_a_full_disk_hears_that_it_is_full() {
    let temporary = tempfile::tempdir().unwrap();
    let db = temporary.path().join("games.db");
    stdout(&db, &["import", crate::common::RECORDS], 0);
    for command in ["verify", "search", "optimize"] {
        let script = format!("trap '' XFSZ; ulimit -f 16; exec \"$0\" --lang en {command}");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_xqdb")]).env("XQDB_DB", &db);
        let output = shell.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        assert!(said.contains("games.db") && said.contains("is full"), "{command}: {said}");
    }
    stdout(&db, &["verify"], 0);
}
