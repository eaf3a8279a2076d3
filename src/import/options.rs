//! Options of reading, memory of an import, and [`Job`], which the threads of a run share. During a
//! run only the window changes.

use crate::container::Limits;
use crate::format::{Format, is_mostly_empty};
use crate::notation::System;
use crate::store::KnownSources;
use crate::text::Encoding;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Longest unit in bytes: offsets in a unit have 32 bits.
const LONGEST_UNIT: u64 = u32::MAX as u64;
/// Factor by which a mostly empty content may be larger than others: its slots of 4 KiB hold games
/// of a few hundred bytes.
const MOSTLY_EMPTY: u64 = 4;

/// Options of reading.
#[derive(Debug, Clone)]
pub struct Options {
    /// Number of threads that parse, sort and write, at least one.
    pub threads: usize,
    /// Encoding of all texts; `None` detects it.
    pub encoding: Option<Encoding>,
    /// Notation of moves in texts.
    pub notation: System,
    /// Whether contents are hashed, as an import needs.
    pub hash: bool,
    /// Whether contents that came earlier in this run are given again.
    pub copies: bool,
    /// Largest number of bytes in progress: waiting input and waiting results.
    pub window: u64,
    /// Largest number of bytes of a content that cannot be read in pieces.
    pub largest: u64,
    /// Largest number of bytes of memory for a decoder of archives.
    pub decoder: u64,
    /// Absolute path of the program's own database; that file and those of SQLite beside it are
    /// passed over in folders.
    pub own: Option<PathBuf>,
    /// Paths that the user named: folders below them say something about their games.
    pub named: Vec<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            encoding: None,
            notation: System::Auto,
            hash: false,
            copies: false,
            window: 64 << 20,
            largest: 256 << 20,
            decoder: Limits::default().decoder,
            own: None,
            named: Vec::new(),
        }
    }
}

impl Options {
    /// Absolute path of an existing or future database; see [`Options::own`]. `None` if its folder
    /// does not exist.
    #[must_use]
    pub fn own_database(path: &Path) -> Option<PathBuf> {
        let path = std::path::absolute(path).ok()?;
        Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?))
    }

    /// Largest number of bytes of a content of this format that is read whole.
    pub(crate) fn largest(&self, format: Option<&Format>) -> u64 {
        let times = if format.is_some_and(is_mostly_empty) { MOSTLY_EMPTY } else { 1 };
        self.largest.saturating_mul(times).min(LONGEST_UNIT)
    }

    /// Whether a file in a folder belongs to the program's own database.
    pub(crate) fn is_own(&self, path: &Path) -> bool {
        let Some(own) = &self.own else { return false };
        let name = |path: &Path| path.file_name().map(OsStr::as_encoded_bytes).map(<[u8]>::to_vec);
        let (Some(own_name), Some(name)) = (name(own), name(path)) else { return false };
        let Some(ending) = name.strip_prefix(own_name.as_slice()) else { return false };
        let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
        let is_own = matches!(ending, b"" | b"-wal" | b"-shm" | b"-journal" | b"-saved.json");
        is_own && folder.as_deref() == own.parent()
    }

    /// Options that change how files are read, as the database stores them; empty for the usual
    /// ones.
    pub(crate) fn remembered(&self) -> String {
        let encoding = self.encoding.map(|encoding| format!("encoding={}", encoding.label()));
        let notation = (!matches!(self.notation, System::Auto))
            .then(|| format!("notation={}", self.notation.name()));
        encoding.into_iter().chain(notation).collect::<Vec<_>>().join(" ")
    }
}

/// Bytes that an import needs whatever its batches: page cache of SQLite, merging of segments,
/// known lines.
const FIXED: u64 = 280 << 20;
/// Smallest share of memory in bytes; less would stop an import.
pub(crate) const LEAST: usize = 4 << 20;
/// Largest size of the records of a content that is read whole, in sizes of the content.
const MULTIPLE: u64 = 16;
/// Number of bytes up to which a content is read whole however little memory there is.
const ALWAYS: u64 = 16 << 20;

/// Options of an import.
#[derive(Debug, Clone)]
pub struct Import {
    /// Options of reading.
    pub options: Options,
    /// Whether known contents are read again.
    pub reread: bool,
    /// Page cache of the database, in bytes.
    pub cache: u64,
    /// Approximate number of bytes that wait altogether: results of workers, rows, postings.
    pub budget: u64,
    /// Approximate number of bytes of rows that are written as a batch.
    pub batch: usize,
    /// Number of bytes of postings at which a segment of the index is written and everything
    /// committed.
    pub segment: usize,
}

impl Import {
    /// Options that keep an import within `memory` bytes, which should be at least 256 MiB.
    #[must_use]
    pub fn within(memory: u64, options: Options) -> Import {
        let rest = memory.saturating_sub(FIXED).max(memory / 8);
        let share = |part: u64| usize::try_from(rest / part).unwrap_or(usize::MAX).max(LEAST);
        let largest = (memory / MULTIPLE).max(ALWAYS);
        let decoder = (memory / 2).min(Limits::default().decoder);
        Import {
            options: Options { hash: true, largest, decoder, ..options },
            reread: false,
            cache: (memory / 8).min(512 << 20),
            budget: rest,
            batch: share(8),
            segment: share(5),
        }
    }
}

/// Values that all threads of a run share.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub(crate) options: &'a Options,
    /// Contents that need not be read again.
    pub(crate) known: &'a KnownSources,
    /// Largest number of bytes in progress. The writing thread changes it during the run.
    pub(crate) window: &'a AtomicU64,
    /// Flag that the caller sets to end the import early.
    pub(crate) stop: &'a AtomicBool,
    /// Threads that compute.
    pub(crate) pool: &'a rayon::ThreadPool,
}

impl Job<'_> {
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_inside_a_unit_fit_into_32_bits() {
        let options = Options { largest: 1 << 40, ..Options::default() };
        assert!(u32::try_from(options.largest(None)).is_ok());
    }
}
