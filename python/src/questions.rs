//! Questions whose answers are rows that the library describes, and questions in SQL.

use crate::errors::{of_store, plain};
use crate::tables::stream;
use crate::work::{Opened, quiet};
use arrow_array::builder::{BinaryBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use pyo3_arrow::PyRecordBatchReader;
use serde_json::Value as Json;
use std::ops::ControlFlow;
use std::sync::Arc;
use xqdb::answers::{self, OpeningGames, RatedPlayer, add_functions, tournament_json};
use xqdb::export::jsonl;
use xqdb::research::{
    Assumptions, FoundTournament, RankedField, WantedPlayer, ask_player, ask_strengths,
    ask_timeline, ask_tournament,
};
use xqdb::search::{
    Holdings, Params, Purpose, SearchQuery, Watch as _, by_opening, search_watched,
};
use xqdb::store::{self, Console, Value};

/// Contents of the archive, as a JSON object.
pub(crate) fn stats(py: Python<'_>, opened: &Opened, params: &Params) -> PyResult<Vec<u8>> {
    opened.ask(py, |archive, _| {
        let held = Holdings::of(archive, params.unit()?)?;
        Ok(jsonl::line(&Json::Object(answers::holdings().object(&held))))
    })
}

/// Rows of the answer `opening`.
pub(crate) fn openings(py: Python<'_>, opened: &Opened, params: &Params) -> PyResult<Vec<u8>> {
    opened.ask(py, |archive, patience| {
        let filter = params.filter(Purpose::Statistics)?;
        let query = SearchQuery::new(filter.resolve_watched(archive, patience)?);
        let found = search_watched(archive, &query, patience)?;
        let rows = by_opening(archive, &found.games)?.into_iter();
        let rows = rows.map(|row| OpeningGames::new(archive, row));
        let rows = rows.collect::<store::Result<Vec<_>>>()?;
        Ok(jsonl::line(&answers::openings().objects(&rows)))
    })
}

/// Rows of the answer `period`.
pub(crate) fn life(py: Python<'_>, opened: &Opened, params: &Params) -> PyResult<Vec<u8>> {
    opened.ask(py, |archive, patience| {
        let answer = ask_timeline(archive, params, patience)?;
        Ok(jsonl::line(&answers::periods().objects(&answer.timeline.periods)))
    })
}

/// Rows of the answer `rating`, of players who met each other.
pub(crate) fn ratings(
    py: Python<'_>,
    opened: &Opened,
    params: &Params,
    (least, year, all): (u32, Option<u16>, bool),
) -> PyResult<Vec<u8>> {
    opened.ask(py, |archive, patience| {
        let assumed = Assumptions::default();
        let rated = ask_strengths(archive, params, &assumed, patience)?;
        let field = RankedField::of(|it| params.one(it).is_some(), least, year, all);
        let ranked = rated.strengths.ranked(field).into_iter();
        let rows = ranked.filter(|(_, player, _)| player.group == 1).map(RatedPlayer::new);
        Ok(jsonl::line(&answers::ratings().objects(&rows.collect::<Vec<_>>())))
    })
}

/// The page of a player, or of two against each other, as a JSON object; `None` without games.
pub(crate) fn player(
    py: Python<'_>,
    opened: &Opened,
    params: &Params,
    (who, against, limit): (&str, Option<&str>, usize),
) -> PyResult<Option<Vec<u8>>> {
    opened.ask(py, |archive, patience| {
        let wanted = WantedPlayer {
            who,
            against,
            limit,
            has_novelties: true,
            has_editions: true,
            has_strengths: true,
        };
        let (page, _) = ask_player(archive, params, &wanted, patience)?;
        let is_known = page.sides.iter().any(|all| all.sample.score.games() > 0);
        let line = || jsonl::line(&Json::Object(answers::player_page().object(&page)));
        Ok(is_known.then(line))
    })
}

/// The tournament with this name as a JSON object, or the names of all that may be meant.
pub(crate) fn event(
    py: Python<'_>,
    opened: &Opened,
    name: &str,
) -> PyResult<(Vec<String>, Option<Vec<u8>>)> {
    opened.ask(py, |archive, _| {
        Ok(match ask_tournament(archive, name, &[])? {
            FoundTournament::One(found, _) => {
                (Vec::new(), Some(jsonl::line(&tournament_json(&found, &[]))))
            }
            FoundTournament::Several(names) => (names, None),
        })
    })
}

/// Rows that statements of SQL gave.
#[pyclass(module = "xiangqidb._native", frozen)]
pub(crate) struct SqlRows {
    names: Vec<String>,
    rows: Vec<Vec<Value>>,
}

/// Runs statements that change nothing. The rows are those of the last statement that gives any.
pub(crate) fn sql(py: Python<'_>, opened: &Opened, script: &str) -> PyResult<SqlRows> {
    let (path, lay) = opened.place();
    let (mut found, mut is_stopped) = (SqlRows { names: Vec::new(), rows: Vec::new() }, false);
    let ran = quiet(py, |patience| {
        let console = Console::open(path)?;
        add_functions(&console, path, lay)?;
        let ran = console.run(script, &mut |names, row| {
            if found.names != names {
                found = SqlRows { names: names.to_vec(), rows: Vec::new() };
            }
            found.rows.push(row);
            is_stopped = patience.is_stopped();
            if is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        ran.map(drop)
    })?;
    ran.map_err(|error| of_store(py, &path.display().to_string(), &error))?;
    Ok(found)
}

#[pymethods]
impl SqlRows {
    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// Names of the columns.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    /// Rows as objects of Python.
    fn dicts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let dict = |row: &Vec<Value>| {
            let dict = PyDict::new(py);
            for (name, value) in self.names.iter().zip(row) {
                match value {
                    Value::Null => dict.set_item(name, py.None())?,
                    Value::Integer(number) => dict.set_item(name, number)?,
                    Value::Real(number) => dict.set_item(name, number)?,
                    Value::Text(text) => dict.set_item(name, text)?,
                    Value::Blob(bytes) => dict.set_item(name, PyBytes::new(py, bytes))?,
                }
            }
            Ok(dict)
        };
        self.rows.iter().map(dict).collect()
    }

    /// Rows as an Arrow table. A column is of whole numbers, of numbers, of bytes, or of texts.
    fn table(&self, py: Python<'_>) -> PyResult<PyRecordBatchReader> {
        let batch = self.batch().map_err(|error| plain(py, &error))?;
        let schema = batch.schema();
        Ok(stream(std::iter::once(Ok(batch)), schema))
    }
}

impl SqlRows {
    fn batch(&self) -> Result<RecordBatch, ArrowError> {
        let (mut fields, mut columns) = (Vec::new(), Vec::new());
        for (at, name) in self.names.iter().enumerate() {
            let (kind, column) = column(self.rows.iter().map(|row| &row[at]));
            fields.push(Field::new(name, kind, true));
            columns.push(column);
        }
        RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
    }
}

/// Type and array of a column with these values.
fn column<'v>(values: impl Iterator<Item = &'v Value> + Clone) -> (DataType, ArrayRef) {
    let all = |is: fn(&Value) -> bool| values.clone().all(|it| matches!(it, Value::Null) || is(it));
    if all(|it| matches!(it, Value::Integer(_))) {
        let mut numbers = Int64Builder::new();
        for value in values {
            numbers.append_option(if let Value::Integer(it) = value { Some(*it) } else { None });
        }
        return (DataType::Int64, Arc::new(numbers.finish()));
    }
    if all(|it| matches!(it, Value::Integer(_) | Value::Real(_))) {
        let mut numbers = Float64Builder::new();
        for value in values {
            numbers.append_option(match value {
                Value::Integer(it) => Some(*it as f64),
                Value::Real(it) => Some(*it),
                _ => None,
            });
        }
        return (DataType::Float64, Arc::new(numbers.finish()));
    }
    if all(|it| matches!(it, Value::Blob(_))) {
        let mut bytes = BinaryBuilder::new();
        for value in values {
            bytes.append_option(if let Value::Blob(it) = value { Some(it) } else { None });
        }
        return (DataType::Binary, Arc::new(bytes.finish()));
    }
    let mut texts = StringBuilder::new();
    for value in values {
        texts.append_option(match value {
            Value::Null => None,
            Value::Integer(it) => Some(it.to_string()),
            Value::Real(it) => Some(it.to_string()),
            Value::Text(it) => Some(it.clone()),
            Value::Blob(it) => Some(it.iter().map(|byte| format!("{byte:02x}")).collect()),
        });
    }
    (DataType::Utf8, Arc::new(texts.finish()))
}
