//! Tags by name, although files repeat names.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// Up to so many tags, looking through the names before is quicker than a table of them.
const FEW: usize = 64;

/// Tags in file order with every name once: of a repeated one the later ones have a number.
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
        // The last number that a name was given.
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

    /// How many tags there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Names and values in file order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &'a str)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), *value))
    }
}

/// As one object.
impl Serialize for UniqueTags<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_taken_is_passed_over() {
        let list = [("Event", "a"), ("Event (2)", "b"), ("Event", "c"), ("Event", "d")];
        let list = list.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let tags = UniqueTags::of(&list);
        let names: Vec<&str> = tags.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["Event", "Event (2)", "Event (3)", "Event (4)"]);
    }
}
