//! Finds fields `[DhtmlXQ_NAME]value[/DhtmlXQ_NAME]` in any surroundings.

use super::{DHTMLXQ, Dialect, is_known};
use crate::format::fields::tag_of;
use crate::text::{unescaped_layer, without_unicode_escapes};
use std::borrow::Cow;

/// A field; or the outer mark around a record, whose name is empty.
#[derive(Debug, Clone)]
pub(super) struct MarkedField<'a> {
    /// Name in lower case, in DhtmlXQ's vocabulary.
    pub(super) name: Cow<'a, str>,
    pub(super) value: &'a str,
    /// Offset of the opening mark.
    pub(super) mark: usize,
    /// Offset of the value.
    pub(super) at: usize,
    /// Fault of the field's marks, if any.
    pub(super) fault: Option<Fault>,
}

/// Fault of a field's marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The opening mark is never closed: the start of the value is unknown.
    Torn,
    /// The closing mark is missing; the next mark ends the value.
    Open,
}

/// Iterates over the fields of a text. A closing mark of another name, or any next mark, ends a
/// value.
pub(super) struct Fields<'a> {
    text: &'a str,
    at: usize,
    dialect: &'static Dialect,
}

impl<'a> Fields<'a> {
    pub(super) fn of(text: &'a str, dialect: &'static Dialect) -> Fields<'a> {
        Fields { text, at: 0, dialect }
    }

    /// Offset at which a value that begins at `at` ends, and whether its closing mark is missing
    /// there.
    fn end(&self, at: usize) -> (usize, bool) {
        match next_mark(self.text.as_bytes(), at, self.dialect.words) {
            Some(next) => (next.begin, !next.is_closing),
            None => (self.text.len() - self.broken_mark(at), true),
        }
    }

    /// Field of a mark without its bracket; the name reaches as far as letters.
    fn torn(&mut self, mark: usize, word_end: usize) -> Option<MarkedField<'a>> {
        let inner = self.text[word_end..].strip_prefix('_')?;
        let is_name = |c: char| c.is_ascii_alphabetic();
        let at = self.text.len() - inner.trim_start_matches(is_name).len();
        let name = &self.text[word_end + 1..at];
        if name.is_empty() {
            return None;
        }
        let end = self.end(at).0;
        self.at = end;
        let name = (self.dialect.name)(&self.text[mark + 1..word_end], name);
        Some(MarkedField { name, value: &self.text[at..end], mark, at, fault: Some(Fault::Torn) })
    }

    /// Length of a mark after `at` that the end of the text cuts off; 0 for none.
    fn broken_mark(&self, at: usize) -> usize {
        let begins = |tail: &str| {
            let open = ["[", "[/", "[\\/"].map(|open| tail.strip_prefix(open));
            let is_word = |rest: &str| {
                let begins = |word: &&[u8]| {
                    let head = word.get(..rest.len());
                    head.is_some_and(|head| head.eq_ignore_ascii_case(rest.as_bytes()))
                };
                self.dialect.words.iter().any(begins)
            };
            open.into_iter().flatten().any(is_word) || tail == "[\\"
        };
        let tail = self.text[at..].rfind('[').map(|bracket| &self.text[at + bracket..]);
        tail.filter(|tail| begins(tail)).map_or(0, str::len)
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = MarkedField<'a>;

    fn next(&mut self) -> Option<MarkedField<'a>> {
        loop {
            let Mark { begin: mark, word_end, is_closing } =
                next_mark(self.text.as_bytes(), self.at, self.dialect.words)?;
            self.at = word_end;
            if is_closing {
                continue;
            }
            let inner = &self.text[word_end..];
            let Some(close) = inner.find(['[', ']', '\n']) else { continue };
            if !inner[close..].starts_with(']') {
                match self.torn(mark, word_end) {
                    Some(field) => return Some(field),
                    None => continue,
                }
            }
            let at = word_end + close + 1;
            self.at = at;
            let Some(name) = inner[..close].strip_prefix('_') else {
                return Some(MarkedField {
                    name: Cow::Borrowed(""),
                    value: "",
                    mark,
                    at,
                    fault: None,
                });
            };
            let (end, is_open) = self.end(at);
            self.at = end;
            return Some(MarkedField {
                name: (self.dialect.name)(&self.text[mark + 1..word_end], name.trim()),
                value: &self.text[at..end],
                mark,
                at,
                fault: is_open.then_some(Fault::Open),
            });
        }
    }
}

