//! Arrow tables as streams, which any library of data frames can take, and tables made from
//! batches.

use crate::errors::plain;
use crate::work::Opened;
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use pyo3_arrow::input::AnyRecordBatch;
use pyo3_arrow::{PyRecordBatch, PyRecordBatchReader};
use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;
use xqdb::columns::{
    self, ArrowTable, DIVIDED, GAMES, PIECES, POSITIONS, ParquetBytes, RECORDS, WIDE_POSITIONS,
    WantedTable,
};
use xqdb::import::Options;
use xqdb::search;

/// Number of games of a batch.
const TOGETHER: usize = 4096;
/// Number of games whose rows all threads make together: as many as are read in the order of the
/// database.
const READ_TOGETHER: usize = columns::GAMES_TOGETHER;
/// Number of games whose positions all threads make together.
const REPLAYED_TOGETHER: usize = 4096;
/// Approximate number of positions of a batch.
const POSITIONS_TOGETHER: usize = 1 << 14;
/// Number of records of a batch.
const RECORDS_TOGETHER: usize = 4096;

/// Stream of batches of a table, for Python.
pub(crate) fn stream<I>(batches: I, schema: SchemaRef) -> PyRecordBatchReader
where
    I: Iterator<Item = Result<RecordBatch, ArrowError>> + Send + 'static,
{
    PyRecordBatchReader::new(Box::new(RecordBatchIterator::new(batches, schema)))
}

/// The table `games` of some games of an archive; only these columns, if any are named.
pub(crate) fn games(
    opened: Arc<Opened>,
    ids: Vec<u32>,
    columns: Option<Vec<String>>,
) -> Result<PyRecordBatchReader, String> {
    let (wanted, schema) = chosen(&GAMES, GAMES.columns.len(), columns)?;
    let batches = of_games(opened, ids, READ_TOGETHER, move |archive, ids| {
        let mut made = Batches::new();
        let take = |batch: RecordBatch| {
            made.push_back(Ok(batch));
            Ok(())
        };
        let wanted = (TOGETHER, &*wanted);
        if let Err(error) = columns::some_of_games(archive, &ids, wanted, take) {
            made.push_back(Err(error));
        }
        made
    });
    Ok(stream(batches, schema))
}

/// Rows and columns of the table `positions` to make.
pub(crate) struct PositionRows {
    pub(crate) games: Vec<u32>,
    /// Whether positions of variations are included.
    pub(crate) variations: bool,
    /// Names of the columns; `None` for those of the table, without boards.
    pub(crate) columns: Option<Vec<String>>,
}

/// The table `positions` of some games of an archive.
pub(crate) fn positions(
    opened: Arc<Opened>,
    rows: PositionRows,
) -> Result<PyRecordBatchReader, String> {
    let PositionRows { games, variations, columns: names } = rows;
    let (wanted, schema) = chosen(&WIDE_POSITIONS, POSITIONS.columns.len(), names)?;
    let batches = of_games(opened, games, REPLAYED_TOGETHER, move |archive, ids| {
        let rows = columns::Positions::new(archive, ids, variations, POSITIONS_TOGETHER);
        rows.only(wanted.clone()).collect()
    });
    Ok(stream(batches, schema))
}

/// Places and schema of the columns of a table with these names, each once; of the first `usual`
/// ones without names.
fn chosen(
    table: &ArrowTable,
    usual: usize,
    names: Option<Vec<String>>,
) -> Result<(Vec<usize>, SchemaRef), String> {
    let schema = table.schema();
    let none = |name: &str| format!("`{}` has no column `{name}`", table.name);
    let place = |name: String| schema.index_of(&name).map_err(|_| none(&name));
    let mut wanted = match names {
        None => (0..usual).collect(),
        Some(names) => names.into_iter().map(place).collect::<Result<Vec<usize>, String>>()?,
    };
    if wanted.is_empty() {
        return Err("`columns` names none".to_owned());
    }
    let mut seen = HashSet::new();
    wanted.retain(|&at| seen.insert(at));
    let schema = schema.project(&wanted).map_err(|error| error.to_string())?;
    Ok((wanted, Arc::new(schema)))
}

/// The table `records` of an archive that this stream alone uses: all records, or the witnesses of
/// games.
pub(crate) fn records(archive: search::Archive, games: Option<Vec<u32>>) -> PyRecordBatchReader {
    let games = games.map(|ids| ids.into_iter().collect());
    let records = columns::Records::new(archive, games, RECORDS_TOGETHER);
    stream(records.map(|batch| Ok(batch?)), RECORDS.schema())
}

