//! Why the index could not be read or written.

use crate::store::index::block::BlockError;
use crate::store::sql::SqlError;

/// Why the index could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A statement gave no answer.
    #[error(transparent)]
    Sql(#[from] SqlError),
    /// A block is damaged.
    #[error("index block {block} is damaged: {error}")]
    Block {
        /// The row id in `index_block`.
        block: i64,
        /// What is wrong with it.
        #[source]
        error: BlockError,
    },
    /// A block of a segment is not there: the file is damaged, or the index changed after the
    /// reader last looked.
    #[error("index block {block} is missing")]
    MissingBlock {
        /// The row id it should have.
        block: i64,
    },
    /// A segment contradicts its blocks; the contradiction is named.
    #[error("index segment {segment} is damaged: {what}")]
    Segment {
        /// The row id in `index_segment`.
        segment: i64,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A segment that was to be merged is not there.
    #[error("there is no index segment {0}")]
    NoSegment(i64),
}

/// The result of everything in this room.
pub type Result<T> = std::result::Result<T, Error>;
