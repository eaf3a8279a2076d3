//! Questions to a database, and the lists of games that answer them.

use crate::errors::{Place, error, of_param, of_store, plain};
use crate::questions::{self, SqlRows};
use crate::tables::{self, PositionRows};
use crate::work::Opened;
use pyo3::exceptions::{PyFileExistsError, PyFileNotFoundError};
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatchReader;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use xqdb::answers::{Listed, explored_json, shown};
use xqdb::columns::{self, Extract, write_folder};
use xqdb::engine_book::{Books, EngineBook};
use xqdb::export::jsonl;
use xqdb::search::parameters::group;
use xqdb::search::{self, Params, SearchQuery, Watch as _, load, search_watched};
use xqdb::store::Error;

/// Names and values of parameters from Python.
type Asked = Vec<(String, String)>;

/// Groups of parameters of the explorer.
const EXPLORE: &str = "position filter latest notation";
/// Groups of parameters of lists of games.
const LIST: &str = "position filter search";
/// Groups of parameters of timelines.
const LIFE: &str = "position filter search per";
/// Groups of parameters of a player.
const PLAYER: &str = "filter notation";
/// Groups of parameters of openings and ratings.
const FILTER: &str = "filter";
/// Groups of parameters of counts of the whole archive.
const UNIT: &str = "unit";

/// Database at one moment, until it is closed.
#[pyclass(module = "xiangqidb._native", frozen)]
pub(crate) struct Archive(Arc<Opened>);

impl Archive {
    /// Parameters of the groups `known`; with `as_stated` if the archive was opened so.
    fn params(&self, py: Python<'_>, asked: Asked, known: &'static str) -> PyResult<Params> {
        let params = Params::new(asked, group(known));
        let mut params = params.map_err(|error| of_param(py, &error))?;
        if self.0.as_stated {
            params.set("as_stated", "true");
        }
        Ok(params)
    }
}

#[pymethods]
impl Archive {
    #[new]
    fn new(py: Python<'_>, path: PathBuf, as_stated: bool) -> PyResult<Archive> {
        if !path.exists() {
            return Err(PyFileNotFoundError::new_err(path.display().to_string()));
        }
        Ok(Archive(Arc::new(Opened::new(py, path, as_stated)?)))
    }

    /// The table `records`: all records, or the witnesses of some games.
    fn records(
        &self,
        py: Python<'_>,
        of: Option<&Bound<'_, Found>>,
    ) -> PyResult<PyRecordBatchReader> {
        let games = of.map(|found| found.get().found.games.clone());
        Ok(tables::records(self.0.again(py)?, games))
    }

    /// Closes the database. Lists of games from it can no longer be read.
    fn close(&self, py: Python<'_>) {
        self.0.close(py);
    }

    /// Answer of the explorer as JSON, with the opening books of engines at these paths.
    fn explore(&self, py: Python<'_>, asked: Asked, books: Vec<PathBuf>) -> PyResult<Vec<u8>> {
        let params = self.params(py, asked, EXPLORE)?;
        let open = |path: PathBuf| {
            EngineBook::open(&path).map_err(|why| {
                let path = path.display().to_string();
                error(py, &why.to_string(), &Place { path: Some(&path), ..Place::default() })
            })
        };
        let books = Books::new(books.into_iter().map(open).collect::<PyResult<_>>()?);
        self.0.ask(py, |archive, patience| {
            Ok(jsonl::line(&explored_json(archive, (&params, &books), patience)?))
        })
    }

    /// Contents of the archive, as JSON.
    fn stats(&self, py: Python<'_>, asked: Asked) -> PyResult<Vec<u8>> {
        questions::stats(py, &self.0, &self.params(py, asked, UNIT)?)
    }

    /// Rows of the answer `opening`, as JSON.
    fn openings(&self, py: Python<'_>, asked: Asked) -> PyResult<Vec<u8>> {
        questions::openings(py, &self.0, &self.params(py, asked, FILTER)?)
    }

    /// Rows of the answer `period`, as JSON.
    fn life(&self, py: Python<'_>, asked: Asked) -> PyResult<Vec<u8>> {
        questions::life(py, &self.0, &self.params(py, asked, LIFE)?)
    }

    /// Rows of the answer `rating`, as JSON.
    fn ratings(
        &self,
        py: Python<'_>,
        asked: Asked,
        min_games: u32,
        year: Option<u16>,
        all: bool,
    ) -> PyResult<Vec<u8>> {
        let params = self.params(py, asked, FILTER)?;
        questions::ratings(py, &self.0, &params, (min_games, year, all))
    }

    /// The page of a player as JSON; `None` if nobody has the name.
    fn player(
        &self,
        py: Python<'_>,
        asked: Asked,
        who: &str,
        against: Option<&str>,
        limit: usize,
    ) -> PyResult<Option<Vec<u8>>> {
        let params = self.params(py, asked, PLAYER)?;
        questions::player(py, &self.0, &params, (who, against, limit))
    }

    /// The tournament with this name as JSON, or the names of all that may be meant.
    fn event(&self, py: Python<'_>, name: &str) -> PyResult<(Vec<String>, Option<Vec<u8>>)> {
        questions::event(py, &self.0, name)
    }

    /// Rows that statements of SQL give.
    fn sql(&self, py: Python<'_>, script: &str) -> PyResult<SqlRows> {
        questions::sql(py, &self.0, script)
    }

