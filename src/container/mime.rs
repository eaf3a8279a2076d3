//! MIME: blocks of `Name: value` lines (headers of WARC records, HTTP messages and MIME parts), and
//! multipart files: pages saved by browsers (MHTML, `.mht`, `.mhtml`), letters with attachments
//! (`.eml`), and mailboxes (`mbox`), where letters follow each other, each with a line `From sender
//! date` above its headers.
//!
//! | part of a file | content |
//! | --- | --- |
//! | headers | among them `MIME-Version` and `Content-Type: multipart/related; boundary="B"` |
//! | `--B` | the line before each part |
//! | headers of a part | `Content-Location`, `Content-Transfer-Encoding` |
//! | content of a part | plain, quoted-printable or base64; the last line break is not its own |
//! | `--B--` | the line after the last part |
//!
//! A part can itself be a multipart with its own boundary. If a multipart does not state its
//! boundary, the first line that looks like one counts. A member is named by its
//! `Content-Location`, or else by its file name, or else by its number from 1. Text before the
//! first and behind the last part of a multipart is meant for programs without MIME; it becomes a
//! member, too, because people join files.
//!
//! Sources: RFC 2557, RFC 2045, RFC 2046, RFC 4155.
//!
//! The crates `mail-parser` and `httparse` are not used: a letter may exceed memory, text around
//! its parts must not be lost, damage must stay in its part, and header lines may be folded.

use super::{Place, Walk, names};
use crate::text::without_hex_escapes;
use data_encoding::BASE64_NOPAD;
use std::io::{self, BufRead, BufReader, Cursor, Read};

/// Largest number of bytes of a block of headers.
const LONGEST_HEADERS: u64 = 256 << 10;

/// The headers of one block.
#[derive(Debug, Default)]
pub(super) struct HeaderLines {
    /// Names and values.
    lines: Vec<(String, String)>,
    /// Whether the block has a line that is no header.
    has_others: bool,
}

impl HeaderLines {
    /// Reads up to the empty line that ends the block. A line that begins with a blank continues
    /// the one before; a line without a colon (such as HTTP's status line) is skipped.
    pub(super) fn read(source: &mut dyn BufRead) -> io::Result<HeaderLines> {
        let mut source = source.take(LONGEST_HEADERS);
        let (mut headers, mut has_others) = (Vec::<(String, String)>::new(), false);
        let mut line = Vec::new();
        loop {
            line.clear();
            if source.read_until(b'\n', &mut line)? == 0 {
                if source.limit() == 0 {
                    return Err(io::Error::other("the headers have no end"));
                }
                break;
            }
            let text = names::text(&line);
            let text = text.trim_end();
            if text.is_empty() {
                break;
            }
            match (headers.last_mut(), text.split_once(':')) {
                (Some((_, value)), _) if text.starts_with([' ', '\t']) => {
                    value.push(' ');
                    value.push_str(text.trim());
                }
                (_, Some((name, value))) => {
                    headers.push((name.trim().to_owned(), value.trim().to_owned()));
                }
                (_, None) => has_others = true,
            }
        }
        Ok(HeaderLines { lines: headers, has_others })
    }

    /// Value of the first header called `name`, in any case; None if it is missing or empty.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let found = self.lines.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// Whether the value of header `name` contains `word` (lower case), in any case.
    pub(super) fn says(&self, name: &str, word: &str) -> bool {
        self.get(name).is_some_and(|value| value.to_ascii_lowercase().contains(word))
    }

    /// Parameter of a header's value: `b` for `boundary` in `multipart/related; boundary="b"`.
    pub(super) fn parameter(&self, name: &str, parameter: &str) -> Option<&str> {
        let mut rest = self.get(name)?;
        while let Some(at) = rest.find(';') {
            let (key, value) = rest[at + 1..].split_once('=')?;
            let value = value.trim_start();
            // Within quotes, a semicolon belongs to the value.
            let (value, behind) = match value.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => value.split_at(value.find(';').unwrap_or(value.len())),
            };
            // Skips parameters without a value.
            let key = key.rsplit(';').next().unwrap_or(key);
            if key.trim().eq_ignore_ascii_case(parameter) && !value.trim().is_empty() {
                return Some(value.trim());
            }
            rest = behind;
        }
        None
    }
}

