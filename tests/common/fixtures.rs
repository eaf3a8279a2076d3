//! The fixtures of the formats, below `tests/data/formats/NAME`.

use std::io::Read as _;
use std::path::{Path, PathBuf};

/// A file of a format.
pub(crate) struct Fixture {
    /// Name of its folder: that of the format.
    pub(crate) format: String,
    /// Path of the file.
    pub(crate) path: PathBuf,
}

impl Fixture {
    /// Content of the file, unpacked if it is stored compressed.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let bytes = std::fs::read(&self.path).unwrap();
        if self.path.extension().is_none_or(|extension| extension != "gz") {
            return bytes;
        }
        let mut plain = Vec::new();
        flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut plain).unwrap();
        plain
    }

    /// Name without folders and without an extension of compression.
    pub(crate) fn name(&self) -> String {
        let name = self.path.file_name().unwrap().to_str().unwrap();
        name.strip_suffix(".gz").unwrap_or(name).to_owned()
    }
}

/// All fixtures, in order.
pub(crate) fn all() -> Vec<Fixture> {
    let is_fixture =
        |path: &PathBuf| path.extension().is_some_and(|extension| extension != "jsonl");
    let of = |path: PathBuf| {
        let folder = path.parent().unwrap().file_name().unwrap();
        Fixture { format: folder.to_str().unwrap().to_owned(), path }
    };
    files().into_iter().filter(is_fixture).map(of).collect()
}

/// Files of all folders, including expectations.
pub(crate) fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/formats");
    let mut files: Vec<PathBuf> = walkdir::WalkDir::new(root)
        .min_depth(2)
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .collect();
    files.sort();
    files
}
