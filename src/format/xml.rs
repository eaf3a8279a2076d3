//! What the readers of XML formats share: the decoded document and a walk over it that never fails.

use super::fields::Fields;
use super::{Input, Offsets};
use crate::text::{Decoded, decode, detect};
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use std::borrow::Cow;

/// What stands behind the bracket of the root element: its name and what follows. `None` when the
/// file does not begin as an XML document does: with its declaration, comments and instructions.
pub(super) fn root(head: &[u8]) -> Option<&[u8]> {
    let mut rest = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    loop {
        let inner = rest.strip_prefix(b"<")?;
        let end: &[u8] = match inner {
            [b'?', ..] => b"?>",
            [b'!', b'-', b'-', ..] => b"-->",
            [b'!', ..] => b">",
            _ => return Some(inner),
        };
        let len = memchr::memmem::find(inner, end)?;
        rest = inner[len + end.len()..].trim_ascii_start();
    }
}

/// A decoded file.
pub(super) struct Document<'a> {
    /// Its text, how it was decoded, and where each part of it stands.
    pub(super) decoded: Decoded<'a>,
    base: u64,
}

impl<'a> Document<'a> {
    /// Decodes a file: as the caller says, else by its bytes.
    pub(super) fn new(input: &Input<'a>) -> Document<'a> {
        let encoding = input.encoding.unwrap_or_else(|| detect(input.bytes));
        Document { decoded: decode(input.bytes, encoding), base: input.base }
    }

    /// Tags in the making, with what the decoding replaced.
    pub(super) fn fields(&self) -> Fields {
        let mut fields = Fields::new(self.decoded.encoding);
        fields.malformed(self.decoded.replaced);
        fields
    }

    /// Walks over the elements.
    pub(super) fn items(&self) -> Items<'_> {
        let mut reader = quick_xml::Reader::from_str(&self.decoded.text);
        reader.config_mut().expand_empty_elements = true;
        Items { reader, open: 0 }
    }
}

impl Offsets for Document<'_> {
    fn source(&self, at: u32) -> u64 {
        self.base + self.decoded.source_offset(at as usize)
    }
}

/// A step of the walk.
pub(super) enum Item<'a> {
    /// An element begins at this offset of the text. Elements without content have an end as well.
    Open(BytesStart<'a>, usize),
    /// The element of this name ends.
    Close(String),
    /// Text inside an element, unescaped.
    Text(Cow<'a, str>),
    /// The document ends here, whole or broken off.
    End {
        /// Offset in the text.
        at: usize,
        /// Whether every element was closed.
        whole: bool,
    },
}

/// The walk over a document.
pub(super) struct Items<'a> {
    reader: quick_xml::Reader<&'a [u8]>,
    open: usize,
}

impl<'a> Items<'a> {
    /// The next step. After [`Item::End`] it must not be asked again.
    pub(super) fn next_item(&mut self) -> Item<'a> {
        loop {
            let at = self.reader.buffer_position() as usize;
            return match self.reader.read_event() {
                Ok(Event::Start(element)) => {
                    self.open += 1;
                    Item::Open(element, at)
                }
                Ok(Event::End(element)) => {
                    self.open = self.open.saturating_sub(1);
                    Item::Close(element.name().as_ref().to_owned())
                }
                Ok(Event::Text(text)) => Item::Text(text.into_inner()),
                Ok(Event::CData(text)) => Item::Text(text.into_inner()),
                Ok(Event::GeneralRef(entity)) => Item::Text(resolve(&entity)),
                Ok(Event::Eof) => Item::End { at, whole: self.open == 0 },
                Err(_) => Item::End { at, whole: false },
                Ok(_) => continue,
            };
        }
    }
}

/// The text of an entity; one that XML does not know stays as it stands.
fn resolve(entity: &BytesRef<'_>) -> Cow<'static, str> {
    if let Ok(Some(character)) = entity.resolve_char_ref() {
        return character.to_string().into();
    }
    let name = entity.xml10_content();
    resolve_xml_entity(&name).map_or_else(|| format!("&{name};").into(), Cow::Borrowed)
}

/// The value of an attribute, unescaped.
pub(super) fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = element.try_get_attribute(name).ok()??;
    let value = attribute.normalized_value(XmlVersion::Explicit1_0);
    Some(value.map_or_else(|_| attribute.value.to_string(), Cow::into_owned))
}
