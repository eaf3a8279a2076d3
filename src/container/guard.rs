//! A panic of a crate that unpacks is an error of the archive, and ends no import.

use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The message when a crate panics.
pub(super) const BROKEN: &str = "it is damaged in a way that cannot be read past: unpack it first";

/// Does what may panic; whatever `work` used is not used again behind an error.
pub(super) fn guarded<T>(work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(io::Error::other(BROKEN)))
}

/// A reader that may panic. Behind an error it can be read on, behind a panic it cannot.
pub(super) struct Guarded<R> {
    inner: R,
    is_broken: bool,
}

impl<R: Read> Guarded<R> {
    pub(super) fn new(inner: R) -> Guarded<R> {
        Guarded { inner, is_broken: false }
    }

    pub(super) fn inner(&mut self) -> &mut R {
        &mut self.inner
    }
}

impl<R: Read> Read for Guarded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.is_broken {
            match catch_unwind(AssertUnwindSafe(|| self.inner.read(buffer))) {
                Ok(read) => return read,
                Err(_) => self.is_broken = true,
            }
        }
        Err(io::Error::other(BROKEN))
    }
}
