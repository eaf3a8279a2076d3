//! Values of a JSON text with their offsets, and a walk from object to object that skips damage.

use super::{AROUND, DEEPEST};
use crate::format::fields::{Role, role};
use crate::format::reason::Reason;
use serde::Deserializer as _;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::ops::{ControlFlow, Range};
use std::rc::Rc;

/// Name and value of a tag.
pub(super) type Tag<'a> = (Cow<'a, str>, Cow<'a, str>);

/// Member of an object: name, and value as written.
pub(super) type JsonMember<'a> = (Cow<'a, str>, &'a str);

/// Object that may be a record.
pub(super) struct Object<'a> {
    /// The whole text.
    pub(super) text: &'a str,
    /// Place of the object in the text.
    pub(super) range: Range<usize>,
    /// Members in the order of the text; of a damaged object, those before the damage.
    pub(super) members: Vec<JsonMember<'a>>,
    /// Value of the first member that may hold a start.
    pub(super) start: Option<&'a str>,
    /// Value of the first member that may hold moves.
    pub(super) moves: Option<&'a str>,
    /// Tags of the objects around this one.
    pub(super) around: Rc<Vec<Tag<'a>>>,
    /// Description of the object's damage; None if sound.
    pub(super) damage: Option<String>,
}

impl<'a> Object<'a> {
    /// Reads the object in `range` of the text, as far as it is readable.
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

    /// Value of the first member of this name.
    pub(super) fn get(&self, name: &str) -> Option<&'a str> {
        self.members.iter().find(|(found, _)| found == name).map(|(_, value)| *value)
    }

    /// Offset of a part of the object in the text.
    pub(super) fn place(&self, part: &str) -> usize {
        part.as_ptr() as usize - self.text.as_ptr() as usize
    }

    /// Whether the object has a text or null as position, or a text or array as moves.
    pub(super) fn is_record(&self) -> bool {
        self.start.is_some_and(|raw| raw.starts_with(['"', 'n']))
            || self.moves.is_some_and(|raw| raw.starts_with(['"', '[']))
    }
}

/// Length of the value at the start of `text`; otherwise offset and description of the error.
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

/// Members of the object at the start of `text`, as far as they are readable.
pub(super) fn members(text: &str) -> Vec<JsonMember<'_>> {
    let mut found = Vec::new();
    // `value_len` reports an early end.
    let _ = serde_json::Deserializer::from_str(text).deserialize_map(Collect(&mut found));
    found
}

struct Collect<'f, 'a>(&'f mut Vec<JsonMember<'a>>);

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

/// Values of an array; none if it is damaged.
pub(super) fn elements(text: &str) -> Vec<&str> {
    let elements: Result<Vec<&RawValue>, _> = serde_json::from_str(text);
    elements.unwrap_or_default().into_iter().map(RawValue::get).collect()
}

/// Text of a string without its quotes; `None` for other values.
pub(super) fn string(raw: &str) -> Option<Cow<'_, str>> {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    if !inner.contains('\\') {
        return Some(Cow::Borrowed(inner));
    }
    // Half a surrogate pair is no text: it stays as written.
    Some(serde_json::from_str::<String>(raw).map_or(Cow::Borrowed(inner), Cow::Owned))
}

/// Strings, numbers, `true` and `false` as text; None for `null`, blank strings, objects and
/// arrays.
pub(super) fn words(raw: &str) -> Option<Cow<'_, str>> {
    match raw.as_bytes().first()? {
        b'"' => string(raw).filter(|text| !text.trim().is_empty()),
        b'{' | b'[' | b'n' => None,
        _ => Some(Cow::Borrowed(raw)),
    }
}

/// One stop of a walk.
pub(super) enum Stop<'a> {
    /// A record, sound or damaged.
    Object(Object<'a>),
    /// Offset of something else, and the reason.
    Other(usize, Reason),
}

/// Range of values still to be read.
struct Open<'a> {
    range: Range<usize>,
    depth: usize,
    around: Rc<Vec<Tag<'a>>>,
}

