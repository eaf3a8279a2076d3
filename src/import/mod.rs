//! Walk, read, parse, replay, store: the parallel pipeline and its report.
//!
//! | file | subject |
//! | --- | --- |
//! | `input.rs`, `pipe.rs` | what the user named; the files and pipes behind it |
//! | `place.rs` | names of places |
//! | `walk.rs`, `members.rs` | finding contents in folders and in archives |
//! | `decide.rs`, `cut.rs` | what a content is; where it is cut |
//! | `checked.rs` | whether what is parsed is what was hashed |
//! | `content.rs` | a content becomes units |
//! | `unit.rs` | what travels |
//! | `pipeline.rs`, `gate.rs`, `job.rs` | the threads, the room between them, what they share |
//! | `parse.rs`, `from_name.rs` | a unit becomes records |
//! | `piece.rs` | bytes that are in memory already |
//! | `reading.rs` | files read without a database |
//! | `importer.rs`, `run.rs`, `settings.rs`, `report.rs` | records go to the writer |
//! | `merge.rs`, `selection.rs` | other archives come in, or a part of one goes out |
//! | `options.rs` | how to read |
//!
//! One thread reads: it finds files, opens archives, hashes contents and cuts giant files at record
//! boundaries into *units*. The threads of a pool parse and replay units. The one that writes takes
//! the results in the order of the units, whatever order they were finished in, so that output and
//! database do not depend on the number of threads. A gate bounds the bytes that are under way.

mod checked;
mod content;
mod cut;
mod decide;
mod from_name;
mod gate;
mod importer;
mod input;
mod job;
mod members;
mod merge;
mod options;
mod parse;
mod piece;
mod pipe;
mod pipeline;
mod place;
mod reading;
mod report;
mod run;
mod selection;
mod settings;
mod unit;
mod walk;

pub use input::{Input, bytes_on_disk};
pub use merge::excerpt;
pub use options::Options;
pub use parse::{Parsed, count_records, parse};
pub use piece::Piece;
pub use pipeline::pipeline;
pub use place::{absolute, path_below, path_bytes, printable};
pub use reading::{Reading, read_files, read_files_until};
pub use report::{Progress, Report};
pub use run::import;
pub use selection::Selection;
pub use settings::Import;
pub use unit::{Skip, Unit};

/// Counts up when a reader or the replay gets better: contents read by an older one are read again.
pub const READER_VERSION: u32 = 7;

#[cfg(test)]
mod tests;
