//! Lists of games.

use crate::archive::Archive;
use crate::errors::{Place, error, of_store, plain};
use crate::tables;
use pyo3::exceptions::PyFileExistsError;
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatchReader;
use std::path::PathBuf;
use xqdb::columns::{self, Extract, write_folder};
use xqdb::export::jsonl;
use xqdb::search::{self, Listed, Query};

/// The games that a question found, in their order.
#[pyclass(module = "xqdb._native", frozen)]
pub(crate) struct Found {
    archive: Py<Archive>,
    query: Query,
    found: search::Found,
    as_stated: bool,
}

impl Found {
    /// What a question found.
    pub(crate) fn new(
        archive: Py<Archive>,
        query: Query,
        found: search::Found,
        as_stated: bool,
    ) -> Found {
        Found { archive, query, found, as_stated }
    }

    /// The archive, and the ids of the games.
    pub(crate) fn parts(&self) -> (&Py<Archive>, &[u32]) {
        (&self.archive, &self.found.games)
    }
}

#[pymethods]
impl Found {
    fn __len__(&self) -> usize {
        self.found.games.len()
    }

    /// Of the games, those that have the mirror image of the position only.
    #[getter]
    fn mirrored(&self) -> u64 {
        self.found.mirrored
    }

    /// Copies of these games, which do not count.
    #[getter]
    fn copies(&self) -> u64 {
        self.found.copies
    }

    /// Games that would fit, had they a date.
    #[getter]
    fn undated(&self) -> u64 {
        self.found.undated
    }

    /// The table `games` of these games.
    fn games(&self, py: Python<'_>) -> PyRecordBatchReader {
        tables::games(self.archive.clone_ref(py), self.found.games.clone())
    }

    /// The table `positions` of these games; with those of variations, if they are asked for. Only
    /// these columns, if some are named.
    #[pyo3(signature = (variations, columns=None))]
    fn positions(
        &self,
        py: Python<'_>,
        variations: bool,
        columns: Option<Vec<String>>,
    ) -> PyResult<PyRecordBatchReader> {
        let (archive, games) = (self.archive.clone_ref(py), self.found.games.clone());
        tables::positions(archive, games, (variations, columns)).map_err(|error| plain(py, &error))
    }

    /// Writes the tables of these games into a folder. Gives how many games, positions and records
    /// there are. `whole` says that the unit was not chosen: the records of no game belong to all
    /// games.
    fn write_parquet(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        force: bool,
        whole: bool,
    ) -> PyResult<(u64, u64, u64)> {
        let extract = Extract {
            games: self.found.games.clone(),
            is_all: whole && self.query.asks_for_nothing(),
            variations: self.query.variations,
        };
        let written = self.archive.get().ask(py, |archive, patience| {
            Ok(write_folder(archive, extract, (&folder, force), patience))
        })?;
        let name = folder.display().to_string();
        match written {
            Ok(counts) => Ok((counts.games, counts.positions, counts.records)),
            Err(columns::Error::Store(why)) => Err(of_store(py, &name, &why)),
            Err(columns::Error::Occupied(other)) => {
                Err(PyFileExistsError::new_err(format!("{name} holds {other}")))
            }
            Err(why) => {
                let place = Place { path: Some(&name), ..Place::default() };
                Err(error(py, &why.to_string(), &place))
            }
        }
    }

    /// Some of the games, a line of JSON each: those at the places `start` to `stop`, 0-based.
    fn lines(&self, py: Python<'_>, start: usize, stop: usize) -> PyResult<Vec<Vec<u8>>> {
        let ids = self.found.games.get(start..stop.min(self.found.games.len()));
        self.archive.get().ask(py, |archive, _| {
            let line = |&id: &u32| {
                let listed = Listed::new(archive, id, &self.query, self.as_stated)?;
                Ok(jsonl::line(&listed.with_codes(archive)))
            };
            ids.unwrap_or_default().iter().map(line).collect()
        })
    }
}
