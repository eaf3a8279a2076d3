//! Finds names of tags that are damaged: each differs in one character from a name that the record
//! lacks, and has such a value.

use super::fen_lists::holds_position;
use super::fields::{Role, near_names, role_as_written};
use super::record::{RawRecord, RawStart};
use crate::metadata::{GameResult, is_said, parse_date, parse_result};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Characters of a name from which one other character is no coincidence.
const TELLING_NAME: usize = 4;

/// Largest number of tags of a record that are compared with each other; real records have under
/// half as many.
const MOST_TAGS: usize = 128;

/// Number of names that are remembered for the next record.
const MOST_NAMES: usize = 1024;

/// Finds damaged names of tags, and remembers the names from record to record.
#[derive(Default)]
pub(super) struct DamagedNames {
    /// For each name, known names that differ from it by one character, or by the order of two.
    near: FxHashMap<Box<str>, Vec<(&'static str, Role)>>,
}

impl DamagedNames {
    /// Names in a record that are damaged: each is nearly that of a tag or of a position that the
    /// record lacks, and has such a value.
    pub(super) fn of(&mut self, record: &RawRecord<'_>) -> Vec<String> {
        let tags = &record.tags[..record.tags.len().min(MOST_TAGS)];
        if self.near.len() > MOST_NAMES {
            self.near.clear();
        }
        for (name, _) in tags {
            if !self.near.contains_key(&**name) {
                self.near.insert((&**name).into(), near_names(name));
            }
        }
        let near = |name: &str| self.near.get(name).map_or(&[][..], Vec::as_slice);
        let has = |wanted: Role| tags.iter().any(|(name, _)| role_as_written(name) == Some(wanted));
        let speaks_of = |side: &'static str| {
            let side = Role::Tag(side);
            has(side) || tags.iter().any(|(name, _)| near(name).iter().any(|(_, of)| *of == side))
        };
        let is_damaged = |name: &str, value: &str, (known, of): (&str, Role)| {
            let is_value = match of {
                Role::Start => holds_position(value),
                Role::Moves => false,
                Role::Tag("Date") => parse_date(value).is_some(),
                Role::Tag("Result") => parse_result(value).is_some_and(GameResult::is_known),
                Role::Tag(tag) => {
                    let is_telling = match tag {
                        "Red" => speaks_of("Black"),
                        "Black" => speaks_of("Red"),
                        _ => known.chars().count() >= TELLING_NAME,
                    };
                    is_said(value) && (is_telling || name.contains(char::REPLACEMENT_CHARACTER))
                }
            };
            is_value
                && !has(of)
                && (of != Role::Start || matches!(record.start, RawStart::Standard))
        };
        let is_damaged = |(name, value): &&(Cow<'_, str>, Cow<'_, str>)| {
            near(name).iter().any(|known| is_damaged(name, value, *known))
        };
        tags.iter().filter(is_damaged).map(|(name, _)| name.to_string()).collect()
    }
}
