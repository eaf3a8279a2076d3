//! Games out of a database.

use crate::archive::Archive;
use crate::errors::plain;
use crate::found::Found;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::atomic::{AtomicUsize, Ordering};
use xqdb::export::{self, Entry, ExportError, Format, Loss, file_name};
use xqdb::notation::System;
use xqdb::search::with_entry;
use xqdb::text::Charset;

/// Writes games one after the other. What is done with the bytes is up to whoever asks.
#[pyclass(module = "xqdb._native", frozen)]
pub(crate) struct Export {
    archive: Py<Archive>,
    games: Vec<u32>,
    /// How many games were taken.
    taken: AtomicUsize,
    format: &'static Format,
    options: export::Options,
}

/// A game that was written: a name for a file of its own, its bytes, what they lack, and whether
/// something of it could not be read. No bytes where the format cannot hold it.
type Written<'py> = (String, Option<Bound<'py, PyBytes>>, Vec<String>, bool);

#[pymethods]
impl Export {
    #[new]
    #[pyo3(signature = (found, to, *, notation, charset, full, safe_csv))]
    fn new(
        py: Python<'_>,
        found: &Bound<'_, Found>,
        to: &str,
        notation: &str,
        charset: Option<&str>,
        full: bool,
        safe_csv: bool,
    ) -> PyResult<Export> {
        let format = export::by_name(to).ok_or_else(|| {
            let known: Vec<&str> = export::EXPORTS.iter().map(|format| format.name).collect();
            plain(py, &format!("`{to}` is none of {}", known.join(", ")))
        })?;
        let charset = charset.map(|label| {
            let known = || Charset::ALL.map(Charset::label).join(", ");
            let why = || plain(py, &format!("`{label}` is none of {}", known()));
            Charset::from_label(label).ok_or_else(why)
        });
        let options = export::Options {
            notation: System::named(notation).map_err(|error| plain(py, &error))?,
            charset: charset.transpose()?,
            full,
            safe_csv,
        };
        let (archive, games) = found.get().parts();
        let (archive, games) = (archive.clone_ref(py), games.to_vec());
        Ok(Export { archive, games, taken: AtomicUsize::new(0), format, options })
    }

    /// Whether a file can hold many games.
    #[getter]
    fn holds_many(&self) -> bool {
        self.format.holds_many
    }

    /// The extension of its files, without dot.
    #[getter]
    fn extension(&self) -> &str {
        self.format.extension
    }

    /// What a file begins with.
    #[getter]
    fn head(&self) -> &[u8] {
        self.format.head.as_bytes()
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Written<'py>>> {
        let place = self.taken.fetch_add(1, Ordering::Relaxed);
        let Some(&id) = self.games.get(place) else { return Ok(None) };
        let written = self.archive.get().ask(py, |archive, _| {
            let write = |entry: &Entry<'_>, others: u32| {
                let name = file_name(place as u64 + 1, entry, self.format.extension);
                let lost = (others > 0).then_some(Loss::Trees(others));
                let written = (self.format.write)(entry, &self.options);
                (name, lost, written, entry.is_damaged())
            };
            Ok(with_entry(archive, id, write)?)
        });
        let (name, lost, written, is_damaged) = written?;
        match written {
            Ok(written) => {
                let losses = lost.into_iter().chain(written.losses);
                let losses = losses.map(|loss| loss.to_string()).collect();
                Ok(Some((name, Some(PyBytes::new(py, &written.bytes)), losses, is_damaged)))
            }
            Err(why @ ExportError::Pieces { .. }) => {
                Ok(Some((name, None, vec![why.to_string()], is_damaged)))
            }
            Err(why) => Err(plain(py, &why)),
        }
    }
}
