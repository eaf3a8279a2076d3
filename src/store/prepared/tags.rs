//! The tags of a record: as one JSON object for readers, as a shape and its values in the database.
//!
//! Names are a third of the bytes of the tags of a record, and an archive has a few dozen lists of
//! names. A *shape* is such a list, stored once; `migrations/005_tags.sql` describes the exact
//! form.

use super::json;
use crate::metadata::UniqueTags;
use crate::store::error::{Error, Result};
use serde::Serialize;
use serde_json::{Map, Value};

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
        let mut names = Vec::with_capacity(tags.len());
        let mut values = Vec::with_capacity(tags.len());
        for (name, value) in tags.iter() {
            if CONSTANT.contains(&name) && value.len() <= LONGEST {
                names.push(ShapeEntry::Constant([name, value]));
            } else {
                names.push(ShapeEntry::Name(name));
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
#[derive(Serialize)]
#[serde(untagged)]
enum ShapeEntry<'a> {
    Name(&'a str),
    /// A name with the value that belongs to the shape.
    Constant([&'a str; 2]),
}

/// The tags of a stored record: `shape` is `tag_shape.names`, `tags` is `record.tags`.
///
/// # Errors
/// Shape and tags do not fit each other.
pub fn tags_of(shape: Option<&str>, tags: &str) -> Result<Map<String, Value>> {
    let damaged =
        |what: &dyn std::fmt::Display| Error::Damaged(format!("tags of a record: {what}"));
    let Some(shape) = shape else {
        return serde_json::from_str(tags).map_err(|error| damaged(&error));
    };
    let names: Vec<Value> = serde_json::from_str(shape).map_err(|error| damaged(&error))?;
    let values: Vec<Value> = serde_json::from_str(tags).map_err(|error| damaged(&error))?;
    let mut values = values.into_iter();
    let mut object = Map::with_capacity(names.len());
    for name in names {
        let (name, value) = match name {
            Value::String(name) => (name, values.next()),
            Value::Array(pair) => match <[Value; 2]>::try_from(pair) {
                Ok([Value::String(name), value]) => (name, Some(value)),
                _ => return Err(damaged(&"an entry of their shape is no name")),
            },
            _ => return Err(damaged(&"an entry of their shape is no name")),
        };
        object.insert(name, value.ok_or_else(|| damaged(&"there are fewer than names"))?);
    }
    match values.next() {
        None => Ok(object),
        Some(_) => Err(damaged(&"there are more than names")),
    }
}

/// The tags with text values, with their names.
pub fn texts_of(tags: &Map<String, Value>) -> impl Iterator<Item = (&str, &str)> + Clone {
    tags.iter().filter_map(|(name, tag)| Some((name.as_str(), tag.as_str()?)))
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
            let read = tags_of(stored.shape.as_deref(), &stored.values).unwrap();
            assert_eq!(json(&read), json(&UniqueTags::of(&list)));
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
            assert!(matches!(tags_of(Some(shape), tags), Err(Error::Damaged(_))), "{shape} {tags}");
        }
    }
}
