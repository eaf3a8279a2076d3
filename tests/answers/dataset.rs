//! `xqdb export --to dataset`: a folder that can be deposited.

use crate::common::{RECORDS, damaged, desk, imported, stderr, stdout};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

/// All files of a folder, by path.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = walkdir::WalkDir::new(folder).into_iter().map(Result::unwrap);
    let files = entries.filter(|entry| entry.file_type().is_file());
    files
        .map(|entry| {
            let name = entry.path().strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read(entry.path()).unwrap())
        })
        .collect()
}

fn json(files: &BTreeMap<String, Vec<u8>>, name: &str) -> Value {
    serde_json::from_slice(&files[name]).unwrap()
}

#[test]
fn a_dataset_describes_itself_and_names_no_folder_of_its_maker() {
    let (folder, db) = desk();
    let sound = stdout(&db, &["import", "-q", RECORDS], 0);
    assert!(sound.is_empty());
    stderr(&db, &["import", damaged().to_str().unwrap()], 3);
    let (target, sources) = (folder.path().join("made"), folder.path().join("sources.tsv"));
    std::fs::write(&sources, "records\tCC0-1.0\thttps://example.org/a\n.\tMIT\n").unwrap();
    let (target_name, sources) = (target.to_str().unwrap(), sources.to_str().unwrap());
    let made = ["export", "--to", "dataset", "-o", target_name, "--sources", sources];
    let made = [&made[..], &["--min-games", "2", "--split", "60,20,20"]].concat();
    stdout(&db, &made, 0);
    let written = files(&target);
    // All sums are right, and every file has one.
    let sums = String::from_utf8(written["SHA256SUMS"].clone()).unwrap();
    assert_eq!(sums.lines().count(), written.len() - 1);
    for line in sums.lines() {
        let (sum, name) = line.split_once("  ").unwrap();
        let digest = Sha256::digest(&written[name]);
        let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(sum, digits, "{name}");
    }
    // Nobody learns where the files lay.
    let home = env!("CARGO_MANIFEST_DIR");
    for (name, bytes) in &written {
        let lies = |part: &str| bytes.windows(part.len()).any(|found| found == part.as_bytes());
        assert!(!lies(home) && !lies(folder.path().to_str().unwrap()), "{name}");
    }
    let listed = String::from_utf8(written["files.csv"].clone()).unwrap();
    assert!(listed.contains("\nrecords/gbk/changfeng.pgn,,"), "{listed}");
    assert!(listed.contains(",2,CC0-1.0,https://example.org/a\n"), "{listed}");
    assert!(listed.contains("damaged/qing-dynasty.pgn,,") && listed.contains(",MIT,\n"));
    // Of several licences none is that of all.
    let package = json(&written, "datapackage.json");
    assert!(package.get("licenses").is_none());
    assert!(String::from_utf8_lossy(&written["README.md"]).contains("CC0-1.0, MIT, by file"));
    for resource in package["resources"].as_array().unwrap() {
        let bytes = &written[resource["path"].as_str().unwrap()];
        assert_eq!(resource["bytes"], bytes.len());
    }
    // All games can be read again from the packed PGN.
    let games = String::from_utf8(zstd::decode_all(&*written["games.pgn.zst"]).unwrap()).unwrap();
    assert_eq!(games, stdout(&db, &["export", "--to", "pgn", "--sort", "key"], 3));
    // The export, its options and the archive are linked as W3C PROV does.
    let graph = &json(&written, "ro-crate-metadata.json")["@graph"];
    let node = |id: &str| graph.as_array().unwrap().iter().find(|node| node["@id"] == id).unwrap();
    assert_eq!(node("./")["prov:wasGeneratedBy"]["@id"], "#export");
    assert_eq!(node("#export")["prov:wasAssociatedWith"]["@id"], "#xqdb");
    assert_eq!(node("#split")["value"], "60,20,20");
    // A second time the tables are the same, and nothing is replaced unasked.
    assert!(stderr(&db, &made, 2).contains("--force"));
    stdout(&db, &[&made[..], &["--force"]].concat(), 0);
    let again = files(&target);
    assert!(again.keys().eq(written.keys()));
    let is_data = |name: &str| name.ends_with(".parquet") || name.ends_with(".zst");
    for (name, bytes) in written.iter().filter(|(name, _)| is_data(name)) {
        assert!(again[name] == *bytes, "{name}");
    }
}

