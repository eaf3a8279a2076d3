//! What a run works with and shares with its threads.

use super::options::Options;
use crate::store::KnownSources;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A run, as all its threads see it.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub(super) options: &'a Options,
    /// Contents that need not be read again.
    pub(super) known: &'a KnownSources,
    /// How many bytes may be under way at once. The one who writes changes it meanwhile.
    pub(super) window: &'a AtomicU64,
    /// Set from elsewhere to end the run early.
    pub(super) stop: &'a AtomicBool,
    /// The threads that compute.
    pub(super) pool: &'a rayon::ThreadPool,
}

impl Job<'_> {
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
