//! Files into a database.

use crate::errors::{of_store, plain};
use crate::work::{Patience, watched};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use xqdb::export::jsonl;
use xqdb::import::{Import, Input, Options, Progress, Report, import};
use xqdb::notation::System;
use xqdb::people::refresh;
use xqdb::search::Watch as _;
use xqdb::store::{Database, Error, WriteLock};
use xqdb::text::Encoding;

/// Imports files, folders and archives, and makes the database where there is none. `progress` is
/// called with the numbers of files, records and bytes so far. Gives the report as JSON.
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
    let inputs = paths.iter().map(|path| Input::from_argument(path)).collect();
    let report = import(&mut database, inputs, settings, patience.flag(), &mut |done| {
        *so_far.lock().unwrap_or_else(PoisonError::into_inner) = done;
    });
    if report.is_ok() {
        refresh(&mut database);
    }
    database.reclaim();
    report
}
