//! Progress bars, hidden with `--quiet` and when stderr is no terminal; long scans; and stopping by
//! Ctrl-C.

use super::{Context, Status};
use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use xqdb::search::Watch;

/// A bar over bytes.
pub(super) fn bytes(context: &Context, total: u64) -> ProgressBar {
    let rate = "{bytes}/{total_bytes} {binary_bytes_per_sec}";
    bar(context, total, rate)
}

/// A bar over games, files or other items.
pub(super) fn items(context: &Context, total: u64) -> ProgressBar {
    bar(context, total, "{human_pos}/{human_len} {items_per_sec}")
}

fn bar(context: &Context, total: u64, rate: &str) -> ProgressBar {
    if context.quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(total);
    if let Ok(style) = ProgressStyle::with_template(&format!("{{bar:24}} {rate} {{msg}} {{eta}}")) {
        bar.set_style(style.with_key("items_per_sec", items_per_sec));
    }
    bar
}

/// Rate in whole items a second: that of `indicatif` has four decimals.
fn items_per_sec(state: &ProgressState, text: &mut dyn Write) {
    // Writing into memory cannot fail.
    let _ = write!(text, "{}/s", HumanCount(state.per_sec() as u64));
}

/// Flag that Ctrl-C sets, so that work ends in order. A second Ctrl-C ends the program.
pub(super) fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    // If another handler is set already, Ctrl-C simply ends the program.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(Status::Interrupted as i32);
        }
    });
    stop
}

/// Shorter scans show no bar.
const PATIENCE: Duration = Duration::from_millis(400);

/// Shows the progress of a scan, and stops it after Ctrl-C.
pub(super) struct Scanning<'a> {
    context: &'a Context,
    /// Flag set by Ctrl-C. Before the first scan or row, Ctrl-C simply ends the program.
    stop: OnceLock<Arc<AtomicBool>>,
    began: Instant,
    expected: AtomicU64,
    done: AtomicU64,
    bar: OnceLock<ProgressBar>,
}

impl<'a> Scanning<'a> {
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

    /// Flag that Ctrl-C sets from now on.
    pub(super) fn stop(&self) -> &AtomicBool {
        self.stop.get_or_init(stop_on_interrupt)
    }

    /// Removes the bar; rows may follow.
    pub(super) fn finish(&self) {
        self.stop();
        self.clear();
    }

    /// Runs `work` while the bar is hidden.
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
        self.stop();
        self.expected.fetch_add(games, Ordering::Relaxed);
    }

    fn advance(&self, games: u64) {
        let done = self.done.fetch_add(games, Ordering::Relaxed) + games;
        if self.began.elapsed() >= PATIENCE {
            let expected = self.expected.load(Ordering::Relaxed);
            let bar = self.bar.get_or_init(|| items(self.context, expected));
            bar.set_length(expected);
            bar.set_position(done);
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.get().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}
