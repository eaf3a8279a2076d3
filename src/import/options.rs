//! Options: how files are read, and how an import shares out its memory; and a [`Job`], what the
//! threads of a run share. Nothing in here changes while a run goes on but the window.

use crate::container::Limits;
use crate::format::{Format, is_mostly_empty};
use crate::notation::System;
use crate::store::KnownSources;
use crate::text::Encoding;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Offsets inside a unit are 32 bits wide, so no unit is longer.
const LONGEST_UNIT: u64 = u32::MAX as u64;
/// A mostly empty content may be this many times as large as others: slots of 4 KiB hold games of a
/// few hundred bytes.
const MOSTLY_EMPTY: u64 = 4;

/// How to read.
#[derive(Debug, Clone)]
pub struct Options {
    /// How many threads compute, at least one: those that parse, sort and write together.
    pub threads: usize,
    /// Decode every text in this way instead of finding out.
    pub encoding: Option<Encoding>,
    /// How moves in text are written.
    pub notation: System,
    /// Hash contents; needed by an import only.
    pub hash: bool,
    /// Whether a content is given once more that came before in this run.
    pub copies: bool,
    /// How many bytes may be under way at once, of input that waits and of results that wait.
    pub window: u64,
    /// A content that cannot be read in pieces may have this many bytes.
    pub largest: u64,
    /// Bytes of memory that a decoder of archives may take.
    pub decoder: u64,
    /// The program's own database, as an absolute path: in a folder it and what SQLite keeps beside
    /// it are passed over.
    pub own: Option<PathBuf>,
    /// The paths that the user named: the folders below them say something of the games in them.
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
    /// Where a database is or will be, in a folder that is there; see [`Options::own`].
    #[must_use]
    pub fn own_database(path: &Path) -> Option<PathBuf> {
        let path = std::path::absolute(path).ok()?;
        Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?))
    }

    /// How many bytes a content of this format may have that is read whole.
    pub(crate) fn largest(&self, format: Option<&Format>) -> u64 {
        let times = if format.is_some_and(is_mostly_empty) { MOSTLY_EMPTY } else { 1 };
        self.largest.saturating_mul(times).min(LONGEST_UNIT)
    }

    /// Whether a file of a folder is the program's own.
    pub(crate) fn is_own(&self, path: &Path) -> bool {
        let Some(own) = &self.own else { return false };
        let name = |path: &Path| path.file_name().map(OsStr::as_encoded_bytes).map(<[u8]>::to_vec);
        let (Some(own_name), Some(name)) = (name(own), name(path)) else { return false };
        let Some(ending) = name.strip_prefix(own_name.as_slice()) else { return false };
        let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
        let is_own = matches!(ending, b"" | b"-wal" | b"-shm" | b"-journal" | b"-saved.json");
        is_own && folder.as_deref() == own.parent()
    }

    /// The options that change what is read, as the database remembers them; empty when nothing
    /// was said.
    pub(crate) fn remembered(&self) -> String {
        let encoding = self.encoding.map(|encoding| format!("encoding={}", encoding.label()));
        let notation = (!matches!(self.notation, System::Auto))
            .then(|| format!("notation={}", self.notation.name()));
        encoding.into_iter().chain(notation).collect::<Vec<_>>().join(" ")
    }
}

/// Number of bytes that an import needs whatever its batches: the page cache of SQLite, a merge of
/// segments, and the known lines.
const FIXED: u64 = 280 << 20;
/// Less room than this would stop an import.
pub(crate) const LEAST: usize = 4 << 20;
/// The records of a content that is read whole can be this many times as large.
const MULTIPLE: u64 = 16;
/// Contents up to this size are read whole however little memory there is.
const ALWAYS: u64 = 16 << 20;

/// How to import.
#[derive(Debug, Clone)]
pub struct Import {
    /// How to read.
    pub options: Options,
    /// Read contents again even when they are known.
    pub reread: bool,
    /// The page cache of the database.
    pub cache: u64,
    /// All that waits together takes about this many bytes: results of workers, rows, postings.
    pub budget: u64,
    /// The rows of a batch are written when it has grown to about this many bytes.
    pub batch: usize,
    /// A segment of the index is written, and everything committed, when the postings have grown to
    /// this many bytes.
    pub segment: usize,
}

impl Import {
    /// Settings that keep the import within `memory` bytes, if these are 256 MiB or more.
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

/// A run, as all its threads see it.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub(crate) options: &'a Options,
    /// Contents that need not be read again.
    pub(crate) known: &'a KnownSources,
    /// How many bytes may be under way at once. The one who writes changes it meanwhile.
    pub(crate) window: &'a AtomicU64,
    /// Set from elsewhere to end the run early.
    pub(crate) stop: &'a AtomicBool,
    /// The threads that compute.
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
