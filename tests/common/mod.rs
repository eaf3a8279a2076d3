//! Helpers of the black-box tests.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]
#![allow(dead_code, reason = "each test uses its own part")]

pub(crate) mod access;
pub(crate) mod fixtures;
pub(crate) mod games;
pub(crate) mod mutate;
pub(crate) mod packers;
pub(crate) mod reading;
pub(crate) mod zip;

use serde_json::Value;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use tempfile::TempDir;

/// Number in an environment variable: seeds (`XQDB_SEED`) and lengths of runs (`XQDB_ROUNDS`).
pub(crate) fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().unwrap())
}

/// Records of the project, all sound.
pub(crate) const RECORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/records");

/// [`RECORDS`] as a path.
pub(crate) fn records() -> PathBuf {
    PathBuf::from(RECORDS)
}

/// A record that ends early, as it was printed.
pub(crate) fn damaged() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/damaged/qing-dynasty.pgn")
}

/// Path of real archives and tables of truth, beside the project or in `XQDB_SHARED`. Tests that
/// need them are ignored by default.
///
/// # Panics
/// If there is nothing of this name.
pub(crate) fn shared(name: &str) -> PathBuf {
    let folder = std::env::var_os("XQDB_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    let path = folder.join(name);
    assert!(path.exists(), "this test reads {}, which is not there", path.display());
    path
}

/// Real archives beside the project, if they exist, for tests that read more where they can. Their
/// absence is printed where no test runner hides it.
pub(crate) fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("XQDB_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"),
        PathBuf::from,
    );
    if folder.is_dir() {
        return Some(folder);
    }
    let said = "LEFT OUT: no archives beside the project (XQDB_CORPUS), own records only";
    let _ = writeln!(std::io::stderr(), "{said}");
    None
}

/// Runs the program on a database.
pub(crate) fn xqdb(db: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xqdb"))
        .args(args)
        .env("XQDB_DB", db)
        .env("XQDB_LANG", "en")
        .env("XQDB_CONFIG", "")
        .env("NO_COLOR", "1")
        .output()
        .expect("the program runs")
}

/// Standard output of the program, which must end with `status`.
pub(crate) fn stdout(db: &Path, args: &[&str], status: i32) -> String {
    let output = xqdb(db, args);
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{args:?}: {err}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Standard error of the program, which must end with `status`.
pub(crate) fn stderr(db: &Path, args: &[&str], status: i32) -> String {
    let output = xqdb(db, args);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(status), "{args:?}: {said}");
    said
}

/// The values of JSON Lines.
pub(crate) fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Temporary folder, and the path of a database in it that does not exist yet.
pub(crate) fn desk() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let db = folder.path().join("test.db");
    (folder, db)
}

/// Temporary folder with a database of the project's records, which are imported once; each test
/// has a copy.
pub(crate) fn imported() -> (TempDir, PathBuf) {
    static IMPORTED: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let (_folder, db) = desk();
        stdout(&db, &["import", RECORDS], 0);
        std::fs::read(db).unwrap()
    });
    let (folder, db) = desk();
    std::fs::write(&db, &*IMPORTED).unwrap();
    (folder, db)
}

/// Database of the real archives, for tests that only read it. The first test program imports the
/// archives, and the others use its database until xqdb is built again.
pub(crate) fn archives() -> &'static Path {
    static ARCHIVES: LazyLock<PathBuf> = LazyLock::new(|| {
        let corpus = shared("corpus").canonicalize().unwrap();
        let digest = blake3::hash(corpus.as_os_str().as_encoded_bytes()).to_hex();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let db = folder.join(format!("archives-{}.db", &digest[..8]));
        let changed = |path: &Path| path.metadata().and_then(|data| data.modified());
        let built = changed(Path::new(env!("CARGO_BIN_EXE_xqdb"))).unwrap();
        if changed(&db).is_ok_and(|imported| imported > built) {
            return db;
        }
        let own = folder.join(format!("archives-{}.db", std::process::id()));
        let output = xqdb(&own, &["import", corpus.to_str().unwrap()]);
        assert!(matches!(output.status.code(), Some(0 | 3)), "{output:?}");
        std::fs::rename(own, &db).unwrap();
        db
    });
    &ARCHIVES
}