#[test]
fn without_a_licence_none_is_claimed() {
    let (folder, db) = imported();
    let target = folder.path().join("made");
    let target_name = target.to_str().unwrap();
    stdout(&db, &["export", "--to", "dataset", "-o", target_name], 0);
    let written = files(&target);
    let card = String::from_utf8(written["README.md"].clone()).unwrap();
    assert!(card.contains("nobody has stated") && card.contains("license: other"), "{card}");
    for name in ["datapackage.json", "croissant.json"] {
        let described = json(&written, name);
        assert!(described.get("license").or(described.get("licenses")).is_none(), "{name}");
    }
    assert!(!String::from_utf8_lossy(&written["CITATION.cff"]).contains("license"));
}

#[test]
fn what_cannot_be_a_dataset_is_told() {
    let (folder, db) = imported();
    let target = folder.path().join("made");
    let target = target.to_str().unwrap();
    let part = ["export", "--player", "林一舟", "--to", "dataset", "-o", target];
    assert!(stderr(&db, &part, 2).contains("--to xqdb"));
    let sources = folder.path().join("sources.tsv");
    std::fs::write(&sources, "# folder\nrecords CC0-1.0\n").unwrap();
    let sources = sources.to_str().unwrap();
    let wrong = ["export", "--to", "dataset", "-o", target, "--sources", sources];
    assert!(stderr(&db, &wrong, 2).contains("line 2"));
    for (format, option, value) in [
        ("pgn", "--sources", sources),
        ("parquet", "--sources", sources),
        ("parquet", "--split", "80,10,10"),
    ] {
        let others = ["export", "--to", format, "-o", target, option, value];
        assert!(stderr(&db, &others, 2).contains("--to dataset"), "{format} {option}");
    }
    for (format, option) in [("parquet", "--min-games"), ("dataset", "--plies"), ("pgn", "--plies")]
    {
        let others = ["export", "--to", format, "-o", target, option, "3"];
        assert!(stderr(&db, &others, 2).contains("--to obk"), "{format} {option}");
    }
    for shares in ["80,20", "80,10,11", "all"] {
        let wrong = ["export", "--to", "dataset", "-o", target, "--split", shares];
        assert!(stderr(&db, &wrong, 2).contains("--split"), "{shares}");
    }
    assert!(!Path::new(target).exists(), "nothing was made");
}

/// What `xqdb reproduce` says of a folder.
fn reproduced(db: &Path, folder: &Path, status: i32) -> Value {
    let folder = folder.to_str().unwrap();
    serde_json::from_str(&stdout(db, &["reproduce", folder, "--format", "json"], status)).unwrap()
}

/// The files that differ, with their states.
fn states(told: &Value) -> BTreeMap<&str, &str> {
    let files = told["files"].as_array().unwrap().iter();
    files.map(|file| (file["path"].as_str().unwrap(), file["state"].as_str().unwrap())).collect()
}

#[test]
fn a_dataset_is_made_again_byte_for_byte_wherever_the_files_lie() {
    let (folder, db) = imported();
    let (target, sources) = (folder.path().join("made"), folder.path().join("sources.tsv"));
    std::fs::write(&sources, ".\tCC-BY-4.0\thttps://example.org/a\ngbk\tMIT\n").unwrap();
    let (target_name, sources) = (target.to_str().unwrap(), sources.to_str().unwrap());
    let made = ["export", "--to", "dataset", "-o", target_name, "--sources", sources];
    let options = ["--min-games", "2", "--split", "60,20,20", "--variations", "--as-stated"];
    stdout(&db, &[&made[..], &options].concat(), 0);
    // Made on another day, under another title, and lying elsewhere.
    let moved = folder.path().join("moved");
    std::fs::rename(&target, &moved).unwrap();
    assert!(stdout(&db, &["reproduce", moved.to_str().unwrap()], 0).starts_with("the same: all"));
    // Another database of the same files elsewhere, in another order.
    let elsewhere = folder.path().join("elsewhere");
    let copied = std::process::Command::new("cp").arg("-r").arg(RECORDS).arg(&elsewhere).status();
    assert!(copied.unwrap().success());
    let other = folder.path().join("other.db");
    stdout(&other, &["import", "-q", "-j", "1", elsewhere.to_str().unwrap()], 0);
    let told = reproduced(&other, &moved, 0);
    assert_eq!((&told["same"], states(&told).len()), (&Value::Bool(true), 0), "{told}");
    // A decision makes it another one, and says itself.
    let set = ["decide", "set", "game:jg9d57asbwmv.result", "0-1", "--reason", "a misprint"];
    stdout(&other, &set, 0);
    stdout(&other, &[&made[..3], &["-o", target_name]].concat(), 0);
    let told = reproduced(&db, &target, 1);
    let states = states(&told);
    assert_eq!((states["decisions.tsv"], states["data/games.parquet"]), ("remade", "remade"));
    assert!(!states.contains_key("files.csv"), "{told}");
    let decisions = told["files"].as_array().unwrap().iter();
    let mut decisions = decisions.filter(|file| file["path"] == "decisions.tsv");
    let lines = decisions.next().unwrap()["lines"].as_array().unwrap();
    assert_eq!((lines.len(), &lines[0][0]), (1, &Value::from("-")), "{told}");
    assert!(lines[0][1].as_str().unwrap().contains("a misprint"));
    assert_ne!(told["fingerprint"][0], told["fingerprint"][1]);
}

