//! What the library weighs without features: the pure rooms need no database, no threads, no C
//! compiler.

use std::process::Command;

/// The packages that a set of features builds on.
fn packages(features: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--offline",
            "--edges",
            "normal",
            "--prefix",
            "none",
            "--no-default-features",
        ])
        .args(features)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().filter_map(|line| Some(line.split(' ').next()?.to_owned())).collect()
}

#[test]
fn the_pure_rooms_build_on_little() {
    let pure = packages(&[]);
    assert!(pure.contains(&"encoding_rs".to_owned()), "{pure:?}");
    for heavy in
        ["rusqlite", "libsqlite3-sys", "rayon", "clap", "zstd", "zstd-sys", "mimalloc", "tempfile"]
    {
        assert!(!pure.contains(&heavy.to_owned()), "{heavy}");
    }
}

#[test]
fn each_feature_brings_its_own() {
    let archive = packages(&["--features", "archive"]);
    assert!(archive.contains(&"zstd".to_owned()) && !archive.contains(&"rusqlite".to_owned()));
    let store = packages(&["--features", "store"]);
    assert!(store.contains(&"rusqlite".to_owned()) && !store.contains(&"clap".to_owned()));
    assert!(packages(&["--features", "cli"]).contains(&"clap".to_owned()));
    assert!(!packages(&["--features", "serve"]).contains(&"parquet".to_owned()));
    let parquet = packages(&["--features", "parquet"]);
    assert!(parquet.contains(&"parquet".to_owned()) && !parquet.contains(&"clap".to_owned()));
}