/// Largest number of boundaries known at once.
const MOST_BOUNDARIES: usize = 16;
/// Largest number of bytes of the line above a letter.
const LONGEST_FROM: usize = 300;
/// Largest number of bytes of a part; parts are unpacked in memory.
const LARGEST_PART: u64 = 64 << 20;
/// Longest line that can be a boundary: 70 characters, with dashes and line end.
const LONGEST_BOUNDARY: usize = 80;

/// Whether `head` begins with header lines that include those of MIME, or with a letter of a
/// mailbox.
pub(super) fn sniff(head: &[u8]) -> bool {
    let is_mailbox = begins_letter(head);
    let lines = head.split_inclusive(|&byte| byte == b'\n').skip(usize::from(is_mailbox));
    let mut found = Vec::new();
    for line in lines {
        if line.starts_with(b" ") || line.starts_with(b"\t") {
            continue;
        }
        let Some(colon) = line.iter().position(|&byte| byte == b':') else { break };
        let field = &line[..colon];
        if field.is_empty()
            || !field.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
        {
            break;
        }
        found.push(field);
    }
    let has = |name: &[u8]| found.iter().any(|field| field.eq_ignore_ascii_case(name));
    has(b"MIME-Version") && has(b"Content-Type")
        || has(b"Content-Transfer-Encoding")
        || is_mailbox && has(b"From")
}

/// Whether `line` begins a letter of a mailbox: `From sender Fri Jan  1 09:30:00 1999`.
fn begins_letter(line: &[u8]) -> bool {
    let line = line.split(|&byte| byte == b'\n').next().unwrap_or_default();
    line.len() < LONGEST_FROM
        && line.starts_with(b"From ")
        && line.windows(3).any(|signs| matches!(signs, [b'0'..=b'9', b':', b'0'..=b'9']))
}

pub(super) fn walk(source: &mut dyn Read, walk: &mut Walk<'_>, place: &Place) -> io::Result<()> {
    let mut source = BufReader::with_capacity(64 << 10, source);
    let mut boundaries =
        Boundaries { is_mailbox: begins_letter(source.fill_buf()?), ..Boundaries::default() };
    let (mut number, mut damage) = (0, None);
    let mut tell = |what| _ = damage.get_or_insert(what);
    loop {
        let headers = HeaderLines::read(&mut source)?;
        let is_multipart = headers.says("Content-Type", "multipart/");
        if headers.has_others {
            tell("the headers of a part are damaged");
        }
        if is_multipart && boundaries.known.len() < MOST_BOUNDARIES {
            match headers.parameter("Content-Type", "boundary") {
                Some(boundary) => boundaries.known.push([b"--", boundary.as_bytes()].concat()),
                None => boundaries.is_one_unknown = true,
            }
        }
        let Part { content, behind, end } = boundaries.read_part(&mut source)?;
        let mut members = Vec::new();
        if is_multipart {
            if end != End::Boundary && !content.trim_ascii().is_empty() {
                tell("the parts of the page cannot be told apart");
            }
            members.extend(beside("preamble", content));
        } else if !content.is_empty() {
            number += 1;
            if !boundaries.known.is_empty() && !headers.says("Content-Type", "message/") {
                let lines = content.split(|byte| *byte == b'\n');
                if lines.filter(|line| is_header_of_part(line)).count() > 1 {
                    tell("a boundary between parts is damaged");
                }
            }
            let how = headers.get("Content-Transfer-Encoding").unwrap_or_default();
            let content = if how.eq_ignore_ascii_case("base64") {
                if !is_sound_base64(&content) {
                    tell("a part in base64 is damaged");
                }
                base64(&content)
            } else if how.eq_ignore_ascii_case("quoted-printable") {
                quoted_printable(&content)
            } else {
                if content.len() >= LEAST_BASE64 && is_sound_base64(&content) {
                    tell("a part is in base64, and its headers do not say so");
                }
                content
            };
            let called = headers
                .get("Content-Location")
                .or_else(|| headers.parameter("Content-Disposition", "filename"))
                .or_else(|| headers.parameter("Content-Type", "name"))
                .map_or_else(|| number.to_string(), names::readable);
            members.push((called, content));
        }
        members.extend(beside("epilogue", behind));
        for (called, content) in members {
            let path = place.path(&called);
            if !walk.member(path, &mut Cursor::new(content), place.depth)? {
                return Ok(());
            }
        }
        if end == End::File {
            if !boundaries.known.is_empty() && !boundaries.is_closed {
                tell("the boundary at the end is missing");
            }
            return damage.map_or(Ok(()), |what| Err(io::Error::other(what)));
        }
    }
}

