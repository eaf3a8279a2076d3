//! Places of uploaded files, in a folder beside the database. A file's name becomes a path below
//! that folder, never above it.
//!
//! Files that the archive names as sources are kept. An uploaded file with the name and bytes of an
//! earlier one is removed, and the earlier file is imported again in its place.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;
use xqdb::system::file_name;

/// Name of the folder of uploads that are not imported yet; no upload has this name.
pub(super) const COMING: &str = "coming";

/// Files of an upload, ready to import.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SettledUpload {
    /// Paths of files and folders.
    pub(super) paths: Vec<PathBuf>,
    /// Part that all these paths have in common.
    pub(super) path: String,
}

/// Removes files of an upload that earlier uploads have, too, and returns the files to import.
pub(super) fn settle(folder: &Path, batch: &str) -> io::Result<SettledUpload> {
    let own = folder.join(batch);
    let mut earlier = Vec::new();
    for entry in WalkDir::new(folder).min_depth(1).max_depth(1).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_dir() && entry.path() != own && entry.file_name() != COMING {
            earlier.push(entry.into_path());
        }
    }
    let mut paths = Vec::new();
    let mut homes = Vec::new();
    for entry in WalkDir::new(&own).contents_first(true).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_dir() {
            // Fails, as it should, for folders that are not empty.
            let _ = fs::remove_dir(entry.path());
            continue;
        }
        let Ok(below) = entry.path().strip_prefix(&own) else { continue };
        for home in &earlier {
            let known = home.join(below);
            if is_same(&known, entry.path())? {
                fs::remove_file(entry.path())?;
                homes.push(home.clone());
                paths.push(known);
                break;
            }
        }
    }
    if own.is_dir() {
        homes.push(own.clone());
        for entry in fs::read_dir(&own)? {
            paths.push(entry?.path());
        }
    }
    paths.sort();
    homes.sort();
    homes.dedup();
    let common = if let [home] = &homes[..] { home } else { folder };
    let path = common.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(SettledUpload { paths, path })
}

/// Whether `known` is a file with the bytes of `new`.
fn is_same(known: &Path, new: &Path) -> io::Result<bool> {
    let Ok(there) = fs::symlink_metadata(known) else { return Ok(false) };
    if !there.is_file() || there.len() != fs::metadata(new)?.len() {
        return Ok(false);
    }
    // A file that cannot be read any more is no copy.
    Ok(hash(known).ok() == Some(hash(new)?))
}

fn hash(path: &Path) -> io::Result<blake3::Hash> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(File::open(path)?)?;
    Ok(hasher.finalize())
}

/// Largest number of bytes of a name; no file system takes more.
const LONGEST: usize = 240;
/// Number of digits that keep shortened names apart.
const SIGN: usize = 8;
/// Largest number of folders in a name; no archive is deeper.
const DEEPEST: usize = 32;

/// Path below a folder that a file's name means; `None` if it means none, or one outside.
/// Characters that a file system cannot have become `_`; all others stay, because names say who
/// played.
pub(super) fn below(name: &str) -> Option<PathBuf> {
    let parts = name.split(['/', '\\']).filter(|part| !matches!(*part, "" | "."));
    let parts: Vec<&str> = parts.collect();
    let is_outside = parts.iter().any(|part| part.trim() == "..");
    if parts.is_empty() || parts.len() > DEEPEST || is_outside {
        return None;
    }
    Some(parts.into_iter().map(part).collect())
}

