//! What the user named, and the files that are opened for it.

use crate::system::Special;
use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// Something the user named.
#[derive(Debug, Clone)]
pub enum Input {
    /// `-`
    Stdin,
    /// A file, folder or pipe.
    Path(PathBuf),
}

impl Input {
    /// `-` is standard input, anything else a path.
    ///
    /// ```
    /// use std::path::Path;
    /// use xqdb::import::Input;
    /// assert!(matches!(Input::from_argument(Path::new("-")), Input::Stdin));
    /// assert!(matches!(Input::from_argument(Path::new("./-")), Input::Path(_)));
    /// ```
    pub fn from_argument(argument: &Path) -> Input {
        if argument == Path::new("-") { Input::Stdin } else { Input::Path(argument.to_owned()) }
    }

    /// The path that was named.
    pub(super) fn path(&self) -> Option<PathBuf> {
        match self {
            Input::Stdin => None,
            Input::Path(path) => Some(path.clone()),
        }
    }
}

/// How many bytes the files at these paths have on disk, for a bar that tells how far an import is;
/// archives unpack to more.
#[must_use]
pub fn bytes_on_disk(paths: &[PathBuf]) -> u64 {
    paths
        .iter()
        .flat_map(|path| walkdir::WalkDir::new(path).follow_links(true))
        .filter_map(|entry| entry.ok()?.metadata().ok())
        .filter(Metadata::is_file)
        .map(|metadata| metadata.len())
        .sum()
}

/// An opened file.
pub(super) struct Opened {
    pub(super) file: Box<dyn crate::container::ReadSeek + Send>,
    /// Its length when it was opened.
    pub(super) len: u64,
}

/// Where the bytes of files come from. Tests put faults in between.
pub(super) trait Disk: Sync {
    /// Opens a file.
    fn open(&self, path: &Path) -> io::Result<Opened>;
}

/// The files of this computer.
pub(super) struct Local;

impl Disk for Local {
    fn open(&self, path: &Path) -> io::Result<Opened> {
        let file = File::open(path)?;
        let len = file.metadata()?.len();
        Ok(Opened { file: Box::new(file), len })
    }
}

/// Whether a file hands out its bytes once, in order.
pub(super) fn is_pipe(path: &Path) -> bool {
    let kind = std::fs::metadata(path).map(|metadata| metadata.file_type());
    kind.is_ok_and(|kind| Special::of(kind) == Some(Special::Pipe))
}

/// Why what is neither file nor folder nor pipe is not read.
pub(super) fn refusal(metadata: &Metadata) -> &'static str {
    let kind = metadata.file_type();
    match Special::of(kind) {
        Some(Special::Socket) => "it is a socket, not a file",
        Some(Special::Device) => "it is a device, not a file",
        Some(Special::Pipe) => "it is a pipe inside a folder: name it by itself",
        None if kind.is_symlink() => "the link leads nowhere",
        None => "it is not a file",
    }
}