    /// The games that fit, at most `limit`.
    #[pyo3(signature = (asked, limit=None))]
    fn search(&self, py: Python<'_>, asked: Asked, limit: Option<usize>) -> PyResult<Found> {
        let params = self.params(py, asked, LIST)?;
        let as_stated = params.flag("as_stated").map_err(|error| of_param(py, &error))?;
        let (query, found) = self.0.ask(py, |archive, patience| {
            let query = params.query(archive, 0..limit.unwrap_or(usize::MAX), patience)?;
            let found = search_watched(archive, &query, patience)?;
            Ok((query, found))
        })?;
        Ok(Found { opened: self.0.clone(), query, found, as_stated })
    }

    /// Keys that begin with `key`, at most 21, and the game as JSON if there is only one.
    fn game(&self, py: Python<'_>, key: &str) -> PyResult<(Vec<String>, Option<Vec<u8>>)> {
        self.0.ask(py, |archive, _| {
            let ids = if key.is_empty() { Vec::new() } else { archive.games_by_key(key)? };
            let keys = ids.iter().map(|&id| archive.snapshot().game_key(id));
            let keys = keys.collect::<Result<Vec<_>, Error>>()?;
            let only = match ids[..] {
                [id] => Some(jsonl::line(&shown(archive, &load(archive, id)?, self.0.as_stated)?)),
                _ => None,
            };
            Ok((keys, only))
        })
    }

    /// Everything that was not read cleanly: one line of JSON for each finding.
    fn report(&self, py: Python<'_>, path: Option<&str>) -> PyResult<Vec<Vec<u8>>> {
        self.0.ask(py, |archive, patience| {
            let mut lines = Vec::new();
            archive.findings(path, self.0.as_stated, &mut |finding| {
                lines.push(jsonl::line(&finding.to_json()));
                if patience.is_stopped() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })?;
            Ok(lines)
        })
    }
}

/// The games that a question found, in their order.
#[pyclass(module = "xiangqidb._native", frozen)]
pub(crate) struct Found {
    opened: Arc<Opened>,
    query: SearchQuery,
    found: search::Found,
    as_stated: bool,
}

impl Found {
    /// The archive, and the ids of the games.
    pub(crate) fn parts(&self) -> (Arc<Opened>, Vec<u32>) {
        (self.opened.clone(), self.found.games.clone())
    }
}

#[pymethods]
impl Found {
    fn __len__(&self) -> usize {
        self.found.games.len()
    }

    /// Number of games that have only the mirror image of the position.
    #[getter]
    fn mirrored(&self) -> u64 {
        self.found.mirrored
    }

    /// Number of copies of these games, which do not count.
    #[getter]
    fn copies(&self) -> u64 {
        self.found.copies
    }

    /// Number of games that would fit if they had a date.
    #[getter]
    fn undated(&self) -> u64 {
        self.found.undated
    }

    /// The table `games` of these games; only these columns, if any are named.
    #[pyo3(signature = (columns=None))]
    fn games(&self, py: Python<'_>, columns: Option<Vec<String>>) -> PyResult<PyRecordBatchReader> {
        let games = tables::games(self.opened.clone(), self.found.games.clone(), columns);
        games.map_err(|error| plain(py, &error))
    }

    /// The table `positions` of these games, with those of variations if `variations`; only these
    /// columns, if any are named.
    #[pyo3(signature = (variations, columns=None))]
    fn positions(
        &self,
        py: Python<'_>,
        variations: bool,
        columns: Option<Vec<String>>,
    ) -> PyResult<PyRecordBatchReader> {
        let rows = PositionRows { games: self.found.games.clone(), variations, columns };
        tables::positions(self.opened.clone(), rows).map_err(|error| plain(py, &error))
    }

    /// Writes the tables of these games into a folder; returns the numbers of games, positions and
    /// records. `whole` means that the user chose no unit: records without a game then belong to
    /// all games.
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
            beneath: String::new(),
        };
        let written = self.opened.ask(py, |archive, patience| {
            Ok(write_folder(archive, extract, (&folder, force), patience))
        })?;
        let name = folder.display().to_string();
        match written {
            Ok(counts) => Ok((counts.games, counts.positions, counts.records)),
            Err(columns::ColumnsError::Store(why)) => Err(of_store(py, &name, &why)),
            Err(columns::ColumnsError::Occupied(other)) => {
                Err(PyFileExistsError::new_err(format!("{name} holds {other}")))
            }
            Err(why) => {
                let place = Place { path: Some(&name), ..Place::default() };
                Err(error(py, &why.to_string(), &place))
            }
        }
    }

    /// Games at the 0-based places from `start` up to, but without, `stop`: one line of JSON for
    /// each.
    fn lines(&self, py: Python<'_>, start: usize, stop: usize) -> PyResult<Vec<Vec<u8>>> {
        let ids = self.found.games.get(start..stop.min(self.found.games.len()));
        self.opened.ask(py, |archive, _| {
            let line = |&id: &u32| {
                let listed = Listed::new(archive, id, &self.query, self.as_stated)?;
                Ok(jsonl::line(&listed.with_codes(archive)))
            };
            ids.unwrap_or_default().iter().map(line).collect()
        })
    }
}
