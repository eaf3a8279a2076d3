//! Reads the tag section.

use super::segment::{LONGEST_VALUE, is_tag_line};
use crate::format::record::Tags;
use crate::format::text::{after_line, line_len};
use std::borrow::Cow;
use std::ops::Range;

/// Quotes around values besides the straight one.
const OTHER_QUOTES: [char; 9] = ['\'', '“', '”', '‘', '’', '＂', '「', '」', '″'];

/// Reads the tags at the beginning of a record; returns them and the offset of their end. Resolves
/// `\"` and `\\` in values.
pub(in crate::format) fn read(text: &str, range: Range<usize>) -> (Tags<'_>, usize) {
    let mut tags = Vec::with_capacity(12);
    let mut at = range.start;
    // End of the line; searched once a line, however many tags it has.
    let mut line_end = at;
    loop {
        let is_blank = |c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}';
        let rest = text[at..range.end].trim_start_matches(is_blank);
        at = range.end - rest.len();
        if line_end <= at {
            line_end = at + first_line(rest).len();
        }
        let line = &rest[..line_end - at];
        if !is_tag_line(line.as_bytes()) {
            return (tags, at);
        }
        let (name, value, len) = tag(rest, line);
        tags.push((Cow::Borrowed(name), value));
        at += len;
    }
}

fn first_line(text: &str) -> &str {
    &text[..line_len(text.as_bytes())]
}

/// Name, value and length of the tag at the start of `text`, whose first line is `line`.
fn tag<'a>(text: &'a str, line: &'a str) -> (&'a str, Cow<'a, str>, usize) {
    let inner = text[1..].trim_start();
    let name_len =
        inner.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    let name = &inner[..name_len];
    let value = inner[name_len..].trim_start_matches([' ', '\t']);
    let from = text.len() - value.len();
    // A tag line reaches beyond the quote, so everything before the quote is on it.
    let line = line.get(from..).unwrap_or_default();
    let Some(value) = value.strip_prefix('"') else {
        let (value, len) = loose_value(line);
        return (name, Cow::Borrowed(value), from + len);
    };
    let (value, len) = quoted_value(value, line.len().saturating_sub(1));
    (name, unescaped(value), from + 1 + len)
}

/// A value in straight quotes, and its length with the closing `"]`, on this line (`line_len` bytes
/// left) or one of the next. An unclosed value ends with its line.
fn quoted_value(text: &str, line_len: usize) -> (&str, usize) {
    let mut line_at = 0;
    let mut line = &text[..line_len];
    for _ in 0..=LONGEST_VALUE {
        if line_at > 0 && (line.is_empty() || is_tag_line(line.as_bytes())) {
            break;
        }
        for quote in memchr::memchr_iter(b'"', line.as_bytes()) {
            let quote = line_at + quote;
            let after = text[quote + 1..].trim_start_matches([' ', '\t']);
            if after.starts_with(']') && !is_escaped(&text[..quote]) {
                return (&text[..quote], text.len() - after.len() + 1);
            }
        }
        line_at += line.len();
        let rest = &text[line_at..];
        line = &rest[..after_line(rest.as_bytes(), 0)];
    }
    let line = &text[..line_len];
    (line.trim_end().trim_end_matches([']', '"']).trim_end(), line.len())
}

/// Whether an odd number of backslashes ends `text`.
fn is_escaped(text: &str) -> bool {
    text.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}

/// A value in other quotes or none, and its length up to the line's last `]`.
fn loose_value(line: &str) -> (&str, usize) {
    let (value, len) = match line.find(']') {
        // `]` may belong to the value, and another tag may follow on the line.
        Some(first) if line[first + 1..].trim_start().is_empty() || line[first..].contains('[') => {
            (&line[..first], first + 1)
        }
        Some(_) => line.rfind(']').map_or((line, line.len()), |last| (&line[..last], last + 1)),
        None => (line, line.len()),
    };
    (value.trim().trim_matches(OTHER_QUOTES).trim(), len)
}

fn unescaped(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return Cow::Borrowed(value);
    }
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        // Other backslashes belong to the text.
        match chars.peek() {
            Some(&next @ ('"' | '\\')) if c == '\\' => {
                out.push(next);
                chars.next();
            }
            _ => out.push(c),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_every_kind_of_quote() {
        let cases: [(&str, &[(&str, &str)]); 15] = [
            (r#"[Event "a"]"#, &[("Event", "a")]),
            (r#"[eVENT ""]"#, &[("eVENT", "")]),
            (r#"  [ Event   "a" ]  "#, &[("Event", "a")]),
            (r#"[Event "a \"b\" \\ \c"]"#, &[("Event", r#"a "b" \ \c"#)]),
            (r#"[Event "a\\"] [Site "b"]"#, &[("Event", "a\\"), ("Site", "b")]),
            (r#"[Event "a "b" [c] d"]"#, &[("Event", r#"a "b" [c] d"#)]),
            ("[Event \"a]\n[Site \"b\n[Red \"c", &[("Event", "a"), ("Site", "b"), ("Red", "c")]),
            (
                "[Title \"\n四两\r\n拨千斤\"]\n[Red \"a\"]",
                &[("Title", "\n四两\r\n拨千斤"), ("Red", "a")],
            ),
            ("[Event “十强赛”]", &[("Event", "十强赛")]),
            ("[Event 'a']", &[("Event", "a")]),
            ("[Event ＂a[1]＂]", &[("Event", "a[1]")]),
            ("[Red 胡荣华] [Black 杨官璘]", &[("Red", "胡荣华"), ("Black", "杨官璘")]),
            ("[Date 1956.12.15]\n1. h2e2", &[("Date", "1956.12.15")]),
            ("[Event \"\u{fffd}\"]", &[("Event", "\u{fffd}")]),
            ("[Event \"a\" 1. h2e2", &[("Event", "a\" 1. h2e2")]),
        ];
        for (text, expected) in cases {
            let (tags, _) = read(text, 0..text.len());
            let found: Vec<_> =
                tags.iter().map(|(name, value)| (name.as_ref(), value.as_ref())).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_line_of_a_million_tags_comes_to_an_end() {
        // In quadratic time this would never end.
        for tag in ["[A \"\"]", "[Red 1]", "[A \"\"] "] {
            let text = tag.repeat(400_000) + &" ".repeat(1 << 20);
            assert_eq!(read(&text, 0..text.len()).0.len(), 400_000);
        }
    }

    #[test]
    fn tags_end_where_moves_begin() {
        for text in ["[Event \"a\"]\n\n1. h2e2", "[Event \"a\"] 1. h2e2", "[Event 'a']1. h2e2"] {
            let (_, end) = read(text, 0..text.len());
            assert_eq!(text[end..].trim_start(), "1. h2e2", "{text}");
        }
    }
}
