//! Limits the time of unpacking one archive: archives can hold programs that run for hours and
//! write next to nothing.

use rars::ReadCancellation;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

/// Seconds allowed for every archive.
const SECONDS: u64 = 60;
/// Unpacked bytes that allow one more second.
const BYTES_PER_SECOND: u64 = 256 << 10;
/// Interval at which the time is tested.
const STEP: Duration = Duration::from_millis(100);

/// Watches the unpacking of one archive while it exists.
#[derive(Clone)]
pub(super) struct Stopwatch {
    /// Stops the unpacking.
    pub(super) token: ReadCancellation,
    watched: Arc<Watched>,
}

/// State shared with the watching thread.
#[derive(Default)]
struct Watched {
    written: AtomicU64,
    /// Whether the walk is busy with members instead of unpacking.
    rests: AtomicBool,
}

impl Stopwatch {
    pub(super) fn new() -> Stopwatch {
        let token = ReadCancellation::new();
        let watched = Arc::new(Watched::default());
        let seen = Arc::downgrade(&watched);
        let stop = token.clone();
        // Without a thread nothing watches the time; memory and bytes are bounded all the same.
        let _ = thread::Builder::new().name("stopwatch".into()).spawn(move || watch(&seen, &stop));
        Stopwatch { token, watched }
    }

    /// Counts `bytes` of a member.
    pub(super) fn came(&self, bytes: usize) {
        self.watched.written.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Pauses or resumes the watch.
    pub(super) fn rests(&self, rests: bool) {
        self.watched.rests.store(rests, Ordering::Relaxed);
    }
}

/// Counts the time until unpacking ends.
fn watch(seen: &Weak<Watched>, stop: &ReadCancellation) {
    let mut spent = Duration::ZERO;
    loop {
        thread::sleep(STEP);
        let Some(watched) = seen.upgrade() else { return };
        if watched.rests.load(Ordering::Relaxed) {
            continue;
        }
        spent += STEP;
        let more = watched.written.load(Ordering::Relaxed) / BYTES_PER_SECOND;
        if spent.as_secs() > SECONDS + more {
            return stop.cancel();
        }
    }
}
