//! Files read record by record, without a database.

use crate::errors::{Place, error, plain};
use crate::rows::{FOUND, batch, schema};
use crate::tables::stream;
use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use pyo3::exceptions::PyFileNotFoundError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use pyo3_arrow::PyRecordBatchReader;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use xqdb::export::{self, Entry, ExportError};
use xqdb::format::Nature;
use xqdb::import::{FileReading, Options, Parsed, Skip, Unit, printable, read_files};
use xqdb::notation::System;
use xqdb::text::Encoding;

/// Number of bytes of records that are handed over together.
const TOGETHER: usize = 1 << 17;
/// Largest number of batches of records that wait for the consumer.
const WAITING: usize = 4;
/// Time between two checks for a signal.
const TICK: Duration = Duration::from_millis(100);
/// Message if the reading threads ended before the last record.
const BROKE_OFF: &str = "the reading broke off; this is a mistake in xqdb";

/// Message of the reading threads.
enum Message {
    /// Some records.
    Records(Lines),
    /// Content that was not read.
    Unread(Unread),
    /// A record could not be written as JSON.
    Failed(ExportError),
    /// All records were handed over.
    End,
}

/// Lines of JSON, one for each record, in one allocation: one thread makes and another frees them,
/// which costs more the more allocations there are.
#[derive(Default)]
struct Lines {
    bytes: Vec<u8>,
    /// End of each line in `bytes`.
    ends: Vec<usize>,
    /// Number of lines that were taken.
    taken: usize,
}

impl Lines {
    fn push(&mut self, line: &[u8]) {
        self.bytes.extend_from_slice(line);
        self.ends.push(self.bytes.len());
    }

    /// Next line that was not taken.
    fn take(&mut self) -> Option<&[u8]> {
        let start = self.taken.checked_sub(1).map_or(0, |last| self.ends[last]);
        let line = &self.bytes[start..*self.ends.get(self.taken)?];
        self.taken += 1;
        Some(line)
    }
}

/// Content that was not read: path, member, byte, reason.
type Unread = (String, Option<String>, Option<u64>, String);

/// Reads files on threads of its own, a little ahead of the consumer.
#[pyclass(module = "xiangqidb._native")]
pub(crate) struct Reader {
    messages: Arc<Mutex<Receiver<Message>>>,
    /// Paths that the caller named, in the form in which places have them.
    named: Vec<String>,
    records: Lines,
    unread: Vec<Unread>,
    is_over: bool,
}

#[pymethods]
impl Reader {
    #[new]
    #[pyo3(signature = (paths, *, full, encoding, notation, as_stated))]
    fn new(
        py: Python<'_>,
        paths: Vec<PathBuf>,
        full: bool,
        encoding: Option<&str>,
        notation: &str,
        as_stated: bool,
    ) -> PyResult<Reader> {
        if let Some(missing) = paths.iter().find(|path| !path.exists()) {
            return Err(PyFileNotFoundError::new_err(missing.display().to_string()));
        }
        let system = |name| System::named(name).map_err(|error| plain(py, &error));
        let encoding = encoding.map(|label| {
            Encoding::from_label(label)
                .ok_or_else(|| plain(py, &format!("unknown encoding `{label}`")))
        });
        let options = Options {
            encoding: encoding.transpose()?,
            notation: system(notation)?,
            ..Options::default()
        };
        let written =
            export::ExportOptions { notation: System::Auto, charset: None, full, safe_csv: false };
        let (send, messages) = sync_channel(WAITING);
        let named = paths.iter().map(|path| printable(path)).collect();
        std::thread::spawn(move || read(&paths, &options, &written, as_stated, send));
        Ok(Reader {
            messages: Arc::new(Mutex::new(messages)),
            named,
            records: Lines::default(),
            unread: Vec::new(),
            is_over: false,
        })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// The next record as a line of JSON.
    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        loop {
            if let Some(line) = self.records.take() {
                return Ok(Some(PyBytes::new(py, line)));
            }
            let messages = &self.messages;
            let next =
                || messages.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(TICK);
            match py.detach(next) {
                Ok(Message::Records(records)) => self.records = records,
                Ok(Message::Unread(unread)) => self.unread.push(unread),
                Ok(Message::Failed(why)) => return Err(plain(py, &why)),
                Ok(Message::End) => {
                    self.is_over = true;
                    return match named_unread(&self.named, &self.unread) {
                        Some(unread) => Err(as_error(py, unread)),
                        None => Ok(None),
                    };
                }
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) if self.is_over => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(plain(py, &BROKE_OFF)),
            }
        }
    }

    /// Records that were not taken yet, as a table.
    fn table(&mut self) -> PyRecordBatchReader {
        let (messages, named) = (self.messages.clone(), self.named.clone());
        let mut first = Some(std::mem::take(&mut self.records));
        let mut all_unread = std::mem::take(&mut self.unread);
        let mut is_over = std::mem::replace(&mut self.is_over, true);
        let failed = |why: String| Some(Err(ArrowError::ExternalError(why.into())));
        let batches = std::iter::from_fn(move || {
            if let Some(lines) = first.take().filter(|lines| lines.taken < lines.ends.len()) {
                return Some(as_batch(lines));
            }
            while !is_over {
                let next = messages.lock().unwrap_or_else(PoisonError::into_inner).recv();
                match next {
                    Ok(Message::Records(lines)) => return Some(as_batch(lines)),
                    Ok(Message::Unread(unread)) => all_unread.push(unread),
                    Ok(Message::Failed(why)) => return failed(why.to_string()),
                    Ok(Message::End) => {
                        is_over = true;
                        if let Some((path, _, _, why)) = named_unread(&named, &all_unread) {
                            return failed(format!("{path}: {why}"));
                        }
                    }
                    Err(_) => return failed(BROKE_OFF.to_owned()),
                }
            }
            None
        });
        stream(batches, schema(FOUND))
    }

    /// Contents that were not read so far: path, member, byte and reason.
    #[getter]
    fn unread(&self) -> Vec<Unread> {
        self.unread.clone()
    }
}

