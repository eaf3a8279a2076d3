//! Finds the beginnings of records.
//!
//! Works on bytes of any encoding that keeps ASCII: line ends, a bracket at the beginning of a line
//! and the quote before a bracket are never the second half of a character in GB18030, Big5 or
//! UTF-8.
//!
//! Only the tag section before a line and what follows its first tag decide whether the line begins
//! a record, never an open comment or variation, and a new section forgets the old one. So judging
//! may start from any record, and a cut at a boundary changes nothing.

use crate::format::text::{after_last_line_end, after_line, line_begin, line_len};
use std::ops::Range;

/// Lines that a tag's value may take up beyond its first.
pub(super) const LONGEST_VALUE: usize = 6;

/// Tags remembered of a section; real sections have under half as many.
const MOST_NAMES: usize = 128;

/// Tags whose values also occur unquoted or in Chinese quotes, and that may stand behind other text.
const KNOWN: &str = "Game Event Site Date Round Red RedTeam Black BlackTeam White Result FEN ECCO \
    Opening Variation";

/// First record boundary at or after `from`: the offset of a tag section's first line.
pub(super) fn boundary(bytes: &[u8], from: usize) -> Option<usize> {
    // A section may begin inside the line that contains `from`.
    let line = match from {
        0 => 0,
        _ if after_line(bytes, from - 1) == from => from,
        _ => line_begin(bytes, from),
    };
    Starts::before(bytes, line).find(|start| *start >= from)
}

/// Ranges of the records, and of text before the first tag section.
pub(super) fn segments(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut starts = Starts::at(bytes, 0).filter(|start| *start > 0);
    let mut from = Some(0).filter(|_| !bytes.is_empty());
    std::iter::from_fn(move || {
        let begin = from?;
        from = starts.next();
        Some(begin..from.unwrap_or(bytes.len()))
    })
}

/// Iterates over the offsets at which tag sections begin.
struct Starts<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Names in the current section; empty outside sections.
    names: Vec<&'a [u8]>,
    /// A blank line precedes the next line.
    is_after_blank: bool,
}

impl<'a> Starts<'a> {
    /// Starts at a line that continues no section.
    fn at(bytes: &'a [u8], at: usize) -> Starts<'a> {
        Starts { bytes, at, names: Vec::with_capacity(16), is_after_blank: false }
    }

    /// Starts at the nearest line before `from` (a line start) that continues no section, being
    /// plainly movetext.
    fn before(bytes: &'a [u8], from: usize) -> Starts<'a> {
        // Lines without tags, counted backwards, and the end of the nearest of them that is not
        // blank.
        let mut count = 0;
        let mut last_text: Option<(usize, usize)> = None;
        let mut end = from;
        while end > 0 {
            let begin = line_begin(bytes, end);
            let line = &bytes[begin..end];
            if tag_behind(bytes, begin).is_some() {
                (count, last_text) = (0, None);
            } else if is_tag_line(line) {
                if ends_section(line) {
                    return Starts::at(bytes, end);
                }
                match last_text {
                    Some((after, _)) if is_closed(line) => return Starts::at(bytes, after),
                    _ => (count, last_text) = (0, None),
                }
            } else {
                count += 1;
                if last_text.is_none() && !is_blank(line) {
                    last_text = Some((end, count));
                }
                match last_text {
                    // Too far from any tag to belong to a value.
                    Some((after, at)) if count >= at + LONGEST_VALUE => {
                        return Starts::at(bytes, after);
                    }
                    _ => {}
                }
            }
            end = begin;
        }
        Starts::at(bytes, 0)
    }

    /// Skips to the next line with a bracket; outside sections, other lines do not matter.
    fn skip_to_bracket(&mut self) {
        let rest = &self.bytes[self.at..];
        let found = memchr::memchr(b'[', rest).unwrap_or(rest.len());
        self.at += after_last_line_end(&rest[..found]);
    }

    /// Reads a line, and the rest of a value that begins on it. Returns the line's offset if it
    /// begins a section.
    fn line(&mut self) -> Option<usize> {
        let begin = self.at;
        let end = after_line(self.bytes, begin);
        let line = &self.bytes[begin..end];
        self.at = end;
        let Some(name) = tag_name(line) else {
            if let Some(bracket) = tag_behind(self.bytes, begin) {
                self.names.clear();
                self.at = begin + bracket;
            } else if is_blank(line) {
                self.is_after_blank = true;
            } else {
                self.names.clear();
                self.is_after_blank = false;
            }
            return None;
        };
        let is_same = |known: &&[u8]| known.eq_ignore_ascii_case(name);
        // A name comes again: the tags before it were a record without moves.
        let is_start = match self.names.as_slice() {
            [] => true,
            names if self.is_after_blank => names.iter().any(is_same),
            [first, _, ..] => is_same(first),
            [_] => false,
        };
        if is_start {
            self.names.clear();
        }
        if self.names.len() < MOST_NAMES {
            self.names.push(name);
        }
        self.is_after_blank = false;
        if let Some(bracket) = tag_behind(self.bytes, begin) {
            self.names.clear();
            self.at = begin + bracket;
        } else if ends_section(line) {
            self.names.clear();
        } else if !is_closed(line)
            && let Some(end) = self.end_of_value(end)
        {
            self.at = end;
        }
        is_start.then_some(begin)
    }

    /// End of a value that the line before `at` leaves open; `None` when it is never closed.
    fn end_of_value(&self, mut at: usize) -> Option<usize> {
        for _ in 0..LONGEST_VALUE {
            let end = after_line(self.bytes, at);
            let line = &self.bytes[at..end];
            if line.is_empty() || is_tag_line(line) {
                return None;
            }
            if closes(line) {
                return Some(end);
            }
            at = end;
        }
        None
    }
}

impl Iterator for Starts<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while self.at < self.bytes.len() {
            if self.names.is_empty() {
                self.skip_to_bracket();
            }
            if let Some(start) = self.line() {
                return Some(start);
            }
        }
        None
    }
}