/// Whether a line is a header that only parts have.
fn is_header_of_part(line: &[u8]) -> bool {
    let name = line.split(|byte| *byte == b':').next().unwrap_or_default();
    ["Content-Type", "Content-Location", "Content-Transfer-Encoding", "Content-Disposition"]
        .iter()
        .any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
}

/// Member for the text beside the parts of a multipart; None for blank text.
fn beside(name: &str, text: Vec<u8>) -> Option<(String, Vec<u8>)> {
    (!text.trim_ascii().is_empty()).then(|| (name.to_owned(), text))
}

/// A part between two boundaries.
struct Part {
    content: Vec<u8>,
    /// Text behind the last part of a multipart that ends here.
    behind: Vec<u8>,
    end: End,
}

/// End of a part: a boundary, a letter, or the end of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Boundary,
    /// The next letter of a mailbox begins.
    Letter,
    File,
}

/// Boundaries of the open multiparts.
#[derive(Default)]
struct Boundaries {
    known: Vec<Vec<u8>>,
    /// Whether an open multipart does not state its boundary.
    is_one_unknown: bool,
    /// Whether the file is a mailbox.
    is_mailbox: bool,
    /// Whether the first of these boundaries has closed its multipart.
    is_closed: bool,
}

/// Kind of a line.
enum LineKind {
    Boundary,
    End,
    Other,
}

impl Boundaries {
    fn line(&mut self, line: &[u8]) -> LineKind {
        // All boundaries are compared: one may be the beginning of another.
        let is_one = |line: &[u8]| self.known.iter().any(|boundary| boundary == line);
        if is_one(line) {
            return LineKind::Boundary;
        }
        if line.strip_suffix(b"--").is_some_and(is_one) {
            return LineKind::End;
        }
        let is_like_one =
            line.len() > 2 && line.len() < LONGEST_BOUNDARY && line.starts_with(b"--");
        if is_like_one && std::mem::take(&mut self.is_one_unknown) {
            self.known.push(line.to_vec());
            return LineKind::Boundary;
        }
        LineKind::Other
    }

    /// Reads the part up to the next boundary.
    fn read_part(&mut self, source: &mut dyn BufRead) -> io::Result<Part> {
        let mut source = source.take(LARGEST_PART);
        let mut part = Part { content: Vec::new(), behind: Vec::new(), end: End::File };
        let mut is_closed = false;
        let mut line = Vec::new();
        loop {
            let is_behind_blank = line.trim_ascii().is_empty();
            line.clear();
            if source.read_until(b'\n', &mut line)? == 0 {
                if source.limit() == 0 {
                    return Err(io::Error::other("a part is too large: unpack it first"));
                }
                return Ok(part);
            }
            if self.is_mailbox && is_behind_blank && begins_letter(&line) {
                *self = Boundaries { is_mailbox: true, ..Boundaries::default() };
                return Ok(Part { end: End::Letter, ..part });
            }
            let here = if is_closed { &mut part.behind } else { &mut part.content };
            match self.line(line.trim_ascii_end()) {
                LineKind::Boundary => {
                    drop_line_break(here);
                    return Ok(Part { end: End::Boundary, ..part });
                }
                LineKind::End => {
                    drop_line_break(here);
                    is_closed = true;
                    let outer = self.known.first().map(Vec::as_slice);
                    self.is_closed |= line.trim_ascii_end().strip_suffix(b"--") == outer;
                }
                LineKind::Other => here.extend_from_slice(&line),
            }
        }
    }
}

