//! The way through a JSON text: from object to object, past what is damaged.

use super::object::{Object, Tag, string, value_len, words};
use super::{AROUND, DEEPEST};
use crate::format::usual::{Role, role};
use std::borrow::Cow;
use std::ops::{ControlFlow, Range};
use std::rc::Rc;

/// What the walk comes upon.
pub(super) enum Found<'a> {
    /// A record, whole or damaged.
    Object(Object<'a>),
    /// Something else, which begins at this place.
    Other(usize, &'static str),
}

/// A stretch of values that is still to be read.
struct Open<'a> {
    range: Range<usize>,
    depth: usize,
    around: Rc<Vec<Tag<'a>>>,
}

/// Reads the values of a range one after the other. Commas and brackets between them count for
/// nothing, so that what is wrong with one does no harm to the next.
pub(super) fn walk<'a>(
    text: &'a str,
    range: Range<usize>,
    give: &mut dyn FnMut(Found<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut open = vec![Open { range, depth: 0, around: Rc::default() }];
    // How often the outside of damaged objects may still be left aside: each time costs a look at
    // all of it.
    let mut patience = DEEPEST;
    while let Some(Open { range, depth, around }) = open.pop() {
        let mut at = range.start;
        // What stands before the next value.
        let mut name = None;
        while let Some(begin) = next_value(text, at..range.end) {
            let rest = &text[begin..range.end];
            if !rest.starts_with('{') {
                let stray = &rest[..stray_len(rest)];
                at = begin + stray.len();
                name = stray.trim_end().strip_suffix(':').and_then(string);
                // Inside of objects other values are nothing to wonder at.
                if depth == 0 {
                    give(Found::Other(begin, "not an object"))?;
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
                    give(Found::Other(begin, "an object that is damaged or not closed"))?;
                    let around = Rc::new(said(&object));
                    open.push(Open { range: begin + 1..range.end, depth: depth + 1, around });
                    break;
                }
                at = begin + after_damage(rest, noticed);
                (object.range.end, object.damage) = (at, Some(why));
                give(Found::Object(object))?;
            } else if object.is_record() {
                give(Found::Object(object))?;
            } else {
                let inner = inner(&object, depth + 1);
                if inner.is_empty() || depth >= DEEPEST {
                    give(Found::Other(begin, "an object without position and moves"))?;
                    continue;
                }
                // What stands behind it waits until its inside is read.
                open.push(Open { range: at..range.end, depth, around });
                open.extend(inner.into_iter().rev());
                break;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Where the next value begins.
fn next_value(text: &str, range: Range<usize>) -> Option<usize> {
    let is_between =
        |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']') || AROUND.contains(&c);
    let rest = text[range.clone()].trim_start_matches(is_between);
    (!rest.is_empty()).then(|| range.end - rest.len())
}

/// The length of something that is no object: up to the end of the line or the next object.
fn stray_len(text: &str) -> usize {
    let first = text.chars().next().map_or(0, char::len_utf8);
    text[first..].find(['\n', '{']).map_or(text.len(), |at| first + at)
}

/// Where reading goes on behind damage that was noticed at `noticed`: at the next line that begins
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

/// What an object and those around it say in words. The title of a list is no title of its records.
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

/// With the name that an object has in the object around it: `{"001": {"fen": ...}}`.
fn named<'a>(around: &Rc<Vec<Tag<'a>>>, name: Option<Cow<'a, str>>) -> Rc<Vec<Tag<'a>>> {
    let Some(name) = name else { return around.clone() };
    let others = around.iter().filter(|(tag, _)| tag != "Id").cloned();
    Rc::new(others.chain([(Cow::Borrowed("Id"), name)]).collect())
}

/// The objects and arrays inside of an object, each with what is said around it.
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
