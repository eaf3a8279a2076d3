//! Where records begin. Works on bytes of any encoding that keeps ASCII: what is looked for (line breaks, a bracket at
//! the beginning of a line, quotes) is never the second half of a character in GB18030, Big5 or UTF-8.

use std::ops::Range;

/// How many lines a tag's value may go on for.
const LONGEST_TAG: usize = 6;

/// The first record boundary at or after `from`: the offset of the first line of a tag section.
pub(super) fn boundary(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = if from == 0 { 0 } else { next_line(bytes, from - 1)? };
    while at < bytes.len() {
        if begins_record(bytes, at) {
            return Some(at);
        }
        // Only a bracket at the beginning of a line can be one: jump to the next.
        at = match bytes.get(at) {
            Some(_) => next_line(bytes, at)?,
            None => return None,
        };
    }
    None
}

/// The records of a text, and what stands before the first tag section.
pub(super) fn segments(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let bytes = text.as_bytes();
    let mut from = 0;
    std::iter::from_fn(move || {
        if from >= bytes.len() {
            return None;
        }
        let end = boundary(bytes, from + 1).unwrap_or(bytes.len());
        let segment = from..end;
        from = end;
        Some(segment)
    })
}

/// The beginning of the line after the one `at` lies in.
fn next_line(bytes: &[u8], at: usize) -> Option<usize> {
    memchr::memchr(b'\n', bytes.get(at..)?)
        .map(|found| at + found + 1)
        .filter(|&at| at < bytes.len())
}

fn begins_record(bytes: &[u8], at: usize) -> bool {
    if !is_tag_line(line_at(bytes, at)) {
        return false;
    }
    // Look back over blank lines; a tag line, or the end of a tag of several lines, means the section goes on.
    let mut before = lines_before(bytes, at).filter(|line| !line.trim_ascii().is_empty());
    match before.next() {
        None => true,
        Some(line) if is_tag_line(line) => repeats_section(bytes, at),
        Some(line) if closes_tag(line) => !before
            .take(LONGEST_TAG)
            .find(|line| is_tag_line(line) || closes_tag(line))
            .is_some_and(|line| is_tag_line(line) && !closes_tag(line)),
        Some(_) => true,
    }
}

/// Whether the tag line at `at` stands after a blank line and names a tag that the block before it has already: then that
/// block was a record without moves.
fn repeats_section(bytes: &[u8], at: usize) -> bool {
    let is_blank = |line: &&[u8]| line.trim_ascii().is_empty();
    let mut before = lines_before(bytes, at).peekable();
    if !before.peek().is_some_and(is_blank) {
        return false;
    }
    let name = tag_name(line_at(bytes, at));
    before
        .skip_while(is_blank)
        .take_while(|line| !is_blank(line))
        .any(|line| is_tag_line(line) && tag_name(line).eq_ignore_ascii_case(name))
}

/// The name in a tag line.
fn tag_name(line: &[u8]) -> &[u8] {
    let open = line.iter().position(|byte| *byte == b'[').map_or(0, |at| at + 1);
    let rest = line[open..].trim_ascii_start();
    let len = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    &rest[..len]
}

fn line_at(bytes: &[u8], at: usize) -> &[u8] {
    let rest = &bytes[at..];
    &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())]
}

/// The lines before the one that begins at `at`, last first.
fn lines_before(bytes: &[u8], at: usize) -> impl Iterator<Item = &[u8]> {
    let mut end = at;
    std::iter::from_fn(move || {
        let stop = end.checked_sub(1)?;
        let begin = memchr::memrchr(b'\n', &bytes[..stop]).map_or(0, |found| found + 1);
        end = begin;
        Some(&bytes[begin..stop])
    })
}

/// `[Name "`
pub(super) fn is_tag_line(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let Some(rest) = line.strip_prefix(b"[") else { return false };
    let rest = rest.trim_ascii_start();
    let name =
        rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    name > 0
        && rest[0].is_ascii_alphabetic()
        && rest[name..].trim_ascii_start().first() == Some(&b'"')
}

/// `"]` at the end.
fn closes_tag(line: &[u8]) -> bool {
    line.trim_ascii_end()
        .strip_suffix(b"]")
        .is_some_and(|line| line.trim_ascii_end().ends_with(b"\""))
}
