//! A file read from a byte offset on, as if it began there.

use std::io::{self, Read, Seek, SeekFrom};

/// A file without its first `at` bytes.
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
