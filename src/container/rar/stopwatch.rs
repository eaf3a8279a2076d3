//! The time that unpacking one archive may take. Archives can hold programs that run for hours and
//! write next to nothing.

use rars::ReadCancellation;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

/// Seconds that any archive may take.
const SECONDS: u64 = 60;
/// Bytes of members that give a second more.
const BYTES_PER_SECOND: u64 = 256 << 10;
/// How often the time is looked at.
const STEP: Duration = Duration::from_millis(100);

/// Watches the unpacking of one archive as long as it is alive.
#[derive(Clone)]
pub(super) struct Stopwatch {
    /// Stops the unpacking.
    pub(super) token: ReadCancellation,
    watched: Arc<Watched>,
}

/// The state that the watching thread looks at.
#[derive(Default)]
struct Watched {
    written: AtomicU64,
    /// The members that came are at work, not the unpacking.
    rests: AtomicBool,
}

impl Stopwatch {
    pub(super) fn new() -> Stopwatch {
        let token = ReadCancellation::new();
        let watched = Arc::new(Watched::default());
        let seen = Arc::downgrade(&watched);
        let stop = token.clone();
        // Without a thread nobody watches; the bounds on memory and bytes hold all the same.
        let _ = thread::Builder::new().name("stopwatch".into()).spawn(move || watch(&seen, &stop));
        Stopwatch { token, watched }
    }

    /// Tells that `bytes` of a member came.
    pub(super) fn came(&self, bytes: usize) {
        self.watched.written.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Tells whether time is spent elsewhere.
    pub(super) fn rests(&self, rests: bool) {
        self.watched.rests.store(rests, Ordering::Relaxed);
    }
}

/// Counts the time until nobody unpacks any more.
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
