//! Why the database could not be used.

/// Why the database could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// SQLite said no.
    #[error(transparent)]
    Sqlite(Refused),
    /// Something stored makes no sense.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// A block of the position index is damaged.
    #[error("index block {block} is damaged: {error}")]
    Block {
        /// The row id in `index_block`.
        block: i64,
        /// The fault.
        #[source]
        error: BlockError,
    },
    /// A block of a segment is not there: the file is damaged, or the index changed after the
    /// reader last looked.
    #[error("index block {block} is missing")]
    MissingBlock {
        /// The row id that the block must have.
        block: i64,
    },
    /// A segment of the position index contradicts its blocks.
    #[error("index segment {segment} is damaged: {what}")]
    Segment {
        /// The row id in `index_segment`.
        segment: i64,
        /// The contradiction.
        what: &'static str,
    },
    /// A segment that was to be merged is not there.
    #[error("there is no index segment {0}")]
    NoSegment(i64),
    /// The file that keeps writers apart cannot be made.
    #[error("cannot lock `{path}`: {error}")]
    Lock {
        /// The file.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// The file cannot be read at all.
    #[error("cannot read `{path}`: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// The name means a database in memory, which would be gone at once.
    #[error(
        "`:memory:` is no file, and a database in memory would be lost; `./:memory:` names a file"
    )]
    InMemory,
    /// The user stopped what was under way.
    #[error("stopped")]
    Stopped,
    /// The file is empty: nothing was ever imported into it.
    #[error("the file is empty; `xqdb import PATH` makes a database of it")]
    Empty,
    /// The file has several names, beside each of which a log and a lock of its own would stand.
    #[error(
        "the file has {0} names (hard links), and writing under two of them would damage it; \
         remove all but one, or work on a copy (`cp`, `xqdb backup`)"
    )]
    SeveralNames(u64),
    /// The file that was opened was removed, or another was put in its place.
    #[error(
        "the file was removed or replaced while it was in use; what was written meanwhile is lost"
    )]
    Gone,
    /// The disk has no room for what SQLite writes, or keeps beside the file while it is read.
    #[error(
        "the disk that it is on is full, and reading it, too, takes some room beside it; what was \
         committed is kept: make room there and run the same command again"
    )]
    Full,
    /// An opening book of an engine is damaged, or cannot be read any more.
    #[error("cannot read the opening book `{name}`: {error}")]
    Book {
        /// The name of its file.
        name: String,
        /// Why.
        error: Box<Error>,
    },
    /// The file belongs to another program.
    #[error("the file is not a database of xqdb")]
    Foreign,
    /// The file was written by a newer xqdb.
    #[error(
        "the database has version {found}, this program knows versions up to {known}; use a newer \
         xqdb"
    )]
    Newer {
        /// The version of the file.
        found: u32,
        /// The newest version that this program knows.
        known: u32,
    },
    /// The file was written by an older xqdb, and questions never change a file.
    #[error(
        "the database has version {found}, and questions need version {needed}; `xqdb optimize` \
         brings it up to date where it can be written"
    )]
    Older {
        /// The file's.
        found: u32,
        /// The oldest that can be asked.
        needed: u32,
    },
    /// Another program has been reading an old state for so long that the log became too large.
    #[error(
        "another program has been reading the database for a long time, and meanwhile the log has \
         grown to {bytes} bytes; everything up to here is kept, and the same command goes on when that program has \
         ended"
    )]
    LogHeld {
        /// Size of the log.
        bytes: u64,
    },
}

/// The result of everything in this room.
pub type Result<T> = std::result::Result<T, Error>;

/// Why bytes are no block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BlockError {
    /// The block ends before its columns do.
    #[error("the block is cut off")]
    Truncated,
    /// The first byte names a layout this program does not know.
    #[error("unknown block layout {0}")]
    Layout(u8),
    /// A field has a value it cannot have; the field is named.
    #[error("impossible {0} in a block")]
    Impossible(&'static str),
}

/// The reason that SQLite gave for refusing a statement.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Refused(rusqlite::Error);

impl Refused {
    /// The file or its folder cannot be written, or not be opened in the way that was asked for.
    #[must_use]
    pub fn is_unwritable(&self) -> bool {
        use rusqlite::ErrorCode::{CannotOpen, PermissionDenied, ReadOnly};
        let code = self.0.sqlite_error_code();
        matches!(code, Some(CannotOpen | PermissionDenied | ReadOnly))
    }

    /// The statement would have changed something where only questions are allowed.
    #[must_use]
    pub fn is_forbidden(&self) -> bool {
        use rusqlite::ErrorCode::AuthorizationForStatementDenied;
        self.0.sqlite_error_code() == Some(AuthorizationForStatementDenied)
    }
}

impl From<rusqlite::Error> for Error {
    /// A value that its column should not hold means that the file is damaged.
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

/// Whether SQLite found no room: for a page, or for the index of the log, of which it says no more
/// than `disk I/O error`.
fn is_full(error: &rusqlite::Error) -> bool {
    use rusqlite::ffi::{SQLITE_FULL, SQLITE_IOERR_SHMSIZE};
    let code = error.sqlite_error().map(|error| error.extended_code);
    matches!(code, Some(SQLITE_FULL | SQLITE_IOERR_SHMSIZE))
}