/// Batches made of `together` games at a time. A thread makes the next batches while the caller
/// consumes the last ones; between two of them others can use the archive.
fn of_games(
    opened: Arc<Opened>,
    ids: Vec<u32>,
    together: usize,
    make: impl Fn(&search::Archive, Vec<u32>) -> Batches + Send + 'static,
) -> impl Iterator<Item = Result<RecordBatch, ArrowError>> + Send {
    let start = move || {
        let (send, made) = mpsc::sync_channel(0);
        let work = move || {
            for some in ids.chunks(together) {
                let made = opened.with(|archive| make(archive, some.to_vec()));
                let is_open = made.is_some();
                let made = made.unwrap_or_else(|| failed("the database was closed"));
                if send.send(made).is_err() || !is_open {
                    break;
                }
            }
        };
        Ahead { made, maker: Some(std::thread::spawn(work)) }
    };
    std::iter::once_with(start).flatten().flatten().map(|batch| Ok(batch?))
}

/// Batches that were made together.
type Batches = VecDeque<columns::ColumnsResult<RecordBatch>>;

/// Batches that a thread makes ahead. If the thread panics, the last batch is an error, since
/// missing rows would look like the end.
struct Ahead {
    made: mpsc::Receiver<Batches>,
    maker: Option<JoinHandle<()>>,
}

impl Iterator for Ahead {
    type Item = Batches;

    fn next(&mut self) -> Option<Batches> {
        self.made.recv().ok().or_else(|| {
            let outcome = self.maker.take()?.join();
            outcome.err().map(|_| failed("the rows could not be made"))
        })
    }
}

fn failed(why: &str) -> Batches {
    VecDeque::from([Err(ArrowError::ExternalError(why.into()).into())])
}

/// Reads every row of a batch, or of each batch of a table, and returns rows of records, games or
/// positions.
///
/// Columns of the batch, by name: `path` (text) and `bytes` (binary) are required; `member` (text),
/// `offset` (64-bit integer: offset of the bytes in the file), `before` (64-bit integer: number of
/// records of the file before them), `whole` (Boolean: the bytes are the whole file), `format` and
/// `encoding` (text) are optional. `to` is `records`, `games` or `positions`. Each row is read by
/// itself, and no file is opened: other engines run this over their own data. Folders below the
/// paths in `named` say something about their games, as in an import of these paths.
#[pyfunction]
#[pyo3(signature = (batch, to="records", *, variations=false, named=Vec::new()))]
pub(crate) fn replay<'py>(
    py: Python<'py>,
    batch: AnyRecordBatch,
    to: &str,
    variations: bool,
    named: Vec<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    let (wanted, table) = match to {
        "records" => (WantedTable::Records, &RECORDS),
        "games" => (WantedTable::Games, &GAMES),
        "positions" => (WantedTable::Positions { variations }, &POSITIONS),
        other => {
            return Err(plain(py, &format!("`{other}` is none of records, games, positions")));
        }
    };
    let options = Options { named, ..Options::default() };
    match batch {
        AnyRecordBatch::RecordBatch(batch) => {
            let batch = batch.into_inner();
            let made = py.detach(|| columns::replay(&batch, wanted, &options));
            let made = made.map_err(|error| plain(py, &error))?;
            Ok(PyRecordBatch::new(made).into_pyobject(py)?.into_any())
        }
        AnyRecordBatch::Stream(batches) => {
            let batches: Box<dyn RecordBatchReader + Send> = batches.into_reader()?;
            let made = batches.map(move |batch| Ok(columns::replay(&batch?, wanted, &options)?));
            Ok(stream(made, table.schema()).into_pyobject(py)?.into_any())
        }
    }
}

/// Decides which games the records of a batch witness, as the database would. The batch has rows of
/// the table `records`, including all rows with one `start` and one `moves`. Returns the games, and
/// the records with the keys of their games. `named` is ignored: `replay` used it, and `derived`
/// holds what folders say.
#[pyfunction]
#[pyo3(signature = (batch, *, named=Vec::new()))]
pub(crate) fn settle(
    py: Python<'_>,
    batch: PyRecordBatch,
    named: Vec<PathBuf>,
) -> PyResult<(PyRecordBatch, PyRecordBatch)> {
    drop(named);
    let batch = batch.into_inner();
    let settled = py.detach(|| columns::settle(&batch)).map_err(|error| plain(py, &error))?;
    Ok((PyRecordBatch::new(settled.games), PyRecordBatch::new(settled.records)))
}

