//! Input of all writers: a record of a file or a game of the database, in one form.

use super::Loss;
use super::loss::Losses;
use crate::metadata::{GameResult, Kind, Status, parse_result};
use crate::replay::{Damage, Failure, Record, Tree, UnreadMoves};
use crate::text::unescaped_for_good;
use crate::xiangqi::Position;
use std::borrow::Cow;

/// Game to be written.
#[derive(Debug)]
pub struct Entry<'a> {
    /// Names and values of tags in the order of writing; names are those of PGN where one fits.
    pub tags: Vec<(&'a str, &'a str)>,
    /// Position before the first move; `None` is the standard start with Red to move.
    pub start: Option<&'a Position>,
    /// Moves, variations and comments.
    pub tree: &'a Tree,
    /// Result of the game.
    pub result: GameResult,
    /// Kind of the record, if the file states one.
    pub hint: Option<Kind>,
    /// Part of the main line that could not be read.
    pub unread: Option<&'a UnreadMoves>,
    /// Variations that end before their record does.
    pub damaged: &'a [Damage],
    /// Record or game that is written.
    pub origin: Origin<'a>,
}

/// Record or game that an entry is made from.
#[derive(Copy, Clone, Debug)]
pub enum Origin<'a> {
    /// Record of a file.
    Record(RecordPlace<'a>, &'a Record),
    /// Game of the database.
    Game {
        /// Key of the game.
        key: &'a str,
        /// Kind of the game.
        kind: Kind,
    },
}

/// Place of a record.
#[derive(Copy, Clone, Debug)]
pub struct RecordPlace<'a> {
    /// Path as given, joined with the path below it.
    pub path: &'a str,
    /// Path inside an archive.
    pub member: Option<&'a str>,
    /// 1-based number of the record in the file.
    pub record: u64,
    /// Name of the format.
    pub format: Option<&'a str>,
}

/// Tags that every format writes in its own form.
const IMPLIED: [&str; 4] = ["Game", "Result", "FEN", "Format"];

/// Name and value of a tag, with HTML entities decoded.
type Plain<'a> = (&'a str, Cow<'a, str>);

impl<'a> Entry<'a> {
    /// Entry of a record as it was read.
    pub fn of_record(place: RecordPlace<'a>, record: &'a Record) -> Entry<'a> {
        Entry {
            tags: record.tags.iter().map(|(name, value)| (&**name, &**value)).collect(),
            start: record.game.start.as_deref(),
            tree: &record.game.tree,
            result: record.game.result,
            hint: record.hint,
            unread: record.unread.as_ref(),
            damaged: &record.game.damaged,
            origin: Origin::Record(place, record),
        }
    }

    /// Key of a game of the database; `None` for a record.
    #[must_use]
    pub fn key(&self) -> Option<&'a str> {
        match self.origin {
            Origin::Game { key, .. } => Some(key),
            Origin::Record(..) => None,
        }
    }

    /// Whether the end of the main line or of a variation could not be read.
    pub fn is_damaged(&self) -> bool {
        self.unread.is_some() || !self.damaged.is_empty()
    }

    /// Whether the record was read completely, in part or not at all.
    pub(super) fn status(&self) -> Status {
        match self.origin {
            Origin::Record(_, record) => record.game.outcome.status(),
            Origin::Game { .. } if self.unread.is_some() => Status::Partial,
            Origin::Game { .. } if self.tree.plies == 0 => Status::Empty,
            Origin::Game { .. } => Status::Ok,
        }
    }

    /// Why the main line ends before its record does; `None` if it does not.
    pub(super) fn failure(&self) -> Option<&'a Failure> {
        self.unread.map(|unread| &unread.failure)
    }

    /// Start of the game, also if it is the standard one.
    pub(super) fn start_position(&self) -> Position {
        self.start.cloned().unwrap_or_else(Position::start)
    }

    /// Value of a tag that is not blank: of the tag with exactly this name, else of one that
    /// differs in case only. `White` counts as `Red`.
    pub fn tag(&self, name: &str) -> Option<&'a str> {
        self.find(name).map(|index| self.tags[index].1)
    }

    fn find(&self, wanted: &str) -> Option<usize> {
        let find = |fits: &dyn Fn(&str) -> bool| {
            self.tags.iter().position(|(name, value)| fits(name) && !is_blank(value))
        };
        find(&|name| name == wanted)
            .or_else(|| find(&|name| name.eq_ignore_ascii_case(wanted)))
            .or_else(|| (wanted == "Red").then(|| find(&|name| name == "White"))?)
    }

    /// Values of the tags for the fields of a format, in the order of `fields`, and the tags
    /// without a field; HTML entities are decoded. Blank tags and those in `own`, which the format
    /// writes in another form, are left out.
    pub(super) fn deal(
        &self,
        fields: impl Iterator<Item = &'static str>,
        own: &[&str],
        losses: &mut Losses,
    ) -> (Vec<Option<Cow<'a, str>>>, Vec<Plain<'a>>) {
        let mut is_dealt = vec![false; self.tags.len()];
        let values = fields
            .map(|field| {
                let index = self.find(field)?;
                is_dealt[index] = true;
                Some(unescaped_for_good(self.tags[index].1))
            })
            .collect();
        let is_own = |name: &str| {
            IMPLIED.iter().chain(own).any(|implied| implied.eq_ignore_ascii_case(name))
        };
        let rest = self
            .tags
            .iter()
            .zip(is_dealt)
            .filter(|((name, value), is_dealt)| !is_dealt && !is_own(name) && !is_blank(value));
        if let Some(result) = self.tag("Result")
            && parse_result(result).is_none()
        {
            losses.push(Loss::Result(result.to_owned()));
        }
        (values, rest.map(|((name, value), _)| (*name, unescaped_for_good(value))).collect())
    }
}

fn is_blank(value: &str) -> bool {
    unescaped_for_good(value).trim().is_empty()
}
