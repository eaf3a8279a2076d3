//! Questions to a database.

use crate::errors::{of_asking, of_param, of_store, plain};
use crate::found::Found;
use crate::params::{self, Asked};
use crate::tables;
use crate::work::{Patience, quiet};
use pyo3::exceptions::PyFileNotFoundError;
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatchReader;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use xqdb::export::jsonl;
use xqdb::metadata::Kind;
use xqdb::search::{self, AskError, Look, explore, load, search_watched, shown};
use xqdb::store::{Error, Lay};

/// More games than these no move names.
const MOST_LATEST: usize = 20;

/// A database at one moment, until it is closed.
#[pyclass(module = "xqdb._native", frozen)]
pub(crate) struct Archive {
    open: Mutex<Option<search::Archive>>,
    file: PathBuf,
    /// The same for people.
    path: String,
    as_stated: bool,
}

impl Archive {
    /// Asks the archive something beside Python.
    pub(crate) fn ask<T: Send>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&search::Archive, &Patience) -> Result<T, AskError> + Send,
    ) -> PyResult<T> {
        let answer = quiet(py, |patience| self.with(|archive| question(archive, patience)))?;
        match answer {
            None => Err(plain(py, &"the database was closed or imported into; ask it again")),
            Some(answer) => answer.map_err(|error| of_asking(py, &self.path, &error)),
        }
    }

    /// Does something with the archive; nothing when it is closed.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&search::Archive) -> T) -> Option<T> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.as_ref().map(work)
    }

    fn lay(&self) -> Lay {
        if self.as_stated { Lay::Stated } else { Lay::Derived }
    }

    /// The database opened once more.
    fn again(&self, py: Python<'_>) -> PyResult<search::Archive> {
        let again = quiet(py, |_| search::Archive::open_as(&self.file, self.lay()))?;
        again.map_err(|error| of_store(py, &self.path, &error))
    }

    /// What is asked, as the archive was opened.
    fn params(&self, py: Python<'_>, asked: Asked, known: &[&[&str]]) -> PyResult<search::Params> {
        let mut params = params::read(py, asked, known)?;
        if self.as_stated {
            params.set("as_stated", "true");
        }
        Ok(params)
    }
}

#[pymethods]
impl Archive {
    #[new]
    fn new(py: Python<'_>, path: PathBuf, as_stated: bool) -> PyResult<Archive> {
        let name = path.display().to_string();
        if !path.exists() {
            return Err(PyFileNotFoundError::new_err(name));
        }
        let archive = Archive { open: Mutex::new(None), file: path, path: name, as_stated };
        let open = archive.again(py)?;
        py.detach(|| *archive.open.lock().unwrap_or_else(PoisonError::into_inner) = Some(open));
        Ok(archive)
    }

    /// The table `records`: all of them, or the witnesses of some games.
    fn records(
        &self,
        py: Python<'_>,
        of: Option<&Bound<'_, Found>>,
    ) -> PyResult<PyRecordBatchReader> {
        let games = of.map(|found| found.get().parts().1.to_vec());
        Ok(tables::records(self.again(py)?, games))
    }

    /// Closes it. Lists of games that it found cannot be read any more.
    fn close(&self, py: Python<'_>) {
        py.detach(|| *self.open.lock().unwrap_or_else(PoisonError::into_inner) = None);
    }

    /// The answer of the explorer as JSON.
    fn explore(&self, py: Python<'_>, asked: Asked) -> PyResult<Vec<u8>> {
        let params = self.params(py, asked, params::EXPLORE)?;
        let read = || {
            let look = Look {
                mirroring: params.mirroring()?,
                variations: params.flag("variations")?,
                latest: params.number("latest", 3, MOST_LATEST)?,
            };
            Ok((params.line()?, params.notation()?, look, params.filter(&[Kind::Game])?))
        };
        let (line, notation, look, filter) = read().map_err(|error| of_param(py, &error))?;
        self.ask(py, |archive, patience| {
            let matcher = filter.resolve_watched(archive, patience)?;
            let explored = explore(archive, &line.position, &matcher, &look)?;
            Ok(jsonl::line(&explored.told(archive, &line, &notation)?))
        })
    }

    /// The games that fit.
    fn search(this: &Bound<'_, Self>, asked: Asked) -> PyResult<Found> {
        let (py, archive) = (this.py(), this.get());
        let params = archive.params(py, asked, params::LIST)?;
        let as_stated = params.flag("as_stated").map_err(|error| of_param(py, &error))?;
        let (query, found) = archive.ask(py, |archive, patience| {
            let query = params.query(archive, 0..usize::MAX, patience)?;
            let found = search_watched(archive, &query, patience)?;
            Ok((query, found))
        })?;
        Ok(Found::new(this.clone().unbind(), query, found, as_stated))
    }

    /// The keys that begin so, at most 21, and where there is one only, its game as JSON.
    fn game(&self, py: Python<'_>, key: &str) -> PyResult<(Vec<String>, Option<Vec<u8>>)> {
        self.ask(py, |archive, _| {
            let ids = if key.is_empty() { Vec::new() } else { archive.games_by_key(key)? };
            let keys = ids.iter().map(|&id| archive.snapshot().game_key(id));
            let keys = keys.collect::<Result<Vec<_>, Error>>()?;
            let only = match ids[..] {
                [id] => Some(jsonl::line(&shown(archive, &load(archive, id)?, self.as_stated)?)),
                _ => None,
            };
            Ok((keys, only))
        })
    }

    /// What there is to tell of what was not read cleanly, a line of JSON each.
    fn report(&self, py: Python<'_>, path: Option<&str>) -> PyResult<Vec<Vec<u8>>> {
        self.ask(py, |archive, patience| {
            use search::Watch as _;
            let mut lines = Vec::new();
            archive.findings(path, self.as_stated, &mut |finding| {
                lines.push(jsonl::line(&finding.to_json()));
                match patience.is_stopped() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            })?;
            Ok(lines)
        })
    }
}
