//! An object of a JSON text as its members, every value where it stands in the text.

use crate::format::usual::{Role, role};
use serde::Deserializer as _;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

/// Name and value of a tag.
pub(super) type Tag<'a> = (Cow<'a, str>, Cow<'a, str>);

/// A member of an object: its name, and its value as it is written.
pub(super) type Member<'a> = (Cow<'a, str>, &'a str);

/// An object that may be a record.
pub(super) struct Object<'a> {
    /// The whole text.
    pub(super) text: &'a str,
    /// Where it stands in the text.
    pub(super) range: Range<usize>,
    /// Names and values in the order of the text; those before the damage if it is damaged.
    pub(super) members: Vec<Member<'a>>,
    /// The values of the first members that hold a start and moves.
    pub(super) start: Option<&'a str>,
    /// See [`Object::start`].
    pub(super) moves: Option<&'a str>,
    /// What the objects around it say.
    pub(super) around: Rc<Vec<Tag<'a>>>,
    /// What is wrong with it.
    pub(super) damage: Option<String>,
}

impl<'a> Object<'a> {
    /// The object at this place of the text, or what can be read of it.
    pub(super) fn at(text: &'a str, range: Range<usize>, around: Rc<Vec<Tag<'a>>>) -> Object<'a> {
        let members = members(&text[range.clone()]);
        let (mut start, mut moves) = (None, None);
        for (name, value) in &members {
            match role(name) {
                Some(Role::Start) => start = start.or(Some(*value)),
                Some(Role::Moves) => moves = moves.or(Some(*value)),
                _ => {}
            }
        }
        Object { text, range, members, start, moves, around, damage: None }
    }

    /// The value of the first member of this name.
    pub(super) fn get(&self, name: &str) -> Option<&'a str> {
        self.members.iter().find(|(found, _)| found == name).map(|(_, value)| *value)
    }

    /// Where a part of it stands in the text.
    pub(super) fn place(&self, part: &str) -> usize {
        part.as_ptr() as usize - self.text.as_ptr() as usize
    }

    /// Whether it has a place for a position in words, or for moves.
    pub(super) fn is_record(&self) -> bool {
        self.start.is_some_and(|raw| raw.starts_with(['"', 'n']))
            || self.moves.is_some_and(|raw| raw.starts_with(['"', '[']))
    }
}

/// The length of the value that `text` begins with, or where and why it is none.
pub(super) fn value_len(text: &str) -> Result<usize, (usize, String)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    match values.next() {
        Some(Ok(_)) => Ok(values.byte_offset()),
        None => Err((text.len(), "nothing stands here".to_owned())),
        Some(Err(error)) => {
            let line = error.line().saturating_sub(1);
            let from: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
            let at = if error.is_eof() { text.len() } else { from + error.column() };
            Err((at.min(text.len()), error.to_string()))
        }
    }
}

/// The members of the object that `text` begins with, as far as they can be read.
pub(super) fn members(text: &str) -> Vec<Member<'_>> {
    let mut found = Vec::new();
    // Why it ends early is known from `value_len`.
    let _ = serde_json::Deserializer::from_str(text).deserialize_map(Collect(&mut found));
    found
}

struct Collect<'f, 'a>(&'f mut Vec<Member<'a>>);

impl<'a> Visitor<'a> for Collect<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            self.0.push((Cow::Owned(name), map.next_value::<&RawValue>()?.get()));
        }
        Ok(())
    }
}

/// The values of an array, as far as they can be read.
pub(super) fn elements(text: &str) -> Vec<&str> {
    let elements: Result<Vec<&RawValue>, _> = serde_json::from_str(text);
    elements.unwrap_or_default().into_iter().map(RawValue::get).collect()
}

/// What a string says, without its quotes; `None` for other values.
pub(super) fn string(raw: &str) -> Option<Cow<'_, str>> {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    if !inner.contains('\\') {
        return Some(Cow::Borrowed(inner));
    }
    // Half a surrogate pair is no text: it stays as it is written.
    Some(serde_json::from_str::<String>(raw).map_or(Cow::Borrowed(inner), Cow::Owned))
}

/// A value in words: strings, numbers, `true` and `false`. Nothing is said by `null` and blank
/// strings.
pub(super) fn words(raw: &str) -> Option<Cow<'_, str>> {
    match raw.as_bytes().first()? {
        b'"' => string(raw).filter(|text| !text.trim().is_empty()),
        b'{' | b'[' | b'n' => None,
        _ => Some(Cow::Borrowed(raw)),
    }
}