/// Name of the field or mark still open at the end of the text; empty for the outer mark, None if
/// all are closed.
pub(super) fn open_at_end(text: &str, dialect: &'static Dialect) -> Option<String> {
    let marks = Fields { text, at: 0, dialect };
    let (mut at, mut open, mut is_outer_open) = (0, None, false);
    while let Some(mark) = next_mark(text.as_bytes(), at, dialect.words) {
        at = mark.word_end;
        let inner = &text[at..];
        let Some(close) = inner.find(['[', ']', '\n']) else {
            return Some(text[mark.begin..].to_owned());
        };
        let name = inner[..close].trim_start_matches('_').trim();
        match (mark.is_closing, name.is_empty()) {
            (_, true) => is_outer_open = !mark.is_closing,
            (false, false) => open = Some(name),
            (true, false) => open = None,
        }
    }
    let is_broken = marks.broken_mark(at) > 0;
    let outer = || (is_outer_open || is_broken).then_some("");
    open.or_else(outer).map(str::to_owned)
}

/// Finds marks that close a field of known name without such an open field, comments aside: the
/// opening mark is damaged. Gives offset and name of each.
pub(super) fn closing_alone(text: &str, dialect: &'static Dialect) -> Vec<(usize, String)> {
    let (mut at, mut open, mut found) = (0, None::<Cow<'_, str>>, Vec::new());
    while let Some(mark) = next_mark(text.as_bytes(), at, dialect.words) {
        at = mark.word_end;
        let word = text[mark.begin..at].trim_start_matches(['[', '\\', '/']);
        let name = text[at..].split_once(']').map_or("", |(name, _)| name);
        let name = name.strip_prefix('_').filter(|name| !name.contains(['[', '\n']));
        let name = (dialect.name)(word, name.unwrap_or_default().trim());
        if mark.is_closing
            && (is_known(&name) || tag_of(dialect.tags, &name).is_some())
            && !name.starts_with("comment")
            && open.as_ref() != Some(&name)
        {
            found.push((mark.begin, name.to_string()));
        }
        open = Some(name).filter(|_| !mark.is_closing);
    }
    found
}

pub(super) fn lower_case(name: &str) -> Cow<'_, str> {
    match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(name.to_ascii_lowercase()),
        false => Cow::Borrowed(name),
    }
}

/// Place of a mark.
pub(in crate::format) struct Mark {
    /// Offset of the bracket.
    begin: usize,
    /// Offset behind the word that begins all marks.
    pub(in crate::format) word_end: usize,
    /// Whether the mark closes a field.
    pub(in crate::format) is_closing: bool,
}

/// Next mark that begins with one of `words`.
fn next_mark(bytes: &[u8], from: usize, words: &[&[u8]]) -> Option<Mark> {
    let mut brackets = memchr::memchr_iter(b'[', &bytes[from..]);
    brackets.find_map(|found| mark_at(bytes, from + found, words))
}

/// Mark whose bracket stands at `begin`. In scripts a backslash precedes the slash.
pub(in crate::format) fn mark_at(bytes: &[u8], begin: usize, words: &[&[u8]]) -> Option<Mark> {
    let open = &bytes[begin + 1..];
    let closing = open.strip_prefix(b"/").or_else(|| open.strip_prefix(b"\\/"));
    let inner = closing.unwrap_or(open);
    let begins =
        |word: &&&[u8]| inner.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    let word_end = bytes.len() - inner.len() + words.iter().find(begins)?.len();
    Some(Mark { begin, word_end, is_closing: closing.is_some() })
}

/// Whether a repeated field of this name begins a record.
pub(super) fn begins_record(name: &str) -> bool {
    matches!(name, "movelist" | "binit" | "title" | "init" | "10")
}

/// Start of the next record at or after `from`: an outer mark, or a field that begins records and
/// repeats the field before. Works on bytes of any encoding that keeps ASCII.
pub(super) fn boundary(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    let mut before: Option<String> = None;
    loop {
        let mark = next_mark(bytes, at, DHTMLXQ.words)?;
        at = mark.word_end;
        if mark.is_closing {
            continue;
        }
        // Behind a byte beyond ASCII the bracket may be half a character.
        let is_sure = mark.begin.checked_sub(1).is_none_or(|before| bytes[before].is_ascii());
        let rest = &bytes[mark.word_end..];
        let is_outer = rest.iter().find(|byte| !byte.is_ascii_alphanumeric()) == Some(&b']');
        let name = field_name(rest);
        let is_again = name.is_some() && name == before;
        if is_sure && (is_outer || is_again && before.as_deref().is_some_and(begins_record)) {
            return Some(mark.begin);
        }
        before = name.or(before).filter(|_| !is_outer);
    }
}

