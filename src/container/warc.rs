//! WARC: pages as crawlers store them. A `.warc.gz`, a gz of many members, arrives here unpacked.
//!
//! | part of a record | content |
//! | --- | --- |
//! | `WARC/1.0` or `WARC/1.1` | first line |
//! | headers | `WARC-Type`, `WARC-Target-URI`, `Content-Length` and more, up to an empty line |
//! | block | `Content-Length` bytes |
//! | two empty lines | |
//!
//! Blocks of type `response` are an HTTP answer, blocks of type `resource` the bare content; other
//! types describe the crawl. A member is named by its address.
//!
//! Source: the WARC 1.1 specification of the IIPC.

use super::mime::HeaderLines;
use super::packed::GzMembers;
use super::{Place, Walk};
use std::io::{self, BufRead, BufReader, Read};

pub(super) fn sniff(head: &[u8]) -> bool {
    head.starts_with(b"WARC/1.") || head.starts_with(b"WARC/0.")
}

pub(super) fn walk(source: &mut dyn Read, walk: &mut Walk<'_>, place: &Place) -> io::Result<()> {
    let mut source = Ahead::new(source);
    let mut outcome = Ok(());
    while let Some(gap) = next_record(&mut source)? {
        if gap == Gap::Something {
            outcome = Err(io::Error::other(WRONG_LENGTH));
        }
        let headers = HeaderLines::read(&mut source)?;
        let length = headers.get("Content-Length").and_then(|length| length.parse().ok());
        let Some(length) = length else {
            return Err(io::Error::other("a WARC record does not tell its length"));
        };
        let mut block = Block::new(&mut source, length);
        let address = headers.get("WARC-Target-URI").unwrap_or_default();
        let name = place.path(address.trim_matches(['<', '>']));
        let is_response = headers.says("WARC-Type", "response");
        let goes_on = if is_response && headers.says("Content-Type", "application/http") {
            let answer = HeaderLines::read(&mut block)?;
            match http_body(&mut block, &answer) {
                Ok(mut body) => walk.member(name, &mut *body, place.depth)?,
                Err(error) => walk.failed(name, &error.to_string())?,
            }
        } else if is_response || headers.says("WARC-Type", "resource") {
            walk.member(name, &mut block, place.depth)?
        } else {
            true
        };
        if !goes_on {
            return Ok(());
        }
        // Bytes that the visitor left unread are skipped before the next record.
        io::copy(&mut block, &mut io::sink())?;
        if block.is_short() {
            outcome = Err(io::Error::other(WRONG_LENGTH));
        }
    }
    outcome
}

/// Error message for a record that does not end where its length says.
const WRONG_LENGTH: &str =
    "the length of a WARC record is wrong: pages before or behind its end were not read";

/// The bytes between two records.
#[derive(PartialEq)]
enum Gap {
    /// Empty lines only.
    Nothing,
    /// Part of a record.
    Something,
}

/// Skips everything up to and including the next first line of a record, and returns the kind of
/// bytes skipped; `None` at the end of the file behind empty lines only.
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

/// First bytes of a record, with the line end before them.
const BEGIN: &[u8] = b"\nWARC/";

/// Largest distance, in bytes, at which the end of a record is tested.
const FARTHEST: usize = 1 << 20;

/// A reader that can look at any number of bytes before they are read.
struct Ahead<'a> {
    source: &'a mut dyn Read,
    bytes: Vec<u8>,
    at: usize,
}

impl<'a> Ahead<'a> {
    fn new(source: &'a mut dyn Read) -> Ahead<'a> {
        Ahead { source, bytes: Vec::new(), at: 0 }
    }

    /// The next bytes: at least `len`, unless the file ends before.
    fn look(&mut self, len: usize) -> io::Result<&[u8]> {
        const STEP: u64 = 64 << 10;
        while self.bytes.len() - self.at < len {
            self.bytes.drain(..self.at);
            self.at = 0;
            if (&mut *self.source).take(STEP).read_to_end(&mut self.bytes)? == 0 {
                break;
            }
        }
        Ok(&self.bytes[self.at..])
    }
}

impl Read for Ahead<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        read_from(self, buffer)
    }
}

