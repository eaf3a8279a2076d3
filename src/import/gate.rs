//! Bounds the bytes under way.

use super::job::Job;
use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Units without bytes are bounded, too. With so many of them small files keep the workers busy
/// while a batch is written.
const MOST_UNITS: u64 = 32_768;
/// How often one who waits looks whether he is to stop.
const PATIENCE: Duration = Duration::from_millis(100);

/// Lets units in as long as there is room. A unit larger than all the room passes alone.
pub(super) struct Gate<'a> {
    job: Job<'a>,
    inside: Mutex<Inside>,
    left: Condvar,
}

#[derive(Default)]
struct Inside {
    bytes: u64,
    units: u64,
}

impl<'a> Gate<'a> {
    pub(super) fn new(job: Job<'a>) -> Gate<'a> {
        Gate { job, inside: Mutex::default(), left: Condvar::new() }
    }

    /// Waits for room; `false` when it is time to stop.
    pub(super) fn enter(&self, bytes: u64) -> bool {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        while (inside.bytes > 0 && inside.bytes + bytes > self.job.window.load(Ordering::Relaxed))
            || inside.units >= MOST_UNITS
        {
            if self.job.is_stopped() {
                return false;
            }
            let waited = self.left.wait_timeout(inside, PATIENCE);
            inside = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        inside.bytes += bytes;
        inside.units += 1;
        !self.job.is_stopped()
    }

    /// Puts a result in the place of what was expected, whether there is room or not: it is there
    /// already.
    pub(super) fn exchange(&self, expected: u64, result: u64) {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        inside.bytes = inside.bytes - expected + result;
        self.left.notify_all();
    }

    /// A result is done with.
    pub(super) fn leave(&self, bytes: u64) {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        inside.bytes -= bytes;
        inside.units -= 1;
        self.left.notify_all();
    }
}
