//! The tags of a record: as one JSON object for readers, as a shape and its values in the database.
//!
//! Names are a third of the bytes of the tags of a record, and an archive has a few dozen lists of
//! names. A *shape* is such a list, stored once; `migrations/005_tags.sql` describes the exact
//! form.

use super::json;
use crate::metadata::UniqueTags;
use crate::store::error::{Error, Result};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt::Display;

/// Tags whose value belongs to the shape, because it hardly ever varies.
const CONSTANT: [&str; 2] = ["Game", "Format"];

/// Most bytes of a name or constant value in a shape: hostile files must not fill the table.
const LONGEST: usize = 24;
/// Most names of a shape.
const MOST_NAMES: usize = 64;

/// Tags ready to be stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoredTags {
    /// Names, a JSON array; `None` if the tags are an object.
    shape: Option<String>,
    /// Values, a JSON array; or names and values, a JSON object.
    values: String,
}

impl StoredTags {
    /// Prepares tags in file order.
    pub fn of(tags: &[(String, String)]) -> StoredTags {
        let tags = UniqueTags::of(tags);
        if tags.len() > MOST_NAMES || tags.iter().any(|(name, _)| name.len() > LONGEST) {
            return StoredTags { shape: None, values: json(&tags) };
        }
        let text = |text| TagText(Cow::Borrowed(text));
        let mut names = Vec::with_capacity(tags.len());
        let mut values = Vec::with_capacity(tags.len());
        for (name, value) in tags.iter() {
            if CONSTANT.contains(&name) && value.len() <= LONGEST {
                names.push(ShapeEntry::Constant([name, value].map(text)));
            } else {
                names.push(ShapeEntry::Name(text(name)));
                values.push(value);
            }
        }
        StoredTags { shape: Some(json(&names)), values: json(&values) }
    }

    /// Tags as stored in `tag_shape.names` and `record.tags`.
    pub(crate) fn stored(shape: Option<String>, values: String) -> StoredTags {
        StoredTags { shape, values }
    }

    /// The names, as in `tag_shape.names`; `None` if [`StoredTags::values`] has the names, too.
    pub(crate) fn shape(&self) -> Option<&str> {
        self.shape.as_deref()
    }

    /// The `tags` column.
    pub(crate) fn values(&self) -> &str {
        &self.values
    }

    /// Rough size in memory, in bytes.
    pub(crate) fn weight(&self) -> usize {
        self.shape.as_ref().map_or(0, String::len) + self.values.len()
    }
}

/// An entry of a shape.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum ShapeEntry<'a> {
    #[serde(borrow)]
    Name(TagText<'a>),
    /// A name with the value that belongs to the shape.
    Constant([TagText<'a>; 2]),
}

/// Text of JSON, borrowed where nothing in it is escaped.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct TagText<'a>(#[serde(borrow)] Cow<'a, str>);

/// Tags of a stored record, in file order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordTags<'a>(Vec<(Cow<'a, str>, Cow<'a, str>)>);

impl<'a> RecordTags<'a> {
    /// Reads the columns `tag_shape.names`, as `shape`, and `record.tags`.
    ///
    /// # Errors
    /// Shape and tags do not fit each other.
    pub(crate) fn read(shape: Option<&'a str>, tags: &'a str) -> Result<RecordTags<'a>> {
        let damaged = |what: &dyn Display| Error::Damaged(format!("tags of a record: {what}"));
        let Some(shape) = shape else {
            return serde_json::from_str(tags).map_err(|error| damaged(&error));
        };
        let names: Vec<ShapeEntry<'a>> =
            serde_json::from_str(shape).map_err(|error| damaged(&error))?;
        let values: Vec<TagText<'a>> =
            serde_json::from_str(tags).map_err(|error| damaged(&error))?;
        let mut values = values.into_iter();
        let mut read = Vec::with_capacity(names.len());
        for name in names {
            let (name, value) = match name {
                ShapeEntry::Name(name) => (name, values.next()),
                ShapeEntry::Constant([name, value]) => (name, Some(value)),
            };
            let value = value.ok_or_else(|| damaged(&"there are fewer than names"))?;
            read.push((name.0, value.0));
        }
        match values.next() {
            None => Ok(RecordTags(read)),
            Some(_) => Err(damaged(&"there are more than names")),
        }
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> + Clone {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }

    /// Value of the tag with exactly this name; `None` without one.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// The tags as a JSON object.
    pub fn to_json(&self) -> String {
        json(self)
    }

    /// The tags, independent of the row that they were read from.
    #[must_use]
    pub fn into_owned(self) -> RecordTags<'static> {
        let owned = |text: Cow<'a, str>| Cow::Owned(text.into_owned());
        RecordTags(self.0.into_iter().map(|(name, value)| (owned(name), owned(value))).collect())
    }
}

impl Serialize for RecordTags<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for RecordTags<'a> {
    fn deserialize<D: Deserializer<'de>>(read: D) -> std::result::Result<Self, D::Error> {
        struct Pairs;

        impl<'de> Visitor<'de> for Pairs {
            type Value = RecordTags<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object of texts")
            }

            fn visit_map<A: MapAccess<'de>>(
                self,
                mut map: A,
            ) -> std::result::Result<RecordTags<'de>, A::Error> {
                let mut tags = Vec::new();
                while let Some((name, value)) = map.next_entry::<TagText<'de>, TagText<'de>>()? {
                    tags.push((name.0, value.0));
                }
                Ok(RecordTags(tags))
            }
        }

        read.deserialize_map(Pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn shapes_give_the_tags_back() {
        let long = "x".repeat(30);
        for list in [
            tags(&[]),
            tags(&[("Game", "Chinese Chess"), ("Red", "胡荣华"), ("Result", "1-0")]),
            tags(&[("Event", "a"), ("Event", "\"b\"\n"), ("Event (2)", "c")]),
            tags(&[("Format", &long), ("Game", "")]),
            tags(&[(&long, "a long name")]),
        ] {
            let stored = StoredTags::of(&list);
            let read = RecordTags::read(stored.shape(), stored.values()).unwrap();
            assert_eq!(read.to_json(), json(&UniqueTags::of(&list)));
        }
        let stored = StoredTags::of(&tags(&[("Game", "Chinese Chess"), ("Red", "胡荣华")]));
        assert_eq!(stored.shape.as_deref(), Some(r#"[["Game","Chinese Chess"],"Red"]"#));
        assert_eq!(stored.values, r#"["胡荣华"]"#);
    }

    #[test]
    fn what_does_not_fit_is_damage() {
        for (shape, tags) in [
            ("[\"Red\"]", "[]"),
            ("[]", "[1]"),
            ("[1]", "[]"),
            ("[[1]]", "[]"),
            ("{}", "[]"),
            ("[]", "{"),
        ] {
            let read = RecordTags::read(Some(shape), tags);
            assert!(matches!(read, Err(Error::Damaged(_))), "{shape} {tags}");
        }
    }
}
