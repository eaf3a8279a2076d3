//! What the Python package `xqdb` asks of the library: thin classes over its rooms.
//!
//! | file | subject |
//! | --- | --- |
//! | `errors.rs` | errors of the library as exceptions |
//! | `work.rs` | long work, beside which Python goes on and Ctrl-C is heard |
//! | `params.rs` | what is asked, as names and values |
//! | `position.rs` | positions |
//! | `reading.rs` | files read without a database |
//! | `fields.rs` | lines of JSON as objects of Python |
//! | `archive.rs`, `found.rs` | questions to a database, lists of games |
//! | `tables.rs`, `rows.rs` | Arrow tables |
//! | `importing.rs`, `exporting.rs` | files into a database, games out of it |
//!
//! What is told of records and games travels as JSON, in the fields of the command line; the Python
//! side makes objects of it. Nothing is decided here that the library decides.

mod archive;
mod errors;
mod exporting;
mod fields;
mod found;
mod importing;
mod params;
mod position;
mod reading;
mod rows;
mod tables;
mod work;

use pyo3::prelude::*;

/// The compiled part of `xqdb`. Use the package, not this.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::archive::Archive;
    #[pymodule_export]
    use super::exporting::Export;
    #[pymodule_export]
    use super::fields::fields;
    #[pymodule_export]
    use super::found::Found;
    #[pymodule_export]
    use super::importing::import_paths;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::reading::Reader;
    #[pymodule_export]
    use super::rows::explored;
    #[pymodule_export]
    use super::tables::{empty, pieces, positions_of, replay, settle};
}
