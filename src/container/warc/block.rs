//! The block of a record, which may say a wrong length.

use std::io::{self, BufRead, Read};

/// What begins a record, with the end of the line before it.
const BEGIN: &[u8] = b"\nWARC/";

/// A length is put to the test when it ends no farther ahead than this, in bytes.
const FARTHEST: usize = 1 << 20;

/// An archive, of which any number of bytes can be looked at before they are read.
pub(super) struct Ahead<'a> {
    source: &'a mut dyn Read,
    bytes: Vec<u8>,
    at: usize,
}

impl<'a> Ahead<'a> {
    pub(super) fn new(source: &'a mut dyn Read) -> Ahead<'a> {
        Ahead { source, bytes: Vec::new(), at: 0 }
    }

    /// The bytes to come: so many at least, unless the archive ends before.
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

/// So many bytes of an archive as its record says. Where another record begins inside of them and
/// the length does not lead to the end of one, the block ends there.
pub(super) struct Block<'s, 'a> {
    source: &'s mut Ahead<'a>,
    left: u64,
    /// The length was put to the test, or cannot be.
    is_settled: bool,
    is_cut: bool,
}

impl<'s, 'a> Block<'s, 'a> {
    pub(super) fn new(source: &'s mut Ahead<'a>, length: u64) -> Block<'s, 'a> {
        Block { source, left: length, is_settled: false, is_cut: false }
    }

    /// Whether the block ended before its length did.
    pub(super) fn is_short(&self) -> bool {
        self.is_cut || self.left > 0
    }

    /// Whether a record, or the archive, ends where the length says.
    fn ends_well(&mut self) -> io::Result<bool> {
        const BETWEEN: usize = 16;
        let Some(len) = usize::try_from(self.left).ok().filter(|len| *len <= FARTHEST) else {
            return Ok(true);
        };
        let ahead = self.source.look(len + BETWEEN)?;
        let behind = ahead.get(len..).map(<[u8]>::trim_ascii_start);
        Ok(behind.is_some_and(|behind| behind.is_empty() || behind.starts_with(b"WARC/")))
    }

    /// How many of the bytes to come are sure to be the block's.
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
            // The bytes behind may go on with what begins here.
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
