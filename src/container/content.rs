//! Pieces of a container: bytes at an offset, and contents of known length and checksum.

use super::ReadSeek;
use std::io::{self, Read, Seek, SeekFrom};

/// CRC-32 as zip, RAR, 7z and ARJ have it.
pub(super) fn crc(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Reads the next `N` bytes.
pub(super) fn array<const N: usize>(source: &mut (impl Read + ?Sized)) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    source.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Reads up to `len` bytes at the byte offset `at`.
pub(super) fn read_at(source: &mut dyn ReadSeek, at: u64, len: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.seek(SeekFrom::Start(at))?;
    source.take(len).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Error of content that is not as its headers say.
pub(super) fn invalid(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

/// Error of a header by which no more members can be found.
pub(super) fn damaged() -> io::Error {
    io::Error::other("a header is damaged; the members before were read")
}

/// Error of a member whose checksum does not fit.
pub(super) fn wrong_sum() -> io::Error {
    invalid("its checksum is wrong")
}

/// Content of `left` more bytes, which must not end early.
pub(super) struct Whole<R> {
    pub(super) left: u64,
    pub(super) body: R,
}

impl<R: Read> Read for Whole<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        if most == 0 {
            return Ok(0);
        }
        let read = self.body.read(&mut buffer[..most])?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.left -= read as u64;
        Ok(read)
    }
}

/// Content whose CRC-32 is tested at its end.
pub(super) struct Checked<R> {
    body: R,
    crc: flate2::Crc,
    expected: u32,
}

impl<R> Checked<R> {
    pub(super) fn new(body: R, expected: u32) -> Checked<R> {
        Checked { body, crc: flate2::Crc::new(), expected }
    }
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.body.read(buffer)?;
        if read == 0 && !buffer.is_empty() && self.crc.sum() != self.expected {
            return Err(wrong_sum());
        }
        self.crc.update(&buffer[..read]);
        Ok(read)
    }
}

/// A file read from its byte `at` on, as if it began there.
pub(super) struct Behind<R> {
    source: R,
    at: u64,
}

impl<R: Read + Seek> Behind<R> {
    /// Opens `source` at its byte `at`.
    pub(super) fn new(mut source: R, at: u64) -> io::Result<Behind<R>> {
        source.seek(SeekFrom::Start(at))?;
        Ok(Behind { source, at })
    }
}

impl<R: Read + Seek> Read for Behind<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.source.read(buffer)
    }
}

impl<R: Read + Seek> Seek for Behind<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let to = match to {
            SeekFrom::Start(to) => SeekFrom::Start(to.saturating_add(self.at)),
            to => to,
        };
        let now = self.source.seek(to)?;
        now.checked_sub(self.at).ok_or_else(|| io::ErrorKind::InvalidInput.into())
    }
}
