//! The tag section.

use super::segment::is_tag_line;
use std::borrow::Cow;
use std::ops::Range;

/// Name and value as found; `\"` and `\\` in a value are resolved.
pub(super) type Tag<'a> = (&'a str, Cow<'a, str>);

/// Reads the tags at the beginning of a record and returns where they end.
pub(super) fn read(text: &str, range: Range<usize>) -> (Vec<Tag<'_>>, usize) {
    let mut tags = Vec::with_capacity(12);
    let mut at = range.start;
    loop {
        let rest =
            text[at..range.end].trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        at = range.end - rest.len();
        if !is_tag_line(rest.lines().next().unwrap_or_default().as_bytes()) {
            return (tags, at);
        }
        let Some((tag, len)) = tag(rest) else { return (tags, at) };
        tags.push(tag);
        at += len;
    }
}

/// One tag and its length. The value ends at a quote before `]`; a tag that is never closed ends with its line.
fn tag(text: &str) -> Option<(Tag<'_>, usize)> {
    let open = text.find('"')?;
    let name = text[..open].trim_start_matches(['[', ' ', '\t']).trim_end();
    let value = &text[open + 1..];
    let mut from = 0;
    let line_end = value.find('\n').unwrap_or(value.len());
    while let Some(found) = value[from..].find('"') {
        let quote = from + found;
        // A tag line in between: this tag was never closed.
        if quote > line_end
            && value[line_end..quote].lines().any(|line| is_tag_line(line.as_bytes()))
        {
            break;
        }
        let after = value[quote + 1..].trim_start_matches([' ', '\t', '\r']);
        let is_escaped = value[..quote].ends_with('\\') && !value[..quote].ends_with("\\\\");
        if after.starts_with(']') && !is_escaped {
            let end = value.len() - after.len() + 1;
            return Some(((name, unescaped(&value[..quote])), open + 1 + end));
        }
        from = quote + 1;
    }
    let line = value[..line_end].trim_end().trim_end_matches([']', '"']);
    Some(((name, unescaped(line)), open + 1 + line_end))
}

fn unescaped(value: &str) -> Cow<'_, str> {
    if value.contains('\\') {
        Cow::Owned(value.replace("\\\"", "\"").replace("\\\\", "\\"))
    } else {
        Cow::Borrowed(value)
    }
}
