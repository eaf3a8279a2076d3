//! One progress bar for all commands: none when stderr is no terminal or less is to be said. And
//! one way to stop them.

use super::{Context, Status};
use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A bar over bytes.
pub(super) fn bytes(context: &Context, total: u64) -> ProgressBar {
    let rate = "{bytes}/{total_bytes} {binary_bytes_per_sec}";
    bar(context, total, rate)
}

/// A bar over games, files or whatever is counted.
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

/// Whole items: `indicatif` has a rate with four decimals only.
fn items_per_sec(state: &ProgressState, text: &mut dyn Write) {
    // A text in memory takes everything.
    let _ = write!(text, "{}/s", HumanCount(state.per_sec() as u64));
}

/// A flag that Ctrl-C sets: what is under way is brought to a good end. Pressed again, it ends the
/// program.
pub(super) fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    // A second handler cannot be set; then Ctrl-C simply ends the program.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(Status::Interrupted as i32);
        }
    });
    stop
}
