//! Lines of JSON as objects of Python. Names of fields and moves occur again and again in records,
//! so their texts are made once and shared.

use crate::errors::plain;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Number of squares: files a to i and ranks 0 to 9.
const SQUARES: usize = 90;

/// Texts of moves seen so far, by [`number_of_move`].
static MOVES: PyOnceLock<Vec<PyOnceLock<Py<PyString>>>> = PyOnceLock::new();

/// Largest number of names of fields that are kept, since files may contain any names of tags.
const NAMES_KEPT: usize = 512;

/// Names of fields seen so far.
static NAMES: Mutex<Option<HashMap<Box<str>, Py<PyString>>>> = Mutex::new(None);

/// Parses a line of JSON into objects of Python.
#[pyfunction]
pub(crate) fn fields<'py>(py: Python<'py>, line: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let mut json = serde_json::Deserializer::from_slice(line);
    let made = Object(py).deserialize(&mut json).and_then(|made| json.end().map(|()| made));
    made.map_err(|error| plain(py, &error))
}

/// Makes an object of Python from JSON.
#[derive(Clone, Copy)]
struct Object<'py>(Python<'py>);

impl<'py> Object<'py> {
    fn text(self, text: &str) -> Bound<'py, PyAny> {
        let Some(number) = number_of_move(text.as_bytes()) else {
            return PyString::new(self.0, text).into_any();
        };
        let moves = MOVES.get_or_init(self.0, || {
            std::iter::repeat_with(PyOnceLock::new).take(SQUARES * SQUARES).collect()
        });
        let made = moves[number].get_or_init(self.0, || PyString::new(self.0, text).unbind());
        made.bind(self.0).clone().into_any()
    }

    fn made<E: Error>(self, value: impl IntoPyObjectExt<'py>) -> Result<Bound<'py, PyAny>, E> {
        value.into_bound_py_any(self.0).map_err(E::custom)
    }
}

/// Index of a move such as `h2e2`, less than `SQUARES * SQUARES`; `None` for other texts.
fn number_of_move(text: &[u8]) -> Option<usize> {
    let square = |file: u8, rank: u8| {
        let is_square = (b'a'..=b'i').contains(&file) && rank.is_ascii_digit();
        is_square.then(|| usize::from(rank - b'0') * 9 + usize::from(file - b'a'))
    };
    let &[from_file, from_rank, to_file, to_rank] = text else { return None };
    Some(square(from_file, from_rank)? * SQUARES + square(to_file, to_rank)?)
}

impl<'py, 'de> DeserializeSeed<'de> for Object<'py> {
    type Value = Bound<'py, PyAny>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'py, 'de> Visitor<'de> for Object<'py> {
    type Value = Bound<'py, PyAny>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value of JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(self.0.None().into_bound(self.0))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Self::Value, E> {
        self.made(value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        self.made(value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
        self.made(value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        self.made(value)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Self::Value, E> {
        Ok(self.text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = values.next_element_seed(self)? {
            list.push(value);
        }
        Ok(PyList::new(self.0, list).map_err(A::Error::custom)?.into_any())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let fields = PyDict::new(self.0);
        while let Some((name, value)) = entries.next_entry_seed(Name(self.0), self)? {
            fields.set_item(name, value).map_err(A::Error::custom)?;
        }
        Ok(fields.into_any())
    }
}

/// Makes the name of a field, shared if it was seen before.
struct Name<'py>(Python<'py>);

impl<'py, 'de> DeserializeSeed<'de> for Name<'py> {
    type Value = Bound<'py, PyString>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_str(self)
    }
}

impl<'py> Visitor<'_> for Name<'py> {
    type Value = Bound<'py, PyString>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the name of a field")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        let names = names.get_or_insert_default();
        if let Some(known) = names.get(name) {
            return Ok(known.bind(self.0).clone());
        }
        let made = PyString::new(self.0, name);
        if names.len() < NAMES_KEPT {
            names.insert(name.into(), made.clone().unbind());
        }
        Ok(made)
    }
}