/// Result signs in ASCII.
const RESULTS: [&[u8]; 5] = [b"1-0", b"0-1", b"1/2-1/2", b"1/2", b"*"];

/// Whether a text ends with a result sign.
pub(crate) fn ends_a_game(text: &[u8]) -> bool {
    RESULTS.iter().any(|result| text.ends_with(result))
}

/// Offset in the line at `begin` of the bracket of the tag that begins the next game behind other
/// text: any tag behind a result sign; on a line without a tag at its beginning also a tag that
/// [`heads_record`].
pub(in crate::format) fn tag_behind(bytes: &[u8], begin: usize) -> Option<usize> {
    let bytes = &bytes[begin..];
    let line = &bytes[..line_len(bytes)];
    let (mut from, mut is_in_comment) = (0, false);
    let mut brackets = memchr::memchr_iter(b'[', line).skip_while(|bracket| *bracket == 0);
    brackets.find(|&bracket| {
        let between = &line[from..bracket];
        let brace = memchr::memrchr2(b'{', b'}', between).map(|at| between[at]);
        (from, is_in_comment) = (bracket, brace.map_or(is_in_comment, |brace| brace == b'{'));
        let is_behind_result = || ends_a_game(without_odd_end(&line[..bracket]));
        tag_name(&line[bracket..]).is_some()
            && (is_behind_result()
                || !is_in_comment && !is_tag_line(line) && heads_record(line, bytes, bracket))
    })
}

/// Largest number of bytes in which a tag behind other text, and the tag after it, are looked for.
const NEXT: usize = 4096;

/// Whether a usual tag with a value in straight quotes stands at `bracket` in `line`, with which
/// `bytes` begin, and another tag of its section or the number of a first move follows the tag.
/// Prose that mentions a tag has no such text behind it.
fn heads_record(line: &[u8], bytes: &[u8], bracket: usize) -> bool {
    let tag = &line[bracket..];
    usual_tag_len(tag).is_some_and(|len| {
        let rest = &bytes[bracket + len..];
        let next = without_odd_begin(&rest[..rest.len().min(NEXT)]);
        let names = [tag_name(tag), tag_name(&next[..line_len(next)])];
        next.starts_with(b"1.")
            || matches!(names, [Some(name), Some(next)] if !name.eq_ignore_ascii_case(next))
    })
}

