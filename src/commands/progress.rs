//! One progress bar for all commands: none when stderr is no terminal or less is to be said.

use super::Context;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;

/// A bar over bytes.
pub(super) fn bytes(context: &Context, total: u64) -> ProgressBar {
    let rate = "{bytes}/{total_bytes} {binary_bytes_per_sec}";
    bar(context, total, rate)
}

/// A bar over games, files or whatever is counted.
pub(super) fn items(context: &Context, total: u64) -> ProgressBar {
    bar(context, total, "{human_pos}/{human_len} {per_sec}")
}

fn bar(context: &Context, total: u64, rate: &str) -> ProgressBar {
    if context.quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(total);
    if let Ok(style) = ProgressStyle::with_template(&format!("{{bar:24}} {rate} {{msg}} {{eta}}")) {
        bar.set_style(style);
    }
    bar
}
