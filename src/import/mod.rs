//! Imports files: walk, read, parse, replay, store, on all cores, with a report.
//!
//! | file | subject |
//! | --- | --- |
//! | `options.rs` | options of reading and importing; values that the threads of a run share |
//! | `input.rs` | named inputs, and their files and pipes |
//! | `walk.rs` | finds contents in folders and archives |
//! | `beside.rs` | finds the table of games beside a table of moves |
//! | `decide.rs`, `cut.rs` | decide what a content is; cut it |
//! | `content.rs` | turns a content into units, and ensures that the hashed bytes are parsed |
//! | `unit.rs` | units, and paths as text |
//! | `pipeline.rs` | the threads, the memory between them, and a run without a database |
//! | `parse.rs` | turns a unit, or bytes in memory, into records |
//! | `importer.rs`, `report.rs` | give records to the writer; report |
//! | `merge.rs` | merges other archives, and writes parts of an archive |
//!
//! One thread reads: it finds files, opens archives, hashes contents and cuts giant files at record
//! boundaries into *units*. The threads of a pool parse and replay units. The writing thread takes
//! the results in the order of the units, so that output and database do not depend on the number
//! of threads. A gate bounds the bytes in progress.

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

/// Version of readers and replay; raised when they improve, so that contents are read again.
pub const READER_VERSION: u32 = 7;

#[cfg(test)]
mod tests;