/// Name that every file system takes. Names that are too long are cut, and stay different.
fn part(name: &str) -> String {
    let kept = file_name(name);
    if kept.is_empty() {
        return "_".to_owned();
    }
    if kept.len() <= LONGEST {
        return kept;
    }
    let (stem, extension) = match kept.rfind('.') {
        Some(dot) if dot > 0 && kept.len() - dot < LONGEST / 4 => kept.split_at(dot),
        _ => (kept.as_str(), ""),
    };
    let sign = &blake3::hash(name.as_bytes()).to_hex()[..SIGN];
    let mut end = LONGEST - extension.len() - SIGN - 1;
    while !stem.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}~{sign}{extension}", &stem[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Component;

    #[test]
    fn a_name_is_never_a_path_outside() {
        for (name, path) in [
            ("a.pgn", "a.pgn"),
            ("/etc/passwd", "etc/passwd"),
            ("C:\\games\\a.pgn", "C:/games/a.pgn"),
            ("./a//b/./c.pgn", "a/b/c.pgn"),
            ("胡荣华 先胜.pgn", "胡荣华 先胜.pgn"),
            ("<script>.pgn", "<script>.pgn"),
            ("a\u{0}b\nc.pgn", "a_b_c.pgn"),
            ("...", "..."),
        ] {
            // Other systems allow other characters in names.
            if xqdb::system::file_name(":\u{0}") == ":_" {
                assert_eq!(below(name).as_deref(), Some(Path::new(path)), "{name}");
            }
        }
        for name in ["", "/", ".", "..", "a/../../b", "..\\b", "a/ .. /b", &"a/".repeat(33)] {
            assert_eq!(below(name), None, "{name}");
        }
    }

    #[test]
    fn every_name_stays_below_and_keeps_its_extension() {
        for name in ["名".repeat(400) + ".pgn", "x".repeat(5000), ".".repeat(600)] {
            let path = below(&name).unwrap();
            assert!(path.components().all(|it| matches!(it, Component::Normal(_))), "{name}");
            assert!(path.as_os_str().len() <= LONGEST);
        }
        let long = below(&("名".repeat(400) + ".pgn")).unwrap();
        assert_eq!(long.extension().unwrap(), "pgn");
    }

    #[test]
    fn two_long_names_stay_two() {
        let [one, other] = ["甲", "乙"].map(|end| below(&format!("{}{end}.pgn", "名".repeat(400))));
        assert_ne!(one, other);
        let all = "x".repeat(LONGEST);
        assert_eq!(below(&all).unwrap(), PathBuf::from(all), "one that fits stays as it is");
    }

    /// Writes files below a folder.
    fn lay(folder: &Path, files: &[(&str, &[u8])]) {
        for (name, bytes) in files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }

    fn left(folder: &Path) -> Vec<String> {
        let entries = WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
        let files = entries.filter(|entry| entry.file_type().is_file());
        files.map(|it| it.path().strip_prefix(folder).unwrap().display().to_string()).collect()
    }

    #[test]
    fn what_comes_again_is_kept_once() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let long = vec![b'x'; 200_000];
        let mut altered = long.clone();
        altered[130_000] = b'y';
        lay(folder, &[("one/卷/a.pgn", &long), ("one/b.pgn", b"b"), ("coming/c/d.pgn", b"d")]);
        lay(folder, &[("two/卷/a.pgn", &long), ("two/b.pgn", b"b")]);
        let settled = settle(folder, "two").unwrap();
        let known = vec![folder.join("one/b.pgn"), folder.join("one/卷/a.pgn")];
        assert_eq!(settled, SettledUpload { paths: known, path: "one".to_owned() });
        assert_eq!(left(folder), ["coming/c/d.pgn", "one/b.pgn", "one/卷/a.pgn"]);
        assert!(!folder.join("two").exists());
        // Other bytes, another name, and files of another upload only, are no copies.
        let files: [(&str, &[u8]); 4] =
            [("卷/a.pgn", &altered), ("a.pgn", &long), ("b.pgn", b"b"), ("d.pgn", b"d")];
        lay(&folder.join("three"), &files);
        let settled = settle(folder, "three").unwrap();
        assert_eq!(left(&folder.join("three")), ["a.pgn", "d.pgn", "卷/a.pgn"]);
        assert_eq!(settled.paths.len(), 4, "{settled:?}");
        assert!(settled.paths.contains(&folder.join("one/b.pgn")), "{settled:?}");
        assert!(folder.to_string_lossy().ends_with(&settled.path), "{settled:?}");
    }

    #[test]
    fn the_first_upload_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        lay(folder.path(), &[("one/卷/a.pgn", b"a"), ("one/b.pgn", b"b")]);
        let settled = settle(folder.path(), "one").unwrap();
        let paths = ["one/b.pgn", "one/卷"].map(|path| folder.path().join(path));
        assert_eq!(settled, SettledUpload { paths: paths.to_vec(), path: "one".to_owned() });
    }
}