/// Field name at the start of `rest`, the bytes behind the mark's word.
fn field_name(rest: &[u8]) -> Option<String> {
    let close = memchr::memchr3(b'[', b']', b'\n', rest).filter(|close| rest[*close] == b']')?;
    let name = str::from_utf8(rest[..close].strip_prefix(b"_")?).ok()?;
    Some(name.trim().to_ascii_lowercase())
}

/// Decodes a value: `||` and `<br>` are line breaks; `\uXXXX`, `&#NNN;` and entities are
/// characters.
pub(super) fn clean(value: &str) -> Cow<'_, str> {
    const LINE_BREAKS: [&str; 8] =
        ["||", "<br>", "<br/>", "<br />", "<BR>", "<BR/>", "\\r\\n", "\\n"];
    let value = value.trim();
    if !value.contains("||") && !value.contains(['\\', '&', '<']) {
        return Cow::Borrowed(value);
    }
    let lines = LINE_BREAKS.iter().fold(value.to_owned(), |text, sign| text.replace(sign, "\n"));
    Cow::Owned(unescaped_layer(&without_unicode_escapes(&lines)).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_in_whatever_surrounds_them() {
        let text = "<p>[DhtmlXQ][DhtmlXQ_red]a[/DhtmlXQ_red] x [DhtmlXQ_black]b[\\/DhtmlXQ_blck]\
            [DhtmlXQ_open]c[DhtmlXQ_date]d\n[/DhtmlXQ] [DhtmlXQ broken [DhtmlXQ_event]e";
        let found: Vec<_> = Fields::of(text, &DHTMLXQ)
            .map(|field| (field.name.into_owned(), field.value))
            .collect();
        let expected = [
            ("", ""),
            ("red", "a"),
            ("black", "b"),
            ("open", "c"),
            ("date", "d\n"),
            ("event", "e"),
        ];
        assert_eq!(found, expected.map(|(name, value)| (name.to_owned(), value)));
    }

    #[test]
    fn marks_in_any_case() {
        let text = "[DHTMLXQ][dhtmlxq_RED]a[/DHtmlXQ_red][DHtmlXQ_Black]b";
        let found: Vec<_> = Fields::of(text, &DHTMLXQ)
            .map(|field| (field.name.into_owned(), field.value))
            .collect();
        let expected = [("", ""), ("red", "a"), ("black", "b")];
        assert_eq!(found, expected.map(|(name, value)| (name.to_owned(), value)));
    }

    #[test]
    fn a_mark_that_the_end_cuts_off_is_no_text() {
        for (text, value) in [
            ("[DhtmlXQ_red]a[/Dhtml", "a"),
            ("[DhtmlXQ_red]a[", "a"),
            ("[DhtmlXQ_red]a[\\", "a"),
            ("[DhtmlXQ_red]a[\\/DhtmlX", "a"),
            ("[DhtmlXQ_red]a[Dh", "a"),
            ("[DhtmlXQ_red]a[1]", "a[1]"),
            ("[DhtmlXQ_red]a[b", "a[b"),
        ] {
            assert_eq!(
                Fields::of(text, &DHTMLXQ).next().map(|field| field.value),
                Some(value),
                "{text}"
            );
        }
    }

    #[test]
    fn escapes_are_resolved() {
        for (value, expected) in [
            ("a||b", "a\nb"),
            ("a|b", "a|b"),
            ("\\u70ae\\u4e8c &#28846;&#x8F66;", "炮二 炮车"),
            ("&lt;&amp;&gt; &unknown; &#; \\u12", "<&> &unknown; &#; \\u12"),
            ("a &lt; b &amp;lt; c &amp; d", "a < b &amp;lt; c &amp; d"),
            ("a\r\nb\rc&#13;||d", "a\r\nb\rc\r\nd"),
            ("a<br/>b<i>", "a\nb<i>"),
            (" plain ", "plain"),
        ] {
            assert_eq!(clean(value), expected, "{value}");
        }
    }
}
