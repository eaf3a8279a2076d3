//! Walk, read, parse, replay, store: the parallel pipeline and its report.
//!
//! One thread reads (`walk.rs`): it finds files, opens archives, hashes contents and cuts giant files at record
//! boundaries into *units*. As many workers as asked for parse and replay units. The calling thread takes the results
//! in the order of the units, whatever order they were finished in, so that output and database do not depend on
//! the number of threads. A gate bounds the bytes that are under way.

mod content;
mod cut;
mod from_name;
mod parse;
mod pipeline;
mod priority;
mod run;
mod walk;

pub use parse::{Parsed, parse};
pub use pipeline::{Options, Skip, Unit, pipeline};
pub use run::{Import, Progress, Report, import};
pub use walk::{Input, absolute};

/// Counts up when a reader or the replay gets better: contents read by an older one are read again.
pub const READER_VERSION: u32 = 2;

#[cfg(test)]
mod tests;
