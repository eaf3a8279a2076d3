//! Records after replay, owning their texts; and the part of a record that could not be read.

use super::game::Failure;
use super::{ReplayedGame, replay};
use crate::format::RawRecord;
use crate::metadata::{Derived, GameResult, Kind, LineSigns, Metadata, PlaceSays, RecordFindings};
use crate::notation::System;
use crate::text::{Encoding, decode};
use serde::Serialize;
use std::borrow::Cow;
use std::ops::Range;

/// A replayed record with its tags and place, owning all texts.
#[derive(Debug, Clone)]
pub struct Record {
    /// Byte range in the file or archive member, end excluded.
    pub span: Range<u64>,
    /// Encoding in which the texts of the record were decoded.
    pub encoding: Encoding,
    /// Tags in file order, as found.
    pub tags: Vec<(String, String)>,
    /// Players, date and result that only the file name gives. Each comes with a
    /// [`Warning::FromFileName`](crate::format::Warning::FromFileName).
    pub from_file_name: Vec<(String, String)>,
    /// Doubts raised by the name of a file that has only this record: field and doubt, as in
    /// [`Derived::doubts`].
    pub against: Vec<(&'static str, String)>,
    /// Date and round from the folders, and from the name of a file of many games.
    pub place: PlaceSays,
    /// Values that event, title, file and folders add to the tags, and doubts about the tags; empty
    /// unless the caller derives them.
    pub derived: Derived,
    /// Kind of game that the file claims.
    pub hint: Option<Kind>,
    /// The game: moves that could be played.
    pub game: ReplayedGame,
    /// Rest of the main line that could not be played.
    pub unread: Option<UnreadMoves>,
}

impl Record {
    /// Plays a raw record whose moves are written in `system`, and takes over its texts.
    pub fn of(raw: RawRecord<'_>, system: &System) -> Record {
        let game = replay(&raw, system);
        Record {
            span: raw.span,
            encoding: raw.encoding,
            tags: raw
                .tags
                .into_iter()
                .map(|(name, value)| (name.into_owned(), value.into_owned()))
                .collect(),
            from_file_name: Vec::new(),
            against: Vec::new(),
            place: PlaceSays::default(),
            derived: Derived::default(),
            hint: raw.hint,
            unread: game.outcome.failure().map(UnreadMoves::in_bytes),
            game,
        }
    }

    /// All tags; those of the file name replace blank ones or follow at the end.
    pub fn all_tags(&self) -> Cow<'_, [(String, String)]> {
        if self.from_file_name.is_empty() {
            return Cow::Borrowed(&self.tags);
        }
        let mut tags = self.tags.clone();
        for (name, value) in &self.from_file_name {
            match tags.iter_mut().find(|(own, _)| own.eq_ignore_ascii_case(name)) {
                Some((_, blank)) => blank.clone_from(value),
                None => tags.push((name.clone(), value.clone())),
            }
        }
        Cow::Owned(tags)
    }

    /// Derives metadata from the record, its headings and its place.
    pub fn derive(&self) -> (Metadata, Derived) {
        self.findings().derive()
    }

    /// Result that the record states, or else the one in its file name.
    pub fn result(&self) -> GameResult {
        self.findings().result()
    }

    fn findings(&self) -> RecordFindings<'_> {
        let game = &self.game;
        RecordFindings {
            tags: &self.tags,
            from_file_name: &self.from_file_name,
            against: &self.against,
            place: &self.place,
            result: game.result,
            line: Some(LineSigns {
                start: game.start.as_deref(),
                plies: game.tree.plies,
                hint: self.hint,
                has_variations: game.tree.nodes.len() > game.tree.plies as usize,
            }),
        }
    }
}

/// The end of a record that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnreadMoves {
    /// Reason why the main line ends, or why nothing could be kept.
    #[serde(flatten)]
    pub failure: Failure,
    /// Text from the failure to the end of the record; None for binary records.
    pub tail: Option<String>,
}

impl UnreadMoves {
    /// Unread rest of a text record that begins at byte `start` of its file.
    ///
    /// ```
    /// use xqdb::replay::{Failure, UnreadMoves};
    /// use xqdb::text::Encoding;
    /// let failure = Failure {
    ///     ply: 2,
    ///     token: "h9h8".to_owned(),
    ///     reason: "no such piece there".to_owned(),
    ///     byte_offset: 105,
    ///     fen: None,
    ///     readings: Vec::new(),
    /// };
    /// let unread = UnreadMoves::in_text(&failure, b"h2e2 h9h8 h0g2\n", 100, Encoding::Ascii);
    /// assert_eq!(unread.tail.as_deref(), Some("h9h8 h0g2"));
    /// ```
    #[must_use]
    pub fn in_text(
        failure: &Failure,
        record: &[u8],
        start: u64,
        encoding: Encoding,
    ) -> UnreadMoves {
        let at = usize::try_from(failure.byte_offset.saturating_sub(start)).unwrap_or(usize::MAX);
        let tail = record.get(at..).map(|rest| decode(rest, encoding).text.trim().to_owned());
        UnreadMoves { failure: failure.clone(), tail: tail.filter(|tail| !tail.is_empty()) }
    }

    /// Unread rest of a binary record.
    #[must_use]
    pub fn in_bytes(failure: &Failure) -> UnreadMoves {
        UnreadMoves { failure: failure.clone(), tail: None }
    }

    /// Text to the end of the record, or else the move that cannot be played.
    #[must_use]
    pub fn text(&self) -> &str {
        self.tail.as_deref().unwrap_or(&self.failure.token)
    }
}
