//! What is asked, as names and values.

use crate::errors::of_param;
use pyo3::prelude::*;
use xqdb::search::Params;

/// Names and values as they come from Python.
pub(crate) type Asked = Vec<(String, String)>;

/// What may be asked of the explorer.
pub(crate) const EXPLORE: &[&[&str]] = &[Params::POSITION, Params::FILTER, &["latest", "notation"]];
/// What may be asked of lists of games.
pub(crate) const LIST: &[&[&str]] = &[Params::POSITION, Params::FILTER, Params::LIST];

/// Parameters with these names only.
///
/// # Errors
/// When one has another name.
pub(crate) fn read(py: Python<'_>, asked: Asked, known: &[&[&str]]) -> PyResult<Params> {
    Params::new(asked, &known.concat()).map_err(|error| of_param(py, &error))
}
