//! The content of an HTTP answer as a crawler stored it.

use super::headers::Headers;
use super::stream::GzMembers;
use std::io::{self, BufRead, BufReader, Read};

/// The content behind the headers of an answer, with `Transfer-Encoding: chunked` and
/// `Content-Encoding: gzip` undone. Some crawlers keep these headers and store the plain content:
/// the bytes decide.
pub(super) fn body<'a>(
    block: &'a mut dyn BufRead,
    headers: &Headers,
) -> io::Result<Box<dyn Read + 'a>> {
    let is_chunked =
        headers.says("Transfer-Encoding", "chunked") && begins_chunk(block.fill_buf()?);
    let mut body: Box<dyn BufRead + 'a> = if is_chunked {
        Box::new(BufReader::new(Chunked { source: block, left: 0, state: State::Size }))
    } else {
        Box::new(block)
    };
    if headers.says("Content-Encoding", "br") || headers.says("Content-Encoding", "zstd") {
        let how = headers.get("Content-Encoding").unwrap_or_default();
        return Err(io::Error::other(format!("pages stored as `{how}` are not read")));
    }
    let head = body.fill_buf()?;
    if headers.says("Content-Encoding", "gzip") && head.starts_with(b"\x1f\x8b") {
        return Ok(Box::new(GzMembers::new(body)));
    }
    // By the standard with the zlib header, by old servers without it.
    if headers.says("Content-Encoding", "deflate") {
        return Ok(match head {
            [first, second, ..]
                if first & 15 == 8 && u16::from_be_bytes([*first, *second]) % 31 == 0 =>
            {
                Box::new(flate2::bufread::ZlibDecoder::new(body))
            }
            _ => Box::new(flate2::bufread::DeflateDecoder::new(body)),
        });
    }
    Ok(Box::new(body))
}

/// Whether a line with a hexadecimal length stands here.
fn begins_chunk(head: &[u8]) -> bool {
    let Some(end) = head.iter().take(64).position(|&byte| byte == b'\n') else { return false };
    chunk_size(&head[..end]).is_some()
}

/// The length in the line before a chunk: hexadecimal, perhaps with extensions behind `;`.
fn chunk_size(line: &[u8]) -> Option<u64> {
    let text = str::from_utf8(line).ok()?;
    u64::from_str_radix(text.split(';').next()?.trim(), 16).ok()
}

/// Undoes `Transfer-Encoding: chunked`: a line with the length, that many bytes, an empty line, and
/// so on to a length of 0.
struct Chunked<'a> {
    source: &'a mut dyn BufRead,
    left: u64,
    state: State,
}

enum State {
    Size,
    Data,
    Over,
}

impl Read for Chunked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.state {
                State::Over => return Ok(0),
                State::Data if self.left > 0 => {
                    let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
                    let read = self.source.read(&mut buffer[..most])?;
                    if read == 0 && most > 0 {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                    self.left -= read as u64;
                    return Ok(read);
                }
                State::Data => {
                    self.line()?;
                    self.state = State::Size;
                }
                State::Size => {
                    let line = self.line()?;
                    self.left = chunk_size(&line)
                        .ok_or_else(|| io::Error::other("a chunk does not tell its length"))?;
                    self.state = if self.left == 0 { State::Over } else { State::Data };
                }
            }
        }
    }
}

impl Chunked<'_> {
    fn line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        (&mut *self.source).take(4 << 10).read_until(b'\n', &mut line)?;
        Ok(line)
    }
}
