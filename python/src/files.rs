//! Imports files into a database, and writes games of a database.

use crate::archive::Found;
use crate::errors::{of_store, plain};
use crate::work::{Opened, Patience, watched};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use xqdb::answers::with_entry;
use xqdb::duplicates::refresh;
use xqdb::export::{self, Entry, ExportError, ExportFormat, Loss, file_name, jsonl};
use xqdb::import::{Import, NamedInput, Options, Progress, Report, import};
use xqdb::notation::System;
use xqdb::search::Watch as _;
use xqdb::store::{Database, Error, WriteLock};
use xqdb::text::{Charset, Encoding};

/// Imports files, folders and archives; creates the database if there is none. Calls `progress`
/// with the numbers of files, records and bytes so far. Returns the report as JSON.
#[pyfunction]
#[pyo3(signature = (db, paths, *, progress, reread, memory, encoding, notation, threads))]
pub(crate) fn import_paths(
    py: Python<'_>,
    db: PathBuf,
    paths: Vec<PathBuf>,
    progress: Option<Py<PyAny>>,
    reread: bool,
    memory: u64,
    encoding: Option<&str>,
    notation: &str,
    threads: Option<usize>,
) -> PyResult<Vec<u8>> {
    let default = Options::default();
    let encoding = encoding.map(|label| {
        Encoding::from_label(label).ok_or_else(|| plain(py, &format!("unknown encoding `{label}`")))
    });
    let options = Options {
        notation: System::named(notation).map_err(|error| plain(py, &error))?,
        threads: threads.unwrap_or(default.threads).max(1),
        encoding: encoding.transpose()?,
        own: Options::own_database(&db),
        ..default
    };
    let settings = Import { reread, ..Import::within(memory, options) };
    let so_far = Mutex::new(Progress::default());
    let tell = |py: Python<'_>| -> PyResult<()> {
        let Some(progress) = &progress else { return Ok(()) };
        let Progress { files, records, bytes } =
            *so_far.lock().unwrap_or_else(PoisonError::into_inner);
        progress.call1(py, (files, records, bytes)).map(drop)
    };
    let report = watched(py, |patience| run(&db, paths, &settings, patience, &so_far), tell)?;
    let report = report.map_err(|error| of_store(py, &db.display().to_string(), &error))?;
    if report.was_stopped {
        return Err(PyKeyboardInterrupt::new_err(()));
    }
    tell(py)?;
    Ok(jsonl::line(&report.to_json()))
}

fn run(
    db: &Path,
    paths: Vec<PathBuf>,
    settings: &Import,
    patience: &Patience,
    so_far: &Mutex<Progress>,
) -> Result<Report, Error> {
    let Some(_lock) = WriteLock::acquire(db, || (), || patience.is_stopped())? else {
        return Err(Error::Stopped);
    };
    let mut database = Database::open(db)?;
    let stop = patience.flag().clone();
    database.on_held(move |_| !stop.load(Ordering::Relaxed));
    let inputs = paths.iter().map(|path| NamedInput::from_argument(path)).collect();
    let report = import(&mut database, inputs, settings, patience.flag(), &mut |done| {
        *so_far.lock().unwrap_or_else(PoisonError::into_inner) = done;
    });
    let report = report.and_then(|report| refresh(&mut database).map(|()| report));
    database.reclaim();
    report
}

/// Writes games one by one; the caller stores the bytes.
#[pyclass(module = "xiangqidb._native", frozen)]
pub(crate) struct Export {
    opened: Arc<Opened>,
    games: Vec<u32>,
    /// Number of games that the caller has taken.
    taken: AtomicUsize,
    format: &'static ExportFormat,
    options: export::ExportOptions,
}

/// Written game: name for a file of its own, bytes, losses of the format, and whether part of the
/// game could not be read. No bytes if the format cannot hold the game.
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
        let options = export::ExportOptions {
            notation: System::named(notation).map_err(|error| plain(py, &error))?,
            charset: charset.transpose()?,
            full,
            safe_csv,
        };
        let (opened, games) = found.get().parts();
        Ok(Export { opened, games, taken: AtomicUsize::new(0), format, options })
    }

    /// Whether a file can hold many games.
    #[getter]
    fn holds_many(&self) -> bool {
        self.format.holds_many
    }

    /// The extension of files in the format, without the dot.
    #[getter]
    fn extension(&self) -> &str {
        self.format.extension
    }

    /// The text before the first game of a file.
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
        let written = self.opened.ask(py, |archive, _| {
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
