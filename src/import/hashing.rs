//! Hashes bytes while they are read.

use std::io::{self, Read};

/// Number of bytes of a large file that are hashed at a time.
const HASHED: u64 = 4 << 20;
/// Number of bytes of a stream that are hashed at a time.
const SKIPPED: usize = 64 << 10;

/// Hash and length of a content, as far as it could be read.
pub(crate) struct Extent {
    pub(crate) hash: [u8; 32],
    /// Number of bytes up to the end or the failure.
    pub(crate) size: u64,
    /// Error that ended reading early.
    pub(crate) failure: Option<io::Error>,
}

/// Hashes a content on all threads of the current pool, while the next part is read.
pub(crate) fn extent(mut body: impl Read + Send) -> Extent {
    let mut hasher = blake3::Hasher::new();
    let (mut part, mut next) = (Vec::new(), Vec::new());
    loop {
        let (outcome, ()) = rayon::join(
            || body.by_ref().take(HASHED).read_to_end(&mut next),
            || {
                hasher.update_rayon(&part);
            },
        );
        std::mem::swap(&mut part, &mut next);
        next.clear();
        if part.is_empty() || outcome.is_err() {
            // `read_to_end` keeps the bytes before a failure.
            hasher.update(&part);
            let (hash, size) = (*hasher.finalize().as_bytes(), hasher.count());
            return Extent { hash, size, failure: outcome.err() };
        }
    }
}

/// Like [`extent`], for a stream that only this thread may read.
pub(crate) fn extent_of_stream(body: &mut dyn Read) -> Extent {
    let mut hashing = Hashing::new(body, true);
    let failure = hashing.skip(u64::MAX).err();
    let size = hashing.count();
    Extent { hash: hashing.hash(), size, failure }
}

/// Reader that counts the bytes read, and hashes them if asked to.
pub(crate) struct Hashing<'a> {
    source: &'a mut dyn Read,
    hasher: Option<blake3::Hasher>,
    count: u64,
}

impl<'a> Hashing<'a> {
    pub(crate) fn new(source: &'a mut dyn Read, is_hashed: bool) -> Hashing<'a> {
        Hashing { source, hasher: is_hashed.then(blake3::Hasher::new), count: 0 }
    }

    /// Reads up to `bytes` bytes, only to hash them.
    pub(crate) fn skip(&mut self, mut bytes: u64) -> io::Result<()> {
        let mut buffer = vec![0; SKIPPED];
        while bytes > 0 {
            let most = usize::try_from(bytes).unwrap_or(usize::MAX).min(SKIPPED);
            match self.source.read(&mut buffer[..most]) {
                Ok(0) => break,
                Ok(read) => {
                    self.note(&buffer[..read]);
                    bytes -= read as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Appends up to `most` bytes to a buffer; fewer at the end, or before a failure. Unlike
    /// [`Read`], it does not clear the room for them first.
    pub(crate) fn fill(&mut self, most: u64, buffer: &mut Vec<u8>) -> io::Result<()> {
        let before = buffer.len();
        let outcome = (&mut *self.source).take(most).read_to_end(buffer);
        self.note(&buffer[before..]);
        outcome.map(drop)
    }

    fn note(&mut self, read: &[u8]) {
        self.count += read.len() as u64;
        if let Some(hasher) = &mut self.hasher {
            hasher.update(read);
        }
    }

    /// Number of bytes read.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Hash of the bytes read; zeros without hashing.
    pub(crate) fn hash(&self) -> [u8; 32] {
        self.hasher.as_ref().map_or([0; 32], |hasher| *hasher.finalize().as_bytes())
    }
}
