//! Errors of the library as `xiangqidb.Error`.

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};
use xqdb::notation::TypedError;
use xqdb::search::{AskError, ParamError, ParamProblem};
use xqdb::store;

/// Place of an error.
#[derive(Default)]
pub(crate) struct Place<'a> {
    /// Path of the file.
    pub(crate) path: Option<&'a str>,
    /// 0-based byte in the file.
    pub(crate) byte: Option<u64>,
    /// 1-based ply.
    pub(crate) ply: Option<u64>,
    /// Name of the argument.
    pub(crate) argument: Option<&'a str>,
}

/// Makes the exception `xiangqidb.Error`.
pub(crate) fn error(py: Python<'_>, message: &str, place: &Place<'_>) -> PyErr {
    static ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let make = || {
        let kind = ERROR.import(py, "xiangqidb._errors", "Error")?;
        let named = PyDict::new(py);
        named.set_item("path", place.path)?;
        named.set_item("byte", place.byte)?;
        named.set_item("ply", place.ply)?;
        named.set_item("argument", place.argument)?;
        kind.call((message,), Some(&named))
    };
    make().map_or_else(|error| error, PyErr::from_value)
}

/// Error without a place.
pub(crate) fn plain(py: Python<'_>, message: &impl ToString) -> PyErr {
    error(py, &message.to_string(), &Place::default())
}

/// Error of the database at `path`; a stopped question becomes `KeyboardInterrupt`.
pub(crate) fn of_store(py: Python<'_>, path: &str, why: &store::Error) -> PyErr {
    match why {
        store::Error::Stopped => PyKeyboardInterrupt::new_err(()),
        other => error(py, &other.to_string(), &Place { path: Some(path), ..Place::default() }),
    }
}

/// Error of an argument.
pub(crate) fn of_param(py: Python<'_>, why: &ParamError) -> PyErr {
    let ply = match &*why.problem {
        ParamProblem::Moves(moves) => ply_of(moves),
        _ => None,
    };
    let place = Place { ply, argument: Some(&why.name), ..Place::default() };
    error(py, &why.to_string(), &place)
}

/// Error of a question to the database at `path`.
pub(crate) fn of_asking(py: Python<'_>, path: &str, why: &AskError) -> PyErr {
    match why {
        AskError::Param(error) => of_param(py, error),
        AskError::Store(error) => of_store(py, path, error),
    }
}

/// Error of typed moves.
pub(crate) fn of_moves(py: Python<'_>, why: &TypedError) -> PyErr {
    error(py, &why.to_string(), &Place { ply: ply_of(why), ..Place::default() })
}

/// 1-based number of the wrong move.
fn ply_of(why: &TypedError) -> Option<u64> {
    match why {
        TypedError::Ambiguous { number, .. } | TypedError::Unplayable { number, .. } => {
            Some(*number)
        }
        TypedError::TooManyWays(number) => Some(*number),
        _ => None,
    }
}
