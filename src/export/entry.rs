//! The input of a writer: a record of a file or a game of the database, in one shape.

use super::Loss;
use super::loss::Losses;
use crate::metadata::{GameResult, Kind, Status, parse_result};
use crate::replay::{Damage, Failure, Record, Tree, UnreadMoves};
use crate::text::unescaped_for_good;
use crate::xiangqi::Position;
use std::borrow::Cow;

/// A game to be written.
#[derive(Debug)]
pub struct Entry<'a> {
    /// Names and values in the order in which they are to stand, with the names of PGN where one
    /// fits.
    pub tags: Vec<(&'a str, &'a str)>,
    /// The position the moves begin from; `None` is the standard start with Red to move.
    pub start: Option<&'a Position>,
    /// The moves, variations and comments.
    pub tree: &'a Tree,
    /// The result for Red.
    pub result: GameResult,
    /// The kind of record it is, where one is named.
    pub hint: Option<Kind>,
    /// The part of the main line that could not be read.
    pub unread: Option<&'a UnreadMoves>,
    /// Variations that end before their record does.
    pub damaged: &'a [Damage],
    /// Where it comes from.
    pub origin: Origin<'a>,
}

/// Where an entry comes from.
#[derive(Copy, Clone, Debug)]
pub enum Origin<'a> {
    /// A record of a file.
    Record(RecordPlace<'a>, &'a Record),
    /// A game of the database.
    Game {
        /// Its key.
        key: &'a str,
        /// Its kind.
        kind: Kind,
    },
}

/// Where a record stands.
#[derive(Copy, Clone, Debug)]
pub struct RecordPlace<'a> {
    /// Path as given, joined with the path below it.
    pub path: &'a str,
    /// Path inside an archive.
    pub member: Option<&'a str>,
    /// 1-based.
    pub record: u64,
    /// Name of the format.
    pub format: Option<&'a str>,
}

/// Tags that every format says in its own way.
const IMPLIED: [&str; 4] = ["Game", "Result", "FEN", "Format"];

/// Name and value of a tag, without HTML entities.
type Plain<'a> = (&'a str, Cow<'a, str>);

impl<'a> Entry<'a> {
    /// A record as it was read.
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

    /// The key of a game of the database.
    #[must_use]
    pub fn key(&self) -> Option<&'a str> {
        match self.origin {
            Origin::Game { key, .. } => Some(key),
            Origin::Record(..) => None,
        }
    }

    /// Whether something of it could not be read: the end of the main line, or of a variation.
    pub fn is_damaged(&self) -> bool {
        self.unread.is_some() || !self.damaged.is_empty()
    }

    /// How far it could be read.
    pub(super) fn status(&self) -> Status {
        match self.origin {
            Origin::Record(_, record) => record.game.outcome.status(),
            Origin::Game { .. } if self.unread.is_some() => Status::Partial,
            Origin::Game { .. } if self.tree.plies == 0 => Status::Empty,
            Origin::Game { .. } => Status::Ok,
        }
    }

    /// Why the main line ends before its record does.
    pub(super) fn failure(&self) -> Option<&'a Failure> {
        self.unread.map(|unread| &unread.failure)
    }

    /// The start, spelt out.
    pub(super) fn start_position(&self) -> Position {
        self.start.cloned().unwrap_or_else(Position::start)
    }

    /// The value of a tag that says something: of the tag with just this name, else of one that
    /// differs in case only. `White` says who has Red.
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

    /// Deals the tags out to the fields of a format: the value of each field in turn, and the tags
    /// that have none, all without HTML entities. Blank tags and those in `own`, which the format
    /// says otherwise, are not among them.
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
