//! Walk, read, parse, replay, store: the parallel pipeline and its report.
//!
//! | file | subject |
//! | --- | --- |
//! | `options.rs` | how to read and to import; what the threads of a run share |
//! | `input.rs` | what the user named; the files and pipes behind it |
//! | `walk.rs` | finding contents in folders and in archives |
//! | `beside.rs` | which table of games lies beside a table of moves |
//! | `decide.rs`, `cut.rs` | what a content is and what its name says; where it is cut |
//! | `content.rs` | a content becomes units; what is parsed is what was hashed |
//! | `unit.rs` | what travels, and where it lies |
//! | `pipeline.rs` | the threads, the room between them, and a run without a database |
//! | `parse.rs` | a unit, or bytes in memory, become records |
//! | `importer.rs`, `report.rs` | records go to the writer |
//! | `merge.rs` | other archives come in, or a part of one goes out |
//!
//! One thread reads: it finds files, opens archives, hashes contents and cuts giant files at record
//! boundaries into *units*. The threads of a pool parse and replay units. The one that writes takes
//! the results in the order of the units, whatever order they were finished in, so that output and
//! database do not depend on the number of threads. A gate bounds the bytes that are under way.

mod beside;
mod content;
mod cut;
mod decide;
mod hashing;
mod importer;
mod input;
mod merge;
mod options;
mod parse;
mod pipeline;
mod report;
mod unit;
mod walk;

pub use importer::import;
pub use input::{NamedInput, bytes_on_disk};
pub use merge::{Selection, excerpt};
pub use options::{Import, Options};
pub use parse::{ContentPiece, Parsed, count_records, parse};
pub use pipeline::{FileReading, pipeline, read_files};
pub use report::{Progress, Report};
pub use unit::{Skip, Unit, absolute, path_below, path_bytes, printable};

/// Counts up when a reader or the replay gets better: contents read by an older one are read again.
pub const READER_VERSION: u32 = 7;

#[cfg(test)]
mod tests;