/// The length of the usual tag that `line` begins with, its value in straight quotes; at most
/// [`NEXT`] bytes, so that a long line of open tags takes no quadratic time.
fn usual_tag_len(line: &[u8]) -> Option<usize> {
    let line = &line[..line.len().min(NEXT)];
    let name = tag_name(line).filter(|name| is_usual(name))?;
    let quote = memchr::memchr(b'"', line)?;
    let is_whole = line[1..quote].trim_ascii() == name && line[..quote].ends_with(b" ");
    let close = quote + 1 + memchr::memchr(b'"', &line[quote + 1..])?;
    let bracket = close + memchr::memchr(b']', &line[close..])?;
    (is_whole && is_last_quote(line, close)).then_some(bracket + 1)
}

/// Whether one of the usual tags stands anywhere in a line, its value in straight quotes.
pub(in crate::format) fn names_a_tag(line: &[u8]) -> bool {
    memchr::memchr_iter(b'[', line).any(|bracket| usual_tag_len(&line[bracket..]).is_some())
}

fn is_usual(name: &[u8]) -> bool {
    KNOWN.split_whitespace().any(|known| known.as_bytes().eq_ignore_ascii_case(name))
}

/// Blanks beyond ASCII that some programs put between joined texts: NEL, no-break space, byte order
/// mark, and the ideographic blank in UTF-8 and GB18030.
const ODD_BLANKS: [&[u8]; 5] =
    [b"\xc2\x85", b"\xc2\xa0", b"\xef\xbb\xbf", b"\xe3\x80\x80", b"\xa1\xa1"];

/// Whether a byte is a blank or a control character.
fn is_odd(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || byte.is_ascii_control()
}

/// Text without blanks and control characters at its end.
fn without_odd_end(mut text: &[u8]) -> &[u8] {
    loop {
        let len = text.iter().rposition(|byte| !is_odd(byte)).map_or(0, |last| last + 1);
        text = &text[..len];
        match ODD_BLANKS.iter().find_map(|blank| text.strip_suffix(*blank)) {
            Some(rest) => text = rest,
            None => return text,
        }
    }
}

/// Text without blanks and control characters at its beginning.
fn without_odd_begin(mut text: &[u8]) -> &[u8] {
    loop {
        let from = text.iter().position(|byte| !is_odd(byte)).unwrap_or(text.len());
        text = &text[from..];
        match ODD_BLANKS.iter().find_map(|blank| text.strip_prefix(*blank)) {
            Some(rest) => text = rest,
            None => return text,
        }
    }
}

fn is_blank(line: &[u8]) -> bool {
    line.iter().all(u8::is_ascii_whitespace)
}

/// Whether a line is a tag line; see [`tag_name`].
pub(in crate::format) fn is_tag_line(line: &[u8]) -> bool {
    tag_name(line).is_some()
}