/// Named path that could not be read at all, if there is one.
fn named_unread<'u>(named: &[String], unread: &'u [Unread]) -> Option<&'u Unread> {
    let is_named = |(path, member, byte, _): &&Unread| {
        member.is_none() && byte.is_none() && named.contains(path)
    };
    unread.iter().find(is_named)
}

fn as_error(py: Python<'_>, (path, _, _, why): &Unread) -> PyErr {
    error(py, why, &Place { path: Some(path), ..Place::default() })
}

/// Lines of JSON as a batch.
fn as_batch(mut lines: Lines) -> Result<RecordBatch, ArrowError> {
    let mut rows = Vec::<Value>::new();
    while let Some(line) = lines.take() {
        let row = serde_json::from_slice(line);
        rows.push(row.map_err(|error| ArrowError::from_external_error(error.into()))?);
    }
    batch(FOUND, &rows)
}

/// Reads until the last record is handed over, or the consumer is gone.
fn read(
    paths: &[PathBuf],
    options: &Options,
    written: &export::ExportOptions,
    as_stated: bool,
    send: SyncSender<Message>,
) {
    let Some(jsonl) = export::by_name("jsonl") else { return };
    let mut lines = Lines::default();
    let give = |message| send.send(message).map_err(|_| ());
    let outcome: Result<(), ()> =
        read_files(paths, options, !as_stated, &AtomicBool::new(false), |reading| {
            match reading {
                FileReading::Unit(unit, parsed) => {
                    for unread in unread(unit, parsed) {
                        give(Message::Unread(unread))?;
                    }
                }
                FileReading::Record(place, record) => {
                    match (jsonl.write)(&Entry::of_record(place, record), written) {
                        Ok(written) => lines.push(&written.bytes),
                        Err(why) => give(Message::Failed(why))?,
                    }
                    if lines.bytes.len() >= TOGETHER {
                        give(Message::Records(std::mem::take(&mut lines)))?;
                    }
                }
                // A file that grows is followed record by record.
                FileReading::End(..) if !lines.ends.is_empty() => {
                    give(Message::Records(std::mem::take(&mut lines)))?;
                }
                FileReading::End(..) => {}
            }
            Ok(())
        });
    if outcome.is_ok() {
        // The consumer may be gone.
        let _ = send.send(Message::End);
    }
}

/// Parts of a unit that were not read.
fn unread(unit: &Unit, parsed: &Parsed) -> Vec<Unread> {
    let at = |byte, why: &str| {
        let member = unit.member.as_deref().map(str::to_owned);
        (unit.path.to_string(), member, byte, why.to_owned())
    };
    let whole = match &unit.skip {
        Some(Skip::Unreadable(why)) => Some(at(None, why)),
        None => match (parsed.format, unit.nature) {
            (None, Some(Nature::Unread(why))) => Some(at(None, why)),
            _ => None,
        },
        _ => None,
    };
    let damage = parsed.damage.iter().map(|(offset, what)| at(Some(*offset), what));
    whole.into_iter().chain(damage).collect()
}
