//! Objects of JSON as rows of an Arrow table.

use crate::errors::plain;
use crate::tables::stream;
use arrow_array::builder::{Float64Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatchReader;
use serde_json::Value;
use std::sync::Arc;

/// What a column is made of.
#[derive(Clone, Copy)]
pub(crate) enum Cell {
    /// A text.
    Text,
    /// A whole number.
    Number,
    /// A number with decimals.
    Decimal,
    /// A list of texts, which become one with blanks between them.
    Words,
    /// Anything, as JSON.
    Json,
}

use Cell::{Decimal, Json, Number, Text, Words};

/// The rows of the explorer.
const EXPLORED: &[(&str, Cell)] = &[
    ("uci", Text),
    ("san", Text),
    ("games", Number),
    ("reached", Number),
    ("red", Number),
    ("draws", Number),
    ("black", Number),
    ("unknown", Number),
    ("others", Number),
    ("percent", Decimal),
    ("low", Decimal),
    ("high", Decimal),
    ("players", Number),
    ("events", Number),
    ("player", Text),
    ("playerGames", Number),
    ("event", Text),
    ("eventGames", Number),
    ("mirrored", Number),
    ("firstYear", Number),
    ("lastYear", Number),
    ("opening", Text),
    ("earliestGame", Text),
    ("undatedGame", Text),
    ("recentGames", Words),
];

/// Records of files.
pub(crate) const FOUND: &[(&str, Cell)] = &[
    ("path", Text),
    ("member", Text),
    ("record", Number),
    ("byte_offset", Number),
    ("format", Text),
    ("encoding", Text),
    ("status", Text),
    ("error", Json),
    ("start", Text),
    ("moves", Words),
    ("result", Text),
    ("tags", Json),
    ("nodes", Number),
    ("ecco", Json),
    ("derived", Json),
    ("doubt", Json),
    ("warnings", Json),
];

/// The schema of such columns.
pub(crate) fn schema(columns: &[(&str, Cell)]) -> SchemaRef {
    let field = |(name, cell): &(&str, Cell)| {
        let kind = match cell {
            Number => DataType::Int64,
            Decimal => DataType::Float64,
            Text | Words | Json => DataType::Utf8,
        };
        Field::new(*name, kind, true)
    };
    Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()))
}

/// A batch of such columns. What an object lacks is null.
///
/// # Errors
/// When there is too much text for one column.
pub(crate) fn batch(columns: &[(&str, Cell)], rows: &[Value]) -> Result<RecordBatch, ArrowError> {
    let column = |(name, cell): &(&str, Cell)| -> ArrayRef {
        let values = rows.iter().map(|row| &row[*name]);
        if matches!(cell, Number) {
            let mut numbers = Int64Builder::new();
            values.for_each(|value| numbers.append_option(value.as_i64()));
            return Arc::new(numbers.finish());
        }
        if matches!(cell, Decimal) {
            let mut numbers = Float64Builder::new();
            values.for_each(|value| numbers.append_option(value.as_f64()));
            return Arc::new(numbers.finish());
        }
        let mut texts = StringBuilder::new();
        for value in values {
            match (cell, value) {
                (_, Value::Null) => texts.append_null(),
                (Json, value) => texts.append_value(value.to_string()),
                (_, Value::Array(words)) => {
                    let words = words.iter().filter_map(Value::as_str);
                    texts.append_value(words.collect::<Vec<_>>().join(" "));
                }
                (_, value) => texts.append_option(value.as_str()),
            }
        }
        Arc::new(texts.finish())
    };
    RecordBatch::try_new(schema(columns), columns.iter().map(column).collect())
}

/// The rows of an answer of the explorer as a table.
#[pyfunction]
pub(crate) fn explored(py: Python<'_>, answer: &[u8]) -> PyResult<PyRecordBatchReader> {
    let answer: Value = serde_json::from_slice(answer).map_err(|error| plain(py, &error))?;
    let rows = answer["moves"].as_array().map_or(&[][..], Vec::as_slice);
    let batch = batch(EXPLORED, rows);
    Ok(stream(std::iter::once(batch), schema(EXPLORED)))
}
