//! A record that owns what it found.

use super::{Game, Unread, replay};
use crate::format::RawRecord;
use crate::metadata::{
    Derived, GameResult, KindHint, LineSigns, Metadata, PlaceSays, RecordFindings,
};
use crate::notation::System;
use crate::text::Encoding;
use std::borrow::Cow;
use std::ops::Range;

/// A record that owns what it found: tags and place beside the game.
#[derive(Debug, Clone)]
pub struct Record {
    /// Where its bytes lie in the file or archive member, end excluded.
    pub span: Range<u64>,
    /// How its texts were decoded.
    pub encoding: Encoding,
    /// Tags in file order, as found.
    pub tags: Vec<(String, String)>,
    /// Tags that the record lacks and the name of its file has: players, date, result. Each has its
    /// [`Warning::FromFileName`](crate::format::Warning::FromFileName).
    pub from_file_name: Vec<(String, String)>,
    /// What the name of its file says against what it states, where it is the only record: field
    /// and doubt, as in [`Derived::doubts`].
    pub against: Vec<(&'static str, String)>,
    /// What its folders say, and the name of a file of many games.
    pub place: PlaceSays,
    /// What event, title, file and folders add to the tags, and what of them they contradict; empty
    /// unless it was asked for.
    pub derived: Derived,
    /// What the file says the record is.
    pub hint: Option<KindHint>,
    /// What was played.
    pub game: Game,
    /// What could not be read of the main line, and what stands there.
    pub unread: Option<Unread>,
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
            unread: game.outcome.failure().map(Unread::in_bytes),
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
