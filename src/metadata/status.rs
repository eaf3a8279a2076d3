//! How much of a record could be read, as a type.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How far a record could be read.
///
/// ```
/// use xqdb::metadata::Status;
/// assert_eq!(Status::Partial.as_str(), "partial");
/// assert_eq!(Status::from_name("ok"), Some(Status::Ok));
/// ```
#[derive(Debug, Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The whole main line was played.
    Ok,
    /// The main line ends early; the moves before it are kept.
    Partial,
    /// There are no moves: a heading or a bare position.
    Empty,
    /// Nothing could be kept: the start is not understood.
    Rejected,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 4] = [Status::Ok, Status::Partial, Status::Empty, Status::Rejected];

    /// `ok`, `partial`, `empty` or `rejected`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Partial => "partial",
            Status::Empty => "empty",
            Status::Rejected => "rejected",
        }
    }

    /// The status of this name.
    pub fn from_name(name: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|status| status.as_str() == name)
    }

    /// Whether something of the record was lost: it is partial or rejected.
    pub const fn is_damaged(self) -> bool {
        matches!(self, Status::Partial | Status::Rejected)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
