//! How much a container may still unpack to.

use super::Limits;
use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

/// Shared by all members of one container, nested ones included.
#[derive(Clone)]
pub(super) struct Budget {
    left: Rc<Cell<u64>>,
    size: u64,
    all: u64,
}

impl Budget {
    pub(super) fn new(limits: &Limits, size: u64) -> Budget {
        let all = size.saturating_mul(limits.ratio).max(limits.always);
        Budget { left: Rc::new(Cell::new(all)), size, all }
    }

    pub(super) fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    pub(super) fn error(&self) -> io::Error {
        io::Error::other(format!(
            "unpacking stopped: {} bytes unpack to more than {} bytes, as no real archive does",
            self.size, self.all
        ))
    }
}

/// Counts what is read against the budget.
pub(super) struct Metered<'a> {
    inner: &'a mut dyn Read,
    budget: &'a Budget,
}

impl<'a> Metered<'a> {
    pub(super) fn new(inner: &'a mut dyn Read, budget: &'a Budget) -> Metered<'a> {
        Metered { inner, budget }
    }
}

impl Read for Metered<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.budget.left.get();
        if left == 0 {
            return Err(self.budget.error());
        }
        let most = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.inner.read(&mut buffer[..most])?;
        self.budget.left.set(left - read as u64);
        Ok(read)
    }
}
