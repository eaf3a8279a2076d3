//! Metadata from tags in one vocabulary for all formats, with values that headings and file names
//! add; and tags by unique names.

use super::{DateClaim, Dated, GameResult, Kind, LaxDate, PersonName, parse_date, split_team};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// Metadata of a game. Missing texts are `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Metadata {
    /// Name of Red without team.
    pub red: Option<String>,
    /// Name of Black without team.
    pub black: Option<String>,
    /// Team of Red.
    pub red_team: Option<String>,
    /// Team of Black.
    pub black_team: Option<String>,
    /// Tournament, book or collection.
    pub event: Option<String>,
    /// Place of the game.
    pub site: Option<String>,
    /// Round as found.
    pub round: Option<String>,
    /// Date, as far as it is understood.
    pub date: Option<LaxDate>,
    /// Date as found.
    pub date_found: Option<String>,
    /// Termination in words, as found.
    pub termination: Option<String>,
    /// Opening code or name, as found.
    pub opening: Option<String>,
    /// Result that the record states.
    pub result: GameResult,
    /// Kind; [`Kind`] has the rule.
    pub kind: Option<Kind>,
    /// Values that headings and file names add, if any.
    pub inferred: Option<Box<Inferred>>,
}

impl Metadata {
    /// Reads tags only; result, kind and inferred values stay open.
    pub fn from_tags<'a>(tags: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Metadata {
        let found = |names: &[&str]| {
            names.iter().find_map(|wanted| {
                tags.clone()
                    .find(|(name, value)| name.eq_ignore_ascii_case(wanted) && is_said(value))
                    .map(|(_, value)| value.trim())
            })
        };
        let find = |names: &[&str]| found(names).map(str::to_owned);
        let player = |names: &[&str], teams: &[&str]| match found(names) {
            None => (None, find(teams)),
            Some(field) => {
                let PersonName { name, team, .. } = split_team(field);
                let name = if name.trim().is_empty() { field.to_owned() } else { name };
                (Some(name), find(teams).or(team))
            }
        };
        let (red, red_team) = player(&["Red", "White"], &["RedTeam", "WhiteTeam"]);
        let (black, black_team) = player(&["Black"], &["BlackTeam"]);
        let date_found = find(&["Date", "EventDate"]);
        Metadata {
            red,
            black,
            red_team,
            black_team,
            event: find(&["Event"]),
            site: find(&["Site", "Place"]),
            round: find(&["Round"]),
            date: date_found.as_deref().and_then(parse_date),
            date_found,
            termination: find(&["Termination"]),
            opening: find(&["ECCO", "ECO", "Opening"]),
            result: GameResult::Unknown,
            kind: None,
            inferred: None,
        }
    }
}

/// Whether a tag has a value: programs write `?`, `-` and similar for "unknown".
#[must_use]
pub fn is_said(value: &str) -> bool {
    !value.trim().chars().all(|c| matches!(c, '?' | '-' | '.' | '？' | '*' | '—'))
}

/// Values that the tags of a record do not state; those of a game come from all its witnesses.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Inferred {
    /// Red by a heading, if not stated.
    pub red: Option<String>,
    /// Black by a heading, if not stated.
    pub black: Option<String>,
    /// Date of the game, if it is not the stated one.
    pub dated: Option<Dated>,
    /// Claims of a witness about the date, if they are more than a plain date; empty for a game.
    pub claims: Vec<DateClaim>,
    /// Result by a heading, if none is stated.
    pub result: GameResult,
    /// Fields of the metadata that only the file name has.
    pub from_file: FieldSet,
}

/// A set of fields that headings and file names can supply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct FieldSet(u8);

impl FieldSet {
    /// No fields.
    pub const NONE: FieldSet = FieldSet(0);
    /// The tag `Red`.
    pub const RED: FieldSet = FieldSet(1);
    /// The tag `Black`.
    pub const BLACK: FieldSet = FieldSet(2);
    /// The tag `Date`.
    pub const DATE: FieldSet = FieldSet(4);
    /// The tag `Result`.
    pub const RESULT: FieldSet = FieldSet(8);

