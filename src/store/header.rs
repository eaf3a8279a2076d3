//! What the first bytes of a file say, read without SQLite: looking at a file that is not ours must
//! not write a byte to it or beside it.

use super::error::{Error, Result};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// `XQDB` as a number: how `file` and others can tell our databases.
pub(super) const APPLICATION_ID: u32 = u32::from_be_bytes(*b"XQDB");

/// What every SQLite database begins with.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// A file as far as its first bytes tell.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub(super) enum Found {
    /// There is no file.
    Nothing,
    /// Nothing was ever stored in it.
    Empty,
    /// A database of ours; or one whose header still stands in the log beside it.
    Database,
}

/// Looks at the file at this path.
///
/// # Errors
/// When the path names no file, the file cannot be read, or it belongs to another program.
pub(super) fn look(path: &Path) -> Result<Found> {
    if path.as_os_str() == ":memory:" || path.as_os_str().is_empty() {
        return Err(Error::InMemory);
    }
    let unreadable = |error| Error::Unreadable { path: path.display().to_string(), error };
    match path.metadata() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Found::Nothing),
        Err(error) => return Err(unreadable(error)),
        Ok(data) if !data.is_file() => return Err(Error::Foreign),
        Ok(_) => {}
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(112).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.is_empty() {
        return Ok(Found::Empty);
    }
    if !bytes.starts_with(MAGIC) || bytes.len() < 112 {
        return Err(Error::Foreign);
    }
    let application = bytes[68..72].try_into().map_or(0, u32::from_be_bytes);
    // A leaf page without cells: the table of tables is empty.
    let has_tables = bytes[100] != 13 || bytes[103..105] != [0, 0];
    match application {
        APPLICATION_ID => Ok(Found::Database),
        0 if has_log(path) => Ok(Found::Database),
        0 if !has_tables => Ok(Found::Empty),
        _ => Err(Error::Foreign),
    }
}

/// Whether a write-ahead log with something in it lies beside the file.
pub(super) fn has_log(path: &Path) -> bool {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    PathBuf::from(name).metadata().is_ok_and(|data| data.len() > 0)
}
