//! Reasons why the database could not be used.

/// A reason why the database could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// SQLite refused a statement.
    #[error(transparent)]
    Sqlite(Refused),
    /// A stored value is impossible.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// A block of the position index is damaged.
    #[error("index block {block} is damaged: {error}")]
    Block {
        /// `index_block.id`
        block: i64,
        /// The fault.
        #[source]
        error: BlockError,
    },
    /// A block of a segment is missing: the file is damaged, or the index changed since the reader
    /// last looked.
    #[error("index block {block} is missing")]
    MissingBlock {
        /// Row id that the block must have.
        block: i64,
    },
    /// A segment of the position index contradicts its blocks.
    #[error("index segment {segment} is damaged: {what}")]
    Segment {
        /// `index_segment.id`
        segment: i64,
        /// The contradiction.
        what: &'static str,
    },
    /// A segment to be merged is missing.
    #[error("there is no index segment {0}")]
    NoSegment(i64),
    /// The lock file of the writer cannot be made.
    #[error("cannot lock `{path}`: {error}")]
    Lock {
        /// Path of the file.
        path: String,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The file cannot be read at all.
    #[error("cannot read `{path}`: {error}")]
    Unreadable {
        /// Path of the file.
        path: String,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The name means a database in memory, which would be lost at once.
    #[error(
        "`:memory:` is no file, and a database in memory would be lost; `./:memory:` names a file"
    )]
    InMemory,
    /// The user stopped the work.
    #[error("stopped")]
    Stopped,
    /// The file is empty: no import wrote into it.
    #[error("the file is empty; `xqdb import PATH` makes a database of it")]
    Empty,
    /// The file has several names (hard links); a separate log and lock would lie beside each.
    #[error(
        "the file has {0} names (hard links), and writing under two of them would damage it; \
         remove all but one, or work on a copy (`cp`, `xqdb backup`)"
    )]
    SeveralNames(u64),
    /// The opened file was removed or replaced.
    #[error(
        "the file was removed or replaced while it was in use; what was written meanwhile is lost"
    )]
    Gone,
    /// The disk has no room for the pages that SQLite writes, or for the file that it keeps beside
    /// a database that is read.
    #[error(
        "the disk that it is on is full, and reading it, too, takes some room beside it; what was \
         committed is kept: make room there and run the same command again"
    )]
    Full,
    /// An opening book of an engine is damaged or can no longer be read.
    #[error("cannot read the opening book `{name}`: {error}")]
    Book {
        /// Name of the book's file.
        name: String,
        /// The fault.
        error: Box<Error>,
    },
    /// The file belongs to another program.
    #[error("the file is not a database of xqdb")]
    Foreign,
    /// A newer xqdb wrote the file.
    #[error(
        "the database has version {found}, this program knows versions up to {known}; use a newer \
         xqdb"
    )]
    Newer {
        /// Version of the file.
        found: u32,
        /// Newest version that this program knows.
        known: u32,
    },
    /// An older xqdb wrote the file, and reading never changes a file.
    #[error(
        "the database has version {found}, and questions need version {needed}; `xqdb optimize` \
         brings it up to date where it can be written"
    )]
    Older {
        /// Version of the file.
        found: u32,
        /// Oldest version that can be read.
        needed: u32,
    },
    /// Another program has been reading an old state for so long that the log became too large.
    #[error(
        "another program has been reading the database for a long time, and meanwhile the log has \
         grown to {bytes} bytes; everything up to here is kept, and the same command goes on when that program has \
         ended"
    )]
    LogHeld {
        /// Size of the log in bytes.
        bytes: u64,
    },
}

/// Result of the functions of this folder.
pub type Result<T> = std::result::Result<T, Error>;

/// A reason why bytes are no block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BlockError {
    /// The block ends before its columns do.
    #[error("the block is cut off")]
    Truncated,
    /// The first byte names a layout that this program does not know.
    #[error("unknown block layout {0}")]
    Layout(u8),
    /// The named field has an impossible value.
    #[error("impossible {0} in a block")]
    Impossible(&'static str),
}

/// SQLite's reason for refusing a statement.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Refused(rusqlite::Error);

impl Refused {
    /// Whether the file or its folder cannot be written, or cannot be opened in the requested mode.
    #[must_use]
    pub fn is_unwritable(&self) -> bool {
        use rusqlite::ErrorCode::{CannotOpen, PermissionDenied, ReadOnly};
        let code = self.0.sqlite_error_code();
        matches!(code, Some(CannotOpen | PermissionDenied | ReadOnly))
    }

    /// Whether the statement would have changed something where only reading is allowed.
    #[must_use]
    pub fn is_forbidden(&self) -> bool {
        use rusqlite::ErrorCode::AuthorizationForStatementDenied;
        self.0.sqlite_error_code() == Some(AuthorizationForStatementDenied)
    }
}

impl From<rusqlite::Error> for Error {
    /// A value of a wrong type in a column means that the file is damaged.
    fn from(error: rusqlite::Error) -> Error {
        use rusqlite::Error::{
            FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType,
            QueryReturnedNoRows, Utf8Error,
        };
        match error {
            FromSqlConversionFailure(..)
            | IntegralValueOutOfRange(..)
            | InvalidColumnType(..)
            | Utf8Error(..) => Error::Damaged(error.to_string()),
            QueryReturnedNoRows => Error::Damaged("a row is missing".to_owned()),
            error if is_full(&error) => Error::Full,
            error => Error::Sqlite(Refused(error)),
        }
    }
}

/// Whether SQLite found no room: for a page, or for the index of the log, for which SQLite reports
/// `disk I/O error`.
fn is_full(error: &rusqlite::Error) -> bool {
    use rusqlite::ffi::{SQLITE_FULL, SQLITE_IOERR_SHMSIZE};
    let code = error.sqlite_error().map(|error| error.extended_code);
    matches!(code, Some(SQLITE_FULL | SQLITE_IOERR_SHMSIZE))
}
