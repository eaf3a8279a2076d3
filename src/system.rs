//! The differences between operating systems. No other file asks which one it runs on.
//!
//! Names of files with letters outside ASCII, locks and Ctrl-C are the same everywhere through the
//! standard library and the libraries used; they do not appear here.

use std::fs::{File, FileType};
use std::path::Path;

/// Kind of directory entry that is neither file nor folder nor link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Special {
    /// Named pipe: hands out its bytes once, in order.
    Pipe,
    /// Socket, through which programs talk to each other.
    Socket,
    /// Terminal, disk or another device.
    Device,
}

impl Special {
    /// Special kind of a file; `None` for files, folders and links.
    #[must_use]
    #[cfg(unix)]
    pub fn of(kind: FileType) -> Option<Special> {
        use std::os::unix::fs::FileTypeExt as _;
        if kind.is_fifo() {
            Some(Special::Pipe)
        } else if kind.is_socket() {
            Some(Special::Socket)
        } else if kind.is_char_device() || kind.is_block_device() {
            Some(Special::Device)
        } else {
            None
        }
    }

    /// None, as only Unix has special files in folders.
    #[cfg(not(unix))]
    #[must_use]
    pub fn of(_: FileType) -> Option<Special> {
        None
    }
}

/// Device number and file number, which together identify a file whatever its name.
#[cfg(unix)]
#[must_use]
pub fn identity(file: &std::fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt as _;
    (file.dev(), file.ino())
}

/// Zeros for every file: where an open file cannot be removed, its path names no other file
/// meanwhile.
#[cfg(not(unix))]
#[must_use]
pub fn identity(_: &std::fs::Metadata) -> (u64, u64) {
    (0, 0)
}

/// Whether `path` still names the open `file`.
#[must_use]
pub fn is_at(file: &File, path: &Path) -> bool {
    matches!((file.metadata(), path.metadata()), (Ok(a), Ok(b)) if identity(&a) == identity(&b))
}

/// Number of names (hard links) of a file.
#[cfg(unix)]
#[must_use]
pub fn names_of(file: &std::fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(file)
}

/// Number of names (hard links) of a file: always 1, since the system does not say.
#[cfg(not(unix))]
#[must_use]
pub fn names_of(_: &std::fs::Metadata) -> u64 {
    1
}

/// Whether the program was started with a closed standard output, so that everything printed is
/// lost: the runtime then opens the null device there for reading and writing, while a user's
/// `>/dev/null` is open for writing alone. Always `false` on systems other than Linux.
#[must_use]
pub fn is_stdout_closed() -> bool {
    const FOR_BOTH: u32 = 2;
    let is_null =
        std::fs::read_link("/proc/self/fd/1").is_ok_and(|to| to == Path::new("/dev/null"));
    let info = std::fs::read_to_string("/proc/self/fdinfo/1").unwrap_or_default();
    let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
    let flags = flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok());
    is_null && flags.is_some_and(|flags| flags & 3 == FOR_BOTH)
}

/// File name made of `name`: `_` replaces control characters.
#[cfg(not(windows))]
#[must_use]
pub fn file_name(name: &str) -> String {
    name.chars().map(|letter| if letter.is_control() { '_' } else { letter }).collect()
}

/// File name made of `name`: `_` replaces characters that Windows forbids, and stands before names
/// of devices.
#[cfg(windows)]
#[must_use]
pub fn file_name(name: &str) -> String {
    const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];
    let is_bad = |letter: char| letter.is_control() || "<>:\"|?*".contains(letter);
    let kept: String = name.chars().map(|it| if is_bad(it) { '_' } else { it }).collect();
    let kept = kept.trim_end_matches(['.', ' ']);
    let stem = kept.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let stem = stem.trim_end_matches(|letter: char| letter.is_ascii_digit());
    if DEVICES.contains(&stem) { format!("_{kept}") } else { kept.to_owned() }
}

/// Name of SQLite's file layer (VFS) that takes no locks.
pub const SQLITE_WITHOUT_LOCKS: &str = if cfg!(windows) { "win32-none" } else { "unix-none" };

/// Path made of `bytes`; outside Unix `None` unless `bytes` are UTF-8.
#[cfg(test)]
pub(crate) fn path_of(bytes: &[u8]) -> Option<&Path> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        Some(Path::new(std::ffi::OsStr::from_bytes(bytes)))
    }
    #[cfg(not(unix))]
    {
        std::str::from_utf8(bytes).ok().map(Path::new)
    }
}