/// Visits the values of a range in order. Commas and brackets between values are ignored, so one
/// damaged value does not harm the next.
pub(super) fn walk<'a>(
    text: &'a str,
    range: Range<usize>,
    give: &mut dyn FnMut(Stop<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut open = vec![Open { range, depth: 0, around: Rc::default() }];
    // Damaged outer objects that the walk may still enter; each costs a scan of the rest.
    let mut patience = DEEPEST;
    while let Some(Open { range, depth, around }) = open.pop() {
        let mut at = range.start;
        // Name before the next value.
        let mut name = None;
        while let Some(begin) = next_value(text, at..range.end) {
            let rest = &text[begin..range.end];
            if !rest.starts_with('{') {
                let stray = &rest[..stray_len(rest)];
                at = begin + stray.len();
                name = stray.trim_end().strip_suffix(':').and_then(string);
                // Inside objects, other values are normal.
                if depth == 0 {
                    give(Stop::Other(begin, Reason::NotAnObject))?;
                }
                continue;
            }
            let named = named(&around, name.take());
            let len = value_len(rest);
            let end = begin + len.as_ref().map_or(rest.len(), |len| *len);
            let mut object = Object::at(text, begin..end, named);
            at = end;
            if let Err((noticed, why)) = len {
                if !object.is_record() && patience > 0 && rest[1..].contains('{') {
                    patience -= 1;
                    give(Stop::Other(begin, Reason::ObjectDamaged))?;
                    let around = Rc::new(said(&object));
                    open.push(Open { range: begin + 1..range.end, depth: depth + 1, around });
                    break;
                }
                at = begin + after_damage(rest, noticed);
                (object.range.end, object.damage) = (at, Some(why));
                give(Stop::Object(object))?;
            } else if object.is_record() {
                give(Stop::Object(object))?;
            } else {
                let inner = inner(&object, depth + 1);
                if inner.is_empty() || depth >= DEEPEST {
                    give(Stop::Other(begin, Reason::ObjectWithoutGame))?;
                    continue;
                }
                // The values behind it wait until its inside is read.
                open.push(Open { range: at..range.end, depth, around });
                open.extend(inner.into_iter().rev());
                break;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Offset of the next value; None at the end of the range.
fn next_value(text: &str, range: Range<usize>) -> Option<usize> {
    let is_between =
        |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']') || AROUND.contains(&c);
    let rest = text[range.clone()].trim_start_matches(is_between);
    (!rest.is_empty()).then(|| range.end - rest.len())
}

/// Length of something that is no object: up to the end of the line or the next object.
fn stray_len(text: &str) -> usize {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let end = memchr::memchr2(b'\n', b'{', &text.as_bytes()[first..]);
    end.map_or(text.len(), |at| first + at)
}

/// Offset at which reading continues after damage noticed at `noticed`: the next line that begins
/// an object.
fn after_damage(text: &str, noticed: usize) -> usize {
    let mut at = text.floor_char_boundary(noticed);
    let mut lines = text[at..].split_inclusive('\n');
    at += lines.next().map_or(0, str::len);
    for line in lines {
        if line.trim_start().starts_with('{') {
            return at;
        }
        at += line.len();
    }
    at
}

/// Strings of an object and the objects around it. Title of a list becomes `Book`, not the title of
/// its records.
fn said<'a>(object: &Object<'a>) -> Vec<Tag<'a>> {
    let own = object.members.iter().filter_map(|(name, raw)| {
        let name = match role(name) {
            Some(Role::Tag("Title")) => Cow::Borrowed("Book"),
            Some(Role::Tag(name)) => Cow::Borrowed(name),
            _ => name.clone(),
        };
        Some((name, words(raw)?))
    });
    object.around.iter().cloned().chain(own).collect()
}

/// Adds the name that an object has in the object around it, as `Id`: `{"001": {"fen": ...}}`.
fn named<'a>(around: &Rc<Vec<Tag<'a>>>, name: Option<Cow<'a, str>>) -> Rc<Vec<Tag<'a>>> {
    let Some(name) = name else { return around.clone() };
    let others = around.iter().filter(|(tag, _)| tag != "Id").cloned();
    Rc::new(others.chain([(Cow::Borrowed("Id"), name)]).collect())
}

/// Objects and arrays inside an object, each with the tags around it.
fn inner<'a>(object: &Object<'a>, depth: usize) -> Vec<Open<'a>> {
    let around = Rc::new(said(object));
    let inside = |(name, raw): &(Cow<'a, str>, &'a str)| {
        let from = object.place(raw);
        let around = match raw.as_bytes().first()? {
            b'[' => around.clone(),
            b'{' => named(&around, Some(name.clone())),
            _ => return None,
        };
        Some(Open { range: from..from + raw.len(), depth, around })
    };
    object.members.iter().filter_map(inside).collect()
}
