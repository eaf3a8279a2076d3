//! MHTML: a page and what belongs to it, as browsers save it (`.mht`, `.mhtml`); letters with
//! attachments (`.eml`) are built in the same way.
//!
//! | part of a file | what |
//! | --- | --- |
//! | headers | among them `MIME-Version` and `Content-Type: multipart/related; boundary="B"` |
//! | `--B` | the line before each part |
//! | headers of a part | `Content-Location`, `Content-Transfer-Encoding` |
//! | content of a part | plain, quoted-printable or base64; the last line break is not its own |
//! | `--B--` | the line after the last part |
//!
//! A part can be a multipart itself, with a boundary of its own. A multipart that does not tell its
//! boundary has the first line that looks like one. A member is called by its `Content-Location`,
//! else by its file name, else by its number from 1.
//!
//! Sources of the facts: RFC 2557, RFC 2045, RFC 2046.

use super::headers::Headers;
use super::{Walk, name};
use std::io::{self, BufRead, BufReader, Cursor, Read};

/// Multiparts inside multiparts.
const MOST_BOUNDARIES: usize = 16;
/// Parts are unpacked in memory.
const LARGEST_PART: u64 = 64 << 20;
/// The longest line that can be a boundary: 70 characters, the dashes around them and the end.
const LONGEST_BOUNDARY: usize = 80;

/// Lines of headers, with the one that says so among them.
pub(super) fn sniff(head: &[u8]) -> bool {
    let mut has_version = false;
    let mut has_type = false;
    for line in head.split_inclusive(|&byte| byte == b'\n') {
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
        has_version |= field.eq_ignore_ascii_case(b"MIME-Version");
        has_type |= field.eq_ignore_ascii_case(b"Content-Type");
    }
    has_version && has_type
}

pub(super) fn walk(
    source: &mut dyn Read,
    walk: &mut Walk<'_>,
    prefix: &str,
    depth: u32,
) -> io::Result<()> {
    let mut source = BufReader::with_capacity(64 << 10, source);
    let mut boundaries = Boundaries::default();
    let mut number = 0;
    loop {
        let headers = Headers::read(&mut source)?;
        let is_multipart = headers.says("Content-Type", "multipart/");
        if is_multipart && boundaries.known.len() < MOST_BOUNDARIES {
            match headers.parameter("Content-Type", "boundary") {
                Some(boundary) => boundaries.known.push([b"--", boundary.as_bytes()].concat()),
                None => boundaries.is_one_unknown = true,
            }
        }
        let (part, is_end) = boundaries.read_part(&mut source)?;
        if !is_multipart && !part.is_empty() {
            number += 1;
            let content = match headers.get("Content-Transfer-Encoding") {
                Some(how) if how.eq_ignore_ascii_case("base64") => base64(&part),
                Some(how) if how.eq_ignore_ascii_case("quoted-printable") => {
                    quoted_printable(&part)
                }
                _ => part,
            };
            let called = headers
                .get("Content-Location")
                .or_else(|| headers.parameter("Content-Disposition", "filename"))
                .or_else(|| headers.parameter("Content-Type", "name"))
                .map_or_else(|| number.to_string(), name::readable);
            let path = Some(format!("{prefix}{called}"));
            if !walk.member(path, &mut Cursor::new(content), depth)? {
                return Ok(());
            }
        } else if is_multipart && is_end && !part.trim_ascii().is_empty() {
            return Err(io::Error::other("the parts of the page cannot be told apart"));
        }
        if is_end {
            return Ok(());
        }
    }
}

/// The lines that separate the parts of the multiparts that are open.
#[derive(Default)]
struct Boundaries {
    known: Vec<Vec<u8>>,
    /// A multipart began that does not tell its boundary.
    is_one_unknown: bool,
}

/// What a line is.
enum LineKind {
    Boundary,
    End,
    Other,
}

impl Boundaries {
    fn line(&mut self, line: &[u8]) -> LineKind {
        // All are asked: one boundary may be the beginning of another.
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

    /// The bytes up to the next boundary, and whether the file ends instead. What stands between
    /// the end of a multipart and the next boundary belongs to nothing.
    fn read_part(&mut self, source: &mut dyn BufRead) -> io::Result<(Vec<u8>, bool)> {
        let mut source = source.take(LARGEST_PART);
        let mut part = Vec::new();
        let mut is_closed = false;
        loop {
            let from = part.len();
            if source.read_until(b'\n', &mut part)? == 0 {
                if source.limit() == 0 {
                    return Err(io::Error::other("a part is too large: unpack it first"));
                }
                return Ok((part, true));
            }
            match self.line(part[from..].trim_ascii_end()) {
                LineKind::Boundary => {
                    part.truncate(from);
                    drop_line_break(&mut part);
                    return Ok((part, false));
                }
                LineKind::End => {
                    part.truncate(from);
                    drop_line_break(&mut part);
                    is_closed = true;
                }
                LineKind::Other if is_closed => part.truncate(from),
                LineKind::Other => {}
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

/// `=XX` is a byte, `=` at the end of a line joins it with the next. Anything else is taken as it
/// stands.
fn quoted_printable(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'=', rest) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
        if rest.get(blanks) == Some(&b'\n') {
            rest = &rest[blanks + 1..];
            continue;
        }
        let byte = rest
            .get(..2)
            .filter(|pair| pair.iter().all(u8::is_ascii_hexdigit))
            .and_then(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok());
        if let Some(byte) = byte {
            out.push(byte);
            rest = &rest[2..];
        } else {
            out.push(b'=');
        }
    }
    out.extend_from_slice(rest);
    out
}

/// Four characters are three bytes; line breaks and whatever else is none of the 64 characters is
/// passed over.
fn base64(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for &byte in text {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => break,
            _ => continue,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

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
