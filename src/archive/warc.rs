//! WARC: pages as crawlers keep them. A `.warc.gz` is a gz of many members and comes here unpacked.
//!
//! | part of a record | what |
//! | --- | --- |
//! | `WARC/1.0` or `WARC/1.1` | the line that begins it |
//! | headers | `WARC-Type`, `WARC-Target-URI`, `Content-Length` and more, up to an empty line |
//! | block | `Content-Length` bytes |
//! | two empty lines | |
//!
//! Blocks of type `response` are an HTTP answer, those of type `resource` the bare content; other types tell of the
//! crawl. A member is called by its address.
//!
//! Source of the facts: the WARC 1.1 specification of the IIPC.

use super::headers::Headers;
use super::{Walk, http};
use std::io::{self, BufRead, BufReader, Read};

pub(super) fn sniff(head: &[u8]) -> bool {
    head.starts_with(b"WARC/1.") || head.starts_with(b"WARC/0.")
}

pub(super) fn walk(
    source: &mut dyn Read,
    walk: &mut Walk<'_>,
    prefix: &str,
    depth: u32,
) -> io::Result<()> {
    let mut source = BufReader::with_capacity(64 << 10, source);
    while next_record(&mut source)? {
        let headers = Headers::read(&mut source)?;
        let length = headers.get("Content-Length").and_then(|length| length.parse().ok());
        let Some(length) = length else {
            return Err(io::Error::other("a WARC record does not tell its length"));
        };
        let mut block = (&mut source).take(length);
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
            break;
        }
        // What the visitor left unread stands before the next record.
        io::copy(&mut block, &mut io::sink())?;
        if block.limit() > 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(())
}

/// Goes behind the next line that begins a record, past whatever stands before it; `false` at the end.
fn next_record(source: &mut dyn BufRead) -> io::Result<bool> {
    const LINE: u64 = 4 << 10;
    let mut line = Vec::new();
    loop {
        line.clear();
        if source.take(LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(false);
        }
        if sniff(&line) {
            return Ok(true);
        }
    }
}