impl BufRead for Ahead<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.look(1)
    }

    fn consume(&mut self, len: usize) {
        self.at += len;
    }
}

/// The block of a record by its length. If another record begins inside, and the length leads to no
/// end of a record, the block ends at that beginning.
struct Block<'s, 'a> {
    source: &'s mut Ahead<'a>,
    left: u64,
    /// Whether the length was tested, or cannot be.
    is_settled: bool,
    is_cut: bool,
}

impl<'s, 'a> Block<'s, 'a> {
    fn new(source: &'s mut Ahead<'a>, length: u64) -> Block<'s, 'a> {
        Block { source, left: length, is_settled: false, is_cut: false }
    }

    /// Whether the block ended before its length did.
    fn is_short(&self) -> bool {
        self.is_cut || self.left > 0
    }

    /// Whether a record, or the file, ends where the length says.
    fn ends_well(&mut self) -> io::Result<bool> {
        const BETWEEN: usize = 16;
        let Some(len) = usize::try_from(self.left).ok().filter(|len| *len <= FARTHEST) else {
            return Ok(true);
        };
        let ahead = self.source.look(len + BETWEEN)?;
        let behind = ahead.get(len..).map(<[u8]>::trim_ascii_start);
        Ok(behind.is_some_and(|behind| behind.is_empty() || behind.starts_with(b"WARC/")))
    }

    /// Number of the next bytes that certainly belong to the block.
    fn sure(&mut self) -> io::Result<usize> {
        let ahead = self.source.look(BEGIN.len())?;
        let here = &ahead[..ahead.len().min(usize::try_from(self.left).unwrap_or(usize::MAX))];
        let len = here.len();
        if self.is_settled {
            return Ok(len);
        }
        match memchr::memmem::find(here, BEGIN) {
            Some(0) => {
                self.is_settled = self.ends_well()?;
                self.is_cut = !self.is_settled;
                Ok(if self.is_cut { 0 } else { len })
            }
            Some(at) => Ok(at),
            // The next bytes may complete a mark that begins here.
            None if len as u64 == self.left || len < BEGIN.len() => Ok(len),
            None => Ok(len - (BEGIN.len() - 1)),
        }
    }
}

impl Read for Block<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        read_from(self, buffer)
    }
}

impl BufRead for Block<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 || self.is_cut {
            return Ok(&[]);
        }
        let sure = self.sure()?;
        Ok(&self.source.look(sure)?[..sure])
    }

    fn consume(&mut self, len: usize) {
        self.left -= len as u64;
        self.source.consume(len);
    }
}

fn read_from(source: &mut dyn BufRead, buffer: &mut [u8]) -> io::Result<usize> {
    let read = source.fill_buf()?.read(buffer)?;
    source.consume(read);
    Ok(read)
}

/// Content of an HTTP answer, with `Transfer-Encoding: chunked` and `Content-Encoding: gzip`
/// undone. Some crawlers keep these headers and store plain content: the bytes decide.
fn http_body<'a>(
    block: &'a mut dyn BufRead,
    headers: &HeaderLines,
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
    // The standard has a zlib header; old servers omit it.
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

/// Whether `head` begins with a line that states the length of a chunk.
fn begins_chunk(head: &[u8]) -> bool {
    let Some(end) = head.iter().take(64).position(|&byte| byte == b'\n') else { return false };
    chunk_size(&head[..end]).is_some()
}

/// Length in the line before a chunk: hexadecimal, perhaps with extensions behind `;`.
fn chunk_size(line: &[u8]) -> Option<u64> {
    let text = str::from_utf8(line).ok()?;
    u64::from_str_radix(text.split(';').next()?.trim(), 16).ok()
}

/// Undoes `Transfer-Encoding: chunked`: repeated line with a length, that many bytes, and empty
/// line, up to length 0.
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