fn drop_line_break(part: &mut Vec<u8>) {
    if part.last() == Some(&b'\n') {
        part.pop();
        if part.last() == Some(&b'\r') {
            part.pop();
        }
    }
}

/// Decodes quoted-printable: `=XX` is a byte, and `=` at a line end joins the next line. Everything
/// else is kept.
fn quoted_printable(text: &[u8]) -> Vec<u8> {
    let mut parts = text.split(|byte| *byte == b'=');
    let mut joined = parts.next().unwrap_or_default().to_vec();
    for part in parts {
        let blanks = part.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
        match part.get(blanks) {
            Some(b'\n') => joined.extend_from_slice(&part[blanks + 1..]),
            _ => joined.extend([b"=", part].concat()),
        }
    }
    without_hex_escapes(&joined, b'=')
}

/// Bytes from which on text that may be base64 is no word.
const LEAST_BASE64: usize = 60;

/// Whether a text is base64 and nothing else: whole groups of four digits, and blanks.
fn is_sound_base64(text: &[u8]) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/-_".contains(byte);
    let signs: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let padding = signs.iter().rev().take_while(|byte| **byte == b'=').count();
    signs.len().is_multiple_of(4)
        && padding < 3
        && signs[..signs.len() - padding].iter().all(is_digit)
}

/// Decodes base64; skips line breaks and all characters outside the 64.
fn base64(text: &[u8]) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'-' => Some(b'+'),
        b'_' => Some(b'/'),
        _ => (byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')).then_some(byte),
    };
    let text = text.split(|byte| *byte == b'=').next().unwrap_or_default();
    let mut digits: Vec<u8> = text.iter().copied().filter_map(digit).collect();
    // A digit alone holds no whole byte.
    digits.truncate(digits.len() - usize::from(digits.len() % 4 == 1));
    let mut specification = BASE64_NOPAD.specification();
    specification.check_trailing_bits = false;
    let decoder = specification.encoding();
    decoder.ok().and_then(|decoder| decoder.decode(&digits).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_unfolded() {
        let block = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\";\
            \r\n boundary=\"--x y\"\r\nEmpty:\r\n\r\nbody";
        let mut source = &block[..];
        let headers = HeaderLines::read(&mut source).unwrap();
        assert_eq!(source, b"body");
        assert_eq!(headers.parameter("content-type", "boundary"), Some("--x y"));
        assert!(headers.says("CONTENT-TYPE", "multipart/"));
        assert_eq!(headers.get("empty"), None);
        let block = b"A: x; flag; B=\"1;2\"; c = 3 ;d\r\n\r\n";
        let headers = HeaderLines::read(&mut &block[..]).unwrap();
        let found = ["b", "c", "d", "flag"].map(|name| headers.parameter("a", name));
        assert_eq!(found, [Some("1;2"), Some("3"), None, None]);
        let endless = vec![b'a'; 1 << 20];
        assert!(HeaderLines::read(&mut &endless[..]).is_err());
    }

    #[test]
    fn encodings_of_parts() {
        for (text, plain) in [
            ("a=3Db =\r\nc=", "a=b c="),
            ("=E7=82=AE=E4=BA=8C", "炮二"),
            ("=e7=82=AE", "炮"),
            ("a=  \nb =zz", "ab =zz"),
        ] {
            assert_eq!(quoted_printable(text.as_bytes()), plain.as_bytes(), "{text}");
        }
        for (text, plain) in [
            ("", ""),
            ("54Ku", "炮"),
            ("54Ku\r\n5LqM", "炮二"),
            ("YQ==", "a"),
            ("YWI=", "ab"),
            ("YQ==garbage", "a"),
        ] {
            assert_eq!(base64(text.as_bytes()), plain.as_bytes(), "{text}");
        }
    }
}
