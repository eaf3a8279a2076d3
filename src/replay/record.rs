//! A record that owns what it found.
//!
//! What of a record could not be read: why its main line ends, and what stands there.

use super::game::Failure;
use super::{ReplayedGame, replay};
use crate::format::RawRecord;
use crate::metadata::{Derived, GameResult, Kind, LineSigns, Metadata, PlaceSays, RecordFindings};
use crate::notation::System;
use crate::text::{Encoding, decode};
use serde::Serialize;
use std::borrow::Cow;
use std::ops::Range;

/// A record that owns what it found: tags and place beside the game.
#[derive(Debug, Clone)]
pub struct Record {
    /// Where its bytes lie in the file or archive member, end excluded.
    pub span: Range<u64>,
    /// The encoding by which the texts of the record were decoded.
    pub encoding: Encoding,
    /// Tags in file order, as found.
    pub tags: Vec<(String, String)>,
    /// Tags that the record lacks and the name of its file has: players, date, result. Each has its
    /// [`Warning::FromFileName`](crate::format::Warning::FromFileName).
    pub from_file_name: Vec<(String, String)>,
    /// Doubts that the name of its file raises about it, where it is the only record: field and
    /// doubt, as in [`Derived::doubts`].
    pub against: Vec<(&'static str, String)>,
    /// Date and round by its folders, and by the name of a file of many games.
    pub place: PlaceSays,
    /// Values that event, title, file and folders add to the tags, and doubts about the tags; empty
    /// unless asked for.
    pub derived: Derived,
    /// The kind that the file claims.
    pub hint: Option<Kind>,
    /// The moves, played.
    pub game: ReplayedGame,
    /// The rest of the main line that could not be read.
    pub unread: Option<UnreadMoves>,
}

impl Record {
    /// Plays a raw record, whose moves are written in `system`, and keeps what it says.
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

    /// All tags, those of the file's name in the place of blank ones or at the end.
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

    /// Derives what the record says of itself, with all that headings and its place add.
    pub fn derive(&self) -> (Metadata, Derived) {
        self.findings().derive()
    }

    /// The result the record claims, or else the one in the name of its file.
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
    /// Why the main line ends, or why nothing could be kept.
    #[serde(flatten)]
    pub failure: Failure,
    /// The text from there to the end of the record; none where the record is no text.
    pub tail: Option<String>,
}

impl UnreadMoves {
    /// The unread rest of a record whose text begins at byte `start` of its file.
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
        let tail =
            record.get(at..).map(|rest| decode(rest, encoding).into_text().trim().to_owned());
        UnreadMoves { failure: failure.clone(), tail: tail.filter(|tail| !tail.is_empty()) }
    }

    /// The failure of a record that is no text.
    #[must_use]
    pub fn in_bytes(failure: &Failure) -> UnreadMoves {
        UnreadMoves { failure: failure.clone(), tail: None }
    }

    /// The text to the end of the record, or else the move that cannot be played.
    #[must_use]
    pub fn text(&self) -> &str {
        self.tail.as_deref().unwrap_or(&self.failure.token)
    }
}
