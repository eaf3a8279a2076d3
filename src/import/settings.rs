//! How an import shares out its memory.

use super::options::Options;

/// What an import needs whatever its batches: the page cache of SQLite, a merge of segments, and
/// the known lines.
const FIXED: u64 = 280 << 20;
/// Less room than this would stop an import.
pub(super) const LEAST: usize = 4 << 20;
/// What is made of a content that is read whole can be so many times as large.
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
        Import {
            options: Options { hash: true, largest, ..options },
            reread: false,
            cache: (memory / 8).min(512 << 20),
            budget: rest,
            batch: share(8),
            segment: share(5),
        }
    }
}