#[test]
fn a_dataset_that_was_altered_is_told_from_one_that_is_made_otherwise() {
    let (folder, db) = imported();
    let sound = folder.path().join("sound");
    stdout(&db, &["export", "--to", "dataset", "-o", sound.to_str().unwrap()], 0);
    let target = folder.path().join("made");
    let again = || {
        let _ = std::fs::remove_dir_all(&target);
        let copied = std::process::Command::new("cp").arg("-r").arg(&sound).arg(&target).status();
        assert!(copied.unwrap().success());
    };
    let append = |name: &str, text: &str| {
        let path = target.join(name);
        let old = std::fs::read(&path).unwrap_or_default();
        std::fs::write(path, [&old, text.as_bytes()].concat()).unwrap();
    };
    again();
    std::fs::remove_file(target.join("CITATION.cff")).unwrap();
    append("README.md", "\nThanks to all.\n");
    append("files.csv", "b.pgn,,00,1,pgn,1,MIT,\n");
    append("mine.txt", "notes");
    append(".gitattributes", "*.parquet filter=lfs\n");
    append("data/positions.csv", "key\n");
    let whole = std::fs::read(target.join("games.pgn.zst")).unwrap();
    std::fs::write(target.join("games.pgn.zst"), &whole[..whole.len() / 2]).unwrap();
    std::fs::write(target.join("data/openings.parquet"), b"").unwrap();
    let told = reproduced(&db, &target, 1);
    let expected = [
        ("CITATION.cff", "missing"),
        ("README.md", "altered"),
        ("data/openings.parquet", "cut"),
        ("data/positions.csv", "added"),
        ("files.csv", "altered"),
        ("games.pgn.zst", "cut"),
        ("mine.txt", "added"),
    ];
    assert_eq!(states(&told), expected.into(), "{told}");
    let text = stdout(&db, &["reproduce", target.to_str().unwrap()], 1);
    assert!(text.contains("    - b.pgn,,00,1,pgn,1,MIT,"), "{text}");
    // The list of hashes alone, and one that names what lies elsewhere.
    again();
    let sums = std::fs::read_to_string(target.join("SHA256SUMS")).unwrap();
    append("SHA256SUMS", &format!("{}  ../sources.tsv\n", "0".repeat(64)));
    let told = reproduced(&db, &target, 1);
    assert_eq!(states(&told), [("../sources.tsv", "missing"), ("SHA256SUMS", "remade")].into());
    std::fs::write(target.join("SHA256SUMS"), sums.replacen(&sums[..8], "00000000", 1)).unwrap();
    assert_eq!(states(&reproduced(&db, &target, 1)), [("SHA256SUMS", "altered")].into());
    // What tells of no dataset is refused, and nothing is made.
    let described = std::fs::read_to_string(target.join("ro-crate-metadata.json")).unwrap();
    for (name, text) in [
        ("SHA256SUMS", "no hashes"),
        ("ro-crate-metadata.json", ""),
        ("ro-crate-metadata.json", "{\"@graph\": [7]}"),
        ("ro-crate-metadata.json", &described[..described.len() / 2]),
        ("ro-crate-metadata.json", &described.replace("xqdb export", "another export")),
        ("ro-crate-metadata.json", &described.replace("\"min-games\"", "7").replace("20", "[]")),
    ] {
        again();
        std::fs::write(target.join(name), text).unwrap();
        let told = stderr(&db, &["reproduce", target.to_str().unwrap()], 2);
        assert!(told.contains(name) && told.lines().count() < 3, "{text:.60}: {told}");
    }
    let empty = tempfile::tempdir().unwrap();
    let told = stderr(&db, &["reproduce", empty.path().to_str().unwrap()], 2);
    assert!(told.contains("ro-crate-metadata.json"), "{told}");
}
