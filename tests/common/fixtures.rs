//! The fixtures of the formats, below `tests/data/formats/NAME`.

use std::io::Read as _;
use std::path::{Path, PathBuf};

/// A file of a format.
pub(crate) struct Fixture {
    /// Name of its folder, which is the name of its format.
    pub(crate) format: String,
    /// Where it lies.
    pub(crate) path: PathBuf,
}

impl Fixture {
    /// What is in it, unpacked when it is kept compressed.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let bytes = std::fs::read(&self.path).unwrap();
        if self.path.extension().is_none_or(|extension| extension != "gz") {
            return bytes;
        }
        let mut plain = Vec::new();
        flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut plain).unwrap();
        plain
    }

    /// Its name without folders and without the ending of a compression.
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

/// The files of all folders, expectations included.
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