/// Name in a tag line: `[Name "` or `[Name"value"]`; for usual names also `[Name '`, and values
/// that begin with a digit or a character beyond ASCII.
fn tag_name(line: &[u8]) -> Option<&[u8]> {
    let rest = without_odd_begin(line).strip_prefix(b"[")?.trim_ascii_start();
    let len = rest.iter().position(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_'))?;
    let (name, rest) = rest.split_at(len);
    let is_tag = match rest.trim_ascii_start().first()? {
        b'"' if rest.starts_with(b"\"") => {
            // `[y"red": "b", "moves": …` is no tag.
            let value = &rest[1..];
            memchr::memchr(b'"', value).is_some_and(|quote| is_last_quote(value, quote))
        }
        b'"' => true,
        byte if *byte == b'\'' || byte.is_ascii_digit() || !byte.is_ascii() => {
            // `[Red方Team "a"]` is a damaged tag of another name.
            let inner = rest.split(|byte| *byte == b']').next().unwrap_or_default();
            is_usual(name) && (rest.starts_with(b" ") || !inner.contains(&b'"'))
        }
        _ => false,
    };
    (is_tag && name.first()?.is_ascii_alphabetic()).then_some(name)
}

/// Whether moves follow the tags of a line.
fn ends_section(line: &[u8]) -> bool {
    let after = |quote: usize| line[quote + 1..].trim_ascii_start().strip_prefix(b"]");
    memchr::memrchr_iter(b'"', line)
        .find_map(after)
        .and_then(|rest| rest.trim_ascii_start().first())
        .is_some_and(u8::is_ascii_digit)
}

/// Whether a tag begins on this line, perhaps cut in its name, and is not closed there.
pub(super) fn is_open_tag(line: &[u8]) -> bool {
    let inner = line.strip_prefix(b"[").filter(|inner| !inner.contains(&b']'));
    inner.is_some_and(|inner| is_tag_line(line) || inner.iter().all(u8::is_ascii_alphabetic))
}

/// Whether the value that begins on this line ends there. Only values in straight quotes continue.
fn is_closed(line: &[u8]) -> bool {
    let mut quotes = memchr::memchr_iter(b'"', line);
    quotes.next().is_none() || quotes.any(|quote| is_last_quote(line, quote))
}

/// Whether a value that continues on this line ends there.
fn closes(line: &[u8]) -> bool {
    memchr::memchr_iter(b'"', line).any(|quote| is_last_quote(line, quote))
}

/// Whether a bracket follows the quote.
fn is_last_quote(line: &[u8], quote: usize) -> bool {
    line[quote + 1..].trim_ascii_start().starts_with(b"]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Lines that begin records.
    fn begins(text: &str) -> Vec<&str> {
        let starts = Starts::at(text.as_bytes(), 0);
        let line = |start: usize| text[start..].split(['\n', '\r', '\x0b']).next();
        starts.map(|start| line(start).unwrap_or_default()).collect()
    }

    #[test]
    fn a_line_of_open_tags_comes_to_an_end() {
        // In quadratic time this would take minutes.
        for tag in ["[Event \"a ", "{[Event \"a\" ", "x [Event \"a\"] y "] {
            let line = format!("x {}", tag.repeat(300_000));
            assert!(begins(&line).is_empty(), "{tag}");
            assert_eq!(names_a_tag(line.as_bytes()), tag.contains(']'), "{tag}");
        }
    }

    #[test]
    fn sections_begin_where_no_section_goes_on() {
        let cases: [(&str, &[&str]); 18] = [
            ("1. h2e2 *\n", &[]),
            (
                "[Event \"a\"]\n[Red \"b\"]\n\n1. h2e2\n\n[Event \"c\"]\n",
                &["[Event \"a\"]", "[Event \"c\"]"],
            ),
            // Inside an unclosed comment.
            ("[Event \"a\"]\n1. h2e2 {oh\n[Event \"b\"]\n", &["[Event \"a\"]", "[Event \"b\"]"]),
            // Blank lines inside a section, and headings without moves.
            (
                "[Event \"a\"]\n\n[Red \"b\"]\n\n[Event \"c\"]\n",
                &["[Event \"a\"]", "[Event \"c\"]"],
            ),
            ("[Event \"a\"]\n[Red \"b\"]\n[event \"c\"]\n", &["[Event \"a\"]", "[event \"c\"]"]),
            // One game a line.
            (
                "[Red \"a\"] 1. h2e2\n[Red \"b\"] 1. h2e2\n",
                &["[Red \"a\"] 1. h2e2", "[Red \"b\"] 1. h2e2"],
            ),
            // A value of several lines.
            ("[Author \"a\"]\n[Title \"\nb\n\"]\n[Red \"c\"]\n1. h2e2\n", &["[Author \"a\"]"]),
            // An unclosed value.
            (
                "[Event \"a]\n[Red \"b]\n\n1. h2e2\n[Event \"c\"]\n",
                &["[Event \"a]", "[Event \"c\"]"],
            ),
            ("[Red 胡荣华]\n[Date 1956]\n1. h2e2\n[Event “b”]", &["[Red 胡荣华]", "[Event “b”]"]),
            ("[%clk 1:00]\n[Remark of mine]\n[]\n[ \"]\n", &[]),
            ("\u{feff}[Event \"a\"]\n[Red \"\"]\n", &["\u{feff}[Event \"a\"]"]),
            // The next game on the line of a result.
            (
                "[Red \"a\"] 1. h2e2 1-0 [Red \"b\"]\n[Site \"c\"]\n1. c3c4 * [Red \"d\"]",
                &["[Red \"a\"] 1. h2e2 1-0 [Red \"b\"]", "[Red \"b\"]", "[Red \"d\"]"],
            ),
            // Behind other text, where more of a game follows.
            ("The game: [Event \"a\"]\n[Red \"b\"]\n1. h2e2", &["[Event \"a\"]"]),
            (
                "<p>x</p><pre>[Event \"a\"] [Red \"b\"] 1. h2e2",
                &["[Event \"a\"] [Red \"b\"] 1. h2e2"],
            ),
            ("<p>[Date \"1980\"]\r\n\r\n1. h2e2", &["[Date \"1980\"]"]),
            ("see [Event \"a\"] of [Red \"b\"]\nx [Date \"\"] h9g7\n", &[]),
            (
                "1. h2e2 {[Event \"a\"] [Red \"b\"]} x [%emt \"1\"] [Y \"\"]\n[Red \"c\"]",
                &["[Red \"c\"]"],
            ),
            (
                "[Red \"a\"]\r1. h2e2\r\r[Red \"b\"]\x0b[Site \"c\"]",
                &["[Red \"a\"]", "[Red \"b\"]"],
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(begins(text), expected, "{text}");
        }
    }

    /// Offsets found without skipping lines.
    fn starts_line_by_line(bytes: &[u8]) -> Vec<usize> {
        let mut starts = Starts::at(bytes, 0);
        let mut found = Vec::new();
        while starts.at < bytes.len() {
            found.extend(starts.line());
        }
        found
    }

    proptest! {
        #[test]
        fn what_is_skipped_begins_nothing(
            pieces in proptest::collection::vec(
                proptest::sample::select(vec![
                    "[A \"a\"]", "[B \"\"]", "[A \"", "\"]", " [", "[%x", "[Red 1]", "\n", "\r\n", "\n\n", "\r", "\x0b", "1. h2e2", " ", "*",
                    "1-0 [C \"c\"]", "x [Red \"c\"]", "{",
                ]),
                0..40,
            )
        ) {
            let text = pieces.concat();
            let found: Vec<usize> = Starts::at(text.as_bytes(), 0).collect();
            prop_assert_eq!(found, starts_line_by_line(text.as_bytes()), "{}", text);
        }
    }

    #[test]
    fn a_boundary_is_the_same_from_wherever_it_is_asked_for() {
        let texts = [
            "[Event \"a\"]\n1. h2e2\n[Site \"b\"]\n\n[Event \"c\"]\n\n[Site \"d\"]\n",
            "[A \"\n\n1\n2\n3\n4\"]\n[B \"\"]\nx\n[A \"\n[A \"\"]\n[A \"\"]\n\n[B \"\"]\n",
            "[A \"a\"]\r1. h2e2\r* [A \"b\"]\r[B \"\"]\x0b1-0 [A \"\"]\n1-0[B \"\"] * [C \"\"]\n",
            "[Event \"a]\n1\n2\n3\n4\n5\n6\n7\n[Event \"b\"]\n\n\n[Event \"c\"]\n*\n",
            "x [Event \"a\"]\n[Red \"b\"]\n1. h2e2\nsee [Red \"b\"] [Date \"\"] 1. h2e2\ny [Red \"\"]\n\n1. ",
        ];
        for text in texts {
            let bytes = text.as_bytes();
            let all: Vec<usize> = Starts::at(bytes, 0).collect();
            for from in 0..=bytes.len() {
                let expected = all.iter().copied().find(|start| *start >= from);
                assert_eq!(boundary(bytes, from), expected, "from {from} in {text}");
            }
        }
    }
}
