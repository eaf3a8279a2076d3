//! WARC: pages as crawlers keep them. A `.warc.gz` is a gz of many members and comes here unpacked.
//!
//! | part of a record | what |
//! | --- | --- |
//! | `WARC/1.0` or `WARC/1.1` | the line that begins it |
//! | headers | `WARC-Type`, `WARC-Target-URI`, `Content-Length` and more, up to an empty line |
//! | block | `Content-Length` bytes |
//! | two empty lines | |
//!
//! Blocks of type `response` are an HTTP answer, those of type `resource` the bare content; other
//! types tell of the crawl. A member is called by its address.
//!
//! Source of the facts: the WARC 1.1 specification of the IIPC.

mod block;

use super::headers::Headers;
use super::{Walk, http};
use block::{Ahead, Block};
use std::io::{self, BufRead, Read};

pub(super) fn sniff(head: &[u8]) -> bool {
    head.starts_with(b"WARC/1.") || head.starts_with(b"WARC/0.")
}

pub(super) fn walk(
    source: &mut dyn Read,
    walk: &mut Walk<'_>,
    prefix: &str,
    depth: u32,
) -> io::Result<()> {
    let mut source = Ahead::new(source);
    let mut outcome = Ok(());
    while let Some(gap) = next_record(&mut source)? {
        if gap == Gap::Something {
            outcome = Err(io::Error::other(WRONG_LENGTH));
        }
        let headers = Headers::read(&mut source)?;
        let length = headers.get("Content-Length").and_then(|length| length.parse().ok());
        let Some(length) = length else {
            return Err(io::Error::other("a WARC record does not tell its length"));
        };
        let mut block = Block::new(&mut source, length);
        let address = headers.get("WARC-Target-URI").unwrap_or_default();
        let name = Some(format!("{prefix}{}", address.trim_matches(['<', '>'])));
        let is_response = headers.says("WARC-Type", "response");
        let goes_on = if is_response && headers.says("Content-Type", "application/http") {
            let answer = Headers::read(&mut block)?;
            match http::body(&mut block, &answer) {
                Ok(mut body) => walk.member(name, &mut *body, depth)?,
                Err(error) => walk.failed(name, &error.to_string())?,
            }
        } else if is_response || headers.says("WARC-Type", "resource") {
            walk.member(name, &mut block, depth)?
        } else {
            true
        };
        if !goes_on {
            return Ok(());
        }
        // What the visitor left unread stands before the next record.
        io::copy(&mut block, &mut io::sink())?;
        if block.is_short() {
            outcome = Err(io::Error::other(WRONG_LENGTH));
        }
    }
    outcome
}

/// What is told when a record does not end where its length says.
const WRONG_LENGTH: &str =
    "the length of a WARC record is wrong: pages before or behind its end were not read";

/// What stands between two records.
#[derive(PartialEq)]
enum Gap {
    /// Empty lines.
    Nothing,
    /// Part of a record.
    Something,
}

/// Goes behind the next line that begins a record, past whatever stands before it; `None` at the
/// end, if nothing but empty lines stands before that.
fn next_record(source: &mut dyn BufRead) -> io::Result<Option<Gap>> {
    const LINE: u64 = 4 << 10;
    let mut line = Vec::new();
    let mut gap = Gap::Nothing;
    loop {
        line.clear();
        if source.take(LINE).read_until(b'\n', &mut line)? == 0 {
            return match gap {
                Gap::Nothing => Ok(None),
                Gap::Something => Err(io::Error::other(WRONG_LENGTH)),
            };
        }
        if sniff(&line) {
            return Ok(Some(gap));
        }
        if !line.trim_ascii().is_empty() {
            gap = Gap::Something;
        }
    }
}
