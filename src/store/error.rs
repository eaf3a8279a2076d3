//! Why the database could not be used.

use crate::store::index::error::Error as IndexError;
use crate::store::sql::{Refused, SqlError};

/// Why the database could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// SQLite said no.
    #[error(transparent)]
    Sqlite(Refused),
    /// The position index is damaged.
    #[error(transparent)]
    Index(IndexError),
    /// Something stored makes no sense.
    #[error("the database is damaged: {0}")]
    Damaged(String),
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
    /// The file belongs to another program.
    #[error("the file is not a database of xqdb")]
    Foreign,
    /// The file was written by a newer xqdb.
    #[error(
        "the database has version {found}, this program knows versions up to {known}; use a newer \
         xqdb"
    )]
    Newer {
        /// The file's.
        found: u32,
        /// Ours.
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
         grown to {bytes} \
         bytes; everything up to here is kept, and the same command goes on when that program has \
         ended"
    )]
    LogHeld {
        /// How large the log is.
        bytes: u64,
    },
}

/// The result of everything in this room.
pub type Result<T> = std::result::Result<T, Error>;

impl From<SqlError> for Error {
    fn from(error: SqlError) -> Error {
        match error {
            SqlError::Refused(refused) => Error::Sqlite(refused),
            SqlError::Damaged(what) => Error::Damaged(what),
        }
    }
}

impl From<IndexError> for Error {
    fn from(error: IndexError) -> Error {
        match error {
            IndexError::Sql(error) => error.into(),
            error => Error::Index(error),
        }
    }
}
