//! What is kept of uploads, beside the database: every file that the archive names as a source.
//! A file that comes again under the same name with the same bytes is not kept twice: the first
//! one is named already, so it is read once more in place of the second.

use super::upload::COMING;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// Bytes that are compared at once.
const CHUNK: usize = 64 << 10;

/// What is to be imported of an upload.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Settled {
    /// Files and folders.
    pub(super) paths: Vec<PathBuf>,
    /// Part of the path of all of them.
    pub(super) path: String,
}

/// Removes what an upload has in common with earlier ones; what is to be imported instead.
///
/// # Errors
/// When files cannot be read or removed.
pub(super) fn settle(folder: &Path, batch: &str) -> io::Result<Settled> {
    let own = folder.join(batch);
    let mut earlier = subfolders(folder)?;
    earlier.retain(|other| *other != own && !other.ends_with(COMING));
    let mut paths = Vec::new();
    let mut homes = Vec::new();
    for entry in WalkDir::new(&own).contents_first(true).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_dir() {
            // Only an empty one goes.
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
    Ok(Settled { paths, path })
}

fn subfolders(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            all.push(entry.path());
        }
    }
    all.sort();
    Ok(all)
}

/// Whether a file is there that has the bytes of another.
fn is_same(known: &Path, new: &Path) -> io::Result<bool> {
    let Ok(there) = fs::symlink_metadata(known) else { return Ok(false) };
    if !there.is_file() || there.len() != fs::metadata(new)?.len() {
        return Ok(false);
    }
    // One that cannot be read any more is no copy.
    let Ok(mut known) = File::open(known) else { return Ok(false) };
    let mut new = File::open(new)?;
    let (mut one, mut other) = (Vec::new(), Vec::new());
    loop {
        one.clear();
        other.clear();
        if known.by_ref().take(CHUNK as u64).read_to_end(&mut one).is_err() {
            return Ok(false);
        }
        new.by_ref().take(CHUNK as u64).read_to_end(&mut other)?;
        if one != other || one.is_empty() {
            return Ok(one == other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let long = vec![b'x'; 3 * CHUNK];
        let mut altered = long.clone();
        altered[2 * CHUNK] = b'y';
        lay(folder, &[("one/卷/a.pgn", &long), ("one/b.pgn", b"b"), ("coming/c/d.pgn", b"d")]);
        lay(folder, &[("two/卷/a.pgn", &long), ("two/b.pgn", b"b")]);
        let settled = settle(folder, "two").unwrap();
        let known = vec![folder.join("one/b.pgn"), folder.join("one/卷/a.pgn")];
        assert_eq!(settled, Settled { paths: known, path: "one".to_owned() });
        assert_eq!(left(folder), ["coming/c/d.pgn", "one/b.pgn", "one/卷/a.pgn"]);
        assert!(!folder.join("two").exists());
        // Other bytes, another name, and what only comes in another upload are no copies.
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
        assert_eq!(settled, Settled { paths: paths.to_vec(), path: "one".to_owned() });
    }
}
