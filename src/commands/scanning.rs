//! A long scan, as its user sees it: a bar when it takes a while, and Ctrl-C.

use super::Context;
use super::progress;
use indicatif::ProgressBar;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use xqdb::search::Watch;
use xqdb::store::Error;

/// A scan that ends sooner shows no bar.
const PATIENCE: Duration = Duration::from_millis(400);

/// Watches over a scan for its user.
pub(super) struct Scanning<'a> {
    context: &'a Context,
    /// Set by Ctrl-C. Before there is a scan or a row, Ctrl-C simply ends the program.
    stop: OnceLock<Arc<AtomicBool>>,
    began: Instant,
    expected: AtomicU64,
    done: AtomicU64,
    bar: OnceLock<ProgressBar>,
}

impl<'a> Scanning<'a> {
    /// Gets ready.
    pub(super) fn new(context: &'a Context) -> Scanning<'a> {
        Scanning {
            context,
            stop: OnceLock::new(),
            began: Instant::now(),
            expected: AtomicU64::new(0),
            done: AtomicU64::new(0),
            bar: OnceLock::new(),
        }
    }

    /// To be asked between two rows: a stop is an error, so that no row is written by half.
    ///
    /// # Errors
    /// [`Error::Stopped`] after Ctrl-C.
    pub(super) fn go_on(&self) -> Result<(), Error> {
        if self.is_stopped() { Err(Error::Stopped) } else { Ok(()) }
    }

    /// The flag that Ctrl-C sets from now on.
    pub(super) fn stop(&self) -> &AtomicBool {
        self.stop.get_or_init(progress::stop_on_interrupt)
    }

    /// From now on Ctrl-C stops what is under way between two games or two rows.
    fn listen(&self) {
        self.stop();
    }

    /// Takes the bar away; rows may follow.
    pub(super) fn finish(&self) {
        self.listen();
        self.clear();
    }

    /// Does something while the bar is away.
    pub(super) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        match self.bar.get() {
            Some(bar) => bar.suspend(work),
            None => work(),
        }
    }

    fn clear(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Scanning<'_> {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Watch for Scanning<'_> {
    fn expect(&self, games: u64) {
        self.listen();
        self.expected.fetch_add(games, Ordering::Relaxed);
    }

    fn advance(&self, games: u64) {
        let done = self.done.fetch_add(games, Ordering::Relaxed) + games;
        if self.began.elapsed() >= PATIENCE {
            let expected = self.expected.load(Ordering::Relaxed);
            let bar = self.bar.get_or_init(|| progress::items(self.context, expected));
            bar.set_length(expected);
            bar.set_position(done);
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.get().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}
