//! Files of the archives packed in every kind of container give the database that their folder gives,
//! places aside.
//!
//! The containers are written by the tests themselves, and by those other programs that are at hand.

use crate::common::packers::{Packed, arj, cab, lzh, old_rar, program, rar};
use crate::common::zip::ZipWriter;
use crate::common::{shared, stdout, xqdb};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// One file in this number is taken.
const EVERY: usize = 25;
/// Larger files are left out, in bytes.
const LARGEST: u64 = 100_000;
/// Bytes of a block in a cabinet.
const BLOCK: usize = 30_000;

/// Programs that pack a folder: the archive, and the arguments before its name and the folder's.
const PROGRAMS: [(&str, &str, &[&str]); 8] = [
    ("zip", "packed.zip", &["-qr"]),
    ("7z", "packed.7z", &["a", "-bso0"]),
    ("7z", "parts.7z", &["a", "-bso0", "-v40k"]),
    ("7z", "parts.zip", &["a", "-bso0", "-v40k", "-tzip"]),
    ("tar", "packed.tar", &["-cf"]),
    ("tar", "packed.tgz", &["-czf"]),
    ("arj", "packed.arj", &["a", "-r", "-y", "-i"]),
    ("gcab", "packed.cab", &["-cz"]),
];

/// Everything in the database of an import, but for the places of files.
fn imported(folder: &Path, name: &str, input: &Path) -> Vec<String> {
    let db = folder.join(format!("{name}.db"));
    // Some of the archives are damaged.
    let status = xqdb(&db, &["import", "--quiet", input.to_str().unwrap()]).status.code();
    assert!(matches!(status, Some(0 | 3)), "{name}: {status:?}");
    let without_places = |line: &str| match line.split_once("\"places\":[") {
        Some((before, _)) if before.starts_with("{\"source\"") => before.to_owned(),
        _ => line.to_owned(),
    };
    stdout(&db, &["dump"], 0).lines().map(without_places).collect()
}

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_packed_in_any_way_give_what_their_folder_gives() {
    let desk = tempfile::tempdir().unwrap();
    let folder = desk.path();
    std::fs::create_dir(folder.join("qipu")).unwrap();
    let mut files: Vec<PathBuf> = walkdir::WalkDir::new(shared("corpus"))
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.metadata().is_ok_and(|it| it.is_file() && it.len() < LARGEST))
        .map(walkdir::DirEntry::into_path)
        .collect();
    files.sort();
    let mut members: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    for (number, path) in files.iter().step_by(EVERY).enumerate() {
        let extension = path.extension().and_then(|it| it.to_str()).unwrap_or("txt");
        let (name, bytes) = (format!("qipu/{number:03}.{extension}"), std::fs::read(path).unwrap());
        std::fs::write(folder.join(&name), &bytes).unwrap();
        members.push((name.into_bytes(), bytes));
    }
    let members: Vec<Packed<'_>> =
        members.iter().map(|(name, bytes)| (&name[..], &bytes[..])).collect();
    let mut zip = ZipWriter::new(Vec::new());
    for (name, bytes) in &members {
        zip.member(str::from_utf8(name).unwrap(), bytes).unwrap();
    }
    let zip = zip.finish().unwrap();
    let mut archives: Vec<(String, PathBuf)> = Vec::new();
    for (name, bytes) in [
        ("own.zip", zip),
        ("5.rar", rar(&members)),
        ("4.rar", old_rar(&members, |_| false)),
        ("program.exe", [program(), rar(&members)].concat()),
        ("stored.cab", cab(&members, BLOCK, false)),
        ("deflated.cab", cab(&members, BLOCK, true)),
        ("own.lzh", lzh(&members)),
        ("own.arj", arj(&members, |_| false)),
    ] {
        std::fs::write(folder.join(name), bytes).unwrap();
        archives.push((name.to_owned(), folder.join(name)));
    }
    for (program, name, args) in PROGRAMS {
        let mut command = Command::new(program);
        command.args(args).arg(name).current_dir(folder).stdout(Stdio::null());
        match program {
            "gcab" => command.args(members.iter().map(|(name, _)| str::from_utf8(name).unwrap())),
            _ => command.arg("qipu"),
        };
        match command.status() {
            Ok(status) => assert!(status.success(), "{program} {args:?}"),
            Err(_) => {
                println!("left out, for {program} is not here: {name}");
                continue;
            }
        }
        let is_part = |path: &PathBuf| {
            path.file_name().and_then(|it| it.to_str()).is_some_and(|it| it.starts_with(name))
        };
        let mut parts: Vec<PathBuf> =
            folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).filter(is_part).collect();
        parts.sort();
        println!("{program} {name}: {} files", parts.len());
        // The first part opens the whole.
        archives.push((format!("{program}-{name}"), parts.swap_remove(0)));
    }
    let sound = imported(folder, "folder", &folder.join("qipu"));
    assert!(sound.iter().filter(|line| line.starts_with("{\"game\"")).count() > 200);
    for (name, archive) in archives {
        let found = imported(folder, &name, &archive);
        let differs = found.iter().zip(&sound).find(|(found, sound)| found != sound);
        assert_eq!((found.len(), differs), (sound.len(), None), "{name}");
        println!("{name}: equal, {} lines", found.len());
    }
}
