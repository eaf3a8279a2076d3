//! The native part of the Python package `xiangqidb`: thin classes over the rooms of the library.
//!
//! | file | subject |
//! | --- | --- |
//! | `errors.rs` | errors of the library as exceptions |
//! | `work.rs` | long work beside which Python goes on and Ctrl-C works; the open database |
//! | `position.rs` | positions |
//! | `reading.rs` | files read without a database |
//! | `fields.rs` | lines of JSON as objects of Python |
//! | `archive.rs` | questions to a database, lists of games |
//! | `questions.rs` | questions whose answers are rows, and SQL |
//! | `tables.rs`, `rows.rs` | Arrow tables |
//! | `files.rs` | imports into a database, and exports from it |
//!
//! Records and games travel as JSON, in the fields of the command line; the Python side makes
//! objects of it. The library decides everything.

mod archive;
mod errors;
mod fields;
mod files;
mod position;
mod questions;
mod reading;
mod rows;
mod tables;
mod work;

use pyo3::prelude::*;

/// The compiled part of `xiangqidb`. Use the package, not this.
#[pymodule]
mod _native {
    /// Number of upper bits of a position's key that are the number of its bucket.
    #[pymodule_export]
    const BUCKET_BITS: u32 = xqdb::columns::BUCKET_BITS;
    #[pymodule_export]
    use super::archive::Archive;
    #[pymodule_export]
    use super::archive::Found;
    #[pymodule_export]
    use super::fields::fields;
    #[pymodule_export]
    use super::files::Export;
    #[pymodule_export]
    use super::files::import_paths;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::questions::SqlRows;
    #[pymodule_export]
    use super::reading::Reader;
    #[pymodule_export]
    use super::rows::{answered, described, explored};
    #[pymodule_export]
    use super::tables::{ParquetFile, divide, empty, gather, pieces, positions_of, replay, settle};
}