    /// Field of a tag; [`FieldSet::NONE`] for any other tag.
    #[must_use]
    pub fn of_tag(name: &str) -> FieldSet {
        match name {
            "Red" => FieldSet::RED,
            "Black" => FieldSet::BLACK,
            "Date" => FieldSet::DATE,
            "Result" => FieldSet::RESULT,
            _ => FieldSet::NONE,
        }
    }

    /// The set with these [`bits`](FieldSet::bits).
    #[must_use]
    pub const fn from_bits(bits: u8) -> FieldSet {
        FieldSet(bits & 15)
    }

    /// Number of the set, 0 to 15.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the set contains a field.
    #[must_use]
    pub const fn has(self, field: FieldSet) -> bool {
        self.0 & field.0 != 0
    }

    /// The union with another set.
    #[must_use]
    pub const fn and(self, other: FieldSet) -> FieldSet {
        FieldSet(self.0 | other.0)
    }

    /// The set without the fields of another.
    #[must_use]
    pub const fn without(self, other: FieldSet) -> FieldSet {
        FieldSet(self.0 & !other.0)
    }
}

/// Number of tags up to which comparing all names is faster than a hash table.
const FEW: usize = 64;

/// Tags in file order with unique names: repeated names get a number.
///
/// ```
/// use xqdb::metadata::UniqueTags;
///
/// let tags = [("Event", "a"), ("Event", "b")].map(|(name, value)| (name.into(), value.into()));
/// let json = serde_json::to_string(&UniqueTags::of(&tags))?;
/// assert_eq!(json, r#"{"Event":"a","Event (2)":"b"}"#);
/// # Ok::<_, serde_json::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct UniqueTags<'a>(Vec<(Cow<'a, str>, &'a str)>);

impl<'a> UniqueTags<'a> {
    /// Numbers the repeated names of a list.
    pub fn of(tags: &'a [(String, String)]) -> UniqueTags<'a> {
        let is_new = |at: usize| tags[..at].iter().all(|(name, _)| *name != tags[at].0);
        if tags.len() <= FEW && (0..tags.len()).all(is_new) {
            let borrowed = |(name, value): &'a (String, String)| (name.into(), value.as_str());
            return UniqueTags(tags.iter().map(borrowed).collect());
        }
        let mut taken = FxHashSet::default();
        // Last number given to each name.
        let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
        let number = |(name, value): &'a (String, String)| {
            let mut unique = Cow::from(name);
            let number = numbers.entry(name).or_insert(1);
            while !taken.insert(unique.clone()) {
                *number += 1;
                unique = format!("{name} ({number})").into();
            }
            (unique, value.as_str())
        };
        UniqueTags(tags.iter().map(number).collect())
    }

    /// Number of tags.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Names and values in file order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &'a str)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), *value))
    }
}

/// Serialises as one object.
impl Serialize for UniqueTags<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_every_dialect() {
        let tags =
            [("White", "广东 吕钦"), ("Black", "?"), ("ECO", "C48"), ("date", "1989年6月3日")];
        let data = Metadata::from_tags(tags.into_iter());
        assert_eq!(data.red.as_deref(), Some("吕钦"));
        assert_eq!(data.red_team.as_deref(), Some("广东"));
        assert_eq!(data.black, None);
        assert_eq!(data.opening.as_deref(), Some("C48"));
        assert_eq!(data.date, LaxDate::new(1989, 6, 3));
        assert_eq!(data.date_found.as_deref(), Some("1989年6月3日"));
    }

    #[test]
    fn a_number_that_is_taken_is_passed_over() {
        let list = [("Event", "a"), ("Event (2)", "b"), ("Event", "c"), ("Event", "d")];
        let list = list.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let tags = UniqueTags::of(&list);
        let names: Vec<&str> = tags.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["Event", "Event (2)", "Event (3)", "Event (4)"]);
    }
}
