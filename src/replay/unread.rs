//! What of a record could not be read: why its main line ends, and what stands there.

use super::game::Failure;
use crate::text::{Encoding, decode};
use serde::Serialize;

/// The end of a record that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unread {
    /// Why the main line ends, or why nothing could be kept.
    #[serde(flatten)]
    pub failure: Failure,
    /// The text from there to the end of the record; none where the record is no text.
    pub tail: Option<String>,
}

impl Unread {
    /// What was not read of a record whose text begins at byte `start` of its file.
    ///
    /// ```
    /// use xqdb::replay::{Failure, Unread};
    /// use xqdb::text::Encoding;
    /// let failure = Failure {
    ///     ply: 2,
    ///     token: "h9h8".to_owned(),
    ///     reason: "no such piece there".to_owned(),
    ///     byte_offset: 105,
    ///     fen: None,
    ///     readings: Vec::new(),
    /// };
    /// let unread = Unread::in_text(&failure, b"h2e2 h9h8 h0g2\n", 100, Encoding::Ascii);
    /// assert_eq!(unread.tail.as_deref(), Some("h9h8 h0g2"));
    /// ```
    #[must_use]
    pub fn in_text(failure: &Failure, record: &[u8], start: u64, encoding: Encoding) -> Unread {
        let at = usize::try_from(failure.byte_offset.saturating_sub(start)).unwrap_or(usize::MAX);
        let tail =
            record.get(at..).map(|rest| decode(rest, encoding).into_text().trim().to_owned());
        Unread { failure: failure.clone(), tail: tail.filter(|tail| !tail.is_empty()) }
    }

    /// The same of a record that is no text.
    #[must_use]
    pub fn in_bytes(failure: &Failure) -> Unread {
        Unread { failure: failure.clone(), tail: None }
    }

    /// What stands there: the text to the end of the record, or else the move that cannot be
    /// played.
    #[must_use]
    pub fn text(&self) -> &str {
        self.tail.as_deref().unwrap_or(&self.failure.token)
    }
}