/// The positions of the main lines of a batch of games.
#[pyfunction]
pub(crate) fn positions_of(py: Python<'_>, games: PyRecordBatch) -> PyResult<PyRecordBatch> {
    let games = games.into_inner();
    let made = py.detach(|| columns::positions_of(&games)).map_err(|error| plain(py, &error))?;
    Ok(PyRecordBatch::new(made))
}

/// The positions of the main lines of a batch of games, as bytes in buckets by the upper 12 bits of
/// their keys: a batch with the columns `bucket` and `positions`.
#[pyfunction]
pub(crate) fn divide(py: Python<'_>, games: PyRecordBatch) -> PyResult<PyRecordBatch> {
    let games = games.into_inner();
    let made = py.detach(|| columns::divide(&games)).map_err(|error| plain(py, &error))?;
    Ok(PyRecordBatch::new(made))
}

/// All positions of a bucket, given by the values of `positions` that `divide` made: a stream of
/// batches of the table `positions`, sorted by `key`, `game` and `ply`.
#[pyfunction]
pub(crate) fn gather(
    py: Python<'_>,
    positions: Vec<PyBackedBytes>,
) -> PyResult<PyRecordBatchReader> {
    let bytes: Vec<&[u8]> = positions.iter().map(|bytes| &**bytes).collect();
    let made = py.detach(|| columns::gather(&bytes)).map_err(|error| plain(py, &error))?;
    Ok(stream(made.map(|batch| Ok(batch?)), POSITIONS.schema()))
}

/// A Parquet file of a table, sorted by some columns. The caller writes its bytes, in order.
#[pyclass(module = "xiangqidb._native", frozen)]
pub(crate) struct ParquetFile(Mutex<Option<ParquetBytes>>);

#[pymethods]
impl ParquetFile {
    #[new]
    fn new(py: Python<'_>, table: &str, sorted_by: Vec<String>) -> PyResult<ParquetFile> {
        let sorted_by: Vec<&str> = sorted_by.iter().map(String::as_str).collect();
        let begun = ParquetBytes::begin(table_named(py, table)?, &sorted_by);
        Ok(ParquetFile(Mutex::new(Some(begun.map_err(|error| plain(py, &error))?))))
    }

    /// Adds rows. Returns the bytes by which the file has grown.
    fn write<'py>(&self, py: Python<'py>, batch: PyRecordBatch) -> PyResult<Bound<'py, PyBytes>> {
        let batch = batch.into_inner();
        let grown = py.detach(|| {
            let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            file.as_mut().map(|file| file.write(&batch))
        });
        let grown = grown.ok_or_else(|| plain(py, &"the file is finished"))?;
        Ok(PyBytes::new(py, &grown.map_err(|error| plain(py, &error))?))
    }

    /// Finishes the file. Returns its last bytes.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let file = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let file = file.ok_or_else(|| plain(py, &"the file is finished"))?;
        let bytes = py.detach(|| file.finish()).map_err(|error| plain(py, &error))?;
        Ok(PyBytes::new(py, &bytes))
    }
}

/// Files and folders as a stream of batches for `replay`, read by `threads` threads. `named` has
/// the meaning that it has in `replay`.
#[pyfunction]
#[pyo3(signature = (paths, *, threads=1, named=Vec::new()))]
pub(crate) fn pieces(
    paths: Vec<PathBuf>,
    threads: usize,
    named: Vec<PathBuf>,
) -> PyRecordBatchReader {
    let options = Options { threads, named, ..Options::default() };
    let batches = columns::Pieces::of(paths, options).map(|batch| Ok(batch?));
    stream(batches, PIECES.schema())
}

/// Batch with the columns of a table and without rows.
#[pyfunction]
pub(crate) fn empty(py: Python<'_>, table: &str) -> PyResult<PyRecordBatch> {
    Ok(PyRecordBatch::new(RecordBatch::new_empty(table_named(py, table)?.schema())))
}

fn table_named(py: Python<'_>, name: &str) -> PyResult<&'static ArrowTable> {
    let all = [&GAMES, &POSITIONS, &RECORDS, &PIECES, &DIVIDED];
    let found = all.into_iter().find(|known| known.name == name);
    found.ok_or_else(|| plain(py, &format!("`{name}` is no table")))
}
